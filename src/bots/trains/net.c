/* SPDX-License-Identifier: MIT */
/* net.c: values moves in Mexican Train with a small network. */
#include "net.h"
#include "bots/sums.h"
#include "planted.h"

#include "weights.def"

/* The inputs, scaled so that most are between 0 and BY_TRAINS_ONE: counts, pips, and 1 or 0. "Off" tiles are those
 * outside the plan, "unseen" tiles those in other hands or the boneyard. */
enum {
    /* The hand after the move. */
    OFF_PIPS,
    OFF_TILES,
    PLAN_PIPS,
    PLAN_TILES,
    TILES,
    ONE_OVER_TILES, /* 1 / (1 + tiles) */
    OFF_DOUBLES,
    PLAN_DOUBLES,
    ENDS_ON_DOUBLE,
    HEAVIEST,      /* pips of the heaviest off tile */
    OFF_NUMBERS,   /* different numbers on off tiles */
    OFF_FITS,      /* off tiles that fit another train open to the player */
    OFF_FITS_PIPS, /* their pips */
    /* The trains after the move. */
    MARKED,
    OWN_DOUBLE,
    ANY_DOUBLE,
    COVERS_LEFT, /* tiles in the hand that cover a double */
    OWN_FITS,    /* tiles in the hand that fit the player's train */
    PLAN_FIRST,  /* pips of the plan's first tile, its first two and its first four */
    PLAN_TWO,
    PLAN_FOUR,
    /* The move. */
    ON_OWN,
    ON_MEXICAN,
    ON_OTHER,
    MOVE_PIPS,
    MOVE_DOUBLE,
    COVERS,
    PLANNED,
    GOES_ON,      /* a tile must or may follow in this turn */
    GOES_ON_FITS, /* tiles in the hand that can */
    END_UNSEEN,   /* unseen tiles that fit the new end */
    /* The other players. */
    NEXT_TILES,
    FEWEST,
    ONE_OVER_FEWEST,
    MEAN_TILES,
    FEWEST_AT, /* how many turns away the player with the fewest tiles is */
    OTHERS_MARKED,
    STOCK,
    /* Various. */
    PASS,
    COVERS_UNSEEN, /* unseen tiles that cover a double */
    MEXICAN_BEGUN,
    OPEN_ENDS, /* different numbers at the ends of the other trains open to the player */
    WAS_MARKED,
    DRAW,
    OWN_UNSEEN, /* unseen tiles that fit the player's train */
    SECOND_FEWEST,
    NEXT_IS_FEWEST,
    TURNS_LEFT,    /* tiles, with off tiles counted twice */
    OFF_SECOND,    /* off tiles that share a number with one counted in OFF_FITS */
    OFF_UNSEEN,    /* the mean number of unseen tiles with the numbers of an off tile */
    PLAN_FADED,    /* pips of the plan, each tile counting 0.85 times as much as the one before */
    MARKED_UNSEEN, /* OWN_UNSEEN if the train is marked */
    PLAN_FIRST_DOUBLE,
    CANNOT_COVER,
    LAST_TILE,
    LAST_TWO
};

static inline int16_t yes(bool so) { return so ? BY_TRAINS_ONE : 0; }

static inline int ones(uint32_t set)
{
    int n = 0;

    for (; set != 0; set &= set - 1)
        n++;
    return n;
}

static inline int count(struct by_set set)
{
    int n = 0;

    for (int i = 0; i < 3; i++)
        for (uint64_t w = set.w[i]; w != 0; w &= w - 1)
            n++;
    return n;
}

static inline struct by_set minus(struct by_set a, const struct by_set *b)
{
    for (int i = 0; i < 3; i++)
        a.w[i] &= ~b->w[i];
    return a;
}

