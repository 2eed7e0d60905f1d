/* SPDX-License-Identifier: MIT */
#error "the simulator has no <thrust/functional.h>; DEVICES nvidia has"
