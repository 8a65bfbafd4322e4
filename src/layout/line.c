/* line.c: where the tiles of a line game lie.
 *
 * Laid again tile by tile, as they came.  Every end of the table, the open ones and those that a spinner will open
 * later (L-13, L-14), holds room for a single and for a double, so that whatever comes finds its place free; an end may
 * still change its mind (straight on, or bend at the side of the last half) while nothing lies there.  It is chosen so
 * that the line can go on for a few tiles whatever comes, and nobody else is shut in.
 *
 * If there is no such choice, all is laid out afresh by the next variant: closer together, then on a larger table.  A
 * variant depends on the tiles up to now alone, and what has failed once fails ever after: `fold` never goes down.
 *
 * Where doubles may touch and all of them spin (blanks=wild with spinner=all) they can crowd so that no layout has room
 * for all their sides.  Then the last variant lays a tile apart, as near as may be, rather than over others.
 */
#include <string.h>

#include "line_room.h"
#include "plane.h"

enum {
    TILES = 28, ENDS = 32, GATES = 5, FAR = 96, TRIES = 60, WAYS = 4, FEW = 4, MANY = 64, LAST = 255,
    SEARCHES = 400, PATIENCE = 12, NEAR = 12, QUICK = 12
};

/* A side of a tile at which one may come. */
struct end {
    struct by_gate gate[GATES];         /* where it may leave; the first `gates` of them, best first */
    uint8_t gates, at[2];               /* which gate is chosen for a single, and for a double */
    uint8_t on, rank, number;           /* on: the tile; rank: a double's sides come before its ends */
    uint8_t next;                       /* the tile that is known to come; BY_NO_TILE: none is */
    bool single, twin, tile;            /* a single may come; a double; a tile at all */
};

/* A tile that lies. */
struct lain {
    struct by_gate at;
    uint8_t run, arm, order, pad;       /* run: tiles in its straight run */
    int8_t before;                      /* where the line led before that run; -1: nowhere */
};

struct plan {
    const struct by_view *v;
    struct by_layout *out;
    struct by_room room;
    struct lain lain[TILES];
    struct end end[ENDS];
    int ends, order, tries;
    uint32_t doubles;                   /* bit n: n-n lies */
    uint8_t lie[BY_NUMBERS], left;      /* tiles with that number that lie; tiles to come */
    uint8_t spinner;
    int known, stuck;                   /* tiles that are known to come; the tile whose ends found no room */
    const uint8_t *whim;                /* with `known`: what makes the ends of a tile bend otherwise */
    int way;                            /* 0: of two gates equally good the right one, 1: the left one, then any */
};

/* What is asked of a place, from the most to the least. */
struct need { uint8_t gap, loose, deep; };
static const struct need needs[] = {
    { 1, 0, 3 }, { 0, 0, 3 }, { 0, 0, 2 }, { 0, 1, 2 }, { 0, 0, 1 }, { 0, 1, 1 }, { 0, 1, 0 }
};
enum { NEEDS = sizeof needs / sizeof needs[0], LOOSE = 3, PLAIN = 4, FIRM = 5 };

static int rule(const struct plan *p, int id) { return (int)p->v->rules.opt[id]; }

static bool is_twin(const struct plan *p, int i) { return by_is_double(p->v->laid[i].tile); }

/* L-13, L-14 */
static bool spins(const struct plan *p, int i)
{
    return is_twin(p, i) && (rule(p, BY_SPINNER) == BY_SPINNER_ALL || p->spinner == i);
}

/* ---- Ends ------------------------------------------------------------------------------------- */

static void hold(struct plan *p, const struct end *e, bool taken)
{
    if (e->single)
        by_room_take(&p->room, &e->gate[e->at[0]], false, taken);
    if (e->twin)
        by_room_take(&p->room, &e->gate[e->at[1]], true, taken);
}

