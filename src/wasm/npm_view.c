/* SPDX-License-Identifier: MIT */
/* npm_view.c: writes a view as JSON (npm_view.h). */
#include "npm_view.h"

static void put_key(struct by_text *t, const char *key)
{
    by_put(t, t->at[t->used - 1] == '{' ? "\"" : ",\"");
    by_put(t, key);
    by_put(t, "\":");
}

static void put_member(struct by_text *t, const char *key, int64_t value)
{
    put_key(t, key);
    by_put_int(t, value);
}

static void put_word(struct by_text *t, const char *key, const char *word)
{
    put_key(t, key);
    by_put_char(t, '"');
    by_put(t, word);
    by_put_char(t, '"');
}

/* Appends an item of a list as a tile or a number. */
static void put_item(struct by_text *t, int tile, int64_t number)
{
    if (t->at[t->used - 1] != '[')
        by_put_char(t, ',');
    if (tile == BY_NO_TILE) {
        by_put_int(t, number);
        return;
    }
    by_put_char(t, '"');
    by_put_tile(t, (by_tile)tile, false);
    by_put_char(t, '"');
}

static void open_list(struct by_text *t, const char *key)
{
    put_key(t, key);
    by_put_char(t, '[');
}

static void put_seats(struct by_text *t, const char *key, uint32_t seats)
{
    open_list(t, key);
    for (int k = 0; k < BY_SEATS; k++)
        if ((seats >> k & 1) != 0)
            put_item(t, BY_NO_TILE, k);
    by_put_char(t, ']');
}

static void put_hands(struct by_text *t, const struct by_view *v)
{
    open_list(t, "counts");
    for (int k = 0; k < v->players; k++)
        put_item(t, BY_NO_TILE, v->count[k]);
    by_put(t, "]");
    open_list(t, "scores");
    for (int k = 0; k < v->players; k++)
        put_item(t, BY_NO_TILE, v->score[k]);
    by_put(t, "]");
    put_key(t, "hand");
    if (v->seat >= v->players || (v->known >> v->seat & 1) == 0) {
        by_put(t, "null");
        return;
    }
    by_put_char(t, '[');
    for (struct by_set left = v->hand[v->seat]; !by_set_empty(&left);)
        put_item(t, by_set_take(&left), 0);
    by_put_char(t, ']');
}

static void put_table(struct by_text *t, const struct by_view *v)
{
    bool row = by_families[v->family]->solitaire;

    open_list(t, "tiles");
    for (int i = 0; i < v->now.laid; i++)
        put_item(t, row ? v->row[i] : v->laid[i].tile, 0);
    by_put_char(t, ']');
    open_list(t, "open");
    for (int i = 0; i < v->now.places; i++)
        put_item(t, BY_NO_TILE, v->place[i].number);
    by_put_char(t, ']');
}

void by_npm_view_put(struct by_text *t, const struct by_view *v)
{
    static const char *const phases[] = { "ready", "playing", "round-over", "game-over" };

    by_put_char(t, '{');
    put_key(t, "seat");
    if (v->seat < v->players)
        by_put_int(t, v->seat);
    else
        by_put(t, "null");
    put_word(t, "game", by_games[v->rules.game]->key);
    put_word(t, "family", by_families[v->family]->key);
    put_word(t, "phase", phases[v->now.phase]);
    put_member(t, "players", v->players);
    put_member(t, "round", v->round);
    put_member(t, "turn", v->now.turn);
    put_member(t, "boneyard", v->boneyard);
    put_member(t, "drawable", v->drawable);
    put_seats(t, "actors", v->actors);
    put_seats(t, "winners", v->winners);
    put_hands(t, v);
    put_table(t, v);
    by_put_char(t, '}');
}
