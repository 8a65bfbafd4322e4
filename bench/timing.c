/* SPDX-License-Identifier: MIT */
/* timing.c: checks whether the time of an answer, or of a bot's move, reveals the bot's tiles.
 *
 *     timing [--tables N] [--seconds N] [--bot NAME] [--leak N] --
 *         build/bench/timing_server serve --listen 127.0.0.1:0 ...
 *
 * A person and a bot play Draw (blanks are a suit) at many tables at once, each table once.  The person always holds
 * the same tiles and lays the 6-6.  The bot's tiles and the boneyard's fall into two classes, chosen by the table's id:
 * always the same ones, or random ones (timing_deal.c).  Until then, both look the same to the person.  It measures
 *
 *     answer      the time from sending the move to its answer
 *     bot         from the move's event to the bot's, less the wait that anyone can calculate (by_wait)
 *     told        the same, by the times given in the events
 *
 * and compares the classes by Welch's t over all but the slowest tenth.  If t is between -4.5 and 4.5, in each third of
 * the run and in the whole run, no difference is visible. `control` compares tables at random.  With --leak and the
 * program timing_leaky, a leak is planted (tests/faults); 107 and 203 must be found.
 */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../tests/server/player.h"
#include "../tests/server/served.h"
#include "room/inside.h"
#include "util/crypto.h"
#include "util/memory.h"
#include "wire/messages.h"

enum { ANSWER, BOT, TOLD, MEASURES, PARTS = 3, PATIENCE = 6, PHASE_MS = 40, SLOWEST = 10 };
static const char *const measures[MEASURES] = { "answer", "bot", "told" };
static const double enough = 4.5;

static struct {
    int tables, seconds;
    const char *bot, *leak;
} want = { 200, 54, "medium", NULL };

/* A table, from its deal to the bot's move. */
struct one {
    double go, sent, own;
    int64_t t;
    bool laid, done;
    struct by_id id;
    uint64_t n;
    double ms[MEASURES];
};
struct sample {
    int part, class, lot;
    double ms[MEASURES];
};

static struct {
    struct one *one;
    struct sample *at;
    size_t n, room;
    struct by_rng rng;
} all;

static int64_t time_of(const char *line)
{
    const char *at = strstr(line, "\"t\":");

    return at == NULL ? 0 : strtoll(at + 4, NULL, 10);
}

/* The time when the bot may move, which anyone can calculate. */
static int64_t not_before(const struct one *o)
{
    static struct by_room r;

    r.id = o->id;
    r.turned = o->n;
    return by_wait(&r, o->t, BOT_WAIT, 1);
}

static void on_event(struct player *p, uint64_t n, const char *what, int seat, const char *line)
{
    struct one *o = p->own;

    if (strcmp(what, "deal") == 0)
        o->go = p->at + (double)by_rng_below(&all.rng, PHASE_MS * 1000) / 1e6;
    if (strcmp(what, "play") != 0 || o->done)
        return;
    if (seat == 0) {
        o->own = p->at;
        o->t = time_of(line);
        o->n = n;
        by_unbase64(p->table, o->id.bytes, sizeof o->id.bytes);
    } else if (o->own > 0) {
        int64_t wait = not_before(o) - o->t;

        o->ms[BOT] = 1000 * (p->at - o->own) - (double)wait;
        o->ms[TOLD] = (double)(time_of(line) - o->t - wait);
        o->done = true;
    }
}

static void on_answer(struct player *p, bool ok, const char *code, uint64_t n)
{
    struct one *o = p->own;

    (void)code;
    (void)n;
    if (o->sent > 0 && o->ms[ANSWER] == 0 && ok)
        o->ms[ANSWER] = 1000 * (peer_now() - o->sent);
}

/* ---- A batch of tables ------------------------------------------------------------------------- */

