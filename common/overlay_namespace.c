#include <string.h>

#include "overlay_private.h"

/* What a path may be looked up as: Python stops at a NUL in one. */
static bool is_path(const struct cpg_yaml *value)
{
	return value->kind == CPG_YAML_STRING &&
	       !memchr(value->of.text.bytes, '\0', value->of.text.length);
}

const char *cpg_argument_name(enum cpg_argument_name name)
{
	static const char *const names[CPG_ARGUMENT_NAMES] = {
		[CPG_ALLGATHER_CP] = "allgather_cp",
		[CPG_CONTEXT_PARALLEL_SIZE] = "context_parallel_size",
		[CPG_HF_CHECKPOINT] = "hf_checkpoint",
		[CPG_DEBUG_ROLLOUT_ONLY] = "debug_rollout_only",
		[CPG_CUSTOM_CONFIG_PATH] = "custom_config_path",
		[CPG_MEGATRON_CONFIG_PATH] = "megatron_config_path",
		[CPG_ADVANTAGE_ESTIMATOR] = "advantage_estimator",
		[CPG_USE_CRITIC] = "use_critic",
	};

	return names[name];
}

static void hold_flag(struct cpg_held *held, enum cpg_tristate value)
{
	held->state = value == CPG_UNKNOWN ? CPG_HELD_TYPED : CPG_HELD_KNOWN;
	held->value.kind = CPG_YAML_BOOL;
	held->value.of.truth = value == CPG_YES;
}

/* A path is None or a string: of one that is not known, not even that is. */
static void hold_path(struct cpg_held *held, const struct cpg_fact_path *path)
{
	held->state = path->known ? CPG_HELD_KNOWN : CPG_HELD_UNKNOWN;
	held->value.kind = CPG_YAML_NULL;
	if (!path->path)
		return;
	held->value.kind = CPG_YAML_STRING;
	held->value.of.text = cpg_text_of(path->path);
}

void cpg_namespace_parse(const struct cpg_facts *parsed, struct cpg_namespace *space)
{
	struct cpg_held *size = &space->items[CPG_CONTEXT_PARALLEL_SIZE];

	*space = (struct cpg_namespace){.stopped = NULL};
	hold_flag(&space->items[CPG_ALLGATHER_CP], parsed->allgather_cp.value);
	hold_flag(&space->items[CPG_DEBUG_ROLLOUT_ONLY], parsed->debug_rollout_only.value);
	hold_flag(&space->items[CPG_USE_CRITIC], parsed->critic.value);
	hold_path(&space->items[CPG_HF_CHECKPOINT], &parsed->hf_checkpoint);
	hold_path(&space->items[CPG_CUSTOM_CONFIG_PATH], &parsed->custom_config);
	hold_path(&space->items[CPG_MEGATRON_CONFIG_PATH], &parsed->megatron_config);
	space->items[CPG_ADVANTAGE_ESTIMATOR].state = CPG_HELD_UNKNOWN;
	size->state = parsed->context_parallel_size.known ? CPG_HELD_KNOWN : CPG_HELD_TYPED;
	size->value.kind = CPG_YAML_INT;
	size->value.of.integer = parsed->context_parallel_size.size;
}

void cpg_held_set(struct cpg_held *held, const struct cpg_yaml *value,
		  struct cpg_origin origin)
{
	*held = (struct cpg_held){CPG_HELD_KNOWN, true, *value, origin};
}

void cpg_held_lose(struct cpg_held *held)
{
	held->state = CPG_HELD_UNKNOWN;
	held->changed = true;
}

void cpg_namespace_lose(struct cpg_namespace *space)
{
	for (size_t i = 0; i < CPG_ARGUMENT_NAMES; i++)
		cpg_held_lose(&space->items[i]);
}

/* int(value), or the string itself where int() raises: slime catches that. */
static int override_integer(struct cpg_arena *arena, struct cpg_held *held,
			    const struct cpg_yaml *value, struct cpg_origin origin)
{
	struct cpg_yaml integer = {.kind = CPG_YAML_INT, .line = value->line};
	int rc = cpg_int_check(value->of.text);

	if (rc < 0)
		cpg_held_lose(held);
	else if (rc == 0)
		cpg_held_set(held, value, origin);
	else if (cpg_int_parse(arena, value->of.text, &integer.of.integer) != 1)
		return -1;
	else
		cpg_held_set(held, &integer, origin);
	return 0;
}

int cpg_held_override(struct cpg_arena *arena, struct cpg_held *held,
		      const struct cpg_yaml *value, struct cpg_origin origin)
{
	struct cpg_yaml truth = {.kind = CPG_YAML_BOOL, .line = value->line};

	if (value->kind != CPG_YAML_STRING || held->state == CPG_HELD_ABSENT) {
		cpg_held_set(held, value, origin);
		return 0;
	}
	if (held->state == CPG_HELD_UNKNOWN) {
		cpg_held_lose(held);
		return 0;
	}
	switch (held->value.kind) {
	case CPG_YAML_BOOL:
		truth.of.truth = cpg_yaml_is_true(value);
		cpg_held_set(held, &truth, origin);
		return 0;
	case CPG_YAML_INT:
		return override_integer(arena, held, value, origin);
	case CPG_YAML_FLOAT:
		cpg_held_lose(held); /* float() takes more than is worth knowing here */
		return 0;
	default:
		cpg_held_set(held, value, origin);
		return 0;
	}
}

