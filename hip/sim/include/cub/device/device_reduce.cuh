/* SPDX-License-Identifier: MIT */
#error "the simulator has no <cub/device/device_reduce.cuh>; DEVICES nvidia has"
