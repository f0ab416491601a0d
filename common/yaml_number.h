/* Numbers and times of YAML 1.1, as PyYAML's resolver and constructor take them.
 *
 * Source: PyYAML 5.4 to 6.0.3: resolver.py (the patterns), constructor.py construct_yaml_int,
 * construct_yaml_float, construct_yaml_timestamp.
 */
#ifndef CPGUARD_YAML_NUMBER_H
#define CPGUARD_YAML_NUMBER_H

#include "cpguard/yaml.h"

/* Whether a plain scalar of that text is an int, a float, a timestamp. */
bool cpg_yaml_is_int(struct cpg_text text);
bool cpg_yaml_is_float(struct cpg_text text);
bool cpg_yaml_is_time(struct cpg_text text);

/* Whether the text behind !!float is one that is read here: what a plain scalar may be, and
 * also a number without a point, or with an exponent without a sign. */
bool cpg_yaml_is_tagged_float(struct cpg_text text);

/* The number of a text for which the function above says yes. Returns 0, or -1 with *err set
 * (without a place): CPG_E_SYNTAX when PyYAML raises (0x_), CPG_E_LIMIT when the value is too
 * large for here, ENOMEM. */
int cpg_yaml_int(struct cpg_arena *arena, struct cpg_text text, struct cpg_int *out,
		 struct cpg_error *err) __attribute__((warn_unused_result));
int cpg_yaml_float(struct cpg_arena *arena, struct cpg_text text, double *out,
		   struct cpg_error *err) __attribute__((warn_unused_result));

/* Whether there is such a date and time. Returns 0, or -1 with *err set as above. */
int cpg_yaml_time(struct cpg_text text, struct cpg_error *err)
	__attribute__((warn_unused_result));

#endif
