/* SPDX-License-Identifier: MIT
 * The variables of a plugin with ordinary code: the kernels' __device__ ones and the host's, which lie together. An image
 * of them is taken before a launcher of the plugin is called first. Where a kernel has stored to one of them since, or
 * was stopped, the next case begins with the image, as a fresh process would: a ticket that was not reset, say, would
 * spoil every later case, and a flag of the host's would say that a table is filled which is not. Where none has, the
 * host's variables stay, which may hold memory that a launcher keeps from call to call; but not on another device, whose memory
 * and streams those are not. */
#define _GNU_SOURCE 1 /* dl_iterate_phdr, on_exit */
#include "graph.h"

#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_PARTS = 8, CHUNK = 4096 };

struct part {
    unsigned char *at, *image; /* image: owned */
    size_t bytes;
};

struct module {
    struct module *next;
    uintptr_t base, code, code_end;
    struct part part[MOST_PARTS];
    size_t parts;
    bool changed;
    struct device *device; /* that its host's variables speak of, or NULL */
};

static struct module *modules; /* kept as long as the process runs */

static bool holds(const struct module *module, uintptr_t at)
{
    for (size_t i = 0; i < module->parts; i++)
        if (at - (uintptr_t)module->part[i].at < module->part[i].bytes) return true;
    return false;
}

/* ---- the image -------------------------------------------------------------------------------------------- */

/* Chunk by chunk: untouched pages stay so. */
static void copy_changed(unsigned char *to, const unsigned char *from, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += CHUNK) {
        size_t chunk = bytes - at < CHUNK ? bytes - at : CHUNK;
        if (memcmp(to + at, from + at, chunk) != 0) memcpy(to + at, from + at, chunk);
    }
}

static void add_part(struct module *module, uintptr_t from, uintptr_t to)
{
    if (from >= to || module->parts == MOST_PARTS) return;
    struct part part = {.at = (unsigned char *)from, .bytes = to - from};
    part.image = calloc(1, part.bytes);
    if (!part.image) return; /* what is not kept stays as it is */
    copy_changed(part.image, part.at, part.bytes);
    module->part[module->parts++] = part;
}

/* A segment that may be written, but what the loader has made read-only. */
static void add_segment(struct module *module, const struct dl_phdr_info *object, const ElfW(Phdr) * segment)
{
    uintptr_t from = object->dlpi_addr + segment->p_vaddr, to = from + segment->p_memsz;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *fixed = &object->dlpi_phdr[i];
        if (fixed->p_type != PT_GNU_RELRO) continue;
        uintptr_t first = object->dlpi_addr + fixed->p_vaddr, past = (first + fixed->p_memsz) / page * page;
        if (first < from || first >= to) continue;
        add_part(module, from, first);
        from = past;
    }
    add_part(module, from, to);
}

struct wanted {
    uintptr_t code;
    struct module *module;
};

/* The segment of the object in which the code lies, or NULL. */
static const ElfW(Phdr) * segment_of(const struct dl_phdr_info *object, uintptr_t code)
{
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &object->dlpi_phdr[i];
        uintptr_t at = code - object->dlpi_addr - header->p_vaddr;
        if (header->p_type == PT_LOAD && (header->p_flags & PF_X) && at < header->p_memsz) return header;
    }
    return NULL;
}

static int take_image(struct dl_phdr_info *object, size_t size, void *context)
{
    struct wanted *wanted = context;
    (void)size;
    const ElfW(Phdr) *segment = segment_of(object, wanted->code);
    if (!segment) return 0;
    for (struct module *known = modules; known; known = known->next)
        if (known->base == object->dlpi_addr) wanted->module = known;
    if (wanted->module) return 1;
    struct module *module = calloc(1, sizeof *module);
    if (!module) return 1;
    module->base = object->dlpi_addr;
    module->code = object->dlpi_addr + segment->p_vaddr;
    module->code_end = module->code + segment->p_memsz;
    for (int i = 0; i < object->dlpi_phnum; i++)
        if (object->dlpi_phdr[i].p_type == PT_LOAD && (object->dlpi_phdr[i].p_flags & PF_W))
            add_segment(module, object, &object->dlpi_phdr[i]);
    module->next = modules;
    modules = wanted->module = module;
    return 1;
}

struct module *module_of(uintptr_t code)
{
    static struct {
        uintptr_t code;
        struct module *module;
    } last;
    if (last.code == code) return last.module;
    struct wanted wanted = {.code = code};
    dl_iterate_phdr(take_image, &wanted);
    last.code = code;
    last.module = wanted.module;
    return last.module;
}

/* ---- what changes ----------------------------------------------------------------------------------------- */

void module_stored(const struct access *access)
{
    for (struct module *module = modules; module; module = module->next)
        if (!module->changed && holds(module, access->at)) module->changed = true;
}

void modules_stopped(void)
{
    for (struct module *module = modules; module; module = module->next)
        module->changed = true;
}

bool modules_there(void)
{
    return modules != NULL;
}

bool modules_hold_code(uintptr_t code)
{
    for (const struct module *module = modules; module; module = module->next)
        if (code - module->code < module->code_end - module->code) return true;
    return false;
}

/* Variables of a thread, as they are when it begins. */
static int renew_thread(struct dl_phdr_info *object, size_t size, void *context)
{
    const struct module *module = context;
    (void)size;
    if (object->dlpi_addr != module->base || !object->dlpi_tls_data) return 0;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &object->dlpi_phdr[i];
        if (header->p_type != PT_TLS) continue;
        unsigned char *at = object->dlpi_tls_data;
        memcpy(at, (const void *)(object->dlpi_addr + header->p_vaddr), header->p_filesz);
        memset(at + header->p_filesz, 0, header->p_memsz - header->p_filesz);
    }
    return 1;
}

#ifdef __GLIBC__
/* What a variable of the host's held has been forgotten: its end, which was told to the C library whenever it began,
 * would free one thing several times. Those that began since the last image come before this, and end. */
static void leave(int status, void *context)
{
    (void)context;
    fflush(NULL);
    _exit(status);
}
#endif

/* What the module's host has of the device. */
static void release(const struct module *module, struct device *device)
{
    graphs_release_of(module);
    memory_release_of(&device->memory, module);
    for (struct stream *stream = &device->usual; stream; stream = stream->next)
        stream->closed |= stream->module == module;
    streams_close(device);
}

void modules_forget(struct device *device)
{
    for (struct module *module = modules; module; module = module->next) {
        if (module->device != device) continue;
        module->device = NULL;
        module->changed = true;
    }
}

void modules_renew(struct device *device)
{
    for (struct module *module = modules; module; module = module->next) {
        struct device *before = module->device;
        module->device = device;
        if (!module->changed && (!before || before == device)) continue;
        module->changed = false;
        release(module, before ? before : device);
        for (size_t i = 0; i < module->parts; i++)
            copy_changed(module->part[i].at, module->part[i].image, module->part[i].bytes);
        dl_iterate_phdr(renew_thread, module);
#ifdef __GLIBC__
        on_exit(leave, NULL);
#endif
    }
    streams_close(device);
}
