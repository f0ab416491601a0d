#include <string.h>

#include "wrappers_private.h"

const char *cpg_wrapper_begin(const struct cpg_word *word)
{
	if (word->text)
		return word->text;
	return word->prefix ? word->prefix : "";
}

struct cpg_word cpg_wrapper_tail(const struct cpg_word *word, size_t skip)
{
	struct cpg_word tail = *word;

	if (word->text)
		tail.text = word->text + skip;
	else if (word->prefix)
		tail.prefix = word->prefix + skip;
	return tail;
}

void cpg_wrapper_unsure(struct cpg_wrapper_reading *reading, const char *why)
{
	if (!reading->out->why)
		reading->out->why = why;
}

const struct cpg_word *cpg_wrapper_keep(struct cpg_wrapper_reading *reading,
					const struct cpg_word *word)
{
	static const struct cpg_word anything = {.text = NULL};
	struct cpg_word *copy;

	if (!reading->arena)
		return &anything;
	copy = cpg_arena_alloc(reading->arena, sizeof(*copy));
	if (!copy) {
		reading->failed = true;
		return &anything;
	}
	*copy = *word;
	return copy;
}

/* Nothing is known of the inner command's variables. */
static void know_nothing(struct cpg_wrapper_reading *reading)
{
	reading->out->clear = true;
	reading->out->login = true;
	reading->out->exported = NULL;
}

static bool make_room(struct cpg_wrapper_reading *reading)
{
	struct cpg_wrapped *out = reading->out;
	struct cpg_wrapper_variable *grown;

	if (out->variable_count < reading->room)
		return true;
	reading->room = reading->room ? reading->room * 2 : 4;
	grown = cpg_arena_array(reading->arena, reading->room, sizeof(*grown));
	if (!grown) {
		reading->failed = true;
		return false;
	}
	if (out->variable_count)
		memcpy(grown, out->variables, out->variable_count * sizeof(*grown));
	out->variables = grown;
	return true;
}

/* Appends a variable; `value` NULL unsets it. The list is this file's own until the answer is
 * given, so it may be written to. */
static void add_variable(struct cpg_wrapper_reading *reading, const char *name,
			 size_t length, const struct cpg_word *value)
{
	struct cpg_wrapper_variable *variables;
	char *copy;

	if (!reading->arena || reading->failed || !make_room(reading))
		return;
	copy = cpg_arena_bytes(reading->arena, name, length);
	if (!copy) {
		reading->failed = true;
		return;
	}
	variables = (struct cpg_wrapper_variable *)reading->out->variables;
	variables[reading->out->variable_count++] = (struct cpg_wrapper_variable){
		.name = copy,
		.value = value ? cpg_wrapper_keep(reading, value) : NULL,
	};
}

void cpg_wrapper_set(struct cpg_wrapper_reading *reading, const struct cpg_word *word)
{
	const char *text = cpg_wrapper_begin(word);
	size_t length = strcspn(text, "=");

	if (text[length] != '=' && !word->text) {
		know_nothing(reading);
		return;
	}
	if (text[length] == '=') {
		add_variable(reading, text, length, word);
		return;
	}
	/* A name alone hands on a variable from outside, which is news only where the others
	 * are not handed on. */
	if (reading->out->clear)
		add_variable(reading, text, length,
			     &(struct cpg_word){.origin = word->origin});
}

void cpg_wrapper_set_two(struct cpg_wrapper_reading *reading, const struct cpg_word *name,
			 const struct cpg_word *value)
{
	struct cpg_word both = {.origin = name->origin};

	if (!name->text) {
		know_nothing(reading);
		return;
	}
	if (!reading->arena)
		return;
	if (value->text) {
		both.text =
			cpg_arena_printf(reading->arena, "%s=%s", name->text, value->text);
		reading->failed = reading->failed || !both.text;
	}
	add_variable(reading, name->text, strlen(name->text), &both);
}

/* One of NAME=value,NAME=value; `whole` unless the text may go on. */
static void set_piece(struct cpg_wrapper_reading *reading, const char *text, size_t length,
		      bool whole, struct cpg_origin origin)
{
	const char *equals = memchr(text, '=', length);
	struct cpg_word word = {.origin = origin};

	if (!equals && !whole)
		reading->out->login = true;
	if (!equals || !reading->arena)
		return;
	if (whole) {
		word.text = cpg_arena_bytes(reading->arena, text, length);
		reading->failed = reading->failed || !word.text;
	}
	add_variable(reading, text, (size_t)(equals - text), &word);
}

/* A list of variables. What follows a value that is not known may be further ones. */
static void set_list(struct cpg_wrapper_reading *reading, const struct cpg_word *list)
{
	const char *text = cpg_wrapper_begin(list);

	if (strpbrk(text, "\"\\"))
		know_nothing(reading);
	for (;;) {
		size_t length = strcspn(text, ",");
		bool last = text[length] == '\0';

		set_piece(reading, text, length, !last || list->text, list->origin);
		if (last)
			break;
		text += length + 1;
	}
	if (!list->text)
		reading->out->login = true;
}

