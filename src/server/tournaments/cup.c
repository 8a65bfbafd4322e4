/* SPDX-License-Identifier: MIT */
/* cup.c: see cup.h. */
#include "cup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tournament/pair.h"
#include "util/crypto.h"
#include "util/memory.h"
#include "util/random.h"
#include "util/utf8.h"

enum { DAY = 86400, NUMBERED = 99 };

const char *const by_cup_states[BY_CUP_STATES] = { "open", "playing", "over" };

static bool same(const struct by_id *a, const struct by_id *b) { return memcmp(a, b, sizeof *a) == 0; }

void by_cup_clear(struct by_cup *c)
{
    by_tournament_clear(&c->t);
    memset(c, 0, sizeof *c);
}

/* ---- Creation ------------------------------------------------------------------------------- */

static bool good_text(const char *text)
{
    return text[0] != '\0' && text[0] != ' ' && text[strlen(text) - 1] != ' ' && by_utf8_visible(text);
}

static enum by_refusal wrong(struct by_fault *f, const char *what)
{
    by_fail(f, BY_E_REQUEST, what, NULL);
    return BY_REFUSED_bad_message;
}

/* Requires a clock for each move or for the match, since every match must end. */
static bool good_clock(const char *clock) { return strncmp(clock, "move ", 5) == 0 || strncmp(clock, "bank ", 5) == 0; }

enum by_refusal by_cup_organise(struct by_cup *c, const struct by_id *id, const struct by_id *person,
                                const struct by_asked_for *what, int64_t now, uint64_t draw, struct by_fault *f)
{
    bool partners = strcmp(what->format, "partners") == 0, swiss = strcmp(what->system, "swiss") == 0;
    const char *ties = what->ties[0] == '\0' ? "opponents difference wins" : what->ties;
    char head[BY_CONFIG_TEXT + 400], date[16];
    struct by_asked_for make;
    struct by_entries first = { 0 };
    time_t at = (time_t)now;
    struct tm utc;
    enum by_refusal why;

    if (!good_text(what->name))
        return BY_REFUSED_bad_name;
    if (swiss && what->rounds == 0 && what->until == 0)
        return wrong(f, "a Swiss tournament needs a number of rounds or a time when it ends");
    if ((what->start != 0 && what->start < now) || (what->until != 0 && what->until <= what->start))
        return wrong(f, "a tournament starts in the future and ends after that");
    if (!good_clock(what->clock))
        return BY_REFUSED_bad_clock;
    by_ask_init(&make, BY_ASK_make, "");
    snprintf(make.rules, sizeof make.rules, "%s", what->rules);
    snprintf(make.clock, sizeof make.clock, "%s", what->clock);
    why = by_room_make(&(struct by_order){ .person = *person }, &make, &first, f);
    by_entries_clear(&first);
    if (why != BY_NOT_REFUSED)
        return why;
    gmtime_r(&at, &utc);
    strftime(date, sizeof date, "%Y-%m-%d", &utc);
    snprintf(
        head, sizeof head,
        "boneyard tournament 1\nrules %s\ndate %s\ndraw %016llx\nformat %s\nsystem %s\ntable %d\nrounds %d\nties %s\n",
        what->rules, date, (unsigned long long)draw, what->format, what->system, partners ? 2 : (int)what->size,
        (int)what->rounds, ties);
    memset(c, 0, sizeof *c);
    if (!by_tournament_start(&c->t, head, f))
        return BY_REFUSED_BY_RULES;
    c->id = *id;
    c->organiser = *person;
    c->made = now;
    c->start = what->start;
    c->until = what->until;
    c->minutes = (int)what->minutes;
    c->duplicate = what->duplicate;
    c->changes = 1;
    snprintf(c->name, sizeof c->name, "%.80s", what->name);
    snprintf(c->clock, sizeof c->clock, "%s", what->clock);
    return BY_NOT_REFUSED;
}

/* ---- Players ---------------------------------------------------------------------------------- */

int by_cup_contestant(const struct by_cup *c, const struct by_id *person)
{
    for (int i = 0; i < c->t.contestants; i++)
        if (same(&c->person[i][0], person) || (c->t.format == BY_PARTNERS && same(&c->person[i][1], person)))
            return i;
    return -1;
}

int by_cup_waiting(const struct by_cup *c, const struct by_id *person)
{
    for (int i = 0; i < c->waiting_n; i++)
        if (same(&c->waiting[i].person, person))
            return i;
    return -1;
}

