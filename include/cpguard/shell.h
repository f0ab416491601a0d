/* The shell: what all rooms of the script reader share while a script is walked.
 *
 * A `struct cpg_shell` is one process: a scope, where its output goes, where its input comes
 * from. A `struct cpg_shell_world` is what all processes of one evaluation have in common:
 * the budgets, the launches found so far, the files that the script itself wrote. Nothing is
 * run and nothing is written; files are only read.
 *
 * How the functions of shell_*.h return, unless their comment says otherwise: 0; or -1 with
 * *err set, when the walk must end: no memory (ENOMEM) or a budget used up (CPG_E_LIMIT).
 * What merely fails in the script (a command's status, an expansion error) or is not known is
 * a result, never a failure.
 */
#ifndef CPGUARD_SHELL_H
#define CPGUARD_SHELL_H

#include <stdbool.h>
#include <stddef.h>

#include "cpguard/arena.h"
#include "cpguard/container.h"
#include "cpguard/environment.h"
#include "cpguard/error.h"
#include "cpguard/launch.h"
#include "cpguard/shell_scope.h"
#include "cpguard/shell_syntax.h"
#include "cpguard/shell_value.h"

/* Budgets of one evaluation, in one place (DESIGN section 9). */
#define CPG_SHELL_SCRIPT_LIMIT ((size_t)4 << 20)   /* bytes of one script */
#define CPG_SHELL_SCRIPTS_LIMIT ((size_t)16 << 20) /* bytes of all scripts */
#define CPG_SHELL_FILES_LIMIT 64     /* scripts read, generated ones included */
#define CPG_SHELL_STEPS_LIMIT 200000 /* commands evaluated and words expanded */
#define CPG_SHELL_DEPTH_LIMIT 64     /* calls, sources, subshells within each other */
#define CPG_SHELL_TEXT_LIMIT ((size_t)1 << 20)  /* bytes of one value */
#define CPG_SHELL_WORDS_LIMIT 65536             /* words of one expansion */
#define CPG_SHELL_READ_LIMIT ((size_t)64 << 10) /* bytes that $(cat FILE) reads */
#define CPG_SHELL_ASSUMED_LIMIT 64              /* assumptions that are reported */

/* A file that the script wrote: `cat > FILE <<EOF`, `echo ... >> FILE`. */
struct cpg_shell_file {
	const char *path;         /* absolute */
	struct cpg_value content; /* may have gaps */
	bool maybe;               /* whether it was written hangs on something not known */
	bool executable;          /* chmod +x was seen */
};

/* What an environment manager printed for eval: a gap with this `why`, and the variables that
 * the text may set. */
struct cpg_shell_managed {
	const struct cpg_shell_managed *next;
	const char *why;
	const char *const *names;
};

/* A file that was sourced, and the name by which it was. */
struct cpg_shell_named {
	const struct cpg_shell_named *next;
	const char *file;
	struct cpg_value name;
};

struct cpg_shell_world {
	struct cpg_arena *arena;
	struct cpg_launches launches;

	size_t steps; /* used so far */
	size_t files;
	size_t bytes;
	unsigned depth;

	/* Whether a launch may be hidden or extra because something was not known; `why` says
	 * what, the first time. */
	bool incomplete;
	const char *why;
	struct cpg_origin why_origin;

	/* What was taken for granted, the first CPG_SHELL_ASSUMED_LIMIT of it. */
	struct cpg_assumption *assumed;
	size_t assumed_count;

	struct cpg_shell_file *written;
	size_t written_count;
	size_t written_capacity;

	/* The files that a program may have changed, and the directories that it may have made. */
	const struct cpg_file_touched *touched;
	const struct cpg_file_touched *directories;

	/* The names by which files were sourced, for BASH_SOURCE of their functions. */
	const struct cpg_shell_named *named;

	/* Some text mentions PIPESTATUS, which is kept from then on. */
	bool keeps_statuses;

	/* The trap of errors that was followed for a command that may have failed. */
	const struct cpg_shell_trap *tried_trap;

	/* Gaps of text that was parsed: common/shell_marks.h. */
	struct cpg_piece *gaps;
	size_t gap_count;

