#include <string.h>

#include "cpguard/report.h"
#include "spank_cpguard.h"

#define ENVIRONMENT_PREFIX "SLURM_SPANK__SLURM_SPANK_OPTION_cpguard_"

static int take_option(int val, const char *optarg, int remote);

static struct spank_option table[CPG_OPTION_COUNT] = {
	[CPG_OPTION_HF_CHECKPOINT] =
		{(char *)"hf-checkpoint", (char *)"PATH",
		 (char *)"checkpoint that the job trains, checked by cpguard "
			 "(path or hub id)",
		 1, CPG_OPTION_HF_CHECKPOINT, take_option},
	[CPG_OPTION_ALLGATHER_CP] =
		{(char *)"allgather-cp", NULL,
		 (char *)"the job trains with --allgather-cp (DSA models "
			 "only, checked by cpguard)",
		 0, CPG_OPTION_ALLGATHER_CP, take_option},
	[CPG_OPTION_CONTEXT_PARALLEL_SIZE] = {(char *)"context-parallel-size", (char *)"N",
					      (char *)"context-parallel size that the job "
						      "trains with, from 1",
					      1, CPG_OPTION_CONTEXT_PARALLEL_SIZE,
					      take_option},
};

void spank_options_register(spank_t spank)
{
	for (size_t i = 0; i < CPG_OPTION_COUNT; i++)
		spank_option_register(spank, &table[i]);
}

static void complain(struct cpg_arena *arena, const struct cpg_error *err)
{
	spank_say(cpg_report_error(arena, err));
}

/* Keeps the value for its option. The last one wins. */
static int keep(struct spank_cpguard *plugin, enum cpg_option option, const char *value,
		struct cpg_error *err)
{
	/* A flag's value is NULL, "(null)" or empty, by release and context: it says nothing. */
	const char *text = value && option != CPG_OPTION_ALLGATHER_CP ? value : "";
	const char *copy = cpg_arena_string(plugin->arena, text);

	if (!copy)
		return cpg_error_set(err, CPG_E_LIMIT, "--%s is too long",
				     cpg_option_name(option));
	return cpg_options_take(plugin->arena, &plugin->options, option, copy, err);
}

/* Slurm calls this for every occurrence, in the order #SBATCH lines, environment, command
 * line. Where it fails, the submitting command ends; on a node it must not, since there a
 * failure drains. */
static int take_option(int val, const char *optarg, int remote)
{
	struct spank_cpguard *plugin = spank_cpguard_self();
	struct cpg_error err;

	if (!plugin->arena || val < 0 || val >= CPG_OPTION_COUNT)
		return 0;
	if (keep(plugin, (enum cpg_option)val, optarg, &err) == 0 || remote)
		return 0;
	complain(plugin->arena, &err);
	return -1;
}

static bool is_given(const struct cpg_options *options, enum cpg_option option)
{
	switch (option) {
	case CPG_OPTION_HF_CHECKPOINT:
		return options->hf_checkpoint;
	case CPG_OPTION_ALLGATHER_CP:
		return options->allgather_cp;
	case CPG_OPTION_CONTEXT_PARALLEL_SIZE:
		return options->context_parallel_size;
	case CPG_OPTION_COUNT:
		break;
	}
	return true;
}

/* Whether `name` is an option's name as Slurm writes it into a variable: every character
 * but letters and digits is an underscore (slurm 22.05: src/common/plugstack.c
 * _opt_env_name). `length` ends at the "=". */
static bool names_option(const char *name, size_t length, enum cpg_option option)
{
	const char *wanted = cpg_option_name(option);

	if (strlen(wanted) != length)
		return false;
	for (size_t i = 0; i < length; i++) {
		if (name[i] != (wanted[i] == '-' ? '_' : wanted[i]))
			return false;
	}
	return true;
}

void spank_options_from_environment(struct spank_cpguard *plugin, const char *const *env)
{
	const struct cpg_options before = plugin->options;
	const size_t prefix = strlen(ENVIRONMENT_PREFIX);

	for (; env && *env; env++) {
		const char *name = *env + prefix;

		if (strncmp(*env, ENVIRONMENT_PREFIX, prefix) != 0)
			continue;
		for (enum cpg_option option = 0; option < CPG_OPTION_COUNT; option++) {
			const char *equals = strchr(name, '=');

			if (equals && !is_given(&before, option) &&
			    names_option(name, (size_t)(equals - name), option))
				(void)keep(plugin, option, equals + 1, NULL);
		}
	}
}
