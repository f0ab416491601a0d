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
	{"--cwd --pwd", TAKES_VALUE, MEANS_CHDIR},
	{"--env", TAKES_VALUE, MEANS_SET_LIST},
	{"--env-file", TAKES_VALUE, MEANS_LOGIN},
	{"-e -C --cleanenv --containall --compat", TAKES_NOTHING, MEANS_CLEAR},
	{"-B -H -S -W -o --add-caps --app --apply-cgroups --authfile --bind --blkio-weight "
	 "--blkio-weight-device --cdi-dirs --containlibs --cpu-shares --cpus --cpuset-cpus "
	 "--cpuset-mems --data --device --dmtcp-launch --dmtcp-restart --dns "
	 "--docker-host --docker-password --docker-username --drop-caps --fusemount --home "
	 "--hostname --memory --memory-reservation --memory-swap --mount --netns-path "
	 "--network --network-args --no-env --no-mount --overlay --pem-path --pids-limit "
	 "--runscript-timeout --scratch --security --shell --tmpdir --workdir",
	 TAKES_VALUE, MEANS_NOTHING},
	{"-F -c -f -i -n -p -u -w --allow-setuid --boot --compat32 --contain "
	 "--disable-cache --docker-login --fakeroot --ignore-fakeroot-command "
	 "--ignore-subuid --ignore-userns --intel-hpu --ipc --keep-privs --net --no-compat "
	 "--no-eval --no-home --no-https --no-init --no-nv --no-oci --no-pid --no-privs "
	 "--no-rocm --no-tmp-sandbox --no-umask --nohttps --nv --nvccli --oci "
	 "--oom-kill-disable --passphrase --pid --rocm --sharens --sif-fuse --tmp-sandbox "
	 "--underlay --unsquash --userns --uts --vm --writable --writable-tmpfs",
	 TAKES_NOTHING, MEANS_NOTHING},
	END,
};

/* enroot 3.4 to 4.0: enroot.in. Of the variables of the caller, only those named are handed on. */
static const struct cpg_wrapper_option enroot_options[] = {
	{"-h --help", TAKES_NOTHING, MEANS_STOP},
	{"-e --env", TAKES_VALUE, MEANS_SET},
	{"-c -m --conf --mount --rc", TAKES_VALUE, MEANS_NOTHING},
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
	{"-w --workdir", TAKES_VALUE, MEANS_CHDIR},
	{"-d --detach", TAKES_NOTHING, MEANS_BACKGROUND},
	{"-u --detach-keys --env-file --preserve-fds --user", TAKES_VALUE, MEANS_NOTHING},
	{"-i -t --interactive --privileged --tty", TAKES_NOTHING, MEANS_NOTHING},
	END,
};

static const struct cpg_wrapper_option docker_run_options[] = {
	{"--help", TAKES_NOTHING, MEANS_STOP},
	{"-e --env", TAKES_VALUE, MEANS_SET},
	{"-w --workdir", TAKES_VALUE, MEANS_CHDIR},
	{"-d --detach", TAKES_NOTHING, MEANS_BACKGROUND},
	{"--entrypoint", TAKES_VALUE, MEANS_ENTRY},
	{"-a -c -h -l -m -p -u -v --add-host --annotation --arch --attach --authfile "
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
	 "--memory-reservation --memory-swap --memory-swappiness --mount --name --net "
	 "--net-alias --network --network-alias --oom-score-adj --os --personality --pid "
	 "--pidfile --pids-limit --platform --pod --pod-id-file --publish --pull "
	 "--requires --restart --runtime --sdnotify --seccomp-policy --secret "
	 "--security-opt --shm-size --snapshotter --stop-signal --stop-timeout "
	 "--storage-opt --subgidname --subuidname --sysctl --systemd --timeout --tmpfs "
	 "--tz --uidmap --ulimit --umask --user --userns --uts --volume "
	 "--volume-driver --volumes-from",
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
	{"-w --workdir", TAKES_ATTACHED, MEANS_CHDIR},
	{"--entry --entrypoint", TAKES_ATTACHED, MEANS_ENTRY},
	{"-V -i -m --image --module --volume", TAKES_VALUE, MEANS_NOTHING},
	{"-n -v --verbose", TAKES_NOTHING, MEANS_NOTHING},
	END,
};

/* Charliecloud 0.30 to 0.38: bin/ch-run.c */
static const struct cpg_wrapper_option ch_run_options[] = {
	{"-? --help --usage -V --version", TAKES_NOTHING, MEANS_STOP},
	{"-c --cd", TAKES_VALUE, MEANS_CHDIR},
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

#define APPTAINER_ROW(verb) \
	{ \
		.names = "apptainer singularity", .verbs = verb, .style = STYLE_GO, \
		.effects = EFFECT_CONTAINER | EFFECT_LOGIN, .operands = 1, \
		.kind = CPG_WRAPPER_COMMAND, .options = apptainer_options, \
		.globals = apptainer_globals, \
	}

#define DOCKER_ROW(verb, list) \
	{ \
		.names = "docker podman nerdctl", .verbs = verb, .style = STYLE_GO, \
		.effects = EFFECT_CONTAINER | EFFECT_CLEAR | EFFECT_LOGIN | EFFECT_AWAY, \
		.operands = 1, .kind = CPG_WRAPPER_COMMAND, .options = list, \
		.globals = docker_globals, \
	}

#define ENROOT_ROW(verb) \
	{ \
		.names = "enroot", .verbs = verb, .style = STYLE_WHOLE, \
		.effects = EFFECT_CONTAINER | EFFECT_CLEAR | EFFECT_LOGIN | EFFECT_AWAY, \
		.operands = 1, .kind = CPG_WRAPPER_COMMAND, .options = enroot_options, \
	}

const struct cpg_wrapper_row cpg_wrapper_rows_container[] = {
	APPTAINER_ROW("exec"),
	APPTAINER_ROW("run"),
	ENROOT_ROW("start"),
	ENROOT_ROW("exec"),
	DOCKER_ROW("exec", docker_exec_options),
	DOCKER_ROW("run", docker_run_options),
	DOCKER_ROW("container exec", docker_exec_options),
	DOCKER_ROW("container run", docker_run_options),
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
