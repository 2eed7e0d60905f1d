/* SPDX-License-Identifier: MIT */
#error "the simulator has no <rocprim/device/device_scan.hpp>; DEVICES amd has"
