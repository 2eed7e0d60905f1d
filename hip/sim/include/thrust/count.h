/* SPDX-License-Identifier: MIT */
#error "the simulator has no <thrust/count.h>; DEVICES nvidia has"
