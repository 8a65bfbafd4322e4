/* SPDX-License-Identifier: MIT */
/* feet_net.c: checks the network of Chickenfoot (src/bots/feet/net.h) and the search that uses it. Every input must
 * follow from the tiles and the toes, a rating must be the plain sum of its rows, and neither may depend on what the
 * seat does not know. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/table.h"
#include "bots/feet/search.h"
#include "planted.h"

enum { ROUNDS = 90, ASKED = 300, TRIES = 200 };

static const char *const presets[] = { "chickenfoot:number",
                                       "chickenfoot:number players=2",
                                       "chickenfoot:number players=6 blank-penalty=0",
                                       "chickenfoot:number players=5 set=12",
                                       "chickenfoot:classic players=8 set=15",
                                       "chickenfoot:classic players=16",
                                       "chickenfoot:number players=3 hand=2",
                                       "chickenfoot:number players=5 hand=10",
                                       "chickenfoot:classic players=11 set=18" };
enum { PRESETS = sizeof presets / sizeof presets[0] };

static struct by_step steps[2000];
static struct by_heard heard[2000];
static by_move list[BY_MOVES];
static _Alignas(64) unsigned char memory[BY_BOT_MEMORY];
static int failures, rated, different, dropped, alone, untried, late_plays;

static void expect(bool truth, const char *what)
{
    if (!truth && failures++ < 20)
        printf("FAILED: %s\n", what);
}

static int at_most(int x, int most) { return x < most ? x : most; }

/* ---- The inputs ------------------------------------------------------------------------------- */

/* What the seat to move can see, gathered tile by tile. */
struct seen {
    int own[BY_NUMBERS], hidden[BY_NUMBERS]; /* tiles with each number: in the hand, and not seen at all */
    bool held[BY_NUMBERS];                   /* doubles in the hand */
};

static void see(const struct by_feet *f, const struct by_set *laid, struct seen *out)
{
    memset(out, 0, sizeof *out);
    for (int t = 0; t < by_set_tiles(f->set); t++) {
        const int high = by_high((by_tile)t), low = by_low((by_tile)t);
        const bool own = by_set_has(&f->hand[f->turn], (by_tile)t);
        int *count = own ? out->own : out->hidden;

        if (by_set_has(laid, (by_tile)t))
            continue;
        count[high]++;
        count[low] += low != high;
        if (own && low == high)
            out->held[high] = true;
    }
}

/* Compares the inputs for the seat's situation with the tiles. */
static void check_facts(const struct by_feet *f, const struct seen *s, const uint16_t row[BY_FEET_FACTS])
{
    int tiles[BY_SEATS], fewest = 99, open = 0, fit = 0, rest = 0;

    for (int i = 0; i < f->players; i++) {
        tiles[i] = f->have[i][BY_NUMBERS];
        fewest = i != f->turn && tiles[i] < fewest ? tiles[i] : fewest;
    }
    for (int n = 0; n <= f->set; n++) {
        open += f->toes[n] > 0;
        fit += s->held[n] && f->toes[n] > 0;
        rest += s->held[n] && f->toes[n] == 0;
    }
    expect(row[0] == BY_FEET_OWN + at_most(tiles[f->turn], BY_FEET_TILES - 1), "the size of the hand");
    expect(row[1] == BY_FEET_FEWEST + at_most(fewest, BY_FEET_TILES - 1), "the fewest tiles in another hand");
    expect(row[2] == BY_FEET_NEXT + at_most(tiles[(f->turn + 1) % f->players], BY_FEET_TILES - 1),
           "the tiles of the next seat");
    expect(row[3] == BY_FEET_STOCK + at_most(f->stock - f->taken, BY_FEET_TILES - 1), "the tiles in the boneyard");
    expect(row[4] == BY_FEET_LEFT + (f->must == BY_FEET_NONE ? 0 : f->left), "the toes that a double needs");
    expect(row[5] == BY_FEET_OPEN + at_most(open, 11), "the numbers with a free toe");
    expect(row[6] == BY_FEET_BLANK + s->held[0], "whether 0-0 is held");
    expect(row[7] == BY_FEET_DOUBLES + BY_FEET_FEW * at_most(fit, BY_FEET_FEW - 1) + at_most(rest, BY_FEET_FEW - 1),
           "the doubles in the hand");
}

