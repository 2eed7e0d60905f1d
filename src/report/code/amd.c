/* SPDX-License-Identifier: MIT
 * Bundles of hipcc, and the code objects in them: ELF files with the kernels as functions of one section, and a note
 * that says what each takes. */
#include "msgpack.h"
#include "parts.h"

#include <stdio.h>
#include <string.h>

/* ---- a kernel ---- */

/* Whether at `at` stand s_getpc_b64, s_add_u32 and s_addc_u32 with literals, in the encodings of gfx9 and of gfx10 and
 * later: the address of data beside the code. */
static bool is_address(struct bytes code, uint64_t at)
{
    uint64_t get = bytes_number(code, at, 4), add = bytes_number(code, at + 4, 4),
             carry = bytes_number(code, at + 12, 4);
    unsigned operation = (unsigned)(get >> 8 & 0xff);
    bool gets = get >> 23 == 0x17d && (operation == 0x1c || operation == 0x1f || operation == 0x47);
    return gets && add >> 23 == 0x100 && (add >> 8 & 0xff) == 0xff && carry >> 23 == 0x104 + 0u &&
           (carry >> 8 & 0xff) == 0xff;
}

/* The hash of the instructions without the distances to data, which depend on other kernels of the file. */
static uint64_t hash_code(struct bytes code)
{
    uint64_t hash = HASH_BEGIN, from = 0;
    for (uint64_t at = 0; at + 20 <= code.length; at += 4) {
        if (!is_address(code, at)) continue;
        hash = hash_bytes(hash, bytes_part(code, from, at + 8 - from));
        hash = hash_bytes(hash, bytes_part(code, at + 12, 4));
        from = at + 20;
        at += 16;
    }
    return hash_bytes(hash, bytes_part(code, from, code.length - from));
}

/* The instructions of a function of this name. */
static struct bytes find_code(const struct elf *elf, const struct packed *name)
{
    struct elf_section table;
    struct elf_symbol symbol;
    if (!elf_find(elf, ".symtab", &table)) elf_find(elf, ".dynsym", &table);
    for (uint64_t i = 0; elf_symbol(elf, &table, i, &symbol); i++) {
        bool same = strlen(symbol.name) == name->text.length &&
                    memcmp(symbol.name, name->text.at, name->text.length) == 0;
        if (!same || symbol.type != SYMBOL_FUNCTION) continue;
        struct elf_section section = elf_section(elf, symbol.section);
        return bytes_part(section.content, symbol.value - section.address, symbol.size);
    }
    return (struct bytes){0};
}

static uint64_t number_of(const struct packed *map, const char *key)
{
    struct packed value = packed_find(map, key);
    return value.kind == PACKED_NUMBER ? value.number : 0;
}

static bool read_kernel(struct kernel_list *list, const struct elf *elf, const struct packed *facts,
                        struct kernel_code *kernel, struct text *why)
{
    char name[4096];
    struct packed named = packed_find(facts, ".name");
    struct bytes code = find_code(elf, &named);
    if (!code.length) return text_say(why, "expected the code of each kernel that the note names");
    snprintf(name, sizeof name, "%.*s", (int)named.text.length, (const char *)named.text.at);
    kernel->hash = hash_code(code);
    kernel->bytes = code.length;
    kernel->registers = number_of(facts, ".vgpr_count");
    kernel->scalars = number_of(facts, ".sgpr_count");
    kernel->spills = number_of(facts, ".vgpr_spill_count") + number_of(facts, ".sgpr_spill_count");
    kernel->shared = number_of(facts, ".group_segment_fixed_size");
    kernel->stack = number_of(facts, ".private_segment_fixed_size");
    return kernels_add(list, kernel, name, why);
}

/* ---- a code object ---- */

/* The note of AMDGPU of type 32, which holds a map. */
static struct packed find_note(const struct elf *elf)
{
    struct bytes unused;
    for (unsigned i = 0; i < elf->sections; i++) {
        struct elf_section section = elf_section(elf, i);
        struct bytes rest = section.type == SECTION_NOTES ? section.content : (struct bytes){0};
        while (rest.length >= 12) {
            uint64_t name = (bytes_number(rest, 0, 4) + 3) / 4 * 4, size = bytes_number(rest, 4, 4),
                     all = 12 + name + (size + 3) / 4 * 4;
            bool ours = bytes_number(rest, 8, 4) == 32 && strcmp(bytes_text(rest, 12), "AMDGPU") == 0;
            if (ours) return packed_read(bytes_part(rest, 12 + name, size), &unused);
            rest = all < rest.length ? bytes_part(rest, all, rest.length - all) : (struct bytes){0};
        }
    }
    return (struct packed){.kind = PACKED_NONE};
}

