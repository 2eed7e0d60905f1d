/* SPDX-License-Identifier: MIT */
#error "the simulator has no <cub/block/block_discontinuity.cuh>; DEVICES nvidia has"
