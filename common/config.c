#include "cpguard/config.h"

#include <errno.h>
#include <stdbool.h>

#include <cjson/cJSON.h>

#include "json_clean.h"
#include "json_strict.h"

/* cJSON takes some 40 bytes for each byte of text, and its memory is not the arena's: with
 * a file of 16 MiB beside it the evaluation must stay within 64 MiB. */
#define VALUE_LIMIT ((size_t)256 << 10)

const char *const cpg_config_permitted[] = {
	"DeepseekV32ForCausalLM",
	"GlmMoeDsaForCausalLM",
	NULL,
};

/* One call's work: where the value lies, and what has been read of it. */
struct reading {
	struct cpg_arena *arena;
	struct cpg_error *err;
	const char *file;
	unsigned line;
	const char *const *permitted;
	size_t permitted_count;
	struct cpg_text *names;
	size_t count;
};

static void delete_tree(cJSON **tree)
{
	cJSON_Delete(*tree);
}

static int no_memory(const struct reading *r)
{
	return cpg_error_at(r->err, ENOMEM, r->file, 0,
			    "%s cannot be read: not enough memory",
			    cpg_json_file_name(r->file));
}

/* Fails because the training program stops at a value by itself. */
static int unusable(const struct reading *r, const char *what)
{
	return cpg_error_at(r->err, CPG_E_SYNTAX, r->file, r->line,
			    "%s: architectures %s, where a list of names is expected",
			    cpg_json_file_name(r->file), what);
}

static int reserve_names(struct reading *r, size_t count)
{
	r->names = cpg_arena_array(r->arena, count, sizeof(*r->names));
	return r->names ? 0 : no_memory(r);
}

/* Adds a name, decoded. */
static int add_name(struct reading *r, const char *string)
{
	struct cpg_text name = cpg_json_restore(r->arena, string);

	if (!name.bytes)
		return no_memory(r);
	r->names[r->count++] = name;
	return 0;
}

static bool is_permitted(const struct reading *r, struct cpg_text name)
{
	for (size_t i = 0; i < r->permitted_count; i++) {
		if (cpg_text_is(name, r->permitted[i]))
			return true;
	}
	return false;
}

/* any(name in PERMITTED for name in value): PERMITTED is a set, so an element that has no
 * hash stops the program, unless the loop has found what it looks for by then. */
static int read_list(struct reading *r, const cJSON *list)
{
	bool found = false;
	const cJSON *item;

	if (reserve_names(r, (size_t)cJSON_GetArraySize(list)) < 0)
		return -1;
	cJSON_ArrayForEach(item, list)
	{
		if (cJSON_IsString(item)) {
			if (add_name(r, item->valuestring) < 0)
				return -1;
			found = found || is_permitted(r, r->names[r->count - 1]);
		} else if (!found && cJSON_IsArray(item)) {
			return unusable(r, "holds a list");
		} else if (!found && cJSON_IsObject(item)) {
			return unusable(r, "holds an object");
		}
	}
	return 0;
}

static int read_keys(struct reading *r, const cJSON *object)
{
	const cJSON *item;

	if (reserve_names(r, (size_t)cJSON_GetArraySize(object)) < 0)
		return -1;
	cJSON_ArrayForEach(item, object)
	{
		if (add_name(r, item->string) < 0)
			return -1;
	}
	return 0;
}

/* The length of the character that begins with `byte`, in text known to be well-formed. */
static size_t character_length(char byte)
{
	unsigned char b = (unsigned char)byte;

	return b < 0xc0 ? 1 : b < 0xe0 ? 2 : b < 0xf0 ? 3 : 4;
}

static int read_characters(struct reading *r, const char *string)
{
	struct cpg_text all = cpg_json_restore(r->arena, string);
	size_t size;

	if (!all.bytes)
		return no_memory(r);
	if (reserve_names(r, all.length) < 0)
		return -1;
	for (size_t i = 0; i < all.length; i += size) {
		size = character_length(all.bytes[i]);
		r->names[r->count++] = (struct cpg_text){all.bytes + i, size};
	}
	return 0;
}

static int read_value(struct reading *r, const cJSON *value)
{
	if (cJSON_IsArray(value))
		return read_list(r, value);
	if (cJSON_IsObject(value))
		return read_keys(r, value);
	if (cJSON_IsString(value))
		return read_characters(r, value->valuestring);
	if (cJSON_IsTrue(value))
		return unusable(r, "is true");
	if (cJSON_IsNumber(value) && value->valueint != 0)
		return unusable(r, "is a number");
	return 0;
}

static int parse_value(struct reading *r, struct cpg_text value)
{
	cJSON *tree __attribute__((cleanup(delete_tree))) = NULL;
	const char *clean;

	if (value.length > VALUE_LIMIT)
		return cpg_error_at(r->err, CPG_E_LIMIT, r->file, r->line,
				    "%s: architectures is longer than the limit of %zu KiB",
				    cpg_json_file_name(r->file), VALUE_LIMIT >> 10);
	clean = cpg_json_clean(r->arena, value);
	if (!clean)
		return no_memory(r);
	tree = cJSON_ParseWithOpts(clean, NULL, true);
	/* The text was checked, so memory is all that can have been missing. */
	return tree ? read_value(r, tree) : no_memory(r);
}

int cpg_config_parse(struct cpg_arena *arena, struct cpg_text text, const char *file,
		     const char *const *permitted, size_t permitted_count,
		     struct cpg_architectures *out, struct cpg_error *err)
{
	struct cpg_json_member members[] = {
		{.name = "architectures"},
		{.name = "configuration_files"},
	};
	const struct cpg_text *value = &members[0].value;
	const char *other;
	struct reading r = {
		.arena = arena,
		.err = err,
		.file = file,
		.permitted = permitted,
		.permitted_count = permitted_count,
	};

	if (cpg_json_check(text, file, members, 2, err) < 0)
		return -1;
	other = members[1].value.bytes;
	if (other)
		return cpg_error_at(err, CPG_E_HIDDEN, file, cpg_json_line(text, other),
				    "%s has configuration_files: which of them is read "
				    "depends on the release of transformers",
				    cpg_json_file_name(file));
	if (value->bytes) {
		r.line = cpg_json_line(text, value->bytes);
		if (parse_value(&r, *value) < 0)
			return -1;
	}
	*out = (struct cpg_architectures){r.names, r.count};
	return 0;
}
