#include "cpguard/slurm_words.h"

#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "slurm_words_private.h"

/* What an option is about. */
enum subject {
	ABOUT_ELSE,
	ABOUT_CHDIR,
	ABOUT_EXPORT,
	ABOUT_LOADED,
	ABOUT_BUNDLE,
	ABOUT_CONTAINER,
	ABOUT_MOUNTS,
	ABOUT_WORKDIR,
	ABOUT_HOME,
	ABOUT_NO_HOME,
	ABOUT_ROOT,
	ABOUT_NO_ROOT,
};

/* Whether an option takes the word behind it as its argument. */
enum takes {
	TAKES_NONE,
	TAKES_NEXT,
	TAKES_EITHER, /* not known: it may or may not */
};

struct option {
	enum subject subject;
	enum takes takes;
	const char *value; /* NULL when there is none */
};

const struct cpg_slurm_words cpg_slurm_words_none = {
	.chdir_known = true,
	.export_known = true,
	.container = {.mounts_known = true, .workdir_known = true},
};

static const struct cpg_slurm_words nothing_known = {
	.container = {.mount_home = CPG_FLAG_UNKNOWN, .remap_root = CPG_FLAG_UNKNOWN},
};

/* Short options that take an argument, attached or as the next word; the same in all
 * releases and commands that have them. */
const char cpg_slurm_short_required[] = "ABCDFGJLMNSTabcdeimnopqrtwx";

/* Short options that take an attached argument or none. */
const char cpg_slurm_short_optional[] = "IKk";

/* The long options that are looked for. `least` is how much of the name every release and
 * command that takes a shorter form needs; `--exp` is a form only of srun, where there is no
 * --export-file, so it needs no more. */
static const struct {
	const char *name;
	size_t least;
	enum subject subject;
	enum takes takes;
} wanted_options[] = {
	{"chdir", 2, ABOUT_CHDIR, TAKES_NEXT},
	{"export", 3, ABOUT_EXPORT, TAKES_NEXT},
	{"export-file", 7, ABOUT_LOADED, TAKES_NEXT},
	{"get-user-env", 2, ABOUT_LOADED, TAKES_NONE},
	{"container", 9, ABOUT_BUNDLE, TAKES_NEXT},
	{"container-image", 11, ABOUT_CONTAINER, TAKES_NEXT},
	{"container-name", 11, ABOUT_CONTAINER, TAKES_NEXT},
	{"container-mounts", 16, ABOUT_MOUNTS, TAKES_NEXT},
	{"container-workdir", 12, ABOUT_WORKDIR, TAKES_NEXT},
	{"container-mount-home", 16, ABOUT_HOME, TAKES_NONE},
	{"no-container-mount-home", 14, ABOUT_NO_HOME, TAKES_NONE},
	{"container-remap-root", 13, ABOUT_ROOT, TAKES_NONE},
	{"no-container-remap-root", 14, ABOUT_NO_ROOT, TAKES_NONE},
};

/* Long options that never take the next word: those without an argument, and those whose
 * argument is optional and must be attached with "=". */
static const char *const lone_options[] = {
	"allgather-cp",
	"async",
	"bcast",
	"bell",
	"compress",
	"consolidate-segments",
	"contiguous",
	"debugger-test",
	"disable-status",
	"exact",
	"exclusive",
	"external",
	"external-launcher",
	"help",
	"hold",
	"ignore-pbs",
	"immediate",
	"interactive",
	"kill-command",
	"kill-on-bad-exit",
	"label",
	"multi-prog",
	"nice",
	"no-allocate",
	"no-bell",
	"no-kill",
	"no-requeue",
	"no-shell",
	"oom-kill-step",
	"overcommit",
	"overlap",
	"oversubscribe",
	"parsable",
	"preserve-env",
	"propagate",
	"pty",
	"quiet",
	"quit-on-interrupt",
	"reboot",
	"requeue",
	"resv-ports",
	"send-libs",
	"spread-job",
	"spread-segments",
	"stepmgr",
	"test-only",
	"unbuffered",
	"usage",
	"use-min-nodes",
	"verbose",
	"version",
	"wait-for-children",
	"whole",
	"x11",
};

