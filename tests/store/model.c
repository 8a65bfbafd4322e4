/* SPDX-License-Identifier: MIT */
/* model.c: see model.h. */
#include <pthread.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"
#include "util/memory.h"
#include "vfs.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t told = PTHREAD_COND_INITIALIZER;
static int answers, out_of_order;

struct sent {
    int order, table, first, n;
    struct by_stored out;
    bool has;
};

static void answer(void *context, const struct by_stored *out)
{
    struct sent *b = context;

    pthread_mutex_lock(&lock);
    if (b->order != answers || b->has)
        out_of_order++;
    b->out = *out;
    b->has = true;
    answers++;
    pthread_cond_signal(&told);
    pthread_mutex_unlock(&lock);
}

static bool wrong(struct model *m, const char *format, ...)
{
    va_list list;

    if (m->why[0] != '\0')
        return false;
    va_start(list, format);
    vsnprintf(m->why, sizeof m->why, format, list);
    va_end(list);
    return false;
}

void model_init(struct model *m, uint64_t seed)
{
    memset(m, 0, sizeof *m);
    m->chance = seed;
}

static struct by_id id_of(int table) { return (struct by_id){ { 0xb0, (uint8_t)table } }; }

/* The same key and bytes each time it is sent. */
static struct by_bytes_of key_of(int table, int n, char room[16])
{
    return (struct by_bytes_of){ room, (size_t)snprintf(room, 16, "%d/%d", table, n) };
}

static struct by_bytes_of bytes_of(int table, int n, bool heavy)
{
    static char room[1 << 20];
    uint64_t state = (uint64_t)table << 32 | (uint64_t)n, word = vfs_random(&state);
    size_t size = 40 + word % 300;

    if (n % 8 == 0)
        size = 3000 + word % 6000;
    if (heavy && n % 4 == 3)
        size = 120000;
    for (size_t i = 0; i < size; i += 8) {
        word = vfs_random(&state);
        memcpy(room + i, &word, 8);
    }
    return (struct by_bytes_of){ room, size };
}

static void send(struct model *m, struct by_store *s, struct sent *b, bool heavy)
{
    char keys[3][16], last[16], name[16];
    struct by_entry_of e[3];
    struct by_put_of put = { "last", key_of(b->table, 0, name), { last, 0 } };
    struct by_batch batch = {
        .table = id_of(b->table), .epoch = 1, .entries = e, .entries_n = b->n, .puts = &put, .puts_n = 1
    };

    for (int i = 0; i < b->n; i++) {
        int n = b->first + i;
        struct by_bytes_of bytes = bytes_of(b->table, n, heavy);
        char *copy = by_sure(malloc(bytes.n));

        memcpy(copy, bytes.at, bytes.n);
        e[i] = (struct by_entry_of){ (uint64_t)n, key_of(b->table, n, keys[i]), { copy, bytes.n } };
        m->fate[b->table][n] = SENT;
        m->ends[b->table][n] = i + 1 == b->n;
    }
    put.value.n = (size_t)snprintf(last, sizeof last, "%d", b->first + b->n - 1);
    by_store_write(s, &batch, answer, b);
    for (int i = 0; i < b->n; i++)
        free((void *)(uintptr_t)e[i].bytes.at);
}

static void hear(struct model *m, const struct sent *b)
{
    static const enum fate fates[] = { [BY_KEPT] = WAS_KEPT, [BY_REFUSED] = WAS_REFUSED, [BY_UNKNOWN] = IS_UNKNOWN };

    for (int n = b->first; n < b->first + b->n; n++)
        m->fate[b->table][n] = fates[b->out.outcome];
    m->broken |= b->out.broken;
    if (b->out.outcome == BY_KEPT) {
        if (m->broken)
            wrong(m, "kept after something was not");
        if (m->head[b->table] != b->first - 1)
            wrong(m, "kept with a gap before entry %d", b->first);
        m->head[b->table] = b->first + b->n - 1;
        m->kept += b->n;
    } else if (!b->out.broken) {
        wrong(m, "not kept, though the disk works: %s", b->out.fault.text);
    } else if (b->out.fault.text[0] == '\0') {
        wrong(m, "not kept without a sentence");
    }
}

