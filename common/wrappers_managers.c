#include <stddef.h>
#include <string.h>

#include "cpguard/wrappers.h"

/* Variables that say where programs and libraries are. */
#define PATHS \
	"PATH", "LD_LIBRARY_PATH", "LIBRARY_PATH", "MANPATH", "INFOPATH", "CPATH", \
		"C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "PKG_CONFIG_PATH", \
		"CMAKE_PREFIX_PATH", "ACLOCAL_PATH", "XDG_DATA_DIRS"

static const char *const venv_names[] = {
	"PATH",           "VIRTUAL_ENV", "VIRTUAL_ENV_PROMPT", "PS1", "PYTHONHOME",
	"_OLD_VIRTUAL_*", NULL,
};

/* Packages of an environment may bring scripts that are run when it is activated: cudatoolkit,
 * gcc, gdal and the like. */
static const char *const conda_names[] = {
	PATHS,       "CONDA_*",  "_CONDA_*",   "_CE_*",     "CE_*",   "MAMBA_*",
	"_MAMBA_*",  "PS1",      "CUDA_HOME",  "CUDA_PATH", "CC",     "CXX",
	"CFLAGS",    "CXXFLAGS", "LDFLAGS",    "GDAL_*",    "PROJ_*", "SSL_CERT*",
	"JAVA_HOME", "XML_*",    "PYTHONPATH", "HOST",      "NVCC_*", NULL,
};

/* A module file may set anything; these are what they set as a rule. */
static const char *const module_names[] = {
	PATHS,
	"PYTHONPATH",
	"PYTHONHOME",
	"MODULEPATH",
	"MODULE*",
	"LOADEDMODULES",
	"LMOD_*",
	"_LM*",
	"__LMOD*",
	"__MODULES*",
	"_ModuleTable*",
	"BASH_ENV",
	"CUDA*",
	"CUDNN*",
	"NCCL*",
	"MPI*",
	"OMPI_*",
	"I_MPI_*",
	"UCX_*",
	"MKL*",
	"ROCM*",
	"HIP*",
	"INTEL*",
	"ONEAPI*",
	"NVHPC*",
	"EBROOT*",
	"EBVERSION*",
	"EBDEVEL*",
	"CC",
	"CXX",
	"FC",
	"F77",
	"F90",
	"CRAY*",
	"PE_*",
	"CONDA*",
	"GCC*",
	"CMAKE*",
	"FI_*",
	"LD_PRELOAD",
	"APPTAINER*",
	"SINGULARITY*",
	"JAVA_HOME",
	NULL,
};

static const char *const spack_names[] = {
	PATHS,       "SPACK_*", "_sp_*",   "PYTHONPATH", "MODULEPATH",
	"CUDA_HOME", "CUDA*",   "NVHPC_*", "MPI*",       NULL,
};

static const char *const oneapi_names[] = {
	PATHS,        "PYTHONPATH", "CONDA_*", "ONEAPI_ROOT", "SETVARS_*",
	"MKLROOT",    "I_MPI_ROOT", "FI_*",    "CCL_*",       "TBBROOT",
	"CMPLR_ROOT", "DPCT_*",     "IPP*",    "DNNLROOT",    "DAL*",
	"VTUNE*",     "ADVISOR*",   "OCL_*",   "NLSPATH",     "DIAGUTIL_PATH",
	"UMF_ROOT",   "GDB_INFO",   "INTEL_*", "CLASSPATH",   NULL,
};

static const char *const node_names[] = {"PATH", "MANPATH", "NVM_*", "NODE_PATH", NULL};

static const char *const pyenv_names[] = {
	"PATH",    "PYENV_*", "PYTHONHOME",     "VIRTUAL_ENV",
	"CONDA_*", "PS1",     "PROMPT_COMMAND", NULL,
};

static const char *const path_names[] = {"PATH", NULL};

static const char *const ssh_names[] = {"SSH_AUTH_SOCK", "SSH_AGENT_PID", NULL};

