/* SPDX-License-Identifier: MIT */
/* feet_plan.c: plans where the next tiles may go. Each end plans the cheapest continuation. Going straight on costs
 * least; sharper bends and proximity to reserved space cost more. */
#include "feet.h"

enum {
    NEVER = 1 << 20,    /* overlaps a tile */
    OPTIONS = 10,       /* maximum number of ways to leave a side, including mirrored ones */
    NO_FOOT = 2000,     /* the cost of a double without space for its toes */
    PLANS = 6,          /* maximum number of plans that an end makes per tile placed */
    GRAIN = BY_HALF / 2 /* step size, in units, of the search for a detached spot */
};

struct option {
    struct by_spot spot;
    int turn;
    int cost;
    bool steals; /* overlaps the next single of another end */
};

/* A double with space for its toes. */
struct foot {
    struct by_spot twin, toe[3];
    int turn, cost;
};

static const struct by_leave *straight(void)
{
    int n;

    return by_toes_leaves(BY_BEHIND, &n);
}

/* Returns whether to continue although an end has no space. Only the last fold continues; otherwise, the table must be
 * laid out again. */
static bool no_room(const struct by_toes *f) { return f->last; }

/* Sets *s to point i, counted in units, on the square at distance `far` around `from`. */
static void go_round(const struct by_spot *from, int32_t far, int32_t i, struct by_spot *s)
{
    const int32_t along = i % (2 * far) - far, side = i / (2 * far);

    s->x = from->x + (side == 0 ? along : side == 1 ? far : side == 2 ? -along : -far);
    s->y = from->y + (side == 0 ? -far : side == 1 ? along : side == 2 ? far : -along);
}

/* Searches squares around the previous tile and returns the nearest free space or, of equally near ones, the outermost.
 * Free space always exists, since the layout is finite. */
static struct by_spot apart(const struct by_toes *f, int end, int turn)
{
    const struct by_spot *from = &f->item[f->end[end].on];
    struct by_spot best = { .tile = BY_NO_TILE, .turn = (uint8_t)(turn & 7) };
    int64_t out = INT64_MIN;

    for (int32_t far = BY_HALF; out == INT64_MIN; far += GRAIN)
        for (int32_t i = 0; i < 8 * far; i += GRAIN) {
            struct by_spot s = best;

            go_round(from, far, i, &s);
            if ((int64_t)s.x * s.x + (int64_t)s.y * s.y <= out
                || by_toes_meets(f, &s, end, BY_ON_TILE | BY_ON_SINGLE | BY_ON_FOOT) != 0)
                continue;
            out = (int64_t)s.x * s.x + (int64_t)s.y * s.y;
            best = s;
        }
    return best;
}

int by_toes_beyond(const struct by_toes *f, const struct by_spot *s)
{
    const int32_t most = 60;
    int32_t x = (s->x < 0 ? -s->x : s->x) + BY_HALF - f->wide, y = (s->y < 0 ? -s->y : s->y) + BY_HALF - f->high;
    int cost = 0;

    if (f->wide > 0 && x > 0)
        cost += 3 * (int)(x < most ? x : most);
    if (f->high > 0 && y > 0)
        cost += 3 * (int)(y < most ? y : most);
    return cost;
}

static int price(int met, int tile, int single, int foot, int way)
{
    if ((met & BY_ON_TILE) != 0)
        return tile;
    if ((met & BY_ON_SINGLE) != 0)
        return single;
    if ((met & BY_ON_FOOT) != 0)
        return foot;
    if (met != 0)
        return way;
    return 0;
}

