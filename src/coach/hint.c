/* SPDX-License-Identifier: MIT */
/* hint.c: puts moves and hints into words (coach.h). */
#include "boneyard/words.h"
#include "look.h"

#define SECOND 90 /* minimum strength for a second reason to be mentioned */

/* Returns whether two reasons are so similar that one is enough. */
static bool repeats(int a, int b)
{
    static const uint8_t same[][2] = {
        { BY_WHY_CANNOT, BY_WHY_DENIES },     { BY_WHY_CANNOT, BY_WHY_OWNS },
        { BY_WHY_CANNOT, BY_WHY_BLOCKS },     { BY_WHY_HARDLY, BY_WHY_DENIES },
        { BY_WHY_OWNS, BY_WHY_KEEPS },        { BY_WHY_HEAVY, BY_WHY_STICKS },
        { BY_WHY_CHAIN, BY_WHY_SHORT },       { BY_WHY_OWNS, BY_WHY_BLOCKS },
        { BY_WHY_KEEPS, BY_WHY_FOLLOWS },     { BY_WHY_CANNOT, BY_WHY_LIMITS },
        { BY_WHY_HARDLY, BY_WHY_LIMITS },     { BY_WHY_RARE, BY_WHY_HARDLY },
        { BY_WHY_RARE, BY_WHY_CANNOT },       { BY_WHY_DENIES, BY_WHY_LIMITS },
        { BY_WHY_FOOT, BY_WHY_STICKS },       { BY_WHY_OWN_TRAIN, BY_WHY_ANSWERS },
        { BY_WHY_ANSWERS, BY_WHY_STICKS },    { BY_WHY_FEWER, BY_WHY_STOPS },
        { BY_WHY_FEWER, BY_WHY_HARDLY },      { BY_WHY_FEWER, BY_WHY_CANNOT },
        { BY_WHY_STOPS, BY_WHY_HARDLY },      { BY_WHY_STOPS, BY_WHY_CANNOT },
        { BY_WHY_FEWER, BY_WHY_SHUTS_BLANK }, { BY_WHY_LACKS, BY_WHY_FEWER },
        { BY_WHY_LACKS, BY_WHY_CANNOT },      { BY_WHY_LACKS, BY_WHY_RARE },
        { BY_WHY_LACKS, BY_WHY_SCARCER },     { BY_WHY_FEWER, BY_WHY_SCARCER },
        { BY_WHY_SCARCER, BY_WHY_RARE },      { BY_WHY_OWN_END, BY_WHY_KEEPS },
        { BY_WHY_OWN_END, BY_WHY_SCARCER },   { BY_WHY_OWN_END, BY_WHY_MORE_FIT },
        { BY_WHY_MORE_FIT, BY_WHY_KEEPS },    { BY_WHY_MORE_FIT, BY_WHY_FOLLOWS },
        { BY_WHY_SAVES, BY_WHY_OWNS },        { BY_WHY_SAVES, BY_WHY_ONLY },
        { BY_WHY_SHEDS, BY_WHY_UNLOADS },     { BY_WHY_SHEDS, BY_WHY_HEAVY },
        { BY_WHY_UNLOADS, BY_WHY_HEAVY },     { BY_WHY_STOPS, BY_WHY_UNLOADS },
        { BY_WHY_LOCKS, BY_WHY_FOOT },        { BY_WHY_LOCKS, BY_WHY_FEWER },
        { BY_WHY_EXTRA, BY_WHY_WAITS },       { BY_WHY_EXTRA, BY_WHY_KEEPS_TRAIN },
        { BY_WHY_WAITS, BY_WHY_GROWS },       { BY_WHY_GROWS, BY_WHY_KEEPS_TRAIN },
        { BY_WHY_BOTH, BY_WHY_GROWS },        { BY_WHY_BOTH, BY_WHY_EXTRA },
        { BY_WHY_BOTH, BY_WHY_MORE_FIT },     { BY_WHY_BOTH, BY_WHY_CARRIES },
        { BY_WHY_CARRIES, BY_WHY_GROWS },     { BY_WHY_CARRIES, BY_WHY_EXTRA },
        { BY_WHY_GROWS, BY_WHY_EXTRA },       { BY_WHY_WAITS, BY_WHY_KEEPS_TRAIN },
        { BY_WHY_SHEDS, BY_WHY_BLANK },       { BY_WHY_COVERS, BY_WHY_JOINS },
        { BY_WHY_COVERS, BY_WHY_SCARCER },    { BY_WHY_GROWS, BY_WHY_OWN_TRAIN },
        { BY_WHY_VARIETY, BY_WHY_MORE_FIT },  { BY_WHY_KEEPS_CLOSED, BY_WHY_FEWER },
        { BY_WHY_SPARES, BY_WHY_DENIES },     { BY_WHY_SPARES, BY_WHY_LIMITS },
        { BY_WHY_HOME_END, BY_WHY_GROWS },    { BY_WHY_COVERS, BY_WHY_KEEPS_CLOSED },
    };

    if (a == BY_WHY_WINS || a == BY_WHY_OUT || a == BY_WHY_BLOCKS)
        return true;
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
        if ((same[i][0] == a && same[i][1] == b) || (same[i][0] == b && same[i][1] == a))
            return true;
    return false;
}

