#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "cpguard/shell_scope.h"

static const struct cpg_origin here = {"run.sh", 3};

static int make_arena(void **state)
{
	*state = cpg_arena_new(CPG_ARENA_BUDGET);
	return *state ? 0 : -1;
}

static int free_arena(void **state)
{
	cpg_arena_free(*state);
	return 0;
}

static struct cpg_shell_scope *empty_scope(struct cpg_arena *arena)
{
	static const struct cpg_environment nothing;
	struct cpg_shell_scope *scope = cpg_scope_new(arena, &nothing);

	assert_non_null(scope);
	return scope;
}

static struct cpg_value text(struct cpg_shell_scope *scope, const char *string)
{
	struct cpg_value value;

	assert_int_equal(cpg_value_string(cpg_scope_arena(scope), string, &value), 0);
	return value;
}

static struct cpg_value gap(struct cpg_shell_scope *scope)
{
	struct cpg_value value;

	assert_int_equal(cpg_value_unknown(cpg_scope_arena(scope), "x", here, &value), 0);
	return value;
}

static struct cpg_shell_variable scalar(struct cpg_shell_scope *scope, const char *string)
{
	return (struct cpg_shell_variable){.kind = CPG_VARIABLE_SCALAR,
					   .scalar = text(scope, string)};
}

static int try_set(struct cpg_shell_scope *scope, const char *name, const char *string,
		   bool local)
{
	struct cpg_shell_variable variable = scalar(scope, string);

	return cpg_scope_set(scope, name, &variable, local);
}

static void set(struct cpg_shell_scope *scope, const char *name, const char *string)
{
	assert_int_equal(try_set(scope, name, string, false), 0);
}

static void set_local(struct cpg_shell_scope *scope, const char *name, const char *string)
{
	assert_int_equal(try_set(scope, name, string, true), 0);
}

/* The text of a variable: "-" when it is unset, "?" when it is unknown, "$" for a gap. */
static const char *get(struct cpg_shell_scope *scope, const char *name)
{
	const struct cpg_shell_variable *variable = cpg_scope_get(scope, name);

	if (variable->kind == CPG_VARIABLE_UNSET)
		return "-";
	if (variable->kind == CPG_VARIABLE_UNKNOWN)
		return "?";
	if (variable->kind != CPG_VARIABLE_SCALAR)
		return "(array)";
	if (!cpg_value_known(variable->scalar))
		return "$";
	return cpg_value_flat(cpg_scope_arena(scope), variable->scalar).bytes;
}

/* Sets an array to words between blanks. */
static void set_array(struct cpg_shell_scope *scope, const char *name, const char *words)
{
	struct cpg_shell_variable array = {.kind = CPG_VARIABLE_INDEXED};
	char *copy = cpg_arena_string(cpg_scope_arena(scope), words);
	char *rest = copy;

	for (char *word = strtok_r(copy, " ", &rest); word;
	     word = strtok_r(NULL, " ", &rest))
		assert_int_equal(cpg_variable_append(cpg_scope_arena(scope), &array,
						     text(scope, word), &array),
				 0);
	assert_int_equal(cpg_scope_set(scope, name, &array, false), 0);
}

/* An array as "index=text ", with "..." at the end of a loose one. */
static const char *array_text(struct cpg_shell_scope *scope, const char *name)
{
	const struct cpg_shell_variable *array = cpg_scope_get(scope, name);
	struct cpg_buffer buffer = {.arena = cpg_scope_arena(scope)};

	for (size_t i = 0; i < array->count; i++) {
		struct cpg_value value = array->elements[i].value;

		if (array->kind == CPG_VARIABLE_ASSOCIATIVE)
			cpg_buffer_string(&buffer, array->elements[i].key);
		else
			cpg_buffer_printf(&buffer, "%lld", array->elements[i].index);
		cpg_buffer_printf(&buffer, "=%s ",
				  cpg_value_known(value)
					  ? cpg_value_flat(buffer.arena, value).bytes
					  : "$");
	}
	cpg_buffer_string(&buffer, array->loose ? "..." : "");
	return cpg_buffer_finish(&buffer);
}

static struct cpg_shell_scope *copy_of(struct cpg_shell_scope *scope)
{
	struct cpg_shell_scope *copy = cpg_scope_copy(scope);

	assert_non_null(copy);
	return copy;
}

static void join(struct cpg_shell_scope *scope, const struct cpg_shell_scope *other)
{
	assert_int_equal(cpg_scope_join(scope, other, "the condition is not known", here),
			 0);
}

static bool holds(const char *const *list, const char *entry)
{
	for (; *list; list++) {
		if (strcmp(*list, entry) == 0)
			return true;
	}
	return false;
}

static void a_new_scope_has_the_environment_and_what_bash_sets(void **state)
{
	static const char *const known[] = {
		"HOME=/h", "X=1", "X=2", "EMPTY=", "IFS=,", "HOSTNAME=login", NULL};
	static const char *const unknown[] = {"SLURM_JOB_ID", "X", NULL};
	const struct cpg_environment environment = {.known = known, .unknown = unknown};
	struct cpg_shell_scope *scope = cpg_scope_new(*state, &environment);

	assert_non_null(scope);
	assert_string_equal(get(scope, "HOME"), "/h");
	assert_string_equal(get(scope, "X"), "1");
	assert_string_equal(get(scope, "EMPTY"), "");
	assert_string_equal(get(scope, "NONE"), "-");
	assert_string_equal(get(scope, "SLURM_JOB_ID"), "?");
	assert_string_equal(get(scope, "IFS"), " \t\n");
	assert_string_equal(get(scope, "OPTIND"), "1");
	assert_string_equal(get(scope, "PS4"), "+ ");
	assert_string_equal(get(scope, "HOSTNAME"), "login");
	assert_string_equal(get(scope, "UID"), "$");
	assert_string_equal(get(scope, "RANDOM"), "$");
	assert_int_equal(cpg_scope_get(scope, "HOME")->exported, CPG_YES);
	assert_int_equal(cpg_scope_get(scope, "OPTIND")->exported, CPG_NO);
	assert_int_equal(cpg_scope_get(scope, "NONE")->exported, CPG_NO);
	assert_true(cpg_scope_get(scope, "UID")->readonly);
	assert_false(cpg_value_known(cpg_scope_directory(scope)));
	assert_int_equal(cpg_scope_status(scope), 0);
}

