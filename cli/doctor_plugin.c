#include <link.h>
#include <stdio.h>
#include <string.h>

#include "cpguard/file.h"

#include "doctor.h"
#include "spawn.h"

enum {
	LINKER_LIMIT = 10, /* seconds */
	BUILT_SIZE = 32,   /* bytes: "a Slurm before 21.08" */
};

static const char reinstall[] = "install the plugin that was built for this Slurm on this "
				"system: make install, or the "
				"package slurm-spank-cpguard";

/* What Slurm's loader and cpguard's two gates need the plugin to export. Source: slurm 20.11
 * to 26.05 src/common/plugin.c (plugin_load_from_file, _verify_syms). */
static const char *const exports[] = {
	"plugin_name",
	"plugin_type",
	"plugin_version",
	"slurm_spank_init",
	"slurm_spank_init_post_opt",
	"slurm_spank_task_init",
};

/* Until 20.11 Slurm loads a SPANK plugin whatever it was built for; 21.08 does when the line
 * names an absolute path; later releases want the same major and minor. Source:
 * src/common/plugin.c plugin_peek and plugin_load_from_file. */
static bool takes(const struct doctor *doctor, unsigned built)
{
	const unsigned mask = 0xffff00;

	if (doctor->slurm < DOCTOR_RELEASE(21, 8))
		return true;
	if (doctor->slurm == DOCTOR_RELEASE(21, 8) && doctor->line &&
	    doctor->line->path[0] == '/')
		return true;
	return (built & mask) == doctor->slurm;
}

/* Whether Slurm would pass over this file and look into the next directory. */
static bool is_passed_over(struct doctor *doctor, const char *path)
{
	struct cpg_elf elf;
	unsigned built;

	return doctor_read_elf(doctor, path, &elf, NULL) < 0 ||
	       !cpg_elf_unsigned(&elf, "plugin_version", &built) ||
	       (doctor->slurm && !takes(doctor, built));
}

/* The plugin in the directories of PluginDir: the first that Slurm would take, or, when it
 * takes none, the first there is. Source: slurm 20.11 to 26.05 src/common/plugstack.c
 * (from 23.02 on spank.c) _spank_plugin_find. */
static const char *find_in(struct doctor *doctor, const char *list, const char *name)
{
	const char *first = NULL;

	while (list) {
		const char *end = strchrnul(list, ':');
		const char *path = cpg_arena_printf(doctor->arena, "%.*s/%s",
						    (int)(end - list), list, name);

		if (path && cpg_file_kind(path, NULL) == CPG_FILE_REGULAR) {
			if (!is_passed_over(doctor, path))
				return path;
			first = first ? first : path;
		}
		list = *end ? end + 1 : NULL;
	}
	return first;
}

static void find_by_name(struct doctor *doctor, struct doctor_finding *finding,
			 const char *name)
{
	const char *directories = doctor->conf.plugin_dir;

	if (!directories)
		directories = doctor->default_plugins;
	if (!directories)
		directories = CPGUARD_PLUGINDIR;
	doctor->plugin = directories[0] ? find_in(doctor, directories, name) : NULL;
	if (doctor->plugin)
		doctor_say(doctor, finding, DOCTOR_OK, NULL, "%s", doctor->plugin);
	else if (!directories[0])
		doctor_say(doctor, finding, DOCTOR_SKIP, NULL,
			   "where this Slurm looks for plugins is not known");
	else if (!doctor->line)
		doctor_say(doctor, finding, DOCTOR_SKIP, NULL, "none is in %s",
			   directories);
	else
		doctor_say(doctor, finding, DOCTOR_FAIL, reinstall,
			   "%s is not in %s, where Slurm looks for plugins", name,
			   directories);
}

void doctor_check_plugin(struct doctor *doctor, struct doctor_finding *finding)
{
	const char *path = doctor->line ? doctor->line->path : CPG_PLUGSTACK_FILE;
	struct cpg_error err;
	int kind;

	if (path[0] != '/') {
		find_by_name(doctor, finding, path);
		return;
	}
	kind = cpg_file_kind(path, &err);
	if (kind == CPG_FILE_REGULAR) {
		doctor->plugin = path;
		doctor_say(doctor, finding, DOCTOR_OK, NULL, "%s", path);
	} else {
		doctor_say(doctor, finding, DOCTOR_FAIL, reinstall, "%s%s",
			   kind < 0 ? err.text : path,
			   kind < 0                ? ""
			   : kind == CPG_FILE_NONE ? " does not exist"
						   : " is no regular file");
	}
}

/* The line in which the dynamic linker says that something is missing: a library or a version
 * of one. NULL: it is content. */
static const char *linker_complaint(struct doctor *doctor, const struct cli_output *output)
{
	const char *hit = strstr(output->out, "not found");
	const char *text = output->errors[0] ? output->errors : hit;

	if (!text)
		return output->status == 0 ? NULL : "the dynamic linker fails";
	while (text == hit && text > output->out && text[-1] != '\n')
		hit = --text;
	text += strspn(text, " \t");
	return cpg_arena_bytes(doctor->arena, text, strcspn(text, "\n"));
}

