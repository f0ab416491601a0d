#!/bin/bash
# install.sh BUILD: what `make install` and `make uninstall` do, and whether what is installed to
# be read (man pages, completion, the example line) is right and complete.
#
# Every function whose name begins with a letter is a case.
set -uo pipefail

build=$(realpath "${1:?the build directory}")
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# On a copy: the command has the plugin directory in it, and what make remembers of a build holds
# for one spelling of its directory.
_make() { # TARGET VARIABLE...
	if [ ! -d "$work/build" ]; then
		mkdir "$work/build"
		cp -a "$build"/{flags,needs,common,cli,spank,libcpguard.a,spank_cpguard.so,cpguard} "$work/build"
	fi
	MAKEFLAGS='' make -s BUILD="$work/build" DESTDIR="$work/root" prefix=/usr plugindir=/usr/lib/slurm "$@"
}
_files() { (cd "$work/root" && find . ! -type d | sed 's/^\.//' | LC_ALL=C sort); }
_same() { # EXPECTED ACTUAL
	[ "$1" = "$2" ] || {
		diff <(echo "$1") <(echo "$2")
		return 1
	}
}

# The names of the settings, as the command itself lists them.
_settings() {
	{ "$build/cpguard" check --set no_such_setting=1 || true; } 2>&1 |
		sed -n 's/.*(there are \(.*\))$/\1/p' | tr -d ' ' | tr , '\n'
}

_docs=/usr/share/doc/slurm-spank-cpguard
_example=etc/slurm/plugstack.conf.d/cpguard.conf
_wanted="/$_example
/usr/bin/cpguard
/usr/lib/slurm/spank_cpguard.so
/usr/share/bash-completion/completions/cpguard
$_docs/CHANGELOG.md
$_docs/LICENSE
$_docs/README.md
/usr/share/man/man1/cpguard.1
/usr/share/man/man8/spank_cpguard.8"

install_puts_each_file_where_gnu_names_say() {
	_make install && _same "$_wanted" "$(_files)"
}

install_takes_every_directory_by_name() {
	_make install bindir=/b mandir=/m docdir=/d bashcompletiondir=/c slurmconfdir=/s plugindir=/p &&
		_same "/b/cpguard
/c/cpguard
/d/CHANGELOG.md
/d/LICENSE
/d/README.md
/m/man1/cpguard.1
/m/man8/spank_cpguard.8
/p/spank_cpguard.so
/s/plugstack.conf.d/cpguard.conf" "$(_files)"
}

install_without_a_plugin_directory_fails_and_says_what_to_name() {
	! _make install plugindir= 2>"$work/error" && grep -q 'make install plugindir=DIR' "$work/error"
}

reinstall_replaces_the_plugin_and_keeps_an_edited_example() {
	_make install && echo 'optional spank_cpguard.so' >"$work/root/$_example" || return 1
	exec 3<"$work/root/usr/lib/slurm/spank_cpguard.so"
	_make install && _same 'optional spank_cpguard.so' "$(cat "$work/root/$_example")" &&
		! [ /dev/fd/3 -ef "$work/root/usr/lib/slurm/spank_cpguard.so" ]
}

uninstall_leaves_nothing() {
	_make install && _make uninstall && _same '' "$(_files)"
}

uninstall_keeps_an_edited_example_and_says_so() {
	_make install && echo >>"$work/root/$_example" &&
		_make uninstall | grep -q "$_example was edited" && _same "/$_example" "$(_files)"
}

example_changes_nothing_until_its_last_line_is_enabled() {
	! grep -q '^[^#]' plugstack.conf.example || return 1
	"$build/cpguard" check --plugstack=plugstack.conf.example --allgather-cp 2>"$work/error"
	grep -q 'no line loads spank_cpguard.so' "$work/error" || return 1
	sed '$s/^#//' plugstack.conf.example >"$work/plugstack.conf"
	"$build/cpguard" check --plugstack="$work/plugstack.conf" --allgather-cp >/dev/null
}

