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

static const char *const venv_sets[] = {
	"PATH",       "VIRTUAL_ENV",     "VIRTUAL_ENV_PROMPT",
	"PYTHONHOME", "PIPENV_ACTIVE",   "POETRY_ACTIVE",
	"PS1",        "PEP582_PACKAGES", "PYTHONPATH",
	"UV*",        "PDM_*",           "HATCH_*",
	NULL};

/* What conda, mamba and pixi activate may run scripts of the environment's packages. */
static const char *const conda_sets[] = {
	"PATH",    "MANPATH", "CONDA_*",         "_CONDA_*",  "CE_*", "_CE_*",
	"MAMBA_*", "PIXI_*",  "LD_LIBRARY_PATH", "CUDA_HOME", "PS1",  "GDAL_*",
	"PROJ_*",  "XML_*",   "SSL_CERT*",       NULL};

/* uv 0.4 to 0.9: crates/uv-cli/src/lib.rs (RunArgs and GlobalArgs) */
#define UV_VALUES \
	"--allow-insecure-host --cache-dir --color --config-file --project " \
	"--python-downloads --python-fetch --python-preference"
#define UV_FLAGS \
	"-n -q -v --managed-python --native-tls --no-cache --no-config " \
	"--no-managed-python --no-native-tls --no-offline --no-progress " \
	"--no-python-downloads --offline --quiet --verbose"

static const struct cpg_wrapper_option uv_globals[] = {
	{"-h -V --help --version", TAKES_NOTHING, MEANS_STOP},
	{"--directory", TAKES_VALUE, MEANS_CHDIR},
	{UV_VALUES, TAKES_VALUE, MEANS_NOTHING},
	{UV_FLAGS, TAKES_NOTHING, MEANS_NOTHING},
	END,
};

static const struct cpg_wrapper_option uv_options[] = {
	{"-h --help", TAKES_NOTHING, MEANS_STOP},
	{"--directory", TAKES_VALUE, MEANS_CHDIR},
	{"--env-file", TAKES_VALUE, MEANS_LOGIN},
	{"-m --module", TAKES_NOTHING, MEANS_MODULE},
	{"-s --gui-script --script", TAKES_NOTHING, MEANS_SCRIPT},
	{UV_VALUES
	 " -C -P -f -i -p -w --config-setting --config-settings "
	 "--config-settings-package --default-index --exclude-newer "
	 "--exclude-newer-package --extra --extra-index-url --find-links --fork-strategy "
	 "--group --index --index-strategy --index-url --keyring-provider --link-mode "
	 "--no-binary-package --no-build-isolation-package --no-build-package --no-extra "
	 "--no-editable-package --no-group --max-recursion-depth --only-group --package "
	 "--prerelease --python --python-platform "
	 "--refresh-package --reinstall-package --resolution --upgrade-package --with "
	 "--with-editable --with-requirements",
	 TAKES_VALUE, MEANS_NOTHING},
	{UV_FLAGS
	 " -U --active --all-extras --all-groups --all-packages --build-isolation "
	 "--compile-bytecode --dev --exact --frozen --inexact --isolated --locked "
	 "--no-active --no-all-extras --no-binary --no-build --no-build-isolation "
	 "--no-compile-bytecode --no-default-groups --no-dev --no-editable --no-env-file "
	 "--no-exact --no-index --no-project --no-sources --no-sync --only-dev --refresh "
	 "--reinstall --show-resolution --upgrade",
	 TAKES_NOTHING, MEANS_NOTHING},
	END,
};

/* `uv run X.py` runs it with the environment's Python, executable or not. */
static void finish_uv(struct cpg_wrapper_reading *reading)
{
	const char *text;
	size_t length;

	if (reading->at >= reading->argc)
		return;
	text = reading->argv[reading->at].text;
	length = text ? strlen(text) : 0;
	if (text && strcmp(text, "-") == 0)
		cpg_wrapper_unsure(reading, "the program comes from standard input");
	else if (length > 3 && strcmp(text + length - 3, ".py") == 0)
		reading->out->kind = CPG_WRAPPER_PYTHON;
}

/* Poetry 1.2 to 2.2: console/application.py, commands/run.py */
static const struct cpg_wrapper_option poetry_options[] = {
	{"-h -V --help --version", TAKES_NOTHING, MEANS_STOP},
	{"-C --directory", TAKES_VALUE, MEANS_CHDIR},
	{"-P --project", TAKES_VALUE, MEANS_NOTHING},
	{"-n -q -v --ansi --no-ansi --no-cache --no-interaction --no-plugins "
	 "--quiet "
	 "--verbose",
	 TAKES_NOTHING, MEANS_NOTHING},
	END,
};

/* conda 4.9 to 26: cli/main_run.py; mamba and micromamba 1.5 to 2.3:
 * micromamba/src/run.cpp */
