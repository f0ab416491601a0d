/* Preloaded into Slurm's programs by the tests: what they send to /dev/log goes to the socket
 * that CPGUARD_TEST_LOG names instead, so that a test can read it without being the machine's
 * syslog daemon. */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

static struct sockaddr_un instead = {.sun_family = AF_UNIX};

/* At the start: what is in the environment later may be another's. */
__attribute__((constructor)) static void find_socket(void)
{
	const char *path = getenv("CPGUARD_TEST_LOG");

	if (path && strlen(path) < sizeof(instead.sun_path))
		strcpy(instead.sun_path, path);
}

static int is_log(const struct sockaddr *address)
{
	return address && address->sa_family == AF_UNIX &&
	       strcmp(((const struct sockaddr_un *)(const void *)address)->sun_path,
		      "/dev/log") == 0;
}

__attribute__((visibility("default"))) ssize_t sendto(int fd, const void *bytes,
						      size_t length, int flags,
						      const struct sockaddr *address,
						      socklen_t size)
{
	ssize_t (*next)(int, const void *, size_t, int, const struct sockaddr *, socklen_t);
	void *symbol = dlsym(RTLD_NEXT, "sendto");

	memcpy(&next, &symbol, sizeof(next));
	if (is_log(address))
		return next(fd, bytes, length, flags, (const struct sockaddr *)&instead,
			    sizeof(instead));
	return next(fd, bytes, length, flags, address, size);
}
