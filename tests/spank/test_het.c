/* The submit gate on heterogeneous jobs: every component is judged by what is its own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "run.h"
#include "world.h"

static const char *const bad_model[] = {"bad/config.json", "Qwen3ForCausalLM",
					"--allgather-cp", "--context-parallel-size", NULL};

#define RUN(...) run(&(struct run){ARGV(__VA_ARGS__)})

/* Refused when the plugin was asked about that component, and not before. */
static void check_refused_at(const struct outcome *outcome, unsigned component)
{
	check_refused(outcome, bad_model);
	check(count_records(outcome, "hook\tinit_post_opt\t0") == component, outcome,
	      "it is not component %u that was refused", component);
}

static void check_components(const struct outcome *outcome, unsigned components)
{
	check_allowed(outcome);
	check(count_records(outcome, "hook\tinit_post_opt\t0") == components, outcome,
	      "there are not %u components", components);
}

/* ---- srun ---- */

static void srun_is_refused_for_a_bad_first_component(void **state)
{
	(void)state;
	check_refused_at(RUN("srun", "-n1", TRAIN(at("bad")), ":", "-n1", "hostname"), 0);
	check_refused_at(
		RUN("srun", "-n1", TRAIN(at("bad")), ":", "-n1", TRAIN(at("good"))), 0);
}

static void srun_is_refused_for_a_bad_last_component(void **state)
{
	(void)state;
	check_refused_at(RUN("srun", "-n1", "hostname", ":", "-n1", TRAIN(at("bad"))), 1);
	check_refused_at(RUN("srun", "-n1", TRAIN(at("good")), ":", "-n", "1", "-l",
			     TRAIN(at("bad"))),
			 1);
	check_refused_at(
		RUN("srun", "-n", "1", "--label", TRAIN(at("good")), ":", TRAIN(at("bad"))),
		1);
}

static void srun_is_refused_for_a_bad_component_in_the_middle(void **state)
{
	(void)state;
	check_refused_at(RUN("srun", "-n1", "-l", "hostname", ":", "-n1", TRAIN(at("bad")),
			     ":", "hostname"),
			 1);
	check_refused_at(RUN("srun", "hostname", "-s", ":", "hostname", ":", "-n1", "-l",
			     "--", TRAIN(at("bad"))),
			 2);
}

static void srun_is_allowed_without_a_bad_component(void **state)
{
	(void)state;
	check_components(RUN("srun", "-n1", "hostname", ":", "-n1", "hostname"), 2);
	check_components(RUN("srun", "-n1", TRAIN(at("good")), ":", "-n1", "-l",
			     TRAIN(at("glm")), ":", TRAIN(at("good"))),
			 3);
}

static void words_of_two_components_are_not_put_together(void **state)
{
	(void)state;
	/* Together they would break the rule; what each runs does not. */
	check_components(RUN("srun", "python3", "train.py", "--hf-checkpoint", at("bad"),
			     "--context-parallel-size", "2", ":", "python3", "train.py",
			     "--allgather-cp"),
			 2);
	check_components(RUN("srun", "-n1", "echo", ":", "echo", TRAIN(at("bad"))), 2);
}

static void options_of_a_component_of_srun_are_judged(void **state)
{
	(void)state;
	check_refused_at(RUN("srun", OPTIONS(at("bad")), "hostname", ":", "hostname"), 0);
	check_refused_at(
		RUN("srun", "-n1", "hostname", ":", OPTIONS(at("bad")), "hostname"), 1);
	check_components(RUN("srun", OPTIONS(at("good")), "hostname", ":", "hostname"), 2);
}

static void components_named_by_het_group_run_the_same_command(void **state)
{
	(void)state;
	check_refused_at(RUN("srun", "--het-group=0,1", TRAIN(at("bad"))), 0);
	check_components(RUN("srun", "--het-group=0,1", TRAIN(at("good"))), 2);
	check_components(
		RUN("srun", "--het-group=0,1", "-n1", "hostname", TRAIN(at("bad"))), 2);
}

