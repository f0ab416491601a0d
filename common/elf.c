#include "cpguard/elf.h"

#include <elf.h>
#include <limits.h>
#include <link.h>
#include <stdint.h>
#include <string.h>

/* Of this machine's kind: ElfW() gives the structures, these the values. */
static const unsigned char own_class = sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32;
static const unsigned char own_data =
	__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB;

#if defined(__x86_64__)
enum {
	OWN_MACHINE = EM_X86_64,
};
#elif defined(__aarch64__)
enum {
	OWN_MACHINE = EM_AARCH64,
};
#elif defined(__powerpc64__)
enum {
	OWN_MACHINE = EM_PPC64,
};
#elif defined(__s390x__)
enum {
	OWN_MACHINE = EM_S390,
};
#elif defined(__riscv)
enum {
	OWN_MACHINE = EM_RISCV,
};
#else
enum {
	OWN_MACHINE = EM_NONE, /* not told apart */
};
#endif

/* The dynamic section's entries that are of use. */
struct dynamic {
	ElfW(Addr) names;
	ElfW(Xword) names_size;
	ElfW(Addr) symbols;
	ElfW(Addr) hash;
	ElfW(Addr) gnu_hash;
	ElfW(Addr) relocations;
	ElfW(Xword) relocations_size;
	ElfW(Xword) rpath;
	ElfW(Xword) runpath;
	bool has_rpath;
	bool has_runpath;
};

/* Copies `size` bytes at `at` of the file, which may lie unaligned. */
static bool take(struct cpg_text file, size_t at, void *to, size_t size)
{
	if (at > file.length || size > file.length - at)
		return false;
	memcpy(to, file.bytes + at, size);
	return true;
}

static bool header_of(const struct cpg_elf *elf, size_t i, ElfW(Phdr) * segment)
{
	ElfW(Ehdr) header;

	return take(elf->file, 0, &header, sizeof(header)) && i < header.e_phnum &&
	       header.e_phoff <= elf->file.length &&
	       take(elf->file, (size_t)header.e_phoff + i * sizeof(*segment), segment,
		    sizeof(*segment));
}

/* Where in the file the bytes that are loaded at `address` lie, and how many there are.
 * Returns false for an address that the file does not fill. */
static bool locate(const struct cpg_elf *elf, ElfW(Addr) address, size_t *at,
		   size_t *length)
{
	ElfW(Phdr) segment;

	for (size_t i = 0; header_of(elf, i, &segment); i++) {
		if (segment.p_type != PT_LOAD || address < segment.p_vaddr ||
		    address - segment.p_vaddr >= segment.p_filesz)
			continue;
		if (segment.p_offset > elf->file.length ||
		    segment.p_filesz > elf->file.length - segment.p_offset)
			return false;
		*at = (size_t)(segment.p_offset + (address - segment.p_vaddr));
		*length = (size_t)(segment.p_filesz - (address - segment.p_vaddr));
		return true;
	}
	return false;
}

/* The string within a piece of the file; NULL when it does not end there. */
static const char *string_in(struct cpg_text text, size_t at)
{
	if (at >= text.length || !memchr(text.bytes + at, '\0', text.length - at))
		return NULL;
	return text.bytes + at;
}

static const char *string_at(const struct cpg_elf *elf, ElfW(Addr) address)
{
	size_t at;
	size_t length;

	if (!locate(elf, address, &at, &length))
		return NULL;
	return string_in((struct cpg_text){elf->file.bytes + at, length}, 0);
}

static void take_entry(struct dynamic *dynamic, const ElfW(Dyn) * entry)
{
	switch (entry->d_tag) {
	case DT_STRTAB:
		dynamic->names = entry->d_un.d_ptr;
		break;
	case DT_STRSZ:
		dynamic->names_size = entry->d_un.d_val;
		break;
	case DT_SYMTAB:
		dynamic->symbols = entry->d_un.d_ptr;
		break;
	case DT_HASH:
		dynamic->hash = entry->d_un.d_ptr;
		break;
	case DT_GNU_HASH:
		dynamic->gnu_hash = entry->d_un.d_ptr;
		break;
	case DT_RELA:
		dynamic->relocations = entry->d_un.d_ptr;
		break;
	case DT_RELASZ:
		dynamic->relocations_size = entry->d_un.d_val;
		break;
	case DT_RPATH:
		dynamic->rpath = entry->d_un.d_val;
		dynamic->has_rpath = true;
		break;
	case DT_RUNPATH:
		dynamic->runpath = entry->d_un.d_val;
		dynamic->has_runpath = true;
		break;
	default:
		break;
	}
}

