/* SPDX-License-Identifier: MIT */
/* line_bonus.c: ends a round of a line game: finds the side that takes the bonus, its amount (L-17 to L-22), and
 * whether the game is over (L-24). */
#include "line.h"

/* Returns a side's count: the seat's own, or both partners' together. */
static int side_count(const struct by_state *s, const struct by_left left[], int seat)
{
    return left[seat].pips + (by_rule(s, BY_TEAMS) == BY_ON ? left[(seat + 2) & 3].pips : 0);
}

/* Returns the pips of a side's lowest tile (L-22). */
static int side_single(const struct by_state *s, const struct by_left left[], int seat)
{
    int lowest = BY_LOWEST_NONE;

    for (int i = 0; i < s->players; i++)
        if ((by_side_of(&s->rules, seat) >> i & 1) != 0 && left[i].lowest < lowest)
            lowest = left[i].lowest;
    return lowest;
}

/* Returns the number of sides. A side is identified by its lowest seat. */
static int sides(const struct by_state *s) { return by_rule(s, BY_TEAMS) == BY_ON ? 2 : s->players; }

typedef int measure(const struct by_state *, const struct by_left *, int seat);

/* Returns the side in `among` with the lowest measure, and sets *tied to all sides that share it. */
static int lowest_side(const struct by_state *s, const struct by_left left[], measure *of, uint32_t among,
                       uint32_t *tied)
{
    int best = -1, least = 0;

    for (int i = 0; i < sides(s); i++) {
        int here = (among >> i & 1) != 0 ? of(s, left, i) : 0;

        if ((among >> i & 1) == 0 || (best >= 0 && here > least))
            continue;
        if (best < 0 || here < least)
            *tied = 0;
        *tied |= (uint32_t)1 << i;
        best = best < 0 || here < least ? i : best;
        least = here;
    }
    return best;
}

static bool alone(uint32_t seats) { return (seats & (seats - 1)) == 0; }

/* Returns the side that takes the bonus, or -1 (L-17, L-18, L-22). */
static int bonus_side(const struct by_state *s, const struct by_left left[], int out_seat)
{
    uint32_t all = ((uint32_t)1 << sides(s)) - 1, tied = 0;
    int own, best = lowest_side(s, left, side_count, all, &tied);

    if (out_seat != BY_NO_SEAT) {
        own = by_rule(s, BY_TEAMS) == BY_ON ? out_seat & 1 : out_seat;
        if (by_rule(s, BY_BONUS_TO) != BY_TO_LOWEST)
            return own;
        return (tied >> own & 1) != 0 ? own : best; /* the seat that went out wins a tie */
    }
    if (alone(tied))
        return best;
    if (by_rule(s, BY_TIE) == BY_TIE_NONE) /* D-04 */
        return -1;
    best = lowest_side(s, left, side_single, tied, &tied);
    return alone(tied) ? best : -1;
}

/* Returns the seats of the sides that share the lowest count. */
static uint32_t lowest_seats(const struct by_state *s, const struct by_left left[])
{
    uint32_t tied = 0, seats = 0;

    lowest_side(s, left, side_count, ((uint32_t)1 << sides(s)) - 1, &tied);
    for (int i = 0; i < sides(s); i++)
        if ((tied >> i & 1) != 0)
            seats |= by_side_of(&s->rules, i);
    return seats;
}

/* Returns the seat that leads the next round for the winning side (L-06): the seat that went out, otherwise the one
 * with the fewest pips or, if tied, the lower one. */
static int leader_of(const struct by_state *s, const struct by_left left[], int side, int out_seat)
{
    int best = side;

    if (out_seat != BY_NO_SEAT && (by_side_of(&s->rules, side) >> out_seat & 1) != 0)
        return out_seat;
    for (int i = side; i < s->players; i++)
        if ((by_side_of(&s->rules, side) >> i & 1) != 0 && left[i].pips < left[best].pips)
            best = i;
    return best;
}

static void add_share(struct by_sum *out, int seat, int pips, bool less)
{
    out->share[out->n++] = (struct by_share){ (uint8_t)seat, less, (int16_t)pips };
    out->sum += less ? -pips : pips;
}

