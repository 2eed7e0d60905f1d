/* SPDX-License-Identifier: MIT */
#error "the simulator has no <cub/block/block_shuffle.cuh>; DEVICES nvidia has"
