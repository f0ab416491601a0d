/* What the files that walk the tree share: shell_eval.c (lists, forks, subshells),
 * shell_compound.c (if, loops, case), shell_simple.c (simple commands, redirections),
 * shell_program.c (programs: wrappers, shells, launches).
 */
#ifndef CPGUARD_SHELL_WALK_H
#define CPGUARD_SHELL_WALK_H

#include "cpguard/shell.h"
#include "cpguard/shell_eval.h"
#include "cpguard/shell_expand.h"
#include "cpguard/wrappers.h"

/* Why something is not known behind a fork. */
#define CPG_WALK_CONDITION "hangs on a condition that is not known"

/* Reports that the memory has run out; returns -1. */
int cpg_walk_no_memory(struct cpg_error *err);

/* A piece of the walk, to be run in a shell. */
typedef int cpg_walk_step(struct cpg_shell *shell, void *context,
			  struct cpg_shell_flow *flow, struct cpg_error *err);

/* cpg_shell_run() as a step; `context` is the list. */
cpg_walk_step cpg_walk_list;

/* The condition that the walk hangs on, to be put back behind a construct. */
struct cpg_walk_mark {
	bool conditional;
	struct cpg_origin condition;
};

void cpg_walk_mark(const struct cpg_shell *shell, struct cpg_walk_mark *mark);
void cpg_walk_restore(struct cpg_shell *shell, const struct cpg_walk_mark *mark);

/* As cpg_shell_incomplete(), and from here on all that the process does is conditional. */
void cpg_walk_doubt(struct cpg_shell *shell, const char *why, struct cpg_origin origin);

/* Follows both ways of a condition that is not known, and joins them. A step that is NULL does
 * nothing. `origin` is the condition's place. Where one way leaves early and not by failing,
 * the walk goes on conditional. */