/* Lists the ways to leave a side, best first, but at most OPTIONS of them. */
static int list_leaves(const struct by_toes *f, const struct by_spot *from, int side, int turn, struct option *out)
{
    const struct by_leave *l;
    int n, count = 0;

    l = by_toes_leaves(side, &n);
    if (side != BY_BEHIND && !f->last) /* all feet have the same shape */
        n = 1;
    for (int i = 0; i < n; i++)
        for (int hand = -1; hand <= 1; hand += 2) {
            struct option *o = &out[count];

            if ((l[i].fit & BY_FOR_SINGLE) == 0 || (l[i].bend == 0 && side < BY_LEFT && hand > 0)
                || side == (hand < 0 ? BY_RIGHT : BY_LEFT))
                continue;
            o->spot = by_toes_next(f, from, turn, &l[i], hand, false, &o->turn);
            o->cost = l[i].cost;
            o->steals = false;
            count++;
        }
    return count;
}

/* Finds the cheapest options, one from each of three lists, that do not overlap. Returns their cost. */
static int best_three(struct option o[3][OPTIONS], const int n[3], int best[3])
{
    int least = NEVER;

    for (int a = 0; a < n[0]; a++)
        for (int b = 0; b < n[1]; b++)
            for (int c = 0; c < n[2]; c++) {
                int cost = o[0][a].cost + o[1][b].cost + o[2][c].cost;

                if (cost >= least || by_spot_overlaps(&o[0][a].spot, &o[1][b].spot)
                    || by_spot_overlaps(&o[0][a].spot, &o[2][c].spot) || by_spot_overlaps(&o[1][b].spot, &o[2][c].spot))
                    continue;
                least = cost;
                best[0] = a;
                best[1] = b;
                best[2] = c;
            }
    return least;
}

/* Rates a toe that a double may have later, and the tile after it. */
static void judge_toe(const struct by_toes *f, int end, struct option *o)
{
    struct by_spot behind;
    int on;

    o->cost += price(by_toes_meets(f, &o->spot, end, BY_ON_ANY), NEVER, 60, 16, 12);
    if (o->cost >= NEVER)
        return;
    behind = by_toes_next(f, &o->spot, o->turn, straight(), 1, false, &on);
    o->cost += price(by_toes_meets(f, &behind, end, BY_ON_TILE | BY_ON_SINGLE), 10, 5, 0, 0);
}

/* Finds space for the toes of a double at foot->twin. Returns the cost. */
static int toes_of(const struct by_toes *f, int end, struct foot *foot)
{
    struct option o[3][OPTIONS];
    int n[3], best[3], cost;

    for (int k = 0; k < 3; k++) {
        n[k] = list_leaves(f, &foot->twin, BY_AHEAD + k, foot->turn, o[k]);
        for (int i = 0; i < n[k]; i++) {
            judge_toe(f, end, &o[k][i]);
            if (i + 1 < n[k] && o[k][i].cost <= o[k][i + 1].cost)
                n[k] = i + 1; /* later options are no better */
        }
    }
    cost = best_three(o, n, best);
    for (int k = 0; k < 3 && cost < NEVER; k++)
        foot->toe[k] = o[k][best[k]].spot;
    return cost;
}

/* Finds the best place for a double that follows the tile at `from`. The cost is NEVER if the double would overlap a
 * tile, and at least NO_FOOT if its toes have no space. */
static struct foot foot_behind(const struct by_toes *f, int end, const struct by_spot *from, int turn)
{
    struct foot best = { .cost = NEVER };
    int n;
    const struct by_leave *l = by_toes_leaves(BY_BEHIND, &n);

    for (int i = 0; i < n && best.cost > 0; i++)
        for (int hand = -1; hand <= 1; hand += 2) {
            struct foot try;
            int toes;

            if ((l[i].fit & BY_FOR_TWIN) == 0 || (i == 0 && hand > 0))
                continue;
            try.twin = by_toes_next(f, from, turn, &l[i], hand, true, &try.turn);
            try.cost = l[i].cost + price(by_toes_meets(f, &try.twin, end, BY_ON_ANY), NEVER, 60, 15, 23);
            if (try.cost >= best.cost)
                continue;
            toes = toes_of(f, end, &try);
            try.cost += by_toes_beyond(f, &try.twin) + (toes >= NEVER ? NO_FOOT : toes);
            if (toes >= NEVER)
                try.toe[0] = try.toe[1] = try.toe[2] = try.twin;
            if (try.cost < best.cost)
                best = try;
        }
    return best;
}

