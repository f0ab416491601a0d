#include <string.h>

#include "cpguard/file.h"

#include "doctor.h"

static const char add_line[] = "add the line: optional spank_cpguard.so mode=warn";

/* Says why a check cannot be made, when an earlier one has not found what it needs. */
static bool lacks(struct doctor *doctor, struct doctor_finding *finding, const void *needed,
		  const char *what)
{
	if (needed)
		return false;
	doctor_say(doctor, finding, DOCTOR_SKIP, NULL, "%s is not known", what);
	return true;
}

/* The file that Slurm begins with. Source: slurm 20.11 to 26.05 src/common/plugstack.c
 * (spank.c) spank_stack_init. */
static const char *plugstack_of(struct doctor *doctor)
{
	const char *slash = strrchr(doctor->conf_file, '/');

	if (doctor->conf.plug_stack_config)
		return doctor->conf.plug_stack_config;
	return cpg_arena_printf(doctor->arena, "%.*splugstack.conf",
				slash ? (int)(slash - doctor->conf_file) + 1 : 0,
				doctor->conf_file);
}

void doctor_check_plugstack(struct doctor *doctor, struct doctor_finding *finding)
{
	const char *how =
		doctor->conf.plug_stack_config ? " (PlugStackConfig in slurm.conf)" : "";
	struct cpg_error err;
	const char *path;
	int kind;

	if (lacks(doctor, finding, doctor->conf_file, "slurm.conf"))
		return;
	path = plugstack_of(doctor);
	kind = path ? cpg_file_kind(path, &err) : -1;
	if (!path)
		doctor_say(doctor, finding, DOCTOR_FAIL, NULL, "no memory left");
	else if (path[0] != '/' && doctor->conf.plug_stack_config)
		doctor_say(
			doctor, finding, DOCTOR_FAIL,
			"give it an absolute path: this one counts from the directory in "
			"which each command runs",
			"%s%s", path, how);
	else if (kind < 0)
		doctor_say(doctor, finding, DOCTOR_FAIL, "make it readable for all users",
			   "%s", err.text);
	else if (kind == CPG_FILE_NONE)
		doctor_say(
			doctor, finding, DOCTOR_FAIL,
			"make the file, with the line: optional spank_cpguard.so mode=warn",
			"%s%s does not exist, so Slurm loads no plugin", path, how);
	else {
		doctor->plugstack = path;
		doctor_say(doctor, finding, DOCTOR_OK, NULL, "%s%s", path, how);
	}
}

void doctor_check_line(struct doctor *doctor, struct doctor_finding *finding)
{
	const struct cpg_plugstack_line *line;
	const struct cpg_plugstack_line *next;
	struct cpg_error err;
	int found;

	if (lacks(doctor, finding, doctor->plugstack, "plugstack.conf"))
		return;
	found = cpg_plugstack_read(doctor->arena, doctor->plugstack, &line, &err);
	if (found < 0) {
		doctor_say(doctor, finding, DOCTOR_FAIL,
			   "mend the file: every submission fails until then", "%s%s%s",
			   err.file ? err.file : "", err.file ? ": " : "", err.text);
		return;
	}
	if (found == 0) {
		doctor_say(
			doctor, finding, DOCTOR_FAIL, add_line,
			"no line of it or of what it includes loads " CPG_PLUGSTACK_FILE);
		return;
	}
	doctor->line = line;
	next = line->next;
	if (!next)
		doctor_say(doctor, finding, DOCTOR_OK, NULL, "%s:%u: %s %s", line->file,
			   line->line, line->required ? "required" : "optional",
			   line->path);
	else
		doctor_say(doctor, finding, DOCTOR_WARN,
			   "keep one line: only the first one's settings count",
			   "%s:%u: %s %s; listed again at %s:%u", line->file, line->line,
			   line->required ? "required" : "optional", line->path, next->file,
			   next->line);
}

/* The settings as they stand on the line. */
static const char *settings_text(struct doctor *doctor)
{
	struct cpg_buffer out = {.arena = doctor->arena};

	for (size_t i = 0; i < doctor->line->argument_count; i++) {
		cpg_buffer_string(&out, i ? " " : "");
		cpg_buffer_string(&out, doctor->line->arguments[i]);
	}
	cpg_buffer_string(&out, doctor->line->argument_count ? "" : "the defaults");
	return cpg_buffer_finish(&out);
}

void doctor_check_settings(struct doctor *doctor, struct doctor_finding *finding)
{
	struct cpg_error err;
	size_t wrong = 0;
	const char *text;

	cpg_settings_default(&doctor->settings);
	if (lacks(doctor, finding, doctor->line, "the line"))
		return;
	for (size_t i = 0; i < doctor->line->argument_count; i++) {
		struct cpg_error *first = wrong ? NULL : &err;

		if (cpg_settings_apply(doctor->arena, &doctor->settings,
				       doctor->line->arguments[i], first) < 0)
			wrong++;
	}
	text = settings_text(doctor);
	if (wrong)
		doctor_say(doctor, finding, DOCTOR_FAIL,
			   "correct it: its default counts until then",
			   wrong == 1 ? "%s" : "%s (and %zu more)", err.text, wrong - 1);
	else if (doctor->settings.mode == CPG_MODE_OFF)
		doctor_say(doctor, finding, DOCTOR_FAIL,
			   "take mode=off away to have jobs looked at",
			   "%s: no job is looked at", text);
	else if (doctor->settings.mode == CPG_MODE_WARN)
		doctor_say(doctor, finding, DOCTOR_WARN,
			   "take mode=warn away to have such jobs refused",
			   "%s: a job that breaks the rule is told so, and goes on", text);
	else
		doctor_say(doctor, finding, DOCTOR_OK, NULL, "%s", text);
}
