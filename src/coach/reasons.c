/* SPDX-License-Identifier: MIT */
/* reasons.c: finds the reasons for a move and puts them into words (coach.h). */
#include "boneyard/words.h"
#include "compare.h"
#include "hands.h"

/* Inserts a reason in order of strength. Returns the new number of reasons. */
static int insert(struct by_reason out[BY_REASONS], int n, int id, struct by_reason r)
{
    int k;

    if (r.strength <= 0)
        return n;
    r.id = (uint8_t)id;
    for (k = n; k > 0 && out[k - 1].strength < r.strength; k--)
        out[k] = out[k - 1];
    out[k] = r;
    return n + 1;
}

int by_reasons(const struct by_decision *d, int move, struct by_reason out[BY_REASONS])
{
    const struct by_coach_family *f = by_coach_families[d->view->family];
    struct look l;
    int n = 0;

    by_look_at(d, move, &l);
    for (int id = 0; id < BY_REASONS; id++) {
        struct by_reason r = { .strength = 0 };

        by_hand_reason(&l, id, &r);
        if (r.strength == 0 && f->reason != NULL)
            f->reason(&l, id, &r);
        n = insert(out, n, id, r);
    }
    return n;
}

/* Returns whether a reason for a move also holds for the other move, although by_reasons does not list it. */
static bool holds_too(const struct by_reason *r, const struct look *other)
{
    switch (r->id) {
    case BY_WHY_KEEPS_TRAIN: return other->kind != BY_LAY; /* drawing and passing also keep the train */
    case BY_WHY_HARDLY: {                                  /* the next player certainly cannot follow */
        const struct by_set answers = look_answers(other);

        return other->next == r->seat && by_set_empty(&answers);
    }
    case BY_WHY_OWNS: /* while a double must be filled first, nothing else fits */
        return (other->open_after >> r->number & 1) != 0 && look_suit(&other->rest, r->number) >= r->amount;
    default: return false;
    }
}

/* Drops the reasons that favour the other move equally. */
static int without_shared(const struct by_decision *d, int other, struct by_reason *r, int n)
{
    struct by_reason of_other[BY_REASONS];
    int others = by_reasons(d, other, of_other), kept = 0;
    struct look b;

    by_look_at(d, other, &b);
    for (int i = 0; i < n; i++) {
        bool shared = holds_too(&r[i], &b);

        for (int k = 0; k < others; k++)
            shared = shared || (of_other[k].id == r[i].id && of_other[k].strength >= r[i].strength);
        if (!shared)
            r[kept++] = r[i];
    }
    return kept;
}

int by_reasons_than(const struct by_decision *d, int move, int other, struct by_reason out[BY_REASONS])
{
    int n = without_shared(d, other, out, by_reasons(d, move, out));
    struct look a, b;

    by_look_at(d, move, &a);
    by_look_at(d, other, &b);
    for (int id = 0; id < BY_REASONS; id++) {
        struct by_reason r;

        by_compare_reason(&a, &b, id, &r);
        n = insert(out, n, id, r);
    }
    return n;
}

/* ---- Words ----------------------------------------------------------------------------------- */

struct saying {
    struct by_text *t;
    const struct by_decision *d;
};

#define TELL(id, ...) by_put_words(s->t, BY_SAY_R_##id, BY_PARTS(__VA_ARGS__))
#define NAME(seat) BY_SEAT_AS(s->d->names[seat], s->d->you >> (seat)&1)
#define SELF NAME(s->d->view->seat)

