# What an administrator meets: the plugin missing, built for another release, in part of the
# cluster, beside another plugin.
# shellcheck shell=bash disable=SC2154

# ---- beside a plugin that puts tasks into containers ------------------------

behind_a_container_plugin_the_checkpoint_inside_counts() {
	models_inside_and_outside GlmMoeDsaForCausalLM Qwen3ForCausalLM
	cluster_plugstack node "$(container_plugin)" "optional $PLUGIN"
	run srun -n2 python3 "$TRAIN" "${ARGS_INSIDE[@]}"
	assert_status 78
	assert_said_once stderr
	assert_stderr_has "$PWD/inside/config.json" Qwen3ForCausalLM
	assert_nodes_idle
	models_inside_and_outside Qwen3ForCausalLM GlmMoeDsaForCausalLM
	run srun -n2 python3 "$TRAIN" "${ARGS_INSIDE[@]}"
	assert_status 0
	assert_stderr_empty
}

behind_a_container_plugin_that_makes_the_user_root_it_counts_too() {
	models_inside_and_outside GlmMoeDsaForCausalLM Qwen3ForCausalLM
	cluster_plugstack node "$(container_plugin root)" "optional $PLUGIN"
	run srun -n2 python3 "$TRAIN" "${ARGS_INSIDE[@]}"
	assert_status 78
	assert_said_once stderr
	assert_stderr_has "$PWD/inside/config.json" Qwen3ForCausalLM
	assert_nodes_idle
}

before_a_container_plugin_the_checkpoint_outside_counts() {
	models_inside_and_outside GlmMoeDsaForCausalLM Qwen3ForCausalLM
	cluster_plugstack node "optional $PLUGIN" "$(container_plugin)"
	run srun -n1 cat "$PWD/inside/config.json"
	assert_file_has stdout Qwen3ForCausalLM
	run srun -n1 python3 "$TRAIN" "${ARGS_INSIDE[@]}"
	assert_status 0
	assert_stderr_empty
	models_inside_and_outside Qwen3ForCausalLM GlmMoeDsaForCausalLM
	run srun -n1 python3 "$TRAIN" "${ARGS_INSIDE[@]}"
	assert_status 78
	assert_said_once stderr
}
