/* SPDX-License-Identifier: MIT */
/* sandbox.h: runs an external program in a sandbox: no network access, read access only to /usr and the program's own
 * folder, and limits on memory, processes and files. The program dies with the server. */
#ifndef BY_SERVER_TABLES_SANDBOX_H
#define BY_SERVER_TABLES_SANDBOX_H

#include <stdbool.h>

#include "boneyard/error.h"
#include "memory_watch.h"
#include "util/child.h"

enum { BY_SANDBOX_PATH = 1024 };

/* Tests whether this machine can sandbox programs (bubblewrap, namespaces). If not, the fault explains what is
 * missing. */
by_err by_sandbox_try(struct by_fault *f);

/* Finds the folder that a command may read: the absolute path of the folder containing the first file outside /usr that
 * the command names, or "". Returns false if that folder cannot be found or must not be visible to programs ("/",
 * "/etc", ...). */
bool by_sandbox_folder(const char *command, char out[BY_SANDBOX_PATH]);

struct by_sandbox {
    int memory;                    /* maximum memory of each process in MiB */
    bool unsafe;                   /* applies the limits but uses no sandbox */
    struct by_memory_watch *watch; /* limits the total memory of all processes; may be NULL */
};

/* Starts a command in the sandbox, like by_child_start. */
bool by_sandbox_start(struct by_child *c, const char *command, const void *sandbox);

#endif