static const struct cpg_wrapper_option conda_options[] = {
	{"-h --help", TAKES_NOTHING, MEANS_STOP},
	{"--cwd", TAKES_VALUE, MEANS_CHDIR},
	{"-e --env", TAKES_VALUE, MEANS_SET},
	{"--clean-env", TAKES_NOTHING, MEANS_CLEAR},
	{"-d --detach", TAKES_NOTHING, MEANS_BACKGROUND},
	{"-a -n -p -r --attach --label --name --prefix --rc-file --root-prefix",
	 TAKES_VALUE, MEANS_NOTHING},
	{"-q -s -v --debug --debug-wrapper-scripts --dev --json --live-stream --no-banner "
	 "--no-capture-output --no-env --no-rc --quiet --verbose",
	 TAKES_NOTHING, MEANS_NOTHING},
	END,
};

static const struct cpg_wrapper_option conda_globals[] = {
	{"-h -V --help --version", TAKES_NOTHING, MEANS_STOP},
	{"-r --rc-file --root-prefix", TAKES_VALUE, MEANS_NOTHING},
	{"-q -v -y --debug --no-plugins --no-rc --quiet --verbose", TAKES_NOTHING,
	 MEANS_NOTHING},
	END,
};

/* PDM 2: cli/commands/run.py; its scripts may have any name, so that a command is what it
 * seems only when it is none of them. */
static const struct cpg_wrapper_option pdm_options[] = {
	{"-h -l -j --help --list --json", TAKES_NOTHING, MEANS_STOP},
	{"-S -p --project --skip --venv", TAKES_VALUE, MEANS_NOTHING},
	{"-g -n -q -s -v --global --no-lock --quiet --recreate --site-packages --verbose",
	 TAKES_NOTHING, MEANS_NOTHING},
	END,
};

/* pixi 0.30 to 0.60: crates/pixi_cli/src/run.rs */
static const struct cpg_wrapper_option pixi_options[] = {
	{"-h -n --help --dry-run", TAKES_NOTHING, MEANS_STOP},
	{"--clean-env", TAKES_NOTHING, MEANS_CLEAR},
	{"-e -m --auth-file --color --concurrent-downloads --concurrent-solves "
	 "--environment "
	 "--manifest-path --pinning-strategy --pypi-keyring-provider",
	 TAKES_VALUE, MEANS_NOTHING},
	{"-q -v -x --as-is --executable --force-activate --frozen --locked "
	 "--no-completions --no-install --no-lockfile-update --no-progress --quiet "
	 "--revalidate --run-post-link-scripts --skip-deps --tls-no-verify --verbose",
	 TAKES_NOTHING, MEANS_NOTHING},
	END,
};

/* `hatch run ENVIRONMENT:COMMAND` names both in one word. */
static void finish_hatch(struct cpg_wrapper_reading *reading)
{
	if (reading->at < reading->argc &&
	    strchr(cpg_wrapper_begin(&reading->argv[reading->at]), ':'))
		cpg_wrapper_unsure(reading, "an environment's name is part of the command");
}

static const struct cpg_wrapper_option plain_options[] = {HELP, END};

#define RUN_ROW(name, module, list, variables) \
	{ \
		.names = name, .modules = module, .verbs = "run", .effects = EFFECT_LOGIN, \
		.kind = CPG_WRAPPER_COMMAND, .options = list, .sets = variables, \
	}

const struct cpg_wrapper_row cpg_wrapper_rows_venv[] = {
	{
		.names = "uv",
		.modules = "uv",
		.verbs = "run",
		.style = STYLE_WHOLE,
		.kind = CPG_WRAPPER_COMMAND,
		.options = uv_options,
		.globals = uv_globals,
		.sets = venv_sets,
		.finish = finish_uv,
	},
	{
		.names = "poetry",
		.modules = "poetry",
		.verbs = "run",
		.style = STYLE_WHOLE,
		.kind = CPG_WRAPPER_COMMAND,
		.options = poetry_options,
		.globals = poetry_options,
		.sets = venv_sets,
	},
	{
		.names = "conda mamba micromamba",
		.modules = "conda",
		.verbs = "run",
		.style = STYLE_WHOLE,
		.kind = CPG_WRAPPER_COMMAND,
		.options = conda_options,
		.globals = conda_globals,
		.sets = conda_sets,
	},
	RUN_ROW("pdm", "pdm", pdm_options, venv_sets),
	RUN_ROW("pipenv", "pipenv", plain_options, venv_sets),
	{
		.names = "hatch",
		.modules = "hatch",
		.verbs = "run",
		.effects = EFFECT_LOGIN,
		.kind = CPG_WRAPPER_COMMAND,
		.options = plain_options,
		.sets = venv_sets,
		.finish = finish_hatch,
	},
	RUN_ROW("pixi", NULL, pixi_options, conda_sets),
	END,
};
