/* SPDX-License-Identifier: MIT */
/* guest.c: an external program at the table, using the bot protocol (docs/protocol.md).
 *
 * Whatever a program does, each decision ends in time, with the program's move or a forfeit. Lines carry no numbers, so
 * the number of answers still owed tells which arriving answers are late; those are skipped. A program that is late
 * three times in a row is treated as dead. */
#include "guest.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "bots.h"
#include "util/chance.h"
#include "util/memory.h"
#include "util/page.h"

#define TOO_OFTEN 3  /* late moves in a row before a program counts as dead */
#define CALL_MS 1000 /* time limit for a seat that may only call */
#define PATIENCE 300 /* milliseconds a program has to exit */

struct by_guest {
    struct by_guest_setup setup;
    struct by_child child;
    by_json *events;      /* events since the last line sent */
    int owed, owed_calls; /* late answers still expected */
    int late;             /* late answers in a row */
    bool dead;
};

static void say_died(struct by_guest *g, int status)
{
    static const char *told;

    if (g->setup.name == NULL || told == g->setup.name || by_stop_asked(g->setup.stop))
        return;
    told = g->setup.name;
    if (WIFSIGNALED(status))
        by_complain("%s was ended by signal %d", g->setup.name, WTERMSIG(status));
    else
        by_complain("%s ended with status %d%s", g->setup.name, WEXITSTATUS(status),
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
    g->dead = true;
}

struct by_guest *by_guest_new(const struct by_guest_setup *s)
{
    struct by_guest *g = by_sure(calloc(1, sizeof *g));

    g->setup = *s;
    g->events = by_json_array();
    if (s->start != NULL ? !s->start(&g->child, s->command, s->data) : !by_child_start(&g->child, s->command)) {
        if (s->name != NULL)
            by_complain("a program could not be started: %s", strerror(errno));
        g->dead = true;
    }
    return g;
}

void by_guest_free(struct by_guest *g)
{
    if (g == NULL)
        return;
    by_child_end(&g->child, by_stop_asked(g->setup.stop) ? 0 : PATIENCE);
    by_json_free(g->events);
    free(g);
}

bool by_guest_dead(const struct by_guest *g) { return g->dead; }

/* Takes ownership of the JSON. */
static void say(struct by_guest *g, by_json *j)
{
    char *line = by_json_line(j);

    if (!g->dead)
        by_child_say(&g->child, line);
    free(line);
    by_json_free(j);
}

/* Returns the events so far and passes ownership to the caller. */
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

/* Skips lines that arrived before the query. Returns true if some were unsolicited. */
static bool early_lines(struct by_guest *g)
{
    enum by_got got;
    const char *line;
    size_t n;
    bool early = false;

    by_child_calm(&g->child);
    while ((got = by_child_line(&g->child, 0, g->setup.stop, &line, &n)) == BY_GOT_LINE || got == BY_GOT_LONG) {
        if (g->owed > 0)
            g->owed--;
        else if (g->owed_calls > 0)
            g->owed_calls--;
        else
            early = true;
    }
    return early;
}

/* Reads an answer, or notes what is wrong with it. Returns false if it answers an earlier query. */
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
    if (err == BY_OK)
        out->slip = BY_SLIPS;
    else if (err == BY_E_TOO_LONG)
        out->slip = BY_SLIP_LONG;
    else if (err == BY_E_ILLEGAL || err == BY_E_AMBIGUOUS)
        out->slip = BY_SLIP_ILLEGAL;
    else
        out->slip = BY_SLIP_GARBLED;
    for (int i = 0; err == BY_OK && i < asked->n; i++)
        if (asked->moves[i] == m)
            out->at = i;
    return true;
}

/* Waits for the answer. */
static void hear(struct by_guest *g, const struct by_asked *asked, int64_t until, struct by_answered *out)
{
    const char *line = NULL;
    enum by_got got;
    size_t n = 0;

    do
        got = by_child_line(&g->child, until, g->setup.stop, &line, &n);
    while ((got == BY_GOT_LINE || got == BY_GOT_LONG) && !judge(g, got, line, n, asked, out));
    if (got == BY_GOT_END) {
        out->slip = BY_SLIP_DEAD;
    } else if (got == BY_GOT_NOTHING) {
        out->slip = BY_SLIP_LATE;
        *(asked->may_decline ? &g->owed_calls : &g->owed) += 1;
    }
}

void by_guest_ask(struct by_guest *g, const struct by_asked *asked, struct by_answered *out)
{
    uint32_t ms = g->setup.ms;
    int64_t start = by_now_ms(), until = start + ms + g->setup.grace;
    bool early = !g->dead && early_lines(g);

    *out = (struct by_answered){ .slip = BY_SLIPS };
    if (asked->may_decline && until > start + CALL_MS)
        until = start + CALL_MS;
    if (!g->dead)
        say(g, by_bot_ask_json(take_events(g), asked->view, asked->moves, asked->n, ms));
    if (g->dead) {
        out->slip = BY_SLIP_DEAD;
    } else if (early) {
        out->slip = BY_SLIP_EARLY;
        g->owed++;
    } else {
        hear(g, asked, until, out);
    }
    out->ns = (by_now_ms() - start) * 1000000;
    if (by_stop_asked(g->setup.stop) && out->slip == BY_SLIP_LATE)
        out->slip = BY_SLIPS;
    g->late = out->slip == BY_SLIP_LATE && !asked->may_decline ? g->late + 1 : 0;
    if (out->slip == BY_SLIP_DEAD || g->late == TOO_OFTEN)
        give_up(g, out->slip == BY_SLIP_DEAD);
    if (asked->may_decline && out->slip != BY_SLIPS) {
        out->at = asked->n; /* no answer means no call */
        out->slip = out->slip == BY_SLIP_DEAD ? BY_SLIP_DEAD : BY_SLIPS;
    }
}
