/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "kernels.h"
#include "parts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t hash_bytes(uint64_t hash, struct bytes bytes)
{
    for (size_t i = 0; i < bytes.length; i++)
        hash = (hash ^ bytes.at[i]) * UINT64_C(0x100000001b3);
    return hash;
}

uint64_t hash_number(uint64_t hash, uint64_t number)
{
    unsigned char byte[8];
    for (int i = 0; i < 8; i++)
        byte[i] = (unsigned char)(number >> 8 * i);
    return hash_bytes(hash, (struct bytes){byte, 8});
}

/* ---- names ---- */

char *__cxa_demangle(const char *name, char *room, size_t *length,
                     int *status); /* of the C++ run-time library */

/* Takes out every `cut` of the text. */
static void take_out(char *text, const char *cut)
{
    size_t length = strlen(cut);
    for (char *at = text; (at = strstr(at, cut));)
        memmove(at, at + length, strlen(at + length) + 1);
}

/* Takes out "name::" everywhere: the namespaces are the device's, so that one kernel has one name. */
static void take_out_spaces(char *text)
{
    char *to = text, *word = text;
    for (const char *at = text; *at;) {
        if (at[0] == ':' && at[1] == ':') {
            to = word;
            at += 2;
            continue;
        }
        bool part = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') || (*at >= '0' && *at <= '9') ||
                    *at == '_';
        *to++ = *at++;
        if (!part) word = to;
    }
    *to = '\0';
}

/* "void a::f<a::b, 8>(c<b>)" -> "f<b, 8>" */
static void shorten(char *name)
{
    take_out(name, "(anonymous namespace)::");
    int depth = 0;
    for (char *at = name; *at; at++) {
        depth += (*at == '<') - (*at == '>');
        if (*at == '(' && depth == 0) *at-- = '\0';
    }
    if (strncmp(name, "void ", 5) == 0) memmove(name, name + 5, strlen(name + 5) + 1);
    take_out_spaces(name);
}

static bool grow(struct kernel_list *list)
{
    if (list->count & (list->count - 1)) return true;
    void *grown = realloc(list->at, (list->count ? 2 * list->count : 1) * sizeof *list->at);
    if (grown) list->at = grown;
    return grown != NULL;
}

bool kernels_add(struct kernel_list *list, const struct kernel_code *kernel, const char *linker_name,
                 struct text *why)
{
    char *name = __cxa_demangle(linker_name, NULL, NULL, NULL);
    if (name) shorten(name);
    if (!name) name = strdup(linker_name); /* of C */
    if (!name || !grow(list)) {
        free(name);
        return text_say(why, "no memory");
    }
    list->at[list->count] = *kernel;
    list->at[list->count++].name = name;
    return true;
}

/* ---- files ---- */

/* The whole file; owned by the caller. */
static bool read_file(const char *path, struct bytes *file, struct text *why)
{
    FILE *in = fopen(path, "rb");
    unsigned char *at = NULL;
    size_t length = 0, room = 0, more = 1;
    while (in && more) {
        if (length == room) {
            void *grown = realloc(at, room = room ? 2 * room : 1 << 20);
            if (!grown) break;
            at = grown;
        }
        more = fread(at + length, 1, room - length, in);
        length += more;
    }
    bool read = in && !more && !ferror(in);
    if (!read) text_say(why, "%.300s cannot be read: %s", path, strerror(errno));
    if (in) fclose(in);
    *file = (struct bytes){at, length};
    return read;
}

static bool read_kernels(struct kernel_list *list, struct bytes file, struct text *why)
{
    struct elf elf;
    struct elf_section fat, bundles;
    if (!elf_open(&elf, file))
        return text_say(why, "expected an ELF file of 64 bits: an object or a shared object");
    if (elf.machine == ELF_CUDA) return nvidia_read_code(list, file, "", why);
    if (elf.machine == ELF_AMDGPU) return amd_read_code(list, file, "", why);
    bool has_fat = elf_find(&elf, ".nv_fatbin", &fat), has_bundles = elf_find(&elf, ".hip_fatbin", &bundles);
    if (!has_fat && !has_bundles)
        return text_say(why, "no code for a GPU: expected a section .nv_fatbin or .hip_fatbin");
    return (!has_fat || nvidia_read(list, fat.content, why)) &&
           (!has_bundles || amd_read(list, bundles.content, why));
}

bool kernels_read(struct kernel_list *list, const char *path, struct text *why)
{
    struct bytes file;
    struct text what;
    bool read = read_file(path, &file, why);
    if (read && !read_kernels(list, file, &what)) read = text_say(why, "%.300s: %s", path, what.at);
    free((void *)file.at);
    return read;
}

/* ---- the list ---- */

static int compare_keys(const struct kernel_code *a, const struct kernel_code *b)
{
    int order = strcmp(a->device, b->device);
    if (!order) order = strcmp(a->arch, b->arch);
    return order ? order : strcmp(a->name, b->name);
}

static int compare_kernels(const void *left, const void *right)
{
    const struct kernel_code *a = left, *b = right;
    int order = compare_keys(a, b);
    return order ? order : (a->hash > b->hash) - (a->hash < b->hash);
}

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Adds other code of the same name, from another unit. */
static void join(struct kernel_code *kernel, const struct kernel_code *other)
{
    kernel->hash = hash_number(kernel->hash, other->hash);
    kernel->bytes += other->bytes;
    kernel->registers = larger(kernel->registers, other->registers);
    kernel->scalars = larger(kernel->scalars, other->scalars);
    kernel->spills += other->spills;
    kernel->shared = larger(kernel->shared, other->shared);
    kernel->stack = larger(kernel->stack, other->stack);
}

void kernels_finish(struct kernel_list *list)
{
    size_t kept = 0;
    uint64_t last = 0; /* the hash of the one before, which may be joined */
    if (list->count) qsort(list->at, list->count, sizeof *list->at, compare_kernels);
    for (size_t i = 0; i < list->count; i++) {
        uint64_t hash = list->at[i].hash;
        bool known = kept && compare_keys(&list->at[kept - 1], &list->at[i]) == 0;
        if (known && hash != last) join(&list->at[kept - 1], &list->at[i]);
        last = hash;
        if (known)
            free(list->at[i].name);
        else
            list->at[kept++] = list->at[i];
    }
    list->count = kept;
}

void kernels_close(struct kernel_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->at[i].name);
    free(list->at);
    *list = (struct kernel_list){0};
}
