/* SPDX-License-Identifier: MIT */
/* worlds.c: checks that two worlds with the same public history but different hidden tiles look the same to everyone
 * who does not hold those tiles: every line, refusal and time.  Every length must be the same for everyone.
 *
 * The test plays a game and records what people, bots and time did.  It then replays it in two rooms, one of them with
 * swapped tiles in the deck.  If the public history is the same according to the engine alone (retell), the rooms must
 * agree, and so must another server's view of them.  The test must find every planted leak of the lists.
 *
 *     worlds LEAKS.TXT...
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/text.h"
#include "injected.h"
#include "room/inside.h"
#include "card_line.h"
#include "elsewhere.h"
#include "table.h"
#include "util/crypto.h"
#include "util/memory.h"
#include "planted.h"

enum { ACTS = 240, MOVES = 400, ROUNDS = 24, PERSONS = 4, SPECTATOR = 3 };
enum act_kind { COMES, DUE, ASKS, ASK_BOT, BOT_PLAYS };
struct act {
    int kind, person;
    int64_t now;
    uint64_t chance;
    char text[160];
};

/* A round in the engine. */
struct round {
    struct by_state before;
    by_tile deck[BY_MAX_TILES];
    int tiles, lead, act, moves, entries;
    uint64_t deal;
    struct {
        uint8_t seat;
        by_move move;
        struct by_events ev;
        int act;
    } move[MOVES];
};

struct game {
    struct act act[ACTS];
    int acts, rounds;
    struct round *round;
    struct by_rng rng;
    struct lines journal;
};

struct world {
    struct by_room *room;
    struct by_room_bot bot;
    struct by_entries done;
    struct lines journal; /* in compare_worlds */
    enum by_refusal why;
    char fault[400];
};

static struct {
    bool quiet;
    int found;
    char what[400];
    uint64_t pairs, lines;
} tally;
static const struct by_room_host host = { .seal = { 9 }, .haste = 1 };
static const struct by_id table_id = { { 'W' } };

static bool differs(const char *what, const char *a, const char *b)
{
    size_t i = 0;

    tally.lines++;
    if (strcmp(a, b) == 0)
        return false;
    while (a[i] == b[i])
        i++;
    i = i > 60 ? i - 60 : 0;
    if (tally.found++ == 0)
        snprintf(tally.what, sizeof tally.what, "%.60s: ...%.120s | ...%.120s", what, a + i, b + i);
    return true;
}

static bool differ(const char *what, int64_t a, int64_t b)
{
    char x[24], y[24];

    snprintf(x, sizeof x, "%lld", (long long)a);
    snprintf(y, sizeof y, "%lld", (long long)b);
    return differs(what, x, y);
}

/* ---- Repeating an act --------------------------------------------------------------------------- */

static struct by_order order_of(const struct act *a, uint8_t chance[BY_ROOM_CHANCE])
{
    struct by_rng rng;

    by_rng_init(&rng, a->chance);
    for (int i = 0; i < BY_ROOM_CHANCE; i++)
        chance[i] = (uint8_t)by_rng_next(&rng);
    return (struct by_order){ person(a->person), a->now, chance, true };
}

static void keep(struct world *w)
{
    for (int i = 0; i < w->done.n; i++) {
        struct by_fault f = { 0 };

        if (by_room_apply(w->room, w->room->entries + 1, w->done.at[i].line, w->done.at[i].n, &f) != BY_OK)
            fail("an entry does not apply: %s: %s", w->done.at[i].line, f.text);
        lines_add(&w->journal, w->done.at[i].line);
    }
}

static void decide(struct world *w, const struct act *a)
{
    uint8_t chance[BY_ROOM_CHANCE];
    struct by_order o = order_of(a, chance);
    struct by_asked_for what = asked_of(a->text);
    struct by_fault f = { 0 };

    w->why = by_room_decide(w->room, &o, &what, &w->done, &f);
    snprintf(w->fault, sizeof w->fault, "%s", f.text);
}

/* The bot repeats its move from the first world, since its own choice would depend on its tiles. */
static void bot_plays(struct world *w, const struct act *a)
{
    uint8_t chance[BY_ROOM_CHANCE];
    struct by_order o = order_of(a, chance);
    char text[BY_MOVE_TEXT];

    for (int i = 0; i < w->bot.n; i++) {
        by_move_print(w->bot.moves[i], w->bot.view->family, text);
        if (strcmp(text, a->text) == 0) {
            by_room_bot_plays(w->room, &o, &w->bot, i, &w->done);
            return;
        }
    }
}

