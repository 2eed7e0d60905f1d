/* SPDX-License-Identifier: MIT */
#error "the simulator has no <thrust/sort.h>; DEVICES nvidia has"
