/* SPDX-License-Identifier: MIT */
#error "the simulator has no <thrust/tuple.h>; DEVICES nvidia has"
