#include <string.h>

#include "cpguard/yaml.h"

enum {
	SHOWN_MAX = 64, /* bytes of a string that a sentence shows */
};

bool cpg_yaml_is(const struct cpg_yaml *value, const char *string)
{
	return value->kind == CPG_YAML_STRING && cpg_text_is(value->of.text, string);
}

const struct cpg_yaml_entry *cpg_yaml_find(const struct cpg_yaml *map, const char *name)
{
	if (map->kind != CPG_YAML_MAP)
		return NULL;
	for (size_t i = map->of.map.count; i-- > 0;) {
		if (cpg_yaml_is(map->of.map.entries[i].key, name))
			return &map->of.map.entries[i];
	}
	return NULL;
}

bool cpg_yaml_is_true(const struct cpg_yaml *value)
{
	switch (value->kind) {
	case CPG_YAML_NULL:
		return false;
	case CPG_YAML_BOOL:
		return value->of.truth;
	case CPG_YAML_INT:
		return value->of.integer.value != 0;
	case CPG_YAML_FLOAT:
		return value->of.number < 0 || value->of.number > 0 ||
		       __builtin_isnan(value->of.number);
	case CPG_YAML_STRING:
		return value->of.text.length > 0;
	case CPG_YAML_TIME:
		return true;
	case CPG_YAML_LIST:
		return value->of.list.count > 0;
	case CPG_YAML_MAP:
		return value->of.map.count > 0;
	}
	return false;
}

const char *cpg_yaml_describe(struct cpg_arena *arena, const struct cpg_yaml *value)
{
	static const char *const kinds[] = {
		[CPG_YAML_NULL] = "null",       [CPG_YAML_BOOL] = "a bool",
		[CPG_YAML_INT] = "an integer",  [CPG_YAML_FLOAT] = "a float",
		[CPG_YAML_STRING] = "a string", [CPG_YAML_TIME] = "a date",
		[CPG_YAML_LIST] = "a list",     [CPG_YAML_MAP] = "a mapping",
	};
	size_t length;

	if (value->kind != CPG_YAML_STRING)
		return cpg_arena_string(arena, kinds[value->kind]);
	length = value->of.text.length;
	return cpg_arena_printf(arena, "the string '%.*s%s'",
				(int)(length < SHOWN_MAX ? length : SHOWN_MAX),
				value->of.text.bytes, length > SHOWN_MAX ? "..." : "");
}
