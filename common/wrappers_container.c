#include <string.h>

#include "wrappers_private.h"

#define END \
	{ \
		.names = NULL \
	}

/* Apptainer 1.0 to 1.4 and SingularityCE 3.8 to 4.3: cmd/internal/cli/action_flags.go,
 * apptainer.go. Variables of the caller are handed on, those of the image are added. */
static const struct cpg_wrapper_option apptainer_globals[] = {
	{"-h --help --version", TAKES_NOTHING, MEANS_STOP},
	{"-c --build-config --config", TAKES_VALUE, MEANS_NOTHING},
	{"-d -q -s -v --debug --nocolor --quiet --silent --verbose", TAKES_NOTHING,
	 MEANS_NOTHING},
	END,
};

static const struct cpg_wrapper_option apptainer_options[] = {
	{"-h --help", TAKES_NOTHING, MEANS_STOP},
	{"--cwd --pwd", TAKES_VALUE, MEANS_WORKDIR},
	{"--env", TAKES_VALUE, MEANS_SET_LIST},
	{"--env-file", TAKES_VALUE, MEANS_LOGIN},
	{"-e --cleanenv", TAKES_NOTHING, MEANS_CLEAR},
	{"-C --containall --compat", TAKES_NOTHING, MEANS_CONTAINALL},
	{"-c --boot --contain --oci", TAKES_NOTHING, MEANS_CONTAINED},
	{"-B --bind", TAKES_VALUE, MEANS_BIND},
	{"--mount", TAKES_VALUE, MEANS_BIND_FIELDS},
	{"-H --home", TAKES_VALUE, MEANS_HOME},
	{"-S -W -o --add-caps --app --apply-cgroups --authfile --blkio-weight "
	 "--blkio-weight-device --cdi-dirs --containlibs --cpu-shares --cpus --cpuset-cpus "
	 "--cpuset-mems --data --device --dmtcp-launch --dmtcp-restart --dns "
	 "--docker-host --docker-password --docker-username --drop-caps --fusemount "
	 "--hostname --memory --memory-reservation --memory-swap --netns-path "
	 "--network --network-args --no-env --no-mount --overlay --pem-path --pids-limit "
	 "--runscript-timeout --scratch --security --shell --tmpdir --workdir",
	 TAKES_VALUE, MEANS_NOTHING},
	{"-F -f -i -n -p -u -w --allow-setuid --compat32 "
	 "--disable-cache --docker-login --fakeroot --ignore-fakeroot-command "
	 "--ignore-subuid --ignore-userns --intel-hpu --ipc --keep-privs --net --no-compat "
	 "--no-eval --no-home --no-https --no-init --no-nv --no-oci --no-pid --no-privs "
	 "--no-rocm --no-tmp-sandbox --no-umask --nohttps --nv --nvccli "
	 "--oom-kill-disable --passphrase --pid --rocm --sharens --sif-fuse --tmp-sandbox "
	 "--underlay --unsquash --userns --uts --vm --writable --writable-tmpfs",
	 TAKES_NOTHING, MEANS_NOTHING},
	END,
};

/* enroot 3.4 to 4.0: enroot.in. Of the variables of the caller, only those named are handed on. */
static const struct cpg_wrapper_option enroot_options[] = {
	{"-h --help", TAKES_NOTHING, MEANS_STOP},
	{"-e --env", TAKES_VALUE, MEANS_SET},
	{"-m --mount", TAKES_VALUE, MEANS_ENROOT},
	{"-c --conf --rc", TAKES_VALUE, MEANS_NOTHING},
	{"-r -w --ipc --net --pid --root --rw --uts", TAKES_NOTHING, MEANS_NOTHING},
	END,
};

/* Docker 20.10 to 28: cli/command/container/exec.go, run.go, opts.go; Podman 4 and nerdctl 1
 * take the same and more. Nothing of the caller's variables is handed on. */
static const struct cpg_wrapper_option docker_globals[] = {
	{"-h -v --help --version", TAKES_NOTHING, MEANS_STOP},
	{"-H -a -c -l -n --address --cgroup-manager --cni-netconfpath --cni-path --config "
	 "--connection --context --data-root --host --log-level --namespace --root "
	 "--runroot --runtime --snapshotter --storage --storage-driver --storage-opt "
	 "--tlscacert --tlscert --tlskey --tmpdir --url --identity",
	 TAKES_VALUE, MEANS_NOTHING},
	{"-D -r --debug --debug-full --insecure-registry --remote --tls --tlsverify",
	 TAKES_NOTHING, MEANS_NOTHING},
	END,
};

