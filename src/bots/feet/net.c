/* SPDX-License-Identifier: MIT */
/* net.c: rates plays with a small network, and plays on with it. */
#include "net.h"

#include "planted.h"
#include "policy.h"
#include "weights.def"

/* Kinds of play, for the rows of the covered number. */
enum { DOUBLE, COVERED, CLOSED, CLOSED_TO_DOUBLE };

static inline int at_most(int x, int most) { return x < most ? x : most; }

static inline int count(uint32_t set)
{
    int n = 0;

    for (; set != 0; set &= set - 1)
        n++;
    return n;
}

/* The doubles among the tiles, as a set of tiles. */
#define BIT(n) ((uint64_t)1 << (n))
static const struct by_set doubles = {
    { BIT(0) | BIT(2) | BIT(5) | BIT(9) | BIT(14) | BIT(20) | BIT(27) | BIT(35) | BIT(44) | BIT(54),
      BIT(1) | BIT(13) | BIT(26) | BIT(40) | BIT(55), BIT(7) | BIT(24) | BIT(42) | BIT(61) }
};

/* Returns the numbers whose doubles the seat to move holds. */
static inline uint32_t own_doubles(const struct by_feet *f)
{
    struct by_set left = by_set_and(f->hand[f->turn], doubles);
    uint32_t set = 0;

    while (!by_set_empty(&left))
        set |= (uint32_t)1 << by_high(by_set_take(&left));
    return set;
}

uint32_t by_feet_facts(const struct by_feet *f, uint16_t row[BY_FEET_FACTS])
{
    const int next = BY_PLANTED(230) ? f->turn : f->turn + 1 == f->players ? 0 : f->turn + 1;
    const uint32_t held = own_doubles(f);
    int fewest = BY_FEET_TILES - 1;

    for (int i = 0; i < f->players; i++)
        if (i != f->turn)
            fewest = at_most(f->have[i][BY_NUMBERS], fewest);
    row[0] = (uint16_t)(BY_FEET_OWN + at_most(f->have[f->turn][BY_NUMBERS], BY_FEET_TILES - 1));
    row[1] = (uint16_t)(BY_FEET_FEWEST + fewest);
    row[2] = (uint16_t)(BY_FEET_NEXT + at_most(f->have[next][BY_NUMBERS], BY_FEET_TILES - 1));
    row[3] = (uint16_t)(BY_FEET_STOCK + at_most(f->stock - f->taken, BY_FEET_TILES - 1));
    row[4] = (uint16_t)(BY_FEET_LEFT + (f->must != BY_FEET_NONE ? f->left : 0));
    row[5] = (uint16_t)(BY_FEET_OPEN + at_most(count(f->open), 11));
    row[6] = (uint16_t)(BY_FEET_BLANK + (held & 1));
    row[7] = (uint16_t)(BY_FEET_DOUBLES + BY_FEET_FEW * at_most(count(held & f->open), BY_FEET_FEW - 1)
                        + at_most(count(held & ~f->open), BY_FEET_FEW - 1));
    return held;
}

/* Returns the row of a number, by its own tiles (apart from the one played) and those hidden from the seat. */
static inline int pair_of(const struct by_feet *f, int number)
{
    const int have = f->have[f->turn][number];

    return at_most(have - (BY_PLANTED(231) ? 0 : 1), BY_FEET_MINE - 1) * BY_FEET_THEIRS
        + at_most(f->unlaid[number] - have, BY_FEET_THEIRS - 1);
}

static inline void play_facts(const struct by_feet *f, uint32_t held, int number, int across,
                              uint16_t row[BY_FEET_PLAY_FACTS])
{
    const bool closes = f->must == BY_FEET_NONE && f->toes[number] == 1;
    int kind = DOUBLE, at = 4 * BY_FEET_PAIRS;

    if (number != across) {
        kind = !closes ? COVERED : (held >> number & 1) != 0 && !BY_PLANTED(232) ? CLOSED_TO_DOUBLE : CLOSED;
        at = (2 * (f->toes[across] == 0) + (int)(held >> across & 1)) * BY_FEET_PAIRS + pair_of(f, across);
    }
    row[0] = (uint16_t)(BY_FEET_PIPS + number + across);
    row[1] = (uint16_t)(BY_FEET_COVER + kind * BY_FEET_PAIRS + pair_of(f, number));
    row[2] = (uint16_t)(BY_FEET_ACROSS + at);
}

