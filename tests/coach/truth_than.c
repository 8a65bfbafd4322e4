/* SPDX-License-Identifier: MIT */
/* truth_than.c: compares reasons that favour one move over another with the real round (truth.h): they must be true of
 * the one and false of the other. */
#include "truth.h"

static by_move moves[BY_MOVES];

static int suit(struct by_set s, int number)
{
    const struct by_set of = by_set_and(s, by_suit[number]);

    return by_set_count(&of);
}

static int pips(const struct truth *t) { return by_pips(by_move_tile(t->move)); }
static int home(const struct truth *t) { return t->after.tail[t->seat]; }
static bool lays_home(const struct truth *t) { return by_move_place(t->move) == t->seat; }

/* Returns the tiles of a set that a seat could lay after the move, one by one, and sets *most to the points of the
 * best. */
static struct by_set laid_by(const struct truth *t, int seat, struct by_set tiles, int *scorers, int *most)
{
    struct by_state s = t->after, again;
    struct by_set can = { { 0, 0, 0 } }, score = can;
    int n;

    *most = 0;
    s.hand[seat] = tiles;
    s.now.turn = (uint8_t)seat;
    if (seat != t->after.now.turn)
        s.now.stage = s.now.drew = s.now.lay = 0;
    n = s.now.phase == BY_PLAYING ? by_moves(&s, seat, moves) : 0;
    for (int i = 0; i < n; i++) {
        struct by_events ev = { .n = 0 };

        if (by_move_kind(moves[i]) != BY_LAY)
            continue;
        by_set_add(&can, by_move_tile(moves[i]));
        again = s;
        if (s.family != BY_LINE || by_play(&again, seat, moves[i], &ev, NULL) != BY_OK)
            continue;
        for (int k = 0; k < ev.n; k++)
            if (ev.at[k].kind == BY_EV_SCORE && ev.at[k].points > 0) {
                by_set_add(&score, by_move_tile(moves[i]));
                *most = ev.at[k].points > *most ? ev.at[k].points : *most;
            }
    }
    *scorers = by_set_count(&score);
    return can;
}

/* Returns how many hidden tiles the next player could lay or score with. */
static int followers(const struct truth *t, bool scoring, int *most)
{
    int scorers;
    const struct by_set can = laid_by(t, t->after.now.turn, t->hidden, &scorers, most);

    return scoring ? scorers : by_set_count(&can);
}

static int own_fit(const struct truth *t, int *most)
{
    int scorers;
    const struct by_set can = laid_by(t, t->seat, t->after.hand[t->seat], &scorers, most);

    return by_set_count(&can);
}

/* Returns the numbers that can be played on. */
static uint32_t open_numbers(const struct truth *t)
{
    uint32_t open = 0;

    for (int i = 0; t->after.family != BY_TRAINS && i < t->after.now.places; i++)
        open |= (uint32_t)1 << t->after.place[i].number;
    for (int k = 0; t->after.family == BY_TRAINS && k < BY_ARMS; k++)
        if ((k == BY_MEXICAN || (k < t->after.players && (t->after.now.of.trains.markers >> k & 1) != 0))
            && t->after.tail[k] <= BY_MAX_NUMBER)
            open |= (uint32_t)1 << t->after.tail[k];
    if (t->after.family == BY_FEET && t->after.now.of.line.must != BY_NO_TILE)
        open |= (uint32_t)1 << by_high(t->after.laid[t->after.now.of.line.must].tile);
    return open;
}

static bool only_after(const struct truth *a, const struct truth *b, int number)
{
    return (open_numbers(a) >> number & 1) != 0 && (open_numbers(b) >> number & 1) == 0;
}

static int numbers_of(struct by_set s)
{
    int n = 0;

    for (int k = 0; k <= BY_MAX_NUMBER; k++)
        n += suit(s, k) > 0;
    return n;
}

/* Returns the most tiles or pips of a train, found by trying all trains.  Only for short hands. */
static int best_train(struct by_set hand, int from, bool pips)
{
    int best = 0;

    for (struct by_set left = by_set_and(hand, by_suit[from]); !by_set_empty(&left);) {
        by_tile t = by_set_take(&left);
        struct by_set rest = hand;
        int n;

        by_set_drop(&rest, t);
        n = (pips ? by_pips(t) : 1) + best_train(rest, by_across(t, from), pips);
        best = n > best ? n : best;
    }
    return best;
}

