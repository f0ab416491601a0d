#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cpguard/slurm_words.h"

static int make_arena(void **state)
{
	*state = cpg_arena_new(CPG_ARENA_BUDGET);
	return *state ? 0 : -1;
}

static int free_arena(void **state)
{
	cpg_arena_free(*state);
	return 0;
}

/* What a field is to hold: a value, NULL when it is not given, or that it is not known. */
static const char unknown[] = "(not known)";

static void assert_field(const char *row, const char *field, const char *value, bool known,
			 const char *expected)
{
	if (!known) {
		assert_null(value);
		value = unknown;
	}
	if (!value != !expected || (value && strcmp(value, expected) != 0))
		fail_msg("%s: %s is '%s', not '%s'", row, field,
			 value ? value : "(not given)",
			 expected ? expected : "(not given)");
}

static void assert_words(const char *row, const struct cpg_slurm_words *words,
			 const char *chdir, const char *export, bool loaded)
{
	assert_field(row, "chdir", words->chdir, words->chdir_known, chdir);
	assert_field(row, "export", words->export, words->export_known, export);
	if (words->loaded != loaded)
		fail_msg("%s: loaded is %d", row, words->loaded);
}

enum { MOST_WORDS = 8 };

struct words_case {
	const char *words[MOST_WORDS];
	const char *chdir;
	const char *export;
	bool loaded;
};

