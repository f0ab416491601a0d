/* A stand-in for pyxis: a SPANK plugin that puts each task into a container of its own.
 *
 * As pyxis does, it changes the mount namespace in slurm_spank_task_init, where slurmstepd has
 * become the job's user, and enters a user namespace for that.
 * Source: pyxis 0.24: pyxis_slurmstepd.c slurm_spank_task_init.
 *
 * Arguments in plugstack.conf: OUTSIDE INSIDE [root], a directory, and where in the container
 * it is seen; with "root" the user is root inside, as with pyxis' --container-remap-root. */

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <unistd.h>

#pragma GCC visibility push(default)
#include <slurm/spank.h>

SPANK_PLUGIN(container, 1)
#pragma GCC visibility pop

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

int slurm_spank_task_init(spank_t spank, int ac, char *av[])
{
	(void)spank;

	if (ac < 2 || enter(av[0], av[1], ac > 2 && strcmp(av[2], "root") == 0) < 0) {
		slurm_error("container: %s", strerror(errno));
		return -1;
	}
	return 0;
}
