/* SPDX-License-Identifier: MIT */
/* blind.c: checks that bots see only the question.  For two decks with the same visible past (tiles hidden from the
 * seat are exchanged in the deck, and the engine replays the moves; the seat must see and hear the same), every bot
 * gives the same answer, byte for byte, regardless of the previous contents of its memory.  Answers are also legal and
 * complete with much, little and no memory, without a past, and with a clock.  Usage: blind GAME.  It begins with bots
 * that break these promises and must be caught.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "belief_test.h"
#include "boneyard/text.h"

#define EDGE 4096 /* bytes after a bot's memory that it must not touch */
#define NEVER 0x5a5a5a5a

static const struct {
    const char *game, *rules;
} tables[] = { { "block", "block" },
               { "block", "block players=3" },
               { "block", "block players=4 hand=7 teams=on" },
               { "draw", "draw" },
               { "draw", "draw players=4 teams=on" },
               { "draw", "draw players=3 draw=one" },
               { "muggins", "muggins:number" },
               { "muggins", "muggins:classic players=4" },
               { "muggins", "muggins:number call=on" },
               { "muggins", "muggins:basics players=3" },
               { "allfives", "allfives" },
               { "allfives", "allfives players=4 teams=on" },
               { "fiveup", "fiveup" },
               { "fiveup", "fiveup players=3" },
               { "chickenfoot", "chickenfoot" },
               { "chickenfoot", "chickenfoot players=2" },
               { "chickenfoot", "chickenfoot players=7 set=12" },
               { "mexicantrain", "mexicantrain" },
               { "mexicantrain", "mexicantrain:hub players=3" },
               { "mexicantrain", "mexicantrain:classic players=2 set=9" },
               { "mexicantrain", "mexicantrain:classic players=3 set=9 knock=on penalty=tile infractions=penalise" },
               { "castlerock", "castlerock" },
               { "castlerock", "castlerock removals=once" } };

static struct {
    long states, answers, exchanged;
    int wrong;
    bool quiet;
} tally;