/* May a double come to this number?  L-08: with wild blanks the 0-0 fits, too, and every double fits a 0. */
static bool twin_comes(const struct plan *p, int number)
{
    const uint32_t out = ~p->doubles & 0x7f;

    if (rule(p, BY_BLANKS) == BY_BLANKS_WILD)
        return number == 0 ? out != 0 : (out & (1u | 1u << number)) != 0;
    return (out >> number & 1) != 0;
}

/* Every number is on seven tiles; with wild blanks other tiles fit, too. */
static bool tile_comes(const struct plan *p, int number)
{
    return rule(p, BY_BLANKS) == BY_BLANKS_WILD || p->lie[number] < 7;
}

/* The tile that is known to come to this number of tile `on` after `skip` others. */
static int known_next(const struct plan *p, int on, int number, int skip)
{
    for (int i = on + 1; i < p->known; i++) {
        const struct by_laid *laid = &p->v->laid[i];

        if (laid->on == on && by_touching(p->v->laid[on].tile, laid->flip >> 1 & 1) == number && skip-- == 0)
            return i;
    }
    return BY_NO_TILE;
}

/* What may come to an end. */
static void expect(const struct plan *p, struct end *e)
{
    const bool known = e->next != BY_NO_TILE;

    e->single = !known || !is_twin(p, e->next);
    e->twin = known ? !e->single : twin_comes(p, e->number);
    e->tile = known || tile_comes(p, e->number);
}

/* The end of a tile that takes the one after `skip` others there: of a double the long sides come first. */
static void add_end(struct plan *p, int on, int skip, int number, const struct by_gate *gate, int gates)
{
    struct end *e = &p->end[p->ends++];

    *e = (struct end){ .gates = (uint8_t)gates, .on = (uint8_t)on, .rank = skip > (on == 0), .number = (uint8_t)number,
                       .next = (uint8_t)known_next(p, on, number, skip) };
    expect(p, e);
    memcpy(e->gate, gate, (size_t)gates * sizeof *gate);
    for (int i = 0; i < 2; i++)
        e->gate[e->gates++] = by_elbow(&gate[0], i == 1);
}

/* Small things that turn the scale. */
static int liking(const struct plan *p, const struct end *e, int i)
{
    uint32_t mix;

    if (p->way < 2 || (p->known > 0 && p->whim[e->on] == 0))
        return i == 1 + (p->way & 1);
    mix = (uint32_t)((p->known > 0 ? p->whim[e->on] : p->out->fold) * TILES + e->on) * 2654435761u;
    mix = (mix ^ mix >> 15) * 2246822519u;
    return (int)((mix ^ mix >> 13) >> 6 * i & (p->way == 2 ? 63 : 511));
}

/* The best way first: straight on; in the short run after a bend the way back, if there is more room. */
static void rank_gates(struct plan *p, struct end *e)
{
    const struct lain *t = &p->lain[e->on];
    int worth[GATES] = { 0 };

    for (int i = 0; i < e->gates; i++) {
        int room = 2 * by_room_ahead(&p->room, &e->gate[i], FAR);

        if (t->before >= 0 && t->run <= 2)
            worth[i] = e->gate[i].turn == (t->before ^ 4) ? room + room / 2 : room;
        else
            worth[i] = i == 0 ? 4 * FAR : room;
        worth[i] = e->gate[i].elbow && p->way < 3 ? room - 4 * FAR : worth[i] + liking(p, e, i);
    }
    for (int i = 0; i < e->gates; i++)
        for (int k = i + 1; k < e->gates; k++)
            if (worth[k] > worth[i]) {
                struct by_gate g = e->gate[i];
                int w = worth[i];

                e->gate[i] = e->gate[k];
                worth[i] = worth[k];
                e->gate[k] = g;
                worth[k] = w;
            }
}

/* ---- Choosing ------------------------------------------------------------------------------- */

