/* SPDX-License-Identifier: MIT */
#error "the simulator has no <cub/iterator/cache_modified_input_iterator.cuh>; DEVICES nvidia has"
