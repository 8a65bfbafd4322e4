/* SPDX-License-Identifier: MIT */
/* reasons.c: finds the reasons for a move and puts them into words (coach.h). */
#include "boneyard/words.h"
#include "hands.h"

const char *const by_reason_about[BY_REASONS] = {
#define BY_REASON(id, about) [BY_WHY_##id] = (about),
#include "boneyard/reasons.def"
#undef BY_REASON
};

int by_reasons(const struct by_decision *d, int move, struct by_reason out[BY_REASONS])
{
    const struct by_coach_family *f = by_coach_families[d->view->family];
    struct look l;
    int n = 0;

    by_look_at(d, move, &l);
    for (int id = 0; id < BY_REASONS; id++) {
        struct by_reason r = { .strength = 0 };
        int k;

        by_hand_reason(&l, id, &r);
        if (r.strength == 0 && f->reason != NULL)
            f->reason(&l, id, &r);
        if (r.strength <= 0)
            continue;
        r.id = (uint8_t)id;
        for (k = n++; k > 0 && out[k - 1].strength < r.strength; k--)
            out[k] = out[k - 1];
        out[k] = r;
    }
    return n;
}

/* ---- Words ----------------------------------------------------------------------------------- */

struct saying {
    struct by_text *t;
    const struct by_decision *d;
};

#define TELL(id, ...) by_put_words(s->t, BY_SAY_R_##id, BY_PARTS(__VA_ARGS__))
#define SELF BY_SEAT_AS("", s->d->you)
#define NAME(seat) BY_WORDS(s->d->names[seat])

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
        TELL(STAYS_OPEN, NAME(r->seat));
    else if (r->id == BY_WHY_OPEN_DOUBLE)
        TELL(LEAVES_OPEN, BY_THE_TILE(r->tile));
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

/* Describes what the move leaves to others. */
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
    default: TELL(FOOT, SELF, BY_NUMBER(r->amount)); break;
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

void by_reason_say(const struct by_decision *d, const struct by_reason *r, struct by_text *out)
{
    const struct saying its = { out, d }, *s = &its;

    if (r->id >= BY_WHY_BLOCKS && r->id <= BY_WHY_FOLLOWS)
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
