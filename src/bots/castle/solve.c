/* SPDX-License-Identifier: MIT */
/* solve.c: solves Castle Rock with a known order by a depth-first search that visits each position once (castle.h). */
#include "boneyard/castle.h"

#include <string.h>

#define WORDS 4    /* 190 bits for the places, 8 for the number drawn, 1 for a free draw */
#define FIRST 1024 /* number of entries in the first table: enough for most double-6 deals */

#ifndef CASTLE_KEY_FAULT /* the tests corrupt the key on purpose */
#define CASTLE_KEY_FAULT 0
#endif

struct search {
    const struct by_castle_deal *deal;
    struct by_castle_answer *best;
    uint32_t numbers[BY_MAX_TILES]; /* numbers on the tile at each place, as bits */
    uint8_t row[BY_MAX_TILES + 2];  /* places in deck order, from left to right */
    int laid, drawn;
    bool free_draw, stop, short_of; /* `stop`: the row was cleared or the search was aborted; `short_of`: the search was
                                     * aborted */
    uint32_t limit;
    struct by_budget *budget;
    uint64_t key[WORDS];   /* the row as a set of places */
    int words;             /* words in an entry */
    uint64_t *table, *end; /* the current table, and the end of the memory */
    uint32_t room, used;   /* capacity (a power of two) and entries in use */
    int depth;
    by_move line[BY_CASTLE_LINE];
};

/* ---- Positions already visited --------------------------------------------------------------- */

/* Zero marks a free entry. A key is never zero, since at least one tile has been drawn. */
static void key_of(const struct search *s, uint64_t key[WORDS])
{
    uint64_t tail = (uint64_t)s->drawn | (uint64_t)s->free_draw << 8;
    int at = s->deal->tiles;

    if (CASTLE_KEY_FAULT == 1)
        tail &= 255;
    if (CASTLE_KEY_FAULT == 2)
        tail &= 256 + 252;
    memcpy(key, s->key, sizeof s->key);
    key[at >> 6] |= tail << (at & 63);
    if ((at & 63) > 55)
        key[(at >> 6) + 1] |= tail >> (64 - (at & 63));
    if (CASTLE_KEY_FAULT == 3)
        key[0] &= ~(uint64_t)2;
}

/* Returns the entry for a key, or the free entry where it belongs. */
static uint64_t *entry_of(const struct search *s, const uint64_t *key)
{
    uint64_t h = 0;

    for (int i = 0; i < s->words; i++) {
        h = (h ^ key[i]) * 0x9e3779b97f4a7c15u;
        h ^= h >> 32;
    }
    for (uint32_t i = (uint32_t)h & (s->room - 1);; i = (i + 1) & (s->room - 1)) {
        uint64_t *e = s->table + (size_t)i * (size_t)s->words, any = 0, other = 0;

        for (int k = 0; k < s->words; k++) {
            any |= e[k];
            other |= e[k] ^ key[k];
        }
        if (any == 0 || other == 0)
            return e;
    }
}

/* Creates a table of `room` entries at `at`. Returns false if memory runs out. */
static bool table_open(struct search *s, uint64_t *at, uint32_t room)
{
    size_t n = (size_t)room * (size_t)s->words;

    if (at == NULL || n > (size_t)(s->end - at))
        return false;
    memset(at, 0, n * sizeof *at);
    s->table = at;
    s->room = room;
    return true;
}

static bool table_grow(struct search *s)
{
    uint64_t *old = s->table, *old_end = old + (size_t)s->room * (size_t)s->words;

    if (s->room >= (uint32_t)1 << 30 || !table_open(s, old_end, s->room * 2))
        return false;
    for (; old < old_end; old += s->words) {
        uint64_t any = 0;

        for (int k = 0; k < s->words; k++)
            any |= old[k];
        if (any != 0)
            memcpy(entry_of(s, old), old, sizeof *old * (size_t)s->words);
    }
    return true;
}

/* Marks a position as visited and returns whether it is new. Aborts the search if the table is full and cannot grow. */
static bool enter(struct search *s)
{
    uint64_t key[WORDS], *e, any = 0;

    key_of(s, key);
    e = entry_of(s, key);
    for (int k = 0; k < s->words; k++)
        any |= e[k];
    if (any != 0)
        return false;
    if ((s->limit != 0 && s->best->states >= s->limit)
        || (s->budget != NULL && !by_budget_step(s->budget, by_castle_steps(s->deal->tiles)))
        || (s->used + 1 > s->room / 4 * 3 && !table_grow(s))) {
        s->stop = s->short_of = true;
        return false;
    }
    memcpy(entry_of(s, key), key, sizeof *key * (size_t)s->words);
    s->used++;
    s->best->states++;
    return true;
}

/* ---- The search ------------------------------------------------------------------------------ */

static void visit(struct search *s);

static void mark(struct search *s, int place) { s->key[place >> 6] ^= (uint64_t)1 << (place & 63); }

