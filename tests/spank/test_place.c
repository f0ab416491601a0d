/* Where the submit gate looks for a checkpoint: the job's working directory, the hub's cache;
 * and what it makes of places that are not what they should be. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "run.h"
#include "world.h"

/* "model" is permitted in the world itself and in "good dir", not in "sub". */
static int make_places(void **state)
{
	world_make(state);
	make_checkpoint("model", "DeepseekV32ForCausalLM");
	make_checkpoint("good dir/model", "DeepseekV32ForCausalLM");
	make_checkpoint("sub/model", "Qwen3ForCausalLM");
	return 0;
}

static const char *const in_sub[] = {"sub/model/config.json", "Qwen3ForCausalLM", NULL};

/* A call of that program, with the words before what is judged: options for sbatch and
 * salloc, a command for srun. */
static struct outcome *call(const char *program, const char *const *before,
			    const char *checkpoint)
{
	const char *argv[40] = {program};
	const char *const *judged = strcmp(program, "srun") == 0
					    ? WORDS(TRAIN(checkpoint))
					    : WORDS(OPTIONS(checkpoint), at("job.sh"));
	size_t argc = 1;

	while (*before)
		argv[argc++] = *before++;
	while (*judged)
		argv[argc++] = *judged++;
	return run(&(struct run){.argv = argv});
}

static const char *const programs[] = {"sbatch", "srun", "salloc", NULL};

/* ---- the working directory ---- */

static void relative_checkpoint_counts_from_the_current_directory(void **state)
{
	(void)state;
	for (const char *const *program = programs; *program; program++) {
		check_allowed(call(*program, WORDS("-n1"), "model"));
		check_allowed(call(*program, WORDS("-n1"), "./model"));
		check_refused(call(*program, WORDS("-n1"), "sub/model"), in_sub);
		check_refused(call(*program, WORDS("-n1"), "sub/../sub/model/config.json"),
			      in_sub + 1);
	}
	check_refused(run(&(struct run){ARGV("srun", TRAIN("model")), .cwd = at("sub")}),
		      in_sub);
}

static void relative_checkpoint_counts_from_chdir_in_every_form(void **state)
{
	const char *sub = at("sub");
	const char *const forms[][6] = {
		{"--chdir", sub},
		{text("--chdir=%s", sub)},
		{"--chd", sub}, /* abbreviated */
		{text("--chdi=%s", sub)},
		{"-D", sub},
		{text("-D%s", sub)},
		{text("-vD%s", sub)}, /* behind a flag in one word */
		{"-vQD", sub},
		{"-D", "/nowhere", "-D", sub}, /* the last one wins */
		{"-D", "sub"},
		{"--chdir=./sub"},
		{"-D", "good dir/../sub"},
		{"-J", "--chdir=/nowhere", "-D", sub}, /* a value of another option */
		{"-D", sub, "-J", "-D/nowhere"},
	};

	(void)state;
	for (const char *const *program = programs; *program; program++)
		for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
			check_refused(call(*program, forms[i], "model"), in_sub);
}

static void chdir_to_a_place_with_a_permitted_model_is_allowed(void **state)
{
	const char *const forms[][6] = {
		{"-D", at("good dir")},
		{text("--chdir=%s", at("good dir"))},
		{"-D", "/nowhere", "--chdir", at("good dir")},
		{"-J", "-Dsub"},
		{"-J", "--chdir=sub", "-n1"},
	};

	(void)state;
	for (const char *const *program = programs; *program; program++)
		for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
			check_allowed(call(*program, forms[i], "model"));
}

static void words_of_the_command_are_no_chdir(void **state)
{
	(void)state;
	check_allowed(
		run(&(struct run){ARGV("srun", TRAIN("model"), "--chdir", at("sub"))}));
	check_allowed(run(&(struct run){
		ARGV("sbatch", OPTIONS("model"), at("job.sh"), "-D", at("sub"))}));
}