void model_burst(struct model *m, struct by_store *s, int batches, bool heavy)
{
    struct sent all[16];
    int next[TABLES];

    memcpy(next, m->head, sizeof next);
    answers = out_of_order = 0;
    for (int i = 0; i < batches && i < 16; i++) {
        int t = (int)(vfs_random(&m->chance) % TABLES), n = 1 + (int)(vfs_random(&m->chance) % 3);

        all[i] = (struct sent){ .order = i, .table = t, .first = next[t] + 1, .n = n };
        next[t] += n;
        if (next[t] > MOST)
            abort();
        send(m, s, &all[i], heavy);
    }
    pthread_mutex_lock(&lock);
    while (answers < batches)
        pthread_cond_wait(&told, &lock);
    if (out_of_order > 0)
        wrong(m, "an answer came twice or out of order");
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < batches; i++)
        hear(m, &all[i]);
}

bool model_look_up(struct model *m, struct by_store *s)
{
    char room[16];

    for (int t = 0; t < TABLES; t++)
        for (int n = 1; n <= MOST; n++) {
            struct by_id id = id_of(t);
            uint64_t found;

            if (m->fate[t][n] != IS_UNKNOWN)
                continue;
            found = by_store_find(s, &id, key_of(t, n, room));
            if (found == BY_UNREAD)
                return false;
            m->fate[t][n] = found == (uint64_t)n ? WAS_KEPT : WAS_REFUSED;
            if (found == (uint64_t)n && m->head[t] < n)
                m->head[t] = n;
        }
    m->broken = false;
    return true;
}

struct reading {
    struct model *m;
    int table;
    bool heavy;
};

static bool compare(void *context, uint64_t number, struct by_bytes_of bytes)
{
    struct reading *r = context;
    struct by_bytes_of plain = bytes_of(r->table, (int)number, false);

    if (plain.n != bytes.n || memcmp(plain.at, bytes.at, bytes.n) != 0) {
        struct by_bytes_of heavy = bytes_of(r->table, (int)number, true);

        if (heavy.n != bytes.n || memcmp(heavy.at, bytes.at, bytes.n) != 0)
            return wrong(r->m, "table %d: entry %d is another", r->table, (int)number);
    }
    return true;
}

static bool check_table(struct model *m, struct by_store *s, int t)
{
    struct reading r = { .m = m, .table = t };
    struct by_id id = id_of(t);
    struct by_fault f;
    char room[16], last[16] = "0";
    int there = (int)by_store_count(s, &id);
    long n;

    if (by_store_read(s, &id, 1, compare, &r, &f) != BY_OK)
        return wrong(m, "table %d: %s", t, f.text);
    if (there < 0 || there > MOST)
        return wrong(m, "table %d has %d entries", t, there);
    for (int i = 1; i <= MOST; i++) {
        if (i > there && m->fate[t][i] == WAS_KEPT)
            return wrong(m, "table %d: entry %d was kept and is lost; there are %d", t, i, there);
        if (i <= there && (m->fate[t][i] == WAS_REFUSED || m->fate[t][i] == NEVER))
            return wrong(m, "table %d: entry %d was refused and is there", t, i);
        if (i <= there + 1 && by_store_find(s, &id, key_of(t, i, room)) != (i <= there ? (uint64_t)i : 0))
            return wrong(m, "table %d: the key of entry %d is elsewhere", t, i);
        m->fate[t][i] = i <= there ? WAS_KEPT : NEVER;
    }
    if (there > 0 && !m->ends[t][there])
        return wrong(m, "table %d: half of a batch, up to %d", t, there);
    n = by_store_get(s, "last", key_of(t, 0, room), last, sizeof last - 1);
    if (atoi(last) != there)
        return wrong(m, "table %d has %d entries, the list says %s (%ld)", t, there, last, n);
    m->head[t] = there;
    return true;
}

bool model_check(struct model *m, struct by_store *s)
{
    bool well = m->why[0] == '\0';

    for (int t = 0; t < TABLES && well; t++)
        well = check_table(m, s, t);
    m->broken = false;
    return well && m->why[0] == '\0';
}

static int first_word(void *to, int n, char **values, char **names)
{
    (void)n;
    (void)names;
    if (((char *)to)[0] == '\0')
        snprintf(to, 100, "%s", values[0]);
    return 0;
}

bool model_pages(struct model *m, const char *path)
{
    char said[100] = "";
    sqlite3 *db = NULL;

    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, VFS) != SQLITE_OK
        || sqlite3_exec(db, "pragma integrity_check", first_word, said, NULL) != SQLITE_OK)
        snprintf(said, sizeof said, "%s", sqlite3_errmsg(db));
    sqlite3_close(db);
    return strcmp(said, "ok") == 0 || wrong(m, "corrupt: %s", said);
}