/* Returns the cost of the obstacles to a toe that goes straight on from here. Sets `way` to the free part of the
 * path. */
static int ahead_of(const struct by_toes *f, int end, const struct by_spot *s, int turn,
                    struct by_spot way[BY_TOES_WAY], int *free)
{
    struct by_spot from = *s;
    int cost = 0;

    *free = 0;
    for (int i = 0; i < BY_TOES_WAY; i++) {
        int on, met;

        way[i] = by_toes_next(f, &from, turn, straight(), 1, false, &on);
        met = by_toes_meets(f, &way[i], end, BY_ON_ANY);
        cost += price(met, 81, 20, 8, 8) * (BY_TOES_WAY - i);
        if ((met & BY_ON_TILE) != 0)
            return cost;
        from = way[i];
        *free = i + 1;
    }
    return cost;
}

/* Rates a place for a single. */
static void judge(const struct by_toes *f, int end, struct option *o, int limit)
{
    struct by_spot way[BY_TOES_WAY];
    int met = by_toes_meets(f, &o->spot, end, BY_ON_ANY), free;
    struct foot foot;

    if ((met & BY_ON_TILE) != 0) {
        o->cost = NEVER;
        return;
    }
    o->steals = (met & BY_ON_SINGLE) != 0;
    o->cost += price(met, 0, 670, 36, 12) + by_toes_beyond(f, &o->spot);
    if (o->cost >= limit)
        return;
    o->cost += ahead_of(f, end, &o->spot, o->turn, way, &free);
    if (o->cost >= limit)
        return;
    foot = foot_behind(f, end, &o->spot, o->turn);
    if (foot.cost < 110)
        o->cost += foot.cost;
    else if (foot.cost < NO_FOOT)
        o->cost += 110 + (foot.cost - 110) / 5;
    else if (foot.cost < NEVER)
        o->cost += 140;
    else
        o->cost += 650;
}

/* Lists the ways to leave an end, with their costs. May omit ways that cost more than others, unless `all` is set. */
static int list_options(const struct by_toes *f, int end, struct option *out, bool all)
{
    const struct by_end *e = &f->end[end];
    int n = list_leaves(f, &f->item[e->on], e->side, e->turn, out), best = NEVER;

    for (int i = 0; i < n; i++) {
        if (!all && best <= out[i].cost)
            return i;
        judge(f, end, &out[i], all ? NEVER : best);
        best = out[i].cost < best ? out[i].cost : best;
    }
    return n;
}

/* Drops other ends' planned singles that overlap this space, and marks those ends as needing new plans. */
static void push_away(struct by_toes *f, int end, const struct by_spot *s)
{
    for (int i = 0; i < f->ends; i++)
        if (i != end && f->end[i].live && f->thing[by_room(i, BY_TOES_SINGLE)].next != -2
            && by_spot_overlaps(s, &f->item[by_room(i, BY_TOES_SINGLE)])) {
            f->end[i].stale = true;
            by_toes_drop(f, by_room(i, BY_TOES_SINGLE));
        }
}

/* Reserves the path of an end beyond its next single. */
static void reserve_way(struct by_toes *f, int end)
{
    struct by_spot way[BY_TOES_WAY];
    int free;

    ahead_of(f, end, &f->item[by_room(end, BY_TOES_SINGLE)], f->end[end].turns[0], way, &free);
    for (int i = 0; i < BY_TOES_WAY; i++) {
        by_toes_drop(f, by_room(end, BY_TOES_ON + i));
        if (i < free)
            by_toes_put(f, by_room(end, BY_TOES_ON + i), &way[i]);
    }
}

