/* What slime and Megatron make of their YAML files. The rows were written by reading slime 0.3.1
 * (line numbers are that release's):
 *
 *     slime/utils/arguments.py        1547-1580  parse_args: the order
 *                                     1593-1614  _apply_megatron_role_overrides
 *                                     1628-1661  parse_megatron_role_args
 *                                     1847       use_critic
 *                                     1949-1955  --custom-config-path
 *     slime/backends/megatron_utils/arguments.py 184-198  --yaml-cfg and the check
 *     slime/ray/placement_group.py    165-195    create_training_models
 *
 * and Megatron-LM core 0.19, megatron/training/yaml_arguments.py 436-452 load_yaml.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cpguard/overlay.h"
#include "site.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum {
	WORDS_MAX = 10,
};

struct row {
	const char *words[WORDS_MAX]; /* ONE begins a word that is not known */
	const char *yaml;  /* the content of y.yaml, which all options name; NULL: none */
	const char *roles; /* as describe() puts them */
};

#define ONE "\001"

/* One word each, with the value attached. */
#define CFG "--yaml-cfg=y.yaml"
#define CUSTOM "--custom-config-path=y.yaml"
#define MEGATRON "--megatron-config-path=y.yaml"
#define PPO "--advantage-estimator=ppo"
#define AG "--allgather-cp"
#define CP2 "--context-parallel-size=2"
#define HF "--hf-checkpoint=m"
#define ROLLOUT "--debug-rollout-only"

static struct cpg_facts facts_of(struct site *site, const char *const *words)
{
	struct cpg_word argv[WORDS_MAX + 1] = {{.text = "train.py"}};
	struct cpg_launch launch = {.argv = argv, .argc = 1};
	struct cpg_facts facts;

	for (size_t i = 0; i < WORDS_MAX && words[i]; i++, launch.argc++) {
		if (*words[i] == *ONE)
			argv[launch.argc].prefix = words[i] + 1;
		else
			argv[launch.argc].text = words[i];
	}
	assert_int_equal(cpg_facts_read(site->arena, &launch, &facts, NULL), 0);
	assert_null(facts.rejected);
	return facts;
}

static struct cpg_place place_of(const struct site *site)
{
	return (struct cpg_place){.workdir = site->directory};
}

/* "yes 2 m", `?` for what is not known, `-` for no path; "rollout " in front for
 * --debug-rollout-only; "stops: " and "unread: " with the sentence behind it, without the
 * directory. */
static void describe(struct site *site, struct cpg_buffer *out,
		     const struct cpg_facts *facts)
{
	static const char *const flags[] = {
		[CPG_NO] = "no", [CPG_YES] = "yes", [CPG_UNKNOWN] = "?"};
	static const char *const rollout[] = {
		[CPG_NO] = "", [CPG_YES] = "rollout ", [CPG_UNKNOWN] = "rollout? "};
	const struct cpg_fact_size *size = &facts->context_parallel_size;
	const struct cpg_fact_path *path = &facts->hf_checkpoint;
	const char *sentence = facts->stopped ? facts->stopped : facts->unread;

	cpg_buffer_printf(out, "%s%s %s %s", rollout[facts->debug_rollout_only.value],
			  flags[facts->allgather_cp.value],
			  size->known ? size->size.digits : "?",
			  !path->known ? "?"
			  : path->path ? path->path
				       : "-");
	if (!sentence)
		return;
	cpg_buffer_string(out, facts->stopped ? " stops: " : " unread: ");
	for (const char *at = sentence; *at; at++) {
		size_t length = strlen(site->directory);

		if (strncmp(at, site->directory, length) == 0 && at[length] == '/')
			at += length + 1;
		cpg_buffer_bytes(out, at, 1);
	}
}

/* "yes 2 m", or "actor: yes 2 m | critic: no 1 -"; "critic?" where it may not be trained. */
static const char *roles_of(struct site *site, const char *const *words)
{
	struct cpg_facts facts = facts_of(site, words);
	struct cpg_place place = place_of(site);
	struct cpg_buffer out = {.arena = site->arena};
	struct cpg_overlay overlay;

	assert_int_equal(cpg_overlay_apply(site->arena, &place, &facts, &overlay, NULL), 0);
	for (size_t i = 0; i < overlay.count; i++) {
		const struct cpg_role_facts *role = &overlay.items[i];

		cpg_buffer_string(&out, i ? " | " : "");
		if (role->role != CPG_ROLE_ALL)
			cpg_buffer_printf(&out, "%s%s: ", cpg_role_name(role->role),
					  role->sure ? "" : "?");
		describe(site, &out, &role->facts);
	}
	return cpg_buffer_finish(&out);
}