/* Returns the row of a number after the play, among those of one kind. */
static int pair_of(const struct seen *s, int number)
{
    return at_most(s->own[number] - 1, BY_FEET_MINE - 1) * BY_FEET_THEIRS
        + at_most(s->hidden[number], BY_FEET_THEIRS - 1);
}

/* Compares the inputs for a play with the tiles. */
static void check_play(const struct by_feet *f, const struct seen *s, int number, int across, const uint16_t row[])
{
    int kind = 0, new_toe = 4 * BY_FEET_PAIRS;

    if (across != number) {
        const bool last = f->must == BY_FEET_NONE && f->toes[number] == 1;

        kind = !last ? 1 : s->held[number] ? 3 : 2;
        new_toe = ((f->toes[across] == 0 ? 2 : 0) + s->held[across]) * BY_FEET_PAIRS + pair_of(s, across);
    }
    expect(row[0] == BY_FEET_PIPS + number + across, "the pips laid");
    expect(row[1] == BY_FEET_COVER + kind * BY_FEET_PAIRS + pair_of(s, number), "the covered number");
    expect(row[2] == BY_FEET_ACROSS + new_toe, "the new toe");
}

/* ---- The ratings ------------------------------------------------------------------------------ */

/* Returns the rating without the network's shortcuts: sums the rows one unit at a time. */
static int rating_of(const uint16_t fact[BY_FEET_FACTS], const uint16_t of_play[BY_FEET_PLAY_FACTS])
{
    int32_t sum = 0;

    for (int j = 0; j < BY_FEET_UNITS; j++) {
        int32_t unit = 0;

        for (int k = 0; k < BY_FEET_FACTS; k++)
            unit += by_feet_net.row[fact[k]][j];
        for (int k = 0; k < BY_FEET_PLAY_FACTS; k++)
            unit += by_feet_net.row[of_play[k]][j];
        expect(unit >= INT16_MIN && unit <= INT16_MAX, "a unit overflows");
        if (j == BY_FEET_UNITS - 1)
            sum += unit * BY_FEET_UNIT;
        sum += unit > 0 ? unit * by_feet_net.out[j] : 0;
    }
    return sum / BY_FEET_UNIT;
}

/* Makes the other hands unknown, but for their sizes. */
static void blindfold(const struct by_feet *f, struct by_feet *out)
{
    *out = *f;
    for (int k = 0; k < f->players; k++)
        if (k != f->turn) {
            memset(&out->hand[k], 0, sizeof out->hand[k]);
            memset(out->have[k], 0, sizeof out->have[k]);
            out->have[k][BY_NUMBERS] = f->have[k][BY_NUMBERS];
        }
}

static void check_ratings(const struct by_feet *f, const struct by_set *laid)
{
    uint16_t fact[BY_FEET_FACTS], of_play[BY_FEET_PLAY_FACTS];
    by_move moves[BY_MOVES];
    const int n = by_feet_moves(f, moves);
    const uint32_t held = by_feet_facts(f, fact);
    struct by_feet_look look, same;
    struct by_feet blind;
    struct seen s;
    int first = 0;

    blindfold(f, &blind);
    see(f, laid, &s);
    check_facts(f, &s, fact);
    for (int k = 0; k <= f->set; k++)
        expect((held >> k & 1) == s.held[k], "the doubles held");
    by_feet_look(f, &look);
    by_feet_look(&blind, &same);
    for (int k = 0; k < n && by_move_kind(moves[k]) == BY_LAY; k++) {
        const int number = by_move_place(moves[k]), across = by_across(by_move_tile(moves[k]), number);
        const int found = by_feet_rate(f, &look, number, across);

        by_feet_play_facts(f, held, number, across, of_play);
        check_play(f, &s, number, across, of_play);
        expect(found == rating_of(fact, of_play), "a rating is not the sum of its rows");
        expect(found == by_feet_rate(&blind, &same, number, across), "a rating depends on another hand");
        first = k == 0 ? found : first;
        different += found != first;
        rated++;
    }
}

