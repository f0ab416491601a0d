#include "doctor.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>

#include "cpguard/text.h"

#include "cli.h"

enum {
	OPTION_JSON = 256,
	OPTION_HELP,
};

static const struct option long_options[] = {
	{"json", no_argument, NULL, OPTION_JSON},
	{"help", no_argument, NULL, OPTION_HELP},
	{NULL, 0, NULL, 0},
};

enum {
	BUDGET =
		512 << 20, /* bytes: Slurm's libraries are read whole, with their symbols */
};

/* In this order: each uses what those before it found. */
static const struct {
	const char *name;
	void (*run)(struct doctor *doctor, struct doctor_finding *finding);
	bool is_needed; /* to say of a compute node without sbatch that the plugin is loaded */
} checks[] = {
	{"sbatch", doctor_check_sbatch, false},
	{"slurm.conf", doctor_check_conf, true},
	{"slurm", doctor_check_slurm, true},
	{"plugstack.conf", doctor_check_plugstack, true},
	{"line", doctor_check_line, true},
	{"settings", doctor_check_settings, false},
	{"plugin", doctor_check_plugin, true},
	{"loadable", doctor_check_loadable, true},
	{"exports", doctor_check_exports, true},
	{"release", doctor_check_release, true},
	{"options", doctor_check_options, false},
};

enum {
	CHECK_COUNT = sizeof(checks) / sizeof(checks[0]),
};

/* As a person reads them, and as JSON has them. */
static const char *const shown[] = {
	[DOCTOR_OK] = "ok  ",
	[DOCTOR_WARN] = "warn",
	[DOCTOR_FAIL] = "FAIL",
	[DOCTOR_SKIP] = "-   ",
};
static const char *const names[] = {
	[DOCTOR_OK] = "ok",
	[DOCTOR_WARN] = "warn",
	[DOCTOR_FAIL] = "fail",
	[DOCTOR_SKIP] = "skip",
};

void doctor_say(struct doctor *doctor, struct doctor_finding *finding,
		enum doctor_status status, const char *advice, const char *format, ...)
{
	char *text = NULL;
	va_list list;
	int length;

	va_start(list, format);
	length = vsnprintf(NULL, 0, format, list);
	va_end(list);
	if (length >= 0)
		text = cpg_arena_alloc(doctor->arena, (size_t)length + 1);
	va_start(list, format);
	if (text)
		vsnprintf(text, (size_t)length + 1, format, list);
	va_end(list);
	*finding =
		(struct doctor_finding){.status = status, .text = text, .advice = advice};
}

/* What all of it comes to. */
struct verdict {
	bool active; /* Slurm says that it has loaded the plugin, or nothing is in the way of
			that on a compute node without sbatch; and it is not switched off */
	bool sound;  /* and no check failed */
};

/* Whether nothing stands in the way of a plugin that nobody can be asked for. */
static bool may_be_loaded(const struct doctor_finding findings[CHECK_COUNT])
{
	for (size_t i = 0; i < CHECK_COUNT; i++) {
		if (checks[i].is_needed && (findings[i].status == DOCTOR_FAIL ||
					    findings[i].status == DOCTOR_SKIP))
			return false;
	}
	return true;
}

static struct verdict judge(const struct doctor *doctor,
			    const struct doctor_finding findings[CHECK_COUNT])
{
	struct verdict verdict = {
		.active = doctor->slurmd ? may_be_loaded(findings)
					 : findings[CHECK_COUNT - 1].status == DOCTOR_OK,
	};

	verdict.active = verdict.active && doctor->settings.mode != CPG_MODE_OFF;
	verdict.sound = verdict.active;
	for (size_t i = 0; i < CHECK_COUNT; i++)
		verdict.sound = verdict.sound && findings[i].status != DOCTOR_FAIL;
	return verdict;
}

static const char *text_of(struct cpg_arena *arena, const struct doctor *doctor,
			   const struct doctor_finding findings[CHECK_COUNT])
{
	const struct verdict verdict = judge(doctor, findings);
	const bool warns = doctor->settings.mode == CPG_MODE_WARN;
	struct cpg_buffer out = {.arena = arena};

	for (size_t i = 0; i < CHECK_COUNT; i++) {
		cpg_buffer_printf(&out, "%s %s: ", shown[findings[i].status],
				  checks[i].name);
		cpg_buffer_printable(&out, cpg_text_of(findings[i].text));
		if (findings[i].advice)
			cpg_buffer_printf(&out, " -> %s", findings[i].advice);
		cpg_buffer_string(&out, "\n");
	}
	cpg_buffer_printf(&out, "cpguard is %sactive on this machine%s%s.\n",
			  verdict.active ? "" : "not ",
			  verdict.active && warns ? ", and only warns" : "",
			  verdict.active && !verdict.sound ? ", but not as it should be"
							   : "");
	return cpg_buffer_finish(&out);
}

static const char *json_of(struct cpg_arena *arena, const struct doctor *doctor,
			   const struct doctor_finding findings[CHECK_COUNT])
{
	const struct verdict verdict = judge(doctor, findings);
	struct cpg_buffer out = {.arena = arena};

	cpg_buffer_printf(&out, "{\"active\":%s,\"sound\":%s,\"checks\":[",
			  verdict.active ? "true" : "false",
			  verdict.sound ? "true" : "false");
	for (size_t i = 0; i < CHECK_COUNT; i++) {
		cpg_buffer_printf(&out, "%s{\"name\":\"%s\",\"status\":\"%s\",\"text\":",
				  i ? "," : "", checks[i].name, names[findings[i].status]);
		cpg_buffer_json(&out, cpg_text_of(findings[i].text));
		cpg_buffer_string(&out, ",\"advice\":");
		if (findings[i].advice)
			cpg_buffer_json(&out, cpg_text_of(findings[i].advice));
		else
			cpg_buffer_string(&out, "null");
		cpg_buffer_string(&out, "}");
	}
	cpg_buffer_string(&out, "]}\n");
	return cpg_buffer_finish(&out);
}

static int examine(bool json)
{
	struct cpg_arena *arena __attribute__((cleanup(cpg_arena_cleanup))) =
		cpg_arena_new(BUDGET);
	struct doctor_finding findings[CHECK_COUNT];
	struct doctor doctor = {.arena = arena};

	if (!arena)
		return cli_print(NULL, CLI_FAILED);
	for (size_t i = 0; i < CHECK_COUNT; i++) {
		checks[i].run(&doctor, &findings[i]);
		if (!findings[i].text)
			return cli_print(NULL, CLI_FAILED);
	}
	return cli_print(json ? json_of(arena, &doctor, findings)
			      : text_of(arena, &doctor, findings),
			 judge(&doctor, findings).sound ? CLI_ALLOW : CLI_REFUSE);
}

int cli_doctor(struct cpg_arena *arena, int argc, char *argv[])
{
	bool json = false;
	int option;

	(void)arena; /* too small for Slurm's libraries */
	opterr = 0;
	while ((option = getopt_long(argc, argv, ":", long_options, NULL)) != -1) {
		if (option == '?' || option == ':')
			return cli_fail_option(option, argv[optind - 1]);
		if (option == OPTION_HELP)
			return cli_print(cli_help, CLI_ALLOW);
		json = true;
	}
	if (optind < argc) {
		fputs("cpguard: doctor takes no arguments\n", stderr);
		return CLI_FAILED;
	}
	return examine(json);
}
