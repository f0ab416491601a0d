#include <errno.h>
#include <string.h>

#include "cpguard/error.h"
#include "cpguard/mounts.h"
#include "test.h"

#define WORD CPG_MOUNT_WORD
#define GAP CPG_MOUNT_GAP

/* Nothing lies below /-h on any machine, so no link is met there. What a path is looked up as:
 * "?" is a mount that is not known, "" that no mount is known to hold it. */
struct lookup {
	const char *inside;
	const char *outside;
};

struct mounts_case {
	enum cpg_mount_grammar grammar;
	const char *text;
	struct lookup lookups[4];
};

static const struct mounts_case pyxis_cases[] = {
	{CPG_MOUNT_PYXIS,
	 "/-h/a:/b",
	 {{"/b", "/-h/a"}, {"/b/c/d", "/-h/a/c/d"}, {"/bc", ""}, {"/-h/a", ""}}},
	{CPG_MOUNT_PYXIS, "/-h/a", {{"/-h/a/x", "/-h/a/x"}, {"/-h", ""}}},
	{CPG_MOUNT_PYXIS, "/-h/a:/b:ro+rprivate", {{"/b/x", "/-h/a/x"}}},
	{CPG_MOUNT_PYXIS, "/-h/a:/b:", {{"/b/x", "/-h/a/x"}}},
	{CPG_MOUNT_PYXIS,
	 "/-h/a:/b,/-h/c:/d,/-h/e",
	 {{"/b/x", "/-h/a/x"}, {"/d/x", "/-h/c/x"}, {"/-h/e/x", "/-h/e/x"}}},
	/* Relative to the job's directory, and to the container's root. */
	{CPG_MOUNT_PYXIS, "./a:/b", {{"/b/x", "/-h/w/a/x"}}},
	{CPG_MOUNT_PYXIS, ".:/b", {{"/b/x", "/-h/w/x"}}},
	{CPG_MOUNT_PYXIS, "./a", {{"/a/x", "/-h/w/a/x"}}},
	{CPG_MOUNT_PYXIS, "/-h/a:./b", {{"/b/x", "/-h/a/x"}}},
	{CPG_MOUNT_PYXIS, "../a:/b", {{"/b/x", "/-h/w/../a/x"}}},
	/* The later one is mounted over the earlier one. */
	{CPG_MOUNT_PYXIS, "/-h/a:/b,/-h/c:/b", {{"/b/x", "/-h/c/x"}}},
	{CPG_MOUNT_PYXIS,
	 "/-h/a:/b,/-h/c:/b/d",
	 {{"/b/d/x", "/-h/c/x"}, {"/b/x", "/-h/a/x"}, {"/b/dd", "/-h/a/dd"}}},
	{CPG_MOUNT_PYXIS, "/-h/c:/b/d,/-h/a:/b", {{"/b/d/x", "/-h/a/d/x"}}},
	{CPG_MOUNT_PYXIS, "/-h/a:/", {{"/x", "/-h/a/x"}, {"/", "/-h/a"}}},
	{CPG_MOUNT_PYXIS,
	 "/-h/a:/b/,/-h//./c/:/d/./e//",
	 {{"/b/x", "/-h/a/x"}, {"/d/e/x", "/-h/c/x"}, {"//b//./x", "/-h/a/x"}}},
	/* What is no path of the host. */
	{CPG_MOUNT_PYXIS, "/-h/a:/b,tmpfs:/b/t", {{"/b/t/x", "?"}, {"/b/x", "/-h/a/x"}}},
	{CPG_MOUNT_PYXIS, "/-h/a:/b,umount:/b", {{"/b/x", "?"}}},
	/* Not known in part. */
	{CPG_MOUNT_PYXIS,
	 "/-h/a:/b,/-h/" WORD ":/s,/-h/c:/d",
	 {{"/b/x", "/-h/a/x"}, {"/s/x", "?"}, {"/d/x", "/-h/c/x"}}},
	{CPG_MOUNT_PYXIS,
	 "/-h/a:/b,/-h/c:/s/" WORD,
	 {{"/b/x", "/-h/a/x"}, {"/s/x", "?"}, {"/t", ""}}},
	{CPG_MOUNT_PYXIS, "/-h/a:/b,/-h/c:" WORD, {{"/b/x", ""}}},
	{CPG_MOUNT_PYXIS,
	 "/-h/a:/b,/-h/" GAP ":/s,/-h/c:/d",
	 {{"/b/x", ""}, {"/s/x", ""}, {"/d/x", "/-h/c/x"}}},
	{CPG_MOUNT_PYXIS, GAP, {{"/b/x", ""}}},
	/* What pyxis does not take. */
	{CPG_MOUNT_PYXIS, "/-h/a:/b,", {{"/b/x", ""}}},
	{CPG_MOUNT_PYXIS, "/-h/a:b", {{"/b/x", ""}}},
	{CPG_MOUNT_PYXIS, "name:/b", {{"/b/x", ""}}},
	{CPG_MOUNT_PYXIS, "/-h/a:/b/../c", {{"/c/x", ""}}},
};

