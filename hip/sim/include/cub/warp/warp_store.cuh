/* SPDX-License-Identifier: MIT */
#error "the simulator has no <cub/warp/warp_store.cuh>; DEVICES nvidia has"
