/* The grammar as the shell parser's own files share it: lists, commands, expressions.
 */
#ifndef CPGUARD_SHELL_PARSE_H
#define CPGUARD_SHELL_PARSE_H

#include "shell_word.h"

/* shell_parse.c, shell_parse_command.c, shell_parse_compound.c, shell_parse_test.c */

/* A list up to something that cannot continue it. It may be empty. */
bool cpg_shell_read_list(struct cpg_shell_reader *r, const struct cpg_shell_list **out)
	__attribute__((warn_unused_result));

/* The same, and a mistake when it is empty. */
bool cpg_shell_read_some_list(struct cpg_shell_reader *r, const struct cpg_shell_list **out)
	__attribute__((warn_unused_result));

/* A list and its ) behind $( or <(. */
bool cpg_shell_read_substitution(struct cpg_shell_reader *r,
				 const struct cpg_shell_list **out)
	__attribute__((warn_unused_result));

/* Reads `text`, which begins on `line`, as bash reads a script; a mistake in it is only the
 * list's. */
bool cpg_shell_read_script(struct cpg_shell_reader *outer, struct cpg_text text,
			   unsigned line, const struct cpg_shell_list **out)
	__attribute__((warn_unused_result));

/* A simple command, or a function's definition by its name. With `first`, that word was read
 * before. */
bool cpg_shell_read_simple(struct cpg_shell_reader *r, const struct cpg_shell_scan *first,
			   struct cpg_shell_command *out)
	__attribute__((warn_unused_result));

/* The redirections behind a compound command. */
bool cpg_shell_read_redirects(struct cpg_shell_reader *r, struct cpg_shell_command *command)
	__attribute__((warn_unused_result));

/* Whether a compound command begins here; reads one with its redirections. */
bool cpg_shell_at_compound(struct cpg_shell_reader *r);
bool cpg_shell_read_compound(struct cpg_shell_reader *r, struct cpg_shell_command *out)
	__attribute__((warn_unused_result));

/* function NAME... and coproc..., from the reserved word on; what stands behind NAME(). */
bool cpg_shell_read_function(struct cpg_shell_reader *r, struct cpg_shell_command *out)
	__attribute__((warn_unused_result));
bool cpg_shell_read_function_body(struct cpg_shell_reader *r, struct cpg_shell_command *out)
	__attribute__((warn_unused_result));
bool cpg_shell_read_coproc(struct cpg_shell_reader *r, struct cpg_shell_command *out)
	__attribute__((warn_unused_result));

/* The expression of [[ ]] and the ]]. */
bool cpg_shell_read_test(struct cpg_shell_reader *r, const struct cpg_shell_test **out)
	__attribute__((warn_unused_result));

#endif
