/* SPDX-License-Identifier: MIT */
/* rate_limit.c: keeps a hash table of addresses with connections or recent activity. */
#include "rate_limit.h"

#include <stdlib.h>
#include <string.h>

#include "address.h"
#include "server/operate/log.h"
#include "util/crypto.h"
#include "util/random.h"
#include "util/memory.h"

enum { BUCKETS = 4096, PARTS = 16 }; /* each second, 1/PARTS of the table is checked for expired entries */
enum { MINUTE = 60, AT_ONCE = 20 };  /* seconds in a minute, and connections allowed in a burst */

struct one {
    struct one *next;
    uint8_t address[16];
    int n[2];            /* number of connections and of sockets */
    double may, counted; /* the number of connections still allowed, and the time of its last update */
    int floods;
    double since, until; /* the time of the first flood, and the time when the block ends */
};

struct by_rate_limit {
    const struct by_settings *settings;
    struct one *bucket[BUCKETS];
    uint64_t chance;
    int part, barred; /* `barred`: newly blocked addresses, not yet logged */
    double told;
};

struct by_rate_limit *by_rate_limit_new(const struct by_settings *s)
{
    struct by_rate_limit *m = by_sure(calloc(1, sizeof *m));

    m->settings = s;
    m->told = -MINUTE;
    by_random(&m->chance, sizeof m->chance); /* keyed, so that an attacker cannot find colliding addresses */
    return m;
}

void by_rate_limit_free(struct by_rate_limit *m)
{
    for (int i = 0; m != NULL && i < BUCKETS; i++)
        for (struct one *o = m->bucket[i], *next; o != NULL; o = next) {
            next = o->next;
            free(o);
        }
    free(m);
}

/* Finds the entry of an address, or the end of its bucket. */
static struct one **find(struct by_rate_limit *m, const uint8_t address[16])
{
    uint64_t a, b, h;
    struct one **at;

    memcpy(&a, address, 8);
    memcpy(&b, address + 8, 8);
    h = (a ^ m->chance) * UINT64_C(0x9e3779b97f4a7c15);
    h = (h ^ h >> 29 ^ b) * UINT64_C(0xbf58476d1ce4e5b9);
    at = &m->bucket[(h ^ h >> 32) % BUCKETS];
    while (*at != NULL && memcmp((*at)->address, address, 16) != 0)
        at = &(*at)->next;
    return at;
}

static const struct one *known(const struct by_rate_limit *m, const uint8_t address[16])
{
    return *find((struct by_rate_limit *)m, address);
}

/* Returns the factor by which an entry's limits exceed those of one address. */
static int share(const uint8_t address[16])
{
    uint8_t wide[16];

    by_address_wide(address, wide);
    return memcmp(address, wide, sizeof wide) == 0 ? BY_WIDE_SHARE : 1;
}

static double most(const struct by_rate_limit *m, const uint8_t address[16])
{
    return (double)m->settings->connection_rate_per_address * AT_ONCE * share(address);
}

static struct one *take(struct by_rate_limit *m, const uint8_t address[16])
{
    struct one **at = find(m, address);

    if (*at == NULL) {
        *at = by_sure(calloc(1, sizeof **at));
        memcpy((*at)->address, address, 16);
        (*at)->may = most(m, address);
    }
    return *at;
}

void by_rate_limit_add(struct by_rate_limit *m, const uint8_t address[16], bool sockets, int n)
{
    uint8_t wide[16];

    take(m, address)->n[sockets] += n;
    if (by_address_wide(address, wide))
        take(m, wide)->n[sockets] += n;
}

bool by_rate_limit_room(const struct by_rate_limit *m, const uint8_t address[16], bool sockets, int most)
{
    const struct one *o = known(m, address), *all;
    uint8_t wide[16];

    if (by_address_in(&m->settings->club_addresses, address))
        return true;
    all = by_address_wide(address, wide) ? known(m, wide) : NULL;
    return (o == NULL || o->n[sockets] < most) && (all == NULL || all->n[sockets] < BY_WIDE_SHARE * most);
}

/* Returns whether an address is unlimited: 127.0.0.1 or ::1, whose first eight bytes are zero, or a club's address. */
static bool is_exempt(const struct by_rate_limit *m, const uint8_t address[16])
{
    static const uint8_t four[16] = { 127, 0, 0, 1 }, six[16] = { [15] = 6 };

    return memcmp(address, four, 16) == 0 || memcmp(address, six, 16) == 0
        || by_address_in(&m->settings->club_addresses, address);
}

static void refill(const struct by_rate_limit *m, struct one *o, double now)
{
    o->may += (now - o->counted) * m->settings->connection_rate_per_address * share(o->address);
    o->may = o->may < most(m, o->address) ? o->may : most(m, o->address);
    o->counted = now;
}

static struct one *refilled(struct by_rate_limit *m, const uint8_t address[16], double now)
{
    struct one *o = take(m, address);

    refill(m, o, now);
    return o;
}

bool by_rate_limit_admit(struct by_rate_limit *m, const uint8_t address[16], double now)
{
    struct one *o, *all;
    uint8_t wide[16];

    if (is_exempt(m, address))
        return true;
    o = refilled(m, address, now);
    all = by_address_wide(address, wide) ? refilled(m, wide, now) : NULL;
    if (o->may < 1 || (all != NULL && all->may < 1))
        return false;
    o->may -= 1;
    if (all != NULL)
        all->may -= 1;
    return true;
}

void by_rate_limit_blame(struct by_rate_limit *m, const uint8_t address[16], double now)
{
    struct one *o;

    if (is_exempt(m, address))
        return;
    o = take(m, address);
    if (o->floods == 0 || o->since + MINUTE < now) {
        o->floods = 0;
        o->since = now;
    }
    if (++o->floods < m->settings->floods_per_address)
        return;
    m->barred += o->until <= now;
    o->until = now + MINUTE;
    o->floods = 0;
}

bool by_rate_limit_barred(const struct by_rate_limit *m, const uint8_t address[16], double now)
{
    const struct one *o = known(m, address);

    return o != NULL && o->until > now;
}

static bool is_new(const struct by_rate_limit *m, const struct one *o, double now)
{
    return o->n[0] == 0 && o->n[1] == 0 && o->until <= now && o->may >= most(m, o->address)
        && (o->floods == 0 || o->since + MINUTE < now);
}

void by_rate_limit_tick(struct by_rate_limit *m, double now)
{
    for (int i = m->part; i < BUCKETS; i += PARTS)
        for (struct one **at = &m->bucket[i], *o; (o = *at) != NULL;) {
            refill(m, o, now);
            if (is_new(m, o, now)) {
                *at = o->next;
                free(o);
            } else {
                at = &o->next;
            }
        }
    m->part = (m->part + 1) % PARTS;
    if (m->barred > 0 && m->told + MINUTE <= now) {
        by_log(BY_LOG_WARN, "floods", BY_LOG_FIELDS(BY_LOG_NUMBER("addresses", m->barred)));
        m->told = now;
        m->barred = 0;
    }
}