static const struct mounts_case enroot_cases[] = {
	{CPG_MOUNT_ENROOT, "/-h/a:/b", {{"/b/x", "/-h/a/x"}}},
	{CPG_MOUNT_ENROOT, "/-h/a", {{"/-h/a/x", "/-h/a/x"}}},
	{CPG_MOUNT_ENROOT, ".:mnt", {{"/mnt/x", "/-h/w/x"}}},
	{CPG_MOUNT_ENROOT, "/-h/a:/b:none:x-create=dir,bind", {{"/b/x", "/-h/a/x"}}},
	{CPG_MOUNT_ENROOT, "/-h/a:/b:rbind,ro", {{"/b/x", "/-h/a/x"}}},
	{CPG_MOUNT_ENROOT, "/-h/a:bind", {{"/-h/a/x", "/-h/a/x"}}},
	{CPG_MOUNT_ENROOT, "/-h/a:/b\n/-h/c:/b", {{"/b/x", "/-h/c/x"}}},
	{CPG_MOUNT_ENROOT, "tmpfs:/b", {{"/b/x", "?"}}},
	{CPG_MOUNT_ENROOT, "overlay:/b:overlay:lowerdir=/-h/a", {{"/b/x", "?"}}},
	{CPG_MOUNT_ENROOT, "none:/b:x-detach", {{"/b/x", "?"}}},
	{CPG_MOUNT_ENROOT, "/-h/a\\040b:/b", {{"/b/x", ""}}},
	{CPG_MOUNT_ENROOT, "/-h/" GAP, {{"/b/x", ""}}},
};

