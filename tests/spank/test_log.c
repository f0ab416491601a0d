/* log=syslog: what is sent, from both gates; and the sending itself. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../spank/syslog_socket.h"
#include "run.h"
#include "world.h"

#define STEPD .as = "slurmstepd"
#define STEP(...) .job_argv = WORDS(__VA_ARGS__)
#define JOB_ENV(...) .job_env = WORDS(__VA_ARGS__)
#define LOGS SETTINGS("log=syslog")

/* The one line that was sent, from that hook. */
static const char *the_line(const struct outcome *outcome, const char *hook)
{
	const char *line = find_record(outcome, "sent\t%s\t/dev/log\t", hook);

	check(count_records(outcome, "sent\t") == 1 && line, outcome,
	      "it is not one line to the log");
	return line ? line : "";
}

static void check_line(const struct outcome *outcome, const char *hook,
		       const char *const *texts)
{
	const char *line = the_line(outcome, hook);

	check(strpbrk(line, "\n\t\r\x1b") == NULL, outcome,
	      "the line has control characters");
	for (; *texts; texts++)
		check(strstr(line, *texts) != NULL, outcome, "the line does not have '%s'",
		      *texts);
}

/* ---- the submit gate ---- */

static void refusal_is_logged_by_each_command(void **state)
{
	const char *checkpoint = text("checkpoint=\"%s\" file=options", at("bad"));

	(void)state;
	for (const char *const *program = WORDS("sbatch", "srun", "salloc"); *program;
	     program++) {
		struct outcome *outcome = run(&(struct run){
			ARGV(*program, OPTIONS(at("bad")), at("job.sh")), LOGS});

		check_refused(outcome, WORDS("Qwen3ForCausalLM"));
		check_line(outcome, "init_post_opt",
			   WORDS("<85>cpguard[", "]: action=refuse uid=", " host=\"",
				 text(" command=%s verdict=refuse reason="
				      "architecture_not_permitted size=2 ",
				      *program),
				 checkpoint));
	}
}

static void line_says_where_the_flag_stands(void **state)
{
	const char *script =
		make_file("train.sh", text("#!/bin/sh\n\npython3 train.py --allgather-cp "
					   "--context-parallel-size 2 --hf-checkpoint %s\n",
					   at("bad")));

	(void)state;
	check_line(run(&(struct run){ARGV("sbatch", script), LOGS}), "init_post_opt",
		   WORDS(text(" file=\"%s\" line=3", script)));
	check_line(run(&(struct run){ARGV("srun", TRAIN(at("bad"))), LOGS}),
		   "init_post_opt", WORDS(" command=srun ", " file=command"));
}

static void user_is_the_one_whom_the_kernel_knows(void **state)
{
	struct outcome *outcome =
		run(&(struct run){ARGV("sbatch", OPTIONS(at("bad")), at("job.sh")), LOGS,
				  ENV("USER=root", "LOGNAME=root"), .ordinary_user = true});

	(void)state;
	check_line(outcome, "init_post_opt",
		   WORDS(text(" uid=%u ", geteuid() == 0 ? 65534u : getuid())));
}

static void warning_and_override_are_logged(void **state)
{
	(void)state;
	check_line(run(&(struct run){ARGV("sbatch", OPTIONS(at("bad")), at("job.sh")),
				     SETTINGS("log=syslog", "mode=warn")}),
		   "init_post_opt", WORDS("<85>cpguard[", " action=warn "));
	check_line(run(&(struct run){ARGV("sbatch", OPTIONS(at("bad")), at("job.sh")),
				     ENV("CPGUARD_OVERRIDE=I \"know\"\n"),
				     SETTINGS("log=syslog", "override=yes")}),
		   "init_post_opt",
		   WORDS("<84>cpguard[", " action=override ",
			 " override=\"I \\\"know\\\"\\u000a\""));
}

static void nothing_else_is_logged(void **state)
{
	struct outcome *outcome;

	(void)state;
	for (const char *const *checkpoint = WORDS(at("good"), at("missing")); *checkpoint;
	     checkpoint++) {
		outcome = run(&(struct run){ARGV("srun", TRAIN(*checkpoint)), LOGS});
		check(count_records(outcome, "sent\t") == 0, outcome, "it is logged");
	}
	for (const char *const *setting = WORDS("log=none", "mode=enforce"); *setting;
	     setting++) {
		outcome = run(
			&(struct run){ARGV("srun", TRAIN(at("bad"))), SETTINGS(*setting)});
		check_refused(outcome, WORDS("Qwen3ForCausalLM"));
		check(count_records(outcome, "sent\t") == 0, outcome, "it is logged");
	}
}

static void hostile_names_forge_neither_field_nor_line(void **state)
{
	const char *checkpoint =
		make_checkpoint("x\" verdict=allow\n<0>cpguard[1]: \xff\\", "Qwen3LM");

	(void)state;
	check_line(run(&(struct run){ARGV("srun", TRAIN(checkpoint)), LOGS}),
		   "init_post_opt",
		   WORDS("x\\\" verdict=allow\\u000a<0>cpguard[1]: \\udcff\\\\\" file="));
}

static void components_are_logged_once(void **state)
{
	(void)state;
	check_line(run(&(struct run){ARGV("sbatch", OPTIONS(at("bad")), ":", at("job.sh")),
				     SETTINGS("log=syslog", "mode=warn")}),
		   "init_post_opt", WORDS(" action=warn "));
}

