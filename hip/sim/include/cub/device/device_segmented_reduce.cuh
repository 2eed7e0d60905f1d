/* SPDX-License-Identifier: MIT */
#error "the simulator has no <cub/device/device_segmented_reduce.cuh>; DEVICES nvidia has"