static void expect(struct site *site, const struct row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const char *got;

		if (rows[i].yaml)
			write_file(site->arena, site->directory, "y.yaml", rows[i].yaml);
		got = roles_of(site, rows[i].words);
		if (strcmp(got, rows[i].roles) != 0)
			fail_msg("row %zu, '%s': '%s', not '%s'", i,
				 rows[i].yaml ? rows[i].yaml : "", got, rows[i].roles);
		if (rows[i].yaml)
			unlink(cpg_arena_printf(site->arena, "%s/y.yaml", site->directory));
	}
}

static void without_files_the_command_line_stands(void **state)
{
	static const struct row rows[] = {
		{{AG, CP2, HF}, NULL, "yes 2 m"},
		{{NULL}, NULL, "no 1 -"},
		{{AG, CP2, HF, PPO}, NULL, "yes 2 m"},
		{{AG, CP2, HF, "--custom-config-path="}, NULL, "yes 2 m"},
	};

	expect(*state, rows, COUNT(rows));
}

/* arguments.py:1952-1955: setattr() of whatever is there, no type is looked at. */
static void custom_config_replaces_arguments_with_values_of_any_type(void **state)
{
	static const struct row rows[] = {
		{{CUSTOM, CP2, HF}, "allgather_cp: true", "yes 2 m"},
		{{CUSTOM, CP2, HF}, "allgather_cp: yes", "yes 2 m"},
		{{CUSTOM, CP2, HF}, "allgather_cp: 'false'", "yes 2 m"},
		{{CUSTOM, CP2, HF}, "allgather_cp: y", "yes 2 m"},
		{{CUSTOM, CP2, HF}, "allgather_cp: [0]", "yes 2 m"},
		{{CUSTOM, CP2, HF}, "allgather_cp: 1.5", "yes 2 m"},
		{{CUSTOM, CP2, HF}, "allgather_cp: 2001-01-01", "yes 2 m"},
		{{CUSTOM, CP2, HF, AG}, "allgather_cp: off", "no 2 m"},
		{{CUSTOM, CP2, HF, AG}, "allgather_cp: 0", "no 2 m"},
		{{CUSTOM, CP2, HF, AG}, "allgather_cp: ''", "no 2 m"},
		{{CUSTOM, CP2, HF, AG}, "allgather_cp:", "no 2 m"},
		{{CUSTOM, CP2, HF, AG}, "allgather_cp: {}", "no 2 m"},
		{{CUSTOM, AG, HF}, "context_parallel_size: 4", "yes 4 m"},
		{{CUSTOM, AG, HF}, "context_parallel_size: 0x10", "yes 16 m"},
		{{CUSTOM, AG, HF}, "context_parallel_size: 1_0", "yes 10 m"},
		{{CUSTOM, AG, CP2, HF}, "context_parallel_size: true", "yes 1 m"},
		{{CUSTOM, AG, CP2, HF}, "context_parallel_size: no", "yes 0 m"},
		{{CUSTOM, AG, CP2, HF},
		 "hf_checkpoint: zai-org/GLM-5",
		 "yes 2 zai-org/GLM-5"},
		{{CUSTOM, AG, CP2, HF}, "hf_checkpoint: null", "yes 2 -"},
		{{CUSTOM, AG, CP2, HF}, "hf_checkpoint: 5", "yes 2 ?"},
		{{CUSTOM, AG, CP2, HF}, "hf_checkpoint: \"a\\0b\"", "yes 2 ?"},
		{{CUSTOM, CP2}, "a: {allgather_cp: yes}\nallgather-cp: yes", "no 2 -"},
		{{CUSTOM}, "allgather_cp: no\nallgather_cp: yes", "yes 1 -"},
		{{CUSTOM}, "x: &x {allgather_cp: yes}\n<<: *x", "yes 1 -"},
	};

	expect(*state, rows, COUNT(rows));
}

/* arguments.py:1951: `or {}`. */
static void empty_custom_config_sets_nothing(void **state)
{
	static const struct row rows[] = {
		{{CUSTOM, AG, CP2, HF}, "", "yes 2 m"},
		{{CUSTOM, AG, CP2, HF}, "# nothing", "yes 2 m"},
		{{CUSTOM, AG, CP2, HF}, "[]", "yes 2 m"},
		{{CUSTOM, AG, CP2, HF}, "{}", "yes 2 m"},
		{{CUSTOM, AG, CP2, HF}, "no", "yes 2 m"},
	};

	expect(*state, rows, COUNT(rows));
}

