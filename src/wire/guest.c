/* SPDX-License-Identifier: MIT */
/* guest.c: plays with an external program, using the bot protocol (docs/protocol.md).
 *
 * Whatever the program does, each decision ends in time, either with the program's move or with a forfeit. Lines are
 * not numbered, so the guest counts the outstanding answers and skips them when they arrive. A program that is late
 * three times in a row is treated as dead.
 *
 * A program that has not sent its first line may still be starting. The first decision waits for that line, up to the
 * time allowed for starting. If the line is {"ready":true}, the time for the decision begins then. */
#include "guest.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "boneyard/text.h"
#include "boneyard/why.h"
#include "bots.h"
#include "util/chance.h"
#include "util/memory.h"
#include "util/page.h"

#define TOO_OFTEN 3  /* after this many late moves in a row, a program counts as dead */
#define CALL_MS 1000 /* time limit for a seat that may only call */
#define PATIENCE 300 /* milliseconds within which a program must exit */
#define TOLD 5       /* number of errors reported for a program; further ones are only counted */
#define QUOTE 160    /* maximum number of bytes quoted from a wrong answer */
#define WIRE 2000    /* maximum number of bytes printed from a program's line */

struct by_guest {
    struct by_guest_setup setup;
    struct by_child child;
    pid_t process;
    by_json *events; /* events since the last line sent */
    int seat;
    int owed, owed_calls; /* late answers still expected */
    int owed_ready;       /* number of games begun without {"ready":true} */
    int late;             /* late answers in a row */
    int64_t born;         /* by_now_ms */
    bool dead, started;   /* `started`: the program has sent a line */
};

/* ---- Output for the user ----------------------------------------------------------------------- */

/* Writes up to `most` bytes of a program's line as printable ASCII, with other bytes as \xHH. Returns `out`. */
static const char *escape(const char *line, size_t n, size_t most, char *out)
{
    char *at = out;

    for (size_t i = 0; i < n && i < most; i++) {
        unsigned char c = (unsigned char)line[i];

        at += c >= 0x20 && c < 0x7f ? sprintf(at, "%c", c) : sprintf(at, "\\x%02x", c);
    }
    snprintf(at, 40, n > most ? "... (%zu bytes)" : "", n);
    return out;
}

static void show(const struct by_guest *g, const char *way, const char *line, size_t n)
{
    bool theirs = way[0] == 'f';
    char *text;

    if (!g->setup.wire)
        return;
    text = by_sure(malloc(4 * (theirs ? WIRE : 0) + 40));
    fprintf(stderr, "%s %s, seat %d: %s\n", way, g->setup.name, g->seat, theirs ? escape(line, n, WIRE, text) : line);
    free(text);
}

/* Reports a wrong answer and why it is wrong. */
static void report(struct by_guest *g, const char *what, const char *line, size_t n, const char *why)
{
    char text[4 * QUOTE + 40];

    if (g->setup.name == NULL || g->setup.errors == NULL || by_stop_asked(g->setup.stop) || *g->setup.errors >= TOLD)
        return;
    if (line == NULL)
        by_complain("%s, seat %d: %s", g->setup.name, g->seat, what);
    else
        by_complain("%s, seat %d: %s: %s%s%s", g->setup.name, g->seat, what, escape(line, n, QUOTE, text),
                    why[0] != '\0' ? "\n  " : "", why);
    if (++*g->setup.errors == TOLD)
        by_complain("%s: further errors are only counted", g->setup.name);
}

static void report_late(struct by_guest *g)
{
    char what[64];

    snprintf(what, sizeof what, "no answer within %u ms", g->setup.ms + g->setup.grace);
    report(g, what, NULL, 0, "");
}

static void say_died(struct by_guest *g, int status)
{
    static const char *told;
    const char *when = g->started ? "" : " before its first line";

    if (g->setup.name == NULL || told == g->setup.name || by_stop_asked(g->setup.stop))
        return;
    told = g->setup.name;
    if (WIFSIGNALED(status))
        by_complain("%s was ended by signal %d%s", g->setup.name, WTERMSIG(status), when);
    else
        by_complain("%s ended with status %d%s%s", g->setup.name, WEXITSTATUS(status), when,
                    WEXITSTATUS(status) == 127 ? ": no such program" : "");
}

static void give_up(struct by_guest *g, bool by_itself)
{
    int status;

    if (g->dead)
        return;
    status = by_child_end(&g->child, by_itself ? PATIENCE : 0);
    if (by_itself)
        say_died(g, status);
    else if (!g->started && g->setup.name != NULL && !by_stop_asked(g->setup.stop))
        by_complain("%s sent no line within %u ms of its start", g->setup.name, g->setup.start_ms);
    g->dead = true;
}

