#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cpguard/file.h"
#include "spank_cpguard.h"

enum {
	/* The kernel takes no more than a quarter of the stack's limit, 8 MiB as a rule; what
	 * is longer than this is nobody's training command. */
	COMMAND_LINE_LIMIT = 8 << 20,
};

/* Splits the NUL-terminated strings of /proc/self/cmdline. */
static int split(struct cpg_arena *arena, struct cpg_text text, struct spank_words *words)
{
	const char *end = text.bytes + text.length;
	const char **argv;
	size_t count = 0;

	for (const char *at = text.bytes; at < end; at += strlen(at) + 1)
		count++;
	argv = cpg_arena_array(arena, count + 1, sizeof(*argv));
	if (!argv || count == 0)
		return -1;
	count = 0;
	for (const char *at = text.bytes; at < end; at += strlen(at) + 1)
		argv[count++] = at;
	words->argv = argv;
	words->argc = count;
	return 0;
}

/* The next ":" from `from` on, or argc. */
static size_t find_separator(const struct spank_words *words, size_t from)
{
	while (from < words->argc && strcmp(words->argv[from], ":") != 0)
		from++;
	return from;
}

enum {
	MAX_COMPONENTS = 128, /* slurm 22.05: slurm/slurm.h MAX_HET_JOB_COMPONENTS */
};

/* The value of srun's --het-group (--pack-group before 20.02) in one part's options, or NULL.
 * getopt takes the names' beginnings, too. */
static const char *het_group(const struct spank_words *words)
{
	const char *found = NULL;

	for (size_t i = words->first; i < words->last; i++) {
		const char *word = words->argv[i];
		size_t name = strcspn(word, "=");

		if (name < 5 || (strncmp(word, "--het-group", name) != 0 &&
				 strncmp(word, "--pack-group", name) != 0))
			continue;
		if (word[name] == '=')
			found = word + name + 1;
		else if (i + 1 < words->last)
			found = words->argv[i + 1];
	}
	return found;
}

/* How many components a list such as "0,2-4" names; 1 for what srun does not take either. */
static unsigned count_components(const char *list)
{
	bool named[MAX_COMPONENTS] = {false};
	unsigned count = 0;

	for (const char *at = list; *at;) {
		char *end;
		unsigned long from;
		unsigned long to;

		at += strspn(at, "[],");
		if (!*at)
			break;
		from = to = strtoul(at, &end, 10);
		if (end != at && *end == '-')
			to = strtoul(end + 1, &end, 10);
		if (end == at || to < from || to >= MAX_COMPONENTS || !strchr("],", *end))
			return 1;
		for (; from <= to; from++) {
			count += !named[from];
			named[from] = true;
		}
		at = end;
	}
	return count ? count : 1;
}

/* How Slurm's commands go through a heterogeneous job's components, the same in 20.11, 22.05,
 * 24.11 and 26.05:
 *
 * sbatch and salloc parse argv from the ":" on that ended the last part's options, so optind
 * counts from there. The command stands behind the last part's options only.
 * (src/sbatch/sbatch.c, src/salloc/salloc.c: main)
 *
 * srun does so, too, but each part has its own command, which ends at the next ":", and a part
 * is gone through once for each component that its --het-group names.
 * (src/srun/libsrun/opt.c: initialize_and_process_args, _opt_args)
 *
 * `#SBATCH hetjob` goes through the same argv once more for each component: there is no ":",
 * and the base stays. */
static void move_on(struct spank_cpguard *plugin, const struct spank_words *words,
		    bool srun)
{
	const char *group = srun ? het_group(words) : NULL;

	plugin->component++;
	if (plugin->turns == 0)
		plugin->turns = group ? count_components(group) : 1;
	if (--plugin->turns == 0 && words->separated)
		plugin->base = words->end;
}

int spank_words_next(struct cpg_arena *arena, struct spank_cpguard *plugin,
		     struct spank_words *words)
{
	bool srun = spank_context() == S_CTX_LOCAL;
	struct cpg_text text;

	*words = (struct spank_words){.argc = 0};
	if (cpg_file_read(arena, "/proc/self/cmdline", COMMAND_LINE_LIMIT, &text, NULL) <
		    0 ||
	    split(arena, text, words) < 0)
		return -1;
	if (optind < 1 || (size_t)optind > words->argc - plugin->base)
		return -1;
	words->first = plugin->base + 1;
	words->last = plugin->base + (size_t)optind;
	words->script = words->last;
	words->end = srun ? find_separator(words, words->last) : words->argc;
	if (words->last < words->argc && strcmp(words->argv[words->last], ":") == 0)
		words->end = words->last;
	words->separated = words->end < words->argc;
	move_on(plugin, words, srun);
	return 0;
}