static void perform(struct world *w, const struct act *a)
{
    uint8_t chance[BY_ROOM_CHANCE];
    struct by_order o = order_of(a, chance);
    struct by_id who = person(a->person);

    by_entries_clear(&w->done);
    w->why = BY_NOT_REFUSED;
    w->fault[0] = '\0';
    if (a->kind == COMES)
        by_room_presence(w->room, &who, true, a->now);
    else if (a->kind == DUE)
        by_room_due(w->room, &o, &w->done);
    else if (a->kind == ASKS)
        decide(w, a);
    else if (a->kind == BOT_PLAYS)
        bot_plays(w, a);
    else if (!by_room_bot(w->room, a->now, &w->bot))
        w->bot = (struct by_room_bot){ .seat = -1 };
    keep(w);
}

/* ---- A game --------------------------------------------------------------------------------- */

static void note(struct game *g, struct world *w, const struct by_state *before, uint64_t entries)
{
    struct by_room *r = w->room;
    struct round *now = &g->round[g->rounds - 1];

    if (r->entries == entries)
        return;
    if (strstr(r->told[r->entries - 1].line, "\"deal\"") != NULL && g->rounds < ROUNDS) {
        now = &g->round[g->rounds++];
        *now = (struct round){ .before = *before,
                               .tiles = r->game.state.deck_tiles,
                               .lead = r->game.state.lead,
                               .act = g->acts - 1,
                               .entries = (int)entries,
                               .deal = r->deals };
        memcpy(now->deck, r->game.state.deck, sizeof now->deck);
    } else if (g->rounds > 0 && r->game.moves > (uint32_t)now->moves && now->moves < MOVES) {
        const struct by_step *s = &r->game.log[r->game.moves - 1];

        now->move[now->moves].seat = s->seat;
        now->move[now->moves].move = s->move;
        now->move[now->moves++].act = g->acts - 1;
    }
}

static void act(struct game *g, struct world *w, int kind, int who, int64_t now, const char *text)
{
    struct act *a = &g->act[g->acts];
    struct by_state before = w->room->game.state;
    uint64_t entries = w->room->entries;

    if (g->acts == ACTS)
        return;
    g->acts++;
    *a = (struct act){ kind, who, now, by_rng_next(&g->rng), "" };
    snprintf(a->text, sizeof a->text, "%s", text);
    perform(w, a);
    for (int i = 0; i < w->done.n; i++)
        lines_add(&g->journal, w->done.at[i].line);
    note(g, w, &before, entries);
    if (w->room->entries == entries && (kind == DUE || kind == ASKS))
        g->acts--; /* no one else hears of a refusal */
}

static int random_below(struct game *g, int n) { return (int)by_rng_below(&g->rng, (uint32_t)n); }

/* Lets a person who can act do so soon; returns false if no one can. */
static bool person_acts(struct game *g, struct world *w, int64_t now)
{
    struct by_room *r = w->room;
    by_move list[BY_MOVES];
    char text[BY_MOVE_TEXT], message[120];

    for (int i = 0, at = random_below(g, by_players(r)); i < by_players(r); i++, at = (at + 1) % by_players(r)) {
        int n = r->seat[at].kind == SEAT_PERSON ? by_moves(&r->game.state, at, list) : 0;

        if (n == 0)
            continue;
        by_move_print(list[random_below(g, n)], r->game.state.family, text);
        snprintf(message, sizeof message, "{\"do\":\"play\",\"seat\":%d,\"move\":\"%s\"}", at, text);
        act(g, w, ASKS, r->seat[at].person, now, message);
        return true;
    }
    return false;
}

