/* reasons.c: finds the reasons of a move and says them (coach.h). */
#include "look.h"

const char *const by_reason_about[BY_REASONS] = {
#define BY_REASON(id, about) [BY_WHY_##id] = (about),
#include "boneyard/reasons.def"
#undef BY_REASON
};

int by_reasons(const struct by_decision *d, int move, struct by_reason out[BY_REASONS])
{
    struct look l;
    int n = 0;

    by_look_at(d, move, &l);
    for (int id = 0; id < BY_REASONS; id++) {
        struct by_reason r = { .strength = 0 };
        int k;

        by_line_reason(&l, id, &r);
        if (r.strength == 0)
            by_train_reason(&l, id, &r);
        if (r.strength == 0)
            by_castle_reason(&l, id, &r);
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

struct saying { struct by_text t; const struct by_decision *d; };

static void put(struct saying *s, const char *words) { by_put(&s->t, words); }
static void put_tile(struct saying *s, by_tile t) { by_put_tile(&s->t, t, false); }
static void put_seat(struct saying *s, int seat) { by_put(&s->t, s->d->names[seat]); }

/* "they" and "their" for a seat that is not addressed. */
static void put_self(struct saying *s, const char *after)
{
    put(s, s->d->you ? "you" : "they");
    put(s, after);
}

static void put_own(struct saying *s, const char *after)
{
    put(s, s->d->you ? "your" : "their");
    put(s, after);
}

static void put_number(struct saying *s, const char *before, int n, const char *after)
{
    put(s, before);
    by_put_int(&s->t, n);
    put(s, after);
}

/* Of what there are two to nine is counted in words: "three 5s". */
static void put_many(struct saying *s, int n)
{
    static const char *const words[] = { "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine" };

    if (n >= 0 && n <= 9)
        put(s, words[n]);
    else
        by_put_int(&s->t, n);
}

static void say_score(struct saying *s, const struct by_reason *r)
{
    if (r->amount == r->of) {
        put_number(s, "it scores ", r->amount, "");
        return;
    }
    put_number(s, "the ends make ", r->of, "");
    put_number(s, " and score ", r->amount, "");
}

static void say_call(struct saying *s, const struct by_reason *r)
{
    if (s->d->view->family == BY_TRAINS) {
        put_seat(s, r->seat);
        put(s, " has one tile left and has not said so");
        return;
    }
    put_self(s, " take the ");
    by_put_int(&s->t, r->amount);
    put(s, " that ");
    put_seat(s, r->seat);
    put(s, " has not claimed");
}

static void say_hands(struct saying *s, const struct by_reason *r)
{
    switch (r->id) {
    case BY_WHY_BLOCKS:
        put(s, "nobody can go on after it, and ");
        put_self(s, r->of != 0 ? " hold the least, " : " probably hold the least, ");
        by_put_int(&s->t, r->amount);
        break;
    case BY_WHY_CANNOT:
        put_seat(s, r->seat);
        put(s, r->amount != 0 ? " cannot follow and has to draw" : " cannot follow and has to pass");
        break;
    case BY_WHY_HARDLY:
        put_seat(s, r->seat);
        put(s, " probably cannot follow, with only ");
        put_many(s, r->amount);
        put(s, r->amount == 1 ? " tile that fits still out" : " tiles that fit still out");
        break;
    case BY_WHY_OWNS:
        put(s, "nobody else has ");
        by_put_a(&s->t, r->number);
        put(s, " any more");
        break;
    case BY_WHY_KEEPS:
        put_self(s, " still hold ");
        put_many(s, r->amount);
        put_number(s, " ", r->number, "s for an open end");
        break;
    case BY_WHY_ONLY:
        put_self(s, " keep ");
        put_tile(s, r->tile);
        put(s, ", ");
        put_own(s, " only ");
        by_put_int(&s->t, r->number);
        break;
    default:
        if (r->amount == r->of) {
            put(s, "all ");
            put_own(s, " other tiles fit after it");
        } else {
            by_put_int(&s->t, r->amount);
            put_number(s, s->d->you ? " of your " : " of their ", r->of, " other tiles fit after it");
        }
        break;
    }
}

static void say_double(struct saying *s, const struct by_reason *r)
{
    if (r->id == BY_WHY_OPEN_DOUBLE && s->d->view->family == BY_TRAINS) {
        put(s, "the double stays open, and ");
        put_seat(s, r->seat);
        put(s, " has to answer it");
    } else if (r->id == BY_WHY_OPEN_DOUBLE) {
        put(s, "it leaves ");
        put_tile(s, r->tile);
        put(s, " open on purpose");
    } else if (r->amount > 4) {
        put(s, "it gets rid of a double, which fits only one number");
    } else {
        put_tile(s, r->tile);
        put(s, " goes before it sticks, with ");
        put(s, r->amount > 0 ? "only " : "");
        put_many(s, r->amount);
        put_number(s, " other ", r->number, r->amount == 1 ? " left" : "s left");
    }
}

static void say_train(struct saying *s, const struct by_reason *r)
{
    switch (r->id) {
    case BY_WHY_MEXICAN:
        put(s, "it begins the Mexican Train");
        break;
    case BY_WHY_OWN_TRAIN:
        put(s, r->amount > 1 ? "it is the next of " : "it goes on ");
        if (r->amount > 1)
            put_number(s, "", r->amount, " tiles for ");
        put_own(s, " own train");
        break;
    case BY_WHY_KEEPS_TRAIN:
        if (r->amount == 0) {
            put(s, "it is of no use for ");
            put_own(s, " own train");
            break;
        }
        put_own(s, " own train of ");
        by_put_count(&s->t, r->amount, "tile");
        put(s, " stays whole");
        break;
    case BY_WHY_CLOSES:
        put(s, "it closes ");
        put_own(s, " train again");
        break;
    default:
        put_tile(s, (by_tile)r->number);
        put(s, " can follow on the double");
        break;
    }
}

static void say_castle(struct saying *s, const struct by_reason *r)
{
    switch (r->id) {
    case BY_WHY_THREE:
        put(s, "it takes three tiles at once");
        break;
    case BY_WHY_CHAIN:
        by_put_count(&s->t, r->amount, "more tile");
        put(s, " can go after it");
        break;
    case BY_WHY_SHORT:
        put(s, r->amount == 0 ? "it empties the row" : "it leads down to ");
        if (r->amount > 0) {
            by_put_count(&s->t, r->amount, "tile");
            put(s, ", the fewest");
        }
        break;
    default:
        by_put_int(&s->t, r->amount);
        put_number(s, " of the ", r->of, " tiles still out would take something next");
        break;
    }
}

static void say_other(struct saying *s, const struct by_reason *r)
{
    switch (r->id) {
    case BY_WHY_WINS:
        put(s, "it wins the game");
        break;
    case BY_WHY_OUT:
        put(s, "it is ");
        put_own(s, " last tile");
        break;
    case BY_WHY_SCORES:
        say_score(s, r);
        break;
    case BY_WHY_CLAIMS:
        put(s, r->of != 0 ? "points count only when they are claimed" : "a last tile has to be announced");
        break;
    case BY_WHY_CALLS:
        say_call(s, r);
        break;
    case BY_WHY_HEAVY:
        put_number(s, "it gets rid of ", r->amount, r->of == 1 ? " pips, the heaviest tile" : " pips");
        break;
    case BY_WHY_DENIES:
        put(s, r->amount == 0 ? "no tile scores for " : "only one tile scores for ");
        put_seat(s, r->seat);
        put(s, " after it");
        break;
    case BY_WHY_LIMITS:
        put_seat(s, r->seat);
        put_number(s, " can score ", r->amount, " at most after it");
        break;
    case BY_WHY_RARE:
        put(s, "only ");
        put_many(s, r->amount);
        put_number(s, r->amount == 1 ? " other tile has the " : " other tiles have the ", r->number, " it opens");
        break;
    case BY_WHY_COVERS:
        put_number(s, "it covers the ", r->number, ", of which ");
        put_many(s, r->amount);
        put(s, " tiles are out");
        break;
    case BY_WHY_BLANK:
        put_number(s, "0-0 left over costs ", r->amount, " more");
        break;
    default:
        put_self(s, " hold ");
        put_many(s, r->amount);
        put(s, r->amount == 1 ? " toe for the foot" : " toes for the foot");
        break;
    }
}

size_t by_reason_say(const struct by_decision *d, const struct by_reason *r, char *out, size_t size)
{
    struct saying s = { by_text_on(out, size), d };

    if (r->id >= BY_WHY_BLOCKS && r->id <= BY_WHY_FOLLOWS)
        say_hands(&s, r);
    else if (r->id == BY_WHY_STICKS || r->id == BY_WHY_OPEN_DOUBLE)
        say_double(&s, r);
    else if (r->id >= BY_WHY_MEXICAN && r->id <= BY_WHY_ANSWERS)
        say_train(&s, r);
    else if (r->id >= BY_WHY_THREE)
        say_castle(&s, r);
    else
        say_other(&s, r);
    return s.t.used;
}
