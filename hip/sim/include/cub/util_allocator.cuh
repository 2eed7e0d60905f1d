/* SPDX-License-Identifier: MIT */
#error "the simulator has no <cub/util_allocator.cuh>; DEVICES nvidia has"