static void play_on(struct game *g, struct world *w)
{
    struct by_room *r = w->room;
    int64_t now = r->now;

    for (int i = 0; i < 4 * ACTS && g->acts < ACTS - 2 && r->phase != OVER; i++) {
        int64_t wake, bot = NEVER;
        uint64_t entries = r->entries;

        act(g, w, DUE, 0, now, "");
        if (r->entries != entries)
            continue;
        act(g, w, ASK_BOT, 0, now, "");
        if (w->bot.seat >= 0 && w->bot.after == r->entries)
            bot = w->bot.not_before;
        wake = by_room_wake(r, now);
        if (r->phase == ROUND)
            act(g, w, ASKS, 0, now, "{\"do\":\"next\"}");
        if (r->phase == PLAY && random_below(g, 3) > 0 && person_acts(g, w, now + 100 + random_below(g, 900))) {
            now += 1000;
            continue;
        }
        if (bot <= wake && bot != NEVER) {
            char text[BY_MOVE_TEXT];

            now = now > bot ? now : bot;
            by_move_print(w->bot.moves[random_below(g, w->bot.n)], r->game.state.family, text);
            act(g, w, BOT_PLAYS, 0, now, text);
        } else {
            now = wake > now && wake != NEVER ? wake : now + 1000;
        }
    }
}

static struct by_room *room_made(struct world *w, struct game *g, int which)
{
    struct by_entries e = { 0 };
    uint8_t chance[BY_ROOM_CHANCE] = { 0 };
    struct by_order o = { person(0), 1000, chance, true };
    struct by_asked_for what;
    struct by_fault f = { 0 };

    by_ask_init(&what, BY_ASK_make, "k");
    what.grace = 0;
    snprintf(what.rules, sizeof what.rules, "%s", ruleset[which]);
    if (by_room_make(&o, &what, &e, &f) != BY_NOT_REFUSED)
        fail("%s: %s", ruleset[which], f.text);
    w->room = by_room_new(&table_id, &host);
    w->done = e;
    keep(w);
    lines_add(&g->journal, e.at[0].line);
    return w->room;
}

/* Seats: person 0, then then randomly persons, bots and one person's second seat; person 3 watches. */
static void game_play(struct game *g, uint64_t seed)
{
    struct world w = { 0 };
    struct by_room *r;
    char text[120];

    lines_clear(&g->journal);
    g->acts = g->rounds = 0;
    by_rng_init(&g->rng, seed);
    injected.deal = 0;
    r = room_made(&w, g, (int)(seed % RULESETS));
    for (int i = 0; i < PERSONS; i++)
        act(g, &w, COMES, i, 1000, "");
    for (int i = 0; i < by_players(r); i++) {
        int who = i == 0 ? 0 : random_below(g, 4);

        if (who == SPECTATOR)
            continue; /* a bot */
        snprintf(text, sizeof text, "{\"do\":\"sit\",\"seat\":%d,\"name\":\"P%d\"}", i, i);
        act(g, &w, ASKS, who, 1000, text);
    }
    act(g, &w, ASKS, 0, 1000, "{\"do\":\"start\"}");
    play_on(g, &w);
    by_entries_clear(&w.done);
    lines_clear(&w.journal);
    by_room_free(r);
}

/* ---- The other world, by the engine alone --------------------------------------------------- */

/* Returns whether those seats would have heard and seen the same with the swapped deck. */
static bool retell(const struct round *r, const struct swap *swap, int moves, uint32_t seats)
{
    struct by_state a = r->before, b = r->before;

    if (!deal_both(&a, &b, r->deck, r->tiles, r->lead, swap, seats))
        return false;
    for (int i = 0; i < moves; i++)
        if (!play_both(&a, &b, r->move[i].seat, r->move[i].move, seats))
            return false;
    return a.now.phase == BY_PLAYING;
}

/* ---- Messages to a person ----------------------------------------------------------------------- */

static void compare_free(const char *what, char *a, char *b)
{
    differs(what, a == NULL ? "" : a, b == NULL ? "" : b);
    free(a);
    free(b);
}

static void compare_json(const char *what, by_json *a, by_json *b)
{
    compare_free(what, by_json_line(a), by_json_line(b));
    by_json_free(a);
    by_json_free(b);
}

/* No line before the end of a round contains its secret. */
static void no_secret(const struct by_room *r, const char *line)
{
    char text[100];

    by_base64(r->shuffle.secret, sizeof r->shuffle.secret, text);
    if ((r->phase == PLAY || r->phase == SHUFFLE) && r->deals > 0 && strstr(line, text) != NULL && tally.found++ == 0)
        snprintf(tally.what, sizeof tally.what, "the secret is told");
}