/* Every play of random rounds is rated as by the plain sum of the rows that the tiles call for. */
static void ratings_follow_the_tiles(void)
{
    struct by_rng r;

    by_rng_init(&r, 12);
    for (int i = 0; i < ROUNDS; i++) {
        struct by_seed deal = { { (uint8_t)i, (uint8_t)(i >> 8), 6 } };
        struct by_set laid = { { 0, 0, 0 } };
        struct by_config c;
        struct by_state s;
        struct by_feet f;
        struct by_view v;

        if (by_config_parse(presets[i % PRESETS], &c, NULL) != BY_OK)
            abort();
        by_start(&s, &c);
        if (by_deal_seeded(&s, &deal, -1, NULL) != BY_OK)
            abort();
        by_view_of(&s, NULL, BY_REFEREE, &v);
        by_feet_of(&v, v.hand, v.deck, &f);
        for (int k = 0; k < v.now.laid; k++)
            by_set_add(&laid, v.laid[k].tile);
        while (f.end == BY_NOT_ENDED) {
            by_move m;

            check_ratings(&f, &laid);
            m = by_feet_random(&f, &r);
            if (by_move_kind(m) == BY_LAY)
                by_set_add(&laid, by_move_tile(m));
        }
    }
}

/* ---- The search ------------------------------------------------------------------------------- */

static void ask(const struct by_table *m, int n, bool evenly, int32_t *values)
{
    static const struct by_feet_effort effort = { BY_EXPERT, TRIES, TRIES, 0, true, true };
    struct by_budget b = by_budget_of(0);
    struct by_past past;
    struct by_view v;
    struct by_rng rng;
    struct by_question q = { .view = &v,
                             .past = &past,
                             .moves = list,
                             .n = n,
                             .rng = &rng,
                             .memory = memory,
                             .size = sizeof memory,
                             .values = values,
                             .evenly = evenly };

    by_table_view(m, m->state.now.turn, &v);
    by_table_past(m, heard, &past);
    by_rng_init(&rng, 5);
    expect(by_feet_search(&q, &effort, &b, values), "the search does not answer");
}

/* Returns how many thousandths of a point a network puts a move below the best one: by values where they are used,
 * otherwise by ratings. Sets the gap at which plays are dropped. */
static int gap_of(const struct by_table *m, int n, int move, int *margin)
{
    struct by_set hands[BY_SEATS] = { { { 0, 0, 0 } } };
    struct by_feet_outlook outlook;
    struct by_feet_look look;
    struct by_feet_known known;
    struct by_feet f;
    struct by_view v;
    struct by_past past;
    int best = INT32_MIN, own = 0;
    bool values;

    by_table_view(m, m->state.now.turn, &v);
    by_table_past(m, heard, &past);
    hands[v.seat] = v.hand[v.seat];
    by_feet_of(&v, hands, NULL, &f);
    for (int i = 0; i < v.players; i++)
        f.have[i][BY_NUMBERS] = v.count[i];
    values = by_feet_learned(&v);
    *margin = values ? 5000 : 8000;
    by_feet_known_of(&v, &past, &known);
    by_feet_outlook(&by_feet_values, &f, &known, &outlook);
    by_feet_look(&f, &look);
    for (int i = 0; i < n; i++) {
        const struct by_feet_play p = by_feet_play_of(list[i]);
        const int here = values ? by_feet_value(&by_feet_values, &outlook, p.number, p.across)
                                : by_feet_rate(&f, &look, p.number, p.across);

        best = here > best ? here : best;
        own = i == move ? here : own;
    }
    return values ? (best - own) * 1000 / BY_FEET_ONE : (best - own) * 3000 / BY_FEET_UNIT;
}

