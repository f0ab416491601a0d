# cpguard: refuses mis-ordered allgather-cp training jobs when they are submitted.
#
#   make          builds build/spank_cpguard.so, build/cpguard, build/libcpguard.a
#   make test     installs what the tests need (as root, on Debian), builds, runs all tests
#   make test-releases   the same tests on other Slurm releases, each in a chroot (as root)
#   make fuzz     gives the readers 20000 made-up inputs each under clang's sanitizers
#   make bench    what a check takes: time and memory
#   make demo     a private throw-away Slurm that refuses one job and accepts another
#   make install, make uninstall    with DESTDIR, prefix and the other names of GNU's standards
#   make deb, make rpm              packages for the Slurm release that it was built against
#   make test-packages              installs, upgrades and removes them in a chroot (as root)
#
# Variables: CC, CFLAGS, LDFLAGS, SLURM_INCLUDEDIR (the directory that holds
# slurm/spank.h), SANITIZE (for example address,undefined), V=1 shows the commands.

VERSION := 0.1.0
BUILD ?= build
PKG_CONFIG ?= pkg-config
V ?= 0
Q := $(if $(filter 1,$(V)),,@)

WARNINGS := -Wall -Wextra -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Werror
HARDENING := -fstack-protector-strong -D_FORTIFY_SOURCE=2
# Before release 11, gcc takes a compound literal among designated initializers for the end of
# the designated ones, and warns of the rest (its bug 84685).
WARNINGS += $(shell echo 'struct { const int *a, *b; } s = {.a = (const int[]){1}};' | \
  $(CC) -Wextra -Werror -fsyntax-only -x c - >/dev/null 2>&1 || echo -Wno-missing-field-initializers)
CFLAGS ?= -O2 -g
LDFLAGS ?=

ifneq ($(SANITIZE),)
  HARDENING := -fno-omit-frame-pointer
  SANITIZERS := -fsanitize=$(SANITIZE) -fno-sanitize-recover=all
endif

CJSON_CFLAGS := $(shell $(PKG_CONFIG) --cflags libcjson 2>/dev/null)
CJSON_LIBS := $(shell $(PKG_CONFIG) --libs libcjson 2>/dev/null)
YAML_CFLAGS := $(shell $(PKG_CONFIG) --cflags yaml-0.1 2>/dev/null)
YAML_LIBS := $(shell $(PKG_CONFIG) --libs yaml-0.1 2>/dev/null)
LIBS := $(CJSON_LIBS) $(YAML_LIBS)

ALL_CPPFLAGS := -D_GNU_SOURCE -DCPGUARD_VERSION='"$(VERSION)"' -Iinclude $(CJSON_CFLAGS) $(YAML_CFLAGS) $(CPPFLAGS)
ALL_CFLAGS := -std=gnu11 $(WARNINGS) -fPIC -fvisibility=hidden $(HARDENING) $(SANITIZERS) $(CFLAGS)
ALL_LDFLAGS := -Wl,-z,relro,-z,now,-z,noexecstack $(SANITIZERS) $(LDFLAGS)
SLURM_CPPFLAGS := $(if $(SLURM_INCLUDEDIR),-isystem $(SLURM_INCLUDEDIR))

# Where `make install` puts things; GNU's names, and its defaults. The plugin goes where Slurm
# looks for plugins, which packaging/plugindir finds or `make install plugindir=DIR` names.
prefix = /usr/local
exec_prefix = $(prefix)
bindir = $(exec_prefix)/bin
datarootdir = $(prefix)/share
mandir = $(datarootdir)/man
docdir = $(datarootdir)/doc/slurm-spank-cpguard
bashcompletiondir = $(datarootdir)/bash-completion/completions
slurmconfdir = /etc/slurm
plugindir := $(shell CC='$(CC)' PKG_CONFIG='$(PKG_CONFIG)' packaging/plugindir '$(SLURM_INCLUDEDIR)')

# `cpguard doctor` falls back on these where Slurm itself does not tell.
CLI_CPPFLAGS = -DCPGUARD_SLURM_CONF='"$(slurmconfdir)/slurm.conf"' -DCPGUARD_PLUGINDIR='"$(plugindir)"'

