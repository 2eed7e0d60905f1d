/* SPDX-License-Identifier: MIT */
#error "the simulator has no <cub/device/device_radix_sort.cuh>; DEVICES nvidia has"