static void every_other_name_is_unknown_where_the_environment_may_hold_more(void **state)
{
	const struct cpg_environment more = {.more = true};
	struct cpg_shell_scope *scopes[] = {cpg_scope_new(*state, &more),
					    cpg_scope_new(*state, NULL)};

	for (size_t i = 0; i < 2; i++) {
		assert_non_null(scopes[i]);
		assert_string_equal(get(scopes[i], "ANY"), "?");
		assert_string_equal(get(scopes[i], "IFS"), " \t\n");
		assert_string_equal(get(scopes[i], "PATH"), "?");
		set(scopes[i], "ANY", "x");
		assert_string_equal(get(scopes[i], "ANY"), "x");
	}
}

static void functions_of_the_environment_are_unknown_ones(void **state)
{
	static const char *const known[] = {"BASH_FUNC_ml%%=() { :\n}", "BASH_FUNC_=x",
					    NULL};
	const struct cpg_environment environment = {.known = known};
	struct cpg_shell_scope *scope = cpg_scope_new(*state, &environment);
	struct cpg_environment passed;
	bool unknown;

	assert_null(cpg_scope_function(scope, "ml", &unknown));
	assert_true(unknown);
	assert_null(cpg_scope_function(scope, "other", &unknown));
	assert_false(unknown);
	assert_int_equal(cpg_scope_environment(scope, &passed), 0);
	assert_true(holds(passed.known, known[0]));
	assert_true(holds(passed.known, "BASH_FUNC_=x"));
}

static void a_copy_and_its_original_change_apart(void **state)
{
	struct cpg_shell_scope *scope = empty_scope(*state);
	struct cpg_shell_scope *copy;

	set(scope, "A", "1");
	set(scope, "B", "1");
	copy = copy_of(scope);
	set(scope, "A", "2");
	set(copy, "B", "3");
	set(copy, "C", "4");
	assert_string_equal(get(scope, "A"), "2");
	assert_string_equal(get(scope, "B"), "1");
	assert_string_equal(get(scope, "C"), "-");
	assert_string_equal(get(copy, "A"), "1");
	assert_string_equal(get(copy, "B"), "3");
}

static void what_differs_is_unknown_after_a_join(void **state)
{
	struct cpg_shell_scope *scope = empty_scope(*state);
	struct cpg_shell_scope *other;

	set(scope, "SAME", "a");
	set(scope, "TEXT", "a b");
	set(scope, "NUMBER", "1");
	set(scope, "GONE", "x");
	other = copy_of(scope);
	set(other, "SAME", "a");
	set(other, "TEXT", "c");
	set(other, "NUMBER", "2");
	set(other, "NEW", "x");
	assert_int_equal(cpg_scope_unset(scope, "GONE"), 0);
	join(scope, other);
	assert_string_equal(get(scope, "SAME"), "a");
	assert_string_equal(get(scope, "TEXT"), "$");
	assert_false(cpg_value_is_solid(cpg_scope_get(scope, "TEXT")->scalar));
	assert_string_equal(get(scope, "NUMBER"), "$");
	assert_true(cpg_value_is_solid(cpg_scope_get(scope, "NUMBER")->scalar));
	assert_string_equal(get(scope, "GONE"), "?");
	assert_string_equal(get(scope, "NEW"), "?");
	assert_string_equal(cpg_scope_get(scope, "NEW")->why, "the condition is not known");
	assert_int_equal(cpg_scope_get(scope, "NEW")->scalar.pieces[0].origin.line, 3);
}

static void a_join_keeps_the_origin_that_the_scope_has(void **state)
{
	struct cpg_shell_scope *scope = empty_scope(*state);
	struct cpg_shell_scope *other = copy_of(scope);
	struct cpg_shell_variable variable = scalar(scope, "");

	assert_int_equal(cpg_value_text(*state, cpg_text_of("v"), here, &variable.scalar),
			 0);
	assert_int_equal(cpg_scope_set(scope, "V", &variable, false), 0);
	set(other, "V", "v");
	join(scope, other);
	assert_string_equal(get(scope, "V"), "v");
	assert_int_equal(cpg_value_origin(cpg_scope_get(scope, "V")->scalar).line, 3);
}

static void arrays_keep_the_beginning_that_they_share(void **state)
{
	static const struct {
		const char *a;
		const char *b;
		const char *joined;
	} rows[] = {
		{"x y", "x y", "0=x 1=y "},      {"x y", "x z", "0=x 1=$ "},
		{"x", "x y", "0=x ..."},         {"x y", "x", "0=x ..."},
		{"x a", "y a b", "0=$ 1=a ..."}, {"", "x", "..."},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct cpg_shell_scope *scope = empty_scope(*state);
		struct cpg_shell_scope *other = copy_of(scope);

		set_array(scope, "A", rows[i].a);
		set_array(other, "A", rows[i].b);
		join(scope, other);
		assert_string_equal(array_text(scope, "A"), rows[i].joined);
	}
}

static void an_array_and_a_text_join_to_nothing_known(void **state)
{
	struct cpg_shell_scope *scope = empty_scope(*state);
	struct cpg_shell_scope *other = copy_of(scope);

	set_array(scope, "A", "x");
	set(other, "A", "x");
	join(scope, other);
	assert_string_equal(get(scope, "A"), "?");
}

