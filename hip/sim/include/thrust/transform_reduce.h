/* SPDX-License-Identifier: MIT */
#error "the simulator has no <thrust/transform_reduce.h>; DEVICES nvidia has"
