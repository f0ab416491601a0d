#include <string.h>

#include "cpguard/facts.h"
#include "shell_compute_private.h"

/* Appends a file's text. One that cannot be read here is a gap. */
static int cat_file(struct cpg_computing *c, const struct cpg_field *field)
{
	struct cpg_value content;
	const char *absolute;
	const char *why;
	int rc = cpg_shell_read(c->shell, field->value, false, &content, &absolute, &why,
				c->err);

	if (rc < 0)
		return -1;
	if (rc == 0)
		c->status = 1;
	else if (rc == 1)
		cpg_pieces_value(&c->out, content);
	else
		cpg_pieces_gap(&c->out, why, cpg_value_origin(field->value), false);
	if (rc == 2 && c->status == 0)
		c->status = -1;
	return 0;
}

/* Appends standard input. */
static void cat_input(struct cpg_computing *c)
{
	const struct cpg_value *input = cpg_compute_input(c);

	if (input)
		cpg_pieces_value(&c->out, *input);
	else
		cpg_pieces_gap(&c->out, "standard input is not known", c->origin, false);
}

int cpg_compute_cat(struct cpg_computing *c)
{
	static const struct cpg_compute_grammar grammar = {
		.letters = "u",
		.others = "AETbenstv",
		.names = "number-nonblank number squeeze-blank show-nonprinting show-ends "
			 "show-tabs show-all",
	};
	char found[16];
	int rc;

	if (!cpg_compute_counted(c))
		return 0;
	rc = cpg_compute_options(c, &grammar, found);
	if (rc < 0)
		return cpg_compute_unread(c, rc);
	if (c->count == 0)
		cat_input(c);
	for (size_t i = 0; i < c->count; i++) {
		const char *word = cpg_compute_word(c, i);

		if (word && strcmp(word, "-") == 0)
			cat_input(c);
		else if (cat_file(c, &c->words[i]) < 0)
			return -1;
	}
	return 1;
}

/* The absolute path of an operand, NULL when it is not known. */
static int path_of(struct cpg_computing *c, struct cpg_value value, const char **path)
{
	int rc = cpg_shell_path(c->shell, value, path, c->err);

	if (rc != 1)
		*path = NULL;
	return rc < 0 ? -1 : 0;
}

/* Whatever the script has written, it may be gone or another file by now. */
static void doubt_all(struct cpg_shell_world *world)
{
	for (size_t i = 0; i < world->written_count; i++)
		world->written[i].maybe = true;
}

static void doubt(struct cpg_computing *c, const char *path)
{
	struct cpg_shell_file *file = path ? cpg_walk_written(c->shell->world, path) : NULL;

	if (file)
		file->maybe = true;
	else if (!path)
		doubt_all(c->shell->world);
}

int cpg_compute_tee(struct cpg_computing *c)
{
	const struct cpg_value *input = cpg_compute_input(c);
	char found[16];

	if (cpg_compute_letters(c, "aip", found) < 0 || !input || !cpg_compute_counted(c))
		return 0;
	for (size_t i = 0; i < c->count; i++) {
		const char *path;

		if (path_of(c, c->words[i].value, &path) < 0)
			return -1;
		if (path && !cpg_walk_is_device(path) &&
		    cpg_walk_write(c->shell, path, *input, strchr(found, 'a') != NULL,
				   c->origin, c->err) < 0)
			return -1;
	}
	cpg_pieces_value(&c->out, *input);
	c->status = -1;
	return 1;
}

/* Whether a file lies in the directory, however deep. */
static bool lies_in(const char *file, const char *directory)
{
	size_t length = strlen(directory);

	while (length > 0 && directory[length - 1] == '/')
		length--;
	return strncmp(file, directory, length) == 0 && file[length] == '/';
}

/* A file that is removed, or directory with all in it, may be there in another way: what lay
 * there before the script wrote it is not looked at. */
