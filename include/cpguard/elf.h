/* ELF: what a program or a shared object says of itself, read without running any of it.
 *
 * Only objects of this machine's own kind (word size, byte order, processor) are read. What an
 * object exports is found as the dynamic linker finds it, by its dynamic section alone, so that
 * a stripped one is as good as any.
 *
 * Source: System V gABI chapters 4 and 5; glibc 2.31 to 2.41 elf/dl-lookup.c for the GNU hash
 * table.
 */
#ifndef CPGUARD_ELF_H
#define CPGUARD_ELF_H

#include <stdbool.h>
#include <stddef.h>

#include "cpguard/arena.h"
#include "cpguard/error.h"
#include "cpguard/text.h"

struct cpg_elf {
	struct cpg_text file;    /* not owned */
	const char *search_path; /* DT_RUNPATH, else DT_RPATH, else NULL */
	struct cpg_text names;   /* the dynamic string table */
	size_t symbols;          /* where the dynamic symbols begin in the file */
	size_t symbol_count;
	size_t relocations; /* those with addends */
	size_t relocation_count;
};

/* Reads the headers and the dynamic section of an object, the text of a whole file.
 *
 * Returns 0 and fills *elf, whose strings lie in `file`; or -1 with *err set, CPG_E_SYNTAX
 * when it is no such object, is damaged, or was made for another kind of machine. The
 * sentence fits behind the file's name: "is no ELF file".
 */
int cpg_elf_read(struct cpg_text file, struct cpg_elf *elf, struct cpg_error *err)
	__attribute__((warn_unused_result));

/* Whether the object defines the symbol for others to find. */
bool cpg_elf_exports(const struct cpg_elf *elf, const char *symbol);

/* The value of an exported variable as the file has it: `const char symbol[]`, `char *symbol`,
 * and `unsigned symbol`. The first two return NULL, the last one false, when there is no such
 * variable or its value is not in the file. */
const char *cpg_elf_string(const struct cpg_elf *elf, const char *symbol);
const char *cpg_elf_pointed(const struct cpg_elf *elf, const char *symbol);
bool cpg_elf_unsigned(const struct cpg_elf *elf, const char *symbol, unsigned *value);

#endif
