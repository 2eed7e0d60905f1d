/* SPDX-License-Identifier: MIT */
#error "the simulator has no <cub/block/block_radix_rank.cuh>; DEVICES nvidia has"
