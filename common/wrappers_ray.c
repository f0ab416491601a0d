#include <string.h>

#include <cjson/cJSON.h>

#include "wrappers_private.h"

/* The longest runtime environment that is read: cJSON takes some 40 bytes for each. */
#define JSON_LIMIT ((size_t)64 << 10)

static void delete_tree(cJSON **tree)
{
	cJSON_Delete(*tree);
}

static void set_pair(struct cpg_wrapper_reading *reading, const cJSON *pair,
		     struct cpg_origin origin)
{
	struct cpg_word name = {.origin = origin};
	struct cpg_word value = {.origin = origin};

	if (!reading->arena)
		return;
	name.text = cpg_arena_string(reading->arena, pair->string);
	if (cJSON_IsString(pair))
		value.text = cpg_arena_string(reading->arena, pair->valuestring);
	if (!name.text || (cJSON_IsString(pair) && !value.text)) {
		reading->failed = true;
		return;
	}
	cpg_wrapper_set_two(reading, &name, &value);
}

void cpg_wrapper_upload(struct cpg_wrapper_reading *reading, const struct cpg_word *place)
{
	struct cpg_wrapper_value value = {.word = *place};

	/* The directory is copied, and the job runs in the copy; what a URI holds is not
	 * known. */
	if (place->text && strstr(place->text, "://"))
		cpg_wrapper_apply(reading, MEANS_AWAY, &value);
	else
		cpg_wrapper_apply(reading, MEANS_CHDIR, &value);
}

static void read_directory(struct cpg_wrapper_reading *reading, const cJSON *directory,
			   struct cpg_origin origin)
{
	struct cpg_word place = {.origin = origin};

	if (!cJSON_IsString(directory))
		return;
	if (reading->arena) {
		place.text = cpg_arena_string(reading->arena, directory->valuestring);
		reading->failed = reading->failed || !place.text;
	}
	cpg_wrapper_upload(reading, &place);
}

void cpg_wrapper_runtime_env(struct cpg_wrapper_reading *reading,
			     const struct cpg_word *json)
{
	cJSON *tree __attribute__((cleanup(delete_tree))) = NULL;
	const cJSON *pair;

	if (json->text && strlen(json->text) <= JSON_LIMIT)
		tree = cJSON_Parse(json->text);
	/* What is not known, or no JSON, may set anything. */
	if (!cJSON_IsObject(tree)) {
		reading->out->login = true;
		return;
	}
	if (cJSON_GetObjectItemCaseSensitive(tree, "conda") ||
	    cJSON_GetObjectItemCaseSensitive(tree, "image_uri") ||
	    cJSON_GetObjectItemCaseSensitive(tree, "container"))
		reading->out->login = true;
	cJSON_ArrayForEach(pair, cJSON_GetObjectItemCaseSensitive(tree, "env_vars"))
		set_pair(reading, pair, json->origin);
	read_directory(reading, cJSON_GetObjectItemCaseSensitive(tree, "working_dir"),
		       json->origin);
}