static void chdir_of_the_script_counts_for_sbatch(void **state)
{
	const char *script =
		make_file("chdir.sh", text("#!/bin/bash\n\n#SBATCH -n1 --chdir=%s\n"
					   "hostname\n",
					   at("sub")));
	const char *quoted = make_file(
		"quoted.sh", text("#!/bin/sh\n#SBATCH -D \"%s\" # why not\nhostname\n"
				  "#SBATCH -D %s\n",
				  at("good dir"), at("sub")));

	(void)state;
	check_refused(run(&(struct run){ARGV("sbatch", OPTIONS("model"), script)}), in_sub);
	check_allowed(run(&(struct run){ARGV("sbatch", OPTIONS("model"), quoted)}));
	check_allowed(
		run(&(struct run){ARGV("sbatch", "-D", at(""), OPTIONS("model"), script)}));
	check_refused(run(&(struct run){
			      ARGV("sbatch", "-D", at("sub"), OPTIONS("model"), quoted)}),
		      in_sub);
}

static void chdir_is_that_of_the_script_which_sbatch_finds(void **state)
{
	const char *directive = text("#!/bin/sh\n#SBATCH --chdir=%s\n", at("sub"));
	const char *path = text("PATH=/nowhere:%s:/bin", at("scripts"));

	(void)state;
	make_file("scripts/on-path.sh", directive);
	make_file("scripts/both.sh", directive);
	make_file("both.sh", "#!/bin/sh\n");
	check_refused(run(&(struct run){ARGV("sbatch", OPTIONS("model"), "on-path.sh"),
					ENV(path)}),
		      in_sub);
	check_refused(run(&(struct run){ARGV("sbatch", OPTIONS("model"), "scripts/both.sh"),
					ENV(path)}),
		      in_sub);
	/* The current directory comes before PATH. */
	check_allowed(
		run(&(struct run){ARGV("sbatch", OPTIONS("model"), "both.sh"), ENV(path)}));
	check_refused(run(&(struct run){ARGV("sbatch", OPTIONS("model"), "both.sh"),
					ENV(path), .cwd = at("scripts")}),
		      in_sub);
	/* A directory of PATH that is relative. */
	check_refused(run(&(struct run){ARGV("sbatch", OPTIONS("model"), "on-path.sh"),
					ENV("PATH=./scripts")}),
		      in_sub);
}

static void chdir_of_a_script_on_standard_input_counts(void **state)
{
	const char *script = make_file(
		"input.sh", text("#!/bin/sh\n#SBATCH --chdir=%s\nhostname\n", at("sub")));

	(void)state;
	check_refused(run(&(struct run){ARGV("sbatch", OPTIONS("model")), .input = script}),
		      in_sub);
}

static void options_of_the_script_count_from_its_own_chdir(void **state)
{
	const char *script = make_file(
		"all.sh", text("#!/bin/sh\n#SBATCH --hf-checkpoint=model\n"
			       "#SBATCH --allgather-cp --context-parallel-size=2\n"
			       "#SBATCH --chdir=%s\n",
			       at("sub")));

	(void)state;
	check_refused(run(&(struct run){ARGV("sbatch", script)}), in_sub);
}

static void variable_of_srun_gives_the_working_directory(void **state)
{
	const char *variable = text("SLURM_WORKING_DIR=%s", at("sub"));

	(void)state;
	check_refused(run(&(struct run){ARGV("srun", TRAIN("model")), ENV(variable)}),
		      in_sub);
	check_refused(run(&(struct run){ARGV("srun", TRAIN("model")),
					ENV(text("SLURM_REMOTE_CWD=%s", at("sub")))}),
		      in_sub);
	check_allowed(run(
		&(struct run){ARGV("srun", "-D", at(""), TRAIN("model")), ENV(variable)}));
	check_allowed(run(&(struct run){ARGV("sbatch", OPTIONS("model"), at("job.sh")),
					ENV(variable)}));
}

/* ---- the hub's cache ---- */

static const char *hub(const char *cache, const char *name, const char *architecture)
{
	return make_hub_checkpoint(cache, "org", name, architecture);
}

