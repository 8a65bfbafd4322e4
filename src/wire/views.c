/* SPDX-License-Identifier: MIT */
/* views.c: writes a view as the members of `state` and `view` (docs/protocol.md). */
#include "boneyard/text.h"
#include "views.h"

/* Returns a tile on the table as text, touching half first. */
static by_json *half_first_json(by_tile t, bool flip)
{
    char text[16];
    struct by_text to = by_text_on(text, sizeof text);

    by_put_tile(&to, t, flip);
    return by_json_string(text);
}

static by_json *own_entry_json(const struct by_laid *l) { return half_first_json(l->tile, l->flip & 1); }

/* ---- Layouts ------------------------------------------------------------------------------ */

static void push_end(by_json *ends, const struct by_laid *l, int number)
{
    by_json *j = by_json_object();

    by_json_set(j, "tile", own_entry_json(l));
    by_json_set(j, "number", by_json_int(number));
    by_json_push(ends, j);
}

/* Returns the layout of a line game or Chickenfoot. */
static by_json *line_json(const struct by_view *v)
{
    by_json *j = by_json_object(), *tiles = by_json_array(), *ends = by_json_array(), *entry;
    const struct by_laid *must = v->now.of.line.must == BY_NO_TILE ? NULL : &v->laid[v->now.of.line.must];

    for (int i = 0; i < v->now.laid; i++) {
        const struct by_laid *l = &v->laid[i];

        entry = by_json_object();
        by_json_set(entry, "tile", own_entry_json(l));
        by_json_set(entry, "on",
                    l->on == BY_NO_TILE ? by_json_null() : half_first_json(v->laid[l->on].tile, l->flip >> 1 & 1));
        by_json_push(tiles, entry);
    }
    if (must != NULL)
        push_end(ends, must, by_high(must->tile));
    for (int i = 0; must == NULL && i < v->now.places; i++)
        push_end(ends, &v->laid[v->place[i].laid], v->place[i].number);
    by_json_set(j, "tiles", tiles);
    by_json_set(j, "ends", ends);
    if (by_families[v->family]->line)
        by_json_set(j, "count", by_json_int(v->now.of.line.count));
    by_json_set(j, "must", must == NULL ? by_json_null() : by_tile_json(must->tile));
    return j;
}

static by_json *feet_json(const struct by_view *v) { return line_json(v); }

static by_json *train_json(const struct by_view *v, int train)
{
    by_json *j = by_json_object(), *tiles = by_json_array();

    for (int i = 0; i < v->now.laid; i++)
        if (v->laid[i].on == train)
            by_json_push(tiles, own_entry_json(&v->laid[i]));
    by_json_set(j, "tiles", tiles);
    by_json_set(j, "tail", v->centre == BY_NO_TILE ? by_json_null() : by_json_int(v->tail[train]));
    if (train != BY_MEXICAN)
        by_json_set(j, "marker", by_json_bool(v->now.of.trains.markers >> train & 1));
    by_json_set(j, "open-double", by_json_bool(v->now.of.trains.doubles >> train & 1));
    return j;
}

static by_json *trains_json(const struct by_view *v)
{
    by_json *j = by_json_object(), *trains = by_json_array();

    by_json_set(j, "engine", v->centre == BY_NO_TILE ? by_json_null() : by_tile_json(v->centre));
    for (int i = 0; i < v->players; i++)
        by_json_push(trains, train_json(v, i));
    by_json_set(j, "trains", trains);
    by_json_set(j, "mexican", v->length[BY_MEXICAN] == 0 ? by_json_null() : train_json(v, BY_MEXICAN));
    return j;
}

static by_json *castle_json(const struct by_view *v)
{
    by_json *j = by_json_object(), *row = by_json_array();

    for (int i = 0; i < v->now.laid; i++)
        by_json_push(row, by_tile_json(v->row[i]));
    by_json_set(j, "row", row);
    by_json_set(j, "removed", by_json_int(v->now.of.castle.removed));
    return j;
}

/* ---- The whole view ----------------------------------------------------------------------- */

static const char *phase_word(int phase)
{
    return phase == BY_PLAYING ? "play" : phase == BY_ROUND_OVER ? "round-over" : "game-over";
}

/* Writes only the sizes of hidden hands (C-09). */
static by_json *hands_json(const struct by_view *v)
{
    by_json *j = by_json_array();

    for (int i = 0; i < v->players; i++)
        by_json_push(j, (v->known >> i & 1) != 0 ? by_tiles_json(v->hand[i]) : by_json_int(v->count[i]));
    return j;
}

static by_json *boneyard_json(const struct by_view *v)
{
    by_json *j;

    if (v->seat != BY_REFEREE)
        return by_json_int(v->boneyard);
    j = by_json_array();
    for (int i = 0; i < v->boneyard; i++)
        by_json_push(j, by_tile_json(v->deck[i]));
    return j;
}

static by_json *(*const layout_json[BY_FAMILIES])(const struct by_view *v) = {
#define BY_FAMILY(id, name) name##_json,
#include "boneyard/families.def"
#undef BY_FAMILY
};

void by_view_json(const struct by_view *v, by_json *into)
{
    by_json *scores = by_json_array();
    char rules[BY_CONFIG_TEXT];

    by_config_print(&v->rules, rules, sizeof rules);
    by_json_set(into, "rules", by_json_string(rules));
    by_json_set(into, "phase", by_json_string(phase_word(v->now.phase)));
    by_json_set(into, "round", by_json_int(v->round));
    by_json_set(into, "actors", by_seats_json(v->actors));
    by_json_set(into, "lead", by_json_int(v->lead));
    by_json_set(into, "turn", by_json_int(v->now.turn));
    by_json_set(into, "hands", hands_json(v));
    by_json_set(into, "boneyard", boneyard_json(v));
    by_json_set(into, "drawable", by_json_int(v->drawable));
    by_json_set(into, "layout", layout_json[v->family](v));
    for (int i = 0; i < v->players; i++)
        by_json_push(scores, by_json_int(v->score[i]));
    by_json_set(into, "scores", scores);
    by_json_set(into, "last-round", v->last.round == 0 ? by_json_null() : by_result_json(&v->last, v->players));
    by_json_set(into, "winners", v->now.phase == BY_GAME_OVER ? by_seats_json(v->winners) : by_json_null());
}