static void component_behind_a_het_group_has_its_own_command(void **state)
{
	(void)state;
	/* The first part is asked about twice, the second once. */
	check_components(RUN("srun", "--het-group=0,1", "-n1", "hostname", ":",
			     "--het-group=2", "echo", TRAIN(at("bad"))),
			 3);
	check_components(RUN("srun", "--het-group=0,1", "-n1", "-l", TRAIN(at("good")), ":",
			     "--het-group=2", "echo", TRAIN(at("bad"))),
			 3);
	check_refused_at(RUN("srun", "--het-group=0,1", "-n1", "hostname", ":",
			     "--het-group=2", TRAIN(at("bad"))),
			 2);
	check_refused_at(RUN("srun", "--het-group=0", "hostname", ":", "--het-group=1,2",
			     TRAIN(at("bad"))),
			 1);
	check_refused_at(RUN("srun", "--het-group", "0,1", "hostname", ":", "-l",
			     "--het-group=2,3", "-n1", "hostname", ":", "--het-group=4",
			     TRAIN(at("bad"))),
			 4);
}

static void components_of_srun_have_their_own_directories(void **state)
{
	(void)state;
	make_checkpoint("one/model", "DeepseekV32ForCausalLM");
	make_checkpoint("two/model", "Qwen3ForCausalLM");
	check_components(RUN("srun", "-D", at("one"), TRAIN("model"), ":", "-D", at("one"),
			     TRAIN("model")),
			 2);
	check_refused(RUN("srun", "-D", at("one"), TRAIN("model"), ":", "-D", at("two"),
			  TRAIN("model")),
		      WORDS("two/model/config.json"));
	check_refused(RUN("srun", "-D", at("two"), TRAIN("model"), ":", "-D", at("one"),
			  TRAIN("model")),
		      WORDS("two/model/config.json"));
}

/* ---- sbatch ---- */

static void sbatch_is_refused_for_a_bad_first_component(void **state)
{
	(void)state;
	check_refused_at(RUN("sbatch", OPTIONS(at("bad")), ":", "-n1", at("job.sh")), 0);
	check_refused_at(
		RUN("sbatch", OPTIONS(at("bad")), ":", OPTIONS(at("good")), at("job.sh")),
		0);
}

static void sbatch_is_refused_for_a_bad_last_component(void **state)
{
	(void)state;
	check_refused_at(RUN("sbatch", "-n1", ":", OPTIONS(at("bad")), at("job.sh")), 1);
	check_refused_at(RUN("sbatch", "-n", "1", "-J", "x", ":", "-n1", ":",
			     OPTIONS(at("bad")), at("job.sh")),
			 2);
	check_refused_at(RUN("sbatch", OPTIONS(at("good")), ":", "--hf-checkpoint",
			     at("bad"), at("job.sh")),
			 1);
}

static void sbatch_is_allowed_without_a_bad_component(void **state)
{
	(void)state;
	check_components(RUN("sbatch", "-n1", ":", "-n1", at("job.sh")), 2);
	check_components(RUN("sbatch", OPTIONS(at("good")), ":", "-n1", ":",
			     OPTIONS(at("glm")), at("job.sh"), OPTIONS(at("bad"))),
			 3);
	check_components(RUN("sbatch", OPTIONS(at("good")), ":", "-n1", "--wrap=hostname"),
			 2);
}

static const char *het_script(const char *first, const char *second)
{
	static int number;

	return make_file(text("het%d.sh", number++),
			 text("#!/bin/sh\n#SBATCH -n1 %s\n# a remark\n#SBATCH hetjob\n"
			      "#SBATCH -n1 %s\nhostname\n",
			      first, second));
}

static void sbatch_looks_for_its_script_behind_the_last_component(void **state)
{
	const char *script = het_script("", text("--chdir=%s", at("two")));

	(void)state;
	make_checkpoint("one/model", "DeepseekV32ForCausalLM");
	make_checkpoint("two/model", "Qwen3ForCausalLM");
	check_refused(RUN("sbatch", "-D", at("one"), ":", OPTIONS("model"), script),
		      WORDS("two/model/config.json"));
	check_allowed(RUN("sbatch", "-n1", ":", "-D", at("one"), OPTIONS("model"), script));
}