void by_feet_play_facts(const struct by_feet *f, uint32_t held, int number, int across,
                        uint16_t row[BY_FEET_PLAY_FACTS])
{
    play_facts(f, held, number, across, row);
}

static inline void add(int16_t unit[BY_FEET_UNITS], int row)
{
    const int16_t *weight = by_feet_net.row[row];

    for (int j = 0; j < BY_FEET_UNITS; j++)
        unit[j] = (int16_t)(unit[j] + weight[j]);
}

void by_feet_look(const struct by_feet *f, struct by_feet_look *out)
{
    uint16_t row[BY_FEET_FACTS];

    out->doubles = by_feet_facts(f, row);
    memset(out->unit, 0, sizeof out->unit);
    for (int i = 0; i < BY_FEET_FACTS; i++)
        add(out->unit, row[i]);
}

static inline int rate(const struct by_feet *f, const struct by_feet_look *look, int number, int across)
{
    uint16_t row[BY_FEET_PLAY_FACTS];
    int16_t unit[BY_FEET_UNITS];
    int32_t sum = 0, linear;

    play_facts(f, look->doubles, number, across, row);
    memcpy(unit, look->unit, sizeof unit);
    for (int i = 0; i < BY_FEET_PLAY_FACTS; i++)
        add(unit, row[i]);
    linear = unit[BY_FEET_UNITS - 1];
    for (int j = 0; j < BY_FEET_UNITS; j++) {
        const int16_t value = unit[j] > 0 ? unit[j] : 0;

        sum += value * by_feet_net.out[j];
    }
    return (sum + linear * BY_FEET_UNIT) / BY_FEET_UNIT + BY_PLANTED(233) * f->have[f->turn == 0][across];
}

int by_feet_rate(const struct by_feet *f, const struct by_feet_look *look, int number, int across)
{
    return rate(f, look, number, across);
}

static inline bool can_play(const struct by_feet *f)
{
    for (uint32_t open = by_feet_open(f); open != 0; open &= open - 1)
        if (f->have[f->turn][__builtin_ctz(open)] > 0)
            return true;
    return false;
}

/* ---- Playouts ------------------------------------------------------------------------------ */

/* Returns the play that the network rates highest, with noise up to `spread`. A single play is not rated. */
static struct by_feet_pick choose(const struct by_feet *f, int spread, struct by_rng *rng)
{
    const struct by_set *hand = &f->hand[f->turn];
    struct by_feet_pick best = { INT32_MIN, 0, 0 };
    struct by_feet_look look;
    int plays = 0;

    for (uint32_t open = by_feet_open(f); open != 0; open &= open - 1)
        plays += f->have[f->turn][__builtin_ctz(open)];
    if (plays > 1)
        by_feet_look(f, &look);
    for (uint32_t open = plays > 0 ? by_feet_open(f) : 0; open != 0; open &= open - 1) {
        const int number = __builtin_ctz(open);
        struct by_set tiles = by_set_and(*hand, by_suit[number]);

        while (!by_set_empty(&tiles)) {
            const int across = by_across(by_set_take(&tiles), number);
            int score = 0;

            if (plays > 1)
                score = rate(f, &look, number, across) + (int)((by_rng_next(rng) >> 48) * (uint64_t)spread >> 16);
            if (score > best.score)
                best = (struct by_feet_pick){ score, number, across };
        }
    }
    return best;
}

bool by_feet_net_ahead(struct by_feet *f, struct by_feet_known *known, int seat, int plays, int spread,
                       struct by_rng *rng, struct by_budget *b)
{
    while (f->end == BY_NOT_ENDED && by_budget_step(b, 4 + f->have[f->turn][BY_NUMBERS] / 4u)) {
        /* A player who can go out need not value it. */
        const bool due = f->turn == seat && plays <= 0 && (f->have[seat][BY_NUMBERS] > 1 || BY_PLANTED(250));
        struct by_feet_pick p;

        if (due && can_play(f))
            return true;
        p = due ? (struct by_feet_pick){ INT32_MIN, 0, 0 } : choose(f, spread, rng);
        if (p.score == INT32_MIN) {
            if (!BY_PLANTED(249))
                by_feet_know_lack(known, f);
            if (by_feet_draw(f) == BY_NO_TILE)
                continue;
            if (due)
                return true;
            p = choose(f, spread, rng); /* only the drawn tile fits */
        }
        plays -= f->turn == seat;
        by_feet_know_play(known, p.number, p.across);
        by_feet_lay(f, p.number, p.across);
    }
    return false;
}
