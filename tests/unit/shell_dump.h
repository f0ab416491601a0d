/* The tree of a shell script as one line of text, for tests to compare.
 *
 *   words      a   "quoted"   'single'   $x   "$x"   parts of one word joined by ~   '' empty
 *   simple     (echo a >b x=1)          (x=[1 2] cmd)
 *   lists      (a) && (b) & ; (c)
 *   compound   (if (a) then (b) else (c))   (for i in 1 2 do (x))
 */
#ifndef CPGUARD_SHELL_DUMP_H
#define CPGUARD_SHELL_DUMP_H

#include "cpguard/shell_syntax.h"

static void dump_list(struct cpg_buffer *out, const struct cpg_shell_list *list);
static void dump_word(struct cpg_buffer *out, const struct cpg_shell_word *word);

static void dump_text(struct cpg_buffer *out, struct cpg_text text)
{
	for (size_t i = 0; i < text.length; i++) {
		if (text.bytes[i] == '\n')
			cpg_buffer_string(out, "\\n");
		else if (text.bytes[i] == '\t')
			cpg_buffer_string(out, "\\t");
		else
			cpg_buffer_bytes(out, text.bytes + i, 1);
	}
}

static const char *dump_operator(const struct cpg_shell_parameter *p)
{
	static const char *const once[] = {"",  "-", "=", "?", "+", "#", "%",
					   "/", ":", "^", ",", "~", "@", "BAD"};
	static const char *const twice[] = {
		[CPG_OP_REMOVE_PREFIX] = "##", [CPG_OP_REMOVE_SUFFIX] = "%%",
		[CPG_OP_REPLACE] = "//",       [CPG_OP_UPPER] = "^^",
		[CPG_OP_LOWER] = ",,",         [CPG_OP_TOGGLE] = "~~",
	};

	return p->doubled ? twice[p->op] : once[p->op];
}

/* $x, or {x op first second} with # ! before the name and [index] behind it. */
static void dump_parameter(struct cpg_buffer *out, const struct cpg_shell_parameter *p)
{
	if (p->bare) {
		cpg_buffer_printf(out, "$%s", p->name);
		return;
	}
	cpg_buffer_printf(out, "{%s%s%s", p->length ? "#" : "",
			  p->indirect || p->names ? "!" : "", p->name);
	if (p->index) {
		cpg_buffer_string(out, "[");
		dump_word(out, p->index);
		cpg_buffer_string(out, "]");
	}
	if (p->op != CPG_OP_NONE)
		cpg_buffer_printf(out, " %s%s", p->colon ? ":" : "", dump_operator(p));
	if (p->letter)
		cpg_buffer_bytes(out, &p->letter, 1);
	if (p->first) {
		cpg_buffer_string(out, " ");
		dump_word(out, p->first);
	}
	if (p->second) {
		cpg_buffer_string(out, " ");
		dump_word(out, p->second);
	}
	cpg_buffer_string(out, "}");
}

static void dump_part(struct cpg_buffer *out, const struct cpg_shell_part *part)
{
	const char *quote = part->single ? "'" : part->quoted ? "\"" : "";

	cpg_buffer_string(out, quote);
	switch (part->kind) {
	case CPG_PART_LITERAL:
		dump_text(out, part->text);
		break;
	case CPG_PART_PARAMETER:
		dump_parameter(out, part->parameter);
		break;
	case CPG_PART_COMMAND:
	case CPG_PART_PROCESS:
		cpg_buffer_string(out, part->kind == CPG_PART_COMMAND ? "$(" : "");
		dump_text(out, part->text);
		cpg_buffer_string(out, part->kind == CPG_PART_COMMAND ? "" : "(");
		dump_list(out, part->list);
		cpg_buffer_string(out, ")");
		break;
	case CPG_PART_ARITHMETIC:
		cpg_buffer_string(out, "$((");
		dump_word(out, part->expression);
		cpg_buffer_string(out, "))");
		break;
	}
	cpg_buffer_string(out, quote);
}

static void dump_word(struct cpg_buffer *out, const struct cpg_shell_word *word)
{
	if (word->count == 0)
		cpg_buffer_string(out, word->quoted ? "''" : "<>");
	for (size_t i = 0; i < word->count; i++) {
		if (i)
			cpg_buffer_string(out, "~");
		dump_part(out, &word->parts[i]);
	}
}

