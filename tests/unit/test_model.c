#include <errno.h>

#include "cpguard/model.h"
#include "files.h"

struct place {
	struct cpg_arena *arena;
	char *directory;
	struct cpg_settings settings;
	const char *variables[4];
	struct cpg_environment environment;
};

static int set_up(void **state)
{
	struct place *place = calloc(1, sizeof(*place));

	place->arena = cpg_arena_new(CPG_ARENA_BUDGET);
	place->directory = make_directory();
	cpg_settings_default(&place->settings);
	place->environment.known = place->variables;
	*state = place;
	return 0;
}

static int tear_down(void **state)
{
	struct place *place = *state;

	remove_directory(place->directory);
	cpg_arena_free(place->arena);
	free(place);
	return 0;
}

static struct cpg_model read_model(struct place *place, const char *checkpoint)
{
	struct cpg_model model;

	const struct cpg_launch launch = {
		.workdir = place->directory,
		.environment = &place->environment,
	};

	assert_int_equal(cpg_model_read(place->arena, &place->settings, &launch, checkpoint,
					&model, NULL),
			 0);
	return model;
}

static void permitted_model_is_read_with_its_names(void **state)
{
	struct place *place = *state;
	const char *path =
		write_file(place->arena, place->directory, "m/config.json", DSA_CONFIG);
	struct cpg_model model = read_model(place, "m");

	assert_int_equal(model.state, CPG_MODEL_READ);
	assert_string_equal(model.config, path);
	assert_int_equal(model.architecture_count, 1);
	assert_true(cpg_text_is(model.architectures[0], "GlmMoeDsaForCausalLM"));
	assert_true(model.permitted);
	assert_null(model.why);
}

static void architecture_of_the_site_is_permitted(void **state)
{
	struct place *place = *state;

	write_file(place->arena, place->directory, "m/config.json", QWEN_CONFIG);
	assert_false(read_model(place, "m").permitted);
	assert_int_equal(cpg_settings_apply(place->arena, &place->settings,
					    "architectures=Qwen3ForCausalLM", NULL),
			 0);
	assert_true(read_model(place, "m").permitted);
}

static void absent_and_broken_files_are_states_with_a_sentence(void **state)
{
	struct place *place = *state;
	struct cpg_model model = read_model(place, "absent/m/x");

	assert_int_equal(model.state, CPG_MODEL_NOT_FOUND);
	assert_non_null(strstr(model.why, "absent/m/x"));

	write_file(place->arena, place->directory, "m/config.json", "{\n]");
	model = read_model(place, "m");
	assert_int_equal(model.state, CPG_MODEL_UNREADABLE);
	assert_non_null(model.why);
	assert_int_equal(model.line, 2);
}

static void unknown_working_directory_hides_a_relative_checkpoint(void **state)
{
	struct place *place = *state;
	const struct cpg_launch launch = {.environment = &place->environment};
	struct cpg_model model;

	assert_int_equal(
		cpg_model_read(place->arena, &place->settings, &launch, "m", &model, NULL),
		0);
	assert_int_equal(model.state, CPG_MODEL_HIDDEN);
	assert_non_null(model.why);
}

/* A checkpoint that a path map leads elsewhere, and that lies here under its own name, too. */
static struct cpg_model read_mapped(struct place *place, const char *inside,
				    const char *outside)
{
	char *map = cpg_arena_printf(place->arena, "path_map=%s/in:%s/out",
				     place->directory, place->directory);

	write_file(place->arena, place->directory, "in/m/config.json", inside);
	write_file(place->arena, place->directory, "out/m/config.json", outside);
	assert_int_equal(cpg_settings_apply(place->arena, &place->settings, map, NULL), 0);
	return read_model(place,
			  cpg_arena_printf(place->arena, "%s/in/m", place->directory));
}

static void candidates_that_disagree_are_hidden_and_named(void **state)
{
	struct cpg_model model = read_mapped(*state, DSA_CONFIG, QWEN_CONFIG);

	assert_int_equal(model.state, CPG_MODEL_HIDDEN);
	assert_non_null(strstr(model.why, "/in/m/config.json"));
	assert_non_null(strstr(model.why, "/out/m/config.json"));
}

static void candidates_that_agree_answer(void **state)
{
	struct cpg_model model = read_mapped(*state, DSA_CONFIG, DSA_CONFIG);

	assert_int_equal(model.state, CPG_MODEL_READ);
	assert_true(model.permitted);
}

static void candidate_that_cannot_be_read_leaves_no_answer(void **state)
{
	assert_int_equal(read_mapped(*state, DSA_CONFIG, "{").state, CPG_MODEL_UNREADABLE);
}

static void lack_of_memory_is_a_failure_and_not_a_state(void **state)
{
	struct place *place = *state;
	const struct cpg_launch launch = {
		.workdir = place->directory,
		.environment = &place->environment,
	};
	struct cpg_model model;
	bool failed = false;

	write_file(place->arena, place->directory, "m/config.json", DSA_CONFIG);
	for (size_t budget = 0; budget < 16384; budget += 512) {
		struct cpg_arena *arena = cpg_arena_new(budget);
		struct cpg_error err;

		if (cpg_model_read(arena, &place->settings, &launch, "m", &model, &err) <
		    0) {
			assert_int_equal(err.code, ENOMEM);
			failed = true;
		} else {
			assert_int_equal(model.state, CPG_MODEL_READ);
		}
		cpg_arena_free(arena);
	}
	assert_true(failed);
}

#define place_test(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		place_test(permitted_model_is_read_with_its_names),
		place_test(architecture_of_the_site_is_permitted),
		place_test(absent_and_broken_files_are_states_with_a_sentence),
		place_test(unknown_working_directory_hides_a_relative_checkpoint),
		place_test(candidates_that_disagree_are_hidden_and_named),
		place_test(candidates_that_agree_answer),
		place_test(candidate_that_cannot_be_read_leaves_no_answer),
		place_test(lack_of_memory_is_a_failure_and_not_a_state),
	};

	return cmocka_run_group_tests_name("model", tests, NULL, NULL);
}
