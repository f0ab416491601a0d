# bash completion for cpguard -*- shell-script -*-
# shellcheck shell=bash disable=SC2207 # words without blanks

_cpguard_settings='mode=enforce mode=warn mode=off
	scripts=enforce scripts=warn scripts=off
	unverified=refuse unverified=defer unverified=allow
	architectures= path_map= hf_home=
	override=no override=yes
	log=none log=syslog'

_cpguard_options() { # SUBCOMMAND
	case $1 in
	check | explain)
		echo '--hf-checkpoint= --allgather-cp --context-parallel-size= --chdir=
			--as=batch --as=direct --set --plugstack= --json --help'
		;;
	model) echo '--set --plugstack= --json --help' ;;
	doctor) echo '--json --help' ;;
	esac
}

_cpguard() {
	local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
	local line=${COMP_LINE:0:COMP_POINT} last name

	COMPREPLY=()
	if ((COMP_CWORD == 1)); then
		COMPREPLY=($(compgen -W 'check explain model doctor --help --version' -- "$word"))
		return
	fi
	# bash takes "=" for a word of its own: what is really typed is behind the last blank.
	last=${line##*[[:blank:]]}
	case $last in
	--hf-checkpoint=* | --chdir=* | --plugstack=*)
		COMPREPLY=($(compgen -f -- "${last#*=}"))
		compopt -o filenames
		return
		;;
	-*)
		name=$(_cpguard_options "${COMP_WORDS[1]}")
		COMPREPLY=($(compgen -W "$name" -- "$last"))
		;;
	*)
		if [[ $before == --set || $line =~ [[:blank:]]--set[[:blank:]]+[a-z_]*=?[a-z]*$ ]]; then
			COMPREPLY=($(compgen -W "$_cpguard_settings" -- "$last"))
		elif [[ ${COMP_WORDS[1]} != doctor ]]; then
			COMPREPLY=($(compgen -f -- "$word"))
			compopt -o filenames
			return
		fi
		;;
	esac
	[[ $last != *=* ]] || COMPREPLY=("${COMPREPLY[@]#*=}")
	[[ ${#COMPREPLY[@]} != 1 || ${COMPREPLY[0]} != *= ]] || compopt -o nospace
}

complete -F _cpguard cpguard
