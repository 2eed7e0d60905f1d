/* SPDX-License-Identifier: MIT */
#include "session.h"

size_t backends_open(const struct backend *backends[DEVICE_KINDS], struct text *why)
{
    size_t count = 0;
    for (enum device_kind kind = DEVICE_NONE + 1; kind < DEVICE_KINDS; kind++)
        if (kind != DEVICE_HOST && (backends[count] = backend_open(kind, why))) count++;
    backends[count] = NULL;
    return count;
}

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

void session_judge(struct session *session, enum memory_model model)
{
    if (session->backend->judge) session->backend->judge(session->device, model);
}

void session_renew(struct session *session)
{
    if (session->backend->renew) session->backend->renew(session->device, session->seconds);
}
