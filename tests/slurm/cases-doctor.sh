# What `cpguard doctor` says of the cluster that it is asked about, and whether Slurm agrees.
# shellcheck shell=bash disable=SC2154

# A SPANK plugin of cpguard's name, built for a release that this cluster's is not.
stale_plugin() { # FILE
	cc -shared -fPIC -x c -o "$1" - <<-'C'
		const char plugin_name[] = "cpguard";
		const char plugin_type[] = "spank";
		const unsigned plugin_version = 0x1f0500;
		int slurm_spank_init(void) { return 0; }
		int slurm_spank_init_post_opt(void) { return 0; }
		int slurm_spank_task_init(void) { return 0; }
	C
}

doctor_says_that_the_guard_is_up() {
	local kind

	for kind in optional required; do
		cluster_plugstack login "$kind $PLUGIN"
		run "$CPGUARD" doctor
		assert_status 0
		assert_stderr_empty
		assert_stdout_has "ok   slurm: $CLUSTER_VERSION," "ok   plugin: $PLUGIN" \
			"plugstack.conf:1: $kind $PLUGIN" 'ok   loadable: ' 'ok   exports: ' \
			'ok   release: ' 'ok   options: ' 'cpguard is active on this machine.'
	done
	submit sbatch "${BAD[@]}"
	assert_refused
}

doctor_follows_includes() {
	mkdir "$CLUSTER_DIR/login/plugstack.conf.d"
	echo "optional $PLUGIN mode=warn" >"$CLUSTER_DIR/login/plugstack.conf.d/cpguard.conf"
	cluster_plugstack login 'include plugstack.conf.d/*.conf'
	run "$CPGUARD" doctor
	rm -r "$CLUSTER_DIR/login/plugstack.conf.d"
	assert_status 0
	assert_stdout_has '/plugstack.conf.d/cpguard.conf:1: optional' \
		'cpguard is active on this machine, and only warns.'
}

doctor_says_that_no_line_loads_the_plugin() {
	cluster_plugstack login '# nothing'
	run "$CPGUARD" doctor
	assert_status 1
	assert_stdout_has 'FAIL line: ' 'FAIL options: ' 'cpguard is not active on this machine.'
	run sbatch "${BAD[@]}" job.sh
	assert_stderr_has "unrecognized option '--hf-checkpoint"
}

doctor_says_that_the_plugin_is_missing() {
	cluster_plugstack login "optional $PWD/spank_cpguard.so"
	run "$CPGUARD" doctor
	assert_status 1
	assert_stdout_has "FAIL plugin: $PWD/spank_cpguard.so does not exist" 'FAIL options: '
	cluster_plugstack login 'optional spank_cpguard.so'
	run "$CPGUARD" doctor
	assert_status 1
	assert_stdout_has 'FAIL plugin: spank_cpguard.so is not in /' ', where Slurm looks for plugins'
}

doctor_says_that_the_plugin_is_stale() {
	stale_plugin "$PWD/spank_cpguard.so"
	chmod 644 spank_cpguard.so
	cluster_plugstack login "optional $PWD/spank_cpguard.so"
	run "$CPGUARD" doctor
	if [[ $CLUSTER_VERSION == 20.* ]]; then # loads it all the same
		assert_stdout_has 'warn release: built for Slurm 31.05, and this is 20.11'
		return
	fi
	assert_status 1
	assert_stdout_has 'FAIL release: ' 'Slurm does not load it -> jobs run unguarded' 'FAIL options: '
	submit sbatch
	assert_status 0
	assert_job_ends "$NEXT_ID" COMPLETED 0:0

	cluster_plugstack login "required $PWD/spank_cpguard.so"
	run "$CPGUARD" doctor
	assert_status 1
	assert_stdout_has 'FAIL slurm: sbatch --version fails' 'FAIL release: ' \
		'no job can be submitted until the plugin is built'
	submit sbatch
	assert_status 1
	assert_nothing_submitted
}

# Debian's slurmd brings no commands.
doctor_asks_slurmd_on_a_node_without_sbatch() {
	ln -s "$(command -v slurmd)" slurmd
	run env PATH="$PWD" "$CPGUARD" doctor
	assert_status 0
	assert_stdout_has '-    sbatch: it is in no directory of PATH; this is a compute node' \
		"ok   slurm: $CLUSTER_VERSION, says slurmd -V" "ok   plugin: $PLUGIN" 'ok   release: ' \
		'cpguard is active on this machine.'
	cluster_plugstack login "optional $PWD/spank_cpguard.so"
	run env PATH="$PWD" "$CPGUARD" doctor
	assert_status 1
	assert_stdout_has "FAIL plugin: $PWD/spank_cpguard.so does not exist" 'cpguard is not active on this machine.'
}
