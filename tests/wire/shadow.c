/* SPDX-License-Identifier: MIT */
/* shadow.c: checks that at every decision, a bot that received the events sees the same view and past as from the table
 * itself.
 *
 * In Mexican Train, some public facts depend on tiles that stay hidden for long (whether a pass set a marker, T-11;
 * whether all are blocked, C-07); with infractions=penalise, every draw does.  There a bot may lose track and play from
 * the table alone; this test limits how often. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/table.h"
#include "boneyard/text.h"
#include "wire/views.h"
#include "wire/shadow.h"

#define LOG 4000

static int failures, decisions, lost;
static struct by_step log_of[LOG];
static struct by_heard heard[LOG];

struct game {
    struct by_table m;
    struct by_rng rng;
    struct by_shadow shadow[BY_SEATS];
    const char *rules;
};

static void tell(struct game *g, const struct by_events *ev)
{
    struct by_view v;

    by_table_view(&g->m, BY_NO_SEAT, &v);
    for (int seat = 0; seat < g->m.state.players; seat++) {
        by_json *list = by_json_array();

        for (int i = 0; i < ev->n; i++) {
            struct by_event e = by_hear(ev->at[i], v.family, seat);

            by_json_push(list, by_event_json(&v, &e));
        }
        by_shadow_hear(&g->shadow[seat], list);
        by_json_free(list);
    }
}

static void wrong(const struct game *g, int seat, const char *what)
{
    if (failures++ < 10)
        printf("FAILED: %s: seat %d, round %u, move %u: %s\n", g->rules, seat, g->m.state.round, g->m.moves, what);
}

static void look(struct game *g, int seat)
{
    by_json *line = by_json_object();
    struct by_view real, seen;
    struct by_past past, told;

    by_table_view(&g->m, seat, &real);
    by_view_json(&real, line);
    by_table_past(&g->m, heard, &past);
    decisions++;
    if (!by_shadow_see(&g->shadow[seat], line, &seen, &told)) {
        lost++;
    } else {
        seen.last = real.last;
        if (memcmp(&seen, &real, sizeof seen) != 0)
            wrong(g, seat, "another view");
        if (told.n != past.n || memcmp(told.at, past.at, sizeof *heard * (size_t)past.n) != 0
            || memcmp(&told.undealt, &past.undealt, sizeof told.undealt) != 0)
            lost++;
    }
    by_json_free(line);
}

static void step(struct game *g)
{
    static by_move list[BY_MOVES];
    uint32_t actors = by_actors(&g->m.state);
    int seat = g->m.state.now.turn, n;
    struct by_events ev;

    for (int i = 0; i < g->m.state.players; i++) /* seats that can call do so now and then */
        if (i != seat && (actors >> i & 1) != 0 && by_rng_below(&g->rng, 4) == 0) {
            look(g, i);
            seat = i;
            break;
        }
    n = by_moves(&g->m.state, seat, list);
    look(g, seat);
    if (by_table_play(&g->m, seat, list[by_rng_below(&g->rng, (uint32_t)n)], &ev) != BY_OK)
        wrong(g, seat, "a legal move is refused");
    tell(g, &ev);
}

static void play(const char *rules, uint64_t seed, uint32_t rounds)
{
    struct by_seed deal = { { (uint8_t)seed, (uint8_t)(seed >> 8), 7 } };
    static struct game g;
    struct by_config config;
    struct by_events ev;
    struct by_fault f;

    if (by_config_parse(rules, &config, &f) != BY_OK) {
        printf("FAILED: %s: %s\n", rules, f.text);
        failures++;
        return;
    }
    g.rules = rules;
    by_table_init(&g.m, &config, log_of, LOG);
    by_rng_init(&g.rng, seed);
    for (int i = 0; i < g.m.state.players; i++)
        by_shadow_init(&g.shadow[i], &config, i);
    while (g.m.state.now.phase != BY_GAME_OVER && g.m.state.round <= rounds && failures < 10) {
        if (g.m.state.now.phase == BY_PLAYING) {
            step(&g);
        } else if (by_table_deal_seeded(&g.m, &deal, -1, &ev) == BY_OK) {
            tell(&g, &ev);
        }
    }
    for (int i = 0; i < g.m.state.players; i++)
        by_shadow_clear(&g.shadow[i]);
}

int main(void)
{
    static const struct {
        const char *rules;
        int lost;
    } all[] = {
        { "block:basics", 0 },
        { "block:basics players=4 teams=on hand=7", 0 },
        { "draw:basics", 0 },
        { "draw:basics players=3", 0 },
        { "draw:basics draw=one reserve=0", 0 },
        { "muggins:number", 0 },
        { "muggins:classic players=4 teams=on call=on", 0 },
        { "muggins:basics players=3", 0 },
        { "muggins:online", 0 },
        { "allfives:online players=4", 0 },
        { "fiveup:online", 0 },
        { "chickenfoot:number", 0 },
        { "chickenfoot:classic players=8 set=15", 0 },
        { "mexicantrain:number", 5 },
        { "mexicantrain:classic players=6", 5 },
        { "mexicantrain:hub rounds=3", 5 },
        { "mexicantrain:number knock=on penalty=fifty", 5 },
        { "mexicantrain:number players=2 set=9 hand=5 knock=on penalty=skip", 5 },
        { "mexicantrain:number players=3 knock=on penalty=tile", 60 },
        { "mexicantrain:number infractions=penalise penalty=tile", 1000 },
        { "castlerock:number rounds=2", 0 },
        { "castlerock:classic set=9 removals=once", 0 },
    };

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        decisions = lost = 0;
        for (uint64_t seed = 1; seed <= (getenv("BONEYARD_LONG") != NULL ? 40u : 4u); seed++)
            play(all[i].rules, seed, 3);
        printf("%-64s %6d decisions, %d not seen\n", all[i].rules, decisions, lost);
        if (decisions == 0 || lost * 1000 > all[i].lost * decisions) {
            printf("FAILED: %s: more than %d in 1,000 are lost\n", all[i].rules, all[i].lost);
            failures++;
        }
    }
    return failures == 0 ? 0 : 1;
}
