#include "shell_touched.h"

#include <string.h>

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
	"awk",        "base64", "basename", "cat",      "chmod",    "chown",    "cmp",
	"cut",        "date",   "df",       "diff",     "dirname",  "du",       "echo",
	"egrep",      "env",    "expr",     "fgrep",    "file",     "free",     "getconf",
	"gawk",       "grep",   "head",     "hostname", "id",       "jq",       "kill",
	"killall",    "ls",     "lscpu",    "lsof",     "md5sum",   "nproc",
	"nvidia-smi", "od",     "pkill",    "printenv", "printf",   "ps",       "python",
	"python3",    "ray",    "readlink", "realpath", "rocm-smi", "scontrol", "seq",
	"sha256sum",  "sinfo",  "sleep",    "squeue",   "stat",     "tail",     "test",
	"tr",         "true",   "uname",    "uniq",     "uptime",   "wc",       "which",
	"whoami",     "xargs",  "zcat",     NULL,
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

bool cpg_shell_is_touched(const struct cpg_shell *shell, const char *path)
{
	for (const struct cpg_file_touched *at = shell->world->touched; at;
	     at = at->next) {
		size_t length = strlen(at->path);

		if (strcmp(at->path, path) == 0 ||
		    (at->below && strncmp(at->path, path, length) == 0 &&
		     path[length] == '/'))
			return true;
	}
	return false;
}
