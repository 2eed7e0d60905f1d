/* SPDX-License-Identifier: MIT */
#error "the simulator has no <thrust/reduce.h>; DEVICES nvidia has"
