/* SPDX-License-Identifier: MIT
 * The simulator's backend by its table: it refuses to copy or fill a byte past an allocation, and does it to the last byte.
 * Which instance a tuning names, and how its shape is printed. */
#include "device.h"

#include "fixture.h"
#include "unit.h"

static bool copies_end_with_allocation(struct fixture *fixture, struct finding *finding)
{
    const struct backend *backend = fixture->session.backend;
    struct device *device = fixture->session.device;
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
    bool good = backend->sync(device, fixture->session.seconds, &why);
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
    struct fixture *fixture = properties_open((struct device_name){kinds[at], 0}, &finding->first_at);
    bool good = fixture && copies_end_with_allocation(fixture, finding);
    if (fixture) properties_close(fixture);
    return good;
}

/* ---- instances by their tuning ---- */

static const struct strategy scans = {.name = "scans", .takes = TAKES_THREADS};
static const struct instance of_scans[] = {
    {.strategy = &scans, .shape = {.threads = 2, .policy = 4}},
    {.strategy = &scans, .shape = {.threads = 2, .policy = 5, .grain = 7}},
    {.strategy = &scans, .shape = {.block = 8, .items = 1}},
};
static const struct operator_code code = {.op = "add_u32", .instances = of_scans, .count = 3};
static const struct operator_code *const codes[] = {&code, NULL};
static const struct backend of_host = {.name = "cpu", .operators = codes};

static const struct {
    const char *tuning, *printed; /* NULL: names none */
} tunings[] = {
    {"", "{threads=2,policy=4}"},
    {"{threads=2,policy=4}", "{threads=2,policy=4}"},
    {"{threads=9,policy=4}", "{threads=2,policy=4}"}, /* others are asked for at run time */
    {"{policy=4}", "{threads=2,policy=4}"},
    {"{threads=1,policy=5,grain=7}", "{threads=2,policy=5,grain=7}"},
    {"{block=8,items=1,group=0}", "{block=8,items=1,group=0}"},
    {"{threads=0,policy=4}", NULL},
    {"{threads=2}", NULL},
    {"{threads=2,policy=5}", NULL}, /* the grain is missing */
    {"{threads=2,policy=4,grain=7}", NULL},
    {"{threads=2,policy=4,gather=1}", NULL},
    {"{block=8,items=1,group=0,threads=2}", NULL},
    {"{block=8,items=1,group=0,window=2}", NULL},
};

static bool tuning_names_instance(size_t at, struct finding *finding)
{
    const struct device_caps caps = {.lanes = 1};
    char line[MAX_LINE];
    struct test_case named;
    struct text printed = {0};
    snprintf(line, sizeof line, "a.scans%s@cpu", tunings[at].tuning);
    if (!case_parse(line, &named, &finding->first_at)) return false;
    const struct instance *found = backend_instance(&of_host, &caps, "add_u32", &scans, &named.tuning);
    const char *expected = tunings[at].printed ? tunings[at].printed : "none";
    if (found) shape_print(&found->shape, &printed);
    return strcmp(found ? printed.at : "none", expected) == 0 ||
           text_say(&finding->first_at, "%s: got %s, expected %s", line, found ? printed.at : "none",
                    expected);
}

static const struct unit_test tests[] = {NUMBERED(copies_stay_in_their_allocation, 2),
                                         NUMBERED(tuning_names_instance, sizeof tunings / sizeof *tunings)};
UNIT(device, tests);
