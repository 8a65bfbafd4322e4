/* SPDX-License-Identifier: MIT */
/* line.c: lays out a line game. The tiles are placed one by one in the order of play. Every end reserves space for a
 * single and for a double, so that any tile has room. Ends that a spinner will open later (L-13, L-14) do the same.
 * While an end is empty, it may still change its plan (straight on, or a bend at the side of the last half). Plans are
 * chosen so that the line can continue for a few tiles, whichever tiles are played, and so that no other end is
 * enclosed.
 *
 * If no plan achieves this, the next variant lays out all tiles again: the first variants place tiles closer together,
 * and the later ones use a larger table. A variant depends only on the tiles played so far, and once it fails it
 * always fails, so `fold` never decreases.
 *
 * If all doubles are spinners, a few variants are tried before a search begins. The tiles played so far are known, so
 * each end reserves only the space it needs. Tiles near the crowded place receive whims (random numbers), which make
 * their ends bend differently; whims that let more tiles fit are kept. When a later tile finds no space, the search
 * runs again.
 *
 * If doubles may touch and all of them are spinners (blanks=wild with spinner=all), they can be so crowded that no
 * layout has space for all their sides; for example, a double on a long side of the 0-0 blocks the end of another. The
 * last variant then detaches a tile, placing it as near as possible, so that no tiles overlap. */
#include <string.h>

#include "line.h"
#include "plane.h"

/* Without wild blanks, at most 128 tries were needed in 500,000 positions. With wild blanks, a
 * position may have no layout, so the search gives up sooner. */
enum { FEW = 4, MANY = 64, SEARCHES = 1000, SEARCHES_WILD = 120, PATIENCE = 12, NEAR = 12 };

/* L-13, L-14 */
static bool spins(const struct by_line_plan *p, int i)
{
    return by_line_twin(p, i) && (by_line_rule(p, BY_SPINNER) == BY_SPINNER_ALL || p->spinner == i);
}

/* ---- Placing tiles ------------------------------------------------------------------------- */

/* Returns the next end of tile `on` with this number; of a double's two equal ends, the one with more space. */
static int end_of(const struct by_line_plan *p, int on, int number)
{
    int best = -1, most = -1;

    for (int i = 0; i < p->ends; i++) {
        const struct by_line_end *e = &p->end[i];
        int room;

        if (e->on != on || e->number != number || e->next != BY_NO_TILE || (best >= 0 && e->rank > p->end[best].rank))
            continue;
        room = by_room_ahead(&p->room, &e->gate[e->at[0]], 4);
        if (best < 0 || e->rank < p->end[best].rank || room > most) {
            best = i;
            most = room;
        }
    }
    return best;
}

static int end_for(const struct by_line_plan *p, int i)
{
    const struct by_laid *laid = &p->v->laid[i];

    for (int k = 0; k < p->ends; k++)
        if (p->end[k].next == i)
            return k;
    return end_of(p, laid->on, by_touching(p->v->laid[laid->on].tile, laid->flip >> 1 & 1));
}

static void reserve_first(struct by_line_plan *p)
{
    const by_tile t = p->v->laid[0].tile;
    struct by_line_gate gate[3], back = { .turn = 4 };
    const bool twin = by_is_double(t);

    p->lain[0] = (struct by_lain){ .at = { .x = twin ? -1 : -2 }, .run = 1, .before = -1 };
    by_room_mark(&p->room, &p->lain[0].at, twin, true);
    by_gates_of(&p->lain[0].at, twin, spins(p, 0), gate);
    by_ends_open(p, 0, 0, by_low(t), gate, twin ? 1 : 3);
    back.x = twin ? 1 : 2;
    if (spins(p, 0)) {
        by_ends_open(p, 0, 2, by_low(t), &gate[2], 1);
        by_ends_open(p, 0, 3, by_low(t), &gate[1], 1);
    }
    by_gates_of(&back, twin, false, gate);
    by_ends_open(p, 0, twin, by_high(t), gate, twin ? 1 : 3);
}

