#include <ctype.h>
#include <string.h>
#include <sys/stat.h>

#include "shell_glob.h"

/* What is longer is no pattern that one could mean. */
#define PATH_LIMIT 4096

static int no_memory(const struct cpg_glob *g)
{
	return cpg_expand_no_memory(g->ex->err);
}

/* Whether the text is a list as Python writes it, [0]*3+[1]*75: nobody means a file by that. */
static bool is_list_expression(struct cpg_text text)
{
	const char *at = text.bytes;

	for (;;) {
		if (*at++ != '[' || !isdigit((unsigned char)*at))
			return false;
		at += strspn(at, "0123456789,");
		if (*at++ != ']')
			return false;
		if (*at == '*' && isdigit((unsigned char)at[1]))
			at += 1 + strspn(at + 1, "0123456789");
		if (*at == '\0')
			return true;
		if (*at++ != '+')
			return false;
	}
}

/* Whether the text is a setting whose value is a list, as Hydra takes it: data.files=[a,b]. */
static bool is_list_setting(const struct cpg_glob *g)
{
	size_t magic = cpg_glob_magic(g, 0, g->text.length);

	return magic > 0 && cpg_glob_is(g, magic, '[') && g->text.bytes[magic - 1] == '=' &&
	       !strpbrk(g->text.bytes, "*?");
}

/* Whether the text is an assignment for let: N*=2. */
static bool is_product(struct cpg_text text)
{
	const char *star = memchr(text.bytes, '*', text.length);

	for (const char *at = text.bytes; star && at < star; at++) {
		if (*at != '_' && !isalnum((unsigned char)*at))
			return false;
	}
	return star && star > text.bytes && star[1] == '=' &&
	       !isdigit((unsigned char)text.bytes[0]) && !strpbrk(star + 1, "*?[");
}

static bool is_meant_literally(const struct cpg_glob *g)
{
	return is_product(g->text) || is_list_expression(g->text) || is_list_setting(g) ||
	       strstr(g->text.bytes, "://");
}

