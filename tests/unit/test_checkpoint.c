#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <grp.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "cpguard/checkpoint.h"
#include "cpguard/text.h"

/* A directory of its own for each test, and where the search starts: the working directory
 * is "jobs" in it, HOME is "home". */
struct fixture {
	struct cpg_arena *arena;
	char root[64];
	const char *variables[8];
	size_t variable_count;
	struct cpg_environment environment;
	struct cpg_path_map maps[4];
	struct cpg_place place;
	struct cpg_candidates found;
	struct cpg_error err;
};

static const char *under(struct fixture *f, const char *path)
{
	const char *full = cpg_arena_printf(f->arena, "%s/%s", f->root, path);

	assert_non_null(full);
	return full;
}

/* Makes the directory `path` below the fixture's, with all that lead there. */
static void make_directory(struct fixture *f, const char *path)
{
	char *full = cpg_arena_string(f->arena, under(f, path));

	for (char *p = full + strlen(f->root) + 1; *p; p++) {
		if (*p != '/')
			continue;
		*p = '\0';
		assert_true(mkdir(full, 0755) == 0 || errno == EEXIST);
		*p = '/';
	}
	assert_true(mkdir(full, 0755) == 0 || errno == EEXIST);
}

static void make_bytes(struct fixture *f, const char *path, const void *bytes,
		       size_t length)
{
	char *directory = cpg_arena_string(f->arena, path);
	int fd;

	if (strchr(directory, '/')) {
		*strrchr(directory, '/') = '\0';
		make_directory(f, directory);
	}
	fd = open(under(f, path), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, bytes, length), (ssize_t)length);
	close(fd);
}

static void make_file(struct fixture *f, const char *path, const char *text)
{
	make_bytes(f, path, text, strlen(text));
}

/* Sets a variable of the job to a path in the fixture's directory, or to the text itself. */
static void set_text(struct fixture *f, const char *name, const char *value)
{
	f->variables[f->variable_count++] =
		cpg_arena_printf(f->arena, "%s=%s", name, value);
}

static void set_path(struct fixture *f, const char *name, const char *path)
{
	set_text(f, name, under(f, path));
}

static int setup(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	if (!f)
		return -1;
	f->arena = cpg_arena_new(CPG_ARENA_BUDGET);
	strcpy(f->root, "/tmp/cpguard-test-checkpoint-XXXXXX");
	if (!f->arena || !mkdtemp(f->root) || chmod(f->root, 0755) < 0)
		return -1;
	make_directory(f, "jobs");
	make_directory(f, "home");
	f->environment.known = f->variables;
	f->place.workdir = under(f, "jobs");
	f->place.environment = &f->environment;
	f->place.path_maps = f->maps;
	set_path(f, "HOME", "home");
	*state = f;
	return 0;
}

static int remove_one(const char *path, const struct stat *status, int type,
		      struct FTW *ftw)
{
	(void)status;
	(void)type;
	(void)ftw;
	return remove(path);
}

static int teardown(void **state)
{
	struct fixture *f = *state;
	int result = nftw(f->root, remove_one, 8, FTW_DEPTH | FTW_PHYS);

	cpg_arena_free(f->arena);
	free(f);
	return result;
}

static int find(struct fixture *f, const char *checkpoint)
{
	f->err.text[0] = '\0';
	return cpg_checkpoint_find(f->arena, &f->place, checkpoint, &f->found, &f->err);
}

static void assert_says(const struct fixture *f, const char *part)
{
	if (!strstr(f->err.text, part))
		fail_msg("\"%s\" does not say \"%s\"", f->err.text, part);
}

/* `paths`: those found, below the fixture's directory, with " " between them. */
static void assert_finds(struct fixture *f, const char *checkpoint, const char *paths)
{
	char *all = cpg_arena_string(f->arena, paths);
	size_t count = 0;
	char *rest = NULL;

	if (find(f, checkpoint) != 1)
		fail_msg("'%s' is not found: %s", checkpoint, f->err.text);
	for (char *path = strtok_r(all, " ", &rest); path;
	     path = strtok_r(NULL, " ", &rest)) {
		assert_true(count < f->found.count);
		assert_string_equal(f->found.paths[count], under(f, path));
		count++;
	}
	assert_int_equal(f->found.count, count);
	assert_string_equal(f->err.text, "");
}

static void assert_finds_none(struct fixture *f, const char *checkpoint, const char *part)
{
	int rc = find(f, checkpoint);

	if (rc != 0)
		fail_msg("'%s' gives %d: %s", checkpoint, rc,
			 rc > 0 ? f->found.paths[0] : f->err.text);
	assert_int_equal(f->err.code, ENOENT);
	assert_int_equal(f->found.count, 0);
	assert_says(f, part);
}

static void assert_hidden(struct fixture *f, const char *checkpoint, const char *part)
{
	int rc = find(f, checkpoint);

	if (rc != -1)
		fail_msg("'%s' gives %d: %s", checkpoint, rc,
			 rc > 0 ? f->found.paths[0] : f->err.text);
	assert_int_equal(f->err.code, CPG_E_HIDDEN);
	assert_says(f, part);
}

/* Paths. */

static void a_file_is_the_json_whatever_its_name(void **state)
{
	struct fixture *f = *state;

	make_file(f, "m/model.txt", "{}");
	assert_finds(f, under(f, "m/model.txt"), "m/model.txt");
}

static void a_directory_must_hold_config_json(void **state)
{
	struct fixture *f = *state;

	make_file(f, "m/config.json", "{}");
	assert_finds(f, under(f, "m"), "m/config.json");
	assert_int_equal(find(f, under(f, "m/")), 1);
	assert_string_equal(f->found.paths[0], under(f, "m/config.json"));
}

