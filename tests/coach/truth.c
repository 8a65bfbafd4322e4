/* SPDX-License-Identifier: MIT */
/* truth.c: compares the coach's statements with the real round (truth.h). */
#include "truth.h"

#include <string.h>

const char *const truth_about[BY_REASONS] = {
#define BY_REASON(id, about) [BY_WHY_##id] = (about),
#include "boneyard/reasons.def"
#undef BY_REASON
};

static by_move moves[BY_MOVES];

static int suit(struct by_set s, int number)
{
    int n = 0;

    while (!by_set_empty(&s)) {
        by_tile t = by_set_take(&s);

        n += by_high(t) == number || by_low(t) == number;
    }
    return n;
}

static bool open_number(const struct by_state *s, int number)
{
    for (int i = 0; i < s->now.places; i++)
        if (s->place[i].number == number)
            return true;
    /* F-05, F-07: a foot that needs toes is not a separate place. */
    return s->family == BY_FEET && s->now.of.line.must != BY_NO_TILE
        && by_low(s->laid[s->now.of.line.must].tile) == number;
}

void truth_of(struct truth *t, const struct by_state *s, int seat, const by_move *list, int n, int move)
{
    memset(t, 0, sizeof *t);
    t->before = s;
    t->after = *s;
    t->seat = seat;
    t->move = list[move];
    t->list = list;
    t->n = n;
    for (int k = 0; k < s->players; k++)
        if (k != seat)
            t->hidden = by_set_or(t->hidden, s->hand[k]);
    for (int i = s->now.taken; i < s->deck_tiles; i++)
        by_set_add(&t->hidden, s->deck[i]);
    by_play(&t->after, seat, t->move, &t->ev, NULL);
}

/* ---- The next player -------------------------------------------------------------------------- */

bool truth_cannot(const struct truth *t)
{
    int n = by_moves(&t->after, t->after.now.turn, moves);

    for (int i = 0; i < n; i++)
        if (by_move_kind(moves[i]) == BY_LAY)
            return false;
    return true;
}

/* Returns the highest immediate score of the next player, found by playing each move. */
static int best_score(const struct truth *t)
{
    int n = by_moves(&t->after, t->after.now.turn, moves), best = 0;

    for (int i = 0; i < n; i++) {
        struct by_state s = t->after;
        struct by_events ev = { .n = 0 };

        if (by_move_kind(moves[i]) != BY_LAY)
            continue;
        by_play(&s, t->after.now.turn, moves[i], &ev, NULL);
        for (int k = 0; k < ev.n; k++)
            if (ev.at[k].kind == BY_EV_SCORE && ev.at[k].points > best)
                best = ev.at[k].points;
    }
    return best;
}

/* Lets everyone draw and pass to the end.  Returns whether the round is blocked and, with `certain`, the seat's own
 * hand is the lightest. */
static bool blocked(const struct truth *t, bool certain)
{
    struct by_state s = t->after;
    bool least = true;

    while (s.now.phase == BY_PLAYING) {
        by_moves(&s, s.now.turn, moves);
        if (by_move_kind(moves[0]) == BY_LAY)
            return false;
        by_play(&s, s.now.turn, moves[0], NULL, NULL);
    }
    for (int k = 0; k < s.players; k++)
        least = least && (k == t->seat || by_set_pips(&s.hand[k]) > by_set_pips(&s.hand[t->seat]));
    return s.end == BY_ENDED_BLOCKED && (least || !certain);
}

/* ---- Trains and rows --------------------------------------------------------------------------- */

/* Returns the length of the longest train, found by trying all trains. */
static int longest(struct by_set hand, int from)
{
    int best = 0;

    for (struct by_set left = hand; !by_set_empty(&left);) {
        by_tile t = by_set_take(&left);
        struct by_set rest = hand;
        int n;

        if (by_high(t) != from && by_low(t) != from)
            continue;
        by_set_drop(&rest, t);
        n = 1 + longest(rest, by_across(t, from));
        best = n > best ? n : best;
    }
    return best;
}

static bool shares(by_tile a, by_tile b)
{
    return by_high(a) == by_high(b) || by_high(a) == by_low(b) || by_low(a) == by_high(b) || by_low(a) == by_low(b);
}

static bool all_share(by_tile a, by_tile b, by_tile c)
{
    for (int k = 0; k < BY_NUMBERS; k++)
        if ((by_high(a) == k || by_low(a) == k) && (by_high(b) == k || by_low(b) == k)
            && (by_high(c) == k || by_low(c) == k))
            return true;
    return false;
}

static int shortest(const by_tile *row, int n)
{
    int best = n;

    for (int i = 1; i + 1 < n; i++)
        for (int gone = 1; gone <= 3; gone += 2) {
            by_tile rest[64];
            int k = 0, left;

            if (gone == 1 ? !shares(row[i - 1], row[i + 1]) : !all_share(row[i - 1], row[i], row[i + 1]))
                continue;
            for (int at = 0; at < n; at++)
                if (gone == 1 ? at != i : at < i - 1 || at > i + 1)
                    rest[k++] = row[at];
            left = shortest(rest, k);
            best = left < best ? left : best;
        }
    return best;
}