/* ---- The program ------------------------------------------------------------------------------ */

struct by_guest *by_guest_new(const struct by_guest_setup *s)
{
    struct by_guest *g = by_sure(calloc(1, sizeof *g));

    g->setup = *s;
    g->events = by_json_array();
    g->born = by_now_ms();
    if (s->start != NULL ? !s->start(&g->child, s->command, s->data) : !by_child_start(&g->child, s->command)) {
        if (s->name != NULL)
            by_complain("a program could not be started: %s", strerror(errno));
        g->dead = true;
    }
    g->process = g->dead ? 0 : g->child.id;
    return g;
}

pid_t by_guest_process(const struct by_guest *g) { return g->process; }

void by_guest_free(struct by_guest *g)
{
    if (g == NULL)
        return;
    by_child_end(&g->child, by_stop_asked(g->setup.stop) ? 0 : PATIENCE);
    by_json_free(g->events);
    free(g);
}

bool by_guest_dead(const struct by_guest *g) { return g->dead; }
bool by_guest_unstarted(const struct by_guest *g) { return g->dead && !g->started; }

/* Takes ownership of the JSON. */
static void say(struct by_guest *g, by_json *j)
{
    char *line = by_json_line(j);

    if (!g->dead) {
        show(g, "to", line, strlen(line));
        by_child_say(&g->child, line);
    }
    free(line);
    by_json_free(j);
}

/* Returns the events so far. The caller takes ownership. */
static by_json *take_events(struct by_guest *g)
{
    by_json *events = g->events;

    g->events = by_json_array();
    return events;
}

void by_guest_game(struct by_guest *g, const struct by_config *rules, int seat)
{
    by_json_free(take_events(g));
    g->late = 0;
    g->seat = seat;
    g->owed_ready++;
    say(g, by_bot_game_json(rules, seat));
}

void by_guest_tell(struct by_guest *g, const struct by_view *v, const struct by_events *ev)
{
    bool end = false;

    for (int i = 0; i < ev->n; i++) {
        struct by_event e = by_hear(ev->at[i], v->family, v->seat);

        by_json_push(g->events, by_event_json(v, &e));
        end = end || e.kind == BY_EV_ROUND_END || e.kind == BY_EV_GAME_END;
    }
    if (end)
        say(g, by_bot_ask_json(take_events(g), NULL, NULL, 0, 0));
}

/* Gets a line from the program. */
static enum by_got get_line(struct by_guest *g, int64_t until, const char **line, size_t *n)
{
    enum by_got got = by_child_line(&g->child, until, g->setup.stop, line, n);

    if (got == BY_GOT_LINE || got == BY_GOT_LONG) {
        show(g, "from", *line, *n);
        g->started = true;
    }
    return got;
}

/* Returns whether a line is {"ready":true}, which a program may send once for each game. */
static bool says_ready(struct by_guest *g, const char *line, size_t n)
{
    by_json *j = g->owed_ready > 0 && n < 64 ? by_json_read(line, n, NULL) : NULL;
    bool ready = by_json_true(by_json_get(j, "ready")) && by_json_stray(j, "ready") == NULL;

    by_json_free(j);
    g->owed_ready -= ready;
    return ready;
}

/* Skips lines that arrived before the query. Returns true if any of these lines were unsolicited. */
static bool early_lines(struct by_guest *g)
{
    enum by_got got;
    const char *line;
    size_t n;
    bool early = false;

    by_child_calm(&g->child);
    while ((got = get_line(g, 0, &line, &n)) == BY_GOT_LINE || got == BY_GOT_LONG) {
        if (got == BY_GOT_LINE && says_ready(g, line, n))
            continue;
        if (g->owed > 0)
            g->owed--;
        else if (g->owed_calls > 0)
            g->owed_calls--;
        else
            early = true;
        if (early)
            report(g, "an unexpected line", line, n, "");
    }
    return early;
}

static enum by_slip slip_of(by_err err)
{
    switch (err) {
    case BY_OK: return BY_SLIPS;
    case BY_E_TOO_LONG: return BY_SLIP_LONG;
    case BY_E_ILLEGAL:
    case BY_E_AMBIGUOUS: return BY_SLIP_ILLEGAL;
    default: return BY_SLIP_GARBLED;
    }
}

