/* SPDX-License-Identifier: MIT */
#error "the simulator has no <thrust/host_vector.h>; DEVICES nvidia has"
