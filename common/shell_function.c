#include <stdio.h>
#include <string.h>

#include "shell_walk.h"

/* An indexed array for BASH_SOURCE or FUNCNAME, from the innermost frame on. The text of -c
 * has no file, and is no frame in there. */
static int frame_array(struct cpg_shell *shell, bool names, struct cpg_shell_variable *out)
{
	struct cpg_array_element *elements;
	size_t count = 0;
	size_t i = 0;

	for (const struct cpg_shell_frame *frame = shell->frame; frame;
	     frame = frame->outer)
		count += frame->has_source;
	elements = cpg_arena_array(shell->arena, count + 1, sizeof(*elements));
	if (!elements)
		return -1;
	for (const struct cpg_shell_frame *frame = shell->frame; frame && i < count;
	     frame = frame->outer) {
		const char *name = frame->function ? frame->function
				   : frame->outer  ? "source"
						   : "main";

		elements[i].index = (long long)i;
		elements[i].value = frame->source;
		if (names && cpg_value_string(shell->arena, name, &elements[i].value) < 0)
			return -1;
		i++;
	}
	*out = (struct cpg_shell_variable){
		.kind = CPG_VARIABLE_INDEXED,
		.elements = elements,
		.count = count,
	};
	return 0;
}

bool cpg_walk_in_function(const struct cpg_shell *shell)
{
	for (const struct cpg_shell_frame *frame = shell->frame; frame;
	     frame = frame->outer) {
		if (frame->function)
			return true;
	}
	return false;
}

int cpg_walk_show_frames(struct cpg_shell *shell, struct cpg_error *err)
{
	struct cpg_shell_variable sources;
	struct cpg_shell_variable names = {.kind = CPG_VARIABLE_UNSET};

	if (frame_array(shell, false, &sources) < 0 ||
	    (cpg_walk_in_function(shell) && frame_array(shell, true, &names) < 0))
		return cpg_walk_no_memory(err);
	if (cpg_scope_set_global(shell->scope, "BASH_SOURCE", &sources) < 0 ||
	    cpg_scope_set_global(shell->scope, "FUNCNAME", &names) < 0)
		return cpg_walk_no_memory(err);
	return 0;
}

static int too_deep(struct cpg_error *err)
{
	return cpg_error_set(err, CPG_E_LIMIT, "the script nests deeper than %d calls",
			     CPG_SHELL_DEPTH_LIMIT);
}

/* Runs a step as a function's or a sourced file's body, in the frame that is set up. */
static int run_frame(struct cpg_shell *shell, const struct cpg_shell_frame *frame,
		     cpg_walk_step *step, void *context, struct cpg_origin origin,
		     struct cpg_shell_flow *flow, struct cpg_error *err)
{
	struct cpg_shell_control control;
	struct cpg_walk_mark mark;

	if (shell->world->depth >= CPG_SHELL_DEPTH_LIMIT)
		return too_deep(err);
	shell->world->depth++;
	shell->frame = frame;
	if (cpg_walk_show_frames(shell, err) < 0)
		return -1;
	cpg_walk_mark(shell, &mark);
	cpg_walk_enter(shell, &control, CPG_CONTROL_FRAME);
	if (step(shell, context, flow, err) < 0)
		return -1;
	/* break and continue do not leave a function. */
	if (flow->kind == CPG_FLOW_BREAK || flow->kind == CPG_FLOW_CONTINUE)
		flow->kind = CPG_FLOW_NEXT;
	cpg_walk_leave(shell, &control, &mark);
	if (cpg_walk_settle(shell, &control, &control.left, origin, flow, err) < 0)
		return -1;
	shell->control = control.outer;
	shell->frame = frame->outer;
	shell->world->depth--;
	return cpg_walk_show_frames(shell, err);
}

/* Adds a field to the parameters behind the first one that may be many. */
static int add_rest(struct cpg_shell *shell, const struct cpg_field *field,
		    struct cpg_positional *out)
{
	struct cpg_value value = field->value;
	const char *why = cpg_shell_gap_why(value);

	if (field->many &&
	    cpg_value_unknown(shell->arena, why, cpg_value_origin(value), &value) < 0)
		return -1;
	if (!out->loose)
		out->why = why;
	out->loose = true;
	return cpg_row_add(shell->arena, &out->rest, value, field->many);
}

int cpg_walk_parameters(struct cpg_shell *shell, const struct cpg_field *fields,
			size_t count, struct cpg_positional *out, struct cpg_error *err)
{
	struct cpg_value *values = cpg_arena_array(shell->arena, count, sizeof(*values));

	if (!values)
		return cpg_walk_no_memory(err);
	*out = (struct cpg_positional){.values = values};
	for (size_t i = 0; i < count; i++) {
		if (!out->loose && !fields[i].many)
			values[out->count++] = fields[i].value;
		else if (add_rest(shell, &fields[i], out) < 0)
			return cpg_walk_no_memory(err);
	}
	return 0;
}

static int run_body(struct cpg_shell *shell, void *context, struct cpg_shell_flow *flow,
		    struct cpg_error *err)
{
	const struct cpg_shell_command *function = context;
	struct cpg_walk_redirected redirected;

	if (cpg_walk_redirect(shell, function->redirects, function->redirect_count, false,
			      &redirected, err) < 0)
		return -1;
	if (!cpg_walk_no_redirect(shell, &redirected, flow) &&
	    cpg_walk_command(shell, function->inner, flow, err) < 0)
		return -1;
	return cpg_walk_undirect(shell, &redirected, err);
}

/* Sets *source to the name by which the file was read last, when it was sourced or is the
 * script. */