int by_reasons_pick(const struct by_decision *d, int move, int other, struct by_reason out[2])
{
    struct by_reason r[BY_REASONS];
    int n = other < 0 ? by_reasons(d, move, r) : by_reasons_than(d, move, other, r), second = 1;

    if (n == 0)
        return 0;
    out[0] = r[0];
    while (second < n && repeats(r[0].id, r[second].id))
        second++;
    if (second == n || r[second].strength < SECOND)
        return 1;
    out[1] = r[second];
    return 2;
}

bool by_reasons_say(const struct by_decision *d, int move, int other, struct by_text *out)
{
    struct by_reason r[2];
    int n = by_reasons_pick(d, move, other, r);
    size_t at = out->used;
    bool comma = false;

    if (n > 0)
        by_reason_say(d, &r[0], out);
    for (; at < out->used; at++)
        comma = comma || out->at[at] == ',';
    if (n > 1) {
        if (comma)
            by_put(out, "; ");
        else
            by_put_words(out, BY_SAY_AND_ALSO, NULL);
        by_reason_say(d, &r[1], out);
    }
    return n > 0;
}

/* ---- Moves ----------------------------------------------------------------------------------- */

#define NAME(seat) BY_SEAT_AS(d->names[seat], d->you >> (seat)&1)
#define SELF NAME(d->view->seat)

/* Returns whether another move lays the same tile in the same place with its other half touching (L-08). */
static bool two_ways(const struct by_decision *d, by_move m)
{
    for (int i = 0; i < d->n; i++)
        if (d->moves[i] != m && by_move_kind(d->moves[i]) == BY_LAY && by_move_tile(d->moves[i]) == by_move_tile(m)
            && by_move_place(d->moves[i]) == by_move_place(m) && by_move_flip(d->moves[i]) != by_move_flip(m))
            return true;
    return false;
}

static void put_lay(struct by_text *t, const struct by_decision *d, by_move m)
{
    int place = by_move_place(m);
    bool trains = by_families[d->view->family]->trains;

    by_put_words(t, BY_SAY_DO_LAY, BY_PARTS(SELF, BY_THE_TILE(by_move_tile(m))));
    if (!trains && place != BY_NO_TILE)
        by_put_words(t, BY_SAY_ON_TILE, BY_PARTS(BY_THE_TILE(place)));
    else if (trains && place == BY_MEXICAN)
        by_put_words(t, BY_SAY_ON_MEXICAN, NULL);
    else if (trains && place == d->view->seat)
        by_put_words(t, BY_SAY_ON_OWN, BY_PARTS(SELF));
    else if (trains)
        by_put_words(t, BY_SAY_ON_TRAIN, BY_PARTS(NAME(place)));
    if (two_ways(d, m))
        by_put_words(t, BY_SAY_WITH_HALF, BY_PARTS(BY_NUMBER(by_touching(by_move_tile(m), by_move_flip(m)))));
    if (by_move_claim(m) != 0)
        by_put_words(t, BY_SAY_AND_CLAIM, BY_PARTS(BY_NUMBER(by_move_claim(m))));
    else if ((m & BY_ANNOUNCED) != 0)
        by_put_words(t, BY_SAY_AND_SIGN, NULL);
}

