/* SPDX-License-Identifier: MIT */
/* throttle.c: see throttle.h. */
#include "throttle.h"

#include <string.h>
#include <time.h>

#include "sessions.h"
#include "server/tables/lease.h"
#include "server/tables/lobby.h"
#include "server/tables/writes.h"

enum { HOUR = 3600, PLACE = 17 };

/* For each kind of guesser, the free attempts and the longest wait in seconds. A whole school may share an address. */
struct limit {
    char kind;
    int free, most;
};
static const struct limit by_account = { 'n', 5, 900 };
static const struct limit by_address = { 'a', 20, 900 };
static const struct limit by_device = { 'd', 5, 30 };

/* Returns a keyed hash, so that no one can choose a name or address that collides with another. */
static uint64_t place_of(const struct by_hub *h, char kind, const void *bytes, size_t n)
{
    struct by_hasher hasher;
    uint8_t hash[16];
    uint64_t place;

    by_hash_init(&hasher, h->key, sizeof h->key, sizeof hash);
    by_hash_add(&hasher, &kind, 1);
    by_hash_add(&hasher, bytes, n);
    by_hash_end(&hasher, hash, sizeof hash);
    memcpy(&place, hash, sizeof place);
    return place;
}

/* Finds the count of a guesser. On a collision, the older count is lost. */
static struct by_tries *tries_of(struct by_hub *h, const struct limit *l, const void *bytes, size_t n)
{
    uint64_t who = place_of(h, l->kind, bytes, n);
    struct by_tries *t = &h->people->tries[who % BY_TRIES];

    if (t->who != who || t->forget < by_loop_now(h->loop))
        *t = (struct by_tries){ .who = who };
    return t;
}

static int wait_after(const struct limit *l, int n)
{
    int wait = n < l->free ? 0 : 1;

    for (int i = l->free; i < n && wait < l->most; i++)
        wait *= 2;
    return wait < l->most ? wait : l->most;
}

static void count(struct by_hub *h, const struct limit *l, struct by_tries *t)
{
    double now = by_loop_now(h->loop);

    t->until = now + wait_after(l, ++t->n);
    t->forget = t->until + HOUR;
}

/* ---- The database ----------------------------------------------------------------------------- */

static struct by_bytes_of text_of(const char *text) { return (struct by_bytes_of){ text, strlen(text) }; }

/* The key of an address's row. No account's name begins with this byte. */
static struct by_bytes_of row_of(const struct by_hub *h, const uint8_t address[16], uint8_t out[PLACE])
{
    out[0] = 1;
    by_lobby_address(h, address, out + 1);
    return (struct by_bytes_of){ out, PLACE };
}

static void read_one(struct by_store *s, struct by_bytes_of key, struct by_stored_count *out)
{
    if (by_store_get(s, "tries", key, out, sizeof *out) != (long)sizeof *out)
        *out = (struct by_stored_count){ { 0 }, { 0 } };
}

void by_throttle_read(struct by_store *s, const struct by_hub *h, const char *account, const uint8_t address[16],
                      struct by_stored_tries *out)
{
    uint8_t place[PLACE];

    *out = (struct by_stored_tries){ .account = { { 0 }, { 0 } } };
    read_one(s, text_of(account), &out->account);
    if (by_lease_shared(h))
        read_one(s, row_of(h, address, place), &out->address);
}

static int64_t number_of(const uint8_t *bytes, int n)
{
    uint64_t number = 0;

    for (int i = 0; i < n; i++)
        number |= (uint64_t)bytes[i] << 8 * i;
    return (int64_t)number;
}

/* Adopts the count in the database if other servers or an earlier run have counted more. */
static void learn(struct by_hub *h, const struct limit *l, struct by_tries *t, const struct by_stored_count *stored)
{
    int n = (int)number_of(stored->n, sizeof stored->n);
    int64_t left = number_of(stored->until, sizeof stored->until) - (int64_t)time(NULL);

    if (n <= t->n || left < -HOUR)
        return;
    left = left > l->most ? l->most : left;
    t->n = n;
    t->until = by_loop_now(h->loop) + (double)left;
    t->forget = t->until + HOUR;
}