bool amd_read_code(struct kernel_list *list, struct bytes file, const char *arch, struct text *why)
{
    struct elf elf;
    struct kernel_code kernel = {.device = "amd"};
    if (!elf_open(&elf, file) || elf.machine != ELF_AMDGPU)
        return text_say(why, "expected a code object, an ELF file of machine %d", ELF_AMDGPU);
    struct packed note = find_note(&elf), kernels = packed_find(&note, "amdhsa.kernels"),
                  target = packed_find(&note, "amdhsa.target");
    const char *dash = target.kind == PACKED_TEXT ? memchr(target.text.at, '-', target.text.length) : NULL;
    size_t length = dash ? target.text.length : 0;
    const char *whole = length ? (const char *)target.text.at : "";
    while (length && !*arch && memchr(whole, '-', length)) { /* "amdgcn-amd-amdhsa--gfx90a" */
        size_t skip = (size_t)((const char *)memchr(whole, '-', length) - whole) + 1;
        whole += skip, length -= skip;
    }
    snprintf(kernel.arch, sizeof kernel.arch, "%.*s", *arch ? 31 : (int)(length < 31 ? length : 31),
             *arch ? arch : whole);
    struct bytes rest = kernels.inside;
    for (uint64_t i = 0; kernels.kind == PACKED_LIST && i < kernels.number; i++) {
        struct packed facts = packed_read(rest, &rest);
        if (!read_kernel(list, &elf, &facts, &kernel, why)) return false;
    }
    return kernels.kind == PACKED_LIST || text_say(why, "expected the note of AMDGPU that lists kernels");
}

/* ---- bundles ---- */

static const char bundle_magic[] = "__CLANG_OFFLOAD_BUNDLE__";

/* The last part of "hipv4-amdgcn-amd-amdhsa--gfx90a"; "" for the host's. */
static void arch_of(struct bytes triple, char arch[32])
{
    char text[128];
    snprintf(text, sizeof text, "%.*s", (int)triple.length, (const char *)triple.at);
    const char *last = strstr(text, "--");
    snprintf(arch, 32, "%.31s", last && strstr(text, "amdgcn") ? last + 2 : "");
}

/* One bundle: its entries, and in *end the first byte behind all of them. */
static bool read_bundle(struct kernel_list *list, struct bytes from, uint64_t *end, struct text *why)
{
    uint64_t count = bytes_number(from, 24, 8), at = 32;
    *end = at;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t offset = bytes_number(from, at, 8), size = bytes_number(from, at + 8, 8),
                 length = bytes_number(from, at + 16, 8);
        struct bytes code = bytes_part(from, offset, size), triple = bytes_part(from, at + 24, length);
        char arch[32];
        if (!triple.length || code.length != size) return text_say(why, "expected a whole bundle of hipcc");
        arch_of(triple, arch);
        if (*arch && !amd_read_code(list, code, arch, why)) return false;
        if (offset + size > *end) *end = offset + size;
        at += 24 + length;
    }
    return true;
}

bool amd_read(struct kernel_list *list, struct bytes bundles, struct text *why)
{
    size_t magic = sizeof bundle_magic - 1;
    if (bundles.length < 32 || memcmp(bundles.at, bundle_magic, magic) != 0)
        return text_say(why,
                        bundles.length >= 4 && memcmp(bundles.at, "CCOB", 4) == 0
                            ? "the code is compressed: expected it as hipcc --no-offload-compress writes it"
                            : "expected a bundle of hipcc");
    while (bundles.length >= 32) {
        uint64_t end;
        if (!read_bundle(list, bundles, &end, why)) return false;
        /* The linker puts the next one behind it, at a page. */
        while (end + magic <= bundles.length && memcmp(bundles.at + end, bundle_magic, magic) != 0)
            end++;
        bundles = bytes_part(bundles, end, end + magic <= bundles.length ? bundles.length - end : 0);
    }
    return true;
}
