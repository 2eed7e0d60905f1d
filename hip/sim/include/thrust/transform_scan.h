/* SPDX-License-Identifier: MIT */
#error "the simulator has no <thrust/transform_scan.h>; DEVICES nvidia has"
