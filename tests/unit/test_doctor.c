#include "command.h"
#include "site.h"

/* A machine with a Slurm of its own: bin/sbatch answers as the files "version" and "help" say,
 * slurm.conf names plugins/, and the plugins there are built from C. */
/* What `sbatch --help` prints when the plugin is loaded. */
#define HELP \
	"Options provided by plugins:\n" \
	"      --hf-checkpoint=PATH    the checkpoint\n" \
	"      --allgather-cp          with this flag\n" \
	"      --context-parallel-size=N\n"

static const char *write_site(struct site *site, const char *name, const char *content)
{
	return write_file(site->arena, site->directory, name, content);
}

static const char *place(struct site *site, const char *name)
{
	return cpg_arena_printf(site->arena, "%s/%s", site->directory, name);
}

static void write_program(struct site *site, const char *name, const char *content)
{
	assert_int_equal(chmod(write_site(site, name, content), 0755), 0);
}

static void compile(struct site *site, const char *source, const char *output,
		    const char *flags)
{
	const char *from = write_site(site, "source.c", source);
	const char *to = write_site(site, output, "");
	const char *compiler = getenv("CC") ? getenv("CC") : "cc";

	assert_int_equal(system(cpg_arena_printf(site->arena, "%s -w -o %s %s %s", compiler,
						 to, from, flags)),
			 0);
}

/* A plugin for the Slurm release, such as 0x160508, without the symbol `lacking`. Loading it
 * would leave a mark, which tear_down() looks for. */
static void build_plugin(struct site *site, const char *name, unsigned release,
			 const char *lacking)
{
	const char *mark = place(site, "loaded");

	compile(site,
		cpg_arena_printf(site->arena,
				 "#include <stdio.h>\n"
				 "const char plugin_name[] = \"cpguard\";\n"
				 "const char plugin_type[] = \"spank\";\n"
				 "const unsigned plugin_version = 0x%x;\n"
				 "int spank_getenv(void);\n"
				 "int slurm_spank_init(void) { return spank_getenv(); }\n"
				 "int slurm_spank_init_post_opt(void) { return 0; }\n"
				 "int slurm_spank_task_init(void) { return 0; }\n"
				 "__attribute__((constructor)) static void begin(void)\n"
				 "{ fclose(fopen(\"%s\", \"w\")); }\n",
				 release, mark),
		name,
		lacking ? cpg_arena_printf(site->arena, "-shared -fPIC -D%s=other", lacking)
			: "-shared -fPIC -Wl,-z,now");
}

static void write_conf(struct site *site, const char *more)
{
	write_site(site, "etc/slurm.conf",
		   cpg_arena_printf(site->arena,
				    "ClusterName=test\nPluginDir=%s/none:%s/plugins\n%s",
				    site->directory, site->directory, more));
}

static int set_up(void **state)
{
	struct site *site;

	if (make_site(state) < 0)
		return -1;
	site = *state;
	write_program(site, "bin/sbatch",
		      cpg_arena_printf(site->arena,
				       "#!/bin/sh\n"
				       "cd %s && . ./behaviour\n"
				       "case $1 in\n"
				       "--version) cat version;;\n"
				       "--help) cat help;;\n"
				       "*) exit 3;;\n"
				       "esac\n",
				       site->directory));
	write_site(site, "behaviour", "");
	write_site(site, "version", "slurm-wlm 22.05.8\n");
	write_site(site, "help", HELP);
	write_conf(site, "");
	write_site(site, "etc/plugstack.conf", "optional spank_cpguard.so\n");
	build_plugin(site, "plugins/spank_cpguard.so", 0x160502, NULL);
	return 0;
}

/* Whatever a test did, the plugin's code never ran. */
static int tear_down(void **state)
{
	struct site *site = *state;
	int loaded = access(place(site, "loaded"), F_OK);

	free_site(state);
	return loaded == 0 ? -1 : 0;
}

static struct run doctor_in(struct site *site, const char *path, const char *arguments)
{
	char *const environment[] = {
		cpg_arena_printf(site->arena, "PATH=%s", path),
		cpg_arena_printf(site->arena, "SLURM_CONF=%s/etc/slurm.conf",
				 site->directory),
		NULL,
	};

	return run_command(site->arena, site->directory, environment,
			   cpg_arena_printf(site->arena, "doctor%s", arguments));
}

