/* SPDX-License-Identifier: MIT */
#error "the simulator has no <cub/device/device_segmented_sort.cuh>; DEVICES nvidia has"
