/* SPDX-License-Identifier: MIT */
/* match_row.c: see match_row.h. */
#include "match_row.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/bot.h"
#include "util/crypto.h"
#include "wire/messages.h"

void by_match_key(int64_t ms, const uint8_t match[BY_MATCH_ID], uint8_t out[BY_MATCH_KEY])
{
    for (int i = 0; i < 8; i++)
        out[i] = (uint8_t)(~(uint64_t)ms >> (56 - 8 * i));
    memcpy(out + 8, match, BY_MATCH_ID);
}

char *by_match_print(const struct by_match_result *m, int64_t at, const struct by_points points[BY_SEATS])
{
    struct by_out o = { 0 };

    by_out(&o, "{");
    by_out_key_int(&o, "v", 1);
    by_out_key_int(&o, "at", at);
    by_out_key_string(&o, "rules", m->rules);
    by_out_key_bool(&o, "rated", m->rated);
    by_out_key_bool(&o, "record", m->record);
    by_out_key(&o, "seats");
    for (int i = 0; i < m->players; i++) {
        const struct by_result_seat *s = &m->seat[i];

        by_out(&o, i > 0 ? ",{" : "[{");
        if (s->person)
            by_out_key_base64(&o, "person", s->id.bytes, sizeof s->id.bytes);
        by_out_key_string(&o, s->person ? "name" : "bot", s->name);
        by_out_key_int(&o, "side", s->side);
        by_out_key_int(&o, "rank", s->rank);
        by_out_key_int(&o, "score", s->score);
        if (s->left != 0)
            by_out_key_bool(&o, "left", true);
        if (points[i].from != 0 || points[i].to != 0) {
            by_out_key_int(&o, "from", points[i].from);
            by_out_key_int(&o, "to", points[i].to);
        }
        by_out(&o, "}");
    }
    by_out(&o, "]}");
    return by_out_end(&o);
}

static void put_seat(struct by_out *o, const by_json *seat, const struct by_id *person, bool points)
{
    static const char *const numbers[] = { "side", "rank", "score", "from", "to" };
    const char *name = by_field_text(seat, "name"), *bot = by_field_text(seat, "bot");
    struct by_id id = { 0 };
    bool you = by_field_bytes(seat, "person", id.bytes, sizeof id.bytes) && memcmp(&id, person, sizeof id) == 0;

    by_out(o, "{");
    by_out_key_string(o, bot != NULL ? "bot" : "name", bot != NULL ? bot : name != NULL ? name : "");
    by_out_key_bool(o, "you", you);
    for (int i = 0; i < (you && points ? 5 : 3); i++)
        if (by_json_get(seat, numbers[i]) != NULL)
            by_out_key_int(o, numbers[i], by_field_number(seat, numbers[i], 0));
    if (by_json_true(by_json_get(seat, "left")))
        by_out_key_bool(o, "left", true);
    by_out(o, "}");
}

bool by_match_put(struct by_out *o, struct by_bytes_of key, struct by_bytes_of value, const struct by_id *person,
                  bool points)
{
    by_json *j = by_json_read(value.at, value.n, NULL), *seats = by_json_get(j, "seats");
    const char *rules = by_field_text(j, "rules");
    const uint8_t *id = (const uint8_t *)key.at + 8;
    bool fine = key.n == BY_MATCH_KEY && rules != NULL && by_json_is_array(seats);

    if (fine) {
        by_out(o, "{");
        by_out_key_base64(o, "table", id, 16);
        by_out_key_int(o, "match", (int64_t)id[16] << 24 | id[17] << 16 | id[18] << 8 | id[19]);
        by_out_key_int(o, "at", by_field_number(j, "at", 0));
        by_out_key_string(o, "rules", rules);
        by_out_key_bool(o, "rated", by_json_true(by_json_get(j, "rated")));
        by_out_key_bool(o, "record", by_json_true(by_json_get(j, "record")));
        by_out_key(o, "seats");
        by_out(o, "[");
        for (size_t i = 0; i < by_json_count(seats); i++) {
            by_out(o, i > 0 ? "," : "");
            put_seat(o, by_json_at(seats, i), person, points);
        }
        by_out(o, "]}");
    }
    by_json_free(j);
    return fine;
}

