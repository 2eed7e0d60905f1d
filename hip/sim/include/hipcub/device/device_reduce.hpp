/* SPDX-License-Identifier: MIT */
#error "the simulator has no <hipcub/device/device_reduce.hpp>; DEVICES amd has"
