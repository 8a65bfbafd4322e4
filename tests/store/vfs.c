/* SPDX-License-Identifier: MIT */
/* vfs.c: see vfs.h. */
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"
#include "vfs.h"

enum { FILES = 16, SECTOR = 512, REGIONS = 64, NAME = 128 };

struct bytes {
    char *at;
    size_t n, room;
};

/* A write, or (without bytes) a new length or the removal of the file's name. */
struct pending {
    struct pending *next;
    size_t at, n;
    char *bytes;
    bool removes;
};

struct handle;
struct node {
    char name[NAME];
    bool there, there_really;
    struct bytes now, really;
    struct pending *first, **last;
    struct handle *open;
    void *region[REGIONS];
    int mapped; /* handles that have mapped regions */
};

struct handle {
    sqlite3_file base;
    struct node *node;
    struct handle *next;
    int lock;
    unsigned shared, alone; /* of the eight locks of the shared memory */
    bool maps, goes;        /* deleted on close: a temporary file */
};

static pthread_mutex_t big = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static struct node files[FILES];
static struct {
    bool closed;
    pthread_t writer;
    long held, by_writer;
} gate;
static struct vfs_plan plan;
static long done;
static bool dark, half; /* half of the current operation */
static uint64_t chance;

uint64_t vfs_random(uint64_t *state) /* splitmix64 */
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static bool coin(void) { return vfs_random(&chance) & 1; }

/* ---- Bytes ---- */

static void resize(struct bytes *b, size_t n)
{
    if (n > b->room) {
        b->room = n * 2 + 4096;
        b->at = by_sure(realloc(b->at, b->room));
    }
    if (n > b->n)
        memset(b->at + b->n, 0, n - b->n);
    b->n = n;
}

static void put(struct bytes *b, size_t at, const char *bytes, size_t n)
{
    if (n == 0)
        return;
    if (b->n < at + n)
        resize(b, at + n);
    memcpy(b->at + at, bytes, n);
}

static void forget(struct node *f)
{
    for (struct pending *p = f->first, *next; p != NULL; p = next) {
        next = p->next;
        free(p->bytes);
        free(p);
    }
    f->first = NULL;
    f->last = &f->first;
}

static void set(struct bytes *b, const char *bytes, size_t n)
{
    resize(b, 0);
    put(b, 0, bytes, n);
}

/* As if it had never been. */
static void wipe(struct node *f)
{
    forget(f);
    resize(&f->now, 0);
    resize(&f->really, 0);
    f->there = f->there_really = false;
    f->name[0] = '\0';
}

static void note(struct node *f, size_t at, const char *bytes, size_t n, bool removes)
{
    struct pending *p = by_sure(calloc(1, sizeof *p));

    p->at = at;
    p->n = n;
    p->removes = removes;
    if (bytes != NULL && n > 0) {
        p->bytes = by_sure(malloc(n));
        memcpy(p->bytes, bytes, n);
    }
    *f->last = p;
    f->last = &p->next;
}

/* Applies pending writes to the disk, whole or in part.  If a removal is lost, the old file remains. */
static void settle(struct node *f, enum vfs_left left, bool all)
{
    for (struct pending *p = f->first; p != NULL; p = p->next) {
        if (p->removes) {
            if (!all && left == VFS_SOME && coin())
                break;
            f->there_really = false;
            resize(&f->really, 0);
            continue;
        }
        f->there_really = true;
        if (p->bytes == NULL) {
            if (all || left == VFS_TORN || coin())
                resize(&f->really, p->at);
        } else if (all || (left == VFS_TORN && p->next != NULL)) {
            put(&f->really, p->at, p->bytes, p->n);
        } else if (left == VFS_TORN) {
            put(&f->really, p->at, p->bytes, vfs_random(&chance) % (p->n + 1));
        } else {
            for (size_t from = 0, n; from < p->n; from += n) {
                n = SECTOR - (p->at + from) % SECTOR;
                n = n < p->n - from ? n : p->n - from;
                if (coin())
                    put(&f->really, p->at + from, p->bytes + from, n);
            }
        }
    }
    forget(f);
}

/* ---- Plans ---- */

/* Locks and counts an operation.  Returns 0 to continue, or the error to fail with; sets `half` if half of it
 * happens. */
