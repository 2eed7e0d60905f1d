/* SPDX-License-Identifier: MIT */
#error "the simulator has no <cub/device/device_scan.cuh>; DEVICES nvidia has"