static void a_directory_without_config_json_is_not_found_and_says_so(void **state)
{
	struct fixture *f = *state;

	make_file(f, "m/params.json", "{}");
	make_directory(f, "n/config.json");
	assert_finds_none(f, under(f, "m"), "no config.json in the directory '");
	assert_finds_none(f, under(f, "n"), "no config.json in the directory '");
}

static void links_are_followed(void **state)
{
	struct fixture *f = *state;

	make_file(f, "real/config.json", "{}");
	make_directory(f, "m");
	assert_int_equal(symlink("real", under(f, "link")), 0);
	assert_int_equal(symlink("../real/config.json", under(f, "m/config.json")), 0);
	assert_int_equal(symlink("nowhere", under(f, "broken")), 0);
	assert_int_equal(symlink("loop", under(f, "loop")), 0);
	assert_finds(f, under(f, "link"), "link/config.json");
	assert_finds(f, under(f, "m"), "m/config.json");
	assert_finds_none(f, under(f, "broken"), "' does not exist");
	assert_finds_none(f, under(f, "loop"), "' does not exist");
}

static void what_does_not_exist_is_named(void **state)
{
	struct fixture *f = *state;
	const char *path = under(f, "m/x");

	assert_finds_none(f, path, cpg_arena_printf(f->arena, "'%s' does not exist", path));
}

static void a_fifo_is_neither_opened_nor_found(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(mkfifo(under(f, "fifo"), 0644), 0);
	make_directory(f, "m");
	assert_int_equal(mkfifo(under(f, "m/config.json"), 0644), 0);
	assert_finds_none(f, under(f, "fifo"), "' is neither a file nor a directory");
	assert_finds_none(f, under(f, "m"), "no config.json in the directory '");
}

static void a_slash_behind_a_file_makes_it_no_file(void **state)
{
	struct fixture *f = *state;

	make_file(f, "m/config.json", "{}");
	assert_finds_none(f, under(f, "m/config.json/"), "does not exist");
	assert_finds_none(f, under(f, "m/config.json/x"), "does not exist");
}

static void a_path_that_is_too_long_is_not_found(void **state)
{
	struct fixture *f = *state;
	char *path = cpg_arena_alloc(f->arena, PATH_MAX + 100);

	memset(path, 'a', PATH_MAX + 10);
	assert_finds_none(f, path, "does not exist");
	path[0] = '/';
	assert_finds_none(f, path, "does not exist");
}

static void an_empty_name_is_not_found(void **state)
{
	struct fixture *f = *state;

	make_file(f, "jobs/config.json", "{}");
	assert_finds_none(f, "", "the name of the checkpoint is empty");
}

static void a_relative_path_counts_from_the_working_directory(void **state)
{
	struct fixture *f = *state;

	make_file(f, "jobs/m/config.json", "{}");
	make_file(f, "other/config.json", "{}");
	assert_finds(f, "m", "jobs/m/config.json");
	assert_int_equal(find(f, "./m/"), 1);
	assert_int_equal(find(f, "../other"), 1);
	assert_int_equal(find(f, "."), 0);
	assert_finds_none(f, "a/b/c", "/jobs/a/b/c' does not exist");
}

static void a_relative_path_is_hidden_when_the_working_directory_is_not_known(void **state)
{
	struct fixture *f = *state;

	make_file(
		f,
		"home/.cache/huggingface/hub/models--org--name/snapshots/main/config.json",
		"{}");
	assert_int_equal(find(f, "org/name"), 1);
	f->place.workdir = NULL;
	assert_hidden(f, "./m",
		      "'./m' is relative, and the working directory of the job is");
	assert_hidden(f, "org/name", "'org/name' is relative");
	make_file(f, "m/config.json", "{}");
	assert_finds(f, under(f, "m"), "m/config.json");
}

static void a_tilde_is_a_name_like_any_other_and_the_sentence_explains(void **state)
{
	struct fixture *f = *state;

	make_file(f, "home/m/config.json", "{}");
	assert_finds_none(f, "~/m",
			  "/jobs/~/m' does not exist: the shell did not expand the '~'");
	assert_says(f, "write $HOME instead");
	assert_finds_none(f, "~", "the shell did not expand");
	assert_finds_none(f, "~user/m", "the shell did not expand");
	make_file(f, "jobs/~/m/config.json", "{}");
	assert_finds(f, "~/m", "jobs/~/m/config.json");
}

static void an_environment_that_is_not_known_does_not_matter_for_a_path(void **state)
{
	struct fixture *f = *state;

	make_file(f, "jobs/m/config.json", "{}");
	f->place.environment = NULL;
	assert_finds(f, "m", "jobs/m/config.json");
	assert_finds_none(f, "/no/such/path", "'/no/such/path' does not exist");
}

/* Path maps. */

static void add_map(struct fixture *f, const char *inside, const char *outside)
{
	f->maps[f->place.path_map_count++] = (struct cpg_path_map){inside, outside};
}

static void a_path_below_a_map_is_looked_up_outside(void **state)
{
	struct fixture *f = *state;

	make_file(f, "host/m/config.json", "{}");
	add_map(f, "/inside", under(f, "host"));
	assert_finds(f, "/inside/m", "host/m/config.json");
	assert_finds(f, "/.//inside///m", "host/m/config.json");
	assert_finds(f, "/inside/m/config.json", "host/m/config.json");
	assert_finds_none(f, "/inside/n",
			  "/host/n' does not exist; '/inside/n' does not exist");
}

