#include "test.h"

#include <stdbool.h>
#include <string.h>

#include "cpguard/wrappers.h"

struct test_case {
	const char *text;
	const char *sets;  /* a name that is in the row; NULL: no manager */
	const char *keeps; /* a name that is not */
};

static const struct test_case sources[] = {
	{"/opt/venv/bin/activate", "VIRTUAL_ENV", "HF_HOME"},
	{"venv/bin/activate", "PATH", NULL},
	{"bin/activate", "PATH", NULL},
	{"/bin/activate", "PATH", NULL},
	{"activate", "CONDA_*", NULL},
	{"/activate", "CONDA_*", NULL},
	{"ctivate", NULL, NULL},
	{"./activate", NULL, NULL},
	{"sbin/activate", NULL, NULL},
	{"/root/miniconda3/etc/profile.d/conda.sh", "CONDA_*", "MODEL_ARGS"},
	{"/etc/profile.d/mamba.sh", "MAMBA_*", NULL},
	{"profile.d/micromamba.sh", "MAMBA_*", NULL},
	{"./conda.sh", NULL, NULL},
	{"/opt/spack/share/spack/setup-env.sh", "SPACK_*", NULL},
	{"scripts/setup-env.sh", NULL, NULL},
	{"/opt/intel/oneapi/setvars.sh", "MKLROOT", NULL},
	{"/opt/intel/oneapi/mkl/latest/env/vars.sh", "MKLROOT", NULL},
	{"./env/vars.sh", NULL, NULL},
	{"/root/.nvm/nvm.sh", "NVM_*", NULL},
	{"/nvm.sh", "NVM_*", NULL},
	{"/usr/share/bash-completion/bash_completion", "BASH_COMPLETION*", NULL},
	{"/usr/lib/git-core/git-prompt.sh", "PS1", NULL},
	{"/root/.bashrc", "PATH", "MODEL_ARGS"},
	{"/.bashrc", "PATH", NULL},
	{".bash_profile", "PATH", NULL},
	{"/home/u/.bash_login", "PATH", NULL},
	{"/home/u/.bash_aliases", "PATH", NULL},
	{"/home/u/.profile", "PATH", NULL},
	{"/etc/profile", "LMOD_*", NULL},
	{"./profile", NULL, NULL},
	{"profile", NULL, NULL},
	{"/etc/bashrc", "PATH", NULL},
	{"/etc/bash.bashrc", "PATH", NULL},
	{"/etc/profile.d/modules.sh", "LOADEDMODULES", "HF_HOME"},
	{"/etc/profile.d/z00_lmod.sh", "LMOD_*", NULL},
	{"/etc/profile.d/sub/x.sh", NULL, NULL},
	{"/usr/share/lmod/lmod/init/bash", "LMOD_*", NULL},
	{"/usr/share/modules/init/sh", "MODULE*", NULL},
	{"/opt/modules/init/profile", "MODULE*", NULL},
	{"/opt/lmod/init/profile.sh", "MODULE*", NULL},
	{"/root/.cargo/env", "PATH", "LD_LIBRARY_PATH"},
	{"/root/.local/bin/env", "PATH", NULL},
	{"/root/.sdkman/bin/sdkman-init.sh", "JAVA_HOME", NULL},
	{"/usr/local/bin/virtualenvwrapper.sh", "VIRTUAL_ENV", NULL},
	{"scripts/models/glm5.sh", NULL, NULL},
	{"", NULL, NULL},
	{"/", NULL, NULL},
};

static const struct test_case commands[] = {
	{"conda", "CONDA_*", "HF_HOME"},
	{"/opt/conda/bin/conda", "CONDA_*", NULL},
	{"mamba", "MAMBA_*", NULL},
	{"micromamba", "MAMBA_*", NULL},
	{"module", "LOADEDMODULES", "MODEL_ARGS"},
	{"ml", "LD_LIBRARY_PATH", NULL},
	{"spack", "SPACK_*", NULL},
	{"pyenv", "PYENV_*", NULL},
	{"nvm", "NVM_*", NULL},
	{"fnm", "PATH", NULL},
	{"deactivate", "VIRTUAL_ENV", NULL},
	{"workon", "VIRTUAL_ENV", NULL},
	{"modules", NULL, NULL},
	{"python", NULL, NULL},
};

