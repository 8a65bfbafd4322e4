/* SPDX-License-Identifier: MIT */
/* value.c: values plays in Chickenfoot with a small network. */
#include "value.h"

#include <string.h>

#include "bots/sums.h"
#include "planted.h"
#include "values.def"

/* How many values of a count are told apart: own tiles with a number, hidden ones, tiles in a hand, in the boneyard. */
enum { MINE = 6, THEIRS = 10, TILES = 12, STOCK = 16, PIPS = 64 };

/* The first row of each fact. The first three concern a number: whether and how often it is open, whether its double
 * is laid, hidden or held, and the own and the hidden tiles with it; the number, and its own tiles; how many of the
 * others lack it. */
enum {
    NUMBER = 0,
    WHICH = NUMBER + 9 * MINE * THEIRS,
    LACKING = WHICH + (BY_FEET_HIGHEST + 1) * 12,
    FEWEST = LACKING + 48, /* the fewest tiles in another hand */
    NEXT = FEWEST + TILES, /* tiles of the next seat */
    MEAN = NEXT + TILES,   /* the mean of the others' tiles */
    YARD = MEAN + TILES,   /* tiles in the boneyard */
    PLAYERS = YARD + STOCK,
    HIDDEN = PLAYERS + 4,                 /* the mean pips of a hidden tile, in halves */
    OWN = HIDDEN + 24,                    /* after the play: own tiles, and the fewest in another hand */
    HELD = OWN + TILES * TILES,           /* own pips, in twos */
    FOOT = HELD + PIPS,                   /* toes that an unfinished double needs, own and hidden tiles that fit it */
    STUCK = FOOT + 1 + 6 * MINE * THEIRS, /* own tiles that fit no free toe */
    OPEN = STUCK + TILES,                 /* numbers with a free toe */
    DOUBLES = OPEN + 12,                  /* own doubles that fit a toe, and those that do not */
    BLANK = DOUBLES + 25, /* whether 0-0 is laid, hidden or held, and the fewest tiles in another hand */
    OUT = BLANK + 24, /* whether the next seat lacked all numbers that it could cover, and how many seats did; a tile
                       * drawn since may fit */
    END = OUT + 16
};
_Static_assert((int)END == (int)BY_FEET_VALUE_ROWS, "the rows are counted");

static inline int at_most(int x, int most) { return x < most ? x : most; }

/* The units of the first layer, eight at a time. */
enum { EIGHT = 8 };
struct units {
    int16_t __attribute__((vector_size(2 * EIGHT))) of[BY_FEET_FIRST / EIGHT];
};

static inline void add(struct units *u, const int16_t row[BY_FEET_FIRST])
{
    struct units more;

    memcpy(&more, row, sizeof more);
    for (int i = 0; i < BY_FEET_FIRST / EIGHT; i++)
        u->of[i] += more.of[i];
}

static inline void take(struct units *u, const int16_t row[BY_FEET_FIRST])
{
    struct units less;

    memcpy(&less, row, sizeof less);
    for (int i = 0; i < BY_FEET_FIRST / EIGHT; i++)
        u->of[i] -= less.of[i];
}

/* Counts bits without the instruction for it, which not every machine has. */
static inline int ones(uint64_t x)
{
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)(x * 0x0101010101010101u >> 56);
}

bool by_feet_learned(const struct by_view *v)
{
    static const uint8_t hand[] = { 0, 0, 20, 14, 11, 9 }; /* the table's, by number of players (F-02) */
    const int32_t *opt = v->rules.opt;

    return opt[BY_SET] == BY_FEET_HIGHEST && v->players < (int)sizeof hand
        && (opt[BY_HAND] == hand[v->players] || BY_PLANTED(255)) && (opt[BY_BLANK_PENALTY] == 50 || BY_PLANTED(256));
}

/* Returns whether the history has all plays of the round. */
static bool complete(const struct by_view *v, const struct by_past *past)
{
    int laid = 1; /* the centre */

    for (int i = 0; i < past->n; i++)
        laid += by_move_kind(past->at[i].move) == BY_LAY;
    return laid == v->now.laid || BY_PLANTED(259);
}