/* ---- the node gate ---- */

static void refused_step_is_logged_once_with_its_job(void **state)
{
	(void)state;
	check_line(run(&(struct run){STEPD, STEP(TRAIN(at("bad"))), .tasks = 4, LOGS}),
		   "task_init",
		   WORDS(" action=refuse ", " command=step job=1.0 verdict=refuse "));
	check_line(run(&(struct run){STEPD, STEP(TRAIN(at("bad"))), .step = "7", LOGS}),
		   "task_init", WORDS(" command=step job=1.7 "));
}

static void refused_batch_job_is_logged_with_its_job(void **state)
{
	const char *script = make_file(
		"slurm_script", text("#!/bin/sh\npython3 train.py --allgather-cp "
				     "--context-parallel-size 2 --hf-checkpoint %s\n",
				     at("bad")));

	(void)state;
	check_line(
		run(&(struct run){STEPD, STEP(script), .step = "batch", LOGS}), "task_init",
		WORDS(" command=batch job=1.batch ", text(" file=\"%s\" line=2", script)));
}

static void step_is_logged_with_its_job_although_its_srun_has_spoken(void **state)
{
	const char *const *settings = WORDS("log=syslog", "mode=warn");
	struct outcome *srun =
		run(&(struct run){ARGV("srun", TRAIN(at("bad"))), .settings = settings});
	const char *said = text("SLURM_CPGUARD_SAID=%s",
				submitted_variable(srun, 0, "SLURM_CPGUARD_SAID"));
	struct outcome *step = run(&(struct run){STEPD, STEP(TRAIN(at("bad"))),
						 JOB_ENV(said), .settings = settings});

	(void)state;
	check_tasks_ran(step, 1);
	check_line(step, "task_init", WORDS(" action=warn ", " job=1.0 "));
}

/* ---- the socket ---- */

static int listen_at(const char *path, int type)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, type | SOCK_CLOEXEC, 0);

	assert_true(strlen(path) < sizeof(address.sun_path));
	strcpy(address.sun_path, path);
	unlink(path);
	assert_int_not_equal(fd, -1);
	assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof(address)), 0);
	return fd;
}

static int lowest_free_descriptor(void)
{
	int fd = dup(0);

	close(fd);
	return fd;
}

static void line_arrives_as_one_datagram(void **state)
{
	const char *path = at("log.socket");
	int fd = listen_at(path, SOCK_DGRAM);
	int free_before = lowest_free_descriptor();
	char got[256];

	(void)state;
	errno = ENOTTY;
	spank_syslog_send(path, "<85>cpguard[1]: x");
	spank_syslog_send(path, "<85>cpguard[1]: yy");
	assert_int_equal(errno, ENOTTY);
	assert_int_equal(recv(fd, got, sizeof(got), MSG_DONTWAIT), 17);
	assert_memory_equal(got, "<85>cpguard[1]: x", 17);
	assert_int_equal(recv(fd, got, sizeof(got), MSG_DONTWAIT), 18);
	assert_int_equal(recv(fd, got, sizeof(got), MSG_DONTWAIT), -1);
	assert_int_equal(lowest_free_descriptor(), free_before);
	close(fd);
}

static void line_that_nobody_takes_is_lost_without_a_word(void **state)
{
	const char *stream = at("stream.socket");
	const char *deaf = at("deaf.socket");
	int fd = listen_at(stream, SOCK_STREAM);
	char *longest = keep(5000);
	int free_before = lowest_free_descriptor();

	(void)state;
	close(listen_at(deaf, SOCK_DGRAM));
	memset(longest, 'x', 4999);
	longest[0] = '/';
	for (const char *const *path = WORDS(at("no.socket"), at("job.sh"), at(""), deaf,
					     stream, longest, "");
	     *path; path++) {
		errno = ENOTTY;
		spank_syslog_send(*path, "<85>cpguard[1]: x");
		assert_int_equal(errno, ENOTTY);
		assert_int_equal(lowest_free_descriptor(), free_before);
	}
	close(fd);
}

static void daemon_that_does_not_read_is_not_waited_for(void **state)
{
	const char *path = at("full.socket");
	int fd = listen_at(path, SOCK_DGRAM);

	(void)state;
	alarm(20);
	/* Many more than a socket keeps. */
	for (int i = 0; i < 5000; i++)
		spank_syslog_send(path, "<85>cpguard[1]: x");
	alarm(0);
	close(fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(refusal_is_logged_by_each_command),
		cmocka_unit_test(line_says_where_the_flag_stands),
		cmocka_unit_test(user_is_the_one_whom_the_kernel_knows),
		cmocka_unit_test(warning_and_override_are_logged),
		cmocka_unit_test(nothing_else_is_logged),
		cmocka_unit_test(hostile_names_forge_neither_field_nor_line),
		cmocka_unit_test(components_are_logged_once),
		cmocka_unit_test(refused_step_is_logged_once_with_its_job),
		cmocka_unit_test(refused_batch_job_is_logged_with_its_job),
		cmocka_unit_test(step_is_logged_with_its_job_although_its_srun_has_spoken),
		cmocka_unit_test(line_arrives_as_one_datagram),
		cmocka_unit_test(line_that_nobody_takes_is_lost_without_a_word),
		cmocka_unit_test(daemon_that_does_not_read_is_not_waited_for),
	};

	return cmocka_run_group_tests_name("spank: log", tests, world_make, world_remove);
}
