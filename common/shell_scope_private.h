/* What the files of shell_scope share.
 */
#ifndef CPGUARD_SHELL_SCOPE_PRIVATE_H
#define CPGUARD_SHELL_SCOPE_PRIVATE_H

#include "cpguard/shell_scope.h"

#include "shell_map.h"

/* What a local variable hides, which comes back when its frame is popped. Where `hidden` was
 * put away before everything was forgotten (`age` is less than the scope's), it is not known
 * any more. */
struct cpg_scope_saved {
	const struct cpg_shell_variable *hidden;
	unsigned age;
	bool maybe; /* on one way to here it is local, on another it is not */
};

/* Immutable, so that copies of a scope share their frames. */
struct cpg_scope_frame {
	struct cpg_map saved; /* of struct cpg_scope_saved */
	const struct cpg_scope_frame *outer;
};

struct cpg_scope_function {
	struct cpg_function_choice choice;
	bool exported;
};

/* The variables that are visible now are in one map. A local one takes its name's place
 * there, and the frame keeps what it hides: so a name is looked up in one place, however deep
 * the calls are, and bash's dynamic scoping comes by itself. */
struct cpg_shell_scope {
	struct cpg_arena *arena;
	const void *owner; /* of the nodes that this scope alone has: see shell_map.h */
	struct cpg_map variables;              /* of struct cpg_shell_variable */
	struct cpg_map functions;              /* of struct cpg_scope_function */
	const struct cpg_shell_variable *rest; /* what every name is that is not in there */
	const struct cpg_scope_frame *frames;
	size_t depth;              /* of frames */
	unsigned age;              /* how often everything was forgotten */
	const char *const *passed; /* entries of the environment that are no variables */
	struct cpg_positional positional;
	int positional_set;
	struct cpg_value directory;
	int status;
	signed char options[CPG_SHELL_OPTION_COUNT];
};

extern const struct cpg_shell_variable cpg_scope_unset_variable;

/* Gives the scope an owner of which there are no nodes yet. */
int cpg_scope_disown(struct cpg_shell_scope *scope) __attribute__((warn_unused_result));

/* Sets what is visible under `name` to a copy of *variable, whatever it was. */
int cpg_scope_bind(struct cpg_shell_scope *scope, const char *name,
		   const struct cpg_shell_variable *variable)
	__attribute__((warn_unused_result));

/* What the innermost frame hides under the name, or NULL. */
const struct cpg_scope_saved *cpg_scope_saved_here(const struct cpg_shell_scope *scope,
						   const char *name);

/* What the outermost frame that hides the name hides, which is the global variable; NULL when
 * the visible one is global. */
const struct cpg_scope_saved *cpg_scope_saved_global(const struct cpg_shell_scope *scope,
						     const char *name);

/* Whether it hangs on the way to here in which of several frames the variable is. */
bool cpg_scope_is_unclear(const struct cpg_shell_scope *scope, const char *name);

/* Sets what the frame hides under the name; NULL: nothing. */
int cpg_scope_change_frame(struct cpg_shell_scope *scope,
			   const struct cpg_scope_frame *which, const char *name,
			   const struct cpg_shell_variable *hidden)
	__attribute__((warn_unused_result));

/* What comes back when the frame that saved it is popped, and bringing it back. */
const struct cpg_shell_variable *cpg_scope_hidden(const struct cpg_shell_scope *scope,
						  const char *name,
						  const struct cpg_scope_saved *saved);
int cpg_scope_uncover(struct cpg_shell_scope *scope, const char *name,
		      const struct cpg_scope_saved *saved)
	__attribute__((warn_unused_result));

/* Whether a variable is still known behind code that was not read. */
bool cpg_scope_survives(const char *name, const struct cpg_shell_variable *variable);

/* shell_scope_same.c */
bool cpg_scope_same_positional(const struct cpg_positional *a,
			       const struct cpg_positional *b);

/* Whether bash takes it for a variable's name. */
bool cpg_scope_is_name(const char *text);

#endif