/* Returns the most tiles of two trains, trying each first train and then the best second one. */
static int longest_two(struct by_set hand, int from, int other)
{
    int best = best_train(hand, other, false);

    for (struct by_set left = by_set_and(hand, by_suit[from]); !by_set_empty(&left);) {
        by_tile t = by_set_take(&left);
        struct by_set rest = hand;
        int n;

        by_set_drop(&rest, t);
        n = 1 + longest_two(rest, by_across(t, from), other);
        best = n > best ? n : best;
    }
    return best;
}

static int on_both(const struct truth *t)
{
    return longest_two(t->after.hand[t->seat], home(t), t->after.tail[BY_MEXICAN]);
}

static int home_pips(const struct truth *t)
{
    return best_train(t->after.hand[t->seat], home(t), true) + (lays_home(t) ? by_pips(by_move_tile(t->move)) : 0);
}

/* Returns the number of ends on which a seat can play now. */
static int own_ends(const struct truth *t)
{
    struct by_state s = t->after;
    int n, ends = 0;

    s.now.turn = (uint8_t)t->seat;
    if (t->seat != t->after.now.turn)
        s.now.stage = s.now.drew = s.now.lay = 0;
    n = by_moves(&s, t->seat, moves);
    for (int i = 0; i < s.now.places; i++) {
        bool can = false;

        for (int k = 0; k < n; k++)
            can = can
                || (by_move_kind(moves[k]) == BY_LAY && by_move_place(moves[k]) == s.laid[s.place[i].laid].tile
                    && by_touching(by_move_tile(moves[k]), by_move_flip(moves[k])) == s.place[i].number);
        ends += can;
    }
    return ends;
}

static double mean_pips(struct by_set s)
{
    double sum = 0;
    int n = by_set_count(&s);

    while (!by_set_empty(&s))
        sum += by_pips(by_set_take(&s));
    return sum / n;
}

/* ---- The reasons that compare -------------------------------------------------------------------- */

/* Checks reasons about the next player or the hidden tiles, allowing for what the seat may have inferred: never more
 * than all hidden tiles. */
static const char *deny_next(const struct truth *a, const struct truth *b, const struct by_reason *r)
{
    bool scoring = r->id == BY_WHY_SPARES;
    int most, n = followers(a, scoring, &most), other = followers(b, scoring, &most);
    int next = a->after.now.turn;

    if (r->seat != next || b->after.now.turn != next)
        return "another is next";
    if (r->id == BY_WHY_LACKS)
        return only_after(a, b, r->number) && suit(a->before->hand[next], r->number) == 0 ? NULL : "it has that number";
    if (r->id == BY_WHY_SHUTS_BLANK)
        return only_after(b, a, 0) && a->before->rules.opt[BY_BLANKS] == BY_BLANKS_WILD ? NULL : "a blank is open";
    if (r->id == BY_WHY_STOPS && (r->number != by_set_count(&a->before->hand[next]) || r->number > 2))
        return "it is not nearly out";
    return r->amount < r->of && r->amount <= n && r->of <= other ? NULL : "not so few";
}

/* Returns whether a number is open on the tile that was laid. */
static bool opens_number(const struct truth *t, int number)
{
    int last = t->after.now.laid - 1;

    if (t->after.family == BY_FEET && t->after.now.of.line.must == last)
        return by_high(t->after.laid[last].tile) == number;
    for (int i = 0; i < t->after.now.places; i++)
        if (t->after.place[i].laid == last && t->after.place[i].number == number)
            return true;
    return false;
}

/* Returns whether the moves leave open, or open, these two numbers. */
static bool opens(const struct truth *a, const struct truth *b, const struct by_reason *r)
{
    if (r->seat == 0)
        return only_after(a, b, r->number) && only_after(b, a, r->of);
    return r->number != r->of && opens_number(a, r->number) && opens_number(b, r->of);
}

