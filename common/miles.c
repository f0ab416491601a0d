#include <string.h>

#include "cpguard/launch.h"
#include "paths.h"

/* The name that stands for the fork, as a directory, a package, or the beginning of an option. */
#define MILES "miles"

static bool is_miles(struct cpg_text name)
{
	return cpg_text_is(name, MILES);
}

/* What of a path lies below the home directory, whose own names are people's. */
static const char *below_home(const struct cpg_launch *launch, const char *path)
{
	const char *home = NULL;
	const char *rest;
	size_t depth;

	if (cpg_environment_get(launch->environment, "HOME", &home) > 0 &&
	    cpg_path_below(path, home, &rest, &depth))
		return rest;
	return path;
}

/* Returns `path` when one of its names is the fork's, else NULL. */
static const char *of_path(const struct cpg_launch *launch, const char *path)
{
	const char *at = path ? below_home(launch, path) : "";
	struct cpg_text name;

	while (cpg_path_next(&at, &name)) {
		if (is_miles(name))
			return path;
	}
	return NULL;
}

/* Of a path that is known in part, the names that are known from slash to slash. */
static const char *of_word(struct cpg_arena *arena, const struct cpg_launch *launch,
			   const struct cpg_word *word)
{
	const char *slash = word->prefix ? strrchr(word->prefix, '/') : NULL;
	const char *found;

	if (word->text)
		return of_path(launch, word->text);
	found = of_path(launch, slash ? cpg_arena_bytes(arena, word->prefix,
							(size_t)(slash - word->prefix))
				      : NULL);
	if (!found && word->suffix)
		found = of_path(launch, strchr(word->suffix, '/'));
	return found;
}

/* Of a module's dotted name, which may stand behind -m in the same word. */
static const char *of_module(const char *word)
{
	const char *at = word;

	if (word[0] == '-')
		at = strchrnul(word, 'm');
	for (at += *at && at != word; *at; at += at[0] == '.') {
		size_t length = strcspn(at, ".");

		if (is_miles((struct cpg_text){at, length}))
			return word;
		at += length;
	}
	return NULL;
}

static const char *of_program(struct cpg_arena *arena, const struct cpg_launch *launch)
{
	const struct cpg_word *word = &launch->argv[launch->program];
	size_t length = word->text ? strlen(word->text) : 0;

	if (!word->text || strchr(word->text, '/') ||
	    (length >= 3 && strcmp(word->text + length - 3, ".py") == 0))
		return of_word(arena, launch, word);
	return of_module(word->text);
}

/* Of the options that only the fork has. What follows a bare "--" is none. */
static const char *of_options(const struct cpg_launch *launch)
{
	static const char prefix[] = "--" MILES "-";

	for (size_t i = launch->program + 1; i < launch->argc; i++) {
		const struct cpg_word *word = &launch->argv[i];
		const char *text = word->text ? word->text : word->prefix;

		if (word->text && strcmp(text, "--") == 0)
			break;
		if (text && strncmp(text, prefix, strlen(prefix)) == 0)
			return text;
	}
	return NULL;
}

/* The directory where the launch starts, and where on this machine that is. */
static const char *of_workdir(struct cpg_arena *arena, const struct cpg_launch *launch)
{
	const char *found = of_path(launch, launch->workdir);
	const char *outside;

	if (found || !launch->workdir || !launch->container ||
	    cpg_container_locate(arena, launch->container, launch->workdir, &outside,
				 NULL) <= 0)
		return found;
	return of_path(launch, outside);
}

const char *cpg_launch_miles(struct cpg_arena *arena, const struct cpg_launch *launch)
{
	const char *found = of_workdir(arena, launch);

	if (found || launch->source == CPG_LAUNCH_OPTIONS ||
	    launch->argc <= launch->program)
		return found;
	if (launch->program > 0)
		found = of_word(arena, launch, &launch->argv[0]);
	if (!found)
		found = of_program(arena, launch);
	if (!found)
		found = of_path(launch, launch->argv[launch->program].origin.file);
	return found ? found : of_options(launch);
}
