/* SPDX-License-Identifier: MIT */
/* views.c: checks that a seat's view contains everything that it may know (C-09) and does not depend on hidden
 * tiles. */
#include "contract.h"

#include <string.h>

static bool same_view(const struct by_view *a, const struct by_view *b) { return memcmp(a, b, sizeof *a) == 0; }

/* Returns the index of the first byte in which two views differ; `struct by_view` shows its meaning. */
static int first_byte(const struct by_view *a, const struct by_view *b)
{
    size_t i = 0;

    while (i < sizeof *a && ((const uint8_t *)a)[i] == ((const uint8_t *)b)[i])
        i++;
    return (int)i;
}

/* ---- Another arrangement of the hidden tiles ---------------------------------------------- */

/* The tiles that a seat cannot see: other hands and the boneyard. */
static struct by_set hidden_from(const struct by_state *s, int seat)
{
    struct by_set hidden = { { 0, 0, 0 } };

    for (int i = 0; i < s->players; i++)
        if (i != seat)
            hidden = by_set_or(hidden, s->hand[i]);
    for (int i = s->now.taken; i < s->deck_tiles; i++)
        by_set_add(&hidden, s->deck[i]);
    return hidden;
}

/* Exchanges the hidden tiles among themselves wherever they are; hands keep their sizes.  The
 * tile that must be led stays, since its number is in the state. */
static void rearrange(struct table *t, struct by_state *s, int seat)
{
    struct by_set hidden = hidden_from(s, seat), hands[BY_SEATS];
    by_tile tiles[BY_MAX_TILES], map[BY_MAX_TILES];
    int n = 0, at = 0;

    if (s->led != BY_NO_TILE)
        by_set_drop(&hidden, s->led);
    for (int i = 0; i < BY_MAX_TILES; i++) {
        map[i] = (by_tile)i;
        if (by_set_has(&hidden, (by_tile)i))
            tiles[n++] = (by_tile)i;
    }
    shuffle(&t->dice, tiles, n);
    for (int i = 0; i < BY_MAX_TILES; i++)
        if (by_set_has(&hidden, (by_tile)i))
            map[i] = tiles[at++];
    memset(hands, 0, sizeof hands);
    for (int i = 0; i < s->players; i++)
        for (struct by_set left = s->hand[i]; !by_set_empty(&left);)
            by_set_add(&hands[i], map[by_set_take(&left)]);
    memcpy(s->hand, hands, sizeof hands);
    for (int i = 0; i < s->deck_tiles; i++)
        s->deck[i] = map[s->deck[i]];
}

/* ---- Visible facts ------------------------------------------------------------------------ */

static bool shows_hands(const struct table *t, const struct by_view *v, int seat)
{
    static const struct by_set nothing;
    const struct by_state *s = &t->s;

    for (int i = 0; i < s->players; i++) {
        bool open = i == seat || seat == BY_REFEREE;

        if (v->count[i] != by_set_count(&s->hand[i]) || (v->known >> i & 1) != open
            || memcmp(&v->hand[i], open ? &s->hand[i] : &nothing, sizeof nothing) != 0)
            return false;
    }
    return v->boneyard == s->deck_tiles - s->now.taken && v->drawable == by_drawable(s);
}

/* The tile drawn that alone may be laid (T-08) is known to its seat and the referee only. */
static bool shows_drawn(const struct table *t, const struct by_view *v, int seat)
{
    bool mine = seat == t->s.now.turn || seat == BY_REFEREE;
    int want = mine && t->s.now.phase == BY_PLAYING && t->model.only != NONE ? t->model.only : BY_NO_TILE;

    return v->drawn == want;
}