/* Adds the hands of the side that takes the bonus, if they are not empty. */
static void add_own(const struct by_state *s, const struct by_left left[], bool less, struct by_sum *out)
{
    for (int i = 0; i < s->players; i++)
        if ((out->takers >> i & 1) != 0 && left[i].pips > 0)
            add_share(out, i, left[i].pips, less);
}

void by_line_sum(const struct by_state *s, const struct by_left left[], int end, int seat, struct by_sum *out)
{
    bool blocked = end == BY_ENDED_BLOCKED;
    int side = bonus_side(s, left, blocked ? BY_NO_SEAT : seat);

    out->takers = out->tied = 0; /* leaves `share` as it is, since clearing it would take most of the time */
    out->n = out->sum = out->rounded = out->points = 0;
    out->unit = 1;
    out->rounds = by_line_fives(s);
    out->leader = BY_NO_SEAT;
    if (side < 0) {
        out->tied = lowest_seats(s, left);
        return;
    }
    out->takers = by_side_of(&s->rules, side);
    out->leader = (uint8_t)leader_of(s, left, side, blocked ? BY_NO_SEAT : seat);
    for (int i = 0; i < s->players; i++)
        if ((out->takers >> i & 1) == 0)
            add_share(out, i, left[i].pips, false);
    if (by_rule(s, BY_BONUS_OF) == BY_OF_ALL) /* L-20 */
        add_own(s, left, false, out);
    if (blocked && by_rule(s, BY_BLOCKED) == BY_BLOCKED_DIFFERENCE)
        add_own(s, left, true, out); /* subtracted before rounding (L-21) */
    out->rounded = out->points = out->sum;
    if (by_line_fives(s)) {
        out->unit = by_rule(s, BY_BONUS_UNIT); /* L-19, D-03 */
        out->rounded = (out->sum + (BY_PLANTED(3) ? 4 : 2)) / 5 * 5;
        out->points = out->rounded / out->unit;
    }
}

/* Returns whether the target decides the game: after a round, the best score at or above the target wins; if it is
 * shared, play continues (L-24). */
static bool target_met(const struct by_state *s)
{
    int32_t best = 0;
    int holders = 0;

    for (int i = 0; i < sides(s); i++) {
        if (s->score[i] > best)
            holders = 0;
        best = s->score[i] > best ? s->score[i] : best;
        holders += s->score[i] == best;
    }
    return best >= by_rule(s, BY_TARGET) && holders == 1;
}

uint32_t by_line_tied(const struct by_state *s, const struct by_left left[])
{
    uint32_t tied = lowest_seats(s, left);

    for (int i = 0; i < sides(s); i++)
        if (tied == by_side_of(&s->rules, i))
            return 0;
    return by_rule(s, BY_TIE) == BY_TIE_SINGLE ? tied : 0;
}

bool by_line_score(struct by_state *s, int seat, int points, struct by_step_out *out)
{
    by_add_score(s, seat, points, out);
    if (by_rule(s, BY_END) != BY_END_ONCE || s->score[seat] < by_rule(s, BY_TARGET))
        return false;
    by_end_game(s, out); /* the game ends at once, without a bonus or a round end (L-24) */
    return true;
}

void by_line_settle(struct by_state *s, int end, int out_seat, const struct by_left left[], struct by_step_out *out)
{
    struct by_sum sum;

    by_line_sum(s, left, end, out_seat, &sum);
    for (int i = 0; i < s->players; i++)
        if ((sum.takers >> i & 1) != 0) { /* both partners get the points (C-11) */
            s->gain[i] = sum.points;
            s->score[i] += sum.points;
        }
    if (sum.takers != 0)
        s->winner = sum.leader;
    by_end_round(s, end, sum.takers != 0 && end == BY_ENDED_BLOCKED ? sum.leader : out_seat, out);
    if (target_met(s))
        by_end_game(s, out);
}

void by_line_finish(struct by_state *s, int end, int out_seat, struct by_step_out *out)
{
    struct by_left left[BY_SEATS];

    by_left_all(s, left);
    by_line_settle(s, end, out_seat, left, out);
}