static const struct words_case words_cases[] = {
	{{NULL}, NULL, NULL, false},

	/* The forms of an option. */
	{{"-D", "/d"}, "/d", NULL, false},
	{{"-D/d"}, "/d", NULL, false},
	{{"-D=/d"}, "=/d", NULL, false},
	{{"--chdir=/d"}, "/d", NULL, false},
	{{"--chdir", "/d"}, "/d", NULL, false},
	{{"--chdir="}, "", NULL, false},
	{{"--chdir", ""}, "", NULL, false},
	{{"--chdir", "--export=A"}, "--export=A", NULL, false},
	{{"-D", "-n4"}, "-n4", NULL, false},
	{{"--export=A,B=v"}, NULL, "A,B=v", false},
	{{"--export", "NONE"}, NULL, "NONE", false},
	{{"--export="}, NULL, "", false},
	{{"--export=A=b"}, NULL, "A=b", false},
	{{"--export-file=/f"}, NULL, NULL, true},
	{{"--export-file", "/f"}, NULL, NULL, true},
	{{"--export-file", "--export=A"}, NULL, NULL, true},
	{{"--get-user-env"}, NULL, NULL, true},
	{{"--get-user-env=10L", "--export=A"}, NULL, "A", true},

	/* The last one wins. */
	{{"-D", "/a", "--chdir=/b"}, "/b", NULL, false},
	{{"--export=A", "-n4", "--export=ALL"}, NULL, "ALL", false},

	/* Unambiguous abbreviations. */
	{{"--ch=/d"}, "/d", NULL, false},
	{{"--chd", "/d"}, "/d", NULL, false},
	{{"--exp=NONE"}, NULL, "NONE", false},
	{{"--expor", "NONE"}, NULL, "NONE", false},
	{{"--export-f=/f"}, NULL, NULL, true},
	{{"--get-u"}, NULL, NULL, true},

	/* Names that only look alike. */
	{{"--chdirx=/d"}, NULL, NULL, false},
	{{"--exports=A"}, NULL, NULL, false},
	{{"--comment=--chdir=/d"}, NULL, NULL, false},
	{{"-d", "after:1"}, NULL, NULL, false},

	/* Arguments that look like options. */
	{{"-J", "-D", "--chdir=/d"}, "/d", NULL, false},
	{{"-J", "-D/x", "-n4"}, NULL, NULL, false},
	{{"-JD", "-n", "4"}, NULL, NULL, false},

	/* Flags before an option in one word. */
	{{"-vD", "/d"}, "/d", NULL, false},
	{{"-HsvD/d"}, "/d", NULL, false},
	{{"-k", "-D/d"}, "/d", NULL, false},
	{{"-kD/d"}, NULL, NULL, false},
	{{"-K", "-D", "/d"}, "/d", NULL, false},
	{{"-ID/d"}, NULL, NULL, false},

	/* Long options that never take the next word. */
	{{"--exclusive", "--chdir=/d"}, "/d", NULL, false},
	{{"--exclusive=user", "--chdir=/d"}, "/d", NULL, false},
	{{"--nice", "-D", "/d"}, "/d", NULL, false},
	{{"--allgather-cp", "--chdir=/d"}, "/d", NULL, false},

	/* sbatch's -W and --wait are flags, srun's take a number. */
	{{"--wait", "--chdir=/d"}, "/d", NULL, false},
	{{"--wait", "60", "--chdir=/d"}, "/d", NULL, false},
	{{"--wait=60", "--chdir=/d"}, "/d", NULL, false},
	{{"-W", "-D", "/d"}, "/d", NULL, false},
	{{"-W", "60", "-D", "/d"}, "/d", NULL, false},
	{{"-W60", "-D", "/d"}, "/d", NULL, false},
	{{"-WD/d"}, "/d", NULL, false},
	{{"-W"}, NULL, NULL, false},

	/* An option that is not known here: a word without "-" must be its argument. */
	{{"--container-image=i", "--chdir=/d"}, "/d", NULL, false},
	{{"--container-image", "i", "--chdir=/d"}, "/d", NULL, false},
	{{"--mem", "4G", "--export=A"}, NULL, "A", false},
	/* It may take an option, or not. */
	{{"--plugin", "--chdir=/d"}, unknown, NULL, false},
	{{"--plugin", "--export=A"}, NULL, unknown, false},
	{{"--plugin", "--get-user-env"}, NULL, NULL, true},
	{{"--plugin", "--plugin", "-D/d"}, unknown, NULL, false},
	{{"--plugin", "-n4", "--chdir=/d"}, "/d", NULL, false},
	{{"--plugin", "--chdir=/d", "--chdir=/e"}, "/e", NULL, false},
	{{"--chdir=/d", "--plugin", "--chdir=/d"}, "/d", NULL, false},
	{{"--chdir=/c", "--plugin", "--chdir=/d"}, unknown, NULL, false},
	/* It cannot have taken what has an argument of its own behind it, nor nothing. */
	{{"--plugin", "-D", "/d"}, "/d", NULL, false},
	{{"--plugin", "--export", "A", "-n4"}, NULL, "A", false},
	{{"-D", "/d", "--plugin"}, "/d", NULL, false},
	{{"--plugin", "--"}, NULL, NULL, false},
	{{"--chdir=/d", "--"}, "/d", NULL, false},

	/* Words that no command of Slurm's would have taken tell nothing. */
	{{"job.sh"}, unknown, unknown, false},
	{{"-n4", "job.sh", "--chdir=/d"}, unknown, unknown, false},
	{{"-"}, unknown, unknown, false},
	{{""}, unknown, unknown, false},
	{{"--", "--chdir=/d"}, unknown, unknown, false},
	{{"--chdir=/d", "--export"}, unknown, unknown, false},
};

static void option_words_are_read_as_getopt_reads_them(void **state)
{
	for (size_t i = 0; i < sizeof(words_cases) / sizeof(words_cases[0]); i++) {
		const struct words_case *row = &words_cases[i];
		struct cpg_slurm_words words;
		size_t count = 0;
		char name[64];

		while (count < MOST_WORDS && row->words[count])
			count++;
		assert_int_equal(
			cpg_slurm_words_read(*state, row->words, count, &words, NULL), 0);
		snprintf(name, sizeof(name), "row %zu, %s", i,
			 count ? row->words[0] : "no words");
		assert_words(name, &words, row->chdir, row->export, row->loaded);
	}
}

