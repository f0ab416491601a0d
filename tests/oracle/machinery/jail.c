/* Runs one test script so that it can do no harm, and waits for everything that it started.
 *
 * usage: jail ROOT PROGRAM ARG0 [ARGS...]
 *
 * PROGRAM is executed with ARG0 as its argv[0]. With Landlock (Linux 5.13 and later) it can
 * write below ROOT only, execute only what lies below ROOT and what the stand-in commands
 * there point to, and (6.7 and later) open no TCP connection. Where the kernel has no
 * Landlock the resource limits alone hold; the scripts are written for these tests and name
 * no path outside.
 *
 * A script may end before its background commands do: the jail is their reaper and stays
 * until the last has ended, so that what they record is there when it exits.
 *
 * Exit status: the program's, 128 + N when signal N ended it, 125 when it was not started.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	NOT_STARTED = 125,
	CPU_SECONDS = 5,
	FILE_BYTES = 8 << 20,
	MEMORY_BYTES = 1 << 30,
};

static void fail(const char *what)
{
	fprintf(stderr, "jail: %s: %s\n", what, strerror(errno));
	exit(NOT_STARTED);
}

static void limit(int resource, rlim_t most)
{
	struct rlimit rlimit = {most, most};

	if (setrlimit(resource, &rlimit) < 0)
		fail("setrlimit");
}

#if __has_include(<linux/landlock.h>) && defined(SYS_landlock_create_ruleset)
#include <linux/landlock.h>

/* Access rights that kernels learned after 5.13, by the ABI that has them; a header may be
 * older than the kernel. */
enum {
	FIRST_ABI_RIGHTS = (1 << 13) - 1,
	REFER = 1 << 13,
	TRUNCATE = 1 << 14,
	TCP_BIND_AND_CONNECT = 3,
};

/* Later kernels accept the shorter structure of the first ABI; this is that of the fourth. */
struct ruleset {
	uint64_t files;
	uint64_t net;
};

static void allow(int ruleset, const char *path, uint64_t rights)
{
	struct landlock_path_beneath_attr rule = {.allowed_access = rights};
	struct stat status;

	rule.parent_fd = open(path, O_PATH | O_CLOEXEC);
	if (rule.parent_fd < 0)
		return;
	if (fstat(rule.parent_fd, &status) == 0 && !S_ISDIR(status.st_mode))
		rule.allowed_access &= LANDLOCK_ACCESS_FS_EXECUTE |
				       LANDLOCK_ACCESS_FS_READ_FILE |
				       LANDLOCK_ACCESS_FS_WRITE_FILE | TRUNCATE;
	if (syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) <
	    0)
		fail(path);
	close(rule.parent_fd);
}

/* Allows to execute what the entries of `directory` are, or are links to. */
static void allow_commands(int ruleset, const char *directory)
{
	DIR *entries = opendir(directory);
	struct dirent *entry;
	char *path;

	if (!entries)
		fail(directory);
	while ((entry = readdir(entries))) {
		if (entry->d_name[0] == '.')
			continue;
		if (asprintf(&path, "%s/%s", directory, entry->d_name) < 0)
			fail("asprintf");
		allow(ruleset, path, LANDLOCK_ACCESS_FS_EXECUTE);
		free(path);
	}
	closedir(entries);
}

static void confine(const char *root)
{
	const uint64_t read = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
	/* The dynamic loader and the shells that a #! line names. */
	static const char *const programs[] = {"/lib",         "/lib64",       "/usr/lib",
					       "/usr/lib64",   "/bin/bash",    "/bin/sh",
					       "/usr/bin/env", "/usr/bin/dash"};
	struct ruleset rights = {.files = FIRST_ABI_RIGHTS};
	long abi = syscall(SYS_landlock_create_ruleset, NULL, 0,
			   LANDLOCK_CREATE_RULESET_VERSION);
	char commands[PATH_MAX];
	int ruleset;

	if (abi < 1)
		return;
	if (abi >= 2)
		rights.files |= REFER;
	if (abi >= 3)
		rights.files |= TRUNCATE;
	if (abi >= 4)
		rights.net = TCP_BIND_AND_CONNECT;
	ruleset = (int)syscall(SYS_landlock_create_ruleset, &rights,
			       abi >= 4 ? sizeof(rights) : sizeof(rights.files), 0);
	if (ruleset < 0)
		fail("landlock");
	allow(ruleset, "/", read);
	allow(ruleset, "/dev/null", rights.files);
	allow(ruleset, root, rights.files);
	for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]); i++)
		allow(ruleset, programs[i], LANDLOCK_ACCESS_FS_EXECUTE);
	snprintf(commands, sizeof(commands), "%s/bin", root);
	allow_commands(ruleset, commands);
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
	    syscall(SYS_landlock_restrict_self, ruleset, 0) < 0)
		fail("landlock");
	close(ruleset);
}
#else
static void confine(const char *root)
{
	(void)root;
}
#endif

static int wait_for_all(pid_t first)
{
	int result = NOT_STARTED;
	int status;
	pid_t pid;

	while ((pid = wait(&status)) > 0 || errno == EINTR) {
		if (pid != first)
			continue;
		result = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
	}
	return result;
}

int main(int argc, char *argv[])
{
	pid_t pid;

	if (argc < 4) {
		fprintf(stderr, "usage: jail ROOT PROGRAM ARG0 [ARGS...]\n");
		return NOT_STARTED;
	}
	if (prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) < 0)
		fail("prctl");
	limit(RLIMIT_CPU, CPU_SECONDS);
	limit(RLIMIT_FSIZE, FILE_BYTES);
	limit(RLIMIT_AS, MEMORY_BYTES);
	limit(RLIMIT_CORE, 0);
	confine(argv[1]);
	pid = fork();
	if (pid < 0)
		fail("fork");
	if (pid == 0) {
		execv(argv[2], argv + 3);
		fail(argv[2]);
	}
	return wait_for_all(pid);
}
