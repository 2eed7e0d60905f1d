/* SPDX-License-Identifier: MIT */
#error "the simulator has no <cub/device/device_partition.cuh>; DEVICES nvidia has"
