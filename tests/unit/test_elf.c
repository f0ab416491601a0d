#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpguard/elf.h"
#include "cpguard/file.h"
#include "files.h"

enum {
	FILE_LIMIT = 32 << 20, /* bytes */
};

/* A shared object with one variable of each kind. */
static const char source[] = "const char word[] = \"spank\";\n"
			     "char *pointed = \"/etc/slurm/slurm.conf\";\n"
			     "char *empty;\n"
			     "char *elsewhere;\n"
			     "extern char theirs[];\n"
			     "char *foreign = theirs;\n"
			     "const unsigned number = 0x160508;\n"
			     "unsigned zero[64];\n"
			     "static int hidden(void) { return 1; }\n"
			     "int callable(void);\n"
			     "int callable(void) { return hidden(); }\n";

/* Compiles it; `flags` go to the linker's command line. */
static struct cpg_text build(struct cpg_arena *arena, const char *flags)
{
	char *directory = make_directory();
	const char *from = write_file(arena, directory, "object.c", source);
	char *to = cpg_arena_printf(arena, "%s/object.so", directory);
	const char *compiler = getenv("CC") ? getenv("CC") : "cc";
	struct cpg_text file = {NULL, 0};

	assert_int_equal(system(cpg_arena_printf(arena, "%s -shared -fPIC %s -o %s %s",
						 compiler, flags, to, from)),
			 0);
	assert_int_equal(cpg_file_read(arena, to, FILE_LIMIT, &file, NULL), 0);
	remove_directory(directory);
	return file;
}

static void
exported_symbols_and_values_are_read_under_every_hash_and_relocation(void **state)
{
	static const char *const flags[] = {
		"",
		"-Wl,--hash-style=sysv",
		"-Wl,--hash-style=gnu -s",
		"-Wl,--hash-style=both -Wl,-z,now -Wl,-z,relro",
		"-Wl,-z,pack-relative-relocs",
	};

	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
		struct cpg_text file = build(*state, flags[i]);
		struct cpg_elf elf;
		unsigned number = 0;

		if (cpg_elf_read(file, &elf, NULL) < 0)
			fail_msg("not read with '%s'", flags[i]);
		if (!cpg_elf_exports(&elf, "callable") || cpg_elf_exports(&elf, "hidden") ||
		    cpg_elf_exports(&elf, "theirs") || cpg_elf_exports(&elf, "absent"))
			fail_msg("exports with '%s'", flags[i]);
		if (!cpg_elf_unsigned(&elf, "number", &number) || number != 0x160508)
			fail_msg("number with '%s': %x", flags[i], number);
		assert_string_equal(cpg_elf_string(&elf, "word"), "spank");
		assert_string_equal(cpg_elf_pointed(&elf, "pointed"),
				    "/etc/slurm/slurm.conf");
	}
}

static void value_that_is_not_in_the_file_is_none(void **state)
{
	struct cpg_elf elf;
	unsigned number = 7;

	assert_int_equal(cpg_elf_read(build(*state, ""), &elf, NULL), 0);
	assert_null(cpg_elf_pointed(&elf, "empty"));
	assert_null(cpg_elf_pointed(&elf, "foreign"));
	assert_null(cpg_elf_pointed(&elf, "number"));
	assert_null(cpg_elf_string(&elf, "absent"));
	assert_false(cpg_elf_unsigned(&elf, "zero", &number));
	assert_false(cpg_elf_unsigned(&elf, "word", &number));
	assert_int_equal(number, 7);
}

static void search_path_is_what_the_object_names(void **state)
{
	struct cpg_elf elf;

	assert_int_equal(
		cpg_elf_read(build(*state, "-Wl,-rpath,/opt/a:/opt/b"), &elf, NULL), 0);
	assert_string_equal(elf.search_path, "/opt/a:/opt/b");

	assert_int_equal(
		cpg_elf_read(build(*state, "-Wl,-rpath,/opt/c -Wl,--disable-new-dtags"),
			     &elf, NULL),
		0);
	assert_string_equal(elf.search_path, "/opt/c");

	assert_int_equal(cpg_elf_read(build(*state, ""), &elf, NULL), 0);
	assert_null(elf.search_path);
}

static void what_is_no_object_of_this_machine_is_said_to_be_none(void **state)
{
	struct cpg_text file = build(*state, "");
	static const struct {
		size_t at;
		char byte;
		const char *sentence;
	} cases[] = {
		{0, 'x', "is no ELF file"},
		{EI_CLASS, 99, "was built for another kind of processor"},
		{EI_DATA, 99, "was built for another kind of processor"},
		{16, ET_CORE, "is no program and no shared object"},
		{16, ET_REL, "is no program and no shared object"},
	};
	struct cpg_error err;
	struct cpg_elf elf;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char *bytes = cpg_arena_bytes(*state, file.bytes, file.length);

		bytes[cases[i].at] = cases[i].byte;
		assert_int_equal(
			cpg_elf_read((struct cpg_text){bytes, file.length}, &elf, &err),
			-1);
		assert_int_equal(err.code, CPG_E_SYNTAX);
		assert_string_equal(err.text, cases[i].sentence);
	}
	assert_int_equal(
		cpg_elf_read(cpg_text_of("#!/bin/sh\nexec sbatch \"$@\"\n"), &elf, &err),
		-1);
	assert_string_equal(err.text, "is no ELF file");
}

/* Every length, and every byte of what the reader looks at changed: nothing outside the file
 * is touched, which the sanitizers see. */
static void damaged_object_is_read_within_its_bounds(void **state)
{
	struct cpg_text file = build(*state, "-s");
	struct cpg_elf elf;
	unsigned number;
	size_t readable = 0;

	for (size_t length = 0; length < file.length; length += 7) {
		char *bytes = malloc(length);
		struct cpg_text cut = {memcpy(bytes, file.bytes, length), length};

		if (cpg_elf_read(cut, &elf, NULL) == 0) {
			cpg_elf_exports(&elf, "absent");
			cpg_elf_pointed(&elf, "pointed");
			cpg_elf_unsigned(&elf, "number", &number);
		}
		free(bytes);
	}
	for (size_t at = 0; at < file.length; at++) {
		char *bytes = malloc(file.length);
		struct cpg_text changed = {memcpy(bytes, file.bytes, file.length),
					   file.length};

		bytes[at] = (char)0xff;
		if (cpg_elf_read(changed, &elf, NULL) == 0) {
			readable++;
			cpg_elf_exports(&elf, "absent");
			cpg_elf_pointed(&elf, "pointed");
			cpg_elf_string(&elf, "word");
		}
		free(bytes);
	}
	assert_int_not_equal(readable, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		arena_test(
			exported_symbols_and_values_are_read_under_every_hash_and_relocation),
		arena_test(value_that_is_not_in_the_file_is_none),
		arena_test(search_path_is_what_the_object_names),
		arena_test(what_is_no_object_of_this_machine_is_said_to_be_none),
		arena_test(damaged_object_is_read_within_its_bounds),
	};

	return cmocka_run_group_tests_name("elf", tests, NULL, NULL);
}