static bool good(struct plan *p, const struct end *e, const struct need *need)
{
    const int deep = !e->tile ? 0 : need->deep < p->left ? need->deep : p->left - 1;

    p->room.gap = need->gap;
    p->room.loose = need->loose;
    return (!e->single || by_room_for(&p->room, &e->gate[e->at[0]], false, deep))
        && (!e->twin || by_room_for(&p->room, &e->gate[e->at[1]], true, deep));
}

/* Whether the first n ends are good enough with all the others where they are. */
static bool all_good(struct plan *p, const struct need *need, int n)
{
    const struct need less = { need->gap, need->loose, (uint8_t)(need->deep > 1 ? need->deep - 1 : need->deep) };
    bool yes = true;

    for (int i = 0; i < n && yes; i++) {
        hold(p, &p->end[i], false);
        yes = good(p, &p->end[i], &less);
        hold(p, &p->end[i], true);
    }
    return yes;
}

/* Whether each of the first n ends would be good enough at some gate if it were alone. */
static bool all_possible(struct plan *p, const struct need *need, int n)
{
    bool yes = true;

    for (int i = 0; i < n && yes; i++) {
        struct end alone = p->end[i];
        bool single = !alone.single, twin = !alone.twin;

        for (int k = 0; k < alone.gates && !(single && twin); k++) {
            alone.at[0] = alone.at[1] = (uint8_t)k;
            alone.single = !single && (need->loose || !alone.gate[k].elbow);
            alone.twin = false;
            single = single || (alone.single && good(p, &alone, need));
            alone.single = false;
            alone.twin = !twin && !alone.gate[k].elbow;
            twin = twin || (alone.twin && good(p, &alone, need));
        }
        yes = single && twin;
    }
    return yes;
}

/* Chooses a gate for the k-th end in order and those after it, whose rooms are not held yet: the `news` newest first,
 * good enough for `own`, then the others for `every`, as they were if possible. */
static bool choose(struct plan *p, int k, int news, const struct need *own, const struct need *every)
{
    struct end *e = &p->end[k < news ? p->ends - news + k : k - news];
    const struct need *need = k < news ? own : every;
    const uint8_t first[2] = { e->at[0], e->at[1] };
    const bool both = e->single && e->twin;
    const int ways = e->gates * (need->loose && both ? e->gates : 1), tries = p->known > 0 ? QUICK : TRIES;

    if (k == p->order)
        return all_good(p, every, p->ends);
    if (k == news)
        p->tries = tries;
    for (int i = -1; i < ways && p->tries > 0; i++) {
        if (i >= 0) {                   /* first as it was, then all gates for both, then one for each */
            e->at[0] = (uint8_t)(i % e->gates);
            e->at[1] = (uint8_t)((i + i / e->gates) % e->gates);
        }
        if (e->twin && e->gate[e->at[1]].elbow)
            continue;
        if (!need->loose && (e->gate[e->at[0]].elbow || (both && e->at[0] != e->at[1])))
            continue;
        p->tries -= k >= news;
        if (!good(p, e, need))
            continue;
        hold(p, e, true);
        if (choose(p, k + 1, news, own, every))
            return true;
        hold(p, e, false);
    }
    e->at[0] = first[0];
    e->at[1] = first[1];
    return false;
}

/* Whether a tile would turn at once there, or a single and a double lead different ways. */
static bool is_loose(const struct end *e)
{
    return e->gate[e->at[0]].elbow || (e->twin && e->at[0] != e->at[1]);
}

/* An end that had to be loose for want of room may have it by now. */
static void straighten(struct plan *p, const struct need *every)
{
    for (int i = 0; i < p->ends && p->way < 3; i++) {
        struct end *e = &p->end[i], was = *e;
        bool found = !is_loose(e);

        for (int k = 0; k < e->gates && !found; k++) {
            if (e->gate[k].elbow)
                continue;
            hold(p, e, false);
            e->at[0] = e->at[1] = (uint8_t)k;
            found = good(p, e, &needs[PLAIN]);
            if (!found)
                *e = was;
            hold(p, e, true);
            if (found && !all_good(p, every, p->ends)) {
                hold(p, e, false);
                *e = was;
                hold(p, e, true);
                found = false;
            }
        }
    }
}

