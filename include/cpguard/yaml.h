/* YAML: the one document of a file as a tree of values, as yaml.safe_load() of PyYAML reads it.
 *
 * libyaml finds the events, this module the values. PyYAML's own scanner is stricter than
 * libyaml in a few places (a tab between tokens, `?` in a flow collection); there the text is
 * an error here too.
 *
 * Source: PyYAML 5.4 to 6.0.3: composer.py, constructor.py (SafeConstructor), resolver.py,
 * scanner.py; libyaml 0.2.5: src/scanner.c, src/parser.c.
 */
#ifndef CPGUARD_YAML_H
#define CPGUARD_YAML_H

#include <stdbool.h>
#include <stddef.h>

#include "cpguard/arena.h"
#include "cpguard/error.h"
#include "cpguard/pyint.h"
#include "cpguard/text.h"

/* The largest YAML file: 1 MiB. */
#define CPG_YAML_LIMIT ((size_t)1 << 20)

/* How deep collections may lie within each other, the outermost counted. */
#define CPG_YAML_DEPTH 100

/* Values in one document: keys, aliases, and entries that a merge key copies are counted. */
#define CPG_YAML_NODES 100000

/* Anchors in one document. */
#define CPG_YAML_ANCHORS 256

enum cpg_yaml_kind {
	CPG_YAML_NULL,
	CPG_YAML_BOOL,
	CPG_YAML_INT,
	CPG_YAML_FLOAT,
	CPG_YAML_STRING,
	CPG_YAML_TIME, /* a date, with or without a time */
	CPG_YAML_LIST,
	CPG_YAML_MAP,
};

struct cpg_yaml_entry;

/* A value. Where an alias stands, it is the anchor's own, so that what looks like a tree may
 * share branches; none lies within itself. */
struct cpg_yaml {
	enum cpg_yaml_kind kind;
	unsigned line; /* where it begins, counted from 1; of an alias, the anchor's */
	union {
		bool truth;             /* BOOL */
		struct cpg_int integer; /* INT */
		double number;          /* FLOAT */
		struct cpg_text text; /* STRING: UTF-8 that may hold a NUL; TIME: as it was
					   written */
		struct {              /* LIST */
			const struct cpg_yaml *const *items;
			size_t count;
		} list;
		/* MAP: what merge keys bring first, then its own entries, each in order. A key
		 * may be there more than once: the last counts. */
		struct {
			const struct cpg_yaml_entry *entries;
			size_t count;
		} map;
	} of;
};

struct cpg_yaml_entry {
	const struct cpg_yaml *key; /* neither LIST nor MAP */
	const struct cpg_yaml *value;
};

/* Reads the text of a YAML file. `file` is used for messages only and must outlive *err.
 *
 * Plain scalars are what YAML 1.1 makes of them: yes, No and ON are bools, 010 is eight, 0x10
 * sixteen, 1_000 a thousand, 1:30 ninety; 0o7, 1e5 and whatever is quoted are strings. No
 * document, or an empty one, is null. A byte order mark at the beginning is passed over.
 *
 * Returns 0 and sets *root (owned by `arena`), or -1 with *err set, its line included but
 * for bytes that are no text: CPG_E_SYNTAX when yaml.safe_load() raises, or libyaml finds no
 * YAML (a second document, an unknown alias, a list as a key, `08:99` behind !!int);
 * CPG_E_LIMIT when it is past one of the limits above, or of what is not read here: tags other
 * than those of the kinds above, %TAG, an alias within its own anchor, an integer past 64 bits
 * that is not decimal; ENOMEM.
 */
int cpg_yaml_parse(struct cpg_arena *arena, struct cpg_text text, const char *file,
		   const struct cpg_yaml **root, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* The entry of `map` (of any kind) whose key is the string `name`, or NULL. */
const struct cpg_yaml_entry *cpg_yaml_find(const struct cpg_yaml *map, const char *name);

/* Whether the value is the string `string`. */
bool cpg_yaml_is(const struct cpg_yaml *value, const char *string);

/* Whether Python's bool() is true for it. */
bool cpg_yaml_is_true(const struct cpg_yaml *value);

/* What the value is, for a sentence: "a list", "the string 'x'". NULL when there is no
 * memory. */
const char *cpg_yaml_describe(struct cpg_arena *arena, const struct cpg_yaml *value)
	__attribute__((warn_unused_result));

#endif