static void hub_id_is_looked_up_in_the_cache_of_the_environment(void **state)
{
	const struct {
		const char *cache;
		const char *variable;
	} cases[] = {
		{"hf/hub", text("HF_HOME=%s", at("hf"))},
		{"hf/hub", text("HF_HUB_CACHE=%s", at("hf/hub"))},
		{"home2/.cache/huggingface/hub", text("HOME=%s", at("home2"))},
		{"xdg/huggingface/hub", text("XDG_CACHE_HOME=%s", at("xdg"))},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const char *bad = hub(cases[i].cache, "bad", "Qwen3ForCausalLM");

		hub(cases[i].cache, "good", "GlmMoeDsaForCausalLM");
		for (const char *const *program = programs; *program; program++) {
			check_refused(run(&(struct run){ARGV(*program, OPTIONS("org/bad"),
							     at("job.sh")),
							ENV(cases[i].variable)}),
				      WORDS(bad, "Qwen3ForCausalLM"));
			check_allowed(run(&(struct run){
				ARGV(*program, OPTIONS("org/good"), at("job.sh")),
				ENV(cases[i].variable)}));
		}
		check_refused(run(&(struct run){ARGV("srun", TRAIN("org/bad")),
						ENV(cases[i].variable)}),
			      WORDS(bad));
		check_allowed(run(&(struct run){ARGV("srun", TRAIN("org/good")),
						ENV(cases[i].variable)}));
	}
}

static void hub_id_that_is_not_in_the_cache_is_refused_as_an_option_only(void **state)
{
	const char *home = text("HF_HOME=%s", at("empty"));

	(void)state;
	check_refused(run(&(struct run){ARGV("sbatch", OPTIONS("org/none"), at("job.sh")),
					ENV(home)}),
		      WORDS("org/none"));
	check_noticed(run(&(struct run){ARGV("srun", TRAIN("org/none")), ENV(home)}),
		      WORDS("org/none"));
}

static void cache_that_the_job_does_not_see_is_no_answer(void **state)
{
	const char *home = text("HF_HOME=%s", at("hf"));

	(void)state;
	hub("hf/hub", "bad", "Qwen3ForCausalLM");
	hub("hf/hub", "good", "GlmMoeDsaForCausalLM");
	/* Which cache the job will have is not known, so nothing vouches for the model. */
	check_refused(run(&(struct run){ARGV("sbatch", "--export=NONE", OPTIONS("org/good"),
					     at("job.sh")),
					ENV(home)}),
		      WORDS("org/good"));
	check_noticed(run(&(struct run){ARGV("srun", "--export=NONE", TRAIN("org/bad")),
					ENV(home)}),
		      WORDS("org/bad"));
	check_allowed(run(&(struct run){
		ARGV("sbatch", "--export=ALL", OPTIONS("org/good"), at("job.sh")),
		ENV(home)}));
	check_refused(run(&(struct run){ARGV("sbatch", "--export=NONE", OPTIONS(at("bad")),
					     at("job.sh")),
					ENV(home)}),
		      WORDS("bad/config.json"));
}

/* ---- places that are not what they should be ---- */

static void check_unreadable(const char *checkpoint, const char *said)
{
	check_refused(call("sbatch", WORDS("-n1"), checkpoint), WORDS(said));
	check_refused(call("salloc", WORDS("-n1"), checkpoint), WORDS(said));
	check_noticed(call("srun", WORDS("-n1"), checkpoint), WORDS(said));
}

static void checkpoint_that_is_not_there_is_named(void **state)
{
	(void)state;
	check_unreadable(at("missing"), "missing");
	check_unreadable(at("empty"), "empty");
	check_unreadable(at("job.sh/model"), "job.sh/model");
}

static void checkpoint_that_the_shell_did_not_expand_is_named(void **state)
{
	(void)state;
	make_checkpoint("home/model", "DeepseekV32ForCausalLM");
	check_unreadable("~/model", "~");
}

static void fifo_as_configuration_does_not_block(void **state)
{
	(void)state;
	make_file("fifo/README", "");
	assert_int_equal(mkfifo(at("fifo/config.json"), 0644), 0);
	check_unreadable(at("fifo"), at("fifo"));
	check_unreadable(at("fifo/config.json"), "fifo/config.json");
}

static void directory_as_configuration_is_unreadable(void **state)
{
	(void)state;
	make_file("directory/config.json/README", "");
	check_unreadable(at("directory"), "directory");
}