/* Megatron's arithmetic on the size raises; so do items() of what is no mapping, and hasattr()
 * and setattr() of a name that is no string. */
static void what_slime_stops_at_is_said_and_does_no_harm(void **state)
{
	static const struct row rows[] = {
		{{CUSTOM, AG, HF},
		 "\ncontext_parallel_size: '4'",
		 "yes ? m stops: the program stops at context_parallel_size, which is the "
		 "string '4' (y.yaml:2)"},
		{{CUSTOM, AG, HF},
		 "context_parallel_size: 4.0",
		 "yes ? m stops: the program stops at context_parallel_size, which is a "
		 "float "
		 "(y.yaml:1)"},
		{{CUSTOM, AG, HF},
		 "context_parallel_size: ",
		 "yes ? m stops: the program stops at context_parallel_size, which is null "
		 "(y.yaml:1)"},
		{{CUSTOM, AG, CP2, HF},
		 "- allgather_cp",
		 "yes 2 m stops: the program stops at what is no mapping (y.yaml)"},
		{{CUSTOM, AG, CP2, HF},
		 "allgather_cp: no\non: 1",
		 "yes 2 m stops: the program stops at a name that is no string (y.yaml:2)"},
	};

	expect(*state, rows, COUNT(rows));
}

/* arguments.py:1605-1613: type(original)(value), and the string where that raises. */
static void strings_of_an_override_take_the_type_of_what_they_replace(void **state)
{
	static const struct row rows[] = {
		{{MEGATRON, CP2, HF},
		 "megatron: [{role: actor, overrides: {allgather_cp: 'false'}}]",
		 "yes 2 m"},
		{{MEGATRON, CP2, HF, AG},
		 "megatron: [{role: actor, overrides: {allgather_cp: ''}}]",
		 "no 2 m"},
		{{MEGATRON, CP2, HF, AG},
		 "megatron: [{role: actor, overrides: {allgather_cp: 0}}]",
		 "no 2 m"},
		{{MEGATRON, AG, HF},
		 "megatron: [{role: actor, overrides: {context_parallel_size: '4'}}]",
		 "yes 4 m"},
		{{MEGATRON, AG, HF},
		 "megatron: [{role: actor, overrides: {context_parallel_size: ' 1_6 '}}]",
		 "yes 16 m"},
		{{MEGATRON, AG, HF},
		 "megatron: [{role: actor, overrides: {context_parallel_size: '0x4'}}]",
		 "yes ? m stops: the program stops at context_parallel_size, which is the "
		 "string '0x4' (y.yaml:1)"},
		{{MEGATRON, AG, HF},
		 "megatron: [{role: actor, overrides: {context_parallel_size: 4.0}}]",
		 "yes ? m stops: the program stops at context_parallel_size, which is a "
		 "float "
		 "(y.yaml:1)"},
		{{MEGATRON, AG, CP2, HF},
		 "megatron: [{role: actor, overrides: {hf_checkpoint: n}}]",
		 "yes 2 n"},
		{{MEGATRON, AG, CP2},
		 "megatron: [{role: actor, overrides: {hf_checkpoint: '1'}}]",
		 "yes 2 1"},
	};

	expect(*state, rows, COUNT(rows));
}

/* What is replaced may come from --custom-config-path, with a type of its own. */
static void overrides_lie_over_the_custom_config(void **state)
{
	static const struct {
		const char *custom;
		const char *override;
		const char *roles;
	} rows[] = {
		{"allgather_cp: yes", "allgather_cp: no", "no 2 m"},
		{"allgather_cp: 0", "allgather_cp: '0'", "no 2 m"},
		{"allgather_cp: 1", "allgather_cp: '0'", "no 2 m"},
		{"allgather_cp: 0", "allgather_cp: 'false'", "yes 2 m"},
		{"allgather_cp: null", "allgather_cp: '0'", "yes 2 m"},
		{"allgather_cp: a", "allgather_cp: ''", "no 2 m"},
		{"allgather_cp: 0.5", "allgather_cp: '0'", "? 2 m"},
		{"allgather_cp: no", "x: 1", "no 2 m"},
		{"allgather_cp: no", "allgather_cp: 2", "yes 2 m"},
	};
	static const char *const words[] = {
		AG, CP2, HF, "--custom-config-path=c.yaml", MEGATRON, NULL};
	struct site *site = *state;

	for (size_t i = 0; i < COUNT(rows); i++) {
		const char *got;

		write_file(site->arena, site->directory, "c.yaml", rows[i].custom);
		write_file(site->arena, site->directory, "y.yaml",
			   cpg_arena_printf(site->arena,
					    "megatron: [{role: actor, overrides: {%s}}]",
					    rows[i].override));
		got = roles_of(site, words);
		if (strcmp(got, rows[i].roles) != 0)
			fail_msg("row %zu: '%s', not '%s'", i, got, rows[i].roles);
	}
}