/* No way out: what has no room lies apart. */
static void set_apart(struct plan *p, struct end *e)
{
    const struct end was = *e;

    p->room.gap = 0;
    for (int twin = 0; twin < 2; twin++) {
        int k = 0;

        while (k < was.gates
               && ((twin == 1 && was.gate[k].elbow != 0) || !by_room_for(&p->room, &was.gate[k], twin, 0)))
            k++;
        e->gate[twin] = k < was.gates ? was.gate[k] : by_room_near(&p->room, &was.gate[0], twin == 1);
        e->at[twin] = (uint8_t)twin;
    }
    e->gates = 2;
    hold(p, e, true);
}

/* Finds room for the newest ends, and leaves the others alone if that is possible. */
static bool settle(struct plan *p, int news)
{
    const int olds = p->ends - news;

    const int least = p->known > 0 ? FIRM : p->way == 3 ? LOOSE : 0;

    p->room.gap = 1;
    for (int i = olds; i < p->ends; i++)
        rank_gates(p, &p->end[i]);
    for (int all = least; all < NEEDS; all++) {
        p->order = news;
        for (int own = least; own <= all && all_good(p, &needs[all], olds); own++) {
            p->tries = p->known > 0 ? QUICK : TRIES;
            if (choose(p, 0, news, &needs[own], &needs[all])) {
                straighten(p, &needs[all]);
                return true;
            }
        }
        for (int i = 0; i < olds; i++)
            hold(p, &p->end[i], false);
        p->order = p->ends;
        p->tries = p->known > 0 ? QUICK : TRIES;
        if (all_possible(p, &needs[all], olds) && choose(p, 0, news, &needs[all], &needs[all])) {
            straighten(p, &needs[all]);
            return true;
        }
        for (int i = 0; i < olds; i++)
            hold(p, &p->end[i], true);
    }
    for (int i = olds; i < p->ends && p->out->fold == LAST; i++)
        set_apart(p, &p->end[i]);
    return p->out->fold == LAST;
}

/* ---- Laying -------------------------------------------------------------------------------- */

