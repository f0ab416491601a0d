#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "protocol.h"
#include "world.h"

/* No run takes a second; one that takes this long waits for something. */
#define RUN_SECONDS 60

/* "nobody", on every system that Slurm runs on. */
#define ORDINARY_USER 65534

enum {
	FILE_OUT,
	FILE_ERR,
	FILE_SCENARIO,
	FILE_REPORT,
	FILE_COUNT,
};

/* ---- where the host and the plugin lie ---- */

/* A file of the build: beside this program, or `up` directories above it. */
static const char *beside(const char *name, int up)
{
	char path[4096];
	ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);

	if (length < 0)
		fail_msg("/proc/self/exe: %s", strerror(errno));
	path[length] = '\0';
	for (; up >= 0; up--)
		*strrchr(path, '/') = '\0';
	return text("%s/%s", path, name);
}

static int copy_program(const char *from, const char *to)
{
	int in = open(from, O_RDONLY | O_CLOEXEC);
	int out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0755);
	ssize_t copied;

	do
		copied = sendfile(out, in, NULL, 1 << 20);
	while (copied > 0);
	close(in);
	if (close(out) < 0 || copied < 0)
		return -1;
	return 0;
}

/* The host under the name of the program that it stands in for, since a plugin may look at
 * /proc/self/exe. A link will do where one can be made. */
static const char *host_path(const char *name)
{
	const char *host = beside("host", 0);
	const char *path = at(text("bin/%s", name));

	if (access(path, X_OK) == 0)
		return path;
	make_file("bin/README", "the stand-in host under the names of Slurm's programs\n");
	if (link(host, path) < 0 && copy_program(host, path) < 0)
		fail_msg("%s: %s", path, strerror(errno));
	return path;
}

const char *plugin_path(void)
{
	const char *path = getenv("CPGUARD_PLUGIN");
	char resolved[PATH_MAX];

	if (!path)
		return beside("spank_cpguard.so", 2);
	if (!realpath(path, resolved))
		fail_msg("CPGUARD_PLUGIN names no file: %s", strerror(errno));
	return text("%s", resolved);
}

/* ---- the scenario ---- */

static void put(int fd, const char *key, const char *value)
{
	if (value && dprintf(fd, "%s=%s%c", key, value, '\0') < 0)
		fail_msg("the scenario cannot be written: %s", strerror(errno));
}

static void put_list(int fd, const char *key, const char *const *values)
{
	for (; values && *values; values++)
		put(fd, key, *values);
}

static void put_plugins(int fd, const struct run *what)
{
	const char *const *plugin = what->plugins ? what->plugins : WORDS(plugin_path());
	const char *const *settings = what->settings;

	for (; *plugin; plugin++) {
		put(fd, "plugin", *plugin);
		put_list(fd, "setting", settings);
		if (what->second_settings)
			settings = what->second_settings;
	}
}

static const char *program(const struct run *what)
{
	return what->as ? what->as : what->argv[0];
}

static void put_scenario(int fd, const struct run *what)
{
	put(fd, "as", program(what));
	put_plugins(fd, what);
	put(fd, "watch", what->watch);
	put(fd, "handle", what->no_handle ? "none" : NULL);
	put(fd, "status", text("%d", RUN_STATUS));
	if (what->ordinary_user && geteuid() == 0)
		put(fd, "uid", text("%d", ORDINARY_USER));
	put_list(fd, "forwarded", what->forwarded);
	put_list(fd, "job_argv", what->job_argv);
	put_list(fd, "job_env", what->job_env);
	put(fd, "job_uid", what->job_user);
	put(fd, "step", what->step);
	put(fd, "items", what->items);
	put(fd, "inside", what->inside);
	put(fd, "workdir", what->workdir ? what->workdir : at(""));
	put(fd, "tasks", text("%u", what->tasks ? what->tasks : 1));
	put(fd, "first", text("%u", what->first_task));
}

/* ---- the child ---- */

static int temporary_file(void)
{
	FILE *file = tmpfile();
	int fd = file ? fcntl(fileno(file), F_DUPFD_CLOEXEC, 210) : -1;

	if (fd < 0)
		fail_msg("no temporary file: %s", strerror(errno));
	fclose(file);
	fcntl(fd, F_SETFL, O_RDWR | O_APPEND);
	return fd;
}

static bool gives(const char *const *env, const char *name)
{
	for (; env && *env; env++)
		if (strncmp(*env, name, strlen(name)) == 0)
			return true;
	return false;
}

