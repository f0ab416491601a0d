/* What is said once to one reader, although both gates and several commands judge it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "run.h"
#include "world.h"

#define SAID "SLURM_CPGUARD_SAID"
#define STEPD .as = "slurmstepd"
#define STEP(...) .job_argv = WORDS(__VA_ARGS__)
#define JOB_ENV(...) .job_env = WORDS(__VA_ARGS__)
#define WARNS SETTINGS("mode=warn")

static const char *const warning[] = {"cpguard: warning: ", "bad/config.json",
				      "Qwen3ForCausalLM", NULL};

/* The variable that a command leaves for what it starts. */
static const char *left_by(const struct outcome *outcome)
{
	const char *value = submitted_variable(outcome, 0, SAID);

	check(value != NULL, outcome, "nothing is left for what is started");
	return text(SAID "=%s", value);
}

static const char *bad_script(void)
{
	return make_file("slurm_script",
			 text("#!/bin/sh\nsrun python3 train.py --allgather-cp "
			      "--context-parallel-size 2 --hf-checkpoint %s\n",
			      at("bad")));
}

static struct outcome *warned_srun(void)
{
	struct outcome *outcome = run(&(struct run){ARGV("srun", TRAIN(at("bad"))), WARNS});

	check_warned(outcome, warning);
	return outcome;
}

static void step_is_silent_where_its_srun_has_warned(void **state)
{
	const char *said = left_by(warned_srun());

	(void)state;
	check_tasks_ran(run(&(struct run){STEPD, STEP(TRAIN(at("bad"))), JOB_ENV(said),
					  .tasks = 2, WARNS}),
			2);
}

static void step_warns_of_what_its_srun_did_not_warn_of(void **state)
{
	const char *said = left_by(warned_srun());
	struct outcome *outcome;

	(void)state;
	make_checkpoint("other", "LlamaForCausalLM");
	outcome = run(&(struct run){STEPD, STEP(TRAIN(at("other"))), JOB_ENV(said), WARNS});
	check_sound(outcome);
	check_texts(outcome, WORDS("cpguard: warning: ", "LlamaForCausalLM"));
}

static void refusal_is_said_whatever_was_said_before(void **state)
{
	struct outcome *refused = run(&(struct run){STEPD, STEP(TRAIN(at("bad"))), WARNS});
	const char *said = left_by(warned_srun());

	(void)state;
	check(refused->status == 0, refused, "it was refused under mode=warn");
	check_tasks_refused(
		run(&(struct run){STEPD, STEP(TRAIN(at("bad"))), JOB_ENV(said)}), 1, 0,
		WORDS("cpguard: refused: "));
	check_refused(run(&(struct run){ARGV("srun", TRAIN(at("bad"))), ENV(said)}),
		      WORDS("cpguard: refused: "));
}

static void notice_and_override_are_said_once_as_well(void **state)
{
	struct outcome *noticed = run(&(struct run){ARGV("srun", TRAIN(at("missing")))});
	struct outcome *overridden =
		run(&(struct run){ARGV("srun", TRAIN(at("bad"))),
				  ENV("CPGUARD_OVERRIDE=why"), SETTINGS("override=yes")});

	(void)state;
	check_noticed(noticed, WORDS("missing"));
	check_noticed(overridden, WORDS("overridden"));
	check_tasks_ran(run(&(struct run){STEPD, STEP(TRAIN(at("missing"))),
					  JOB_ENV(left_by(noticed))}),
			1);
	check_tasks_ran(
		run(&(struct run){STEPD, STEP(TRAIN(at("bad"))),
				  JOB_ENV(left_by(overridden), "CPGUARD_OVERRIDE=why"),
				  SETTINGS("override=yes")}),
		1);
}

static void srun_is_silent_where_salloc_has_warned(void **state)
{
	struct outcome *outcome =
		run(&(struct run){ARGV("salloc", OPTIONS(at("bad")), "sh"), WARNS});

	(void)state;
	check_warned(outcome, warning);
	check_allowed(run(&(struct run){ARGV("srun", OPTIONS(at("bad")), "hostname"),
					ENV(left_by(outcome)), WARNS}));
}

static void output_of_a_batch_job_has_it_once_more_and_its_steps_do_not(void **state)
{
	const char *script = bad_script();
	struct outcome *sbatch = run(&(struct run){ARGV("sbatch", script), WARNS});
	struct outcome *batch;
	const char *said;

	(void)state;
	check_warned(sbatch, warning);
	check(!submitted_variable(sbatch, 0, SAID), sbatch,
	      "sbatch takes the word out of the job's mouth");

	batch = run(&(struct run){STEPD, STEP(script), .step = "batch", WARNS});
	check_sound(batch);
	check_texts(batch, warning);
	said = task_variable(batch, 0, SAID);
	check(said != NULL, batch, "the job's steps will say it again");
	said = text(SAID "=%s", said);

	check_allowed(run(&(struct run){ARGV("srun", TRAIN(at("bad"))), ENV(said), WARNS}));
}

static void job_submitted_from_a_job_speaks_for_itself(void **state)
{
	const char *said = left_by(warned_srun());
	struct outcome *outcome = run(&(struct run){
		ARGV("sbatch", OPTIONS(at("bad")), at("job.sh")), ENV(said), WARNS});
	struct outcome *batch;

	(void)state;
	check_warned(outcome, warning);
	check(!submitted_variable(outcome, 0, SAID), outcome, "it inherits");
	/* Also where its sbatch had no cpguard. */
	batch = run(&(struct run){STEPD, STEP(make_file("slurm_script", "#!/bin/sh\n")),
				  .step = "batch", JOB_ENV(said), WARNS});
	check_tasks_ran(batch, 1);
	check(!task_variable(batch, 0, SAID), batch, "it inherits");
	batch = run(&(struct run){STEPD, STEP(bad_script()), .step = "batch", JOB_ENV(said),
				  WARNS});
	check_sound(batch);
	check_texts(batch, warning);
}

static void odd_values_of_the_variable_silence_nothing(void **state)
{
	char *zeros = keep(100001);

	(void)state;
	memset(zeros, '0', 100000);
	for (const char *const *value =
		     WORDS("", ",", "x", "0", "0000000000000000", "-000000000000001",
			   " 00000000000000f", "0x000000000000ff",
			   "0000000000000000,0000000000000001,", "ffffffffffffffffffff",
			   "\xff\n\x1b", zeros);
	     *value; value++) {
		struct outcome *outcome =
			run(&(struct run){STEPD, STEP(TRAIN(at("bad"))),
					  JOB_ENV(text(SAID "=%s", *value)), WARNS});

		check_sound(outcome);
		check_texts(outcome, warning);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(step_is_silent_where_its_srun_has_warned),
		cmocka_unit_test(step_warns_of_what_its_srun_did_not_warn_of),
		cmocka_unit_test(refusal_is_said_whatever_was_said_before),
		cmocka_unit_test(notice_and_override_are_said_once_as_well),
		cmocka_unit_test(srun_is_silent_where_salloc_has_warned),
		cmocka_unit_test(
			output_of_a_batch_job_has_it_once_more_and_its_steps_do_not),
		cmocka_unit_test(job_submitted_from_a_job_speaks_for_itself),
		cmocka_unit_test(odd_values_of_the_variable_silence_nothing),
	};

	return cmocka_run_group_tests_name("spank: said", tests, world_make, world_remove);
}