static int begin(int error)
{
    pthread_mutex_lock(&big);
    done++;
    half = false;
    if (plan.cut_at != 0 && done >= plan.cut_at)
        dark = true;
    if (dark)
        return error;
    if (plan.fail_at == 0 || done < plan.fail_at || (done > plan.fail_at && !plan.from_then_on))
        return 0;
    half = plan.how == VFS_SHORT;
    if (plan.how == VFS_EIO || error == SQLITE_IOERR_READ || error == SQLITE_IOERR_FSYNC)
        return error;
    return error == SQLITE_CANTOPEN ? error : SQLITE_FULL;
}

static int end(int said)
{
    pthread_mutex_unlock(&big);
    return said;
}

/* ---- Methods of a file ---- */

static struct handle *of(sqlite3_file *f) { return (struct handle *)f; }

static int close_it(sqlite3_file *file)
{
    struct handle *h = of(file), **at;

    pthread_mutex_lock(&big);
    for (at = &h->node->open; *at != h; at = &(*at)->next)
        ;
    *at = h->next;
    if (h->goes)
        wipe(h->node);
    return end(SQLITE_OK);
}

static int read_it(sqlite3_file *file, void *to, int n, sqlite3_int64 at)
{
    struct node *f = of(file)->node;
    size_t from = (size_t)at, have;
    int said = begin(SQLITE_IOERR_READ);

    have = from >= f->now.n ? 0 : f->now.n - from < (size_t)n ? f->now.n - from : (size_t)n;
    if (said == 0) {
        memset(to, 0, (size_t)n);
        if (have > 0)
            memcpy(to, f->now.at + from, have);
        said = have < (size_t)n ? SQLITE_IOERR_SHORT_READ : 0;
    }
    return end(said);
}

/* The thread that writes the log is the writer; other threads wait at a closed gate. */
static void pass(const struct node *f)
{
    size_t n = strlen(f->name);

    pthread_mutex_lock(&big);
    if (n > 4 && strcmp(f->name + n - 4, "-wal") == 0)
        gate.writer = pthread_self();
    else if (pthread_equal(gate.writer, pthread_self()))
        gate.by_writer++;
    else
        gate.held++;
    pthread_cond_broadcast(&change);
    while (gate.closed && !pthread_equal(gate.writer, pthread_self()))
        pthread_cond_wait(&change, &big);
    gate.held -= !pthread_equal(gate.writer, pthread_self());
    pthread_mutex_unlock(&big);
}

static int write_it(sqlite3_file *file, const void *from, int n, sqlite3_int64 at)
{
    struct node *f = of(file)->node;
    size_t length = (size_t)n;
    int said = (pass(f), begin(SQLITE_IOERR_WRITE));

    if (half)
        length /= 2;
    if (said == 0 || half) {
        put(&f->now, (size_t)at, from, length);
        note(f, (size_t)at, from, length, false);
    }
    return end(said);
}

static int cut_it(sqlite3_file *file, sqlite3_int64 n)
{
    struct node *f = of(file)->node;
    int said = begin(SQLITE_IOERR_TRUNCATE);

    if (said == 0) {
        resize(&f->now, (size_t)n);
        note(f, (size_t)n, NULL, 0, false);
    }
    return end(said);
}

static int sync_it(sqlite3_file *file, int flags)
{
    struct node *f = of(file)->node;
    int said = begin(SQLITE_IOERR_FSYNC);

    (void)flags;
    if (said == 0 && !plan.lies) {
        settle(f, VFS_NONE, true);
        f->there_really = f->there;
    } else if (said != 0 && !dark) {
        settle(f, VFS_SOME, false); /* what has not reached the disk now is lost */
    }
    return end(said);
}

static int size_it(sqlite3_file *file, sqlite3_int64 *n)
{
    pthread_mutex_lock(&big);
    *n = (sqlite3_int64)of(file)->node->now.n;
    return end(SQLITE_OK);
}

static int lock_it(sqlite3_file *file, int level)
{
    struct handle *h = of(file);
    int said = SQLITE_OK;

    pthread_mutex_lock(&big);
    for (struct handle *o = h->node->open; o != NULL && level > h->lock; o = o->next) {
        int least = SQLITE_LOCK_SHARED;

        if (level == SQLITE_LOCK_SHARED)
            least = SQLITE_LOCK_PENDING;
        else if (level == SQLITE_LOCK_RESERVED)
            least = SQLITE_LOCK_RESERVED;

        if (o != h && level != SQLITE_LOCK_PENDING && o->lock >= least)
            said = SQLITE_BUSY;
    }
    if (said == SQLITE_OK && level > h->lock)
        h->lock = level;
    return end(said);
}

