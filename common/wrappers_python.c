#include <string.h>

#include "wrappers_private.h"

#define END \
	{ \
		.names = NULL \
	}
#define HELP \
	{ \
		"-h --help --version", TAKES_NOTHING, MEANS_STOP \
	}

/* The options of a Python interpreter, as far as a launcher may be behind them.
 * Source: CPython 3.8 to 3.14: Python/initconfig.c. */
static const struct cpg_wrapper_option interpreter_options[] = {
	{"-m", TAKES_VALUE, MEANS_RUN_MODULE},
	{"-W -X --check-hash-based-pycs", TAKES_VALUE, MEANS_NOTHING},
	{"-B -E -I -O -P -R -S -b -d -i -q -s -t -u -v -x", TAKES_NOTHING, MEANS_NOTHING},
	{"-? -V -c -h --help --help-all --help-env --help-xoptions --version",
	 TAKES_NOTHING, MEANS_STOP},
	END,
};

const struct cpg_wrapper_row cpg_wrapper_interpreter = {
	.names = "python",
	.style = STYLE_WHOLE,
	.options = interpreter_options,
};

/* PyTorch 1.9 to 2.9: torch/distributed/run.py, launch.py */
static const struct cpg_wrapper_option torchrun_options[] = {
	{"-h --help", TAKES_NOTHING, MEANS_STOP},
	{"-m --module", TAKES_NOTHING, MEANS_MODULE},
	{"--no-python", TAKES_NOTHING, MEANS_PLAIN},
	{"-r -t --duplicate-stderr-filters --duplicate-stdout-filters --event-log-handler "
	 "--local-addr --local-ranks-filter --log-dir --logs-specs --master-addr "
	 "--master-port --max-restarts --monitor-interval --nnodes --node-rank "
	 "--nproc-per-node --numa-binding --rdzv-backend --rdzv-conf --rdzv-endpoint "
	 "--rdzv-id --redirects --role --signals-to-handle --start-method --tee",
	 TAKES_VALUE, MEANS_NOTHING},
	{"--run-path --standalone --use-env --virtual-local-rank", TAKES_NOTHING,
	 MEANS_NOTHING},
	END,
};

static const char *const torchrun_sets[] = {
	"RANK",
	"LOCAL_RANK",
	"GROUP_RANK",
	"ROLE_RANK",
	"WORLD_SIZE",
	"LOCAL_WORLD_SIZE",
	"GROUP_WORLD_SIZE",
	"ROLE_WORLD_SIZE",
	"ROLE_NAME",
	"MASTER_ADDR",
	"MASTER_PORT",
	"OMP_NUM_THREADS",
	"TORCHELASTIC_*",
	"TORCH_NCCL_*",
	"NCCL_ASYNC_ERROR_HANDLING",
	"PYTHON_EXEC",
	NULL,
};

/* accelerate 0.20 to 1.11: commands/launch.py */
static const struct cpg_wrapper_option accelerate_options[] = {
	{"-h --help", TAKES_NOTHING, MEANS_STOP},
	{"-m --module", TAKES_NOTHING, MEANS_MODULE},
	{"--no-python", TAKES_NOTHING, MEANS_PLAIN},
	{"-t --aws-access-key-id --aws-secret-access-key --config-file "
	 "--deepspeed-config-file --deepspeed-exclusion-filter --deepspeed-hostfile "
	 "--deepspeed-inclusion-filter --deepspeed-moe-layer-cls-names "
	 "--deepspeed-multinode-launcher --dynamo-backend --dynamo-mode --env "
	 "--fp8-backend "
	 "--fp8-format --fp8-amax-compute-algo --fp8-amax-history-len "
	 "--fp8-enable-fsdp-float8-all-gather --fp8-interval --fp8-margin --fp8-opt-level "
	 "--fp8-override-linear-precision --fp8-pad-inner-dim "
	 "--fsdp-activation-checkpointing --fsdp-auto-wrap-policy --fsdp-backward-prefetch "
	 "--fsdp-cpu-ram-efficient-loading --fsdp-forward-prefetch --fsdp-min-num-params "
	 "--fsdp-offload-params --fsdp-reshard-after-forward --fsdp-sharding-strategy "
	 "--fsdp-state-dict-type --fsdp-sync-module-states "
	 "--fsdp-transformer-layer-cls-to-wrap --fsdp-use-orig-params --fsdp-version "
	 "--gpu-ids --gradient-accumulation-steps --gradient-clipping --log-dir "
	 "--machine-rank --main-process-ip --main-process-port --main-training-function "
	 "--max-restarts --mixed-precision --monitor-interval --mpirun-ccl "
	 "--mpirun-hostfile --num-cpu-threads-per-process --num-machines --num-processes "
	 "--offload-optimizer-device --offload-optimizer-nvme-path --offload-param-device "
	 "--offload-param-nvme-path --rdzv-backend --rdzv-conf --role --tee --vm "
	 "--zero-stage --zero3-init-flag --zero3-save-16bit-model",
	 TAKES_VALUE, MEANS_NOTHING},
	{"-q --cpu --debug --downcast-bf16 --dynamo-use-dynamic --dynamo-use-fullgraph "
	 "--dynamo-use-regional-compilation --enable-cpu-affinity "
	 "--fp8-use-autocast-during-eval --ipex --multi-gpu --no-tpu-cluster --quiet "
	 "--same-network --tpu --tpu-cluster --tpu-use-sudo --use-deepspeed --use-fsdp "
	 "--use-megatron-lm --use-parallelism-config --use-xpu",
	 TAKES_NOTHING, MEANS_NOTHING},
	END,
};

