/* SPDX-License-Identifier: MIT */
#error "the simulator has no <cub/device/device_select.cuh>; DEVICES nvidia has"