static void compare_tells(const struct world *x, const struct world *y, uint64_t from, int observer)
{
    for (uint64_t n = from + 1; n <= x->room->entries && n <= y->room->entries; n++)
        for (int i = 0; i < PERSONS; i++)
            for (int how = 0; how < (i == observer ? 4 : 3); how++) {
                struct by_id id = person(i);
                char *a = by_room_tell(x->room, n, &id, how > 1, how % 2), *b;

                b = by_room_tell(y->room, n, &id, how > 1, how % 2);
                no_secret(x->room, a);
                differ("length", (int64_t)strlen(a), (int64_t)strlen(b));
                if (i == observer)
                    compare_free("event", a, b);
                if (i == observer)
                    continue;
                free(a);
                free(b);
            }
}

/* Refusals: every tile, in every form, from every seat. */
static void compare_probes(struct world *x, struct world *y, int observer, int64_t now)
{
    struct act a = { ASKS, observer, now, 5, "" };
    char tile[16];

    for (int t = 0; t < 55; t++)
        for (int seat = 0; seat < by_players(x->room); seat++) {
            struct by_text to = by_text_on(tile, sizeof tile);

            by_put_tile(&to, (by_tile)t, false);
            snprintf(a.text, sizeof a.text, "{\"do\":\"play\",\"seat\":%d,\"move\":\"%s\"}", seat, tile);
            by_entries_clear(&x->done);
            by_entries_clear(&y->done);
            decide(x, &a);
            decide(y, &a);
            differ("refusal", x->why, y->why);
            differs("sentence", x->fault, y->fault);
        }
    by_entries_clear(&x->done);
    by_entries_clear(&y->done);
}

/* Another node replays the journals, each in its own world. */
static void compare_elsewhere(const struct world *x, const struct world *y, const struct swap *swap, int observer,
                              int64_t now)
{
    struct by_id id = person(observer);
    char *a, *b;

    injected.deal = 0;
    a = elsewhere(x->room, &x->journal, &host, &id, now);
    injected = *swap;
    b = elsewhere(y->room, &y->journal, &host, &id, now);
    compare_free("elsewhere", a, b);
}

static void compare_all(struct world *x, struct world *y, int observer, int64_t now)
{
    struct by_id id = person(observer);

    compare_free("table", card_line(x->room, &id, now), card_line(y->room, &id, now));
    compare_free("short", short_line(x->room, &id, now), short_line(y->room, &id, now));
    compare_json("look", look_of(x->room, &id), look_of(y->room, &id));
    for (int m = 1; m <= x->room->match + 1; m++)
        compare_free("record", by_room_record(x->room, m), by_room_record(y->room, m));
    differ("wake", by_room_wake(x->room, now), by_room_wake(y->room, now));
}

/* Both worlds have the same entries, refusals and times; only the sealed secret differs. */
static void compare_done(const struct world *x, const struct world *y, const struct act *a)
{
    differ("entries", x->done.n, y->done.n);
    for (int i = 0; i < x->done.n && i < y->done.n; i++)
        if (strstr(x->done.at[i].line, "\"commit\"") == NULL)
            differs("entry", x->done.at[i].line, y->done.at[i].line);
    differ(a->text[0] == '\0' ? "refused" : a->text, x->why, y->why);
    if (a->kind == ASK_BOT) {
        differ("who decides", x->bot.seat, y->bot.seat);
        differ("not before", x->bot.not_before, y->bot.not_before);
    }
}

static struct by_room *room_at(const struct game *g, int entries, int acts)
{
    struct by_room *r = by_room_new(&table_id, &host);
    struct by_fault f = { 0 };

    for (int i = 0; i < entries; i++)
        if (by_room_apply(r, (uint64_t)i + 1, g->journal.at[i], strlen(g->journal.at[i]), &f) != BY_OK)
            fail("%s: %s", g->journal.at[i], f.text);
    for (int i = 0; i < acts; i++)
        if (g->act[i].kind == COMES) {
            struct by_id id = person(g->act[i].person);

            by_room_presence(r, &id, true, g->act[i].now);
        }
    return r;
}

