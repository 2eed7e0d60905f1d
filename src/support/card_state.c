/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE 1 /* popen's "e" */
#include "card_state.h"

#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "1980", "[N/A]". */
static double number(const char *text)
{
    char *end;
    double value = strtod(text, &end);
    return end > text ? value : NAN;
}

static void take_line(FILE *from, char *line, int room)
{
    char rest[256];
    line[0] = '\0';
    if (fgets(line, room, from)) line[strcspn(line, "\n")] = '\0';
    while (fread(rest, 1, sizeof rest, from)) {
    }
}

static void read_nvidia(struct card_state *state, const char *bus)
{
    char command[256], line[256], *next = line;
    snprintf(command, sizeof command,
             "timeout 10 nvidia-smi --id=%s --query-gpu=driver_version,clocks.sm,clocks.mem,temperature.gpu "
             "--format=csv,noheader,nounits 2>/dev/null",
             bus);
    FILE *pipe = popen(command, "re");
    if (!pipe) return;
    take_line(pipe, line, sizeof line);
    if (pclose(pipe) != 0) return; /* what is printed then is an error */
    const char *word[4];
    for (int i = 0; i < 4; i++) {
        word[i] = next ? strsep(&next, ",") : "";
        word[i] += strspn(word[i], " ");
    }
    snprintf(state->driver, sizeof state->driver, "%s", word[0]);
    state->clock = number(word[1]);
    state->memory_clock = number(word[2]);
    state->temperature = number(word[3]);
}

/* The first line of the first file that matches; "" without one. */
static void read_file(const char *pattern, char *line, int room)
{
    glob_t found;
    line[0] = '\0';
    if (glob(pattern, 0, NULL, &found) != 0) return;
    FILE *file = fopen(found.gl_pathv[0], "re");
    if (file) take_line(file, line, room);
    if (file) fclose(file);
    globfree(&found);
}

static double read_number(const char *system, const char *bus, const char *name, double unit)
{
    char path[512], line[64];
    snprintf(path, sizeof path, "%s/bus/pci/devices/%s/hwmon/hwmon*/%s", system, bus, name);
    read_file(path, line, sizeof line);
    return number(line) / unit;
}

static void read_amd(struct card_state *state, const char *bus, const char *system)
{
    char path[512];
    snprintf(path, sizeof path, "%s/module/amdgpu/version", system);
    read_file(path, state->driver, sizeof state->driver);
    state->clock = read_number(system, bus, "freq1_input", 1e6);
    state->memory_clock = read_number(system, bus, "freq2_input", 1e6);
    state->temperature = read_number(system, bus, "temp1_input", 1e3);
}

bool card_state_read(struct card_state *state, const char *device, const char *bus, const char *system)
{
    *state = (struct card_state){.clock = NAN, .memory_clock = NAN, .temperature = NAN};
    if (!bus[0] || bus[strspn(bus, "0123456789abcdefABCDEF:.")]) return false;
    if (strncmp(device, "nvidia", 6) == 0) read_nvidia(state, bus);
    if (strncmp(device, "amd", 3) == 0) read_amd(state, bus, system);
    return state->driver[0] || !isnan(state->clock) || !isnan(state->memory_clock) ||
           !isnan(state->temperature);
}