/* Removes the tile at i, or that tile and both its neighbours, and continues from there. */
static void visit_take(struct search *s, int i, bool three)
{
    int at = three ? i - 1 : i, n = three ? 3 : 1;
    bool was_free = s->free_draw;
    uint8_t out[3];

    s->line[s->depth++] = BY_MOVE(three ? BY_TAKE3 : BY_TAKE, s->deal->tile[s->row[i]], BY_NO_TILE, 0, 0);
    memcpy(out, &s->row[at], (size_t)n);
    for (int k = 0; k < n; k++)
        mark(s, out[k]);
    memmove(&s->row[at], &s->row[at + n], (size_t)(s->laid - at - n));
    s->laid -= n;
    s->free_draw = s->deal->once; /* has no effect with removals=forced */
    visit(s);
    s->free_draw = was_free;
    memmove(&s->row[at + n], &s->row[at], (size_t)(s->laid - at));
    s->laid += n;
    memcpy(&s->row[at], out, (size_t)n);
    for (int k = 0; k < n; k++)
        mark(s, out[k]);
    s->depth--;
}

/* Draws one tile, or three if the row is empty. */
static void visit_draw(struct search *s)
{
    int there = s->deal->tiles - s->drawn, n = s->laid > 0 ? 1 : there < 3 ? there : 3;
    bool was_free = s->free_draw;

    s->line[s->depth++] = BY_DRAW_MOVE;
    for (int k = 0; k < n; k++) {
        mark(s, s->drawn);
        s->row[s->laid++] = (uint8_t)s->drawn++;
    }
    s->free_draw = false;
    visit(s);
    s->free_draw = was_free;
    s->laid -= n;
    for (int k = 0; k < n; k++)
        mark(s, --s->drawn);
    s->depth--;
}

/* With nothing left to draw or remove, records the result if it is the best so far. */
static void end(struct search *s)
{
    int pips = 0;

    for (int i = 0; i < s->laid; i++)
        pips += by_pips(s->deal->tile[s->row[i]]);
    if (s->laid > s->best->left || (s->laid == s->best->left && pips >= s->best->pips))
        return;
    s->best->left = (uint8_t)s->laid;
    s->best->pips = (uint16_t)pips;
    s->best->moves = (uint16_t)s->depth;
    memcpy(s->best->line, s->line, sizeof s->line[0] * (size_t)s->depth);
    s->stop = s->laid == 0;
}

static void visit(struct search *s)
{
    bool removable = false;

    if (!enter(s))
        return;
    for (int three = 1; three >= 0; three--)
        for (int i = 1; i + 1 < s->laid; i++) {
            uint32_t shared = s->numbers[s->row[i - 1]] & s->numbers[s->row[i + 1]];

            if ((three ? shared & s->numbers[s->row[i]] : shared) == 0)
                continue;
            removable = true;
            visit_take(s, i, three);
            if (s->stop)
                return;
        }
    if (s->drawn < s->deal->tiles && (!removable || s->free_draw)) /* */
        visit_draw(s);
    else if (!removable)
        end(s);
}

void by_castle_solve(const struct by_castle_deal *d, uint32_t limit, struct by_budget *budget, void *memory,
                     size_t size, struct by_castle_answer *out)
{
    struct search s = { .deal = d, .best = out, .laid = d->row, .drawn = d->row, .limit = limit, .budget = budget };
    uint64_t *front = memory;

    memset(out, 0, sizeof *out);
    out->left = 255; /* worse than anything */
    s.free_draw = d->once && d->free_draw;
    s.words = (d->tiles + 9 + 63) / 64;
    s.end = front == NULL ? NULL : front + size / sizeof *front;
    for (int i = 0; i < d->tiles; i++)
        s.numbers[i] = (uint32_t)1 << by_high(d->tile[i]) | (uint32_t)1 << by_low(d->tile[i]);
    for (int i = 0; i < d->row; i++) {
        s.row[i] = (uint8_t)i;
        mark(&s, i);
    }
    if (d->tiles == 0)
        end(&s);
    else if (table_open(&s, front, FIRST))
        visit(&s);
    else
        s.short_of = true;
    out->decided = !s.short_of;
}

/* ---- Where deals come from ------------------------------------------------------------------- */

void by_castle_of_view(const struct by_view *v, const by_tile *order, struct by_castle_deal *out)
{
    memset(out, 0, sizeof *out);
    out->row = v->now.laid;
    out->tiles = (uint8_t)(v->now.laid + v->boneyard);
    out->once = v->rules.opt[BY_REMOVALS] == BY_ONCE;
    out->free_draw = v->now.of.castle.free_draw != 0;
    memcpy(out->tile, v->row, out->row);
    memcpy(out->tile + out->row, order, v->boneyard);
}

/* Sets *out to the first round dealt from a seed under these rules. */
static void deal_first(const struct by_config *rules, const struct by_seed *seed, struct by_castle_deal *out)
{
    struct by_state s;

    memset(out, 0, sizeof *out);
    by_start(&s, rules);
    out->tiles = (uint8_t)by_seed_deck(&s, seed, 1, 0, out->tile);
    out->row = 3; /* */
    out->once = rules->opt[BY_REMOVALS] == BY_ONCE;
}

static void step_on(struct by_seed *seed)
{
    for (int i = (int)sizeof seed->bytes - 1; i >= 0 && ++seed->bytes[i] == 0; i--)
        ;
}

bool by_castle_certify(const struct by_config *rules, struct by_seed *seed, uint32_t tries, uint32_t limit,
                       void *memory, size_t size, struct by_castle_answer *out)
{
    struct by_castle_deal d;

    memset(out, 0, sizeof *out);
    for (; tries > 0; tries--) {
        deal_first(rules, seed, &d);
        by_castle_solve(&d, limit, NULL, memory, size, out);
        if (out->left == 0)
            return true;
        step_on(seed);
    }
    return false;
}
