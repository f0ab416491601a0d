#include "cpguard/plugstack.h"

#include <errno.h>
#include <string.h>

enum {
	LINE_LIMIT = 4095, /* bytes of a line that Slurm reads */
};

static bool loads_cpguard(const char *path)
{
	const char *slash = strrchr(path, '/');

	return strcmp(slash ? slash + 1 : path, CPG_PLUGSTACK_FILE) == 0;
}

/* Splits `words`, a line without its comment, in place. Returns as cpg_plugstack_find(). */
static int read_line(struct cpg_arena *arena, char *words, struct cpg_plugstack_line *line)
{
	static const char blanks[] = " \t\n";
	char *rest = NULL;
	const char *type = strtok_r(words, blanks, &rest);
	const char *path = type ? strtok_r(NULL, blanks, &rest) : NULL;
	const char **arguments;

	if (!path || !loads_cpguard(path))
		return 0;
	if (strcmp(type, "required") != 0 && strcmp(type, "optional") != 0)
		return 0;
	/* Every argument takes at least one byte and a blank. */
	arguments = cpg_arena_array(arena, LINE_LIMIT / 2 + 1, sizeof(*arguments));
	if (!arguments)
		return -1;
	line->required = type[0] == 'r';
	line->path = path;
	line->arguments = arguments;
	line->argument_count = 0;
	for (const char *word; (word = strtok_r(NULL, blanks, &rest)) != NULL;)
		arguments[line->argument_count++] = word;
	return 1;
}

int cpg_plugstack_find(struct cpg_arena *arena, struct cpg_text text,
		       struct cpg_plugstack_line *line, struct cpg_error *err)
{
	const char *end = text.bytes + text.length;
	unsigned number = 1;

	for (const char *at = text.bytes; at < end; number++) {
		const char *newline = memchr(at, '\n', (size_t)(end - at));
		size_t length = (size_t)((newline ? newline : end) - at);
		char *words = cpg_arena_bytes(arena, at,
					      length < LINE_LIMIT ? length : LINE_LIMIT);
		int rc;

		if (!words)
			return cpg_error_set(err, ENOMEM,
					     "no memory left for plugstack.conf");
		words[strcspn(words, "#")] = '\0';
		rc = read_line(arena, words, line);
		if (rc < 0)
			return cpg_error_set(err, ENOMEM,
					     "no memory left for plugstack.conf");
		line->line = number;
		if (rc > 0)
			return 1;
		at = newline ? newline + 1 : end;
	}
	return 0;
}
