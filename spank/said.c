#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "spank_cpguard.h"

enum {
	KEY_DIGITS = 16,
	KEYS_MAX = 32, /* of a variable: a user can write anything into it */
};

/* FNV-1a. Source: RFC 9923. */
static uint64_t hash_string(uint64_t hash, const char *string)
{
	do {
		hash ^= (unsigned char)*string;
		hash *= UINT64_C(0x100000001b3);
	} while (*string++);
	return hash;
}

uint64_t spank_said_key(const struct cpg_finding *finding, enum cpg_action action)
{
	const struct cpg_fact_size *size = &finding->facts.context_parallel_size;
	const struct cpg_fact_path *checkpoint = &finding->facts.hf_checkpoint;
	const char *const parts[] = {
		cpg_action_name(action),
		cpg_reason_name(finding->reason),
		finding->launch.source == CPG_LAUNCH_OPTIONS ? "options" : "launch",
		size->known ? size->size.digits : "",
		checkpoint->known && checkpoint->path ? checkpoint->path : "",
		finding->model.config ? finding->model.config : "",
	};
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		hash = hash_string(hash, parts[i]);
	return hash;
}

static struct spank_said *find(const struct spank_cpguard *plugin, uint64_t key)
{
	struct spank_said *said = plugin->said;

	while (said && said->key != key)
		said = said->before;
	return said;
}

static struct spank_said *add(struct spank_cpguard *plugin, uint64_t key)
{
	struct spank_said *said = cpg_arena_alloc(plugin->arena, sizeof(*said));

	if (said) {
		*said = (struct spank_said){.before = plugin->said, .key = key};
		plugin->said = said;
	}
	return said;
}

void spank_said_inherit(struct spank_cpguard *plugin, const char *value)
{
	static const char digits[] = "0123456789abcdef";

	for (int i = 0; value && i < KEYS_MAX; i++) {
		uint64_t key = strtoull(value, NULL, 16);

		if (strspn(value, digits) != KEY_DIGITS)
			return;
		if (!find(plugin, key))
			add(plugin, key);
		value += KEY_DIGITS;
		value = *value == ',' ? value + 1 : NULL;
	}
}

enum spank_said_where spank_said(struct spank_cpguard *plugin, uint64_t key)
{
	struct spank_said *said = find(plugin, key);
	enum spank_said_where where = SPANK_SAID_NOWHERE;

	if (said)
		where = said->here ? SPANK_SAID_HERE : SPANK_SAID_BEFORE;
	else
		said = add(plugin, key);
	if (said)
		said->here = true;
	return where;
}

const char *spank_said_value(const struct spank_cpguard *plugin, struct cpg_arena *arena)
{
	struct cpg_buffer out = {.arena = arena};
	int count = 0;

	for (const struct spank_said *said = plugin->said; said && count < KEYS_MAX;
	     said = said->before)
		cpg_buffer_printf(&out, "%s%016" PRIx64, count++ ? "," : "", said->key);
	return count ? cpg_buffer_finish(&out) : NULL;
}
