/* What the plugin does to files and to the process while one of its functions runs.
 *
 * Opens are seen twice: by libc's functions, which host_libc.c stands before, and by the
 * kernel (inotify), which no way of opening a file escapes.
 */
#include "host.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "protocol.h"

#define DESCRIPTORS 256
#define SIGNALS 64

/* What a call of the plugin must leave as it was. */
struct state {
	char *cwd;
	char *locale;
	char **env;
	size_t env_count;
	off_t input;
	mode_t mask;
	sigset_t blocked;
	struct sigaction actions[SIGNALS + 1];
	bool open[DESCRIPTORS];
	int threads;
	int getopt[2];
	char *getopt_argument;
};

static const char *where;  /* which call runs; NULL between calls */
static const char *judged; /* which call is being looked back at */
static struct state before;
static int notify = -1;

/* ---- files ---- */

void watch_start(void)
{
	const uint32_t events = IN_OPEN | IN_ACCESS | IN_MODIFY | IN_CREATE | IN_DELETE;
	size_t cursor = 0;
	const char *directory;

	if (!scenario_value("watch"))
		return;
	notify = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	if (notify < 0) {
		report("blind");
		return;
	}
	while ((directory = scenario_next("watch", &cursor)))
		if (inotify_add_watch(notify, directory, events) < 0)
			broken("cannot watch %s: %s", directory, strerror(errno));
}

static void report_opens(void)
{
	char buffer[16384] __attribute__((aligned(__alignof__(struct inotify_event))));
	ssize_t length;

	if (notify < 0)
		return;
	while ((length = read(notify, buffer, sizeof(buffer))) > 0) {
		const char *place = buffer;

		while (place < buffer + length) {
			const struct inotify_event *event = (const void *)place;

			if (where)
				report("opened\t%s\t%s", where,
				       event->len ? event->name : ".");
			place += sizeof(*event) + event->len;
		}
	}
}

void watch_path(const char *function, const char *path, bool writes)
{
	if (!where)
		return;
	report("touch\t%s\t%s\t%s", where, function, path);
	if (writes)
		report("changed\t%s\tthe file system, with %s(%s)", where, function, path);
}

void watch_deed(const char *deed)
{
	if (where)
		report("changed\t%s\t%s", where, deed);
}

bool watch_datagram(const char *path, const void *bytes, size_t length)
{
	if (!where)
		return false;
	report("sent\t%s\t%s\t%.*s", where, path, (int)length, (const char *)bytes);
	return true;
}

size_t watch_output(void)
{
	struct stat status;
	size_t bytes = 0;

	fflush(stdout);
	for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
		if (fstat(fd, &status) == 0)
			bytes += (size_t)status.st_size;
	return bytes;
}

/* ---- the process ---- */

static int count_threads(void)
{
	struct stat status;

	return stat("/proc/self/task", &status) < 0 ? 0 : (int)status.st_nlink;
}

static char **copy_environment(size_t *count)
{
	char **copy;

	*count = 0;
	while (environ && environ[*count])
		++*count;
	copy = need((*count + 1) * sizeof(*copy));
	for (size_t i = 0; i < *count; i++)
		copy[i] = need_string(environ[i]);
	return copy;
}

static void take(struct state *state)
{
	memset(state, 0, sizeof(*state));
	state->cwd = getcwd(NULL, 0);
	state->locale = need_string(setlocale(LC_ALL, NULL));
	state->env = copy_environment(&state->env_count);
	state->input = lseek(STDIN_FILENO, 0, SEEK_CUR);
	state->mask = umask(0);
	umask(state->mask);
	sigprocmask(SIG_BLOCK, NULL, &state->blocked);
	for (int i = 1; i <= SIGNALS; i++)
		sigaction(i, NULL, &state->actions[i]);
	for (int i = 0; i < DESCRIPTORS; i++)
		state->open[i] = fcntl(i, F_GETFD) >= 0;
	state->threads = count_threads();
	state->getopt[0] = optind;
	state->getopt[1] = opterr;
	state->getopt_argument = optarg;
}

static void drop(struct state *state)
{
	for (size_t i = 0; i < state->env_count; i++)
		free(state->env[i]);
	free(state->env);
	free(state->locale);
	free(state->cwd);
}

static void expect(bool same, const char *what)
{
	if (!same)
		report("changed\t%s\t%s", judged, what);
}

static bool same_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool has(char *const *env, size_t count, const char *entry)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(env[i], entry) == 0)
			return true;
	return false;
}

/* The job's own variables are the plugin's to set, where there is a job to be submitted. */
static bool may_change(const char *entry)
{
	return (strncmp(entry, "CPGUARD_", 8) == 0 ||
		strncmp(entry, "SLURM_CPGUARD_", 14) == 0) &&
	       (stack.context == S_CTX_LOCAL || stack.context == S_CTX_ALLOCATOR);
}

static void compare_environments(const struct state *a, const struct state *b)
{
	for (size_t i = 0; i < b->env_count; i++)
		if (!has(a->env, a->env_count, b->env[i]) && !may_change(b->env[i]))
			report("changed\t%s\tthe environment: %s", judged, b->env[i]);
	for (size_t i = 0; i < a->env_count; i++)
		if (!has(b->env, b->env_count, a->env[i]) && !may_change(a->env[i]))
			report("changed\t%s\tthe environment: without %s", judged,
			       a->env[i]);
}

static void compare(const struct state *a, const struct state *b)
{
	expect(same_text(a->cwd, b->cwd), "the working directory");
	expect(same_text(a->locale, b->locale), "the locale");
	expect(a->input == b->input, "the offset of standard input");
	expect(a->mask == b->mask, "the umask");
	expect(memcmp(a->open, b->open, sizeof(a->open)) == 0, "the open descriptors");
	expect(a->threads == b->threads, "the threads");
	expect(memcmp(a->getopt, b->getopt, sizeof(a->getopt)) == 0, "getopt's variables");
	expect(a->getopt_argument == b->getopt_argument, "getopt's optarg");
	for (int i = 1; i <= SIGNALS; i++) {
		expect(sigismember(&a->blocked, i) == sigismember(&b->blocked, i),
		       "the blocked signals");
		expect(a->actions[i].sa_handler == b->actions[i].sa_handler,
		       "a signal's handler");
	}
	compare_environments(a, b);
}

void watch_enter(const char *name)
{
	take(&before);
	report_opens(); /* what the host opened itself, dropped */
	where = name;
}

static void leave(bool returned)
{
	struct state after;

	if (!where)
		return;
	report_opens();
	judged = where;
	where = NULL;
	take(&after);
	/* A plugin that ends the process may leave its descriptors to the kernel. */
	if (!returned)
		memcpy(after.open, before.open, sizeof(after.open));
	compare(&before, &after);
	drop(&after);
	drop(&before);
}

void watch_leave(void)
{
	leave(true);
}

void watch_stop(void)
{
	leave(false);
}
