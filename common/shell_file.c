#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cpguard/file.h"
#include "shell_location.h"
#include "shell_touched.h"

/* The name that slurmd gives to its copy of a batch script. */
#define SPOOLED_SCRIPT "slurm_script"

/* So many lines of a file keep a line number each; of a longer one they share the first. */
#define NUMBERED_LINES 4096

/* What lies in slurmd's spool directory. */
enum spooled {
	SPOOLED_UNKNOWN,
	SPOOLED_NONE,
	SPOOLED_DIRECTORY, /* the job's own */
	SPOOLED_FILE,      /* the script's copy */
};

static enum spooled spooled_name(const char *rest)
{
	char *path = strdupa(rest);
	char *save = NULL;
	int depth = 0;
	bool script = false;

	for (char *name = strtok_r(path, "/", &save); name;
	     name = strtok_r(NULL, "/", &save)) {
		if (strcmp(name, ".") == 0)
			continue;
		script = depth == 0 && strcmp(name, SPOOLED_SCRIPT) == 0;
		depth += strcmp(name, "..") == 0 ? -1 : 1;
		/* Far enough up, any path can come. */
		if (depth < -2)
			return SPOOLED_UNKNOWN;
	}
	if (script)
		return SPOOLED_FILE;
	return depth <= 0 ? SPOOLED_DIRECTORY : SPOOLED_NONE;
}

static int spooled_test(enum spooled what, char op)
{
	switch (what) {
	case SPOOLED_NONE:
		return CPG_NO;
	case SPOOLED_DIRECTORY:
		if (op == 'f' || op == 'L' || op == 'h')
			return CPG_NO;
		return strchr("aedrx", op) ? CPG_YES : CPG_UNKNOWN;
	case SPOOLED_FILE:
		if (op == 'd' || op == 'L' || op == 'h')
			return CPG_NO;
		return strchr("aefrs", op) ? CPG_YES : CPG_UNKNOWN;
	case SPOOLED_UNKNOWN:
		break;
	}
	return CPG_UNKNOWN;
}

/* What the script wrote to that path; the last that was noted counts. */
static const struct cpg_shell_file *written(const struct cpg_shell *shell, const char *path)
{
	const struct cpg_shell_world *world = shell->world;

	for (size_t i = world->written_count; i-- > 0;) {
		if (strcmp(world->written[i].path, path) == 0)
			return &world->written[i];
	}
	return NULL;
}

static int written_test(const struct cpg_shell_file *file, char op)
{
	if (file->maybe)
		return CPG_UNKNOWN;
	switch (op) {
	case 'a':
	case 'e':
	case 'f':
	case 'r':
	case 'w':
		return CPG_YES;
	case 'd':
	case 'p':
	case 'S':
	case 'b':
	case 'c':
		return CPG_NO;
	case 'x':
		return file->executable ? CPG_YES : CPG_UNKNOWN;
	case 's':
		switch (cpg_value_is_empty(file->content)) {
		case CPG_YES:
			return CPG_NO;
		case CPG_NO:
			return CPG_YES;
		}
	}
	return CPG_UNKNOWN;
}

struct type_test {
	char op;
	mode_t type;
};

static const struct type_test type_tests[] = {
	{'f', S_IFREG}, {'d', S_IFDIR}, {'p', S_IFIFO}, {'S', S_IFSOCK},
	{'b', S_IFBLK}, {'c', S_IFCHR}, {'L', S_IFLNK}, {'h', S_IFLNK},
};

static const struct type_test mode_tests[] = {
	{'g', S_ISGID},
	{'k', S_ISVTX},
	{'u', S_ISUID},
};

static int answer(bool yes)
{
	return yes ? CPG_YES : CPG_NO;
}

static int access_test(const char *path, int mode)
{
	if (faccessat(AT_FDCWD, path, mode, AT_EACCESS) == 0)
		return CPG_YES;
	/* How a file system is mounted differs between machines. */
	return errno == EACCES ? CPG_NO : CPG_UNKNOWN;
}