static void associative_arrays_keep_the_keys_that_both_have(void **state)
{
	struct cpg_shell_scope *scope = empty_scope(*state);
	struct cpg_shell_variable array = {.kind = CPG_VARIABLE_ASSOCIATIVE};
	struct cpg_shell_variable more;
	struct cpg_shell_scope *other;

	assert_int_equal(
		cpg_variable_set_at_key(*state, &array, "a", text(scope, "1"), &array), 0);
	assert_int_equal(
		cpg_variable_set_at_key(*state, &array, "b", text(scope, "2"), &array), 0);
	assert_int_equal(cpg_scope_set(scope, "M", &array, false), 0);
	other = copy_of(scope);
	assert_int_equal(
		cpg_variable_set_at_key(*state, &array, "b", text(scope, "3"), &more), 0);
	assert_int_equal(
		cpg_variable_set_at_key(*state, &more, "c", text(scope, "4"), &more), 0);
	assert_int_equal(cpg_scope_set(other, "M", &more, false), 0);
	join(scope, other);
	assert_string_equal(array_text(scope, "M"), "a=1 b=$ ...");
	assert_string_equal(array_text(other, "M"), "a=1 b=3 c=4 ");
}

static void options_parameters_directory_and_status_are_joined(void **state)
{
	struct cpg_shell_scope *scope = empty_scope(*state);
	struct cpg_value words[] = {text(scope, "a"), text(scope, "b")};
	struct cpg_value others[] = {text(scope, "a"), text(scope, "c"), text(scope, "d")};
	const struct cpg_positional two = {.values = words, .count = 2};
	const struct cpg_positional three = {.values = others, .count = 3};
	struct cpg_shell_scope *other;
	const struct cpg_positional *joined;

	cpg_scope_set_directory(scope, text(scope, "/a"));
	assert_int_equal(cpg_scope_set_positional(scope, &two), 0);
	other = copy_of(scope);
	cpg_scope_set_option(other, CPG_SET_ERREXIT, CPG_YES);
	cpg_scope_set_status(other, 1);
	cpg_scope_set_directory(other, text(scope, "/b"));
	assert_int_equal(cpg_scope_set_positional(other, &three), 0);
	join(scope, other);
	assert_int_equal(cpg_scope_option(scope, CPG_SET_ERREXIT), CPG_UNKNOWN);
	assert_int_equal(cpg_scope_option(scope, CPG_SET_NOUNSET), CPG_NO);
	assert_int_equal(cpg_scope_status(scope), -1);
	assert_false(cpg_value_known(cpg_scope_directory(scope)));
	joined = cpg_scope_positional(scope);
	assert_int_equal(joined->count, 2);
	assert_true(joined->loose);
	assert_true(cpg_value_known(joined->values[0]));
	assert_false(cpg_value_known(joined->values[1]));
}

static void functions_that_differ_are_unknown_after_a_join(void **state)
{
	static const struct cpg_shell_command f;
	static const struct cpg_shell_command g;
	struct cpg_shell_scope *scope = empty_scope(*state);
	struct cpg_shell_scope *other;
	bool unknown;

	assert_int_equal(cpg_scope_define(scope, "same", &f), 0);
	assert_int_equal(cpg_scope_define(scope, "gone", &f), 0);
	assert_int_equal(cpg_scope_define(scope, "other", &f), 0);
	other = copy_of(scope);
	assert_int_equal(cpg_scope_define(other, "other", &g), 0);
	assert_int_equal(cpg_scope_define(other, "gone", NULL), 0);
	join(scope, other);
	assert_ptr_equal(cpg_scope_function(scope, "same", &unknown), &f);
	assert_false(unknown);
	assert_null(cpg_scope_function(scope, "other", &unknown));
	assert_true(unknown);
	assert_null(cpg_scope_function(scope, "gone", &unknown));
	assert_true(unknown);
}

static void a_local_variable_hides_the_global_one_until_the_frame_is_popped(void **state)
{
	struct cpg_shell_scope *scope = empty_scope(*state);

	set(scope, "V", "global");
	assert_int_equal(cpg_scope_push(scope), 0);
	set_local(scope, "V", "local");
	set_local(scope, "W", "local");
	assert_int_equal(cpg_scope_push(scope), 0);
	assert_string_equal(get(scope, "V"), "local");
	assert_int_equal(cpg_scope_is_local(scope, "V"), CPG_NO);
	set(scope, "V", "changed by a callee");
	set(scope, "NEW", "global");
	assert_int_equal(cpg_scope_pop(scope), 0);
	assert_int_equal(cpg_scope_is_local(scope, "V"), CPG_YES);
	assert_string_equal(get(scope, "V"), "changed by a callee");
	assert_int_equal(cpg_scope_pop(scope), 0);
	assert_string_equal(get(scope, "V"), "global");
	assert_string_equal(get(scope, "W"), "-");
	assert_string_equal(get(scope, "NEW"), "global");
	assert_int_equal(cpg_scope_pop(scope), 0);
	assert_int_equal(cpg_scope_frames(scope), 0);
}

static void declare_g_changes_the_global_variable_below_local_ones(void **state)
{
	struct cpg_shell_scope *scope = empty_scope(*state);
	struct cpg_shell_variable variable = scalar(scope, "new");

	set(scope, "V", "old");
	assert_int_equal(cpg_scope_push(scope), 0);
	set_local(scope, "V", "outer");
	assert_int_equal(cpg_scope_push(scope), 0);
	set_local(scope, "V", "inner");
	assert_int_equal(cpg_scope_set_global(scope, "V", &variable), 0);
	assert_int_equal(cpg_scope_set_global(scope, "W", &variable), 0);
	assert_string_equal(get(scope, "V"), "inner");
	assert_int_equal(cpg_scope_pop(scope), 0);
	assert_string_equal(get(scope, "V"), "outer");
	assert_int_equal(cpg_scope_pop(scope), 0);
	assert_string_equal(get(scope, "V"), "new");
	assert_string_equal(get(scope, "W"), "new");
}

static void unset_uncovers_what_a_callers_local_variable_hid(void **state)
{
	struct cpg_shell_scope *scope = empty_scope(*state);

	set(scope, "V", "global");
	assert_int_equal(cpg_scope_push(scope), 0);
	set_local(scope, "V", "local");
	assert_int_equal(cpg_scope_push(scope), 0);
	assert_int_equal(cpg_scope_unset(scope, "V"), 0);
	assert_string_equal(get(scope, "V"), "global");
	assert_int_equal(cpg_scope_pop(scope), 0);
	set_local(scope, "V", "again");
	assert_int_equal(cpg_scope_unset(scope, "V"), 0);
	assert_string_equal(get(scope, "V"), "-");
	assert_int_equal(cpg_scope_pop(scope), 0);
	assert_string_equal(get(scope, "V"), "global");
}

