/* SPDX-License-Identifier: MIT */
/* belief.c: turns batches into a distribution of deals to sample from (belief.h). */
#include "belief.h"
#include "history.h"

#define TABLE_BYTES ((size_t)1 << 20)

/* ---- A first deal ------------------------------------------------------------------------- */

/* Makes room for item i by moving others along an augmenting path, breadth-first over the batches. */
static bool place_item(struct by_belief *b, int i, uint8_t *used)
{
    uint8_t from[BY_BATCHES], carries[BY_BATCHES], queue[BY_BATCHES];
    uint64_t seen = b->may[i];
    int head = 0, tail = 0;

    for (uint64_t m = seen; m != 0; m &= m - 1) {
        int g = __builtin_ctzll(m);

        from[g] = BY_BATCHES;
        carries[g] = (uint8_t)i;
        queue[tail++] = (uint8_t)g;
    }
    while (head < tail) {
        int g = queue[head++];

        if (used[g] < b->batch[g].room) {
            used[g]++;
            for (; g != BY_BATCHES; g = from[g])
                b->in[carries[g]] = (uint8_t)g;
            return true;
        }
        for (int j = 0; j < i; j++)
            if (b->in[j] == g)
                for (uint64_t m = b->may[j] & ~seen; m != 0; m &= m - 1) {
                    int to = __builtin_ctzll(m);

                    seen |= (uint64_t)1 << to;
                    from[to] = (uint8_t)g;
                    carries[to] = (uint8_t)j;
                    queue[tail++] = (uint8_t)to;
                }
    }
    return false;
}

static bool first_deal(struct by_belief *b)
{
    uint8_t used[BY_BATCHES] = { 0 };

    for (int i = 0; i < b->tiles; i++)
        if (!place_item(b, i, used))
            return false;
    return true;
}

/* ---- Settled tiles ------------------------------------------------------------------------ */

/* Records that tile i is certain to be in batch g, and removes it from the open tiles. */
static void settle(struct by_belief *b, int i, int g)
{
    int owner = b->batch[g].owner, last = --b->tiles;

    if (!b->laid[i] && owner == BY_YARD)
        b->yard_tile[b->known_yard++] = b->tile[i];
    else if (!b->laid[i] && owner < BY_SEATS)
        by_set_add(&b->hand[owner], b->tile[i]);
    b->batch[g].room--;
    b->tile[i] = b->tile[last];
    b->may[i] = b->may[last];
    b->laid[i] = b->laid[last];
    b->in[i] = b->in[last];
}

/* Repeats until nothing changes: assigns tiles that have only one batch left, closes full batches, and fills batches
 * that have exactly as many candidates as places. */
static void settle_all(struct by_belief *b)
{
    bool again = true;

    while (again) {
        uint64_t open = 0, few = 0;
        uint16_t takers[BY_BATCHES] = { 0 };

        again = false;
        for (int g = 0; g < b->batches; g++)
            open |= (uint64_t)(b->batch[g].room > 0) << g;
        for (int i = 0; i < b->tiles; i++) {
            b->may[i] &= open;
            for (uint64_t m = b->may[i]; m != 0; m &= m - 1)
                takers[__builtin_ctzll(m)]++;
        }
        for (int g = 0; g < b->batches; g++)
            few |= (uint64_t)(b->batch[g].room > 0 && takers[g] <= b->batch[g].room) << g;
        for (int i = b->tiles; i-- > 0;) {
            uint64_t in = b->may[i] & few;

            if ((b->may[i] & (b->may[i] - 1)) != 0 && in == 0)
                continue;
            settle(b, i, b->in[i]);
            again = true;
        }
    }
}

