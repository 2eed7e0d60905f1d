/* SPDX-License-Identifier: MIT */
#error "the simulator has no <thrust/sequence.h>; DEVICES nvidia has"