static void a_map_ends_at_a_component_and_may_be_the_whole_path(void **state)
{
	struct fixture *f = *state;

	make_file(f, "host/config.json", "{}");
	make_file(f, "host/er/config.json", "{}");
	add_map(f, "/inside/", under(f, "host"));
	assert_finds(f, "/inside", "host/config.json");
	assert_finds(f, "/inside/", "host/config.json");
	assert_finds_none(f, "/insider", "'/insider' does not exist");
	assert_finds_none(f, "/insid", "'/insid' does not exist");
	assert_finds_none(f, "/x/inside", "'/x/inside' does not exist");
}

static void the_longest_inside_wins(void **state)
{
	struct fixture *f = *state;

	make_file(f, "a/y/config.json", "{}");
	make_file(f, "a/x/y/config.json", "{}");
	make_file(f, "b/y/config.json", "{}");
	add_map(f, "/in", under(f, "a"));
	add_map(f, "/in/x", under(f, "b"));
	add_map(f, "/", under(f, "c"));
	assert_finds(f, "/in/x/y", "b/y/config.json");
	assert_finds(f, "/in/y", "a/y/config.json");
	make_file(f, "c/z/config.json", "{}");
	assert_finds(f, "/z", "c/z/config.json");
}

static void both_places_count_when_both_hold_one(void **state)
{
	struct fixture *f = *state;

	make_file(f, "in/m/config.json", "{}");
	make_file(f, "out/m/config.json", "{}");
	add_map(f, under(f, "in"), under(f, "out"));
	assert_finds(f, under(f, "in/m"), "out/m/config.json in/m/config.json");
	add_map(f, under(f, "in/m"), under(f, "in/m"));
	assert_finds(f, under(f, "in/m"), "in/m/config.json");
}

static void a_path_that_climbs_is_not_mapped(void **state)
{
	struct fixture *f = *state;

	make_file(f, "host/m/config.json", "{}");
	make_directory(f, "host/n");
	add_map(f, "/inside", under(f, "host"));
	assert_finds_none(f, "/inside/n/../m", "'/inside/n/../m' does not exist");
}

static void a_relative_path_is_not_mapped(void **state)
{
	struct fixture *f = *state;

	make_file(f, "host/m/config.json", "{}");
	add_map(f, under(f, "jobs"), under(f, "host"));
	assert_finds_none(f, "./m", "/jobs/./m' does not exist");
}

static void the_hub_cache_is_mapped_too(void **state)
{
	struct fixture *f = *state;

	make_file(f, "host/hub/models--gpt2/snapshots/main/config.json", "{}");
	set_text(f, "HF_HOME", "/inside");
	add_map(f, "/inside", under(f, "host"));
	assert_finds(f, "gpt2", "host/hub/models--gpt2/snapshots/main/config.json");
}

/* Hub ids. */

struct id_case {
	const char *id;
	bool valid;
};

