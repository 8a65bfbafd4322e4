/* SPDX-License-Identifier: MIT */
/* worlds.c: runs the program itself in two worlds that differ in hidden tiles and have the same public history: every
 * byte, frame, time, answer, page, number and log line received by a person who does not hold those tiles must be the
 * same, and all other sockets must receive frames of the same sizes at the same times.
 *
 * Games are played with a server on the stage (stage.h), each up to a moment when an observer makes
 * every possible request.  Then everything is repeated with other servers, in which tiles are exchanged that the
 * observer cannot know.  Only the rules decide what it can know (retell).  Each planted leak must be found.
 *
 *     worlds [--plays N] [--seed N] PROGRAM PAGE [LEAKS.TXT...]
 *
 * With lists of leaks, the program contains them, and the test looks only for these.  WORLDS_SHOW in the environment
 * shows the messages around a difference.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play.h"
#include "room/inside.h"
#include "util/crypto.h"
#include "util/memory.h"

enum { TICK = 10 };      /* milliseconds: the library's timers may be one tick late */
enum { CAUGHT_IN = 24 }; /* plays within which a leak must show */

static struct {
    bool show;
    unsigned long pairs, controls, records, reasons;
    char what[700];
} tally;

/* ---- The other world, by the rules alone ---- */

/* Returns whether the seat to move has only one move, which lays no tile. */
static bool forced(const struct by_state *s)
{
    static by_move list[BY_MOVES];

    return by_moves(s, s->now.turn, list) == 1 && (list[0] == BY_DRAW_MOVE || list[0] == BY_PASS_MOVE);
}

/* Returns whether moves refused in one world are refused in the other. Sets *apart if some have different reasons. */
static bool refused_too(const struct table *t, const struct by_state *a, const struct by_state *b, bool *apart)
{
    for (int i = 0; i < t->asks; i++) {
        by_err err = refused_with(b, t->ask[i]);

        if (err == BY_OK)
            return false;
        *apart = *apart || err != refused_with(a, t->ask[i]);
    }
    return true;
}

/* Returns whether the observer would have heard and seen the same with tiles of the deck exchanged.  Sets *apart if the
 * next events may differ, and *reasons if someone else is refused a move for another reason. */
static bool retell(const struct table *t, const struct swap *swap, bool *apart, bool *reasons)
{
    static struct by_state a, b;
    const struct round *r = &t->round;

    a = b = r->before;
    *reasons = false;
    if (!deal_both(&a, &b, r->deck, r->tiles, r->lead, swap, t->seats))
        return false;
    for (int i = 0; i <= r->moves; i++)
        if ((i == t->asked && !refused_too(t, &a, &b, reasons))
            || (i < r->moves && !play_both(&a, &b, r->move[i].seat, r->move[i].move, t->seats)))
            return false;
    *apart = a.now.phase == BY_PLAYING && forced(&a) != forced(&b);
    return a.now.phase == BY_PLAYING;
}

/* Chooses another world for a table, if possible one in which the seat to move is forced and in the first world is not,
 * or the other way round, or in which it is refused a move for another reason.  If none is found, the swap is for deal
 * 0, and nothing is exchanged. */
static void choose_swap(struct play *p, struct table *t)
{
    bool by_reasons = t->asks > 0 && below(p, 2) == 0, apart = false, reasons = false;

    t->swap = (struct swap){ 0 };
    t->reasons = false;
    for (int tries = 0; t->playing && tries < 400 && !(by_reasons ? reasons : apart); tries++) {
        struct swap s = { .deal = t->round.deal, .n = 1 + below(p, SWAPS) };

        for (int i = 0; i < s.n; i++) {
            s.a[i] = (uint8_t)below(p, t->round.tiles);
            s.b[i] = (uint8_t)below(p, t->round.tiles);
        }
        if (s.a[0] == s.b[0] || !retell(t, &s, &apart, &reasons)) {
            apart = reasons = false;
            continue;
        }
        t->swap = s;
        t->reasons = reasons;
    }
}