static void lay_on(struct by_line_plan *p, int i)
{
    const struct by_laid *laid = &p->v->laid[i];
    const int on = laid->on, at = end_for(p, i), touch = by_touching(laid->tile, laid->flip & 1);
    const struct by_line_end e = p->end[at];
    struct by_line_gate gate[3];
    struct by_lain *t = &p->lain[i];
    const struct by_lain *from = &p->lain[on];
    const struct by_line_gate way = e.gate[e.at[by_line_twin(p, i)]];
    const bool bend = way.turn != from->at.turn && !(on == 0 && way.turn == 4);

    by_ends_hold(p, &e, false);
    for (int k = at; k + 1 < p->ends; k++)
        p->end[k] = p->end[k + 1];
    p->ends--;
    *t = (struct by_lain){ .at = way, .run = (uint8_t)(from->run + 1), .before = from->before };
    if (by_line_twin(p, on) && bend) {
        t->run = 1; /* the tile begins an arm at a spinner's end */
        t->before = -1;
    } else if (bend) {
        t->run = 1;
        t->before = (int8_t)(on == 0 && e.number == by_high(p->v->laid[0].tile) ? 4 : from->at.turn);
    }
    by_room_mark(&p->room, &t->at, by_line_twin(p, i), true);
    by_gates_of(&t->at, by_line_twin(p, i), spins(p, i), gate);
    by_ends_open(p, i, 0, by_across(laid->tile, touch), gate, by_line_twin(p, i) ? 1 : 3);
    for (int k = 1; k < 3 && spins(p, i); k++)
        by_ends_open(p, i, k, by_across(laid->tile, touch), &gate[3 - k], 1);
}

/* Adds tile i to its arm. A tile that leaves the first tile or a spinner begins a new arm. */
static void count_arm(struct by_line_plan *p, int i)
{
    struct by_layout *l = p->out;
    const int on = p->v->laid[i].on;
    struct by_arm *a;

    if (i == 0 || on == 0 || spins(p, on)) {
        a = &l->arm[l->arms];
        p->lain[i].arm = l->arms++;
        a->on = i == 0 ? BY_NO_TILE : (uint8_t)on;
        a->turn = p->lain[i].at.turn;
        by_gate_side(&p->lain[i].at, &a->x, &a->y);
        a->name_x = a->x *= i == 0 ? 0 : BY_STEP;
        a->name_y = a->y *= i == 0 ? 0 : BY_STEP;
    } else {
        p->lain[i].arm = p->lain[on].arm;
    }
    p->lain[i].order = l->arm[p->lain[i].arm].tiles++;
}

/* Marks tile i as played. Releases the space that ends keep for tiles that can no longer be played. */
static void count_tile(struct by_line_plan *p, int i)
{
    const by_tile t = p->v->laid[i].tile;
    const int spinner = by_line_rule(p, BY_SPINNER);

    p->left = (uint8_t)(BY_LINE_TILES - 1 - i);
    p->lie[by_low(t)]++;
    if (by_is_double(t)) {
        p->doubles |= 1u << by_high(t);
        if (p->spinner == BY_NO_TILE && spinner == BY_SPINNER_FIRST)
            p->spinner = (uint8_t)i;
    } else {
        p->lie[by_high(t)]++;
    }
    p->room.spin = spinner == BY_SPINNER_ALL || (spinner == BY_SPINNER_FIRST && p->spinner == BY_NO_TILE);
    p->room.twins = p->doubles != 0x7f;
    p->room.pairs = by_line_rule(p, BY_BLANKS) == BY_BLANKS_WILD && (p->doubles & 1) == 0;
    for (int k = 0; k < p->ends; k++) {
        struct by_line_end *e = &p->end[k];

        by_ends_hold(p, e, false);
        by_ends_expect(p, e);
        by_ends_hold(p, e, true);
    }
}

