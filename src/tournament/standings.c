/* SPDX-License-Identifier: MIT */
/* standings.c: computes the standings of a tournament (standings.h). */
#include "standings.h"

#include <stdlib.h>
#include <string.h>

#include "planted.h"

void by_seating_points(const struct by_tournament *t, const struct by_seating *s, int points[BY_AT_TABLE])
{
    int sides = by_seating_sides(t, s), of[BY_AT_TABLE] = { 0 };

    BY_ASSERT(sides >= 2);
    for (int i = 0; i < sides; i++) /* a win over a side counts as two halves, a tie as one */
        for (int k = 0; k < sides; k++) {
            int ahead = s->score[i] > s->score[k] ? 2 : s->score[i] == s->score[k] ? 1 : 0;

            if (i != k)
                of[i] += by_tournament_low(t) && !BY_PLANTED(612) ? 2 - ahead : ahead;
        }
    for (int i = 0; i < s->n; i++)
        points[i] = of[by_seating_side(t, i)] * BY_WIN / (2 * (sides - 1));
}

/* Adds a table's points, and the tie-breaks that do not depend on other tables. */
static void add_table(const struct by_tournament *t, const struct by_seating *s, struct by_position *place)
{
    int points[BY_AT_TABLE], sides = by_seating_sides(t, s);
    int64_t all = 0;

    BY_ASSERT(sides >= 2);
    by_seating_points(t, s, points);
    for (int i = 0; i < sides; i++)
        all += s->score[i];
    for (int i = 0; i < s->n; i++) {
        struct by_position *p = &place[s->at[i]];
        int side = by_seating_side(t, i), better = 0;
        int64_t off = BY_WIN * (int64_t)s->score[side] - BY_WIN / sides * all;

        for (int k = 0; k < s->n; k++)
            better += points[k] > points[i];
        p->points += points[i];
        p->played++;
        p->tie[BY_TIE_DIFFERENCE] += by_tournament_low(t) ? -off : off;
        p->tie[BY_TIE_WINS] += better == 0;
    }
}

/* Adds the mean of the opponents' points, in twelfths. */
static void add_opponents(const struct by_tournament *t, const struct by_seating *s, struct by_position *place)
{
    for (int i = 0; i < s->n; i++) {
        int64_t sum = 0;
        int opponents = 0;

        for (int k = 0; k < s->n; k++)
            if (by_seating_side(t, i) != by_seating_side(t, k)) {
                sum += place[s->at[k]].points;
                opponents++;
            }
        if (opponents > 0)
            place[s->at[i]].tie[BY_TIE_OPPONENTS] += BY_WIN / opponents * sum;
    }
}

/* Returns a number below 0 if a is ahead of b, and 0 if they are equal in all respects. */
static int compare(const struct by_tournament *t, const struct by_position *a, const struct by_position *b)
{
    if (a->points != b->points)
        return b->points - a->points;
    for (int i = 0; i < t->ties; i++) {
        int64_t x = a->tie[t->tie[i]], y = b->tie[t->tie[i]];

        if (x != y)
            return x > y ? -1 : 1;
    }
    return 0;
}

/* Sorts stably: equal contestants stay in the order of entry. */
static void sort(const struct by_tournament *t, struct by_position *place, int n)
{
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && compare(t, &place[k], &place[k - 1]) < 0; k--) {
            struct by_position p = place[k];

            place[k] = place[k - 1];
            place[k - 1] = p;
        }
}

int by_tournament_standings(const struct by_tournament *t, struct by_position out[BY_MOST_CONTESTANTS])
{
    memset(out, 0, sizeof *out * (size_t)t->contestants);
    for (int i = 0; i < t->contestants; i++)
        out[i].contestant = i;
    for (int r = 0; r < t->rounds; r++) {
        const struct by_tournament_round *round = &t->round[r];

        for (int i = 0; i < round->tables; i++)
            if (round->table[i].scored)
                add_table(t, &round->table[i], out);
        for (int i = 0; i < round->byes; i++) {
            out[round->bye[i]].points += t->system == BY_SWISS ? BY_WIN : 0;
            out[round->bye[i]].byes++;
        }
    }
    for (int r = 0; r < t->rounds; r++) {
        const struct by_tournament_round *round = &t->round[r];

        for (int i = 0; i < round->tables; i++)
            if (round->table[i].scored)
                add_opponents(t, &round->table[i], out);
        for (int i = 0; i < round->byes; i++)
            out[round->bye[i]].tie[BY_TIE_OPPONENTS] += (int64_t)BY_WIN * out[round->bye[i]].points;
    }
    sort(t, out, t->contestants);
    for (int i = 0; i < t->contestants; i++)
        out[i].place = i > 0 && compare(t, &out[i], &out[i - 1]) == 0 ? out[i - 1].place : i + 1;
    return t->contestants;
}