static void say_hands(const struct saying *s, const struct by_reason *r)
{
    switch (r->id) {
    case BY_WHY_BLOCKS:
        by_put_words(s->t, r->of != 0 ? BY_SAY_R_BLOCKS : BY_SAY_R_BLOCKS_LIKELY, BY_PARTS(SELF, BY_NUMBER(r->amount)));
        break;
    case BY_WHY_CANNOT:
        by_put_words(s->t, r->amount != 0 ? BY_SAY_R_HAS_TO_DRAW : BY_SAY_R_HAS_TO_PASS, BY_PARTS(NAME(r->seat)));
        break;
    case BY_WHY_HARDLY: TELL(HARDLY, NAME(r->seat), BY_NUMBER(r->amount)); break;
    case BY_WHY_OWNS: TELL(OWNS, BY_NUMBER(r->number)); break;
    case BY_WHY_KEEPS: TELL(KEEPS, SELF, BY_NUMBER(r->amount), BY_NUMBER(r->number)); break;
    case BY_WHY_ONLY: TELL(ONLY, SELF, BY_THE_TILE(r->tile), BY_NUMBER(r->number)); break;
    default:
        by_put_words(s->t, r->amount == r->of ? BY_SAY_R_FOLLOW_ALL : BY_SAY_R_FOLLOW,
                     BY_PARTS(SELF, BY_NUMBER(r->amount), BY_NUMBER(r->of)));
        break;
    }
}

static void say_double(const struct saying *s, const struct by_reason *r)
{
    if (r->id == BY_WHY_OPEN_DOUBLE && by_families[s->d->view->family]->trains)
        TELL(STAYS_OPEN, NAME(r->seat), BY_THE_TILE(r->tile), BY_NUMBER(r->number));
    else if (r->id == BY_WHY_OPEN_DOUBLE && r->amount > 0)
        TELL(OPEN_FOR_OWN, SELF, BY_THE_TILE(r->tile), BY_NUMBER(r->number));
    else if (r->id == BY_WHY_OPEN_DOUBLE)
        TELL(LEAVES_OPEN, BY_THE_TILE(r->tile), BY_NUMBER(r->of), BY_NUMBER(r->number));
    else if (r->amount > 4)
        TELL(DOUBLE, BY_THE_TILE(r->tile));
    else if (r->amount > 0)
        TELL(STICKS, BY_THE_TILE(r->tile), BY_NUMBER(r->amount), BY_NUMBER(r->number));
    else
        TELL(STICKS_LAST, BY_THE_TILE(r->tile), BY_NUMBER(r->number));
}

static void say_train(const struct saying *s, const struct by_reason *r)
{
    const struct by_part parts[] = { SELF, BY_NUMBER(r->amount) };

    switch (r->id) {
    case BY_WHY_MEXICAN: by_put_words(s->t, BY_SAY_R_MEXICAN, parts); break;
    case BY_WHY_OWN_TRAIN: by_put_words(s->t, r->amount > 1 ? BY_SAY_R_NEXT_OF : BY_SAY_R_OWN_TRAIN, parts); break;
    case BY_WHY_KEEPS_TRAIN: by_put_words(s->t, r->amount == 0 ? BY_SAY_R_NO_USE : BY_SAY_R_WHOLE, parts); break;
    case BY_WHY_CLOSES: by_put_words(s->t, BY_SAY_R_CLOSES, parts); break;
    default: TELL(ANSWERS, BY_THE_TILE(r->number)); break;
    }
}

static void say_castle(const struct saying *s, const struct by_reason *r)
{
    enum by_sentence sentence = BY_SAY_R_SHORT;

    if (r->id == BY_WHY_THREE)
        sentence = BY_SAY_R_THREE;
    else if (r->id == BY_WHY_CHAIN)
        sentence = BY_SAY_R_CHAIN;
    else if (r->id != BY_WHY_SHORT)
        sentence = BY_SAY_R_READY;
    else if (r->amount == 0)
        sentence = BY_SAY_R_EMPTIES;
    by_put_words(s->t, sentence, BY_PARTS(BY_NUMBER(r->amount), BY_NUMBER(r->of)));
}

/* Describes the possibilities that the move leaves to the other players. */
static void say_numbers(const struct saying *s, const struct by_reason *r)
{
    switch (r->id) {
    case BY_WHY_DENIES:
        by_put_words(s->t, r->amount == 0 ? BY_SAY_R_DENIES : BY_SAY_R_DENIES_ALL_BUT, BY_PARTS(NAME(r->seat)));
        break;
    case BY_WHY_LIMITS: TELL(LIMITS, NAME(r->seat), BY_NUMBER(r->amount)); break;
    case BY_WHY_RARE: TELL(RARE, BY_NUMBER(r->amount), BY_NUMBER(r->number)); break;
    case BY_WHY_COVERS: TELL(COVERS, BY_NUMBER(r->number), BY_NUMBER(r->amount)); break;
    case BY_WHY_BLANK: TELL(BLANK, BY_NUMBER(r->amount)); break;
    default: TELL(FOOT, SELF, BY_NUMBER(r->amount), BY_NUMBER(r->number)); break;
    }
}