void by_move_say(const struct by_decision *d, by_move m, struct by_text *out)
{
    static const uint16_t says[] = {
        [BY_HUB] = BY_SAY_DO_HUB,        [BY_TAKE] = BY_SAY_DO_TAKE, [BY_TAKE3] = BY_SAY_DO_TAKE_BESIDE,
        [BY_DRAW_TILE] = BY_SAY_DO_DRAW, [BY_PASS] = BY_SAY_DO_PASS, [BY_CALL_OUT] = BY_SAY_DO_CALL_TILE
    };
    enum by_sentence what = (enum by_sentence)says[by_move_kind(m)];

    if (by_move_kind(m) == BY_LAY)
        put_lay(out, d, m);
    else
        by_put_words(
            out, what == BY_SAY_DO_CALL_TILE && by_families[d->view->family]->asks_scores ? BY_SAY_DO_CALL_SCORE : what,
            BY_PARTS(SELF, BY_THE_TILE(by_move_tile(m))));
}

/* ---- Inferences from the history ---------------------------------------------------------------- */

/* Returns the numbers that the seat is known to lack, because it cannot hold any of the unseen tiles with them. */
static uint32_t lacked_numbers(const struct look *l, int seat)
{
    uint32_t lacked = 0;

    for (int k = 0; k <= BY_MAX_NUMBER; k++) {
        struct by_set out = by_set_and(l->unseen, by_suit[k]), may = look_less(out, l->lacks[seat]);

        if (!by_set_empty(&out) && by_set_empty(&may))
            lacked |= (uint32_t)1 << k;
    }
    return lacked;
}

void by_known_say(const struct by_decision *d, struct by_text *out)
{
    struct look l;

    by_look_at(d, 0, &l);
    for (int seat = 0; seat < d->view->players; seat++) {
        uint32_t left = seat == d->view->seat || d->view->count[seat] == 0 ? 0 : lacked_numbers(&l, seat);
        char numbers[160];
        struct by_text t = by_text_in(numbers, sizeof numbers, out->language);

        if (left == 0)
            continue;
        for (bool first = true; left != 0; left &= left - 1, first = false) {
            if (!first)
                by_put_words(&t, (left & (left - 1)) == 0 ? BY_SAY_AND_NO : BY_SAY_COMMA_NO, NULL);
            by_put_int(&t, __builtin_ctz(left));
        }
        by_put(out, out->used > 0 ? " " : "");
        by_put_words(out, BY_SAY_HAS_NO, BY_PARTS(NAME(seat), BY_WORDS(numbers)));
    }
}

/* ---- The hint -------------------------------------------------------------------------------- */

/* Returns the move with the next best value; without values, returns any other move. */
static int runner_up(const struct by_decision *d, int best)
{
    int next = best == 0 ? 1 : 0;

    for (int i = 0; i < d->n && d->values != NULL; i++)
        next = i != best && d->values[i] > d->values[next] ? i : next;
    return next;
}

void by_hint_say(const struct by_decision *d, int best, struct by_text *out)
{
    char words[BY_HINT_TEXT];
    struct by_text t = by_text_in(words, sizeof words, out->language);
    bool alike = d->n > 1 && d->values != NULL && by_all_alike(d);

    if (alike)
        by_put_words(out, BY_SAY_ALIKE, NULL);
    by_move_say(d, d->moves[best], &t);
    if (words[0] >= 'a' && words[0] <= 'z')
        words[0] = (char)(words[0] - 'a' + 'A');
    by_put(out, words);
    t = by_text_in(words, sizeof words, out->language);
    if (d->n == 1) {
        by_put_words(out, BY_SAY_ONLY_MOVE, NULL);
    } else if (by_reasons_say(d, best, -1, &t) || (!alike && by_reasons_say(d, best, runner_up(d, best), &t))) {
        by_put(out, ": ");
        by_put(out, words);
    } else if (!alike) {
        by_put_words(out, BY_SAY_WORKS_OUT, NULL);
    }
    by_put_char(out, '.');
    if (d->hurried) {
        by_put_char(out, ' ');
        by_put_words(out, BY_SAY_HURRIED, NULL);
    }
}
