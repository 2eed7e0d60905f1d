/* SPDX-License-Identifier: MIT
 * An open device. load.h places problems on it. */
#ifndef FOLDCHECK_SESSION_H
#define FOLDCHECK_SESSION_H

#include "device.h"

struct session {
    const struct backend *backend;
    struct device *device;
    const struct device_caps *caps; /* tuned_caps: a session stays where it was opened */
    struct device_caps
        tuned_caps; /* what the backend says of the device, and the thresholds that are in use for it */
    struct device_name name;
    double seconds; /* after which a sync gives up; 20 unless the caller sets it */
    bool failed;    /* the device failed since the last session_reset */
    /* Jobs are planned as if their operator had the laws that the strategy needs: it refuses for what else it
     * must refuse, and runs where it would not. The caller's to set; false at first. */
    bool even_if_refused;
};

/* Opens a device. The session must be closed if this returns true. */
bool session_open(struct session *session, struct device_name name, struct text *why);
void session_close(struct session *session);

/* Makes a device that failed usable again; false where only a fresh process helps. */
bool session_reset(struct session *session, struct text *why);

/* By what the simulator orders accesses from now on. */
void session_judge(struct session *session, enum memory_model model);

/* A case begins: what users' code left on the device in the cases before is gone, where that can be. */
void session_renew(struct session *session);

/* The backends that can be opened, in the order of their kinds, and NULL behind the last: there is room, as the host
 * has none. Returns how many; why: the reason of the last kind without one. */
size_t backends_open(const struct backend *backends[DEVICE_KINDS], struct text *why);

#endif