static void store(struct by_hub *h, const struct limit *l, struct by_bytes_of key, const struct by_tries *t)
{
    int64_t until = (int64_t)time(NULL) + wait_after(l, t->n);
    struct by_stored_count value;
    struct by_put_of put = { "tries", key, { &value, t->n == 0 ? 0 : sizeof value } };
    struct by_columns columns = { .at = until };

    for (int i = 0; i < 4; i++)
        value.n[i] = (uint8_t)((uint32_t)t->n >> 8 * i);
    for (int i = 0; i < 8; i++)
        value.until[i] = (uint8_t)((uint64_t)until >> 8 * i);
    by_writes_batch(h, &(struct by_batch){ .puts = &put, .puts_n = 1, .columns = &columns }, NULL, NULL);
}

static void store_address(struct by_hub *h, const struct by_guesser *g, const struct by_tries *t)
{
    uint8_t place[PLACE];

    if (by_lease_shared(h))
        store(h, &by_address, row_of(h, g->address, place), t);
}

/* ---- Attempts --------------------------------------------------------------------------------- */

/* The counts that apply to a guesser: at most two. */
struct counts {
    struct by_tries *device, *account, *address;
};

static struct counts counts_of(struct by_hub *h, const struct by_guesser *g)
{
    if (g->device != NULL)
        return (struct counts){ .device = tries_of(h, &by_device, g->device->bytes, sizeof g->device->bytes) };
    return (struct counts){ .account =
                                g->account == NULL ? NULL : tries_of(h, &by_account, g->account, strlen(g->account)),
                            .address = tries_of(h, &by_address, g->address, 16) };
}

static bool ready(const struct by_hub *h, const struct by_tries *t)
{
    return t == NULL || t->until <= by_loop_now(h->loop);
}

bool by_throttle_begin(struct by_hub *h, const struct by_guesser *g, const struct by_stored_tries *stored)
{
    struct counts c = counts_of(h, g);

    if (c.account != NULL && stored != NULL)
        learn(h, &by_account, c.account, &stored->account);
    if (c.address != NULL && stored != NULL)
        learn(h, &by_address, c.address, &stored->address);
    if (!ready(h, c.device) || !ready(h, c.account) || !ready(h, c.address))
        return false;
    if (c.device != NULL)
        count(h, &by_device, c.device);
    if (c.address != NULL)
        count(h, &by_address, c.address);
    if (c.account != NULL)
        count(h, &by_account, c.account);
    if (c.address != NULL && c.address->n >= by_address.free)
        store_address(h, g, c.address);
    if (c.account != NULL && c.account->n >= by_account.free)
        store(h, &by_account, text_of(g->account), c.account);
    return true;
}

void by_throttle_succeeded(struct by_hub *h, const struct by_guesser *g)
{
    struct counts c = counts_of(h, g);

    if (c.address != NULL && c.address->n > 0 && c.address->n-- >= by_address.free)
        store_address(h, g, c.address); /* a successful attempt does not count, but does not cancel failed ones */
    if (c.device != NULL)
        *c.device = (struct by_tries){ 0 };
    if (c.account != NULL) {
        bool stored = c.account->n >= by_account.free;

        *c.account = (struct by_tries){ 0 };
        if (stored)
            store(h, &by_account, text_of(g->account), c.account);
    }
}

void by_throttle_undo(struct by_hub *h, const struct by_guesser *g)
{
    struct counts c = counts_of(h, g);

    for (int i = 0; i < 3; i++) {
        struct by_tries *t = i == 0 ? c.device : i == 1 ? c.account : c.address;

        if (t != NULL && t->n > 0 && --t->n < by_device.free)
            t->until = 0;
    }
}
