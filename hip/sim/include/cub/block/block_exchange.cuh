/* SPDX-License-Identifier: MIT */
#error "the simulator has no <cub/block/block_exchange.cuh>; DEVICES nvidia has"