static bool lay_all(struct by_line_plan *p)
{
    for (int i = 0; i < p->v->now.laid; i++) {
        int olds = i == 0 ? 0 : p->ends - 1;

        count_tile(p, i);
        if (i == 0)
            reserve_first(p);
        else
            lay_on(p, i);
        count_arm(p, i);
        p->stuck = i;
        if (!by_ends_settle(p, p->ends - olds))
            return false;
    }
    return true;
}

/* ---- Output ---------------------------------------------------------------------------------- */

static struct by_spot spot_at(const struct by_line_gate *g, bool twin)
{
    struct by_spot s = { .tile = BY_NO_TILE, .turn = (uint8_t)(twin ? (g->turn + 2) & 7 : g->turn) };

    by_gate_middle(g, twin, &s.x, &s.y);
    s.x *= BY_STEP;
    s.y *= BY_STEP;
    return s;
}

static void tell_tiles(const struct by_line_plan *p)
{
    for (int i = 0; i < p->v->now.laid; i++) {
        const struct by_laid *laid = &p->v->laid[i];
        struct by_spot *s = &p->out->at[i];

        *s = spot_at(&p->lain[i].at, by_line_twin(p, i));
        s->tile = laid->tile;
        s->on = i == 0 ? BY_NO_TILE : laid->on;
        s->first = (uint8_t)by_touching(laid->tile, i > 0 && (laid->flip & 1) != 0);
        s->second = (uint8_t)by_across(laid->tile, s->first);
        s->arm = p->lain[i].arm;
        s->order = p->lain[i].order;
    }
}

static void tell_opening(const struct by_line_plan *p, const struct by_place *place, struct by_opening *o)
{
    const struct by_line_end *e = &p->end[end_of(p, place->laid, place->number)];
    const bool begins = place->laid == 0 || spins(p, place->laid);

    o->number = place->number;
    o->laid = place->laid;
    for (int twin = 0; twin < 2; twin++) {
        struct by_spot *s = twin == 1 ? &o->twin : &o->single;
        const bool double_comes = twin == 1 && e->twin;

        *s = spot_at(&e->gate[e->at[double_comes]], double_comes);
        s->on = place->laid;
        s->first = place->number;
        s->second = twin == 1 ? place->number : BY_NO_TILE;
        s->arm = begins ? p->out->arms : p->lain[place->laid].arm;
        s->order = begins ? 0 : (uint8_t)(p->lain[place->laid].order + 1);
    }
}

static void tell_empty(struct by_layout *l)
{
    struct by_opening *o = &l->opening[0];

    l->openings = 1;
    o->number = o->laid = BY_NO_TILE;
    o->single = (struct by_spot){ .tile = BY_NO_TILE, .on = BY_NO_TILE };
    o->twin = (struct by_spot){ .tile = BY_NO_TILE, .on = BY_NO_TILE, .turn = 2 };
}

/* ---- Variants ---------------------------------------------------------------------------------- */

/* Returns half the length of the table's side, in steps, after `larger` enlargements. A size of 0 means no limit. */
static int32_t reach_of(int32_t size, int larger)
{
    int32_t half = size <= 0 || size / 2 / BY_STEP > BY_EDGE ? BY_EDGE : size / 2 / BY_STEP;

    for (; larger > 0 && half < BY_EDGE; larger--)
        half += half / 8 + 1;
    return half > BY_EDGE ? BY_EDGE : half;
}

static void begin(struct by_line_plan *p, const struct by_view *v, struct by_layout *out, int fold, int larger)
{
    memset(p, 0, sizeof *p);
    p->v = v;
    p->out = out;
    p->spinner = BY_NO_TILE;
    p->room.wide = reach_of(out->width, larger);
    p->room.high = reach_of(out->height, larger);
    p->way = fold < MANY ? fold % BY_LINE_WAYS : BY_LINE_WAYS - 1;
    out->fold = (uint8_t)fold;
    out->arms = 0;
    memset(out->arm, 0, sizeof out->arm);
}