static int no_memory(struct cpg_error *err)
{
	return cpg_error_set(err, ENOMEM,
			     "no memory left for the options of Slurm's command");
}

static bool is_option(const char *word)
{
	return word[0] == '-' && word[1] != '\0';
}

/* sbatch's -W and --wait are flags, srun's take a number, which does not begin with "-". */
static enum takes wait_takes(const char *next)
{
	return next && !is_option(next) ? TAKES_NEXT : TAKES_NONE;
}

bool cpg_slurm_option_is_lone(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof(lone_options) / sizeof(lone_options[0]); i++) {
		if (strlen(lone_options[i]) == length &&
		    memcmp(name, lone_options[i], length) == 0)
			return true;
	}
	return false;
}

static enum takes long_takes(const char *name, const char *next)
{
	if (strcmp(name, "wait") == 0)
		return wait_takes(next);
	return cpg_slurm_option_is_lone(name, strlen(name)) ? TAKES_NONE : TAKES_EITHER;
}

/* `name` is what follows "--", up to `length`; `attached` what follows its "=", or NULL. */
static struct option read_long(const char *name, const char *next)
{
	const char *equals = strchrnul(name, '=');
	const char *attached = *equals ? equals + 1 : NULL;
	size_t length = (size_t)(equals - name);

	for (size_t i = 0; i < sizeof(wanted_options) / sizeof(wanted_options[0]); i++) {
		struct option option = {
			.subject = wanted_options[i].subject,
			.takes = attached ? TAKES_NONE : wanted_options[i].takes,
			.value = attached ? attached : next,
		};

		if (length >= wanted_options[i].least &&
		    strncmp(name, wanted_options[i].name, length) == 0)
			return option;
	}
	return (struct option){
		.takes = attached ? TAKES_NONE : long_takes(name, next),
	};
}

/* `letters` is what follows "-": flags, and perhaps one option with its argument. */
static struct option read_short(const char *letters, const char *next)
{
	for (; *letters; letters++) {
		const char *rest = letters[1] ? letters + 1 : NULL;

		if (*letters == 'W' && !rest)
			return (struct option){.takes = wait_takes(next)};
		if (strchr(cpg_slurm_short_optional, *letters) ||
		    (*letters == 'W' && isdigit((unsigned char)*rest)))
			break;
		if (strchr(cpg_slurm_short_required, *letters))
			return (struct option){
				.subject = *letters == 'D' ? ABOUT_CHDIR : ABOUT_ELSE,
				.takes = rest ? TAKES_NONE : TAKES_NEXT,
				.value = rest ? rest : next,
			};
	}
	return (struct option){.takes = TAKES_NONE};
}

static struct option read_option(const char *word, const char *next)
{
	return word[1] == '-' ? read_long(word + 2, next) : read_short(word + 1, next);
}

static const char *behind(const char *const *argv, size_t count, size_t i)
{
	return i + 1 < count ? argv[i + 1] : NULL;
}

/* One place between two words, as reached by reading from the front. */
struct reading {
	bool ends; /* from here on the words can be read to their end */
	bool reached;
	struct cpg_slurm_words words;
};

static bool may_skip(const struct reading *at, enum takes takes)
{
	return takes != TAKES_NEXT && at[1].ends;
}

static bool may_take(const struct reading *at, enum takes takes)
{
	return takes != TAKES_NONE && at[2].ends;
}

/* `readings` has two places behind the last word; the second one is never an end. */
static void mark_ends(struct reading *readings, const char *const *argv, size_t count)
{
	readings[count].ends = true;
	for (size_t i = count; i-- > 0;) {
		struct reading *at = &readings[i];
		enum takes takes;

		if (!is_option(argv[i]))
			continue;
		if (strcmp(argv[i], "--") == 0) {
			at->ends = i + 1 == count;
			continue;
		}
		takes = read_option(argv[i], behind(argv, count, i)).takes;
		at->ends = may_skip(at, takes) || may_take(at, takes);
	}
}