static struct run doctor(struct site *site, const char *arguments)
{
	return doctor_in(
		site,
		cpg_arena_printf(site->arena, "none:%s/bin:/usr/bin:/bin", site->directory),
		arguments);
}

static void assert_line(const struct run *run, const char *line)
{
	if (!strstr(run->out, line))
		fail_msg("no line '%s' in\n%s%s", line, run->out, run->err);
}

/* Every other line is "ok". */
static void assert_only(const struct run *run, const char *line)
{
	size_t lines = 0;
	size_t good = 0;

	assert_line(run, line);
	for (const char *at = run->out; *at; at = strchr(at, '\n') + 1, lines++)
		good += strncmp(at, "ok ", 3) == 0;
	if (lines != 12 || good != 10)
		fail_msg("more than '%s' is not ok:\n%s", line, run->out);
}

static void sound_machine_is_active_and_told_in_one_line_for_each_check(void **state)
{
	struct site *site = *state;
	struct run run = doctor(site, "");

	assert_string_equal(
		run.out,
		cpg_arena_printf(
			site->arena,
			"ok   sbatch: %1$s/bin/sbatch\n"
			"ok   slurm.conf: %1$s/etc/slurm.conf (named by SLURM_CONF)\n"
			"ok   slurm: 22.05.8, says sbatch --version\n"
			"ok   plugstack.conf: %1$s/etc/plugstack.conf\n"
			"ok   line: %1$s/etc/plugstack.conf:1: optional spank_cpguard.so\n"
			"ok   settings: the defaults\n"
			"ok   plugin: %1$s/plugins/spank_cpguard.so\n"
			"ok   loadable: all its libraries are here\n"
			"ok   exports: a SPANK plugin named cpguard, with both gates\n"
			"ok   release: built for Slurm 22.05, and this is 22.05.8\n"
			"ok   options: sbatch --help has them: Slurm has loaded the "
			"plugin\n"
			"cpguard is active on this machine.\n",
			site->directory));
	assert_string_equal(run.err, "");
	assert_int_equal(run.status, 0);
}

static void json_has_every_check_with_its_status_and_advice(void **state)
{
	struct site *site = *state;
	struct run run = doctor(site, " --json");

	assert_int_equal(run.status, 0);
	assert_ptr_equal(strstr(run.out,
				"{\"active\":true,\"sound\":true,\"checks\":[{\"name\":"
				"\"sbatch\",\"status\":\"ok\","),
			 run.out);
	assert_ptr_equal(strchr(run.out, '\n'), run.out + strlen(run.out) - 1);

	write_site(site, "help", "no options\n");
	run = doctor(site, " --json");
	assert_int_equal(run.status, 1);
	assert_line(&run, "{\"active\":false,\"sound\":false,");
	assert_line(&run,
		    "{\"name\":\"options\",\"status\":\"fail\",\"text\":\"sbatch --help "
		    "lacks --hf-checkpoint: Slurm has not loaded the plugin\","
		    "\"advice\":\"mend what the other lines say\"}]}\n");
}

