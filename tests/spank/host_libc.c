/* libc's functions that take a path, run a program or end in another process, with a look
 * at who calls them. The plugin gets these, since the symbols of the program that loads it
 * come before those of libc.
 */

/* The fortified forms of these functions would be defined by libc's headers. */
#undef _FORTIFY_SOURCE

#include "host.h"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <features.h>
#include <pthread.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#pragma GCC visibility push(default)

static void next(const char *name, void *function)
{
	void *address = dlsym(RTLD_NEXT, name);

	if (!address)
		broken("libc has no %s", name);
	memcpy(function, &address, sizeof(address));
}

/* Whether open(2) with these flags may change something. */
static bool flags_write(int flags)
{
	return (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0;
}

static bool flags_have_mode(int flags)
{
	return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
}

static bool mode_writes(const char *mode)
{
	return strpbrk(mode, "wa+") != NULL;
}

/* A function whose parameter `path` names a file. */
#define WATCHED(result, name, writes, parameters, arguments) \
	result name parameters; \
	result name parameters \
	{ \
		result(*function) parameters; \
		next(#name, &function); \
		watch_path(#name, path, writes); \
		return function arguments; \
	}

/* The same with the optional mode of open(2). */
#define WATCHED_OPEN(name, parameters, arguments) \
	int name parameters; \
	int name parameters \
	{ \
		int(*function) parameters; \
		mode_t mode = 0; \
		va_list args; \
		if (flags_have_mode(flags)) { \
			va_start(args, flags); \
			mode = va_arg(args, mode_t); \
			va_end(args); \
		} \
		next(#name, &function); \
		watch_path(#name, path, flags_write(flags)); \
		return function arguments; \
	}

/* A function that the plugin has no reason to call. */
#define FORBIDDEN(result, name, parameters, arguments) \
	result name parameters; \
	result name parameters \
	{ \
		result(*function) parameters; \
		next(#name, &function); \
		watch_deed(#name); \
		return function arguments; \
	}

WATCHED_OPEN(open, (const char *path, int flags, ...), (path, flags, mode))
WATCHED_OPEN(open64, (const char *path, int flags, ...), (path, flags, mode))
WATCHED_OPEN(openat, (int dir, const char *path, int flags, ...), (dir, path, flags, mode))
WATCHED_OPEN(openat64, (int dir, const char *path, int flags, ...),
	     (dir, path, flags, mode))
WATCHED(int, __open_2, flags_write(flags), (const char *path, int flags), (path, flags))
WATCHED(int, __open64_2, flags_write(flags), (const char *path, int flags), (path, flags))
WATCHED(int, __openat_2, flags_write(flags), (int dir, const char *path, int flags),
	(dir, path, flags))
WATCHED(int, __openat64_2, flags_write(flags), (int dir, const char *path, int flags),
	(dir, path, flags))
WATCHED(int, creat, true, (const char *path, mode_t mode), (path, mode))
WATCHED(FILE *, fopen, mode_writes(mode), (const char *path, const char *mode),
	(path, mode))
WATCHED(FILE *, fopen64, mode_writes(mode), (const char *path, const char *mode),
	(path, mode))
WATCHED(DIR *, opendir, false, (const char *path), (path))

#if __GLIBC_PREREQ(2, 33)
WATCHED(int, stat, false, (const char *path, struct stat *status), (path, status))
WATCHED(int, stat64, false, (const char *path, struct stat64 *status), (path, status))
WATCHED(int, lstat, false, (const char *path, struct stat *status), (path, status))
WATCHED(int, lstat64, false, (const char *path, struct stat64 *status), (path, status))
WATCHED(int, fstatat, false, (int dir, const char *path, struct stat *status, int flags),
	(dir, path, status, flags))
WATCHED(int, fstatat64, false,
	(int dir, const char *path, struct stat64 *status, int flags),
	(dir, path, status, flags))
#else
/* Older releases have stat(2) in the program itself, which calls these. */
WATCHED(int, __xstat, false, (int version, const char *path, struct stat *status),
	(version, path, status))
WATCHED(int, __xstat64, false, (int version, const char *path, struct stat64 *status),
	(version, path, status))
WATCHED(int, __lxstat, false, (int version, const char *path, struct stat *status),
	(version, path, status))
WATCHED(int, __lxstat64, false, (int version, const char *path, struct stat64 *status),
	(version, path, status))
WATCHED(int, __fxstatat, false,
	(int version, int dir, const char *path, struct stat *status, int flags),
	(version, dir, path, status, flags))
WATCHED(int, __fxstatat64, false,
	(int version, int dir, const char *path, struct stat64 *status, int flags),
	(version, dir, path, status, flags))
#endif
WATCHED(int, statx, false,
	(int dir, const char *path, int flags, unsigned int mask, struct statx *status),
	(dir, path, flags, mask, status))
WATCHED(int, access, false, (const char *path, int mode), (path, mode))
WATCHED(int, eaccess, false, (const char *path, int mode), (path, mode))
WATCHED(int, euidaccess, false, (const char *path, int mode), (path, mode))
WATCHED(int, faccessat, false, (int dir, const char *path, int mode, int flags),
	(dir, path, mode, flags))
WATCHED(ssize_t, readlink, false, (const char *path, char *buffer, size_t size),
	(path, buffer, size))
WATCHED(ssize_t, readlinkat, false, (int dir, const char *path, char *buffer, size_t size),
	(dir, path, buffer, size))
WATCHED(char *, realpath, false, (const char *path, char *resolved), (path, resolved))
WATCHED(char *, __realpath_chk, false, (const char *path, char *resolved, size_t size),
	(path, resolved, size))
WATCHED(char *, canonicalize_file_name, false, (const char *path), (path))

WATCHED(int, mkdir, true, (const char *path, mode_t mode), (path, mode))
WATCHED(int, unlink, true, (const char *path), (path))
WATCHED(int, chmod, true, (const char *path, mode_t mode), (path, mode))
WATCHED(int, chdir, false, (const char *path), (path))

/* Where a datagram would go that the plugin sends: see watch_datagram(). */
ssize_t sendto(int fd, const void *bytes, size_t length, int flags,
	       const struct sockaddr *address, socklen_t size)
{
	ssize_t (*function)(int, const void *, size_t, int, const struct sockaddr *,
			    socklen_t);

	next("sendto", &function);
	if (address && address->sa_family == AF_UNIX &&
	    watch_datagram(((const struct sockaddr_un *)(const void *)address)->sun_path,
			   bytes, length))
		return (ssize_t)length;
	return function(fd, bytes, length, flags, address, size);
}

FORBIDDEN(int, connect, (int fd, const struct sockaddr *address, socklen_t size),
	  (fd, address, size))
FORBIDDEN(ssize_t, sendmsg, (int fd, const struct msghdr *message, int flags),
	  (fd, message, flags))
FORBIDDEN(pid_t, fork, (void), ())
FORBIDDEN(int, system, (const char *command), (command))
FORBIDDEN(FILE *, popen, (const char *command, const char *mode), (command, mode))
FORBIDDEN(int, posix_spawn,
	  (pid_t * pid, const char *path, const posix_spawn_file_actions_t *actions,
	   const posix_spawnattr_t *attributes, char *const argv[], char *const envp[]),
	  (pid, path, actions, attributes, argv, envp))
FORBIDDEN(int, posix_spawnp,
	  (pid_t * pid, const char *path, const posix_spawn_file_actions_t *actions,
	   const posix_spawnattr_t *attributes, char *const argv[], char *const envp[]),
	  (pid, path, actions, attributes, argv, envp))
FORBIDDEN(int, execve, (const char *path, char *const argv[], char *const envp[]),
	  (path, argv, envp))
FORBIDDEN(int, execv, (const char *path, char *const argv[]), (path, argv))
FORBIDDEN(int, execvp, (const char *path, char *const argv[]), (path, argv))
FORBIDDEN(int, pthread_create,
	  (pthread_t * thread, const pthread_attr_t *attributes, void *(*start)(void *),
	   void *argument),
	  (thread, attributes, start, argument))
FORBIDDEN(int, kill, (pid_t pid, int signal), (pid, signal))
FORBIDDEN(unsigned int, alarm, (unsigned int seconds), (seconds))
FORBIDDEN(unsigned int, sleep, (unsigned int seconds), (seconds))

#pragma GCC visibility pop
