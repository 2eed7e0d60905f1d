/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE 1 /* nftw, mkdtemp */
#include "sharing.h"

#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char pipes[] = "CUDA_MPS_PIPE_DIRECTORY", logs[] = "CUDA_MPS_LOG_DIRECTORY";

bool sharing_runs(void)
{
    const char *folder = getenv("CUDA_MPS_PIPE_DIRECTORY");
    char path[PATH_MAX];
    int control = 0;
    snprintf(path, sizeof path, "%s/nvidia-cuda-mps-control.pid", folder ? folder : "/tmp/nvidia-mps");
    FILE *file = fopen(path, "r");
    if (!file) return false;
    bool named = fscanf(file, "%9d", &control) == 1 && control > 0;
    fclose(file);
    return named && (kill(control, 0) == 0 || errno == EPERM);
}

/* Whether a list of devices may name an NVIDIA card, and this machine has one. */
static bool wants_card(const char *devices)
{
    if (!devices) devices = getenv("FOLDCHECK_DEVICE");
    bool named = !devices || !*devices || strstr(devices, device_kind_name(DEVICE_NVIDIA));
    return named && access("/dev/nvidiactl", F_OK) == 0;
}

/* Runs in the child; does not return. A signal that a terminal sends to all is the parent's business, and the service
 * ends with its parent. */
static void become_control(pid_t parent)
{
    int nowhere = open("/dev/null", O_RDWR);
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        dup2(nowhere, fd);
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() == parent) execlp("nvidia-cuda-mps-control", "nvidia-cuda-mps-control", "-f", (char *)NULL);
    _exit(127);
}

/* Whether a child ends with status 0 within some seconds. One that does not is killed. */
static bool ends_well(pid_t child, double seconds)
{
    int status;
    for (double waited = 0; waited < seconds; waited += 0.01) {
        if (waitpid(child, &status, WNOHANG) == child) return WIFEXITED(status) && WEXITSTATUS(status) == 0;
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return false;
}

/* Whether a process can open the card through the service; the first that does starts the service's server. */
static bool card_opens(void)
{
    pid_t child = fork();
    if (child == 0) {
        struct text why;
        _exit(device_there((struct device_name){.kind = DEVICE_NVIDIA}, &why) ? 0 : 1);
    }
    return child > 0 && ends_well(child, 20);
}

/* Whether the control process is ready for clients within five seconds. */
static bool control_ready(const struct sharing *sharing)
{
    for (int i = 0; i < 500; i++) {
        if (sharing_runs()) return true;
        if (waitpid(sharing->control, NULL, WNOHANG) == sharing->control) return false;
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    return false;
}

bool sharing_begin(struct sharing *sharing, const char *devices)
{
    *sharing = (struct sharing){.folder = "/tmp/foldcheck-mps-XXXXXX"};
    if (!wants_card(devices)) return false;
    if (sharing_runs()) return true;
    if (!mkdtemp(sharing->folder)) return false;
    setenv(pipes, sharing->folder, 1);
    setenv(logs, sharing->folder, 1);
    pid_t parent = getpid();
    fflush(NULL);
    sharing->control = fork();
    if (sharing->control == 0) become_control(parent);
    if (sharing->control > 0 && control_ready(sharing) && card_opens()) return true;
    sharing_end(sharing);
    return false;
}

/* A folder without pipes means no service. */
void sharing_part(struct sharing *sharing)
{
    sharing_end(sharing);
    setenv(pipes, "/dev/null", 1);
}

static int remove_entry(const char *path, const struct stat *about, int kind, struct FTW *where)
{
    (void)about, (void)kind, (void)where;
    return remove(path);
}

void sharing_end(struct sharing *sharing)
{
    if (!sharing->control) return;
    if (sharing->control > 0) {
        kill(sharing->control, SIGTERM);
        ends_well(sharing->control, 5);
    }
    nftw(sharing->folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
    unsetenv(pipes);
    unsetenv(logs);
    sharing->control = 0;
}
