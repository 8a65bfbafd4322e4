/* SPDX-License-Identifier: MIT */
/* review_table.c: describes the table as a player saw it when deciding: the hand and the places for a tile
 * (review.h). */
#include "boneyard/words.h"
#include "cli.h"
#include "review.h"
#include "util/tell.h"

#define MANY 4 /* with more open ends than this, lists only their numbers, except in games that count the ends */

struct saying {
    const struct by_view *v;
    const struct by_names *names;
    struct by_text *t;
};

/* Writes the separator before the i-th of n items: nothing, a comma, or "and". */
static void put_between(struct by_text *t, int i, int n)
{
    by_put(t, i == 0 ? "" : i + 1 == n ? by_template(BY_SAY_AND, t->language) : ", ");
}

static void put_hand(const struct saying *s)
{
    char hand[BY_MAX_TILES * 6 + 1];
    struct by_text t = by_tell_on(hand, sizeof hand);

    by_cli_put_tiles(&t, s->v->hand[s->v->seat]);
    by_tell_put(s->t, "cli.review.hand", BY_PARTS(BY_SEAT_AS("", s->v->seat == s->names->you), BY_WORDS(hand)));
}

/* Writes "0, 2 and 7": each open number once. */
static void put_numbers(const struct saying *s)
{
    const struct by_view *v = s->v;
    bool open[BY_NUMBERS] = { false };
    char numbers[BY_NUMBERS * 8];
    struct by_text t = by_tell_on(numbers, sizeof numbers);
    int n = 0, said = 0;

    for (int i = 0; i < v->now.places; i++) {
        n += !open[v->place[i].number];
        open[v->place[i].number] = true;
    }
    for (int k = 0; k < BY_NUMBERS; k++)
        if (open[k]) {
            put_between(&t, said++, n);
            by_put_int(&t, k);
        }
    by_tell_put(s->t, "cli.review.numbers", BY_PARTS(BY_WORDS(numbers), BY_NUMBER(n)));
}

/* If `counted` is set, lists the ends that count; otherwise, lists the doubles inside the line whose open sides do not
 * count (L-15). Shows doubles as whole tiles. Returns the number of ends listed. */
static int list_ends(const struct saying *s, bool counted, struct by_text *out)
{
    const struct by_view *v = s->v;
    int n = 0, said = 0;
    uint8_t at[BY_MAX_TILES + 2];

    for (int i = 0; i < v->now.places; i++) {
        const struct by_laid *on = &v->laid[v->place[i].laid];

        if (!by_count_told(v) || (!by_is_double(on->tile) || on->beside <= 1) == counted)
            at[n++] = (uint8_t)i;
    }
    for (; said < n; said++) {
        by_tile on = v->laid[v->place[at[said]].laid].tile;

        put_between(out, said, n);
        if (by_is_double(on))
            by_put_tile(out, on, false);
        else
            by_put_int(out, v->place[at[said]].number);
    }
    return n;
}

/* Describes the ends: "Ends: 6 and 2, making 8; also 3-3." */
static void put_ends(const struct saying *s)
{
    const struct by_view *v = s->v;
    int must = by_next_foot(&v->now, v->family), n;
    char ends[(BY_MAX_TILES + 2) * 8], sides[(BY_MAX_TILES + 2) * 8];
    struct by_text t = by_tell_on(ends, sizeof ends), more = by_tell_on(sides, sizeof sides);

    if (v->now.laid == 0) {
        by_tell_put(s->t, "cli.review.empty", NULL);
        return;
    }
    if (must != BY_NO_TILE) {
        by_tell_put(s->t, "cli.review.foot", BY_PARTS(BY_THE_TILE(v->laid[must].tile)));
        by_put_char(s->t, '.');
        return;
    }
    if (v->now.places > MANY && !by_count_told(v)) {
        put_numbers(s);
        return;
    }
    n = list_ends(s, true, &t);
    by_tell_put(s->t, by_count_told(v) ? "cli.review.ends.count" : "cli.review.ends",
                BY_PARTS(BY_WORDS(ends), BY_NUMBER(v->now.of.line.count), BY_NUMBER(n)));
    if (by_count_told(v) && list_ends(s, false, &more) > 0)
        by_tell_put(s->t, "cli.review.sides", BY_PARTS(BY_WORDS(sides)));
    by_put_char(s->t, '.');
}

/* Lists the trains that are open to the player: "your train (7), the Mexican Train (4)". */
static void put_trains(const struct saying *s)
{
    const struct by_view *v = s->v;
    char trains[800];
    struct by_text t = by_tell_on(trains, sizeof trains);

    if (v->centre == BY_NO_TILE) {
        by_tell_put(s->t, "cli.review.empty", NULL);
        return;
    }
    for (int i = 0; i <= v->players; i++) {
        int train = i == 0 ? v->seat : i == v->players ? BY_MEXICAN : (v->seat + i) % v->players;

        if (train != v->seat && train != BY_MEXICAN && (v->now.of.trains.markers >> train & 1) == 0)
            continue;
        by_put(&t, t.used > 0 ? ", " : "");
        if (train == BY_MEXICAN)
            by_put_words(&t, BY_SAY_MEXICAN, NULL);
        else if (train == s->names->you)
            by_put_words(&t, BY_SAY_YOUR_TRAIN, NULL);
        else
            by_put_words(&t, BY_SAY_TRAIN_OF, BY_PARTS(BY_WORDS(s->names->at[train])));
        by_put(&t, " (");
        by_put_int(&t, v->tail[train]);
        by_put_char(&t, ')');
    }
    by_tell_put(s->t, "cli.review.trains", BY_PARTS(BY_WORDS(trains)));
}

static void put_row(const struct saying *s)
{
    char row[BY_MAX_TILES * 6 + 1];
    struct by_text t = by_tell_on(row, sizeof row);

    for (int i = 0; i < s->v->now.laid; i++) {
        by_put(&t, i > 0 ? " " : "");
        by_put_tile(&t, s->v->row[i], false);
    }
    by_tell_put(s->t, "cli.review.row", BY_PARTS(BY_WORDS(row)));
}

void by_review_table(const struct by_view *v, const struct by_names *names, struct by_text *out)
{
    const struct by_family *f = by_families[v->family];
    const struct saying s = { v, names, out };

    if (f->solitaire) {
        put_row(&s);
        return;
    }
    put_hand(&s);
    by_put_char(out, ' ');
    if (f->trains)
        put_trains(&s);
    else
        put_ends(&s);
}
