/* The node gate: slurmstepd's hooks, of which only task_init may stop anything. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "run.h"
#include "world.h"

#define STEPD .as = "slurmstepd"
#define FORWARDED(...) .forwarded = WORDS(__VA_ARGS__)
#define STEP(...) .job_argv = WORDS(__VA_ARGS__)
#define JOB_ENV(...) .job_env = WORDS(__VA_ARGS__)

/* The three options as the launching message has them. */
#define SENT(checkpoint) \
	text("hf-checkpoint=%s", (checkpoint)), "allgather-cp", "context-parallel-size=2"

#define VARIABLE(name) "SLURM_SPANK__SLURM_SPANK_OPTION_cpguard_" name

static const char *const bad_model[] = {"bad/config.json", "Qwen3ForCausalLM",
					"--allgather-cp", "--context-parallel-size", NULL};

/* ---- verdicts ---- */

static void step_without_options_or_training_runs(void **state)
{
	(void)state;
	check_tasks_ran(run(&(struct run){STEPD, STEP("hostname")}), 1);
	check_tasks_ran(run(&(struct run){STEPD, STEP("hostname"), .tasks = 4}), 4);
}

static void step_with_forwarded_options_is_refused_or_runs(void **state)
{
	(void)state;
	check_tasks_refused(
		run(&(struct run){STEPD, STEP("hostname"), FORWARDED(SENT(at("bad")))}), 1,
		0, bad_model);
	check_tasks_ran(
		run(&(struct run){STEPD, STEP("hostname"), FORWARDED(SENT(at("good")))}),
		1);
}

static void step_with_a_training_command_is_refused_or_runs(void **state)
{
	(void)state;
	check_tasks_refused(run(&(struct run){STEPD, STEP(TRAIN(at("bad")))}), 1, 0,
			    bad_model);
	check_tasks_ran(run(&(struct run){STEPD, STEP(TRAIN(at("good")))}), 1);
	check_tasks_ran(
		run(&(struct run){STEPD, STEP("python3", "train.py", "--allgather-cp",
					      "--hf-checkpoint", at("bad"))}),
		1);
}

static void batch_step_is_refused_or_runs(void **state)
{
	const char *script = make_file("slurm_script", "#!/bin/sh\nhostname\n");

	(void)state;
	check_tasks_refused(run(&(struct run){STEPD, STEP(script, "argument"),
					      .step = "batch", FORWARDED(SENT(at("bad")))}),
			    1, 0, bad_model);
	check_tasks_ran(run(&(struct run){STEPD, STEP(script), .step = "batch"}), 1);
	check_tasks_ran(run(&(struct run){STEPD, STEP(script), .step = "batch",
					  FORWARDED(SENT(at("good")))}),
			1);
}

static void message_comes_from_the_first_task_of_the_step_alone(void **state)
{
	struct outcome *one;
	struct outcome *four;

	(void)state;
	one = run(&(struct run){STEPD, STEP(TRAIN(at("bad"))), .tasks = 1});
	four = run(&(struct run){STEPD, STEP(TRAIN(at("bad"))), .tasks = 4});
	check_tasks_refused(one, 1, 0, bad_model);
	check_tasks_refused(four, 4, 0, bad_model);
	check(strcmp(one->err, four->err) == 0, four, "the message grows with the tasks");
}

static void tasks_on_a_further_node_are_refused_in_silence(void **state)
{
	struct outcome *outcome =
		run(&(struct run){STEPD, STEP("hostname"), .tasks = 3, .first_task = 4,
				  FORWARDED(SENT(at("bad")))});

	(void)state;
	check_tasks_refused(outcome, 3, 4, NULL);
	check(outcome->err[0] == '\0', outcome, "another node speaks as well");
}

/* ---- how options arrive ---- */