static bool add(struct by_cup *c, const char *key, const char *rest)
{
    char line[2 * BY_CONTESTANT_TEXT];
    struct by_fault f;

    snprintf(line, sizeof line, "%s %s", key, rest);
    return by_tournament_add(&c->t, line, &f);
}

static bool name_taken(const struct by_cup *c, const char *name)
{
    bool taken = by_tournament_find(&c->t, name, strlen(name)) >= 0;

    for (int i = 0; i < c->waiting_n; i++)
        taken = taken || by_utf8_alike(c->waiting[i].name, name, strlen(name), false);
    return taken;
}

/* Chooses a player's name. Two players with the same name become "Ann" and "Ann (2)". Returns false if the name is not
 * allowed. */
static bool own_name(const struct by_cup *c, const char *name, char out[BY_CUP_PLAYER])
{
    if (!good_text(name) || by_utf8_count(name) > BY_CONTESTANT_LETTERS - 5)
        return false;
    snprintf(out, BY_CUP_PLAYER, "%s", name);
    for (int i = 2; i < NUMBERED && name_taken(c, out); i++)
        snprintf(out, BY_CUP_PLAYER, "%.*s (%d)", BY_CUP_PLAYER - 8, name, i);
    return true;
}

static void waiting_drop(struct by_cup *c, int i)
{
    c->waiting_n--;
    memmove(&c->waiting[i], &c->waiting[i + 1], (size_t)(c->waiting_n - i) * sizeof c->waiting[0]);
}

/* With `partners`, a player waits until another one enters as their partner. */
static enum by_refusal enter_pair(struct by_cup *c, const struct by_id *person, const char *name, const char *with)
{
    char pair[BY_CONTESTANT_TEXT + BY_CUP_PLAYER];
    int n = c->t.contestants, other = -1;

    for (int i = 0; i < c->waiting_n && with[0] != '\0'; i++)
        if (by_utf8_alike(c->waiting[i].name, with, strlen(with), false))
            other = i;
    if (with[0] != '\0' && other < 0)
        return BY_REFUSED_no_partner;
    if (other < 0) {
        if (c->waiting_n == BY_CUP_WAITING)
            return BY_REFUSED_full;
        c->waiting[c->waiting_n].person = *person;
        snprintf(c->waiting[c->waiting_n++].name, sizeof c->waiting[0].name, "%s", name);
        return BY_NOT_REFUSED;
    }
    snprintf(pair, sizeof pair, "%s + %s", c->waiting[other].name, name);
    if (!add(c, "player", pair))
        return BY_REFUSED_bad_entry;
    c->person[n][0] = c->waiting[other].person;
    c->person[n][1] = *person;
    waiting_drop(c, other);
    return BY_NOT_REFUSED;
}

static enum by_refusal enter(struct by_cup *c, const struct by_id *person, const struct by_asked_for *what)
{
    int i = by_cup_contestant(c, person), waits = by_cup_waiting(c, person);
    char name[BY_CUP_PLAYER];

    if (c->state == BY_CUP_OVER)
        return BY_REFUSED_not_now;
    if (i >= 0) {
        if (c->t.contestant[i].out)
            add(c, "back", c->t.contestant[i].name);
        return BY_NOT_REFUSED;
    }
    if (waits >= 0 && what->with[0] == '\0')
        return BY_NOT_REFUSED;
    if (c->t.contestants == BY_MOST_CONTESTANTS)
        return BY_REFUSED_full;
    if (waits >= 0)
        waiting_drop(c, waits);
    if (!own_name(c, what->name, name))
        return BY_REFUSED_bad_name;
    if (c->t.format == BY_PARTNERS)
        return enter_pair(c, person, name, what->with);
    i = c->t.contestants;
    if (!add(c, "player", name))
        return BY_REFUSED_bad_entry;
    c->person[i][0] = *person;
    return BY_NOT_REFUSED;
}

/* Before the first round, a player who withdraws is removed from the list; later, their results stay. */
static void strike(struct by_cup *c, int i)
{
    char(*name)[BY_CONTESTANT_TEXT] = by_sure(calloc(BY_MOST_CONTESTANTS, sizeof *name));
    int n = c->t.contestants;

    for (int k = 0; k < n; k++)
        snprintf(name[k], sizeof name[k], "%s", c->t.contestant[k].name);
    by_tournament_cut(&c->t, 0);
    for (int k = 0; k < n; k++)
        if (k != i)
            add(c, "player", name[k]);
    memmove(&c->person[i], &c->person[i + 1], (size_t)(n - i - 1) * sizeof c->person[0]);
    free(name);
}