static const struct mounts_case apptainer_cases[] = {
	{CPG_MOUNT_BIND, "/-h/a:/b", {{"/b/x", "/-h/a/x"}}},
	{CPG_MOUNT_BIND, "/-h/a", {{"/-h/a/x", "/-h/a/x"}}},
	{CPG_MOUNT_BIND, "/-h/a:/b:ro", {{"/b/x", "/-h/a/x"}}},
	{CPG_MOUNT_BIND,
	 "/-h/a,/-h/b:/c,/-h/d",
	 {{"/-h/a/x", "/-h/a/x"}, {"/c/x", "/-h/b/x"}, {"/-h/d/x", "/-h/d/x"}}},
	{CPG_MOUNT_BIND,
	 "/-h/a:/b:ro,/-h/c:/d:rw,/-h/e",
	 {{"/b/x", "/-h/a/x"}, {"/d/x", "/-h/c/x"}, {"/-h/e/x", "/-h/e/x"}}},
	{CPG_MOUNT_BIND,
	 " /-h/a:/b , /-h/c:/d ",
	 {{"/b/x", "/-h/a/x"}, {"/d/x", "/-h/c/x"}}},
	{CPG_MOUNT_BIND, "a:/b,./c:/d", {{"/b/x", "/-h/w/a/x"}, {"/d/x", "/-h/w/c/x"}}},
	{CPG_MOUNT_BIND, "/-h/i.img:/b:image-src=/", {{"/b/x", "?"}}},
	{CPG_MOUNT_BIND,
	 "/-h/i.sif:/b:ro,id=2,/-h/c:/d",
	 {{"/b/x", "?"}, {"/d/x", "/-h/c/x"}}},
	/* Of two at one place the first counts. */
	{CPG_MOUNT_BIND, "/-h/a:/b,/-h/c:/b", {{"/b/x", "/-h/a/x"}}},
	/* A place above another one, later: the releases differ where it matters. */
	{CPG_MOUNT_BIND,
	 "/-h/a:/b,/-h/c:/b/d",
	 {{"/b/d/x", "/-h/c/x"}, {"/b/x", "/-h/a/x"}}},
	{CPG_MOUNT_BIND, "/-h/c:/b/d,/-h/a:/b", {{"/b/d/x", "?"}, {"/b/x", "/-h/a/x"}}},
	{CPG_MOUNT_BIND, "/-h/a/d,/-h/a", {{"/-h/a/d/x", "/-h/a/d/x"}}},
	{CPG_MOUNT_BIND, "/-h/" WORD ":/s,/-h/a:/b", {{"/s/x", "?"}, {"/b/x", "/-h/a/x"}}},
	{CPG_MOUNT_BIND, "/-h/" GAP ":/s,/-h/a:/b", {{"/b/x", ""}}},
	{CPG_MOUNT_BIND, "/-h/a\\:b:/b", {{"/b/x", ""}}},
	{CPG_MOUNT_BIND, "/-h/a:/b:/c", {{"/b/x", ""}}},
	{CPG_MOUNT_BIND, "a", {{"/a/x", ""}}},
	{CPG_MOUNT_BIND_FIELDS, "type=bind,source=/-h/a,target=/b", {{"/b/x", "/-h/a/x"}}},
	{CPG_MOUNT_BIND_FIELDS, "src=/-h/a,dst=/b,ro", {{"/b/x", "/-h/a/x"}}},
	{CPG_MOUNT_BIND_FIELDS,
	 "src=/-h/a,destination=/b\nsrc=/-h/c,dst=/d",
	 {{"/b/x", "/-h/a/x"}, {"/d/x", "/-h/c/x"}}},
	{CPG_MOUNT_BIND_FIELDS,
	 "type=bind,src=/-h/i.img,dst=/b,image-src=/x",
	 {{"/b/x", "?"}}},
	{CPG_MOUNT_BIND_FIELDS, "type=bind,\"src=/-h/a,b\",dst=/b", {{"/b/x", ""}}},
	{CPG_MOUNT_HOME, "/-h/a", {{"/-h/a/x", "/-h/a/x"}}},
	{CPG_MOUNT_HOME, "/-h/a:/home/u", {{"/home/u/x", "/-h/a/x"}}},
	{CPG_MOUNT_HOME, "a:/home/u", {{"/home/u/x", "/-h/w/a/x"}}},
	{CPG_MOUNT_HOME, "a", {{"/a/x", ""}}},
};

static const struct mounts_case docker_cases[] = {
	{CPG_MOUNT_VOLUME, "/-h/a:/b", {{"/b/x", "/-h/a/x"}}},
	{CPG_MOUNT_VOLUME, "/-h/a:/b:ro,z", {{"/b/x", "/-h/a/x"}}},
	{CPG_MOUNT_VOLUME, "./a:/b", {{"/b/x", "/-h/w/a/x"}}},
	/* The name of a volume, none, a path that the shell did not expand. */
	{CPG_MOUNT_VOLUME, "name:/b", {{"/b/x", "?"}}},
	{CPG_MOUNT_VOLUME, "/b", {{"/b/x", "?"}}},
	{CPG_MOUNT_VOLUME, "~/a:/b", {{"/b/x", "?"}}},
	{CPG_MOUNT_VOLUME, "/-h/" WORD ":/b", {{"/b/x", "?"}}},
	{CPG_MOUNT_VOLUME, GAP ":/b", {{"/b/x", ""}}},
	{CPG_MOUNT_VOLUME, "/-h/a:/b:ro:x", {{"/b/x", ""}}},
	{CPG_MOUNT_VOLUME, "c:/b", {{"/b/x", ""}}},
	{CPG_MOUNT_VOLUME, "/-h/a:b", {{"/b/x", ""}}},
	{CPG_MOUNT_FIELDS,
	 "type=bind,source=/-h/a,target=/b,readonly",
	 {{"/b/x", "/-h/a/x"}}},
	{CPG_MOUNT_FIELDS,
	 "dst=/b,src=/-h/a,type=bind,bind-propagation=rslave",
	 {{"/b/x", "/-h/a/x"}}},
	{CPG_MOUNT_FIELDS, "Type=Bind,src=./a,dest=/b", {{"/b/x", "/-h/w/a/x"}}},
	/* Without a type it is a volume. */
	{CPG_MOUNT_FIELDS, "source=/-h/a,target=/b", {{"/b/x", "?"}}},
	{CPG_MOUNT_FIELDS, "type=volume,source=/-h/a,target=/b", {{"/b/x", "?"}}},
	{CPG_MOUNT_FIELDS, "type=tmpfs,target=/b", {{"/b/x", "?"}}},
	{CPG_MOUNT_FIELDS, "type=bind,source=/-h/a", {{"/b/x", ""}}},
	{CPG_MOUNT_FIELDS, "type=bind,source=/-h/a,target=" GAP, {{"/b/x", ""}}},
	{CPG_MOUNT_TMPFS, "/b:size=1g", {{"/b/x", "?"}}},
	{CPG_MOUNT_OTHERS, "container", {{"/b/x", ""}}},
};

