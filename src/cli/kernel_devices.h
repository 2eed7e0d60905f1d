/* SPDX-License-Identifier: MIT
 * Shared by `run`, `plan` and `bench`: the devices of a command that launches kernels. */
#ifndef FOLDCHECK_KERNEL_DEVICES_H
#define FOLDCHECK_KERNEL_DEVICES_H

#include "cli.h"

/* As devices_choose, for a command that needs devices which run kernels and are there. Returns -1 to go on,
 * else the exit status to end with, after one line on stderr. */
int kernel_devices_choose(const char *command, const char *choice, struct device_list *devices);

#endif