static bool shows(struct table *t, const struct by_view *v, int seat)
{
    by_tile none[BY_MAX_TILES + 2] = { 0 };
    int yard = t->s.deck_tiles - t->s.now.taken;

    if (!shows_hands(t, v, seat))
        return wrong(t, "view", "C-09: hands or counts in the view of seat %d", seat);
    if (!shows_drawn(t, v, seat))
        return wrong(t, "view", "T-08: the drawn tile in the view of seat %d", seat);
    if (seat == BY_REFEREE && memcmp(v->deck, t->s.deck + t->s.now.taken, (size_t)yard) != 0)
        return wrong(t, "view", "the referee does not see the boneyard");
    if (seat != BY_REFEREE && memcmp(v->deck, none, sizeof none) != 0)
        return wrong(t, "view", "C-09: seat %d sees the boneyard", seat);
    if (v->actors != model_actors(&t->model) || v->winners != model_winners(&t->model)
        || memcmp(v->score, t->model.score, sizeof v->score) != 0 || v->round != t->s.round)
        return wrong(t, "view", "C-09: actors, winners, scores or round in the view of seat %d", seat);
    if (memcmp(v->laid, t->s.laid, sizeof v->laid) != 0 || memcmp(v->row, t->s.row, sizeof v->row) != 0
        || memcmp(v->skip, t->s.skip, sizeof v->skip) != 0)
        return wrong(t, "view", "C-09: the table in the view of seat %d", seat);
    return true;
}

/* L-15, L-16: a play's count and points in a view. */
static bool counts(struct table *t, const struct by_view *v)
{
    for (int i = 0; t->model.family == BY_LINE && i < t->n; i++) {
        struct m_move mv = model_decode(t->list[i], t->model.family);
        int count = mv.kind == BY_LAY ? line_count_with(&t->model, mv) : 0;

        if (mv.kind == BY_LAY && by_count_after(v, t->list[i]) != count)
            return wrong(t, "view", "L-15: by_count_after of move %d", i + 1);
        if (by_points_of(v, t->list[i]) != (mv.kind == BY_LAY ? line_points(&t->model, count) : 0))
            return wrong(t, "view", "L-16: by_points_of move %d", i + 1);
    }
    return true;
}

bool check_views(struct table *t)
{
    struct by_view v, other;
    struct by_state s = t->s;
    int seat = (int)by_rng_below(&t->dice, t->s.players);

    memset(&v, 0xa5, sizeof v); /* no byte keeps its old value */
    e_view(&t->s, &t->last, seat, &v);
    if (!shows(t, &v, seat) || !counts(t, &v))
        return false;
    for (int i = 0; i < 2; i++) {
        rearrange(t, &s, seat);
        memset(&other, 0, sizeof other);
        e_view(&s, &t->last, seat, &other);
        if (!same_view(&v, &other))
            return wrong(t, "view", "C-09: the view of seat %d changes with the hidden tiles, at its byte %d", seat,
                         first_byte(&v, &other));
    }
    by_table_view(&t->table, seat, &other);
    if (spoil == SPOIL_NONE && !same_view(&v, &other))
        return wrong(t, "view", "by_table_view differs from by_view_of");
    e_view(&t->s, &t->last, BY_REFEREE, &v);
    return shows(t, &v, BY_REFEREE);
}

/* ---- Another deal with the same public history -------------------------------------------- */

/* Returns whether the seat has heard the same: public events, and its own draws. */
static bool heard_same(const struct by_events *a, const struct by_events *b, int seat)
{
    for (int i = 0; i < a->n; i++)
        if (i >= b->n || a->at[i].kind != b->at[i].kind || a->at[i].seat != b->at[i].seat
            || a->at[i].points != b->at[i].points || a->at[i].move != b->at[i].move || a->at[i].tiles != b->at[i].tiles
            || (a->at[i].seat == seat && memcmp(a->at[i].drawn, b->at[i].drawn, sizeof a->at[i].drawn) != 0))
            return false;
    return a->n == b->n;
}

/* The facts that everyone can see: the seat to move, markers, lost turns, sizes of hands, the seat that may be called
 * out. */
static bool look_same(const struct table *t, const struct by_state *a, const struct by_state *b)
{
    for (int i = 0; i < a->players; i++)
        if (by_set_count(&a->hand[i]) != by_set_count(&b->hand[i]) || a->skip[i] != b->skip[i])
            return false;
    return a->now.turn == b->now.turn && a->now.phase == b->now.phase && a->now.window == b->now.window
        && (t->model.family != BY_TRAINS || a->now.of.trains.markers == b->now.of.trains.markers);
}

static const struct by_state *state_after(const struct table *t, int moves)
{
    return moves < t->moves ? &t->past[moves].before : &t->s;
}

