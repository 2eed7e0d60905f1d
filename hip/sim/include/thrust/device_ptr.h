/* SPDX-License-Identifier: MIT */
#error "the simulator has no <thrust/device_ptr.h>; DEVICES nvidia has"
