#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <grp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "cpguard/file.h"

#define LIMIT ((size_t)4096)

/* A directory of its own for each test, which is where the test runs. */
struct fixture {
	struct cpg_arena *arena;
	char directory[64];
};

static int make_fixture(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	if (!f)
		return -1;
	f->arena = cpg_arena_new(CPG_ARENA_BUDGET);
	strcpy(f->directory, "/tmp/cpguard-test-file-XXXXXX");
	if (!f->arena || !mkdtemp(f->directory) || chmod(f->directory, 0755) < 0 ||
	    chdir(f->directory) < 0)
		return -1;
	/* A read that waits for a FIFO ends the test instead of hanging it. */
	alarm(60);
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

static int remove_fixture(void **state)
{
	struct fixture *f = *state;
	int result;

	alarm(0);
	if (chdir("/") < 0)
		return -1;
	result = nftw(f->directory, remove_one, 8, FTW_DEPTH | FTW_PHYS);
	cpg_arena_free(f->arena);
	free(f);
	return result;
}

static struct cpg_arena *arena_of(void **state)
{
	return ((struct fixture *)*state)->arena;
}

static void write_file(const char *path, const char *bytes, size_t length)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, bytes, length), (ssize_t)length);
	close(fd);
}

static void make_socket(const char *path)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	strcpy(address.sun_path, path);
	assert_true(fd >= 0);
	assert_int_equal(bind(fd, (const struct sockaddr *)&address, sizeof(address)), 0);
	close(fd);
}

static void assert_kind(const char *path, int kind)
{
	struct cpg_error err = {0};

	assert_int_equal(cpg_file_kind(path, &err), kind);
	assert_int_equal(err.code, 0);
}

/* Checks that the file is refused with that code, and returns the sentence. */
static const char *assert_refused(void **state, const char *path, size_t limit, int code)
{
	static struct cpg_error err;
	struct cpg_text text = {NULL, 0};

	assert_int_equal(cpg_file_read(arena_of(state), path, limit, &text, &err), -1);
	assert_int_equal(err.code, code);
	assert_null(text.bytes);
	assert_null(strchr(err.text, '\n'));
	return err.text;
}

static void each_kind_of_file_is_told(void **state)
{
	(void)state;
	write_file("regular", "", 0);
	assert_int_equal(mkdir("directory", 0755), 0);
	assert_int_equal(mkfifo("fifo", 0600), 0);
	make_socket("socket");
	assert_kind("regular", CPG_FILE_REGULAR);
	assert_kind("directory", CPG_FILE_DIRECTORY);
	assert_kind("directory/", CPG_FILE_DIRECTORY);
	assert_kind("fifo", CPG_FILE_OTHER);
	assert_kind("socket", CPG_FILE_OTHER);
	assert_kind("/dev/null", CPG_FILE_OTHER);
	assert_kind("missing", CPG_FILE_NONE);
	assert_kind("", CPG_FILE_NONE);
}

static void links_are_followed(void **state)
{
	(void)state;
	write_file("regular", "", 0);
	assert_int_equal(symlink("regular", "link"), 0);
	assert_int_equal(symlink(".", "here"), 0);
	assert_int_equal(symlink("missing", "dangling"), 0);
	assert_kind("here/here/link", CPG_FILE_REGULAR);
	assert_kind("here", CPG_FILE_DIRECTORY);
	assert_kind("dangling", CPG_FILE_NONE);
}

static void a_path_that_leads_nowhere_is_no_file(void **state)
{
	char *name = cpg_arena_alloc(arena_of(state), 6000);

	assert_non_null(name);
	memset(name, 'x', 300);
	write_file("regular", "", 0);
	assert_int_equal(symlink("loop", "loop"), 0);
	assert_kind("loop", CPG_FILE_NONE);
	assert_kind("loop/config.json", CPG_FILE_NONE);
	assert_kind("regular/config.json", CPG_FILE_NONE);
	assert_kind(name, CPG_FILE_NONE);
	memset(name, '/', 5000);
	assert_kind(name, CPG_FILE_NONE);
}

static void a_file_is_read_whole_with_a_nul_behind_it(void **state)
{
	struct cpg_text text;
	struct cpg_error err = {0};

	write_file("file", "{\"a\":\0 1}\n", 10);
	assert_int_equal(cpg_file_read(arena_of(state), "file", LIMIT, &text, &err), 0);
	assert_int_equal(text.length, 10);
	assert_memory_equal(text.bytes, "{\"a\":\0 1}\n", 11);
	assert_int_equal(err.code, 0);
}