/* One thing that is not as it should be in the files of the machine. */
static void each_fault_has_its_line_and_the_way_out(void **state)
{
	static const struct {
		const char *file;
		const char *content;
		int status;
		const char *line;
	} cases[] = {
		{"etc/plugstack.conf", "# optional spank_cpguard.so\n", 1,
		 "FAIL line: no line of it or of what it includes loads spank_cpguard.so "
		 "-> add "
		 "the line: optional spank_cpguard.so mode=warn\n"},
		{"etc/plugstack.conf", "include plugstack.conf\n", 1,
		 "includes nest deeper than 16 files -> mend the file: every submission "
		 "fails "
		 "until then\n"},
		{"etc/plugstack.conf", "optional spank_cpguard.so mode=warn scrips=off x\n",
		 1, "FAIL settings: setting 'scrips=off': there is no such setting"},
		{"etc/plugstack.conf", "optional spank_cpguard.so mode=off\n", 1,
		 "FAIL settings: mode=off: no job is looked at -> take mode=off away"},
		{"etc/plugstack.conf", "optional spank_cpguard.so mode=warn\n", 0,
		 "warn settings: mode=warn: a job that breaks the rule is told so, and "
		 "goes on "
		 "-> take mode=warn away"},
		{"etc/plugstack.conf", "optional spank_cpguard.so scripts=warn\n", 0,
		 "ok   settings: scripts=warn\n"},
		{"etc/plugstack.conf", "required spank_cpguard.so mode=warn\r\n", 1,
		 "FAIL settings: setting 'mode=warn\\r': the value must be enforce, warn "
		 "or off"},
		{"etc/plugstack.conf",
		 "optional spank_cpguard.so\noptional spank_cpguard.so\n", 0,
		 "/etc/plugstack.conf:2 -> keep one line: only the first one's settings "
		 "count\n"},
		{"etc/plugstack.conf", "optional /no/such/spank_cpguard.so\n", 1,
		 "FAIL plugin: /no/such/spank_cpguard.so does not exist -> install the "
		 "plugin"},
		{"plugins/spank_cpguard.so", "#!/bin/sh\n", 1,
		 "/plugins/spank_cpguard.so' is no ELF file -> install the plugin"},
		{"version", "slurm 24.11.5\n", 1,
		 "FAIL release: built for Slurm 22.05, and this is 24.11.5: Slurm does not "
		 "load "
		 "it -> jobs run unguarded until the plugin is built for this Slurm\n"},
		{"version", "slurm 20.11.4\n", 0,
		 "warn release: built for Slurm 22.05, and this is 20.11.4 -> build it for "
		 "this "
		 "Slurm"},
		{"version", "torque 6\n", 1,
		 "FAIL slurm: sbatch --version names no release: torque 6 -> "},
		{"help", "--hf-checkpoint=P --allgather-cp-x --context-parallel-size=N", 1,
		 "FAIL options: sbatch --help lacks --allgather-cp: Slurm has not loaded "
		 "the "
		 "plugin -> "},
		{"behaviour", "echo 'error: spank: no' >&2; exit 1", 1,
		 "FAIL slurm: sbatch --version fails: error: spank: no -> no job can be "
		 "submitted from here"},
		{"behaviour",
		 "[ $1 = --version ] || { echo spank: stale >&2; echo; exit; }", 1,
		 "Slurm has not loaded the plugin: spank: stale -> "},
		{"etc/slurm.conf", "include absent.conf\n", 1,
		 "/etc/absent.conf' cannot be read: No such file or directory (named by "
		 "SLURM_CONF) -> every Slurm command waits a minute for this file"},
		{"etc/slurm.conf", "PlugStackConfig=/no/such/plugstack.conf\n", 1,
		 "FAIL plugstack.conf: /no/such/plugstack.conf (PlugStackConfig in "
		 "slurm.conf) "
		 "does not exist, so Slurm loads no plugin -> "},
		{"etc/slurm.conf", "PlugStackConfig=etc/plugstack.conf\n", 1,
		 "FAIL plugstack.conf: etc/plugstack.conf (PlugStackConfig in slurm.conf) "
		 "-> "
		 "give it an absolute path"},
		{"etc/slurm.conf", "PluginDir=/no/such\n", 1,
		 "FAIL plugin: spank_cpguard.so is not in /no/such, where Slurm looks for "
		 "plugins -> "},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		void *fresh = NULL;
		struct run run;

		(void)state;
		set_up(&fresh);
		write_site(fresh, cases[i].file, cases[i].content);
		run = doctor(fresh, "");
		if (run.status != cases[i].status || !strstr(run.out, cases[i].line))
			fail_msg("%s: status %d, no line '%s' in\n%s%s", cases[i].content,
				 run.status, cases[i].line, run.out, run.err);
		assert_int_equal(tear_down(&fresh), 0);
	}
}

/* The text with the site's directory in the place of %s. */
static const char *with_directory(struct site *site, const char *text)
{
	const char *place = strstr(text, "%s");

	return place ? cpg_arena_printf(site->arena, "%.*s%s%s", (int)(place - text), text,
					site->directory, place + 2)
		     : text;
}