static const char *const brew_names[] = {PATHS, "HOMEBREW_*", "FPATH", NULL};

static const char *const shell_names[] = {
	"BASH_COMPLETION*", "_*_completion*", "COMPREPLY", "PATH", "PS1",
	"PROMPT_COMMAND",   "STARSHIP_*",     "LS_COLORS", NULL,
};

/* What a user's and the system's start files set is taken to be no more than a session's look,
 * paths, and what the managers in them set. */
static const char *const profile_names[] = {
	PATHS,
	"PYTHONPATH",
	"PS1",
	"PS2",
	"PROMPT_COMMAND",
	"HIST*",
	"EDITOR",
	"VISUAL",
	"PAGER",
	"LESS*",
	"LS_COLORS",
	"TERM",
	"LANG",
	"LANGUAGE",
	"LC_*",
	"USER",
	"LOGNAME",
	"MAIL",
	"HOSTNAME",
	"TMOUT",
	"TZ",
	"CONDA_*",
	"_CONDA_*",
	"_CE_*",
	"MAMBA_*",
	"MODULE*",
	"LMOD_*",
	"LOADEDMODULES",
	"BASH_ENV",
	"PYENV_*",
	"NVM_*",
	"SPACK_*",
	"CUDA*",
	"GOPATH",
	"GOROOT",
	"JAVA_HOME",
	"VIRTUAL_ENV",
	"SDKMAN_*",
	"XDG_*",
	"DEBIAN_CHROOT",
	"debian_chroot",
	"color_prompt",
	"force_color_prompt",
	"SSH_*",
	NULL,
};

struct manager {
	const char *name;
	const char *const *names;
};

/* Files by the last parts of their path. Names that a project might give to a file of its own
 * are here only with the directory that the manager puts them in. */
static const struct manager sources[] = {
	{"bin/activate", venv_names},
	{"profile.d/conda.sh", conda_names},
	{"profile.d/mamba.sh", conda_names},
	{"profile.d/micromamba.sh", conda_names},
	{"share/spack/setup-env.sh", spack_names},
	{"oneapi/setvars.sh", oneapi_names},
	{"latest/env/vars.sh", oneapi_names},
	{"nvm.sh", node_names},
	{"bash_completion", shell_names},
	{"git-prompt.sh", shell_names},
	{".bashrc", profile_names},
	{".bash_profile", profile_names},
	{".bash_login", profile_names},
	{".bash_aliases", profile_names},
	{".profile", profile_names},
	{"etc/profile", profile_names},
	{"etc/bashrc", profile_names},
	{"etc/bash.bashrc", profile_names},
	{"etc/profile.d/*.sh", module_names},
	{"init/bash", module_names},
	{"init/sh", module_names},
	{"init/profile", module_names},
	{"init/profile.sh", module_names},
	{".cargo/env", path_names},
	{".local/bin/env", path_names},
	{"bin/sdkman-init.sh", profile_names},
	{"virtualenvwrapper.sh", venv_names},
};

static const struct manager commands[] = {
	{"conda", conda_names},   {"mamba", conda_names}, {"micromamba", conda_names},
	{"module", module_names}, {"ml", module_names},   {"spack", spack_names},
	{"pyenv", pyenv_names},   {"nvm", node_names},    {"deactivate", venv_names},
	{"workon", venv_names},   {"fnm", node_names},    {"eessi_init", module_names},
};

/* Text to be evaluated, by its first words: the name of a program, with any directory, and its
 * first arguments; options between them do not matter. */