static enum cpg_tristate truth_of(const struct cpg_held *held)
{
	if (held->state == CPG_HELD_ABSENT)
		return CPG_NO;
	if (held->state != CPG_HELD_KNOWN)
		return CPG_UNKNOWN;
	return cpg_yaml_is_true(&held->value) ? CPG_YES : CPG_NO;
}

/* Without the argument slime stops where it would train, so that it may as well be false. */
static void flag_fact(const struct cpg_held *held, struct cpg_fact_flag *flag)
{
	if (!held->changed)
		return;
	if (held->state == CPG_HELD_ABSENT || held->state == CPG_HELD_KNOWN)
		*flag = (struct cpg_fact_flag){truth_of(held),
					       held->state == CPG_HELD_KNOWN, held->origin};
	else
		flag->value = CPG_UNKNOWN;
}

/* The option has to stand on the command line; a file can only take it back. */
static void rollout_fact(const struct cpg_held *held, struct cpg_fact_flag *flag)
{
	enum cpg_tristate truth = truth_of(held);

	if (!held->changed || flag->value == CPG_NO || truth == CPG_YES)
		return;
	flag_fact(held, flag);
}

static int stop_at_size(struct cpg_arena *arena, const struct cpg_held *held,
			struct cpg_facts *facts)
{
	const char *what = "missing";

	if (held->state == CPG_HELD_KNOWN)
		what = cpg_yaml_describe(arena, &held->value);
	if (!what)
		return -1;
	facts->stopped = cpg_arena_printf(
		arena, "the program stops at context_parallel_size, which is %s", what);
	if (facts->stopped && held->origin.file)
		facts->stopped = cpg_arena_printf(arena, "%s (%s:%u)", facts->stopped,
						  held->origin.file, held->origin.line);
	return facts->stopped ? 0 : -1;
}

/* Megatron multiplies the sizes and divides by them, before it trains: a string, None, a list
 * or a mapping raise there, and a float in range(), where the groups of ranks are made.
 * Source: Megatron-LM core 0.8 to 0.19: megatron/core/parallel_state.py
 * initialize_model_parallel, generate_masked_orthogonal_rank_groups. */
static int size_fact(struct cpg_arena *arena, const struct cpg_held *held,
		     struct cpg_facts *facts)
{
	static const struct cpg_int bools[] = {{0, "0"}, {1, "1"}};
	struct cpg_fact_size *size = &facts->context_parallel_size;

	if (!held->changed)
		return 0;
	size->known = false;
	if (held->state == CPG_HELD_UNKNOWN || held->state == CPG_HELD_TYPED)
		return 0;
	if (held->state == CPG_HELD_ABSENT ||
	    (held->value.kind != CPG_YAML_INT && held->value.kind != CPG_YAML_BOOL))
		return facts->stopped ? 0 : stop_at_size(arena, held, facts);
	size->known = true;
	size->size = held->value.kind == CPG_YAML_BOOL ? bools[held->value.of.truth]
						       : held->value.of.integer;
	size->given = true;
	size->origin = held->origin;
	return 0;
}

/* None is no checkpoint; what is no string is not known. */
static int checkpoint_fact(struct cpg_arena *arena, const struct cpg_held *held,
			   struct cpg_facts *facts)
{
	struct cpg_fact_path *path = &facts->hf_checkpoint;
	bool known = held->state == CPG_HELD_KNOWN &&
		     (held->value.kind == CPG_YAML_NULL || is_path(&held->value));

	if (!held->changed)
		return 0;
	path->known = known;
	path->path = NULL;
	if (held->state != CPG_HELD_KNOWN)
		return 0;
	path->given = true;
	path->origin = held->origin;
	if (!known || held->value.kind == CPG_YAML_NULL)
		return 0;
	path->path = cpg_arena_bytes(arena, held->value.of.text.bytes,
				     held->value.of.text.length);
	return path->path ? 0 : -1;
}

int cpg_namespace_facts(struct cpg_arena *arena, const struct cpg_namespace *space,
			const struct cpg_facts *parsed, struct cpg_facts *facts)
{
	*facts = *parsed;
	facts->stopped = space->stopped;
	facts->unread = space->unread;
	flag_fact(&space->items[CPG_ALLGATHER_CP], &facts->allgather_cp);
	rollout_fact(&space->items[CPG_DEBUG_ROLLOUT_ONLY], &facts->debug_rollout_only);
	if (size_fact(arena, &space->items[CPG_CONTEXT_PARALLEL_SIZE], facts) < 0)
		return -1;
	return checkpoint_fact(arena, &space->items[CPG_HF_CHECKPOINT], facts);
}
