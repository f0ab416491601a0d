#include "cpguard/slurm_conf.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "cpguard/file.h"
#include "cpguard/text.h"

enum {
	FILE_LIMIT = 4 << 20, /* bytes; large clusters list each node */
	DEPTH_LIMIT = 16,     /* files that include each other */
};

struct reader {
	struct cpg_arena *arena;
	const char *top; /* slurm.conf */
	struct cpg_slurm_conf *conf;
	struct cpg_error *err;
};

static int read_file(struct reader *reader, const char *path, unsigned depth);

static int no_memory(struct reader *reader)
{
	return cpg_error_set(reader->err, ENOMEM, "no memory left for slurm.conf");
}

/* Ends the string at a "#" that an even number of backslashes precedes. */
static void strip_comment(char *line)
{
	bool escaped = false;

	for (; *line; line++) {
		if (*line == '#' && !escaped) {
			*line = '\0';
			return;
		}
		escaped = *line == '\\' && !escaped;
	}
}

/* Cuts the backslash of a continuation off, and the blanks behind it. Returns whether there
 * is one: an odd number of backslashes at the end. */
static bool strip_continuation(char *line)
{
	size_t length = strlen(line);
	size_t backslashes = 0;

	while (length > 0 && isspace((unsigned char)line[length - 1]))
		length--;
	while (backslashes < length && line[length - 1 - backslashes] == '\\')
		backslashes++;
	if (backslashes % 2 == 0)
		return false;
	line[length - 1] = '\0';
	return true;
}

static void strip_escapes(char *line)
{
	char *to = line;

	for (; *line; line++) {
		if (*line == '\\' && *++line == '\0')
			break;
		*to++ = *line;
	}
	*to = '\0';
}

/* The next line with its continuations; moves *at behind it. NULL when there is no memory. */
static char *next_line(struct cpg_arena *arena, const char **at, const char *end)
{
	struct cpg_buffer line = {.arena = arena};
	bool more = true;
	char *whole;

	while (more && *at < end) {
		const char *newline = memchr(*at, '\n', (size_t)(end - *at));
		const char *next = newline ? newline + 1 : end;
		char *piece = cpg_arena_bytes(arena, *at, (size_t)(next - *at));

		if (!piece)
			return NULL;
		strip_comment(piece);
		more = strip_continuation(piece);
		cpg_buffer_string(&line, piece);
		*at = next;
	}
	whole = cpg_buffer_finish(&line);
	if (whole)
		strip_escapes(whole);
	return whole;
}

/* The line's key and value, as Slurm's regular expression takes them apart:
 * KEY [-*+/]= VALUE with blanks around them; the value is quoted or ends at a blank.
 * Returns 1, 0 when the line has no such form, -1 without memory. */
static int take_pair(struct cpg_arena *arena, const char *line, const char **key,
		     const char **value)
{
	const char *start = line + strspn(line, " \t\n\v\f\r");
	const char *end = start;
	size_t length;

	while (isalnum((unsigned char)*end) || *end == '_' || *end == '.')
		end++;
	*key = cpg_arena_bytes(arena, start, (size_t)(end - start));
	end += strspn(end, " \t\n\v\f\r");
	if (*end && strchr("-*+/", *end))
		end++;
	if (!*key)
		return -1;
	if (!(*key)[0] || *end++ != '=')
		return 0;
	end += strspn(end, " \t\n\v\f\r");
	length = *end == '"' ? strcspn(++end, "\"") : strcspn(end, " \t\n\v\f\r");
	*value = cpg_arena_bytes(arena, end, length);
	return *value ? 1 : -1;
}

static int take_value(struct reader *reader, const char *line)
{
	const struct {
		const char *name;
		const char **value;
	} keys[] = {
		{"ClusterName", &reader->conf->cluster_name},
		{"PluginDir", &reader->conf->plugin_dir},
		{"PlugStackConfig", &reader->conf->plug_stack_config},
		{"SlurmctldParameters", &reader->conf->slurmctld_parameters},
	};
	const char *key;
	const char *value;
	int found = take_pair(reader->arena, line, &key, &value);

	if (found < 0)
		return no_memory(reader);
	for (size_t i = 0; found && i < sizeof(keys) / sizeof(keys[0]); i++) {
		if (strcasecmp(keys[i].name, key) == 0)
			*keys[i].value = value;
	}
	return 0;
}

/* The name of an included file with the cluster's in the place of each %c. */
static const char *with_cluster(struct reader *reader, const char *name)
{
	struct cpg_buffer out = {.arena = reader->arena};

	for (; *name; name++) {
		if (strncmp(name, "%c", 2) != 0) {
			cpg_buffer_bytes(&out, name, 1);
			continue;
		}
		name++;
		for (const char *at = reader->conf->cluster_name; *at; at++) {
			const char lower = (char)tolower((unsigned char)*at);

			cpg_buffer_bytes(&out, &lower, 1);
		}
	}
	return cpg_buffer_finish(&out);
}

static int include(struct reader *reader, const char *file, const char *words,
		   unsigned depth)
{
	const char *slash = strrchr(reader->top, '/');
	const char *name = words + strspn(words, " \t\n\v\f\r");
	const char *path;

	name = cpg_arena_bytes(reader->arena, name, strcspn(name, " \t\n\v\f\r"));
	if (name && strstr(name, "%c")) {
		if (!reader->conf->cluster_name)
			return cpg_error_at(reader->err, CPG_E_SYNTAX, file, 0,
					    "Include %.400s comes before ClusterName",
					    name);
		name = with_cluster(reader, name);
	}
	if (!name)
		return no_memory(reader);
	path = name[0] == '/' || !slash
		       ? name
		       : cpg_arena_printf(reader->arena, "%.*s/%s",
					  (int)(slash - reader->top), reader->top, name);
	if (!path)
		return no_memory(reader);
	return read_file(reader, path, depth + 1);
}

static int read_file(struct reader *reader, const char *path, unsigned depth)
{
	struct cpg_text text;
	const char *at;

	if (depth == DEPTH_LIMIT)
		return cpg_error_at(reader->err, CPG_E_LIMIT, path, 0,
				    "includes nest deeper than %d files", DEPTH_LIMIT);
	if (cpg_file_read(reader->arena, path, FILE_LIMIT, &text, reader->err) < 0)
		return -1;
	at = text.bytes;
	while (at < text.bytes + text.length) {
		const char *line = next_line(reader->arena, &at, text.bytes + text.length);
		int rc;

		if (!line)
			return no_memory(reader);
		if (strncasecmp(line, "include", 7) == 0 && isspace((unsigned char)line[7]))
			rc = include(reader, path, line + 7, depth);
		else
			rc = take_value(reader, line);
		if (rc < 0)
			return -1;
	}
	return 0;
}

int cpg_slurm_conf_read(struct cpg_arena *arena, const char *path,
			struct cpg_slurm_conf *conf, struct cpg_error *err)
{
	struct cpg_slurm_conf found = {.cluster_name = NULL};
	struct reader reader = {
		.arena = arena,
		.top = cpg_arena_string(arena, path),
		.conf = &found,
		.err = err,
	};

	if (!reader.top)
		return no_memory(&reader);
	if (read_file(&reader, reader.top, 0) < 0)
		return -1;
	*conf = found;
	return 0;
}

bool cpg_slurm_conf_is_configless(const struct cpg_slurm_conf *conf)
{
	return conf->slurmctld_parameters &&
	       strcasestr(conf->slurmctld_parameters, "enable_configless");
}
