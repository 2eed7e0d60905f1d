/* SPDX-License-Identifier: MIT */
#error "the simulator has no <thrust/copy.h>; DEVICES nvidia has"