/* What a test says of a file that is here. */
static int present_test(const struct cpg_shell *shell, const char *path,
			const struct stat *status, char op)
{
	for (size_t i = 0; i < sizeof(type_tests) / sizeof(*type_tests); i++) {
		if (type_tests[i].op == op)
			return answer((status->st_mode & S_IFMT) == type_tests[i].type);
	}
	for (size_t i = 0; i < sizeof(mode_tests) / sizeof(*mode_tests); i++) {
		if (mode_tests[i].op == op)
			return answer(status->st_mode & mode_tests[i].type);
	}
	switch (op) {
	case 'a':
	case 'e':
		return CPG_YES;
	case 'r':
		return access_test(path, R_OK);
	case 'w':
		return access_test(path, W_OK);
	case 'x':
		return access_test(path, X_OK);
	case 's':
		/* What is empty now may be filled by then. */
		if (status->st_size == 0 && !shell->world->on_node)
			return CPG_UNKNOWN;
		return answer(status->st_size > 0);
	case 'O':
		return answer(status->st_uid == geteuid());
	case 'G':
		return answer(status->st_gid == getegid());
	}
	return CPG_UNKNOWN;
}

static int path_test(const struct cpg_shell *shell, const char *path, char op)
{
	const struct cpg_shell_file *file = written(shell, path);
	int flags = op == 'L' || op == 'h' ? AT_SYMLINK_NOFOLLOW : 0;
	struct stat status;

	if (file && (!file->maybe || access(path, F_OK) != 0))
		return written_test(file, op);
	if (cpg_shell_is_touched(shell, path))
		return CPG_UNKNOWN;
	if (op == 't')
		return CPG_UNKNOWN;
	if (path[0] == '\0')
		return CPG_NO;
	if (fstatat(AT_FDCWD, path, &status, flags) == 0)
		return present_test(shell, path, &status, op);
	return shell->world->on_node ? CPG_NO : CPG_UNKNOWN;
}

/* What a container's process may do with a file, and who owns it there, is not known here; nor
 * whether the path's last name is a link. */
static int container_test(const struct cpg_shell *shell, const char *path, char op)
{
	return strchr("aedfpSbcs", op) ? path_test(shell, path, op) : CPG_UNKNOWN;
}

int cpg_shell_file_test(struct cpg_shell *shell, char op, struct cpg_value path)
{
	struct cpg_location location;

	if (cpg_shell_locate(shell, path, &location, NULL) < 0)
		return CPG_UNKNOWN;
	switch (location.kind) {
	case CPG_LOCATION_PATH:
		return shell->container ? container_test(shell, location.path, op)
					: path_test(shell, location.path, op);
	case CPG_LOCATION_SPOOL:
		return spooled_test(spooled_name(location.path), op);
	case CPG_LOCATION_UNKNOWN:
		break;
	}
	return CPG_UNKNOWN;
}

/* How cpg_shell_read() answers. */
enum {
	READ_ABSENT = 0,
	READ_DONE = 1,
	READ_UNKNOWN = 2,
};

static int unread(const char **why, const char *clause)
{
	*why = clause;
	return READ_UNKNOWN;
}

static int read_spooled(enum spooled what, const char **why)
{
	if (what == SPOOLED_NONE || what == SPOOLED_DIRECTORY)
		return READ_ABSENT;
	return unread(why, cpg_shell_spool);
}

/* Counts a script of `length` bytes. */
static int count_script(struct cpg_shell_world *world, size_t length, struct cpg_error *err)
{
	if (world->files >= CPG_SHELL_FILES_LIMIT)
		return cpg_error_set(err, CPG_E_LIMIT,
				     "more than %d scripts belong together",
				     CPG_SHELL_FILES_LIMIT);
	if (length > CPG_SHELL_SCRIPTS_LIMIT - world->bytes)
		return cpg_error_set(
			err, CPG_E_LIMIT,
			"the scripts that belong together are larger than %zu MiB",
			CPG_SHELL_SCRIPTS_LIMIT >> 20);
	world->files++;
	world->bytes += length;
	return 0;
}

static size_t value_length(struct cpg_value value)
{
	size_t length = 0;

	for (size_t i = 0; i < value.count; i++)
		length += value.pieces[i].text.length;
	return length;
}

static int read_written(struct cpg_shell *shell, const struct cpg_shell_file *file,
			bool script, struct cpg_value *content, const char **why,
			struct cpg_error *err)
{
	if (file->maybe)
		return unread(why, "whether the script wrote the file is not known");
	if (script && count_script(shell->world, value_length(file->content), err) < 0)
		return -1;
	*content = file->content;
	return READ_DONE;
}

static int no_memory(struct cpg_error *err)
{
	return cpg_error_set(err, ENOMEM, "not enough memory to read the script");
}

