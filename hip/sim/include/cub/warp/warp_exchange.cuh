/* SPDX-License-Identifier: MIT */
#error "the simulator has no <cub/warp/warp_exchange.cuh>; DEVICES nvidia has"