COMMON_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard common/*.c)))
SPANK_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard spank/*.c)))
CLI_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard cli/*.c)))
UNIT_TESTS := $(patsubst %.c,$(BUILD)/%,$(sort $(wildcard tests/unit/test_*.c)))

.PHONY: all unit-tests spank-tests slurm-tests test-programs test check test-releases oracle demo \
  fuzz fuzz-programs bench \
  install uninstall deb rpm test-packages clean FORCE
all: $(BUILD)/spank_cpguard.so $(BUILD)/cpguard $(BUILD)/libcpguard.a

# A change of compiler or flags rebuilds everything, one of the command's own only that.
$(BUILD)/flags: FLAGS = $(CC) $(ALL_CPPFLAGS) $(SLURM_CPPFLAGS) $(ALL_CFLAGS) $(ALL_LDFLAGS)
$(BUILD)/cli/flags: FLAGS = $(CLI_CPPFLAGS)
$(BUILD)/flags $(BUILD)/cli/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(subst ','\'',$(FLAGS))' | cmp -s - $@ || echo '$(subst ','\'',$(FLAGS))' > $@

# What a build needs and a compiler's own message would hide: said once, with the way out.
$(BUILD)/needs: $(BUILD)/flags
	@$(PKG_CONFIG) --exists libcjson || { echo 'cpguard: cJSON is missing (pkg-config finds no libcjson).' \
	  'Install libcjson-dev (Debian) or cjson-devel (EPEL).' >&2; exit 1; }
	@$(PKG_CONFIG) --exists yaml-0.1 || { echo 'cpguard: libyaml is missing (pkg-config finds no yaml-0.1).' \
	  'Install libyaml-dev (Debian) or libyaml-devel (EPEL).' >&2; exit 1; }
	@printf '#include <stdint.h>\n#include <slurm/spank.h>\n' | \
	  $(CC) $(SLURM_CPPFLAGS) $(CPPFLAGS) -E -x c - >/dev/null 2>&1 || { echo 'cpguard: slurm/spank.h is missing.' \
	  'Install libslurm-dev (Debian) or slurm-devel (EPEL), or name its place:' \
	  'make SLURM_INCLUDEDIR=/opt/slurm/include' >&2; exit 1; }
	@touch $@

$(BUILD)/common/%.o: common/%.c $(BUILD)/needs
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/cli/%.o: cli/%.c $(BUILD)/needs $(BUILD)/cli/flags
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CPPFLAGS) $(CLI_CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/spank/%.o: spank/%.c $(BUILD)/needs
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CPPFLAGS) $(SLURM_CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/libcpguard.a: $(COMMON_OBJECTS)
	$(Q)rm -f $@
	$(Q)$(AR) rcs $@ $^

$(BUILD)/spank_cpguard.so: $(SPANK_OBJECTS) $(BUILD)/libcpguard.a spank/spank_cpguard.map
	$(Q)$(CC) $(ALL_CFLAGS) -shared -Wl,--version-script=spank/spank_cpguard.map \
	  -Wl,--exclude-libs,ALL $(ALL_LDFLAGS) -o $@ $(SPANK_OBJECTS) $(BUILD)/libcpguard.a $(LIBS)

$(BUILD)/cpguard: $(CLI_OBJECTS) $(BUILD)/libcpguard.a
	$(Q)$(CC) $(ALL_CFLAGS) -pie $(ALL_LDFLAGS) -o $@ $(CLI_OBJECTS) $(BUILD)/libcpguard.a $(LIBS)

# cmocka 2 deprecates what cmocka 1.1 has no other name for, as assert_in_range.
CMOCKA_CFLAGS := $(shell $(PKG_CONFIG) --cflags cmocka 2>/dev/null) -Wno-deprecated-declarations

# Each unit test is one program: tests/unit/test_X.c beside the helpers in tests/unit/.
$(BUILD)/tests/unit/%: tests/unit/%.c $(BUILD)/libcpguard.a $(wildcard tests/unit/*.h)
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CPPFLAGS) -Itests/unit -Icommon -DCPGUARD_CLI='"$(abspath $(BUILD))/cpguard"' \
	  $(ALL_CFLAGS) $(CMOCKA_CFLAGS) $(ALL_LDFLAGS) -o $@ $< $(BUILD)/libcpguard.a $(LIBS) -lcmocka

unit-tests: $(UNIT_TESTS)
$(BUILD)/tests/unit/test_cli $(BUILD)/tests/unit/test_doctor: $(BUILD)/cpguard

# In a make of its own, since what pkg-config says was asked when this one began.
test:
	@tests/packages.sh test
	@$(MAKE) --no-print-directory check

test-programs: all unit-tests spank-tests slurm-tests $(BUILD)/tests/oracle/yaml_dump
# PARTS picks, see tests/run.sh.
check: test-programs
	@RELEASES='$(RELEASES)' exec tests/run.sh $(BUILD) $(PARTS)

# The script reader against bash: all cases, some of which it does not get right yet, and N
# random scripts that nobody has seen before.
N ?= 10000
SEED ?= $(shell date +%s)
oracle: all
	tests/oracle/run.py --cpguard $(BUILD)/cpguard --seed $(SEED) --count $(N)

# RELEASES="bullseye trixie" picks. Systems are kept in CPGUARD_CACHE, see tests/releases/chroot.sh.
RELEASES ?= bullseye bookworm trixie forky
test-releases:
	@tests/releases/run.sh $(RELEASES)

INSTALL = install
INSTALL_PROGRAM = $(INSTALL) -m 755
INSTALL_DATA = $(INSTALL) -m 644
DOCS := README.md CHANGELOG.md LICENSE
EXAMPLE = $(DESTDIR)$(slurmconfdir)/plugstack.conf.d/cpguard.conf

# A plugin that is in use is replaced in one step, so that no command finds it missing; an example
# that is there may have been edited.
install: all
	@[ -n '$(plugindir)' ] || { echo 'cpguard: where Slurm looks for plugins is not known. Name it:' \
	  'make install plugindir=DIR (scontrol show config | grep PluginDir)' >&2; exit 1; }
	$(INSTALL) -d $(patsubst %,'$(DESTDIR)%',$(bindir) $(plugindir) $(mandir)/man1 $(mandir)/man8 \
	  $(bashcompletiondir) $(slurmconfdir)/plugstack.conf.d $(docdir))
	$(INSTALL_PROGRAM) $(BUILD)/cpguard '$(DESTDIR)$(bindir)/cpguard'
	$(INSTALL_DATA) $(BUILD)/spank_cpguard.so '$(DESTDIR)$(plugindir)/spank_cpguard.so.new'
	mv -f '$(DESTDIR)$(plugindir)/spank_cpguard.so.new' '$(DESTDIR)$(plugindir)/spank_cpguard.so'
	$(INSTALL_DATA) man/cpguard.1 '$(DESTDIR)$(mandir)/man1/cpguard.1'
	$(INSTALL_DATA) man/spank_cpguard.8 '$(DESTDIR)$(mandir)/man8/spank_cpguard.8'
	$(INSTALL_DATA) packaging/cpguard.bash '$(DESTDIR)$(bashcompletiondir)/cpguard'
	$(if $(DOCS),$(INSTALL_DATA) $(DOCS) '$(DESTDIR)$(docdir)')
	[ -e '$(EXAMPLE)' ] || $(INSTALL_DATA) plugstack.conf.example '$(EXAMPLE)'

uninstall:
	rm -f '$(DESTDIR)$(bindir)/cpguard' '$(DESTDIR)$(mandir)/man1/cpguard.1' \
	  '$(DESTDIR)$(mandir)/man8/spank_cpguard.8' '$(DESTDIR)$(bashcompletiondir)/cpguard' \
	  $(patsubst %,'$(DESTDIR)$(docdir)/%',$(DOCS))
	$(if $(plugindir),rm -f '$(DESTDIR)$(plugindir)/spank_cpguard.so')
	! cmp -s plugstack.conf.example '$(EXAMPLE)' || rm -f '$(EXAMPLE)'
	rmdir '$(DESTDIR)$(docdir)' 2>/dev/null || true
	@[ ! -e '$(EXAMPLE)' ] || echo 'cpguard: $(EXAMPLE) was edited, and stays. Take its line away.'

# Packages, in $(BUILD), of a copy of the sources: each for the Slurm release that is installed here.
PACKAGES := $(BUILD)/packages
SOURCES := Makefile README.md CHANGELOG.md LICENSE plugstack.conf.example cli common include man \
  packaging spank tests
SLURM_RELEASE = $(shell CC='$(CC)' packaging/slurm-release '$(SLURM_INCLUDEDIR)')
SLURM_NEXT = $(shell CC='$(CC)' packaging/slurm-release next '$(SLURM_INCLUDEDIR)')

$(PACKAGES)/cpguard-$(VERSION).tar.gz: FORCE
	@mkdir -p $(@D)
	$(Q)tar -czf $@ --owner=0 --group=0 --exclude=__pycache__ --transform='s,^,cpguard-$(VERSION)/,' $(SOURCES)

deb: $(PACKAGES)/cpguard-$(VERSION).tar.gz
	$(Q)rm -rf $(PACKAGES)/deb && mkdir $(PACKAGES)/deb && tar -C $(PACKAGES)/deb -xzf $<
	$(Q)cp -r packaging/debian $(PACKAGES)/deb/cpguard-$(VERSION)
	$(Q)cd $(PACKAGES)/deb/cpguard-$(VERSION) && env -u MAKEFLAGS -u MAKELEVEL -u BUILD dpkg-buildpackage -us -uc -b
	$(Q)rm -f $(BUILD)/slurm-spank-cpguard*.deb && mv $(PACKAGES)/deb/*.deb $(BUILD)
	@ls $(BUILD)/slurm-spank-cpguard_*.deb

# RPMFLAGS=--nodeps where the build's needs are there, but not as RPM packages.
rpm: $(PACKAGES)/cpguard-$(VERSION).tar.gz
	$(Q)rm -rf $(PACKAGES)/rpm
	$(Q)env -u MAKEFLAGS -u MAKELEVEL -u BUILD rpmbuild -bb $(RPMFLAGS) \
	  --define '_topdir $(abspath $(PACKAGES))/rpm' --define '_sourcedir $(abspath $(PACKAGES))' \
	  --define 'slurm_release $(SLURM_RELEASE)' --define 'slurm_next $(SLURM_NEXT)' \
	  $(if $(plugindir),--define 'slurm_plugindir $(plugindir)') packaging/rpm/slurm-spank-cpguard.spec
	$(Q)rm -f $(BUILD)/slurm-spank-cpguard*.rpm && mv $(PACKAGES)/rpm/RPMS/*/*.rpm $(BUILD)
	@ls $(BUILD)/slurm-spank-cpguard-*.rpm

