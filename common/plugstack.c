#include "cpguard/plugstack.h"

#include <errno.h>
#include <glob.h>
#include <string.h>

#include "cpguard/file.h"

enum {
	FILE_LIMIT = 1 << 20, /* bytes */
	LINE_LIMIT = 4095,    /* bytes that Slurm takes for a line */
	DEPTH_LIMIT = 16,     /* files that include each other */
};

static const char blanks[] = " \t\n";

struct reader {
	struct cpg_arena *arena;
	const struct cpg_plugstack_line **end; /* where the next line found is linked */
	struct cpg_error *err;
};

/* Where a line stands. */
struct place {
	const char *file;
	unsigned line;
	unsigned depth;
	enum cpg_plugstack_way way;
};

static int read_file(struct reader *reader, struct place place);

static int no_memory(struct reader *reader)
{
	return cpg_error_set(reader->err, ENOMEM, "no memory left for plugstack.conf");
}

static bool loads_cpguard(const char *path)
{
	const char *slash = strrchr(path, '/');

	return strcmp(slash ? slash + 1 : path, CPG_PLUGSTACK_FILE) == 0;
}

static int add_line(struct reader *reader, const struct place *place, bool required,
		    const char *path, char **rest)
{
	struct cpg_plugstack_line *line = cpg_arena_alloc(reader->arena, sizeof(*line));
	/* Every argument takes at least one byte and a blank. */
	const char **arguments =
		cpg_arena_array(reader->arena, LINE_LIMIT / 2 + 1, sizeof(*arguments));

	if (!line || !arguments)
		return no_memory(reader);
	line->required = required;
	line->path = path;
	line->arguments = arguments;
	line->file = place->file;
	line->line = place->line;
	line->way = place->way;
	for (const char *word; (word = strtok_r(NULL, blanks, rest)) != NULL;)
		arguments[line->argument_count++] = word;
	*reader->end = line;
	reader->end = &line->next;
	return 0;
}

static void cleanup_glob(glob_t *matches)
{
	globfree(matches);
}

/* How a file is come to that `place` includes. slurmctld takes note of an include of its own
 * kind: in column one, a name without "/" or "*"; any other character of a pattern it takes for
 * itself. Source: slurm 23.11 to 26.05 src/common/fetch_config.c grab_include_directives,
 * src/common/parse_config.c _parse_include_directive. */
static enum cpg_plugstack_way way_to(const struct place *place, const char *pattern,
				     bool column_one)
{
	if (place->way == CPG_PLUGSTACK_BELOW || place->way == CPG_PLUGSTACK_ABSOLUTE)
		return place->way;
	if (pattern[0] == '/')
		return CPG_PLUGSTACK_ABSOLUTE;
	return column_one && !strpbrk(pattern, "/*?[") ? CPG_PLUGSTACK_BESIDE
						       : CPG_PLUGSTACK_BELOW;
}

/* Slurm goes on when a pattern matches nothing or its directory cannot be read, and takes what is
 * gone, or is a directory, for an empty file. */
static int include(struct reader *reader, const struct place *place, const char *pattern,
		   bool column_one)
{
	glob_t matches __attribute__((cleanup(cleanup_glob))) = {0};
	struct place included = {
		.depth = place->depth + 1,
		.way = way_to(place, pattern, column_one),
	};
	const char *slash = strrchr(place->file, '/');
	int failure;

	if (pattern[0] != '/')
		pattern = slash ? cpg_arena_printf(reader->arena, "%.*s/%s",
						   (int)(slash - place->file), place->file,
						   pattern)
				: cpg_arena_printf(reader->arena, "./%s", pattern);
	if (!pattern)
		return no_memory(reader);
	failure = glob(pattern, 0, NULL, &matches);
	if (failure == GLOB_NOSPACE)
		return no_memory(reader);
	for (size_t i = 0; failure == 0 && i < matches.gl_pathc; i++) {
		int kind;

		included.file = cpg_arena_string(reader->arena, matches.gl_pathv[i]);
		if (!included.file)
			return no_memory(reader);
		kind = cpg_file_kind(included.file, reader->err);
		if (kind == CPG_FILE_NONE || kind == CPG_FILE_DIRECTORY)
			continue;
		if (read_file(reader, included) < 0)
			return -1;
	}
	return 0;
}

/* `words` is a line, which is taken apart in place. Any other kind of line Slurm ignores. */
static int read_line(struct reader *reader, const struct place *place, char *words)
{
	char *rest = NULL;
	const char *type;
	const char *path;

	words[strcspn(words, "#")] = '\0';
	type = strtok_r(words, blanks, &rest);
	path = type ? strtok_r(NULL, blanks, &rest) : NULL;
	if (!path)
		return 0;
	if (strcmp(type, "include") == 0)
		return include(reader, place, path, type == words);
	if (!loads_cpguard(path) ||
	    (strcmp(type, "required") != 0 && strcmp(type, "optional") != 0))
		return 0;
	return add_line(reader, place, type[0] == 'r', path, &rest);
}

/* Reads the file of `place` from its first line on. */
static int read_file(struct reader *reader, struct place place)
{
	struct cpg_text text;
	const char *end;

	if (place.depth == DEPTH_LIMIT)
		return cpg_error_at(reader->err, CPG_E_LIMIT, place.file, 0,
				    "includes nest deeper than %d files", DEPTH_LIMIT);
	if (cpg_file_read(reader->arena, place.file, FILE_LIMIT, &text, reader->err) < 0)
		return -1;
	place.line = 1;
	end = text.bytes + text.length;
	for (const char *at = text.bytes; at < end; place.line++) {
		size_t room =
			(size_t)(end - at) < LINE_LIMIT ? (size_t)(end - at) : LINE_LIMIT;
		const char *newline = memchr(at, '\n', room);
		size_t length = newline ? (size_t)(newline - at) + 1 : room;
		char *words = cpg_arena_bytes(reader->arena, at, length);

		if (!words)
			return no_memory(reader);
		if (read_line(reader, &place, words) < 0)
			return -1;
		at += length;
	}
	return 0;
}

int cpg_plugstack_read(struct cpg_arena *arena, const char *path,
		       const struct cpg_plugstack_line **first, struct cpg_error *err)
{
	const struct cpg_plugstack_line *lines = NULL;
	struct reader reader = {.arena = arena, .end = &lines, .err = err};
	const struct place place = {.file = cpg_arena_string(arena, path)};

	if (!place.file)
		return no_memory(&reader);
	if (read_file(&reader, place) < 0)
		return -1;
	if (!lines)
		return 0;
	*first = lines;
	return 1;
}
