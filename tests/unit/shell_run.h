/* Runs a script's text in a fresh shell, for the tests of what walks scripts.
 */
#ifndef CPGUARD_TEST_SHELL_RUN_H
#define CPGUARD_TEST_SHELL_RUN_H

#include <string.h>

#include "cpguard/shell.h"
#include "cpguard/shell_eval.h"
#include "test.h"

/* Where a script runs. Zero-initialised: in /, with nothing but UNKNOWN in its environment, of
 * which nothing is known. */
struct run_place {
	const char *directory;
	const char *const *known;   /* NAME=value */
	const char *const *unknown; /* names besides UNKNOWN; NULL: UNKNOWN alone */
	const char *const *words;   /* positional parameters, NULL behind the last */
	bool on_node;
	bool posix;
	bool unknown_input;
};

/* What came of it. */
struct run {
	struct cpg_shell_world world;
	const char *output; /* gaps are <?> */
	int status;
	int rc;
	struct cpg_error error;
};

static inline const char *shown_value(struct cpg_arena *arena, struct cpg_value value)
{
	struct cpg_buffer shown = {.arena = arena};

	for (size_t i = 0; i < value.count; i++) {
		if (value.pieces[i].text.bytes)
			cpg_buffer_bytes(&shown, value.pieces[i].text.bytes,
					 value.pieces[i].text.length);
		else
			cpg_buffer_string(&shown, "<?>");
	}
	return cpg_buffer_finish(&shown);
}

static inline struct cpg_value value_of(struct cpg_arena *arena, const char *text)
{
	struct cpg_value value;

	assert_int_equal(cpg_value_string(arena, text, &value), 0);
	return value;
}

/* Fills the script that `text` is, with its parameters. */
static inline void make_script(struct cpg_arena *arena, const char *text,
			       const struct run_place *place,
			       struct cpg_shell_script *script)
{
	struct cpg_field *fields = cpg_arena_array(arena, 16, sizeof(*fields));

	assert_non_null(fields);
	*script = (struct cpg_shell_script){
		.file = "script.sh",
		.name = value_of(arena, "./script.sh"),
		.parameters = fields,
		.posix = place->posix,
	};
	assert_int_equal(cpg_value_text(arena, cpg_text_of(text),
					(struct cpg_origin){"script.sh", 1}, &script->text),
			 0);
	for (size_t i = 0; place->words && place->words[i]; i++)
		fields[script->parameter_count++].value = value_of(arena, place->words[i]);
}

static inline void run_script(struct cpg_arena *arena, const char *text,
			      const struct run_place *place, struct run *run)
{
	static const char *const unknown[] = {"UNKNOWN", NULL};
	struct cpg_environment environment = {
		.known = place->known,
		.unknown = place->unknown ? place->unknown : unknown,
	};
	struct cpg_shell_output output = {.unsure = false};
	struct cpg_shell shell = {
		.world = &run->world,
		.arena = arena,
		.output = &output,
		.input = place->unknown_input ? NULL : &cpg_value_empty,
	};
	struct cpg_shell_script script;

	*run = (struct run){.world = {.arena = arena, .on_node = place->on_node}};
	shell.scope = cpg_scope_new(arena, &environment);
	assert_non_null(shell.scope);
	cpg_scope_set_directory(shell.scope,
				value_of(arena, place->directory ? place->directory : "/"));
	make_script(arena, text, place, &script);
	run->rc = cpg_shell_run_script(&shell, &script, &run->error);
	run->output = output.unsure ? "<?>" : shown_value(arena, output.text);
	run->status = cpg_scope_status(shell.scope);
}

/* The launches, one a line: its words, <?> for what is not known, <?>* for any number of words,
 * with (?) before one that is conditional. */
static inline const char *shown_launches(struct cpg_arena *arena, const struct run *run)
{
	struct cpg_buffer shown = {.arena = arena};

	for (size_t i = 0; i < run->world.launches.count; i++) {
		const struct cpg_launch *launch = &run->world.launches.items[i];

		cpg_buffer_string(&shown, launch->conditional ? "(?)" : "");
		for (size_t j = 0; j < launch->argc; j++) {
			const struct cpg_word *word = &launch->argv[j];

			cpg_buffer_printf(&shown, "%s%s%s%s", j ? " " : "",
					  word->text ? word->text : word->prefix,
					  word->text ? "" : "<?>", word->many ? "*" : "");
		}
		cpg_buffer_string(&shown, "\n");
	}
	return cpg_buffer_finish(&shown);
}

/* A script and what it prints. */
struct printing_case {
	const char *script;
	const char *output;
};

static inline void check_printing(struct cpg_arena *arena, const struct run_place *place,
				  const struct printing_case *cases, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct run run;

		run_script(arena, cases[i].script, place, &run);
		if (run.rc != 0)
			fail_msg("%s: %s", cases[i].script, run.error.text);
		if (strcmp(run.output, cases[i].output) != 0)
			fail_msg("%s\nprints: %s\nnot:    %s", cases[i].script, run.output,
				 cases[i].output);
	}
}

/* Checks a table in the root directory with an environment that is empty but for UNKNOWN. */
#define CHECK_PRINTING(state, cases) \
	check_printing(*(state), &(struct run_place){.directory = "/"}, cases, \
		       sizeof(cases) / sizeof((cases)[0]))

/* A script and the launches that it starts. */
static inline void check_launches(struct cpg_arena *arena, const struct run_place *place,
				  const struct printing_case *cases, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct run run;
		const char *launches;

		run_script(arena, cases[i].script, place, &run);
		if (run.rc != 0)
			fail_msg("%s: %s", cases[i].script, run.error.text);
		launches = shown_launches(arena, &run);
		if (strcmp(launches, cases[i].output) != 0)
			fail_msg("%s\nlaunches: %s\nnot:      %s", cases[i].script,
				 launches, cases[i].output);
	}
}

#define CHECK_LAUNCHES(state, cases) \
	check_launches(*(state), &(struct run_place){.directory = "/"}, cases, \
		       sizeof(cases) / sizeof((cases)[0]))

#endif
