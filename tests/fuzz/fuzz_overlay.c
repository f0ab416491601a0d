/* The text of a YAML file, and what it makes of a command line that names it as each of the
 * three files that are laid over one.
 */
#include <errno.h>

#include "cpguard/overlay.h"
#include "cpguard/yaml.h"
#include "fuzz.h"

static void check_value(struct cpg_arena *arena, const struct cpg_yaml *value,
			unsigned depth)
{
	FUZZ_CHECK(depth <= CPG_YAML_DEPTH && value->line >= 1);
	FUZZ_CHECK(value->kind != CPG_YAML_INT || value->of.integer.digits);
	if (depth < 4)
		(void)!cpg_yaml_describe(arena, value);
	if (value->kind == CPG_YAML_LIST) {
		for (size_t i = 0; i < value->of.list.count && depth < 8; i++)
			check_value(arena, value->of.list.items[i], depth + 1);
	}
	for (size_t i = 0; value->kind == CPG_YAML_MAP && i < value->of.map.count; i++) {
		const struct cpg_yaml_entry *entry = &value->of.map.entries[i];

		FUZZ_CHECK(entry->key->kind < CPG_YAML_LIST);
		if (depth < 8)
			check_value(arena, entry->value, depth + 1);
	}
}

static void check_parse(struct cpg_arena *arena, struct cpg_text text)
{
	struct cpg_error err = fuzz_error();
	const struct cpg_yaml *root = NULL;
	int rc = cpg_yaml_parse(arena, text, "x.yaml", &root, &err);

	fuzz_check_outcome(rc < 0, &err);
	FUZZ_CHECK(rc == 0 || err.code == ENOMEM || err.code == CPG_E_SYNTAX ||
		   err.code == CPG_E_LIMIT);
	FUZZ_CHECK(rc == 0 || err.code == ENOMEM || err.line >= 1 ||
		   strncmp(err.text, "not YAML: ", 10) == 0);
	if (rc == 0)
		check_value(arena, root, 1);
}

/* What is known besides that a file was not read, or that slime stops there. */
static void check_facts(const struct cpg_facts *facts)
{
	const struct cpg_fact_flag *flag = &facts->allgather_cp;

	FUZZ_CHECK(facts->hf_checkpoint.known || !facts->hf_checkpoint.path);
	FUZZ_CHECK(!facts->context_parallel_size.known ||
		   facts->context_parallel_size.size.digits);
	FUZZ_CHECK(!facts->unread || facts->unread[0] != '\0');
	FUZZ_CHECK(flag->value != CPG_YES || flag->given);
	FUZZ_CHECK(!facts->rejected);
	/* No file can stand for the option. */
	FUZZ_CHECK(facts->debug_rollout_only.value != CPG_YES);
}

static void check_overlay(struct cpg_arena *arena, struct cpg_text text, size_t budget,
			  const struct cpg_facts *parsed)
{
	static const struct cpg_environment nothing;
	const struct cpg_file_made made = {"/nowhere/x.yaml", text};
	const struct cpg_place place = {
		.workdir = "/nowhere",
		.environment = &nothing,
		.changes = {.made = &made, .made_count = 1},
	};
	struct cpg_error err = fuzz_error();
	struct cpg_overlay out;
	int rc = cpg_overlay_apply(arena, &place, parsed, &out, &err);

	fuzz_check_memory(rc < 0, &err, budget);
	if (rc < 0)
		return;
	FUZZ_CHECK(out.count == 1 || out.count == 2);
	FUZZ_CHECK((out.count == 1) == (out.items[0].role == CPG_ROLE_ALL));
	for (size_t i = 0; i < out.count; i++)
		check_facts(&out.items[i].facts);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct cpg_fact_path file = {true, "x.yaml", true, {"train.sh", 1}};
	const struct cpg_facts base = {
		.context_parallel_size = {.known = true, .size = {1, "1"}},
		.hf_checkpoint.known = true,
		.yaml_cfg.known = true,
		.custom_config.known = true,
		.megatron_config.known = true,
	};
	struct cpg_facts one[3] = {base, base, base};
	const struct cpg_text text = {(const char *)data, size};
	size_t budget = fuzz_budget(data, size);
	struct cpg_arena *arena = fuzz_arena(budget);

	one[0].yaml_cfg = file;
	one[1].custom_config = file;
	one[2].megatron_config = file;
	if (!arena)
		return 0;
	check_parse(arena, text);
	for (size_t i = 0; i < 3; i++)
		check_overlay(arena, text, budget, &one[i]);
	fuzz_arena_done(arena, budget);
	return 0;
}
