/* SPDX-License-Identifier: MIT */
/* index.c: implements the index (index.h) with a growing hash table with chaining, and a doubly linked list for each
 * game. */
#include "index.h"

#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

struct entry {
    struct entry *next;
    struct by_id key;         /* hash of the kind and the id */
    struct live_table *table; /* NULL for an address */
    int count;                /* the number of an address's open tables */
};

struct by_index {
    uint8_t key[32];
    struct entry **bucket;
    size_t n, room; /* `room` is a power of two */
    struct ends {
        struct live_table *first, *last;
    } list[BY_INDEX_LISTS][BY_GAMES];
};

enum { FIRST_ROOM = 1024 };

struct by_index *by_index_new(const struct by_hub *h)
{
    struct by_index *x = by_sure(calloc(1, sizeof *x));

    memcpy(x->key, h->key, sizeof x->key);
    x->room = FIRST_ROOM;
    x->bucket = by_sure(calloc(x->room, sizeof(struct entry *)));
    return x;
}

void by_index_free(struct by_index *x)
{
    if (x == NULL)
        return;
    for (size_t i = 0; i < x->room; i++)
        for (struct entry *e = x->bucket[i], *next; e != NULL; e = next) {
            next = e->next;
            free(e);
        }
    free(x->bucket);
    by_forget(x->key, sizeof x->key);
    free(x);
}

/* ---- By an id --------------------------------------------------------------------------------- */

static struct by_id key_of(const struct by_index *x, enum by_index_kind kind, const uint8_t id[16])
{
    uint8_t bytes[17] = { (uint8_t)kind };
    struct by_id key = { { 0 } };

    memcpy(bytes + 1, id, 16);
    by_hash_of(x->key, sizeof x->key, bytes, sizeof bytes, key.bytes, sizeof key.bytes);
    return key;
}

static struct entry **bucket_of(const struct by_index *x, const struct by_id *key)
{
    size_t place;

    memcpy(&place, key->bytes, sizeof place);
    return &x->bucket[place & (x->room - 1)];
}

static void grow(struct by_index *x)
{
    struct by_index old = *x;

    x->room = 2 * old.room;
    x->bucket = by_sure(calloc(x->room, sizeof(struct entry *)));
    for (size_t i = 0; i < old.room; i++)
        for (struct entry *e = old.bucket[i], *next; e != NULL; e = next) {
            struct entry **to = bucket_of(x, &e->key);

            next = e->next;
            e->next = *to;
            *to = e;
        }
    free(old.bucket);
}

static void put(struct by_index *x, const struct by_id *key, struct live_table *t)
{
    struct entry *e = by_sure(malloc(sizeof *e)), **to;

    if (x->n++ >= x->room)
        grow(x);
    to = bucket_of(x, key);
    *e = (struct entry){ .next = *to, .key = *key, .table = t };
    *to = e;
}

void by_index_add(struct live_table *t, enum by_index_kind kind, const uint8_t id[16])
{
    struct by_id key = key_of(t->hub->index, kind, id);

    put(t->hub->index, &key, t);
}

void by_index_remove(struct live_table *t, enum by_index_kind kind, const uint8_t id[16])
{
    struct by_index *x = t->hub->index;
    struct by_id key = key_of(x, kind, id);

    for (struct entry **at = bucket_of(x, &key); *at != NULL; at = &(*at)->next) {
        struct entry *e = *at;

        if (e->table != t || memcmp(&e->key, &key, sizeof key) != 0)
            continue;
        *at = e->next;
        free(e);
        x->n--;
        return;
    }
}

void by_index_each(const struct by_hub *h, enum by_index_kind kind, const uint8_t id[16], by_on_indexed *each,
                   void *data)
{
    struct by_id key = key_of(h->index, kind, id);

    for (struct entry *e = *bucket_of(h->index, &key); e != NULL; e = e->next)
        if (memcmp(&e->key, &key, sizeof key) == 0 && !each(data, e->table))
            return;
}

static struct entry **place_of(const struct by_index *x, const uint8_t address[16], struct by_id *key)
{
    struct entry **at;

