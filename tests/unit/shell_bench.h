/* A shell for the tests of what it is made of: a script is run in it, and then words are
 * expanded, which are shown as one line of text.
 *
 *   <a b>      a word       (?)  a gap in it      <...>*  any number of words
 */
#ifndef CPGUARD_TEST_SHELL_BENCH_H
#define CPGUARD_TEST_SHELL_BENCH_H

#include <stdio.h>
#include <string.h>

#include "test.h"

#include "cpguard/shell.h"
#include "cpguard/shell_eval.h"
#include "cpguard/shell_expand.h"

struct bench {
	struct cpg_arena *arena;
	struct cpg_shell_world world;
	struct cpg_shell shell;
};

/* HOME and PWD are known, MAYBE is not known to be set, nothing else is set. */
static inline void make_bench(struct bench *bench, struct cpg_arena *arena,
			      const char *directory)
{
	static const char *const unknown[] = {"MAYBE", NULL};
	const char **known = cpg_arena_array(arena, 3, sizeof(*known));
	struct cpg_environment environment = {.known = known, .unknown = unknown};
	struct cpg_value value;

	assert_non_null(known);
	known[0] = "HOME=/home/u";
	known[1] = cpg_arena_printf(arena, "PWD=%s", directory);
	*bench = (struct bench){.arena = arena, .world = {.arena = arena}};
	bench->shell = (struct cpg_shell){.world = &bench->world, .arena = arena};
	bench->shell.scope = cpg_scope_new(arena, &environment);
	assert_non_null(bench->shell.scope);
	assert_int_equal(cpg_value_string(arena, directory, &value), 0);
	cpg_scope_set_directory(bench->shell.scope, value);
	assert_int_equal(cpg_value_string(arena, "run.sh", &bench->shell.name), 0);
}

static inline const struct cpg_shell_list *parse(struct bench *bench, const char *script)
{
	const struct cpg_shell_source source = {
		.file = "run.sh",
		.line = 1,
		.text = cpg_text_of(script),
		.extglob = true,
	};
	const struct cpg_shell_list *list;
	struct cpg_error err;

	assert_int_equal(cpg_shell_parse(bench->arena, &source, &list, &err), 0);
	if (list->broken)
		fail_msg("%s: %s", script, list->why);
	return list;
}

static inline void run(struct bench *bench, const char *script)
{
	struct cpg_shell_flow flow = {.kind = CPG_FLOW_NEXT};
	struct cpg_error err;

	assert_int_equal(cpg_shell_run(&bench->shell, parse(bench, script), &flow, &err),
			 0);
}

static inline void show_value(struct cpg_buffer *out, struct cpg_value value)
{
	for (size_t i = 0; i < value.count; i++) {
		const struct cpg_text *text = &value.pieces[i].text;

		if (text->bytes)
			cpg_buffer_bytes(out, text->bytes, text->length);
		else
			cpg_buffer_string(out, "(?)");
	}
}

static inline void show_fields(struct cpg_buffer *out, const struct cpg_fields *fields)
{
	for (size_t i = 0; i < fields->count; i++) {
		cpg_buffer_string(out, "<");
		show_value(out, fields->items[i].value);
		cpg_buffer_string(out, fields->items[i].many ? ">*" : ">");
	}
}

static inline void show_end(struct cpg_buffer *out, const struct cpg_expansion *how)
{
	static const char *const ends[] = {
		[CPG_EXPANSION_LINE] = "discarded",
		[CPG_EXPANSION_TEXTS] = "discarded with all texts",
		[CPG_EXPANSION_SHELL] = "failed",
	};

	if (how->failed)
		cpg_buffer_printf(out, "%s: %s", ends[how->end], how->why);
	else if (how->maybe)
		cpg_buffer_string(out, " maybe");
}

static inline const struct cpg_shell_command *
first_command(const struct cpg_shell_list *list)
{
	assert_true(list->count > 0);
	return &list->items[0].pipeline.commands[0];
}

/* Expands the words, which stand behind a command's name, and shows them. */
static inline const char *expand(struct bench *bench, const char *words)
{
	const char *script = cpg_arena_printf(bench->arena, "x %s", words);
	const struct cpg_shell_command *command = first_command(parse(bench, script));
	struct cpg_buffer out = {.arena = bench->arena};
	struct cpg_expansion how;
	struct cpg_fields fields;
	struct cpg_error err;

	assert_int_equal(cpg_shell_expand_words(&bench->shell, command->arguments + 1,
						command->argument_count - 1, &fields, &how,
						&err),
			 0);
	if (!how.failed)
		show_fields(&out, &fields);
	show_end(&out, &how);
	return cpg_buffer_finish(&out);
}

struct expansion_case {
	const char *script; /* run before; NULL: nothing */
	const char *words;
	const char *expected;
};

/* Each case in a shell of its own. */
static inline void check_expansions(struct cpg_arena *arena, const char *directory,
				    const struct expansion_case *cases, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct bench bench;
		const char *got;

		make_bench(&bench, arena, directory);
		if (cases[i].script)
			run(&bench, cases[i].script);
		got = expand(&bench, cases[i].words);
		if (strcmp(got, cases[i].expected) != 0)
			fail_msg("%s; %s: %s, not %s",
				 cases[i].script ? cases[i].script : "", cases[i].words,
				 got, cases[i].expected);
	}
}

#define CHECK(state, cases) \
	check_expansions(*(state), "/nowhere", cases, sizeof(cases) / sizeof(*(cases)))

#endif