static bool ask_all(struct crowd *c, const char *what)
{
    double until = peer_now() + PATIENCE;
    bool waits = true;

    for (int i = 0; i < c->n; i++)
        player_ask(&c->all[i], what, "");
    while (waits && peer_now() < until) {
        crowd_wait(c, 2);
        waits = false;
        for (int i = 0; i < c->n; i++)
            waits = waits || c->all[i].waits;
    }
    return !waits;
}

static void lay(struct player *p, struct one *o, double now)
{
    if (o->laid || o->go == 0 || now < o->go)
        return;
    o->laid = true;
    o->sent = now;
    player_ask(p, "play", ",\"seat\":0,\"move\":\"6-6\"");
}

static void keep(const struct one *o, int part)
{
    if (!o->done || o->ms[ANSWER] == 0)
        return;
    if (all.n == all.room) {
        all.room = all.room * 2 + 4096;
        all.at = by_sure(realloc(all.at, all.room * sizeof *all.at));
    }
    all.at[all.n] = (struct sample){ .part = part, .class = o->id.bytes[0] & 1, .lot = o->id.bytes[15] & 1 };
    memcpy(all.at[all.n++].ms, o->ms, sizeof o->ms);
}

static bool batch(struct crowd *c, int part)
{
    double until;
    bool open = true;
    char more[80];

    for (int i = 0; i < c->n; i++) {
        struct player *p = &c->all[i];

        all.one[i] = (struct one){ 0 };
        p->own = &all.one[i];
        p->table[0] = p->part[0] = '\0';
        p->last = p->deal = 0;
        p->seat = -1;
        p->seen = false;
    }
    snprintf(more, sizeof more, ",\"seats\":[\"open\",\"bot:%s\"]", want.bot);
    if (!crowd_tables(c, c->n, 1, "draw lead=seat blanks=suit", more, 60))
        return false;
    for (until = peer_now() + PATIENCE; open && peer_now() < until;) {
        crowd_wait(c, 1);
        open = false;
        for (int i = 0; i < c->n; i++) {
            lay(&c->all[i], &all.one[i], peer_now());
            open = open || !all.one[i].done;
        }
    }
    for (int i = 0; i < c->n; i++)
        keep(&all.one[i], part);
    return ask_all(c, "close") && ask_all(c, "leave");
}

/* ---- Welch's t --------------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
    const double *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

/* Returns the value above which samples are ignored: the slowest tenth of both classes together. */
static double border(int measure, int part)
{
    double *ms = by_sure(malloc((all.n + 1) * sizeof *ms)), at;
    size_t n = 0;

    for (size_t i = 0; i < all.n; i++)
        if (part == PARTS || all.at[i].part == part)
            ms[n++] = all.at[i].ms[measure];
    qsort(ms, n, sizeof *ms, by_size);
    at = n == 0 ? 0 : ms[n - 1 - n / SLOWEST];
    free(ms);
    return at;
}

struct mean {
    double n, mean, squares;
};

static double spread(const struct mean *m) { return m->n < 2 ? 0 : m->squares / (m->n - 1) / m->n; }

/* Returns Welch's t; the part PARTS means all parts. */
static double welch(int measure, int part, bool control, struct mean m[2])
{
    double most = border(measure, part), both;

    m[0] = m[1] = (struct mean){ 0 };
    for (size_t i = 0; i < all.n; i++) {
        const struct sample *s = &all.at[i];
        struct mean *to = &m[control ? s->lot : s->class];
        double off = s->ms[measure] - to->mean;

        if ((part != PARTS && s->part != part) || s->ms[measure] > most)
            continue;
        to->mean += off / ++to->n;
        to->squares += off * (s->ms[measure] - to->mean);
    }
    both = sqrt(spread(&m[0]) + spread(&m[1]));
    return both > 0 ? (m[0].mean - m[1].mean) / both : 0;
}

