/* SPDX-License-Identifier: MIT */
#error "the simulator has no <cub/block/block_run_length_decode.cuh>; DEVICES nvidia has"