static const struct manager evals[] = {
	{"conda shell*", conda_names},
	{"mamba shell*", conda_names},
	{"micromamba shell*", conda_names},
	{"conda activate", conda_names},
	{"pixi shell-hook", conda_names},
	{"pyenv init", pyenv_names},
	{"pyenv virtualenv-init", pyenv_names},
	{"pyenv sh-shell", pyenv_names},
	{"direnv hook", shell_names},
	{"ssh-agent", ssh_names},
	{"keychain", ssh_names},
	{"brew shellenv", brew_names},
	{"modulecmd", module_names},
	{"modulecmd.tcl", module_names},
	{"lmod", module_names},
	{"spack load", spack_names},
	{"spack unload", spack_names},
	{"spack env activate", spack_names},
	{"fnm env", node_names},
	{"rbenv init", pyenv_names},
	{"mise activate", shell_names},
	{"starship init", shell_names},
	{"zoxide init", shell_names},
	{"fzf", shell_names},
	{"dircolors", shell_names},
	{"lesspipe", shell_names},
	{"register-python-argcomplete", shell_names},
	{"uv generate-shell-completion", shell_names},
	{"poetry env activate", venv_names},
	{"command conda shell*", conda_names},
};

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* Whether `text` is `pattern`, in which one "*" may stand for any text. */
static bool fits(const char *pattern, const char *text)
{
	const char *star = strchr(pattern, '*');
	size_t length = strlen(text);
	size_t head;
	size_t tail;

	if (!star)
		return strcmp(pattern, text) == 0;
	head = (size_t)(star - pattern);
	tail = strlen(star + 1);
	return length >= head + tail && memcmp(pattern, text, head) == 0 &&
	       memcmp(star + 1, text + length - tail, tail) == 0;
}

/* Whether the last parts of a path are those of `end`. */
static bool ends_in(const char *path, const char *end)
{
	size_t depth = 0;
	const char *at = path + strlen(path);

	for (const char *part = end; *part; part++)
		depth += *part == '/';
	for (; at > path; at--) {
		if (at[-1] == '/' && depth-- == 0)
			break;
	}
	return fits(end, at);
}

const char *const *cpg_manager_of_source(const char *path)
{
	/* conda's old script and that of an unknown virtual environment. */
	if (strcmp(path, "activate") == 0 || strcmp(path, "/activate") == 0)
		return conda_names;
	for (size_t i = 0; i < COUNT(sources); i++) {
		if (ends_in(path, sources[i].name))
			return sources[i].names;
	}
	return NULL;
}

const char *const *cpg_manager_of_command(const char *name)
{
	name = base_name(name);
	for (size_t i = 0; i < COUNT(commands); i++) {
		if (strcmp(name, commands[i].name) == 0)
			return commands[i].names;
	}
	return NULL;
}

/* The next word of text; NULL behind the last. */
static const char *next_word(const char *text, size_t *length)
{
	text += strspn(text, " \t\n");
	*length = strcspn(text, " \t\n");
	return *length ? text : NULL;
}

/* Whether one word of text is one of a pattern's, of which the first is a program's name. */
static bool same_word(const char *word, size_t length, const char *pattern, size_t count,
		      bool program)
{
	const char *slash = program ? memrchr(word, '/', length) : NULL;

	if (slash) {
		length -= (size_t)(slash + 1 - word);
		word = slash + 1;
	}
	if (count > 0 && pattern[count - 1] == '*')
		return length >= count - 1 && memcmp(word, pattern, count - 1) == 0;
	return length == count && memcmp(word, pattern, count) == 0;
}

/* Whether text begins with the words of a pattern, options between them aside. */
static bool begins_with(const char *text, const char *pattern)
{
	bool program = true;
	size_t length;
	size_t count;

	while ((pattern = next_word(pattern, &count)) != NULL) {
		do {
			text = next_word(text, &length);
			if (!text)
				return false;
			text += length;
		} while (text[-(ptrdiff_t)length] == '-');
		if (!same_word(text - length, length, pattern, count, program))
			return false;
		pattern += count;
		program = false;
	}
	return true;
}

const char *const *cpg_manager_of_eval(const char *text)
{
	for (size_t i = 0; i < COUNT(evals); i++) {
		if (begins_with(text, evals[i].name))
			return evals[i].names;
	}
	return NULL;
}