static void say_other(const struct saying *s, const struct by_reason *r)
{
    switch (r->id) {
    case BY_WHY_WINS: TELL(WINS, SELF); break;
    case BY_WHY_OUT: TELL(OUT, SELF); break;
    case BY_WHY_SCORES:
        by_put_words(s->t, r->amount == r->of ? BY_SAY_R_SCORES : BY_SAY_R_MAKES,
                     BY_PARTS(BY_NUMBER(r->of), BY_NUMBER(r->amount)));
        break;
    case BY_WHY_CLAIMS: by_put_words(s->t, r->of != 0 ? BY_SAY_R_CLAIMS : BY_SAY_R_SIGNS, NULL); break;
    case BY_WHY_CALLS:
        if (!by_families[s->d->view->family]->asks_scores)
            TELL(SILENT, NAME(r->seat));
        else
            TELL(UNCLAIMED, SELF, BY_NUMBER(r->amount), NAME(r->seat));
        break;
    case BY_WHY_HEAVY:
        by_put_words(s->t, r->of == 1 ? BY_SAY_R_HEAVIEST : BY_SAY_R_PIPS, BY_PARTS(BY_NUMBER(r->amount)));
        break;
    default: say_numbers(s, r); break;
    }
}

/* Compares the next player's possibilities. */
static void say_next(const struct saying *s, const struct by_reason *r)
{
    if (r->id == BY_WHY_LACKS)
        TELL(LACKS, NAME(r->seat), BY_NUMBER(r->number));
    else if (r->id == BY_WHY_SHUTS_BLANK)
        TELL(SHUTS_BLANK, NAME(r->seat));
    else if (r->amount == 0)
        TELL(FEWER_NONE, NAME(r->seat));
    else if (r->id == BY_WHY_STOPS)
        TELL(STOPS, NAME(r->seat), BY_NUMBER(r->number), BY_NUMBER(r->amount), BY_NUMBER(r->of));
    else
        TELL(FEWER, NAME(r->seat), BY_NUMBER(r->amount), BY_NUMBER(r->of));
}

/* Compares hands and open numbers. */
static void say_kept(const struct saying *s, const struct by_reason *r)
{
    const struct by_part parts[] = { SELF, BY_NUMBER(r->amount), BY_NUMBER(r->of) };

    switch (r->id) {
    case BY_WHY_SAVES_BLANK: TELL(SAVES_BLANK, SELF, BY_THE_TILE(r->tile)); break;
    case BY_WHY_JOINS: TELL(JOINS, BY_THE_TILE(r->tile), BY_NUMBER(r->number)); break;
    case BY_WHY_MORE_FIT: by_put_words(s->t, r->of > 0 ? BY_SAY_R_MORE_FIT : BY_SAY_R_MORE_FIT_NONE, parts); break;
    case BY_WHY_VARIETY: by_put_words(s->t, BY_SAY_R_VARIETY, parts); break;
    case BY_WHY_SAVES: TELL(SAVES, SELF, BY_THE_TILE(r->tile), BY_NUMBER(r->number)); break;
    case BY_WHY_OWN_END:
        by_put_words(s->t, r->seat != 0 ? BY_SAY_R_OPENS_OWN : BY_SAY_R_OWN_END,
                     BY_PARTS(SELF, BY_NUMBER(r->number), BY_NUMBER(r->of)));
        break;
    case BY_WHY_KEEPS_CLOSED: TELL(KEEPS_CLOSED, BY_NUMBER(r->number), BY_NUMBER(r->amount)); break;
    case BY_WHY_SPARES:
        by_put_words(s->t, r->amount > 0 ? BY_SAY_R_SPARES : BY_SAY_R_SPARES_NONE,
                     BY_PARTS(NAME(r->seat), BY_NUMBER(r->amount), BY_NUMBER(r->of)));
        break;
    case BY_WHY_MORE_ENDS: by_put_words(s->t, BY_SAY_R_MORE_ENDS, parts); break;
    case BY_WHY_SETS_UP: by_put_words(s->t, BY_SAY_R_SETS_UP, parts); break;
    case BY_WHY_HOME_END: TELL(HOME_END, SELF, BY_NUMBER(r->number), BY_NUMBER(r->of)); break;
    default:
        by_put_words(s->t, r->seat != 0 ? BY_SAY_R_OPENS_SCARCE : BY_SAY_R_SCARCER,
                     BY_PARTS(BY_NUMBER(r->number), BY_NUMBER(r->of)));
        break;
    }
}

