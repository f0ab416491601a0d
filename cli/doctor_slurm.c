#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cpguard/file.h"
#include "cpguard/options.h"

#include "doctor.h"
#include "spawn.h"

enum {
	ELF_LIMIT = 128 << 20, /* bytes */
	ANSWER_LIMIT = 10,     /* seconds */
};

/* Where slurmd keeps what it got from the controller, for commands on its node. Source: slurm
 * 20.11 to 26.05 src/common/read_config.c _establish_config_source. */
static const char configless[] = "/run/slurm/conf/slurm.conf";

static const char awaited[] =
	"every Slurm command waits a minute for this file, then fails: put it there, or "
	"correct SLURM_CONF or the Include line that names it";
static const char unreadable[] =
	"correct the file or its permissions: no Slurm command works with it";

int doctor_read_elf(struct doctor *doctor, const char *path, struct cpg_elf *elf,
		    struct cpg_error *err)
{
	struct cpg_error inner;
	struct cpg_text file;

	if (cpg_file_read(doctor->arena, path, ELF_LIMIT, &file, err) < 0)
		return -1;
	if (cpg_elf_read(file, elf, &inner) < 0)
		return cpg_error_set(err, inner.code, "'%.800s' %s", path, inner.text);
	return 0;
}

/* The regular file NAME in a list of directories that have ":" between them; NULL: none. */
static const char *in_directories(struct doctor *doctor, const char *list, const char *name,
				  int mode)
{
	while (list) {
		const char *end = strchrnul(list, ':');
		const char *path = cpg_arena_printf(doctor->arena, "%.*s/%s",
						    (int)(end - list), list, name);

		if (path && list[0] == '/' &&
		    cpg_file_kind(path, NULL) == CPG_FILE_REGULAR &&
		    access(path, mode) == 0)
			return path;
		list = *end ? end + 1 : NULL;
	}
	return NULL;
}

/* Where this build of Slurm looks by itself stands in the library that all its programs use,
 * or, when that was linked statically, in the program. Source: slurm 20.11 to 26.05
 * src/common/Makefile.am global_defaults.c. */
static void find_defaults(struct doctor *doctor, const char *program)
{
	struct cpg_elf elf;
	const char *library;

	/* sbatch may be a script of the site's: then the defaults are not known. */
	if (doctor_read_elf(doctor, program, &elf, NULL) < 0)
		return;
	if (!cpg_elf_pointed(&elf, "default_slurm_config_file")) {
		library = in_directories(doctor, elf.search_path, "libslurmfull.so", R_OK);
		if (!library || doctor_read_elf(doctor, library, &elf, NULL) < 0)
			return;
	}
	doctor->default_conf = cpg_elf_pointed(&elf, "default_slurm_config_file");
	doctor->default_plugins = cpg_elf_pointed(&elf, "default_plugin_path");
}

/* A compute node need not have Slurm's commands: then its slurmd tells. */
void doctor_check_sbatch(struct doctor *doctor, struct doctor_finding *finding)
{
	doctor->sbatch = in_directories(doctor, getenv("PATH"), "sbatch", X_OK);
	if (doctor->sbatch) {
		find_defaults(doctor, doctor->sbatch);
		doctor_say(doctor, finding, DOCTOR_OK, NULL, "%s", doctor->sbatch);
		return;
	}
	doctor->mute = "there is no sbatch to ask";
	doctor->slurmd = in_directories(doctor, getenv("PATH"), "slurmd", X_OK);
	if (doctor->slurmd) {
		find_defaults(doctor, doctor->slurmd);
		doctor_say(doctor, finding, DOCTOR_SKIP, NULL,
			   "it is in no directory of PATH; this is a compute node, with %s",
			   doctor->slurmd);
		return;
	}
	doctor_say(doctor, finding, DOCTOR_FAIL,
		   "put the directory of Slurm's commands into PATH; on a compute node "
		   "without them, that of slurmd",
		   "sbatch is in no directory of PATH");
}

