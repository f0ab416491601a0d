#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cpguard/slurm_conf.h"
#include "site.h"

static int read_text(struct site *site, const char *text, struct cpg_slurm_conf *conf,
		     struct cpg_error *err)
{
	const char *path = write_file(site->arena, site->directory, "slurm.conf", text);

	return cpg_slurm_conf_read(site->arena, path, conf, err);
}

static void plugin_dir_is_read_in_every_form_that_slurm_takes(void **state)
{
	static const struct {
		const char *text;
		const char *value;
	} cases[] = {
		{"", NULL},
		{"PluginDir=/a:/b\n", "/a:/b"},
		{"PluginDir=/a", "/a"},
		{"  PLUGINDIR = /a   # ours\n", "/a"},
		{"plugindir=/a\r\n", "/a"},
		{"PluginDir=\"/a b\"\n", "/a b"},
		{"PluginDir=/a\nPluginDir=/b\n", "/b"},
		{"PluginDir=\\\n/a\n", "/a"},
		{"PluginDir=/a\\#b\n", "/a#b"},
		{"PluginDir=/a\\\\\\\\b\n", "/a\\\\b"},
		{"# PluginDir=/a \\\nPluginDir=/b\n", "/b"},
		{"#PluginDir=/a\n", NULL},
		{"SlurmctldHost=h PluginDir=/a\n", NULL},
		{"PluginDirs=/a\n", NULL},
		{"PluginDir /a\n", NULL},
		{"=/a\n", NULL},
		{"Description=\\", NULL},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct cpg_slurm_conf conf;

		assert_int_equal(read_text(*state, cases[i].text, &conf, NULL), 0);
		if (!conf.plugin_dir != !cases[i].value ||
		    (conf.plugin_dir && strcmp(conf.plugin_dir, cases[i].value) != 0))
			fail_msg("'%s' gave '%s'", cases[i].text, conf.plugin_dir);
	}
}

static void cluster_is_configless_when_slurmctld_is_told_to_send_files(void **state)
{
	static const struct {
		const char *text;
		bool configless;
	} cases[] = {
		{"", false},
		{"SlurmctldParameters=enable_configless\n", true},
		{"slurmctldparameters=idle_on_node_suspend,Enable_Configless\n", true},
		{"SlurmctldParameters=idle_on_node_suspend\n", false},
		{"#SlurmctldParameters=enable_configless\n", false},
		{"SlurmdParameters=enable_configless\n", false},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct cpg_slurm_conf conf;

		assert_int_equal(read_text(*state, cases[i].text, &conf, NULL), 0);
		if (cpg_slurm_conf_is_configless(&conf) != cases[i].configless)
			fail_msg("'%s'", cases[i].text);
	}
}

static void includes_are_followed_where_slurm_follows_them(void **state)
{
	struct site *site = *state;
	struct cpg_slurm_conf conf;

	write_file(site->arena, site->directory, "d/Site.conf", "");
	write_file(site->arena, site->directory, "d/one-alps.conf",
		   "PlugStackConfig=/one\ninclude d/two.conf\n");
	write_file(site->arena, site->directory, "d/two.conf", "PluginDir=/two\n");
	write_file(site->arena, site->directory, "blank.conf", "PluginDir=/blank\n");
	assert_int_equal(read_text(site,
				   "ClusterName=Alps\n"
				   "INCLUDE d/one-%c.conf # ours\n"
				   " include blank.conf\n"
				   "IncludeAll=x\n",
				   &conf, NULL),
			 0);
	assert_string_equal(conf.cluster_name, "Alps");
	assert_string_equal(conf.plug_stack_config, "/one");
	assert_string_equal(conf.plugin_dir, "/two");
}

static void what_slurm_cannot_read_is_an_error_that_names_it(void **state)
{
	struct site *site = *state;
	struct cpg_slurm_conf conf = {.plugin_dir = "untouched"};
	struct cpg_error err;

	assert_int_equal(read_text(site, "include absent.conf\n", &conf, &err), -1);
	assert_int_equal(err.code, ENOENT);
	assert_non_null(strstr(err.text, "/absent.conf'"));
	assert_int_equal(read_text(site, "include /x/%c.conf\n", &conf, &err), -1);
	assert_string_equal(err.text, "Include /x/%c.conf comes before ClusterName");
	assert_int_equal(read_text(site, "include slurm.conf\n", &conf, &err), -1);
	assert_int_equal(err.code, CPG_E_LIMIT);
	assert_string_equal(conf.plugin_dir, "untouched");
}

#define site_test(name) cmocka_unit_test_setup_teardown(name, make_site, free_site)

int main(void)
{
	const struct CMUnitTest tests[] = {
		site_test(plugin_dir_is_read_in_every_form_that_slurm_takes),
		site_test(cluster_is_configless_when_slurmctld_is_told_to_send_files),
		site_test(includes_are_followed_where_slurm_follows_them),
		site_test(what_slurm_cannot_read_is_an_error_that_names_it),
	};

	return cmocka_run_group_tests_name("slurm_conf", tests, NULL, NULL);
}
