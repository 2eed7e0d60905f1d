/* SPDX-License-Identifier: MIT
 * The machine code of kernels, as compilers put it into objects: a hash of each kernel's instructions, and what it
 * takes of a processor. No disassembler and no GPU are needed. The hash leaves out a kernel's place in its file and
 * distances to data beside it, which differ although the code is the same. */
#ifndef FOLDCHECK_CODE_KERNELS_H
#define FOLDCHECK_CODE_KERNELS_H

#include "status.h"

#include <stdbool.h>
#include <stdint.h>

struct kernel_code {
    char *name;           /* "reduce_window_kernel<add_u32_operator, 256, 8, 32>"; owned */
    const char *device;   /* "nvidia" or "amd" */
    char arch[32];        /* "sm_90", "gfx90a" */
    uint64_t hash, bytes; /* of its instructions */
    uint64_t registers;   /* of a thread; AMD: vector registers */
    uint64_t scalars;     /* AMD: scalar registers */
    uint64_t
        spills; /* AMD: registers that are spilled; NVIDIA: instructions that load or store a thread's local memory */
    uint64_t shared; /* bytes of a block, without those that a launch asks for */
    uint64_t stack;  /* bytes of a thread */
};

/* By device, architecture and name; a name that several units have stands once, with the hash of all. */
struct kernel_list {
    struct kernel_code *at; /* owned */
    size_t count;
};

/* Adds the kernels of an object, a shared object, or a file of a GPU's code. False with the reason. */
bool kernels_read(struct kernel_list *list, const char *path, struct text *why);

/* Sorts them, and makes those of one name one. Call it when all files are read. */
void kernels_finish(struct kernel_list *list);

void kernels_close(struct kernel_list *list);

#endif