static void others(const struct by_trains *s, int seat, int16_t *in)
{
    const int n = s->players, after = seat + 1 == n ? 0 : seat + 1;
    int fewest = 255, second = 255, at = 1, sum = 0;

    for (int d = 1; d < n; d++) {
        const int k = seat + d < n ? seat + d : seat + d - n, tiles = s->have[k][BY_NUMBERS];

        sum += tiles;
        if (tiles < fewest) {
            second = fewest;
            fewest = tiles;
            at = d;
        } else if (tiles < second)
            second = tiles;
    }
    in[NEXT_TILES] = (int16_t)(32 * s->have[after][BY_PLANTED(236) ? s->tail[seat] : BY_NUMBERS]);
    in[FEWEST] = (int16_t)(32 * fewest);
    in[ONE_OVER_FEWEST] = (int16_t)(BY_TRAINS_ONE / (1 + fewest));
    in[MEAN_TILES] = (int16_t)(32 * sum / (n - 1));
    /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): there are at least two players */
    in[FEWEST_AT] = (int16_t)(BY_TRAINS_ONE * at / n);
    /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): seat is from 0 to n - 1 */
    in[OTHERS_MARKED] = (int16_t)(BY_TRAINS_ONE * ones(s->markers & ~((uint32_t)1 << seat)) / n);
    in[STOCK] = (int16_t)(32 * (s->stock - s->taken) / n);
    in[MEXICAN_BEGUN] = yes((s->begun >> BY_MEXICAN & 1) != 0);
    in[WAS_MARKED] = yes((s->markers >> seat & 1) != 0);
    in[SECOND_FEWEST] = (int16_t)(32 * (second == 255 ? fewest : second));
    in[NEXT_IS_FEWEST] = yes(at == 1);
}

/* Sets the inputs for the plan from its tile `from` on. */
static void planned(const struct by_quick *p, int from, int16_t *in)
{
    static const int16_t fade[BY_QUICK] = { 256, 218, 185, 157, 134, 114, 97, 82, 70, 59, 50, 43, 36, 31, 26, 22,
                                            19,  16,  14,  12,  10,  8,   7,  6,  5,  4,  4,  3,  3,  2,  2,  2 };
    int pips = 0, doubles = 0, faded = 0;

    in[PLAN_FIRST] = in[PLAN_TWO] = 0;
    for (int i = from; i < p->n; i++) {
        const int k = i - from, more = by_pips(p->tile[i]);

        pips += more;
        doubles += by_is_double(p->tile[i]);
        faded += more * fade[k];
        if (k == 0)
            in[PLAN_FIRST] = (int16_t)(16 * more);
        if (k <= 1)
            in[PLAN_TWO] = (int16_t)(8 * pips);
        if (k <= 3)
            in[PLAN_FOUR] = (int16_t)(4 * pips);
    }
    in[PLAN_PIPS] = (int16_t)(4 * pips);
    in[PLAN_TILES] = (int16_t)(32 * (p->n - from));
    in[PLAN_DOUBLES] = (int16_t)(64 * doubles);
    in[ENDS_ON_DOUBLE] = yes(from < p->n && by_is_double(p->tile[p->n - 1]));
    in[PLAN_FADED] = (int16_t)(faded >> 6);
    in[PLAN_FIRST_DOUBLE] = yes(from < p->n && by_is_double(p->tile[from]));
    if (from == p->n)
        in[PLAN_FOUR] = 0;
}

/* Sets the inputs for the tiles outside the plan; `ends` are the open numbers of other trains. */
static void unplanned(const struct by_trains_look *look, struct by_set rest, uint32_t ends, int16_t *in)
{
    int n = 0, pips = 0, heaviest = 0, doubles = 0, fits = 0, fit_pips = 0, second = 0, unseen = 0;
    uint32_t numbers = 0, onward = 0;

    for (struct by_set left = rest; !by_set_empty(&left);) {
        const by_tile t = by_set_take(&left);
        const uint32_t own = by_tile_numbers(t);
        const int more = by_pips(t);

        n++;
        pips += more;
        heaviest = more > heaviest ? more : heaviest;
        numbers |= own;
        unseen += look->unseen[by_high(t)];
        if (by_is_double(t))
            doubles++;
        else
            unseen += look->unseen[by_low(t)];
        if ((own & ends) != 0) {
            fits++;
            fit_pips += more;
            onward |= own;
        }
    }
    for (struct by_set left = rest; onward != 0 && !by_set_empty(&left);)
        second += (by_tile_numbers(by_set_take(&left)) & onward) != 0;
    in[OFF_PIPS] = (int16_t)(4 * pips);
    in[OFF_TILES] = (int16_t)(32 * n);
    in[OFF_DOUBLES] = (int16_t)(128 * doubles);
    in[HEAVIEST] = (int16_t)(16 * heaviest);
    in[OFF_NUMBERS] = (int16_t)(21 * ones(numbers));
    in[OFF_FITS] = (int16_t)(64 * fits);
    in[OFF_FITS_PIPS] = (int16_t)(8 * fit_pips);
    in[OFF_SECOND] = (int16_t)(64 * second);
    in[OFF_UNSEEN] = (int16_t)(n > 0 ? BY_TRAINS_ONE * unseen / (24 * n) : BY_TRAINS_ONE / 2);
}

