#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "syslog_socket.h"

/* A datagram of our own rather than syslog(3), which is not ours to use in another's process:
 *
 * - openlog(3) replaces the name and the facility that Slurm's own log has set, and closelog(3)
 *   closes its socket (slurm 20.11 to 26.05: src/common/log.c opens the log once and calls
 *   syslog() from then on);
 * - libc keeps the pointer to the name, which would dangle when the plugin is unloaded;
 * - it takes a lock, which another thread of slurmstepd may have held when the task in which
 *   this runs was forked;
 * - it waits when the daemon does not read.
 */
void spank_syslog_send(const char *path, const char *line)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int before = errno;
	int fd;

	if (strlen(path) >= sizeof(address.sun_path))
		return;
	strcpy(address.sun_path, path);
	fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd >= 0) {
		(void)!sendto(fd, line, strlen(line), MSG_DONTWAIT | MSG_NOSIGNAL,
			      (const struct sockaddr *)&address, sizeof(address));
		close(fd);
	}
	errno = before;
}