/* ---- Repeating the actions ---- */

static bool differ(const struct play *p, int k, const char *what, const char *a, size_t a_n, const char *b, size_t b_n)
{
    size_t i = 0, least = a_n < b_n ? a_n : b_n;

    while (i < least && a[i] == b[i])
        i++;
    i = i > 50 ? i - 50 : 0;
    snprintf(tally.what, sizeof tally.what, "table %d, for %d: %s: %zu and %zu bytes, from %zu: ...%.*s | ...%.*s", k,
             p->table[k].observer, what, a_n, b_n, i, (int)(a_n - i < 110 ? a_n - i : 110), a + i,
             (int)(b_n - i < 110 ? b_n - i : 110), b + i);
    return true;
}

/* Returns whether the observer may know this message. */
static bool knows(const struct play *p, const struct table *t, const struct said *s)
{
    switch (s->r.type) {
    case SENT:
        return p->who[s->conn] == NOBODY_OF || p->who[s->conn] == SPECTATOR || p->who[s->conn] == MODERATOR
            || p->who[s->conn] == t->observer;
    case ASKED:
    case THOUGHT: return t->observer == PERSONS + s->r.seat;
    case KEPT:
    case ROOM: return false;
    default: return true;
    }
}

/* Returns the length of the part of a record that everyone may know; for a query to a bot, up to the colon. */
static size_t shown(const struct house *h, int i)
{
    const char *colon = h->said[i].r.type == ASKED ? memchr(said_bytes(h, i), ':', h->said[i].r.n) : NULL;

    return colon != NULL ? (size_t)(colon - said_bytes(h, i)) : h->said[i].r.n;
}

static void show(const struct house *h, int at, const char *name)
{
    for (int i = at > 8 ? at - 8 : 0; i < at + 5 && i < h->n; i++)
        if (h->said[i].r.type != ROOM)
            fprintf(stderr, "%s %s%c at %lld, connection %d, seat %d, %u: %.*s\n", name, i == at ? "-> " : "   ",
                    h->said[i].r.type, (long long)h->said[i].r.at, h->said[i].conn, h->said[i].r.seat, h->said[i].r.n,
                    (int)(h->said[i].r.n < 300 ? h->said[i].r.n : 300), said_bytes(h, i));
}

static bool compare_one(const struct play *p, const struct house *b, int i, int j, int k)
{
    static const char *const names[128] = {
        [CAME] = "a connection",    [SENT] = "what was sent",    [ENTRY] = "an entry",
        [ROOM] = "a table's state", [ASKED] = "a bot was asked", [THOUGHT] = "a bot's answer",
        [WAKE] = "when to wake",    ['l'] = "the log",           [KEPT] = "an entry is stored",
    };
    const struct house *a = &p->house;
    const struct said *x = &a->said[i], *y = &b->said[j];
    bool all = knows(p, &p->table[k], x), timed = x->r.type == SENT || x->r.type == 'l';
    size_t n = x->r.n, m = y->r.n;
    char what[100];

    tally.records++;
    snprintf(what, sizeof what, "%s at %lld, %s at %lld", names[(int)x->r.type], (long long)x->r.at,
             names[(int)y->r.type], (long long)y->r.at);
    if (x->r.type != y->r.type || x->conn != y->conn || (timed && x->r.at / TICK != y->r.at / TICK))
        return differ(p, k, what, said_bytes(a, i), n, said_bytes(b, j), m);
    if (!all && x->r.type == ASKED) {
        n = shown(a, i);
        m = shown(b, j);
        all = true;
    }
    if ((n != m && x->r.type != THOUGHT) || (all && (n != m || memcmp(said_bytes(a, i), said_bytes(b, j), n) != 0)))
        return differ(p, k, what, said_bytes(a, i), n, said_bytes(b, j), m);
    return false;
}

