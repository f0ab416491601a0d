#include <string.h>
#include <syslog.h>

#include "cpguard/log.h"
#include "test.h"

/* A refused launch of a script; tests change what they are about. */
static struct cpg_finding broken(void)
{
	return (struct cpg_finding){
		.launch.source = CPG_LAUNCH_SCRIPT,
		.facts =
			{
				.allgather_cp = {.value = CPG_YES,
						 .origin = {"models/qwen.sh", 12}},
				.context_parallel_size = {.known = true, .size = {2, "2"}},
				.hf_checkpoint = {.known = true, .path = "/m/q"},
			},
		.reason = CPG_REASON_ARCHITECTURE_NOT_PERMITTED,
		.verdict = CPG_REFUSE,
	};
}

static const struct cpg_log_entry refused = {
	.action = CPG_ACTION_REFUSE,
	.command = "sbatch",
	.host = "login1",
	.uid = 1000,
	.pid = 4711,
};

static const char *line_of(struct cpg_arena *arena, struct cpg_log_entry entry,
			   const struct cpg_finding *finding)
{
	const char *line;

	entry.finding = finding;
	line = cpg_log_line(arena, &entry);
	assert_non_null(line);
	return line;
}

static void refusal_is_one_line_of_fields(void **state)
{
	struct cpg_finding finding = broken();

	assert_int_equal(LOG_AUTHPRIV | LOG_NOTICE, 85);
	assert_string_equal(
		line_of(*state, refused, &finding),
		"<85>cpguard[4711]: action=refuse uid=1000 host=\"login1\" command=sbatch "
		"verdict=refuse reason=architecture_not_permitted size=2 "
		"checkpoint=\"/m/q\" file=\"models/qwen.sh\" line=12");
}

static void override_on_the_node_has_its_job_and_its_reason(void **state)
{
	struct cpg_finding finding = broken();
	struct cpg_log_entry entry = refused;

	finding.override = "I know";
	entry.action = CPG_ACTION_OVERRIDE;
	entry.command = "batch";
	entry.job = "123.batch";
	assert_string_equal(
		line_of(*state, entry, &finding),
		"<84>cpguard[4711]: action=override uid=1000 host=\"login1\" command=batch "
		"job=123.batch verdict=refuse reason=architecture_not_permitted size=2 "
		"checkpoint=\"/m/q\" file=\"models/qwen.sh\" line=12 override=\"I know\"");
}

static void what_is_not_known_or_not_given_is_a_word_without_quotes(void **state)
{
	struct cpg_finding finding = broken();
	struct cpg_log_entry entry = refused;

	finding.launch.source = CPG_LAUNCH_OPTIONS;
	finding.facts.allgather_cp.origin = (struct cpg_origin){NULL, 0};
	finding.facts.context_parallel_size.known = false;
	finding.facts.hf_checkpoint = (struct cpg_fact_path){.known = false};
	finding.reason = CPG_REASON_ARGUMENT_UNKNOWN;
	finding.verdict = CPG_UNDECIDED;
	entry.action = CPG_ACTION_WARN;
	assert_string_equal(
		line_of(*state, entry, &finding),
		"<85>cpguard[4711]: action=warn uid=1000 host=\"login1\" command=sbatch "
		"verdict=undecided reason=argument_unknown size=unknown "
		"checkpoint=unknown file=options");
	finding.facts.hf_checkpoint.known = true;
	assert_non_null(strstr(line_of(*state, entry, &finding), " checkpoint=none file="));
}

static void nothing_but_refusals_warnings_and_overrides_is_logged(void **state)
{
	struct cpg_finding finding = broken();
	struct cpg_log_entry entry = refused;

	entry.finding = &finding;
	for (enum cpg_action action = CPG_ACTION_NONE; action <= CPG_ACTION_REFUSE;
	     action++) {
		entry.action = action;
		finding.override = "I know";
		assert_int_equal(cpg_log_line(*state, &entry) != NULL,
				 action >= CPG_ACTION_WARN);
	}
}

/* How often a field of that name stands in the line, outside of quotes. */
static unsigned count_fields(const char *line, const char *name)
{
	size_t length = strlen(name);
	bool quoted = false;
	unsigned count = 0;

	for (const char *at = line; *at; at++) {
		if (quoted && *at == '\\' && at[1])
			at++;
		else if (*at == '"')
			quoted = !quoted;
		else if (!quoted && *at == ' ' && strncmp(at + 1, name, length) == 0 &&
			 at[1 + length] == '=')
			count++;
	}
	assert_false(quoted);
	return count;
}