static void dump_assignment(struct cpg_buffer *out, const struct cpg_shell_assignment *a)
{
	cpg_buffer_string(out, a->name);
	if (a->index) {
		cpg_buffer_string(out, "[");
		dump_word(out, a->index);
		cpg_buffer_string(out, "]");
	}
	cpg_buffer_string(out, a->append ? "+=" : "=");
	if (!a->array) {
		dump_word(out, &a->value);
		return;
	}
	cpg_buffer_string(out, "[");
	for (size_t i = 0; i < a->element_count; i++) {
		const struct cpg_shell_element *element = &a->elements[i];

		if (i)
			cpg_buffer_string(out, " ");
		if (element->key) {
			cpg_buffer_string(out, "[");
			dump_word(out, element->key);
			cpg_buffer_string(out, element->append ? "]+=" : "]=");
		}
		dump_word(out, &element->value);
	}
	cpg_buffer_string(out, "]");
}

static void dump_redirects(struct cpg_buffer *out, const struct cpg_shell_command *command)
{
	static const char *const signs[] = {"<",   ">",  ">>", "<>", "<<",
					    "<<<", "<&", ">&", "&>", "&>>"};

	for (size_t i = 0; i < command->redirect_count; i++) {
		const struct cpg_shell_redirect *redirect = &command->redirects[i];

		cpg_buffer_string(out, " ");
		if (redirect->variable)
			cpg_buffer_printf(out, "{%s}", redirect->variable);
		else if (redirect->fd >= 0)
			cpg_buffer_printf(out, "%d", redirect->fd);
		cpg_buffer_string(out, signs[redirect->kind]);
		dump_word(out, &redirect->word);
	}
}

static void dump_arguments(struct cpg_buffer *out, const struct cpg_shell_command *command,
			   const char *separator)
{
	for (size_t i = 0; i < command->argument_count; i++) {
		cpg_buffer_string(out, i ? " " : separator);
		if (command->arguments[i].assignment)
			dump_assignment(out, command->arguments[i].assignment);
		else
			dump_word(out, &command->arguments[i].word);
	}
}

static void dump_simple(struct cpg_buffer *out, const struct cpg_shell_command *command)
{
	for (size_t i = 0; i < command->assignment_count; i++) {
		if (i)
			cpg_buffer_string(out, " ");
		dump_assignment(out, &command->assignments[i]);
	}
	dump_arguments(out, command, command->assignment_count ? " " : "");
}

static void dump_if(struct cpg_buffer *out, const struct cpg_shell_command *command)
{
	for (size_t i = 0; i < command->branch_count; i++) {
		const struct cpg_shell_branch *branch = &command->branches[i];

		cpg_buffer_string(out, i == 0              ? "if "
				       : branch->condition ? " elif "
							   : " else ");
		if (branch->condition) {
			dump_list(out, branch->condition);
			cpg_buffer_string(out, " then ");
		}
		dump_list(out, branch->body);
	}
}

static void dump_case(struct cpg_buffer *out, const struct cpg_shell_command *command)
{
	static const char *const ends[] = {";;", ";&", ";;&"};

	cpg_buffer_string(out, "case ");
	dump_word(out, &command->subject);
	for (size_t i = 0; i < command->item_count; i++) {
		const struct cpg_shell_case_item *item = &command->items[i];

		for (size_t j = 0; j < item->pattern_count; j++) {
			cpg_buffer_string(out, j ? "|" : " ");
			dump_word(out, &item->patterns[j]);
		}
		cpg_buffer_string(out, ": ");
		dump_list(out, item->body);
		cpg_buffer_string(out, ends[item->end]);
	}
}

static void dump_for(struct cpg_buffer *out, const struct cpg_shell_command *command)
{
	bool select = command->kind == CPG_COMMAND_SELECT;

	cpg_buffer_printf(out, "%s %s", select ? "select" : "for", command->name);
	if (command->has_in)
		cpg_buffer_string(out, " in");
	dump_arguments(out, command, " ");
	cpg_buffer_string(out, " do ");
	dump_list(out, command->body);
}

