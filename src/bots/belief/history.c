/* SPDX-License-Identifier: MIT */
/* history.c: derives tiles and their possible batches from a view and a history (belief.h). */
#include "history.h"

static const struct by_set every = { { ~(uint64_t)0, ~(uint64_t)0, ~(uint64_t)0 } };

static struct by_set without(struct by_set a, struct by_set b)
{
    return (struct by_set){ { a.w[0] & ~b.w[0], a.w[1] & ~b.w[1], a.w[2] & ~b.w[2] } };
}

/* Returns all tiles in the round's set except the double set aside. */
static struct by_set whole_set(const struct by_view *v)
{
    int tiles = by_set_tiles(by_highest(&v->rules));
    struct by_set all = { { 0, 0, 0 } };

    for (int t = 0; t < tiles; t++)
        by_set_add(&all, (by_tile)t);
    if (v->centre != BY_NO_TILE)
        by_set_drop(&all, v->centre);
    return all;
}

static bool is_play(by_move m) { return by_move_kind(m) == BY_LAY || by_move_kind(m) == BY_HUB; }

static bool hidden(const struct by_view *v, int seat) { return (v->known >> seat & 1) == 0; }

/* Returns the tiles that the seat has not seen in a hand or on the table. */
static struct by_set unseen_tiles(const struct by_view *v, const struct by_past *past)
{
    struct by_set left = whole_set(v);

    for (int i = 0; i < v->players; i++)
        if (!hidden(v, i))
            left = without(left, v->hand[i]);
    for (int i = 0; i < v->now.laid; i++)
        by_set_drop(&left, by_families[v->family]->solitaire ? v->row[i] : v->laid[i].tile);
    for (int i = 0; by_families[v->family]->solitaire && past != NULL && i < past->n; i++)
        if (by_move_kind(past->at[i].move) == BY_TAKE || by_move_kind(past->at[i].move) == BY_TAKE3)
            left = without(left, past->at[i].fits);
    return left;
}

/* Returns the tiles that were certainly not dealt to any hand. A seat that must lead a double knows these tiles before
 * its first move. */
static struct by_set undealt_tiles(const struct by_view *v, const struct by_past *past)
{
    struct by_set none = past->undealt;

    if (past->n == 0 && v->led != BY_NO_TILE && by_is_double(v->led))
        for (int n = by_high(v->led) + 1; n <= BY_MAX_NUMBER; n++)
            by_set_add(&none, by_tile_of(n, n));
    return none;
}

/* Returns whether the tile drawn in entry `at`, by a seat that could not play, fitted: 1 for yes, -1 for no, 0 if
 * unknown. */
static int drawn_fits(const struct by_view *v, const struct by_past *past, int at)
{
    int seat = past->at[at].seat, next = at + 1;

    while (next < past->n && past->at[next].move == BY_CALL_MOVE)
        next++;
    if (next < past->n)
        return past->at[next].seat == seat && is_play(past->at[next].move) ? 1 : -1;
    if (v->now.phase != BY_PLAYING || v->now.turn != seat || v->now.drew == 0)
        return -1;
    /* If only one tile may be drawn, a turn that continues after the draw shows that the tile fits (C-10). */
    return by_families[v->family]->by_options && v->rules.opt[BY_DRAW] != BY_DRAW_ONE ? 0 : 1;
}

/* Returns the items that `seat` may have received in the batch of entry `from` (-1 for the deal), except those in
 * `never`.
 */
static struct by_set batch_column(const struct spread *s, const struct by_past *past, int seat, int from,
                                  struct by_set never)
{
    struct by_set column = { { 0, 0, 0 } };

    for (int e = from + 1; e < past->n; e++) {
        const struct by_heard *h = &past->at[e];

        if (h->seat != seat)
            continue;
        if (h->lacked && !(from >= 0 && BY_PLANTED(201)))
            never = by_set_or(never, h->fits);
        if (is_play(h->move) && s->item_of[by_move_tile(h->move)] != NO_ITEM
            && !by_set_has(&never, by_move_tile(h->move)))
            by_set_add(&column, s->item_of[by_move_tile(h->move)]);
    }
    for (int i = 0; i < s->hidden; i++)
        if (!by_set_has(&never, s->tile[i]))
            by_set_add(&column, (by_tile)i);
    return column;
}

