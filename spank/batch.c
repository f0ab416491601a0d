#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cpguard/file.h"
#include "spank_cpguard.h"

enum {
	SCRIPT_LIMIT = 4 << 20,
};

/* Returns `directory`/`name` when something that is no directory lies there, else NULL. */
static const char *script_in(struct cpg_arena *arena, const char *directory,
			     const char *name)
{
	const char *path = cpg_arena_printf(arena, "%s/%s", directory, name);
	struct stat status;

	return path && stat(path, &status) == 0 && !S_ISDIR(status.st_mode) ? path : NULL;
}

static const char *search(struct cpg_arena *arena, const char *chdir, const char *name)
{
	const char *path = getenv("PATH");
	const char *found = script_in(arena, chdir, name);
	char *directories = path ? cpg_arena_string(arena, path) : NULL;
	char *rest = NULL;

	if (!directories)
		return found;
	for (char *directory = strtok_r(directories, ":", &rest); directory && !found;
	     directory = strtok_r(NULL, ":", &rest)) {
		const char *base = directory;

		if (directory[0] == '.')
			base = cpg_arena_printf(arena, "%s/%s", chdir, directory);
		found = base ? script_in(arena, base, name) : NULL;
	}
	return found;
}

/* The file that sbatch opens for `name`: as it is when it begins with "." or "/", else the
 * first of that name in `chdir` (of the command line, or the current directory) and PATH.
 * Source: slurm 22.05: src/sbatch/opt.c process_options_first_pass,
 * src/common/proc_args.c search_path. */
static const char *find_script(struct cpg_arena *arena, const char *chdir, const char *name)
{
	const char *found = NULL;

	if (name[0] != '.' && name[0] != '/')
		found = search(arena, chdir, name);
	return found ? found : name;
}

/* sbatch has read its standard input by now. What a regular file held can be read once more
 * without moving the offset; what came through a pipe is gone. */
static int read_standard_input(struct cpg_arena *arena, struct cpg_text *script)
{
	struct stat status;
	char *bytes;
	size_t size;
	ssize_t got;

	if (fstat(STDIN_FILENO, &status) < 0 || !S_ISREG(status.st_mode) ||
	    status.st_size > SCRIPT_LIMIT)
		return -1;
	size = (size_t)status.st_size;
	bytes = cpg_arena_alloc(arena, size + 1);
	got = bytes ? pread(STDIN_FILENO, bytes, size, 0) : -1;
	if (got < 0 || (size_t)got != size)
		return -1;
	*script = (struct cpg_text){bytes, size};
	return 0;
}

/* The value of --wrap among the option words, or NULL. getopt takes abbreviations down to
 * "--wr", which no other option begins with. */
static const char *find_wrap(const struct spank_words *words)
{
	const char *found = NULL;

	for (size_t i = words->first; i < words->last; i++) {
		const char *word = words->argv[i];
		size_t name = strcspn(word, "=");

		if (name < 4 || name > 6 || strncmp(word, "--wrap", name) != 0)
			continue;
		if (word[name] == '=')
			found = word + name + 1;
		else if (i + 1 < words->last)
			found = words->argv[i + 1];
	}
	return found;
}

/* The script that sbatch makes of --wrap. Source: slurm 22.05: src/sbatch/sbatch.c
 * _script_wrap; the lines before the command are not what is counted here. */
static int wrap(struct cpg_arena *arena, const char *command, struct spank_script *script)
{
	const char *text = cpg_arena_printf(arena, "#!/bin/sh\n%s\n", command);

	script->text = cpg_text_of(text);
	return text ? 0 : -1;
}

int spank_batch_script(struct cpg_arena *arena, const struct spank_words *words,
		       const char *chdir, struct spank_script *script)
{
	const char *command = find_wrap(words);

	*script = (struct spank_script){.file = NULL};
	if (words->script < words->end) {
		script->file = words->argv[words->script];
		return cpg_file_read(arena, find_script(arena, chdir, script->file),
				     SCRIPT_LIMIT, &script->text, NULL);
	}
	if (words->separated)
		return -1;
	if (command)
		return wrap(arena, command, script);
	return read_standard_input(arena, &script->text);
}