static void an_empty_file_is_empty_text(void **state)
{
	struct cpg_text text = {NULL, 1};

	write_file("file", "", 0);
	assert_int_equal(cpg_file_read(arena_of(state), "file", LIMIT, &text, NULL), 0);
	assert_int_equal(text.length, 0);
	assert_string_equal(text.bytes, "");
}

static void a_link_to_a_file_is_read(void **state)
{
	struct cpg_text text;

	write_file("blob", "{}", 2);
	assert_int_equal(symlink("blob", "config.json"), 0);
	assert_int_equal(cpg_file_read(arena_of(state), "config.json", LIMIT, &text, NULL),
			 0);
	assert_string_equal(text.bytes, "{}");
}

static void a_file_of_the_limit_is_read_and_one_byte_more_is_not(void **state)
{
	static char bytes[LIMIT + 1];
	struct cpg_text text;

	memset(bytes, 'x', sizeof(bytes));
	write_file("file", bytes, LIMIT);
	assert_int_equal(cpg_file_read(arena_of(state), "file", LIMIT, &text, NULL), 0);
	assert_int_equal(text.length, LIMIT);
	write_file("file", bytes, LIMIT + 1);
	assert_string_equal(assert_refused(state, "file", LIMIT, CPG_E_LIMIT),
			    "'file' is larger than the limit of 4096 bytes");
}

static void a_config_may_have_16_mib(void **state)
{
	struct cpg_text text;

	write_file("file", "{", 1);
	assert_int_equal(truncate("file", 16 << 20), 0);
	assert_int_equal(
		cpg_file_read(arena_of(state), "file", CPG_FILE_CONFIG_LIMIT, &text, NULL),
		0);
	assert_int_equal(text.length, 16 << 20);
	assert_int_equal(truncate("file", (16 << 20) + 1), 0);
	assert_string_equal(
		assert_refused(state, "file", CPG_FILE_CONFIG_LIMIT, CPG_E_LIMIT),
		"'file' is larger than the limit of 16 MiB");
	assert_true(cpg_arena_used(arena_of(state)) < (size_t)17 << 20);
}

/* The files of /proc are said to be empty, as one that grows behind our back may be. */
static void a_file_that_holds_more_than_it_said_is_read_up_to_the_limit(void **state)
{
	struct cpg_text text;

	if (access("/proc/self/status", R_OK) < 0)
		skip();
	assert_int_equal(
		cpg_file_read(arena_of(state), "/proc/self/status", 1 << 20, &text, NULL),
		0);
	assert_true(text.length > 100);
	assert_int_equal(strlen(text.bytes), text.length);
	assert_refused(state, "/proc/self/status", 100, CPG_E_LIMIT);
}

static void what_is_no_regular_file_is_refused_without_waiting(void **state)
{
	assert_int_equal(mkfifo("fifo", 0600), 0);
	make_socket("socket");
	assert_string_equal(assert_refused(state, "fifo", LIMIT, EINVAL),
			    "'fifo' is a FIFO, not a regular file");
	assert_string_equal(assert_refused(state, "socket", LIMIT, EINVAL),
			    "'socket' is a socket, not a regular file");
	assert_string_equal(assert_refused(state, ".", LIMIT, EINVAL),
			    "'.' is a directory, not a regular file");
	assert_string_equal(assert_refused(state, "/dev/zero", LIMIT, EINVAL),
			    "'/dev/zero' is a device, not a regular file");
}

static void a_file_that_is_not_there_is_refused_with_its_name(void **state)
{
	assert_string_equal(assert_refused(state, "m/config.json", LIMIT, ENOENT),
			    "'m/config.json' cannot be read: No such file or directory");
	assert_refused(state, "", LIMIT, ENOENT);
	assert_int_equal(symlink("loop", "loop"), 0);
	assert_refused(state, "loop", LIMIT, ELOOP);
}

static void a_long_path_leaves_room_for_the_reason(void **state)
{
	char path[3001];

	for (size_t i = 0; i < sizeof(path) - 1; i++)
		path[i] = i % 100 == 0 ? '/' : 'x';
	path[sizeof(path) - 1] = '\0';
	assert_non_null(strstr(assert_refused(state, path, LIMIT, ENOENT), "No such file"));
}

static void without_memory_reading_fails_at_every_budget_or_succeeds(void **state)
{
	int read = 0;

	(void)state;
	write_file("file", "0123456789", 10);
	for (size_t budget = 0; budget < 400; budget++) {
		struct cpg_arena *arena = cpg_arena_new(budget);
		struct cpg_error err = {0};
		struct cpg_text text;

		assert_non_null(arena);
		if (cpg_file_read(arena, "file", LIMIT, &text, &err) == 0) {
			read++;
			assert_string_equal(text.bytes, "0123456789");
		} else {
			assert_int_equal(read, 0);
			assert_int_equal(err.code, ENOMEM);
			assert_string_equal(err.text,
					    "'file' cannot be read: not enough memory");
		}
		cpg_arena_free(arena);
	}
	assert_in_range(read, 1, 399);
}

