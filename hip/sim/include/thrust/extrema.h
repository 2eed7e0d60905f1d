/* SPDX-License-Identifier: MIT */
#error "the simulator has no <thrust/extrema.h>; DEVICES nvidia has"
