/* A stand-in for pyxis: takes its options as Slurm hands them to it, and puts each task into a
 * container of its own.
 *
 * As pyxis does, it changes the mount namespace in slurm_spank_task_init, where slurmstepd has
 * become the job's user, and enters a user namespace for that.
 * Source: pyxis 0.24: pyxis_slurmstepd.c slurm_spank_task_init.
 *
 * Arguments in plugstack.conf: OUTSIDE INSIDE [root], a directory, and where in the container
 * it is seen; with "root" the user is root inside, as with pyxis' --container-remap-root.
 * Without arguments tasks stay on the host, whatever the options say. */

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <unistd.h>

/* Slurm looks these up by name. */
#pragma GCC visibility push(default)
#include <slurm/spank.h>

SPANK_PLUGIN(pyxis, 1);
#pragma GCC visibility pop

static int take(int value, const char *argument, int remote)
{
	(void)value;
	(void)argument;
	(void)remote;
	return 0;
}

#define OPTION(name, takes) \
	{ \
		name, takes, "[stand-in for pyxis]", takes != NULL, 0, take \
	}

static struct spank_option options[] = {
	OPTION("container-image", "IMAGE"),   OPTION("container-mounts", "MOUNTS"),
	OPTION("container-workdir", "PATH"),  OPTION("container-name", "NAME"),
	OPTION("container-mount-home", NULL), OPTION("no-container-mount-home", NULL),
	OPTION("container-remap-root", NULL), OPTION("no-container-remap-root", NULL),
};

static int write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	ssize_t written;

	if (fd < 0)
		return -1;
	written = write(fd, text, strlen(text));
	close(fd);
	return written < 0 ? -1 : 0;
}

static int map_id(const char *path, unsigned inside, unsigned outside)
{
	char line[64];

	snprintf(line, sizeof(line), "%u %u 1\n", inside, outside);
	return write_file(path, line);
}

/* A process that changed its user may not write its own maps until it is dumpable again. */
static int enter(const char *outside, const char *inside, bool root)
{
	uid_t uid = getuid();
	gid_t gid = getgid();

	if (unshare(CLONE_NEWUSER | CLONE_NEWNS) < 0 || prctl(PR_SET_DUMPABLE, 1) < 0 ||
	    write_file("/proc/self/setgroups", "deny") < 0 ||
	    map_id("/proc/self/uid_map", root ? 0 : uid, uid) < 0 ||
	    map_id("/proc/self/gid_map", root ? 0 : gid, gid) < 0)
		return -1;
	return mount(outside, inside, NULL, MS_BIND, NULL);
}

int slurm_spank_init(spank_t spank, int argc, char *argv[])
{
	(void)argc;
	(void)argv;
	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++)
		spank_option_register(spank, &options[i]);
	return 0;
}

int slurm_spank_task_init(spank_t spank, int argc, char *argv[])
{
	(void)spank;
	if (argc >= 2 &&
	    enter(argv[0], argv[1], argc > 2 && strcmp(argv[2], "root") == 0) < 0) {
		slurm_error("pyxis: %s", strerror(errno));
		return -1;
	}
	return 0;
}
