#include "spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
	OUTPUT_LIMIT = 1 << 20, /* bytes that are read of each stream */
	POLL_INTERVAL = 2,      /* milliseconds */
};

static void cleanup_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
}

/* In the child: never returns. Its streams are files in memory rather than pipes, so that
 * nobody has to read while it runs, and nothing that it leaves behind keeps one open. */
static void become(const char *const argv[], int out, int errors, pid_t parent)
{
	int nothing = open("/dev/null", O_RDONLY);

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setpgid(0, 0);
	if (getppid() == parent && nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 &&
	    dup2(out, STDOUT_FILENO) >= 0 && dup2(errors, STDERR_FILENO) >= 0)
		execv(argv[0], (char *const *)argv);
	_exit(127);
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void wait_for(pid_t child, unsigned seconds, struct cli_output *output)
{
	const struct timespec pause = {.tv_nsec = POLL_INTERVAL * 1000000L};
	const double deadline = now() + seconds;
	int status = 0;
	pid_t ended = 0;

	output->timed_out = false;
	while ((ended = waitpid(child, &status, WNOHANG)) == 0 && now() < deadline)
		nanosleep(&pause, NULL);
	if (ended == 0) {
		output->timed_out = true;
		kill(-child, SIGKILL);
		kill(child, SIGKILL);
		waitpid(child, &status, 0);
	}
	output->status = !output->timed_out && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static const char *contents(struct cpg_arena *arena, int fd)
{
	char *bytes = cpg_arena_alloc(arena, OUTPUT_LIMIT + 1);

	if (bytes && pread(fd, bytes, OUTPUT_LIMIT, 0) < 0)
		return NULL;
	return bytes;
}

int cli_spawn(struct cpg_arena *arena, const char *const argv[], unsigned seconds,
	      struct cli_output *output, struct cpg_error *err)
{
	int out __attribute__((cleanup(cleanup_fd))) = memfd_create("out", MFD_CLOEXEC);
	int errors __attribute__((cleanup(cleanup_fd))) =
		memfd_create("errors", MFD_CLOEXEC);
	const pid_t parent = getpid();
	pid_t child;

	if (out < 0 || errors < 0)
		return cpg_error_set(err, errno, "no file for the output of '%s': %s",
				     argv[0], strerror(errno));
	child = fork();
	if (child < 0)
		return cpg_error_set(err, errno, "'%s' cannot be run: %s", argv[0],
				     strerror(errno));
	if (child == 0)
		become(argv, out, errors, parent);
	wait_for(child, seconds, output);
	output->out = contents(arena, out);
	output->errors = contents(arena, errors);
	if (!output->out || !output->errors)
		return cpg_error_set(err, ENOMEM, "no memory left for the output of '%s'",
				     argv[0]);
	return 0;
}