static int count_descriptors(void)
{
	DIR *directory = opendir("/proc/self/fd");
	int count = 0;

	assert_non_null(directory);
	while (readdir(directory))
		count++;
	closedir(directory);
	return count;
}

static void no_descriptor_is_left_open(void **state)
{
	struct cpg_text text;
	int before;

	if (access("/proc/self/fd", R_OK) < 0)
		skip();
	before = count_descriptors();
	write_file("file", "0123456789", 10);
	assert_int_equal(cpg_file_read(arena_of(state), "file", LIMIT, &text, NULL), 0);
	assert_refused(state, "file", 9, CPG_E_LIMIT);
	assert_refused(state, "/proc/self/status", 9, CPG_E_LIMIT);
	assert_refused(state, ".", LIMIT, EINVAL);
	assert_refused(state, "missing", LIMIT, ENOENT);
	assert_int_equal(count_descriptors(), before);
}

/* What a user without rights to them sees of `locked/file` and of `secret`: 0 when it is
 * what the header says, else the number of the check that failed. */
static int look_without_rights(struct cpg_arena *arena)
{
	struct cpg_error err = {0};
	struct cpg_text text;

	if (cpg_file_kind("locked/file", &err) != -1 || err.code != CPG_E_HIDDEN)
		return 1;
	if (cpg_file_read(arena, "locked/file", LIMIT, &text, &err) != -1 ||
	    err.code != EACCES)
		return 2;
	if (cpg_file_kind("secret", &err) != CPG_FILE_REGULAR)
		return 3;
	if (cpg_file_read(arena, "secret", LIMIT, &text, &err) != -1 || err.code != EACCES)
		return 4;
	if (strcmp(err.text, "'secret' cannot be read: Permission denied") != 0)
		return 5;
	return 0;
}

enum {
	NO_SUCH_USER = 100,
};

/* root has every right, so the look is taken as another user, in a child. */
static int look_as_nobody(struct cpg_arena *arena)
{
	int status;
	pid_t child = fork();

	if (child == 0) {
		if (geteuid() == 0 &&
		    (setgroups(0, NULL) < 0 || setgid(65534) < 0 || setuid(65534) < 0))
			_exit(NO_SUCH_USER);
		_exit(look_without_rights(arena));
	}
	if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
		return -1;
	return WEXITSTATUS(status);
}

static void what_may_not_be_seen_is_hidden_and_what_may_not_be_read_is_refused(void **state)
{
	int result;

	assert_int_equal(mkdir("locked", 0755), 0);
	write_file("locked/file", "{}", 2);
	write_file("secret", "{}", 2);
	assert_int_equal(chmod("locked", 0600), 0);
	assert_int_equal(chmod("secret", 0), 0);
	result = look_as_nobody(arena_of(state));
	assert_int_equal(chmod("locked", 0755), 0);
	if (result == NO_SUCH_USER)
		skip();
	assert_int_equal(result, 0);
}

#define IN_DIRECTORY(test) \
	cmocka_unit_test_setup_teardown(test, make_fixture, remove_fixture)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_DIRECTORY(each_kind_of_file_is_told),
		IN_DIRECTORY(links_are_followed),
		IN_DIRECTORY(a_path_that_leads_nowhere_is_no_file),
		IN_DIRECTORY(a_file_is_read_whole_with_a_nul_behind_it),
		IN_DIRECTORY(an_empty_file_is_empty_text),
		IN_DIRECTORY(a_link_to_a_file_is_read),
		IN_DIRECTORY(a_file_of_the_limit_is_read_and_one_byte_more_is_not),
		IN_DIRECTORY(a_config_may_have_16_mib),
		IN_DIRECTORY(a_file_that_holds_more_than_it_said_is_read_up_to_the_limit),
		IN_DIRECTORY(what_is_no_regular_file_is_refused_without_waiting),
		IN_DIRECTORY(a_file_that_is_not_there_is_refused_with_its_name),
		IN_DIRECTORY(a_long_path_leaves_room_for_the_reason),
		IN_DIRECTORY(without_memory_reading_fails_at_every_budget_or_succeeds),
		IN_DIRECTORY(no_descriptor_is_left_open),
		IN_DIRECTORY(
			what_may_not_be_seen_is_hidden_and_what_may_not_be_read_is_refused),
	};

	return cmocka_run_group_tests_name("file", tests, NULL, NULL);
}