/* Why a file cannot be read; what it means hangs on where it is asked. */
static int read_failed(const struct cpg_shell *shell, const char *path, bool script,
		       const char **why, struct cpg_error *reason, struct cpg_error *err)
{
	switch (reason->code) {
	case ENOMEM:
		return no_memory(err);
	case CPG_E_LIMIT:
		if (script)
			return cpg_error_set(err, CPG_E_LIMIT, "%s", reason->text);
		return unread(why, "the file is too large to be read");
	case ENOENT:
	case ENOTDIR:
	case ELOOP:
	case ENAMETOOLONG:
		return shell->world->on_node ? READ_ABSENT
					     : unread(why, "the file is not here");
	case EACCES:
	case EPERM:
		return shell->world->on_node ? READ_ABSENT
					     : unread(why, "the file may not be read");
	}
	if (cpg_file_kind(path, NULL) == CPG_FILE_DIRECTORY)
		return READ_ABSENT;
	return unread(why, "the file cannot be read");
}

/* Counts the pieces that one for each line would be. */
static size_t count_lines(struct cpg_text text)
{
	size_t count = 1;

	for (size_t i = 0; i + 1 < text.length; i++)
		count += text.bytes[i] == '\n';
	return count;
}

/* *out is the text in a piece for each line, so that each knows its own number. */
static int by_line(struct cpg_arena *arena, struct cpg_text text, const char *path,
		   struct cpg_value *out)
{
	size_t count = count_lines(text);
	struct cpg_piece *pieces;

	if (count > NUMBERED_LINES)
		return cpg_value_text(arena, text, (struct cpg_origin){path, 1}, out);
	pieces = cpg_arena_array(arena, count, sizeof(*pieces));
	if (!pieces)
		return -1;
	for (size_t i = 0; i < count; i++) {
		const char *end =
			text.length ? memchr(text.bytes, '\n', text.length) : NULL;
		size_t length = end ? (size_t)(end - text.bytes) + 1 : text.length;

		pieces[i].text = (struct cpg_text){text.bytes, length};
		pieces[i].origin = (struct cpg_origin){path, (unsigned)i + 1};
		text.bytes += length;
		text.length -= length;
	}
	*out = (struct cpg_value){pieces, count};
	return 0;
}

/* Takes the NULs out, as $( ) does. */
static void drop_nuls(struct cpg_text *text)
{
	char *bytes = (char *)text->bytes;
	size_t kept = 0;

	for (size_t i = 0; i < text->length; i++) {
		if (bytes[i])
			bytes[kept++] = bytes[i];
	}
	bytes[kept] = '\0';
	text->length = kept;
}

static int read_here(struct cpg_shell *shell, const char *path, bool script,
		     struct cpg_value *content, const char **why, struct cpg_error *err)
{
	size_t limit = script ? CPG_SHELL_SCRIPT_LIMIT : CPG_SHELL_READ_LIMIT;
	struct cpg_text text = {"", 0};
	struct cpg_error reason;
	int rc;

	if (strcmp(path, "/dev/null") != 0 &&
	    cpg_file_read(shell->arena, path, limit, &text, &reason) < 0)
		return read_failed(shell, path, script, why, &reason, err);
	if (script && count_script(shell->world, text.length, err) < 0)
		return -1;
	if (script) {
		rc = cpg_value_text(shell->arena, text, (struct cpg_origin){path, 1},
				    content);
	} else {
		if (text.length)
			drop_nuls(&text);
		rc = by_line(shell->arena, text, path, content);
	}
	return rc < 0 ? no_memory(err) : READ_DONE;
}

static int read_path(struct cpg_shell *shell, const char *path, bool script,
		     struct cpg_value *content, const char **why, struct cpg_error *err)
{
	const struct cpg_shell_file *file;

	if (path[0] == '\0')
		return READ_ABSENT;
	file = written(shell, path);
	if (file)
		return read_written(shell, file, script, content, why, err);
	if (cpg_shell_is_touched(shell, path))
		return unread(why, "a program may have changed the file");
	return read_here(shell, path, script, content, why, err);
}

int cpg_shell_read(struct cpg_shell *shell, struct cpg_value path, bool script,
		   struct cpg_value *content, const char **absolute, const char **why,
		   struct cpg_error *err)
{
	struct cpg_location location;

	if (cpg_shell_locate(shell, path, &location, err) < 0)
		return -1;
	switch (location.kind) {
	case CPG_LOCATION_PATH:
		*absolute = location.path;
		return read_path(shell, location.path, script, content, why, err);
	case CPG_LOCATION_SPOOL:
		return read_spooled(spooled_name(location.path), why);
	case CPG_LOCATION_UNKNOWN:
		break;
	}
	return unread(why, shell->container ? "the file lies within a container"
					    : "the file's path is not known");
}
