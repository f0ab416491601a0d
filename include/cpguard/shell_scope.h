/* Scopes: what a shell process holds at one point of its run. Variables, arrays, functions,
 * positional parameters, options, the working directory.
 *
 * A scope is copied where the shell forks (a subshell) and where both ways of a condition
 * that is not known are followed; then the two are joined, and what differs becomes unknown.
 * Copies share what neither changes, so that a copy costs little.
 */
#ifndef CPGUARD_SHELL_SCOPE_H
#define CPGUARD_SHELL_SCOPE_H

#include <stdbool.h>
#include <stddef.h>

#include "cpguard/arena.h"
#include "cpguard/environment.h"
#include "cpguard/error.h"
#include "cpguard/shell_row.h"
#include "cpguard/shell_syntax.h"
#include "cpguard/shell_value.h"

enum cpg_variable_kind {
	CPG_VARIABLE_UNSET,
	CPG_VARIABLE_SCALAR,
	CPG_VARIABLE_INDEXED,
	CPG_VARIABLE_ASSOCIATIVE,
	CPG_VARIABLE_UNKNOWN, /* set or not, of any kind and value; `scalar` has one gap */
};

struct cpg_array_element {
	long long index; /* INDEXED, ascending */
	const char *key; /* ASSOCIATIVE, in the order of first assignment */
	struct cpg_value value;
};

/* Immutable: a change makes a new one. */
struct cpg_shell_variable {
	enum cpg_variable_kind kind;
	struct cpg_value scalar;
	const struct cpg_array_element *elements;
	size_t count;
	bool loose; /* an array of which not all elements are known. Of an INDEXED one the
	               first `count` are: nothing lies before or between them that is not
	               in `elements`. Of an ASSOCIATIVE one, some are. */
	struct cpg_row rest; /* of a loose INDEXED one: what comes behind the first `count`;
	                        empty: nothing is known of it */
	int exported;        /* CPG_YES, CPG_NO; CPG_UNKNOWN: it may be */
	bool readonly;
	bool integer;
	bool upper;
	bool lower;
	bool nameref;   /* `scalar` is the name that it stands for */
	bool unlisted;  /* ${!prefix*} may pass over it: it was declared without a value, or
	                     is not there in all releases of bash */
	bool computed;  /* bash gives it its value, as RANDOM: an assignment has no effect
	                     that lasts */
	bool temporary; /* assigned before a command, for it alone, */
	int kept;       /* but exported in it, so that it stays: CPG_YES, NO, UNKNOWN */
	const char *why;             /* of UNKNOWN, or of a loose array: a clause */
	struct cpg_array_room *room; /* of cpg_variable_append() alone; copied or NULL */
};

/* Makes *out an UNKNOWN variable of which not even the attributes are known. Returns 0, or -1
 * when there is no memory; so do the functions below. */
int cpg_variable_unknown(struct cpg_arena *arena, const char *why, struct cpg_origin origin,
			 struct cpg_shell_variable *out)
	__attribute__((warn_unused_result));

/* The element, or the value of a scalar at index 0 (key "0"). CPG_YES and *value; CPG_NO: not
 * set; CPG_UNKNOWN: either, nothing is known of it. A negative index counts from the end, and
 * is CPG_NO where that lies before the beginning, or there is no array. */
int cpg_variable_at(const struct cpg_shell_variable *variable, long long index,
		    struct cpg_value *value);
int cpg_variable_at_key(const struct cpg_shell_variable *variable, const char *key,
			struct cpg_value *value);

/* Whether bash makes nothing of a negative index: there are too few elements that are known, or
 * it is no array. */
bool cpg_variable_lacks(const struct cpg_shell_variable *variable, long long index);

/* The most keys of an associative array that are known at a time: they are looked up one by
 * one. With more the array is loose. */
#define CPG_ARRAY_KEYS 1024

/* *out is `variable` with the element set: an unset variable and a scalar become an INDEXED (or
 * ASSOCIATIVE) array first, as in bash. Everything else of it stays. Where it is not known
 * what the result is (an UNKNOWN variable, an index behind the known ones of a loose array)
 * that element stays unknown. `index` must not be negative. */
