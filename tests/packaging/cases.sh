# Installing, upgrading and removing the packages. In this order.
# shellcheck shell=bash disable=SC2154

lintian_and_rpmlint_have_nothing_to_say() {
	local said
	said=$(lintian --fail-on error,warning "$(one_package .deb)" 2>&1 | grep -v 'root privileges') || true
	[ -z "$said" ] || fail "$said"
	rpmlint -c packaging/rpm/rpmlint.toml "$(one_package .rpm)" packaging/rpm/slurm-spank-cpguard.spec |
		tee /dev/stderr | grep -q ' 0 errors, 0 warnings'
}

deb_depends_on_the_slurm_release_that_it_was_built_for() {
	local release depends
	release=$(packaging/slurm-release)
	depends=$(dpkg-deb -f "$(one_package .deb)" Depends)
	[[ $depends == *"slurm-wlm-basic-plugins (>= $release), slurm-wlm-basic-plugins (<< $(packaging/slurm-release next)~)"* ]] ||
		fail "$depends"
	[[ $depends == *libcjson* && $(dpkg-deb -f "$(one_package .deb)" Version) == *"+slurm$release" ]]
}

deb_for_another_slurm_release_is_not_installed() {
	repack other 'Depends=slurm-wlm-basic-plugins (>= 99.05), slurm-wlm-basic-plugins (<< 99.06~)'
	apt install /other.deb
	expect_status 100
	expect_output 'slurm-wlm-basic-plugins (>= 99.05)'
	expect_no_file /usr/bin/cpguard
}

deb_installs_and_changes_nothing() {
	expect_unguarded
	cp "$(one_package .deb)" "$root/first.deb"
	apt install /first.deb
	expect_status 0
	expect_file /usr/bin/cpguard
	expect_file "$(plugin_place)"
	expect_file /usr/share/man/man1/cpguard.1.gz
	expect_file /usr/share/man/man8/spank_cpguard.8.gz
	expect_file /usr/share/bash-completion/completions/cpguard
	expect_file "$CONF"
	expect_unguarded
	try cpguard doctor
	expect_status 1
	expect_output 'FAIL line: no line of it or of what it includes loads spank_cpguard.so'
}

deb_guards_as_soon_as_its_line_is_enabled() {
	enable 'required spank_cpguard.so mode=enforce'
	expect_active
	expect_refusal
}

deb_upgrade_keeps_the_line_and_the_guard() {
	repack second Version=0.1.0-2+slurm99
	apt install /second.deb
	expect_status 0
	expect_output 'Unpacking slurm-spank-cpguard (0.1.0-2+slurm99) over'
	grep -q '^required spank_cpguard.so mode=enforce$' "$root$CONF"
	expect_active
	expect_refusal
}

deb_removal_warns_of_the_line_that_is_left() {
	apt remove slurm-spank-cpguard
	expect_status 0
	expect_output "cpguard: Slurm is still told to load the plugin, in $CONF"
	expect_no_file /usr/bin/cpguard
	expect_no_file "$(plugin_place)"
	expect_file "$CONF"
}

# What README and the man page say of a plugin that is missing.
missing_plugin_stops_submissions_with_required_and_none_with_optional() {
	try sbatch --version
	expect_status 1
	expect_output 'Failed to initialize plugin stack'
	enable 'optional spank_cpguard.so'
	try sbatch --version
	expect_status 0
	expect_unguarded
}

deb_purge_leaves_nothing() {
	apt purge slurm-spank-cpguard
	expect_status 0
	expect_no_file "$CONF"
	try find / -xdev -name '*cpguard*' -not -path '/var/log/*' -not -path '/proc/*'
	[ -z "$output" ] || fail "$output"
}

rpm_is_not_installed_without_the_slurm_release_that_it_was_built_for() {
	rpm_in_root -U "$(dummy_slurm 99.05.1)"
	expect_status 0
	rpm_in_root -U "$(one_package .rpm)"
	expect_failure
	expect_output "slurm < $(packaging/slurm-release next) is needed by slurm-spank-cpguard"
	rpm_in_root -e slurm
	rpm_in_root -U "$(one_package .rpm)"
	expect_failure
	expect_output "slurm >= $(packaging/slurm-release) is needed by slurm-spank-cpguard"
	expect_no_file /usr/bin/cpguard
}

rpm_installs_and_changes_nothing() {
	rpm_in_root -U "$(dummy_slurm "$(packaging/slurm-release).8")" "$(one_package .rpm)"
	expect_status 0
	expect_file /usr/share/man/man1/cpguard.1
	expect_file "$CONF"
	expect_unguarded
}

rpm_guards_as_soon_as_its_line_is_enabled() {
	enable 'required spank_cpguard.so'
	expect_active
	expect_refusal
}

slurm_is_not_upgraded_to_a_release_that_the_installed_rpm_is_not_for() {
	rpm_in_root -U "$(dummy_slurm 99.05.1)"
	expect_failure
	expect_output "slurm < $(packaging/slurm-release next) is needed by (installed) slurm-spank-cpguard"
	expect_active
}

rpm_upgrade_keeps_the_line_and_the_guard() {
	local second
	second=$(next_rpm)
	rpm_in_root -U "$second"
	expect_status 0
	rpm_in_root -q slurm-spank-cpguard
	expect_output slurm-spank-cpguard-"$(dpkg-deb -f "$(one_package .deb)" Version | sed 's/-1+/-2./')"
	grep -q '^required spank_cpguard.so$' "$root$CONF"
	expect_active
	expect_refusal
}

# As README says of an upgrade of Slurm.
slurm_and_the_rpm_for_it_are_upgraded_in_one_transaction() {
	local next
	next=$(next_rpm 99.05 99.06)
	rpm_in_root -U "$(dummy_slurm 99.05.1)" "$next"
	expect_status 0
	rpm_in_root -q slurm slurm-spank-cpguard
	expect_output slurm-99.05.1-1
	expect_output 2.slurm99.05
	grep -q '^required spank_cpguard.so$' "$root$CONF"
	expect_active
}

rpm_removal_warns_of_the_line_and_puts_it_aside() {
	rpm_in_root -e slurm-spank-cpguard
	expect_status 0
	expect_output "cpguard: Slurm is still told to load the plugin, in $CONF"
	expect_no_file /usr/bin/cpguard
	expect_no_file "$CONF"
	expect_file "$CONF.rpmsave"
	expect_unguarded
}