/* Plays the round's first moves from another deck.  False: a player would have seen a difference. */
static bool retell(const struct table *t, const by_tile *deck, int moves, int seat, struct by_state *s)
{
    struct by_events ev;

    *s = t->undealt;
    if (by_deal(s, deck, t->tiles, t->given, &ev) != BY_OK || s->lead != t->s.lead)
        return false;
    for (int i = 0; i < moves; i++)
        if (by_play(s, t->past[i].seat, t->past[i].move, &ev, NULL) != BY_OK || !heard_same(&ev, &t->past[i].ev, seat)
            || !look_same(t, s, state_after(t, i + 1)))
            return false;
    return true;
}

static bool one_world(struct table *t, int moves, int seat)
{
    static by_move here[BY_MOVES], there[BY_MOVES];
    const struct by_state *s = state_after(t, moves);
    struct by_set hidden = hidden_from(s, seat);
    by_tile deck[BY_MAX_TILES], from[BY_MAX_TILES];
    struct by_state other;
    struct by_view v, w;
    int n = 0, a, b, many;

    memcpy(deck, t->deck, sizeof deck);
    for (int i = 0; i < t->tiles; i++) /* places in the deck of tiles not laid and not this seat's */
        if (by_set_has(&hidden, deck[i]))
            from[n++] = (by_tile)i;
    if (n < 2 || s->now.phase != BY_PLAYING)
        return true;
    a = from[by_rng_below(&t->dice, (uint32_t)n)];
    b = from[by_rng_below(&t->dice, (uint32_t)n)];
    deck[a] = t->deck[b];
    deck[b] = t->deck[a];
    if (a == b || !retell(t, deck, moves, seat, &other))
        return true;
    tally.worlds++;
    e_view(s, NULL, seat, &v);
    e_view(&other, NULL, seat, &w);
    if (!same_view(&v, &w))
        return wrong(t, "worlds",
                     "C-09: after %d moves seat %d can tell two deals apart (deck places %d and %d "
                     "exchanged) that look the same from its chair, by byte %d of its view",
                     moves, seat, a, b, first_byte(&v, &w));
    many = e_moves(s, seat, here);
    if (many != e_moves(&other, seat, there) || memcmp(here, there, sizeof *here * (size_t)many) != 0)
        return wrong(t, "worlds", "C-09: after %d moves the list of seat %d follows hidden tiles", moves, seat);
    return true;
}

/* Picks a moment of the round; every other time one in which a seat has drawn and continues, since that reveals most
 * about hands. */
static int moment(struct table *t, int i)
{
    int moves = (int)by_rng_below(&t->dice, (uint32_t)t->moves);

    while (i % 2 == 1 && moves > 0
           && (t->past[moves - 1].move != BY_DRAW_MOVE || t->past[moves - 1].seat != t->past[moves].before.now.turn))
        moves--;
    return i == 0 ? 0 : moves;
}

bool check_worlds(struct table *t)
{
    for (int i = 0; i < 8; i++) {
        int seat = (int)by_rng_below(&t->dice, t->s.players);
        int moves = moment(t, i);

        if (!one_world(t, moves, seat))
            return false;
    }
    return true;
}

/* ---- Events ------------------------------------------------------------------------------- */

/* C-09: a draw's tiles are visible to the seat that drew, the referee and, in Castle Rock, everyone. */
bool check_hearing(struct table *t, const struct by_events *ev)
{
    for (int i = 0; i < ev->n; i++)
        for (int k = 0; k <= t->s.players; k++) {
            int seat = k == t->s.players ? BY_REFEREE : k;
            struct by_event e = ev->at[i], heard = e_hear(e, t->model.family, seat);
            bool open = seat == BY_REFEREE || seat == e.seat || t->model.family == BY_CASTLE;

            for (int j = 0; j < e.tiles; j++)
                if (heard.drawn[j] != (open ? e.drawn[j] : BY_NO_TILE))
                    return wrong(t, "hear", "C-09: seat %d hears a draw of seat %d wrongly", seat, e.seat);
            if (heard.kind != e.kind || heard.seat != e.seat || heard.points != e.points || heard.tiles != e.tiles
                || heard.move != e.move)
                return wrong(t, "hear", "seat %d hears another event", seat);
        }
    return true;
}