/* As Slurm's commands do: SLURM_CONF, else the place that was compiled in, else what slurmd
 * keeps. Sets doctor->conf_file, or says what is in the way. Returns how it was found, or
 * NULL. */
static const char *find_conf(struct doctor *doctor, struct doctor_finding *finding)
{
	const char *usual =
		doctor->default_conf ? doctor->default_conf : CPGUARD_SLURM_CONF;

	doctor->conf_file = getenv("SLURM_CONF");
	if (doctor->conf_file)
		return " (named by SLURM_CONF)";
	doctor->conf_file = usual;
	if (access(usual, F_OK) == 0)
		return doctor->default_conf
			       ? ""
			       : " (the usual place; sbatch's own is not known)";
	doctor->conf_file = configless;
	if (access(configless, F_OK) == 0)
		return " (configless, kept by slurmd or sackd)";
	doctor->conf_file = NULL;
	if (doctor->default_conf)
		doctor_say(
			doctor, finding, DOCTOR_SKIP, NULL,
			"there is no %s and no %s: commands ask the controller "
			"(configless), so only what sbatch says of itself can be looked at",
			usual, configless);
	else
		doctor_say(
			doctor, finding, DOCTOR_SKIP,
			"set SLURM_CONF to what this Slurm reads",
			"where sbatch looks for it is not known; there is no %s and no %s",
			usual, configless);
	return NULL;
}

void doctor_check_conf(struct doctor *doctor, struct doctor_finding *finding)
{
	struct cpg_error err;
	const char *how = find_conf(doctor, finding);

	if (!how)
		return;
	if (cpg_slurm_conf_read(doctor->arena, doctor->conf_file, &doctor->conf, &err) ==
	    0) {
		doctor->got_conf = strcmp(doctor->conf_file, configless) == 0;
		doctor_say(doctor, finding, DOCTOR_OK, NULL, "%s%s", doctor->conf_file,
			   how);
		return;
	}
	doctor_say(doctor, finding, DOCTOR_FAIL, err.code == ENOENT ? awaited : unreadable,
		   "%s%s", err.text, how);
	if (err.code == ENOENT)
		doctor->mute = "sbatch is not asked: it would wait for its slurm.conf";
	doctor->conf_file = NULL;
}

/* Takes the release from what `COMMAND --version` prints: "slurm 22.05.8", on Debian
 * "slurm-wlm 22.05.8". */
static bool take_release(struct doctor *doctor, const char *text)
{
	unsigned major;
	unsigned minor;
	const char *blank = strchr(text, ' ');

	if (strncmp(text, "slurm", 5) != 0 || !blank ||
	    sscanf(blank, " %2u.%2u.", &major, &minor) != 2)
		return false;
	doctor->slurm = DOCTOR_RELEASE(major, minor);
	doctor->slurm_text =
		cpg_arena_bytes(doctor->arena, blank + 1, strcspn(blank + 1, " \n"));
	return doctor->slurm_text != NULL;
}

/* Asks another program of the same Slurm, which loads no SPANK plugin. */
static bool ask_another(struct doctor *doctor, const char *program, const char *option)
{
	const char *const argv[] = {program, option, NULL};
	struct cli_output output;

	return program &&
	       cli_spawn(doctor->arena, argv, ANSWER_LIMIT, &output, NULL) == 0 &&
	       output.status == 0 && take_release(doctor, output.out);
}

/* sinfo works where sbatch fails because of a plugin. */
static void ask_sinfo(struct doctor *doctor)
{
	const char *slash = strrchr(doctor->sbatch, '/');

	ask_another(doctor,
		    cpg_arena_printf(doctor->arena, "%.*s/sinfo",
				     (int)(slash - doctor->sbatch), doctor->sbatch),
		    "--version");
}

