/* SPDX-License-Identifier: MIT */
#error "the simulator has no <cub/iterator/transform_input_iterator.cuh>; DEVICES nvidia has"
