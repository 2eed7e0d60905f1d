/* SPDX-License-Identifier: MIT */
#error "the simulator has no <thrust/scan.h>; DEVICES nvidia has"