static void options_in_any_order_give_the_same_verdict(void **state)
{
	static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
					 {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

	(void)state;
	for (size_t i = 0; i < 6; i++)
		for (int good = 0; good < 2; good++) {
			const char *const sent[] = {SENT(at(good ? "good" : "bad"))};
			const int *order = orders[i];
			struct outcome *outcome = run(&(struct run){
				STEPD, STEP("hostname"),
				FORWARDED(sent[order[0]], sent[order[1]], sent[order[2]])});

			if (good)
				check_tasks_ran(outcome, 1);
			else
				check_tasks_refused(outcome, 1, 0, bad_model);
		}
}

static void options_that_arrive_twice_have_their_last_value(void **state)
{
	(void)state;
	check_tasks_refused(
		run(&(struct run){STEPD, STEP("hostname"),
				  FORWARDED(SENT(at("good")), SENT(at("bad")))}),
		1, 0, bad_model);
	check_tasks_ran(run(&(struct run){STEPD, STEP("hostname"),
					  FORWARDED(SENT(at("bad")), SENT(at("good")))}),
			1);
	/* As 20.11 and 22.05 do in srun's steps: by message and by environment. */
	check_tasks_refused(
		run(&(struct run){
			STEPD, STEP("hostname"), .tasks = 2, FORWARDED(SENT(at("bad"))),
			JOB_ENV(text("_SLURM_SPANK_OPTION_cpguard_hf_checkpoint=%s",
				     at("bad")),
				"_SLURM_SPANK_OPTION_cpguard_allgather_cp=",
				"_SLURM_SPANK_OPTION_cpguard_context_parallel_size=2")}),
		2, 0, bad_model);
}

static void flag_counts_whatever_value_it_arrives_with(void **state)
{
	(void)state;
	for (const char *const *flag =
		     WORDS("allgather-cp", "allgather-cp=", "allgather-cp=(null)");
	     *flag; flag++)
		check_tasks_refused(
			run(&(struct run){STEPD, STEP("hostname"),
					  FORWARDED(*flag, "context-parallel-size=2",
						    text("hf-checkpoint=%s", at("bad")))}),
			1, 0, bad_model);
}

static void options_in_the_environment_of_the_job_alone_are_found(void **state)
{
	(void)state;
	/* What is left of them in a batch step under --export=NONE on 20.11 and 22.05. */
	check_tasks_refused(
		run(&(struct run){STEPD, STEP("hostname"), .step = "batch",
				  JOB_ENV("PATH=/bin",
					  text(VARIABLE("hf_checkpoint=%s"), at("bad")),
					  VARIABLE("allgather_cp=(null)"),
					  VARIABLE("context_parallel_size=2"))}),
		1, 0, bad_model);
	check_tasks_ran(
		run(&(struct run){STEPD, STEP("hostname"), .step = "batch",
				  JOB_ENV(text(VARIABLE("hf_checkpoint=%s"), at("good")),
					  VARIABLE("allgather_cp=(null)"),
					  VARIABLE("context_parallel_size=2"))}),
		1);
}

static void option_of_the_step_counts_before_the_environment_of_the_job(void **state)
{
	(void)state;
	check_tasks_ran(
		run(&(struct run){STEPD, STEP("hostname"), FORWARDED(SENT(at("good"))),
				  JOB_ENV(text(VARIABLE("hf_checkpoint=%s"), at("bad")),
					  VARIABLE("allgather_cp="),
					  VARIABLE("context_parallel_size=2"))}),
		1);
}

static void wrong_value_on_the_node_fails_nothing(void **state)
{
	(void)state;
	for (const char *const *value = WORDS("", "0", "-1", "two", "2.0", "\xff"); *value;
	     value++) {
		struct outcome *outcome = run(
			&(struct run){STEPD, STEP("hostname"),
				      FORWARDED(text("context-parallel-size=%s", *value),
						"hf-checkpoint=")});

		check_tasks_ran(outcome, 1);
		check(count_records(outcome, "callback\t") ==
			      count_records(outcome,
					    "callback\tcontext-parallel-size\t1\t0") +
				      count_records(outcome,
						    "callback\thf-checkpoint\t1\t0"),
		      outcome, "a callback did not return 0 for '%s'", *value);
	}
}

static void wrong_value_in_the_environment_of_the_job_fails_nothing(void **state)
{
	(void)state;
	check_tasks_ran(run(&(struct run){STEPD, STEP("hostname"),
					  JOB_ENV(VARIABLE("context_parallel_size=none"),
						  VARIABLE("hf_checkpoint="), "no-equals",
						  VARIABLE("allgather_cp"), "=", "")}),
			1);
}

/* ---- the job's environment ---- */

static void check_task_variable(const struct outcome *outcome, const char *name,
				const char *expected)
{
	const char *value = task_variable(outcome, 0, name);

	check(expected ? value && strcmp(value, expected) == 0 : !value, outcome,
	      "%s is %s, not %s", name, value ? value : "not set",
	      expected ? expected : "unset");
}

static void job_environment_has_what_was_given(void **state)
{
	const char *args = text(
		"--hf-checkpoint=%s --allgather-cp --context-parallel-size=2", at("good"));
	struct outcome *outcome =
		run(&(struct run){STEPD, STEP("hostname"), FORWARDED(SENT(at("good"))),
				  JOB_ENV("A=b", "CPGUARD_ARGS=old")});

	(void)state;
	check_tasks_ran(outcome, 1);
	check_task_variable(outcome, "CPGUARD_HF_CHECKPOINT", at("good"));
	check_task_variable(outcome, "CPGUARD_ALLGATHER_CP", "1");
	check_task_variable(outcome, "CPGUARD_CONTEXT_PARALLEL_SIZE", "2");
	check_task_variable(outcome, "CPGUARD_ARGS", args);
	check_task_variable(outcome, "A", "b");
}

static void job_environment_has_what_only_the_environment_brought(void **state)
{
	struct outcome *outcome =
		run(&(struct run){STEPD, STEP("hostname"), .step = "batch",
				  JOB_ENV(VARIABLE("allgather_cp=(null)"),
					  VARIABLE("context_parallel_size=1"))});

	(void)state;
	check_tasks_ran(outcome, 1);
	check_task_variable(outcome, "CPGUARD_ALLGATHER_CP", "1");
	check_task_variable(outcome, "CPGUARD_CONTEXT_PARALLEL_SIZE", "1");
	check_task_variable(outcome, "CPGUARD_ARGS",
			    "--allgather-cp --context-parallel-size=1");
	check_task_variable(outcome, "CPGUARD_HF_CHECKPOINT", NULL);
}

static void job_environment_is_as_it_was_without_options(void **state)
{
	struct outcome *outcome =
		run(&(struct run){STEPD, STEP("hostname"), JOB_ENV("A=b", "C=d")});

	(void)state;
	check_tasks_ran(outcome, 1);
	check(count_records(outcome, "taskenv\t0\t") == 2, outcome,
	      "it has other variables");
}

/* ---- settings ---- */

static void unverified_options_are_refused_on_the_node_unless_allowed(void **state)
{
	struct outcome *outcome;

	(void)state;
	for (const char *const *setting = WORDS("unverified=refuse", "unverified=defer");
	     *setting; setting++)
		check_tasks_refused(run(&(struct run){STEPD, STEP("hostname"), .tasks = 2,
						      FORWARDED(SENT(at("missing"))),
						      SETTINGS(*setting)}),
				    2, 0, WORDS("missing"));
	outcome = run(&(struct run){STEPD, STEP("hostname"), .tasks = 4,
				    FORWARDED(SENT(at("missing"))),
				    SETTINGS("unverified=allow")});
	check_sound(outcome);
	check(count_records(outcome, "ran\t") == 4, outcome, "not every task ran");
	check(count_lines(outcome->err) == 1, outcome, "it is not one line for the step");
}

static void command_whose_checkpoint_is_not_there_runs_with_a_line(void **state)
{
	struct outcome *outcome =
		run(&(struct run){STEPD, STEP(TRAIN(at("missing"))), .tasks = 4});

	(void)state;
	check_sound(outcome);
	check(count_records(outcome, "ran\t") == 4, outcome, "not every task ran");
	check(count_lines(outcome->err) == 1, outcome, "it is not one line for the step");
	check_texts(outcome, WORDS("missing"));
}

static void mode_warn_says_why_once_and_the_tasks_run(void **state)
{
	struct outcome *outcome =
		run(&(struct run){STEPD, STEP(TRAIN(at("bad"))), .tasks = 4,
				  FORWARDED(SENT(at("good"))), SETTINGS("mode=warn")});

	(void)state;
	check_sound(outcome);
	check_texts(outcome, bad_model);
	check(count_records(outcome, "ran\t") == 4, outcome, "not every task ran");
	check(task_variable(outcome, 3, "CPGUARD_ARGS") != NULL, outcome,
	      "a warned task has no variables");
}

static void mode_off_and_scripts_off_let_tasks_run(void **state)
{
	struct outcome *outcome =
		run(&(struct run){STEPD, STEP(TRAIN(at("bad"))), FORWARDED(SENT(at("bad"))),
				  SETTINGS("mode=off")});

	(void)state;
	check_tasks_ran(outcome, 1);
	check(task_variable(outcome, 0, "CPGUARD_ARGS") != NULL, outcome,
	      "the task has no variables");
	check_tasks_ran(
		run(&(struct run){STEPD, STEP(TRAIN(at("bad"))), SETTINGS("scripts=off")}),
		1);
	check_tasks_refused(
		run(&(struct run){STEPD, STEP("hostname"), FORWARDED(SENT(at("bad"))),
				  SETTINGS("scripts=off")}),
		1, 0, bad_model);
}

static void wrong_setting_stays_out_of_the_output_of_the_job(void **state)
{
	(void)state;
	check_tasks_ran(run(&(struct run){STEPD, STEP("hostname"), .tasks = 4,
					  SETTINGS("mode=wran", "\xff", "", "=")}),
			4);
	check_tasks_refused(
		run(&(struct run){STEPD, STEP(TRAIN(at("bad"))), SETTINGS("mode=wran")}), 1,
		0, bad_model);
}

static void architectures_and_maps_count_on_the_node(void **state)
{
	(void)state;
	check_tasks_ran(run(&(struct run){STEPD, STEP(TRAIN(at("bad"))),
					  SETTINGS("architectures=Qwen3ForCausalLM")}),
			1);
	check_tasks_refused(run(&(struct run){STEPD, STEP(TRAIN("/in/bad")),
					      SETTINGS(text("path_map=/in:%s", at("")))}),
			    1, 0, bad_model);
}

/* ---- places ---- */

static void relative_checkpoint_counts_from_the_directory_of_the_task(void **state)
{
	(void)state;
	make_checkpoint("model", "DeepseekV32ForCausalLM");
	make_checkpoint("sub/model", "Qwen3ForCausalLM");
	check_tasks_refused(
		run(&(struct run){STEPD, STEP(TRAIN("model")), .workdir = at("sub")}), 1, 0,
		WORDS("sub/model/config.json"));
	check_tasks_ran(run(&(struct run){STEPD, STEP(TRAIN("model")), .workdir = at("")}),
			1);
	check_tasks_refused(
		run(&(struct run){STEPD, STEP("hostname"), FORWARDED(SENT("model")),
				  .workdir = at("sub")}),
		1, 0, WORDS("sub/model/config.json"));
}

static void hub_cache_is_that_of_the_job_and_not_of_slurmstepd(void **state)
{
	const char *config = make_hub_checkpoint("job/hub", "org", "m", "Qwen3ForCausalLM");
	const char *home = text("HF_HOME=%s", at("job"));
	const char *other = text("HF_HOME=%s", at("other"));

	(void)state;
	make_hub_checkpoint("other/hub", "org", "m", "DeepseekV32ForCausalLM");
	check_tasks_refused(
		run(&(struct run){STEPD, STEP(TRAIN("org/m")), JOB_ENV(home), ENV(other)}),
		1, 0, WORDS(config));
	check_tasks_ran(
		run(&(struct run){STEPD, STEP(TRAIN("org/m")), JOB_ENV(other), ENV(home)}),
		1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(step_without_options_or_training_runs),
		cmocka_unit_test(step_with_forwarded_options_is_refused_or_runs),
		cmocka_unit_test(step_with_a_training_command_is_refused_or_runs),
		cmocka_unit_test(batch_step_is_refused_or_runs),
		cmocka_unit_test(message_comes_from_the_first_task_of_the_step_alone),
		cmocka_unit_test(tasks_on_a_further_node_are_refused_in_silence),
		cmocka_unit_test(options_in_any_order_give_the_same_verdict),
		cmocka_unit_test(options_that_arrive_twice_have_their_last_value),
		cmocka_unit_test(flag_counts_whatever_value_it_arrives_with),
		cmocka_unit_test(options_in_the_environment_of_the_job_alone_are_found),
		cmocka_unit_test(
			option_of_the_step_counts_before_the_environment_of_the_job),
		cmocka_unit_test(wrong_value_on_the_node_fails_nothing),
		cmocka_unit_test(wrong_value_in_the_environment_of_the_job_fails_nothing),
		cmocka_unit_test(job_environment_has_what_was_given),
		cmocka_unit_test(job_environment_has_what_only_the_environment_brought),
		cmocka_unit_test(job_environment_is_as_it_was_without_options),
		cmocka_unit_test(unverified_options_are_refused_on_the_node_unless_allowed),
		cmocka_unit_test(command_whose_checkpoint_is_not_there_runs_with_a_line),
		cmocka_unit_test(mode_warn_says_why_once_and_the_tasks_run),
		cmocka_unit_test(mode_off_and_scripts_off_let_tasks_run),
		cmocka_unit_test(wrong_setting_stays_out_of_the_output_of_the_job),
		cmocka_unit_test(architectures_and_maps_count_on_the_node),
		cmocka_unit_test(relative_checkpoint_counts_from_the_directory_of_the_task),
		cmocka_unit_test(hub_cache_is_that_of_the_job_and_not_of_slurmstepd),
	};

	return cmocka_run_group_tests_name("spank: node", tests, world_make, world_remove);
}
