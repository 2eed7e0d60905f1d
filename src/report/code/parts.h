/* SPDX-License-Identifier: MIT
 * Shared by the readers of this folder. Private. */
#ifndef FOLDCHECK_CODE_PARTS_H
#define FOLDCHECK_CODE_PARTS_H

#include "elf.h"
#include "kernels.h"

/* The readers of what a section of an object holds, one container behind the other: fat binaries, bundles. False with
 * the reason. */
bool nvidia_read(struct kernel_list *list, struct bytes fat, struct text *why);
bool amd_read(struct kernel_list *list, struct bytes bundles, struct text *why);

/* The same of one file of code for one architecture; arch "": as the file says. */
bool nvidia_read_code(struct kernel_list *list, struct bytes file, const char *arch, struct text *why);
bool amd_read_code(struct kernel_list *list, struct bytes file, const char *arch, struct text *why);

/* Adds a kernel of a linker's name. False without memory, with the reason. */
bool kernels_add(struct kernel_list *list, const struct kernel_code *kernel, const char *linker_name,
                 struct text *why);

/* FNV-1a of 64 bits. */
#define HASH_BEGIN UINT64_C(0xcbf29ce484222325)
uint64_t hash_bytes(uint64_t hash, struct bytes bytes);
uint64_t hash_number(uint64_t hash, uint64_t number);

#endif
