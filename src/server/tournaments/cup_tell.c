/* SPDX-License-Identifier: MIT */
/* cup_tell.c: writes the messages about a tournament (cup.h). */
#include <stdlib.h>
#include <string.h>

#include "cup.h"
#include "tournament/standings.h"
#include "util/crypto.h"

enum { MINUTE = 60 };

static by_json *id_json(const struct by_id *id)
{
    char text[32];

    by_base64(id->bytes, sizeof id->bytes, text);
    return by_json_string(text);
}

static by_json *config_json(const struct by_config *rules)
{
    char text[BY_CONFIG_TEXT];

    by_config_print(rules, text, sizeof text);
    return by_json_string(text);
}

/* Returns a contestant's points in a round, or -1 if they had no table or the table is not over. */
static int points_in(const struct by_cup *c, int round, int contestant)
{
    const struct by_tournament_round *r = &c->t.round[round];
    int points[BY_AT_TABLE];

    for (int i = 0; i < r->tables; i++)
        for (int k = 0; k < r->table[i].n; k++)
            if (r->table[i].at[k] == contestant && r->table[i].scored) {
                by_seating_points(&c->t, &r->table[i], points);
                return points[k];
            }
    for (int i = 0; i < r->byes; i++)
        if (r->bye[i] == contestant)
            return c->t.system == BY_SWISS ? BY_WIN : 0;
    return -1;
}

static by_json *standing_json(const struct by_cup *c, const struct by_position *p)
{
    by_json *j = by_json_object(), *ties = by_json_array(), *rounds = by_json_array();

    by_json_set(j, "player", by_json_int(p->contestant));
    by_json_set(j, "place", by_json_int(p->place));
    by_json_set(j, "points", by_json_int(p->points));
    by_json_set(j, "played", by_json_int(p->played));
    by_json_set(j, "byes", by_json_int(p->byes));
    for (int i = 0; i < c->t.ties; i++)
        by_json_push(ties, by_json_int(p->tie[c->t.tie[i]]));
    for (int i = 0; i < c->t.rounds; i++) {
        int points = points_in(c, i, p->contestant);

        by_json_push(rounds, points < 0 ? by_json_null() : by_json_int(points));
    }
    by_json_set(j, "ties", ties);
    by_json_set(j, "rounds", rounds);
    return j;
}

static by_json *standings_json(const struct by_cup *c)
{
    struct by_position place[BY_MOST_CONTESTANTS];
    by_json *list = by_json_array();
    int n = by_tournament_standings(&c->t, place);

    for (int i = 0; i < n; i++)
        by_json_push(list, standing_json(c, &place[i]));
    return list;
}

static by_json *table_json(const struct by_cup *c, const uint8_t key[32], int round, int i)
{
    const struct by_seating *s = &c->t.round[round].table[i];
    by_json *j = by_json_object(), *players = by_json_array(), *score = by_json_array(), *points = by_json_array();
    struct by_id id = by_cup_table(c, key, round, i);
    int of[BY_AT_TABLE];

    by_json_set(j, "table", id_json(&id));
    by_json_set(j, "sides", by_json_int(by_seating_sides(&c->t, s)));
    for (int k = 0; k < s->n; k++)
        by_json_push(players, by_json_int(s->at[k]));
    by_json_set(j, "players", players);
    if (s->scored) {
        by_seating_points(&c->t, s, of);
        for (int k = 0; k < by_seating_sides(&c->t, s); k++)
            by_json_push(score, by_json_int(s->score[k]));
        for (int k = 0; k < s->n; k++)
            by_json_push(points, by_json_int(of[k]));
        by_json_set(j, "score", by_json_share(score));
        by_json_set(j, "points", by_json_share(points));
    } else if (c->duplicate && round + 1 == c->t.rounds && c->result[i].over) {
        by_json_set(j, "over", by_json_bool(true));
    }
    by_json_free(score);
    by_json_free(points);
    return j;
}

static by_json *rounds_json(const struct by_cup *c, const uint8_t key[32])
{
    by_json *list = by_json_array();

    for (int r = 0; r < c->t.rounds; r++) {
        const struct by_tournament_round *round = &c->t.round[r];
        by_json *j = by_json_object(), *tables = by_json_array(), *byes = by_json_array();

        for (int i = 0; i < round->tables; i++)
            by_json_push(tables, table_json(c, key, r, i));
        for (int i = 0; i < round->byes; i++)
            by_json_push(byes, by_json_int(round->bye[i]));
        by_json_set(j, "tables", tables);
        by_json_set(j, "byes", byes);
        by_json_push(list, j);
    }
    return list;
}