static const char *look_up(struct cpg_arena *arena, const struct cpg_container *container,
			   const char *path)
{
	struct cpg_error err = {.code = 0};
	const char *outside;
	int rc = cpg_container_locate(arena, container, path, &outside, &err);

	if (rc < 0)
		assert_int_equal(err.code, CPG_E_HIDDEN);
	return rc > 0 ? outside : rc < 0 ? "?" : "";
}

static void check_cases(struct cpg_arena *arena, enum cpg_mount_order order,
			const struct mounts_case *cases, size_t count)
{
	bool failed = false;

	for (size_t i = 0; i < count; i++) {
		struct cpg_mounts mounts = {.arena = arena, .workdir = "/-h/w"};
		const struct cpg_container *container;

		cpg_mounts_add(&mounts, cases[i].grammar, cases[i].text);
		assert_int_equal(cpg_mounts_finish(&mounts, order, &container, NULL), 0);
		for (const struct lookup *at = cases[i].lookups; at->inside; at++) {
			const char *got = look_up(arena, container, at->inside);

			if (strcmp(got, at->outside) == 0)
				continue;
			print_error("'%s': %s is '%s', not '%s'\n", cases[i].text,
				    at->inside, got, at->outside);
			failed = true;
		}
	}
	assert_false(failed);
}

#define CHECK(arena, order, cases) \
	check_cases(arena, order, cases, sizeof(cases) / sizeof((cases)[0]))

static void each_tool_reads_its_mounts_in_its_own_way(void **state)
{
	CHECK(*state, CPG_MOUNTS_IN_TURN, pyxis_cases);
	CHECK(*state, CPG_MOUNTS_IN_TURN, enroot_cases);
	CHECK(*state, CPG_MOUNTS_EITHER, apptainer_cases);
	CHECK(*state, CPG_MOUNTS_BY_DEPTH, docker_cases);
}

static const struct cpg_container *make(struct cpg_mounts *mounts,
					enum cpg_mount_order order)
{
	const struct cpg_container *container;

	assert_int_equal(cpg_mounts_finish(mounts, order, &container, NULL), 0);
	return container;
}

static void docker_mounts_the_deeper_place_over_the_other_whatever_their_order(void **state)
{
	struct cpg_mounts mounts = {.arena = *state};
	const struct cpg_container *container;

	cpg_mounts_add(&mounts, CPG_MOUNT_VOLUME, "/-h/c:/b/d");
	cpg_mounts_add(&mounts, CPG_MOUNT_FIELDS, "type=bind,src=/-h/a,dst=/b");
	cpg_mounts_add(&mounts, CPG_MOUNT_TMPFS, "/b/d/t");
	container = make(&mounts, CPG_MOUNTS_BY_DEPTH);
	assert_string_equal(look_up(*state, container, "/b/d/x"), "/-h/c/x");
	assert_string_equal(look_up(*state, container, "/b/x"), "/-h/a/x");
	assert_string_equal(look_up(*state, container, "/b/d/t/x"), "?");
}