/* Reading both ways at each of them would take forever, were they not put together. */
static void many_options_that_are_not_known_take_no_longer_than_others(void **state)
{
	enum { COUNT = 200000 };
	const char **argv = calloc(COUNT, sizeof(*argv));
	struct cpg_slurm_words words;

	assert_non_null(argv);
	for (size_t i = 0; i < COUNT; i++)
		argv[i] = i % 3 ? "--plugin" : "--chdir=/d";
	assert_int_equal(cpg_slurm_words_read(*state, argv, COUNT, &words, NULL), 0);
	assert_words("many", &words, "/d", NULL, false);
	free(argv);
}

struct script_case {
	const char *name;
	const char *text;
	unsigned component;
	const char *chdir;
	const char *export;
	bool loaded;
};

static const struct script_case script_cases[] = {
	{"empty", "", 0, NULL, NULL, false},
	{"no directive", "#!/bin/sh\necho\n", 0, NULL, NULL, false},
	{"plain", "#!/bin/sh\n#SBATCH --chdir=/d\n", 0, "/d", NULL, false},
	{"no newline at the end", "#SBATCH --chdir=/d", 0, "/d", NULL, false},
	{"two options in a line", "#SBATCH -D /d --export=NONE\n", 0, "/d", "NONE", false},
	{"an option over two lines", "#SBATCH -D\n#SBATCH /d\n", 0, "/d", NULL, false},
	{"many words",
	 "#SBATCH -v -v -v -v -v -v -v -v -v -v -v -v -v -v -v -v -v -v -v -v -D /d\n", 0,
	 "/d", NULL, false},
	{"the last one wins", "#SBATCH -D /a\n#SBATCH -D /b\n", 0, "/b", NULL, false},
	{"no blank behind the word", "#SBATCH--chdir=/d\n", 0, "/d", NULL, false},
	{"tabs", "#SBATCH\t-D\t/d\n", 0, "/d", NULL, false},
	{"the older word", "#SLURM --chdir=/d\n", 0, "/d", NULL, false},
	{"lower case is a comment", "#sbatch --chdir=/d\n", 0, NULL, NULL, false},
	{"a blank before it", " #SBATCH --chdir=/d\n", 0, NULL, NULL, false},
	{"commented out", "##SBATCH --chdir=/d\n", 0, NULL, NULL, false},
	{"loaded", "#SBATCH --export-file=/f\n", 0, NULL, NULL, true},

	{"behind comments and empty lines", "#!/bin/sh\n\n  \n\t# c\n#SBATCH -D /d\n", 0,
	 "/d", NULL, false},
	{"behind a command", "#!/bin/sh\necho\n#SBATCH -D /d\n", 0, NULL, NULL, false},
	{"behind an indented command", "  x\n#SBATCH -D /d\n", 0, NULL, NULL, false},

	{"double quotes", "#SBATCH --chdir=\"/a b\"\n", 0, "/a b", NULL, false},
	{"single quotes", "#SBATCH '--chdir=/a b'\n", 0, "/a b", NULL, false},
	{"one kind within the other", "#SBATCH -D \"/it's\"\n", 0, "/it's", NULL, false},
	{"an escaped quote", "#SBATCH -D /a\\\"b\n", 0, "/a\"b", NULL, false},
	{"a backslash counts within quotes", "#SBATCH -D '/a\\'b'\n", 0, "/a'b", NULL,
	 false},
	{"an escaped backslash", "#SBATCH -D /a\\\\b\n", 0, "/a\\b", NULL, false},
	{"quotes make no new word", "#SBATCH -D /a\"b\"'c'\n", 0, "/abc", NULL, false},
	{"a comment", "#SBATCH -n4 # --chdir=/d\n", 0, NULL, NULL, false},
	{"a comment within a word", "#SBATCH --export=A#B -D /d\n", 0, NULL, "A", false},
	{"a quoted #", "#SBATCH --export=\"A#B\"\n", 0, NULL, "A#B", false},
	{"an escaped #", "#SBATCH --export=A\\#B\n", 0, NULL, "A#B", false},
	{"an empty word ends the line", "#SBATCH --comment=x \"\" -D /d\n", 0, NULL, NULL,
	 false},
	{"and the next word is the argument", "#SBATCH --export \"\"\n#SBATCH -D /d -n4\n",
	 0, unknown, unknown, false},
	{"a carriage return is a blank", "#SBATCH -D /d\r--export=A\n", 0, "/d", "A",
	 false},

	/* The releases differ. */
	{"an escaped blank", "#SBATCH -D /a\\ b\n", 0, unknown, unknown, false},
	{"the separator within a name", "#SBATCH -J my_hetjob\n#SBATCH -D /d\n", 0, unknown,
	 NULL, false},
	{"and where it changes nothing", "#SBATCH -D /d\n#SBATCH -J my_hetjob\n", 0, "/d",
	 NULL, false},
	{"an option behind the separator", "#SBATCH hetjob -D /d\n", 1, unknown, NULL,
	 false},

	{"the first component", "#SBATCH -D /a\n#SBATCH hetjob\n#SBATCH -D /b\n", 0, "/a",
	 NULL, false},
	{"the second component", "#SBATCH -D /a\n#SBATCH hetjob\n#SBATCH -D /b\n", 1, "/b",
	 NULL, false},
	{"the older separator, in capitals",
	 "#SBATCH -D /a\n#SBATCH PACKJOB\n#SBATCH -D /b\n", 1, "/b", NULL, false},
	{"a component that is not there", "#SBATCH -D /a\n", 1, NULL, NULL, false},
	{"the third of two", "#SBATCH hetjob\n#SBATCH -D /b\n", 2, NULL, NULL, false},

	{"PBS sets variables", "#PBS -v A=1\n#SBATCH -D /d\n", 0, "/d", unknown, false},
	{"PBS, attached", "#PBS -VvA\n", 0, NULL, unknown, false},
	{"PBS, long", "#PBS --variable_list A\n", 0, NULL, unknown, false},
	{"PBS has a directory from 24.11 on", "#PBS -d /x\n#SBATCH -D /d\n", 0, unknown,
	 NULL, false},
	{"PBS, another option", "#PBS -l walltime=1 -N a-vd\n#SBATCH -D /d\n", 0, "/d",
	 NULL, false},
	{"PBS behind a command", "echo\n#PBS -w /x\n", 0, unknown, NULL, false},
	{"BSUB has a directory", "#BSUB -cwd /x\n", 0, unknown, NULL, false},
	{"BSUB, another option", "#BSUB -n 4 -J c\n", 0, NULL, NULL, false},
};

