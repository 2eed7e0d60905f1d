/* SPDX-License-Identifier: MIT */
#error "the simulator has no <cub/block/block_histogram.cuh>; DEVICES nvidia has"
