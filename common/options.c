#include "cpguard/options.h"

#include <errno.h>

#include "cpguard/pyint.h"
#include "cpguard/text.h"

static const struct {
	const char *name;
	const char *variable;
} table[CPG_OPTION_COUNT] = {
	[CPG_OPTION_HF_CHECKPOINT] = {"hf-checkpoint", "CPGUARD_HF_CHECKPOINT"},
	[CPG_OPTION_ALLGATHER_CP] = {"allgather-cp", "CPGUARD_ALLGATHER_CP"},
	[CPG_OPTION_CONTEXT_PARALLEL_SIZE] = {"context-parallel-size",
					      "CPGUARD_CONTEXT_PARALLEL_SIZE"},
};

static int no_memory(struct cpg_error *err)
{
	return cpg_error_set(err, ENOMEM, "no memory left for the options");
}

const char *cpg_option_name(enum cpg_option option)
{
	return table[option].name;
}

bool cpg_options_given(const struct cpg_options *options)
{
	return options->hf_checkpoint || options->allgather_cp ||
	       options->context_parallel_size;
}

static int check_size(struct cpg_arena *arena, const char *value, struct cpg_error *err)
{
	struct cpg_int size;

	if (cpg_int_check(cpg_text_of(value)) == 1) {
		if (cpg_int_parse(arena, cpg_text_of(value), &size) != 1)
			return no_memory(err);
		if (size.value >= 1)
			return 0;
	}
	return cpg_error_set(
		err, CPG_E_USAGE,
		"--context-parallel-size takes a whole number from 1 up, not '%s'", value);
}

int cpg_option_check(struct cpg_arena *arena, enum cpg_option option, const char *value,
		     struct cpg_error *err)
{
	switch (option) {
	case CPG_OPTION_HF_CHECKPOINT:
		if (value[0] == '\0')
			return cpg_error_set(
				err, CPG_E_USAGE,
				"--hf-checkpoint takes a path or a hub id, not an "
				"empty value (a variable that is not set?)");
		return 0;
	case CPG_OPTION_CONTEXT_PARALLEL_SIZE:
		return check_size(arena, value, err);
	case CPG_OPTION_ALLGATHER_CP:
	case CPG_OPTION_COUNT:
		break;
	}
	return 0;
}

int cpg_options_take(struct cpg_arena *arena, struct cpg_options *options,
		     enum cpg_option option, const char *value, struct cpg_error *err)
{
	if (cpg_option_check(arena, option, value, err) < 0)
		return -1;
	switch (option) {
	case CPG_OPTION_HF_CHECKPOINT:
		options->hf_checkpoint = value;
		break;
	case CPG_OPTION_ALLGATHER_CP:
		options->allgather_cp = true;
		break;
	case CPG_OPTION_CONTEXT_PARALLEL_SIZE:
		options->context_parallel_size = value;
		break;
	case CPG_OPTION_COUNT:
		break;
	}
	return 0;
}

/* The value of a given option as the job gets it, NULL when it was not given. Sets *failed
 * when there is no memory. */
static const char *value_of(struct cpg_arena *arena, const struct cpg_options *options,
			    enum cpg_option option, bool *failed)
{
	struct cpg_int size;

	switch (option) {
	case CPG_OPTION_HF_CHECKPOINT:
		return options->hf_checkpoint;
	case CPG_OPTION_ALLGATHER_CP:
		return options->allgather_cp ? "1" : NULL;
	case CPG_OPTION_CONTEXT_PARALLEL_SIZE:
		if (!options->context_parallel_size)
			return NULL;
		if (cpg_int_parse(arena, cpg_text_of(options->context_parallel_size),
				  &size) == 1)
			return size.digits;
		*failed = true;
		return NULL;
	case CPG_OPTION_COUNT:
		break;
	}
	return NULL;
}

/* "--name=value", or "--name" for the flag. */
static char *as_word(struct cpg_arena *arena, enum cpg_option option, const char *value)
{
	if (option == CPG_OPTION_ALLGATHER_CP)
		return cpg_arena_printf(arena, "--%s", table[option].name);
	return cpg_arena_printf(arena, "--%s=%s", table[option].name, value);
}

int cpg_options_launch(struct cpg_arena *arena, const struct cpg_options *options,
		       struct cpg_launch *launch, struct cpg_error *err)
{
	struct cpg_word *argv = cpg_arena_array(arena, CPG_OPTION_COUNT, sizeof(*argv));
	bool failed = !argv;
	size_t argc = 0;

	for (enum cpg_option option = 0; option < CPG_OPTION_COUNT && !failed; option++) {
		const char *value = value_of(arena, options, option, &failed);

		if (!value)
			continue;
		argv[argc].text = as_word(arena, option, value);
		failed = failed || !argv[argc++].text;
	}
	if (failed)
		return no_memory(err);
	launch->source = CPG_LAUNCH_OPTIONS;
	launch->argv = argv;
	launch->argc = argc;
	launch->program = 0;
	return 0;
}

int cpg_options_facts(struct cpg_arena *arena, const struct cpg_options *options,
		      struct cpg_facts *facts, struct cpg_error *err)
{
	const char *size = options->context_parallel_size;

	*facts = (struct cpg_facts){
		.allgather_cp = {.value = options->allgather_cp ? CPG_YES : CPG_NO,
				 .given = options->allgather_cp},
		.context_parallel_size = {.known = true, .given = size != NULL},
		.hf_checkpoint = {.known = true,
				  .path = options->hf_checkpoint,
				  .given = options->hf_checkpoint != NULL},
		.debug_rollout_only.value = CPG_NO,
	};
	if (cpg_int_parse(arena, cpg_text_of(size ? size : "1"),
			  &facts->context_parallel_size.size) != 1)
		return no_memory(err);
	return 0;
}

int cpg_options_variables(struct cpg_arena *arena, const struct cpg_options *options,
			  struct cpg_variable variables[CPG_OPTIONS_VARIABLES],
			  struct cpg_error *err)
{
	struct cpg_buffer args = {.arena = arena};
	bool failed = false;
	int count = 0;

	for (enum cpg_option option = 0; option < CPG_OPTION_COUNT && !failed; option++) {
		const char *value = value_of(arena, options, option, &failed);
		const char *word = value ? as_word(arena, option, value) : NULL;

		failed = failed || (value && !word);
		if (!word)
			continue;
		cpg_buffer_printf(&args, "%s%s", count ? " " : "", word);
		variables[count++] = (struct cpg_variable){table[option].variable, value};
	}
	if (count == 0 && !failed)
		return 0;
	variables[count] = (struct cpg_variable){"CPGUARD_ARGS", cpg_buffer_finish(&args)};
	if (failed || !variables[count].value)
		return no_memory(err);
	return count + 1;
}
