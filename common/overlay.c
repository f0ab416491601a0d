#include "cpguard/overlay.h"

#include <errno.h>
#include <string.h>

#include "overlay_private.h"

/* One launch's way through its files. */
struct overlay {
	struct cpg_arena *arena;
	const struct cpg_place *place;
	const struct cpg_facts *parsed;
	struct cpg_overlay *out;
};

const char *cpg_role_name(enum cpg_role role)
{
	static const char *const names[] = {
		[CPG_ROLE_ALL] = NULL,
		[CPG_ROLE_ACTOR] = "actor",
		[CPG_ROLE_CRITIC] = "critic",
	};

	return names[role];
}

/* Puts down that slime stops at a file. Returns 0, or -1 when there is no memory. */
static int stop(struct overlay *overlay, struct cpg_namespace *space,
		const struct cpg_overlay_file *file, unsigned line, const char *what)
{
	const char *sentence =
		line ? cpg_arena_printf(overlay->arena, "the program stops at %s (%s:%u)",
					what, file->path, line)
		     : cpg_arena_printf(overlay->arena, "the program stops at %s (%s)",
					what, file->path);

	space->stopped = sentence;
	return sentence ? 0 : -1;
}

static void lose(struct cpg_namespace *space, const char *why)
{
	space->unread = why;
	cpg_namespace_lose(space);
}

/* The file that an argument names. */
enum named {
	NAMED_NONE,    /* it names none */
	NAMED_FILE,    /* *path is its name */
	NAMED_UNKNOWN, /* that is not known */
};

static enum named name_of(struct overlay *overlay, const struct cpg_held *held,
			  const char **path)
{
	const struct cpg_text *text = &held->value.of.text;

	if (held->state == CPG_HELD_ABSENT ||
	    (held->state == CPG_HELD_KNOWN && held->value.kind == CPG_YAML_NULL))
		return NAMED_NONE;
	if (held->state != CPG_HELD_KNOWN || held->value.kind != CPG_YAML_STRING ||
	    memchr(text->bytes, '\0', text->length))
		return NAMED_UNKNOWN;
	*path = cpg_arena_bytes(overlay->arena, text->bytes, text->length);
	return NAMED_FILE;
}

/* Reads the file, or says that what it sets is not known. Returns 1 when it was read, 0 when
 * not, -1 when there is no memory. */
static int open_file(struct overlay *overlay, struct cpg_namespace *space,
		     const char *option, const char *path, struct cpg_overlay_file *file)
{
	const char *why;
	int rc;

	if (!path)
		return -1;
	rc = cpg_overlay_read(overlay->arena, overlay->place, option, path, file, &why);
	if (rc == 0)
		lose(space, why);
	return rc;
}

/* Megatron up to core 0.12 fills ${NAME} of the environment in, and a mapping becomes an object
 * that has a truth of its own. */
static bool is_plain_argument(const struct cpg_yaml *value)
{
	return value->kind != CPG_YAML_MAP &&
	       (value->kind != CPG_YAML_STRING ||
		!memmem(value->of.text.bytes, value->of.text.length, "${", 2));
}

/* What --yaml-cfg makes of an argument: all that it does not name is gone. */
static void replace_argument(const struct cpg_overlay_file *file,
			     enum cpg_argument_name name, struct cpg_held *held)
{
	const struct cpg_yaml_entry *entry =
		cpg_yaml_find(file->root, cpg_argument_name(name));

	if (!entry)
		*held = (struct cpg_held){.state = CPG_HELD_ABSENT, .changed = true};
	else if (!is_plain_argument(entry->value))
		cpg_held_lose(held);
	else
		cpg_held_set(held, entry->value,
			     (struct cpg_origin){file->path, entry->key->line});
}

/* The arguments without which slime stops right behind --yaml-cfg. */
static int require_arguments(struct overlay *overlay, struct cpg_namespace *space,
			     const struct cpg_overlay_file *file)
{
	static const enum cpg_argument_name names[] = {
		CPG_HF_CHECKPOINT, CPG_ADVANTAGE_ESTIMATOR, CPG_CUSTOM_CONFIG_PATH};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const char *what;

		if (space->items[names[i]].state != CPG_HELD_ABSENT)
			continue;
		what = cpg_arena_printf(overlay->arena, "%s, which is missing",
					cpg_argument_name(names[i]));
		return what ? stop(overlay, space, file, 0, what) : -1;
	}
	return 0;
}