static void wrong(const struct played *p, const char *bot, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void wrong(const struct played *p, const char *bot, const char *format, ...)
{
    char text[BY_CONFIG_TEXT];
    va_list args;

    if (tally.wrong++ >= 10 || tally.quiet)
        return;
    by_config_print(&p->rules, text, sizeof text);
    fprintf(stderr, "%s, after %d moves, %s: ", text, p->n, bot);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
}

/* ---- Another deck behind the same past ---------------------------------------------------- */

/* Replays the moves with another deck and returns true if the seat sees and hears the same to the end. */
static bool same_past(const struct played *p, const by_tile *deck, struct by_state *s)
{
    struct by_events ev;
    struct by_view v;

    if (!deal_deck(s, p, deck))
        return false;
    by_view_of(s, NULL, p->watch, &v);
    if (memcmp(&v, &p->view[0], sizeof v) != 0)
        return false;
    for (int i = 0; i < p->n; i++) {
        memset(&ev, 0, sizeof ev);
        if (by_play(s, p->seat[i], p->move[i], &ev, NULL) != BY_OK)
            return false;
        for (int k = 0; k < ev.n; k++)
            ev.at[k] = by_hear(ev.at[k], s->family, p->watch);
        by_view_of(s, NULL, p->watch, &v);
        if (memcmp(&ev, &p->ev[i], sizeof ev) != 0 || memcmp(&v, &p->view[i + 1], sizeof v) != 0)
            return false;
    }
    return true;
}

/* The same round with another deck, made from the first by this many exchanges. */
static int other_world(const struct played *p, struct by_rng *rng, int tries, struct played *out)
{
    struct by_state s;
    int changed = 0;

    *out = *p;
    for (int k = 0; k < tries; k++) {
        int a = (int)by_rng_below(rng, (uint32_t)p->tiles), b = (int)by_rng_below(rng, (uint32_t)p->tiles);
        by_tile t = out->deck[a];

        if (a == b)
            continue;
        out->deck[a] = out->deck[b];
        out->deck[b] = t;
        if (same_past(p, out->deck, &s)) {
            changed++;
            continue;
        }
        out->deck[b] = out->deck[a];
        out->deck[a] = t;
    }
    if (!deal_deck(&out->state[0], out, out->deck))
        abort();
    for (int i = 0; i < p->n; i++) {
        struct by_undo undo;

        out->state[i + 1] = out->state[i];
        if (by_play(&out->state[i + 1], p->seat[i], p->move[i], NULL, &undo) != BY_OK)
            abort();
        by_hear_move(&out->state[i], p->seat[i], p->move[i], &undo, &out->heard[i]);
    }
    out->past = (struct by_past){ out->heard, p->n, by_undealt(&out->state[p->n]) };
    watch_as(out, p->watch);
    return changed;
}

/* ---- Answers ------------------------------------------------------------------------------ */

struct answer {
    int move;
    int32_t values[BY_MOVES];
    uint32_t chances[BY_MOVES];
    struct by_rng rng;
};

/* The form in which a bot is asked. */
struct way {
    size_t size;
    int rubbish;
    bool past, values, chances;
    uint32_t count, ms;
};

static unsigned char *memory; /* BY_BOT_MEMORY and the guard bytes */
static int64_t ticks;
static int64_t tick(void) { return ticks += 100000; }
static const struct by_state *open_state; /* the data that a cheating bot reads */

static void fill_memory(const struct way *w)
{
    uint64_t x = 0x9e3779b97f4a7c15u * (uint64_t)(w->rubbish + 1);
    size_t n = w->size / 8, dirty = n < 65536 ? n : 65536;

    if (w->rubbish == 0) {
        memset(memory, 0, w->size);
    } else {
        memset(memory, 0x41 * w->rubbish, w->size);
        for (size_t i = 0; i < dirty; i++) {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            memcpy(memory + 8 * i, &x, 8);
        }
    }
    memset(memory + w->size, 0xed, EDGE);
}

static bool edge_whole(const struct way *w)
{
    for (int i = 0; i < EDGE; i++)
        if (memory[w->size + (size_t)i] != 0xed)
            return false;
    return true;
}

static void ask(const struct played *p, const struct by_bot *bot, const struct way *w, struct answer *out)
{
    static by_move list[BY_MOVES];
    static struct by_heard heard[MOST_STEPS];
    struct by_past past = { heard, p->past.n, p->past.undealt };
    struct by_view view = p->view[p->n];
    const struct by_state *s = &p->state[p->n];
    struct by_question q = { .view = &view,
                             .past = w->past ? &past : NULL,
                             .moves = list,
                             .n = by_moves(s, p->watch, list),
                             .rng = &out->rng,
                             .memory = w->size > 0 ? memory : NULL,
                             .size = w->size,
                             .count = w->count,
                             .ms = w->ms,
                             .clock = w->ms > 0 ? tick : NULL,
                             .values = w->values ? out->values : NULL,
                             .chances = w->chances ? out->chances : NULL };

    memcpy(heard, p->heard, sizeof *heard * (size_t)p->past.n);
    fill_memory(w);
    by_rng_init(&out->rng, 77);
    for (int i = 0; i < BY_MOVES; i++) {
        out->values[i] = NEVER;
        out->chances[i] = NEVER;
    }
    open_state = s;
    ticks = 0;
    out->move = bot->choose(&q);
    tally.answers++;
    if (out->move < 0 || out->move >= q.n) {
        wrong(p, bot->key, "chose move %d of %d", out->move, q.n);
        out->move = 0;
    }
    if (!edge_whole(w))
        wrong(p, bot->key, "wrote behind its memory of %zu bytes", w->size);
    if (memcmp(&view, &p->view[p->n], sizeof view) != 0
        || memcmp(heard, p->heard, sizeof *heard * (size_t)p->past.n) != 0)
        wrong(p, bot->key, "changed the question");
}

/* Checks that all moves have values, and that the chances add up to one and are above zero for the move chosen. */
static void check_complete(const struct played *p, const struct by_bot *bot, const struct answer *a, int n)
{
    long sum = 0;
    int missing = 0;

    for (int i = 0; i < n; i++) {
        missing += a->values[i] == NEVER || a->chances[i] == NEVER;
        sum += (long)a->chances[i];
    }
    if (missing > 0)
        wrong(p, bot->key, "%d of %d values or chances are missing", missing, n);
    else if (sum < 65536 - n || sum > 65536 + n)
        wrong(p, bot->key, "the chances add up to %ld", sum);
    else if (a->chances[a->move] == 0)
        wrong(p, bot->key, "chose what it gives no chance");
    if (a->values[n] != NEVER || a->chances[n] != NEVER)
        wrong(p, bot->key, "wrote behind the values");
}

static bool same_answer(const struct answer *a, const struct answer *b) { return memcmp(a, b, sizeof *a) == 0; }

static void check_bot(const struct played *p, const struct played *other, const struct by_bot *bot, uint32_t count)
{
    static struct answer a, b, c;
    static by_move list[BY_MOVES];
    const struct way full = { BY_BOT_MEMORY, 0, true, true, true, count, 0 };
    struct way w = full;
    int n = by_moves(&p->state[p->n], p->watch, list);

    ask(p, bot, &full, &a);
    check_complete(p, bot, &a, n);
    w.rubbish = 1;
    ask(p, bot, &w, &b);
    if (!same_answer(&a, &b))
        wrong(p, bot->key, "another answer with other rubbish in its memory");
    w.rubbish = 3;
    ask(other, bot, &w, &b);
    if (!same_answer(&a, &b))
        wrong(p, bot->key, "another answer with other hidden tiles");
    w = (struct way){ BY_BOT_MEMORY, 2, true, false, false, count, 0 };
    ask(p, bot, &w, &c);
    if (c.move != a.move || memcmp(&c.rng, &a.rng, sizeof c.rng) != 0)
        wrong(p, bot->key, "chooses another move when its values are not wanted");
    for (int k = 0; k < 4; k++) { /* little memory, no past: legal, complete, blind and repeatable */
        const size_t size[] = { 0, 4096, (size_t)1000 << p->n % 14, BY_BOT_MEMORY };

        w = (struct way){ size[k], 1, k < 3, true, true, count, 0 };
        ask(p, bot, &w, &a);
        check_complete(p, bot, &a, n);
        w.rubbish = 2;
        ask(other, bot, &w, &b);
        if (!same_answer(&a, &b))
            wrong(p, bot->key, "another answer with %zu bytes, %s", size[k], k < 3 ? "with a past" : "without");
    }
    w = (struct way){ BY_BOT_MEMORY, 1, true, true, true, 0, 2 }; /* with a clock that ticks ten times per
                                                                   * millisecond */
    ask(p, bot, &w, &a);
    check_complete(p, bot, &a, n);
}

/* ---- Bots that break their promises ------------------------------------------------------- */

static int settle(const struct by_question *q, int move)
{
    for (int i = 0; i < q->n; i++) {
        if (q->values != NULL)
            q->values[i] = i == move;
        if (q->chances != NULL)
            q->chances[i] = i == move ? 65536 : 0;
    }
    return move;
}

static int peek(const struct by_question *q)
{
    const struct by_state *s = open_state;
    uint32_t sum = 0;

    for (int i = s->now.taken; i < s->deck_tiles; i++)
        sum = sum * 31 + s->deck[i];
    for (int i = 0; i < s->players; i++)
        sum = sum * 31 + (uint32_t)by_set_pips(&s->hand[i]);
    settle(q, (int)(sum % (uint32_t)q->n));
    if (q->values != NULL)
        q->values[0] = (int32_t)(sum >> 1);
    return (int)(sum % (uint32_t)q->n);
}

static int remember(const struct by_question *q)
{
    unsigned x = q->size < 64 ? 0 : ((const unsigned char *)q->memory)[8];

    return settle(q, (int)(x % (unsigned)q->n));
}

static int overrun(const struct by_question *q)
{
    if (q->memory != NULL)
        ((unsigned char *)q->memory)[q->size] = 1;
    return settle(q, 0);
}

static int calls;
static int moody(const struct by_question *q) { return settle(q, calls++ % q->n); }
static int silent(const struct by_question *q)
{
    (void)q;
    return 0;
}
static int illegal(const struct by_question *q) { return settle(q, 0) + q->n; }

static int unsure(const struct by_question *q)
{
    settle(q, 0);
    if (q->chances != NULL)
        q->chances[0] = 30000;
    return 0;
}

static const struct by_bot bad[] = { { "peeks", NULL, NULL, peek, false, false, NULL },
                                     { "reads rubbish", NULL, NULL, remember, false, false, NULL },
                                     { "writes too far", NULL, NULL, overrun, false, false, NULL },
                                     { "never the same", NULL, NULL, moody, false, false, NULL },
                                     { "gives no values", NULL, NULL, silent, false, false, NULL },
                                     { "no such move", NULL, NULL, illegal, false, false, NULL },
                                     { "chances amiss", NULL, NULL, unsure, false, false, NULL } };

/* ---- Rounds ------------------------------------------------------------------------------- */

/* A moment of a random round at which the seat to move has a choice. */
static bool random_moment(struct played *p, const char *rules, struct by_rng *rng)
{
    static by_move list[BY_MOVES];
    struct table_rules text = { rules, 0, 0 };
    struct by_config config;

    if (!rules_of(&text, &config))
        abort();
    play_random(p, &config, rng, (int)by_rng_below(rng, config.opt[BY_PLAYERS] > 2 ? 50 : 24));
    if (p->state[p->n].now.phase != BY_PLAYING || by_moves(&p->state[p->n], p->state[p->n].now.turn, list) < 2)
        return false;
    watch_as(p, p->state[p->n].now.turn);
    return true;
}

static void check_moment(const struct played *p, const struct played *other)
{
    static by_move list[BY_MOVES], also[BY_MOVES];
    int n = by_moves(&p->state[p->n], p->watch, list), m = by_moves(&other->state[p->n], p->watch, also);

    if (n != m || memcmp(list, also, sizeof *list * (size_t)n) != 0)
        wrong(p, "rules", "other legal moves with other hidden tiles");
    if (memcmp(p->heard, other->heard, sizeof *p->heard * (size_t)p->n) != 0
        || memcmp(&p->past.undealt, &other->past.undealt, sizeof p->past.undealt) != 0)
        wrong(p, "rules", "another past is heard with other hidden tiles");
}

static int caught(const struct played *p, const struct played *other)
{
    int missed = 0;

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        int before = tally.wrong;

        tally.quiet = true;
        check_bot(p, other, &bad[i], 4);
        tally.quiet = false;
        if (tally.wrong == before) {
            fprintf(stderr, "not caught: a bot that %s\n", bad[i].key);
            missed++;
        }
        tally.wrong = before;
    }
    return missed;
}

