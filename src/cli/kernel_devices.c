/* SPDX-License-Identifier: MIT */
#include "kernel_devices.h"

int kernel_devices_choose(const char *command, const char *choice, struct device_list *devices)
{
    struct text why;
    if (!devices_choose(choice, devices, &why)) return cli_usage(command, "--device: %s", why.at);
    for (int d = 0; d < devices->count; d++) {
        if (devices->at[d].kind == DEVICE_HOST)
            return cli_usage(command, "--device host: runs no kernels; expected %s",
                             device_list_words(1 << SORT_GPU | 1 << SORT_SIMULATED, &why));
        if (!device_there(devices->at[d], &why)) return cli_stop(STATUS_NO_DEVICE, command, "%s", why.at);
    }
    return -1;
}
