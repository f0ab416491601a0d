#include <cjson/cJSON.h>
#include <string.h>

#include "cpguard/report.h"
#include "report_why.h"

/* cJSON takes strings as C strings of UTF-8 and numbers as doubles. What is reported may be
 * neither (a name with a NUL, a path in Latin-1, a size of thirty digits), so such values
 * are written by cpg_buffer_json() and handed over as they shall appear.
 *
 * Every helper returns whether there was memory for it. */

static void cleanup_json(cJSON **json)
{
	cJSON_Delete(*json);
}

/* Adds `value`, which may be NULL for want of memory, and takes it over. */
static bool add(cJSON *object, const char *key, cJSON *value)
{
	if (value && cJSON_AddItemToObjectCS(object, key, value))
		return true;
	cJSON_Delete(value);
	return false;
}

static cJSON *text_value(struct cpg_arena *arena, struct cpg_text text)
{
	struct cpg_buffer raw = {.arena = arena};
	const char *json;

	cpg_buffer_json(&raw, text);
	json = cpg_buffer_finish(&raw);
	return json ? cJSON_CreateRaw(json) : NULL;
}

static bool add_string(struct cpg_arena *arena, cJSON *object, const char *key,
		       const char *string)
{
	return add(object, key,
		   string ? text_value(arena, cpg_text_of(string)) : cJSON_CreateNull());
}

static bool add_flag(cJSON *object, const char *key, enum cpg_tristate value)
{
	return add(object, key,
		   value == CPG_UNKNOWN ? cJSON_CreateNull()
					: cJSON_CreateBool(value == CPG_YES));
}

static bool append_text(struct cpg_arena *arena, cJSON *list, struct cpg_text text)
{
	cJSON *value = text.bytes ? text_value(arena, text) : cJSON_CreateNull();

	if (value && cJSON_AddItemToArray(list, value))
		return true;
	cJSON_Delete(value);
	return false;
}

static bool add_argv(struct cpg_arena *arena, cJSON *object,
		     const struct cpg_launch *launch)
{
	cJSON *list = cJSON_AddArrayToObject(object, "argv");

	if (!list)
		return false;
	for (size_t i = 0; i < launch->argc; i++) {
		if (!append_text(arena, list, cpg_text_of(launch->argv[i].text)))
			return false;
	}
	return true;
}

/* config, architectures and permitted: null as far as they are not known. */
static bool add_model_keys(struct cpg_arena *arena, cJSON *object,
			   const struct cpg_model *model)
{
	bool read = model->state == CPG_MODEL_READ;
	cJSON *list;

	if (!add_string(arena, object, "config", model->config))
		return false;
	if (!read)
		return add(object, "architectures", cJSON_CreateNull()) &&
		       add_flag(object, "permitted", CPG_UNKNOWN);
	list = cJSON_AddArrayToObject(object, "architectures");
	if (!list)
		return false;
	for (size_t i = 0; i < model->architecture_count; i++) {
		if (!append_text(arena, list, model->architectures[i]))
			return false;
	}
	return add_flag(object, "permitted", model->permitted ? CPG_YES : CPG_NO);
}

static bool add_model(struct cpg_arena *arena, cJSON *object, const struct cpg_model *model)
{
	cJSON *inner = cJSON_AddObjectToObject(object, "model");

	return inner && add_model_keys(arena, inner, model);
}

static bool add_origin(struct cpg_arena *arena, cJSON *flags, const char *key,
		       const struct cpg_origin *origin)
{
	cJSON *object = cJSON_AddObjectToObject(flags, key);

	return object && add_string(arena, object, "file", origin->file) &&
	       add(object, "line",
		   origin->line ? cJSON_CreateNumber(origin->line) : cJSON_CreateNull());
}

static bool add_flags(struct cpg_arena *arena, cJSON *object, const struct cpg_facts *facts)
{
	cJSON *flags = cJSON_AddObjectToObject(object, "flags");

	return flags &&
	       add_origin(arena, flags, "allgather_cp", &facts->allgather_cp.origin) &&
	       add_origin(arena, flags, "context_parallel_size",
			  &facts->context_parallel_size.origin) &&
	       add_origin(arena, flags, "hf_checkpoint", &facts->hf_checkpoint.origin);
}

static bool add_facts(struct cpg_arena *arena, cJSON *object, const struct cpg_facts *facts)
{
	const struct cpg_fact_size *size = &facts->context_parallel_size;

	return add_flag(object, "allgather_cp", facts->allgather_cp.value) &&
	       add(object, "context_parallel_size",
		   size->known ? cJSON_CreateRaw(size->size.digits) : cJSON_CreateNull()) &&
	       add_string(arena, object, "hf_checkpoint",
			  facts->hf_checkpoint.known ? facts->hf_checkpoint.path : NULL) &&
	       add_flag(object, "debug_rollout_only", facts->debug_rollout_only.value);
}