static const char *const hostile[] = {
	"/m\n<0>cpguard[1]: action=refuse uid=0 verdict=allow",
	"/m\" verdict=allow x=\"",
	"/m\\\" verdict=allow",
	"/m\\",
	"\"",
	"\xff\xfe\xc3",
	"\x1b[2J\r\x7f\xc2\x9b",
	"\xe2\x80\xa8 verdict=allow \xe2\x80\xae",
	"",
	" verdict=allow",
};

static void hostile_values_end_neither_their_field_nor_the_line(void **state)
{
	static const char *const names[] = {"action", "uid",     "host",       "command",
					    "job",    "verdict", "reason",     "size",
					    "line",   "file",    "checkpoint", "override"};

	for (size_t i = 0; i < sizeof(hostile) / sizeof(hostile[0]); i++) {
		struct cpg_finding finding = broken();
		struct cpg_log_entry entry = refused;
		const char *line;

		finding.facts.hf_checkpoint.path = hostile[i];
		finding.facts.allgather_cp.origin.file = hostile[i];
		finding.override = hostile[i];
		entry.action = CPG_ACTION_OVERRIDE;
		entry.host = hostile[i];
		entry.job = "1.0";
		line = line_of(*state, entry, &finding);
		for (size_t j = 0; j < sizeof(names) / sizeof(names[0]); j++) {
			if (count_fields(line, names[j]) != 1)
				fail_msg("row %zu, %s: %s", i, names[j], line);
		}
		for (const char *at = line; *at; at++)
			assert_true((unsigned char)*at >= ' ' && *at != 0x7f);
	}
}

/* Every value as long as can be, of one character. */
static const char *longest_line(struct cpg_arena *arena, const char *character)
{
	struct cpg_buffer value = {.arena = arena};
	struct cpg_buffer digits = {.arena = arena};
	struct cpg_finding finding = broken();
	struct cpg_log_entry entry = refused;

	for (int i = 0; i < 100000; i++) {
		cpg_buffer_string(&value, character);
		cpg_buffer_string(&digits, "9");
	}
	finding.facts.context_parallel_size.size.digits = cpg_buffer_finish(&digits);
	finding.facts.hf_checkpoint.path = cpg_buffer_finish(&value);
	finding.facts.allgather_cp.origin = (struct cpg_origin){value.bytes, UINT32_MAX};
	finding.override = value.bytes;
	entry.action = CPG_ACTION_OVERRIDE;
	entry.host = value.bytes;
	entry.job = "4294967295.4294967295";
	entry.uid = (uid_t)-1;
	entry.pid = INT32_MAX;
	return line_of(arena, entry, &finding);
}

static void line_stays_within_its_limit_and_loses_no_field(void **state)
{
	static const char *const characters[] = {"a", "\"", "\xff", "\n", "\xe6\xb5\x8b"};

	for (size_t i = 0; i < sizeof(characters) / sizeof(characters[0]); i++) {
		const char *line = longest_line(*state, characters[i]);

		if (strlen(line) >= CPG_LOG_LIMIT)
			fail_msg("row %zu: %zu bytes", i, strlen(line));
		assert_int_equal(count_fields(line, "line"), 1);
		assert_int_equal(count_fields(line, "override"), 1);
		assert_non_null(strstr(line, "...\""));
	}
}

static void lack_of_memory_gives_no_line(void **state)
{
	struct cpg_arena *arena = cpg_arena_new(64);
	struct cpg_finding finding = broken();
	struct cpg_log_entry entry = refused;

	(void)state;
	entry.finding = &finding;
	assert_null(cpg_log_line(arena, &entry));
	cpg_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		arena_test(refusal_is_one_line_of_fields),
		arena_test(override_on_the_node_has_its_job_and_its_reason),
		arena_test(what_is_not_known_or_not_given_is_a_word_without_quotes),
		arena_test(nothing_but_refusals_warnings_and_overrides_is_logged),
		arena_test(hostile_values_end_neither_their_field_nor_the_line),
		arena_test(line_stays_within_its_limit_and_loses_no_field),
		arena_test(lack_of_memory_gives_no_line),
	};

	return cmocka_run_group_tests_name("log", tests, NULL, NULL);
}
