/* SPDX-License-Identifier: MIT
 * The simulator's backend by its table: it refuses to copy or fill a byte past an allocation, and does it to the last byte. */
#include "device.h"

#include "lab.h"
#include "unit.h"

static bool copies_end_with_allocation(struct lab *lab, struct finding *finding)
{
    const struct backend *backend = lab->session.backend;
    struct device *device = lab->session.device;
    unsigned char host[65] = {0}, *memory = backend->alloc(device, 64, &finding->reason);
    struct text why;
    if (!memory) return false;
    static const char *const words[] = {"put", "get", "fill", "copy to", "copy from"};
    unsigned char *other = backend->alloc(device, 256, &finding->reason);
    const bool done[][2] = {
        {backend->put(device, NULL, memory, host, 64, &why),
         backend->put(device, NULL, memory, host, 65, &why)},
        {backend->get(device, NULL, host, memory, 64, &why),
         backend->get(device, NULL, host, memory, 65, &why)},
        {backend->fill(device, NULL, memory, 0, 64, &why), backend->fill(device, NULL, memory, 0, 65, &why)},
        {backend->copy(device, NULL, memory, other, 64, &why),
         backend->copy(device, NULL, memory, other, 65, &why)},
        {backend->copy(device, NULL, other, memory, 64, &why),
         backend->copy(device, NULL, other, memory, 65, &why)}};
    bool good = backend->sync(device, lab->session.seconds, &why);
    for (size_t i = 0; good && i < sizeof done / sizeof done[0]; i++)
        if (!done[i][0] || done[i][1])
            good = text_say(&finding->first_at, "%s, of 64 bytes: %s", words[i],
                            done[i][0] ? "65 bytes are taken" : "64 bytes are refused");
    backend->release(device, other);
    backend->release(device, memory);
    return good;
}

static bool copies_stay_in_their_allocation(size_t at, struct finding *finding)
{
    static const enum device_kind kinds[] = {DEVICE_SIM32, DEVICE_SIM64};
    struct lab *lab = properties_open((struct device_name){kinds[at], 0}, &finding->first_at);
    bool good = lab && copies_end_with_allocation(lab, finding);
    if (lab) properties_close(lab);
    return good;
}

static const struct unit_test tests[] = {NUMBERED(copies_stay_in_their_allocation, 2)};
UNIT(device, tests);