	/* Gaps that an environment manager's output left. */
	const struct cpg_shell_managed *managed;

	/* How a test on a file that is not there is answered: at submission the job or its
	 * node may have it (CPG_UNKNOWN), on the node it is the truth (CPG_NO). */
	bool on_node;
};

/* What a command writes to standard output while it is captured by $( ), a pipe or a file. */
struct cpg_shell_output {
	struct cpg_value text;
	/* How much of it is printed hangs on something not known: none of it is known. */
	bool unsure;
	/* Where the pieces of `text` lie, with room behind them: shell_redirect.c. */
	struct cpg_shell_output_room *room;
};

/* A text that `trap` keeps. */
struct cpg_shell_trap {
	const struct cpg_shell_trap *next; /* what it may be instead */
	struct cpg_value text;
	/* Set on some way of a condition that is not known, which stands at `condition`. */
	bool conditional;
	struct cpg_origin condition;
};

struct cpg_walk_temporaries;

enum cpg_shell_fork {
	CPG_FORK_NONE,
	CPG_FORK_SUBSHELL,
	CPG_FORK_SUBSTITUTION, /* of $( ) */
};

struct cpg_shell {
	struct cpg_shell_world *world;
	struct cpg_arena *arena; /* the world's */
	struct cpg_shell_scope *scope;

	/* Where standard output goes: NULL is nowhere that matters. */
	struct cpg_shell_output *output;
	/* What standard input holds and has not been read yet; NULL: not known. What reads from
	 * it points this to a new value, and leaves the old one as it is. */
	const struct cpg_value *input;

	struct cpg_value name; /* $0 */
	bool posix;            /* started as sh or dash */
	/* Whose files it sees; NULL: this machine's. Of a container's files those are read that a
	 * mount brings. */
	const struct cpg_container *container;

	/* The condition that is not known on which what is walked now hangs; file NULL and
	 * line 0 when there is none. */
	bool conditional;
	struct cpg_origin condition;

	/* The stack of calls and sourced files, for BASH_SOURCE and FUNCNAME. */
	const struct cpg_shell_frame *frame;
	/* What control can leave early, from the inside out. */
	struct cpg_shell_control *control;
	/* Within a condition, or before && and ||, where `set -e` does not count. */
	bool tested;
	/* Within an eval, a sourced file or `command` that is tested: there bash forgets -e
	 * altogether, also for the errors that it otherwise ends the shell for in any place. */
	bool spared;
	/* The text of -c, where bash ends with 127 what elsewhere ends with 1. */
	bool argument;
	/* Within a pipeline of which other commands may write files meanwhile: what a pattern
	 * matches hangs on which is first. */
	bool raced;
	/* Within $( ), what is printed counts, and so does what fails. */
	bool captured;
	/* Whether it is a subshell: there bash does not go on behind an expansion that failed. */
	enum cpg_shell_fork forked;
	/* The assignments before the commands that run now, from the inside out. */
	const struct cpg_walk_temporaries *prefix;
	/* Before && or `|| exit`: if the command fails, nothing else of its line runs. */
	bool relied;
	/* The assignments before the function that is about to be called; NULL: none. */
	struct cpg_walk_temporaries *temporaries;
	/* What `trap ... EXIT` and `trap ... ERR` set; NULL: nothing. */
	const struct cpg_shell_trap *exit_trap;
	const struct cpg_shell_trap *error_trap;
};

struct cpg_shell_frame {
	const struct cpg_shell_frame *outer;
	const char *function;    /* NULL: a sourced file, or the script itself */
	struct cpg_value source; /* what BASH_SOURCE shows for its text */
	bool has_source;         /* false for the text of -c */
	const char *file;        /* the same as origins name it; NULL: none */
	/* The caller's, where the frame has positional parameters of its own; else NULL. */
	const struct cpg_positional *positional;
	/* The shell's when it was entered. */
	const struct cpg_walk_temporaries *prefix;
};

enum cpg_shell_control_kind {
	CPG_CONTROL_LOOP,    /* break and continue */
	CPG_CONTROL_FRAME,   /* a function or a sourced file: return */
	CPG_CONTROL_LINE,    /* of a text that is run: an expansion that fails */
	CPG_CONTROL_PROCESS, /* a script or a subshell: exit */
};