static void what_one_side_made_local_comes_back_unknown(void **state)
{
	struct cpg_shell_scope *scope = empty_scope(*state);
	struct cpg_shell_scope *other;

	set(scope, "V", "1");
	set(scope, "W", "1");
	assert_int_equal(cpg_scope_push(scope), 0);
	set_local(scope, "W", "2");
	other = copy_of(scope);
	set_local(other, "V", "2");
	set_local(other, "W", "3");
	join(scope, other);
	set(scope, "V", "3");
	assert_int_equal(cpg_scope_pop(scope), 0);
	assert_string_equal(get(scope, "V"), "?");
	assert_string_equal(get(scope, "W"), "1");
}

static void a_variable_that_may_be_local_is_unset_either_way(void **state)
{
	struct cpg_shell_scope *scope = empty_scope(*state);
	struct cpg_shell_variable variable = scalar(scope, "x");
	struct cpg_shell_scope *other;

	set(scope, "V", "1");
	set(scope, "W", "1");
	assert_int_equal(cpg_scope_push(scope), 0);
	other = copy_of(scope);
	set_local(other, "V", "2");
	join(scope, other);
	assert_int_equal(cpg_scope_is_local(scope, "V"), CPG_UNKNOWN);
	assert_string_equal(get(scope, "V"), "$");
	assert_int_equal(cpg_scope_unset(scope, "V"), 0);
	assert_string_equal(get(scope, "V"), "-");
	assert_string_equal(get(scope, "W"), "1");
	assert_int_equal(cpg_scope_set_global(scope, "V", &variable), 0);
	assert_string_equal(get(scope, "V"), "?");
	assert_string_equal(get(scope, "W"), "?");
}

static void scopes_of_different_depth_join_to_nothing_known(void **state)
{
	struct cpg_shell_scope *scope = empty_scope(*state);
	struct cpg_shell_scope *other = copy_of(scope);

	set(scope, "V", "1");
	set(other, "V", "1");
	assert_int_equal(cpg_scope_push(other), 0);
	join(scope, other);
	assert_string_equal(get(scope, "V"), "?");
	assert_int_equal(cpg_scope_frames(scope), 0);
}

static void a_readonly_variable_stays_as_it_is(void **state)
{
	struct cpg_shell_scope *scope = empty_scope(*state);
	struct cpg_shell_variable variable = scalar(scope, "1");

	variable.readonly = true;
	assert_int_equal(cpg_scope_set(scope, "R", &variable, false), 0);
	assert_int_equal(try_set(scope, "R", "2", false), 1);
	assert_int_equal(cpg_scope_unset(scope, "R"), 1);
	variable.exported = CPG_YES;
	assert_int_equal(cpg_scope_set(scope, "R", &variable, false), 0);
	assert_int_equal(cpg_scope_get(scope, "R")->exported, CPG_YES);
	assert_int_equal(cpg_scope_push(scope), 0);
	assert_int_equal(try_set(scope, "R", "3", true), 1);
	assert_string_equal(get(scope, "R"), "1");
}

static void a_readonly_local_variable_of_a_caller_may_be_hidden(void **state)
{
	struct cpg_shell_scope *scope = empty_scope(*state);
	struct cpg_shell_variable variable = scalar(scope, "1");

	variable.readonly = true;
	assert_int_equal(cpg_scope_push(scope), 0);
	assert_int_equal(cpg_scope_set(scope, "R", &variable, true), 0);
	assert_int_equal(cpg_scope_push(scope), 0);
	assert_int_equal(try_set(scope, "R", "2", true), 0);
	assert_string_equal(get(scope, "R"), "2");
}

static void a_computed_variable_keeps_no_assignment(void **state)
{
	struct cpg_shell_scope *scope = empty_scope(*state);

	set(scope, "RANDOM", "5");
	assert_string_equal(get(scope, "RANDOM"), "$");
	assert_int_equal(cpg_scope_unset(scope, "RANDOM"), 0);
	set(scope, "RANDOM", "5");
	assert_string_equal(get(scope, "RANDOM"), "5");
}

static void namerefs_are_followed(void **state)
{
	struct cpg_shell_scope *scope = empty_scope(*state);
	struct cpg_shell_variable reference = scalar(scope, "TARGET");
	struct cpg_shell_variable twice = scalar(scope, "REF");

	reference.nameref = true;
	twice.nameref = true;
	set(scope, "TARGET", "1");
	assert_int_equal(cpg_scope_set(scope, "REF", &reference, false), 0);
	assert_int_equal(cpg_scope_set(scope, "TWICE", &twice, false), 0);
	assert_string_equal(get(scope, "TWICE"), "1");
	set(scope, "TWICE", "2");
	assert_string_equal(get(scope, "TARGET"), "2");
	assert_true(cpg_scope_peek(scope, "TWICE")->nameref);
	assert_int_equal(cpg_scope_unset(scope, "REF"), 0);
	assert_string_equal(get(scope, "TARGET"), "-");
	assert_int_equal(cpg_scope_unset_nameref(scope, "TWICE"), 0);
	assert_int_equal(cpg_scope_peek(scope, "TWICE")->kind, CPG_VARIABLE_UNSET);
}

static void
a_nameref_that_leads_nowhere_is_unknown_and_an_assignment_to_it_too(void **state)
{
	static const char *const targets[] = {"LOOP", "A[1]", "no name"};

	for (size_t i = 0; i < sizeof(targets) / sizeof(*targets); i++) {
		struct cpg_shell_scope *scope = empty_scope(*state);
		struct cpg_shell_variable reference = scalar(scope, targets[i]);

		reference.nameref = true;
		set(scope, "V", "1");
		assert_int_equal(cpg_scope_set(scope, "LOOP", &reference, false), 0);
		assert_string_equal(get(scope, "LOOP"), "?");
		set(scope, "LOOP", "x");
		assert_string_equal(get(scope, "V"), "?");
	}
}