/* The size on the command line is an int even where its value is not known. */
static void type_of_an_unknown_value_is_known(void **state)
{
	static const struct row rows[] = {
		{{MEGATRON, AG, HF, ONE "--context-parallel-size="},
		 "megatron: [{role: actor, overrides: {context_parallel_size: '4'}}]",
		 "yes 4 m"},
		{{MEGATRON, AG, HF, ONE "--context-parallel-size="},
		 "megatron: []",
		 "yes ? m"},
		{{CUSTOM, AG, HF, ONE "--context-parallel-size="},
		 "context_parallel_size: 4",
		 "yes 4 m"},
	};

	expect(*state, rows, COUNT(rows));
}

/* arguments.py:1650-1661. */
static void roles_are_found_in_the_list_and_a_missing_one_inherits(void **state)
{
	static const struct row rows[] = {
		{{MEGATRON, AG, CP2, HF}, "megatron: []", "yes 2 m"},
		{{MEGATRON, AG, CP2, HF},
		 "megatron: [{role: other, overrides: {allgather_cp: no}}]",
		 "yes 2 m"},
		{{MEGATRON, AG, CP2, HF},
		 "megatron: [{overrides: {allgather_cp: no}}]",
		 "yes 2 m"},
		{{MEGATRON, AG, CP2, HF},
		 "megatron: [{role: actor, args: {allgather_cp: no}}]",
		 "no 2 m"},
		{{MEGATRON, AG, CP2, HF},
		 "megatron: [{role: actor, overrides: {}, args: {allgather_cp: no}}]",
		 "no 2 m"},
		{{MEGATRON, AG, CP2, HF},
		 "megatron: [{role: actor, overrides: {a: b}, args: {allgather_cp: no}}]",
		 "yes 2 m"},
		{{MEGATRON, AG, CP2, HF}, "megatron: [{role: actor}]", "yes 2 m"},
		{{MEGATRON, AG, CP2, HF},
		 "megatron: [{role: actor, overrides: {num_nodes: 2, num_gpus_per_node: "
		 "x}}]",
		 "yes 2 m"},
		{{MEGATRON, AG, CP2, HF, PPO},
		 "megatron: [{role: actor, overrides: {allgather_cp: no}}]",
		 "actor: no 2 m | critic: yes 2 m"},
		{{MEGATRON, CP2, HF, PPO},
		 "megatron: [{role: critic, overrides: {allgather_cp: yes}}]",
		 "actor: no 2 m | critic: yes 2 m"},
		{{MEGATRON, HF, AG, PPO},
		 "megatron:\n- {role: actor, args: {context_parallel_size: 2}}\n"
		 "- {role: critic, args: {context_parallel_size: 4, hf_checkpoint: n}}",
		 "actor: yes 2 m | critic: yes 4 n"},
		{{MEGATRON, HF, PPO},
		 "megatron:\n- {role: actor, args: {allgather_cp: 1}}\n"
		 "- {role: critic, args: {allgather_cp: 2}}",
		 "yes 1 m"},
	};

	expect(*state, rows, COUNT(rows));
}

/* arguments.py:1847, placement_group.py:190. */
static void critic_counts_only_where_one_is_trained(void **state)
{
#define CRITIC "megatron: [{role: critic, overrides: {allgather_cp: yes}}]"
	static const struct row rows[] = {
		{{MEGATRON, CP2, HF}, CRITIC, "no 2 m"},
		{{MEGATRON, CP2, HF, "--advantage-estimator", "grpo"}, CRITIC, "no 2 m"},
		{{MEGATRON, CP2, HF, PPO, "--advantage-estimator=gspo"}, CRITIC, "no 2 m"},
		{{MEGATRON, CP2, HF, ONE "--advantage-estimator="},
		 CRITIC,
		 "actor: no 2 m | critic?: yes 2 m unread: whether there is a critic "
		 "(--advantage-estimator ppo) is not known here"},
		{{MEGATRON, CP2, HF, ONE "--advantage-estimator="},
		 "megatron: []",
		 "no 2 m"},
	};
	static const struct row in_custom[] = {
		{{CUSTOM, CP2, HF},
		 "use_critic: true\nmegatron_config_path: critic.yaml",
		 "actor: no 2 m | critic: yes 2 m"},
		{{CUSTOM, CP2, HF, PPO},
		 "use_critic: ''\nmegatron_config_path: critic.yaml",
		 "no 2 m"},
		{{CUSTOM, CP2, HF},
		 "advantage_estimator: ppo\nmegatron_config_path: critic.yaml",
		 "no 2 m"},
		{{CUSTOM, CP2, HF, PPO},
		 "megatron_config_path: critic.yaml",
		 "actor: no 2 m | critic: yes 2 m"},
		{{CUSTOM, CP2, HF, PPO, "--megatron-config-path=critic.yaml"},
		 "megatron_config_path: null",
		 "no 2 m"},
		{{CUSTOM, CP2, HF, PPO, "--megatron-config-path=critic.yaml"},
		 "megatron_config_path: 3",
		 "? ? ? unread: the value of --megatron-config-path is not known here"},
	};
	struct site *site = *state;

	expect(site, rows, COUNT(rows));
	write_file(site->arena, site->directory, "critic.yaml", CRITIC);
	expect(site, in_custom, COUNT(in_custom));
#undef CRITIC
}