/* Runs both worlds side by side from the deal to a move. */
static void compare_worlds(const struct game *g, const struct round *r, const struct swap *swap, int moves,
                           int observer)
{
    struct world x = { 0 }, y = { 0 };
    int last = moves == 0 ? r->act : r->move[moves - 1].act;
    int found = tally.found;

    injected.deal = 0;
    x.room = room_at(g, r->entries, r->act);
    y.room = room_at(g, r->entries, r->act);
    for (int i = 0; i < r->entries; i++) {
        lines_add(&x.journal, g->journal.at[i]);
        lines_add(&y.journal, g->journal.at[i]);
    }
    tally.pairs++;
    for (int i = r->act; i <= last && tally.found == found; i++) {
        const struct act *a = &g->act[i];
        uint64_t from = x.room->entries;

        injected.deal = 0;
        perform(&x, a);
        injected = *swap;
        perform(&y, a);
        compare_done(&x, &y, a);
        from = i == r->act && from > 8 ? from - 8 : from;
        if (x.room->entries > from && (i == r->act || i > last - 8))
            compare_tells(&x, &y, from, observer);
    }
    if (tally.found == found)
        compare_all(&x, &y, observer, g->act[last].now);
    if (tally.found == found)
        compare_elsewhere(&x, &y, swap, observer, g->act[last].now);
    if (tally.found == found)
        compare_probes(&x, &y, observer, g->act[last].now);
    by_entries_clear(&x.done);
    by_entries_clear(&y.done);
    lines_clear(&x.journal);
    lines_clear(&y.journal);
    by_room_free(x.room);
    by_room_free(y.room);
}

static uint32_t seats_of(const struct game *g, int who)
{
    struct by_id id = person(who);
    struct by_room *r = room_at(g, g->round[0].entries, 0);
    uint32_t seats = by_room_seats_of(r, &id);

    by_room_free(r);
    return seats;
}

/* Looks for other worlds at some moments of a game, for some persons. */
static void look_at(struct game *g, int most)
{
    for (int tries = 0, found = 0; g->rounds > 0 && tries < 400 && found < most && tally.found == 0; tries++) {
        const struct round *r = &g->round[random_below(g, g->rounds)];
        int observer = random_below(g, PERSONS), moves = r->moves == 0 ? 0 : random_below(g, r->moves + 1);
        struct swap swap = { .deal = r->deal, .n = 1 + random_below(g, SWAPS) };

        for (int i = 0; i < swap.n; i++) {
            swap.a[i] = (uint8_t)random_below(g, r->tiles);
            swap.b[i] = (uint8_t)random_below(g, r->tiles);
        }
        if (swap.a[0] == swap.b[0] || !retell(r, &swap, moves, seats_of(g, observer)))
            continue;
        found++;
        compare_worlds(g, r, &swap, moves, observer);
    }
}

/* only: an index of rules, or -1. */
static bool find(struct game *g, int games, int most, int only)
{
    tally.found = 0;
    for (int i = 0; i < games && tally.found == 0; i++) {
        game_play(g, (uint64_t)(only < 0 ? i : i * RULESETS + only));
        look_at(g, most);
    }
    return tally.found > 0;
}

/* Returns the number of leaks of a list that are not found. */
static int miss(struct game *g, const char *path, int games)
{
    FILE *leaks = fopen(path, "r");
    char line[200];
    int missed = 0, number;

    if (leaks == NULL)
        fail("%s cannot be read", path);
    while (fgets(line, sizeof line, leaks) != NULL) {
        if (sscanf(line, "%d", &number) != 1)
            continue;
        by_planted = number;
        line[strcspn(line, "\n")] = '\0';
        if (find(g, 5 * games, 6, number == 106 ? PENALISE : -1)) {
            printf("leak %s: caught: %s\n", line, tally.what);
            fflush(stdout);
        } else {
            printf("leak %s: NOT CAUGHT\n", line);
            missed++;
        }
    }
    fclose(leaks);
    return missed;
}

int main(int argc, char **argv)
{
    enum { GAMES = 2 * RULESETS };
    static struct game g;
    int missed = 0;

    by_crypto_start();
    g.round = by_sure(calloc(ROUNDS, sizeof *g.round));
    if (find(&g, GAMES, 6, -1))
        fail("the worlds differ: %s", tally.what);
    printf("%llu pairs of worlds, %llu comparisons: no difference\n", (unsigned long long)tally.pairs,
           (unsigned long long)tally.lines);
    CHECK(tally.pairs > (uint64_t)GAMES);
    for (int i = 1; i < argc; i++)
        missed += miss(&g, argv[i], GAMES);
    lines_clear(&g.journal);
    free(g.round);
    return missed > 0;
}