static int reach(const struct truth *t, by_move m)
{
    struct by_state s = *t->before;

    if (by_move_kind(m) != BY_TAKE && by_move_kind(m) != BY_TAKE3)
        return 255;
    by_play(&s, t->seat, m, NULL, NULL);
    return shortest(s.row, s.now.laid);
}

static int ready(const struct truth *t)
{
    int n = 0, laid = t->after.now.laid;
    struct by_set left = t->hidden;

    while (!by_set_empty(&left))
        n += shares(by_set_take(&left), t->after.row[laid - 2]);
    return n;
}

static const char *deny_row(const struct truth *t, const struct by_reason *r)
{
    int own = reach(t, t->move);

    if (r->id == BY_WHY_THREE)
        return t->after.now.laid + 3 == t->before->now.laid ? NULL : "not three tiles";
    if (r->id == BY_WHY_CHAIN)
        return t->after.now.laid - own == r->amount ? NULL : "so many cannot go after it";
    if (r->id == BY_WHY_READY)
        return ready(t) == r->amount && by_set_count(&t->hidden) == r->of ? NULL : "so many do not take something";
    for (int i = 0; i < t->n; i++)
        if (t->list[i] != t->move && reach(t, t->list[i]) <= own)
            return "another move leads as far down";
    return own == r->amount ? NULL : "it does not lead there";
}

static const char *deny_train(const struct truth *t, const struct by_reason *r)
{
    const struct by_set before = t->before->hand[t->seat], after = t->after.hand[t->seat];
    int tail = t->before->tail[t->seat];
    bool own = by_move_place(t->move) == t->seat, few = by_set_count(&before) <= 9;

    switch (r->id) {
    case BY_WHY_MEXICAN:
        return t->before->length[BY_MEXICAN] == 0 && t->after.length[BY_MEXICAN] == 1 ? NULL : "it does not begin it";
    case BY_WHY_OWN_TRAIN:
        if (!own
            || (few && (1 + longest(after, t->after.tail[t->seat]) != r->amount || longest(before, tail) != r->amount)))
            return "not the longest train";
        return NULL;
    case BY_WHY_KEEPS_TRAIN:
        if (own || (few && (longest(after, tail) != r->amount || longest(before, tail) != r->amount)))
            return "the train does not stay whole";
        return NULL;
    case BY_WHY_CLOSES:
        return own && (t->before->now.of.trains.markers >> t->seat & 1) != 0
                && (t->after.now.of.trains.markers >> t->seat & 1) == 0
            ? NULL
            : "no marker goes";
    default:
        for (int i = 0, n = by_moves(&t->after, t->seat, moves); i < n; i++)
            if (by_move_kind(moves[i]) == BY_LAY && by_move_tile(moves[i]) == r->number
                && by_move_place(moves[i]) == by_move_place(t->move))
                return NULL;
        return "it cannot follow";
    }
}

/* ---- Hands ------------------------------------------------------------------------------------- */

static const char *deny_heavy(const struct truth *t, const struct by_reason *r)
{
    int heavier = 0, lighter = 0;

    for (struct by_set left = t->after.hand[t->seat]; !by_set_empty(&left);) {
        int pips = by_pips(by_set_take(&left));

        heavier += pips >= by_pips(by_move_tile(t->move));
        lighter += pips < by_pips(by_move_tile(t->move));
    }
    if (r->amount != by_pips(by_move_tile(t->move)) || lighter == 0)
        return "not its pips";
    return (r->of == 1 ? heavier == 0 : lighter >= 2 * heavier) ? NULL : "heavier ones stay";
}

/* F-05, F-07: while a foot needs toes, no other place takes a tile. */
static bool takes(const struct by_state *s, int number)
{
    if (s->family == BY_FEET && s->now.of.line.must != BY_NO_TILE)
        return number == by_high(s->laid[s->now.of.line.must].tile);
    return open_number(s, number);
}

static const char *deny_follow(const struct truth *t, const struct by_reason *r)
{
    int fit = 0;
    bool wild = t->before->rules.opt[BY_BLANKS] == BY_BLANKS_WILD && t->before->family == BY_LINE;

    for (struct by_set left = t->after.hand[t->seat]; !by_set_empty(&left);) {
        by_tile a = by_set_take(&left);

        fit += takes(&t->after, by_high(a)) || takes(&t->after, by_low(a))
            || (wild && (by_low(a) == 0 || open_number(&t->after, 0)));
    }
    return fit == r->amount && by_set_count(&t->after.hand[t->seat]) == r->of ? NULL : "so many do not fit";
}