/* arguments.py:1639-1654, and the places where what is read is no mapping. */
static void role_files_that_slime_stops_at(void **state)
{
	static const struct row rows[] = {
		{{MEGATRON, AG, CP2, HF},
		 "",
		 "yes 2 m stops: the program stops at `megatron`, which is missing "
		 "(y.yaml)"},
		{{MEGATRON, AG, CP2, HF},
		 "- megatron",
		 "yes 2 m stops: the program stops at `megatron`, which is missing "
		 "(y.yaml)"},
		{{MEGATRON, AG, CP2, HF},
		 "megatron: {role: actor}",
		 "yes 2 m stops: the program stops at `megatron`, which is no list "
		 "(y.yaml:1)"},
		{{MEGATRON, AG, CP2, HF},
		 "megatron:\n- actor",
		 "yes 2 m stops: the program stops at an entry of `megatron` that is no "
		 "mapping (y.yaml:2)"},
		{{MEGATRON, AG, CP2, HF},
		 "megatron:\n- {role: actor, args: {allgather_cp: no}}\n- role: actor",
		 "yes 2 m stops: the program stops at a second entry for the same role "
		 "(y.yaml:3)"},
		{{MEGATRON, AG, CP2, HF},
		 "megatron:\n- role: actor\n  args: [a]",
		 "yes 2 m stops: the program stops at overrides that are no mapping "
		 "(y.yaml:3)"},
		{{MEGATRON, AG, CP2, HF},
		 "megatron:\n- role: actor\n  args:\n    1: a",
		 "yes 2 m stops: the program stops at a name that is no string (y.yaml:4)"},
		{{MEGATRON, AG, CP2, HF, PPO},
		 "megatron:\n- role: critic\n- role: critic",
		 "yes 2 m stops: the program stops at a second entry for the same role "
		 "(y.yaml:3)"},
		{{MEGATRON, AG, CP2, HF},
		 "megatron:\n- role: critic\n- role: critic",
		 "yes 2 m"},
	};

	expect(*state, rows, COUNT(rows));
}

/* parse_args merges what _pre_parse_mode read over the namespace of --yaml-cfg; everything
 * else that argparse read is gone. */
static void yaml_cfg_replaces_all_but_the_rollout_flag(void **state)
{
#define REST "\nhf_checkpoint: n\nadvantage_estimator: grpo\ncustom_config_path:"
	static const struct row rows[] = {
		{{CFG, AG, CP2, HF}, "context_parallel_size: 4" REST, "no 4 n"},
		{{CFG, HF}, "allgather_cp: yes\ncontext_parallel_size: 4" REST, "yes 4 n"},
		{{CFG, ROLLOUT},
		 "debug_rollout_only: no\ncontext_parallel_size: 4" REST,
		 "rollout no 4 n"},
		{{CFG}, "debug_rollout_only: yes\ncontext_parallel_size: 4" REST, "no 4 n"},
		{{CFG}, "allgather_cp: {}\ncontext_parallel_size: 4" REST, "? 4 n"},
		{{CFG},
		 "allgather_cp: yes" REST,
		 "yes ? n stops: the program stops at context_parallel_size, which is "
		 "missing"},
		{{CFG},
		 "allgather_cp: yes\ncontext_parallel_size: 4\nhf_checkpoint: ${M}/x\n"
		 "advantage_estimator: a\ncustom_config_path:",
		 "yes 4 ?"},
		{{CFG, AG, CP2, HF},
		 "model_parallel: {context_parallel_size: 4}",
		 "no ? ? stops: the program stops at hf_checkpoint, which is missing "
		 "(y.yaml)"},
		{{CFG, AG, CP2, HF},
		 "hf_checkpoint: m\ncustom_config_path:",
		 "no ? m stops: the program stops at advantage_estimator, which is missing "
		 "(y.yaml)"},
		{{CFG, AG, CP2, HF},
		 "- a",
		 "yes 2 m stops: the program stops at what is no mapping (y.yaml)"},
		{{CFG, AG, CP2, HF},
		 "",
		 "yes 2 m stops: the program stops at what is no mapping (y.yaml)"},
	};
	struct site *site = *state;

	expect(site, rows, COUNT(rows));
#undef REST
}