static const char long_96[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
			      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
static const char owner_and_96[] = "o/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
				   "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
static const char long_97[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
			      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
static const char owner_of_97[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
				  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/m";

static const struct id_case id_cases[] = {
	{"gpt2", true},
	{"a", true},
	{"_", true},
	{"zai-org/GLM-5", true},
	{"deepseek-ai/DeepSeek-V3.2", true},
	{"a/b", true},
	{"a_b/c.d-e_f", true},
	{"a.-b/c", true},
	{long_96, true},
	{owner_and_96, true},
	{owner_of_97, true},
	{"git", true},
	{"agit", true},
	{"a.gitx", true},
	{long_97, false},
	{"a/b/c", false},
	{"/a", false},
	{"a/", false},
	{"/", false},
	{"a//b", false},
	{".a", false},
	{"a.", false},
	{"-a", false},
	{"a-", false},
	{"o/.a", false},
	{"o/a-", false},
	{"o-/a", false},
	{".o/a", false},
	{"a--b", false},
	{"o/a--b", false},
	{"o--o/a", false},
	{"a..b", false},
	{"a.git", false},
	{"o/a.git", false},
	{".", false},
	{"..", false},
	{"-", false},
	{"a b", false},
	{"a\tb", false},
	{"a\n", false},
	{"a:b", false},
	{"a@b", false},
	{"a\\b", false},
	{"~", false},
	{"a=b", false},
	{"caf\xc3\xa9", false},
	{"\xff", false},
	{"https://huggingface.co/gpt2", false},
};

static const char *folder_of(struct fixture *f, const char *id)
{
	struct cpg_buffer buffer = {.arena = f->arena};

	cpg_buffer_string(&buffer, "models--");
	for (const char *p = id; *p; p++)
		cpg_buffer_bytes(&buffer, *p == '/' ? "--" : p, *p == '/' ? 2 : 1);
	return cpg_buffer_finish(&buffer);
}

/* Each lies in the cache, so that only the rules can keep it from being found. */
static void an_id_is_what_the_hub_takes_for_one(void **state)
{
	struct fixture *f = *state;

	set_path(f, "HF_HUB_CACHE", "hub");
	for (size_t i = 0; i < sizeof(id_cases) / sizeof(id_cases[0]); i++) {
		const char *id = id_cases[i].id;
		int rc;

		make_file(f,
			  cpg_arena_printf(f->arena, "hub/%s/snapshots/main/config.json",
					   folder_of(f, id)),
			  "{}");
		rc = find(f, id);
		if (rc != (id_cases[i].valid ? 1 : 0))
			fail_msg("row %zu, '%s': %d, %s", i, id, rc, f->err.text);
	}
}

static void a_path_counts_before_a_hub_id(void **state)
{
	struct fixture *f = *state;

	set_path(f, "HF_HUB_CACHE", "hub");
	make_file(f, "hub/models--o--m/snapshots/main/config.json", "{}");
	assert_finds(f, "o/m", "hub/models--o--m/snapshots/main/config.json");
	make_directory(f, "jobs/o");
	assert_finds(f, "o/m", "hub/models--o--m/snapshots/main/config.json");
	make_directory(f, "jobs/o/m");
	assert_finds_none(f, "o/m", "no config.json in the directory '");
	make_file(f, "jobs/o/m/config.json", "{}");
	assert_finds(f, "o/m", "jobs/o/m/config.json");
}

static void a_fifo_of_that_name_does_not_hide_a_hub_id(void **state)
{
	struct fixture *f = *state;

	set_path(f, "HF_HUB_CACHE", "hub");
	make_file(f, "hub/models--m/snapshots/main/config.json", "{}");
	assert_int_equal(mkfifo(under(f, "jobs/m"), 0644), 0);
	assert_finds(f, "m", "hub/models--m/snapshots/main/config.json");
}

static void a_hub_id_that_is_not_cached_says_where_it_was_looked_for(void **state)
{
	struct fixture *f = *state;

	assert_finds_none(f, "o/m", "'o/m' is no file or directory in '");
	assert_says(f, "/jobs', and the hub cache '");
	assert_says(f, "/home/.cache/huggingface/hub' does not hold it");
	make_file(f, "home/.cache/huggingface/hub/models--o--m", "no directory");
	assert_finds_none(f, "o/m", "does not hold it");
}

/* Revisions. */

static void refs_main_names_the_snapshot(void **state)
{
	struct fixture *f = *state;

	set_path(f, "HF_HUB_CACHE", "hub");
	make_file(f, "hub/models--o--m/refs/main", "0123abcd");
	make_file(f, "hub/models--o--m/blobs/77", "{}");
	make_directory(f, "hub/models--o--m/snapshots/0123abcd");
	assert_int_equal(
		symlink("../../blobs/77",
			under(f, "hub/models--o--m/snapshots/0123abcd/config.json")),
		0);
	make_file(f, "hub/models--o--m/snapshots/ffff/config.json", "{}");
	make_file(f, "hub/models--o--m/snapshots/main/config.json", "{}");
	assert_finds(f, "o/m", "hub/models--o--m/snapshots/0123abcd/config.json");
}

static void another_snapshot_is_never_taken(void **state)
{
	struct fixture *f = *state;

	set_path(f, "HF_HUB_CACHE", "hub");
	make_file(f, "hub/models--m/refs/main", "0123");
	make_file(f, "hub/models--m/snapshots/4567/config.json", "{}");
	make_file(f, "hub/models--m/snapshots/main/config.json", "{}");
	assert_finds_none(f, "m", "holds no config.json of it (snapshot 0123)");
	make_directory(f, "hub/models--m/snapshots/0123");
	assert_finds_none(f, "m", "holds no config.json of it (snapshot 0123)");
	assert_int_equal(symlink("../../blobs/gone",
				 under(f, "hub/models--m/snapshots/0123/config.json")),
			 0);
	assert_finds_none(f, "m", "holds no config.json of it (snapshot 0123)");
}

static void without_refs_main_the_snapshot_is_main(void **state)
{
	struct fixture *f = *state;

	set_path(f, "HF_HUB_CACHE", "hub");
	make_file(f, "hub/models--m/snapshots/main/config.json", "{}");
	make_file(f, "hub/models--m/refs/v1", "4567");
	make_file(f, "hub/models--m/snapshots/4567/config.json", "{}");
	assert_finds(f, "m", "hub/models--m/snapshots/main/config.json");
	make_directory(f, "hub/models--m/refs/main");
	assert_finds(f, "m", "hub/models--m/snapshots/main/config.json");
	assert_finds_none(f, "n", "does not hold it");
}

struct revision_case {
	const char *name;
	const char *bytes;
	size_t length;
};

#define BYTES(literal) literal, sizeof(literal) - 1

static const struct revision_case revision_cases[] = {
	{"empty", BYTES("")},
	{"a newline", BYTES("0123\n")},
	{"a carriage return", BYTES("0123\r\n")},
	{"a newline before", BYTES("\n0123")},
	{"a blank", BYTES("0123 ")},
	{"a slash", BYTES("0123/")},
	{"below", BYTES("a/b")},
	{"above", BYTES("../snapshots/0123")},
	{"absolute", BYTES("/")},
	{"a dot", BYTES(".")},
	{"two dots", BYTES("..")},
	{"a NUL", BYTES("0123\0")},
	{"a NUL within", BYTES("0123\0x")},
	{"no UTF-8", BYTES("0123\xff")},
	{"cut UTF-8", BYTES("0123\xc3")},
	{"a byte order mark", BYTES("\xef\xbb\xbf"
				    "0123")},
};

static void hub_id_with_anything_but_a_name_in_refs_main_is_not_found(void **state)
{
	struct fixture *f = *state;

	set_path(f, "HF_HUB_CACHE", "hub");
	make_file(f, "hub/models--m/config.json", "{}");
	make_file(f, "hub/models--m/snapshots/config.json", "{}");
	make_file(f, "hub/models--m/snapshots/main/config.json", "{}");
	make_file(f, "hub/models--m/snapshots/0123/config.json", "{}");
	make_file(f, "hub/models--m/snapshots/a/b/config.json", "{}");
	for (size_t i = 0; i < sizeof(revision_cases) / sizeof(revision_cases[0]); i++) {
		const struct revision_case *row = &revision_cases[i];

		make_bytes(f, "hub/models--m/refs/main", row->bytes, row->length);
		if (find(f, "m") != 0)
			fail_msg("%s: found or failed, %s", row->name, f->err.text);
	}
	make_file(f, "hub/models--m/refs/main", "0123");
	assert_finds(f, "m", "hub/models--m/snapshots/0123/config.json");
}

static void a_revision_may_be_any_name_in_utf8(void **state)
{
	struct fixture *f = *state;

	set_path(f, "HF_HUB_CACHE", "hub");
	make_file(f, "hub/models--m/refs/main", "caf\xc3\xa9 x");
	make_file(f, "hub/models--m/snapshots/caf\xc3\xa9 x/config.json", "{}");
	assert_int_equal(find(f, "m"), 1);
}

static void a_refs_main_that_is_too_large_is_a_miss(void **state)
{
	struct fixture *f = *state;
	char *bytes = cpg_arena_alloc(f->arena, 5000);

	memset(bytes, 'a', 4999);
	set_path(f, "HF_HUB_CACHE", "hub");
	make_file(f, "hub/models--m/refs/main", bytes);
	make_file(f, "hub/models--m/snapshots/main/config.json", "{}");
	assert_finds_none(f, "m", "/refs/main' names no snapshot");
	bytes[4096] = '\0';
	make_file(f, "hub/models--m/refs/main", bytes);
	assert_finds_none(f, "m", "holds no config.json of it");
}

static void a_record_that_there_is_none_counts(void **state)
{
	struct fixture *f = *state;

	set_path(f, "HF_HUB_CACHE", "hub");
	make_file(f, "hub/models--m/refs/main", "0123");
	make_file(f, "hub/models--m/snapshots/0123/config.json", "{}");
	make_file(f, "hub/models--m/.no_exist/4567/config.json", "");
	make_directory(f, "hub/models--m/.no_exist/0123/config.json");
	assert_finds(f, "m", "hub/models--m/snapshots/0123/config.json");
	assert_int_equal(rmdir(under(f, "hub/models--m/.no_exist/0123/config.json")), 0);
	make_file(f, "hub/models--m/.no_exist/0123/config.json", "");
	assert_finds_none(f, "m", "has it on record that the model has no config.json");
}

/* Where the cache lies. */

#define SNAPSHOT "models--m/snapshots/main/config.json"

struct root_case {
	const char *name;
	const char *
		variables[5]; /* NAME=value; a value with ":" before it is below the root */
	const char *found;    /* the cache in which it is found, below the root */
};

static const struct root_case root_cases[] = {
	{"the default", {NULL}, "home/.cache/huggingface/hub"},
	{"XDG_CACHE_HOME", {"XDG_CACHE_HOME=:x"}, "x/huggingface/hub"},
	{"HF_HOME", {"XDG_CACHE_HOME=:x", "HF_HOME=:h"}, "h/hub"},
	{"a slash at the end", {"HF_HOME=:h/"}, "h/hub"},
	{"the older name", {"HF_HOME=:h", "HUGGINGFACE_HUB_CACHE=:o"}, "o"},
	{"HF_HUB_CACHE",
	 {"HUGGINGFACE_HUB_CACHE=:o", "HF_HOME=:h", "HF_HUB_CACHE=:c", "XDG_CACHE_HOME=:x"},
	 "c"},
	{"empty HF_HUB_CACHE", {"HF_HUB_CACHE=", "HF_HOME=:h"}, "jobs"},
	{"empty HF_HOME", {"HF_HOME=", "XDG_CACHE_HOME=:x"}, "jobs/hub"},
	{"empty XDG_CACHE_HOME", {"XDG_CACHE_HOME="}, "jobs/huggingface/hub"},
	{"relative", {"HF_HOME=h"}, "jobs/h/hub"},
	{"~", {"HF_HUB_CACHE=~"}, "home"},
	{"~/", {"HF_HOME=~/h"}, "home/h/hub"},
	{"~ elsewhere", {"HF_HOME=h~"}, "jobs/h~/hub"},
	{"~ in XDG_CACHE_HOME", {"XDG_CACHE_HOME=~/x"}, "home/x/huggingface/hub"},
	{"the setting does not count", {"XDG_CACHE_HOME=:x"}, "x/huggingface/hub"},
	{"TRANSFORMERS_CACHE as well", {"TRANSFORMERS_CACHE=:t"}, "t"},
	{"first", {"PYTORCH_TRANSFORMERS_CACHE=:p", "TRANSFORMERS_CACHE=:t"}, "t"},
	{"second",
	 {"PYTORCH_PRETRAINED_BERT_CACHE=:b", "PYTORCH_TRANSFORMERS_CACHE=:p"},
	 "p"},
	{"third", {"PYTORCH_PRETRAINED_BERT_CACHE=:b"}, "b"},
	{"empty TRANSFORMERS_CACHE",
	 {"TRANSFORMERS_CACHE=", "PYTORCH_TRANSFORMERS_CACHE=:p"},
	 "jobs"},
	{"TRANSFORMERS_CACHE is not expanded", {"TRANSFORMERS_CACHE=~/$t"}, "jobs/~/$t"},
};

static void set_row(struct fixture *f, const struct root_case *row)
{
	f->variable_count = 1;
	memset(f->variables + 1, 0, sizeof(f->variables) - sizeof(f->variables[0]));
	for (size_t i = 0; row->variables[i]; i++) {
		char *name = cpg_arena_string(f->arena, row->variables[i]);
		char *value = strchr(name, '=') + 1;

		value[-1] = '\0';
		if (*value == ':')
			set_path(f, name, value + 1);
		else
			set_text(f, name, value);
	}
}

static void remove_file(struct fixture *f, const char *path)
{
	assert_int_equal(unlink(under(f, path)), 0);
}

static void the_first_variable_that_is_set_names_the_cache(void **state)
{
	struct fixture *f = *state;

	for (size_t i = 0; i < sizeof(root_cases) / sizeof(root_cases[0]); i++) {
		const struct root_case *row = &root_cases[i];
		const char *file = cpg_arena_printf(f->arena, "%s/" SNAPSHOT, row->found);
		int rc;

		set_row(f, row);
		make_file(f, file, "{}");
		rc = find(f, "m");
		if (rc != 1)
			fail_msg("%s: %d, %s", row->name, rc, f->err.text);
		remove_file(f, file);
		rc = find(f, "m");
		if (rc != 0)
			fail_msg("%s: found elsewhere, %d, %s", row->name, rc, f->err.text);
	}
}

/* Everything that a row does not name holds the model, so only the order keeps it away. */
static void no_cache_behind_the_first_is_looked_into(void **state)
{
	static const char *const caches[] = {
		"home/.cache/huggingface/hub", "x/huggingface/hub", "h/hub", "o", "p", "b"};
	static const struct root_case row = {"",
					     {"HF_HUB_CACHE=:c", "HUGGINGFACE_HUB_CACHE=:o",
					      "HF_HOME=:h", "XDG_CACHE_HOME=:x"},
					     ""};
	static const struct root_case legacy = {"",
						{"HF_HUB_CACHE=:c", "TRANSFORMERS_CACHE=:t",
						 "PYTORCH_TRANSFORMERS_CACHE=:p",
						 "PYTORCH_PRETRAINED_BERT_CACHE=:b"},
						""};
	struct fixture *f = *state;

	for (size_t i = 0; i < sizeof(caches) / sizeof(caches[0]); i++)
		make_file(f, cpg_arena_printf(f->arena, "%s/" SNAPSHOT, caches[i]), "{}");
	set_row(f, &row);
	assert_finds_none(f, "m", "/c' does not hold it");
	set_row(f, &legacy);
	assert_finds_none(f, "m", "/t' does not hold it; the hub cache '");
	assert_says(f, "/c' does not hold it");
}

static void both_caches_are_candidates_since_the_release_is_not_known(void **state)
{
	struct fixture *f = *state;

	set_path(f, "HF_HUB_CACHE", "c");
	set_path(f, "TRANSFORMERS_CACHE", "t");
	make_file(f, "c/" SNAPSHOT, "{}");
	assert_finds(f, "m", "c/" SNAPSHOT);
	make_file(f, "t/" SNAPSHOT, "{}");
	assert_finds(f, "m", "t/" SNAPSHOT " c/" SNAPSHOT);
	remove_file(f, "c/" SNAPSHOT);
	assert_finds(f, "m", "t/" SNAPSHOT);
}

static void two_variables_with_one_place_are_one_candidate(void **state)
{
	struct fixture *f = *state;

	make_file(f, "c/" SNAPSHOT, "{}");
	set_path(f, "HF_HUB_CACHE", "c");
	set_path(f, "PYTORCH_TRANSFORMERS_CACHE", "c");
	assert_finds(f, "m", "c/" SNAPSHOT);
	set_path(f, "TRANSFORMERS_CACHE", "c/");
	assert_finds(f, "m", "c/" SNAPSHOT);
}

static void two_caches_below_a_map_make_four_candidates(void **state)
{
	struct fixture *f = *state;

	set_path(f, "HF_HUB_CACHE", "in/c");
	set_path(f, "TRANSFORMERS_CACHE", "in/t");
	add_map(f, under(f, "in"), under(f, "out"));
	make_file(f, "in/c/" SNAPSHOT, "{}");
	make_file(f, "in/t/" SNAPSHOT, "{}");
	make_file(f, "out/c/" SNAPSHOT, "{}");
	make_file(f, "out/t/" SNAPSHOT, "{}");
	assert_finds(f, "m",
		     "out/t/" SNAPSHOT " in/t/" SNAPSHOT " out/c/" SNAPSHOT
		     " in/c/" SNAPSHOT);
}

static void hf_home_counts_when_the_environment_names_no_cache(void **state)
{
	struct fixture *f = *state;

	make_file(f, "site/hub/" SNAPSHOT, "{}");
	make_file(f, "home/.cache/huggingface/hub/" SNAPSHOT, "{}");
	make_file(f, "x/huggingface/hub/" SNAPSHOT, "{}");
	f->place.hf_home = under(f, "site");
	assert_finds(f, "m", "site/hub/" SNAPSHOT);
	set_path(f, "XDG_CACHE_HOME", "x");
	assert_finds(f, "m", "x/huggingface/hub/" SNAPSHOT);
}

static void hf_home_needs_no_home(void **state)
{
	struct fixture *f = *state;

	make_file(f, "site/hub/" SNAPSHOT, "{}");
	f->place.hf_home = under(f, "site");
	f->variables[0] = NULL;
	assert_finds(f, "m", "site/hub/" SNAPSHOT);
}

/* The model's name is that of the fixture: outside of it nothing else is called so. */
static void home_is_taken_as_python_takes_it(void **state)
{
	static const char in_root[] =
		"the hub cache '/.cache/huggingface/hub' does not hold it";
	struct fixture *f = *state;
	const char *id = strrchr(f->root, '/') + 1;
	const char *file = cpg_arena_printf(
		f->arena, ".cache/huggingface/hub/models--%s/snapshots/main/config.json",
		id);
	const char *below_work = cpg_arena_printf(f->arena, "jobs/rel/%s", file);
	const char *below_home = cpg_arena_printf(f->arena, "home/%s", file);

	make_file(f, below_work, "{}");
	f->variables[0] = "HOME=rel";
	assert_finds(f, id, below_work);
	make_file(f, below_home, "{}");
	f->variables[0] = cpg_arena_printf(f->arena, "HOME=%s//", under(f, "home"));
	assert_finds(f, id, below_home);
	f->variables[0] = "HOME=";
	assert_finds_none(f, id, in_root);
	f->variables[0] = "HOME=/";
	assert_finds_none(f, id, in_root);
	set_text(f, "HF_HUB_CACHE", "~/c");
	assert_finds_none(f, id, "the hub cache '/c' does not hold it");
}

/* What cannot be told. */

static void without_home_the_cache_is_hidden(void **state)
{
	struct fixture *f = *state;

	f->variables[0] = NULL;
	assert_hidden(f, "m", "HOME is not set in the job's environment");
	f->environment.more = true;
	set_text(f, "HF_HUB_CACHE", "~/c");
	f->variables[0] = "TRANSFORMERS_CACHE=/t";
	assert_hidden(f, "m", "HOME of the job is not known here, because of --export");
}

static void a_variable_that_may_decide_and_is_not_known_hides_the_cache(void **state)
{
	struct fixture *f = *state;

	f->environment.more = true;
	assert_hidden(f, "m", "TRANSFORMERS_CACHE of the job is not known here");
	set_path(f, "TRANSFORMERS_CACHE", "t");
	assert_hidden(f, "m", "HF_HUB_CACHE of the job is not known here");
	make_file(f, "t/" SNAPSHOT, "{}");
	assert_hidden(f, "m", "HF_HUB_CACHE of the job is not known here");
	f->place.hf_home = under(f, "site");
	assert_hidden(f, "m", "HF_HUB_CACHE of the job is not known here");
	set_path(f, "HF_HUB_CACHE", "c");
	assert_finds(f, "m", "t/" SNAPSHOT);
	f->place.environment = NULL;
	assert_hidden(f, "m", "TRANSFORMERS_CACHE of the job is not known here");
}

static void a_value_that_cannot_be_expanded_here_hides_the_cache(void **state)
{
	static const struct root_case rows[] = {
		{"~user",
		 {"HF_HUB_CACHE=~bob/c"},
		 "HF_HUB_CACHE is '~bob/c', and that user's"},
		{"a variable",
		 {"HF_HOME=/d/$USER"},
		 "HF_HOME is '/d/$USER', and what the $"},
		{"in braces", {"XDG_CACHE_HOME=${D}/x"}, "XDG_CACHE_HOME is '${D}/x'"},
		{"behind ~", {"HUGGINGFACE_HUB_CACHE=~/$X"}, "HUGGINGFACE_HUB_CACHE is '"},
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		set_row(f, &rows[i]);
		assert_hidden(f, "m", rows[i].found);
	}
	set_row(f, &root_cases[0]);
	f->variables[0] = "HOME=/home/$USER";
	assert_hidden(f, "m", "HOME is '/home/$USER'");
}

/* Runs `body` as a user who may not look everywhere. Root may, and gives that up first. */
static void as_nobody(struct fixture *f, void (*body)(struct fixture *f))
{
	pid_t child = fork();
	int status;

	assert_true(child >= 0);
	if (child == 0) {
		if (getuid() == 0 &&
		    (setgroups(0, NULL) < 0 || setgid(65534) < 0 || setuid(65534) < 0))
			_exit(99);
		body(f);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

/* cmocka's assertions end the process of the test, not that of a child. */
static void expect(struct fixture *f, const char *checkpoint, int rc, const char *part)
{
	int got = find(f, checkpoint);
	bool right = got == rc && (rc >= 0 || f->err.code == CPG_E_HIDDEN) &&
		     strstr(rc > 0 ? f->found.paths[0] : f->err.text, part);

	if (right)
		return;
	fprintf(stderr, "'%s': %d, %s, not %d, %s\n", checkpoint, got,
		got > 0 ? f->found.paths[0] : f->err.text, rc, part);
	_exit(1);
}

static void look_into_closed_directories(struct fixture *f)
{
	expect(f, under(f, "closed/m"), -1, "/closed/m' cannot be seen");
	expect(f, under(f, "open/m"), -1, "/open/m/config.json' cannot be seen");
	expect(f, "m", -1, "/hub/models--m/refs/main' cannot be seen");
	expect(f, "n", -1, "/hub/models--n/snapshots/main/config.json' cannot be seen");
	expect(f, "r", -1, "/hub/models--r/refs/main' cannot be read");
	expect(f, "/in/m", 1, "/host/m/config.json");
	expect(f, "/in/n", 0, "'/in/n' does not exist");
}

static void what_may_not_be_searched_is_hidden(void **state)
{
	static const char *const closed[] = {"closed", "open/m", "hub/models--m/refs",
					     "hub/models--n/snapshots"};
	struct fixture *f = *state;

	make_file(f, "closed/m/config.json", "{}");
	make_file(f, "open/m/config.json", "{}");
	make_file(f, "host/m/config.json", "{}");
	make_file(f, "hub/models--m/refs/main", "0123");
	make_file(f, "hub/models--n/snapshots/main/config.json", "{}");
	make_file(f, "hub/models--r/refs/main", "0123");
	assert_int_equal(chmod(under(f, "hub/models--r/refs/main"), 0), 0);
	for (size_t i = 0; i < sizeof(closed) / sizeof(closed[0]); i++)
		assert_int_equal(chmod(under(f, closed[i]), 0600), 0);
	set_path(f, "HF_HUB_CACHE", "hub");
	add_map(f, "/in", under(f, "host"));
	as_nobody(f, look_into_closed_directories);
	for (size_t i = 0; i < sizeof(closed) / sizeof(closed[0]); i++)
		assert_int_equal(chmod(under(f, closed[i]), 0700), 0);
}

static void look_through_maps(struct fixture *f)
{
	/* The map leads to a file: what lies at the path itself is not where the job looks. */
	expect(f, under(f, "closed/m"), 1, "/host/m/config.json");
	/* It leads nowhere: the path itself might hold one. */
	expect(f, under(f, "closed/n"), -1, "/closed/n' cannot be seen");
	/* It leads to where one may not look. */
	expect(f, under(f, "in/m"), -1, "/closed/m' cannot be seen");
}

static void
a_closed_directory_behind_a_map_hides_only_what_the_map_does_not_tell(void **state)
{
	struct fixture *f = *state;

	make_file(f, "closed/m/config.json", "{}");
	make_file(f, "host/m/config.json", "{}");
	make_file(f, "in/m/config.json", "{}");
	add_map(f, under(f, "closed"), under(f, "host"));
	add_map(f, under(f, "in"), under(f, "closed"));
	assert_int_equal(chmod(under(f, "closed"), 0600), 0);
	as_nobody(f, look_through_maps);
	assert_int_equal(chmod(under(f, "closed"), 0700), 0);
}

static void a_search_with_too_little_memory_fails_and_never_crashes(void **state)
{
	static const char *const names[] = {"m", "n", "~/x", "/in/m", "./o"};
	struct fixture *f = *state;
	struct cpg_arena *enough = f->arena;
	int failures = 0;

	make_file(f, "c/models--m/refs/main", "0123");
	make_file(f, "c/models--m/snapshots/0123/config.json", "{}");
	make_directory(f, "jobs/o");
	set_path(f, "TRANSFORMERS_CACHE", "c");
	set_text(f, "HF_HOME", "~/h");
	add_map(f, "/in", under(f, "host"));
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		int rc = find(f, names[i]);

		for (size_t budget = 0; budget < 4096; budget += 16) {
			f->arena = cpg_arena_new(budget);
			assert_non_null(f->arena);
			if (find(f, names[i]) != rc) {
				assert_int_equal(f->err.code, ENOMEM);
				failures++;
			}
			cpg_arena_free(f->arena);
		}
		f->arena = enough;
	}
	assert_in_range(failures, 50, 5 * 4096 / 16);
}

#define IN_A_TREE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_A_TREE(a_file_is_the_json_whatever_its_name),
		IN_A_TREE(a_directory_must_hold_config_json),
		IN_A_TREE(a_directory_without_config_json_is_not_found_and_says_so),
		IN_A_TREE(links_are_followed),
		IN_A_TREE(what_does_not_exist_is_named),
		IN_A_TREE(a_fifo_is_neither_opened_nor_found),
		IN_A_TREE(a_slash_behind_a_file_makes_it_no_file),
		IN_A_TREE(a_path_that_is_too_long_is_not_found),
		IN_A_TREE(an_empty_name_is_not_found),
		IN_A_TREE(a_relative_path_counts_from_the_working_directory),
		IN_A_TREE(
			a_relative_path_is_hidden_when_the_working_directory_is_not_known),
		IN_A_TREE(a_tilde_is_a_name_like_any_other_and_the_sentence_explains),
		IN_A_TREE(an_environment_that_is_not_known_does_not_matter_for_a_path),
		IN_A_TREE(a_path_below_a_map_is_looked_up_outside),
		IN_A_TREE(a_map_ends_at_a_component_and_may_be_the_whole_path),
		IN_A_TREE(the_longest_inside_wins),
		IN_A_TREE(both_places_count_when_both_hold_one),
		IN_A_TREE(a_path_that_climbs_is_not_mapped),
		IN_A_TREE(a_relative_path_is_not_mapped),
		IN_A_TREE(the_hub_cache_is_mapped_too),
		IN_A_TREE(an_id_is_what_the_hub_takes_for_one),
		IN_A_TREE(a_path_counts_before_a_hub_id),
		IN_A_TREE(a_fifo_of_that_name_does_not_hide_a_hub_id),
		IN_A_TREE(a_hub_id_that_is_not_cached_says_where_it_was_looked_for),
		IN_A_TREE(refs_main_names_the_snapshot),
		IN_A_TREE(another_snapshot_is_never_taken),
		IN_A_TREE(without_refs_main_the_snapshot_is_main),
		IN_A_TREE(hub_id_with_anything_but_a_name_in_refs_main_is_not_found),
		IN_A_TREE(a_revision_may_be_any_name_in_utf8),
		IN_A_TREE(a_refs_main_that_is_too_large_is_a_miss),
		IN_A_TREE(a_record_that_there_is_none_counts),
		IN_A_TREE(the_first_variable_that_is_set_names_the_cache),
		IN_A_TREE(no_cache_behind_the_first_is_looked_into),
		IN_A_TREE(both_caches_are_candidates_since_the_release_is_not_known),
		IN_A_TREE(two_variables_with_one_place_are_one_candidate),
		IN_A_TREE(two_caches_below_a_map_make_four_candidates),
		IN_A_TREE(hf_home_counts_when_the_environment_names_no_cache),
		IN_A_TREE(hf_home_needs_no_home),
		IN_A_TREE(home_is_taken_as_python_takes_it),
		IN_A_TREE(without_home_the_cache_is_hidden),
		IN_A_TREE(a_variable_that_may_decide_and_is_not_known_hides_the_cache),
		IN_A_TREE(a_value_that_cannot_be_expanded_here_hides_the_cache),
		IN_A_TREE(what_may_not_be_searched_is_hidden),
		IN_A_TREE(
			a_closed_directory_behind_a_map_hides_only_what_the_map_does_not_tell),
		IN_A_TREE(a_search_with_too_little_memory_fails_and_never_crashes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