void cpg_slurm_words_set_chdir(struct cpg_slurm_words *words, const char *value, bool known)
{
	words->chdir = known ? value : NULL;
	words->chdir_known = known;
}

void cpg_slurm_words_set_export(struct cpg_slurm_words *words, const char *value,
				bool known)
{
	words->export = known ? value : NULL;
	words->export_known = known;
}

static void set_container(struct cpg_slurm_container *container, enum subject subject,
			  const char *value, bool known)
{
	switch (subject) {
	case ABOUT_BUNDLE:
		container->bundle = true;
		break;
	case ABOUT_CONTAINER:
		container->given = true;
		break;
	case ABOUT_MOUNTS:
		container->mounts = known ? value : NULL;
		container->mounts_known = known;
		break;
	case ABOUT_WORKDIR:
		container->workdir = known ? value : NULL;
		container->workdir_known = known;
		break;
	case ABOUT_HOME:
	case ABOUT_NO_HOME:
		container->mount_home = subject == ABOUT_HOME ? CPG_FLAG_YES : CPG_FLAG_NO;
		break;
	case ABOUT_ROOT:
	case ABOUT_NO_ROOT:
		container->remap_root = subject == ABOUT_ROOT ? CPG_FLAG_YES : CPG_FLAG_NO;
		break;
	default:
		break;
	}
}

static void set_subject(struct cpg_slurm_words *words, enum subject subject,
			const char *value, bool known)
{
	switch (subject) {
	case ABOUT_ELSE:
		break;
	case ABOUT_CHDIR:
		cpg_slurm_words_set_chdir(words, value, known);
		break;
	case ABOUT_EXPORT:
		cpg_slurm_words_set_export(words, value, known);
		break;
	case ABOUT_LOADED:
		words->loaded = true;
		break;
	default:
		set_container(&words->container, subject, value, known);
		break;
	}
}

void cpg_slurm_words_join(struct cpg_slurm_words *words,
			  const struct cpg_slurm_words *other)
{
	cpg_slurm_words_set_chdir(words, words->chdir,
				  words->chdir_known && other->chdir_known &&
					  cpg_slurm_same(words->chdir, other->chdir));
	cpg_slurm_words_set_export(words, words->export,
				   words->export_known && other->export_known &&
					   cpg_slurm_same(words->export, other->export));
	words->loaded = words->loaded || other->loaded;
	cpg_slurm_container_join(&words->container, &other->container);
}

static void arrive(struct reading *at, const struct cpg_slurm_words *words)
{
	if (at->reached)
		cpg_slurm_words_join(&at->words, words);
	else
		at->words = *words;
	at->reached = true;
}

static void read_from(struct reading *at, const char *word, const char *next)
{
	struct option option = {.takes = TAKES_NONE};
	struct cpg_slurm_words words = at->words;

	if (strcmp(word, "--") != 0)
		option = read_option(word, next);
	set_subject(&words, option.subject, option.value, true);
	if (may_skip(at, option.takes))
		arrive(&at[1], &words);
	if (may_take(at, option.takes))
		arrive(&at[2], &words);
}

int cpg_slurm_words_read(struct cpg_arena *arena, const char *const *argv, size_t count,
			 struct cpg_slurm_words *out, struct cpg_error *err)
{
	struct reading *readings = NULL;

	if (count < SIZE_MAX - 2)
		readings = cpg_arena_array(arena, count + 2, sizeof(*readings));
	if (!readings)
		return no_memory(err);
	mark_ends(readings, argv, count);
	arrive(&readings[0], &cpg_slurm_words_none);
	for (size_t i = 0; i < count; i++) {
		if (readings[i].reached && readings[i].ends)
			read_from(&readings[i], argv[i], behind(argv, count, i));
	}
	*out = readings[count].reached ? readings[count].words : nothing_known;
	return 0;
}