static const char *deny_open(const struct truth *a, const struct truth *b, const struct by_reason *r)
{
    struct by_set rest_a = a->after.hand[a->seat], rest_b = b->after.hand[b->seat];

    switch (r->id) {
    case BY_WHY_OWN_END:
        return opens(a, b, r) && suit(rest_a, r->number) == r->amount && suit(rest_b, r->of) < r->amount
            ? NULL
            : "not more of it";
    case BY_WHY_SCARCER:
        return opens(a, b, r) && suit(a->hidden, r->number) == r->amount && suit(b->hidden, r->of) > r->amount
            ? NULL
            : "not fewer of it";
    case BY_WHY_LIGHTER:
        return opens_number(a, r->number) && opens_number(b, r->of)
                && mean_pips(by_set_and(a->hidden, by_suit[r->number]))
                    < mean_pips(by_set_and(b->hidden, by_suit[r->of]))
            ? NULL
            : "its tiles are not lighter";
    case BY_WHY_KEEPS_CLOSED:
        return only_after(b, a, r->number) && suit(a->hidden, r->number) == r->amount ? NULL : "it is open, or is not";
    case BY_WHY_JOINS:
        return by_low(by_move_tile(a->move)) == 0 && (open_numbers(a) >> r->number & 1) == 0 ? NULL : "it stays open";
    default:
        return by_set_has(&rest_a, r->tile) && by_move_tile(b->move) == r->tile && suit(a->hidden, r->number) == 0
                && (open_numbers(a) >> r->number & 1) != 0
            ? NULL
            : "others have it";
    }
}

static const char *deny_hand(const struct truth *a, const struct truth *b, const struct by_reason *r)
{
    int most_a, most_b, n = own_fit(a, &most_a), other = own_fit(b, &most_b);

    switch (r->id) {
    case BY_WHY_MORE_FIT: return n == r->amount && other == r->of && n > other ? NULL : "not more fit";
    case BY_WHY_SETS_UP: return most_a == r->amount && most_b < most_a ? NULL : "it does not score";
    case BY_WHY_MORE_ENDS:
        return own_ends(a) == r->amount && own_ends(b) == r->of && r->amount > r->of ? NULL : "not more ends";
    case BY_WHY_VARIETY:
        return numbers_of(a->after.hand[a->seat]) == r->amount && numbers_of(b->after.hand[b->seat]) == r->of
                && r->amount > r->of
            ? NULL
            : "not more numbers";
    case BY_WHY_SAVES_BLANK:
        return by_low(r->tile) == 0 && by_move_tile(b->move) == r->tile && by_set_has(&a->after.hand[a->seat], r->tile)
            ? NULL
            : "no blank is saved";
    case BY_WHY_UNLOADS:
        if (by_set_count(&a->before->hand[r->seat]) != r->number || r->number > 2)
            return "nobody is nearly out";
        return pips(a) == r->amount && pips(b) == r->of && r->amount > r->of ? NULL : "it is not heavier";
    case BY_WHY_SHEDS:
        return pips(a) == r->amount && pips(b) == r->of && r->amount > r->of ? NULL : "it is not heavier";
    case BY_WHY_HOLDS_DOUBLE:
        return by_move_tile(b->move) == r->tile && by_is_double(r->tile) && by_set_has(&a->after.hand[a->seat], r->tile)
                && suit(b->after.hand[b->seat], r->number) == r->amount && r->amount < 2
            ? NULL
            : "it can be followed";
    default:
        return a->after.now.of.line.must != BY_NO_TILE && a->after.laid[a->after.now.of.line.must].tile == r->tile
                && by_move_tile(b->move) != r->tile
            ? NULL
            : "it has its toes";
    }
}

