/* feet_plan.c: where the next tiles may lie.  Straight on is best; a bend costs more the sharper it is; so does
 * room that is taken ahead, the more the nearer it is.  Costs decide which way an end plans. */
#include "feet.h"

enum {
    NEVER = 1 << 20,
    OPTIONS = 12,                       /* ways to leave a side at most, mirrored ones too */
    TRIES = 6                           /* plans an end may make for one tile laid */
};

struct option {
    struct by_spot spot;
    int turn;
    int cost;                           /* NEVER: it lies on a tile */
    bool steals;                        /* it lies on the next single of another end */
};

static const struct by_leave straight = { 0, 0, BY_HALF * 16, 0, 0, true };

/* A small number that follows from the fold and the end alone: what one fold likes another does not. */
static int whim(const struct by_feet *f, const struct by_end *e, int option)
{
    uint32_t h = ((uint32_t)f->fold * 2654435761u) ^ ((uint32_t)(e->on * 16 + option) * 2246822519u);

    if (f->fold == 0)
        return 0;
    h ^= h >> 15;
    h *= 2654435761u;
    h ^= h >> 13;
    return (int)(h % (uint32_t)(20 + 10 * (f->fold < 8 ? f->fold : 8)));
}

/* What it costs to reach beyond the table. */
static int beyond(const struct by_feet *f, const struct by_spot *s)
{
    int32_t x = (s->x < 0 ? -s->x : s->x) + BY_HALF - f->wide, y = (s->y < 0 ? -s->y : s->y) + BY_HALF - f->high;
    int cost = 0;

    if (f->wide > 0 && x > 0)
        cost += 4 * (int)x;
    if (f->high > 0 && y > 0)
        cost += 4 * (int)y;
    return cost;
}

static int price(int met, int tile, int single, int other)
{
    return (met & BY_ON_TILE) != 0 ? tile : (met & BY_ON_SINGLE) != 0 ? single : met != 0 ? other : 0;
}

/* What is in the way of a toe that goes on straight from here; the free part of the way goes to `way`. */
static int ahead_of(const struct by_feet *f, int end, const struct by_spot *s, int turn,
                    struct by_spot way[BY_FEET_WAY], int *free)
{
    struct by_spot from = *s;
    int cost = 0;

    *free = 0;
    for (int i = 0; i < BY_FEET_WAY; i++) {
        int on, met;

        way[i] = by_feet_next(&from, turn, &straight, 1, false, &on);
        met = by_feet_meets(f, &way[i], end, BY_ON_TILE | BY_ON_SINGLE | BY_ON_TWIN | BY_ON_WAY);
        cost += price(met, 30, 20, 8) * (BY_FEET_WAY - i);
        if ((met & BY_ON_TILE) != 0)
            return cost;
        from = way[i];
        *free = i + 1;
    }
    return cost;
}

/* What is in the way of a double laid behind s and of its toes. */
static int foot_of(const struct by_feet *f, int end, const struct by_spot *foot, int turn)
{
    int cost = 0, n;

    for (int side = BY_AHEAD; side <= BY_RIGHT; side++) {
        int on;
        struct by_spot toe = by_feet_next(foot, turn, by_feet_leaves(side, &n), side == BY_LEFT ? -1 : 1, false, &on);

        cost += price(by_feet_meets(f, &toe, end, BY_ON_TILE | BY_ON_SINGLE | BY_ON_WAY), 40, 25, 8);
    }
    return cost;
}

static int single_cost(const struct by_feet *f, int end, struct option *o, int limit)
{
    struct by_spot way[BY_FEET_WAY], twin;
    int met, free, on;

    met = by_feet_meets(f, &o->spot, end, BY_ON_TILE | BY_ON_SINGLE | BY_ON_TWIN | BY_ON_WAY);
    if ((met & BY_ON_TILE) != 0)
        return NEVER;
    o->steals = (met & BY_ON_SINGLE) != 0;
    o->cost += price(met, 0, 200, 20) + beyond(f, &o->spot);
    if (o->cost >= limit)
        return o->cost;
    o->cost += ahead_of(f, end, &o->spot, o->turn, way, &free);
    twin = by_feet_next(&o->spot, o->turn, &straight, 1, true, &on);
    return o->cost + price(by_feet_meets(f, &twin, end, BY_ON_TILE | BY_ON_SINGLE), 60, 20, 0);
}

/* The ways to leave an end, with their costs, in the order of the table. */
static int list_options(const struct by_feet *f, int end, struct option *out, bool all)
{
    const struct by_end *e = &f->end[end];
    int n, count = 0, best = NEVER;
    const struct by_leave *l = by_feet_leaves(e->side, &n);

    for (int i = 0; i < n; i++)
        for (int hand = -1; hand <= 1; hand += 2) {
            struct option *o = &out[count];

            if ((l[i].bend == 0 && e->side < BY_LEFT && hand > 0) || e->side == (hand < 0 ? BY_RIGHT : BY_LEFT))
                continue;
            o->spot = by_feet_next(&f->item[e->on], e->turn, &l[i], hand, false, &o->turn);
            o->cost = l[i].cost + whim(f, e, count);
            o->steals = false;
            o->cost = single_cost(f, end, o, all ? NEVER : best);
            best = o->cost < best ? o->cost : best;
            count++;
            if (!all && best <= l[i].cost)
                return count;
        }
    return count;
}