void by_feet_known_of(const struct by_view *v, const struct by_past *past, struct by_feet_known *out)
{
    struct by_feet table;

    memset(out, 0, sizeof *out);
    for (int i = 0; i < v->now.laid; i++)
        if (by_is_double(v->laid[i].tile))
            out->doubled |= (uint32_t)1 << by_high(v->laid[i].tile);
    if (past == NULL || !complete(v, past))
        return;
    by_feet_start(v, &table);
    for (int i = 0; i < past->n; i++) {
        const struct by_heard *e = &past->at[i];
        const by_tile t = by_move_tile(e->move);

        table.turn = e->seat;
        if (e->lacked && !BY_PLANTED(254))
            by_feet_know_lack(out, &table);
        if (by_move_kind(e->move) == BY_LAY) {
            const int number = by_touching(t, by_move_flip(e->move));

            by_feet_table(&table, number, by_across(t, number));
        }
    }
}

/* ---- The facts ----------------------------------------------------------------------------- */

/* The rows of a number after the play. */
struct number_rows {
    uint16_t row[3];
};

static inline struct number_rows rows_of(const struct by_feet_outlook *o, int n, int mine, int toes, int dbl)
{
    const int theirs = o->round->unlaid[n] - o->round->have[o->round->turn][n], open = at_most(toes, 2);

    return (
        struct number_rows){ { (uint16_t)(NUMBER + ((open * 3 + dbl) * MINE + at_most(mine, MINE - 1)) * THEIRS
                                          + at_most(theirs, THEIRS - 1)),
                               (uint16_t)(WHICH + (n * 4 + at_most(mine, 3)) * 3 + open),
                               (uint16_t)(LACKING + (open * 4 + at_most(mine, 3)) * 4 + at_most(o->lacking[n], 3)) } };
}

/* Returns whether the double of a number is laid (0), hidden (1) or held (2). */
static inline int double_of(const struct by_feet_outlook *o, int n)
{
    return (o->doubled >> n & 1) != 0 ? 0 : 1 + (int)(o->held >> n & 1);
}

/* Sets the rows of the numbers and of the tiles that are hidden. */
static inline void look_at_numbers(struct by_feet_outlook *o, int hidden)
{
    const struct by_feet *f = o->round;
    const uint8_t *have = f->have[f->turn];
    int pips = 0;

    o->pips = o->facts = 0;
    o->fits = o->held = 0;
    for (int n = 0; n <= f->set; n++)
        o->held |= (uint32_t)by_set_has(&f->hand[f->turn], by_tile_of(n, n)) << n;
    for (int n = 0; n <= f->set; n++) {
        const int dbl = double_of(o, n);
        const struct number_rows r = rows_of(o, n, have[n], f->toes[n], dbl);

        memcpy(&o->row[o->facts], r.row, sizeof r.row);
        o->facts += 3;
        pips += n * (f->unlaid[n] - have[n] + (dbl == 1));
        o->pips += n * (have[n] + (dbl == 2));
        o->fits |= f->toes[n] > 0 ? by_suit[n].w[0] : 0;
    }
    o->row[o->facts++] = (uint16_t)(HIDDEN + at_most(hidden > 0 ? 2 * pips / hidden : 0, 23));
}

void by_feet_outlook(const struct by_feet_values *net, const struct by_feet *f, const struct by_feet_known *k,
                     struct by_feet_outlook *o)
{
    const int me = f->turn, next = me + 1 == f->players ? 0 : me + 1, yard = f->stock - f->taken;
    struct units unit = { { { 0 } } };
    int fewest = TILES - 1, all = 0;

