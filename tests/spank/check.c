/* The checks of run.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "protocol.h"
#include "run.h"
#include "world.h"

/* ---- the report ---- */

static const char *next_record(const struct outcome *outcome, size_t *cursor)
{
	const char *record = outcome->report + *cursor;

	if (*cursor >= outcome->report_length)
		return NULL;
	*cursor += strlen(record) + 1;
	return record;
}

static const char *next_with(const struct outcome *outcome, size_t *cursor,
			     const char *prefix)
{
	const char *record;

	while ((record = next_record(outcome, cursor)))
		if (strncmp(record, prefix, strlen(prefix)) == 0)
			return record + strlen(prefix);
	return NULL;
}

#define FORMATTED(prefix, format) \
	char prefix[1024]; \
	va_list args; \
	va_start(args, format); \
	vsnprintf(prefix, sizeof(prefix), format, args); \
	va_end(args)

unsigned count_records(const struct outcome *outcome, const char *format, ...)
{
	size_t cursor = 0;
	unsigned count = 0;
	FORMATTED(prefix, format);

	while (next_with(outcome, &cursor, prefix))
		count++;
	return count;
}

const char *find_record(const struct outcome *outcome, const char *format, ...)
{
	size_t cursor = 0;
	FORMATTED(prefix, format);

	return next_with(outcome, &cursor, prefix);
}

const char *submitted_variable(const struct outcome *outcome, unsigned component,
			       const char *name)
{
	return find_record(outcome, "env\t%u\t%s=", component, name);
}

const char *task_variable(const struct outcome *outcome, unsigned task, const char *name)
{
	return find_record(outcome, "taskenv\t%u\t%s=", task, name);
}

unsigned count_lines(const char *string)
{
	unsigned lines = 0;

	for (; *string; string++)
		lines += *string == '\n';
	return lines;
}

/* ---- failing ---- */

static void describe(const struct outcome *outcome)
{
	size_t cursor = 0;
	const char *record;

	fprintf(stderr, "command: %s\nstatus: %d, signal: %d\n", outcome->command,
		outcome->status, outcome->signal);
	fprintf(stderr, "standard output:\n%sstandard error:\n%sreport:\n", outcome->out,
		outcome->err);
	while ((record = next_record(outcome, &cursor)))
		if (strncmp(record, "env\t", 4) != 0 &&
		    strncmp(record, "taskenv\t", 8) != 0)
			fprintf(stderr, "\t%s\n", record);
}

void check(bool condition, const struct outcome *outcome, const char *format, ...)
{
	va_list args;

	if (condition)
		return;
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	describe(outcome);
	fail();
}

/* ---- the message ---- */

static const char *next_line(const char *line)
{
	const char *newline = strchr(line, '\n');

	return newline ? newline + 1 : line + strlen(line);
}

static bool same_line(const char *a, const char *b)
{
	size_t length = (size_t)(next_line(a) - a);

	return length == (size_t)(next_line(b) - b) && memcmp(a, b, length) == 0;
}

static bool is_printable(const char *string)
{
	for (; *string; string++)
		if (((unsigned char)*string < ' ' && *string != '\n') || *string == 0x7f)
			return false;
	return true;
}

static void check_beginning(const struct outcome *outcome, const char *line)
{
	check(strncmp(line, "cpguard:", 8) == 0, outcome,
	      "a line of standard error does not begin with cpguard:");
}

static void check_not_repeated(const struct outcome *outcome, const char *line)
{
	for (const char *other = next_line(line); *other; other = next_line(other))
		check(!same_line(line, other), outcome, "cpguard says a thing twice");
}

static void check_message(const struct outcome *outcome)
{
	size_t length = strlen(outcome->err);

	check(length == 0 || outcome->err[length - 1] == '\n', outcome,
	      "the last line of standard error is not ended");
	check(is_printable(outcome->err), outcome, "standard error has control characters");
	for (const char *line = outcome->err; *line; line = next_line(line))
		check_beginning(outcome, line);
}

void check_texts(const struct outcome *outcome, const char *const *texts)
{
	for (; texts && *texts; texts++)
		check(strstr(outcome->err, *texts) != NULL, outcome,
		      "standard error does not have '%s'", *texts);
}

/* ---- the plugin's manners ---- */

static void check_calls(const struct outcome *outcome)
{
	size_t cursor = 0;
	const char *record;

	check(outcome->signal == 0 && outcome->status != HOST_BROKEN, outcome,
	      "the program did not come to an end of its own");
	check(count_records(outcome, "misuse\t") == 0, outcome, "SPANK was misused");
	check(count_records(outcome, "changed\t") == 0, outcome, "the process was changed");
	while ((record = next_with(outcome, &cursor, "hook\t")))
		check(strcmp(strchr(record, '\t'), "\t0") == 0, outcome,
		      "a hook did not return 0: %s", record);
	check(outcome->out[0] == '\0', outcome, "something is on standard output");
}

