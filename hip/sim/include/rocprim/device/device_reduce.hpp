/* SPDX-License-Identifier: MIT */
#error "the simulator has no <rocprim/device/device_reduce.hpp>; DEVICES amd has"
