/* SPDX-License-Identifier: MIT */
#error "the simulator has no <cub/device/device_run_length_encode.cuh>; DEVICES nvidia has"