static struct cpg_slurm_words read_script(struct cpg_arena *arena, struct cpg_text text,
					  unsigned component)
{
	struct cpg_slurm_words words;

	assert_int_equal(cpg_slurm_words_script(arena, text, component, &words, NULL), 0);
	return words;
}

static void script_lines_are_read_as_sbatch_reads_them(void **state)
{
	for (size_t i = 0; i < sizeof(script_cases) / sizeof(script_cases[0]); i++) {
		const struct script_case *row = &script_cases[i];
		struct cpg_slurm_words words =
			read_script(*state, cpg_text_of(row->text), row->component);

		assert_words(row->name, &words, row->chdir, row->export, row->loaded);
	}
}

/* On a page of its own, so that a byte behind it would be seen to be read. */
static void a_script_need_not_end_with_a_nul(void **state)
{
	static const char text[] = "#SBATCH -D /d";
	char *piece = malloc(sizeof(text) - 1);
	struct cpg_slurm_words words;

	assert_non_null(piece);
	for (size_t length = 0; length < sizeof(text); length++) {
		memcpy(piece, text, length);
		words = read_script(*state, (struct cpg_text){piece, length}, 0);
	}
	assert_words("whole", &words, "/d", NULL, false);
	free(piece);
}

static void a_nul_ends_a_line_of_a_script(void **state)
{
	static const char text[] = "#SBATCH -D /d\0/e\n#SBATCH --export=A\n";
	struct cpg_slurm_words words =
		read_script(*state, (struct cpg_text){text, sizeof(text) - 1}, 0);

	assert_words("NUL", &words, "/d", "A", false);
}

