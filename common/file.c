#include "cpguard/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* How a path is shown, so that a long one leaves room for what is wrong with it. */
#define PATH "'%.800s'"

static enum cpg_file_kind kind_of(mode_t mode)
{
	if (S_ISREG(mode))
		return CPG_FILE_REGULAR;
	return S_ISDIR(mode) ? CPG_FILE_DIRECTORY : CPG_FILE_OTHER;
}

int cpg_file_kind(const char *path, struct cpg_error *err)
{
	struct stat status;

	if (stat(path, &status) == 0)
		return (int)kind_of(status.st_mode);
	switch (errno) {
	case ENOENT:
	case ENOTDIR:
	case ELOOP:
	case ENAMETOOLONG:
		return CPG_FILE_NONE;
	case EACCES:
		return cpg_error_set(err, CPG_E_HIDDEN,
				     PATH
				     " cannot be seen: a directory on the way to it may "
				     "not be searched",
				     path);
	default:
		return cpg_error_set(err, errno, PATH " cannot be looked at: %s", path,
				     strerror(errno));
	}
}

static const char *kind_name(mode_t mode)
{
	if (S_ISDIR(mode))
		return "a directory";
	if (S_ISFIFO(mode))
		return "a FIFO";
	if (S_ISSOCK(mode))
		return "a socket";
	return "a device";
}

static int no_file(const char *path, struct cpg_error *err)
{
	return cpg_error_set(err, errno, PATH " cannot be read: %s", path, strerror(errno));
}

static int too_large(const char *path, size_t limit, struct cpg_error *err)
{
	const size_t mebibyte = (size_t)1 << 20;
	bool even = limit >= mebibyte && limit % mebibyte == 0;

	return cpg_error_set(err, CPG_E_LIMIT, PATH " is larger than the limit of %zu %s",
			     path, even ? limit / mebibyte : limit, even ? "MiB" : "bytes");
}

static int no_memory(const char *path, struct cpg_error *err)
{
	return cpg_error_set(err, ENOMEM, PATH " cannot be read: not enough memory", path);
}

static int check_regular(const char *path, const struct stat *status, struct cpg_error *err)
{
	if (S_ISREG(status->st_mode))
		return 0;
	return cpg_error_set(err, EINVAL, PATH " is %s, not a regular file", path,
			     kind_name(status->st_mode));
}

/* Opening a FIFO or a device can wake or change what is behind it, so what lies there is
 * looked at before, and once more behind the open, should it have changed in between. */
static int open_regular(const char *path, struct stat *status, struct cpg_error *err)
{
	int result;
	int fd;

	if (stat(path, status) < 0)
		return no_file(path, err);
	if (check_regular(path, status, err) < 0)
		return -1;
	fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
	if (fd < 0)
		return no_file(path, err);
	result = fstat(fd, status) < 0 ? no_file(path, err)
				       : check_regular(path, status, err);
	if (result == 0)
		return fd;
	close(fd);
	return -1;
}

static ssize_t read_some(int fd, char *to, size_t room)
{
	ssize_t got;

	do
		got = read(fd, to, room);
	while (got < 0 && errno == EINTR);
	return got;
}

/* Room for `capacity` bytes and a NUL that starts with the text so far. */
static char *enlarge(struct cpg_arena *arena, struct cpg_text so_far, size_t capacity)
{
	char *bytes = cpg_arena_alloc(arena, capacity + 1);

	if (bytes && so_far.length)
		memcpy(bytes, so_far.bytes, so_far.length);
	return bytes;
}

/* Reads up to the end; `size` is what the file is said to hold. It may hold more: it grew,
 * or it is a file in /proc, all of which are said to be empty. */
static int read_all(struct cpg_arena *arena, int fd, const char *path, size_t size,
		    size_t limit, struct cpg_text *text, struct cpg_error *err)
{
	size_t capacity = size + 1;
	char *bytes = enlarge(arena, (struct cpg_text){NULL, 0}, capacity);
	size_t length = 0;
	ssize_t got = 1;

	while (bytes && got > 0 && length <= limit) {
		if (length == capacity) {
			capacity = capacity < 4096 ? 4096 : capacity * 2;
			bytes = enlarge(arena, (struct cpg_text){bytes, length}, capacity);
			continue;
		}
		got = read_some(fd, bytes + length, capacity - length);
		if (got < 0)
			return no_file(path, err);
		length += (size_t)got;
	}
	if (!bytes)
		return no_memory(path, err);
	if (length > limit)
		return too_large(path, limit, err);
	bytes[length] = '\0';
	*text = (struct cpg_text){bytes, length};
	return 0;
}

int cpg_file_read(struct cpg_arena *arena, const char *path, size_t limit,
		  struct cpg_text *text, struct cpg_error *err)
{
	struct stat status;
	int fd = open_regular(path, &status, err);
	int result;

	if (fd < 0)
		return -1;
	if ((uintmax_t)status.st_size > limit)
		result = too_large(path, limit, err);
	else
		result =
			read_all(arena, fd, path, (size_t)status.st_size, limit, text, err);
	close(fd);
	return result;
}
