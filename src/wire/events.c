/* SPDX-License-Identifier: MIT */
/* events.c: writes events, moves and decks as JSON. */
#include "boneyard/text.h"
#include "events.h"

by_json *by_tile_json(by_tile t)
{
    char text[16];
    struct by_text to = by_text_on(text, sizeof text);

    by_put_tile(&to, t, false);
    return by_json_string(text);
}

by_json *by_tiles_json(struct by_set tiles)
{
    by_json *j = by_json_array();

    while (!by_set_empty(&tiles))
        by_json_push(j, by_tile_json(by_set_take(&tiles)));
    return j;
}

static by_json *numbers_json(const int32_t *numbers, int n)
{
    by_json *j = by_json_array();

    for (int i = 0; i < n; i++)
        by_json_push(j, by_json_int(numbers[i]));
    return j;
}

static by_json *seat_json(int seat) { return seat == BY_NO_SEAT ? by_json_null() : by_json_int(seat); }

by_json *by_round_json(uint32_t round, int lead, const by_tile *deck, int tiles)
{
    by_json *j = by_json_object(), *list;

    by_json_set(j, "round", by_json_int(round));
    by_json_set(j, "lead", by_json_int(lead));
    if (deck == NULL)
        return j;
    list = by_json_array();
    for (int i = 0; i < tiles; i++)
        by_json_push(list, by_tile_json(deck[i]));
    by_json_set(j, "deck", list);
    return j;
}

by_json *by_result_json(const struct by_result *r, int players)
{
    by_json *j = by_json_object(), *hands = by_json_array();

    by_json_set(j, "round-end", by_json_string(r->end == BY_ENDED_OUT ? "out" : "blocked"));
    by_json_set(j, "seat", seat_json(r->seat));
    by_json_set(j, "gains", numbers_json(r->gain, players));
    by_json_set(j, "scores", numbers_json(r->score, players));
    for (int i = 0; i < players; i++)
        by_json_push(hands, by_tiles_json(r->hand[i]));
    by_json_set(j, "hands", hands);
    return j;
}

by_json *by_seats_json(uint32_t seats)
{
    by_json *j = by_json_array();

    for (int i = 0; i < BY_SEATS; i++)
        if ((seats >> i & 1) != 0)
            by_json_push(j, by_json_int(i));
    return j;
}

/* A draw names its tiles if they are known (N-04). */
static by_json *move_json(const struct by_event *e, int family)
{
    char text[BY_MOVE_TEXT];

    if (by_move_kind(e->move) == BY_DRAW_TILE && e->drawn[0] != BY_NO_TILE)
        by_draw_print(e->drawn, e->tiles, text);
    else
        by_move_print(e->move, family, text);
    return by_json_string(text);
}

by_json *by_event_json(const struct by_view *v, const struct by_event *e)
{
    by_json *j;

    if (e->kind == BY_EV_ROUND)
        return by_round_json(v->round, v->lead, NULL, 0);
    if (e->kind == BY_EV_ROUND_END)
        return by_result_json(&v->last, v->players);
    j = by_json_object();
    if (e->kind == BY_EV_GAME_END) {
        by_json_set(j, "game-end", by_json_bool(true));
        by_json_set(j, "winners", by_seats_json(v->winners));
        by_json_set(j, "scores", numbers_json(v->score, v->players));
        return j;
    }
    by_json_set(j, "seat", by_json_int(e->seat));
    if (e->kind == BY_EV_SCORE)
        by_json_set(j, "score", by_json_int(e->points));
    else
        by_json_set(j, "move", move_json(e, v->family));
    return j;
}

by_json *by_moves_json(const by_move *list, int n, int family)
{
    by_json *j = by_json_array();
    char text[BY_MOVE_TEXT];

    for (int i = 0; i < n; i++) {
        by_move_print(list[i], family, text);
        by_json_push(j, by_json_string(text));
    }
    return j;
}

bool by_deck_read(const by_json *array, by_tile deck[BY_MAX_TILES], int *tiles, struct by_fault *f)
{
    size_t n = by_json_count(array);

    if (!by_json_is_array(array) || n > BY_MAX_TILES) {
        by_fail(f, BY_E_DECK, "the deck must be a list of at most 190 tiles", NULL);
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        const char *text = by_json_text(by_json_at(array, i));

        if (text == NULL || by_tile_read(text, by_length(text), &deck[i], NULL) != by_length(text)) {
            if (text == NULL)
                by_fail(f, BY_E_DECK, "the deck's tiles must be strings such as \"6-4\"", NULL);
            else
                by_fail(f, BY_E_DECK, BY_QUOTED, text, " in the deck is not a tile", NULL);
            return false;
        }
    }
    *tiles = (int)n;
    return true;
}

by_json *by_answer_json(const struct by_question *q, int chosen)
{
    by_json *j = by_json_object(), *values = by_json_array(), *pair;
    char text[BY_MOVE_TEXT];

    by_move_print(q->moves[chosen], q->view->family, text);
    by_json_set(j, "move", by_json_string(text));
    for (int i = 0; q->values != NULL && i < q->n; i++) {
        pair = by_json_object();
        by_move_print(q->moves[i], q->view->family, text);
        by_json_set(pair, "move", by_json_string(text));
        by_json_set(pair, "value", by_json_int(q->values[i]));
        by_json_push(values, pair);
    }
    by_json_set(j, "values", values);
    return j;
}
