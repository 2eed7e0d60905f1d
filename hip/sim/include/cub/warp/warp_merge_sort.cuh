/* SPDX-License-Identifier: MIT */
#error "the simulator has no <cub/warp/warp_merge_sort.cuh>; DEVICES nvidia has"
