/* Shell text of which not all is known, as `bash -c "cd $X && python3 train.py"`: each gap is
 * written down as a mark, so that the rest can be parsed, and is a gap again when the word that
 * it lies in is expanded. A mark is a row of control characters, which are ordinary characters
 * of a word.
 */
#ifndef CPGUARD_SHELL_MARKS_H
#define CPGUARD_SHELL_MARKS_H

#include "cpguard/shell.h"

/* Writes the value as text with marks. Returns 1; 0 when that cannot stand for it: where a gap
 * may be part of a name, or what is around it hangs on what it is, or there are too many; -1
 * with *err set when there is no memory. */
int cpg_marks_write(struct cpg_shell *shell, struct cpg_value value, struct cpg_text *out,
		    struct cpg_error *err) __attribute__((warn_unused_result));

/* Whether each gap is one word without a character that is special to a shell, so that the text
 * means the same whatever it is. */
bool cpg_marks_plain(struct cpg_value value);

/* The first mark in `text`: the gap, where it begins (*at) and how long it is. NULL: none. */
const struct cpg_piece *cpg_marks_find(const struct cpg_shell_world *world,
				       struct cpg_text text, size_t *at, size_t *length);

#endif