/* ---- Results by game -------------------------------------------------------------------------- */

/* Returns the kind of opponent: people, or the level of the strongest bot. */
static const char *opponent(const struct by_match_result *m, int seat)
{
    const char *kind = "bot";
    int best = -1;

    for (int i = 0; i < m->players; i++) {
        const struct by_bot *bot = m->seat[i].person ? NULL : by_bot_find(false, m->seat[i].name);

        if (m->seat[i].side == m->seat[seat].side)
            continue;
        if (m->seat[i].person)
            return "people";
        if (bot != NULL && bot->level != NULL)
            bot = bot->level;
        for (int k = 0; bot != NULL && k < BY_BOTS; k++)
            if (by_bots[k] == bot && k > best) {
                best = k;
                kind = bot->key;
            }
    }
    return kind;
}

/* Adds a match to the pair [matches, won] with this name. */
static void count(by_json *all, const char *name, bool won)
{
    by_json *old = by_json_get(all, name), *pair = by_json_array();
    int64_t n = 0, wins = 0;

    by_json_number(by_json_at(old, 0), &n);
    by_json_number(by_json_at(old, 1), &wins);
    by_json_push(pair, by_json_int(n + 1));
    by_json_push(pair, by_json_int(wins + won));
    by_json_set(all, name, pair);
}

static by_json *part(const by_json *of, const char *name)
{
    by_json *old = by_json_get(of, name);

    return by_json_is_object(old) ? by_json_share(old) : by_json_object();
}

char *by_tally_print(struct by_bytes_of old, const struct by_match_result *m, int seat, int64_t at)
{
    by_json *was = old.n == 0 ? NULL : by_json_read(old.at, old.n, NULL), *now = by_json_object();
    by_json *games = part(was, "games"), *against = part(was, "against");
    const struct by_result_seat *s = &m->seat[seat];
    char game[41], *line;
    bool won = s->rank == 1 && s->left == 0;

    snprintf(game, sizeof game, "%.*s", (int)strcspn(m->rules, ": "), m->rules);
    count(games, game, won);
    count(against, opponent(m, seat), won);
    by_json_set(now, "v", by_json_int(1));
    by_json_set(now, "since", by_json_int(by_field_number(was, "since", at)));
    by_json_set(now, "games", games);
    by_json_set(now, "against", against);
    line = by_json_line(now);
    by_json_free(now);
    by_json_free(was);
    return line;
}

/* ---- Public parts of a profile ---------------------------------------------------------------------- */

bool by_shows_read(struct by_store *s, const struct by_id *person, struct by_shows *out)
{
    char text[256];
    long n = by_store_get(s, "shows", (struct by_bytes_of){ person->bytes, sizeof person->bytes }, text, sizeof text);
    by_json *j = n > 0 ? by_json_read(text, (size_t)n, NULL) : NULL;

    *out = (struct by_shows){ .ratings = true, .results = true };
    if (j != NULL)
        *out = (struct by_shows){ .ratings = by_json_true(by_json_get(j, "ratings")),
                                  .results = by_json_true(by_json_get(j, "results")),
                                  .matches = by_json_true(by_json_get(j, "matches")) };
    by_json_free(j);
    return n != -2;
}

char *by_shows_print(const struct by_shows *s)
{
    struct by_out o = { 0 };

    by_out(&o, "{");
    by_out_key_bool(&o, "ratings", s->ratings);
    by_out_key_bool(&o, "results", s->results);
    by_out_key_bool(&o, "matches", s->matches);
    by_out(&o, "}");
    return by_out_end(&o);
}