    *key = key_of(x, BY_INDEX_ADDRESS, address);
    for (at = bucket_of(x, key); *at != NULL && memcmp(&(*at)->key, key, sizeof *key) != 0;)
        at = &(*at)->next;
    return at;
}

int by_index_count(const struct by_hub *h, const uint8_t address[16])
{
    struct by_id key;
    const struct entry *e = *place_of(h->index, address, &key);

    return e == NULL ? 0 : e->count;
}

static void count_for(struct by_index *x, const uint8_t address[16], bool counts)
{
    struct by_id key;
    struct entry **at, *e;

    if (counts && *place_of(x, address, &key) == NULL)
        put(x, &key, NULL);
    at = place_of(x, address, &key);
    e = *at;
    BY_ASSERT(e != NULL);
    e->count += counts ? 1 : -1;
    if (e->count > 0)
        return;
    *at = e->next;
    free(e);
    x->n--;
}

/* Starts or stops counting a table for its creator's address. */
static void count_table(struct live_table *t, bool counts)
{
    static const uint8_t none[16];

    if (counts == t->counted)
        return;
    t->counted = counts;
    count_for(t->hub->index, t->from, counts);
    if (memcmp(t->wide, none, sizeof none) != 0)
        count_for(t->hub->index, t->wide, counts);
}

/* ---- By game ---------------------------------------------------------------------------------- */

void by_index_public(const struct by_hub *h, enum by_index_list list, int game, by_on_indexed *each, void *data)
{
    for (int g = game < 0 ? 0 : game; g < (game < 0 ? BY_GAMES : game + 1); g++)
        for (struct live_table *t = h->index->list[list][g].first; t != NULL; t = t->newer)
            if (!each(data, t))
                return;
}

static void leave_list(struct live_table *t)
{
    struct ends *of = &t->hub->index->list[t->list][t->list_game];

    *(t->older != NULL ? &t->older->newer : &of->first) = t->newer;
    *(t->newer != NULL ? &t->newer->older : &of->last) = t->older;
    t->older = t->newer = NULL;
}

static void join_list(struct live_table *t)
{
    struct ends *of = &t->hub->index->list[t->list][t->list_game];

    t->older = of->last;
    *(of->last != NULL ? &of->last->newer : &of->first) = t;
    of->last = t;
}

/* Returns the list to which a table belongs, or BY_INDEX_LISTS if it belongs to none. */
static int list_of(const struct live_table *t, const struct by_room_facts *facts)
{
    static const struct by_id stranger;

    if (facts->entries == 0 || facts->closed || !facts->is_public)
        return BY_INDEX_LISTS;
    if (facts->waiting && facts->people < facts->players)
        return BY_INDEX_OPEN;
    return by_room_may_watch(t->room, &stranger) ? BY_INDEX_WATCH : BY_INDEX_LISTS;
}

static void update_people(struct live_table *t, const struct by_id *who, int n)
{
    if (n == t->who_n && (n == 0 || memcmp(who, t->who, (size_t)n * sizeof *who) == 0))
        return;
    for (int i = 0; i < t->who_n; i++)
        by_index_remove(t, BY_INDEX_PERSON, t->who[i].bytes);
    for (int i = 0; i < n; i++) {
        t->who[i] = who[i];
        by_index_add(t, BY_INDEX_PERSON, who[i].bytes);
    }
    t->who_n = n;
}

void by_index_update(struct live_table *t)
{
    struct by_room_facts facts = { 0 };
    const struct by_id *who = NULL;
    int n = 0, list = BY_INDEX_LISTS;

    if (t->room != NULL) {
        by_room_facts(t->room, &facts);
        if (t->indexed == facts.changes + 1)
            return;
        t->indexed = facts.changes + 1;
        who = by_room_persons(t->room, &n);
        list = list_of(t, &facts);
    } else {
        t->indexed = 0;
    }
    update_people(t, who, n);
    count_table(t, t->counts && t->room != NULL && !facts.closed && !facts.over);
    if (list == (t->listed ? t->list : BY_INDEX_LISTS) && (!t->listed || t->list_game == facts.game))
        return;
    if (t->listed)
        leave_list(t);
    t->listed = list != BY_INDEX_LISTS;
    t->list = list;
    t->list_game = facts.game;
    if (t->listed)
        join_list(t);
}