/* The other files are then those that --yaml-cfg names, not the command line. */
static void yaml_cfg_names_the_other_files(void **state)
{
#define BASE "hf_checkpoint: n\ncontext_parallel_size: 4\nadvantage_estimator: ppo\n"
	static const struct row rows[] = {
		{{CFG, "--custom-config-path=on.yaml"},
		 BASE "custom_config_path: ''",
		 "no 4 n"},
		{{CFG}, BASE "custom_config_path: on.yaml", "yes 4 n"},
		{{CFG, "--megatron-config-path=critic.yaml"},
		 BASE "custom_config_path:",
		 "no 4 n"},
		{{CFG},
		 BASE "custom_config_path:\nmegatron_config_path: critic.yaml",
		 "actor: no 4 n | critic: yes 4 n"},
		{{CFG},
		 BASE "custom_config_path: [on.yaml]",
		 "? ? ? unread: the value of --custom-config-path is not known here"},
	};
	struct site *site = *state;

	write_file(site->arena, site->directory, "on.yaml", "allgather_cp: on");
	write_file(site->arena, site->directory, "critic.yaml",
		   "megatron: [{role: critic, overrides: {allgather_cp: yes}}]");
	expect(site, rows, COUNT(rows));
#undef BASE
}

/* slime skips its check for the option, and trains for want of the value. */
static void rollout_only_can_be_taken_back_and_not_given_by_a_file(void **state)
{
	static const struct row rows[] = {
		{{CUSTOM, AG, CP2, HF}, "debug_rollout_only: true", "yes 2 m"},
		{{CUSTOM, AG, CP2, HF, ROLLOUT},
		 "debug_rollout_only: true",
		 "rollout yes 2 m"},
		{{CUSTOM, AG, CP2, HF, ROLLOUT}, "a: b", "rollout yes 2 m"},
		{{CUSTOM, AG, CP2, HF, ROLLOUT}, "debug_rollout_only: no", "yes 2 m"},
		{{MEGATRON, AG, CP2, HF, ROLLOUT, PPO},
		 "megatron: [{role: critic, overrides: {debug_rollout_only: no}}]",
		 "actor: rollout yes 2 m | critic: yes 2 m"},
		{{CUSTOM, AG, CP2, HF, ROLLOUT},
		 "{",
		 "rollout? ? ? ? unread: what --custom-config-path sets is not known: "
		 "y.yaml:2: "
		 "not YAML: did not find expected node content"},
	};

	expect(*state, rows, COUNT(rows));
}

static void file_that_is_not_known_leaves_nothing_known(void **state)
{
	static const struct row rows[] = {
		{{CUSTOM, AG, CP2, HF},
		 NULL,
		 "? ? ? unread: what --custom-config-path sets is not known: 'y.yaml' does "
		 "not "
		 "exist"},
		{{MEGATRON, AG, CP2, HF, PPO},
		 NULL,
		 "? ? ? unread: what --megatron-config-path sets is not known: 'y.yaml' "
		 "does "
		 "not exist"},
		{{CFG, AG, CP2, HF},
		 NULL,
		 "? ? ? unread: what --yaml-cfg sets is not known: 'y.yaml' does not "
		 "exist"},
		{{CUSTOM, AG, CP2, HF},
		 "a: !foo b",
		 "? ? ? unread: what --custom-config-path sets is not known: y.yaml:1: 'b' "
		 "with "
		 "the tag !foo is not read here"},
		{{AG, CP2, HF, "--custom-config-path=."},
		 NULL,
		 "? ? ? unread: what --custom-config-path sets is not known: '.' is not a "
		 "regular file"},
		{{AG, CP2, HF, ONE "--custom-config-path="},
		 NULL,
		 "? ? ? unread: the value of --custom-config-path is not known here"},
		{{AG, CP2, HF, ONE "--megatron-config-path="},
		 NULL,
		 "? ? ? unread: the value of --megatron-config-path is not known here"},
		{{AG, CP2, HF, ONE "--yaml-cfg="},
		 NULL,
		 "? ? ? unread: the value of --yaml-cfg is not known here"},
		{{MEGATRON, ONE "--custom-config-path="},
		 "megatron: []",
		 "? ? ? unread: the value of --custom-config-path is not known here"},
	};

	expect(*state, rows, COUNT(rows));
}