/* The end of tile `on` that comes next at this number; a double's two equal ones: the one with more room. */
static int end_of(const struct plan *p, int on, int number)
{
    int best = -1, most = -1;

    for (int i = 0; i < p->ends; i++) {
        const struct end *e = &p->end[i];
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

static int end_for(const struct plan *p, int i)
{
    const struct by_laid *laid = &p->v->laid[i];

    for (int k = 0; k < p->ends; k++)
        if (p->end[k].next == i)
            return k;
    return end_of(p, laid->on, by_touching(p->v->laid[laid->on].tile, laid->flip >> 1 & 1));
}

static void reserve_first(struct plan *p)
{
    const by_tile t = p->v->laid[0].tile;
    struct by_gate gate[3], back = { .turn = 4 };
    const bool twin = by_is_double(t);

    p->lain[0] = (struct lain){ .at = { .x = twin ? -1 : -2 }, .run = 1, .before = -1 };
    by_room_take(&p->room, &p->lain[0].at, twin, true);
    by_gates_of(&p->lain[0].at, twin, spins(p, 0), gate);
    add_end(p, 0, 0, by_low(t), gate, twin ? 1 : 3);
    back.x = twin ? 1 : 2;
    if (spins(p, 0)) {
        add_end(p, 0, 2, by_low(t), &gate[2], 1);
        add_end(p, 0, 3, by_low(t), &gate[1], 1);
    }
    by_gates_of(&back, twin, false, gate);
    add_end(p, 0, twin, by_high(t), gate, twin ? 1 : 3);
}

static void lay_on(struct plan *p, int i)
{
    const struct by_laid *laid = &p->v->laid[i];
    const int on = laid->on, at = end_for(p, i), touch = by_touching(laid->tile, laid->flip & 1);
    const struct end e = p->end[at];
    struct by_gate gate[3];
    struct lain *t = &p->lain[i];
    const struct lain *from = &p->lain[on];
    const struct by_gate way = e.gate[e.at[is_twin(p, i)]];
    const bool bend = way.turn != from->at.turn && !(on == 0 && way.turn == 4);

    hold(p, &e, false);
    for (int k = at; k + 1 < p->ends; k++)
        p->end[k] = p->end[k + 1];
    p->ends--;
    *t = (struct lain){ .at = way, .run = (uint8_t)(from->run + 1), .before = from->before };
    if (is_twin(p, on) && bend) {
        t->run = 1;                     /* an arm out of a spinner's end */
        t->before = -1;
    } else if (bend) {
        t->run = 1;
        t->before = (int8_t)(on == 0 && e.number == by_high(p->v->laid[0].tile) ? 4 : from->at.turn);
    }
    by_room_take(&p->room, &t->at, is_twin(p, i), true);
    by_gates_of(&t->at, is_twin(p, i), spins(p, i), gate);
    add_end(p, i, 0, by_across(laid->tile, touch), gate, is_twin(p, i) ? 1 : 3);
    for (int k = 1; k < 3 && spins(p, i); k++)
        add_end(p, i, k, by_across(laid->tile, touch), &gate[3 - k], 1);
}

/* A tile that leaves the first one or a spinner begins an arm. */
static void count_arm(struct plan *p, int i)
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

/* Counts what lies with tile i; nobody waits any more for what cannot come. */
static void count_tile(struct plan *p, int i)
{
    const by_tile t = p->v->laid[i].tile;
    const int spinner = rule(p, BY_SPINNER);

    p->left = (uint8_t)(TILES - 1 - i);
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
    p->room.pairs = rule(p, BY_BLANKS) == BY_BLANKS_WILD && (p->doubles & 1) == 0;
    for (int k = 0; k < p->ends; k++) {
        struct end *e = &p->end[k];

        hold(p, e, false);
        expect(p, e);
        hold(p, e, true);
    }
}

static bool lay_all(struct plan *p)
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
        if (!settle(p, p->ends - olds))
            return false;
    }
    return true;
}

/* ---- What is told ---------------------------------------------------------------------------- */

static struct by_spot spot_at(const struct by_gate *g, bool twin)
{
    struct by_spot s = { .tile = BY_NO_TILE, .turn = (uint8_t)(twin ? (g->turn + 2) & 7 : g->turn) };

    by_gate_middle(g, twin, &s.x, &s.y);
    s.x *= BY_STEP;
    s.y *= BY_STEP;
    return s;
}

static void tell_tiles(const struct plan *p)
{
    for (int i = 0; i < p->v->now.laid; i++) {
        const struct by_laid *laid = &p->v->laid[i];
        struct by_spot *s = &p->out->at[i];

        *s = spot_at(&p->lain[i].at, is_twin(p, i));
        s->tile = laid->tile;
        s->on = i == 0 ? BY_NO_TILE : laid->on;
        s->first = (uint8_t)by_touching(laid->tile, i > 0 && (laid->flip & 1) != 0);
        s->second = (uint8_t)by_across(laid->tile, s->first);
        s->arm = p->lain[i].arm;
        s->order = p->lain[i].order;
    }
}