/* Ends whose next tile would lie on this room have to look for another place. */
static void push_away(struct by_feet *f, int end, const struct by_spot *s)
{
    for (int i = 0; i < f->ends; i++)
        if (i != end && f->end[i].live && f->next[by_room(i, BY_FEET_SINGLE)] != -2
            && by_spot_overlaps(s, &f->item[by_room(i, BY_FEET_SINGLE)])) {
            f->end[i].stale = true;
            by_feet_drop(f, by_room(i, BY_FEET_SINGLE));
        }
}

static void take(struct by_feet *f, int end, const struct option *o)
{
    struct by_spot way[BY_FEET_WAY];
    int free;

    if (o->steals)
        push_away(f, end, &o->spot);
    by_feet_put(f, by_room(end, BY_FEET_SINGLE), &o->spot);
    f->end[end].turns[0] = (uint8_t)o->turn;
    f->end[end].stale = false;
    ahead_of(f, end, &o->spot, o->turn, way, &free);
    for (int i = 0; i < BY_FEET_WAY; i++) {
        by_feet_drop(f, by_room(end, 2 + i));
        if (i < free)
            by_feet_put(f, by_room(end, 2 + i), &way[i]);
    }
}

/* Where a double would lie behind a single. */
static bool plan_twin(struct by_feet *f, int end)
{
    struct by_end *e = &f->end[end];
    struct option best = { .cost = NEVER };
    int n;
    const struct by_leave *l = by_feet_leaves(BY_BEHIND, &n);

    for (int i = 0; i < n && l[i].twin; i++)
        for (int hand = -1; hand <= 1; hand += 2) {
            struct option o = { .cost = l[i].cost };
            int met;

            if (i == 0 && hand > 0)
                continue;
            o.spot = by_feet_next(&f->item[e->on], e->turn, &l[i], hand, true, &o.turn);
            met = by_feet_meets(f, &o.spot, end, BY_ON_TILE | BY_ON_SINGLE | BY_ON_TWIN | BY_ON_WAY);
            if ((met & BY_ON_TILE) != 0)
                continue;
            o.cost += price(met, 0, 60, 10) + beyond(f, &o.spot) + foot_of(f, end, &o.spot, o.turn);
            if (o.cost < best.cost)
                best = o;
        }
    if (best.cost >= NEVER && !f->forced)
        return false;
    if (best.cost >= NEVER)
        best.spot = by_feet_next(&f->item[e->on], e->turn, &l[0], 1, true, &best.turn);
    by_feet_put(f, by_room(end, BY_FEET_TWIN), &best.spot);
    e->turns[1] = (uint8_t)best.turn;
    return true;
}

bool by_feet_plan(struct by_feet *f, int end)
{
    struct option o[OPTIONS], *best = NULL;
    int n;

    if (f->end[end].tries++ >= TRIES && !f->forced)
        return false;
    by_feet_drop(f, by_room(end, BY_FEET_TWIN));
    n = list_options(f, end, o, false);
    for (int i = 0; i < n; i++)
        if (o[i].cost < (best != NULL ? best->cost : NEVER))
            best = &o[i];
    if (best == NULL && !f->forced)
        return false;
    if (best == NULL || f->end[end].tries > TRIES) {
        best = &o[0];
        best->steals = false;
    }
    take(f, end, best);
    return !f->end[end].twin || plan_twin(f, end);
}

bool by_feet_foot(struct by_feet *f, const int end[3])
{
    struct option o[3][OPTIONS], *best[3] = { NULL, NULL, NULL };
    int n[3], least = NEVER;

    for (int k = 0; k < 3; k++)
        n[k] = list_options(f, end[k], o[k], true);
    for (int a = 0; a < n[0]; a++)
        for (int b = 0; b < n[1]; b++)
            for (int c = 0; c < n[2]; c++) {
                int cost = o[0][a].cost + o[1][b].cost + o[2][c].cost;

                if (cost >= least || by_spot_overlaps(&o[0][a].spot, &o[1][b].spot)
                    || by_spot_overlaps(&o[0][a].spot, &o[2][c].spot) || by_spot_overlaps(&o[1][b].spot, &o[2][c].spot))
                    continue;
                least = cost;
                best[0] = &o[0][a];
                best[1] = &o[1][b];
                best[2] = &o[2][c];
            }
    if (least >= NEVER && !f->forced)
        return false;
    for (int k = 0; k < 3; k++)
        take(f, end[k], best[k] != NULL ? best[k] : &o[k][0]);
    return true;
}

bool by_feet_settle(struct by_feet *f)
{
    for (bool again = true; again;) {
        again = false;
        for (int i = 0; i < f->ends; i++)
            if (f->end[i].live && f->end[i].stale) {
                if (!by_feet_plan(f, i))
                    return false;
                again = true;
            }
    }
    return true;
}
