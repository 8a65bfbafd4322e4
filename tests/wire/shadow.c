/* shadow.c: a bot that was told the events sees, at every decision, the view and the past that the table
 * itself would give it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/match.h"
#include "boneyard/text.h"
#include "wire/shadow.h"

#define LOG 4000

static int failures, decisions, lost;
static struct by_step log_of[LOG];
static struct by_heard heard[LOG];

struct game { struct by_match m; struct by_rng rng; struct by_shadow shadow[BY_SEATS]; const char *rules; };

static void tell(struct game *g, const struct by_events *ev)
{
    struct by_view v;

    by_match_view(&g->m, BY_NO_SEAT, &v);
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

/* `exact`: every decision has to be seen; else what is seen has to be right. */
static void look(struct game *g, int seat, bool exact)
{
    by_json *line = by_json_object();
    struct by_view real, seen;
    struct by_past past, told;

    by_match_view(&g->m, seat, &real);
    by_view_json(&real, line);
    by_match_past(&g->m, heard, &past);
    decisions++;
    if (!by_shadow_see(&g->shadow[seat], line, &seen, &told)) {
        lost++;
        if (exact)
            wrong(g, seat, "the events do not lead to the view");
    } else {
        seen.last = real.last;
        if (memcmp(&seen, &real, sizeof seen) != 0)
            wrong(g, seat, "another view");
        if (told.n != past.n || memcmp(told.at, past.at, sizeof *heard * (size_t)past.n) != 0
            || memcmp(&told.undealt, &past.undealt, sizeof told.undealt) != 0)
            wrong(g, seat, "another past");
    }
    by_json_free(line);
}

static void step(struct game *g, bool exact)
{
    static by_move list[BY_MOVES];
    uint32_t actors = by_actors(&g->m.state);
    int seat = g->m.state.now.turn, n;
    struct by_events ev;

    for (int i = 0; i < g->m.state.players; i++)        /* who can call does so now and then */
        if (i != seat && (actors >> i & 1) != 0 && by_rng_below(&g->rng, 4) == 0) {
            look(g, i, exact);
            seat = i;
            break;
        }
    n = by_moves(&g->m.state, seat, list);
    look(g, seat, exact);
    if (by_match_move(&g->m, seat, list[by_rng_below(&g->rng, (uint32_t)n)], &ev) != BY_OK)
        wrong(g, seat, "a legal move is refused");
    tell(g, &ev);
}

static void play(const char *rules, uint64_t seed, uint32_t rounds, bool exact)
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
    by_match_init(&g.m, &config, log_of, LOG);
    by_rng_init(&g.rng, seed);
    for (int i = 0; i < g.m.state.players; i++)
        by_shadow_init(&g.shadow[i], &config, i);
    while (g.m.state.now.phase != BY_GAME_OVER && g.m.state.round <= rounds && failures < 10) {
        if (g.m.state.now.phase == BY_PLAYING) {
            step(&g, exact);
        } else if (by_match_deal_seeded(&g.m, &deal, -1, &ev) == BY_OK) {
            tell(&g, &ev);
        }
    }
    for (int i = 0; i < g.m.state.players; i++)
        by_shadow_clear(&g.shadow[i]);
}

int main(void)
{
    static const struct { const char *rules; bool exact; } all[] = {
        { "block:basics", true }, { "block:basics players=4 teams=on hand=7", true }, { "draw:basics", true },
        { "draw:basics players=3", true }, { "draw:basics draw=one reserve=0", true },
        { "muggins:number", true }, { "muggins:classic players=4 teams=on call=on", true },
        { "muggins:basics players=3", true }, { "muggins:online", true },
        { "allfives:online players=4", true }, { "fiveup:online", true },
        { "chickenfoot:number", true }, { "chickenfoot:classic players=8 set=15", true },
        { "mexicantrain:number", true }, { "mexicantrain:classic players=6", true },
        { "mexicantrain:hub rounds=3", true }, { "mexicantrain:number knock=on penalty=fifty", true },
        { "mexicantrain:number players=2 set=9 hand=5 knock=on penalty=skip", true },
        { "mexicantrain:number players=3 knock=on penalty=tile", false },
        { "mexicantrain:number infractions=penalise penalty=tile", false },
        { "castlerock:number rounds=2", true }, { "castlerock:classic set=9 removals=once", true },
    };

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        decisions = lost = 0;
        for (uint64_t seed = 1; seed <= (getenv("BONEYARD_LONG") != NULL ? 40u : 4u); seed++)
            play(all[i].rules, seed, 3, all[i].exact);
        printf("%-60s %6d decisions, %d not seen\n", all[i].rules, decisions, lost);
    }
    return failures == 0 ? 0 : 1;
}