static void put_people(const struct by_cup *c, by_json *j)
{
    by_json *players = by_json_array(), *waiting = by_json_array();

    for (int i = 0; i < c->t.contestants; i++) {
        by_json *one = by_json_object();

        by_json_set(one, "name", by_json_string(c->t.contestant[i].name));
        by_json_set(one, "out", by_json_bool(c->t.contestant[i].out));
        by_json_push(players, one);
    }
    for (int i = 0; i < c->waiting_n; i++)
        by_json_push(waiting, by_json_string(c->waiting[i].name));
    by_json_set(j, "players", players);
    by_json_set(j, "waiting", waiting);
}

static void put_times(const struct by_cup *c, by_json *j, int64_t now)
{
    int64_t left = c->began + (int64_t)c->minutes * MINUTE - now;

    if (c->start != 0)
        by_json_set(j, "start", by_json_int(c->start));
    if (c->until != 0)
        by_json_set(j, "until", by_json_int(c->until));
    if (c->minutes == 0)
        return;
    by_json_set(j, "minutes", by_json_int(c->minutes));
    if (c->state == BY_CUP_PLAYING)
        by_json_set(j, "left", by_json_int(left > 0 ? left : 0));
}

char *by_cup_tell(const struct by_cup *c, const uint8_t key[32], const struct by_id *person, int64_t now)
{
    by_json *j = by_json_object(), *ties = by_json_array();
    char *line;

    by_json_set(j, "is", by_json_string("tournament"));
    by_json_set(j, "tournament", id_json(&c->id));
    by_json_set(j, "name", by_json_string(c->name));
    by_json_set(j, "state", by_json_string(by_cup_states[c->state]));
    by_json_set(j, "yours", by_json_bool(memcmp(person, &c->organiser, sizeof *person) == 0));
    by_json_set(j, "you", by_json_int(by_cup_contestant(c, person)));
    by_json_set(j, "rules", config_json(&c->t.rules));
    by_json_set(j, "format", by_json_string(by_format_key[c->t.format]));
    by_json_set(j, "system", by_json_string(by_system_key[c->t.system]));
    by_json_set(j, "size", by_json_int(c->t.format == BY_PARTNERS ? 4 : c->t.at_table));
    by_json_set(j, "rounds", by_json_int(c->t.limit));
    by_json_set(j, "clock", by_json_string(c->clock));
    for (int i = 0; i < c->t.ties; i++)
        by_json_push(ties, by_json_string(by_tie_key[c->t.tie[i]]));
    by_json_set(j, "ties", ties);
    if (c->duplicate)
        by_json_set(j, "duplicate", by_json_bool(true));
    put_times(c, j, now);
    put_people(c, j);
    by_json_set(j, "standings", standings_json(c));
    by_json_set(j, "played", rounds_json(c, key));
    line = by_json_line(j);
    by_json_free(j);
    return line;
}

static by_json *short_json(const struct by_cup *c, const struct by_id *person)
{
    by_json *j = by_json_object();

    by_json_set(j, "tournament", id_json(&c->id));
    by_json_set(j, "name", by_json_string(c->name));
    by_json_set(j, "state", by_json_string(by_cup_states[c->state]));
    by_json_set(j, "rules", config_json(&c->t.rules));
    by_json_set(j, "format", by_json_string(by_format_key[c->t.format]));
    by_json_set(j, "players", by_json_int(c->t.contestants));
    by_json_set(j, "round", by_json_int(c->t.rounds));
    by_json_set(j, "rounds", by_json_int(c->t.limit));
    by_json_set(j, "start", by_json_int(c->start));
    by_json_set(j, "in", by_json_bool(by_cup_contestant(c, person) >= 0 || by_cup_waiting(c, person) >= 0));
    by_json_set(j, "yours", by_json_bool(memcmp(person, &c->organiser, sizeof *person) == 0));
    return j;
}

void by_cup_put_short(const struct by_cup *c, const struct by_id *person, struct by_out *out)
{
    by_json *j = short_json(c, person);

    by_json_put_on(out, j);
    by_json_free(j);
}

void by_cup_put_own(const struct by_cup *c, const struct by_id *person, struct by_out *out)
{
    int you = by_cup_contestant(c, person), waits = by_cup_waiting(c, person);
    struct by_position place[BY_MOST_CONTESTANTS];
    by_json *j = short_json(c, person);

    if (you >= 0 || waits >= 0)
        by_json_set(j, "as", by_json_string(you >= 0 ? c->t.contestant[you].name : c->waiting[waits].name));
    for (int i = by_tournament_standings(&c->t, place) - 1; i >= 0; i--)
        if (place[i].contestant == you)
            by_json_set(j, "standing", standing_json(c, &place[i]));
    by_json_put_on(out, j);
    by_json_free(j);
}
