/* SPDX-License-Identifier: MIT */
#error "the simulator has no <cub/block/block_adjacent_difference.cuh>; DEVICES nvidia has"