static void name_source(const struct cpg_shell *shell, const char *file,
			struct cpg_value *source)
{
	if (!file)
		return;
	for (const struct cpg_shell_named *at = shell->world->named; at; at = at->next) {
		if (strcmp(at->file, file) == 0) {
			*source = at->name;
			return;
		}
	}
}

int cpg_walk_note_source(struct cpg_shell *shell, const char *file, struct cpg_value name,
			 struct cpg_error *err)
{
	struct cpg_shell_named *named;

	if (!file)
		return 0;
	named = cpg_arena_alloc(shell->arena, sizeof(*named));
	if (!named)
		return cpg_walk_no_memory(err);
	*named = (struct cpg_shell_named){shell->world->named, file, name};
	shell->world->named = named;
	return 0;
}

/* What BASH_SOURCE shows of a function: of one that the text of -c made "environment", and since
 * bash 5.3 the shell's name. */
static int source_of(struct cpg_shell *shell, const struct cpg_shell_command *function,
		     struct cpg_value *source)
{
	if (function->origin.file)
		return cpg_value_string(shell->arena, function->origin.file, source);
	return cpg_value_unknown(shell->arena, "a function is from no file",
				 function->origin, source);
}

int cpg_walk_call(struct cpg_shell *shell, const struct cpg_shell_command *function,
		  const char *name, const struct cpg_fields *fields,
		  struct cpg_shell_flow *flow, struct cpg_error *err)
{
	struct cpg_positional before = *cpg_scope_positional(shell->scope);
	const struct cpg_shell_trap *error_trap = shell->error_trap;
	bool traces = cpg_scope_option(shell->scope, CPG_SET_ERRTRACE) == CPG_YES;
	struct cpg_walk_temporaries *temporaries = shell->temporaries;
	struct cpg_positional parameters;
	struct cpg_shell_frame frame = {
		.outer = shell->frame,
		.function = name,
		.has_source = true,
		.positional = &before,
		.prefix = shell->prefix,
	};

	shell->relied = false;
	shell->temporaries = NULL;
	if (cpg_walk_parameters(shell, fields->items + 1, fields->count - 1, &parameters,
				err) < 0)
		return -1;
	if (source_of(shell, function, &frame.source) < 0 ||
	    cpg_scope_push(shell->scope) < 0 ||
	    cpg_scope_set_positional(shell->scope, &parameters) < 0)
		return cpg_walk_no_memory(err);
	/* A function's file is known to the evaluator by its origin, but what BASH_SOURCE shows
	 * may be another name of it: the one of the frame that read it. */
	name_source(shell, function->origin.file, &frame.source);
	frame.file = function->origin.file;
	if (!traces)
		shell->error_trap = NULL;
	if (run_frame(shell, &frame, run_body, (void *)function, function->origin, flow,
		      err) < 0)
		return -1;
	if (!shell->error_trap)
		shell->error_trap = error_trap;
	/* The trap of an exit sees what the function has. */
	if (flow->kind == CPG_FLOW_EXIT)
		return 0;
	if (temporaries)
		cpg_walk_note_temporaries(shell, temporaries);
	cpg_scope_note_positional(shell->scope, CPG_NO);
	if (cpg_scope_pop(shell->scope) < 0 ||
	    cpg_scope_set_positional(shell->scope, &before) < 0)
		return cpg_walk_no_memory(err);
	return 0;
}

/* A parsed text to be run. */
struct text {
	struct cpg_value value;
	const char *file;
	unsigned line;
};

static int run_text(struct cpg_shell *shell, void *context, struct cpg_shell_flow *flow,
		    struct cpg_error *err)
{
	const struct text *text = context;

	return cpg_shell_run_text(shell, text->value, text->file, text->line, flow, err);
}

/* Gives a shell the parameters again that it had before it sourced a file with others. Those that
 * the file set by itself stay, outside functions. */
static int restore_parameters(struct cpg_shell *shell, const struct cpg_positional *before,
			      struct cpg_error *err)
{
	struct cpg_positional words = *before;
	int set = cpg_scope_positional_set(shell->scope);

	cpg_scope_note_positional(shell->scope, CPG_NO);
	if (!cpg_walk_in_function(shell) && set == CPG_YES)
		return 0;
	if (!cpg_walk_in_function(shell) && set == CPG_UNKNOWN)
		words = (struct cpg_positional){
			.loose = true,
			.why = "a sourced file may have set the parameters",
		};
	if (cpg_scope_set_positional(shell->scope, &words) < 0)
		return cpg_walk_no_memory(err);
	return 0;
}

int cpg_walk_source(struct cpg_shell *shell, struct cpg_value text, struct cpg_value source,
		    const char *file, const struct cpg_positional *parameters,
		    struct cpg_shell_flow *flow, struct cpg_error *err)
{
	struct cpg_positional before = *cpg_scope_positional(shell->scope);
	struct cpg_shell_frame frame = {
		.outer = shell->frame,
		.source = source,
		.has_source = true,
		.file = file,
		.positional = parameters ? &before : NULL,
		.prefix = shell->prefix,
	};
	struct cpg_origin origin = {file, 1};
	struct text context = {text, file, 1};

	if (cpg_walk_note_source(shell, file, source, err) < 0)
		return -1;
	if (parameters && cpg_scope_set_positional(shell->scope, parameters) < 0)
		return cpg_walk_no_memory(err);
	cpg_scope_note_positional(shell->scope, CPG_NO);
	if (run_frame(shell, &frame, run_text, &context, origin, flow, err) < 0)
		return -1;
	if (!parameters || flow->kind == CPG_FLOW_EXIT)
		return 0;
	return restore_parameters(shell, &before, err);
}
