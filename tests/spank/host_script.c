/* How sbatch finds its script, and the options in it.
 * Source: slurm 22.05: src/sbatch/opt.c, src/sbatch/sbatch.c, src/common/proc_args.c
 * search_path. */
#include "host.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the script ---- */

/* The path of `name` in that directory when something lies there, else NULL. A directory that
 * begins with "." counts from `chdir`, unless that is NULL. */
static char *in_directory(const char *chdir, const char *directory, size_t length,
			  const char *name)
{
	bool relative = chdir && directory[0] == '.';
	struct stat status;
	char *path;

	if (asprintf(&path, "%s%s%.*s/%s", relative ? chdir : "", relative ? "/" : "",
		     (int)length, directory, name) < 0)
		broken("no memory");
	if (stat(path, &status) == 0 && !S_ISDIR(status.st_mode))
		return path;
	free(path);
	return NULL;
}

static char *search(const char *name, const char *chdir)
{
	const char *path = getenv("PATH");
	char *found = in_directory(NULL, chdir, strlen(chdir), name);

	while (!found && path && *path) {
		size_t length = strcspn(path, ":");

		if (length > 0)
			found = in_directory(chdir, path, length, name);
		path += length + (path[length] == ':');
	}
	return found;
}

static char *find(const char *name, const char *chdir)
{
	char *cwd = getcwd(NULL, 0);
	char *found = NULL;

	if (!cwd)
		broken("there is no current directory");
	if (name[0] != '.' && name[0] != '/')
		found = search(name, chdir ? chdir : cwd);
	free(cwd);
	return found ? found : need_string(name);
}

static void read_all(struct script *script, int fd)
{
	size_t size = 0;
	ssize_t length;

	do {
		if (script->length + 1 >= size) {
			size = size ? size * 2 : 4096;
			script->text = realloc(script->text, size);
			if (!script->text)
				broken("no memory");
		}
		length = read(fd, script->text + script->length, size - script->length - 1);
		if (length > 0)
			script->length += (size_t)length;
	} while (length > 0);
	script->text[script->length] = '\0';
}

void script_read(struct script *script, const char *name, const char *chdir)
{
	char *path;
	int fd;

	*script = (struct script){NULL, 0};
	if (!name) {
		read_all(script, STDIN_FILENO);
	} else {
		path = find(name, chdir);
		fd = open(path, O_RDONLY | O_CLOEXEC);
		if (fd < 0)
			broken("script %s: %s", path, strerror(errno));
		read_all(script, fd);
		close(fd);
		free(path);
	}
	/* sbatch refuses such a script before it asks any plugin. */
	if (strncmp(script->text, "#!", 2) != 0)
		broken("the script does not begin with #!");
}

/* ---- its directives ---- */

struct words {
	char **items;
	int count;
};

static void add_word(struct words *words, const char *text, size_t length)
{
	size_t size = ((size_t)words->count + 2) * sizeof(*words->items);
	char *word = need(length + 1);

	memcpy(word, text, length);
	words->items = realloc(words->items, size);
	if (!words->items)
		broken("no memory");
	words->items[words->count++] = word;
	words->items[words->count] = NULL;
}

/* The length of the line at `text` without its newline. */
static size_t line_length(const char *text, const char *end)
{
	const char *newline = memchr(text, '\n', (size_t)(end - text));

	return (size_t)((newline ? newline : end) - text);
}

static const char *skip_blanks(const char *text, const char *end)
{
	while (text < end && isspace((unsigned char)*text))
		text++;
	return text;
}

/* Takes one word with its quotes and backslashes; an unquoted # ends the line. Returns
 * where it ends, NULL when there is none. */
static const char *take_word(const char *text, const char *end, struct words *words)
{
	char *word = need((size_t)(end - text) + 1);
	size_t length = 0;
	char quote = '\0';

	text = skip_blanks(text, end);
	for (; text < end && (quote || !isspace((unsigned char)*text)); text++) {
		if (*text == '\\' && text + 1 < end)
			word[length++] = *++text;
		else if (quote && *text == quote)
			quote = '\0';
		else if (!quote && (*text == '"' || *text == '\''))
			quote = *text;
		else if (!quote && *text == '#')
			break;
		else
			word[length++] = *text;
	}
	if (length > 0)
		add_word(words, word, length);
	free(word);
	return length > 0 ? text : NULL;
}

/* Whether the directive begins with hetjob; then it begins the next component. */
static bool separates(const char **text, const char *end)
{
	const char *word = skip_blanks(*text, end);

	if (end - word < 6 || strncasecmp(word, "hetjob", 6) != 0 ||
	    (word + 6 < end && !isspace((unsigned char)word[6])))
		return false;
	*text = word + 6;
	return true;
}

/* Whether sbatch reads no further: the first line that is no comment. */
static bool is_command(const char *line, const char *end)
{
	line = skip_blanks(line, end);
	return line < end && *line != '#';
}

char **script_directives(const struct script *script, unsigned component, int *count,
			 bool *more)
{
	const char *end = script->text + script->length;
	struct words words = {NULL, 0};
	unsigned current = 0;

	*more = false;
	add_word(&words, "sbatch", 6);
	for (const char *line = script->text; line && line < end;) {
		const char *line_end = line + line_length(line, end);
		const char *text = line + 7;

		if (line_end - line >= 7 && strncmp(line, "#SBATCH", 7) == 0) {
			if (separates(&text, line_end))
				current++;
			*more = current > component;
			if (*more)
				break;
			while (current == component && text)
				text = take_word(text, line_end, &words);
		} else if (is_command(line, line_end)) {
			break;
		}
		line = line_end + 1;
	}
	*count = words.count;
	return words.items;
}
