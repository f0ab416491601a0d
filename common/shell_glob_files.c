#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "shell_glob.h"

/* So many names in directories are looked at for one word. */
#define ENTRIES_LIMIT 10000

/* So many of them are a step. */
#define STEP_ENTRIES 16

/* Without extglob too: then it is a pattern that is none. */
bool cpg_glob_opens(const struct cpg_glob *g, size_t i, size_t end)
{
	return i + 1 < end && !g->literal[i] && strchr("?*+@!", g->text.bytes[i]) &&
	       cpg_glob_is(g, i + 1, '(');
}

/* Where the first character of a pattern stands between the places; `end` when there is none.
 */
size_t cpg_glob_magic(const struct cpg_glob *g, size_t begin, size_t end)
{
	size_t bracket = end;

	for (size_t i = begin; i < end; i++) {
		if (cpg_glob_is(g, i, '\\'))
			i++;
		else if (cpg_glob_is(g, i, '*') || cpg_glob_is(g, i, '?') ||
			 cpg_glob_opens(g, i, end))
			return bracket < i ? bracket : i;
		else if (cpg_glob_is(g, i, '[') && bracket == end)
			bracket = i;
		else if (cpg_glob_is(g, i, ']') && bracket < i)
			return bracket;
	}
	return end;
}

static int no_memory(const struct cpg_glob *g)
{
	return cpg_expand_no_memory(g->ex->err);
}

static int add_match(struct cpg_glob *g, const char *path)
{
	if (g->count == g->capacity) {
		size_t capacity = g->capacity ? g->capacity * 2 : 16;
		const char **matches =
			cpg_arena_array(g->ex->arena, capacity, sizeof(*matches));

		if (!matches)
			return no_memory(g);
		if (g->count)
			memcpy(matches, g->matches, g->count * sizeof(*matches));
		g->matches = matches;
		g->capacity = capacity;
	}
	g->matches[g->count++] = path;
	return 0;
}

/* Where a path that the pattern has led to lies. */
static const char *real_path(const struct cpg_glob *g, const char *path)
{
	if (path[0] == '/')
		return path;
	return cpg_arena_printf(g->ex->arena, "%s/%s", g->directory, path);
}

static int descend(struct cpg_glob *g, const char *path, size_t from, bool found);

/* The name that the component is, without its backslashes. */
static const char *plain_name(const struct cpg_glob *g, const char *path, size_t begin,
			      size_t end)
{
	struct cpg_buffer buffer = {.arena = g->ex->arena};

	cpg_buffer_string(&buffer, path);
	for (size_t i = begin; i < end; i++) {
		if (cpg_glob_is(g, i, '\\') && ++i == end)
			break;
		cpg_buffer_bytes(&buffer, g->text.bytes + i, 1);
	}
	return cpg_buffer_finish(&buffer);
}

/* CPG_YES, CPG_NO, CPG_UNKNOWN. */
int cpg_glob_match(const struct cpg_glob *g, size_t begin, size_t end, const char *name)
{
	const struct cpg_text pattern = {g->text.bytes + begin, end - begin};
	bool itself = strcmp(name, ".") == 0 || strcmp(name, "..") == 0;

	if (name[0] == '.' && (itself || !g->dotglob) &&
	    g->text.bytes[begin + cpg_glob_is(g, begin, '\\')] != '.')
		return CPG_NO;
	/* Up to bash 5.1 .* matches these. */
	if (itself)
		return cpg_pattern_match(pattern, g->literal + begin, g->extglob, g->nocase,
					 cpg_text_of(name)) == CPG_NO
			       ? CPG_NO
			       : CPG_UNKNOWN;
	return cpg_pattern_match(pattern, g->literal + begin, g->extglob, g->nocase,
				 cpg_text_of(name));
}

static void close_directory(DIR **directory)
{
	if (*directory)
		closedir(*directory);
}

static int follow(struct cpg_glob *g, const char *path, size_t begin, size_t end,
		  const char *name)
{
	int match = cpg_glob_match(g, begin, end, name);
	const char *next;

	if (match != CPG_YES) {
		g->beaten = g->beaten || match == CPG_UNKNOWN;
		return 0;
	}
	next = cpg_arena_printf(g->ex->arena, "%s%s", path, name);
	return next ? descend(g, next, end, true) : no_memory(g);
}

/* Follows each name in the directory that the component matches. */
static int scan(struct cpg_glob *g, const char *path, size_t begin, size_t end)
{
	__attribute__((cleanup(close_directory))) DIR *directory = NULL;
	const char *real = real_path(g, path[0] ? path : ".");
	const struct dirent *entry;

	if (!real)
		return no_memory(g);
	directory = opendir(real);
	while (directory && !g->beaten && (entry = readdir(directory))) {
		g->beaten = ++g->entries > ENTRIES_LIMIT;
		if (g->entries % STEP_ENTRIES == 0 &&
		    cpg_shell_step(g->ex->shell, g->ex->err) < 0)
			return -1;
		if (follow(g, path, begin, end, entry->d_name) < 0)
			return -1;
	}
	return 0;
}

static int add_if_there(struct cpg_glob *g, const char *path)
{
	const char *real = real_path(g, path);
	struct stat status;

	if (!real)
		return no_memory(g);
	return lstat(real, &status) == 0 ? add_match(g, path) : 0;
}

/* Follows the pattern from the place `from`, where a component ends, behind `path`. With
 * `found` a component before was a pattern. */
static int descend(struct cpg_glob *g, const char *path, size_t from, bool found)
{
	size_t begin = from;
	size_t end;

	while (begin < g->text.length && g->text.bytes[begin] == '/')
		begin++;
	if (begin > from) {
		/* Behind a pattern bash writes one slash for several. */
		path = cpg_arena_printf(g->ex->arena, "%s%.*s", path,
					found ? 1 : (int)(begin - from),
					g->text.bytes + from);
		if (!path)
			return no_memory(g);
	}
	if (begin == g->text.length)
		return add_if_there(g, path);
	for (end = begin; end < g->text.length && g->text.bytes[end] != '/'; end++)
		;
	if (cpg_glob_magic(g, begin, end) < end)
		return scan(g, path, begin, end);
	path = plain_name(g, path, begin, end);
	return path ? descend(g, path, end, found) : no_memory(g);
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

int cpg_glob_search(struct cpg_glob *g)
{
	if (descend(g, "", 0, false) < 0)
		return -1;
	if (g->count)
		qsort(g->matches, g->count, sizeof(*g->matches), compare);
	return 0;
}