/* slurmctld sends files to machines that have none, but not all of them. */
static void line_that_other_machines_are_not_sent_is_told(void **state)
{
	static const char itself[] = "/etc/plugstack.conf:1: optional spank_cpguard.so\n";
	static const char kept_back[] =
		":1: optional spank_cpguard.so; machines that get their files from "
		"slurmctld "
		"(configless) do not get this file -> move the line into plugstack.conf "
		"itself, "
		"beside slurmctld's slurm.conf, then run scontrol reconfigure\n";
	static const char configless[] = "SlurmctldParameters=enable_configless\n";
	static const struct {
		const char *conf;
		const char *release;
		const char *plugstack;
		const char *line;
		int status;
	} cases[] = {
		{configless, "22.05.8", "optional spank_cpguard.so\n", itself, 0},
		{configless, "22.05.8", "include d/*.conf\n", kept_back, 0},
		{configless, "22.05.8", "include beside.conf\n", kept_back, 0},
		{configless, "24.11.5", "include beside.conf\n",
		 "ok   line: ", 1 /* the plugin is for 22.05 */},
		{"", "22.05.8", "include d/*.conf\n", "ok   line: ", 0},
		{configless, "22.05.8", "include %s/etc/d/*.conf\n",
		 "/etc/d/x.conf:1: optional spank_cpguard.so; each machine reads a file of "
		 "its "
		 "own there\n",
		 0},
		{"", "22.05.8", "include %s/etc/d/*.conf\n",
		 "/etc/d/x.conf:1: optional spank_cpguard.so\n", 0},
		{"SlurmctldParameters=enable_configless\nPlugStackConfig=/dev/null\n",
		 "22.05.8", "",
		 "warn plugstack.conf: /dev/null (PlugStackConfig in slurm.conf); machines "
		 "that "
		 "get their files from slurmctld (configless) look for one of their own "
		 "there -> "
		 "take PlugStackConfig away, or see that each of them has the file\n",
		 1},
		{configless, "22.05.8", "# nothing\n",
		 "FAIL line: no line of it or of what it includes loads spank_cpguard.so "
		 "-> add "
		 "the line to plugstack.conf beside slurmctld's slurm.conf, not to a file "
		 "that it "
		 "includes, then run scontrol reconfigure: optional spank_cpguard.so "
		 "mode=warn\n",
		 1},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct site *site = *state;
		struct run run;

		write_conf(site, cases[i].conf);
		write_site(site, "version",
			   cpg_arena_printf(site->arena, "slurm %s\n", cases[i].release));
		write_site(site, "etc/d/x.conf", "optional spank_cpguard.so\n");
		write_site(site, "etc/beside.conf", "optional spank_cpguard.so\n");
		write_site(site, "etc/plugstack.conf",
			   with_directory(site, cases[i].plugstack));
		run = doctor(site, "");
		if (run.status != cases[i].status || !strstr(run.out, cases[i].line))
			fail_msg("row %zu: status %d, no line '%s' in\n%s%s", i, run.status,
				 cases[i].line, run.out, run.err);
	}
}

static void
guard_with_a_setting_that_is_not_understood_is_active_but_not_sound(void **state)
{
	struct run run;

	write_site(*state, "etc/plugstack.conf", "optional spank_cpguard.so mode=wran\n");
	run = doctor(*state, "");
	assert_int_equal(run.status, 1);
	assert_line(&run, "cpguard is active on this machine, but not as it should be.\n");
}

static void required_plugin_of_another_release_is_found_though_sbatch_fails(void **state)
{
	struct site *site = *state;
	struct run run;

	build_plugin(site, "plugins/spank_cpguard.so", 0x180b05, NULL);
	write_site(site, "etc/plugstack.conf", "required spank_cpguard.so\n");
	write_site(site, "behaviour",
		   "echo 'sbatch: error: Incompatible plugin' >&2; exit 1\n");
	write_program(site, "bin/sinfo",
		      "#!/bin/sh\n[ $1 = --version ] && echo slurm 22.05.8\n");
	run = doctor(site, "");
	assert_int_equal(run.status, 1);
	assert_line(
		&run,
		"FAIL slurm: sbatch --version fails: sbatch: error: Incompatible plugin");
	assert_line(&run,
		    "FAIL release: built for Slurm 24.11, and this is 22.05.8: Slurm does "
		    "not load it -> no job can be submitted until the plugin is built for "
		    "this Slurm; or take the line away\n");
	assert_line(&run, "FAIL options: sbatch --help fails:");
	assert_line(&run, "cpguard is not active on this machine.\n");
}

static void each_symbol_that_slurm_or_the_gates_need_is_missed(void **state)
{
	static const char *const symbols[] = {
		"plugin_name",
		"plugin_type",
		"plugin_version",
		"slurm_spank_init",
		"slurm_spank_init_post_opt",
		"slurm_spank_task_init",
	};

	for (size_t i = 0; i < sizeof(symbols) / sizeof(symbols[0]); i++) {
		struct run run;

		build_plugin(*state, "plugins/spank_cpguard.so", 0x160508, symbols[i]);
		run = doctor(*state, "");
		assert_int_equal(run.status, 1);
		assert_line(&run,
			    cpg_arena_printf(((struct site *)*state)->arena,
					     "spank_cpguard.so lacks %s -> install the "
					     "plugin",
					     symbols[i]));
	}
}