static const struct cpg_wrapper_option docker_exec_options[] = {
	{"-h --help", TAKES_NOTHING, MEANS_STOP},
	{"-e --env", TAKES_VALUE, MEANS_SET},
	{"-w --workdir", TAKES_VALUE, MEANS_WORKDIR},
	{"-d --detach", TAKES_NOTHING, MEANS_BACKGROUND},
	{"-u --detach-keys --env-file --preserve-fds --user", TAKES_VALUE, MEANS_NOTHING},
	{"-i -t --interactive --privileged --tty", TAKES_NOTHING, MEANS_NOTHING},
	END,
};

static const struct cpg_wrapper_option docker_run_options[] = {
	{"--help", TAKES_NOTHING, MEANS_STOP},
	{"-e --env", TAKES_VALUE, MEANS_SET},
	{"-w --workdir", TAKES_VALUE, MEANS_WORKDIR},
	{"-d --detach", TAKES_NOTHING, MEANS_BACKGROUND},
	{"--entrypoint", TAKES_VALUE, MEANS_ENTRY},
	{"-v --volume", TAKES_VALUE, MEANS_VOLUME},
	{"--mount", TAKES_VALUE, MEANS_FIELDS},
	{"--tmpfs", TAKES_VALUE, MEANS_TMPFS},
	{"--volumes-from", TAKES_VALUE, MEANS_OTHERS},
	{"-a -c -h -l -m -p -u --add-host --annotation --arch --attach --authfile "
	 "--blkio-weight --blkio-weight-device --cap-add --cap-drop --cgroup-conf "
	 "--cgroup-parent --cgroupns --cgroups --cidfile --cpu-count --cpu-percent "
	 "--cpu-period --cpu-quota --cpu-rt-period --cpu-rt-runtime --cpu-shares --cpus "
	 "--cpuset-cpus --cpuset-mems --detach-keys --device --device-cgroup-rule "
	 "--device-read-bps --device-read-iops --device-write-bps --device-write-iops "
	 "--dns --dns-opt --dns-option --dns-search --domainname --env-file --expose "
	 "--gidmap --gpus --group-add --group-entry --health-cmd --health-interval "
	 "--health-retries --health-start-interval --health-start-period --health-timeout "
	 "--hooks-dir --hostname --image-volume --init-path --io-maxbandwidth "
	 "--io-maxiops --ip --ip6 --ipc --isolation --kernel-memory --label --label-file "
	 "--link --link-local-ip --log-driver --log-opt --mac-address --memory "
	 "--memory-reservation --memory-swap --memory-swappiness --name --net "
	 "--net-alias --network --network-alias --oom-score-adj --os --personality --pid "
	 "--pidfile --pids-limit --platform --pod --pod-id-file --publish --pull "
	 "--requires --restart --runtime --sdnotify --seccomp-policy --secret "
	 "--security-opt --shm-size --snapshotter --stop-signal --stop-timeout "
	 "--storage-opt --subgidname --subuidname --sysctl --systemd --timeout "
	 "--tz --uidmap --ulimit --umask --user --userns --uts --volume-driver",
	 TAKES_VALUE, MEANS_NOTHING},
	{"-P -i -q -t --disable-content-trust --env-host --http-proxy --init "
	 "--interactive --no-healthcheck --no-hosts --oom-kill-disable --privileged "
	 "--publish-all --quiet --read-only --replace --rm --rmi --rootfs --sig-proxy "
	 "--tls-verify --tty --use-api-socket",
	 TAKES_NOTHING, MEANS_NOTHING},
	END,
};

/* Shifter 21: src/shifter.c */
static const struct cpg_wrapper_option shifter_options[] = {
	{"-h --help", TAKES_NOTHING, MEANS_STOP},
	{"-e --env", TAKES_VALUE, MEANS_SET},
	{"--env-file", TAKES_VALUE, MEANS_LOGIN},
	{"-E --clearenv", TAKES_NOTHING, MEANS_CLEAR},
	{"-w --workdir", TAKES_ATTACHED, MEANS_WORKDIR},
	{"--entry --entrypoint", TAKES_ATTACHED, MEANS_ENTRY},
	{"-V -i -m --image --module --volume", TAKES_VALUE, MEANS_NOTHING},
	{"-n -v --verbose", TAKES_NOTHING, MEANS_NOTHING},
	END,
};

/* Charliecloud 0.30 to 0.38: bin/ch-run.c */
static const struct cpg_wrapper_option ch_run_options[] = {
	{"-? --help --usage -V --version", TAKES_NOTHING, MEANS_STOP},
	{"-c --cd", TAKES_VALUE, MEANS_WORKDIR},
	{"--set-env", TAKES_ATTACHED, MEANS_SET},
	{"--unset-env", TAKES_VALUE, MEANS_LOADS},
	{"-b -g -m -s -u --bind --feature --gid --join-ct --join-pid --join-tag --mount "
	 "--storage --test --uid --warnings",
	 TAKES_VALUE, MEANS_NOTHING},
	{"-W --write-fake", TAKES_ATTACHED, MEANS_NOTHING},
	{"-j -q -t -v -w --env-no-expand --home --join --no-home --no-passwd --private-tmp "
	 "--quiet "
	 "--seccomp "
	 "--unsafe --verbose --write",
	 TAKES_NOTHING, MEANS_NOTHING},
	END,
};