/* The list of what is not known, and why. */
static bool add_sentences(struct cpg_arena *arena, cJSON *object, const char *key,
			  const struct cpg_sentences *sentences)
{
	cJSON *list = cJSON_AddArrayToObject(object, key);

	if (!list || !sentences)
		return false;
	for (size_t i = 0; i < sentences->count; i++) {
		if (!append_text(arena, list, cpg_text_of(sentences->items[i])))
			return false;
	}
	return true;
}

/* Only where the roles differ. */
static bool add_role(struct cpg_arena *arena, cJSON *object, enum cpg_role role)
{
	return role == CPG_ROLE_ALL ||
	       add_string(arena, object, "role", cpg_role_name(role));
}

static bool add_finding(struct cpg_arena *arena, cJSON *list,
			const struct cpg_settings *settings,
			const struct cpg_finding *finding)
{
	const struct cpg_launch *launch = &finding->launch;
	cJSON *object = cJSON_CreateObject();

	if (!object || !cJSON_AddItemToArray(list, object)) {
		cJSON_Delete(object);
		return false;
	}
	return add_string(arena, object, "origin",
			  cpg_launch_source_name(launch->source)) &&
	       add_argv(arena, object, launch) &&
	       add(object, "exact", cJSON_CreateBool(cpg_launch_exact(launch))) &&
	       add(object, "conditional", cJSON_CreateBool(launch->conditional)) &&
	       add_role(arena, object, finding->role) &&
	       add_facts(arena, object, &finding->facts) &&
	       add_model(arena, object, &finding->model) &&
	       add_flags(arena, object, &finding->facts) &&
	       add_string(arena, object, "verdict", cpg_verdict_name(finding->verdict)) &&
	       add_string(arena, object, "reason", cpg_reason_name(finding->reason)) &&
	       add_sentences(arena, object, "why", cpg_report_why(arena, finding)) &&
	       add_string(arena, object, "action",
			  cpg_action_name(
				  cpg_finding_action(settings, CPG_GATE_SUBMIT, finding)));
}

/* The object as one line; NULL when there is no memory. */
static const char *print_line(struct cpg_arena *arena, const cJSON *object)
{
	char *line = cJSON_PrintUnformatted(object);
	const char *copy;

	if (!line)
		return NULL;
	copy = cpg_arena_printf(arena, "%s\n", line);
	cJSON_free(line);
	return copy;
}

/* Only where there is something. */
static bool add_assumed(struct cpg_arena *arena, cJSON *object,
			const struct cpg_result *result)
{
	return result->assumed_count == 0 ||
	       add_sentences(arena, object, "assumed", cpg_report_assumed(arena, result));
}

const char *cpg_report_json(struct cpg_arena *arena, const struct cpg_settings *settings,
			    const struct cpg_result *result)
{
	__attribute__((cleanup(cleanup_json))) cJSON *object = cJSON_CreateObject();
	cJSON *list;

	if (!object ||
	    !add_string(arena, object, "verdict", cpg_verdict_name(result->verdict)) ||
	    !add_string(arena, object, "reason", cpg_reason_name(result->reason)))
		return NULL;
	list = cJSON_AddArrayToObject(object, "launches");
	if (!list)
		return NULL;
	for (size_t i = 0; i < result->count; i++) {
		if (!add_finding(arena, list, settings, &result->findings[i]))
			return NULL;
	}
	if (!add(object, "complete", cJSON_CreateBool(result->complete)) ||
	    !add_sentences(arena, object, "why", cpg_report_incomplete(arena, result)) ||
	    !add_assumed(arena, object, result))
		return NULL;
	return print_line(arena, object);
}

static const char *state_name(enum cpg_model_state state)
{
	static const char *const names[] = {
		[CPG_MODEL_UNASKED] = "unasked",     [CPG_MODEL_READ] = "read",
		[CPG_MODEL_NOT_FOUND] = "not_found", [CPG_MODEL_UNREADABLE] = "unreadable",
		[CPG_MODEL_HIDDEN] = "hidden",
	};

	return names[state];
}

const char *cpg_report_model_json(struct cpg_arena *arena, const char *checkpoint,
				  const struct cpg_model *model)
{
	__attribute__((cleanup(cleanup_json))) cJSON *object = cJSON_CreateObject();

	if (!object || !add_string(arena, object, "checkpoint", checkpoint) ||
	    !add_string(arena, object, "state", state_name(model->state)) ||
	    !add_model_keys(arena, object, model) ||
	    !add_string(arena, object, "why", model->why))
		return NULL;
	return print_line(arena, object);
}