static void plugin_of_another_name_is_not_cpguard(void **state)
{
	struct run run;

	compile(*state,
		"const char plugin_name[] = \"pyxis\";\n"
		"const char plugin_type[] = \"spank\";\n"
		"const unsigned plugin_version = 0x160508;\n"
		"int slurm_spank_init, slurm_spank_init_post_opt, slurm_spank_task_init;\n",
		"plugins/spank_cpguard.so", "-shared -fPIC");
	run = doctor(*state, "");
	assert_int_equal(run.status, 1);
	assert_only(&run,
		    "spank_cpguard.so is no SPANK plugin named cpguard, but pyxis of type "
		    "spank -> ");
}

static void library_that_is_missing_is_named(void **state)
{
	struct site *site = *state;
	struct run run;

	compile(site, "int helper(void) { return 1; }\n", "libhelper.so",
		"-shared -fPIC -Wl,-soname,libhelper.so.7");
	compile(site,
		"const char plugin_name[] = \"cpguard\", plugin_type[] = \"spank\";\n"
		"const unsigned plugin_version = 0x160508;\n"
		"int helper(void);\n"
		"int slurm_spank_init(void) { return helper(); }\n"
		"int slurm_spank_init_post_opt, slurm_spank_task_init;\n",
		"plugins/spank_cpguard.so",
		cpg_arena_printf(site->arena, "-shared -fPIC %s",
				 place(site, "libhelper.so")));
	run = doctor(site, "");
	assert_int_equal(run.status, 1);
	assert_only(&run, "FAIL loadable: ");
	assert_line(&run, "libhelper.so.7");
	assert_line(&run, " -> install the library, or build the plugin on this system\n");
}

static void plugin_that_slurm_passes_over_gives_way_to_one_that_fits(void **state)
{
	struct site *site = *state;
	struct run run;

	build_plugin(site, "none/spank_cpguard.so", 0x180b05, NULL);
	run = doctor(site, "");
	assert_int_equal(run.status, 0);
	assert_line(&run, "/plugins/spank_cpguard.so\n");
}

static void line_is_found_through_an_include_and_an_absolute_path_as_it_is(void **state)
{
	struct site *site = *state;
	struct run run;

	write_site(site, "etc/plugstack.conf", "include plugstack.conf.d/*.conf\n");
	write_site(site, "etc/plugstack.conf.d/cpguard.conf",
		   cpg_arena_printf(site->arena, "\nrequired %s",
				    place(site, "plugins/spank_cpguard.so")));
	run = doctor(site, "");
	assert_int_equal(run.status, 0);
	assert_line(&run, "/etc/plugstack.conf.d/cpguard.conf:2: required /");
}

/* Where no slurm.conf is named, the library that sbatch uses says where Slurm looks. */
static void slurms_own_places_are_read_from_its_library(void **state)
{
	struct site *site = *state;
	char *const environment[] = {
		cpg_arena_printf(site->arena, "PATH=%s/real", site->directory),
		NULL,
	};
	struct run run;

	compile(site,
		cpg_arena_printf(
			site->arena,
			"char *default_slurm_config_file = \"%1$s/own/slurm.conf\";\n"
			"char *default_plugin_path = \"%1$s/plugins\";\n",
			site->directory),
		"lib/libslurmfull.so", "-shared -fPIC");
	compile(site,
		"#include <stdio.h>\n"
		"#include <string.h>\n"
		"extern char *default_slurm_config_file;\n"
		"char *volatile used;\n"
		"int main(int argc, char **argv)\n"
		"{\n"
		"	used = default_slurm_config_file;\n"
		"	puts(argc > 1 && strcmp(argv[1], \"--version\") == 0 ?\n"
		"	     \"slurm 22.05.3\" : \"--hf-checkpoint --allgather-cp \"\n"
		"	     \"--context-parallel-size\");\n"
		"}\n",
		"real/sbatch",
		cpg_arena_printf(site->arena,
				 "%1$s/lib/libslurmfull.so -Wl,-rpath,/no:%1$s/lib",
				 site->directory));
	assert_int_equal(chmod(place(site, "real/sbatch"), 0755), 0);
	write_site(site, "own/slurm.conf", "ClusterName=x\n");
	write_site(site, "own/plugstack.conf", "optional spank_cpguard.so\n");
	run = run_command(site->arena, site->directory, environment, "doctor");
	assert_int_equal(run.status, 0);
	assert_line(&run,
		    cpg_arena_printf(site->arena, "ok   slurm.conf: %s/own/slurm.conf\n",
				     site->directory));
	assert_line(&run, cpg_arena_printf(site->arena,
					   "ok   plugin: %s/plugins/spank_cpguard.so\n",
					   site->directory));
}

