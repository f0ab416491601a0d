#include "cpguard/facts.h"

#include <errno.h>
#include <string.h>

#include "argparse.h"
#include "cpguard/text.h"

enum {
	SHOWN_MAX = 64, /* bytes of a word that a sentence shows */
};

struct reader {
	struct cpg_arena *arena;
	struct cpg_facts *facts;
	/* The option whose value the next word is. */
	enum cpg_argparse_option wants;
	/* The word before is an unlisted option, and may take the next one for its value. */
	bool behind_option;
	/* No word so far could be `--`, or make the program reject or reread the others. */
	bool certain;
	bool ended;
};

static int no_memory(struct cpg_error *err)
{
	return cpg_error_set(err, ENOMEM, "no memory left for the facts of a command line");
}

/* How much of `text` a sentence shows: all, or its beginning up to a whole character. */
static int shown(const char *text)
{
	size_t length = strnlen(text, SHOWN_MAX + 1);

	if (length <= SHOWN_MAX)
		return (int)length;
	for (length--; length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80;)
		length--;
	return (int)length;
}

/* Puts down that the program will reject the command line: "--hf-checkpoint" "takes a value,
 * not" "--". `value` may be NULL. Returns -1 when there is no memory. */
static int reject(struct reader *reader, const char *subject, const char *complaint,
		  const char *value)
{
	char *sentence;

	if (value) {
		const char *dots = value[shown(value)] == '\0' ? "" : "...";

		sentence = cpg_arena_printf(reader->arena, "%s %s '%.*s%s'", subject,
					    complaint, shown(value), value, dots);
	} else {
		sentence = cpg_arena_printf(reader->arena, "%s %s", subject, complaint);
	}
	reader->facts->rejected = sentence;
	return sentence ? 0 : -1;
}

static void lose_flag(struct cpg_fact_flag *flag)
{
	if (flag->value == CPG_NO)
		flag->value = CPG_UNKNOWN;
}

static void lose_path(struct cpg_fact_path *path)
{
	path->known = false;
	path->path = NULL;
}

/* A word could be anything. */
static void lose(struct reader *reader)
{
	struct cpg_facts *facts = reader->facts;

	lose_flag(&facts->allgather_cp);
	lose_flag(&facts->debug_rollout_only);
	facts->context_parallel_size.known = false;
	lose_path(&facts->hf_checkpoint);
	lose_path(&facts->yaml_cfg);
	lose_path(&facts->custom_config);
	lose_path(&facts->megatron_config);
	facts->critic.value = CPG_UNKNOWN;
	reader->certain = false;
}

static void take_flag(struct reader *reader, struct cpg_fact_flag *flag,
		      const struct cpg_word *word)
{
	if (reader->certain)
		flag->value = CPG_YES;
	flag->given = true;
	flag->origin = word->origin;
}

/* `text` is NULL when the value is not known. `sure` is false when the word may be an option
 * instead, for which the program would reject the command line. */
static int take_size(struct reader *reader, const char *text, bool sure)
{
	struct cpg_fact_size *size = &reader->facts->context_parallel_size;
	int rc = text ? cpg_int_check(cpg_text_of(text)) : -1;

	if (rc == 0 && reader->certain)
		return reject(reader, "--context-parallel-size", "takes an integer, not",
			      text);
	size->known = rc == 1 && sure && reader->certain;
	if (!size->known)
		return 0;
	return cpg_int_parse(reader->arena, cpg_text_of(text), &size->size) == 1 ? 0 : -1;
}

/* The fact that an option with a path for its value sets, or NULL. */
static struct cpg_fact_path *path_of(struct cpg_facts *facts,
				     enum cpg_argparse_option option)
{
	switch (option) {
	case CPG_ARGPARSE_HF_CHECKPOINT:
		return &facts->hf_checkpoint;
	case CPG_ARGPARSE_YAML_CFG:
		return &facts->yaml_cfg;
	case CPG_ARGPARSE_CUSTOM_CONFIG_PATH:
		return &facts->custom_config;
	case CPG_ARGPARSE_MEGATRON_CONFIG_PATH:
		return &facts->megatron_config;
	default:
		return NULL;
	}
}

/* Which estimators there are besides ppo hangs on the release. */
static void take_estimator(struct cpg_fact_flag *critic, const char *text)
{
	if (!text)
		critic->value = CPG_UNKNOWN;
	else
		critic->value = strcmp(text, "ppo") == 0 ? CPG_YES : CPG_NO;
}

static int take_value(struct reader *reader, enum cpg_argparse_option option,
		      const char *text, bool sure)
{
	struct cpg_fact_path *path = path_of(reader->facts, option);
	bool known = text && sure && reader->certain;

	if (option == CPG_ARGPARSE_CONTEXT_PARALLEL_SIZE)
		return take_size(reader, text, sure);
	if (path) {
		path->known = known;
		path->path = known ? text : NULL;
	} else {
		take_estimator(&reader->facts->critic, known ? text : NULL);
	}
	return 0;
}

/* Notes where an option stands that takes a value. */
static void give(struct cpg_facts *facts, enum cpg_argparse_option option,
		 const struct cpg_word *word)
{
	struct cpg_fact_path *path = path_of(facts, option);

	if (path) {
		path->given = true;
		path->origin = word->origin;
	} else if (option == CPG_ARGPARSE_CONTEXT_PARALLEL_SIZE) {
		facts->context_parallel_size.given = true;
		facts->context_parallel_size.origin = word->origin;
	} else {
		facts->critic.given = true;
		facts->critic.origin = word->origin;
	}
}

