#include "shell_test_private.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "cpguard/shell_arith.h"

int cpg_test_status(int answer)
{
	if (answer == CPG_UNKNOWN)
		return CPG_TEST_UNKNOWN;
	return answer == CPG_YES ? 0 : 1;
}

static int inverted(int status)
{
	return status == 0 || status == 1 ? !status : status;
}

static const char *flat(struct cpg_test_context *context, struct cpg_value value)
{
	const char *text = cpg_value_flat(cpg_scope_arena(context->scope), value).bytes;

	if (!text)
		context->no_memory = true;
	return text;
}

typedef int unary(struct cpg_test_context *context, const char *op, struct cpg_value word);

static int is_empty(struct cpg_test_context *context, const char *op, struct cpg_value word)
{
	int status = cpg_test_status(cpg_value_is_empty(word));

	(void)context;
	return op[1] == 'z' ? status : inverted(status);
}

static int of_file(struct cpg_test_context *context, const char *op, struct cpg_value word)
{
	const struct cpg_test_files *files = context->files;
	char letter = op[1];

	if (!files || !files->file)
		return CPG_TEST_UNKNOWN;
	if (letter == 'a')
		letter = 'e';
	else if (letter == 'h')
		letter = 'L';
	return cpg_test_status(files->file(files->context, letter, word));
}

bool cpg_test_number(const char *text, long long *number)
{
	char *end;

	errno = 0;
	*number = strtoimax(text, &end, 10);
	if (errno || end == text)
		return false;
	return end[strspn(end, " \t")] == '\0';
}

static int of_terminal(struct cpg_test_context *context, const char *op,
		       struct cpg_value word)
{
	long long number;

	if (cpg_value_known(word)) {
		const char *text = flat(context, word);

		if (text && !cpg_test_number(text, &number))
			return 1;
	}
	return of_file(context, op, word);
}

/* An option by its name. Those that are not followed are not known. */
static int is_on(struct cpg_test_context *context, const char *op, struct cpg_value word)
{
	const char *name = cpg_value_known(word) ? flat(context, word) : NULL;
	int option;

	(void)op;
	if (!name)
		return CPG_TEST_UNKNOWN;
	if (!cpg_scope_option_named(name, &option))
		return 1;
	if (option < 0)
		return CPG_TEST_UNKNOWN;
	return cpg_test_status(
		cpg_scope_option(context->scope, (enum cpg_shell_option)option));
}

static int is_positional(const struct cpg_positional *words, long long number)
{
	if (number < 0)
		return CPG_NO;
	if ((unsigned long long)number <= words->count)
		return CPG_YES;
	return words->loose ? CPG_UNKNOWN : CPG_NO;
}

/* An array's first element speaks for it. */
static int is_set_variable(const struct cpg_shell_variable *variable)
{
	struct cpg_value ignored;

	if (variable->kind == CPG_VARIABLE_ASSOCIATIVE)
		return cpg_variable_at_key(variable, "0", &ignored);
	return cpg_variable_at(variable, 0, &ignored);
}

static int has_any(const struct cpg_shell_variable *variable)
{
	if (variable->kind == CPG_VARIABLE_UNKNOWN || (variable->loose && !variable->count))
		return CPG_UNKNOWN;
	if (variable->kind == CPG_VARIABLE_SCALAR)
		return CPG_YES;
	return variable->count ? CPG_YES : CPG_NO;
}

void cpg_test_note(struct cpg_test_context *context, const struct cpg_arith *arith)
{
	bool reported = context->arith.reported;

	context->arith = *arith;
	context->arith.reported |= reported;
}

static int has_index(struct cpg_test_context *context,
		     const struct cpg_shell_variable *variable, const char *subscript)
{
	struct cpg_arith index;
	struct cpg_value ignored;

	if (cpg_arith_text(context->scope, cpg_text_of(subscript), &index, NULL) < 0) {
		context->no_memory = true;
		return CPG_UNKNOWN;
	}
	index.reported |=
		index.state == CPG_ARITH_KNOWN && cpg_variable_lacks(variable, index.value);
	/* An error in a subscript is one of more than the test. */
	index.texts |= index.state == CPG_ARITH_FAILED;
	cpg_test_note(context, &index);
	if (index.state != CPG_ARITH_KNOWN)
		return CPG_UNKNOWN;
	return cpg_variable_at(variable, index.value, &ignored);
}

/* NAME[subscript], which is `name` cut at the [. */
static int has_element(struct cpg_test_context *context, const char *name,
		       const char *subscript)
{
	const struct cpg_shell_variable *variable = cpg_scope_get(context->scope, name);
	struct cpg_value ignored;

	if (strpbrk(subscript, "$`\"'\\"))
		return CPG_UNKNOWN;
	if (variable->kind == CPG_VARIABLE_ASSOCIATIVE)
		return cpg_variable_at_key(variable, subscript, &ignored);
	if (strcmp(subscript, "@") == 0 || strcmp(subscript, "*") == 0)
		return has_any(variable);
	return has_index(context, variable, subscript);
}

static int is_set(struct cpg_test_context *context, const char *op, struct cpg_value word)
{
	const char *name = cpg_value_known(word) ? flat(context, word) : NULL;
	struct cpg_arena *arena = cpg_scope_arena(context->scope);
	const char *bracket;
	const char *array;
	const char *subscript;
	long long number;

	(void)op;
	if (!name)
		return CPG_TEST_UNKNOWN;
	if (cpg_test_number(name, &number))
		return cpg_test_status(
			is_positional(cpg_scope_positional(context->scope), number));
	bracket = strchr(name, '[');
	if (!bracket || !bracket[1] || name[strlen(name) - 1] != ']')
		return cpg_test_status(
			is_set_variable(cpg_scope_get(context->scope, name)));
	array = cpg_arena_bytes(arena, name, (size_t)(bracket - name));
	subscript = cpg_arena_bytes(arena, bracket + 1, strlen(bracket) - 2);
	if (!array || !subscript) {
		context->no_memory = true;
		return CPG_TEST_UNKNOWN;
	}
	return cpg_test_status(has_element(context, array, subscript));
}

