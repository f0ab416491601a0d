/* What the files of pathname expansion share.
 */
#ifndef CPGUARD_SHELL_GLOB_H
#define CPGUARD_SHELL_GLOB_H

#include "shell_expand_private.h"

/* A word that is a pattern, flat. */
struct cpg_glob {
	struct cpg_expander *ex;
	struct cpg_text text;
	const bool *literal;
	bool extglob;
	bool dotglob;
	bool nocase;
	const char *directory; /* what a relative pattern counts from; NULL: not known */
	size_t entries;
	bool beaten; /* there is too much to look at */

	const char **matches;
	size_t count;
	size_t capacity;
};

/* Whether the character at the place is `c` and not quoted. */
static inline bool cpg_glob_is(const struct cpg_glob *g, size_t i, char c)
{
	return g->text.bytes[i] == c && !g->literal[i];
}

/* Whether a group of extglob begins there. Without extglob too: then it is a pattern that
 * matches nothing. */
bool cpg_glob_opens(const struct cpg_glob *g, size_t i, size_t end);

/* Where the first character of a pattern stands between the places; `end` when there is none.
 */
size_t cpg_glob_magic(const struct cpg_glob *g, size_t begin, size_t end);

/* Whether the last component, from `begin` to `end`, matches a name: CPG_YES, CPG_NO,
 * CPG_UNKNOWN. */
int cpg_glob_match(const struct cpg_glob *g, size_t begin, size_t end, const char *name);

/* Whether what matches may be other files than now: those that the script wrote and directories
 * that it made, when they are not here, and what a program of it may make, change or remove. */
int cpg_glob_may_change(struct cpg_glob *g, bool *may) __attribute__((warn_unused_result));

/* Looks at this machine's files: fills g->matches, sorted by bytes, or sets g->beaten. */
int cpg_glob_search(struct cpg_glob *g) __attribute__((warn_unused_result));

#endif
