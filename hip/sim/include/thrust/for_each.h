/* SPDX-License-Identifier: MIT */
#error "the simulator has no <thrust/for_each.h>; DEVICES nvidia has"