/* In the order in which the commands look at them: the later one wins. */
static const struct {
	enum cpg_slurm_command command;
	const char *name;
	enum subject subject;
} variables[] = {
	{CPG_SBATCH, "SBATCH_EXPORT", ABOUT_EXPORT},
	{CPG_SBATCH, "SBATCH_GET_USER_ENV", ABOUT_LOADED},
	{CPG_SBATCH, "SBATCH_CONTAINER", ABOUT_BUNDLE},
	{CPG_SRUN, "SLURM_CONTAINER", ABOUT_BUNDLE},
	{CPG_SRUN, "SRUN_CONTAINER", ABOUT_BUNDLE},
	{CPG_SALLOC, "SALLOC_CONTAINER", ABOUT_BUNDLE},
	{CPG_SRUN, "SLURM_EXPORT_ENV", ABOUT_EXPORT},
	{CPG_SRUN, "SRUN_EXPORT_ENV", ABOUT_EXPORT},
	{CPG_SRUN, "SLURM_REMOTE_CWD", ABOUT_CHDIR},
	{CPG_SRUN, "SLURM_WORKING_DIR", ABOUT_CHDIR},
};

static const struct {
	const char *name;
	enum subject subject;
} pyxis_options[] = {
	{CPG_SLURM_PYXIS "image", ABOUT_CONTAINER},
	{CPG_SLURM_PYXIS "name", ABOUT_CONTAINER},
	{CPG_SLURM_PYXIS "mounts", ABOUT_MOUNTS},
	{CPG_SLURM_PYXIS "workdir", ABOUT_WORKDIR},
	{CPG_SLURM_PYXIS "mount_home", ABOUT_HOME},
	{CPG_SLURM_PYXIS "remap_root", ABOUT_ROOT},
};

static void read_pyxis_options(const struct cpg_environment *environment,
			       struct cpg_slurm_words *out)
{
	for (size_t i = 0; i < sizeof(pyxis_options) / sizeof(pyxis_options[0]); i++) {
		const char *value;

		if (cpg_environment_get(environment, pyxis_options[i].name, &value) > 0)
			set_subject(out, pyxis_options[i].subject, value, true);
	}
}

/* Whether a form of `name` for one component of a heterogeneous job is set. */
static bool has_component_form(const struct cpg_environment *environment, const char *name)
{
	static const char *const endings[] = {"_HET_GROUP_", "_PACK_GROUP_"};
	size_t length = strlen(name);

	if (!environment->known)
		return false;
	for (const char *const *entry = environment->known; *entry; entry++) {
		if (strncmp(*entry, name, length) != 0)
			continue;
		for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++) {
			if (strncmp(*entry + length, endings[i], strlen(endings[i])) == 0)
				return true;
		}
	}
	return false;
}

void cpg_slurm_words_environment(const struct cpg_environment *environment,
				 enum cpg_slurm_command command,
				 struct cpg_slurm_words *out)
{
	*out = cpg_slurm_words_none;
	for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++) {
		const char *name = variables[i].name;
		const char *value = NULL;
		int rc;

		if (variables[i].command != command)
			continue;
		rc = cpg_environment_get(environment, name, &value);
		if (rc != 0)
			set_subject(out, variables[i].subject, value, rc > 0);
		if (command == CPG_SRUN && environment &&
		    has_component_form(environment, name))
			set_subject(out, variables[i].subject, NULL, false);
	}
	read_pyxis_options(environment, out);
}

void cpg_slurm_words_over(struct cpg_slurm_words *base, const struct cpg_slurm_words *over)
{
	if (over->chdir || !over->chdir_known)
		cpg_slurm_words_set_chdir(base, over->chdir, over->chdir_known);
	if (over->export || !over->export_known)
		cpg_slurm_words_set_export(base, over->export, over->export_known);
	base->loaded = base->loaded || over->loaded;
	cpg_slurm_container_over(&base->container, &over->container);
}
