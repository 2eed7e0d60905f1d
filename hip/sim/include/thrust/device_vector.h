/* SPDX-License-Identifier: MIT */
#error "the simulator has no <thrust/device_vector.h>; DEVICES nvidia has"