int cpg_variable_set_at(struct cpg_arena *arena, const struct cpg_shell_variable *variable,
			long long index, struct cpg_value value,
			struct cpg_shell_variable *out) __attribute__((warn_unused_result));
int cpg_variable_set_at_key(struct cpg_arena *arena,
			    const struct cpg_shell_variable *variable, const char *key,
			    struct cpg_value value, struct cpg_shell_variable *out)
	__attribute__((warn_unused_result));

/* *out is `variable` with one more element behind the last: A+=(value). Appending to what an
 * append gave costs little. */
int cpg_variable_append(struct cpg_arena *arena, const struct cpg_shell_variable *variable,
			struct cpg_value value, struct cpg_shell_variable *out)
	__attribute__((warn_unused_result));

/* The same with any number of elements: A+=($UNKNOWN). `value` says why they are not known. */
int cpg_variable_append_many(struct cpg_arena *arena,
			     const struct cpg_shell_variable *variable,
			     struct cpg_value value, struct cpg_shell_variable *out)
	__attribute__((warn_unused_result));

/* *out is `variable` without the element; unset 'A[i]'. */
int cpg_variable_unset_at(struct cpg_arena *arena,
			  const struct cpg_shell_variable *variable, long long index,
			  struct cpg_shell_variable *out)
	__attribute__((warn_unused_result));
int cpg_variable_unset_at_key(struct cpg_arena *arena,
			      const struct cpg_shell_variable *variable, const char *key,
			      struct cpg_shell_variable *out)
	__attribute__((warn_unused_result));

/* Takes away all that it holds; it is of that kind then, and nothing of it is unknown. */
void cpg_variable_clear(struct cpg_shell_variable *variable, enum cpg_variable_kind kind);

/* Makes it an array of which nothing is known, while something is expanded before which bash, or
 * some release of it, assigns to it; and whether it still is one. */
void cpg_variable_hide(struct cpg_shell_variable *variable);
bool cpg_variable_is_hidden(const struct cpg_shell_variable *variable);

/* The single-letter options of `set` and the shopts that matter. */
enum cpg_shell_option {
	CPG_SET_ALLEXPORT,   /* -a */
	CPG_SET_BRACEEXPAND, /* -B */
	CPG_SET_ERREXIT,     /* -e */
	CPG_SET_ERRTRACE,    /* -E */
	CPG_SET_NOGLOB,      /* -f */
	CPG_SET_NOEXEC,      /* -n */
	CPG_SET_NOUNSET,     /* -u */
	CPG_SET_PIPEFAIL,    /* -o pipefail */
	CPG_SET_POSIX,       /* -o posix, or the shell is sh */
	CPG_SHOPT_NULLGLOB,
	CPG_SHOPT_FAILGLOB,
	CPG_SHOPT_EXTGLOB,
	CPG_SHOPT_DOTGLOB,
	CPG_SHOPT_GLOBSTAR,
	CPG_SHOPT_NOCASEMATCH,
	CPG_SHOPT_NOCASEGLOB,
	CPG_SHOPT_LASTPIPE,
	CPG_SHOPT_INHERIT_ERREXIT,
	CPG_SHELL_OPTION_COUNT,
};

struct cpg_shell_scope;

/* A scope with nothing but the variables of `environment`, exported, and those that bash sets
 * by itself when it starts (IFS, OPTIND, PS4; RANDOM, UID, HOSTNAME and so on, which are
 * unknown). The names of environment->unknown are UNKNOWN; where it may hold more, and where
 * it is NULL, every other name is. Functions that the environment holds are unknown ones. The
 * working directory is unknown, PWD what the environment says. NULL when there is no memory. */
struct cpg_shell_scope *cpg_scope_new(struct cpg_arena *arena,
				      const struct cpg_environment *environment);

/* An independent copy. NULL when there is no memory. */
struct cpg_shell_scope *cpg_scope_copy(struct cpg_shell_scope *scope);

/* Joins `other` into `scope`: variables, options, parameters and functions that differ become
 * unknown; `why` and `origin` say for the report which condition it hung on. Values that are
 * the same keep the origin that they have in `scope`. Texts that differ become a gap, a solid
 * one where both are solid. Arrays that begin alike (INDEXED, with the same indices) keep that
 * beginning, element by element; what comes behind it is any number of elements from where only
 * one of them has more. ASSOCIATIVE ones keep
 * the keys that both have. Anything else that differs in kind is UNKNOWN. Both must have the
 * same number of local frames; where they do not, all variables are forgotten.
 *
 * The time it takes hangs on what was changed since the two were copies of each other.
 * Returns 0, or -1 when there is no memory; so do all functions here. */
