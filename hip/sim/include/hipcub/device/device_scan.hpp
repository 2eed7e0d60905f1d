/* SPDX-License-Identifier: MIT */
#error "the simulator has no <hipcub/device/device_scan.hpp>; DEVICES amd has"