static bool read_dynamic(const struct cpg_elf *elf, struct dynamic *dynamic)
{
	ElfW(Phdr) segment;
	ElfW(Dyn) entry;
	bool found = false;

	for (size_t i = 0; header_of(elf, i, &segment); i++) {
		if (segment.p_type != PT_DYNAMIC || segment.p_offset > elf->file.length)
			continue;
		found = true;
		for (size_t at = 0; at < segment.p_filesz; at += sizeof(entry)) {
			if (!take(elf->file, (size_t)segment.p_offset + at, &entry,
				  sizeof(entry)) ||
			    entry.d_tag == DT_NULL)
				break;
			take_entry(dynamic, &entry);
		}
	}
	return found;
}

/* The number of symbols is nowhere said when there is only a GNU hash table: it ends with the
 * chain of the bucket that begins last. */
static size_t count_by_gnu_hash(const struct cpg_elf *elf, ElfW(Addr) address)
{
	struct {
		uint32_t buckets;
		uint32_t first;
		uint32_t bloom_words;
		uint32_t bloom_shift;
	} table;
	size_t at;
	size_t length;
	uint32_t last = 0;
	uint32_t word = 0;

	if (!locate(elf, address, &at, &length) ||
	    !take(elf->file, at, &table, sizeof(table)))
		return 0;
	at += sizeof(table) + (size_t)table.bloom_words * sizeof(ElfW(Addr));
	for (uint32_t i = 0; i < table.buckets; i++, at += sizeof(word)) {
		if (!take(elf->file, at, &word, sizeof(word)))
			return 0;
		last = word > last ? word : last;
	}
	if (last < table.first)
		return table.first;
	do {
		if (!take(elf->file, at + (size_t)(last - table.first) * sizeof(word),
			  &word, sizeof(word)))
			return 0;
		last++;
	} while (!(word & 1));
	return last;
}

static size_t count_symbols(const struct cpg_elf *elf, const struct dynamic *dynamic)
{
	uint32_t table[2]; /* buckets, chains: one for each symbol */
	size_t at;
	size_t length;

	if (dynamic->gnu_hash)
		return count_by_gnu_hash(elf, dynamic->gnu_hash);
	if (!dynamic->hash || !locate(elf, dynamic->hash, &at, &length) ||
	    !take(elf->file, at, table, sizeof(table)))
		return 0;
	return table[1];
}

/* Fills what the dynamic section leads to. Returns false when it leads nowhere. */
static bool follow(struct cpg_elf *elf, const struct dynamic *dynamic)
{
	size_t at;
	size_t length;

	if (!locate(elf, dynamic->names, &at, &length) || dynamic->names_size > length)
		return false;
	elf->names = (struct cpg_text){elf->file.bytes + at, (size_t)dynamic->names_size};
	if (dynamic->has_runpath)
		elf->search_path = string_in(elf->names, (size_t)dynamic->runpath);
	else if (dynamic->has_rpath)
		elf->search_path = string_in(elf->names, (size_t)dynamic->rpath);

	if (!locate(elf, dynamic->symbols, &elf->symbols, &length))
		return false;
	elf->symbol_count = count_symbols(elf, dynamic);
	if (elf->symbol_count > length / sizeof(ElfW(Sym)))
		return false;
	if (dynamic->relocations_size == 0)
		return true;
	if (!locate(elf, dynamic->relocations, &elf->relocations, &length) ||
	    dynamic->relocations_size > length)
		return false;
	elf->relocation_count = (size_t)dynamic->relocations_size / sizeof(ElfW(Rela));
	return true;
}

