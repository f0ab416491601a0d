/* Scalars of YAML: what a scalar's text and tag make of it.
 */
#ifndef CPGUARD_YAML_SCALAR_H
#define CPGUARD_YAML_SCALAR_H

#include "cpguard/yaml.h"

/* What a scalar is beside its value: a plain `<<` and `=` mean something as keys, and nothing
 * as values. */
enum cpg_yaml_special {
	CPG_YAML_ORDINARY,
	CPG_YAML_MERGE,   /* << */
	CPG_YAML_DEFAULT, /* = : a string as a key */
};

/* Finds the value of a scalar. `plain` is whether PyYAML resolves it by its text: it is
 * neither quoted nor tagged, or tagged `!`. `tag` is NULL when there is none.
 *
 * Fills *value but for its line, and *special. Returns 0, or -1 with *err set (without a
 * place): CPG_E_SYNTAX when PyYAML raises, CPG_E_LIMIT when it is not read here, ENOMEM.
 */
int cpg_yaml_scalar(struct cpg_arena *arena, struct cpg_text text, bool plain,
		    const char *tag, struct cpg_yaml *value, enum cpg_yaml_special *special,
		    struct cpg_error *err) __attribute__((warn_unused_result));

/* Whether a sequence's or mapping's tag leaves it the list or map that it is: NULL, `!`, or
 * the tag of `kind`. */
bool cpg_yaml_tag_fits(const char *tag, enum cpg_yaml_kind kind);

#endif
