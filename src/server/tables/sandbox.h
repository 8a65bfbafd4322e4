/* SPDX-License-Identifier: MIT */
/* sandbox.h: a program from outside, shut in: no network, nothing of this machine but /usr to read and its own folder,
 * no more than its memory, its processes, its files; it dies with us. */
#ifndef BY_SERVER_TABLES_SANDBOX_H
#define BY_SERVER_TABLES_SANDBOX_H

#include <stdbool.h>

#include "boneyard/error.h"
#include "memory_watch.h"
#include "util/child.h"

enum { BY_SANDBOX_PATH = 1024 };

/* Can this machine shut programs in (bubblewrap, namespaces)?  Tries it; a fault with a sentence that says what is
 * missing. */
by_err by_sandbox_try(struct by_fault *f);

/* The folder that a command may read: that of the first of its words that is a file outside /usr, as a whole path; an
 * empty text: none.  False: it cannot be found, or is one that no program should see ("/", "/etc", ...). */
bool by_sandbox_folder(const char *command, char out[BY_SANDBOX_PATH]);

struct by_sandbox {
    int memory;
    bool unsafe;
    struct by_memory_watch *watch;
}; /* MiB of each process; unsafe: limits only; watch: limits all of them together, or NULL */

/* Starts a command in it, as by_child_start does. */
bool by_sandbox_start(struct by_child *c, const char *command, const void *sandbox);

#endif
