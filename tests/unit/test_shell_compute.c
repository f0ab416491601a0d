#include "cpguard/shell_compute.h"

#include <unistd.h>

#include "files.h"
#include "shell_run.h"

/* Runs what is computed: V=$(COMMAND) shows the output without its last newline. */
static void check_computed(struct cpg_arena *arena, const struct run_place *place,
			   const struct printing_case *cases, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct printing_case row = {
			cpg_arena_printf(arena, "V=$(%s); echo \"[$V] $?\"",
					 cases[i].script),
			cases[i].output,
		};

		check_printing(arena, place, &row, 1);
	}
}

#define CHECK_COMPUTED(state, cases) \
	check_computed(*(state), &(struct run_place){.directory = "/"}, cases, \
		       sizeof(cases) / sizeof((cases)[0]))

static void dirname_and_basename_cut_paths(void **state)
{
	static const struct printing_case cases[] = {
		{"dirname /a/b/c", "[/a/b] 0\n"},
		{"dirname a", "[.] 0\n"},
		{"dirname /a", "[/] 0\n"},
		{"dirname /", "[/] 0\n"},
		{"dirname a/b//", "[a] 0\n"},
		{"dirname ''", "[.] 0\n"},
		{"dirname a/b c/d", "[a\nc] 0\n"},
		{"dirname", "[] 1\n"},
		{"basename /a/b/c.sh", "[c.sh] 0\n"},
		{"basename /a/b/c.sh .sh", "[c] 0\n"},
		{"basename .sh .sh", "[.sh] 0\n"},
		{"basename a//", "[a] 0\n"},
		{"basename /", "[/] 0\n"},
		{"basename -a a/b c/d", "[b\nd] 0\n"},
		{"basename -s .sh a/b.sh c.sh", "[b\nc] 0\n"},
		{"/usr/bin/dirname /a/b", "[/a] 0\n"},
	};

	CHECK_COMPUTED(state, cases);
}

static void options_are_read_where_the_command_reads_them(void **state)
{
	static const struct printing_case cases[] = {
		/* dirname's may stand behind its operands; a wrong one makes it print nothing. */
		{"dirname a/b --x", "[] 1\n"},
		{"dirname a/b -y", "[] 1\n"},
		{"dirname --help", "[<?>] <?>\n"},
		{"dirname a/b --ze", "[<?>] <?>\n"},
		{"dirname -- a/b --x/y", "[a\n--x] 0\n"},
		{"dirname a/b -z", "[<?>] <?>\n"},
		{"dirname \"-$UNKNOWN\"", "[<?>] <?>\n"},
		{"dirname - a/b", "[.\na] 0\n"},
		/* basename's stand before them only. */
		{"basename a/b.x .x", "[b] 0\n"},
		{"basename a/b --x", "[b] 0\n"},
		{"basename -a a/b -z", "[b\n-z] 0\n"},
		{"basename -a -s .x a/b.x c.x", "[b\nc] 0\n"},
		{"basename -s.x a/b.x c.x", "[b\nc] 0\n"},
		{"basename -- -s", "[-s] 0\n"},
		{"basename -z a", "[<?>] <?>\n"},
		{"basename --suffix=.x a.x", "[<?>] <?>\n"},
		{"basename a b c", "[] 1\n"},
		{"basename -a", "[] 1\n"},
		{"basename -s", "[] 1\n"},
		{"basename -y", "[] 1\n"},
		{"basename --yes a", "[] 1\n"},
		{"realpath / -e", "[/] 0\n"},
		{"realpath / --x", "[] 1\n"},
		{"readlink /", "[] 1\n"},
		{"readlink /nowhere", "[<?>] <?>\n"},
		{"readlink / -f", "[/] 0\n"},
		{"cat /dev/null --x", "[] 1\n"},
		{"cat -n /dev/null", "[<?>] <?>\n"},
		{"echo a | cat - -u", "[a] 0\n"},
		{"export POSIXLY_CORRECT=1; dirname a/b -z", "[<?>] <?>\n"},
		{"seq 2 -1", "[] 0\n"},
		{"seq 3 -w", "[<?>] <?>\n"},
		{"echo ab | tr a -d", "[-b] 0\n"},
	};

	CHECK_COMPUTED(state, cases);
}