packages_have_the_version_of_the_makefile() {
	local version
	version=$(sed -n 's/^VERSION := //p' Makefile)
	[ -n "$version" ] && _same "$version" "$(sed -n 's/^Version: *//p' packaging/rpm/*.spec)" &&
		_same "$version" "$(sed -n '1s/.*(\(.*\)-[^-]*).*/\1/p' packaging/debian/changelog)"
}

man_pages_are_without_faults() {
	local page faults
	for page in man/*; do
		# What of it is an opinion, or depends on what else is installed, is left out.
		faults=$(mandoc -T lint -W warning "$page" 2>&1 | grep -v 'mandoc.db')
		[ -z "$faults" ] || { echo "$faults" && return 1; }
		! command -v groff >/dev/null || [ -z "$(groff -mdoc -Tascii -ww -z "$page" 2>&1)" ] || return 1
	done
}

# Each word that is read is in each of the files, with the pattern for that file around it.
_named() { # FILE PATTERN ...
	local word name
	local -i count=0
	while read -r word; do
		count+=1
		for ((name = 1; name < $#; name += 2)); do
			# shellcheck disable=SC2059 # the pattern has the place for the word
			grep -qE -- "$(printf "${@:name+1:1}" "$word")" "${!name}" && continue
			echo "${!name} lacks $word"
			return 1
		done
	done
	((count > 0))
}

each_setting_is_in_the_man_page_the_example_and_the_completion() {
	_settings | _named man/spank_cpguard.8 '^\.It Cm %s ' plugstack.conf.example '^# %s=' \
		packaging/cpguard.bash "[[:blank:]']%s="
}

each_option_of_the_help_is_in_the_man_page_and_the_completion() {
	"$build/cpguard" --help | grep -oE '(^|[^-[:alnum:]])--[a-z][a-z-]*' | grep -oE '[a-z][a-z-]*' |
		sort -u | _named man/cpguard.1 '(Fl|\|) -%s( |$)' packaging/cpguard.bash '--%s\b'
}

each_subcommand_of_the_help_is_in_the_man_page_and_the_completion() {
	"$build/cpguard" --help | sed -n "s/^\(usage:\| *\) *cpguard \([a-z]*\) .*/\2/p" |
		_named man/cpguard.1 '^\.It Cm %s$' packaging/cpguard.bash "^	(.*\\| )?%s( \\| .*)?\\)"
}

completion_completes() {
	local line want
	# shellcheck source=packaging/cpguard.bash
	. packaging/cpguard.bash
	# shellcheck disable=SC2317
	compopt() { :; } # works only while completing
	while IFS='|' read -r line want; do
		COMP_LINE=$line COMP_POINT=${#line}
		# As readline splits: "=" is a word of its own, and a new word begins behind it.
		read -ra COMP_WORDS <<<"${line//=/ = }"
		[[ $line != *[\ =] ]] || COMP_WORDS+=('')
		COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
		_cpguard
		_same "$want" "${COMPREPLY[*]}" || { echo "$line" && return 1; }
	done <<-'CASES'
		cpguard e|explain
		cpguard check --as=|batch direct
		cpguard check --as=d|direct
		cpguard check --set mod|mode=enforce mode=warn mode=off
		cpguard check --set mode=w|warn
		cpguard doctor --|--json --help
		cpguard doctor |
		cpguard check man/cpg|man/cpguard.1
		cpguard model --plugstack=plugs|plugstack.conf.example
	CASES
}

passed=0
failed=0
mapfile -t names < <(sed -n 's/^\([a-z][a-z_]*\)() {.*/\1/p' "${BASH_SOURCE[0]}")
for name in "${names[@]}"; do
	rm -rf "$work/root"
	mkdir "$work/root"
	if ("$name") >"$work/log" 2>&1; then
		echo "ok $name"
		passed=$((passed + 1))
	else
		echo "not ok $name"
		sed 's/^/    /' "$work/log"
		failed=$((failed + 1))
	fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