/* What to show of a command that failed: the first line that it wrote. */
static const char *complaint(struct doctor *doctor, const struct cli_output *output)
{
	const char *text = output->errors[0] ? output->errors : output->out;

	if (output->timed_out)
		return cpg_arena_printf(
			doctor->arena, "it did not answer within %d seconds", ANSWER_LIMIT);
	return text[0] ? cpg_arena_bytes(doctor->arena, text, strcspn(text, "\n"))
		       : "without a word";
}

/* Runs `sbatch OPTION`. Returns 0 and fills *output, or -1 with what is wrong said. */
static int ask_sbatch(struct doctor *doctor, struct doctor_finding *finding,
		      const char *option, struct cli_output *output)
{
	const char *const argv[] = {doctor->sbatch, option, NULL};
	struct cpg_error err;

	if (doctor->mute) {
		doctor_say(doctor, finding, DOCTOR_SKIP, NULL, "%s", doctor->mute);
		return -1;
	}
	if (cli_spawn(doctor->arena, argv, ANSWER_LIMIT, output, &err) < 0) {
		doctor_say(doctor, finding, DOCTOR_FAIL, NULL, "%s", err.text);
		return -1;
	}
	if (output->status == 0)
		return 0;
	if (output->timed_out)
		doctor->mute = "sbatch does not answer";
	doctor_say(doctor, finding, DOCTOR_FAIL,
		   "no job can be submitted from here; the other lines may tell why",
		   "sbatch %s fails: %s", option, complaint(doctor, output));
	return -1;
}

void doctor_check_slurm(struct doctor *doctor, struct doctor_finding *finding)
{
	struct cli_output output;

	if (doctor->slurmd && ask_another(doctor, doctor->slurmd, "-V")) {
		doctor_say(doctor, finding, DOCTOR_OK, NULL, "%s, says slurmd -V",
			   doctor->slurm_text);
		return;
	}
	if (ask_sbatch(doctor, finding, "--version", &output) < 0) {
		if (!doctor->mute)
			ask_sinfo(doctor);
		return;
	}
	if (take_release(doctor, output.out))
		doctor_say(doctor, finding, DOCTOR_OK, NULL, "%s, says sbatch --version",
			   doctor->slurm_text);
	else
		doctor_say(
			doctor, finding, DOCTOR_FAIL,
			"is this Slurm's sbatch? If PATH leads to another one, correct it",
			"sbatch --version names no release: %s",
			complaint(doctor, &output));
}

/* Whether the help has the option, and not merely a longer one. */
static bool offers(const char *help, const char *option)
{
	const size_t length = strlen(option);

	for (; (help = strstr(help, option)) != NULL; help += length) {
		if (!strchr("-_abcdefghijklmnopqrstuvwxyz", help[length]) ||
		    help[length] == '\0')
			return true;
	}
	return false;
}

/* Whether the help has all of cpguard's options; sets *missing to the first that it lacks. */
static bool offers_all(struct doctor *doctor, const char *help, const char **missing)
{
	for (enum cpg_option option = 0; option < CPG_OPTION_COUNT; option++) {
		*missing = cpg_arena_printf(doctor->arena, "--%s", cpg_option_name(option));
		if (!*missing || !offers(help, *missing))
			return false;
	}
	return true;
}

void doctor_check_options(struct doctor *doctor, struct doctor_finding *finding)
{
	struct cli_output output;
	const char *missing = NULL;

	if (ask_sbatch(doctor, finding, "--help", &output) < 0)
		return;
	if (offers_all(doctor, output.out, &missing))
		doctor_say(doctor, finding, DOCTOR_OK, NULL,
			   "sbatch --help has them: Slurm has loaded the plugin");
	else
		doctor_say(doctor, finding, DOCTOR_FAIL, "mend what the other lines say",
			   "sbatch --help lacks %s: Slurm has not loaded the plugin%s%s",
			   missing, output.errors[0] ? ": " : "",
			   output.errors[0] ? complaint(doctor, &output) : "");
}