/* Reports a wrong answer. For an illegal move, names the rule that the move breaks. */
static void report_slip(struct by_guest *g, const char *line, size_t n, const struct by_asked *asked, enum by_slip slip,
                        struct by_fault *f)
{
    static const char *const words[] = { [BY_SLIP_ILLEGAL] = "illegal answer",
                                         [BY_SLIP_GARBLED] = "garbled answer",
                                         [BY_SLIP_LONG] = "an answer longer than 1 MiB" };
    by_json *j = slip == BY_SLIP_ILLEGAL ? by_json_read(line, n, NULL) : NULL;
    const char *move = by_json_text(by_json_get(j, "move"));

    if (move != NULL)
        by_why(asked->view, NULL, asked->moves, asked->n, move, strlen(move), BY_ENGLISH, f);
    report(g, words[slip], line, n, slip == BY_SLIP_LONG ? "" : f->text);
    by_json_free(j);
}

/* Reads an answer, or records its error. Returns false if the answer is to an earlier query. */
static bool judge(struct by_guest *g, enum by_got got, const char *line, size_t n, const struct by_asked *asked,
                  struct by_answered *out)
{
    struct by_fault f;
    by_move m = BY_NO_MOVE;
    by_err err = got == BY_GOT_LONG ? BY_E_TOO_LONG
                                    : by_bot_answer_read(line, n, asked->view->family, asked->moves, asked->n, &m, &f);

    if (g->owed > 0) {
        g->owed--;
        return false;
    }
    if (err != BY_OK && g->owed_calls > 0) {
        g->owed_calls--;
        return false;
    }
    out->slip = slip_of(err);
    if (err != BY_OK)
        report_slip(g, line, n, asked, out->slip, &f);
    for (int i = 0; err == BY_OK && i < asked->n; i++)
        if (asked->moves[i] == m)
            out->at = i;
    return true;
}

/* Waits for the answer, after waiting for a program that is still starting. Sets *start to the time at which the time
 * limit for the decision began to run. */
static void hear(struct by_guest *g, const struct by_asked *asked, int64_t limit, int64_t *start,
                 struct by_answered *out)
{
    int64_t until = *start + limit;
    bool starts = !g->started && !asked->may_decline;
    const char *line = NULL;
    enum by_got got;
    size_t n = 0;

    for (;;) {
        int64_t born = g->born + g->setup.start_ms;

        got = get_line(g, starts && born > until ? born : until, &line, &n);
        if (got == BY_GOT_LINE && says_ready(g, line, n)) {
            if (starts) {
                *start = by_now_ms();
                until = *start + limit;
            }
            starts = false;
        } else if ((got != BY_GOT_LINE && got != BY_GOT_LONG) || judge(g, got, line, n, asked, out)) {
            break;
        }
    }
    if (got == BY_GOT_END) {
        out->slip = BY_SLIP_DEAD;
    } else if (got == BY_GOT_NOTHING) {
        out->slip = BY_SLIP_LATE;
        *(asked->may_decline ? &g->owed_calls : &g->owed) += 1;
    } else if (starts && by_now_ms() > until) { /* the program had started and was thinking */
        out->slip = BY_SLIP_LATE;
    }
}

void by_guest_ask(struct by_guest *g, const struct by_asked *asked, struct by_answered *out)
{
    int64_t start = by_now_ms(), limit = (int64_t)g->setup.ms + g->setup.grace;
    bool early = !g->dead && early_lines(g), late;

    *out = (struct by_answered){ .slip = BY_SLIPS };
    if (asked->may_decline && limit > CALL_MS)
        limit = CALL_MS;
    if (!g->dead)
        say(g, by_bot_ask_json(take_events(g), asked->view, asked->moves, asked->n, g->setup.ms));
    if (g->dead) {
        out->slip = BY_SLIP_DEAD;
    } else if (early) {
        out->slip = BY_SLIP_EARLY;
        g->owed++;
    } else {
        hear(g, asked, limit, &start, out);
    }
    out->ns = (by_now_ms() - start) * 1000000;
    if (by_stop_asked(g->setup.stop) && out->slip == BY_SLIP_LATE)
        out->slip = BY_SLIPS;
    late = out->slip == BY_SLIP_LATE && !asked->may_decline;
    g->late = late ? g->late + 1 : 0;
    if (late && !g->started)
        out->slip = BY_SLIP_DEAD;
    else if (late)
        report_late(g);
    if (out->slip == BY_SLIP_DEAD || g->late == TOO_OFTEN)
        give_up(g, out->slip == BY_SLIP_DEAD && !late);
    if (asked->may_decline && out->slip != BY_SLIPS) {
        out->at = asked->n; /* without an answer, the program does not call */
        out->slip = out->slip == BY_SLIP_DEAD ? BY_SLIP_DEAD : BY_SLIPS;
    }
}