/* Returns whether there is a difference that this table's observer can see. */
static bool compare(const struct play *p, const struct house *b, int from, int k)
{
    const struct house *a = &p->house;
    const struct table *t = &p->table[k];

    for (int i = t->from, j = from;; i++, j++) {
        if (i >= t->to && j >= b->n)
            break;
        if (i >= t->to || j >= b->n)
            return differ(p, k, "more or less is said", "", 0, "", 0);
        if (compare_one(p, b, i, j, k)) {
            if (tally.show) {
                show(a, i, "A");
                show(b, j, "B");
            }
            return true;
        }
    }
    return false;
}

static void order_swap(struct house *h, const struct swap *s)
{
    char line[200];
    int n = snprintf(line, sizeof line, "swap %llu %d", (unsigned long long)s->deal, s->n);

    for (int i = 0; i < s->n; i++)
        n += snprintf(line + n, sizeof line - (size_t)n, " %d %d", s->a[i], s->b[i]);
    snprintf(line + n, sizeof line - (size_t)n, "\n");
    house_order(h, line);
}

static void order_bots(const struct play *p, struct house *h)
{
    for (int i = 0; i < p->house.n; i++)
        if (p->house.said[i].r.type == THOUGHT) {
            char line[120];

            snprintf(line, sizeof line, "bots %.*s\n", (int)p->house.said[i].r.n, said_bytes(&p->house, i));
            house_order(h, line);
        }
}

/* Repeats all actions in other worlds. Returns true if anyone can tell the worlds apart. */
static bool again(struct play *p, const char *const program[2], int leak, int tables)
{
    struct house h;
    int from = 0, last = 0;
    bool found = false;

    for (int k = 0; k < tables; k++)
        choose_swap(p, &p->table[k]);
    for (int k = 0; k < tables; k++)
        last = p->table[k].swap.deal != 0 ? k : last;
    house_open(&h, program, leak);
    order_bots(p, &h);
    for (int i = 0; i < p->script.n && !found; i++) {
        const struct act *a = &p->script.act[i];

        if (a->kind == DEAL) {
            from = h.n;
            order_swap(&h, &p->table[a->conn].swap);
        }
        house_act(&h, &p->script, a);
        found = h.lost;
        if (h.lost)
            snprintf(tally.what, sizeof tally.what, "the server ends a connection, or does not take what is said");
        if (a->kind != MOMENT || found)
            continue;
        found = compare(p, &h, from, a->conn);
        tally.pairs += p->table[a->conn].swap.deal != 0;
        tally.reasons += p->table[a->conn].reasons;
        tally.controls += p->table[a->conn].swap.deal == 0;
        if (a->conn == last)
            break;
    }
    house_close(&h);
    return found;
}

/* Returns whether a secret was revealed before the end of its round. */
static bool secret_told(const struct play *p, int tables)
{
    const struct house *h = &p->house;
    struct stood stood = { 0 };
    char secret[100] = "";

    for (int i = 0; i < h->n && i < p->table[tables - 1].to; i++) {
        if (h->said[i].r.type == ROOM) {
            memcpy(&stood, said_bytes(h, i), sizeof stood);
            by_base64(stood.secret, sizeof stood.secret, secret);
        }
        if ((h->said[i].r.type == SENT || h->said[i].r.type == 'l') && stood.deals > 0
            && (stood.phase == PLAY || stood.phase == SHUFFLE)
            && memmem(said_bytes(h, i), h->said[i].r.n, secret, strlen(secret)) != NULL) {
            snprintf(tally.what, sizeof tally.what, "the secret is told at %lld", (long long)h->said[i].r.at);
            return true;
        }
    }
    return false;
}

/* Returns the number of plays until a difference shows, or 0 if none does in n plays. */
static int plays(const char *const program[2], int leak, uint64_t seed, int n, int tables, int times, int only)
{
    bool found = false;
    int i;

    for (i = 0; i < n && !found; i++) {
        struct play *p = play_new(program, leak, seed + (uint64_t)i, tables, only);

        found = secret_told(p, tables);
        for (int k = 0; k < times && !found; k++)
            found = again(p, program, leak, tables);
        play_clear(p);
    }
    return found ? i : 0;
}

