/* SPDX-License-Identifier: MIT
 * The record of a command: the context of its run, from git and the system. */
#ifndef FOLDCHECK_CLI_RECORDING_H
#define FOLDCHECK_CLI_RECORDING_H

#include "device.h"
#include "record.h"

#define RECORD_OPTION(PATH)                                                                                  \
    {                                                                                                        \
        "--record", OPTION_TEXT, PATH, "FILE", "append the results to FILE, which report and compare read"   \
    }

enum { COMMAND_ROOM = 1024 };

/* The command and its arguments as a shell takes them; cut where there is no room. */
void recording_command(int argc, char **argv, char command[COMMAND_ROOM]);

/* record_open with this run's context. The commit is FOLDCHECK_COMMIT, else that of the work tree around the current
 * folder, else the program's. False with the reason. */
bool recording_open(struct record *record, const char *path, const char *command, struct text *why);

/* What is noted of a device. */
void recording_note_device(struct device_note *note, const char *device, const struct device_caps *caps);

#endif