static void take(struct by_toes *f, int end, const struct option *o)
{
    if (o->steals)
        push_away(f, end, &o->spot);
    by_toes_put(f, by_room(end, BY_TOES_SINGLE), &o->spot);
    f->end[end].turns[0] = (uint8_t)o->turn;
    f->end[end].stale = false;
    reserve_way(f, end);
}

/* Plans where a double would go at this end. */
static bool plan_twin(struct by_toes *f, int end)
{
    struct by_end *e = &f->end[end];
    struct foot foot = foot_behind(f, end, &f->item[e->on], e->turn);

    if (foot.cost >= NEVER && !no_room(f))
        return false;
    if (foot.cost >= NEVER) {
        foot.twin = apart(f, end, e->turn + 2);
        foot.turn = e->turn;
        foot.toe[0] = foot.toe[1] = foot.toe[2] = foot.twin;
    }
    by_toes_put(f, by_room(end, BY_TOES_TWIN), &foot.twin);
    for (int k = 0; k < 3; k++)
        by_toes_put(f, by_room(end, BY_TOES_TOES + k), &foot.toe[k]);
    e->turns[1] = (uint8_t)foot.turn;
    return true;
}

/* Plans an end if it needs a plan. Returns false if the end finds no space. */
static bool plan_end(struct by_toes *f, int end)
{
    struct option o[OPTIONS] = { 0 }, *best = NULL;
    int n;

    if (f->end[end].tries++ >= PLANS && !no_room(f))
        return false;
    for (int k = 0; k < BY_TOES_ROOMS; k++)
        by_toes_drop(f, by_room(end, k));
    n = list_options(f, end, o, false);
    for (int i = 0; i < n; i++)
        if (o[i].cost < (best != NULL ? best->cost : NEVER))
            best = &o[i];
    if (best == NULL && !no_room(f))
        return false;
    if (best == NULL || f->end[end].tries > PLANS) {
        best = &o[0];
        best->spot = apart(f, end, f->end[end].turn);
        best->turn = f->end[end].turn;
        best->steals = false;
    }
    take(f, end, best);
    return !f->end[end].twin || plan_twin(f, end);
}

bool by_toes_foot(struct by_toes *f, const int end[3])
{
    struct option o[3][OPTIONS] = { 0 };
    int n[3], best[3] = { 0, 0, 0 }, cost;

    for (int k = 0; k < 3; k++)
        n[k] = list_options(f, end[k], o[k], true);
    cost = best_three(o, n, best);
    if (cost >= NEVER && !no_room(f))
        return false;
    for (int k = 0; k < 3; k++)
        if (cost < NEVER)
            take(f, end[k], &o[k][best[k]]);
        else
            f->end[end[k]].stale = true; /* plans each end separately */
    return true;
}

bool by_toes_settle(struct by_toes *f)
{
    for (bool again = true; again;) {
        again = false;
        for (int i = 0; i < f->ends; i++)
            if (f->end[i].live && f->end[i].stale) {
                if (!plan_end(f, i))
                    return false;
                again = true;
            }
    }
    return true;
}

bool by_toes_reserve(struct by_toes *f)
{
    for (int i = 0; i < f->ends; i++) {
        for (int k = BY_TOES_TWIN; k < BY_TOES_ROOMS; k++)
            by_toes_drop(f, by_room(i, k));
        reserve_way(f, i);
    }
    for (int i = 0; i < f->ends; i++)
        if (f->end[i].twin && !plan_twin(f, i))
            return false;
    return true;
}

void by_toes_crowd(struct by_toes *f)
{
    for (int i = 0; i < f->ends; i++) {
        f->end[i].tries = 0;
        f->end[i].stale = f->end[i].stale || f->thing[by_room(i, BY_TOES_SINGLE)].next == -2;
    }
    by_toes_settle(f);
}