static void directives_before_the_first_hetjob_are_for_the_first_component(void **state)
{
	const char *script =
		make_file("first.sh", text("#!/bin/sh\n#SBATCH --chdir=%s\n", at("two")));

	(void)state;
	make_checkpoint("model", "DeepseekV32ForCausalLM");
	make_checkpoint("two/model", "Qwen3ForCausalLM");
	check_allowed(RUN("sbatch", "-n1", ":", OPTIONS("model"), script));
	check_refused(RUN("sbatch", OPTIONS("model"), ":", "-n1", script),
		      WORDS("two/model/config.json"));
}

static void relative_checkpoint_of_a_first_component_is_found(void **state)
{
	(void)state;
	make_checkpoint("model", "DeepseekV32ForCausalLM");
	check_components(RUN("sbatch", OPTIONS("model"), ":", "-n1", at("job.sh")), 2);
	check_components(
		RUN("sbatch", "-D", at(""), OPTIONS("model"), ":", "-n1", at("job.sh")), 2);
	check_components(RUN("salloc", OPTIONS("model"), ":", "-n1", "hostname"), 2);
	check_components(RUN("srun", OPTIONS("model"), "hostname", ":", "-n1", "hostname"),
			 2);
	check_refused(RUN("sbatch", OPTIONS("bad"), ":", "-n1", at("job.sh")), bad_model);
}

static void components_of_a_script_are_judged_each(void **state)
{
	const char *bad = text(
		"--hf-checkpoint=%s --allgather-cp --context-parallel-size=2", at("bad"));
	const char *good = text(
		"--hf-checkpoint=%s --allgather-cp --context-parallel-size=2", at("good"));

	(void)state;
	check_refused_at(RUN("sbatch", het_script(bad, "")), 0);
	check_refused_at(RUN("sbatch", het_script("", bad)), 1);
	/* Slurm puts what component 0 says into its environment, which counts before the
	 * directives of component 1. */
	check_components(RUN("sbatch", het_script(good, bad)), 2);
	check_components(RUN("sbatch", het_script("", "")), 2);
	check_components(RUN("sbatch", "-l", het_script(good, good)), 2);
	check_refused_at(RUN("sbatch", OPTIONS(at("bad")), het_script(good, good)), 0);
}

static void components_of_a_script_have_their_own_directories(void **state)
{
	const char *options =
		"--hf-checkpoint=model --allgather-cp --context-parallel-size=2";
	const char *one = text("-D %s %s", at("one"), options);
	const char *two = text("--chdir=%s %s", at("two"), options);

	(void)state;
	make_checkpoint("one/model", "DeepseekV32ForCausalLM");
	make_checkpoint("two/model", "Qwen3ForCausalLM");
	check_components(RUN("sbatch", het_script(one, one)), 2);
	check_refused(RUN("sbatch", het_script(one, two)), WORDS("two/model/config.json"));
	check_refused(RUN("sbatch", het_script(two, one)), WORDS("two/model/config.json"));
	/* The command line is for every component. */
	check_components(RUN("sbatch", "-D", at("one"), het_script(one, two)), 2);
}

/* ---- salloc ---- */

static void salloc_runs_its_command_behind_the_last_component(void **state)
{
	(void)state;
	check_refused_at(RUN("salloc", "-n1", ":", "-n1", TRAIN(at("bad"))), 1);
	check_refused_at(RUN("salloc", "-n", "1", "-l", ":", "-n1", ":", "-n1", "--",
			     TRAIN(at("bad"))),
			 2);
	check_components(RUN("salloc", "-n1", ":", "-n1", TRAIN(at("good"))), 2);
	check_components(RUN("salloc", "-n1", ":", "-n1"), 2);
	check_components(RUN("salloc", "-n1", ":", "-n1", "hostname", TRAIN(at("bad"))), 2);
}

static void options_of_a_component_of_salloc_are_judged(void **state)
{
	(void)state;
	check_refused_at(RUN("salloc", OPTIONS(at("bad")), ":", "-n1", "hostname"), 0);
	check_refused_at(RUN("salloc", "-n1", ":", OPTIONS(at("bad")), "hostname"), 1);
	check_components(RUN("salloc", OPTIONS(at("good")), ":", "-n1", "hostname"), 2);
}

