#include <string.h>

#include "slurm_words_private.h"
#include "wrappers_private.h"

/* srun's options that mean something here, and the long ones that take an argument. The rest
 * are in the tables of slurm_words.c.
 * Source: slurm 20.11 to 26.05: src/common/slurm_opt.c; pyxis 0.20 to 0.24: args.c. */
static const struct cpg_wrapper_option srun_options[] = {
	{"-h --help -? --usage -V --version", TAKES_NOTHING, MEANS_STOP},
	{"-D --chdir", TAKES_VALUE, MEANS_CHDIR},
	{"--export", TAKES_VALUE, MEANS_EXPORT},
	{"--multi-prog", TAKES_NOTHING, MEANS_FILE},
	{"--container --container-id", TAKES_VALUE, MEANS_BUNDLE},
	{"--container-image --container-name", TAKES_VALUE, MEANS_CONTAINER},
	{"--container-mounts", TAKES_VALUE, MEANS_PYXIS},
	{"--container-workdir", TAKES_VALUE, MEANS_WORKDIR},
	{"--container-mount-home", TAKES_NOTHING, MEANS_MOUNT_HOME},
	{"--no-container-mount-home", TAKES_NOTHING, MEANS_NO_MOUNT_HOME},
	{"--container-remap-root", TAKES_NOTHING, MEANS_REMAP_ROOT},
	{"--no-container-remap-root", TAKES_NOTHING, MEANS_NO_REMAP_ROOT},
	{"--container-save --container-env --container-unshare", TAKES_VALUE,
	 MEANS_NOTHING},
	{"--container-entrypoint --no-container-entrypoint --container-entrypoint-log "
	 "--container-writable --container-readonly",
	 TAKES_NOTHING, MEANS_NOTHING},
	{"--test-only", TAKES_NOTHING, MEANS_STOP},
	{"-W --wait", TAKES_VALUE, MEANS_NOTHING},
	{"--mpi", TAKES_VALUE, MEANS_NOTHING},
	{"--accel-bind --account --acctg-freq --autocomplete --bb --bbf --bcast-exclude "
	 "--begin --cluster --cluster-constraint --clusters --comment --constraint "
	 "--context --context-parallel-size --core-spec --cores-per-socket --cpu-bind "
	 "--cpu-freq --cpu_bind --cpus-per-gpu --cpus-per-task --deadline --delay-boot "
	 "--dependency --distribution --epilog --error --exclude --extra "
	 "--extra-node-info --gpu-bind --gpu-freq --gpus --gpus-per-node "
	 "--gpus-per-socket --gpus-per-task --gres --gres-flags --het-group "
	 "--hf-checkpoint --hint --ignore-signals --input --job-name --jobid "
	 "--launch-cmd --launcher-opts --licenses --mail-type --mail-user --mcs-label "
	 "--mem --mem-bind --mem-per-cpu --mem-per-gpu --mem-update --mem_bind --mincpus "
	 "--msg-timeout --network --nodefile --nodelist --nodes --ntasks "
	 "--ntasks-per-core --ntasks-per-gpu --ntasks-per-node --ntasks-per-socket "
	 "--ntasks-per-tres --open-mode --output --pack-group --partition --power "
	 "--prefer --priority --profile --prolog --qos --relative --reservation "
	 "--resources --restart-dir --runtime --segment --signal --slurmd-debug "
	 "--sockets-per-node --switches --task-epilog --task-prolog --tasks-per-node "
	 "--thread-spec --threads --threads-per-core --time --time-min --tmp "
	 "--tres-bind --tres-per-task --treewidth --wckey",
	 TAKES_VALUE, MEANS_NOTHING},
	{.names = NULL},
};

static const char *const srun_sets[] = {
	"SLURM*", "SRUN_*", "PMI*", "MPI*",   "I_MPI*", "CUDA_VISIBLE_DEVICES",
	"GPU_*",  "ROCR_*", "ZE_*", "TMPDIR", NULL};

/* Slurm's own lists know the flags and the letters. */
static bool srun_other(const char *name, size_t length, bool letter, enum cpg_takes *takes)
{
	static const char flags[] = "EHOQXZhlsuv";

	*takes = TAKES_NOTHING;
	if (!letter)
		return cpg_slurm_option_is_lone(name, length);
	if (strchr(cpg_slurm_short_required, *name))
		*takes = TAKES_VALUE;
	else if (strchr(cpg_slurm_short_optional, *name))
		*takes = TAKES_ATTACHED;
	else
		return strchr(flags, *name) != NULL;
	return true;
}

/* `--mpi=list` prints a list and ends. */
static void finish_srun(struct cpg_wrapper_reading *reading)
{
	for (size_t i = 1; i < reading->at && i < reading->argc; i++) {
		const char *text = cpg_wrapper_begin(&reading->argv[i]);

		if (strcmp(text, "--mpi=list") == 0 ||
		    (strcmp(text, "list") == 0 &&
		     strcmp(cpg_wrapper_begin(&reading->argv[i - 1]), "--mpi") == 0))
			reading->stop = true;
	}
}

/* sbatch and salloc are not here: they ask the guard themselves. */
const struct cpg_wrapper_row cpg_wrapper_rows_slurm[] = {
	{
		.names = "srun",
		.style = STYLE_COLON,
		.kind = CPG_WRAPPER_COMMAND,
		.tool = CPG_TOOL_PYXIS,
		.options = srun_options,
		.sets = srun_sets,
		.other = srun_other,
		.finish = finish_srun,
	},
	{.names = NULL},
};
