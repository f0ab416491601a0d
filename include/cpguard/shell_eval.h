/* Evaluation: walks the tree as bash would run it, in both directions where a condition is
 * not known.
 *
 * Where both ways of a condition are followed, each in a copy of the scope, the two are
 * joined behind it: what differs becomes unknown, and a launch found on the way is
 * conditional. A way that ends the script with a failure (exit with a status that is not 0,
 * an expansion error) does not make what follows conditional: a job that gives up before it
 * trains does no harm. A command that is no builtin and no function is taken to succeed
 * where `set -e` or `|| exit` would end the script on its failure; elsewhere its status is not
 * known. So are cd and mkdir before && and `|| exit`: that they fail is not worth following.
 */
#ifndef CPGUARD_SHELL_EVAL_H
#define CPGUARD_SHELL_EVAL_H

#include <limits.h>

#include "cpguard/error.h"
#include "cpguard/shell.h"
#include "cpguard/shell_expand.h"

/* How control leaves a command. */
enum cpg_shell_flow_kind {
	CPG_FLOW_NEXT,
	CPG_FLOW_BREAK,
	CPG_FLOW_CONTINUE,
	CPG_FLOW_RETURN,
	CPG_FLOW_EXIT,
	CPG_FLOW_DISCARD, /* to the next line of the text that is run: see struct cpg_expansion */
};

/* Of DISCARD: to the next line of the script, out of all that it evals and sources. */
#define CPG_FLOW_ALL_TEXTS UINT_MAX

/* Of EXIT: a function's return ends its subshell, which is no giving up. */
#define CPG_FLOW_RETURNED (UINT_MAX - 1)

struct cpg_shell_flow {
	enum cpg_shell_flow_kind kind;
	unsigned levels; /* of BREAK, CONTINUE and DISCARD: of how many loops, or texts;
	                    of EXIT: CPG_FLOW_RETURNED or 0 */
};

/* Walks a list in `shell`, leaving its status in the scope. */
int cpg_shell_run(struct cpg_shell *shell, const struct cpg_shell_list *list,
		  struct cpg_shell_flow *flow, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* Runs an expanded simple command: a function, a builtin, or a program (which may be a
 * wrapper, a shell script, a launch). `first` is the index of the command's name in `fields`;
 * functions are passed over when `no_function` (behind `command` and `builtin`). `origin` is
 * the command's place. Leaves the status in the scope. */
int cpg_shell_execute(struct cpg_shell *shell, const struct cpg_fields *fields,
		      size_t first, bool no_function, struct cpg_origin origin,
		      struct cpg_shell_flow *flow, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* Parses `text` and runs it in this shell, as eval does; with a gap in it, every variable is
 * forgotten and the walk is incomplete. `file` and `line` are for origins. */
int cpg_shell_run_text(struct cpg_shell *shell, struct cpg_value text, const char *file,
		       unsigned line, struct cpg_shell_flow *flow, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* Runs the text of a script as a process of its own (bash FILE, ./FILE, bash -c TEXT, a
 * here-document on bash's standard input): a child scope, `name` as $0, `file` for
 * BASH_SOURCE and origins (NULL for -c), the words behind as parameters. */
struct cpg_shell_script {
	struct cpg_value text;
	struct cpg_value name; /* $0 */
	const char *file;
	struct cpg_origin origin; /* of the first character, when `file` is NULL */
	const struct cpg_field *parameters;
	size_t parameter_count;
	bool posix;        /* sh, dash */
	bool argument;     /* of -c */
	const char *flags; /* options that it is started with, as set takes them: "-eu +B
	                      -o pipefail", with blanks between them; NULL: none */
};

int cpg_shell_run_script(struct cpg_shell *shell, const struct cpg_shell_script *script,
			 struct cpg_error *err) __attribute__((warn_unused_result));

#endif
