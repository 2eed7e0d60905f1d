/* SPDX-License-Identifier: MIT */
#error "the simulator has no <cub/device/device_transform.cuh>; DEVICES nvidia has"