/* Returns how many different plays a network prefers to a move. */
static int rank_of(const struct by_table *m, int n, int move)
{
    const int own = gap_of(m, n, move, &(int){ 0 });
    int rank = 0;

    for (int i = 0; i < n; i++) {
        const struct by_feet_play p = by_feet_play_of(list[i]);
        bool first = gap_of(m, n, i, &(int){ 0 }) < own;

        for (int k = 0; k < i && first; k++) {
            const struct by_feet_play same = by_feet_play_of(list[k]);

            first = same.number != p.number || same.across != p.across;
        }
        rank += first;
    }
    return rank;
}

/* At most six plays are tried where they are valued, unless all must be. */
static void check_width(const struct by_table *m, int n)
{
    int32_t quick[BY_MOVES];
    int32_t best = INT32_MIN;
    int margin, late = -1;

    for (int i = 0; i < n && late < 0; i++)
        if (gap_of(m, n, i, &margin) < margin && margin == 5000 && rank_of(m, n, i) >= 6)
            late = i;
    if (late < 0)
        return;
    ask(m, n, false, quick);
    for (int i = 0; i < n; i++)
        best = quick[i] > best ? quick[i] : best;
    expect(abs(best - quick[late] - gap_of(m, n, late, &margin)) <= 2, "too many plays are tried");
    late_plays++;
}

static void check_search(const struct by_table *m, int n)
{
    int32_t quick[BY_MOVES], even[BY_MOVES];
    int best = 0, near = 0, far = -1, margin;

    for (int i = 0; i < n; i++) {
        const int gap = gap_of(m, n, i, &margin);

        near += gap < margin && gap > 0;
        far = gap > margin ? i : far;
        best = gap == 0 ? i : best;
    }
    if (far < 0)
        return;
    ask(m, n, false, quick);
    ask(m, n, true, even);
    dropped++;
    if (near == 0) { /* the best play stands alone */
        expect(abs(quick[best] - quick[far] - gap_of(m, n, far, &margin)) <= 2, "a play that is far behind is tried");
        expect(abs(quick[best]) > 1, "the only play left has no value");
        alone++;
    }
    untried += abs(even[best] - even[far] - gap_of(m, n, far, &margin)) <= 2;
}

/* Plays that a network puts far below the best are dropped at once, but not if all plays must be tried. The only play
 * left is still worth something. */
static void search_drops_and_keeps(void)
{
    struct by_rng rng;

    by_rng_init(&rng, 13);
    for (int i = 0; dropped < ASKED && i < 250; i++) {
        struct by_seed deal = { { (uint8_t)i, 7 } };
        struct by_config c;
        struct by_table m;

        if (by_config_parse(presets[i % 3], &c, NULL) != BY_OK)
            abort();
        by_table_init(&m, &c, steps, 2000);
        if (by_table_deal_seeded(&m, &deal, -1, NULL) != BY_OK)
            abort();
        while (m.state.now.phase == BY_PLAYING) {
            const int turn = m.state.now.turn, n = by_moves(&m.state, turn, list);

            if (n > 1 && by_move_kind(list[0]) == BY_LAY) {
                check_search(&m, n);
                check_width(&m, n);
            }
            if (by_table_play(&m, turn, list[by_rng_below(&rng, (uint32_t)n)], NULL) != BY_OK)
                abort();
        }
    }
}

static int all(void)
{
    failures = rated = different = dropped = alone = untried = late_plays = 0;
    ratings_follow_the_tiles();
    search_drops_and_keeps();
    expect(untried * 50 < dropped, "plays are not tried although all must be"); /* a few may seem so by chance */
    return failures;
}

int main(void)
{
#ifdef BY_FAULTS
    static const int faults[] = { 230, 231, 232, 233, 234, 235, 258 };
    int missed = 0;

    for (int i = 0; i < (int)(sizeof faults / sizeof faults[0]); i++) {
        by_planted = faults[i];
        if (all() == 0) {
            printf("fault %d is not noticed\n", by_planted);
            missed++;
        }
    }
    return missed > 0;
#else
    const int failed = all();

    printf("%d plays rated, %d decisions with plays far behind, %d with one play left, %d with many plays\n", rated,
           dropped, alone, late_plays);
    return failed > 0 || rated < 10000 || different < rated / 2 || dropped < 100 || alone < 10 || late_plays < 10;
#endif
}
