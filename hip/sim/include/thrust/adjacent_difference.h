/* SPDX-License-Identifier: MIT */
#error "the simulator has no <thrust/adjacent_difference.h>; DEVICES nvidia has"
