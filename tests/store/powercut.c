/* SPDX-License-Identifier: MIT */
/* powercut.c: cuts the power at a random disk operation.  Afterwards, all saved entries must exist once, and nothing
 * else.
 *
 *     powercut CUTS SEED [full|unsafe|lying|early|unsynced]
 *
 * All but `full` are planted faults: the test passes if it finds a loss. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/backend.h"
#include "model.h"
#include "vfs.h"

int by_planted;

enum { BURSTS = 6 };

static const char path[] = "games.db";

static int log_pages; /* few enough for frequent checkpoints */

static struct by_store *opened(bool unsafe)
{
    struct by_store_setup setup = { .path = path, .vfs = VFS, .unsafe = unsafe, .log = log_pages };

    return by_store_open(&setup, NULL);
}

/* Writes until the power fails.  heavy: enough for checkpoints in between. */
static void play(struct model *m, bool unsafe, bool heavy)
{
    struct by_store *s = opened(unsafe);

    for (int i = 0; s != NULL && i < BURSTS && !m->broken; i++)
        model_burst(m, s, 1 + (int)(vfs_random(&m->chance) % 16), heavy && i % 2 == 1);
    by_store_close(s);
}

/* Opens the database and checks its contents. more: then adds more. */
static bool whole(struct model *m, bool unsafe, bool more)
{
    struct by_store_setup setup = { .path = path, .vfs = VFS, .unsafe = unsafe, .log = log_pages };
    struct by_fault f = { .err = BY_OK };
    struct by_store *s = by_store_open(&setup, &f);
    bool well = s != NULL;

    if (!well)
        snprintf(m->why, sizeof m->why, "corrupt: %.100s", f.text);
    well = well && model_check(m, s);
    if (well && more) {
        model_burst(m, s, 3, false);
        well = model_check(m, s);
    }
    by_store_close(s);
    return well && model_pages(m, path);
}

/* One disk with one power cut, sometimes with another during recovery. */
static bool cycle(struct model *m, uint64_t seed, const long operations[2], bool unsafe, bool lies)
{
    struct vfs_plan plan = { .lies = lies };
    bool heavy = seed % 8 == 0;

    log_pages = heavy ? 200 : seed % 2 == 1 ? 12 : 0;
    model_init(m, seed);
    vfs_clear(seed);
    plan.cut_at = 1 + (long)(vfs_random(&m->chance) % (uint64_t)operations[heavy]);
    vfs_set(&plan);
    play(m, unsafe, heavy);
    vfs_power((enum vfs_left)(vfs_random(&m->chance) % 3));
    if (vfs_random(&m->chance) % 3 == 0) {
        plan.cut_at = 1 + (long)(vfs_random(&m->chance) % 60);
        vfs_set(&plan);
        m->broken = false;
        by_store_close(opened(unsafe));
        vfs_power((enum vfs_left)(vfs_random(&m->chance) % 3));
    }
    return whole(m, unsafe, seed % 4 == 1);
}

int main(int argc, char **argv)
{
    static struct model m;
    const char *mode = argc > 3 ? argv[3] : "full";
    bool unsafe = strcmp(mode, "unsafe") == 0, lies = strcmp(mode, "lying") == 0, full = strcmp(mode, "full") == 0;
    long cuts = argc > 1 ? atol(argv[1]) : 100, kept = 0, lost = 0, corrupt = 0, operations[2];
    long times = getenv("BONEYARD_LONG") != NULL && full ? 50 : 1;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;

    by_crypto_start();
    vfs_start();
    cuts *= times;
    if (strcmp(mode, "early") == 0)
        by_planted = BY_PLANT_EARLY;
    else if (strcmp(mode, "unsynced") == 0)
        by_planted = BY_PLANT_UNSYNCED;
    else
        by_planted = 0;
    for (int heavy = 0; heavy < 2; heavy++) {
        vfs_clear(seed);
        model_init(&m, seed);
        log_pages = heavy ? 200 : 12;
        play(&m, unsafe, heavy);
        operations[heavy] = vfs_done(); /* about as many as in every cycle */
        vfs_power(VFS_NONE);
        if (full && !whole(&m, unsafe, true)) {
            printf("without a cut: %s\n", m.why);
            return 1;
        }
    }
    for (long i = 0; i < cuts; i++) {
        bool well = cycle(&m, seed + (uint64_t)i, operations, unsafe, lies);

        kept += m.kept;
        lost += !well;
        corrupt += !well && strncmp(m.why, "corrupt", 7) == 0;
        if (!well && full)
            printf("seed %llu: %s\n", (unsigned long long)seed + (unsigned long long)i, m.why);
    }
    printf("%s: %ld cuts in about %ld or %ld operations, %ld entries kept; %ld cuts lost something, %ld are corrupt\n",
           mode, cuts, operations[0], operations[1], kept, lost, corrupt);
    return full ? lost > 0 : lost == 0;
}