static void find_critic(struct cpg_namespace *space)
{
	const struct cpg_held *estimator = &space->items[CPG_ADVANTAGE_ESTIMATOR];
	struct cpg_yaml critic = {.kind = CPG_YAML_BOOL};

	if (estimator->state == CPG_HELD_KNOWN) {
		critic.of.truth = cpg_yaml_is(&estimator->value, "ppo");
		cpg_held_set(&space->items[CPG_USE_CRITIC], &critic, estimator->origin);
	} else {
		cpg_held_lose(&space->items[CPG_USE_CRITIC]);
	}
}

static int lay_yaml_cfg(struct overlay *overlay, struct cpg_namespace *space)
{
	const struct cpg_fact_path *cfg = &overlay->parsed->yaml_cfg;
	struct cpg_overlay_file file;
	int rc;

	if (!cfg->known && cfg->given)
		lose(space, "the value of --yaml-cfg is not known here");
	if (!cfg->path)
		return 0;
	rc = open_file(overlay, space, "--yaml-cfg", cfg->path, &file);
	if (rc <= 0)
		return rc;
	if (file.root->kind != CPG_YAML_MAP)
		return stop(overlay, space, &file, 0, "what is no mapping");
	for (enum cpg_argument_name name = 0; name < CPG_ARGUMENT_NAMES; name++) {
		if (name != CPG_DEBUG_ROLLOUT_ONLY)
			replace_argument(&file, name, &space->items[name]);
	}
	find_critic(space);
	return require_arguments(overlay, space, &file);
}

/* A key that is no string: setattr() and hasattr() raise. */
static const struct cpg_yaml *find_odd_key(const struct cpg_yaml *map)
{
	for (size_t i = 0; i < map->of.map.count; i++) {
		if (map->of.map.entries[i].key->kind != CPG_YAML_STRING)
			return map->of.map.entries[i].key;
	}
	return NULL;
}

static void set_arguments(struct cpg_namespace *space, const struct cpg_overlay_file *file)
{
	for (enum cpg_argument_name name = 0; name < CPG_ARGUMENT_NAMES; name++) {
		const struct cpg_yaml_entry *entry =
			cpg_yaml_find(file->root, cpg_argument_name(name));

		if (entry)
			cpg_held_set(&space->items[name], entry->value,
				     (struct cpg_origin){file->path, entry->key->line});
	}
}

/* Whether it was given where it is not known: what could be anything has made everything
 * unknown by then. */
static bool is_lost(const struct cpg_held *held, const struct cpg_fact_path *option)
{
	return held->changed || option->given;
}

static int lay_custom_config(struct overlay *overlay, struct cpg_namespace *space)
{
	const struct cpg_held *held = &space->items[CPG_CUSTOM_CONFIG_PATH];
	struct cpg_overlay_file file;
	const char *path = NULL;
	const struct cpg_yaml *odd;
	int rc;

	/* What is false names no file, whatever it is. */
	if (held->state == CPG_HELD_KNOWN && !cpg_yaml_is_true(&held->value))
		return 0;
	switch (name_of(overlay, held, &path)) {
	case NAMED_NONE:
		return 0;
	case NAMED_UNKNOWN:
		if (is_lost(held, &overlay->parsed->custom_config) && !space->unread)
			lose(space, "the value of --custom-config-path is not known here");
		return 0;
	case NAMED_FILE:
		break;
	}
	rc = open_file(overlay, space, "--custom-config-path", path, &file);
	if (rc <= 0 || !cpg_yaml_is_true(file.root))
		return rc < 0 ? -1 : 0;
	if (file.root->kind != CPG_YAML_MAP)
		return stop(overlay, space, &file, 0, "what is no mapping");
	odd = find_odd_key(file.root);
	if (odd)
		return stop(overlay, space, &file, odd->line, "a name that is no string");
	set_arguments(space, &file);
	return 0;
}