static void tell_opening(const struct plan *p, const struct by_place *place, struct by_opening *o)
{
    const struct end *e = &p->end[end_of(p, place->laid, place->number)];
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

/* ---- The variants ------------------------------------------------------------------------------ */

/* Half of a side in steps, larger from time to time; 0 is without limit. */
static int32_t reach_of(int32_t size, int larger)
{
    int32_t half = size <= 0 || size / 2 / BY_STEP > BY_EDGE ? BY_EDGE : size / 2 / BY_STEP;

    for (; larger > 0 && half < BY_EDGE; larger--)
        half += half / 8 + 1;
    return half > BY_EDGE ? BY_EDGE : half;
}

static void begin(struct plan *p, const struct by_view *v, struct by_layout *out, int fold, int larger)
{
    memset(p, 0, sizeof *p);
    p->v = v;
    p->out = out;
    p->spinner = BY_NO_TILE;
    p->room.wide = reach_of(out->width, larger);
    p->room.high = reach_of(out->height, larger);
    p->way = fold < MANY ? fold % WAYS : WAYS - 1;
    out->fold = (uint8_t)fold;
    out->arms = 0;
    memset(out->arm, 0, sizeof out->arm);
}

/* ---- With what is known ------------------------------------------------------------------------- */

struct search { uint8_t whim[TILES], best[TILES]; uint32_t chance; int most, idle; };

static uint32_t draw(struct search *s, uint32_t below)
{
    s->chance = s->chance * 1664525u + 1013904223u;
    return (s->chance >> 8) % below;
}

/* Other whims for a few tiles around the one whose ends found no room. */
static void change(struct search *s, const struct plan *p)
{
    const struct by_gate *at = &p->lain[p->stuck].at;
    const int far = NEAR + s->idle;
    uint8_t near[TILES];
    uint32_t n = 0;

    for (int i = 0; i <= p->stuck; i++) {
        const int dx = p->lain[i].at.x - at->x, dy = p->lain[i].at.y - at->y;

        if (dx < far && dx > -far && dy < far && dy > -far)
            near[n++] = (uint8_t)i;
    }
    for (uint32_t k = 1 + draw(s, 3); k > 0; k--)
        s->whim[near[draw(s, n)]] = (uint8_t)draw(s, 256);
}

/* Lays out all with the first `known` tiles known, and searches until those lie; whether all lie. */
static bool search(struct plan *p, struct search *s, const struct by_view *v, struct by_layout *out, int fold, int known)
{
    s->most = s->idle = 0;
    memcpy(s->best, s->whim, sizeof s->best);
    for (int tries = 0; tries < SEARCHES; tries++) {
        begin(p, v, out, fold, FEW + tries);
        p->way = WAYS - 1;
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
        if (s->idle > PATIENCE) {       /* from the start, quite otherwise */
            for (int i = 0; i < TILES; i++)
                s->whim[i] = (uint8_t)draw(s, 256);
            s->most = s->idle = 0;
        }
    }
    p->stuck = -1;
    return false;
}

static void lay_known(struct plan *p, const struct by_view *v, struct by_layout *out, int stuck)
{
    struct search s = { .chance = 1 };

    for (int fold = FEW; fold < LAST; fold++) {
        if (search(p, &s, v, out, fold, stuck + 1))
            return;
        if (p->stuck < 0)
            break;
        stuck = p->stuck;
    }
    begin(p, v, out, LAST, FEW);
    p->way = 0;
    lay_all(p);
}

void by_layout_line(const struct by_view *v, struct by_layout *out)
{
    const int most = v->rules.opt[BY_SPINNER] == BY_SPINNER_ALL ? FEW : LAST;
    struct plan p;
    int stuck = 0;
    bool lies = false;

    begin(&p, v, out, 0, 0);
    if (v->now.laid == 0) {
        tell_empty(out);
        return;
    }
    for (int fold = 0; fold < most && !lies; fold++) {
        begin(&p, v, out, fold, fold / WAYS);
        lies = lay_all(&p);
        stuck = p.stuck > stuck ? p.stuck : stuck;
    }
    if (!lies)
        lay_known(&p, v, out, stuck);
    tell_tiles(&p);
    for (int i = 0; i < v->now.places; i++)
        tell_opening(&p, &v->place[i], &out->opening[out->openings++]);
}