/* Returns true if no leak is visible. */
static bool report(void)
{
    bool fine = true;

    printf("%-8s %6s %6s %10s %10s %9s %7s %7s %7s %7s %8s\n", "", "same", "chance", "same ms", "chance ms", "apart us",
           "t", "1st", "2nd", "3rd", "control");
    for (int i = 0; i < MEASURES; i++) {
        struct mean m[2], none[2];
        double t[PARTS + 1], control = welch(i, PARTS, true, none);

        for (int k = 0; k <= PARTS; k++) {
            t[k] = welch(i, k, false, m);
            fine = fine && fabs(t[k]) < enough;
        }
        printf("%-8s %6.0f %6.0f %10.3f %10.3f %9.0f %7.2f %7.2f %7.2f %7.2f %8.2f\n", measures[i], m[0].n, m[1].n,
               m[0].mean, m[1].mean, 1000 * (m[0].mean - m[1].mean), t[PARTS], t[0], t[1], t[2], control);
        printf("{\"bench\":\"timing\",\"measure\":\"%s\",\"leak\":%s,\"bot\":\"%s\",\"same\":%.0f,\"chance\":%.0f,"
               "\"same_ms\":%.4f,\"chance_ms\":%.4f,\"t\":%.2f,\"parts\":[%.2f,%.2f,%.2f],\"control\":%.2f}\n",
               measures[i], want.leak == NULL ? "0" : want.leak, want.bot, m[0].n, m[1].n, m[0].mean, m[1].mean,
               t[PARTS], t[0], t[1], t[2], control);
    }
    puts(fine ? "nothing is to be seen" : "THE TIME TELLS");
    return fine;
}

/* Returns 0 if no leak is visible, 1 if one is, 2 on failure. */
static int run(char *const *words)
{
    static const struct crowd_calls calls = { on_event, on_answer };
    struct served s = { .words = words };
    double from, gone = 0;
    struct crowd *c;
    bool fine;

    if (!served_start(&s, -1)) {
        fprintf(stderr, "timing: the server does not start\n");
        return 2;
    }
    c = crowd_new(s.port, want.tables, &calls);
    all.one = by_sure(calloc((size_t)want.tables, sizeof *all.one));
    for (int i = 0; i < c->n; i++)
        c->all[i].own = &all.one[i];
    fine = crowd_enter(c, 60) && batch(c, 0);
    all.n = 0; /* the first run is only for warming up */
    from = peer_now();
    while (fine && gone < want.seconds) {
        fine = batch(c, (int)(gone * PARTS / want.seconds));
        gone = peer_now() - from;
    }
    crowd_free(c);
    served_stop(&s, SIGTERM);
    if (!fine || all.n < 100) {
        fprintf(stderr, "timing: the tables did not go\n");
        return 2;
    }
    return report() ? 0 : 1;
}

int main(int argc, char **argv)
{
    int at = 1, status;

    for (; at + 1 < argc && strcmp(argv[at], "--") != 0; at += 2)
        if (strcmp(argv[at], "--tables") == 0)
            want.tables = (int)strtol(argv[at + 1], NULL, 10);
        else if (strcmp(argv[at], "--seconds") == 0)
            want.seconds = (int)strtol(argv[at + 1], NULL, 10);
        else if (strcmp(argv[at], "--bot") == 0)
            want.bot = argv[at + 1];
        else if (strcmp(argv[at], "--leak") == 0)
            want.leak = argv[at + 1];
        else
            break;
    if (at + 2 >= argc || strcmp(argv[at], "--") != 0 || want.tables < 1 || want.seconds < 3) {
        fprintf(stderr,
                "usage: timing [--tables N] [--seconds N] [--bot NAME] [--leak N] -- "
                "PROGRAM serve --listen 127.0.0.1:0 ...\n");
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    if (want.leak != NULL)
        setenv("BONEYARD_LEAK", want.leak, 1);
    by_rng_init(&all.rng, (uint64_t)(1e6 * peer_now()));
    status = run(argv + at + 1);
    free(all.one);
    free(all.at);
    return status;
}
