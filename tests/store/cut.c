/* SPDX-License-Identifier: MIT */
/* cut.c: see cut.h. */
#include "cut.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "both.h"
#include "vfs.h"

static void give_up(const char *why)
{
    printf("FAILED: %s\n", why);
    exit(1);
}

int cut_setup(void **state)
{
    static bool started;

    if (both_is_postgres())
        return both_setup(state);
    if (!started)
        vfs_start();
    started = true;
    vfs_clear(1);
    return 0;
}

int cut_teardown(void **state) { return both_is_postgres() ? both_teardown(state) : 0; }

struct by_store *cut_open(void)
{
    struct by_store_setup setup = { .path = "games.db", .vfs = VFS };
    struct by_fault f = { .err = BY_OK };
    struct by_store *s = both_is_postgres() ? both_open(false) : by_store_open(&setup, &f);

    if (s == NULL)
        give_up(f.text);
    return s;
}

/* Has cluster.py kill the server and start it again. */
static void restart(void)
{
    const char *pipes = getenv("BONEYARD_TEST_CUT");
    int ask, answer;
    char c = 'x';

    if (pipes == NULL || sscanf(pipes, "%d %d", &ask, &answer) != 2 || write(ask, &c, 1) != 1
        || read(answer, &c, 1) != 1)
        give_up("cluster.py does not restart the server");
}

struct by_store *cut_power(struct by_store *s)
{
    if (both_is_postgres()) {
        restart();
        by_store_close(s);
    } else {
        vfs_set(&(struct vfs_plan){ .cut_at = 1 });
        by_store_close(s);
        vfs_power(VFS_NONE);
    }
    return cut_open();
}