static void forgetting_leaves_what_cannot_have_changed(void **state)
{
	struct cpg_shell_scope *scope = empty_scope(*state);
	struct cpg_shell_variable readonly = scalar(scope, "kept");
	bool all = true;
	size_t count;

	readonly.readonly = true;
	assert_int_equal(cpg_scope_set(scope, "R", &readonly, false), 0);
	set(scope, "V", "1");
	assert_int_equal(cpg_scope_push(scope), 0);
	set_local(scope, "V", "2");
	set_local(scope, "W", "2");
	assert_int_equal(cpg_scope_forget(scope, "a file that cannot be read", here), 0);
	assert_string_equal(get(scope, "V"), "?");
	assert_string_equal(get(scope, "ANY"), "?");
	assert_string_equal(cpg_scope_get(scope, "ANY")->why, "a file that cannot be read");
	assert_string_equal(get(scope, "R"), "kept");
	assert_string_equal(get(scope, "IFS"), " \t\n");
	set(scope, "V", "3");
	assert_string_equal(get(scope, "V"), "3");
	assert_non_null(cpg_scope_names(scope, "", &count, &all));
	assert_false(all);
	assert_int_equal(cpg_scope_pop(scope), 0);
	assert_string_equal(get(scope, "V"), "?");
	assert_string_equal(get(scope, "W"), "?");
}

static void a_local_variable_made_after_forgetting_is_known_again(void **state)
{
	struct cpg_shell_scope *scope = empty_scope(*state);

	assert_int_equal(cpg_scope_forget(scope, "x", here), 0);
	set(scope, "V", "1");
	assert_int_equal(cpg_scope_push(scope), 0);
	set_local(scope, "V", "2");
	assert_int_equal(cpg_scope_pop(scope), 0);
	assert_string_equal(get(scope, "V"), "1");
}

static void one_side_that_forgot_makes_the_join_forget(void **state)
{
	struct cpg_shell_scope *scope = empty_scope(*state);
	struct cpg_shell_scope *other;

	set(scope, "V", "1");
	set(scope, "W", "1");
	assert_int_equal(cpg_scope_push(scope), 0);
	set_local(scope, "W", "2");
	other = copy_of(scope);
	assert_int_equal(cpg_scope_forget(other, "a file", here), 0);
	set(other, "X", "1");
	set(scope, "X", "1");
	join(scope, other);
	assert_string_equal(get(scope, "V"), "?");
	assert_string_equal(get(scope, "NEVER"), "?");
	assert_string_equal(get(scope, "X"), "1");
	assert_int_equal(cpg_scope_pop(scope), 0);
	assert_string_equal(get(scope, "W"), "?");
}

static void names_are_sorted_and_without_those_that_are_unset(void **state)
{
	struct cpg_shell_scope *scope = empty_scope(*state);
	const char *const *names;
	size_t count;
	bool all;

	set(scope, "ZQ_b", "");
	set(scope, "ZQ_a", "");
	set(scope, "ZQ_c", "");
	assert_int_equal(cpg_scope_unset(scope, "ZQ_c"), 0);
	names = cpg_scope_names(scope, "ZQ_", &count, &all);
	assert_int_equal(count, 2);
	assert_true(all);
	assert_string_equal(names[0], "ZQ_a");
	assert_string_equal(names[1], "ZQ_b");
	assert_non_null(cpg_scope_names(scope, "QQ", &count, &all));
	assert_int_equal(count, 0);
}

static void set_exported(struct cpg_shell_scope *scope, const char *name,
			 struct cpg_value value, int exported)
{
	const struct cpg_shell_variable variable = {
		.kind = CPG_VARIABLE_SCALAR, .scalar = value, .exported = exported};

	assert_int_equal(cpg_scope_set(scope, name, &variable, false), 0);
}

static void a_child_sees_what_is_exported_and_knows_what_is_known(void **state)
{
	struct cpg_shell_scope *scope = empty_scope(*state);
	struct cpg_environment seen;

	set_exported(scope, "KNOWN", text(scope, "v"), CPG_YES);
	set_exported(scope, "PLAIN", text(scope, "v"), CPG_NO);
	set_exported(scope, "GAP", gap(scope), CPG_YES);
	set_exported(scope, "MAYBE", text(scope, "v"), CPG_UNKNOWN);
	assert_int_equal(cpg_scope_environment(scope, &seen), 0);
	assert_true(holds(seen.known, "KNOWN=v"));
	assert_false(holds(seen.known, "PLAIN=v"));
	assert_false(holds(seen.unknown, "PLAIN"));
	assert_true(holds(seen.unknown, "GAP"));
	assert_true(holds(seen.unknown, "MAYBE"));
	assert_false(holds(seen.unknown, "KNOWN"));
	assert_false(seen.more);
	assert_int_equal(cpg_scope_forget(scope, "x", here), 0);
	assert_int_equal(cpg_scope_environment(scope, &seen), 0);
	assert_true(seen.more);
}

static void a_variable_exported_on_one_side_is_perhaps_exported(void **state)
{
	struct cpg_shell_scope *scope = empty_scope(*state);
	struct cpg_shell_scope *other;

	set(scope, "V", "1");
	other = copy_of(scope);
	set_exported(other, "V", text(scope, "1"), CPG_YES);
	join(scope, other);
	assert_string_equal(get(scope, "V"), "1");
	assert_int_equal(cpg_scope_get(scope, "V")->exported, CPG_UNKNOWN);
}