    BY_ASSERT(f->set == BY_FEET_HIGHEST);
    o->round = f;
    o->doubled = k->doubled;
    memset(o->lacking, 0, sizeof o->lacking);
    for (int i = 0, seat = next; seat != me; seat = seat + 1 == f->players ? 0 : seat + 1) {
        const int tiles = f->have[seat][BY_NUMBERS];

        all += tiles;
        fewest = at_most(tiles, fewest);
        o->lacks[i] = k->lacks[seat];
        for (uint32_t left = o->lacks[i++]; left != 0; left &= left - 1)
            o->lacking[__builtin_ctz(left)]++;
    }
    o->fewest = fewest;
    look_at_numbers(o, all + yard);
    o->row[o->facts++] = (uint16_t)(FEWEST + fewest);
    o->row[o->facts++] = (uint16_t)(NEXT + at_most(f->have[BY_PLANTED(252) ? me : next][BY_NUMBERS], TILES - 1));
    o->row[o->facts++] = (uint16_t)(MEAN + at_most(all / (f->players - 1), TILES - 1));
    o->row[o->facts++] = (uint16_t)(YARD + at_most(yard + BY_PLANTED(257) * f->have[next][0], STOCK - 1));
    o->row[o->facts++] = (uint16_t)(PLAYERS + at_most(f->players - 2, 3));
    for (int i = 0; i < o->facts; i++)
        add(&unit, net->row[o->row[i]]);
    memcpy(o->unit, &unit, sizeof unit);
}

/* What a play changes. */
struct change {
    int numbers, number[2];
    struct number_rows to[2];
    uint16_t row[BY_FEET_MOVE_FACTS];
};

/* The table after a play. */
struct after {
    uint32_t open, held;
    uint64_t fits;
    int must, left;
};

/* Changes the numbers, and returns the table. */
static inline struct after play(const struct by_feet_outlook *o, int number, int across, struct change *c)
{
    const struct by_feet *f = o->round;
    const uint8_t *have = f->have[f->turn];
    const bool foot = f->must != BY_FEET_NONE, twice = number == across;
    const int toes = f->toes[number] - (foot ? 0 : 1);
    struct after a = { f->open, o->held, o->fits, BY_FEET_NONE, 0 };

    if (foot && f->left > 1) {
        a.must = f->must;
        a.left = f->left - 1;
    }
    c->numbers = twice ? 1 : 2;
    c->number[0] = number;
    c->number[1] = across;
    c->to[0] = rows_of(o, number, have[number] - 1, toes, twice ? 0 : double_of(o, number));
    if (twice) {
        a.must = number;
        a.left = 3;
        a.held &= ~((uint32_t)1 << number);
    } else {
        c->to[1] = rows_of(o, across, have[across] - 1, f->toes[across] + 1, double_of(o, across));
        a.open |= (uint32_t)1 << across;
        a.fits |= by_suit[across].w[0];
    }
    if (toes <= 0 && (a.open >> number & 1) != 0) { /* closes the number */
        a.open &= ~((uint32_t)1 << number);
        a.fits = 0;
        for (uint32_t left = a.open; left != 0; left &= left - 1)
            a.fits |= by_suit[__builtin_ctz(left)].w[0];
    }
    return a;
}

static inline void change(const struct by_feet_outlook *o, int number, int across, struct change *c)
{
    const struct by_feet *f = o->round;
    const uint8_t *have = f->have[f->turn];
    const struct after a = play(o, number, across, c);
    const uint64_t hand = f->hand[f->turn].w[0] & ~((uint64_t)1 << by_tile_of(number, across));
    const uint32_t ask = a.must == BY_FEET_NONE ? a.open : (uint32_t)1 << a.must;
    const int blank = (a.held & 1) != 0 ? 2 : (o->doubled & 1) == 0 && number + across != 0;
    int out = 0, foot = FOOT;

    if (a.must != BY_FEET_NONE) {
        const int mine = have[a.must] - (a.must == number || a.must == across);

        foot += 1 + ((a.left - 1) * MINE + at_most(mine, MINE - 1)) * THEIRS
            + at_most(f->unlaid[a.must] - have[a.must], THEIRS - 1);
    }
    for (int i = 0; i < f->players - 1; i++)
        out += (ask & ~o->lacks[i]) == 0;
    c->row[0] = (uint16_t)(OWN + at_most(have[BY_NUMBERS] - 1, TILES - 1) * TILES + o->fewest);
    c->row[1] = (uint16_t)(HELD + at_most((o->pips - number - across) / 2, PIPS - 1));
    c->row[2] = (uint16_t)foot;
    c->row[3] = (uint16_t)(STUCK + at_most(ones(hand & ~a.fits), TILES - 1));
    c->row[4] = (uint16_t)(OPEN + ones(a.open));
    c->row[5] = (uint16_t)(DOUBLES + 5 * at_most(ones(a.held & a.open), 4) + at_most(ones(a.held & ~a.open), 4));
    c->row[6] = (uint16_t)(BLANK + 8 * blank + at_most(o->fewest, 7));
    c->row[7] = (uint16_t)(OUT + 8 * (a.must != BY_FEET_NONE) + 4 * ((ask & ~o->lacks[0]) == 0) + at_most(out, 3));
}