int cpg_elf_read(struct cpg_text file, struct cpg_elf *elf, struct cpg_error *err)
{
	struct cpg_elf found = {.file = file};
	struct dynamic dynamic = {0};
	ElfW(Ehdr) header;

	if (!take(file, 0, &header, sizeof(header)) ||
	    memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
		return cpg_error_set(err, CPG_E_SYNTAX, "is no ELF file");
	if (header.e_ident[EI_CLASS] != own_class || header.e_ident[EI_DATA] != own_data ||
	    (OWN_MACHINE != EM_NONE && header.e_machine != OWN_MACHINE))
		return cpg_error_set(err, CPG_E_SYNTAX,
				     "was built for another kind of processor");
	if (header.e_phentsize != sizeof(ElfW(Phdr)) ||
	    (header.e_type != ET_DYN && header.e_type != ET_EXEC))
		return cpg_error_set(err, CPG_E_SYNTAX,
				     "is no program and no shared object");
	if (!read_dynamic(&found, &dynamic))
		return cpg_error_set(err, CPG_E_SYNTAX, "is not dynamically linked");
	if (!follow(&found, &dynamic))
		return cpg_error_set(err, CPG_E_SYNTAX, "is damaged or not complete");
	*elf = found;
	return 0;
}

static bool find(const struct cpg_elf *elf, const char *name, ElfW(Sym) * symbol)
{
	for (size_t i = 0; i < elf->symbol_count; i++) {
		const char *this_name;

		if (!take(elf->file, elf->symbols + i * sizeof(*symbol), symbol,
			  sizeof(*symbol)))
			return false;
		/* The bindings are numbered the same for both word sizes. */
		if (symbol->st_shndx == SHN_UNDEF ||
		    (ELF64_ST_BIND(symbol->st_info) != STB_GLOBAL &&
		     ELF64_ST_BIND(symbol->st_info) != STB_WEAK))
			continue;
		this_name = string_in(elf->names, symbol->st_name);
		if (this_name && strcmp(this_name, name) == 0)
			return true;
	}
	return false;
}

bool cpg_elf_exports(const struct cpg_elf *elf, const char *name)
{
	ElfW(Sym) symbol;

	return find(elf, name, &symbol);
}

const char *cpg_elf_string(const struct cpg_elf *elf, const char *name)
{
	ElfW(Sym) symbol;

	return find(elf, name, &symbol) ? string_at(elf, symbol.st_value) : NULL;
}

/* A pointer's value is the addend of the relocation at its place; where the format keeps
 * addends in place (DT_REL, DT_RELR), it is there. */
static bool pointer_at(const struct cpg_elf *elf, ElfW(Addr) address, ElfW(Addr) * value)
{
	ElfW(Rela) relocation;
	size_t at;
	size_t length;

	for (size_t i = 0; i < elf->relocation_count; i++) {
		if (!take(elf->file, elf->relocations + i * sizeof(relocation), &relocation,
			  sizeof(relocation)))
			return false;
		if (relocation.r_offset != address)
			continue;
		*value = (ElfW(Addr))relocation.r_addend;
		/* With a symbol, it is another object's to say. */
		return relocation.r_info >> (sizeof(void *) == 8 ? 32 : 8) == 0;
	}
	return locate(elf, address, &at, &length) && length >= sizeof(*value) &&
	       take(elf->file, at, value, sizeof(*value)) && *value != 0;
}

const char *cpg_elf_pointed(const struct cpg_elf *elf, const char *name)
{
	ElfW(Sym) symbol;
	ElfW(Addr) value;

	if (!find(elf, name, &symbol) || symbol.st_size != sizeof(value) ||
	    !pointer_at(elf, symbol.st_value, &value))
		return NULL;
	return string_at(elf, value);
}

bool cpg_elf_unsigned(const struct cpg_elf *elf, const char *name, unsigned *value)
{
	ElfW(Sym) symbol;
	size_t at;
	size_t length;

	return find(elf, name, &symbol) && symbol.st_size == sizeof(*value) &&
	       locate(elf, symbol.st_value, &at, &length) && length >= sizeof(*value) &&
	       take(elf->file, at, value, sizeof(*value));
}