static void end(struct by_cup *c, int64_t now)
{
    c->state = BY_CUP_OVER;
    c->ended = now;
}

/* Passes the organiser's rights to the earliest entrant who is still in the tournament, if any. */
static void pass_on(struct by_cup *c)
{
    for (int i = 0; i < c->t.contestants; i++)
        if (!c->t.contestant[i].out && !same(&c->person[i][0], &c->organiser)) {
            c->organiser = c->person[i][0];
            return;
        }
}

static enum by_refusal withdraw(struct by_cup *c, const struct by_id *person, const struct by_asked_for *what)
{
    bool organiser = same(person, &c->organiser);
    int i = by_cup_contestant(c, person), waits = by_cup_waiting(c, person);

    if (what->player >= 0 && !organiser)
        return BY_REFUSED_not_host;
    if (what->player >= 0) {
        i = what->player < c->t.contestants ? (int)what->player : -1;
        waits = -1;
    }
    if (c->state == BY_CUP_OVER)
        return BY_REFUSED_not_now;
    if (waits >= 0)
        waiting_drop(c, waits);
    if (i >= 0 && c->t.rounds == 0)
        strike(c, i);
    else if (i >= 0 && !c->t.contestant[i].out)
        add(c, "out", c->t.contestant[i].name);
    if (organiser && what->player < 0)
        pass_on(c);
    return BY_NOT_REFUSED;
}

/* Returns the name of one player of a pair. */
static void half_name(const char *pair, bool second, char out[BY_CONTESTANT_TEXT])
{
    const char *plus = strstr(pair, " + ");

    if (plus == NULL)
        snprintf(out, BY_CONTESTANT_TEXT, "%s", pair);
    else if (second)
        snprintf(out, BY_CONTESTANT_TEXT, "%s", plus + 3);
    else
        snprintf(out, BY_CONTESTANT_TEXT, "%.*s", (int)(plus - pair), pair);
}

/* Replaces the name and id of a player whose results stay. "N.N." (nomen nescio) is the same in all languages. */
static void hide(struct by_cup *c, int i, bool second)
{
    char half[2][BY_CONTESTANT_TEXT], whole[2 * BY_CONTESTANT_TEXT + 3];

    half_name(c->t.contestant[i].name, false, half[0]);
    half_name(c->t.contestant[i].name, true, half[1]);
    snprintf(half[second], sizeof half[second], "N.N.");
    for (int k = 2; name_taken(c, half[second]); k++)
        snprintf(half[second], sizeof half[second], "N.N. (%d)", k);
    snprintf(whole, sizeof whole, "%s + %s", half[0], half[1]);
    by_tournament_rename(&c->t, i, c->t.format == BY_PARTNERS ? whole : half[0]);
    by_random(c->person[i][second].bytes, sizeof c->person[i][second].bytes);
}

bool by_cup_forget(struct by_cup *c, const struct by_id *person, int64_t now)
{
    bool organiser = same(person, &c->organiser);
    int i = by_cup_contestant(c, person), waits = by_cup_waiting(c, person);

    if (!organiser && i < 0 && waits < 0)
        return false;
    if (waits >= 0)
        waiting_drop(c, waits);
    if (i >= 0 && c->t.rounds == 0) {
        strike(c, i);
    } else if (i >= 0) {
        if (c->state != BY_CUP_OVER && !c->t.contestant[i].out)
            add(c, "out", c->t.contestant[i].name);
        hide(c, i, same(person, &c->person[i][1]));
    }
    if (organiser)
        pass_on(c);
    if (same(person, &c->organiser)) { /* no player is left */
        by_random(c->organiser.bytes, sizeof c->organiser.bytes);
        if (c->state == BY_CUP_OPEN)
            end(c, now);
    }
    return true;
}

/* ---- Rounds ----------------------------------------------------------------------------------- */

static bool pair_round(struct by_cup *c, int64_t now, struct by_fault *f)
{
    if (!by_tournament_pair(&c->t, f))
        return false;
    c->state = BY_CUP_PLAYING;
    c->began = now;
    c->shuffle = (struct by_room_round){ .deal = 0 };
    return true;
}