static void a_child_shell_begins_with_what_is_exported_alone(void **state)
{
	static const struct cpg_shell_command f;
	struct cpg_shell_scope *scope = empty_scope(*state);
	struct cpg_shell_scope *child;
	bool unknown;

	set_exported(scope, "KNOWN", text(scope, "v"), CPG_YES);
	set_exported(scope, "GAP", gap(scope), CPG_YES);
	set_exported(scope, "MAYBE", text(scope, "v"), CPG_UNKNOWN);
	set_exported(scope, "IFS", text(scope, ","), CPG_YES);
	set(scope, "PLAIN", "v");
	set_array(scope, "ARRAY", "a b");
	cpg_scope_set_option(scope, CPG_SET_ERREXIT, CPG_YES);
	cpg_scope_set_directory(scope, text(scope, "/d"));
	assert_int_equal(cpg_scope_define(scope, "f", &f), 0);
	assert_int_equal(cpg_scope_define(scope, "g", &f), 0);
	assert_int_equal(cpg_scope_export_function(scope, "g", true), 0);
	assert_int_equal(cpg_scope_export_function(scope, "none", true), 0);
	assert_int_equal(cpg_scope_push(scope), 0);
	child = cpg_scope_child(scope);
	assert_non_null(child);
	assert_string_equal(get(child, "KNOWN"), "v");
	assert_string_equal(get(child, "GAP"), "$");
	assert_string_equal(get(child, "MAYBE"), "?");
	assert_string_equal(get(child, "PLAIN"), "-");
	assert_string_equal(get(child, "ARRAY"), "-");
	assert_string_equal(get(child, "IFS"), " \t\n");
	assert_int_equal(cpg_scope_option(child, CPG_SET_ERREXIT), CPG_NO);
	assert_true(cpg_value_known(cpg_scope_directory(child)));
	assert_null(cpg_scope_function(child, "f", &unknown));
	assert_ptr_equal(cpg_scope_function(child, "g", &unknown), &f);
	assert_int_equal(cpg_scope_frames(child), 0);
	set(child, "KNOWN", "w");
	assert_string_equal(get(scope, "KNOWN"), "v");
}

static void elements_are_set_read_and_unset(void **state)
{
	struct cpg_shell_scope *scope = empty_scope(*state);
	struct cpg_shell_variable array = {.kind = CPG_VARIABLE_UNSET};
	struct cpg_value value;

	assert_int_equal(cpg_variable_set_at(*state, &array, 5, text(scope, "f"), &array),
			 0);
	assert_int_equal(cpg_variable_set_at(*state, &array, 2, text(scope, "c"), &array),
			 0);
	assert_int_equal(cpg_variable_set_at(*state, &array, 5, text(scope, "g"), &array),
			 0);
	assert_int_equal(cpg_variable_append(*state, &array, text(scope, "h"), &array), 0);
	assert_int_equal(array.count, 3);
	assert_int_equal(cpg_variable_at(&array, 6, &value), CPG_YES);
	assert_string_equal(cpg_value_flat(*state, value).bytes, "h");
	assert_int_equal(cpg_variable_at(&array, -2, &value), CPG_YES);
	assert_string_equal(cpg_value_flat(*state, value).bytes, "g");
	assert_int_equal(cpg_variable_at(&array, 3, &value), CPG_NO);
	assert_int_equal(cpg_variable_at(&array, -8, &value), CPG_NO);
	assert_int_equal(cpg_variable_unset_at(*state, &array, -1, &array), 0);
	assert_int_equal(cpg_variable_unset_at(*state, &array, 0, &array), 0);
	assert_int_equal(array.count, 2);
}

static void a_scalar_is_the_first_element_of_the_array_it_becomes(void **state)
{
	struct cpg_shell_scope *scope = empty_scope(*state);
	struct cpg_shell_variable variable = scalar(scope, "x");
	struct cpg_value value;

	assert_int_equal(cpg_variable_at(&variable, 0, &value), CPG_YES);
	assert_int_equal(cpg_variable_at(&variable, 1, &value), CPG_NO);
	variable.exported = CPG_YES;
	assert_int_equal(
		cpg_variable_append(*state, &variable, text(scope, "y"), &variable), 0);
	assert_int_equal(cpg_scope_set(scope, "A", &variable, false), 0);
	assert_string_equal(array_text(scope, "A"), "0=x 1=y ");
	assert_int_equal(variable.exported, CPG_YES);
	variable = scalar(scope, "x");
	assert_int_equal(cpg_variable_unset_at(*state, &variable, 0, &variable), 0);
	assert_int_equal(variable.kind, CPG_VARIABLE_UNSET);
}

static void a_loose_array_knows_its_beginning_only(void **state)
{
	struct cpg_shell_scope *scope = empty_scope(*state);
	struct cpg_shell_variable array = {.kind = CPG_VARIABLE_INDEXED, .loose = true};
	struct cpg_value value;

	assert_int_equal(cpg_variable_at(&array, 0, &value), CPG_UNKNOWN);
	assert_int_equal(cpg_variable_set_at(*state, &array, 0, text(scope, "a"), &array),
			 0);
	assert_int_equal(cpg_variable_set_at(*state, &array, 7, text(scope, "b"), &array),
			 0);
	assert_int_equal(cpg_variable_append(*state, &array, text(scope, "c"), &array), 0);
	assert_int_equal(array.count, 1);
	assert_int_equal(cpg_variable_at(&array, 0, &value), CPG_YES);
	assert_int_equal(cpg_variable_at(&array, 7, &value), CPG_UNKNOWN);
	assert_int_equal(cpg_variable_at(&array, -1, &value), CPG_YES);
	assert_int_equal(cpg_variable_set_at(*state, &array, 7, text(scope, "b"), &array),
			 0);
	assert_int_equal(cpg_variable_at(&array, -1, &value), CPG_UNKNOWN);
	assert_int_equal(cpg_variable_unset_at(*state, &array, -1, &array), 0);
	assert_int_equal(array.count, 0);
}

/* The words behind the known places: * is any number. */
static const char *rest_text(struct cpg_shell_scope *scope, struct cpg_row rest)
{
	struct cpg_buffer shown = {.arena = cpg_scope_arena(scope)};

	for (size_t i = 0; i < rest.count; i++)
		cpg_buffer_printf(
			&shown, "%s ",
			rest.items[i].many ? "*"
			: cpg_value_known(rest.items[i].value)
				? cpg_value_flat(shown.arena, rest.items[i].value).bytes
				: "$");
	return cpg_buffer_finish(&shown);
}