void by_trains_look(const struct by_trains *s, const uint8_t unlaid[BY_NUMBERS], struct by_trains_look *out)
{
    const int seat = s->turn;

    out->round = s;
    out->seat = seat;
    for (int k = 0; k < BY_NUMBERS; k++)
        out->unseen[k] = (uint8_t)(unlaid[k] - s->have[seat][k]);
    by_quick_roads(&s->hand[seat], &out->roads);
    by_quick_plan(&out->roads, s->tail[seat], &out->plan);
    memset(out->input, 0, sizeof out->input);
    others(s, seat, out->input);
    planned(&out->plan, 0, out->input);
}

/* The trains as they are after a move. */
struct after {
    uint32_t doubles, markers;
    uint8_t tail[BY_ARMS];
};

/* Sets the inputs for a tile played, and updates the trains. */
static void laid(const struct by_trains_look *look, by_move m, const struct by_set *hand, struct after *a, int16_t *in)
{
    const struct by_trains *s = look->round;
    const by_tile t = by_move_tile(m);
    const int train = by_move_place(m), end = by_across(t, s->tail[train]);
    const bool own = train == look->seat;

    in[ON_OWN] = yes(own);
    in[ON_MEXICAN] = yes(train == BY_MEXICAN);
    in[ON_OTHER] = yes(!own && train != BY_MEXICAN);
    in[MOVE_PIPS] = (int16_t)(16 * by_pips(t));
    in[MOVE_DOUBLE] = yes(by_is_double(t));
    in[COVERS] = yes((a->doubles >> train & 1) != 0);
    in[PLANNED] = yes(by_set_has(&look->plan.in, t));
    in[END_UNSEEN] = (int16_t)(21 * look->unseen[end]);
    a->tail[train] = (uint8_t)end;
    a->doubles &= ~((uint32_t)1 << train);
    if (own)
        a->markers &= ~((uint32_t)1 << train);
    if (by_is_double(t)) {
        struct by_set fits = by_suit[end];

        a->doubles |= (uint32_t)1 << train;
        if (s->stage == 0 && s->rule != BY_DOUBLE_SATISFY)
            for (uint32_t k = (a->markers | (uint32_t)1 << look->seat | (uint32_t)1 << BY_MEXICAN); k != 0; k &= k - 1)
                fits = by_set_or(fits, by_suit[a->tail[__builtin_ctz(k)]]);
        in[GOES_ON] = BY_TRAINS_ONE;
        in[GOES_ON_FITS] = (int16_t)(64 * count(by_set_and(fits, *hand)));
    }
}

static void uncovered(const struct by_trains_look *look, const struct by_set *hand, const struct after *a, int16_t *in)
{
    struct by_set covers = { { 0, 0, 0 } };
    int unseen = 0;

    for (uint32_t k = a->doubles; k != 0; k &= k - 1) {
        const int end = a->tail[__builtin_ctz(k)];

        covers = by_set_or(covers, by_suit[end]);
        unseen += look->unseen[end];
    }
    in[ANY_DOUBLE] = BY_TRAINS_ONE;
    in[COVERS_LEFT] = (int16_t)(128 * count(by_set_and(covers, *hand)));
    in[COVERS_UNSEEN] = (int16_t)(21 * unseen);
    in[CANNOT_COVER] = yes(in[COVERS_LEFT] == 0);
}