enum by_refusal by_cup_change(struct by_cup *c, const struct by_id *person, const struct by_asked_for *what,
                              int64_t now, struct by_fault *f)
{
    if (what->id == BY_ASK_enter)
        return enter(c, person, what);
    if (what->id == BY_ASK_withdraw)
        return withdraw(c, person, what);
    if (!same(person, &c->organiser))
        return BY_REFUSED_not_host;
    if (what->id == BY_ASK_cancel) {
        if (c->state != BY_CUP_OVER)
            end(c, now);
        return BY_NOT_REFUSED;
    }
    if (c->state == BY_CUP_PLAYING)
        return BY_NOT_REFUSED;
    return c->state == BY_CUP_OPEN && pair_round(c, now, f) ? BY_NOT_REFUSED : BY_REFUSED_not_now;
}

bool by_cup_advance(struct by_cup *c, int64_t now)
{
    const struct by_tournament *t = &c->t;
    struct by_fault f;

    if (c->state == BY_CUP_OVER)
        return false;
    if (c->state == BY_CUP_OPEN) {
        if (c->start == 0 ? now < c->made + DAY : now < c->start)
            return false;
        if (c->start == 0 || !pair_round(c, now, &f))
            end(c, now);
        return true;
    }
    if (!by_tournament_settled(t))
        return false;
    if ((t->limit > 0 && t->rounds >= t->limit) || t->rounds >= BY_MOST_TOURNAMENT_ROUNDS
        || (c->until != 0 && now >= c->until) || !pair_round(c, now, &f))
        end(c, now);
    return true;
}

/* Returns the number of seats at a table. With `partners`, the two players of a pair sit opposite each other. */
static int seats_at(const struct by_cup *c, const struct by_seating *s)
{
    return c->t.format == BY_PARTNERS ? 2 * s->n : s->n;
}

void by_cup_score(struct by_cup *c, int i, const struct by_room_result *r)
{
    const struct by_seating *s = &c->t.round[c->t.rounds - 1].table[i];
    int at[BY_AT_TABLE], n = s->n, players = seats_at(c, s);
    char line[200];
    size_t end = (size_t)snprintf(line, sizeof line, "%d.%d", c->t.rounds, i + 1);

    for (int k = 0; k < n; k++)
        at[k] = s->at[k];
    for (int k = 0; k < by_seating_sides(&c->t, s); k++)
        end += (size_t)snprintf(line + end, sizeof line - end, " %d", (int)r->score[k]);
    if (!add(c, "score", line))
        return;
    for (int k = 0; k < n; k++) {
        bool absent = (r->absent >> k & 1) != 0 && (players == n || (r->absent >> (k + n) & 1) != 0);

        if (absent && !c->t.contestant[at[k]].out)
            add(c, "out", c->t.contestant[at[k]].name);
    }
}

/* ---- Tables ----------------------------------------------------------------------------------- */

struct by_id by_cup_table(const struct by_cup *c, const uint8_t key[32], int round, int i)
{
    uint8_t at[2] = { (uint8_t)round, (uint8_t)i };
    struct by_hasher h;
    struct by_id id = { 0 };

    by_hash_init(&h, key, 32, sizeof id.bytes);
    by_hash_add(&h, "BY1 cup table", 13);
    by_hash_add(&h, c->id.bytes, sizeof c->id.bytes);
    by_hash_add(&h, at, sizeof at);
    by_hash_end(&h, id.bytes, sizeof id.bytes);
    if (id.bytes[0] >> 2 == 62) /* as text, an id never begins with '-' (create.c) */
        id.bytes[0] &= 0x7f;
    return id;
}

void by_cup_room(const struct by_cup *c, int round, int i, struct by_cup_text *text, struct by_room_cup *out)
{
    const struct by_seating *s = &c->t.round[round].table[i];
    struct by_config rules = c->t.rules;

    *out = (struct by_room_cup){ .cup = c->id,
                                 .rules = text->rules,
                                 .clock = c->clock,
                                 .grace = BY_CUP_GRACE,
                                 .watch = true,
                                 .duplicate = c->duplicate ? round + 1 : 0,
                                 .seats = seats_at(c, s) };
    rules.opt[BY_PLAYERS] = out->seats;
    by_config_print(&rules, text->rules, sizeof text->rules);
    for (int k = 0; k < out->seats; k++) {
        int who = s->at[k % s->n];

        half_name(c->t.contestant[who].name, k >= s->n, text->name[k]);
        out->seat[k].name = text->name[k];
        out->seat[k].person = c->person[who][k >= s->n];
    }
}
