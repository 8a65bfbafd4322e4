/* SPDX-License-Identifier: MIT */
/* view.c: builds the view of one seat, which contains only information available to that seat (C-09). */
#include "boneyard/view.h"

#include <string.h>

#include "author.h"

void by_view_of(const struct by_state *s, const struct by_result *last, int seat, struct by_view *out)
{
    int players = s->players;

    memset(out, 0, sizeof *out);
    out->rules = s->rules;
    out->seat = (uint8_t)seat;
    out->family = by_game_of(s)->family;
    out->players = s->players;
    out->lead = s->lead;
    /* Until the leading double is laid, only its holder knows it (L-05, T-04). */
    out->led = seat == s->lead || seat == BY_REFEREE ? s->led : BY_NO_TILE;
    out->centre = s->centre;
    out->boneyard = (uint8_t)(s->deck_tiles - s->now.taken);
    out->drawable = (uint8_t)by_drawable(s);
    out->now = s->now;
    out->round = s->round;
    out->actors = by_actors(s);
    out->winners = by_winners(s);
    out->drawn = out->barred[0] = out->barred[1] = BY_NO_TILE;
    for (int i = 0; i < players; i++) {
        out->count[i] = (uint8_t)by_set_count(&s->hand[i]);
        out->score[i] = s->score[i];
        out->skip[i] = s->skip[i]; /* a penalty is public (T-17) */
        if (i == seat || seat == BY_REFEREE) {
            out->hand[i] = s->hand[i];
            out->known |= (uint32_t)1 << i;
        }
    }
    memcpy(out->tail, s->tail, sizeof out->tail);
    memcpy(out->length, s->length, sizeof out->length);
    memcpy(out->place, s->place, sizeof out->place);
    memcpy(out->laid, s->laid, sizeof out->laid);
    memcpy(out->row, s->row, sizeof out->row);
    if (seat == BY_REFEREE)
        memcpy(out->deck, s->deck + s->now.taken, out->boneyard);
    if (by_families[out->family]->trains && s->now.drew > 1) {
        if (seat == s->now.turn || seat == BY_REFEREE)
            out->drawn = s->deck[s->now.taken - 1];
        else
            out->now.drew = 1; /* other seats must not learn whether a tile could have been laid (T-19) */
    }
    for (int i = 0; by_families[out->family]->trains && i < s->now.of.trains.barred; i++)
        if (seat == s->now.turn || seat == BY_REFEREE)
            out->barred[i] = s->deck[s->now.of.trains.barred_at + i];
    if (last != NULL)
        out->last = *last;
}

void by_state_of(const struct by_view *v, const struct by_set hand[], const by_tile *boneyard, struct by_state *out)
{
    memset(out, 0, sizeof *out);
    out->rules = v->rules;
    out->now = v->now;
    out->players = v->players;
    out->lead = v->lead;
    out->led = v->led;
    out->centre = v->centre;
    out->end_seat = out->winner = BY_NO_SEAT;
    out->deck_tiles = (uint8_t)(v->now.taken + v->boneyard);
    out->limit = (uint8_t)(v->now.taken + v->drawable);
    out->family = v->family;
    out->hub = by_games[v->rules.game]->presets[v->rules.preset].hub;
    out->round = v->round;
    for (int i = 0; i < v->players; i++) {
        out->hand[i] = hand[i];
        out->score[i] = v->score[i];
        out->skip[i] = v->skip[i];
    }
    memcpy(out->tail, v->tail, sizeof out->tail);
    memcpy(out->length, v->length, sizeof out->length);
    memcpy(out->place, v->place, sizeof out->place);
    memcpy(out->laid, v->laid, sizeof out->laid);
    memcpy(out->row, v->row, sizeof out->row);
    memset(out->deck, BY_MAX_TILES + 1, v->now.taken); /* not a tile, but still valid as an index into a bit set */
    if (v->drawn != BY_NO_TILE)                        /* only the tile drawn last may be laid (T-08) */
        out->deck[v->now.taken - 1] = v->drawn;
    for (int i = 0; by_families[v->family]->trains && i < v->now.of.trains.barred && i < 2; i++)
        if (v->barred[i] != BY_NO_TILE)
            out->deck[v->now.of.trains.barred_at + i] = v->barred[i];
    memcpy(out->deck + v->now.taken, boneyard, v->boneyard);
}

int by_count_after(const struct by_view *v, by_move m)
{
    by_tile t = by_move_tile(m), on = (by_tile)by_move_place(m);
    int touch = by_touching(t, by_move_flip(m));

    for (int i = 0; i < v->now.laid; i++)
        if (v->laid[i].tile == on)
            return by_line_count(v->now.of.line.count, &v->laid[i], by_touching(on, by_move_flip_at(m)), t, touch);
    return by_line_count(0, NULL, 0, t, touch);
}

int by_count_parts(const struct by_view *v, uint8_t part[BY_MAX_TILES + 2])
{
    bool line = by_families[v->family]->line;
    int n = 0;

    for (int i = 0; line && i < v->now.places; i++) {
        const struct by_laid *at = &v->laid[v->place[i].laid];

        if (!by_is_double(at->tile))
            part[n++] = v->place[i].number;
        else if (at->beside < 2) /* a double with two neighbours is not an end, even while its sides are open */
            part[n++] = (uint8_t)by_pips(at->tile);
    }
    return n;
}

int by_points_of(const struct by_view *v, by_move m)
{
    if (v->rules.opt[BY_PLAY_UNIT] == 0 || by_move_kind(m) != BY_LAY)
        return 0;
    return by_count_scores(&v->rules, by_count_after(v, m));
}

bool by_count_told(const struct by_view *v)
{
    return v->rules.opt[BY_PLAY_UNIT] != 0 && v->rules.opt[BY_CALL] != BY_ON;
}

void by_result_of(const struct by_state *s, struct by_result *out)
{
    memset(out, 0, sizeof *out);
    out->end = s->end;
    out->seat = s->end_seat;
    out->round = s->round;
    memcpy(out->gain, s->gain, sizeof out->gain);
    memcpy(out->score, s->score, sizeof out->score);
    memcpy(out->hand, s->hand, sizeof out->hand);
}

struct by_event by_hear(struct by_event e, int family, int seat)
{
    if (e.kind == BY_EV_MOVE && e.seat != seat && seat != BY_REFEREE && !by_families[family]->solitaire)
        memset(e.drawn, BY_NO_TILE, sizeof e.drawn);
    return e;
}
