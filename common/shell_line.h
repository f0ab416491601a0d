/* Lines of standard input, as read and mapfile take them.
 */
#ifndef CPGUARD_SHELL_LINE_H
#define CPGUARD_SHELL_LINE_H

#include "shell_walk.h"

/* One byte of a line, or a gap in it. */
struct cpg_line_cell {
	const struct cpg_piece *piece; /* what it lies in */
	char byte;
	bool gap;
	bool escaped; /* a backslash stood before it */
};

struct cpg_line_request {
	int delimiter; /* a byte; 0: all of the input; -1: none, `most` bytes count */
	long most;     /* characters; -1: any number */
	bool raw;      /* backslashes are ordinary */
};

struct cpg_line {
	const struct cpg_line_cell *cells;
	size_t count;
	int status;   /* 0: the delimiter was found, 1: the input ended, -1: not known */
	bool ended;   /* the input was known to have ended before it */
	bool cut;     /* where it ends is not known: the last cell is a gap */
	bool unknown; /* nothing is known of it */
};

/* Takes one line off the shell's input. Where it is not known where the line ends the rest of
 * the input is not known any more. */
int cpg_line_read(struct cpg_shell *shell, const struct cpg_line_request *request,
		  struct cpg_line *line, struct cpg_error *err)
	__attribute__((warn_unused_result));

#endif
