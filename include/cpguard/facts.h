/* Facts: what a launch's command line says of the four values that the rule needs, and of the
 * YAML files that the program lays over them, read as the training program's own parser reads
 * it.
 *
 * The parser is an argparse.ArgumentParser with allow_abbrev=False and parse_known_args,
 * without positional arguments.
 * Source: Megatron-LM: megatron/training/arguments.py parse_args; slime 0.3.1:
 * slime/utils/arguments.py and slime/backends/megatron_utils/arguments.py; CPython 3.8 to
 * 3.14: Lib/argparse.py.
 */
#ifndef CPGUARD_FACTS_H
#define CPGUARD_FACTS_H

#include "cpguard/arena.h"
#include "cpguard/error.h"
#include "cpguard/launch.h"
#include "cpguard/pyint.h"

enum cpg_tristate {
	CPG_NO,
	CPG_YES,
	CPG_UNKNOWN,
};

struct cpg_fact_flag {
	enum cpg_tristate value;
	bool given;               /* the option stands there; CPG_UNKNOWN when a word before
	                             it leaves open whether it counts */
	struct cpg_origin origin; /* of the option's word; meaningful when given */
};

struct cpg_fact_size {
	bool known;
	struct cpg_int
		size; /* the default, 1, when it is not given; meaningful when known */
	bool given;
	struct cpg_origin origin; /* of the option's word; meaningful when given */
};

struct cpg_fact_path {
	bool known;
	const char *path; /* NULL when it is not given or not known; may be empty */
	bool given;
	struct cpg_origin origin; /* of the option's word; meaningful when given */
};

struct cpg_facts {
	struct cpg_fact_flag allgather_cp;
	struct cpg_fact_size context_parallel_size;
	struct cpg_fact_path hf_checkpoint;
	struct cpg_fact_flag debug_rollout_only;

	/* The YAML files, and whether there is a critic besides the actor (--advantage-estimator
	 * ppo): what overlay.h makes of them. */
	struct cpg_fact_path yaml_cfg;
	struct cpg_fact_path custom_config;
	struct cpg_fact_path megatron_config;
	struct cpg_fact_flag critic;

	/* The training program will reject this command line, or only print its help: a
	 * sentence that says why; NULL otherwise. The other facts are then those of the words
	 * before the one that it stops at. */
	const char *rejected;
	/* The training program will end at what a YAML file holds, before it trains: a sentence
	 * that says why; NULL otherwise. */
	const char *stopped;
	/* A YAML file whose content is not known leaves facts unknown: a sentence that says
	 * which and why; NULL otherwise. */
	const char *unread;
};

/* Reads the words of `launch` behind launch->program, and that word, too, if it may be many.
 *
 * The last value wins; `--opt=v` and `--opt v` are the same; there are no abbreviations;
 * everything behind a bare `--` is ignored. Where releases of Python differ, the fact is
 * unknown.
 *
 * A word that is not known makes a fact unknown when it could change it:
 *
 * - one that may be several words, or an option by itself, could be anything: nothing is
 *   known any more but the flags that were set before it, which nothing takes back, and what
 *   follows it may be ignored, so that it makes nothing known and rejects nothing;
 * - one that begins with an option's name and `=` can be nothing but that option;
 * - one that begins like a value, or like an option that does not matter here, sets nothing;
 * - one word behind an option that takes a value is its value. Behind `--name`, an option
 *   that is not listed here, a word of which nothing is known is held for its value, unless
 *   the name says that it is a switch (--no-, --use-, --enable-, --disable-).
 *
 * Returns 0 and fills *facts (strings owned by `arena` or by the launch's words), or -1
 * with *err set when there is no memory.
 */
int cpg_facts_read(struct cpg_arena *arena, const struct cpg_launch *launch,
		   struct cpg_facts *facts, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* Lays what the options declare over what `facts` leaves unknown. What is known stays; what
 * is not declared fills nothing. */
void cpg_facts_fill(struct cpg_facts *facts, const struct cpg_facts *declared);

#endif
