/* SPDX-License-Identifier: MIT */
#error "the simulator has no <cooperative_groups/memcpy_async.h>; DEVICES nvidia has"
