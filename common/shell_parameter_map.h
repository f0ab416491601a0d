/* What the operators of ${V...} that make a value of a value share.
 */
#ifndef CPGUARD_SHELL_PARAMETER_MAP_H
#define CPGUARD_SHELL_PARAMETER_MAP_H

#include "shell_cut.h"

/* A pattern as the functions on known text want it. */
struct cpg_flat_pattern {
	struct cpg_text text;
	const bool *literal;
	bool extglob;
	bool nocase;
};

int cpg_mapping_flatten(struct cpg_expander *ex, const struct cpg_mapping *mapping,
			struct cpg_flat_pattern *out) __attribute__((warn_unused_result));

/* ${V#p}, ${V%p} and the doubled ones; the pattern is known. */
int cpg_remove_end(struct cpg_expander *ex, const struct cpg_mapping *mapping,
		   struct cpg_value value, struct cpg_value *out)
	__attribute__((warn_unused_result));

/* ${V/p/r} and its kin; the pattern is known. */
int cpg_replace(struct cpg_expander *ex, const struct cpg_mapping *mapping,
		struct cpg_value value, struct cpg_value *out)
	__attribute__((warn_unused_result));

/* ${V^p} and its kin; the pattern is known. */
int cpg_change_case(struct cpg_expander *ex, const struct cpg_mapping *mapping,
		    struct cpg_value value, struct cpg_value *out)
	__attribute__((warn_unused_result));

/* UPPER or LOWER of all characters: declare -u. */
int cpg_change_all(struct cpg_expander *ex, enum cpg_shell_operator op,
		   struct cpg_value value, struct cpg_value *out)
	__attribute__((warn_unused_result));

/* ${V@Q} and its kin. */
int cpg_transform(struct cpg_expander *ex, const struct cpg_mapping *mapping,
		  struct cpg_value value, struct cpg_value *out)
	__attribute__((warn_unused_result));

#endif