static char *const *environment(const struct run *what)
{
	size_t count = 0;
	const char **env;

	while (what->env && what->env[count])
		count++;
	env = keep((count + 3) * sizeof(*env));
	for (size_t i = 0; i < count; i++)
		env[i] = what->env[i];
	if (!gives(what->env, "PATH="))
		env[count++] = "PATH=/usr/local/bin:/usr/bin:/bin";
	if (!gives(what->env, "HOME="))
		env[count++] = text("HOME=%s", at("home"));
	/* execve(2) changes nothing of it. */
	return (char *const *)(uintptr_t)env;
}

static char *const *arguments(const struct run *what)
{
	static const char *const names[][2] = {
		{"slurmstepd", "slurmstepd: [1.0]"},
		{"slurmd", "/usr/sbin/slurmd"},
		{"job_script", "slurmstepd"},
	};

	if (what->argv)
		return (char *const *)(uintptr_t)what->argv;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(what->as, names[i][0]) == 0) {
			const char **argv = keep(2 * sizeof(*argv));

			argv[0] = names[i][1];
			return (char *const *)(uintptr_t)argv;
		}
	fail_msg("%s needs an argv", what->as);
	return NULL;
}

/* In the child: never returns. */
static void execute(const struct run *what, const int *files, int input, const char *host,
		    char *const *argv, char *const *env)
{
	alarm(RUN_SECONDS);
	if (dup2(input, STDIN_FILENO) < 0 || dup2(files[FILE_OUT], STDOUT_FILENO) < 0 ||
	    dup2(files[FILE_ERR], STDERR_FILENO) < 0 ||
	    dup2(files[FILE_SCENARIO], HOST_SCENARIO_FD) < 0 ||
	    dup2(files[FILE_REPORT], HOST_REPORT_FD) < 0 ||
	    chdir(what->cwd ? what->cwd : at("")) < 0)
		_exit(HOST_BROKEN);
	execve(host, argv, env);
	_exit(HOST_BROKEN);
}

static char *contents(int fd, size_t *length)
{
	struct stat status;
	char *bytes;

	if (fstat(fd, &status) < 0)
		fail_msg("a temporary file is gone: %s", strerror(errno));
	bytes = keep((size_t)status.st_size + 1);
	if (pread(fd, bytes, (size_t)status.st_size, 0) != status.st_size)
		fail_msg("a temporary file cannot be read: %s", strerror(errno));
	if (length)
		*length = (size_t)status.st_size;
	return bytes;
}

static void wait_for(pid_t pid, struct outcome *outcome)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			fail_msg("waitpid: %s", strerror(errno));
	outcome->status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
	outcome->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static const char *command_text(char *const *argv, const struct run *what)
{
	const char *command = text("%.200s", argv[0]);

	for (size_t i = 1; argv[i] && i < 40; i++)
		command = text("%s '%.400s'", command, argv[i]);
	for (size_t i = 0; what->env && what->env[i]; i++)
		command = text("%s\n\twith %.400s", command, what->env[i]);
	for (size_t i = 0; what->settings && what->settings[i]; i++)
		command = text("%s\n\tsetting %.400s", command, what->settings[i]);
	for (size_t i = 0; what->forwarded && what->forwarded[i]; i++)
		command = text("%s\n\tforwarded %.400s", command, what->forwarded[i]);
	return command;
}

struct outcome *run(const struct run *what)
{
	struct outcome *outcome = keep(sizeof(*outcome));
	const char *host = host_path(program(what));
	char *const *argv = arguments(what);
	char *const *env = environment(what);
	int input = open(what->input ? what->input : "/dev/null", O_RDONLY | O_CLOEXEC);
	int files[FILE_COUNT];
	pid_t pid;

	if (input < 0)
		fail_msg("%s: %s", what->input, strerror(errno));
	for (int i = 0; i < FILE_COUNT; i++)
		files[i] = temporary_file();
	put_scenario(files[FILE_SCENARIO], what);

	pid = fork();
	if (pid < 0)
		fail_msg("fork: %s", strerror(errno));
	if (pid == 0)
		execute(what, files, input, host, argv, env);
	outcome->command = command_text(argv, what);
	wait_for(pid, outcome);
	outcome->out = contents(files[FILE_OUT], NULL);
	outcome->err = contents(files[FILE_ERR], NULL);
	outcome->report = contents(files[FILE_REPORT], &outcome->report_length);
	outcome->input_offset = lseek(input, 0, SEEK_CUR);

	for (int i = 0; i < FILE_COUNT; i++)
		close(files[i]);
	close(input);
	return outcome;
}