static const char *deny_plan(const struct truth *a, const struct truth *b, const struct by_reason *r)
{
    const struct by_set rest_a = a->after.hand[a->seat], rest_b = b->after.hand[b->seat];
    bool few = by_set_count(&rest_a) <= 8;

    switch (r->id) {
    case BY_WHY_HOME_END:
        return lays_home(a) && lays_home(b) && home(a) == r->number && home(b) == r->of
                && suit(rest_a, home(a)) > suit(rest_b, home(b))
            ? NULL
            : "not more of it";
    case BY_WHY_GROWS:
        return !few
                || (best_train(rest_a, home(a), false) == r->amount && best_train(rest_b, home(b), false) == r->of
                    && r->amount > r->of)
            ? NULL
            : "not longer";
    case BY_WHY_BOTH:
        return !few || (on_both(a) == r->amount && on_both(b) == r->of && r->amount > r->of) ? NULL : "not more";
    case BY_WHY_CARRIES:
        return !few || (home_pips(a) == r->amount && home_pips(b) == r->of && r->amount > r->of) ? NULL : "not heavier";
    case BY_WHY_EXTRA:
        if (lays_home(a) || !lays_home(b) || (few && best_train(a->before->hand[a->seat], home(a), false) != r->amount))
            return "the train does not wait";
        return !few || best_train(rest_a, home(a), false) == r->amount ? NULL : "it belongs to the train";
    case BY_WHY_WAITS:
        return !lays_home(a) && lays_home(b) && (a->after.now.of.trains.markers >> a->seat & 1) == 0 ? NULL
                                                                                                     : "it is open";
    case BY_WHY_GUEST:
        return by_move_place(a->move) == r->seat && r->seat != a->seat && by_move_place(b->move) != r->seat
            ? NULL
            : "that train is not used";
    case BY_WHY_DRAWS_FIRST:
        return by_move_kind(a->move) == BY_DRAW_TILE && by_move_kind(b->move) != BY_DRAW_TILE
                && a->before->now.of.castle.removable != 0
            ? NULL
            : "nothing can be removed";
    default:
        return a->after.now.laid == r->amount && b->after.now.laid == r->of && r->amount > r->of ? NULL : "not more";
    }
}

/* Returns whether the other move also extends the train, or keeps it whole.  Not decided for long hands. */
static bool same_train(const struct truth *b, const struct by_reason *r)
{
    const bool own = r->id == BY_WHY_OWN_TRAIN;
    const struct by_set rest = b->after.hand[b->seat];

    return (own ? lays_home(b) : !lays_home(b) || by_move_kind(b->move) != BY_LAY) && by_set_count(&rest) <= 12
        && best_train(rest, home(b), false) + own == r->amount;
}

/* Returns whether the next player would follow in two of five hands if n of the hidden tiles fit. */
static bool follows_often(const struct truth *t, int n)
{
    int hidden = by_set_count(&t->hidden);
    double none = 1;

    for (int i = 0; i < by_set_count(&t->after.hand[t->after.now.turn]); i++)
        none *= hidden - i > n ? (double)(hidden - i - n) / (hidden - i) : 0;
    return none < 0.6;
}

const char *truth_denies_than(const struct truth *a, const struct truth *b, const struct by_reason *r)
{
    const char *denied;
    int most = 0, n;

    if (r->id >= BY_WHY_FEWER) {
        switch (r->id) {
        case BY_WHY_FEWER:
        case BY_WHY_LACKS:
        case BY_WHY_STOPS:
        case BY_WHY_SHUTS_BLANK:
        case BY_WHY_SPARES: return deny_next(a, b, r);
        case BY_WHY_OWN_END:
        case BY_WHY_SCARCER:
        case BY_WHY_KEEPS_CLOSED:
        case BY_WHY_LIGHTER:
        case BY_WHY_JOINS:
        case BY_WHY_SAVES: return deny_open(a, b, r);
        case BY_WHY_HOME_END: return deny_plan(a, b, r);
        default: return r->id >= BY_WHY_GROWS ? deny_plan(a, b, r) : deny_hand(a, b, r);
        }
    }
    denied = truth_denies(a, r);
    if (denied != NULL)
        return denied;
    if ((r->id == BY_WHY_STICKS || r->id == BY_WHY_HEAVY || r->id == BY_WHY_FOOT) && by_move_tile(b->move) != r->tile)
        return NULL;
    if (r->id == BY_WHY_OWN_TRAIN || r->id == BY_WHY_KEEPS_TRAIN)
        return same_train(b, r) ? "true of the other" : NULL;
    /* The seat cannot know the hidden tiles, so test whether the next player could hold a tile that makes the reason
     * false. */
    n = b->after.now.phase == BY_PLAYING ? followers(b, false, &most) : 1;
    if (r->id == BY_WHY_CANNOT || r->id == BY_WHY_BLOCKS)
        return n > 0 ? NULL : "the other blocks too";
    if (r->id == BY_WHY_HARDLY)
        return n > r->amount || b->after.now.turn != r->seat || follows_often(b, n) ? NULL
                                                                                    : "as few fit after the other";
    if (r->id == BY_WHY_DENIES || r->id == BY_WHY_LIMITS)
        return most > r->amount || b->after.now.turn != r->seat || r->id == BY_WHY_DENIES
            ? NULL
            : "no more than after the other";
    return truth_denies(b, r) != NULL ? NULL : "true of the other";
}