int cpg_scope_join(struct cpg_shell_scope *scope, const struct cpg_shell_scope *other,
		   const char *why, struct cpg_origin origin)
	__attribute__((warn_unused_result));

/* Whether both say the same of all variables, functions, options, parameters, frames and the
 * working directory; origins, reasons and the status do not matter. Costs as cpg_scope_join(). */
bool cpg_scope_same(const struct cpg_shell_scope *a, const struct cpg_shell_scope *b);

/* The variable, never NULL: an unset one when there is none, or an unknown one. Namerefs are
 * followed (not more than 8; a reference to an element, NAME[i], is UNKNOWN). Special
 * parameters are not variables. */
const struct cpg_shell_variable *cpg_scope_get(const struct cpg_shell_scope *scope,
					       const char *name);

/* The same, but a nameref is returned as it is. */
const struct cpg_shell_variable *cpg_scope_peek(const struct cpg_shell_scope *scope,
						const char *name);

/* The global variable, which local ones may hide; a nameref is returned as it is. */
const struct cpg_shell_variable *cpg_scope_global(const struct cpg_shell_scope *scope,
						  const char *name);

/* Sets the variable in the frame that has it, else globally; with `local` in the innermost
 * function's frame (which hides what was there until the frame is popped). *variable is
 * copied, what it points to is not.
 *
 * Namerefs are followed, but not with `local`, and not when variable->nameref is set: that
 * changes the reference itself. Where it is not known to what a nameref refers, every
 * variable is forgotten.
 *
 * A readonly one stays as it is: returns 1; but attributes may be added to it while its value
 * is the very one that it has. `local` over a readonly global one is refused too. A computed
 * one keeps its value, which is not known, and takes the attributes.
 *
 * Case, integer and export attributes are the caller's business, as is -a: for a plain
 * assignment copy the variable that cpg_scope_get() returns and change its value. */
int cpg_scope_set(struct cpg_shell_scope *scope, const char *name,
		  const struct cpg_shell_variable *variable, bool local)
	__attribute__((warn_unused_result));

/* Sets the global variable even where a function has a local one of that name: declare -g.
 * Where it is not known whether there is a local one, every variable is forgotten. */
int cpg_scope_set_global(struct cpg_shell_scope *scope, const char *name,
			 const struct cpg_shell_variable *variable)
	__attribute__((warn_unused_result));

/* Unsets it, as `unset` does: a local variable of the innermost function stays local, one of a
 * caller's uncovers what it hid. Where it is not known which of several it is, every variable
 * is forgotten. Namerefs are followed. Returns as cpg_scope_set(). */
int cpg_scope_unset(struct cpg_shell_scope *scope, const char *name)
	__attribute__((warn_unused_result));

/* Unsets a nameref itself: unset -n. */
int cpg_scope_unset_nameref(struct cpg_shell_scope *scope, const char *name)
	__attribute__((warn_unused_result));

/* Whether `name` is local to the innermost function: CPG_YES, CPG_NO or CPG_UNKNOWN. */
int cpg_scope_is_local(const struct cpg_shell_scope *scope, const char *name);

/* From here on every variable is unknown until it is assigned again: something ran in this
 * shell that cannot be read. What is readonly keeps its value, and IFS keeps its own: code
 * that changes IFS for its caller would break every script. Functions and all else stay. */
int cpg_scope_forget(struct cpg_shell_scope *scope, const char *why,
		     struct cpg_origin origin) __attribute__((warn_unused_result));

/* The names of the variables that begin with `prefix`, sorted by bytes. *all is false when
 * there may be more, or some of them may not be set. NULL when there is no memory. */
const char *const *cpg_scope_names(const struct cpg_shell_scope *scope, const char *prefix,
				   size_t *count, bool *all);