/* A word that could be any option has made unknown what it could set; a flag before it stays. */
static void word_that_could_be_anything_leaves_what_facts_leaves(void **state)
{
	static const struct row rows[] = {
		{{AG, ONE "-", CP2}, NULL, "rollout? yes ? ?"},
		{{AG, ROLLOUT, ONE "-"}, NULL, "rollout yes ? ?"},
	};

	expect(*state, rows, COUNT(rows));
}

static void set_facts_know_their_file_and_line(void **state)
{
	static const char *const words[] = {CUSTOM, CP2, HF, NULL};
	struct site *site = *state;
	struct cpg_place place = place_of(site);
	struct cpg_facts facts = facts_of(site, words);
	const char *path = write_file(site->arena, site->directory, "y.yaml",
				      "# a\nallgather_cp:\n  yes\nhf_checkpoint: n\n");
	struct cpg_overlay overlay;
	const struct cpg_facts *got = &overlay.items[0].facts;

	assert_int_equal(cpg_overlay_apply(site->arena, &place, &facts, &overlay, NULL), 0);
	assert_true(got->allgather_cp.given);
	assert_string_equal(got->allgather_cp.origin.file, path);
	assert_int_equal(got->allgather_cp.origin.line, 2);
	assert_string_equal(got->hf_checkpoint.origin.file, path);
	assert_int_equal(got->hf_checkpoint.origin.line, 4);
	assert_null(got->context_parallel_size.origin.file);
}

static const char *applied(struct site *site, const struct cpg_place *place,
			   const char *path)
{
	const char *words[] = {AG, CP2, HF, "--custom-config-path", path, NULL};
	struct cpg_facts facts = facts_of(site, words);
	struct cpg_buffer out = {.arena = site->arena};
	struct cpg_overlay overlay;

	assert_int_equal(cpg_overlay_apply(site->arena, place, &facts, &overlay, NULL), 0);
	describe(site, &out, &overlay.items[0].facts);
	return cpg_buffer_finish(&out);
}

static void paths_count_from_the_job_s_directory_and_through_the_maps(void **state)
{
	struct site *site = *state;
	const struct cpg_path_map map = {
		"/inside", cpg_arena_printf(site->arena, "%s/out", site->directory)};
	struct cpg_place place = place_of(site);

	write_file(site->arena, site->directory, "out/c.yaml", "allgather_cp: no");
	assert_string_equal(applied(site, &place, "out/c.yaml"), "no 2 m");
	place.workdir = map.outside;
	assert_string_equal(applied(site, &place, "./c.yaml"), "no 2 m");
	place.path_maps = &map;
	place.path_map_count = 1;
	assert_string_equal(applied(site, &place, "/inside/c.yaml"), "no 2 m");
	place.container = &cpg_container_closed;
	assert_string_equal(applied(site, &place, "/inside/c.yaml"), "no 2 m");
	assert_string_equal(
		applied(site, &place, "/elsewhere/c.yaml"),
		"? ? ? unread: what --custom-config-path sets is not known: "
		"'/elsewhere/c.yaml' lies within a container, and neither a known "
		"mount nor a path_map= leads from there to this machine");
	place.workdir = NULL;
	assert_non_null(strstr(applied(site, &place, "c.yaml"),
			       "the working directory of the job is not known here"));
}

static void two_files_that_may_be_the_one_have_to_be_alike(void **state)
{
	struct site *site = *state;
	const char *inside = cpg_arena_printf(site->arena, "%s/in", site->directory);
	const struct cpg_path_map map = {
		inside, cpg_arena_printf(site->arena, "%s/out", site->directory)};
	struct cpg_place place = place_of(site);
	const char *path =
		write_file(site->arena, site->directory, "in/c.yaml", "allgather_cp: no");

	place.path_maps = &map;
	place.path_map_count = 1;
	write_file(site->arena, site->directory, "out/c.yaml", "allgather_cp: no");
	assert_string_equal(applied(site, &place, path), "no 2 m");
	write_file(site->arena, site->directory, "out/c.yaml", "allgather_cp: 0");
	assert_string_equal(
		applied(site, &place, path),
		"? ? ? unread: what --custom-config-path sets is not known: "
		"out/c.yaml and in/c.yaml differ, and which of them the job reads "
		"cannot be told from here");
}

