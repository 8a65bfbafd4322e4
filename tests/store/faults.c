/* SPDX-License-Identifier: MIT */
/* faults.c: makes every disk operation fail in turn, once or permanently.  The store must report nothing false, repairs
 * must work, and data saved or found after a repair must survive a power cut. faults STEP [full|early|trust|short]
 * STEP: every STEP-th operation.  With a planted fault, the test passes if it detects the fault. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/backend.h"
#include "model.h"
#include "vfs.h"

int by_planted;

enum { BURSTS = 3, TRIES = 3 };

static const char path[] = "games.db";
static struct by_store_setup setup = { .path = path, .vfs = VFS };
static long runs, refused, unknown;

static bool wrong(struct model *m, const char *what)
{
    if (m->why[0] == '\0')
        snprintf(m->why, sizeof m->why, "%.*s", (int)sizeof m->why - 1, what);
    return false;
}

static bool count(void *context, uint64_t number, struct by_bytes_of bytes)
{
    (void)number;
    (void)bytes;
    ++*(int *)context;
    return true;
}

/* While the disk fails, a read returns the data or a read error, and never reports corruption. */
static bool reads(struct model *m, struct by_store *s)
{
    const struct by_id id = { { 0xb0, 0 } };
    struct by_bytes_of key = { "0/1", 3 };
    uint64_t n = by_store_find(s, &id, key);
    int entries = 0;
    by_err err = by_store_read(s, &id, 1, count, &entries, NULL);
    char value[16];
    long length = by_store_get(s, "last", (struct by_bytes_of){ "0/0", 3 }, value, sizeof value);

    if (m->fate[0][1] == WAS_KEPT && n != 1 && n != BY_UNREAD)
        return wrong(m, "a key that is there is not found");
    if (m->fate[0][1] == WAS_KEPT && length == -1)
        return wrong(m, "a value that is there is not found");
    if (err == BY_OK && entries < m->head[0])
        return wrong(m, "a table that cannot be read to its end is taken for a short one");
    return err == BY_OK || err == BY_E_IO || wrong(m, "a disk that fails is taken for a broken chain");
}

static bool mend(struct model *m, struct by_store *s, const struct vfs_plan *plan)
{
    struct by_store_numbers n;

    by_store_numbers(s, &n);
    if (!n.broken)
        return wrong(m, "something was not kept, and the store does not say that it is broken");
    unknown += n.unknown > 0;
    refused += n.refused > 0;
    if (plan->from_then_on && by_store_mend(s, NULL))
        return wrong(m, "mended on a disk that does not work");
    if (plan->from_then_on)
        vfs_set(&(struct vfs_plan){ .cut_at = 0 });
    for (int i = 0; i < TRIES; i++)
        if (by_store_mend(s, NULL))
            return model_look_up(m, s) || wrong(m, "mended, and cannot be read");
    return wrong(m, "a disk that works again is not mended");
}

/* abrupt: the power fails while the store is open. */
static bool play(struct model *m, const struct vfs_plan *plan, bool heavy, bool abrupt)
{
    struct by_fault f = { .err = BY_OK };
    struct by_store *s = by_store_open(&setup, &f);
    bool well = true;

    if (s == NULL) {
        if (f.text[0] == '\0')
            return wrong(m, "not opened, without a sentence");
        vfs_set(&(struct vfs_plan){ .cut_at = 0 });
        s = by_store_open(&setup, &f);
        if (s == NULL)
            return wrong(m, f.text);
    }
    for (int i = 0; i < BURSTS && well; i++) {
        int batches = heavy && i == 1 ? 10 : 1 + (int)(vfs_random(&m->chance) % 5);

        model_burst(m, s, batches, heavy && i == 1);
        well = m->why[0] == '\0' && reads(m, s) && (!m->broken || mend(m, s, plan));
    }
    if (abrupt)
        vfs_set(&(struct vfs_plan){ .cut_at = 1 });
    by_store_close(s);
    return well;
}

static bool whole(struct model *m)
{
    struct by_fault f = { .err = BY_OK };
    struct by_store *s = by_store_open(&setup, &f);
    bool well = s == NULL ? wrong(m, f.text) : model_check(m, s);

    by_store_close(s);
    return well && model_pages(m, path);
}

/* Returns false if the store handled this failure wrongly. */
static bool try(struct model *m, const struct vfs_plan *plan, bool heavy)
{
    bool well;

    runs++;
    setup.log = heavy ? 200 : plan->fail_at / 4 % 4 == 3 ? 12 : 0; /* sometimes with frequent checkpoints */
    model_init(m, 7);
    vfs_clear((uint64_t)plan->fail_at);
    vfs_set(plan);
    well = play(m, plan, heavy, (plan->fail_at + (long)plan->how) % 2 == 0);
    vfs_power(plan->fail_at % 4 < 2 ? VFS_NONE : VFS_SOME);
    return well && whole(m);
}

int main(int argc, char **argv)
{
    static const char *const names[] = { [VFS_EIO] = "EIO", [VFS_FULL] = "ENOSPC", [VFS_SHORT] = "half done" };
    static const struct {
        const char *name;
        int which;
    } plants[] = {
        { "early", BY_PLANT_EARLY },
        { "trust", BY_PLANT_TRUST },
        { "short", BY_PLANT_SHORT },
    };
    static struct model m;
    const char *mode = argc > 2 ? argv[2] : "full";
    long step = argc > 1 ? atol(argv[1]) : 1, found = 0, most;

    by_crypto_start();
    vfs_start();
    for (size_t i = 0; i < sizeof plants / sizeof plants[0]; i++)
        if (strcmp(mode, plants[i].name) == 0)
            by_planted = plants[i].which;
    for (int heavy = 0; heavy < 2; heavy++) {
        setup.log = heavy ? 200 : 12;
        model_init(&m, 7);
        vfs_clear(1);
        found += !play(&m, &(struct vfs_plan){ .fail_at = 0 }, heavy, false);
        most = vfs_done() + 40; /* the grouping of batches into commits differs from run to run */
        vfs_power(VFS_NONE);
        for (int how = 0; how < 6; how++)
            for (long at = 1; at <= most; at += heavy ? step * 11 : step) {
                struct vfs_plan plan = { .fail_at = at,
                                         .how = (enum vfs_fault)(how / 2),
                                         .from_then_on = how % 2 == 1 };
                bool well = try(&m, &plan, heavy);

                found += !well;
                if (!well && strcmp(mode, "full") == 0)
                    printf("operation %ld, %s%s%s: %s\n", at, names[plan.how], plan.from_then_on ? " from then on" : "",
                           heavy ? ", heavy" : "", m.why);
            }
    }
    printf("%s: %ld runs; refused in %ld, unknown in %ld; %ld taken wrongly\n", mode, runs, refused, unknown, found);
    if (strcmp(mode, "full") != 0)
        return found == 0;
    return found > 0 || refused == 0 || unknown == 0;
}
