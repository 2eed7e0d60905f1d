/* SPDX-License-Identifier: MIT */
#error "the simulator has no <thrust/execution_policy.h>; DEVICES nvidia has"