static void colon_among_the_words_of_a_command_of_salloc_is_one_of_them(void **state)
{
	(void)state;
	check_components(RUN("salloc", "-n1", "hostname", ":", TRAIN(at("bad"))), 1);
	check_refused_at(
		RUN("salloc", "-n1", "python3", "train.py", ":", OPTIONS(at("bad"))), 0);
}

/* ---- all of them ---- */

static void job_environment_of_each_component_has_its_options(void **state)
{
	struct outcome *outcome = RUN("sbatch", OPTIONS(at("good")), ":", "--hf-checkpoint",
				      at("glm"), at("job.sh"));
	const char *first;
	const char *second;

	(void)state;
	check_components(outcome, 2);
	first = submitted_variable(outcome, 0, "CPGUARD_HF_CHECKPOINT");
	second = submitted_variable(outcome, 1, "CPGUARD_HF_CHECKPOINT");
	check(first && strcmp(first, at("good")) == 0, outcome, "component 0 has another");
	check(second && strcmp(second, at("glm")) == 0, outcome, "component 1 has another");
	check(submitted_variable(outcome, 1, "CPGUARD_ALLGATHER_CP") != NULL, outcome,
	      "component 1 lost what component 0 declared for it as well");
}

static void same_warning_is_given_once_for_all_components(void **state)
{
	(void)state;
	check_warned(run(&(struct run){
			     ARGV("sbatch", OPTIONS(at("bad")), ":", "-n1", at("job.sh")),
			     SETTINGS("mode=warn")}),
		     bad_model);
	check_warned(run(&(struct run){ARGV("srun", "--het-group=0,1", TRAIN(at("bad"))),
				       SETTINGS("mode=warn")}),
		     bad_model);
}

static void different_warnings_are_all_given(void **state)
{
	struct outcome *outcome;

	(void)state;
	make_checkpoint("other", "LlamaForCausalLM");
	outcome = run(&(struct run){ARGV("srun", TRAIN(at("bad")), ":", TRAIN(at("other"))),
				    SETTINGS("mode=warn")});
	check_manners(outcome);
	check(outcome->status == RUN_STATUS, outcome, "a warning ended the command");
	check_texts(outcome, WORDS("bad/config.json", "Qwen3ForCausalLM",
				   "other/config.json", "LlamaForCausalLM"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(srun_is_refused_for_a_bad_first_component),
		cmocka_unit_test(srun_is_refused_for_a_bad_last_component),
		cmocka_unit_test(srun_is_refused_for_a_bad_component_in_the_middle),
		cmocka_unit_test(srun_is_allowed_without_a_bad_component),
		cmocka_unit_test(words_of_two_components_are_not_put_together),
		cmocka_unit_test(options_of_a_component_of_srun_are_judged),
		cmocka_unit_test(components_named_by_het_group_run_the_same_command),
		cmocka_unit_test(component_behind_a_het_group_has_its_own_command),
		cmocka_unit_test(components_of_srun_have_their_own_directories),
		cmocka_unit_test(sbatch_is_refused_for_a_bad_first_component),
		cmocka_unit_test(sbatch_is_refused_for_a_bad_last_component),
		cmocka_unit_test(sbatch_is_allowed_without_a_bad_component),
		cmocka_unit_test(sbatch_looks_for_its_script_behind_the_last_component),
		cmocka_unit_test(
			directives_before_the_first_hetjob_are_for_the_first_component),
		cmocka_unit_test(relative_checkpoint_of_a_first_component_is_found),
		cmocka_unit_test(components_of_a_script_are_judged_each),
		cmocka_unit_test(components_of_a_script_have_their_own_directories),
		cmocka_unit_test(salloc_runs_its_command_behind_the_last_component),
		cmocka_unit_test(options_of_a_component_of_salloc_are_judged),
		cmocka_unit_test(
			colon_among_the_words_of_a_command_of_salloc_is_one_of_them),
		cmocka_unit_test(job_environment_of_each_component_has_its_options),
		cmocka_unit_test(same_warning_is_given_once_for_all_components),
		cmocka_unit_test(different_warnings_are_all_given),
	};

	return cmocka_run_group_tests_name("spank: heterogeneous", tests, world_make,
					   world_remove);
}
