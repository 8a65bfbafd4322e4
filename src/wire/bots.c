/* SPDX-License-Identifier: MIT */
/* bots.c: writes and reads the lines of the bot protocol. */
#include "views.h"
#include "bots.h"

#include <string.h>

#include "boneyard/text.h"

by_json *by_bot_game_json(const struct by_config *rules, int seat)
{
    by_json *j = by_json_object(), *game = by_json_object();
    char text[BY_CONFIG_TEXT];

    by_config_print(rules, text, sizeof text);
    by_json_set(game, "rules", by_json_string(text));
    by_json_set(game, "seat", by_json_int(seat));
    by_json_set(game, "players", by_json_int(rules->opt[BY_PLAYERS]));
    by_json_set(j, "game", game);
    return j;
}

by_json *by_bot_ask_json(by_json *events, const struct by_view *v, const by_move *list, int n, uint32_t ms)
{
    by_json *j = by_json_object(), *view;

    by_json_set(j, "events", events);
    if (v == NULL)
        return j;
    view = by_json_object();
    by_view_json(v, view);
    by_json_set(j, "view", view);
    by_json_set(j, "legal", by_moves_json(list, n, v->family));
    by_json_set(j, "ms", by_json_int(ms));
    return j;
}

by_err by_bot_answer_read(const char *line, size_t length, int family, const by_move *list, int n, by_move *out,
                          struct by_fault *f)
{
    by_json *answer = by_json_read(line, length, f);
    const char *move;
    by_err err;

    if (answer == NULL)
        return length > BY_LINE_LIMIT ? BY_E_TOO_LONG : BY_E_JSON;
    move = by_json_text(by_json_get(answer, "move"));
    if (move == NULL || by_json_stray(answer, "move") != NULL) {
        err = by_fail(f, BY_E_REQUEST, "a bot must answer {\"move\":…} and nothing else", NULL);
    } else {
        err = by_move_read(move, strlen(move), family, list, n, out);
        if (err != BY_OK)
            by_fail(f, err, BY_QUOTED, move, ": ", by_err_sentence(err), NULL);
    }
    by_json_free(answer);
    return err;
}

/* ---- The bot's side ----------------------------------------------------------------------- */

/* Reads the tiles of a line game or Chickenfoot, each with the index of the tile that it is attached to. */
static bool read_laid(const by_json *layout, struct by_view *v)
{
    const by_json *tiles = by_json_get(layout, "tiles");
    size_t n = by_json_count(tiles);
    int64_t count = 0;

    if (n > BY_MAX_TILES)
        return false;
    for (size_t i = 0; i < n; i++) {
        const char *tile = by_json_text(by_json_get(by_json_at(tiles, i), "tile"));
        const char *on = by_json_text(by_json_get(by_json_at(tiles, i), "on"));
        struct by_laid *l = &v->laid[i];
        by_tile at;
        bool flip;

        if (tile == NULL || by_tile_read(tile, strlen(tile), &l->tile, &flip) == 0)
            return false;
        l->flip = flip;
        l->on = BY_NO_TILE;
        if (on == NULL || by_tile_read(on, strlen(on), &at, &flip) == 0)
            continue;
        for (size_t k = 0; k < i; k++)
            if (v->laid[k].tile == at) {
                l->on = (uint8_t)k;
                l->flip |= (uint8_t)(flip << 1);
                l->beside++;
                v->laid[k].beside++;
            }
    }
    v->now.laid = (uint8_t)n;
    by_json_number(by_json_get(layout, "count"), &count);
    v->now.of.line.count = (uint16_t)count;
    return true;
}

bool by_bot_view_read(const by_json *json, const struct by_config *rules, int seat, struct by_view *v)
{
    const by_json *hand = by_json_at(by_json_get(json, "hands"), (size_t)seat);
    by_tile tiles[BY_MAX_TILES];
    int n;

    memset(v, 0, sizeof *v);
    v->rules = *rules;
    v->seat = (uint8_t)seat;
    v->family = by_games[rules->game]->family;
    v->players = (uint8_t)rules->opt[BY_PLAYERS];
    v->known = (uint32_t)1 << seat;
    if (!by_deck_read(hand, tiles, &n, NULL))
        return false;
    for (int i = 0; i < n; i++)
        by_set_add(&v->hand[seat], tiles[i]);
    v->count[seat] = (uint8_t)n;
    return !by_families[v->family]->ends || read_laid(by_json_get(json, "layout"), v);
}