static const char *deny_number(const struct truth *t, const struct by_reason *r)
{
    int own = suit(t->after.hand[t->seat], r->number), others = suit(t->hidden, r->number);
    bool now = open_number(&t->after, r->number), then = open_number(t->before, r->number);

    switch (r->id) {
    case BY_WHY_OWNS: return now && others == 0 && own == r->amount && own > 0 ? NULL : "others have it";
    case BY_WHY_KEEPS: return now && others == r->of && own == r->amount && own > 1 ? NULL : "so many are not kept";
    case BY_WHY_ONLY:
        return now && own == 1 && suit(t->before->hand[t->seat], r->number) == 1
                && by_set_has(&t->after.hand[t->seat], r->tile)
            ? NULL
            : "not the only one";
    case BY_WHY_RARE: return now && !then && others == r->amount && others <= 2 ? NULL : "it is not rare";
    case BY_WHY_COVERS: return !now && then && others == r->amount && own == 0 ? NULL : "it is not covered";
    default: return by_is_double(by_move_tile(t->move)) && own + others == r->amount ? NULL : "so many are not left";
    }
}

static const char *deny_double(const struct truth *t, const struct by_reason *r)
{
    if (t->before->family == BY_TRAINS)
        return t->after.now.of.trains.doubles != 0 && t->after.now.turn == r->seat ? NULL : "no double is open";
    for (int i = 0; i < t->after.now.places; i++)
        if (t->after.laid[t->after.place[i].laid].tile == r->tile)
            return NULL;
    return "it is covered";
}

static int points_now(const struct truth *t)
{
    int points = 0;

    for (int i = 0; i < t->ev.n; i++)
        points += t->ev.at[i].kind == BY_EV_SCORE && t->ev.at[i].seat == t->seat ? t->ev.at[i].points : 0;
    return points;
}

const char *truth_denies(const struct truth *t, const struct by_reason *r)
{
    const struct by_state *a = &t->after;

    switch (r->id) {
    case BY_WHY_WINS:
        return a->now.phase == BY_GAME_OVER && (by_winners(a) >> t->seat & 1) != 0 ? NULL : "it does not win";
    case BY_WHY_OUT: return a->now.phase != BY_PLAYING && by_set_empty(&a->hand[t->seat]) ? NULL : "not the last tile";
    case BY_WHY_SCORES: return points_now(t) == r->amount ? NULL : "it does not score that";
    case BY_WHY_CLAIMS:
        return by_move_claim(t->move) != 0 || (t->move & BY_ANNOUNCED) != 0 ? NULL : "nothing is claimed";
    case BY_WHY_CALLS: return t->move == BY_CALL_MOVE ? NULL : "no call";
    case BY_WHY_BLOCKS: return blocked(t, r->of != 0) ? NULL : "it does not block, or others hold less";
    case BY_WHY_CANNOT:
        return a->now.turn == r->seat && truth_cannot(t) && (moves[0] == BY_DRAW_MOVE) == (r->amount != 0)
            ? NULL
            : "the next player can follow";
    case BY_WHY_HARDLY: return a->now.turn == r->seat ? NULL : "another is next";
    case BY_WHY_DENIES:
        return a->now.turn == r->seat && (r->amount > 0 || best_score(t) == 0) ? NULL : "the next player scores";
    case BY_WHY_LIMITS:
        return a->now.turn == r->seat && best_score(t) <= r->amount ? NULL : "the next player scores more";
    case BY_WHY_FOLLOWS: return deny_follow(t, r);
    case BY_WHY_HEAVY: return deny_heavy(t, r);
    case BY_WHY_OPEN_DOUBLE: return deny_double(t, r);
    case BY_WHY_BLANK:
        return by_move_tile(t->move) == 0 && t->before->rules.opt[BY_BLANK_PENALTY] == r->amount ? NULL
                                                                                                 : "no such cost";
    case BY_WHY_FOOT:
        return suit(a->hand[t->seat], r->number) == r->amount && by_is_double(by_move_tile(t->move)) ? NULL : "no toes";
    default:
        if (r->id >= BY_WHY_THREE)
            return deny_row(t, r);
        if (r->id >= BY_WHY_MEXICAN && r->id <= BY_WHY_ANSWERS)
            return deny_train(t, r);
        return deny_number(t, r);
    }
}

static bool says(const struct by_reason *r, int n, int id)
{
    for (int i = 0; i < n; i++)
        if (r[i].id == id)
            return true;
    return false;
}

int truth_misses(const struct truth *t, const struct by_reason *r, int n)
{
    if (points_now(t) > 0 && by_move_kind(t->move) == BY_LAY && !says(r, n, BY_WHY_SCORES))
        return BY_WHY_SCORES;
    if (t->after.end == BY_ENDED_OUT && by_move_kind(t->move) == BY_LAY && !says(r, n, BY_WHY_OUT))
        return BY_WHY_OUT;
    if (by_move_kind(t->move) == BY_TAKE3 && !says(r, n, BY_WHY_THREE))
        return BY_WHY_THREE;
    return -1;
}