/* srun's --export. Of a list that begins with ALL, what is known counts even when the rest is
 * not; of another one, what is not in it is gone. */
static void set_export(struct cpg_wrapper_reading *reading, const struct cpg_word *list)
{
	struct cpg_word rest;

	reading->out->clear = reading->out->login = false;
	reading->out->exported = list->text;
	if (list->text)
		return;
	if (strncmp(cpg_wrapper_begin(list), "ALL,", 4) == 0) {
		rest = cpg_wrapper_tail(list, 4);
		set_list(reading, &rest);
	} else {
		know_nothing(reading);
	}
}

static void unset(struct cpg_wrapper_reading *reading, const struct cpg_word *name)
{
	if (name->text)
		add_variable(reading, name->text, strlen(name->text), NULL);
	else
		know_nothing(reading);
}

static void set_text(struct cpg_wrapper_reading *reading,
		     const struct cpg_wrapper_value *value)
{
	reading->out->kind = CPG_WRAPPER_TEXT;
	reading->out->text = cpg_wrapper_keep(reading, &value->word);
	reading->out->inner = value->index;
	reading->out->skip = value->skip;
}

static void set_directory(struct cpg_wrapper_reading *reading, const struct cpg_word *path)
{
	reading->out->chdir = cpg_wrapper_keep(reading, path);
}

static void inherit(struct cpg_wrapper_reading *reading)
{
	reading->out->clear = reading->out->login = false;
	reading->out->chdir = NULL;
}

/* What an option says of the inner command's variables. */
static void apply_variables(struct cpg_wrapper_reading *reading, enum cpg_means means,
			    const struct cpg_word *word)
{
	switch (means) {
	case MEANS_SET:
		cpg_wrapper_set(reading, word);
		break;
	case MEANS_SET_LIST:
		set_list(reading, word);
		break;
	case MEANS_UNSET:
		unset(reading, word);
		break;
	case MEANS_CLEAR:
	case MEANS_CONTAINALL:
		reading->out->clear = true;
		break;
	case MEANS_LOGIN:
		reading->out->login = true;
		break;
	case MEANS_LOADS:
		know_nothing(reading);
		break;
	case MEANS_INHERIT:
		inherit(reading);
		break;
	case MEANS_KEEP:
		reading->out->clear = false;
		break;
	case MEANS_EXPORT:
		set_export(reading, word);
		break;
	case MEANS_RUNTIME:
		cpg_wrapper_runtime_env(reading, word);
		break;
	default:
		break;
	}
}

/* What an option says of the program. */
static void apply_program(struct cpg_wrapper_reading *reading, enum cpg_means means,
			  const struct cpg_wrapper_value *value)
{
	switch (means) {
	case MEANS_TEXT:
		set_text(reading, value);
		break;
	case MEANS_MODULE:
		reading->out->kind = CPG_WRAPPER_PYTHON;
		reading->out->module = true;
		break;
	case MEANS_SCRIPT:
		reading->out->kind = CPG_WRAPPER_PYTHON;
		break;
	case MEANS_PLAIN:
		reading->out->kind = CPG_WRAPPER_COMMAND;
		break;
	case MEANS_COMMAND:
		reading->out->kind = CPG_WRAPPER_COMMAND;
		reading->style &= ~(unsigned)STYLE_ALL;
		break;
	case MEANS_RUN_MODULE:
		reading->module = cpg_wrapper_begin(&value->word);
		break;
	case MEANS_REPLACE:
		reading->replace = value->word.text ? value->word.text : "{}";
		break;
	case MEANS_ENTRY:
		if (!value->word.text || value->word.text[0])
			cpg_wrapper_unsure(reading, "the image's entry point is replaced");
		break;
	case MEANS_UNSURE:
		cpg_wrapper_unsure(reading, "an option says what is run");
		break;
	default:
		break;
	}
}

void cpg_wrapper_apply(struct cpg_wrapper_reading *reading, enum cpg_means means,
		       const struct cpg_wrapper_value *value)
{
	apply_variables(reading, means, &value->word);
	apply_program(reading, means, value);
	cpg_wrapper_contain(reading, means, value);
	switch (means) {
	case MEANS_STOP:
		reading->stop = true;
		break;
	case MEANS_CHDIR:
		set_directory(reading, &value->word);
		break;
	case MEANS_UPLOAD:
		cpg_wrapper_upload(reading, &value->word);
		break;
	case MEANS_AWAY:
		set_directory(reading, &(struct cpg_word){.origin = value->word.origin});
		break;
	case MEANS_BACKGROUND:
		reading->out->background = true;
		break;
	case MEANS_FILE:
		reading->file = true;
		break;
	case MEANS_NEEDED:
		reading->needed = true;
		break;
	default:
		break;
	}
}
