#include "shell_touched.h"

#include <string.h>
#include <sys/stat.h>

#include "shell_walk.h"

enum program_kind {
	READS,        /* changes no file that its words name */
	CHANGES,      /* may change any of them */
	CHANGES_LAST, /* changes the last of them: cp */
	REMOVES,      /* changes them, and what lies below */
	MAKES,        /* changes nothing that is there: mkdir */
};

static const char *const removing[] = {"mv", "rm", "rmdir", NULL};

static const char *const changing_last[] = {"cp", "install", "ln", "rsync", NULL};

static const char *const making[] = {"mkdir", NULL};

static const char *const reading[] = {
	"awk",     "base64",   "basename", "cat",      "chmod",    "chown",  "cmp",
	"cut",     "date",     "df",       "diff",     "dirname",  "du",     "echo",
	"egrep",   "env",      "expr",     "fgrep",    "file",     "free",   "getconf",
	"gawk",    "grep",     "head",     "hostname", "id",       "jq",     "kill",
	"killall", "ls",       "lscpu",    "lsof",     "md5sum",   "nproc",  "nvidia-smi",
	"od",      "pkill",    "printenv", "printf",   "ps",       "python", "python3",
	"ray",     "readlink", "realpath", "rocm-smi", "scontrol", "seq",    "sha256sum",
	"sinfo",   "sleep",    "squeue",   "stat",     "tail",     "test",   "tr",
	"true",    "uname",    "uniq",     "uptime",   "wc",       "which",  "whoami",
	"xargs",   "zcat",     NULL,
};

/* Programs of which more is known than that they may change what their words name. */
static const struct {
	const char *const *names;
	enum program_kind kind;
} programs[] = {
	{removing, REMOVES},
	{changing_last, CHANGES_LAST},
	{making, MAKES},
	{reading, READS},
};

static bool is_listed(const char *const *names, const char *name)
{
	for (; *names; names++) {
		if (strcmp(*names, name) == 0)
			return true;
	}
	return false;
}

static enum program_kind kind_of(const char *name)
{
	for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]); i++) {
		if (is_listed(programs[i].names, name))
			return programs[i].kind;
	}
	return CHANGES;
}

bool cpg_shell_only_reads(const char *name)
{
	return kind_of(name) == READS;
}

static int add(struct cpg_shell *shell, const struct cpg_file_touched **list,
	       const char *path, bool below, struct cpg_error *err)
{
	struct cpg_file_touched *touched = cpg_arena_alloc(shell->arena, sizeof(*touched));

	if (!touched)
		return cpg_walk_no_memory(err);
	*touched = (struct cpg_file_touched){*list, path, below};
	*list = touched;
	return 0;
}

static int touch_path(struct cpg_shell *shell, struct cpg_value value,
		      enum program_kind kind, bool computed, struct cpg_error *err)
{
	struct cpg_shell_file *file;
	const char *path;
	int rc = cpg_shell_path(shell, value, &path, err);

	if (rc <= 0)
		return rc;
	if (kind == MAKES)
		return add(shell, &shell->world->directories, path, false, err);
	/* Of what the script itself wrote, it is known what it was. */
	file = cpg_walk_written(shell->world, path);
	if (file) {
		file->maybe = file->maybe || !computed;
		return 0;
	}
	return add(shell, &shell->world->touched, path, kind == REMOVES, err);
}

int cpg_shell_touch(struct cpg_shell *shell, const struct cpg_fields *fields, size_t first,
		    const char *name, bool computed, struct cpg_error *err)
{
	enum program_kind kind = kind_of(name);
	size_t from = kind == CHANGES_LAST ? fields->count - 1 : first + 1;

	if (kind == READS)
		return 0;
	for (size_t i = from; i < fields->count; i++) {
		struct cpg_text start =
			cpg_value_prefix(shell->arena, fields->items[i].value);

		if (!start.bytes)
			return cpg_walk_no_memory(err);
		if (start.bytes[0] == '-' && kind != CHANGES_LAST)
			continue;
		if (touch_path(shell, fields->items[i].value, kind, computed, err) < 0)
			return -1;
	}
	return 0;
}

static bool lies_in(const char *path, const char *directory)
{
	size_t length = strlen(directory);

	return strncmp(directory, path, length) == 0 && path[length] == '/';
}

bool cpg_shell_is_touched(const struct cpg_shell *shell, const char *path)
{
	for (const struct cpg_file_touched *at = shell->world->touched; at; at = at->next) {
		if (strcmp(at->path, path) == 0 || (at->below && lies_in(path, at->path)))
			return true;
	}
	return false;
}

static bool is_made(const struct cpg_shell_world *world, const char *directory)
{
	for (const struct cpg_file_touched *at = world->directories; at; at = at->next) {
		if (strcmp(at->path, directory) == 0 || lies_in(at->path, directory))
			return true;
	}
	return false;
}

int cpg_shell_has_directory(const struct cpg_shell *shell, const char *path)
{
	const char *slash = strrchr(path, '/');
	struct stat status;
	char *directory;

	if (!slash || slash == path)
		return CPG_YES;
	directory = cpg_arena_bytes(shell->arena, path, (size_t)(slash - path));
	if (!directory)
		return CPG_UNKNOWN;
	if (is_made(shell->world, directory))
		return CPG_YES;
	if (cpg_shell_is_touched(shell, directory))
		return CPG_NO;
	return stat(directory, &status) == 0 && S_ISDIR(status.st_mode) ? CPG_YES
									: CPG_UNKNOWN;
}