static void the_home_of_apptainer_is_mounted_below_all_others(void **state)
{
	struct cpg_mounts mounts = {.arena = *state};
	const struct cpg_container *container;

	cpg_mounts_add(&mounts, CPG_MOUNT_BIND, "/-h/a:/home");
	cpg_mounts_add(&mounts, CPG_MOUNT_HOME, "/-h/u:/home/u");
	container = make(&mounts, CPG_MOUNTS_EITHER);
	assert_string_equal(look_up(*state, container, "/home/u/x"), "/-h/a/u/x");
}

static void
a_relative_source_counts_from_nowhere_when_the_directory_is_not_known(void **state)
{
	struct cpg_mounts mounts = {.arena = *state};
	const struct cpg_container *container;

	cpg_mounts_add(&mounts, CPG_MOUNT_PYXIS, "./a:/b,/-h/c:/d");
	container = make(&mounts, CPG_MOUNTS_IN_TURN);
	assert_string_equal(look_up(*state, container, "/b/x"), "?");
	assert_string_equal(look_up(*state, container, "/d/x"), "/-h/c/x");
}

static void a_container_in_a_container_sees_what_the_outer_one_does(void **state)
{
	struct cpg_mounts outer = {.arena = *state};
	struct cpg_mounts inner = {.arena = *state};
	const struct cpg_container *container;

	cpg_mounts_add(&outer, CPG_MOUNT_PYXIS, "/-h/a:/b,/-h/c:/b/sub,tmpfs:/t");
	inner.outer = make(&outer, CPG_MOUNTS_IN_TURN);
	cpg_mounts_add(&inner, CPG_MOUNT_BIND, "/b:/x,/b/sub:/y,/t:/z,/-h/a:/w");
	container = make(&inner, CPG_MOUNTS_EITHER);
	assert_string_equal(look_up(*state, container, "/x/f"), "/-h/a/f");
	assert_string_equal(look_up(*state, container, "/y/f"), "/-h/c/f");
	/* What else is mounted below comes along, and is not followed. */
	assert_string_equal(look_up(*state, container, "/x/sub/f"), "?");
	/* Neither the outer one's own files nor this machine's. */
	assert_string_equal(look_up(*state, container, "/z/f"), "?");
	assert_string_equal(look_up(*state, container, "/w/f"), "?");
	assert_string_equal(look_up(*state, container, "/b/f"), "");
}

static void more_mounts_than_anybody_writes_are_not_known(void **state)
{
	struct cpg_mounts mounts = {.arena = *state};
	const struct cpg_container *container;

	for (int i = 0; i < 100000; i++)
		cpg_mounts_add(&mounts, CPG_MOUNT_VOLUME, "/-h/a:/b");
	container = make(&mounts, CPG_MOUNTS_BY_DEPTH);
	assert_string_equal(look_up(*state, container, "/b/x"), "");
}

static void mounts_that_do_not_fit_the_budget_are_an_error(void **state)
{
	struct cpg_arena *small = cpg_arena_new(512);
	struct cpg_mounts mounts = {.arena = small};
	const struct cpg_container *container;
	struct cpg_error err = {.code = 0};

	(void)state;
	assert_non_null(small);
	for (int i = 0; i < 20; i++)
		cpg_mounts_add(&mounts, CPG_MOUNT_PYXIS, "/-h/a:/b,/-h/c:/d,/-h/e:/f");
	assert_int_equal(cpg_mounts_finish(&mounts, CPG_MOUNTS_IN_TURN, &container, &err),
			 -1);
	assert_int_equal(err.code, ENOMEM);
	cpg_arena_free(small);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		arena_test(each_tool_reads_its_mounts_in_its_own_way),
		arena_test(
			docker_mounts_the_deeper_place_over_the_other_whatever_their_order),
		arena_test(the_home_of_apptainer_is_mounted_below_all_others),
		arena_test(
			a_relative_source_counts_from_nowhere_when_the_directory_is_not_known),
		arena_test(a_container_in_a_container_sees_what_the_outer_one_does),
		arena_test(more_mounts_than_anybody_writes_are_not_known),
		arena_test(mounts_that_do_not_fit_the_budget_are_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
