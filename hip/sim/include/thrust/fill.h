/* SPDX-License-Identifier: MIT */
#error "the simulator has no <thrust/fill.h>; DEVICES nvidia has"