static int is_nameref(struct cpg_test_context *context, const char *op,
		      struct cpg_value word)
{
	const char *name = cpg_value_known(word) ? flat(context, word) : NULL;
	const struct cpg_shell_variable *variable;

	(void)op;
	if (!name)
		return CPG_TEST_UNKNOWN;
	variable = cpg_scope_peek(context->scope, name);
	if (variable->kind == CPG_VARIABLE_UNKNOWN)
		return CPG_TEST_UNKNOWN;
	return variable->nameref && variable->kind != CPG_VARIABLE_UNSET ? 0 : 1;
}

static const struct {
	const char *op;
	unary *of;
} unaries[] = {
	{"-n", is_empty}, {"-z", is_empty},    {"-v", is_set},  {"-R", is_nameref},
	{"-o", is_on},    {"-t", of_terminal}, {"-a", of_file}, {"-b", of_file},
	{"-c", of_file},  {"-d", of_file},     {"-e", of_file}, {"-f", of_file},
	{"-g", of_file},  {"-h", of_file},     {"-k", of_file}, {"-p", of_file},
	{"-r", of_file},  {"-s", of_file},     {"-u", of_file}, {"-w", of_file},
	{"-x", of_file},  {"-G", of_file},     {"-L", of_file}, {"-N", of_file},
	{"-O", of_file},  {"-S", of_file},
};

static unary *find_unary(const char *op)
{
	for (size_t i = 0; i < sizeof(unaries) / sizeof(*unaries); i++) {
		if (strcmp(unaries[i].op, op) == 0)
			return unaries[i].of;
	}
	return NULL;
}

bool cpg_test_is_unary(const char *op)
{
	return find_unary(op) != NULL;
}

int cpg_test_unary_of(struct cpg_test_context *context, const char *op,
		      struct cpg_value word)
{
	unary *of = find_unary(op);

	return of ? of(context, op, word) : 2;
}

bool cpg_test_compare(const char *op, long long left, long long right, int *status)
{
	static const struct {
		const char *op;
		bool less;
		bool equal;
		bool more;
	} rows[] = {
		{"-eq", false, true, false}, {"-ne", true, false, true},
		{"-lt", true, false, false}, {"-le", true, true, false},
		{"-gt", false, false, true}, {"-ge", false, true, true},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		if (strcmp(rows[i].op, op) != 0)
			continue;
		if (left == right)
			*status = !rows[i].equal;
		else
			*status = !(left < right ? rows[i].less : rows[i].more);
		return true;
	}
	return false;
}

static int equality(struct cpg_test_context *context, const char *op, struct cpg_value left,
		    struct cpg_value right)
{
	int status = cpg_test_status(cpg_value_equal(left, right));

	(void)context;
	return op[0] == '!' ? inverted(status) : status;
}

static int order(struct cpg_test_context *context, const char *op, struct cpg_value left,
		 struct cpg_value right)
{
	(void)context;
	return cpg_test_status(op[0] == '<' ? cpg_value_before(left, right)
					    : cpg_value_before(right, left));
}

static int file_order(struct cpg_test_context *context, const char *op,
		      struct cpg_value left, struct cpg_value right)
{
	const struct cpg_test_files *files = context->files;

	if (!files || !files->compare)
		return CPG_TEST_UNKNOWN;
	return cpg_test_status(files->compare(files->context, op, left, right));
}

/* A known text that is no number is an error, whatever the other one is. */
static int integers(struct cpg_test_context *context, const char *op, struct cpg_value left,
		    struct cpg_value right)
{
	const struct cpg_value sides[] = {left, right};
	long long numbers[2] = {0, 0};
	int status = 0;
	bool unknown = false;

	for (size_t i = 0; i < 2; i++) {
		const char *text;

		if (!cpg_value_known(sides[i])) {
			unknown = true;
			continue;
		}
		text = flat(context, sides[i]);
		if (text && !cpg_test_number(text, &numbers[i]))
			return 2;
	}
	cpg_test_compare(op, numbers[0], numbers[1], &status);
	return unknown ? CPG_TEST_UNKNOWN : status;
}

typedef int binary(struct cpg_test_context *context, const char *op, struct cpg_value left,
		   struct cpg_value right);

static const struct {
	const char *op;
	binary *of;
} binaries[] = {
	{"=", equality},   {"==", equality},    {"!=", equality},    {"<", order},
	{">", order},      {"-nt", file_order}, {"-ot", file_order}, {"-ef", file_order},
	{"-eq", integers}, {"-ne", integers},   {"-lt", integers},   {"-le", integers},
	{"-gt", integers}, {"-ge", integers},
};

static binary *find_binary(const char *op)
{
	for (size_t i = 0; i < sizeof(binaries) / sizeof(*binaries); i++) {
		if (strcmp(binaries[i].op, op) == 0)
			return binaries[i].of;
	}
	return NULL;
}

bool cpg_test_is_binary(const char *op)
{
	return find_binary(op) != NULL;
}

int cpg_test_binary_of(struct cpg_test_context *context, const char *op,
		       struct cpg_value left, struct cpg_value right)
{
	binary *of = find_binary(op);

	return of ? of(context, op, left, right) : 2;
}