static void device_as_configuration_is_unreadable(void **state)
{
	(void)state;
	make_file("device/README", "");
	assert_int_equal(symlink("/dev/zero", at("device/config.json")), 0);
	check_unreadable(at("device"), "device");
	check_unreadable("/dev/zero", "/dev/zero");
}

static void loop_of_links_is_unreadable(void **state)
{
	(void)state;
	make_file("loop/README", "");
	assert_int_equal(symlink("config.json", at("loop/config.json")), 0);
	check_unreadable(at("loop"), "loop");
}

static void configuration_past_the_limit_is_unreadable(void **state)
{
	const char *config =
		make_file("large/config.json", "{\"architectures\": "
					       "[\"DeepseekV32ForCausalLM\"]}");

	(void)state;
	assert_int_equal(truncate(config, (16 << 20) + 1), 0);
	check_unreadable(at("large"), "large");
}

static void configuration_that_is_no_json_is_unreadable(void **state)
{
	(void)state;
	make_file("broken/config.json",
		  "{\"architectures\": [\"DeepseekV32ForCausalLM\"]} x");
	check_unreadable(at("broken"), "broken/config.json");
}

static void configuration_that_the_user_may_not_read_is_unreadable(void **state)
{
	(void)state;
	if (geteuid() != 0)
		skip();
	make_checkpoint("closed/model", "DeepseekV32ForCausalLM");
	assert_int_equal(chmod(at("closed"), 0700), 0);
	check_refused(
		run(&(struct run){ARGV("sbatch", OPTIONS(at("closed/model")), at("job.sh")),
				  .ordinary_user = true}),
		WORDS("closed"));
	check_noticed(run(&(struct run){ARGV("srun", TRAIN(at("closed/model"))),
					.ordinary_user = true}),
		      WORDS("closed"));
	check_allowed(
		run(&(struct run){ARGV("srun", TRAIN(at("good"))), .ordinary_user = true}));
}

static void file_of_any_name_is_the_configuration_itself(void **state)
{
	const char *bad =
		make_file("any/name", "{\"architectures\": [\"Qwen3ForCausalLM\"]}");
	const char *good =
		make_file("any/other", "{\"architectures\": [\"GlmMoeDsaForCausalLM\"]}");

	(void)state;
	for (const char *const *program = programs; *program; program++) {
		check_refused(call(*program, WORDS("-n1"), bad), WORDS("any/name"));
		check_allowed(call(*program, WORDS("-n1"), good));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(relative_checkpoint_counts_from_the_current_directory),
		cmocka_unit_test(relative_checkpoint_counts_from_chdir_in_every_form),
		cmocka_unit_test(chdir_to_a_place_with_a_permitted_model_is_allowed),
		cmocka_unit_test(words_of_the_command_are_no_chdir),
		cmocka_unit_test(chdir_of_the_script_counts_for_sbatch),
		cmocka_unit_test(chdir_is_that_of_the_script_which_sbatch_finds),
		cmocka_unit_test(chdir_of_a_script_on_standard_input_counts),
		cmocka_unit_test(options_of_the_script_count_from_its_own_chdir),
		cmocka_unit_test(variable_of_srun_gives_the_working_directory),
		cmocka_unit_test(hub_id_is_looked_up_in_the_cache_of_the_environment),
		cmocka_unit_test(
			hub_id_that_is_not_in_the_cache_is_refused_as_an_option_only),
		cmocka_unit_test(cache_that_the_job_does_not_see_is_no_answer),
		cmocka_unit_test(checkpoint_that_is_not_there_is_named),
		cmocka_unit_test(checkpoint_that_the_shell_did_not_expand_is_named),
		cmocka_unit_test(fifo_as_configuration_does_not_block),
		cmocka_unit_test(directory_as_configuration_is_unreadable),
		cmocka_unit_test(device_as_configuration_is_unreadable),
		cmocka_unit_test(loop_of_links_is_unreadable),
		cmocka_unit_test(configuration_past_the_limit_is_unreadable),
		cmocka_unit_test(configuration_that_is_no_json_is_unreadable),
		cmocka_unit_test(configuration_that_the_user_may_not_read_is_unreadable),
		cmocka_unit_test(file_of_any_name_is_the_configuration_itself),
	};

	return cmocka_run_group_tests_name("spank: places", tests, make_places,
					   world_remove);
}
