/* SPDX-License-Identifier: MIT */
#include "elf.h"

#include <string.h>

enum { HEAD = 64, SECTION_HEAD = 64, SYMBOL = 24 };

struct bytes bytes_part(struct bytes whole, uint64_t offset, uint64_t length)
{
    if (offset > whole.length || length > whole.length - offset) return (struct bytes){0};
    return (struct bytes){whole.at + offset, (size_t)length};
}

uint64_t bytes_number(struct bytes from, uint64_t offset, int length)
{
    struct bytes part = bytes_part(from, offset, (uint64_t)length);
    uint64_t number = 0;
    for (size_t i = part.length; i-- > 0;)
        number = number << 8 | part.at[i];
    return number;
}

const char *bytes_text(struct bytes from, uint64_t offset)
{
    if (offset >= from.length || !memchr(from.at + offset, 0, from.length - offset)) return "";
    return (const char *)from.at + offset;
}

bool elf_open(struct elf *elf, struct bytes file)
{
    static const unsigned char begin[] = {0x7f, 'E', 'L', 'F', 2, 1}; /* 64 bits, least byte first */
    *elf = (struct elf){.file = file};
    if (file.length < HEAD || memcmp(file.at, begin, sizeof begin) != 0) return false;
    elf->machine = (unsigned)bytes_number(file, 18, 2);
    elf->sections_at = bytes_number(file, 40, 8);
    elf->flags = (unsigned)bytes_number(file, 48, 4);
    elf->sections = (unsigned)bytes_number(file, 60, 2);
    elf->names = (unsigned)bytes_number(file, 62, 2);
    /* A file with more sections, or names further behind, than these fields hold says so in its first section. */
    struct bytes first = bytes_part(file, elf->sections_at, SECTION_HEAD);
    if (elf->sections == 0) elf->sections = (unsigned)bytes_number(first, 32, 8);
    if (elf->names == 0xffff) elf->names = (unsigned)bytes_number(first, 40, 4);
    return true;
}

/* A section's head, without its name. */
static struct elf_section read_section(const struct elf *elf, unsigned number)
{
    enum { NO_BITS = 8 };
    struct elf_section section = {.name = ""};
    if (number >= elf->sections) return section;
    struct bytes head =
        bytes_part(elf->file, elf->sections_at + (uint64_t)number * SECTION_HEAD, SECTION_HEAD);
    section.type = bytes_number(head, 4, 4);
    section.address = bytes_number(head, 16, 8);
    section.size = bytes_number(head, 32, 8);
    section.link = bytes_number(head, 40, 4);
    section.info = bytes_number(head, 44, 4);
    section.entry = bytes_number(head, 56, 8);
    if (section.type != NO_BITS)
        section.content = bytes_part(elf->file, bytes_number(head, 24, 8), section.size);
    return section;
}

struct elf_section elf_section(const struct elf *elf, unsigned number)
{
    struct elf_section section = read_section(elf, number), names = read_section(elf, elf->names);
    struct bytes head =
        bytes_part(elf->file, elf->sections_at + (uint64_t)number * SECTION_HEAD, SECTION_HEAD);
    section.name = number < elf->sections ? bytes_text(names.content, bytes_number(head, 0, 4)) : "";
    return section;
}

bool elf_find(const struct elf *elf, const char *name, struct elf_section *section)
{
    for (unsigned i = 0; i < elf->sections; i++) {
        *section = elf_section(elf, i);
        if (strcmp(section->name, name) == 0) return true;
    }
    *section = (struct elf_section){.name = ""};
    return false;
}

bool elf_symbol(const struct elf *elf, const struct elf_section *table, uint64_t number,
                struct elf_symbol *symbol)
{
    if (number >= table->content.length / SYMBOL) return false;
    struct bytes entry = bytes_part(table->content, number * SYMBOL, SYMBOL);
    struct elf_section names = read_section(elf, (unsigned)table->link);
    *symbol = (struct elf_symbol){.name = bytes_text(names.content, bytes_number(entry, 0, 4)),
                                  .type = (unsigned)bytes_number(entry, 4, 1) & 15,
                                  .section = (unsigned)bytes_number(entry, 6, 2),
                                  .value = bytes_number(entry, 8, 8),
                                  .size = bytes_number(entry, 16, 8)};
    return true;
}
