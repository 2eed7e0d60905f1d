/* SPDX-License-Identifier: MIT */
#include "session.h"

bool session_open(struct session *session, struct device_name name, struct text *why)
{
    *session = (struct session){.name = name, .seconds = 20};
    session->backend = backend_open(name.kind, why);
    if (!session->backend) return false;
    session->device = session->backend->open(name, why);
    if (!session->device) return false;
    session->tuned_caps = *session->backend->caps(session->device);
    session->tuned_caps.tuned = tuning_for(&session->tuned_caps);
    session->caps = &session->tuned_caps;
    return true;
}

void session_close(struct session *session)
{
    if (session->device) session->backend->close(session->device);
    session->device = NULL;
}

bool session_reset(struct session *session, struct text *why)
{
    if (!session->backend->reset(session->device, why)) return false;
    session->failed = false;
    return true;
}