#define STYLE_GO (STYLE_WHOLE | STYLE_EQUALS)

/* An instance that runs already has mounts of its own. */
static void finish_apptainer(struct cpg_wrapper_reading *reading)
{
	for (size_t i = 1; i < reading->at && i < reading->argc; i++) {
		const char *text = cpg_wrapper_begin(&reading->argv[i]);

		if (strncmp(text, "instance://", strlen("instance://")) == 0) {
			reading->out->tool = CPG_TOOL_OTHER;
			reading->out->stays = false;
		}
	}
}

/* Whether the word at `i` names the daemon, and one of another machine: a socket is here. */
static bool is_remote(const struct cpg_wrapper_reading *reading, size_t i)
{
	static const char *const options[] = {"-H",       "-c",        "-r",
					      "--host",   "--context", "--connection",
					      "--remote", "--url",     NULL};
	const char *text = cpg_wrapper_begin(&reading->argv[i]);
	const char *next =
		i + 1 < reading->argc ? cpg_wrapper_begin(&reading->argv[i + 1]) : "";

	for (const char *const *option = options; *option; option++) {
		size_t length = strlen(*option);

		if (strncmp(text, *option, length) == 0)
			return !strstr(text[length] ? text : next, "unix://");
	}
	return false;
}

/* A daemon on another machine mounts that machine's files. */
static void finish_docker(struct cpg_wrapper_reading *reading)
{
	for (size_t i = 1; i < reading->argc; i++) {
		const char *text = cpg_wrapper_begin(&reading->argv[i]);

		if (strcmp(text, "run") == 0 || strcmp(text, "exec") == 0)
			return;
		if (is_remote(reading, i))
			reading->out->tool = CPG_TOOL_OTHER;
	}
}

#define APPTAINER_ROW(name, verb, which) \
	{ \
		.names = name, .verbs = verb, .style = STYLE_GO, \
		.effects = EFFECT_CONTAINER | EFFECT_LOGIN | EFFECT_STAYS, .operands = 1, \
		.kind = CPG_WRAPPER_COMMAND, .tool = which, .options = apptainer_options, \
		.globals = apptainer_globals, .finish = finish_apptainer, \
	}

#define DOCKER_ROW(verb, which, list) \
	{ \
		.names = "docker podman nerdctl", .verbs = verb, .style = STYLE_GO, \
		.effects = EFFECT_CONTAINER | EFFECT_CLEAR | EFFECT_LOGIN, .operands = 1, \
		.kind = CPG_WRAPPER_COMMAND, .tool = which, .options = list, \
		.globals = docker_globals, .finish = finish_docker, \
	}

#define ENROOT_ROW(verb, which) \
	{ \
		.names = "enroot", .verbs = verb, .style = STYLE_WHOLE, \
		.effects = EFFECT_CONTAINER | EFFECT_CLEAR | EFFECT_LOGIN, .operands = 1, \
		.kind = CPG_WRAPPER_COMMAND, .tool = which, .options = enroot_options, \
	}

const struct cpg_wrapper_row cpg_wrapper_rows_container[] = {
	APPTAINER_ROW("apptainer", "exec", CPG_TOOL_APPTAINER),
	APPTAINER_ROW("apptainer", "run", CPG_TOOL_APPTAINER),
	APPTAINER_ROW("singularity", "exec", CPG_TOOL_SINGULARITY),
	APPTAINER_ROW("singularity", "run", CPG_TOOL_SINGULARITY),
	ENROOT_ROW("start", CPG_TOOL_ENROOT),
	ENROOT_ROW("exec", CPG_TOOL_OTHER),
	DOCKER_ROW("exec", CPG_TOOL_OTHER, docker_exec_options),
	DOCKER_ROW("run", CPG_TOOL_DOCKER, docker_run_options),
	DOCKER_ROW("container exec", CPG_TOOL_OTHER, docker_exec_options),
	DOCKER_ROW("container run", CPG_TOOL_DOCKER, docker_run_options),
	{
		.names = "shifter",
		.effects = EFFECT_CONTAINER | EFFECT_LOGIN,
		.kind = CPG_WRAPPER_COMMAND,
		.options = shifter_options,
	},
	{
		.names = "ch-run",
		.style = STYLE_PERMUTE,
		.effects = EFFECT_CONTAINER | EFFECT_LOGIN,
		.operands = 1,
		.kind = CPG_WRAPPER_COMMAND,
		.options = ch_run_options,
	},
	END,
};
