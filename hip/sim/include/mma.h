/* SPDX-License-Identifier: MIT */
#error "the simulator has no <mma.h>; DEVICES nvidia has"