/* For dl_iterate_phdr(), which begins with this program: the dynamic linker that it names. */
static int take_linker(struct dl_phdr_info *info, size_t size, void *linker)
{
	(void)size;
	for (size_t i = 0; i < info->dlpi_phnum; i++) {
		if (info->dlpi_phdr[i].p_type == PT_INTERP)
			*(const char **)linker = (const char *)(info->dlpi_addr +
								info->dlpi_phdr[i].p_vaddr);
	}
	return 1;
}

/* Asks the dynamic linker, which is this command's as well, to find the plugin's libraries.
 * `--list` maps files and runs nothing of them. */
static void ask_linker(struct doctor *doctor, struct doctor_finding *finding)
{
	struct cli_output output;
	struct cpg_error err;
	const char *argv[] = {NULL, "--list", doctor->plugin, NULL};
	const char *complaint;

	dl_iterate_phdr(take_linker, &argv[0]);
	if (!argv[0]) {
		doctor_say(doctor, finding, DOCTOR_SKIP, NULL,
			   "this system's dynamic linker is not known");
		return;
	}
	if (cli_spawn(doctor->arena, argv, LINKER_LIMIT, &output, &err) < 0) {
		doctor_say(doctor, finding, DOCTOR_SKIP, NULL, "%s", err.text);
		return;
	}
	complaint = linker_complaint(doctor, &output);
	if (!complaint)
		doctor_say(doctor, finding, DOCTOR_OK, NULL, "all its libraries are here");
	else
		doctor_say(doctor, finding, DOCTOR_FAIL,
			   "install the library, or build the plugin on this system", "%s",
			   complaint);
}

void doctor_check_loadable(struct doctor *doctor, struct doctor_finding *finding)
{
	struct cpg_error err;

	if (!doctor->plugin) {
		doctor_say(doctor, finding, DOCTOR_SKIP, NULL, "there is no plugin");
		return;
	}
	if (doctor_read_elf(doctor, doctor->plugin, &doctor->elf, &err) < 0) {
		doctor_say(doctor, finding, DOCTOR_FAIL, reinstall, "%s", err.text);
		return;
	}
	ask_linker(doctor, finding);
}

void doctor_check_exports(struct doctor *doctor, struct doctor_finding *finding)
{
	const char *name;
	const char *type;

	if (!doctor->elf.file.bytes) {
		doctor_say(doctor, finding, DOCTOR_SKIP, NULL, "the plugin is not read");
		return;
	}
	for (size_t i = 0; i < sizeof(exports) / sizeof(exports[0]); i++) {
		if (cpg_elf_exports(&doctor->elf, exports[i]))
			continue;
		doctor_say(doctor, finding, DOCTOR_FAIL, reinstall, "%s lacks %s",
			   doctor->plugin, exports[i]);
		return;
	}
	name = cpg_elf_string(&doctor->elf, "plugin_name");
	type = cpg_elf_string(&doctor->elf, "plugin_type");
	if (name && type && strcmp(name, "cpguard") == 0 && strcmp(type, "spank") == 0)
		doctor_say(doctor, finding, DOCTOR_OK, NULL,
			   "a SPANK plugin named cpguard, with both gates");
	else
		doctor_say(doctor, finding, DOCTOR_FAIL, reinstall,
			   "%s is no SPANK plugin named cpguard, but %s of type %s",
			   doctor->plugin, name ? name : "something",
			   type ? type : "unknown");
}

/* Before 21.08 spank.h gave a plugin a number of its own, as it has none of Slurm's. */
static bool is_of_slurm(unsigned version)
{
	return version >= DOCTOR_RELEASE(21, 8);
}

static void write_release(char text[BUILT_SIZE], unsigned built)
{
	if (is_of_slurm(built))
		snprintf(text, BUILT_SIZE, "Slurm %02u.%02u", DOCTOR_MAJOR(built),
			 DOCTOR_MINOR(built));
	else
		snprintf(text, BUILT_SIZE, "a Slurm before 21.08");
}

void doctor_check_release(struct doctor *doctor, struct doctor_finding *finding)
{
	const char *advice;
	char text[BUILT_SIZE];
	unsigned built;

	if (!doctor->elf.file.bytes ||
	    !cpg_elf_unsigned(&doctor->elf, "plugin_version", &built)) {
		doctor_say(doctor, finding, DOCTOR_SKIP, NULL, "the plugin is not read");
		return;
	}
	write_release(text, built);
	if (!doctor->slurm) {
		doctor_say(doctor, finding, DOCTOR_SKIP, NULL,
			   "built for %s; this Slurm's release is not known", text);
		return;
	}
	if (!takes(doctor, built)) {
		advice = doctor->line && doctor->line->required
				 ? "no job can be submitted until the plugin is built for "
				   "this "
				   "Slurm; or take the line away"
				 : "jobs run unguarded until the plugin is built for this "
				   "Slurm";
		doctor_say(doctor, finding, DOCTOR_FAIL, advice,
			   "built for %s, and this is %s: Slurm does not load it", text,
			   doctor->slurm_text);
	} else if (is_of_slurm(built) != is_of_slurm(doctor->slurm)) {
		doctor_say(doctor, finding, DOCTOR_WARN,
			   "build it for this Slurm: it is loaded, but the two do not "
			   "agree on "
			   "error codes",
			   "built for %s, and this is %s", text, doctor->slurm_text);
	} else {
		doctor_say(doctor, finding, DOCTOR_OK, NULL, "built for %s, and this is %s",
			   text, doctor->slurm_text);
	}
}
