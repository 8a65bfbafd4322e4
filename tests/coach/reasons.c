/* SPDX-License-Identifier: MIT */
/* reasons.c: checks that the coach's statements are true in random positions of all games, and do not change when
 * hidden tiles are exchanged.  With -DBY_FAULTS, a broken coach must be detected.
 *
 * Plays random rounds and, at each decision, compares every reason for every move with the real round (truth.c). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/text.h"
#include "truth.h"
#include "planted.h"

static const char *const rules[] = {
    "block:basics",
    "block:basics blanks=suit",
    "block:basics players=4 teams=on",
    "draw:basics blanks=suit players=3",
    "draw:basics",
    "muggins:number",
    "muggins:classic call=on players=3",
    "muggins:basics players=4",
    "allfives:online",
    "fiveup:online players=4 teams=on",
    "fiveup:online",
    "chickenfoot:number players=2",
    "chickenfoot:classic",
    "chickenfoot:number players=6",
    "mexicantrain:number players=6",
    "mexicantrain:number",
    "mexicantrain:classic knock=on penalty=fifty",
    "mexicantrain:hub players=8",
    "castlerock:number",
    "castlerock:classic removals=once",
    "muggins:number target=20",
    "block:basics draw=one blanks=suit",
};
#define RULES ((int)(sizeof rules / sizeof rules[0]))

static const char *const names[BY_SEATS] = { "North", "East", "South", "West", "A", "B", "C", "D" };
static struct {
    long said[BY_REASONS], moves, hardly, hardly_true, exchanged, wrong;
} tally;
static bool quiet;

static struct by_heard heard[2000];

static void wrong(const struct by_table *m, by_move move, const char *what, const char *about)
{
    char text[BY_MOVE_TEXT], config[BY_CONFIG_TEXT];

    tally.wrong++;
    if (quiet || tally.wrong > 20)
        return;
    by_move_print(move, m->state.family, text);
    by_config_print(&m->state.rules, config, sizeof config);
    printf("%s, move %u, seat %d, %s: %s (%s)\n", config, (unsigned)m->moves, m->state.now.turn, text, what, about);
}

/* Checks that every text is a whole sentence. */
static void check_words(const struct by_table *m, const struct by_decision *d, int move, const struct by_reason *r,
                        int n)
{
    char text[BY_HINT_TEXT];

    struct by_text t;

    for (int i = 0; i < n; i++) {
        t = by_text_on(text, sizeof text);
        by_reason_say(d, &r[i], &t);
        if (t.used < 8 || t.used > 110)
            wrong(m, d->moves[move], "no fit words", text);
    }
    t = by_text_on(text, sizeof text);
    by_hint_say(d, move, &t);
    if (t.full || text[strlen(text) - 1] != '.' || text[0] < 'A' || text[0] > 'Z')
        wrong(m, d->moves[move], "no sentence", text);
    if ((d->n == 1) != (strstr(text, "the only move") != NULL))
        wrong(m, d->moves[move], "the only move or not", text);
}

static void check_move(const struct by_table *m, const struct by_decision *d, int move)
{
    static struct truth t;
    struct by_reason r[BY_REASONS];
    int n = by_reasons(d, move, r), missed;

    truth_of(&t, &m->state, d->view->seat, d->moves, d->n, move);
    for (int i = 0; i < n; i++) {
        const char *denied = truth_denies(&t, &r[i]);

        tally.said[r[i].id]++;
        if (i > 0 && r[i].strength > r[i - 1].strength)
            wrong(m, d->moves[move], "not in order", truth_about[r[i].id]);
        if (denied != NULL)
            wrong(m, d->moves[move], denied, truth_about[r[i].id]);
        if (r[i].id == BY_WHY_HARDLY) {
            tally.hardly++;
            tally.hardly_true += truth_cannot(&t);
        }
    }
    missed = truth_misses(&t, r, n);
    if (missed >= 0)
        wrong(m, d->moves[move], "not said", truth_about[missed]);
    tally.moves++;
    check_words(m, d, move, r, n);
}

/* ---- Hidden tiles ------------------------------------------------------------------------------ */

static struct by_study one, two;
static unsigned char memory[BY_BOT_MEMORY];

static void exchange(struct by_state *s, by_tile a, by_tile b)
{
    for (int i = 0; i < s->deck_tiles; i++)
        s->deck[i] = s->deck[i] == a ? b : s->deck[i] == b ? a : s->deck[i];
    for (int k = 0; k < s->players; k++) {
        bool has_a = by_set_has(&s->hand[k], a), has_b = by_set_has(&s->hand[k], b);

        by_set_drop(&s->hand[k], a);
        by_set_drop(&s->hand[k], b);
        if (has_a)
            by_set_add(&s->hand[k], b);
        if (has_b)
            by_set_add(&s->hand[k], a);
    }
}