static void foreign_lines_count_up_to_a_hundred_lines_of_commands(void **state)
{
	struct cpg_buffer buffer = {.arena = *state};
	struct cpg_slurm_words words;

	for (int i = 0; i < 100; i++)
		cpg_buffer_string(&buffer, "echo\n# comment\n");
	cpg_buffer_string(&buffer, "#PBS -v A\n");
	words = read_script(*state, cpg_text_of(cpg_buffer_finish(&buffer)), 0);
	assert_words("100", &words, NULL, unknown, false);

	buffer = (struct cpg_buffer){.arena = *state};
	for (int i = 0; i < 101; i++)
		cpg_buffer_string(&buffer, "echo\n");
	cpg_buffer_string(&buffer, "#PBS -v A\n");
	words = read_script(*state, cpg_text_of(cpg_buffer_finish(&buffer)), 0);
	assert_words("101", &words, NULL, NULL, false);
}

struct environment_case {
	const char *known[4];
	enum cpg_slurm_command command;
	const char *chdir;
	const char *export;
	bool loaded;
};

static const struct environment_case environment_cases[] = {
	{{NULL}, CPG_SBATCH, NULL, NULL, false},
	{{"SBATCH_EXPORT=NONE"}, CPG_SBATCH, NULL, "NONE", false},
	{{"SBATCH_EXPORT="}, CPG_SBATCH, NULL, "", false},
	{{"SBATCH_EXPORT=NONE"}, CPG_SRUN, NULL, NULL, false},
	{{"SBATCH_EXPORT=NONE"}, CPG_SALLOC, NULL, NULL, false},
	{{"SBATCH_GET_USER_ENV="}, CPG_SBATCH, NULL, NULL, true},
	{{"SBATCH_GET_USER_ENV="}, CPG_SALLOC, NULL, NULL, false},
	{{"SLURM_EXPORT_ENV=NONE"}, CPG_SBATCH, NULL, NULL, false},
	{{"SLURM_EXPORT_ENV=NONE"}, CPG_SRUN, NULL, "NONE", false},
	{{"SRUN_EXPORT_ENV=ALL"}, CPG_SRUN, NULL, "ALL", false},
	{{"SRUN_EXPORT_ENV=ALL", "SLURM_EXPORT_ENV=NONE"}, CPG_SRUN, NULL, "ALL", false},
	{{"SLURM_REMOTE_CWD=/r"}, CPG_SRUN, "/r", NULL, false},
	{{"SLURM_WORKING_DIR=/w", "SLURM_REMOTE_CWD=/r"}, CPG_SRUN, "/w", NULL, false},
	{{"SLURM_REMOTE_CWD=/r"}, CPG_SBATCH, NULL, NULL, false},
	{{"SLURM_REMOTE_CWD_HET_GROUP_1=/r"}, CPG_SRUN, unknown, NULL, false},
	{{"SLURM_REMOTE_CWD_PACK_GROUP_0=/r"}, CPG_SRUN, unknown, NULL, false},
	{{"SLURM_REMOTE_CWD_HET_GROUP_0=/r", "SLURM_WORKING_DIR=/w"},
	 CPG_SRUN,
	 "/w",
	 NULL,
	 false},
	{{"SRUN_EXPORT_ENV_HET_GROUP_0=A", "SRUN_EXPORT_ENV=B"},
	 CPG_SRUN,
	 NULL,
	 unknown,
	 false},
	{{"SLURM_EXPORT_ENVX=A"}, CPG_SRUN, NULL, NULL, false},
};