/* Drops full batches, and merges batches of the same owner that accept the same open tiles. */
static void merge_batches(struct by_belief *b)
{
    uint8_t to[BY_BATCHES] = { 0 };
    struct by_belief_batch batch[BY_BATCHES] = { { 0, 0 } };
    struct by_set column[BY_BATCHES], none = { { 0, 0, 0 } };
    int n = 0;

    for (int g = 0; g < b->batches; g++) {
        struct by_set c = none;
        int k = 0;

        if (b->batch[g].room == 0)
            continue;
        for (int i = 0; i < b->tiles; i++)
            if ((b->may[i] >> g & 1) != 0)
                by_set_add(&c, (by_tile)i);
        while (k < n && (batch[k].owner != b->batch[g].owner || memcmp(&column[k], &c, sizeof c) != 0))
            k++;
        if (k == n) {
            column[n] = c;
            batch[n++] = (struct by_belief_batch){ b->batch[g].owner, 0 };
        }
        batch[k].room = (uint8_t)(batch[k].room + b->batch[g].room);
        to[g] = (uint8_t)k;
    }
    for (int i = 0; i < b->tiles; i++)
        b->in[i] = to[b->in[i]];
    memset(b->may, 0, sizeof b->may);
    for (int k = 0; k < n; k++)
        for (int i = 0; i < b->tiles; i++)
            b->may[i] |= (uint64_t)by_set_has(&column[k], (by_tile)i) << k;
    memcpy(b->batch, batch, sizeof batch[0] * (size_t)n);
    b->batches = (uint8_t)n;
}

static void swap_tiles(struct by_belief *b, int i, int k)
{
    by_tile t = b->tile[i];
    uint64_t may = b->may[i];
    bool laid = b->laid[i];
    uint8_t in = b->in[i];

    b->tile[i] = b->tile[k];
    b->may[i] = b->may[k];
    b->laid[i] = b->laid[k];
    b->in[i] = b->in[k];
    b->tile[k] = t;
    b->may[k] = may;
    b->laid[k] = laid;
    b->in[k] = in;
}

/* Puts restricted tiles first, sorted by their batches, which keeps the rest of the table sparse. */
static void sort_tiles(struct by_belief *b)
{
    uint64_t all = b->batches == 64 ? ~(uint64_t)0 : ((uint64_t)1 << b->batches) - 1;

    b->bound = 0;
    b->laid_open = false;
    for (int i = 0; i < b->tiles; i++) {
        b->laid_open |= b->laid[i];
        if (b->may[i] != all)
            swap_tiles(b, i, b->bound++);
    }
    for (int i = 1; i < b->bound; i++)
        for (int k = i; k > 0 && b->may[k - 1] > b->may[k]; k--)
            swap_tiles(b, k - 1, k);
}

/* ---- The table ---------------------------------------------------------------------------- */

/* Steps `room` down to the next lower state. Returns false after the lowest. */
bool by_belief_lower(const struct by_belief *b, uint8_t *room)
{
    for (int g = 0; g < b->batches; g++) {
        if (b->stride[g] == 0)
            continue;
        if (room[g]-- > 0)
            return true;
        room[g] = b->batch[g].room;
    }
    return false;
}

/* Computes layer i from layer i + 1. Each entry is the proportion of allowed ways among all ways to place tile i and
 * the later tiles. This proportion is the mean over the places where tile i may go. */
static void fill_layer(struct by_belief *b, int i)
{
    const double *next = b->share + (size_t)(i + 1) * b->states;
    double *at = b->share + (size_t)i * b->states;
    uint8_t room[BY_BATCHES];
    const int left = b->tiles - i, implied = b->implied;
    uint32_t s = b->states;

    for (int g = 0; g < b->batches; g++)
        room[g] = b->batch[g].room;
    do {
        double sum = 0;
        int rest = left;

        s--;
        for (int g = 0; g < b->batches; g++)
            rest -= g == implied ? 0 : room[g];
        if (rest < 0 || rest > b->batch[implied].room) {
            at[s] = 0;
            continue;
        }
        for (uint64_t m = b->may[i]; m != 0; m &= m - 1) {
            int g = __builtin_ctzll(m), places = g == implied ? rest : room[g];

            if (places > 0)
                sum += (BY_PLANTED(207) ? 1 : places) * next[s - b->stride[g]];
        }
        at[s] = sum / left;
    } while (by_belief_lower(b, room));
}