/* The one entry for `role` in the list `megatron`; *entry is NULL when there is none, or when
 * slime stops. Returns 0, or -1 when there is no memory. */
static int find_role(struct overlay *overlay, struct cpg_namespace *space,
		     const struct cpg_overlay_file *file, const char *role,
		     const struct cpg_yaml **entry)
{
	const struct cpg_yaml_entry *list = cpg_yaml_find(file->root, "megatron");

	*entry = NULL;
	if (!list || list->value->kind != CPG_YAML_LIST)
		return stop(overlay, space, file, list ? list->key->line : 0,
			    list ? "`megatron`, which is no list"
				 : "`megatron`, which is missing");
	for (size_t i = 0; i < list->value->of.list.count; i++) {
		const struct cpg_yaml *item = list->value->of.list.items[i];
		const struct cpg_yaml_entry *name;

		if (item->kind != CPG_YAML_MAP)
			return stop(overlay, space, file, item->line,
				    "an entry of `megatron` that is no mapping");
		name = cpg_yaml_find(item, "role");
		if (!name || !cpg_yaml_is(name->value, role))
			continue;
		if (*entry) {
			*entry = NULL;
			return stop(overlay, space, file, item->line,
				    "a second entry for the same role");
		}
		*entry = item;
	}
	return 0;
}

/* entry.get("overrides") or entry.get("args"): what is false counts as missing. */
static const struct cpg_yaml *find_overrides(const struct cpg_yaml *entry)
{
	static const char *const names[] = {"overrides", "args"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const struct cpg_yaml_entry *found = cpg_yaml_find(entry, names[i]);

		if (found && cpg_yaml_is_true(found->value))
			return found->value;
	}
	return NULL;
}

static int override_arguments(struct overlay *overlay, struct cpg_namespace *space,
			      const struct cpg_overlay_file *file,
			      const struct cpg_yaml *overrides)
{
	for (enum cpg_argument_name name = 0; name < CPG_ARGUMENT_NAMES; name++) {
		const struct cpg_yaml_entry *entry =
			cpg_yaml_find(overrides, cpg_argument_name(name));

		if (entry && cpg_held_override(
				     overlay->arena, &space->items[name], entry->value,
				     (struct cpg_origin){file->path, entry->key->line}) < 0)
			return -1;
	}
	return 0;
}

/* Lays a role's overrides over `space`. */
static int lay_role(struct overlay *overlay, struct cpg_namespace *space,
		    const struct cpg_overlay_file *file, enum cpg_role role)
{
	const struct cpg_yaml *overrides;
	const struct cpg_yaml *entry;
	const struct cpg_yaml *odd;

	if (find_role(overlay, space, file, cpg_role_name(role), &entry) < 0)
		return -1;
	overrides = entry ? find_overrides(entry) : NULL;
	if (!overrides)
		return 0;
	if (overrides->kind != CPG_YAML_MAP)
		return stop(overlay, space, file, overrides->line,
			    "overrides that are no mapping");
	odd = find_odd_key(overrides);
	if (odd)
		return stop(overlay, space, file, odd->line, "a name that is no string");
	return override_arguments(overlay, space, file, overrides);
}

static int add_role(struct overlay *overlay, enum cpg_role role, bool sure,
		    const struct cpg_namespace *space)
{
	struct cpg_role_facts *facts = &overlay->out->items[overlay->out->count++];

	facts->role = role;
	facts->sure = sure;
	return cpg_namespace_facts(overlay->arena, space, overlay->parsed, &facts->facts);
}