/* The same for a leak that shows rarely, in more plays. A few plays differ without a leak, because a timer and a person
 * act in the same millisecond; those do not count. */
static int rare_plays(const char *const program[2], int leak, uint64_t seed, int only)
{
    for (int i = 0; i < 5 * CAUGHT_IN; i++, seed++)
        if (plays(program, leak, seed, 1, 5, 2, only) > 0 && plays(program, 0, seed, 1, 5, 2, only) == 0)
            return i + 1;
    return 0;
}

/* Leaks that show in few plays, and how far after the first seed such a play comes. */
static const struct {
    int leak;
    unsigned after;
    int only;
} rare[] = {
    { 106, 54, PENALISE }, /* the drawing seat must hold a tile that fits in only one world */
    { 107, 10, -1 },
    { 209, 16, -1 },
    { 212, 5321, -1 }, /* a page has to be requested while a bot thinks */
};

/* Looks for each leak of a list.  Notes the highest number of plays that any of them took: the same number of plays
 * must show nothing without a leak. */
static int look_for_leaks(const char *const program[2], const char *list, uint64_t seed, int *took)
{
    FILE *in = fopen(list, "r");
    char line[200];
    int missed = 0, number, n = (int)(sizeof rare / sizeof *rare), i;

    if (in == NULL)
        fail("%s is not there", list);
    while (fgets(line, sizeof line, in) != NULL) {
        int caught;

        if (sscanf(line, "%d", &number) != 1)
            continue;
        line[strcspn(line, "\n")] = '\0';
        for (i = 0; i < n && rare[i].leak != number; i++)
            ;
        if (i < n) {
            caught = rare_plays(program, number, seed + rare[i].after, rare[i].only);
        } else {
            caught = plays(program, number, seed, CAUGHT_IN, 5, 2, -1);
            *took = caught > *took ? caught : *took;
        }
        missed += caught == 0;
        if (caught > 0)
            printf("leak %s: caught in play %d: %.400s\n", line, caught, tally.what);
        else
            printf("leak %s: NOT CAUGHT\n", line);
        fflush(stdout);
    }
    fclose(in);
    return missed;
}

int main(int argc, char **argv)
{
    static const struct option words[] = {
        { "plays", required_argument, NULL, 'p' },
        { "seed", required_argument, NULL, 's' },
        { 0 },
    };
    const char *more = getenv("BONEYARD_LONG");
    int n = more != NULL && strcmp(more, "1") == 0 ? 60 : 4, missed = 0, took = 1;
    uint64_t seed = 1;

    for (int c; (c = getopt_long(argc, argv, "", words, NULL)) != -1;) {
        n = c == 'p' ? atoi(optarg) : n;
        seed = c == 's' ? strtoull(optarg, NULL, 10) : seed;
    }
    tally.show = getenv("WORLDS_SHOW") != NULL;
    argv += optind;
    if (argc - optind < 2)
        fail("worlds [--plays N] [--seed N] PROGRAM PAGE [LEAKS.TXT...]");
    for (int i = 2; i < argc - optind; i++)
        missed += look_for_leaks((const char *const *)argv, argv[i], seed, &took);
    if (argc - optind > 2 && plays((const char *const *)argv, 0, seed, took, 5, 2, -1) > 0)
        fail("nothing leaks, and the worlds differ: %s", tally.what); /* it would be taken for each leak */
    if (argc - optind > 2)
        return missed > 0;
    if (plays((const char *const *)argv, 0, seed, n, TABLES, AGAIN, -1) > 0)
        fail("the worlds differ: %s", tally.what);
    printf("%lu pairs of worlds, in %lu of them a refusal for another reason, %lu times the same world, %lu records: "
           "no difference\n",
           tally.pairs, tally.reasons, tally.controls, tally.records);
    return 0;
}