/* Appends the words of `words`, of which * is any number, to the array A. */
static void append_words(struct cpg_shell_scope *scope, const char *words)
{
	struct cpg_arena *arena = cpg_scope_arena(scope);
	struct cpg_shell_variable array = *cpg_scope_get(scope, "A");
	char *copy = cpg_arena_string(arena, words);
	struct cpg_value gap;

	array.kind = CPG_VARIABLE_INDEXED;
	assert_int_equal(
		cpg_value_unknown(arena, "test", (struct cpg_origin){NULL, 0}, &gap), 0);
	for (char *word; (word = strtok_r(copy, " ", &copy)) != NULL;) {
		if (strcmp(word, "*") == 0)
			assert_int_equal(
				cpg_variable_append_many(arena, &array, gap, &array), 0);
		else
			assert_int_equal(cpg_variable_append(arena, &array,
							     text(scope, word), &array),
					 0);
	}
	assert_int_equal(cpg_scope_set(scope, "A", &array, false), 0);
}

static void words_behind_many_keep_their_order(void **state)
{
	static const struct {
		const char *before;
		const char *a;
		const char *b;
		const char *placed;
		const char *rest;
	} rows[] = {
		{"a * b", "", "", "0=a ...", "* b "},
		{"a", "", "b", "0=a ...", "* "},
		{"a", "* b", "* b c", "0=a ...", "* b * "},
		{"a", "* b", "* c", "0=a ...", "* $ "},
		{"a", "* b", "b", "0=a ...", "* "},
		{"a * b", "c", "", "0=a ...", "* b * "},
		{"a *", "* b *", "b", "0=a ...", "* b * "},
		{"", "a b", "c b", "0=$ 1=b ", ""},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct cpg_shell_scope *scope = empty_scope(*state);
		struct cpg_shell_scope *other;

		append_words(scope, rows[i].before);
		other = copy_of(scope);
		append_words(scope, rows[i].a);
		append_words(other, rows[i].b);
		join(scope, other);
		assert_string_equal(array_text(scope, "A"), rows[i].placed);
		assert_string_equal(rest_text(scope, cpg_scope_get(scope, "A")->rest),
				    rows[i].rest);
	}
}

static void what_is_set_or_unset_behind_many_is_not_known(void **state)
{
	struct cpg_shell_scope *scope = empty_scope(*state);
	const struct cpg_shell_variable *array;
	struct cpg_shell_variable changed;

	append_words(scope, "a b * c");
	array = cpg_scope_get(scope, "A");
	assert_int_equal(cpg_variable_set_at(*state, array, 1, text(scope, "x"), &changed),
			 0);
	assert_string_equal(rest_text(scope, changed.rest), "* c ");
	assert_int_equal(cpg_variable_set_at(*state, array, 2, text(scope, "x"), &changed),
			 0);
	assert_int_equal(changed.count, 3);
	assert_string_equal(rest_text(scope, changed.rest), "");
	assert_int_equal(cpg_variable_set_at(*state, array, 5, text(scope, "x"), &changed),
			 0);
	assert_int_equal(changed.count, 2);
	assert_string_equal(rest_text(scope, changed.rest), "");
	assert_int_equal(cpg_variable_unset_at(*state, array, 0, &changed), 0);
	assert_string_equal(rest_text(scope, changed.rest), "* c ");
	assert_int_equal(cpg_variable_unset_at(*state, array, 3, &changed), 0);
	assert_int_equal(changed.count, 2);
	assert_string_equal(rest_text(scope, changed.rest), "");
	assert_string_equal(rest_text(scope, array->rest), "* c ");
}

static void appending_leaves_earlier_arrays_as_they_were(void **state)
{
	struct cpg_shell_scope *scope = empty_scope(*state);
	struct cpg_shell_variable one = {.kind = CPG_VARIABLE_INDEXED};
	struct cpg_shell_variable a;
	struct cpg_shell_variable b;

	assert_int_equal(cpg_variable_append(*state, &one, text(scope, "x"), &one), 0);
	assert_int_equal(cpg_variable_append(*state, &one, text(scope, "a"), &a), 0);
	assert_int_equal(cpg_variable_append(*state, &one, text(scope, "b"), &b), 0);
	assert_int_equal(cpg_scope_set(scope, "ONE", &one, false), 0);
	assert_int_equal(cpg_scope_set(scope, "A", &a, false), 0);
	assert_int_equal(cpg_scope_set(scope, "B", &b, false), 0);
	assert_string_equal(array_text(scope, "ONE"), "0=x ");
	assert_string_equal(array_text(scope, "A"), "0=x 1=a ");
	assert_string_equal(array_text(scope, "B"), "0=x 1=b ");
}

static void keys_past_the_limit_make_an_array_loose(void **state)
{
	struct cpg_shell_scope *scope = empty_scope(*state);
	struct cpg_shell_variable array = {.kind = CPG_VARIABLE_ASSOCIATIVE};
	struct cpg_value value;

	for (int i = 0; i <= CPG_ARRAY_KEYS; i++) {
		const char *key = cpg_arena_printf(*state, "k%d", i);

		assert_false(array.loose);
		assert_int_equal(cpg_variable_set_at_key(*state, &array, key,
							 text(scope, "v"), &array),
				 0);
	}
	assert_true(array.loose);
	assert_int_equal(cpg_variable_at_key(&array, "k0", &value), CPG_UNKNOWN);
	assert_int_equal(cpg_variable_unset_at_key(*state, &array, "k0", &array), 0);
}

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void thousands_of_branches_over_many_variables_cost_little(void **state)
{
	struct cpg_shell_scope *scope = empty_scope(*state);
	double start = seconds();
	size_t before;

	for (int i = 0; i < 2000; i++)
		set(scope, cpg_arena_printf(*state, "VARIABLE_%d", i), "value");
	before = cpg_arena_used(*state);
	for (int i = 0; i < 10000; i++) {
		struct cpg_shell_scope *other = copy_of(scope);

		set(other, cpg_arena_printf(*state, "VARIABLE_%d", i % 2000), "other");
		join(scope, other);
	}
	assert_string_equal(get(scope, "VARIABLE_1999"), "$");
	assert_true(seconds() - start < 2);
	assert_true(cpg_arena_used(*state) - before < 32 << 20);
}