static bool directory_is_there(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* Whether this machine's files can tell what the pattern matches. Where the directory itself
 * is not here, it may be on the node. */
static int is_decidable(struct cpg_glob *g)
{
	struct cpg_shell *shell = g->ex->shell;
	struct cpg_value directory = cpg_scope_directory(shell->scope);
	size_t magic = cpg_glob_magic(g, 0, g->text.length);
	const char *slash = memrchr(g->text.bytes, '/', magic);
	const char *place;

	if (shell->container || shell->raced)
		return 0;
	g->directory = "";
	if (g->text.bytes[0] != '/') {
		if (!cpg_value_known(directory))
			return 0;
		g->directory = cpg_value_flat(g->ex->arena, directory).bytes;
		if (!g->directory)
			return no_memory(g);
	}
	place = g->directory;
	if (g->text.bytes[0] == '/')
		place = cpg_arena_bytes(g->ex->arena, g->text.bytes,
					(size_t)(slash - g->text.bytes) + 1);
	if (!place)
		return no_memory(g);
	return shell->world->on_node || directory_is_there(place);
}

/* Releases of bash differ in where they cut @(a/b). */
static bool has_slash_in_group(const struct cpg_glob *g)
{
	size_t i = 0;

	while (i < g->text.length && !cpg_glob_opens(g, i, g->text.length))
		i++;
	return g->extglob && memchr(g->text.bytes + i, '/', g->text.length - i);
}

/* Whether an option or GLOBIGNORE makes what matches unknown. */
static bool is_unsettled(const struct cpg_glob *g)
{
	static const enum cpg_shell_option options[] = {
		CPG_SHOPT_NULLGLOB, CPG_SHOPT_FAILGLOB, CPG_SHOPT_EXTGLOB,
		CPG_SHOPT_DOTGLOB,  CPG_SHOPT_GLOBSTAR, CPG_SHOPT_NOCASEGLOB,
	};
	const struct cpg_shell_scope *scope = g->ex->shell->scope;

	for (size_t i = 0; i < sizeof(options) / sizeof(*options); i++) {
		if (cpg_scope_option(scope, options[i]) == CPG_UNKNOWN)
			return true;
	}
	if (g->text.length > PATH_LIMIT || has_slash_in_group(g))
		return true;
	if (cpg_scope_option(scope, CPG_SHOPT_GLOBSTAR) == CPG_YES &&
	    strstr(g->text.bytes, "**"))
		return true;
	return cpg_scope_get(scope, "GLOBIGNORE")->kind == CPG_VARIABLE_SCALAR;
}

/* Adds the field without matching it. */
static int add_plain(struct cpg_expander *ex, const struct cpg_field *field,
		     struct cpg_field_list *list)
{
	struct cpg_field packed = *field;

	if (cpg_expand_pack(ex, field->value.pieces, field->value.count, false,
			    &packed.value) < 0)
		return -1;
	return cpg_fields_add(ex, list, &packed);
}

/* How much of the text stays as it is, whatever matches. With `more` text follows that is not
 * known. */
static size_t settled_length(const struct cpg_glob *g, bool more)
{
	const char *special = more && g->extglob ? "\\*?[+@!" : "\\*?[";
	size_t i = 0;

	while (i < g->text.length &&
	       (g->literal[i] || !strchr(special, g->text.bytes[i])) &&
	       !cpg_glob_opens(g, i, g->text.length))
		i++;
	return i;
}

/* Adds a field that is any number of words: all begin with what stands before the pattern. */
static int add_unknown(struct cpg_glob *g, const struct cpg_field *field, bool more,
		       struct cpg_field_list *list)
{
	struct cpg_piece pieces[2] = {
		{.text = {g->text.bytes, settled_length(g, more)},
		 .origin = cpg_value_origin(field->value)},
		{.why = "which files match is not known"},
	};
	struct cpg_field unknown = {.many = true};

	pieces[1].origin = pieces[0].origin;
	if (cpg_scope_option(g->ex->shell->scope, CPG_SHOPT_FAILGLOB) != CPG_NO)
		cpg_expand_may_fail(g->ex);
	if (cpg_scope_option(g->ex->shell->scope, CPG_SHOPT_NULLGLOB) != CPG_NO)
		pieces[0].text.length = 0;
	if (cpg_expand_pack(g->ex, pieces, 2, false, &unknown.value) < 0)
		return -1;
	return cpg_fields_add(g->ex, list, &unknown);
}

static int add_unmatched(struct cpg_glob *g, const struct cpg_field *field,
			 struct cpg_field_list *list)
{
	const struct cpg_shell_scope *scope = g->ex->shell->scope;

	if (cpg_scope_option(scope, CPG_SHOPT_FAILGLOB) == CPG_YES)
		return cpg_expand_fail(g->ex, CPG_FAULT_REPORTED, "no match: %s",
				       g->text.bytes);
	if (cpg_scope_option(scope, CPG_SHOPT_NULLGLOB) == CPG_YES)
		return 0;
	return add_plain(g->ex, field, list);
}

static int add_matches(struct cpg_glob *g, const struct cpg_field *field,
		       struct cpg_field_list *list)
{
	struct cpg_origin origin = cpg_value_origin(field->value);

	for (size_t i = 0; i < g->count; i++) {
		struct cpg_field match = {0};

		if (cpg_value_text(g->ex->arena, cpg_text_of(g->matches[i]), origin,
				   &match.value) < 0)
			return no_memory(g);
		if (cpg_fields_add(g->ex, list, &match) < 0)
			return -1;
	}
	return 0;
}

/* /(x is no pattern, but one that matches nothing for bash. */
static bool ends_in_group(const struct cpg_glob *g)
{
	const char *slash = memrchr(g->text.bytes, '/', g->text.length);

	return slash && cpg_glob_is(g, (size_t)(slash - g->text.bytes) + 1, '(');
}

static int match_files(struct cpg_glob *g, const struct cpg_field *field,
		       struct cpg_field_list *list)
{
	int decidable = is_decidable(g);
	bool changed;

	if (decidable < 0 || cpg_glob_may_change(g, &changed) < 0)
		return -1;
	if (!decidable && is_meant_literally(g) && !is_unsettled(g))
		return add_unmatched(g, field, list);
	if (!decidable || changed || is_unsettled(g))
		return add_unknown(g, field, false, list);
	if (cpg_glob_search(g) < 0)
		return -1;
	if (g->beaten)
		return add_unknown(g, field, false, list);
	return g->count ? add_matches(g, field, list) : add_unmatched(g, field, list);
}

static bool has_any(const struct cpg_field *field, const char *characters)
{
	for (size_t i = 0; i < field->value.count; i++) {
		const struct cpg_piece *piece = &field->value.pieces[i];

		for (size_t j = 0; !piece->quoted && j < piece->text.length; j++) {
			if (strchr(characters, piece->text.bytes[j]))
				return true;
		}
	}
	return false;
}

/* Whether a word that matches nothing is not left as it is. */
static bool is_strict(const struct cpg_shell_scope *scope)
{
	return cpg_scope_option(scope, CPG_SHOPT_NULLGLOB) != CPG_NO ||
	       cpg_scope_option(scope, CPG_SHOPT_FAILGLOB) != CPG_NO;
}

/* Whether it may be a pattern, known as it is, or with what is not known of it. */
static bool may_be_pattern(const struct cpg_expander *ex, const struct cpg_field *field)
{
	bool strict = is_strict(ex->shell->scope);

	if (!field->many)
		return has_any(field, strict ? "*?[(\\" : "*?[(");
	return strict || has_any(field, "*?[(\\+@!");
}

/* A backslash that an expansion puts before what is quoted takes its quotes away. */
static bool strips_quotes(const struct cpg_glob *g)
{
	for (size_t i = 0; i + 1 < g->text.length; i++) {
		if (cpg_glob_is(g, i, '\\') && g->literal[i + 1])
			return true;
	}
	return false;
}

/* A field with a gap beside what is, or may be, a pattern: the text before either is known. */
static int glob_gap(struct cpg_expander *ex, const struct cpg_field *field,
		    struct cpg_field_list *list)
{
	struct cpg_glob g = {.ex = ex, .extglob = true};
	struct cpg_value head = {field->value.pieces, 0};

	while (head.count < field->value.count && head.pieces[head.count].text.bytes)
		head.count++;
	if (cpg_pattern_flat(ex->arena, head, &g.text, &g.literal) < 0)
		return no_memory(&g);
	return add_unknown(&g, field, true, list);
}

int cpg_expand_glob(struct cpg_expander *ex, const struct cpg_field *field,
		    struct cpg_field_list *list)
{
	const struct cpg_shell_scope *scope = ex->shell->scope;
	struct cpg_glob g = {
		.ex = ex,
		.extglob = cpg_scope_option(scope, CPG_SHOPT_EXTGLOB) != CPG_NO,
		.dotglob = cpg_scope_option(scope, CPG_SHOPT_DOTGLOB) == CPG_YES,
		.nocase = cpg_scope_option(scope, CPG_SHOPT_NOCASEGLOB) == CPG_YES,
	};
	int noglob = cpg_scope_option(scope, CPG_SET_NOGLOB);

	/* What many words are may match nothing. */
	if (field->many && cpg_scope_option(scope, CPG_SHOPT_FAILGLOB) != CPG_NO)
		cpg_expand_may_fail(ex);
	if (noglob == CPG_YES || !may_be_pattern(ex, field))
		return add_plain(ex, field, list);
	if (!cpg_value_known(field->value))
		return glob_gap(ex, field, list);
	if (cpg_pattern_flat(ex->arena, field->value, &g.text, &g.literal) < 0)
		return no_memory(&g);
	if (is_strict(scope) && strips_quotes(&g))
		return add_unknown(&g, field, false, list);
	if (cpg_glob_magic(&g, 0, g.text.length) == g.text.length)
		return ends_in_group(&g) ? add_unmatched(&g, field, list)
					 : add_plain(ex, field, list);
	if (noglob == CPG_UNKNOWN)
		return add_unknown(&g, field, false, list);
	return match_files(&g, field, list);
}