test-packages:
	@tests/packaging/run.sh $(BUILD)

demo:
	@tests/packages.sh demo
	@$(MAKE) --no-print-directory all
	@tests/slurm/demo.sh $(BUILD)/spank_cpguard.so

# The stand-in SPANK host, and the programs that drive the plugin through it.
SPANK_TESTS := $(patsubst %.c,$(BUILD)/%,$(sort $(wildcard tests/spank/test_*.c)))
SPANK_TEST_PARTS := tests/spank/run.c tests/spank/check.c tests/spank/world.c

spank-tests: $(BUILD)/tests/spank/host $(SPANK_TESTS) $(BUILD)/spank_cpguard.so

$(BUILD)/tests/spank/host: $(wildcard tests/spank/host*.[ch]) tests/spank/protocol.h $(BUILD)/needs
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CPPFLAGS) $(SLURM_CPPFLAGS) $(ALL_CFLAGS) -pie -rdynamic $(ALL_LDFLAGS) \
	  -o $@ $(filter %.c,$^) -ldl

$(BUILD)/tests/spank/test_%: tests/spank/test_%.c $(SPANK_TEST_PARTS) $(wildcard tests/spank/*.h) $(BUILD)/needs
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) $(CMOCKA_CFLAGS) $(ALL_LDFLAGS) \
	  -o $@ $(filter %.c %.o,$^) -lcmocka

# What sends to syslog needs nothing of Slurm, so that a test can call it.
$(BUILD)/tests/spank/test_log: $(BUILD)/spank/syslog.o

# What leads the log of a private Slurm to a test.
$(BUILD)/tests/slurm/log_socket.so: tests/slurm/log_socket.c $(BUILD)/needs
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CPPFLAGS) -std=gnu11 $(WARNINGS) -fPIC -fvisibility=hidden $(CFLAGS) \
	  -shared $(LDFLAGS) -o $@ $< -ldl

# What the YAML reader gives, for tests/oracle/yaml_oracle.py.
$(BUILD)/tests/oracle/yaml_dump: tests/oracle/yaml_dump.c $(BUILD)/libcpguard.a
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $< $(BUILD)/libcpguard.a $(LIBS)

# The fuzz targets, under libFuzzer where SANITIZE names it, else with a main that replays files.
FUZZ_TARGETS := $(patsubst %.c,$(BUILD)/%,$(sort $(wildcard tests/fuzz/fuzz_*.c)))
FUZZ_RUNS ?= 20000
FUZZ_SEED ?= 1

fuzz-programs: $(FUZZ_TARGETS)
$(BUILD)/tests/fuzz/%: tests/fuzz/%.c tests/fuzz/replay.c tests/fuzz/fuzz.h $(BUILD)/libcpguard.a
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $< \
	  $(if $(findstring fuzzer,$(SANITIZE)),,tests/fuzz/replay.c) $(BUILD)/libcpguard.a $(LIBS)

fuzz:
	@tests/packages.sh fuzz
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/fuzz CC=clang SANITIZE=fuzzer,address,undefined fuzz-programs
	@tests/fuzz/run.sh $(BUILD)/fuzz $(FUZZ_SEED) $(FUZZ_RUNS)

bench: all $(BUILD)/tests/bench/measure
	@tests/bench/run.sh $(BUILD)

$(BUILD)/tests/bench/measure: tests/bench/measure.c $(BUILD)/needs
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $<

# What the tests with a real Slurm load beside the plugin.
slurm-tests: $(BUILD)/tests/slurm/spank_pyxis.so $(BUILD)/tests/slurm/log_socket.so

$(BUILD)/tests/slurm/%.so: tests/slurm/%.c $(BUILD)/needs
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CPPFLAGS) $(SLURM_CPPFLAGS) $(ALL_CFLAGS) -shared $(ALL_LDFLAGS) -o $@ $<

clean:
	rm -rf $(BUILD)

-include $(shell find $(BUILD) -path $(PACKAGES) -prune -o -name '*.d' -type f -print 2>/dev/null)