int cpg_walk_fork(struct cpg_shell *shell, struct cpg_origin origin, cpg_walk_step *first,
		  void *first_context, cpg_walk_step *second, void *second_context,
		  struct cpg_shell_flow *flow, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* Whether the last status is known to be none of 0. */
bool cpg_walk_failed(const struct cpg_shell_scope *scope);

/* Begins a construct that control can leave early; *control lives until shell->control is
 * set back to control->outer. */
void cpg_walk_enter(struct cpg_shell *shell, struct cpg_shell_control *control,
		    enum cpg_shell_control_kind kind);

/* Puts the condition back that was in force before a construct, unless control may have gone
 * through it further out. */
void cpg_walk_leave(struct cpg_shell *shell, const struct cpg_shell_control *control,
		    const struct cpg_walk_mark *mark);

/* Ends a construct, or a loop's turn: takes in what waits at *waiting (control->left or
 * control->again). A flow that ends here becomes CPG_FLOW_NEXT; one that goes through, while
 * other ways end here, waits further out. */
int cpg_walk_settle(struct cpg_shell *shell, struct cpg_shell_control *control,
		    struct cpg_shell_scope **waiting, struct cpg_origin origin,
		    struct cpg_shell_flow *flow, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* Ends a loop's turn on a way that leaves the loop, while those at control->again go on with
 * it: it waits where it goes. */
int cpg_walk_part(struct cpg_shell *shell, struct cpg_shell_control *control,
		  struct cpg_origin origin, struct cpg_shell_flow *flow,
		  struct cpg_error *err) __attribute__((warn_unused_result));

/* Runs a step as a process's whole life in `shell`, which is the process: exit ends there. The
 * status is left in the scope. */
int cpg_walk_process(struct cpg_shell *shell, cpg_walk_step *step, void *context,
		     struct cpg_error *err) __attribute__((warn_unused_result));

/* Runs a step in a subshell: a copy of the scope, with output and input of its own. */
int cpg_walk_subshell(struct cpg_shell *shell, cpg_walk_step *step, void *context,
		      struct cpg_shell_output *output, const struct cpg_value *input,
		      int *status, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* shell_pipe_status.c: PIPESTATUS is kept once some text mentions it, since keeping it costs
 * memory with each command. Text that is about to be run, in a shell that has run others, or in
 * a new one. */
int cpg_walk_mention_statuses(struct cpg_shell *shell, struct cpg_value text,
			      struct cpg_error *err) __attribute__((warn_unused_result));
int cpg_walk_begin_statuses(struct cpg_shell *shell, struct cpg_value text,
			    struct cpg_error *err) __attribute__((warn_unused_result));

/* shell_pipe_status.c: a pipeline has ended, with these statuses (-1: not known). */
int cpg_walk_keep_statuses(struct cpg_shell *shell, const int *statuses, size_t count,
			   struct cpg_origin origin, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* shell_trap.c: *out is what two ways of a condition have set. */
int cpg_walk_join_traps(struct cpg_shell *shell, const struct cpg_shell_trap *a,
			const struct cpg_shell_trap *b, struct cpg_origin origin,
			const struct cpg_shell_trap **out, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* shell_trap.c: a way ends the process, others go on: its traps run with its variables. */
int cpg_walk_end_early(struct cpg_shell *shell, struct cpg_shell_control *process,
		       struct cpg_shell_scope *scope, const struct cpg_shell_trap *traps,
		       struct cpg_origin origin, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* shell_trap.c: the process of a command in a pipeline or in the background is about to end;
 * `command` is NULL for a chain. bash runs what `trap ... EXIT` left there behind { } and ( )
 * alone, since release 5.1 behind a simple command too. */
int cpg_walk_spare_traps(struct cpg_shell *shell, const struct cpg_shell_command *command,
			 struct cpg_error *err) __attribute__((warn_unused_result));

/* shell_trap.c: the process ends, which began with `mark`: what `trap ... EXIT` left runs. */
int cpg_walk_end_process(struct cpg_shell *shell, struct cpg_shell_control *process,
			 const struct cpg_walk_mark *mark, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* shell_trap.c: runs what `trap ... ERR` set, when the command at `origin` has failed; when it
 * may have, as something that may run. */
int cpg_walk_error_trap(struct cpg_shell *shell, struct cpg_origin origin,
			struct cpg_shell_flow *flow, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* What an output that was captured holds in the end: a gap when it is unsure. NULL when there
 * is no memory. */
const struct cpg_value *cpg_walk_captured(struct cpg_shell *shell,
					  struct cpg_shell_output *output);

/* shell_compound.c: runs one command of any kind, with its redirections. */
int cpg_walk_command(struct cpg_shell *shell, const struct cpg_shell_command *command,
		     struct cpg_shell_flow *flow, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* shell_simple.c: runs a simple command, whose redirections are in force already. */
int cpg_walk_simple(struct cpg_shell *shell, const struct cpg_shell_command *command,
		    struct cpg_shell_flow *flow, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* shell_simple.c: an expansion has failed: bash gives up the line, or ends the script. */
void cpg_walk_expansion_error(struct cpg_shell *shell, const struct cpg_expansion *how,
			      struct cpg_shell_flow *flow);

/* shell_eval.c: runs the items of a list from *next on, up to its end, with `line` to the end
 * of a line, or to a chain that control leaves; *next is then behind that. */
int cpg_walk_items(struct cpg_shell *shell, const struct cpg_shell_list *list, size_t *next,
		   bool line, struct cpg_shell_flow *flow, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* shell_eval.c: bash stops reading a text at a line that it cannot read; in posix mode the
 * shell ends. */
void cpg_walk_end_list(struct cpg_shell *shell, const struct cpg_shell_list *list,
		       struct cpg_shell_flow *flow);

/* shell_text.c: makes `scope`, of a way that leaves the line at `control`, what it is behind
 * that line: without the frames and variables of what is called within it. */
int cpg_walk_unwind(struct cpg_shell *shell, struct cpg_shell_scope *scope,
		    const struct cpg_shell_control *control, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* A variable that was assigned before a command, for the command alone. */
struct cpg_walk_temporary {
	const char *name;
	struct cpg_shell_variable before;
	struct cpg_shell_variable
		kept; /* what stays of it, when its `kept` is not CPG_NO */
};

struct cpg_walk_temporaries {
	const struct cpg_walk_temporaries *outer; /* of the commands around */
	struct cpg_walk_temporary *items;
	size_t count;
	bool framed;   /* they lie in a frame of their own */
	bool declares; /* the command is export or its kin */
};

/* shell_temporary.c: makes the variables of the assignments before a command, of which `name`
 * is the first word, and takes them away when it has run. `special`: it is a special builtin in
 * posix mode. */
int cpg_walk_begin_temporaries(struct cpg_shell *shell,
			       const struct cpg_shell_command *command,
			       const struct cpg_field *name, bool special,
			       struct cpg_walk_temporaries *out, struct cpg_expansion *how,
			       struct cpg_error *err) __attribute__((warn_unused_result));
int cpg_walk_end_temporaries(struct cpg_shell *shell, struct cpg_walk_temporaries *t,
			     struct cpg_error *err) __attribute__((warn_unused_result));

/* shell_temporary.c: takes them out of the shell's scope, and no more. */
int cpg_walk_drop_temporaries(struct cpg_shell *shell, const struct cpg_walk_temporaries *t,
			      struct cpg_error *err) __attribute__((warn_unused_result));

/* shell_temporary.c: the function returns: notes which of them it has exported. */
void cpg_walk_note_temporaries(struct cpg_shell *shell, struct cpg_walk_temporaries *t);

/* shell_text.c: commands have run that are not known: nothing is known any more of variables and
 * parameters. */
int cpg_walk_forget(struct cpg_shell *shell, const char *why, struct cpg_origin origin,
		    struct cpg_error *err) __attribute__((warn_unused_result));

/* shell_function.c: whether a function is being called, in whichever file: local works, and
 * FUNCNAME is set. */
bool cpg_walk_in_function(const struct cpg_shell *shell);

/* shell_function.c: fields as positional parameters. */
int cpg_walk_parameters(struct cpg_shell *shell, const struct cpg_field *fields,
			size_t count, struct cpg_positional *out, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* shell_function.c: calls a function; `fields` from its name on. */
int cpg_walk_call(struct cpg_shell *shell, const struct cpg_shell_command *function,
		  const char *name, const struct cpg_fields *fields,
		  struct cpg_shell_flow *flow, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* shell_function.c: runs the text of a sourced file in this shell: `source` is what
 * BASH_SOURCE shows, `file` is for origins; with parameters of its own when there are some. */
int cpg_walk_source(struct cpg_shell *shell, struct cpg_value text, struct cpg_value source,
		    const char *file, const struct cpg_positional *parameters,
		    struct cpg_shell_flow *flow, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* shell_function.c: notes the name by which a file is read from here on, which BASH_SOURCE
 * shows in its functions. */
int cpg_walk_note_source(struct cpg_shell *shell, const char *file, struct cpg_value name,
			 struct cpg_error *err) __attribute__((warn_unused_result));

/* shell_function.c: sets BASH_SOURCE and FUNCNAME for the frame that is now the innermost. */
int cpg_walk_show_frames(struct cpg_shell *shell, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* shell_program.c: runs a program that is neither a function nor a builtin. */
int cpg_walk_program(struct cpg_shell *shell, const struct cpg_fields *fields, size_t first,
		     struct cpg_origin origin, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* shell_builtins_control.c: the variables `names` (as wrappers.h gives them) are not known any
 * more, for the reason `why`. */
int cpg_walk_unknown_names(struct cpg_shell *shell, const char *const *names,
			   const char *why, struct cpg_origin origin, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* script.c: the reason for a gap that is such a variable's: a name or a number. */
extern const char cpg_walk_job_word[];

/* script.c: sets the variables that every job of Slurm's has, each to one word that is not
 * known. */
int cpg_walk_job_words(struct cpg_shell *shell, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* shell_builtins_control.c: the variables `names` (as wrappers.h gives them) are not known any
 * more; the status is 0. */
int cpg_walk_managed(struct cpg_shell *shell, const char *const *names,
		     struct cpg_origin origin, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* shell_program.c: when a gap's `why` says that an environment manager printed it, the
 * variables that this text may set; else NULL. */
const char *const *cpg_walk_manager_of_gap(const struct cpg_shell *shell, const char *why);

/* shell_program.c: the known text behind a value's last gap, all of it when it has none. NULL
 * when there is no memory. */
const char *cpg_walk_tail(struct cpg_shell *shell, struct cpg_value value);

/* shell_program.c: adds a launch when the command of these words is one. */
int cpg_walk_add_launch(struct cpg_shell *shell, const struct cpg_word *words, size_t count,
			struct cpg_error *err) __attribute__((warn_unused_result));

/* shell_program.c: the same for a Python program and its arguments, as torchrun starts it. */
int cpg_walk_add_python(struct cpg_shell *shell, const struct cpg_word *words, size_t count,
			bool module, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* shell_program.c: whether `path` names a shell whose scripts are read. */
bool cpg_walk_is_shell(const char *path, bool *posix);

/* shell_wrapper.c: runs what a wrapper starts. `words` are the fields from `first` on. */
int cpg_walk_wrapper(struct cpg_shell *shell, const struct cpg_fields *fields, size_t first,
		     const struct cpg_word *words, struct cpg_origin origin,
		     struct cpg_error *err) __attribute__((warn_unused_result));

/* shell_env_split.c: `env -S TEXT ...`: *out is the command with the words of the text in its
 * place. Returns 1; 0 when there is no -S, or what env makes of it is not known; -1 as all. */
int cpg_walk_split_env(struct cpg_shell *shell, const struct cpg_fields *fields,
		       const struct cpg_word *words, struct cpg_fields *out,
		       struct cpg_error *err) __attribute__((warn_unused_result));

/* shell_container.c: brings `inner`, in which a wrapper's command runs, into the wrapper's
 * container: its files, its working directory. `outer` is the shell that starts the wrapper, whose
 * words are the fields from `first` on; the directory of `inner` is the one from which it is
 * started. `said` is what srun finds in its environment; NULL: nothing. */
int cpg_walk_contain(struct cpg_shell *outer, struct cpg_shell *inner,
		     const struct cpg_wrapped *wrapped,
		     const struct cpg_slurm_container *said,
		     const struct cpg_fields *fields, size_t first,
		     struct cpg_origin origin, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* shell_script.c: whether a program's path is one of the system's: those are not scripts that
 * launch anything. */
bool cpg_walk_is_system(const char *path);

/* shell_script.c: what runs a script, by its #! line. */
enum cpg_walk_interpreter {
	CPG_INTERPRETER_SHELL,
	CPG_INTERPRETER_PYTHON,
	CPG_INTERPRETER_OTHER,
	CPG_INTERPRETER_UNKNOWN, /* the line is not known, or there is no memory */
};

enum cpg_walk_interpreter cpg_walk_interpreter(struct cpg_arena *arena,
					       struct cpg_value text, bool *posix,
					       const char **flags);

/* shell_script.c: sets or clears the options of single letters. Letters that do not matter
 * here are passed over. */
int cpg_walk_set_flags(struct cpg_shell *shell, const char *flags, int value);

/* shell_builtins_options.c: whether there is an option of set -o with that name; the second sets
 * or clears it, and returns false when there is none. */
bool cpg_walk_is_named(const char *name);
bool cpg_walk_set_named(struct cpg_shell *shell, const char *name, int value);

/* shell_script.c: `bash ...` and its kin. */
int cpg_walk_shell(struct cpg_shell *shell, const struct cpg_fields *fields, size_t first,
		   bool posix, struct cpg_origin origin, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* shell_script.c: runs a script in `shell`, whose scope is the new process's already. */
int cpg_walk_script(struct cpg_shell *shell, const struct cpg_shell_script *script,
		    struct cpg_error *err) __attribute__((warn_unused_result));

/* shell_written.c: a file that a redirection has opened to write to it. */
struct cpg_walk_opened {
	bool append;
	bool maybe;              /* whether the script had written it before is not known */
	struct cpg_value before; /* what it held */
	struct cpg_value gap;    /* what it holds while it is open */
};

/* shell_redirect.c: redirections in force while a command runs. */
struct cpg_walk_redirected {
	struct cpg_shell_output *output; /* the shell's own, to be put back */
	const struct cpg_value *input;
	struct cpg_shell_output captured;
	const char *path;              /* where `captured` is written; NULL: nowhere */
	struct cpg_walk_opened opened; /* that file */
	bool forks;                    /* a new process makes them */
	bool failed; /* a redirection cannot be made: the command does not run */
	struct cpg_expansion how; /* of its word */
};

/* With `forks` a new process makes them, a program's or a subshell's: what their words assign,
 * and what an error in them gives up, is that one's. */
int cpg_walk_redirect(struct cpg_shell *shell, const struct cpg_shell_redirect *redirects,
		      size_t count, bool forks, struct cpg_walk_redirected *redirected,
		      struct cpg_error *err) __attribute__((warn_unused_result));
int cpg_walk_undirect(struct cpg_shell *shell, struct cpg_walk_redirected *redirected,
		      struct cpg_error *err) __attribute__((warn_unused_result));

/* shell_redirect.c: whether what goes to this file is not kept: it is not read again. */
bool cpg_walk_is_device(const char *path);

/* shell_redirect.c: whether a redirection has failed that this shell makes: then the command
 * has status 1, or what an error in a word gives up. */
bool cpg_walk_no_redirect(struct cpg_shell *shell,
			  const struct cpg_walk_redirected *redirected,
			  struct cpg_shell_flow *flow);

/* shell_written.c: keeps what a command wrote to a file, so that a script that was made here
 * can be followed. That it can be written is taken for granted, unless the script may have
 * removed the directory. */
int cpg_walk_write(struct cpg_shell *shell, const char *path, struct cpg_value content,
		   bool append, struct cpg_origin origin, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* shell_written.c: what the script wrote to that path, or NULL. */
struct cpg_shell_file *cpg_walk_written(const struct cpg_shell_world *world,
					const char *path);

/* shell_written.c: opens a file to write to it: it is there from here on, as with
 * cpg_walk_write(), and what it holds is not known until it is closed. */
int cpg_walk_open(struct cpg_shell *shell, const char *path, bool append,
		  struct cpg_origin origin, struct cpg_walk_opened *opened,
		  struct cpg_error *err) __attribute__((warn_unused_result));

/* shell_written.c: closes it, to which `content` was written since. */
int cpg_walk_close(struct cpg_shell *shell, const char *path, struct cpg_value content,
		   const struct cpg_walk_opened *opened, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* shell_redirect.c: $(<FILE), which reads the file itself. Sets *is_read when `list` is of
 * that form, and then *out and *status. */
int cpg_walk_read_file(struct cpg_shell *shell, const struct cpg_shell_list *list,
		       struct cpg_value *out, int *status, bool *is_read,
		       struct cpg_error *err) __attribute__((warn_unused_result));

/* shell_redirect.c: the value without its trailing newlines, as $( ) gives it. */
int cpg_walk_trim(struct cpg_shell *shell, struct cpg_value value, struct cpg_value *out,
		  struct cpg_error *err) __attribute__((warn_unused_result));

/* Appends to the shell's output, when it goes somewhere. */
int cpg_walk_print(struct cpg_shell *shell, struct cpg_value value, struct cpg_error *err)
	__attribute__((warn_unused_result));

#endif
