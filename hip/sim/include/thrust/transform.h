/* SPDX-License-Identifier: MIT */
#error "the simulator has no <thrust/transform.h>; DEVICES nvidia has"