static void each_command_has_variables_that_stand_for_options(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(environment_cases) / sizeof(environment_cases[0]);
	     i++) {
		const struct environment_case *row = &environment_cases[i];
		const struct cpg_environment environment = {.known = row->known};
		struct cpg_slurm_words words;
		char name[64];

		snprintf(name, sizeof(name), "row %zu, %s", i,
			 row->known[0] ? row->known[0] : "no variables");
		cpg_slurm_words_environment(&environment, row->command, &words);
		assert_words(name, &words, row->chdir, row->export, row->loaded);
	}
}

static void a_variable_that_may_be_set_makes_the_option_not_known(void **state)
{
	static const char *const known[] = {"SRUN_EXPORT_ENV=NONE", NULL};
	const struct cpg_environment environment = {.known = known, .more = true};
	const struct cpg_environment empty = {.known = NULL};
	struct cpg_slurm_words words;

	(void)state;
	cpg_slurm_words_environment(&environment, CPG_SRUN, &words);
	assert_words("srun", &words, unknown, "NONE", false);
	cpg_slurm_words_environment(&environment, CPG_SBATCH, &words);
	assert_words("sbatch", &words, NULL, unknown, true);
	cpg_slurm_words_environment(&empty, CPG_SRUN, &words);
	assert_words("empty", &words, NULL, NULL, false);
	cpg_slurm_words_environment(NULL, CPG_SRUN, &words);
	assert_words("no environment", &words, unknown, unknown, false);
}

static void what_is_given_lies_over_what_was_there(void **state)
{
	const struct cpg_slurm_words nothing = {.chdir_known = true, .export_known = true};
	const struct cpg_slurm_words given = {
		.chdir = "/o", .chdir_known = true, .export = "O", .export_known = true};
	const struct cpg_slurm_words dark = {.loaded = true};
	struct cpg_slurm_words words = nothing;

	(void)state;
	cpg_slurm_words_over(&words, &given);
	assert_words("given over nothing", &words, "/o", "O", false);
	cpg_slurm_words_over(&words, &nothing);
	assert_words("nothing over given", &words, "/o", "O", false);
	cpg_slurm_words_over(&words, &dark);
	assert_words("not known over given", &words, unknown, unknown, true);
	cpg_slurm_words_over(&words, &nothing);
	assert_words("nothing over not known", &words, unknown, unknown, true);
	cpg_slurm_words_over(&words, &given);
	assert_words("given over not known", &words, "/o", "O", true);
}

static void assert_container(const char *row, const struct cpg_slurm_container *container,
			     bool given, const char *mounts, const char *workdir)
{
	assert_field(row, "mounts", container->mounts, container->mounts_known, mounts);
	assert_field(row, "workdir", container->workdir, container->workdir_known, workdir);
	if (container->given != given)
		fail_msg("%s: given is %d", row, container->given);
}

struct container_case {
	const char *words[MOST_WORDS];
	bool given;
	const char *mounts;
	const char *workdir;
};

static const struct container_case container_cases[] = {
	{{NULL}, false, NULL, NULL},
	{{"--container-image=i"}, true, NULL, NULL},
	{{"--container-im", "i"}, true, NULL, NULL},
	{{"--container-name=n", "--container-mounts=/a"}, true, "/a", NULL},
	{{"--container-mounts", "/a:/b,/c", "--container-image", "i"},
	 true,
	 "/a:/b,/c",
	 NULL},
	{{"--container-mounts=/a", "-n4"}, false, "/a", NULL},
	/* Slurm keeps the last value of another plugin's option. */
	{{"--container-mounts=/a", "--container-mounts=/b"}, false, "/b", NULL},
	{{"--container-workdir=/w", "--container-workdir", "/x"}, false, NULL, "/x"},
	{{"--container-mount-home", "--container-mounts=/a"}, false, "/a", NULL},
	/* An option that is not known here may take the next one. */
	{{"--plugin", "--container-mounts=/a"}, false, unknown, NULL},
	{{"--container-mounts=/a", "--plugin", "--container-mounts=/b"},
	 false,
	 unknown,
	 NULL},
	{{"--container=/bundle"}, false, NULL, NULL},
};