/* ---- Layout with known tiles -------------------------------------------------------------------- */

struct search {
    uint8_t whim[BY_LINE_TILES], best[BY_LINE_TILES];
    uint32_t chance;
    int most, idle;
};

static uint32_t draw(struct search *s, uint32_t below)
{
    s->chance = s->chance * 1664525u + 1013904223u;
    return below > 0 ? (s->chance >> 8) % below : 0;
}

/* Changes the whims of a few tiles near the tile whose ends found no space. */
static void change(struct search *s, const struct by_line_plan *p)
{
    const struct by_line_gate *at = &p->lain[p->stuck].at;
    const int far = NEAR + s->idle;
    uint8_t near[BY_LINE_TILES] = { 0 };
    uint32_t n = 0;

    for (int i = 0; i <= p->stuck; i++) {
        const int dx = p->lain[i].at.x - at->x, dy = p->lain[i].at.y - at->y;

        if (dx < far && dx > -far && dy < far && dy > -far)
            near[n++] = (uint8_t)i;
    }
    for (uint32_t k = 1 + draw(s, 6); k > 0; k--)
        s->whim[near[draw(s, n)]] = (uint8_t)draw(s, 256);
}

/* Lays out all tiles, treating the first `known` tiles as known in advance, and searches until those fit. Returns
 * whether all tiles fit. */
static bool search(struct by_line_plan *p, struct search *s, const struct by_view *v, struct by_layout *out, int fold,
                   int known)
{
    const int most = v->rules.opt[BY_BLANKS] == BY_BLANKS_WILD ? SEARCHES_WILD : SEARCHES;

    s->most = s->idle = 0;
    memcpy(s->best, s->whim, sizeof s->best);
    for (int tries = 0; tries < most; tries++) {
        begin(p, v, out, fold, FEW + tries);
        p->way = BY_LINE_WAYS - 1;
        p->known = known;
        p->whim = s->whim;
        if (lay_all(p))
            return true;
        if (p->stuck >= known)
            return false;
        s->idle = p->stuck > s->most ? 0 : s->idle + 1;
        if (p->stuck >= s->most) {
            s->most = p->stuck;
            memcpy(s->best, s->whim, sizeof s->best);
        } else {
            memcpy(s->whim, s->best, sizeof s->best);
        }
        change(s, p);
        if (s->idle > PATIENCE) { /* start again with very different whims */
            for (int i = 0; i < BY_LINE_TILES; i++)
                s->whim[i] = (uint8_t)draw(s, 256);
            s->most = s->idle = 0;
        }
    }
    p->stuck = -1;
    return false;
}

static void lay_known(struct by_line_plan *p, const struct by_view *v, struct by_layout *out, int stuck)
{
    struct search s = { .chance = 1 };

    for (int fold = FEW; fold < BY_LINE_LAST; fold++) {
        if (search(p, &s, v, out, fold, stuck + 1))
            return;
        if (p->stuck < 0)
            break;
        stuck = p->stuck;
    }
    begin(p, v, out, BY_LINE_LAST, FEW);
    p->way = 0;
    lay_all(p);
}

void by_layout_line(const struct by_view *v, struct by_layout *out)
{
    const int most = v->rules.opt[BY_SPINNER] == BY_SPINNER_ALL ? FEW : BY_LINE_LAST;
    struct by_line_plan p;
    int stuck = 0;
    bool lies = false;

    begin(&p, v, out, 0, 0);
    if (v->now.laid == 0) {
        tell_empty(out);
        return;
    }
    for (int fold = 0; fold < most && !lies; fold++) {
        begin(&p, v, out, fold, fold / BY_LINE_WAYS);
        lies = lay_all(&p);
        stuck = p.stuck > stuck ? p.stuck : stuck;
    }
    if (!lies)
        lay_known(&p, v, out, stuck);
    tell_tiles(&p);
    for (int i = 0; i < v->now.places; i++)
        tell_opening(&p, &v->place[i], &out->opening[out->openings++]);
}