/* Exchanges two hidden tiles.  If the seat sees and has heard the same, the coach must say the same. */
static void check_blind(const struct by_table *m, int seat, by_move played, struct by_rng *rng)
{
    static struct by_heard other[2000];
    struct by_coach c = { .bot = by_bots[BY_BOT_expert],
                          .count = 60,
                          .heard = heard,
                          .memory = memory,
                          .size = sizeof memory,
                          .names = names };
    struct by_table x = *m;
    by_tile hidden[BY_MAX_TILES];
    int n = 0, a, b;

    for (int i = 0; i < m->state.deck_tiles; i++) {
        bool seen = i < m->state.now.taken;

        for (int k = 0; k < m->state.players; k++)
            seen = k != seat && by_set_has(&m->state.hand[k], m->state.deck[i]) ? false : seen;
        if (!seen)
            hidden[n++] = m->state.deck[i];
    }
    if (n < 2)
        return;
    a = (int)by_rng_below(rng, (uint32_t)n);
    b = (int)by_rng_below(rng, (uint32_t)n);
    exchange(&x.state, hidden[a], hidden[b]);
    if (a == b || !by_study_of(&c, m, seat, played, &one))
        return;
    c.heard = other;
    if (!by_study_of(&c, &x, seat, played, &two) || memcmp(&one.view, &two.view, sizeof one.view) != 0
        || one.past.n != two.past.n || memcmp(heard, other, sizeof *heard * (size_t)one.past.n) != 0
        || memcmp(&one.past.undealt, &two.past.undealt, sizeof one.past.undealt) != 0)
        return;
    tally.exchanged++;
    if (memcmp(one.values, two.values, sizeof *one.values * (size_t)one.d.n) != 0 || one.chance != two.chance
        || memcmp(&one.verdict, &two.verdict, sizeof one.verdict) != 0)
        wrong(m, played, "hidden tiles change the grade", "blind");
}

/* ---- Rounds ------------------------------------------------------------------------------------ */

static void check_decision(const struct by_table *m, int seat, const by_move *list, int n, struct by_rng *rng)
{
    static struct by_view v;
    struct by_past past;
    struct by_decision d = { .view = &v, .past = &past, .moves = list, .n = n, .names = names, .you = 1 };

    by_table_view(m, seat, &v);
    by_table_past(m, heard, &past);
    for (int i = 0; i < n && i < 3; i++)
        check_move(m, &d, n <= 3 ? i : (int)by_rng_below(rng, (uint32_t)n));
}

static void check_round(const char *text, struct by_rng *rng, bool blind)
{
    static struct by_step log[2000];
    static by_move list[BY_MOVES];
    struct by_config config;
    struct by_fault f;
    struct by_table m;
    struct by_seed seed;

    if (by_config_parse(text, &config, &f) != BY_OK)
        abort();
    for (int i = 0; i < 32; i++)
        seed.bytes[i] = (uint8_t)by_rng_next(rng);
    by_table_init(&m, &config, log, 2000);
    if (by_table_deal_seeded(&m, &seed, by_lead_rule(&m.state) == BY_LEAD_LOT ? 0 : -1, NULL) != BY_OK)
        abort();
    while (m.state.now.phase == BY_PLAYING && m.moves < 1900) {
        uint32_t actors = by_actors(&m.state);
        int seat = m.state.now.turn, n;

        if ((actors & (actors - 1)) != 0 && by_rng_below(rng, 2) == 0)
            seat = 31 - __builtin_clz(actors);
        n = by_moves(&m.state, seat, list);
        if (by_rng_below(rng, 3) == 0)
            check_decision(&m, seat, list, n, rng);
        if (blind && n > 1 && by_rng_below(rng, 6) == 0)
            check_blind(&m, seat, list[n - 1], rng);
        by_table_play(&m, seat, list[by_rng_below(rng, (uint32_t)n)], NULL);
    }
}

static void check_all(int rounds, bool blind)
{
    struct by_rng rng;

    by_rng_init(&rng, 77);
    memset(&tally, 0, sizeof tally);
    for (int i = 0; i < rounds * RULES; i++)
        check_round(rules[i % RULES], &rng, blind && i < RULES * 2);
}

#ifdef BY_FAULTS

int main(void)
{
    int missed = 0;

    quiet = true;
    for (by_planted = 301; by_planted <= 310; by_planted++) {
        check_all(by_planted == 310 ? 2 : 12, by_planted == 310);
        printf("fault %d: %ld wrong statements\n", by_planted, tally.wrong);
        missed += tally.wrong == 0;
    }
    return missed;
}

#else

int main(void)
{
    check_all(getenv("BONEYARD_LONG") != NULL ? 400 : 24, true);
    for (int id = 0; id < BY_WHY_FEWER; id++) { /* those that compare: gaps.c */
        printf("%7ld  %s\n", tally.said[id], truth_about[id]);
        if (tally.said[id] == 0 || tally.said[id] >= tally.moves) /* true of some moves, and not of others */
            tally.wrong++;
    }
    printf("said hardly to follow %ld times, and so it was %ld times; hidden tiles exchanged %ld times; %ld wrong\n",
           tally.hardly, tally.hardly_true, tally.exchanged, tally.wrong);
    if (tally.hardly_true * 2 < tally.hardly || tally.exchanged < 40)
        tally.wrong++;
    return tally.wrong != 0;
}

#endif