/* Numbers the states. A state is the room left in every batch but the largest, whose room follows from the others.
 * Returns false if there are more than `most` states. */
static bool number_states(struct by_belief *b, size_t most)
{
    size_t states = 1;

    b->implied = 0;
    for (int g = 1; g < b->batches; g++)
        if (b->batch[g].room > b->batch[b->implied].room)
            b->implied = (uint8_t)g;
    for (int g = 0; g < b->batches; g++) {
        b->stride[g] = g == b->implied ? 0 : (uint32_t)states;
        if (g != b->implied)
            states *= (size_t)b->batch[g].room + 1;
        if (states > most)
            return false;
    }
    b->states = (uint32_t)states;
    b->start = (uint32_t)states - 1;
    return true;
}

static bool make_table(struct by_belief *b, struct by_bot_memory *memory, size_t most)
{
    size_t layers = (size_t)b->bound + 1, states;

    if (!number_states(b, most / sizeof(double) / layers))
        return false;
    states = b->states;
    b->share = by_room_take(memory, states * sizeof(double) * layers);
    if (b->share == NULL)
        return false;
    for (uint32_t s = 0; s < b->states; s++)
        b->share[(size_t)b->bound * states + s] = 1;
    for (int i = b->bound; i-- > 0;)
        fill_layer(b, i);
    return b->share[b->start] > 0;
}

/* ---- Building ----------------------------------------------------------------------------- */

bool by_belief_begin(struct by_belief *b, const struct spread *s)
{
    b->tiles = (int16_t)s->items;
    b->batches = (uint8_t)s->batches;
    memcpy(b->batch, s->batch, sizeof s->batch[0] * (size_t)s->batches);
    memset(b->may, 0, sizeof b->may);
    for (int i = 0; i < s->items; i++) {
        b->tile[i] = s->tile[i];
        b->laid[i] = s->laid[i];
        for (int g = 0; g < s->batches; g++)
            b->may[i] |= (uint64_t)by_set_has(&s->column[g], (by_tile)i) << g;
    }
    if (first_deal(b))
        return true;
    b->tiles = 0;
    return false;
}

void by_belief_finish(struct by_belief *b, struct by_bot_memory *room, size_t most)
{
    settle_all(b);
    merge_batches(b);
    sort_tiles(b);
    if (b->bound == 0)
        b->way = BY_BELIEF_SHUFFLE;
    else if (make_table(b, room, most == 0 ? TABLE_BYTES : most))
        b->way = BY_BELIEF_TABLE;
    else
        b->way = BY_BELIEF_CHAIN;
    b->burn = 40 * b->tiles + 400;
    b->steps = 8 * b->tiles + 100;
}

static void all_known(const struct by_view *v, struct by_belief *out)
{
    for (int i = 0; i < v->boneyard; i++)
        out->yard_tile[i] = v->deck[i];
    out->known_yard = v->boneyard;
    out->ordered = true;
}

void by_belief_of(const struct by_view *view, const struct by_past *past, struct by_bot_memory *room, size_t most,
                  struct by_belief *out)
{
    struct spread s;

    memset(out, 0, sizeof *out);
    out->players = view->players;
    out->yard = view->boneyard;
    for (int i = 0; i < view->players; i++)
        out->hand[i] = view->hand[i];
    if (by_view_is_open(view)) {
        all_known(view, out);
        return;
    }
    out->loose = !by_spread_sizes(&s, view, past);
    if (past != NULL && !out->loose) {
        struct spread with = s;

        if (by_spread_past(&with, view, past)) {
            out->loose = !by_belief_begin(out, &with) || with.loose;
        } else {
            out->loose = true;
        }
    }
    if (past == NULL || (out->loose && out->tiles == 0)) {
        by_belief_begin(out, &s);
    }
    by_belief_finish(out, room, most);
}