static void output_may_be_one_word_whatever_it_is(void **state)
{
	static const struct printing_case cases[] = {
		{"nvidia-smi | wc -l", "1"},
		{"nvidia-smi | grep -c 'NV[0-9]' | tr -d ' '", "1"},
		{"nvidia-smi | grep -c '['", "<?>"},
		{"nvidia-smi | grep -c x file", "<?>"},
		{"date +%Y%m%d_%H%M%S", "1"},
		{"date -u +%s", "1"},
		{"date", "<?>"},
		{"date +%e", "<?>"},
		{"date '+%Y %m'", "<?>"},
		{"hostname; hostname -s", "2"},
		{"hostname -I", "<?>"},
		{"id -un", "1"},
		{"id", "<?>"},
		{"nproc --all", "1"},
		{"shuf -i 1-9 -n1", "1"},
		{"shuf -n 2 -i 1-9", "<?>"},
		{"whoami", "1"},
		{"scontrol show hostnames \"x$UNKNOWN\" | head -n 1", "1"},
		{"scontrol show hostnames \"x$UNKNOWN\" | sed -n 1p", "1"},
		{"scontrol show hostnames \"x$UNKNOWN\" | sed -n 2p", "<?>"},
		{"scontrol show hostnames \"x$UNKNOWN\"", "<?>"},
		{"scontrol show hostnames $UNKNOWN | head -1", "1"},
		{"scontrol show hostnames '' | head -1", "<?>"},
		{"scontrol show hostnames", "<?>"},
		{"expr 10000 + $RANDOM", "1"},
		{"expr \"$UNKNOWN\" + 1", "<?>"},
		{"whoami | tail -c 4", "1"},
		{"whoami | tail -n 1", "1"},
		{"whoami | tail -c 1", "<?>"},
		/* It may be empty, but is one word beside another. */
		{"hostname | tr -dc 0-9", "<?>"},
		{"echo x$(hostname | tr -dc 0-9)", "1"},
		{"echo $(uname -a | tr -cd '[:alnum:]_'):y", "1"},
		{"echo $(head /dev/urandom | tr -dc A-Za-z0-9 | head -c 6).log", "1"},
		{"echo $(hostname | tr -dc '0-9 ').log", "<?>"},
		{"V=; [ $UNKNOWN ] && V=-x; echo y$V", "1"},
		{"V=; [ $UNKNOWN ] && V='a b'; echo y$V", "<?>"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct printing_case row = {
			cpg_arena_printf(*state, "set -- $(%s); printf %%s $#",
					 cases[i].script),
			cases[i].output,
		};

		check_printing(*state, &(struct run_place){.directory = "/"}, &row, 1);
	}
}

static void lines_are_taken_from_either_end(void **state)
{
	static const struct printing_case cases[] = {
		{"printf 'a\\nb\\nc\\n' | tail -n 1", "[c] 0\n"},
		{"printf 'a\\nb\\nc' | tail -2", "[b\nc] 0\n"},
		{"printf 'a\\nb\\n' | tail -n 9", "[a\nb] 0\n"},
		{"printf 'a\\nb\\n' | tail -n 0", "[] 0\n"},
		{"printf 'abcdef' | tail -c 3", "[def] 0\n"},
		{"printf 'ab' | tail -c 9", "[ab] 0\n"},
		{"printf '' | tail -n 1", "[] 0\n"},
		{"printf 'a\\nb\\nc\\n' | sed -n 2p", "[b] 0\n"},
		{"printf 'a\\n' | sed -n 2p", "[] 0\n"},
		{"printf 'a\\nb' | sed s/a/b/", "[<?>] <?>\n"},
		{"{ echo a; echo \"$UNKNOWN\"; } | head -n 1", "[a] 0\n"},
		{"{ echo \"$UNKNOWN\"; echo a; } | head -n 1", "[<?>] <?>\n"},
		{"echo a1b2 | tr -dc 0-9", "[12] 0\n"},
		{"echo a1b2 | tr -cd '0-9\\n'", "[12] 0\n"},
		{"echo a1b2 | tr -c 0-9 x", "[<?>] <?>\n"},
		{"printf abcdef | head -c 2", "[ab] 0\n"},
		{"printf ab | head -c 9", "[ab] 0\n"},
		{"expr 7 / 2", "[3] 0\n"},
		{"expr 2 - 2", "[0] 1\n"},
		{"expr 1 / 0", "[] 2\n"},
		{"expr 3 : 2", "[<?>] <?>\n"},
	};

	CHECK_COMPUTED(state, cases);
}

static void paths_with_gaps_are_cut_behind_them(void **state)
{
	static const struct printing_case cases[] = {
		{"dirname \"$UNKNOWN/x/y\"", "[<?>/x] 0\n"},
		{"dirname \"$UNKNOWN/x\"", "[<?>] 0\n"},
		{"dirname \"/data/$UNKNOWN/x/\"", "[/data<?>] 0\n"},
		{"dirname \"/data/$UNKNOWN\"", "[/<?>] 0\n"},
		{"dirname \"$UNKNOWN\"", "[<?>] 0\n"},
		{"basename \"$UNKNOWN/x.sh\" .sh", "[x] 0\n"},
		{"basename \"/a/$UNKNOWN.sh\" .sh", "[<?>] 0\n"},
		{"basename \"/a/$UNKNOWN-x.sh\" .sh", "[<?>-x] 0\n"},
		{"basename \"$UNKNOWN/\"", "[<?>] 0\n"},
	};

	CHECK_COMPUTED(state, cases);
}

static void links_are_followed_where_they_are_here(void **state)
{
	char *directory = make_directory();
	char *real = realpath(directory, NULL);
	const struct run_place place = {.directory = real};
	const struct run_place node = {.directory = real, .on_node = true};
	char *target = cpg_arena_printf(*state, "%s/sub", real);
	char *link = cpg_arena_printf(*state, "%s/link", real);
	struct printing_case cases[] = {
		{"readlink -f link/x.sh",
		 cpg_arena_printf(*state, "[%s/sub/x.sh] 0\n", real)},
		{"realpath ./sub/../link", cpg_arena_printf(*state, "[%s/sub] 0\n", real)},
		{"realpath .", cpg_arena_printf(*state, "[%s] 0\n", real)},
		{"realpath absent", "[<?>] <?>\n"},
		{"realpath \"$UNKNOWN\"", "[<?>] <?>\n"},
		{"readlink link", "[<?>] <?>\n"},
		{"realpath --relative-to=/ .", "[<?>] <?>\n"},
	};
	struct printing_case on_node[] = {
		{"readlink -f link/absent",
		 cpg_arena_printf(*state, "[%s/sub/absent] 0\n", real)},
	};

	write_file(*state, real, "sub/x.sh", "");
	assert_int_equal(symlink(target, link), 0);
	check_computed(*state, &place, cases, sizeof(cases) / sizeof(cases[0]));
	check_computed(*state, &node, on_node, 1);
	free(real);
	remove_directory(directory);
}

static void seq_counts_whole_numbers(void **state)
{
	static const struct printing_case cases[] = {
		{"seq 3", "[1\n2\n3] 0\n"},
		{"seq 2 4", "[2\n3\n4] 0\n"},
		{"seq 6 -2 1", "[6\n4\n2] 0\n"},
		{"seq -1 1", "[-1\n0\n1] 0\n"},
		{"seq 5 1", "[] 0\n"},
		{"seq -s, 1 3", "[1,2,3] 0\n"},
		{"seq -s ' ' 2", "[1 2] 0\n"},
		{"seq -w 8 10", "[08\n09\n10] 0\n"},
		{"seq 0.5 2", "[<?>] <?>\n"},
		{"seq 1 100000000", "[<?>] <?>\n"},
		{"seq \"$UNKNOWN\"", "[<?>] <?>\n"},
	};

	CHECK_COMPUTED(state, cases);
}

static void cat_reads_files_and_its_input(void **state)
{
	char *directory = make_directory();
	const struct run_place place = {.directory = directory};
	const struct run_place node = {.directory = directory, .on_node = true};
	static const struct printing_case cases[] = {
		{"cat a", "[one\ntwo] 0\n"},
		{"cat a a", "[one\ntwo\none\ntwo] 0\n"},
		{"cat <<< here", "[here] 0\n"},
		{"echo in | cat - a", "[in\none\ntwo] 0\n"},
		{"cat absent", "[<?>] <?>\n"},
		{"cat -n a", "[<?>] <?>\n"},
		{"cat < a", "[one\ntwo] 0\n"},
		{"echo x > made; cat made", "[x] 0\n"},
		{"echo x | tee made | cat - made", "[x\nx] 0\n"},
	};
	static const struct printing_case on_node[] = {
		{"cat absent", "[] 1\n"},
	};

	write_file(*state, directory, "a", "one\ntwo\n");
	check_computed(*state, &place, cases, sizeof(cases) / sizeof(cases[0]));
	check_computed(*state, &node, on_node, 1);
	remove_directory(directory);
}

static void filters_are_exact_or_not_computed(void **state)
{
	static const struct printing_case cases[] = {
		{"echo a,b | tr , ' '", "[a b] 0\n"},
		{"echo a-b | tr a-b A-B", "[A-B] 0\n"},
		{"echo abc | tr ab x", "[xxc] 0\n"},
		{"echo abc | tr '[:lower:]' '[:upper:]'", "[ABC] 0\n"},
		{"printf 'a b\\n' | tr -d ' \\n'", "[ab] 0\n"},
		{"echo aabb | tr -s a", "[abb] 0\n"},
		{"echo abc | tr -c a x", "[<?>] <?>\n"},
		{"printf '1\\n2\\n' | wc -l", "[2] 0\n"},
		{"echo a b c | wc -w", "[3] 0\n"},
		{"echo abc | wc", "[<?>] <?>\n"},
		{"printf '1\\n2\\n3\\n' | head -n 2", "[1\n2] 0\n"},
		{"printf '1\\n2\\n3\\n' | head -1", "[1] 0\n"},
		{"echo a:b:c | cut -d: -f2", "[b] 0\n"},
		{"echo abc | cut -d : -f 2", "[abc] 0\n"},
		{"echo a:b | cut -d: -f3", "[] 0\n"},
		{"echo a:b | cut -d: -f1,2", "[<?>] <?>\n"},
		{"echo abc | sed s/a/b/", "[<?>] <?>\n"},
		{"echo \"a$UNKNOWN\" | tr a b", "[<?>] <?>\n"},
	};

	CHECK_COMPUTED(state, cases);
}

static void programs_that_are_builtins_too_are_computed_by_path(void **state)
{
	static const struct printing_case cases[] = {
		{"/bin/echo -n a", "[a] 0\n"},
		{"/usr/bin/printf '%s-%d' a 3", "[a-3] 0\n"},
		{"/usr/bin/printf %q a", "[<?>] <?>\n"},
		{"/usr/bin/test a = b", "[] 1\n"},
		{"/usr/bin/[ a = a ]", "[] 0\n"},
		{"/bin/true", "[] 0\n"},
		{"/bin/false", "[] 1\n"},
		{"./echo a", "[<?>] <?>\n"},
	};

	CHECK_COMPUTED(state, cases);
}

static void what_prints_nothing_leaves_the_output_known(void **state)
{
	static const struct printing_case cases[] = {
		{"mkdir -p /x; rm -f /y; chmod +x /z; sleep 1; kill -9 1; echo a",
		 "[a] 0\n"},
		{"touch /x", "[] <?>\n"},
		{"date; echo a", "[<?>a] 0\n"},
	};

	CHECK_COMPUTED(state, cases);
}

static void files_that_are_removed_or_moved_are_doubted(void **state)
{
	static const struct printing_case cases[] = {
		{"echo 'echo a' > /tmp/cpg-x; cp /tmp/cpg-x /tmp/cpg-y; bash /tmp/cpg-y",
		 "a\n"},
		{"echo 'echo a' > /tmp/cpg-x; mv /tmp/cpg-x /tmp/cpg-y; bash /tmp/cpg-y",
		 "a\n"},
		{"echo 'echo a' > /tmp/cpg-x; mv /tmp/cpg-x /tmp/cpg-y; cat /tmp/cpg-x",
		 "<?>"},
		{"echo a > /tmp/cpg-x; rm -f /tmp/cpg-x; cat /tmp/cpg-x", "<?>"},
		{"echo a > /tmp/cpg-d/x; rm -rf /tmp/cpg-d; cat /tmp/cpg-d/x", "<?>"},
		{"echo a > /tmp/cpg-x; rm -f /tmp/cpg-y; cat /tmp/cpg-x", "a\n"},
		{"echo a > /tmp/cpg-x; chmod 755 /tmp/cpg-x; [ -x /tmp/cpg-x ] && echo x",
		 "x\n"},
	};

	CHECK_PRINTING(state, cases);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		arena_test(dirname_and_basename_cut_paths),
		arena_test(options_are_read_where_the_command_reads_them),
		arena_test(output_may_be_one_word_whatever_it_is),
		arena_test(lines_are_taken_from_either_end),
		arena_test(paths_with_gaps_are_cut_behind_them),
		arena_test(links_are_followed_where_they_are_here),
		arena_test(seq_counts_whole_numbers),
		arena_test(cat_reads_files_and_its_input),
		arena_test(filters_are_exact_or_not_computed),
		arena_test(programs_that_are_builtins_too_are_computed_by_path),
		arena_test(what_prints_nothing_leaves_the_output_known),
		arena_test(files_that_are_removed_or_moved_are_doubted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