/* Local frames: one for each function call. Popping one without a push does nothing. */
int cpg_scope_push(struct cpg_shell_scope *scope) __attribute__((warn_unused_result));
int cpg_scope_pop(struct cpg_shell_scope *scope) __attribute__((warn_unused_result));
size_t cpg_scope_frames(const struct cpg_shell_scope *scope);

/* Functions. NULL when there is none. *unknown is set to whether that is not known, nor which
 * one it is: then the result is NULL. */
const struct cpg_shell_command *cpg_scope_function(const struct cpg_shell_scope *scope,
						   const char *name, bool *unknown);

/* What a name may call where that hangs on a condition. */
#define CPG_FUNCTION_BODIES 2
struct cpg_function_choice {
	const struct cpg_shell_command *bodies[CPG_FUNCTION_BODIES];
	size_t count;
	bool defined; /* it is one of them */
	bool unknown; /* or a function that is not known */
};
struct cpg_function_choice cpg_scope_functions(const struct cpg_shell_scope *scope,
					       const char *name);
int cpg_scope_define(struct cpg_shell_scope *scope, const char *name,
		     const struct cpg_shell_command *function /* NULL: unset -f */)
	__attribute__((warn_unused_result));

/* export -f and export -nf. A function that is not there is left alone. */
int cpg_scope_export_function(struct cpg_shell_scope *scope, const char *name,
			      bool exported) __attribute__((warn_unused_result));

/* Options: CPG_NO, as all but BRACEEXPAND are at first, CPG_YES, CPG_UNKNOWN. */
int cpg_scope_option(const struct cpg_shell_scope *scope, enum cpg_shell_option option);
void cpg_scope_set_option(struct cpg_shell_scope *scope, enum cpg_shell_option option,
			  int value);

/* The option that `set -o` knows by that name: *option is -1 for one that does not matter here.
 * Returns false when bash has none. */
bool cpg_scope_option_named(const char *name, int *option);

/* Positional parameters $1 and up. */
struct cpg_positional {
	const struct cpg_value *values;
	size_t count;
	bool loose;      /* the number and the values behind `count` are not known */
	const char *why; /* when loose: a clause */
	struct cpg_row
		rest; /* when loose: what comes behind; empty: nothing is known of it */
};
const struct cpg_positional *cpg_scope_positional(const struct cpg_shell_scope *scope);
int cpg_scope_set_positional(struct cpg_shell_scope *scope,
			     const struct cpg_positional *words)
	__attribute__((warn_unused_result));

/* Whether `set` has given new parameters outside functions since a file was sourced or a function
 * called last:
 * CPG_NO, CPG_YES, CPG_UNKNOWN. Noted by who does so. */
int cpg_scope_positional_set(const struct cpg_shell_scope *scope);
void cpg_scope_note_positional(struct cpg_shell_scope *scope, int set);

/* The working directory: absolute and known, or with gaps. `cd` sets PWD and OLDPWD by
 * itself; this is what relative paths count from. */
struct cpg_value cpg_scope_directory(const struct cpg_shell_scope *scope);
void cpg_scope_set_directory(struct cpg_shell_scope *scope, struct cpg_value directory);

/* The last exit status, 0 to 255, or one of these. */
enum {
	CPG_STATUS_UNKNOWN = -1,
	CPG_STATUS_FAILED = -2, /* not 0, and no more is known */
};

/* What is known of a status that is one or the other. */
int cpg_status_join(int a, int b);

int cpg_scope_status(const struct cpg_shell_scope *scope);
void cpg_scope_set_status(struct cpg_shell_scope *scope, int status);

/* What a child process sees: exported variables that are known in `known`; those that are
 * exported and not known, or not all, or that are not known to be exported, in `unknown`;
 * `more` when others may be set as well. Entries of the environment that are no variables (the
 * text of exported functions, names that bash does not take) are passed on.
 */
int cpg_scope_environment(struct cpg_shell_scope *scope, struct cpg_environment *out)
	__attribute__((warn_unused_result));

/* A scope for a child shell: exported variables only (those with gaps keep them), those that
 * bash sets when it starts, exported functions, the working directory; no parameters, default
 * options, status 0. NULL when there is no memory. */
struct cpg_shell_scope *cpg_scope_child(struct cpg_shell_scope *scope);

struct cpg_arena *cpg_scope_arena(const struct cpg_shell_scope *scope);

#endif