/* The next table of that game, or the number of tables if there is none. */
static size_t next_table(const char *game, size_t at)
{
    const size_t n = sizeof tables / sizeof tables[0];

    for (size_t k = 1; k <= n; k++)
        if (strcmp(tables[(at + k) % n].game, game) == 0)
            return (at + k) % n;
    return n;
}

int main(int argc, char **argv)
{
    static struct played p, other;
    int states = getenv("BONEYARD_LONG") != NULL ? 150 : 12, missed = 0;
    struct by_rng rng;
    size_t at = 0;

    if (argc != 2 || next_table(argv[1], 0) == sizeof tables / sizeof tables[0])
        return 2;
    memory = malloc(BY_BOT_MEMORY + EDGE);
    by_rng_init(&rng, 5);
    while (tally.states < states) {
        int exchanged;

        at = next_table(argv[1], at);
        if (!random_moment(&p, tables[at].rules, &rng))
            continue;
        exchanged = other_world(&p, &rng, 200, &other);
        check_moment(&p, &other);
        if (tally.states == 0 && exchanged > 0)
            missed = caught(&p, &other);
        for (int b = 0; b < BY_BOTS; b++)
            if (!by_bots[b]->peeks)
                check_bot(&p, &other, by_bots[b], 1 + by_rng_below(&rng, tally.states % 6 == 5 ? 200 : 8));
        tally.exchanged += exchanged;
        tally.states++;
    }
    printf("%s: %ld moments, %ld tiles exchanged behind them, %ld answers, %d wrong, %d bad bots not caught\n", argv[1],
           tally.states, tally.exchanged, tally.answers, tally.wrong, missed);
    return tally.wrong > 0 || missed > 0;
}