static int take_switch(struct reader *reader, const struct cpg_argument *argument,
		       const struct cpg_word *word)
{
	struct cpg_facts *facts = reader->facts;

	if (argument->attached && reader->certain)
		return reject(reader, cpg_argparse_name(argument->option),
			      argument->text ? "takes no value, not even"
					     : "takes no value, and one is attached",
			      argument->text);
	if (argument->attached)
		return 0;
	if (argument->option == CPG_ARGPARSE_ALLGATHER_CP)
		take_flag(reader, &facts->allgather_cp, word);
	else if (argument->option == CPG_ARGPARSE_DEBUG_ROLLOUT_ONLY)
		take_flag(reader, &facts->debug_rollout_only, word);
	else if (reader->certain)
		return reject(reader, "the program", "prints its help and ends on",
			      word->text ? word->text : word->prefix);
	return 0;
}

static int take_option(struct reader *reader, const struct cpg_argument *argument,
		       const struct cpg_word *word)
{
	if (!cpg_argparse_takes_value(argument->option))
		return take_switch(reader, argument, word);
	give(reader->facts, argument->option, word);
	if (argument->attached)
		return take_value(reader, argument->option, argument->text, true);
	reader->wants = argument->option;
	return 0;
}

/* Reads a word where any may stand. */
static int read_word(struct reader *reader, const struct cpg_argument *argument,
		     const struct cpg_word *word)
{
	bool behind_option = reader->behind_option;

	reader->behind_option = false;
	switch (argument->kind) {
	case CPG_ARGUMENT_VALUE:
	case CPG_ARGUMENT_EITHER:
		break;
	case CPG_ARGUMENT_UNLISTED:
		reader->behind_option = cpg_argparse_may_take_value(word->text);
		break;
	case CPG_ARGUMENT_LISTED:
		return take_option(reader, argument, word);
	case CPG_ARGUMENT_END:
		reader->ended = true;
		break;
	case CPG_ARGUMENT_ANYTHING:
		if (!behind_option)
			lose(reader);
		break;
	case CPG_ARGUMENT_DASHED:
	case CPG_ARGUMENT_MANY:
		lose(reader);
		break;
	}
	return 0;
}

/* Reads the word behind an option that takes a value. */
static int read_value(struct reader *reader, const struct cpg_argument *argument,
		      const struct cpg_word *word)
{
	enum cpg_argparse_option option = reader->wants;

	reader->wants = CPG_ARGPARSE_NONE;
	switch (argument->kind) {
	case CPG_ARGUMENT_VALUE:
		return take_value(reader, option, argument->text, true);
	case CPG_ARGUMENT_EITHER:
	case CPG_ARGUMENT_DASHED:
	case CPG_ARGUMENT_ANYTHING:
		return take_value(reader, option, argument->text, false);
	case CPG_ARGUMENT_UNLISTED:
	case CPG_ARGUMENT_LISTED:
	case CPG_ARGUMENT_END:
		if (reader->certain)
			return reject(reader, cpg_argparse_name(option),
				      "takes a value, not",
				      word->text ? word->text : word->prefix);
		break;
	case CPG_ARGUMENT_MANY:
		break;
	}
	return read_word(reader, argument, word);
}

static int read_words(struct reader *reader, const struct cpg_launch *launch)
{
	if (launch->program < launch->argc && launch->argv[launch->program].many)
		lose(reader);
	for (size_t i = launch->program + 1; i < launch->argc && !reader->ended; i++) {
		const struct cpg_word *word = &launch->argv[i];
		struct cpg_argument argument = cpg_argument_sort(word);
		int rc = reader->wants ? read_value(reader, &argument, word)
				       : read_word(reader, &argument, word);

		if (rc < 0 || reader->facts->rejected)
			return rc;
	}
	if (reader->wants && reader->certain)
		return reject(reader, cpg_argparse_name(reader->wants),
			      "takes a value, and there is none", NULL);
	return 0;
}

int cpg_facts_read(struct cpg_arena *arena, const struct cpg_launch *launch,
		   struct cpg_facts *facts, struct cpg_error *err)
{
	struct reader reader = {.arena = arena, .facts = facts, .certain = true};

	*facts = (struct cpg_facts){
		.context_parallel_size = {.known = true, .size = {1, "1"}},
		.hf_checkpoint.known = true,
		.yaml_cfg.known = true,
		.custom_config.known = true,
		.megatron_config.known = true,
	};
	return read_words(&reader, launch) < 0 ? no_memory(err) : 0;
}

static void fill_flag(struct cpg_fact_flag *flag, const struct cpg_fact_flag *declared)
{
	if (flag->value == CPG_UNKNOWN && declared->value == CPG_YES)
		*flag = (struct cpg_fact_flag){CPG_YES, true, declared->origin};
}

void cpg_facts_fill(struct cpg_facts *facts, const struct cpg_facts *declared)
{
	const struct cpg_fact_size *size = &declared->context_parallel_size;
	const struct cpg_fact_path *path = &declared->hf_checkpoint;

	fill_flag(&facts->allgather_cp, &declared->allgather_cp);
	fill_flag(&facts->debug_rollout_only, &declared->debug_rollout_only);
	if (!facts->context_parallel_size.known && size->known && size->given)
		facts->context_parallel_size = *size;
	if (!facts->hf_checkpoint.known && path->known && path->path)
		facts->hf_checkpoint =
			(struct cpg_fact_path){true, path->path, true, path->origin};
}
