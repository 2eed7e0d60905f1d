/* SPDX-License-Identifier: MIT
 * ELF files of 64 bits, least byte first: the form of objects, shared objects, and code for GPUs. Every access is
 * inside of the file; what is not there reads as nothing. */
#ifndef FOLDCHECK_CODE_ELF_H
#define FOLDCHECK_CODE_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bytes {
    const unsigned char *at;
    size_t length;
};

/* A part of it; of no length where it does not lie inside. */
struct bytes bytes_part(struct bytes whole, uint64_t offset, uint64_t length);

/* A number of up to eight bytes; 0 where it does not lie inside. */
uint64_t bytes_number(struct bytes from, uint64_t offset, int length);

/* The text that ends in a zero byte; "" if there is none. */
const char *bytes_text(struct bytes from, uint64_t offset);

enum elf_machine { ELF_X86_64 = 62, ELF_AARCH64 = 183, ELF_CUDA = 190, ELF_AMDGPU = 224 };

struct elf {
    struct bytes file;
    uint64_t sections_at;
    unsigned machine, flags, sections, names;
};

struct elf_section {
    const char *name;
    uint64_t type, address, size, link, info, entry;
    struct bytes content; /* of no length if the file holds none */
};

struct elf_symbol {
    const char *name;
    unsigned type, section;
    uint64_t value, size;
};

enum { SECTION_SYMBOLS = 2, SECTION_ADDENDS = 4, SECTION_NOTES = 7, SYMBOL_FUNCTION = 2 };

/* False if it is none. */
bool elf_open(struct elf *elf, struct bytes file);

/* The section of a number, all zero if there is none of it. */
struct elf_section elf_section(const struct elf *elf, unsigned number);

/* The section of a name; false if there is none. */
bool elf_find(const struct elf *elf, const char *name, struct elf_section *section);

/* A symbol of a table of symbols; false behind the last one. */
bool elf_symbol(const struct elf *elf, const struct elf_section *table, uint64_t number,
                struct elf_symbol *symbol);

#endif
