#include "spank_cpguard.h"

#include "cpguard/report.h"

/* The name also makes the environment form of the options:
 * SLURM_SPANK__SLURM_SPANK_OPTION_cpguard_hf_checkpoint. */
#pragma GCC visibility push(default)
SPANK_PLUGIN(cpguard, 1)
#pragma GCC visibility pop

enum {
	PLUGIN_BUDGET = 4 << 20, /* bytes for settings and option values, of any length */
};

static struct spank_cpguard self;

struct spank_cpguard *spank_cpguard_self(void)
{
	return &self;
}

/* Says what is wrong with a setting: at submission to whoever submits; on a node in slurmd's
 * log, where it does not get into the job's output. */
static void complain(const struct cpg_error *err)
{
	struct cpg_arena *arena __attribute__((cleanup(cpg_arena_cleanup))) =
		cpg_arena_new(CPG_ARENA_BUDGET);
	const char *line = arena ? cpg_report_error(arena, err) : NULL;

	if (!line)
		return;
	if (spank_context() == S_CTX_REMOTE)
		slurm_info("%s", line);
	else
		spank_say(line);
}

static void read_settings(int ac, char *av[])
{
	cpg_settings_default(&self.settings);
	for (int i = 0; i < ac; i++) {
		struct cpg_error err;

		if (cpg_settings_apply(self.arena, &self.settings, av[i], &err) < 0) {
			err.file = "plugstack.conf";
			complain(&err);
		}
	}
}

static bool is_submission(spank_context_t context)
{
	return context == S_CTX_LOCAL || context == S_CTX_ALLOCATOR;
}

int slurm_spank_init(spank_t spank, int ac, char *av[])
{
	spank_context_t context = spank_context();

	if (!is_submission(context) && context != S_CTX_REMOTE)
		return 0;
	/* A file that plugstack.conf lists twice is one library with one set of statics, but
	 * Slurm calls it for each line. The first line counts. */
	if (self.loads++ > 0)
		return 0;
	self.arena = cpg_arena_new(PLUGIN_BUDGET);
	if (!self.arena)
		return 0;
	read_settings(ac, av);
	spank_options_register(spank);
	return 0;
}

int slurm_spank_init_post_opt(spank_t spank, int ac, char *av[])
{
	(void)spank;
	(void)ac;
	(void)av;

	if (!self.arena || !is_submission(spank_context()))
		return 0;
	if (self.post_opts++ % self.loads == 0)
		spank_submit_gate(&self);
	return 0;
}

int slurm_spank_task_init(spank_t spank, int ac, char *av[])
{
	(void)ac;
	(void)av;

	if (!self.arena || spank_context() != S_CTX_REMOTE || self.task_judged)
		return 0;
	self.task_judged = true;
	spank_node_gate(&self, spank);
	return 0;
}
