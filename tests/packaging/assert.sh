# What the cases of the packages have in common. $root is the chroot, $build holds the packages.
# shellcheck shell=bash disable=SC2154

readonly CONF=/etc/slurm/plugstack.conf.d/cpguard.conf

fail() {
	printf '%s\n' "$@"
	exit 1
}

# Runs a command in the chroot; leaves $status and $output, both streams together.
try() {
	status=0
	output=$(in_root "$@" 2>&1) || status=$?
}

expect_status() { [ "$status" = "$1" ] || fail "status $status instead of $1:" "$output"; }
expect_failure() { [ "$status" != 0 ] || fail 'status 0:' "$output"; }
expect_output() { [[ $output == *"$1"* ]] || fail "'$1' is not in:" "$output"; }
expect_no_output() { [[ $output != *"$1"* ]] || fail "'$1' is in:" "$output"; }
expect_file() { [ -e "$root$1" ] || fail "there is no $1"; }
expect_no_file() { [ ! -e "$root$1" ] || fail "there is still $1"; }

one_package() { # SUFFIX: the package itself, not one with its symbols
	local file found=()
	for file in "$build"/slurm-spank-cpguard[-_][0-9]*"$1"; do
		found+=("$file")
	done
	[ ${#found[@]} = 1 ] || fail "not one package: ${found[*]}"
	echo "${found[0]}"
}

plugin_place() { dpkg-deb -c "$(one_package .deb)" | sed -n 's/.* \.\(.*spank_cpguard\.so\)$/\1/p'; }

enable() { # WORDS: makes the example's last line these
	sed -i "\$s|.*|$*|" "$root$CONF"
}

expect_active() {
	try cpguard doctor
	expect_status 0
	expect_output 'cpguard is active on this machine'
}

expect_refusal() {
	try sbatch --hf-checkpoint=/models/dense --allgather-cp --context-parallel-size=2 --wrap true
	expect_status 1
	expect_output 'cpguard: refused:'
	expect_output /models/dense/config.json
}

# Nothing of the package is in Slurm's way, or of use to it.
expect_unguarded() {
	try sbatch --help
	expect_status 0
	expect_no_output hf-checkpoint
}

# ---- Debian packages

# A copy of the package with other fields: `repack NAME FIELD=VALUE...`.
repack() {
	local name=$1 field tree=$build/packages/repack
	shift
	rm -rf "$tree"
	dpkg-deb -R "$(one_package .deb)" "$tree"
	for field; do
		sed -i "s|^${field%%=*}: .*|${field%%=*}: ${field#*=}|" "$tree/DEBIAN/control"
	done
	dpkg-deb --root-owner-group -b "$tree" "$root/$name.deb" >/dev/null
	rm -rf "$tree"
}

# Everything that it needs is there, so nothing is fetched.
apt() { try apt-get -y -o APT::Sandbox::User=root -o Dpkg::Use-Pty=0 "$@"; }

# ---- RPM packages: the same root, with a database of its own

rpm_in_root() {
	status=0
	output=$(rpm --force-debian --root "$root" --dbpath /var/lib/rpm "$@" 2>&1) || status=$?
}

# A package "slurm" of this version, which besides stands for the distribution: it provides what
# the package needs that is not Slurm's.
dummy_slurm() { # VERSION
	local spec=$build/packages/dummy.spec
	{
		printf '%s\n' 'Name: slurm' "Version: $1" 'Release: 1' 'Summary: dummy' 'License: none'
		rpm -qp --requires "$(one_package .rpm)" 2>/dev/null |
			sed -n 's/^\(lib\|rtld\|\/bin\/sh\|grep\)/Provides: \1/p'
		printf '%s\n' '%description' dummy %files
	} >"$spec"
	rpmbuild -bb --define "_topdir $build/packages/dummies" "$spec" >/dev/null 2>&1 ||
		fail 'the dummy cannot be built'
	echo "$build"/packages/dummies/RPMS/*/slurm-"$1"-1.*.rpm
}

# The next release of the RPM package, for that Slurm release or that of the package. It has the
# same files: they are not compiled again.
next_rpm() { # [RELEASE BEFORE]
	local spec=$build/packages/next.spec tree=$build/packages/next copy=$build/packages/next.build
	rm -rf "$tree" "$copy" "$build/packages/next.rpm"
	mkdir "$copy"
	# A copy, since what make remembers of a build holds for one spelling of its directory.
	cp -a "$build"/{flags,needs,common,cli,spank,libcpguard.a,spank_cpguard.so,cpguard} "$copy"
	make -s BUILD="$copy" DESTDIR="$tree" DOCS= prefix=/usr install >/dev/null
	sed -e 's/^Release: *1/Release: 2/' -e '/^%build/,/^%install/d' \
		-e "s|^make .* install\$|%install\ncp -a '$tree'/. %{buildroot}|" \
		packaging/rpm/slurm-spank-cpguard.spec >"$spec"
	rpmbuild -bb --nodeps --define "_topdir $build/packages/next.rpm" --define "_sourcedir $build/packages" \
		--define "slurm_release ${1:-$(packaging/slurm-release)}" \
		--define "slurm_next ${2:-$(packaging/slurm-release next)}" \
		--define "slurm_plugindir $(packaging/plugindir)" "$spec" >/dev/null 2>&1 ||
		fail 'the next package cannot be built'
	echo "$build"/packages/next.rpm/RPMS/*/slurm-spank-cpguard-*-2.*.rpm
}
