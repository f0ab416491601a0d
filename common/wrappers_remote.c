#include <string.h>

#include "wrappers_private.h"

#define END \
	{ \
		.names = NULL \
	}

/* OpenSSH 8.0 to 10: ssh.c. Options may stand behind the host as well. */
static const struct cpg_wrapper_option ssh_options[] = {
	{"-G -N -V -s", TAKES_NOTHING, MEANS_STOP},
	{"-O -Q -W", TAKES_VALUE, MEANS_STOP},
	{"-f", TAKES_NOTHING, MEANS_BACKGROUND},
	{"-B -D -E -F -I -J -L -P -R -S -b -c -e -i -l -m -o -p -w", TAKES_VALUE,
	 MEANS_NOTHING},
	{"-1 -2 -4 -6 -A -C -K -M -T -X -Y -a -g -k -n -q -t -v -x -y", TAKES_NOTHING,
	 MEANS_NOTHING},
	END,
};

/* pdsh 2.26 to 2.35: src/pdsh/opt.c and the modules genders, slurm, dshgroup */
static const struct cpg_wrapper_option pdsh_options[] = {
	{"-L -Q -V -h -q", TAKES_NOTHING, MEANS_STOP},
	{"-C -F -I -M -P -R -T -X -f -g -j -l -t -u -w -x", TAKES_VALUE, MEANS_NOTHING},
	{"-A -K -N -S -a -b -c -d -i -k -s -v", TAKES_NOTHING, MEANS_NOTHING},
	END,
};

/* ClusterShell 1.8 to 1.9: CLI/Clush.py, CLI/OptionParser.py */
static const struct cpg_wrapper_option clush_options[] = {
	{"-c -h -p --copy --help --rcopy --version", TAKES_NOTHING, MEANS_STOP},
	{"-E -O -R -X -f -g -l -m -o -s -t -u -w -x --color --command_timeout --conf "
	 "--connect_timeout --dest --engine --errdir --fanout --grooming --group "
	 "--groupsconf "
	 "--groupsource --hostfile --machinefile --mode --option --options --outdir --pick "
	 "--remote --topology --user --worker",
	 TAKES_VALUE, MEANS_NOTHING},
	{"-B -G -L -N -P -S -a -b -d -n -q -r -v --all --debug --diff --dshbak --groupbase "
	 "--maxrc --nostdin --progress --quiet --regroup --verbose",
	 TAKES_NOTHING, MEANS_NOTHING},
	END,
};

/* GNU parallel makes commands of templates and input lines. */
static const struct cpg_wrapper_option parallel_options[] = {
	{"-h -V --bibtex --citation --help --man --minversion --number-of-cores "
	 "--number-of-cpus --version",
	 TAKES_NOTHING, MEANS_STOP},
	END,
};

/* Ray 2.0 to 2.50: dashboard/modules/job/cli.py, cli_utils.py, dashboard/modules/
 * dashboard_sdk.py. The command's words are quoted for a shell (shlex.join; list2cmdline in
 * older releases), so that they arrive as they are. It runs on the head node of the cluster,
 * which is taken to have the caller's files, and with the variables of the ray process there,
 * which are taken to be the caller's. */
static const struct cpg_wrapper_option ray_options[] = {
	{"--help", TAKES_NOTHING, MEANS_STOP},
	{"--runtime-env-json", TAKES_VALUE, MEANS_RUNTIME},
	{"--runtime-env", TAKES_VALUE, MEANS_LOGIN},
	{"--working-dir", TAKES_VALUE, MEANS_UPLOAD},
	{"--no-wait", TAKES_NOTHING, MEANS_BACKGROUND},
	{"--address --entrypoint-label-selector --entrypoint-memory --entrypoint-num-cpus "
	 "--entrypoint-num-gpus --entrypoint-resources --headers --job-id --log-color "
	 "--log-style --metadata-json --submission-id --verify",
	 TAKES_VALUE, MEANS_NOTHING},
	{"-v --verbose", TAKES_NOTHING, MEANS_NOTHING},
	END,
};

static const struct cpg_wrapper_option ray_globals[] = {
	{"--help --version", TAKES_NOTHING, MEANS_STOP},
	{"--logging-format --logging-level", TAKES_VALUE, MEANS_NOTHING},
	END,
};

static const char *const ray_sets[] = {"RAY_*", "PYTHONUNBUFFERED", "CUDA_VISIBLE_DEVICES",
				       NULL};

const struct cpg_wrapper_row cpg_wrapper_rows_remote[] = {
	{
		.names = "ray",
		.modules = "ray.scripts.scripts",
		.verbs = "job submit",
		.style = STYLE_PERMUTE | STYLE_WHOLE,
		.kind = CPG_WRAPPER_COMMAND,
		.options = ray_options,
		.globals = ray_globals,
		.sets = ray_sets,
	},
	{
		.names = "ssh",
		.style = STYLE_PERMUTE | STYLE_WHOLE,
		.effects = EFFECT_ELSEWHERE,
		.operands = 1,
		.kind = CPG_WRAPPER_TEXT,
		.options = ssh_options,
	},
	{
		.names = "pdsh",
		.effects = EFFECT_ELSEWHERE,
		.kind = CPG_WRAPPER_TEXT,
		.options = pdsh_options,
	},
	{
		.names = "clush",
		.effects = EFFECT_ELSEWHERE,
		.kind = CPG_WRAPPER_TEXT,
		.options = clush_options,
	},
	{
		.names = "parallel",
		.style = STYLE_WHOLE,
		.kind = CPG_WRAPPER_UNKNOWN,
		.options = parallel_options,
	},
	END,
};
