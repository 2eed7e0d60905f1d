/* SPDX-License-Identifier: MIT */
#error "the simulator has no <cub/device/device_for.cuh>; DEVICES nvidia has"