static bool is_same_text(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

/* Whether the rule cannot tell the two apart. */
static bool is_same(const struct cpg_facts *a, const struct cpg_facts *b)
{
	const struct cpg_fact_size *sizes[] = {&a->context_parallel_size,
					       &b->context_parallel_size};

	return a->allgather_cp.value == b->allgather_cp.value &&
	       a->debug_rollout_only.value == b->debug_rollout_only.value &&
	       sizes[0]->known == sizes[1]->known &&
	       (!sizes[0]->known ||
		strcmp(sizes[0]->size.digits, sizes[1]->size.digits) == 0) &&
	       a->hf_checkpoint.known == b->hf_checkpoint.known &&
	       is_same_text(a->hf_checkpoint.path, b->hf_checkpoint.path) &&
	       is_same_text(a->stopped, b->stopped);
}

/* Whether there is a critic, and so two roles that may differ. */
static enum cpg_tristate has_critic(const struct cpg_namespace *space)
{
	const struct cpg_held *held = &space->items[CPG_USE_CRITIC];

	if (held->state != CPG_HELD_KNOWN)
		return CPG_UNKNOWN;
	return cpg_yaml_is_true(&held->value) ? CPG_YES : CPG_NO;
}

/* Both roles are made before either trains: what stops the one stops the other. */
static int add_roles(struct overlay *overlay, const struct cpg_namespace *actor,
		     const struct cpg_namespace *critic, enum cpg_tristate has)
{
	struct cpg_overlay *out = overlay->out;

	if (actor->stopped || has == CPG_NO)
		return add_role(overlay, CPG_ROLE_ALL, true, actor);
	if (critic->stopped && has == CPG_YES)
		return add_role(overlay, CPG_ROLE_ALL, true, critic);
	if (add_role(overlay, CPG_ROLE_ACTOR, true, actor) < 0 ||
	    add_role(overlay, CPG_ROLE_CRITIC, has == CPG_YES, critic) < 0)
		return -1;
	if (is_same(&out->items[0].facts, &out->items[1].facts)) {
		out->items[0].role = CPG_ROLE_ALL;
		out->count = 1;
	} else if (has == CPG_UNKNOWN && !out->items[1].facts.unread) {
		out->items[1].facts.unread =
			"whether there is a critic (--advantage-estimator ppo) is not "
			"known here";
	}
	return 0;
}

static int lay_megatron_config(struct overlay *overlay, struct cpg_namespace *space)
{
	const struct cpg_held *held = &space->items[CPG_MEGATRON_CONFIG_PATH];
	struct cpg_namespace critic;
	struct cpg_overlay_file file;
	enum cpg_tristate has;
	const char *path = NULL;
	int rc;

	switch (name_of(overlay, held, &path)) {
	case NAMED_NONE:
		return add_role(overlay, CPG_ROLE_ALL, true, space);
	case NAMED_UNKNOWN:
		if (is_lost(held, &overlay->parsed->megatron_config) && !space->unread)
			lose(space,
			     "the value of --megatron-config-path is not known here");
		return add_role(overlay, CPG_ROLE_ALL, true, space);
	case NAMED_FILE:
		break;
	}
	rc = open_file(overlay, space, "--megatron-config-path", path, &file);
	if (rc < 0)
		return -1;
	if (rc == 0)
		return add_role(overlay, CPG_ROLE_ALL, true, space);
	/* Who is trained hangs on what the roles share. */
	has = has_critic(space);
	critic = *space;
	if (lay_role(overlay, space, &file, CPG_ROLE_ACTOR) < 0 ||
	    lay_role(overlay, &critic, &file, CPG_ROLE_CRITIC) < 0)
		return -1;
	return add_roles(overlay, space, &critic, has);
}

/* The files in their order, up to the one at which slime stops. */
static int lay_all(struct overlay *overlay)
{
	struct cpg_namespace space;

	cpg_namespace_parse(overlay->parsed, &space);
	if (lay_yaml_cfg(overlay, &space) < 0)
		return -1;
	if (!space.stopped && lay_custom_config(overlay, &space) < 0)
		return -1;
	if (space.stopped)
		return add_role(overlay, CPG_ROLE_ALL, true, &space);
	return lay_megatron_config(overlay, &space);
}

int cpg_overlay_apply(struct cpg_arena *arena, const struct cpg_place *place,
		      const struct cpg_facts *parsed, struct cpg_overlay *out,
		      struct cpg_error *err)
{
	struct overlay overlay = {arena, place, parsed, out};

	out->count = 0;
	if (lay_all(&overlay) < 0)
		return cpg_error_set(err, ENOMEM,
				     "no memory left for the YAML files of a launch");
	return 0;
}
