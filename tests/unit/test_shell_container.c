#include <string.h>
#include <unistd.h>

#include "cpguard/request.h"
#include "files.h"

/* A directory, S in the scripts, with two models and a launcher below it; and a file that the
 * launcher sources. */
struct site {
	struct cpg_arena *arena;
	char *directory;
	const char *variables[8];
	struct cpg_environment environment;
	struct cpg_settings settings;
	struct cpg_request request;
};

static const char launcher[] = "SCRIPT_DIR=\"$(cd -- \"$(dirname -- "
			       "\"${BASH_SOURCE[0]}\")\" &>/dev/null && pwd)\"\n"
			       "source \"${SCRIPT_DIR}/flags.sh\"\n"
			       "python3 train.py \"${FLAGS[@]}\" --hf-checkpoint $1\n";

static int set_up(void **state)
{
	struct site *site = calloc(1, sizeof(*site));

	site->arena = cpg_arena_new(CPG_ARENA_BUDGET);
	site->directory = make_directory();
	write_file(site->arena, site->directory, "dsa/config.json", DSA_CONFIG);
	write_file(site->arena, site->directory, "qwen/config.json", QWEN_CONFIG);
	write_file(site->arena, site->directory, "hub/models--a--b/refs/main", "1");
	write_file(site->arena, site->directory, "hub/models--a--b/snapshots/1/config.json",
		   QWEN_CONFIG);
	write_file(site->arena, site->directory, "run/run.sh", launcher);
	write_file(site->arena, site->directory, "run/flags.sh",
		   "FLAGS=(--allgather-cp --context-parallel-size 2)\n");
	site->variables[0] = cpg_arena_printf(site->arena, "S=%s", site->directory);
	site->variables[1] = cpg_arena_printf(site->arena, "HOME=%s", site->directory);
	site->variables[2] = "F=--allgather-cp --context-parallel-size 2 --hf-checkpoint";
	site->environment.known = site->variables;
	cpg_settings_default(&site->settings);
	site->request = (struct cpg_request){
		.settings = &site->settings,
		.script_file = "job.sh",
		.workdir = site->directory,
		.environment = &site->environment,
		.batch = true,
		.in_job = true,
	};
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

static const char *evaluate(struct site *site, const char *text)
{
	struct cpg_result result;

	site->request.script = cpg_text_of(cpg_arena_printf(
		site->arena, "#!/bin/bash\nT=\"python3 train.py $F\"\n%s\n", text));
	cpg_request_evaluate(site->arena, &site->request, &result);
	return cpg_reason_name(result.reason);
}

#define DSA "permitted"
#define QWEN "architecture_not_permitted"
#define HIDDEN "checkpoint_hidden"
#define MISSED "script_unknown" /* a launch may be hidden */

struct script_case {
	const char *text;
	const char *reason;
};

static void check(struct site *site, const struct script_case *cases, size_t count)
{
	bool failed = false;

	for (size_t i = 0; i < count; i++) {
		const char *reason = evaluate(site, cases[i].text);

		if (strcmp(reason, cases[i].reason) == 0)
			continue;
		print_error("%s\n    is %s, not %s\n", cases[i].text, reason,
			    cases[i].reason);
		failed = true;
	}
	assert_false(failed);
}

#define CHECK(site, cases) check(site, cases, sizeof(cases) / sizeof((cases)[0]))

static void the_checkpoint_is_where_the_mounts_of_the_command_line_lead(void **state)
{
	static const struct script_case cases[] = {
		{"srun --container-image=i --container-mounts=$S:/m $T /m/dsa", DSA},
		{"srun --container-image=i --container-mounts=$S:/m $T /m/qwen", QWEN},
		{"srun --container-name=n --container-mounts $S/qwen:/m $T /m", QWEN},
		{"srun --container-image=i --container-mounts=$S $T $S/qwen", QWEN},
		{"srun --container-image=i --container-mounts=./dsa:/m,./qwen:/q $T /q",
		 QWEN},
		{"srun -D/ --container-image=i --container-mounts=./dsa:/m $T /m",
		 "checkpoint_not_found"},
		{"apptainer exec -B $S:/m i.sif $T /m/qwen", QWEN},
		{"apptainer exec --bind $S/dsa:/m:ro,$S/qwen:/q i.sif $T /q", QWEN},
		{"singularity run --mount type=bind,src=$S,dst=/m i $T /m/dsa", DSA},
		{"apptainer exec --home $S:/root i.sif $T /root/qwen", QWEN},
		{"docker run --rm -v $S:/m -e A=1 i $T /m/qwen", QWEN},
		{"docker run -v ./dsa:/m i $T /m", DSA},
		{"docker run -v name:/m i $T /m/qwen", HIDDEN},
		{"podman run --mount type=bind,source=$S,target=/m i $T /m/qwen", QWEN},
		{"podman run --mount=type=volume,source=$S,target=/m i $T /m/qwen", HIDDEN},
		{"enroot start -m $S:/m name $T /m/qwen", QWEN},
		{"enroot start --mount ./qwen:m name $T /m", QWEN},
		/* The same path on the host is another file. */
		{"docker run i $T $S/qwen", HIDDEN},
		{"docker run -v $S/dsa:$S/qwen i $T $S/qwen", DSA},
		{"docker exec c $T $S/qwen", HIDDEN},
		{"apptainer exec i.sif $T $S/qwen", HIDDEN},
		{"apptainer exec -B $S instance://n $T $S/qwen", HIDDEN},
		{"srun --container-image=i $T $S/qwen", HIDDEN},
		{"srun --container=/bundle --container-mounts=$S $T $S/qwen", HIDDEN},
		/* Without an image pyxis does nothing. */
		{"srun --container-mounts=/none:$S $T $S/qwen", QWEN},
	};

	CHECK(*state, cases);
}

static void what_the_environment_mounts_comes_along(void **state)
{
	static const struct script_case cases[] = {
		{"export APPTAINER_BIND=$S:/m; apptainer exec i.sif $T /m/qwen", QWEN},
		{"APPTAINER_BINDPATH=$S:/m apptainer exec i.sif $T /m/qwen", QWEN},
		{"SINGULARITY_BIND=$S:/m singularity exec i.sif $T /m/qwen", QWEN},
		{"SINGULARITY_BIND=$S:/m apptainer exec i.sif $T /m/qwen", QWEN},
		{"export SINGULARITY_BIND=/none:/m\n"
		 "APPTAINER_BIND=$S:/m apptainer exec i.sif $T /m/qwen",
		 QWEN},
		/* By that name it may be either. */
		{"APPTAINER_BIND=$S:/m singularity exec i.sif $T /m/qwen", HIDDEN},
		{"APPTAINER_MOUNT=src=$S,dst=/m apptainer exec i.sif $T /m/qwen", QWEN},
		{"APPTAINER_HOME=$S:/root apptainer exec i.sif $T /root/qwen", QWEN},
		/* The command line comes first. */
		{"APPTAINER_BIND=$S/dsa:/m apptainer exec -B $S/qwen:/m i.sif $T /m", QWEN},
		{"APPTAINER_BIND=$SLURM_CONF apptainer exec -B $S:/m i.sif $T /m/qwen",
		 HIDDEN},
		{"export PYXIS_CONTAINER_IMAGE=i PYXIS_CONTAINER_MOUNTS=$S:/m\n"
		 "srun $T /m/qwen",
		 QWEN},
		{"export PYXIS_CONTAINER_MOUNTS=/none:/m\n"
		 "srun --container-image=i --container-mounts=$S:/m $T /m/qwen",
		 QWEN},
		{"export SLURM_SPANK__SLURM_SPANK_OPTION_pyxis_container_image=i\n"
		 "srun --container-mounts=$S:/m $T /m/qwen",
		 QWEN},
		{"DOCKER_HOST=tcp://h docker run -v $S:/m i $T /m/qwen", HIDDEN},
	};

	CHECK(*state, cases);
}

static void what_is_not_known_of_a_mount_is_not_claimed(void **state)
{
	static const struct script_case cases[] = {
		/* A job's number is a name. */
		{"srun --container-image=i --container-mounts=$S:/m,/tmp/$SLURM_JOB_ID:/t "
		 "$T /m/qwen",
		 QWEN},
		{"docker run -v /tmp/$SLURM_JOB_ID:/t -v $S:/m i $T /m/qwen", QWEN},
		{"docker run -v /tmp/$SLURM_JOB_ID:/m i $T /m/qwen", HIDDEN},
		/* What a program prints may hold further mounts. */
		{"X=$(mounts)\ndocker run -v $X -v $S:/m i $T /m/qwen", HIDDEN},
		{"X=$(mounts)\n"
		 "srun --container-image=i --container-mounts=$S:/m,$X $T /m/qwen",
		 HIDDEN},
		{"X=$(mounts)\n"
		 "srun --container-image=i --container-mounts=\"$X,$S:/m\" $T /m/qwen",
		 QWEN},
		{"docker run --volumes-from c -v $S:/m i $T /m/qwen", HIDDEN},
	};

	CHECK(*state, cases);
}

static void scripts_are_read_where_the_mounts_lead(void **state)
{
	static const struct script_case cases[] = {
		{"srun --container-image=i --container-mounts=$S:/m bash /m/run/run.sh "
		 "/m/dsa",
		 DSA},
		{"srun --container-image=i --container-mounts=$S:/m bash /m/run/run.sh "
		 "/m/qwen",
		 QWEN},
		{"chmod +x $S/run/run.sh\n"
		 "docker run -v $S:/m i /m/run/run.sh /m/qwen",
		 QWEN},
		{"docker run -v $S:/m i bash -c 'cd /m/run && bash run.sh ../qwen'", QWEN},
		{"docker run -v $S:/m i bash -c 'source /m/run/flags.sh; "
		 "python3 t.py \"${FLAGS[@]}\" --hf-checkpoint /m/qwen'",
		 QWEN},
		/* The host's own file of that path is another one. */
		{"docker run i bash $S/run/run.sh /m/qwen", MISSED},
		{"docker run -v /none:/m i bash $S/run/run.sh /m/qwen", MISSED},
		/* A file that the script wrote is the same one inside. */
		{"echo 'python3 t.py --allgather-cp --context-parallel-size 2 "
		 "--hf-checkpoint /m/qwen' > $S/made.sh\n"
		 "docker run -v $S:/m i bash /m/made.sh",
		 QWEN},
		{"docker run -v $S:/m i bash -c '[ -d /m/dsa ] && exec python3 t.py "
		 "--allgather-cp --context-parallel-size 2 --hf-checkpoint /m/qwen'",
		 QWEN},
	};

	CHECK(*state, cases);
}

#define OVERLAY \
	"python3 t.py --context-parallel-size 2 --hf-checkpoint /m/qwen " \
	"--custom-config-path "

static void yaml_files_are_read_where_the_mounts_lead(void **state)
{
	static const struct script_case cases[] = {
		{"docker run -v $S:/m i " OVERLAY "/m/on.yaml", QWEN},
		{"docker run -v $S:/m -w /m i " OVERLAY "./on.yaml", QWEN},
		{"docker run -v $S:/m i " OVERLAY "/m/off.yaml", "flag_not_given"},
		{"docker run -v $S:/m i " OVERLAY "$S/on.yaml", "yaml_unknown"},
		/* One that the script writes, by whatever name it is mounted. */
		{"echo 'allgather_cp: true' > $S/off.yaml\n"
		 "docker run -v $S:/m -v $S/off.yaml:/c.yaml i " OVERLAY "/c.yaml",
		 QWEN},
		{"echo 'allgather_cp: true' > $S/new.yaml\n"
		 "docker run -v $S:/m -v $S/new.yaml:/c.yaml i " OVERLAY "/c.yaml",
		 QWEN},
	};
	struct site *site = *state;

	write_file(site->arena, site->directory, "on.yaml", "allgather_cp: true\n");
	write_file(site->arena, site->directory, "off.yaml", "allgather_cp: false\n");
	CHECK(site, cases);
}

/* srun reads it, from where it is. */
static void a_file_of_commands_is_one_of_the_host(void **state)
{
	struct site *site = *state;

	write_file(site->arena, site->directory, "tasks",
		   "0-7 python3 t.py --allgather-cp --context-parallel-size 2 "
		   "--hf-checkpoint /m/qwen\n");
	assert_string_equal(evaluate(site,
				     "srun --container-image=i "
				     "--container-mounts=$S:/m --multi-prog $S/tasks"),
			    QWEN);
	assert_string_equal(evaluate(site,
				     "srun --container-image=i "
				     "--container-mounts=$S:/m --multi-prog /m/tasks"),
			    MISSED);
}

static void relative_paths_count_from_the_directory_in_the_container(void **state)
{
	static const struct script_case cases[] = {
		{"srun --container-image=i --container-mounts=$S:/m --container-workdir=/m "
		 "$T qwen",
		 QWEN},
		{"srun --container-image=i --container-mounts=$S:/m "
		 "--container-workdir=/m/run bash run.sh ../qwen",
		 QWEN},
		{"docker run -v $S:/m -w /m i bash run/run.sh ./qwen", QWEN},
		{"docker run -v $S:/m -w /m i bash -c \"$T \\$PWD/qwen\"", QWEN},
		{"apptainer exec -B $S:/m --pwd /m i $T ./qwen", QWEN},
		{"APPTAINER_PWD=/m apptainer exec -B $S:/m i $T ./qwen", QWEN},
		/* The image tells, and nobody knows. */
		{"srun --container-image=i --container-mounts=$S $T ./qwen", HIDDEN},
		{"docker run -v $S:$S i $T ./qwen", HIDDEN},
		{"docker run -v $S:/m -w m i $T ./qwen", HIDDEN},
		/* Apptainer stays where it is started, if that is there. */
		{"cd $S; apptainer exec -B $S i $T ./qwen", QWEN},
		{"cd $S; apptainer exec -B $S:/m i $T ./qwen", HIDDEN},
		{"cd $S; apptainer exec -c -B $S i $T ./qwen", HIDDEN},
		{"cd $S; apptainer exec --containall -B $S i $T ./qwen", HIDDEN},
		{"cd $S; APPTAINER_CONTAIN=1 apptainer exec -B $S i $T ./qwen", HIDDEN},
		/* Neither it nor the home directory is taken to be mounted: a site may say no. */
		{"cd $S; apptainer exec i $T $S/qwen", HIDDEN},
		{"cd $S; apptainer exec i $T $HOME/qwen", HIDDEN},
	};

	CHECK(*state, cases);
}

static void pyxis_mounts_the_home_directory_when_it_is_told_to(void **state)
{
	static const struct script_case cases[] = {
		{"srun --container-image=i --container-mount-home $T $HOME/qwen", QWEN},
		{"srun --container-image=i --container-mount-home --container-remap-root "
		 "$T /root/qwen",
		 QWEN},
		{"srun --container-image=i --container-mount-home --container-remap-root "
		 "$T $S/qwen",
		 HIDDEN},
		{"srun --container-image=i --no-container-mount-home $T $HOME/qwen",
		 HIDDEN},
		{"srun --container-image=i $T $HOME/qwen", HIDDEN},
		{"srun --container-image=i --container-mount-home "
		 "--container-mounts=$S/dsa:$HOME/qwen $T $HOME/qwen",
		 DSA},
	};

	CHECK(*state, cases);
}

static void containers_within_each_other_map_step_by_step(void **state)
{
	static const struct script_case cases[] = {
		{"srun apptainer exec -B $S:/m i $T /m/qwen", QWEN},
		{"srun --container-image=i --container-mounts=$S:/m "
		 "apptainer exec -B /m:/n i $T /n/qwen",
		 QWEN},
		{"srun --container-image=i --container-mounts=$S:/m "
		 "apptainer exec -B $S:/n i $T /n/qwen",
		 HIDDEN},
		{"srun --container-image=i --container-mounts=$S:/m "
		 "apptainer exec -B /m:/n i $T /m/qwen",
		 HIDDEN},
		{"srun --container-image=i --container-mounts=$S:/m --container-workdir=/m "
		 "apptainer exec -B .:/n i $T /n/qwen",
		 QWEN},
		/* Inside, the outer one's variable is another one. */
		{"export APPTAINER_BIND=$S:/m\n"
		 "apptainer exec o apptainer exec i $T /m/qwen",
		 HIDDEN},
		/* A daemon and Slurm start theirs from outside, and so does another machine. */
		{"apptainer exec -B $S:/m o docker run -v /m:/n i $T /n/qwen", HIDDEN},
		{"apptainer exec -B $S:/m o srun --container-image=i --container-mounts=/m "
		 "$T /m/qwen",
		 HIDDEN},
		{"docker run -v $S:/m i ssh h $T /m/qwen", HIDDEN},
	};

	CHECK(*state, cases);
}

static void a_hub_cache_is_where_the_mounts_lead(void **state)
{
	static const struct script_case cases[] = {
		{"docker run -e HF_HUB_CACHE=/m/hub -v $S:/m -w /m i $T a/b",
		 "checkpoint_hidden"},
		{"export HF_HUB_CACHE=/m/hub\n"
		 "srun --container-image=i --container-mounts=$S:/m --container-workdir=/m "
		 "$T a/b",
		 QWEN},
		{"export HF_HUB_CACHE=$S/hub\n"
		 "srun --container-image=i --container-mounts=$S:/m --container-workdir=/m "
		 "$T a/b",
		 HIDDEN},
	};

	CHECK(*state, cases);
}

/* Of the hub's cache a snapshot alone, whose files are links to beside it. */
static void a_file_that_is_a_link_out_of_its_mount_is_hidden(void **state)
{
	struct site *site = *state;

	write_file(site->arena, site->directory, "blobs/1", DSA_CONFIG);
	write_file(site->arena, site->directory, "snapshot/x", "");
	assert_int_equal(symlink("../blobs/1",
				 cpg_arena_printf(site->arena, "%s/snapshot/config.json",
						  site->directory)),
			 0);
	assert_string_equal(evaluate(site, "docker run -v $S:/m i $T /m/snapshot"), DSA);
	assert_string_equal(evaluate(site, "docker run -v $S/snapshot:/m i $T /m"), HIDDEN);
}

static void path_maps_lead_where_no_mount_does(void **state)
{
	struct site *site = *state;
	const struct cpg_path_map map = {"/m", site->directory};
	static const struct script_case cases[] = {
		{"docker run i $T /m/qwen", QWEN},
		{"docker exec c $T /m/qwen", QWEN},
		{"docker run -v $S/dsa:/d i $T /m/qwen", QWEN},
		{"docker run -v $S/dsa:/m/qwen i $T /m/qwen", DSA},
		{"docker run -v name:/m i $T /m/qwen", HIDDEN},
	};

	site->settings.path_maps = &map;
	site->settings.path_map_count = 1;
	CHECK(site, cases);
}

/* A shell that starts in another directory than its environment's PWD sets that anew. */
static void pwd_is_that_of_the_new_directory(void **state)
{
	static const struct script_case cases[] = {
		{"cd $S/dsa; srun -D $S/qwen bash -c \"$T \\$PWD\"", QWEN},
		{"cd $S/dsa; env -C $S/qwen bash -c \"$T \\$PWD\"", QWEN},
		{"cd $S/dsa; srun --container-image=i --container-mounts=$S "
		 "--container-workdir=$S/qwen bash -c \"$T \\$PWD\"",
		 QWEN},
	};

	CHECK(*state, cases);
}

#define site_test(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		site_test(the_checkpoint_is_where_the_mounts_of_the_command_line_lead),
		site_test(what_the_environment_mounts_comes_along),
		site_test(what_is_not_known_of_a_mount_is_not_claimed),
		site_test(scripts_are_read_where_the_mounts_lead),
		site_test(yaml_files_are_read_where_the_mounts_lead),
		site_test(a_file_of_commands_is_one_of_the_host),
		site_test(relative_paths_count_from_the_directory_in_the_container),
		site_test(pyxis_mounts_the_home_directory_when_it_is_told_to),
		site_test(containers_within_each_other_map_step_by_step),
		site_test(a_hub_cache_is_where_the_mounts_lead),
		site_test(a_file_that_is_a_link_out_of_its_mount_is_hidden),
		site_test(path_maps_lead_where_no_mount_does),
		site_test(pwd_is_that_of_the_new_directory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