void by_trains_inputs(const struct by_trains_look *look, by_move m, int16_t in[BY_TRAINS_INPUTS])
{
    const struct by_trains *s = look->round;
    const int seat = look->seat;
    struct by_set hand = s->hand[seat], in_plan = look->plan.in;
    struct after a = { .doubles = s->doubles, .markers = s->markers };
    int tiles = s->have[seat][BY_NUMBERS], end;
    uint32_t ends = 0;

    memcpy(in, look->input, sizeof look->input);
    memcpy(a.tail, s->tail, sizeof a.tail);
    in[PASS] = yes(by_move_kind(m) == BY_PASS);
    in[DRAW] = yes(by_move_kind(m) == BY_DRAW_TILE);
    if (by_move_kind(m) == BY_LAY) {
        const by_tile t = by_move_tile(m);
        const bool own = by_move_place(m) == seat;

        by_set_drop(&hand, t);
        tiles--;
        laid(look, m, &hand, &a, in);
        if (own && look->plan.n > 0 && look->plan.tile[0] == t) {
            by_set_drop(&in_plan, t);
            planned(&look->plan, 1, in);
        } else if (own || in[PLANNED] != 0) {
            struct by_quick_roads roads = look->roads;
            struct by_quick other;

            by_quick_drop(&roads, t);
            by_quick_plan(&roads, a.tail[seat], &other);
            planned(&other, 0, in);
            in_plan = other.in;
        }
    }
    for (uint32_t k = (a.markers & ~((uint32_t)1 << seat)) | (uint32_t)1 << BY_MEXICAN; k != 0; k &= k - 1)
        ends |= (uint32_t)1 << a.tail[__builtin_ctz(k)];
    end = a.tail[seat];
    unplanned(look, minus(hand, &in_plan), ends, in);
    if (a.doubles != 0)
        uncovered(look, &hand, &a, in);
    in[TILES] = (int16_t)(32 * tiles);
    in[ONE_OVER_TILES] = (int16_t)(BY_TRAINS_ONE / (1 + tiles));
    in[TURNS_LEFT] = (int16_t)(in[TILES] + in[OFF_TILES]);
    in[MARKED] = yes((a.markers >> seat & 1) != 0);
    in[OWN_DOUBLE] = yes((a.doubles >> seat & 1) != 0);
    in[OWN_FITS] = (int16_t)(64 * count(by_set_and(hand, by_suit[end])));
    in[OPEN_ENDS] = (int16_t)(64 * ones(ends));
    in[OWN_UNSEEN] = (int16_t)(21 * look->unseen[end]);
    in[MARKED_UNSEEN] = in[MARKED] != 0 ? in[OWN_UNSEEN] : 0;
    in[LAST_TILE] = yes(tiles == 1);
    in[LAST_TWO] = yes(tiles == 2);
}

/* Returns a unit for a weighted sum; `weight` is the integer that represents 1.0 in its weights. */
static inline int32_t unit_of(int32_t sum, int weight)
{
    const int32_t x = (sum > 0 ? sum : 0) / weight;

    return x < BY_TRAINS_MOST ? x : BY_TRAINS_MOST;
}

/* Nothing overflows with the committed weights, which tests/bots/trains_net.c checks. */
int32_t by_trains_value(const struct by_trains_net *net, const int16_t in[BY_TRAINS_INPUTS])
{
    int32_t sum[BY_TRAINS_FIRST], out = net->bias3;
    int16_t unit[BY_TRAINS_FIRST];

    for (int j = 0; j < BY_TRAINS_FIRST; j += 4)
        by_four_sums(in, net->first[j], BY_TRAINS_INPUTS, sum + j);
    for (int j = 0; j < BY_TRAINS_FIRST; j++)
        unit[j] = (int16_t)unit_of(sum[j] + net->bias1[j], BY_TRAINS_WEIGHT1);
    for (int j = 0; j < BY_TRAINS_SECOND; j += 4)
        by_four_sums(unit, net->second[j], BY_TRAINS_FIRST, sum + j);
    for (int j = 0; j < BY_TRAINS_SECOND; j++)
        out += unit_of(sum[j] + net->bias2[j], BY_TRAINS_WEIGHT2) * net->third[j];
    return (out + BY_PLANTED(237) * BY_TRAINS_WEIGHT2) / BY_TRAINS_WEIGHT2;
}
