#include "yaml_scalar.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

#include "yaml_number.h"

/* What `!!` stands for. */
#define TAG_PREFIX "tag:yaml.org,2002:"

enum {
	SHOWN_MAX = 64, /* bytes of a scalar or a tag that a sentence shows */
};

static const struct {
	const char *words[3]; /* as a plain scalar: no other mixture of cases */
	bool truth;
} bools[] = {
	{{"yes", "Yes", "YES"}, true},    {{"no", "No", "NO"}, false},
	{{"true", "True", "TRUE"}, true}, {{"false", "False", "FALSE"}, false},
	{{"on", "On", "ON"}, true},       {{"off", "Off", "OFF"}, false},
};

#define BOOL_COUNT (sizeof(bools) / sizeof(bools[0]))

static const char *const nulls[] = {"", "~", "null", "Null", "NULL"};

static const struct {
	const char *tag;
	enum cpg_yaml_kind kind;
} tags[] = {
	{TAG_PREFIX "null", CPG_YAML_NULL},  {TAG_PREFIX "bool", CPG_YAML_BOOL},
	{TAG_PREFIX "int", CPG_YAML_INT},    {TAG_PREFIX "float", CPG_YAML_FLOAT},
	{TAG_PREFIX "str", CPG_YAML_STRING}, {TAG_PREFIX "timestamp", CPG_YAML_TIME},
	{TAG_PREFIX "seq", CPG_YAML_LIST},   {TAG_PREFIX "map", CPG_YAML_MAP},
};

static int shown(struct cpg_text text)
{
	return text.length < SHOWN_MAX ? (int)text.length : SHOWN_MAX;
}

/* Sets *kind and returns true when the tag is that of a kind. */
static bool kind_of_tag(const char *tag, enum cpg_yaml_kind *kind)
{
	for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++) {
		if (strcmp(tags[i].tag, tag) == 0) {
			*kind = tags[i].kind;
			return true;
		}
	}
	return false;
}

bool cpg_yaml_tag_fits(const char *tag, enum cpg_yaml_kind kind)
{
	enum cpg_yaml_kind meant;

	return !tag || strcmp(tag, "!") == 0 || (kind_of_tag(tag, &meant) && meant == kind);
}

static bool plain_bool(struct cpg_text text, bool *truth)
{
	for (size_t i = 0; i < BOOL_COUNT; i++) {
		for (size_t j = 0; j < 3; j++) {
			if (cpg_text_is(text, bools[i].words[j])) {
				*truth = bools[i].truth;
				return true;
			}
		}
	}
	return false;
}

/* Behind !!bool the words may be in any mixture of cases. */
static bool tagged_bool(struct cpg_text text, bool *truth)
{
	for (size_t i = 0; i < BOOL_COUNT; i++) {
		if (strlen(bools[i].words[0]) == text.length &&
		    strncasecmp(bools[i].words[0], text.bytes, text.length) == 0) {
			*truth = bools[i].truth;
			return true;
		}
	}
	return false;
}

static bool plain_null(struct cpg_text text)
{
	for (size_t i = 0; i < sizeof(nulls) / sizeof(nulls[0]); i++) {
		if (cpg_text_is(text, nulls[i]))
			return true;
	}
	return false;
}

/* What a plain scalar is by its text. */
static enum cpg_yaml_kind plain_kind(struct cpg_text text)
{
	bool truth;

	if (plain_bool(text, &truth))
		return CPG_YAML_BOOL;
	if (cpg_yaml_is_float(text))
		return CPG_YAML_FLOAT;
	if (cpg_yaml_is_int(text))
		return CPG_YAML_INT;
	if (plain_null(text))
		return CPG_YAML_NULL;
	return cpg_yaml_is_time(text) ? CPG_YAML_TIME : CPG_YAML_STRING;
}

static int unread(struct cpg_text text, const char *tag, struct cpg_error *err)
{
	return cpg_error_set(err, CPG_E_LIMIT, "'%.*s' with the tag %.*s is not read here",
			     shown(text), text.bytes, SHOWN_MAX, tag);
}

/* Whether a scalar with the tag of `kind` is one of those that are read here. */
static bool tagged_fits(struct cpg_text text, enum cpg_yaml_kind kind)
{
	switch (kind) {
	case CPG_YAML_NULL:
	case CPG_YAML_BOOL:
	case CPG_YAML_STRING:
		return true;
	case CPG_YAML_INT:
		return cpg_yaml_is_int(text);
	case CPG_YAML_FLOAT:
		return cpg_yaml_is_tagged_float(text);
	case CPG_YAML_TIME:
		return cpg_yaml_is_time(text);
	case CPG_YAML_LIST:
	case CPG_YAML_MAP:
		break;
	}
	return false;
}

static int fill(struct cpg_arena *arena, struct cpg_text text, struct cpg_yaml *value,
		struct cpg_error *err)
{
	switch (value->kind) {
	case CPG_YAML_BOOL:
		if (plain_bool(text, &value->of.truth) ||
		    tagged_bool(text, &value->of.truth))
			return 0;
		return cpg_error_set(err, CPG_E_SYNTAX, "'%.*s' is no bool", shown(text),
				     text.bytes);
	case CPG_YAML_INT:
		return cpg_yaml_int(arena, text, &value->of.integer, err);
	case CPG_YAML_FLOAT:
		return cpg_yaml_float(arena, text, &value->of.number, err);
	case CPG_YAML_TIME:
		if (cpg_yaml_time(text, err) < 0)
			return -1;
		break;
	case CPG_YAML_STRING:
	case CPG_YAML_NULL:
	case CPG_YAML_LIST:
	case CPG_YAML_MAP:
		break;
	}
	if (value->kind == CPG_YAML_NULL)
		return 0;
	value->of.text.bytes = cpg_arena_bytes(arena, text.bytes, text.length);
	value->of.text.length = text.length;
	return value->of.text.bytes
		       ? 0
		       : cpg_error_set(err, ENOMEM, "no memory left for a string");
}

static enum cpg_yaml_special special_of(struct cpg_text text, bool plain)
{
	if (plain && cpg_text_is(text, "<<"))
		return CPG_YAML_MERGE;
	return plain && cpg_text_is(text, "=") ? CPG_YAML_DEFAULT : CPG_YAML_ORDINARY;
}

int cpg_yaml_scalar(struct cpg_arena *arena, struct cpg_text text, bool plain,
		    const char *tag, struct cpg_yaml *value, enum cpg_yaml_special *special,
		    struct cpg_error *err)
{
	bool open = tag && strcmp(tag, "!") == 0;

	*special = special_of(text, plain || open);
	if (open && memchr(text.bytes, '\n', text.length))
		return unread(text, tag, err); /* patterns match before a last newline */
	if (plain || open)
		value->kind = plain_kind(text);
	else if (!tag)
		value->kind = CPG_YAML_STRING;
	else if (!kind_of_tag(tag, &value->kind) || !tagged_fits(text, value->kind))
		return unread(text, tag, err);
	return fill(arena, text, value, err);
}
