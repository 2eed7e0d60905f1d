/* SPDX-License-Identifier: MIT */
#error "the simulator has no <cub/warp/warp_load.cuh>; DEVICES nvidia has"