static void options_of_pyxis_tell_of_the_container(void **state)
{
	for (size_t i = 0; i < sizeof(container_cases) / sizeof(container_cases[0]); i++) {
		const struct container_case *row = &container_cases[i];
		struct cpg_slurm_words words;
		size_t count = 0;
		char name[64];

		while (count < MOST_WORDS && row->words[count])
			count++;
		assert_int_equal(
			cpg_slurm_words_read(*state, row->words, count, &words, NULL), 0);
		snprintf(name, sizeof(name), "row %zu, %s", i,
			 count ? row->words[0] : "no words");
		assert_container(name, &words.container, row->given, row->mounts,
				 row->workdir);
		assert_int_equal(words.container.bundle,
				 count &&
					 strcmp(row->words[0], "--container=/bundle") == 0);
	}
}

static void lines_of_a_script_tell_of_the_container(void **state)
{
	struct cpg_slurm_words words = read_script(
		*state,
		cpg_text_of("#SBATCH --container-image=i --container-mounts=/a:/b\n"
			    "#SBATCH --container-workdir /w --container-mount-home\n"),
		0);

	assert_container("script", &words.container, true, "/a:/b", "/w");
	assert_int_equal(words.container.mount_home, CPG_FLAG_YES);
	assert_int_equal(words.container.remap_root, CPG_FLAG_UNSAID);
}

static void switches_of_pyxis_are_said_or_not(void **state)
{
	static const char *const argv[] = {"--no-container-mount-home",
					   "--container-remap-root", "--plugin",
					   "--no-container-remap-root"};
	struct cpg_slurm_words words;

	assert_int_equal(cpg_slurm_words_read(*state, argv, 2, &words, NULL), 0);
	assert_int_equal(words.container.mount_home, CPG_FLAG_NO);
	assert_int_equal(words.container.remap_root, CPG_FLAG_YES);
	assert_int_equal(cpg_slurm_words_read(*state, argv, 4, &words, NULL), 0);
	assert_int_equal(words.container.remap_root, CPG_FLAG_UNKNOWN);
}

static void the_environment_tells_of_the_container_where_nothing_else_does(void **state)
{
	static const char *const known[] = {
		"PYXIS_CONTAINER_MOUNTS=/p",
		"PYXIS_CONTAINER_WORKDIR=/w",
		"PYXIS_CONTAINER_MOUNT_HOME=yes",
		"PYXIS_CONTAINER_REMAP_ROOT=perhaps",
		"SLURM_SPANK__SLURM_SPANK_OPTION_pyxis_container_mounts=/s",
		NULL};
	const struct cpg_environment environment = {.known = known, .more = true};
	const struct cpg_environment pyxis = {.known = known};
	struct cpg_slurm_words words;
	struct cpg_slurm_container bare = cpg_slurm_words_none.container;

	(void)state;
	cpg_slurm_words_environment(&environment, CPG_SALLOC, &words);
	cpg_slurm_container_defaults(&environment, &words.container);
	assert_container("both", &words.container, false, "/s", "/w");
	cpg_slurm_container_defaults(&pyxis, &bare);
	assert_container("pyxis", &bare, false, "/p", "/w");
	assert_int_equal(bare.mount_home, CPG_FLAG_YES);
	assert_int_equal(bare.remap_root, CPG_FLAG_UNSAID);
}

static const struct cpg_container *make_container(struct cpg_arena *arena,
						  const struct cpg_slurm_container *said,
						  const char **inside)
{
	static const char *const known[] = {"HOME=/-h/home", NULL};
	const struct cpg_environment environment = {.known = known};
	const struct cpg_container *container;

	assert_int_equal(cpg_slurm_container_make(arena, said, "/-h/w", &environment,
						  &container, inside, NULL),
			 0);
	return container;
}

