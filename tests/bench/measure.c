/* measure RUNS COMMAND ARGS...: runs the command RUNS times with its output thrown away, and prints
 * the median of its user and system time in milliseconds, the most memory that it had at once in
 * KiB, and its exit status.
 *
 * Small, because what a child had before it became the command counts as its memory.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	RUNS_MAX = 1000,
};

struct usage {
	double milliseconds;
	long kib;
	int status;
};

static double milliseconds(struct timeval time)
{
	return (double)time.tv_sec * 1e3 + (double)time.tv_usec / 1e3;
}

static void become(char *argv[])
{
	int null = open("/dev/null", O_RDWR);

	if (null < 0 || dup2(null, 0) < 0 || dup2(null, 1) < 0 || dup2(null, 2) < 0)
		_exit(127);
	execvp(argv[0], argv);
	_exit(127);
}

static struct usage run(char *argv[])
{
	pid_t child = fork();
	struct rusage usage;
	int status;

	if (child == 0)
		become(argv);
	if (child < 0 || wait4(child, &status, 0, &usage) != child) {
		perror("measure");
		exit(1);
	}
	return (struct usage){
		.milliseconds = milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime),
		.kib = usage.ru_maxrss,
		.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
	};
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a;
	double y = *(const double *)b;

	return (x > y) - (x < y);
}

int main(int argc, char *argv[])
{
	static double times[RUNS_MAX];
	int runs = argc > 2 ? atoi(argv[1]) : 0;
	struct usage usage = {0};
	long kib = 0;

	if (runs < 1 || runs > RUNS_MAX) {
		fprintf(stderr, "usage: measure RUNS COMMAND ARGS...\n");
		return 2;
	}
	for (int i = 0; i < runs; i++) {
		usage = run(argv + 2);
		times[i] = usage.milliseconds;
		kib = usage.kib > kib ? usage.kib : kib;
	}
	qsort(times, (size_t)runs, sizeof(*times), compare);
	printf("%.1f %ld %d\n", times[runs / 2], kib, usage.status);
	return 0;
}