static void dump_arithmetic_for(struct cpg_buffer *out,
				const struct cpg_shell_command *command)
{
	cpg_buffer_string(out, "for ((");
	for (int i = 0; i < 3; i++) {
		cpg_buffer_string(out, i ? ";" : "");
		dump_word(out, &command->arithmetic[i]);
	}
	cpg_buffer_string(out, ")) do ");
	dump_list(out, command->body);
}

static void dump_test(struct cpg_buffer *out, const struct cpg_shell_test *test)
{
	cpg_buffer_string(out, "(");
	switch (test->kind) {
	case CPG_TEST_WORD:
		dump_word(out, &test->left);
		break;
	case CPG_TEST_UNARY:
		cpg_buffer_printf(out, "%s ", test->op);
		dump_word(out, &test->left);
		break;
	case CPG_TEST_BINARY:
		dump_word(out, &test->left);
		cpg_buffer_printf(out, " %s ", test->op);
		dump_word(out, &test->right);
		break;
	case CPG_TEST_NOT:
		cpg_buffer_string(out, "! ");
		dump_test(out, test->a);
		break;
	case CPG_TEST_AND:
	case CPG_TEST_OR:
		dump_test(out, test->a);
		cpg_buffer_string(out, test->kind == CPG_TEST_AND ? " && " : " || ");
		dump_test(out, test->b);
		break;
	}
	cpg_buffer_string(out, ")");
}

static void dump_command(struct cpg_buffer *out, const struct cpg_shell_command *command)
{
	cpg_buffer_string(out, "(");
	switch (command->kind) {
	case CPG_COMMAND_SIMPLE:
		dump_simple(out, command);
		break;
	case CPG_COMMAND_GROUP:
	case CPG_COMMAND_SUBSHELL:
		cpg_buffer_string(out, command->kind == CPG_COMMAND_GROUP ? "group "
									  : "subshell ");
		dump_list(out, command->body);
		break;
	case CPG_COMMAND_IF:
		dump_if(out, command);
		break;
	case CPG_COMMAND_WHILE:
	case CPG_COMMAND_UNTIL:
		cpg_buffer_string(out,
				  command->kind == CPG_COMMAND_WHILE ? "while " : "until ");
		dump_list(out, command->condition);
		cpg_buffer_string(out, " do ");
		dump_list(out, command->body);
		break;
	case CPG_COMMAND_FOR:
	case CPG_COMMAND_SELECT:
		dump_for(out, command);
		break;
	case CPG_COMMAND_FOR_ARITH:
		dump_arithmetic_for(out, command);
		break;
	case CPG_COMMAND_CASE:
		dump_case(out, command);
		break;
	case CPG_COMMAND_FUNCTION:
		cpg_buffer_printf(out, "function %s ", command->name);
		dump_command(out, command->inner);
		break;
	case CPG_COMMAND_ARITH:
		cpg_buffer_string(out, "arith ");
		dump_word(out, &command->subject);
		break;
	case CPG_COMMAND_TEST:
		cpg_buffer_string(out, "test ");
		dump_test(out, command->test);
		break;
	case CPG_COMMAND_GIVEN_UP:
		cpg_buffer_string(out, "given up");
		break;
	case CPG_COMMAND_COPROC:
		cpg_buffer_printf(out, "coproc %s ", command->name ? command->name : "-");
		dump_command(out, command->inner);
		break;
	}
	dump_redirects(out, command);
	cpg_buffer_string(out, ")");
}

static void dump_pipeline(struct cpg_buffer *out, const struct cpg_shell_pipeline *pipeline)
{
	cpg_buffer_string(out, pipeline->timed ? "time " : "");
	cpg_buffer_string(out, pipeline->negated ? "! " : "");
	for (size_t i = 0; i < pipeline->count; i++) {
		cpg_buffer_string(out, i ? " | " : "");
		dump_command(out, &pipeline->commands[i]);
	}
}

static void dump_list(struct cpg_buffer *out, const struct cpg_shell_list *list)
{
	static const char *const connectors[] = {" ; ", " && ", " || "};

	for (size_t i = 0; i < list->count; i++) {
		const struct cpg_shell_list_item *item = &list->items[i];

		cpg_buffer_string(out, i ? connectors[item->connector] : "");
		dump_pipeline(out, &item->pipeline);
		cpg_buffer_string(out, item->background ? " &" : "");
	}
	if (list->broken)
		cpg_buffer_printf(out, "%sBROKEN %u", list->count ? " " : "", list->broken);
}

#endif
