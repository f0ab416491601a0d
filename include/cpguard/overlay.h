/* Overlays: the YAML files that slime and Megatron lay over the parsed command line, in their
 * order:
 *
 *     --yaml-cfg               replaces what was parsed, but for --debug-rollout-only
 *     --custom-config-path     each key replaces an argument, whatever its type
 *     --megatron-config-path   the overrides of each role, the actor's and the critic's
 *
 * slime checks allgather-cp behind the first and before the others.
 *
 * Source: slime 0.2.3 to 0.3.1: slime/utils/arguments.py parse_args, slime_validate_args, and
 * from 0.3.0 on parse_megatron_role_args, _apply_megatron_role_overrides;
 * slime/ray/placement_group.py create_training_models. Megatron-LM core 0.8 to 0.19:
 * megatron/training/arguments.py parse_args, yaml_arguments.py load_yaml.
 */
#ifndef CPGUARD_OVERLAY_H
#define CPGUARD_OVERLAY_H

#include "cpguard/arena.h"
#include "cpguard/checkpoint.h"
#include "cpguard/error.h"
#include "cpguard/facts.h"

enum cpg_role {
	CPG_ROLE_ALL, /* one set of facts, whatever is trained */
	CPG_ROLE_ACTOR,
	CPG_ROLE_CRITIC,
};

/* Stable names: "actor", "critic"; NULL for CPG_ROLE_ALL. */
const char *cpg_role_name(enum cpg_role role);

/* What a role trains with. */
struct cpg_role_facts {
	enum cpg_role role;
	bool sure; /* that role is trained; false where that hangs on what is not known */
	struct cpg_facts facts;
};

struct cpg_overlay {
	struct cpg_role_facts
		items[2]; /* CPG_ROLE_ALL alone, or the actor and the critic */
	size_t count;
};

/* Lays the YAML files that `parsed` names over it. The files are looked up from `place`: a
 * relative path counts from its working directory.
 *
 * A fact that a file sets is known, with the file and the line of its key for its origin;
 * allgather_cp is what bool() makes of it, so that "false" in quotes is true. With a role's
 * override, a string takes the type of what it replaces first: bool("false") is true,
 * int("2") is 2, and what int() does not take stays a string.
 *
 * - A file that cannot be seen, read or parsed, or whose name is not known, makes unknown
 *   whatever it could set; facts.unread says why.
 * - What slime stops at, before it trains, does no harm: a context_parallel_size that is no
 *   integer, a file that is no mapping, no list `megatron` in --megatron-config-path, two
 *   entries for a role, a key that is no string. facts.stopped says so; the other facts are
 *   those before it.
 * - debug_rollout_only in a file can take back the option on the command line, not stand for
 *   it.
 * - num_nodes and num_gpus_per_node of a role change nothing here, as in slime. A role that has
 *   no entry has what the actor and the critic share.
 * - There is a critic with --advantage-estimator ppo, or where use_critic is set. Where the
 *   two roles have the same values, or there is only the actor, the facts are of
 *   CPG_ROLE_ALL.
 *
 * Returns 0 and fills *out (strings owned by `arena`, partly by `parsed`), or -1 with *err set
 * when there is no memory.
 */
int cpg_overlay_apply(struct cpg_arena *arena, const struct cpg_place *place,
		      const struct cpg_facts *parsed, struct cpg_overlay *out,
		      struct cpg_error *err) __attribute__((warn_unused_result));

#endif
