/* SPDX-License-Identifier: MIT
 * Fat binaries of nvcc, and the cubins in them: ELF files with a section of code for each kernel, `.text.NAME`, which
 * may be moved as it is, since its jumps are relative. */
#include "parts.h"

#include <stdio.h>
#include <string.h>

/* ---- a kernel ---- */

enum { ATTRIBUTE_FRAME = 0x11, ATTRIBUTE_REGISTERS = 0x2f };

/* What `.nv.info` says about a symbol; 0 if nothing. A record is a form, an attribute, and 16 bits: in form 4 the
 * length of what follows, a symbol and a number. */
static uint64_t attribute(struct bytes info, unsigned wanted, uint64_t symbol)
{
    for (uint64_t at = 0; at + 4 <= info.length;) {
        unsigned form = info.at[at], kind = info.at[at + 1];
        uint64_t length = form == 4 ? bytes_number(info, at + 2, 2) : 0;
        if (form == 4 && kind == wanted && bytes_number(info, at + 4, 4) == symbol)
            return bytes_number(info, at + 8, 4);
        at += 4 + length;
    }
    return 0;
}

/* Loads and stores of local memory, where spilled registers and arrays of a thread lie: LDL and STL, by the twelve
 * lowest bits of an instruction of 16 bytes, as they are from sm_70 on. */
static uint64_t count_local(struct bytes code)
{
    uint64_t count = 0;
    for (uint64_t at = 0; at + 16 <= code.length; at += 16) {
        unsigned operation = (unsigned)bytes_number(code, at, 2) & 0xfff;
        count += operation == 0x983 || operation == 0x387;
    }
    return count;
}

/* The kernel's own constants, and the symbols that its code refers to. */
static uint64_t hash_besides(const struct elf *elf, const char *name, unsigned number, uint64_t hash)
{
    for (unsigned i = 0; i < elf->sections; i++) {
        struct elf_section section = elf_section(elf, i);
        const char *rest =
            strncmp(section.name, ".nv.constant", 12) == 0 ? strchr(section.name + 12, '.') : NULL;
        if (rest && strcmp(rest + 1, name) == 0) hash = hash_bytes(hash, section.content);
        if (section.type != SECTION_ADDENDS || section.info != number) continue;
        struct elf_section table = elf_section(elf, (unsigned)section.link);
        for (uint64_t at = 0; at + 24 <= section.content.length; at += 24) {
            struct elf_symbol symbol = {.name = ""};
            uint64_t info = bytes_number(section.content, at + 8, 8);
            elf_symbol(elf, &table, info >> 32, &symbol);
            hash = hash_number(hash, bytes_number(section.content, at, 8));
            hash = hash_bytes(hash, (struct bytes){(const unsigned char *)symbol.name, strlen(symbol.name)});
            hash = hash_number(hash, info & 0xffffffff);
            hash = hash_number(hash, bytes_number(section.content, at + 16, 8));
        }
    }
    return hash;
}

static uint64_t shared_bytes(const struct elf *elf, const char *name)
{
    char wanted[1024];
    struct elf_section shared;
    snprintf(wanted, sizeof wanted, ".nv.shared.%s", name);
    return elf_find(elf, wanted, &shared) ? shared.size : 0;
}

static bool read_kernel(struct kernel_list *list, const struct elf *elf, const struct elf_symbol *symbol,
                        uint64_t number, struct kernel_code *kernel, struct text *why)
{
    struct elf_section code = elf_section(elf, symbol->section), info;
    elf_find(elf, ".nv.info", &info);
    kernel->hash = hash_besides(elf, symbol->name, symbol->section, hash_bytes(HASH_BEGIN, code.content));
    kernel->bytes = code.content.length;
    kernel->registers = attribute(info.content, ATTRIBUTE_REGISTERS, number);
    kernel->stack = attribute(info.content, ATTRIBUTE_FRAME, number);
    kernel->spills = count_local(code.content);
    kernel->shared = shared_bytes(elf, symbol->name);
    return kernels_add(list, kernel, symbol->name, why);
}

/* ---- a cubin ---- */

bool nvidia_read_code(struct kernel_list *list, struct bytes file, const char *arch, struct text *why)
{
    struct elf elf;
    struct elf_section symbols;
    struct kernel_code kernel = {.device = "nvidia"};
    if (!elf_open(&elf, file) || elf.machine != ELF_CUDA)
        return text_say(why, "expected a cubin, an ELF file of machine %d", ELF_CUDA);
    /* From CUDA 13 on the architecture stands one byte further up. */
    unsigned low = elf.flags & 0xff, high = elf.flags >> 8 & 0xff;
    snprintf(kernel.arch, sizeof kernel.arch, "%.24s", arch);
    if (!*arch) snprintf(kernel.arch, sizeof kernel.arch, "sm_%u", low >= 50 ? low : high);
    elf_find(&elf, ".symtab", &symbols);
    struct elf_symbol symbol;
    for (uint64_t i = 0; elf_symbol(&elf, &symbols, i, &symbol); i++) {
        bool function = symbol.type == SYMBOL_FUNCTION &&
                        strncmp(elf_section(&elf, symbol.section).name, ".text.", 6) == 0;
        if (function && !read_kernel(list, &elf, &symbol, i, &kernel, why)) return false;
    }
    return true;
}

/* ---- fat binaries ---- */

enum { FAT_HEAD = 16, KIND_CODE = 2, PACKED = 0x2000 | 0x8000 };

/* One entry: PTX, which is no machine code and passed over, or a cubin. */
static bool read_entry(struct kernel_list *list, struct bytes entry, struct text *why)
{
    uint64_t head = bytes_number(entry, 4, 4), length = bytes_number(entry, 8, 8);
    char arch[32];
    snprintf(arch, sizeof arch, "sm_%u", (unsigned)bytes_number(entry, 28, 4));
    if (bytes_number(entry, 0, 2) != KIND_CODE) return true;
    if (bytes_number(entry, 40, 8) & PACKED)
        return text_say(why, "the code of %s is compressed: expected it as nvcc --no-compress writes it",
                        arch);
    return nvidia_read_code(list, bytes_part(entry, head, length), arch, why);
}

bool nvidia_read(struct kernel_list *list, struct bytes fat, struct text *why)
{
    while (fat.length >= FAT_HEAD) {
        uint64_t head = bytes_number(fat, 6, 2), size = bytes_number(fat, 8, 8), at = head;
        if (bytes_number(fat, 0, 4) != 0xba55ed50 || head < FAT_HEAD || size > fat.length - head)
            return text_say(why, "expected a fat binary of nvcc");
        while (at < head + size) {
            struct bytes rest = bytes_part(fat, at, head + size - at);
            uint64_t length = bytes_number(rest, 4, 4) + bytes_number(rest, 8, 8);
            if (length < 64 || length > rest.length)
                return text_say(why, "expected a whole fat binary of nvcc");
            if (!read_entry(list, bytes_part(rest, 0, length), why)) return false;
            at += length;
        }
        uint64_t next = (head + size + 7) / 8 * 8;
        fat = bytes_part(fat, next, fat.length > next ? fat.length - next : 0);
    }
    return true;
}