static const char *look_up(struct cpg_arena *arena, const struct cpg_container *container,
			   const char *path)
{
	const char *outside;

	return cpg_container_locate(arena, container, path, &outside, NULL) > 0 ? outside
										: "";
}

static void a_container_is_made_of_what_was_said(void **state)
{
	struct cpg_slurm_container said = cpg_slurm_words_none.container;
	const struct cpg_container *container;
	const char *inside = "/kept";

	said.mounts = "./a:/b";
	said.workdir = "/b/c";
	assert_null(make_container(*state, &said, &inside));
	assert_string_equal(inside, "/kept");
	said.given = true;
	container = make_container(*state, &said, &inside);
	assert_string_equal(look_up(*state, container, "/b/x"), "/-h/w/a/x");
	assert_string_equal(look_up(*state, container, "/-h/home/x"), "");
	assert_string_equal(inside, "/b/c");
	said.mount_home = CPG_FLAG_YES;
	container = make_container(*state, &said, &inside);
	assert_string_equal(look_up(*state, container, "/-h/home/x"), "/-h/home/x");
	said.remap_root = CPG_FLAG_YES;
	container = make_container(*state, &said, &inside);
	assert_string_equal(look_up(*state, container, "/-h/home/x"), "");
	assert_string_equal(look_up(*state, container, "/root/x"), "/-h/home/x");
	said.mounts_known = false;
	said.workdir = "c";
	container = make_container(*state, &said, &inside);
	assert_string_equal(look_up(*state, container, "/b/x"), "");
	assert_null(inside);
	said.bundle = true;
	assert_ptr_equal(make_container(*state, &said, &inside), &cpg_container_closed);
}

static void running_out_of_memory_is_a_failure(void **state)
{
	static const char text[] = "#SBATCH -D /d -n4\n#SBATCH --export=A\n";
	int failures = 0;
	bool done = false;

	(void)state;
	for (size_t budget = 0; !done; budget += 16) {
		struct cpg_arena *arena = cpg_arena_new(budget);
		struct cpg_error err = {.code = 0};
		struct cpg_slurm_words words;

		assert_non_null(arena);
		if (cpg_slurm_words_script(arena, cpg_text_of(text), 0, &words, &err) < 0) {
			assert_int_equal(err.code, ENOMEM);
			failures++;
		} else {
			assert_words("enough", &words, "/d", "A", false);
			done = true;
		}
		cpg_arena_free(arena);
	}
	assert_in_range(failures, 5, 1000);
}

#define WITH_ARENA(test) cmocka_unit_test_setup_teardown(test, make_arena, free_arena)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_ARENA(option_words_are_read_as_getopt_reads_them),
		WITH_ARENA(many_options_that_are_not_known_take_no_longer_than_others),
		WITH_ARENA(script_lines_are_read_as_sbatch_reads_them),
		WITH_ARENA(a_script_need_not_end_with_a_nul),
		WITH_ARENA(a_nul_ends_a_line_of_a_script),
		WITH_ARENA(foreign_lines_count_up_to_a_hundred_lines_of_commands),
		cmocka_unit_test(each_command_has_variables_that_stand_for_options),
		cmocka_unit_test(a_variable_that_may_be_set_makes_the_option_not_known),
		cmocka_unit_test(what_is_given_lies_over_what_was_there),
		WITH_ARENA(options_of_pyxis_tell_of_the_container),
		WITH_ARENA(lines_of_a_script_tell_of_the_container),
		WITH_ARENA(switches_of_pyxis_are_said_or_not),
		cmocka_unit_test(
			the_environment_tells_of_the_container_where_nothing_else_does),
		WITH_ARENA(a_container_is_made_of_what_was_said),
		cmocka_unit_test(running_out_of_memory_is_a_failure),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