static int unlock_it(sqlite3_file *file, int level)
{
    pthread_mutex_lock(&big);
    of(file)->lock = level;
    return end(SQLITE_OK);
}

static int reserved_it(sqlite3_file *file, int *is)
{
    pthread_mutex_lock(&big);
    *is = 0;
    for (struct handle *o = of(file)->node->open; o != NULL; o = o->next)
        *is |= o->lock >= SQLITE_LOCK_RESERVED;
    return end(SQLITE_OK);
}

static int control_it(sqlite3_file *file, int what, void *with)
{
    (void)file;
    (void)what;
    (void)with;
    return SQLITE_NOTFOUND;
}

static int sector_it(sqlite3_file *file)
{
    (void)file;
    return 4096;
}
static int powers_of(sqlite3_file *file)
{
    (void)file;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

/* ---- Shared memory ---- */

static int map_it(sqlite3_file *file, int region, int size, int extend, void volatile **at)
{
    struct handle *h = of(file);
    struct node *f = h->node;
    int said = begin(SQLITE_IOERR_SHMMAP);

    *at = NULL;
    if (said == 0 && region >= REGIONS)
        said = SQLITE_FULL;
    if (said == 0) {
        f->mapped += !h->maps;
        h->maps = true;
        if (f->region[region] == NULL && extend)
            f->region[region] = by_sure(calloc(1, (size_t)size));
        *at = f->region[region];
    }
    return end(said);
}

static int map_lock(sqlite3_file *file, int at, int n, int flags)
{
    struct handle *h = of(file);
    unsigned mask = ((1u << n) - 1) << at;
    int said = SQLITE_OK;

    pthread_mutex_lock(&big);
    if (flags & SQLITE_SHM_UNLOCK) {
        h->shared &= ~mask;
        h->alone &= ~mask;
    } else {
        for (struct handle *o = h->node->open; o != NULL; o = o->next)
            if (o != h && ((o->alone & mask) != 0 || ((flags & SQLITE_SHM_EXCLUSIVE) && (o->shared & mask) != 0)))
                said = SQLITE_BUSY;
        if (said == SQLITE_OK && (flags & SQLITE_SHM_EXCLUSIVE))
            h->alone |= mask;
        else if (said == SQLITE_OK)
            h->shared |= mask;
    }
    return end(said);
}

static void map_barrier(sqlite3_file *file)
{
    (void)file;
    __sync_synchronize();
}

static void unmap_all(struct node *f)
{
    for (int i = 0; i < REGIONS; i++) {
        free(f->region[i]);
        f->region[i] = NULL;
    }
    f->mapped = 0;
}

static int unmap_it(sqlite3_file *file, int remove)
{
    struct handle *h = of(file);

    (void)remove;
    pthread_mutex_lock(&big);
    h->shared = h->alone = 0;
    if (h->maps && --h->node->mapped == 0)
        unmap_all(h->node);
    h->maps = false;
    return end(SQLITE_OK);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = close_it,
    .xRead = read_it,
    .xWrite = write_it,
    .xTruncate = cut_it,
    .xSync = sync_it,
    .xFileSize = size_it,
    .xLock = lock_it,
    .xUnlock = unlock_it,
    .xCheckReservedLock = reserved_it,
    .xFileControl = control_it,
    .xSectorSize = sector_it,
    .xDeviceCharacteristics = powers_of,
    .xShmMap = map_it,
    .xShmLock = map_lock,
    .xShmBarrier = map_barrier,
    .xShmUnmap = unmap_it,
};

/* ---- Files by name ---- */

static struct node *find(const char *name)
{
    struct node *empty = NULL;

    for (int i = 0; i < FILES; i++) {
        if (strcmp(files[i].name, name) == 0)
            return &files[i];
        if (files[i].name[0] == '\0' && empty == NULL)
            empty = &files[i];
    }
    if (empty == NULL || strlen(name) >= NAME)
        abort();
    strcpy(empty->name, name);
    empty->last = &empty->first;
    return empty;
}

static int open_it(sqlite3_vfs *v, const char *name, sqlite3_file *file, int flags, int *out)
{
    static int temporary;
    struct handle *h = of(file);
    char own[32];
    int said;

    (void)v;
    memset(h, 0, sizeof *h);
    said = begin(SQLITE_CANTOPEN);
    if (name == NULL) {
        sqlite3_snprintf(sizeof own, own, "*%d", ++temporary);
        h->goes = true;
    }
    if (said == 0) {
        struct node *f = find(name == NULL ? own : name);

        if (!f->there && !(flags & SQLITE_OPEN_CREATE)) {
            said = SQLITE_CANTOPEN;
        } else {
            f->there = true;
            h->node = f;
            h->next = f->open;
            f->open = h;
            file->pMethods = &methods;
        }
    }
    if (out != NULL)
        *out = flags;
    return end(said);
}

static int delete_it(sqlite3_vfs *v, const char *name, int sync)
{
    struct node *f;
    int said = begin(SQLITE_IOERR_DELETE);

    (void)v;
    f = find(name);
    if (said == 0 && !f->there)
        said = SQLITE_IOERR_DELETE_NOENT;
    if (said == 0) {
        f->there = false;
        resize(&f->now, 0);
        note(f, 0, NULL, 0, true);
        if (sync && !plan.lies)
            settle(f, VFS_NONE, true);
    }
    return end(said);
}

static int access_it(sqlite3_vfs *v, const char *name, int how, int *is)
{
    int said = begin(SQLITE_IOERR_ACCESS);

    (void)v;
    (void)how;
    *is = 0;
    for (int i = 0; i < FILES; i++)
        if (strcmp(files[i].name, name) == 0)
            *is = files[i].there;
    return end(said);
}

static int full_name(sqlite3_vfs *v, const char *name, int n, char *out)
{
    (void)v;
    sqlite3_snprintf(n, out, "%s", name);
    return SQLITE_OK;
}

static int no_sleep(sqlite3_vfs *v, int micros)
{
    (void)v;
    return micros;
}

/* ---- For tests ---- */

void vfs_start(void)
{
    static sqlite3_vfs mine;

    mine = *sqlite3_vfs_find(NULL);
    mine.zName = VFS;
    mine.pNext = NULL;
    mine.szOsFile = sizeof(struct handle);
    mine.mxPathname = NAME;
    mine.xOpen = open_it;
    mine.xDelete = delete_it;
    mine.xAccess = access_it;
    mine.xFullPathname = full_name;
    mine.xSleep = no_sleep;
    if (sqlite3_vfs_register(&mine, 0) != SQLITE_OK)
        abort();
}

void vfs_clear(uint64_t seed)
{
    for (int i = 0; i < FILES; i++) {
        struct node *f = &files[i];

        if (f->open != NULL)
            abort();
        unmap_all(f);
        wipe(f);
    }
    chance = seed;
    vfs_set(&(struct vfs_plan){ .cut_at = 0 });
    dark = false;
}

void vfs_load(const char *name, const void *bytes, size_t n)
{
    struct node *f = find(name);

    f->there = f->there_really = true;
    set(&f->now, bytes, n);
    set(&f->really, bytes, n);
}

void *vfs_save(const char *name, size_t *n)
{
    struct node *f = find(name);
    char *copy = by_sure(malloc(f->now.n + 1));

    *n = f->now.n;
    if (*n > 0)
        memcpy(copy, f->now.at, *n);
    return copy;
}

void vfs_set(const struct vfs_plan *p)
{
    pthread_mutex_lock(&big);
    plan = *p;
    done = 0;
    pthread_mutex_unlock(&big);
}

long vfs_done(void)
{
    pthread_mutex_lock(&big);
    return end((int)done);
}

size_t vfs_size(const char *name)
{
    pthread_mutex_lock(&big);
    return (size_t)end((int)find(name)->now.n);
}

void vfs_hold(bool hold)
{
    pthread_mutex_lock(&big);
    gate.closed = hold;
    gate.by_writer = 0;
    pthread_cond_broadcast(&change);
    pthread_mutex_unlock(&big);
}

bool vfs_held(void)
{
    pthread_mutex_lock(&big);
    while (gate.held == 0 && gate.by_writer == 0)
        pthread_cond_wait(&change, &big);
    return end(gate.by_writer == 0);
}

void vfs_power(enum vfs_left left)
{
    pthread_mutex_lock(&big);
    for (int i = 0; i < FILES; i++) {
        struct node *f = &files[i];

        if (f->open != NULL)
            abort();
        if (f->name[0] == '\0')
            continue;
        unmap_all(f);
        if (left == VFS_NONE)
            forget(f);
        else
            settle(f, left, false);
        f->there = f->there_really;
        set(&f->now, f->really.at, f->there ? f->really.n : 0);
    }
    plan = (struct vfs_plan){ .cut_at = 0 };
    done = 0;
    dark = false;
    pthread_mutex_unlock(&big);
}