static const struct test_case evals[] = {
	{"conda shell.bash hook", "CONDA_*", "HF_HOME"},
	{"command conda shell.bash hook", "CONDA_*", NULL},
	{"/opt/conda/bin/conda shell.posix activate x", "PATH", NULL},
	{"conda --no-plugins shell.bash hook", "PATH", NULL},
	{"conda info --base", NULL, NULL},
	{"conda activate x", "CONDA_*", NULL},
	{"mamba shell hook --shell bash", "MAMBA_*", NULL},
	{"/root/bin/micromamba shell hook --shell bash", "MAMBA_*", NULL},
	{"pixi shell-hook", "PATH", NULL},
	{"pyenv init -", "PYENV_*", NULL},
	{"pyenv init --path", "PYENV_*", NULL},
	{"pyenv virtualenv-init -", "PYENV_*", NULL},
	{"pyenv sh-shell 3.11", "PYENV_*", NULL},
	{"direnv hook bash", "PROMPT_COMMAND", NULL},
	{"direnv export bash", NULL, NULL},
	{"ssh-agent -s", "SSH_AUTH_SOCK", "PATH"},
	{"ssh-agent", "SSH_AUTH_SOCK", NULL},
	{"keychain --eval id_rsa", "SSH_AUTH_SOCK", NULL},
	{"/opt/homebrew/bin/brew shellenv", "HOMEBREW_*", NULL},
	{"/usr/bin/modulecmd bash load cuda", "LOADEDMODULES", NULL},
	{"modulecmd.tcl bash load cuda", "LOADEDMODULES", NULL},
	{"/usr/share/lmod/lmod/libexec/lmod bash load x", "LMOD_*", NULL},
	{"spack load --sh x", "SPACK_*", NULL},
	{"spack unload --sh x", "SPACK_*", NULL},
	{"spack env activate --sh x", "SPACK_*", NULL},
	{"fnm env", "PATH", NULL},
	{"rbenv init -", "PATH", NULL},
	{"mise activate bash", "PATH", NULL},
	{"starship init bash", "PS1", NULL},
	{"zoxide init bash", "PROMPT_COMMAND", NULL},
	{"fzf --bash", "PS1", NULL},
	{"dircolors -b", "LS_COLORS", NULL},
	{"lesspipe", "PATH", NULL},
	{"register-python-argcomplete x", "PS1", NULL},
	{"uv generate-shell-completion bash", "PS1", NULL},
	{"poetry env activate", "VIRTUAL_ENV", NULL},
	{"python gen_env.py", NULL, NULL},
	{"condax shell.bash hook", NULL, NULL},
	{"conda", NULL, NULL},
	{"", NULL, NULL},
};

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

static bool has(const char *const *names, const char *name)
{
	for (; names && *names; names++) {
		if (strcmp(*names, name) == 0)
			return true;
	}
	return false;
}

static void check(const struct test_case *table, size_t count,
		  const char *const *(*manager)(const char *))
{
	for (size_t i = 0; i < count; i++) {
		const char *const *names = manager(table[i].text);

		if (!names != !table[i].sets)
			fail_msg("'%s' is %s manager", table[i].text, names ? "a" : "no");
		if (table[i].sets && !has(names, table[i].sets))
			fail_msg("'%s' does not set %s", table[i].text, table[i].sets);
		if (table[i].keeps && has(names, table[i].keeps))
			fail_msg("'%s' sets %s", table[i].text, table[i].keeps);
	}
}

static void sourced_files_are_told_by_the_end_of_their_path(void **state)
{
	(void)state;
	check(sources, COUNT(sources), cpg_manager_of_source);
}

static void commands_are_told_by_their_name(void **state)
{
	(void)state;
	check(commands, COUNT(commands), cpg_manager_of_command);
}

static void evaluated_text_is_told_by_its_first_words(void **state)
{
	(void)state;
	check(evals, COUNT(evals), cpg_manager_of_eval);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sourced_files_are_told_by_the_end_of_their_path),
		cmocka_unit_test(commands_are_told_by_their_name),
		cmocka_unit_test(evaluated_text_is_told_by_its_first_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
