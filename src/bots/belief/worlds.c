/* SPDX-License-Identifier: MIT */
/* worlds.c: enumerates every world once (belief.h). */
#include "worlds.h"
#include "bots/belief/spread.h"

#define MOST_WAYS 4096 /* maximum number of states of one owner's batches */

/* For an owner with several batches, `ways[s]` counts the ways in which the tiles assigned so far can have arrived; `s`
 * encodes the room left in the owner's batches. */
struct search {
    const struct by_belief *b;
    by_belief_visit *visit;
    void *data;
    int worlds, most;
    long nodes;
    bool stop, full;             /* whether the visitor stopped the search, and whether the limit was exceeded */
    int room[BY_OWNERS];         /* places left for unseen tiles, by owner */
    uint64_t batches[BY_OWNERS]; /* bit g: batch g belongs to this owner */
    uint32_t stride[BY_BATCHES], states[BY_OWNERS];
    uint64_t *ways[BY_OWNERS], *layer; /* `ways` is NULL if the owner has one batch; `layer` has room for one row per
                                        * tile */
    uint32_t width;
    struct by_set hand[BY_SEATS], yard;
};

/* Adds a tile to an owner's batches. Returns false if it fits nowhere. */
static bool add_way(const struct search *s, int owner, uint64_t may, const uint64_t *from, uint64_t *to)
{
    bool any = false;

    memset(to, 0, s->states[owner] * sizeof *to);
    for (uint32_t at = 0; at < s->states[owner]; at++) {
        if (from[at] == 0)
            continue;
        for (uint64_t m = may & s->batches[owner]; m != 0; m &= m - 1) {
            int g = __builtin_ctzll(m);

            if (at / s->stride[g] % (s->b->batch[g].room + 1u) == 0)
                continue;
            to[at - s->stride[g]] += from[at];
            any = true;
        }
    }
    return any;
}

static void leaf(struct search *s)
{
    double weight = 1;

    for (int k = 0; k < BY_OWNERS; k++)
        if (s->ways[k] != NULL && !BY_PLANTED(208))
            weight *= (double)s->ways[k][0];
    if (++s->worlds > s->most)
        s->full = true;
    else
        s->stop = !s->visit(s->data, s->hand, &s->yard, weight);
}

static void descend(struct search *s, int i)
{
    const struct by_belief *b = s->b;

    while (i < b->tiles && b->laid[i])
        i++;
    s->nodes += 1 + s->width / 16; /* add_way updates a table for each owner */
    if (s->nodes > 10000 + 100L * s->most)
        s->full = true;
    if (i == b->tiles && !s->full)
        leaf(s);
    for (int k = 0; i < b->tiles && k < BY_OWNERS && !s->stop && !s->full; k++) {
        struct by_set *set = k < BY_SEATS ? &s->hand[k] : &s->yard;
        uint64_t *before = s->ways[k];

        if (s->room[k] == 0 || (b->may[i] & s->batches[k]) == 0)
            continue;
        if (before != NULL) {
            if (!add_way(s, k, b->may[i], before, s->layer + (size_t)i * s->width))
                continue;
            s->ways[k] = s->layer + (size_t)i * s->width;
        }
        s->room[k]--;
        if (k != BY_GONE)
            by_set_add(set, b->tile[i]);
        descend(s, i + 1);
        if (k != BY_GONE)
            by_set_drop(set, b->tile[i]);
        s->room[k]++;
        s->ways[k] = before;
    }
}

/* Computes each owner's room and, for owners with several batches, the number of ways in which their played tiles can
 * have arrived. */
static bool prepare(struct search *s, struct by_bot_memory *room)
{
    const struct by_belief *b = s->b;

    for (int g = 0; g < b->batches; g++) {
        int k = b->batch[g].owner;

        s->stride[g] = s->states[k] == 0 ? 1 : s->states[k];
        s->states[k] = s->stride[g] * (b->batch[g].room + 1u);
        if (s->states[k] > MOST_WAYS)
            return false;
        s->width = s->states[k] > s->width ? s->states[k] : s->width;
        s->room[k] += b->batch[g].room;
        s->batches[k] |= (uint64_t)1 << g;
    }
    s->layer = by_room_take(room, ((size_t)b->tiles + 1) * s->width * sizeof *s->layer);
    for (int k = 0; k < BY_OWNERS; k++) {
        if ((s->batches[k] & (s->batches[k] - 1)) == 0)
            continue;
        s->ways[k] = by_room_take(room, s->states[k] * sizeof **s->ways);
        if (s->layer == NULL || s->ways[k] == NULL)
            return false;
        memset(s->ways[k], 0, s->states[k] * sizeof **s->ways);
        s->ways[k][s->states[k] - 1] = 1;
    }
    for (int i = 0; i < b->tiles; i++) {
        int k = b->batch[b->in[i]].owner;

        if (!b->laid[i])
            continue;
        s->room[k]--;
        if (s->ways[k] == NULL)
            continue;
        add_way(s, k, b->may[i], s->ways[k], s->layer + (size_t)i * s->width);
        s->ways[k] = s->layer + (size_t)i * s->width;
    }
    return s->layer != NULL;
}

int by_belief_enumerate(struct by_belief *b, struct by_bot_memory room, int most, by_belief_visit *visit, void *data)
{
    struct search s = { .b = b, .visit = visit, .data = data, .most = most };

    memcpy(s.hand, b->hand, sizeof s.hand);
    for (int i = 0; i < b->known_yard; i++)
        by_set_add(&s.yard, b->yard_tile[i]);
    if (!prepare(&s, &room))
        return -1;
    descend(&s, 0);
    return s.full ? -1 : s.worlds;
}