/* All options of Megatron-LM and of a parallelism configuration take a value. */
static bool accelerate_other(const char *name, size_t length, bool letter,
			     enum cpg_takes *takes)
{
	static const char *const starts[] = {"megatron_lm_", "megatron-lm-",
					     "parallelism_config_", "parallelism-config-"};

	*takes = TAKES_VALUE;
	for (size_t i = 0; !letter && i < sizeof(starts) / sizeof(starts[0]); i++) {
		if (length > strlen(starts[i]) &&
		    memcmp(name, starts[i], strlen(starts[i])) == 0)
			return true;
	}
	return false;
}

static const char *const accelerate_sets[] = {
	"RANK",           "LOCAL_RANK",
	"WORLD_SIZE",     "LOCAL_WORLD_SIZE",
	"MASTER_ADDR",    "MASTER_PORT",
	"ACCELERATE_*",   "FSDP_*",
	"MEGATRON_LM_*",  "OMP_NUM_THREADS",
	"TORCHELASTIC_*", "CUDA_VISIBLE_DEVICES",
	"NCCL_*",         NULL,
};

/* DeepSpeed 0.9 to 0.18: launcher/runner.py */
static const struct cpg_wrapper_option deepspeed_options[] = {
	{"-h --help", TAKES_NOTHING, MEANS_STOP},
	{"--module", TAKES_NOTHING, MEANS_MODULE},
	{"--no_python", TAKES_NOTHING, MEANS_PLAIN},
	{"-H -e -i --autotuning --bind_core_list --enable_each_rank_log --exclude "
	 "--hostfile --include --launcher --launcher_args --master_addr --master_port "
	 "--max_elastic_nodes --min_elastic_nodes --node_rank --num_accelerators "
	 "--num_gpus --num_nodes --ssh_port --venv_script",
	 TAKES_VALUE, MEANS_NOTHING},
	{"--bind_cores_to_rank --elastic_training --force_multi --no_local_rank --no_ssh "
	 "--no_ssh_check --save_pid",
	 TAKES_NOTHING, MEANS_NOTHING},
	END,
};

/* Horovod 0.22 to 0.28: horovod/runner/launch.py */
static const struct cpg_wrapper_option horovod_options[] = {
	{"-h -v --help --version -cb --check-build", TAKES_NOTHING, MEANS_STOP},
	{"-np --num-proc -H --hosts -hostfile -p --ssh-port -i --ssh-identity-file "
	 "--autotune-bayes-opt-max-samples --autotune-gaussian-process-noise "
	 "--autotune-log-file --autotune-steps-per-sample --autotune-warmup-samples "
	 "--binding-args --blacklist-cooldown-range --cache-capacity --config-file "
	 "--cycle-time-ms --elastic-timeout --fusion-threshold-mb --gloo-timeout-seconds "
	 "--host-discovery-script --log-level --max-np --max-num-proc --min-np "
	 "--min-num-proc --mpi-args --network-interface --network-interfaces "
	 "--num-nccl-streams --output-filename --reset-limit --slots-per-host "
	 "--stall-check-shutdown-time-seconds --stall-check-warning-time-seconds "
	 "--start-timeout --thread-affinity --timeline-filename",
	 TAKES_VALUE, MEANS_NOTHING},
	{"--autotune --disable-cache --gloo --hierarchical-allgather "
	 "--hierarchical-allreduce --jsrun --log-hide-timestamp --log-with-timestamp "
	 "--log-without-timestamp --mpi --mpi-threads-disable --no-autotune "
	 "--no-hierarchical-allgather --no-hierarchical-allreduce --no-log-hide-timestamp "
	 "--no-mpi-threads-disable --no-stall-check --no-timeline-mark-cycles "
	 "--no-torus-allreduce -prefix-timestamp --prefix-output-with-timestamp "
	 "--stall-check --tcp --timeline-mark-cycles --torus-allreduce --verbose",
	 TAKES_NOTHING, MEANS_NOTHING},
	END,
};

/* VizTracer 0.16, memray 1.x, coverage.py 7, debugpy 1.8; cProfile and pdb of CPython. They
 * run a Python program in their own process. */
