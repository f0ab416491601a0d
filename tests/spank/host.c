#include "host.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "protocol.h"

/* A leak is none of the host's business: Slurm's commands never free anything either. */
const char *__asan_default_options(void);
__attribute__((visibility("default"))) const char *__asan_default_options(void)
{
	return "detect_leaks=0";
}

static char *records;
static size_t records_length;

void broken(const char *format, ...)
{
	va_list args;

	watch_stop();
	fputs("the stand-in host: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	_exit(HOST_BROKEN);
}

void *need(size_t size)
{
	void *memory = calloc(1, size ? size : 1);

	if (!memory)
		broken("no memory");
	return memory;
}

char *need_string(const char *string)
{
	size_t size = strlen(string) + 1;

	return memcpy(need(size), string, size);
}

static void scenario_load(void)
{
	struct stat status;
	ssize_t length;

	if (fstat(HOST_SCENARIO_FD, &status) < 0)
		broken("it is started by the tests only");
	records_length = (size_t)status.st_size;
	records = need(records_length + 1);
	length = pread(HOST_SCENARIO_FD, records, records_length, 0);
	if (length < 0 || (size_t)length != records_length)
		broken("the scenario cannot be read");
	close(HOST_SCENARIO_FD);
	fcntl(HOST_REPORT_FD, F_SETFD, FD_CLOEXEC);
}

const char *scenario_record(size_t *cursor)
{
	const char *record = records + *cursor;

	if (*cursor >= records_length)
		return NULL;
	*cursor += strlen(record) + 1;
	return record;
}

const char *scenario_next(const char *key, size_t *cursor)
{
	size_t length = strlen(key);
	const char *record;

	while ((record = scenario_record(cursor)))
		if (strncmp(record, key, length) == 0 && record[length] == '=')
			return record + length + 1;
	return NULL;
}

const char *scenario_value(const char *key)
{
	size_t cursor = 0;

	return scenario_next(key, &cursor);
}

unsigned scenario_number(const char *key, unsigned otherwise)
{
	const char *value = scenario_value(key);

	return value ? (unsigned)strtoul(value, NULL, 10) : otherwise;
}

char **scenario_list(const char *key, int *count)
{
	size_t cursor = 0;
	const char *value;
	char **list;

	*count = 0;
	while (scenario_next(key, &cursor))
		++*count;
	list = need(((size_t)*count + 1) * sizeof(*list));
	*count = 0;
	cursor = 0;
	while ((value = scenario_next(key, &cursor)))
		list[(*count)++] = need_string(value);
	return list;
}

void report(const char *format, ...)
{
	va_list args;
	char *text;
	int length;

	va_start(args, format);
	length = vasprintf(&text, format, args);
	va_end(args);
	if (length < 0)
		broken("no memory");
	/* The NUL is a part of the record. One write, since tasks write here too. */
	if (write(HOST_REPORT_FD, text, (size_t)length + 1) != length + 1)
		broken("the report cannot be written: %s", strerror(errno));
	free(text);
}

void report_environment(const char *label, unsigned number, char *const *env)
{
	for (; *env; env++)
		report("%s\t%u\t%s", label, number, *env);
}

static int run(int argc, char **argv)
{
	const char *as = scenario_value("as");

	if (!as)
		broken("the scenario does not say what to be");
	if (strcmp(as, "slurmstepd") == 0)
		return stepd_main();
	if (strcmp(as, "slurmd") == 0)
		return slurmd_main();
	if (strcmp(as, "job_script") == 0)
		return job_script_main();
	return submit_main(argc, argv);
}

int main(int argc, char **argv)
{
	int status;

	scenario_load();
	watch_start();
	status = run(argc, argv);
	report("end");
	return status;
}