/* As Debian's slurmd is installed: it brings none of the commands. */
static void compute_node_without_sbatch_is_looked_at_by_its_slurmd(void **state)
{
	static const struct {
		const char *slurmd;
		int status;
		const char *lines[3];
	} cases[] = {
		{"[ $1 = -V ] && echo slurm-wlm 22.05.8",
		 0,
		 {"ok   slurm: 22.05.8, says slurmd -V\n",
		  "ok   release: built for Slurm 22.05, and this is 22.05.8\n",
		  "-    options: there is no sbatch to ask\n"
		  "cpguard is active on this machine.\n"}},
		{"echo slurm 24.11.5",
		 1,
		 {"ok   slurm: 24.11.5, says slurmd -V\n",
		  "FAIL release: built for Slurm 22.05, and this is 24.11.5: Slurm does "
		  "not",
		  "cpguard is not active on this machine.\n"}},
		{"exit 1",
		 1,
		 {"-    slurm: there is no sbatch to ask\n",
		  "-    release: built for Slurm 22.05",
		  "cpguard is not active on this machine.\n"}},
	};
	struct site *site = *state;
	const char *path = place(site, "sbin");

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct run run;

		write_program(
			site, "sbin/slurmd",
			cpg_arena_printf(site->arena, "#!/bin/sh\n%s\n", cases[i].slurmd));
		run = doctor_in(site, path, "");
		assert_int_equal(run.status, cases[i].status);
		assert_line(
			&run,
			cpg_arena_printf(site->arena,
					 "-    sbatch: it is in no directory of PATH; this "
					 "is a compute node, with %s/slurmd\n",
					 path));
		for (size_t j = 0; j < 3; j++)
			assert_line(&run, cases[i].lines[j]);
	}
}

static void machine_without_slurm_is_told_apart(void **state)
{
	struct site *site = *state;
	char *const environment[] = {(char *)"PATH=/no/such", (char *)"SLURM_CONF=", NULL};
	struct run run = run_command(site->arena, site->directory, environment, "doctor");

	assert_int_equal(run.status, 1);
	assert_line(
		&run,
		"FAIL sbatch: sbatch is in no directory of PATH -> put the directory of "
		"Slurm's commands into PATH; on a compute node without them, that of "
		"slurmd\n");
	assert_line(&run, "cpguard is not active on this machine.\n");
}

static void bad_usage_is_status_2(void **state)
{
	struct run run = doctor(*state, " --plugstack=x");

	assert_int_equal(run.status, 2);
	assert_string_equal(run.out, "");
	run = doctor(*state, " now");
	assert_int_equal(run.status, 2);
	assert_string_equal(run.err, "cpguard: doctor takes no arguments\n");
	assert_int_equal(doctor(*state, " --help").status, 0);
}

#define site_test(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		site_test(sound_machine_is_active_and_told_in_one_line_for_each_check),
		site_test(json_has_every_check_with_its_status_and_advice),
		cmocka_unit_test(each_fault_has_its_line_and_the_way_out),
		site_test(line_that_other_machines_are_not_sent_is_told),
		site_test(
			guard_with_a_setting_that_is_not_understood_is_active_but_not_sound),
		site_test(required_plugin_of_another_release_is_found_though_sbatch_fails),
		site_test(each_symbol_that_slurm_or_the_gates_need_is_missed),
		site_test(plugin_of_another_name_is_not_cpguard),
		site_test(library_that_is_missing_is_named),
		site_test(plugin_that_slurm_passes_over_gives_way_to_one_that_fits),
		site_test(line_is_found_through_an_include_and_an_absolute_path_as_it_is),
		site_test(slurms_own_places_are_read_from_its_library),
		site_test(compute_node_without_sbatch_is_looked_at_by_its_slurmd),
		site_test(machine_without_slurm_is_told_apart),
		site_test(bad_usage_is_status_2),
	};

	return cmocka_run_group_tests_name("doctor", tests, NULL, NULL);
}
