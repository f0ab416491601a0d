/* config.json: the architectures that a checkpoint's configuration names, as transformers
 * under Python reads them.
 *
 * Python's json module decides what is JSON. cJSON by itself takes more (bad UTF-8, control
 * characters in strings, 01 as a number, text behind the end) and less (NaN, \u0000, lone
 * surrogates), so the text is checked first, and what cJSON gets is only the part that
 * matters, in a form on which both agree.
 * Source: CPython 3.8 to 3.14: Lib/json/decoder.py, Lib/json/scanner.py, Modules/_json.c;
 * transformers 4.36 to 5.x: configuration_utils.py _dict_from_json_file.
 */
#ifndef CPGUARD_CONFIG_H
#define CPGUARD_CONFIG_H

#include "cpguard/arena.h"
#include "cpguard/error.h"
#include "cpguard/text.h"

struct cpg_architectures {
	/* Each name that slime compares, in order, decoded; a lone surrogate is three bytes
	 * as UTF-8 would write it (WTF-8), U+0000 is one NUL byte. Empty when
	 * `architectures` is missing, null, or empty. */
	const struct cpg_text *names;
	size_t count;
};

/* Reads the text of a config.json.
 *
 * The top level must be an object; the key is exactly `architectures`, the last duplicate
 * wins. What a Python loop over the value would give are the names: the strings of a list
 * (elements of another type that can be compared are passed over), the keys of an object
 * (a duplicate is named again), the characters of a string. null, false, 0 and what else is
 * false in Python names nothing. `permitted` decides where slime's own loop stops: it ends
 * at the first name that is permitted, so a list within the list behind such a name does no
 * harm.
 *
 * `file` is used for messages only.
 *
 * Returns 0 and fills *out (owned by `arena`), or -1 with *err set: CPG_E_SYNTAX with the
 * line when Python would not read the text, or when slime would stop at the value
 * (a number, true, a list within the list before any permitted name); CPG_E_HIDDEN when
 * the file points to other configuration files by the release of transformers
 * (`configuration_files`); CPG_E_LIMIT when it is nested more than 993 deep or the value is
 * longer than 256 KiB; ENOMEM.
 */
int cpg_config_parse(struct cpg_arena *arena, struct cpg_text text, const char *file,
		     const char *const *permitted, size_t permitted_count,
		     struct cpg_architectures *out, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* The architectures that slime's check permits: DeepseekV32ForCausalLM (DeepSeek-V3.2) and
 * GlmMoeDsaForCausalLM (GLM-5, 5.1, 5.2, 5.3); NULL behind the last.
 * Source: slime 0.3.1: slime/backends/megatron_utils/arguments.py
 * _ALLGATHER_CP_DSA_ARCHITECTURES. */
extern const char *const cpg_config_permitted[];

#endif