int by_feet_value_rows(const struct by_feet_outlook *o, int number, int across, uint16_t row[BY_FEET_VALUE_FACTS])
{
    struct change c;

    change(o, number, across, &c);
    memcpy(row, o->row, sizeof *row * (size_t)o->facts);
    for (int i = 0; i < c.numbers; i++)
        memcpy(&row[(size_t)3 * (size_t)c.number[i]], c.to[i].row, sizeof c.to[i].row);
    memcpy(row + o->facts, c.row, sizeof c.row);
    return o->facts + BY_FEET_MOVE_FACTS;
}

/* ---- The network ---------------------------------------------------------------------------- */

/* With the committed weights, the sums of the second and third layers cannot overflow, and no unit of the first does in
 * random rounds (tests/bots/feet_value.c). */
static inline int32_t value(const struct by_feet_values *net, const struct by_feet_outlook *o, int number, int across)
{
    struct units unit;
    int16_t one[BY_FEET_FIRST];
    int32_t sum[BY_FEET_SECOND], out = net->bias3;
    struct change c;

    change(o, number, across, &c);
    memcpy(&unit, o->unit, sizeof unit);
    for (int i = 0; i < c.numbers; i++)
        for (int k = 0; k < 3; k++) {
            take(&unit, net->row[o->row[3 * c.number[i] + k]]);
            add(&unit, net->row[c.to[i].row[k]]);
        }
    for (int i = 0; i < BY_FEET_MOVE_FACTS; i++)
        add(&unit, net->row[c.row[i]]);
    for (int i = 0; i < BY_FEET_FIRST / EIGHT; i++)
        unit.of[i] &= unit.of[i] > 0; /* rectifies them */
    memcpy(one, &unit, sizeof one);
    for (int j = 0; j < BY_FEET_SECOND; j += 4)
        by_four_sums(one, net->second[j], BY_FEET_FIRST, sum + j);
    for (int j = 0; j < BY_FEET_SECOND; j++) {
        const int32_t x = sum[j] + net->bias2[j];

        out += at_most(x > 0 ? x / BY_FEET_WEIGHT : 0, BY_FEET_FULL) * net->third[j];
    }
    return (out + BY_PLANTED(253) * BY_FEET_WEIGHT) / BY_FEET_WEIGHT;
}

int32_t by_feet_value(const struct by_feet_values *net, const struct by_feet_outlook *o, int number, int across)
{
    return value(net, o, number, across);
}

int32_t by_feet_best(const struct by_feet *f, const struct by_feet_known *k)
{
    struct by_feet_outlook o;
    int32_t best = INT32_MIN;

    by_feet_outlook(&by_feet_values, f, k, &o);
    for (uint32_t open = by_feet_open(f); open != 0; open &= open - 1) {
        const int number = __builtin_ctz(open);
        struct by_set tiles = by_set_and(f->hand[f->turn], by_suit[number]);

        while (!by_set_empty(&tiles)) {
            const int32_t here = value(&by_feet_values, &o, number, by_across(by_set_take(&tiles), number));

            best = here > best ? here : best;
        }
    }
    return best;
}