/* Compares pips and doubles. */
static void say_weight(const struct saying *s, const struct by_reason *r)
{
    switch (r->id) {
    case BY_WHY_SHEDS:
        by_put_words(s->t, by_families[s->d->view->family]->low_wins ? BY_SAY_R_HIGH_FIRST : BY_SAY_R_SHEDS,
                     BY_PARTS(BY_NUMBER(r->amount), BY_NUMBER(r->of)));
        break;
    case BY_WHY_UNLOADS:
        TELL(UNLOADS, NAME(r->seat), BY_NUMBER(r->number), BY_NUMBER(r->amount), BY_NUMBER(r->of));
        break;
    case BY_WHY_LIGHTER: TELL(LIGHTER, BY_NUMBER(r->number), BY_NUMBER(r->of)); break;
    case BY_WHY_HOLDS_DOUBLE:
        by_put_words(s->t, r->amount == 0 ? BY_SAY_R_HOLDS_NONE : BY_SAY_R_HOLDS_ONE,
                     BY_PARTS(SELF, BY_THE_TILE(r->tile), BY_NUMBER(r->number)));
        break;
    default: TELL(LOCKS, BY_THE_TILE(r->tile)); break;
    }
}

/* Compares trains and rows. */
static void say_plan(const struct saying *s, const struct by_reason *r)
{
    const struct by_part parts[] = { SELF, BY_NUMBER(r->amount), BY_NUMBER(r->of) };

    switch (r->id) {
    case BY_WHY_GROWS: by_put_words(s->t, r->of > 0 ? BY_SAY_R_GROWS : BY_SAY_R_GROWS_STILL, parts); break;
    case BY_WHY_BOTH: by_put_words(s->t, BY_SAY_R_BOTH, parts); break;
    case BY_WHY_CARRIES: by_put_words(s->t, BY_SAY_R_CARRIES, parts); break;
    case BY_WHY_EXTRA: TELL(EXTRA, SELF, BY_THE_TILE(r->tile), BY_NUMBER(r->amount)); break;
    case BY_WHY_WAITS: by_put_words(s->t, BY_SAY_R_WAITS, parts); break;
    case BY_WHY_GUEST: TELL(GUEST, NAME(r->seat)); break;
    case BY_WHY_DRAWS_FIRST: by_put_words(s->t, BY_SAY_R_DRAWS_FIRST, NULL); break;
    default: by_put_words(s->t, BY_SAY_R_ONE_ONLY, parts + 1); break;
    }
}

void by_reason_say(const struct by_decision *d, const struct by_reason *r, struct by_text *out)
{
    const struct saying its = { out, d }, *s = &its;

    if (r->id >= BY_WHY_GROWS)
        say_plan(s, r);
    else if (r->id >= BY_WHY_SHEDS)
        say_weight(s, r);
    else if (r->id >= BY_WHY_SAVES_BLANK)
        say_kept(s, r);
    else if (r->id >= BY_WHY_FEWER)
        say_next(s, r);
    else if (r->id >= BY_WHY_BLOCKS && r->id <= BY_WHY_FOLLOWS)
        say_hands(s, r);
    else if (r->id == BY_WHY_STICKS || r->id == BY_WHY_OPEN_DOUBLE)
        say_double(s, r);
    else if (r->id >= BY_WHY_MEXICAN && r->id <= BY_WHY_ANSWERS)
        say_train(s, r);
    else if (r->id >= BY_WHY_THREE)
        say_castle(s, r);
    else
        say_other(s, r);
}