static void appending_one_by_one_costs_little(void **state)
{
	struct cpg_shell_scope *scope = empty_scope(*state);
	struct cpg_value value = text(scope, "x");
	size_t before = cpg_arena_used(*state);

	for (int i = 0; i < 20000; i++) {
		struct cpg_shell_variable array = *cpg_scope_get(scope, "A");

		assert_int_equal(cpg_variable_append(*state, &array, value, &array), 0);
		assert_int_equal(cpg_scope_set(scope, "A", &array, false), 0);
	}
	assert_int_equal(cpg_scope_get(scope, "A")->count, 20000);
	assert_true(cpg_arena_used(*state) - before < 16 << 20);
}

/* Everything once, until there is no memory left. Returns whether it all went well. */
static bool use(struct cpg_arena *arena)
{
	static const struct cpg_shell_command f;
	static const char *const known[] = {"A=1", "BASH_FUNC_x%%=()", NULL};
	const struct cpg_environment environment = {.known = known};
	struct cpg_shell_variable variable = {.kind = CPG_VARIABLE_SCALAR};
	struct cpg_shell_scope *scope = cpg_scope_new(arena, &environment);
	struct cpg_shell_scope *other = scope ? cpg_scope_copy(scope) : NULL;
	struct cpg_environment seen;
	size_t count;
	bool all;

	return other && cpg_scope_push(scope) == 0 && cpg_scope_push(other) == 0 &&
	       cpg_scope_set(other, "A", &variable, true) == 0 &&
	       cpg_variable_append(arena, &variable, cpg_value_empty, &variable) == 0 &&
	       cpg_scope_set(scope, "B", &variable, false) == 0 &&
	       cpg_scope_define(scope, "f", &f) == 0 &&
	       cpg_scope_join(scope, other, "x", here) == 0 && cpg_scope_pop(scope) == 0 &&
	       cpg_scope_environment(scope, &seen) == 0 && cpg_scope_child(scope) &&
	       cpg_scope_names(scope, "", &count, &all) &&
	       cpg_scope_unset(scope, "A") == 0 && cpg_scope_forget(scope, "x", here) == 0;
}

static void running_out_of_memory_is_an_ordinary_failure(void **state)
{
	size_t budget = 0;
	bool done = false;

	(void)state;
	for (; !done && budget < 1 << 20; budget += 97) {
		struct cpg_arena *arena __attribute__((cleanup(cpg_arena_cleanup))) =
			cpg_arena_new(budget);

		done = use(arena);
	}
	assert_true(done);
	assert_true(budget > 4096);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_new_scope_has_the_environment_and_what_bash_sets),
		cmocka_unit_test(
			every_other_name_is_unknown_where_the_environment_may_hold_more),
		cmocka_unit_test(functions_of_the_environment_are_unknown_ones),
		cmocka_unit_test(a_copy_and_its_original_change_apart),
		cmocka_unit_test(what_differs_is_unknown_after_a_join),
		cmocka_unit_test(a_join_keeps_the_origin_that_the_scope_has),
		cmocka_unit_test(arrays_keep_the_beginning_that_they_share),
		cmocka_unit_test(an_array_and_a_text_join_to_nothing_known),
		cmocka_unit_test(associative_arrays_keep_the_keys_that_both_have),
		cmocka_unit_test(options_parameters_directory_and_status_are_joined),
		cmocka_unit_test(functions_that_differ_are_unknown_after_a_join),
		cmocka_unit_test(
			a_local_variable_hides_the_global_one_until_the_frame_is_popped),
		cmocka_unit_test(declare_g_changes_the_global_variable_below_local_ones),
		cmocka_unit_test(unset_uncovers_what_a_callers_local_variable_hid),
		cmocka_unit_test(what_one_side_made_local_comes_back_unknown),
		cmocka_unit_test(a_variable_that_may_be_local_is_unset_either_way),
		cmocka_unit_test(scopes_of_different_depth_join_to_nothing_known),
		cmocka_unit_test(a_readonly_variable_stays_as_it_is),
		cmocka_unit_test(a_readonly_local_variable_of_a_caller_may_be_hidden),
		cmocka_unit_test(a_computed_variable_keeps_no_assignment),
		cmocka_unit_test(namerefs_are_followed),
		cmocka_unit_test(
			a_nameref_that_leads_nowhere_is_unknown_and_an_assignment_to_it_too),
		cmocka_unit_test(forgetting_leaves_what_cannot_have_changed),
		cmocka_unit_test(a_local_variable_made_after_forgetting_is_known_again),
		cmocka_unit_test(one_side_that_forgot_makes_the_join_forget),
		cmocka_unit_test(names_are_sorted_and_without_those_that_are_unset),
		cmocka_unit_test(a_child_sees_what_is_exported_and_knows_what_is_known),
		cmocka_unit_test(a_variable_exported_on_one_side_is_perhaps_exported),
		cmocka_unit_test(a_child_shell_begins_with_what_is_exported_alone),
		cmocka_unit_test(elements_are_set_read_and_unset),
		cmocka_unit_test(a_scalar_is_the_first_element_of_the_array_it_becomes),
		cmocka_unit_test(a_loose_array_knows_its_beginning_only),
		cmocka_unit_test(words_behind_many_keep_their_order),
		cmocka_unit_test(what_is_set_or_unset_behind_many_is_not_known),
		cmocka_unit_test(appending_leaves_earlier_arrays_as_they_were),
		cmocka_unit_test(keys_past_the_limit_make_an_array_loose),
		cmocka_unit_test(thousands_of_branches_over_many_variables_cost_little),
		cmocka_unit_test(appending_one_by_one_costs_little),
		cmocka_unit_test(running_out_of_memory_is_an_ordinary_failure),
	};

	return cmocka_run_group_tests(tests, make_arena, free_arena);
}