static void what_the_script_does_to_the_file_counts(void **state)
{
	struct site *site = *state;
	const char *path = cpg_arena_printf(site->arena, "%s/./c.yaml", site->directory);
	struct cpg_file_made made[] = {
		{path, {NULL, 0}},
		{path, cpg_text_of("allgather_cp: no")},
	};
	const struct cpg_file_touched above = {NULL, site->directory, true};
	struct cpg_file_touched beside = {NULL, site->directory, false};
	struct cpg_place place = place_of(site);

	write_file(site->arena, site->directory, "c.yaml", "context_parallel_size: 3");
	assert_string_equal(applied(site, &place, "c.yaml"), "yes 3 m");
	place.changes.touched = &beside;
	assert_string_equal(applied(site, &place, "c.yaml"), "yes 3 m");
	beside.next = &above;
	assert_string_equal(applied(site, &place, "c.yaml"),
			    "? ? ? unread: what --custom-config-path sets is not known: "
			    "'c.yaml' may be changed by the script before it is read");
	place.changes.made = made;
	place.changes.made_count = 2;
	assert_string_equal(applied(site, &place, "c.yaml"), "no 2 m");
	place.changes.made_count = 1;
	assert_non_null(strstr(applied(site, &place, "c.yaml"), "may be changed"));
}

static void file_past_the_limit_is_not_read(void **state)
{
	struct site *site = *state;
	struct cpg_place place = place_of(site);
	const char *path = write_file(site->arena, site->directory, "c.yaml", "a: b");

	assert_int_equal(truncate(path, (off_t)CPG_ARENA_BUDGET), 0);
	assert_string_equal(applied(site, &place, "c.yaml"),
			    "? ? ? unread: what --custom-config-path sets is not known: "
			    "'c.yaml' is larger than the limit of 1 MiB");
}

static void little_memory_is_an_ordinary_failure(void **state)
{
	static const char *const words[] = {CP2, HF, PPO, CUSTOM, NULL};
	struct site *site = *state;
	struct cpg_place place = place_of(site);
	struct cpg_facts facts = facts_of(site, words);
	size_t failures = 0;

	write_file(site->arena, site->directory, "y.yaml",
		   "hf_checkpoint: n\nmegatron_config_path: m.yaml\n");
	write_file(site->arena, site->directory, "m.yaml",
		   "megatron: [{role: critic, args: {context_parallel_size: '4'}}]");
	for (size_t budget = 0; budget < 65536; budget += 512) {
		struct cpg_arena *arena = cpg_arena_new(budget);
		struct cpg_overlay overlay;
		struct cpg_error err;

		if (cpg_overlay_apply(arena, &place, &facts, &overlay, &err) < 0) {
			assert_int_equal(err.code, ENOMEM);
			failures++;
		} else {
			assert_int_equal(overlay.count, 2);
			assert_string_equal(
				overlay.items[1].facts.context_parallel_size.size.digits,
				"4");
		}
		cpg_arena_free(arena);
	}
	assert_in_range(failures, 1, 65536 / 512 - 1);
}

#define site_test(name) cmocka_unit_test_setup_teardown(name, make_site, free_site)

int main(void)
{
	const struct CMUnitTest tests[] = {
		site_test(without_files_the_command_line_stands),
		site_test(custom_config_replaces_arguments_with_values_of_any_type),
		site_test(empty_custom_config_sets_nothing),
		site_test(what_slime_stops_at_is_said_and_does_no_harm),
		site_test(strings_of_an_override_take_the_type_of_what_they_replace),
		site_test(overrides_lie_over_the_custom_config),
		site_test(type_of_an_unknown_value_is_known),
		site_test(roles_are_found_in_the_list_and_a_missing_one_inherits),
		site_test(critic_counts_only_where_one_is_trained),
		site_test(role_files_that_slime_stops_at),
		site_test(yaml_cfg_replaces_all_but_the_rollout_flag),
		site_test(yaml_cfg_names_the_other_files),
		site_test(rollout_only_can_be_taken_back_and_not_given_by_a_file),
		site_test(file_that_is_not_known_leaves_nothing_known),
		site_test(word_that_could_be_anything_leaves_what_facts_leaves),
		site_test(set_facts_know_their_file_and_line),
		site_test(paths_count_from_the_job_s_directory_and_through_the_maps),
		site_test(two_files_that_may_be_the_one_have_to_be_alike),
		site_test(what_the_script_does_to_the_file_counts),
		site_test(file_past_the_limit_is_not_read),
		site_test(little_memory_is_an_ordinary_failure),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
