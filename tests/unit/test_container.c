#include <string.h>
#include <unistd.h>

#include "cpguard/container.h"
#include "cpguard/error.h"
#include "files.h"

/* A directory with what the mounts of a test bring: data, with a model in it, and other. */
struct site {
	struct cpg_arena *arena;
	char *directory;
	struct cpg_mount mounts[3];
	struct cpg_container container;
};

static const char *below(const struct site *site, const char *name)
{
	return cpg_arena_printf(site->arena, "%s/%s", site->directory, name);
}

static int set_up(void **state)
{
	struct site *site = calloc(1, sizeof(*site));

	site->arena = cpg_arena_new(CPG_ARENA_BUDGET);
	site->directory = make_directory();
	write_file(site->arena, site->directory, "data/model/config.json", DSA_CONFIG);
	write_file(site->arena, site->directory, "data/deep/down/file", "");
	write_file(site->arena, site->directory, "other/model/config.json", QWEN_CONFIG);
	site->mounts[0] = (struct cpg_mount){"/data", below(site, "data")};
	site->mounts[1] = (struct cpg_mount){"/mnt/other", below(site, "other")};
	site->mounts[2] = (struct cpg_mount){"/volume", NULL};
	site->container = (struct cpg_container){site->mounts, 3};
	*state = site;
	return 0;
}

static int tear_down(void **state)
{
	struct site *site = *state;

	remove_directory(site->directory);
	cpg_arena_free(site->arena);
	free(site);
	return 0;
}

/* "?" when it cannot be told, "" when no mount holds the path; else without the directory. */
static const char *look_up(const struct site *site, const char *path)
{
	struct cpg_error err = {.code = 0};
	const char *outside;
	int rc = cpg_container_locate(site->arena, &site->container, path, &outside, &err);

	if (rc < 0) {
		assert_int_equal(err.code, CPG_E_HIDDEN);
		assert_non_null(strstr(err.text, path));
		return "?";
	}
	if (rc == 0)
		return "";
	assert_int_equal(strncmp(outside, site->directory, strlen(site->directory)), 0);
	return outside + strlen(site->directory);
}

static void link_to(const struct site *site, const char *target, const char *name)
{
	assert_int_equal(symlink(target, below(site, name)), 0);
}

static void this_machine_is_no_container(void **state)
{
	struct site *site = *state;
	const char *outside;

	assert_int_equal(cpg_container_locate(site->arena, NULL, "/data/x", &outside, NULL),
			 1);
	assert_string_equal(outside, "/data/x");
}

static void a_path_leads_where_its_mount_does(void **state)
{
	static const struct {
		const char *inside;
		const char *outside;
	} cases[] = {
		{"/data", "/data"},
		{"/data/", "/data"},
		{"/data/model/config.json", "/data/model/config.json"},
		{"/data/none/x", "/data/none/x"},
		{"/mnt/other/model", "/other/model"},
		{"/volume/model", "?"},
		{"/", ""},
		{"/mnt", ""},
		{"/database", ""},
		{"/other/model", ""},
		/* ".." stays within a mount; above it lies what is not known. */
		{"/data/deep/../model", "/data/model"},
		{"/data/deep/down/../../model", "/data/model"},
		{"/data/../data/model", "?"},
		{"/data/deep/../../x", "?"},
		{"/mnt/../data/model", ""},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const char *got = look_up(*state, cases[i].inside);

		if (strcmp(got, cases[i].outside) != 0)
			fail_msg("%s is '%s', not '%s'", cases[i].inside, got,
				 cases[i].outside);
	}
}

static void links_within_a_mount_are_followed_there(void **state)
{
	struct site *site = *state;

	link_to(site, "model", "data/relative");
	link_to(site, "../model", "data/deep/up");
	link_to(site, "/data/model", "data/absolute");
	assert_string_equal(look_up(site, "/data/relative/config.json"),
			    "/data/relative/config.json");
	assert_string_equal(look_up(site, "/data/deep/up/config.json"),
			    "/data/deep/up/config.json");
	assert_string_equal(look_up(site, "/data/absolute/config.json"),
			    "/data/model/config.json");
}

/* On the host the same link leads to another file, or to none. */
static void a_link_out_of_its_mount_leads_where_the_container_has_that(void **state)
{
	struct site *site = *state;

	link_to(site, "/mnt/other/model", "data/away");
	link_to(site, "../other/model", "data/beside");
	link_to(site, "../../mnt/other/model", "data/deep/around");
	link_to(site, "/image/model", "data/image");
	link_to(site, "/volume/model", "data/volume");
	link_to(site, below(site, "other/model"), "data/host");
	assert_string_equal(look_up(site, "/data/away/config.json"),
			    "/other/model/config.json");
	assert_string_equal(look_up(site, "/data/beside/config.json"), "?");
	assert_string_equal(look_up(site, "/data/deep/around/config.json"), "?");
	assert_string_equal(look_up(site, "/data/image"), "?");
	assert_string_equal(look_up(site, "/data/volume"), "?");
	assert_string_equal(look_up(site, "/data/host/config.json"), "?");
}

static void links_in_a_circle_lead_nowhere(void **state)
{
	struct site *site = *state;

	link_to(site, "b", "data/a");
	link_to(site, "a", "data/b");
	link_to(site, "/data/c/x", "data/c");
	assert_string_equal(look_up(site, "/data/a"), "?");
	assert_string_equal(look_up(site, "/data/c"), "?");
}

static void a_later_mount_that_may_be_anywhere_hides_the_others(void **state)
{
	struct site *site = *state;

	site->mounts[0].inside = NULL;
	assert_string_equal(look_up(site, "/mnt/other/model"), "/other/model");
	site->mounts[2].inside = NULL;
	assert_string_equal(look_up(site, "/mnt/other/model"), "");
}

static void of_a_closed_container_nothing_is_known(void **state)
{
	struct site *site = *state;

	site->container = cpg_container_closed;
	assert_string_equal(look_up(site, "/data/model"), "");
}

#define site_test(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		site_test(this_machine_is_no_container),
		site_test(a_path_leads_where_its_mount_does),
		site_test(links_within_a_mount_are_followed_there),
		site_test(a_link_out_of_its_mount_leads_where_the_container_has_that),
		site_test(links_in_a_circle_lead_nowhere),
		site_test(a_later_mount_that_may_be_anywhere_hides_the_others),
		site_test(of_a_closed_container_nothing_is_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
