/* The submit gate on jobs within a container of pyxis: its mounts lead to the checkpoint and to
 * the scripts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "run.h"
#include "world.h"

#define IMAGE "--container-image=registry#image:tag"

static const char *const bad_model[] = {"bad/config.json", "Qwen3ForCausalLM", NULL};

static struct outcome *call(const char *const *words)
{
	return run(&(struct run){.argv = words});
}

/* The option that mounts the world there. */
static const char *mounts(const char *target)
{
	return text("--container-mounts=%s:%s,/usr:/usr", at(""), target);
}

static void command_of_srun_sees_what_is_mounted(void **state)
{
	(void)state;
	check_refused(call(WORDS("srun", IMAGE, mounts("/m"), TRAIN("/m/bad"))), bad_model);
	check_allowed(call(WORDS("srun", IMAGE, mounts("/m"), TRAIN("/m/good"))));
	check_refused(call(WORDS("srun", IMAGE, mounts("/m"), "--container-workdir", "/m",
				 TRAIN("bad"))),
		      bad_model);
	check_noticed(call(WORDS("srun", IMAGE, mounts("/m"), TRAIN("bad"))), WORDS("bad"));
	/* The last of several is what pyxis gets. */
	check_refused(call(WORDS("srun", IMAGE, "--container-mounts=/usr:/m", mounts("/m"),
				 TRAIN("/m/bad"))),
		      bad_model);
}

static void path_of_the_host_is_not_looked_up_within_a_container(void **state)
{
	(void)state;
	check_noticed(call(WORDS("srun", IMAGE, mounts("/m"), TRAIN(at("bad")))),
		      WORDS("bad", "container"));
	check_noticed(call(WORDS("srun", IMAGE, TRAIN(at("bad")))),
		      WORDS("bad", "container"));
	/* Without an image there is no container. */
	check_refused(call(WORDS("srun", mounts("/m"), TRAIN(at("bad")))), bad_model);
}

static void script_behind_srun_is_read_where_it_is_mounted(void **state)
{
	(void)state;
	make_file("run.sh", text("python3 train.py --allgather-cp "
				 "--context-parallel-size 2 --hf-checkpoint $1\n"));
	check_refused(
		call(WORDS("srun", IMAGE, mounts("/m"), "bash", "/m/run.sh", "/m/bad")),
		WORDS("bad/config.json", at("run.sh:1")));
	check_allowed(
		call(WORDS("srun", IMAGE, mounts("/m"), "bash", "/m/run.sh", "/m/good")));
}

static void batch_script_sees_what_is_mounted(void **state)
{
	const char *lines = text("#!/bin/bash\n#SBATCH %s\n#SBATCH --container-image=i "
				 "--container-workdir=/m\n",
				 mounts("/m"));
	const char *train =
		"python3 train.py --allgather-cp --context-parallel-size 2 --hf-checkpoint";
	const char *bad = make_file("bad.sh", text("%s%s /m/bad\n", lines, train));
	const char *good = make_file("good.sh", text("%s%s ./good\n", lines, train));
	const char *plain = make_file("plain.sh", text("#!/bin/bash\n%s /m/bad\n", train));

	(void)state;
	check_refused(call(WORDS("sbatch", bad)), bad_model);
	check_allowed(call(WORDS("sbatch", good)));
	check_refused(call(WORDS("sbatch", IMAGE, mounts("/m"), plain)), bad_model);
	check_noticed(call(WORDS("sbatch", IMAGE, plain)), WORDS("/m/bad"));
	/* The command line counts before the lines of the script. */
	check_noticed(call(WORDS("sbatch", "--container-mounts=/usr:/m", bad)),
		      WORDS("/m/bad"));
	check_refused(run(&(struct run){ARGV("sbatch", plain),
					ENV("PYXIS_CONTAINER_IMAGE=i",
					    text("PYXIS_CONTAINER_MOUNTS=%s:/m", at("")))}),
		      bad_model);
}

static void declared_checkpoint_is_one_of_the_container(void **state)
{
	(void)state;
	make_file("job.sh", "#!/bin/sh\n");
	for (const char *const *program = WORDS("sbatch", "salloc"); *program; program++) {
		check_refused(call(WORDS(*program, IMAGE, mounts("/m"), OPTIONS("/m/bad"),
					 at("job.sh"))),
			      bad_model);
		check_allowed(call(WORDS(*program, IMAGE, mounts("/m"), OPTIONS("/m/good"),
					 at("job.sh"))));
	}
}

static void command_of_salloc_runs_outside_and_its_steps_within(void **state)
{
	(void)state;
	make_file("steps.sh", "srun python3 train.py --allgather-cp "
			      "--context-parallel-size 2 --hf-checkpoint /m/$1\n");
	check_refused(call(WORDS("salloc", IMAGE, mounts("/m"), "bash", "steps.sh", "bad")),
		      bad_model);
	check_allowed(
		call(WORDS("salloc", IMAGE, mounts("/m"), "bash", at("steps.sh"), "good")));
	check_refused(call(WORDS("salloc", IMAGE, mounts("/m"), TRAIN(at("bad")))),
		      bad_model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(command_of_srun_sees_what_is_mounted),
		cmocka_unit_test(path_of_the_host_is_not_looked_up_within_a_container),
		cmocka_unit_test(script_behind_srun_is_read_where_it_is_mounted),
		cmocka_unit_test(batch_script_sees_what_is_mounted),
		cmocka_unit_test(declared_checkpoint_is_one_of_the_container),
		cmocka_unit_test(command_of_salloc_runs_outside_and_its_steps_within),
	};

	return cmocka_run_group_tests_name("spank: containers", tests, world_make,
					   world_remove);
}
