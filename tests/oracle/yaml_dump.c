/* What cpguard reads of YAML documents, for yaml_oracle.py.
 *
 * Standard input holds documents, each behind its length in bytes as a line of digits. For each
 * of them a line of JSON is written: {"root": VALUE}, or {"error": "syntax", "limit" or
 * "other", "line": N, "text": SENTENCE}. A VALUE is null, true, false, {"int": DIGITS},
 * {"float": HEX}, {"str": TEXT}, {"time": TEXT}, a list, or {"map": [[KEY, VALUE, LINE], ...]}.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cpguard/yaml.h"

static void put(struct cpg_buffer *out, const struct cpg_yaml *value)
{
	switch (value->kind) {
	case CPG_YAML_NULL:
		cpg_buffer_string(out, "null");
		break;
	case CPG_YAML_BOOL:
		cpg_buffer_string(out, value->of.truth ? "true" : "false");
		break;
	case CPG_YAML_INT:
		cpg_buffer_printf(out, "{\"int\": \"%s\"}", value->of.integer.digits);
		break;
	case CPG_YAML_FLOAT:
		cpg_buffer_printf(out, "{\"float\": \"%a\"}", value->of.number);
		break;
	case CPG_YAML_STRING:
	case CPG_YAML_TIME:
		cpg_buffer_printf(
			out, "{\"%s\": ", value->kind == CPG_YAML_TIME ? "time" : "str");
		cpg_buffer_json(out, value->of.text);
		cpg_buffer_string(out, "}");
		break;
	case CPG_YAML_LIST:
		cpg_buffer_string(out, "[");
		for (size_t i = 0; i < value->of.list.count && !out->failed; i++) {
			cpg_buffer_string(out, i ? ", " : "");
			put(out, value->of.list.items[i]);
		}
		cpg_buffer_string(out, "]");
		break;
	case CPG_YAML_MAP:
		cpg_buffer_string(out, "{\"map\": [");
		for (size_t i = 0; i < value->of.map.count && !out->failed; i++) {
			const struct cpg_yaml_entry *entry = &value->of.map.entries[i];

			cpg_buffer_string(out, i ? ", [" : "[");
			put(out, entry->key);
			cpg_buffer_string(out, ", ");
			put(out, entry->value);
			cpg_buffer_printf(out, ", %u]", entry->key->line);
		}
		cpg_buffer_string(out, "]}");
		break;
	}
}

static void put_error(struct cpg_buffer *out, const struct cpg_error *err)
{
	const char *name = err->code == CPG_E_SYNTAX  ? "syntax"
			   : err->code == CPG_E_LIMIT ? "limit"
						      : "other";

	cpg_buffer_printf(out, "{\"error\": \"%s\", \"line\": %u, \"text\": ", name,
			  err->line);
	cpg_buffer_json(out, cpg_text_of(err->text));
	cpg_buffer_string(out, "}");
}

static void dump(struct cpg_arena *arena, struct cpg_text text)
{
	struct cpg_buffer out = {.arena = arena};
	const struct cpg_yaml *root;
	struct cpg_error err;
	const char *line;

	if (cpg_yaml_parse(arena, text, "x.yaml", &root, &err) < 0) {
		put_error(&out, &err);
	} else {
		cpg_buffer_string(&out, "{\"root\": ");
		put(&out, root);
		cpg_buffer_string(&out, "}");
	}
	line = cpg_buffer_finish(&out);
	puts(line ? line : "{\"error\": \"other\", \"line\": 0, \"text\": \"too long\"}");
}

int main(void)
{
	size_t length;

	while (scanf("%zu", &length) == 1 && getchar() == '\n') {
		/* Of its very size, so that a sanitizer sees a read past the end. */
		char *bytes = malloc(length ? length : 1);
		struct cpg_arena *arena = cpg_arena_new(CPG_ARENA_BUDGET);

		if (!bytes || !arena || fread(bytes, 1, length, stdin) != length)
			return 1;
		dump(arena, (struct cpg_text){bytes, length});
		fflush(stdout);
		cpg_arena_free(arena);
		free(bytes);
	}
	return 0;
}