static const struct cpg_wrapper_option viztracer_options[] = {
	HELP,
	{"-m --module", TAKES_NOTHING, MEANS_MODULE},
	{"-c --cmd_string --attach --attach_installed --combine --compress --decompress "
	 "--uninstall --align_combine",
	 TAKES_NOTHING, MEANS_STOP},
	{"-o --log_func_entry --max_stack_depth --min_duration --output_dir --output_file "
	 "--pid_suffix_dir --plugins --tracer_entries",
	 TAKES_VALUE, MEANS_NOTHING},
	{"-q -u --ignore_c_function --ignore_frozen --ignore_multiprocess --log_async "
	 "--log_func_args --log_func_retval --log_gc --log_multiprocess --log_print "
	 "--log_sparse --log_subprocess --log_torch --minimize_memory --open --pid_suffix "
	 "--quiet --sanitize_function_name --unique_output_file --verbose",
	 TAKES_NOTHING, MEANS_NOTHING},
	END,
};

static const struct cpg_wrapper_option memray_options[] = {
	{"-h --help -c", TAKES_NOTHING, MEANS_STOP},
	{"-m", TAKES_NOTHING, MEANS_MODULE},
	{"-o -p --live-port --output", TAKES_VALUE, MEANS_NOTHING},
	{"-f -q -v --aggregate --compress-on-exit --follow-fork --force --live "
	 "--live-remote "
	 "--native --no-compress --quiet --trace-python-allocators --verbose",
	 TAKES_NOTHING, MEANS_NOTHING},
	END,
};

static const struct cpg_wrapper_option coverage_options[] = {
	{"-h --help", TAKES_NOTHING, MEANS_STOP},
	{"-m --module", TAKES_NOTHING, MEANS_MODULE},
	{"--concurrency --context --data-file --debug --include --omit --rcfile "
	 "--save-signal "
	 "--source",
	 TAKES_VALUE, MEANS_NOTHING},
	{"-L -a -p --append --branch --parallel-mode --pylib --timid", TAKES_NOTHING,
	 MEANS_NOTHING},
	END,
};

static const struct cpg_wrapper_option debugpy_options[] = {
	{"-? -h -V -c --help --pid --version", TAKES_NOTHING, MEANS_STOP},
	{"-m", TAKES_NOTHING, MEANS_MODULE},
	{"--connect --listen --log-to", TAKES_VALUE, MEANS_NOTHING},
	{"--log-to-stderr --wait-for-client", TAKES_NOTHING, MEANS_NOTHING},
	END,
};

static const struct cpg_wrapper_option profile_options[] = {
	{"-h --help", TAKES_NOTHING, MEANS_STOP},
	{"-m", TAKES_NOTHING, MEANS_MODULE},
	{"-o --outfile -s --sort", TAKES_VALUE, MEANS_NOTHING},
	END,
};

static const struct cpg_wrapper_option pdb_options[] = {
	{"-h --help -p --pid", TAKES_NOTHING, MEANS_STOP},
	{"-m", TAKES_NOTHING, MEANS_MODULE},
	{"-c --command", TAKES_VALUE, MEANS_NOTHING},
	END,
};

#define PYTHON_ROW(name, module, verb, list) \
	{ \
		.names = name, .modules = module, .verbs = verb, \
		.kind = CPG_WRAPPER_PYTHON, .options = list, \
	}

const struct cpg_wrapper_row cpg_wrapper_rows_python[] = {
	{
		.names = "torchrun",
		.modules = "torch.distributed.run torch.distributed.launch "
			   "torch.distributed.elastic.run",
		.style = STYLE_SAME,
		.kind = CPG_WRAPPER_PYTHON,
		.options = torchrun_options,
		.sets = torchrun_sets,
	},
	{
		.names = "accelerate",
		.modules = "accelerate.commands.accelerate_cli",
		.verbs = "launch",
		.style = STYLE_SAME | STYLE_WHOLE,
		.kind = CPG_WRAPPER_PYTHON,
		.options = accelerate_options,
		.sets = accelerate_sets,
		.other = accelerate_other,
	},
	{
		.names = "accelerate-launch",
		.modules = "accelerate.commands.launch",
		.style = STYLE_SAME | STYLE_WHOLE,
		.kind = CPG_WRAPPER_PYTHON,
		.options = accelerate_options,
		.sets = accelerate_sets,
		.other = accelerate_other,
	},
	{
		.names = "deepspeed deepspeed.pt",
		.modules = "deepspeed.launcher.runner",
		.kind = CPG_WRAPPER_PYTHON,
		.options = deepspeed_options,
		.sets = torchrun_sets,
	},
	{
		.names = "horovodrun",
		.modules = "horovod.runner horovod.runner.launch",
		.style = STYLE_ONE_DASH | STYLE_WHOLE,
		.effects = EFFECT_LOGIN,
		.kind = CPG_WRAPPER_COMMAND,
		.options = horovod_options,
	},
	PYTHON_ROW("viztracer", "viztracer", NULL, viztracer_options),
	PYTHON_ROW("memray", "memray", "run", memray_options),
	PYTHON_ROW("coverage coverage3", "coverage", "run", coverage_options),
	PYTHON_ROW("", "debugpy", NULL, debugpy_options),
	PYTHON_ROW("", "cProfile profile", NULL, profile_options),
	PYTHON_ROW("pdb pdb3", "pdb", NULL, pdb_options),
	END,
};
