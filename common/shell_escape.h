/* Backslash escapes, as echo -e and printf read them.
 *
 * Source: bash 5.2: lib/sh/strtrans.c ansicstr, builtins/printf.def tescape and bexpand.
 */
#ifndef CPGUARD_SHELL_ESCAPE_H
#define CPGUARD_SHELL_ESCAPE_H

#include <stddef.h>

#include "cpguard/shell.h"
#include "shell_pieces.h"

enum cpg_escape_style {
	CPG_ESCAPE_ECHO,   /* \0nnn and no \nnn */
	CPG_ESCAPE_FORMAT, /* \nnn, and no \c */
	CPG_ESCAPE_B,      /* %b: \nnn and \0nnn */
};

enum cpg_escape_end {
	CPG_ESCAPE_DONE,    /* all of the text */
	CPG_ESCAPE_STOP,    /* \c: nothing is printed any more, of what follows either */
	CPG_ESCAPE_UNKNOWN, /* what comes now hangs on the locale, or is a NUL */
};

/* Reads the escape behind a backslash: `at` points behind it, `end` behind the text. Writes at
 * most 4 bytes to `out`, their number to *length, and moves *at behind the escape. */
enum cpg_escape_end cpg_escape_read(enum cpg_escape_style style, const char **at,
				    const char *end, char out[4], size_t *length);

/* shell_builtins_text.c: appends a value with its escapes, and a gap for all that a gap in it
 * leaves open. Returns false when nothing that is known may follow: after a gap, and after
 * \c. */
bool cpg_builtin_add_escaped(struct cpg_shell *shell, struct cpg_pieces *out,
			     enum cpg_escape_style style, struct cpg_value value);

#endif