/* Builds the batches of one hidden seat. Returns false if the tile counts do not add up. */
static bool seat_batches(struct spread *s, const struct by_view *v, const struct by_past *past, int seat)
{
    const struct by_set none = { { 0, 0, 0 } };
    int dealt = v->count[seat];

    for (int e = 0; e < past->n; e++) {
        const struct by_heard *h = &past->at[e];

        if (h->seat == seat && is_play(h->move))
            dealt++;
        if (h->tiles > 0 && h->to == seat)
            dealt -= h->tiles;
    }
    if (dealt < 0)
        return false;
    if (dealt > 0)
        spread_batch(s, seat, dealt, batch_column(s, past, seat, -1, BY_PLANTED(206) ? none : undealt_tiles(v, past)));
    for (int e = 0; e < past->n; e++) {
        const struct by_heard *h = &past->at[e];

        for (int k = 0; h->to == seat && k < h->tiles; k++) {
            struct by_set never = none;
            int fits = k == 0 && h->seat == seat && h->move == BY_DRAW_MOVE && h->lacked ? drawn_fits(v, past, e) : 0;

            if (fits < 0 && !BY_PLANTED(202))
                never = h->fits;
            if (fits > 0 && !BY_PLANTED(203))
                never = without(every, h->fits);
            spread_batch(s, seat, 1, batch_column(s, past, seat, e, never));
        }
    }
    return true;
}

static void add_item(struct spread *s, by_tile t, bool laid)
{
    s->item_of[t] = (uint8_t)s->items;
    s->tile[s->items] = t;
    s->laid[s->items++] = laid;
}

static struct by_set first_items(int n)
{
    struct by_set column = { { 0, 0, 0 } };

    for (int i = 0; i < n; i++)
        by_set_add(&column, (by_tile)i);
    return column;
}

/* Uses only hand sizes: gives each seat as many tiles as the view shows, without restrictions. Surplus tiles have no
 * owner; missing tiles are taken from the boneyard first. */
static bool plain_batches(struct spread *s, const struct by_view *v)
{
    int left = s->hidden, yard;
    bool whole = true;

    s->items = s->hidden; /* played tiles are no longer needed */
    s->batches = 0;
    for (int i = 0; i < v->players; i++) {
        int n = hidden(v, i) ? v->count[i] : 0;

        if (n > left) {
            n = left;
            whole = false;
        }
        left -= n;
        if (n > 0)
            spread_batch(s, i, n, first_items(s->items));
    }
    yard = v->boneyard < left ? v->boneyard : left;
    if (yard > 0)
        spread_batch(s, BY_YARD, yard, first_items(s->items));
    if (left > yard)
        spread_batch(s, BY_GONE, left - yard, first_items(s->items));
    return whole && left == v->boneyard;
}

bool by_spread_sizes(struct spread *s, const struct by_view *v, const struct by_past *past)
{
    struct by_set unseen = unseen_tiles(v, past);

    memset(s->item_of, NO_ITEM, sizeof s->item_of);
    s->items = 0;
    s->loose = false;
    while (!by_set_empty(&unseen))
        add_item(s, by_set_take(&unseen), false);
    s->hidden = s->items;
    return plain_batches(s, v);
}

bool by_spread_past(struct spread *s, const struct by_view *v, const struct by_past *past)
{
    int room = 0;

    for (int e = 0; e < past->n; e++) {
        const struct by_heard *h = &past->at[e];

        if (h->seat >= v->players || (h->tiles > 0 && h->to >= v->players))
            return false;
        if (is_play(h->move) && hidden(v, h->seat)) {
            if (by_move_tile(h->move) >= BY_MAX_TILES || s->item_of[by_move_tile(h->move)] != NO_ITEM)
                return false; /* played but still unseen, or played twice */
            add_item(s, by_move_tile(h->move), true);
        }
    }
    s->batches = 0;
    for (int i = 0; i < v->players; i++)
        if (hidden(v, i) && !seat_batches(s, v, past, i))
            return false;
    if (v->boneyard > 0)
        spread_batch(s, BY_YARD, v->boneyard, first_items(s->hidden));
    for (int g = 0; g < s->batches; g++)
        room += s->batch[g].room;
    return room == s->items;
}
