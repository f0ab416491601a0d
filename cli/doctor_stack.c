#include <string.h>

#include "cpguard/file.h"

#include "doctor.h"

#define LINE "optional spank_cpguard.so mode=warn"

static const char add_line[] = "add the line: " LINE;
static const char make_file[] = "make the file, with the line: " LINE;
static const char add_for_all[] = "add the line to plugstack.conf beside slurmctld's "
				  "slurm.conf, not to a file that it "
				  "includes, then run scontrol reconfigure: " LINE;

/* Says why a check cannot be made, when an earlier one has not found what it needs. */
static bool lacks(struct doctor *doctor, struct doctor_finding *finding, const void *needed,
		  const char *what)
{
	if (needed)
		return false;
	doctor_say(doctor, finding, DOCTOR_SKIP, NULL, "%s is not known", what);
	return true;
}

/* What to do where the line is missing: slurmctld may be who sends it to this machine. */
static const char *advice_to_add(const struct doctor *doctor, const char *otherwise)
{
	return cpg_slurm_conf_is_configless(&doctor->conf) &&
			       !doctor->conf.plug_stack_config
		       ? add_for_all
		       : otherwise;
}

/* The file that Slurm begins with. Source: slurm 20.11 to 26.05 src/common/plugstack.c
 * (from 23.02 on spank.c) spank_stack_init. */
static const char *plugstack_of(struct doctor *doctor)
{
	const char *slash = strrchr(doctor->conf_file, '/');

	if (doctor->conf.plug_stack_config)
		return doctor->conf.plug_stack_config;
	return cpg_arena_printf(doctor->arena, "%.*splugstack.conf",
				slash ? (int)(slash - doctor->conf_file) + 1 : 0,
				doctor->conf_file);
}

/* Whether other machines are sent another plugstack.conf than the one that Slurm has them read:
 * slurmctld sends the one beside its slurm.conf, whatever PlugStackConfig says. */
static bool is_not_sent(const struct doctor *doctor)
{
	return cpg_slurm_conf_is_configless(&doctor->conf) &&
	       doctor->conf.plug_stack_config && !doctor->got_conf;
}

static void take_plugstack(struct doctor *doctor, struct doctor_finding *finding,
			   const char *path, const char *how)
{
	doctor->plugstack = path;
	if (is_not_sent(doctor))
		doctor_say(
			doctor, finding, DOCTOR_WARN,
			"take PlugStackConfig away, or see that each of them has the file",
			"%s%s; machines that get their files from slurmctld (configless) "
			"look for one of their own there",
			path, how);
	else
		doctor_say(doctor, finding, DOCTOR_OK, NULL, "%s%s", path, how);
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
		doctor_say(doctor, finding, DOCTOR_FAIL, advice_to_add(doctor, make_file),
			   "%s%s does not exist, so Slurm loads no plugin", path, how);
	else
		take_plugstack(doctor, finding, path, how);
}

/* Whether machines that get their files from slurmctld have the line's file as well. With
 * PlugStackConfig they look for a plugstack.conf of their own: then it is not known. */
static bool is_kept_back(const struct doctor *doctor)
{
	if (!cpg_slurm_conf_is_configless(&doctor->conf) || doctor->conf.plug_stack_config)
		return false;
	return doctor->line->way == CPG_PLUGSTACK_BELOW ||
	       (doctor->line->way == CPG_PLUGSTACK_BESIDE && doctor->slurm &&
		doctor->slurm < DOCTOR_RELEASE(23, 11));
}

static void say_line(struct doctor *doctor, struct doctor_finding *finding)
{
	const struct cpg_plugstack_line *line = doctor->line;
	const struct cpg_plugstack_line *next = line->next;
	const char *text =
		cpg_arena_printf(doctor->arena, "%s:%u: %s %s", line->file, line->line,
				 line->required ? "required" : "optional", line->path);

	if (!text)
		doctor_say(doctor, finding, DOCTOR_FAIL, NULL, "no memory left");
	else if (is_kept_back(doctor))
		doctor_say(doctor, finding, DOCTOR_WARN,
			   "move the line into plugstack.conf itself, beside slurmctld's "
			   "slurm.conf, then run scontrol reconfigure",
			   "%s; machines that get their files from slurmctld (configless) "
			   "do not get this file",
			   text);
	else if (next)
		doctor_say(doctor, finding, DOCTOR_WARN,
			   "keep one line: only the first one's settings count",
			   "%s; listed again at %s:%u", text, next->file, next->line);
	else if (line->way == CPG_PLUGSTACK_ABSOLUTE &&
		 cpg_slurm_conf_is_configless(&doctor->conf))
		doctor_say(doctor, finding, DOCTOR_OK, NULL,
			   "%s; each machine reads a file of its own there", text);
	else
		doctor_say(doctor, finding, DOCTOR_OK, NULL, "%s", text);
}

void doctor_check_line(struct doctor *doctor, struct doctor_finding *finding)
{
	const struct cpg_plugstack_line *line;
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
			doctor, finding, DOCTOR_FAIL, advice_to_add(doctor, add_line),
			"no line of it or of what it includes loads " CPG_PLUGSTACK_FILE);
		return;
	}
	doctor->line = line;
	say_line(doctor, finding);
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
