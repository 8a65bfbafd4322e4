/* hint.c: moves and hints in words (coach.h). */
#include "look.h"

#define SECOND 90                       /* a second reason that is weaker is not worth the words */

/* Reasons that say the same thing twice when they stand together. */
static bool repeats(int a, int b)
{
    static const uint8_t same[][2] = {
        { BY_WHY_CANNOT, BY_WHY_DENIES }, { BY_WHY_CANNOT, BY_WHY_OWNS }, { BY_WHY_CANNOT, BY_WHY_BLOCKS },
        { BY_WHY_HARDLY, BY_WHY_DENIES }, { BY_WHY_OWNS, BY_WHY_KEEPS }, { BY_WHY_HEAVY, BY_WHY_STICKS },
        { BY_WHY_CHAIN, BY_WHY_SHORT }, { BY_WHY_OWNS, BY_WHY_BLOCKS }, { BY_WHY_KEEPS, BY_WHY_FOLLOWS },
        { BY_WHY_CANNOT, BY_WHY_LIMITS }, { BY_WHY_HARDLY, BY_WHY_LIMITS }, { BY_WHY_RARE, BY_WHY_HARDLY },
        { BY_WHY_RARE, BY_WHY_CANNOT }, { BY_WHY_DENIES, BY_WHY_LIMITS },
        { BY_WHY_FOOT, BY_WHY_STICKS }, { BY_WHY_OWN_TRAIN, BY_WHY_ANSWERS }, { BY_WHY_ANSWERS, BY_WHY_STICKS },
    };

    if (a == BY_WHY_WINS || a == BY_WHY_OUT || a == BY_WHY_BLOCKS)
        return true;
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
        if ((same[i][0] == a && same[i][1] == b) || (same[i][0] == b && same[i][1] == a))
            return true;
    return false;
}

static int without_shared(struct by_reason *r, int n, const struct by_reason *other, int others)
{
    int kept = 0;

    for (int i = 0; i < n; i++) {
        bool shared = false;

        for (int k = 0; k < others; k++)
            shared = shared || (other[k].id == r[i].id && other[k].strength >= r[i].strength);
        if (!shared)
            r[kept++] = r[i];
    }
    return kept;
}

size_t by_reasons_say(const struct by_decision *d, int move, int other, char *out, size_t size)
{
    struct by_reason r[BY_REASONS], of_other[BY_REASONS];
    struct by_text t = by_text_on(out, size);
    char clause[BY_HINT_TEXT];
    int n = by_reasons(d, move, r), second = 1, others = 0;

    if (other >= 0)
        others = by_reasons(d, other, of_other);
    n = without_shared(r, n, of_other, others);
    if (n == 0)
        return 0;
    by_reason_say(d, &r[0], clause, sizeof clause);
    by_put(&t, clause);
    while (second < n && repeats(r[0].id, r[second].id))
        second++;
    if (second < n && r[second].strength >= SECOND) {
        by_reason_say(d, &r[second], clause, sizeof clause);
        by_put(&t, ", and ");
        by_put(&t, clause);
    }
    return t.used;
}

/* ---- Moves ----------------------------------------------------------------------------------- */

static void put_train(struct by_text *t, const struct by_decision *d, int train)
{
    if (train == BY_MEXICAN) {
        by_put(t, " on the Mexican Train");
    } else if (train == d->view->seat) {
        by_put(t, d->you ? " on your own train" : " on their own train");
    } else {
        by_put(t, " on the train of ");
        by_put(t, d->names[train]);
    }
}

/* Is there another move of the same tile to the same place with another half touching (L-08)? */
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
    by_put(t, "lay ");
    by_put_tile(t, by_move_tile(m), false);
    if (d->view->family == BY_TRAINS) {
        put_train(t, d, by_move_place(m));
    } else if (by_move_place(m) != BY_NO_TILE) {
        by_put(t, " on ");
        by_put_tile(t, (by_tile)by_move_place(m), false);
    }
    if (two_ways(d, m)) {
        by_put(t, " with the ");
        by_put_int(t, by_touching(by_move_tile(m), by_move_flip(m)));
    }
    if (by_move_claim(m) != 0) {
        by_put(t, " and claim ");
        by_put_int(t, by_move_claim(m));
    } else if ((m & BY_ANNOUNCED) != 0) {
        by_put(t, " and say that it leaves one tile");
    }
}

size_t by_move_say(const struct by_decision *d, by_move m, char *out, size_t size)
{
    struct by_text t = by_text_on(out, size);

    switch (by_move_kind(m)) {
    case BY_LAY:
        put_lay(&t, d, m);
        break;
    case BY_HUB:
        by_put(&t, "open the hub with ");
        by_put_tile(&t, by_move_tile(m), false);
        break;
    case BY_TAKE:
    case BY_TAKE3:
        by_put(&t, "take ");
        by_put_tile(&t, by_move_tile(m), false);
        by_put(&t, by_move_kind(m) == BY_TAKE3 ? " and both tiles beside it" : " away");
        break;
    case BY_DRAW_TILE:
        by_put(&t, "draw");
        break;
    case BY_PASS:
        by_put(&t, "pass");
        break;
    default:
        by_put(&t, d->view->family == BY_LINE ? "call Muggins" : "call the silent last tile");
        break;
    }
    return t.used;
}

/* ---- What was heard -------------------------------------------------------------------------- */

/* Numbers of which tiles are unseen, and all of them are such as the seat lacked. */
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

size_t by_known_say(const struct by_decision *d, char *out, size_t size)
{
    struct by_text t = by_text_on(out, size);
    struct look l;

    by_look_at(d, 0, &l);
    for (int seat = 0; seat < d->view->players; seat++) {
        uint32_t left = seat == d->view->seat || d->view->count[seat] == 0 ? 0 : lacked_numbers(&l, seat);

        if (left == 0)
            continue;
        by_put(&t, t.used > 0 ? " " : "");
        by_put(&t, d->names[seat]);
        by_put(&t, " has");
        for (bool first = true; left != 0; left &= left - 1, first = false) {
            by_put(&t, first ? " no " : (left & (left - 1)) == 0 ? " and no " : ", no ");
            by_put_int(&t, __builtin_ctz(left));
        }
        by_put_char(&t, '.');
    }
    return t.used;
}

/* ---- The hint -------------------------------------------------------------------------------- */

size_t by_hint_say(const struct by_decision *d, int best, char *out, size_t size)
{
    struct by_text t = by_text_on(out, size);
    char words[BY_HINT_TEXT];
    bool alike = d->n > 1 && d->values != NULL && by_all_alike(d);

    if (alike)
        by_put(&t, "Your moves are worth about the same. ");
    by_move_say(d, d->moves[best], words, sizeof words);
    if (words[0] >= 'a' && words[0] <= 'z')
        words[0] = (char)(words[0] - 'a' + 'A');
    by_put(&t, words);
    if (d->n == 1) {
        by_put(&t, ": the only move.");
        return t.used;
    }
    if (by_reasons_say(d, best, -1, words, sizeof words) > 0) {
        by_put(&t, ": ");
        by_put(&t, words);
    } else if (!alike) {
        by_put(&t, ": it works out best when the rest is played through");
    }
    by_put(&t, ".");
    return t.used;
}
