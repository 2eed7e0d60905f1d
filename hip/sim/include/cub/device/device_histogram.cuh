/* SPDX-License-Identifier: MIT */
#error "the simulator has no <cub/device/device_histogram.cuh>; DEVICES nvidia has"