void check_manners(const struct outcome *outcome)
{
	check_calls(outcome);
	check_message(outcome);
}

void check_sound(const struct outcome *outcome)
{
	check_manners(outcome);
	for (const char *line = outcome->err; *line; line = next_line(line))
		check_not_repeated(outcome, line);
}

static bool reached_controller(const struct outcome *outcome)
{
	return count_records(outcome, "controller") == 1;
}

static void check_went_on(const struct outcome *outcome)
{
	check_sound(outcome);
	check(reached_controller(outcome), outcome, "the controller was never asked");
	check(outcome->status == RUN_STATUS, outcome, "the command's status is lost");
	check(count_records(outcome, "end") == 1, outcome, "the program ended early");
}

void check_allowed(const struct outcome *outcome)
{
	check_went_on(outcome);
	check(outcome->err[0] == '\0', outcome, "something is on standard error");
}

void check_refused_with(const struct outcome *outcome, int status, const char *const *texts)
{
	check_sound(outcome);
	check(!reached_controller(outcome), outcome, "the controller was asked");
	check(outcome->status == status, outcome, "the status is not %d", status);
	check(outcome->err[0] != '\0', outcome, "nothing says why");
	check_texts(outcome, texts);
}

void check_refused(const struct outcome *outcome, const char *const *texts)
{
	check_refused_with(outcome, 1, texts);
}

void check_warned(const struct outcome *outcome, const char *const *texts)
{
	check_went_on(outcome);
	check(outcome->err[0] != '\0', outcome, "nothing was said");
	check_texts(outcome, texts);
}

void check_noticed(const struct outcome *outcome, const char *const *texts)
{
	check_warned(outcome, texts);
	check(count_lines(outcome->err) == 1, outcome, "it is more than a line");
}

/* Slurm's own word on an option's value. */
static bool is_slurms(const char *line)
{
	return strstr(line, ": error: Invalid --") ||
	       strstr(line, ": error: Invalid argument (");
}

void check_option_refused(const struct outcome *outcome, const char *const *texts)
{
	bool said = false;

	check_calls(outcome);
	check(!reached_controller(outcome), outcome, "the controller was asked");
	check(outcome->status != 0, outcome, "the status is 0");
	for (const char *line = outcome->err; *line; line = next_line(line)) {
		const char *own = text("%.*s", (int)(next_line(line) - line - 1), line);

		if (is_slurms(own))
			continue;
		check_beginning(outcome, line);
		check_not_repeated(outcome, line);
		said = true;
		for (const char *const *wanted = texts; *wanted; wanted++)
			check(strstr(own, *wanted) != NULL, outcome,
			      "cpguard's line does not have '%s'", *wanted);
	}
	check(said, outcome, "cpguard says nothing");
}

/* ---- files ---- */

static bool is_during(const char *record, const char *hook)
{
	return hook && strncmp(record, hook, strlen(hook)) == 0 &&
	       record[strlen(hook)] == '\t';
}

void check_untouched(const struct outcome *outcome, const char *directory, const char *but)
{
	const char *record;
	size_t cursor = 0;

	while ((record = next_with(outcome, &cursor, "touch\t"))) {
		const char *path = strrchr(record, '\t') + 1;

		check(is_during(record, but) ||
			      strncmp(path, directory, strlen(directory)) != 0,
		      outcome, "%s was looked at", path);
	}
	cursor = 0;
	while ((record = next_with(outcome, &cursor, "opened\t")))
		check(is_during(record, but), outcome, "a file was opened: %s", record);
}

/* ---- tasks ---- */

void check_tasks_ran(const struct outcome *outcome, unsigned tasks)
{
	check_sound(outcome);
	check(outcome->status == 0 && count_records(outcome, "end") == 1, outcome,
	      "slurmstepd did not come to its end");
	check(count_records(outcome, "ran\t") == tasks, outcome, "not every task ran");
	check(outcome->err[0] == '\0', outcome, "something is on standard error");
}

static void check_task_refused(const struct outcome *outcome, unsigned id)
{
	const char *end =
		find_record(outcome, "task\t%u\texit\t%d\t", id, RUN_REFUSED_ON_NODE);

	check(end != NULL, outcome, "task %u did not end with status %d", id,
	      RUN_REFUSED_ON_NODE);
	if (id == 0)
		check(strcmp(end, "0") != 0, outcome, "task 0 says nothing");
	else
		check(strcmp(end, "0") == 0, outcome, "task %u says something", id);
}

void check_tasks_refused(const struct outcome *outcome, unsigned tasks, unsigned first,
			 const char *const *texts)
{
	check_sound(outcome);
	check(outcome->status == 0 && count_records(outcome, "end") == 1, outcome,
	      "slurmstepd did not come to its end");
	check(count_records(outcome, "ran\t") == 0, outcome, "a task ran");
	for (unsigned id = first; id < first + tasks; id++)
		check_task_refused(outcome, id);
	check_texts(outcome, texts);
}
