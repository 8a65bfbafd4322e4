/* SPDX-License-Identifier: MIT */
/* line_facts.c: checks the inputs of the networks for line games in random rounds: they are within range, each is
 * listed once, none depends on a hidden tile, a move changes only those that it should, and a table's history gives the
 * same inputs. Built with BY_FAULTS, it breaks the code on purpose and must detect it. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/deal.h"
#include "boneyard/table.h"
#include "bots/line/facts.h"
#include "planted.h"

static const char *const games[] = {
    "block:basics players=4 hand=7 teams=on blanks=suit lead=seat next-lead=rotate",
    "block:basics",
    "draw:basics",
    "muggins:number",
    "allfives:online",
    "fiveup:online players=4 teams=on",
};
enum { GAMES = sizeof games / sizeof games[0], ROUNDS = 40, LOG = 1000 };

static struct by_step steps[LOG];
static struct by_heard heard[LOG];
static by_move list[BY_MOVES];

struct inputs {
    uint16_t in[BY_FACTS_ACTIVE];
    int n;
};

static void list_all(const struct by_line_rules *r, const struct by_line_model *w, const struct by_line_facts *f,
                     int seat, struct inputs *out)
{
    out->n = by_line_around(r, w, f, seat, out->in);
    out->n += by_line_after(r, w, f, seat, out->in + out->n);
}

static bool listed_once(const struct inputs *x, int most)
{
    uint8_t seen[BY_FACTS_MOST] = { 0 };

    for (int i = 0; i < x->n; i++)
        if (x->in[i] >= most || seen[x->in[i]]++ > 0)
            return false;
    return true;
}

static bool same(const struct inputs *a, const struct inputs *b)
{
    return a->n == b->n && memcmp(a->in, b->in, (size_t)a->n * sizeof a->in[0]) == 0;
}

/* Deals the hidden tiles again, to hands and a boneyard of the same sizes. */
static void deal_again(const struct by_line_rules *r, struct by_line_model *w, int seat, struct by_rng *rng)
{
    by_tile hidden[28];
    int n = 0, at = 0;

    for (int i = 0; i < r->players; i++)
        for (uint32_t hand = i == seat ? 0 : w->hand[i]; hand != 0; hand &= hand - 1)
            hidden[n++] = (by_tile)__builtin_ctz(hand);
    for (int i = w->taken; i < w->size; i++)
        hidden[n++] = w->deck[i];
    by_rng_shuffle(rng, hidden, (size_t)n);
    for (int i = 0; i < r->players; i++) {
        const int held = by_line_bits(w->hand[i]);

        if (i == seat)
            continue;
        w->hand[i] = 0;
        for (int k = 0; k < held; k++)
            w->hand[i] |= 1u << hidden[at++];
    }
    for (int i = w->taken; i < w->size; i++)
        w->deck[i] = hidden[at++];
}

/* Returns NULL, or a description of the error in the inputs of the seat to move. */
static const char *look(const struct by_line_rules *r, const struct by_line_model *w, const struct by_line_facts *f,
                        by_move made, struct by_rng *rng)
{
    struct by_line_model other = *w, after = *w;
    struct by_line_facts then = *f;
    struct inputs a, b, c, open;

    list_all(r, w, f, w->turn, &a);
    deal_again(r, &other, w->turn, rng);
    list_all(r, &other, f, w->turn, &b);
    open.n = by_line_open(r, w, open.in);
    if (!listed_once(&a, by_line_inputs(r)) || !listed_once(&open, by_line_open_inputs(r)))
        return "an input is out of range or listed twice";
    if (!same(&a, &b))
        return "the inputs depend on hidden tiles";
    if (by_move_kind(made) != BY_LAY)
        return NULL;
    by_line_facts_see(r, w, made, &then);
    by_line_put_down(r, &after, made);
    a.n = by_line_around(r, w, f, w->turn, a.in);
    c.n = by_line_around(r, &after, &then, w->turn, c.in);
    return same(&a, &c) ? NULL : "a move changes inputs that it should leave alone";
}

/* Compares the facts with those from the table's history. */
static bool as_heard(const struct by_table *m, const struct by_line_rules *r, const struct by_line_facts *f)
{
    struct by_line_facts g;
    struct by_past past;
    struct by_view v;

    by_table_view(m, m->state.now.turn, &v);
    by_table_past(m, heard, &past);
    by_line_facts_of(r, &v, &past, &g);
    return memcmp(&g, f, sizeof g) == 0;
}

static const char *play(struct by_table *m, struct by_rng *rng)
{
    uint32_t hand[4] = { 0, 0, 0, 0 };
    struct by_line_rules r;
    struct by_line_model w;
    struct by_line_facts f;
    struct by_view v;

    by_table_view(m, BY_REFEREE, &v);
    for (int i = 0; i < v.players; i++)
        hand[i] = (uint32_t)v.hand[i].w[0];
    by_line_rules_of(&v, &r);
    by_line_of(&v, hand, v.deck, &w);
    by_line_facts_start(&f);
    while (m->state.now.phase == BY_PLAYING) {
        const int seat = m->state.now.turn, n = by_moves(&m->state, seat, list);
        const by_move made = list[by_rng_below(rng, (uint32_t)n)];
        const char *wrong;

        if (!as_heard(m, &r, &f))
            return "the history gives other facts";
        wrong = look(&r, &w, &f, made, rng);
        if (wrong != NULL)
            return wrong;
        by_line_facts_see(&r, &w, made, &f);
        by_line_play(&r, &w, made);
        if (by_table_play(m, seat, made, NULL) != BY_OK)
            return "a move is refused";
    }
    return NULL;
}

static const char *play_all(void)
{
    for (int k = 0; k < GAMES * ROUNDS; k++) {
        struct by_seed seed = { { 0xfa, (uint8_t)k } };
        struct by_config c;
        struct by_table m;
        struct by_rng rng;
        const char *wrong;

        by_rng_init(&rng, (uint64_t)k);
        if (by_config_parse(games[k % GAMES], &c, NULL) != BY_OK)
            return "unknown rules";
        by_table_init(&m, &c, steps, LOG);
        if (by_table_deal_seeded(&m, &seed, -1, NULL) != BY_OK)
            return "no deal";
        wrong = play(&m, &rng);
        if (wrong != NULL)
            return wrong;
    }
    return NULL;
}

int main(void)
{
    const char *wrong = play_all();

    if (wrong != NULL) {
        fprintf(stderr, "%s\n", wrong);
        return 1;
    }
#ifdef BY_FAULTS
    for (by_planted = 218; by_planted <= 221; by_planted++)
        if (play_all() == NULL) {
            fprintf(stderr, "fault %d was not noticed\n", by_planted);
            return 1;
        }
#endif
    return 0;
}