static void doubt_below(struct cpg_computing *c, const char *path)
{
	struct cpg_shell_world *world = c->shell->world;

	doubt(c, path);
	for (size_t i = 0; path && i < world->written_count; i++) {
		if (lies_in(world->written[i].path, path))
			world->written[i].maybe = true;
	}
}

int cpg_compute_rm(struct cpg_computing *c)
{
	c->status = -1;
	for (size_t i = 0; i < c->count; i++) {
		const char *word = cpg_compute_word(c, i);
		const char *path;

		if (word && word[0] == '-')
			continue;
		/* A name that is not known is taken for one of no file that matters: scripts
		 * remove what they made for themselves. */
		if (path_of(c, c->words[i].value, &path) < 0)
			return -1;
		if (path && !c->words[i].many)
			doubt_below(c, path);
	}
	return 1;
}

/* The path that a file gets at its destination: within a directory its own name. */
static int target_of(struct cpg_computing *c, struct cpg_value from, struct cpg_value to,
		     const char **path)
{
	struct cpg_pieces whole = {.arena = c->shell->arena};
	struct cpg_value name;

	if (cpg_shell_file_test(c->shell, 'd', to) != CPG_YES)
		return path_of(c, to, path);
	if (cpg_compute_name_of(c, from, &name) < 0)
		return -1;
	cpg_pieces_value(&whole, to);
	cpg_pieces_text(&whole, "/", 1, c->origin);
	cpg_pieces_value(&whole, name);
	if (cpg_pieces_finish(&whole, &name, c->err) < 0)
		return -1;
	return path_of(c, name, path);
}

/* Copies one file, when what it is can be told. */
static int copy_file(struct cpg_computing *c, struct cpg_value from, struct cpg_value to)
{
	struct cpg_value content;
	const char *absolute;
	const char *path;
	const char *why;
	int rc;

	if (target_of(c, from, to, &path) < 0)
		return -1;
	if (!path || cpg_walk_is_device(path))
		return 0;
	rc = cpg_shell_read(c->shell, from, false, &content, &absolute, &why, c->err);
	if (rc < 0)
		return -1;
	if (rc == 1 &&
	    cpg_walk_write(c->shell, path, content, false, c->origin, c->err) < 0)
		return -1;
	if (rc == 2)
		doubt(c, path);
	return 0;
}

static int copy_or_move(struct cpg_computing *c, bool move)
{
	char found[16];
	const char *path;
	size_t last;

	c->status = -1;
	if (cpg_compute_letters(c, "HLPRTadfinpruvx", found) < 0 ||
	    !cpg_compute_counted(c) || c->count < 2) {
		doubt_all(c->shell->world);
		return 1;
	}
	last = c->count - 1;
	for (size_t i = 0; i < last; i++) {
		if (copy_file(c, c->words[i].value, c->words[last].value) < 0 ||
		    path_of(c, c->words[i].value, &path) < 0)
			return -1;
		if (move && path)
			doubt_below(c, path);
	}
	return 1;
}

int cpg_compute_cp(struct cpg_computing *c)
{
	return copy_or_move(c, false);
}

int cpg_compute_mv(struct cpg_computing *c)
{
	return copy_or_move(c, true);
}

/* Whether a mode lets somebody execute the file. */
static bool makes_executable(const char *mode)
{
	if (mode[0] >= '0' && mode[0] <= '7')
		return strpbrk(mode, "1357") != NULL;
	return strchr(mode, '+') && strchr(mode, 'x');
}

int cpg_compute_chmod(struct cpg_computing *c)
{
	char found[16];
	const char *mode;

	c->status = -1;
	if (cpg_compute_letters(c, "Rcfv", found) < 0 || c->count == 0)
		return 1;
	mode = cpg_compute_word(c, 0);
	for (size_t i = 1; mode && i < c->count; i++) {
		struct cpg_shell_file *file;
		const char *path;

		if (path_of(c, c->words[i].value, &path) < 0)
			return -1;
		file = path ? cpg_walk_written(c->shell->world, path) : NULL;
		if (file && makes_executable(mode))
			file->executable = true;
	}
	return 1;
}