/* A construct that control can leave early. Where it is left on one way of a condition that
 * is not known, that way's scope waits here until the construct ends, and is joined then. */
struct cpg_shell_control {
	struct cpg_shell_control *outer;
	enum cpg_shell_control_kind kind;
	/* Ways that left it; NULL: none. Of a process those that ended it with traps to run. */
	struct cpg_shell_scope *left;
	const struct cpg_shell_trap *traps;
	struct cpg_origin left_at;
	bool bare; /* of a process: some way ended it in good order without a trap */
	struct cpg_shell_scope *again; /* a loop: ways that went on to its next turn */
	bool exited;                   /* a process: some way may have ended it before */
	int status;                    /* of those ways; -1 when not known or not one */
	bool passed; /* a way went through it further out: what follows is conditional */
	struct cpg_origin passed_at;
	/* A line: what there was when it began, to which a way returns that leaves it. */
	const struct cpg_shell_frame *frame;
	const struct cpg_walk_temporaries *prefix;
};

/* Counts one step. Returns 0, or -1 with *err set when the budget is used up. */
int cpg_shell_step(struct cpg_shell *shell, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* Notes that a launch may be hidden or extra from here on. Only the first one's words are
 * kept. */
void cpg_shell_incomplete(struct cpg_shell *shell, const char *why,
			  struct cpg_origin origin);

/* What a walk takes for granted where it does not know: otherwise the job would give up, or
 * a line of it, and what it starts is no less right for that. */
extern const char cpg_shell_expands[]; /* an expansion does not fail */
extern const char cpg_shell_enters[];  /* a directory can be entered, or made */
extern const char cpg_shell_opens[];   /* a file can be opened */
extern const char cpg_shell_goes_on[]; /* the script does not end with a failure */

/* Notes one of them at `origin`: once for each place, and cpg_shell_goes_on, which nearly every
 * command of a script under -e takes, where it is first. */
void cpg_shell_assume(struct cpg_shell *shell, const char *what, struct cpg_origin origin);

/* The gap that stands for slurmd's spool directory, where a batch script's copy lies and
 * nothing of the user's beside it: a piece with this `why`. The functions below know that
 * of such a path there is no file but the script. */
extern const char cpg_shell_spool[];

/* Why a value of words is not known: the `why` of its first gap, but never that of the spool
 * directory, which stands for one path. */
const char *cpg_shell_gap_why(struct cpg_value value);

/* The absolute path by which a process in the scope's directory would open `path`. Returns 1
 * and sets *absolute (owned by the arena), 0 when that is not known (gaps, a directory that is
 * not known), -1 as all. */
int cpg_shell_absolute(struct cpg_shell *shell, struct cpg_value path,
		       const char **absolute, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* Where on this machine that lies: the same path, or where a container's mounts lead. Returns 1
 * and sets *place (owned by the arena), 0 when that is not known, -1 as all. */
int cpg_shell_path(struct cpg_shell *shell, struct cpg_value path, const char **place,
		   struct cpg_error *err) __attribute__((warn_unused_result));

/* What a test operator such as 'f' says of `path` (test -f and its kin: e f d r w x s L h and
 * so on): CPG_YES, CPG_NO or CPG_UNKNOWN. A file that exists here is taken to exist when the
 * job runs; one that does not is unknown unless world->on_node; of a path with gaps, and within
 * a container where no mount is known to bring it, everything is unknown. What the script itself
 * wrote exists. */
int cpg_shell_file_test(struct cpg_shell *shell, char op, struct cpg_value path);

/* The text of a script or of a file for $(cat FILE): what the script itself wrote there, else
 * what lies there. Returns 1 and sets *content and *absolute, its path on this machine; 0 when
 * it is known not to be there (on the node only, or what lies there is a directory); 2 with *why
 * set when it is not known; -1 as all. `script` counts it against the budgets of scripts. */
int cpg_shell_read(struct cpg_shell *shell, struct cpg_value path, bool script,
		   struct cpg_value *content, const char **absolute, const char **why,
		   struct cpg_error *err) __attribute__((warn_unused_result));

#endif
