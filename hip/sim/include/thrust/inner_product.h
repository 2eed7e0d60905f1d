/* SPDX-License-Identifier: MIT */
#error "the simulator has no <thrust/inner_product.h>; DEVICES nvidia has"
