/* SPDX-License-Identifier: MIT */
/* tell.c: writes the outgoing lines from views, filtered events and openings, but never from a match. */
#include <stdlib.h>
#include <string.h>

#include "boneyard/pack.h"
#include "boneyard/text.h"
#include "told.h"
#include "util/memory.h"
#include "wire/views.h"

enum { EVENT_UNIT = 256, JSON_UNIT = 4096, TILE_TEXT = 5, PLACE_TEXT = 3, MOVE_JSON = 28, TILE_JSON = 8 };

static void put_blanks(struct by_out *o, size_t n)
{
    static const char blanks[65] = "                                                                ";

    for (; n > 64; n -= 64)
        by_out_bytes(o, blanks, 64);
    by_out_bytes(o, blanks, n);
}

void by_told_clear(struct told *t)
{
    free(t->line);
    free(t->events);
    free(t->own);
    free(t->fair);
    free(t->open);
    *t = (struct told){ 0 };
}

/* ---- Entries -------------------------------------------------------------------------------- */

/* Returns whether the move was chosen at random because the bot's program has died. */
static bool drawn_for(const by_json *e)
{
    const char *by = by_json_text(by_json_get(e, "by"));

    return by != NULL && strcmp(by, "chance") == 0;
}

void by_told_entry(struct told *t, const by_json *entry, uint64_t number, const char *what)
{
    static const char *const heard[] = { "seat", "name", "who", "count" };
    by_json *j = by_json_object();

    by_json_set(j, "is", by_json_string("event"));
    by_json_set(j, "n", by_json_int((int64_t)number));
    by_json_set(j, "t", by_json_share(by_json_get(entry, "t")));
    by_json_set(j, "what", by_json_string(what));
    for (size_t i = 0; i < sizeof heard / sizeof heard[0]; i++)
        if (by_json_get(entry, heard[i]) != NULL)
            by_json_set(j, heard[i], by_json_share(by_json_get(entry, heard[i])));
    if (drawn_for(entry))
        by_json_set(j, "by", by_json_share(by_json_get(entry, "by")));
    t->line = by_json_line(j);
    t->line[strlen(t->line) - 1] = '\0';
    by_json_free(j);
}

by_json *by_told_events(const struct by_view *v, const struct by_events *ev, int *lack)
{
    by_json *list = by_json_array();
    char text[16];

    *lack = 0;
    for (int i = 0; i < ev->n; i++) {
        const struct by_event *e = &ev->at[i];

        by_json_push(list, by_event_json(v, e));
        for (int k = 0; k < e->tiles && e->drawn[k] != BY_NO_TILE; k++) {
            struct by_text to = by_text_on(text, sizeof text);

            by_put_tile(&to, e->drawn[k], false);
            *lack += TILE_TEXT - (int)to.used;
        }
    }
    return list;
}

/* ---- The shuffle ---------------------------------------------------------------------------- */

void by_fair_tell_deal(struct by_out *fair, uint64_t deal) { by_out_key_int(fair, "deal", (int64_t)deal); }

void by_fair_tell_json(struct by_out *fair, const char *key, const by_json *value)
{
    char *text = by_json_line(value);

    by_out_key(fair, key);
    by_out(fair, text);
    free(text);
}

static void put_hash(struct by_out *o, const struct by_hash *hash)
{
    by_out(o, "\"");
    by_out_base64(o, hash->bytes, sizeof hash->bytes);
    by_out(o, "\"");
}

void by_fair_tell_places(struct by_out *fair, const struct by_hash *place, int n)
{
    by_out_key(fair, "places");
    for (int i = 0; i < n; i++) {
        by_out(fair, i > 0 ? "," : "[");
        put_hash(fair, &place[i]);
    }
    by_out(fair, "]");
}

/* ---- Openings ------------------------------------------------------------------------------- */

static bool hears(const struct opening *o, uint32_t seats) { return (o->to & seats) != 0 && (o->before & seats) == 0; }

/* Writes [[place,"6-4",salt],...]. Adds to *lack the number of bytes by which the text of its tiles falls short of the
 * maximum. */
static void put_openings(struct by_out *o, const struct told *t, uint32_t seats, size_t *lack)
{
    char text[16];
    bool first = true;

    for (int i = 0; i < t->opens; i++) {
        struct by_text to = by_text_on(text, sizeof text);

        if (!hears(&t->open[i], seats))
            continue;
        by_put_tile(&to, t->open[i].tile, false);
        by_out(o, first ? "\"open\":[[" : ",[");
        by_out_int(o, t->open[i].place);
        by_out(o, ",\"");
        by_out(o, text);
        by_out(o, "\",");
        put_hash(o, &t->open[i].salt);
        by_out(o, "]");
        *lack += TILE_TEXT - to.used + PLACE_TEXT - (t->open[i].place < 10 ? 1 : t->open[i].place < 100 ? 2 : 3);
        first = false;
    }
    if (!first)
        by_out(o, "]");
}

static void put_fair(struct by_out *o, const struct told *t, uint32_t seats, size_t *lack)
{
    struct by_out open = { 0 };

    put_openings(&open, t, seats, lack);
    if (t->fair != NULL || open.n > 0) {
        by_out(o, ",\"fair\":{");
        by_out(o, t->fair == NULL ? "" : t->fair);
        by_out(o, t->fair != NULL && open.n > 0 ? "," : "");
        by_out_bytes(o, open.at, open.n);
        by_out(o, "}");
    }
    free(open.at);
}

/* ---- The current state ---------------------------------------------------------------------- */

static by_json *sight_json(const struct sight *s)
{
    by_json *j = by_json_object(), *view = by_json_object();

    by_json_set(j, "seat", s->view.seat == BY_NO_SEAT ? by_json_null() : by_json_int(s->view.seat));
    by_view_json(&s->view, view);
    by_json_set(j, "view", view);
    by_json_set(j, "legal", by_moves_json(s->moves, s->n, s->view.family));
    return j;
}

/* Returns the maximum number of bytes that a seat's tiles and moves can take in JSON, computed from public
 * information. */
static size_t most_bytes(const struct sight *s)
{
    const struct by_view *v = &s->view;
    size_t tiles, places = (size_t)v->now.places + 2;

    if (v->seat >= BY_SEATS)
        return 0;
    tiles = v->count[v->seat];
    if (by_families[v->family]->trains)
        places = (size_t)v->players + 2;
    if (by_families[v->family]->solitaire)
        return 0; /* nothing is hidden */
    return tiles * TILE_JSON + (tiles * places + 3) * 2 * MOVE_JSON;
}

/* Returns the number of bytes that a seat's tiles and moves actually take. */
static size_t real_bytes(const struct sight *s)
{
    by_json *hand, *moves;
    char *a, *b;
    size_t n;

    if (s->view.seat >= BY_SEATS || by_families[s->view.family]->solitaire)
        return 0;
    hand = by_tiles_json(s->view.hand[s->view.seat]);
    moves = by_moves_json(s->moves, s->n, s->view.family);
    a = by_json_line(hand);
    b = by_json_line(moves);
    n = strlen(a) + strlen(b) - 4;
    free(a);
    free(b);
    by_json_free(hand);
    by_json_free(moves);
    return n;
}

static size_t hidden_lack(const struct sight *s)
{
    size_t most = most_bytes(s), real = real_bytes(s);

    return most > real ? most - real : 0;
}

static void put_sight(struct by_out *o, const struct sight *s, enum by_seeing how, size_t *lack)
{
    uint8_t packed[BY_PACKED];
    by_json *j;
    char *text;

    if (how == BY_SEE_PACKED) {
        by_out(o, "{\"seat\":");
        if (s->view.seat == BY_NO_SEAT)
            by_out(o, "null");
        else
            by_out_int(o, s->view.seat);
        by_out(o, ",\"see\":\"");
        by_out_base64(o, packed, by_view_pack(&s->view, packed));
        by_out(o, "\"}");
        return;
    }
    j = sight_json(s);
    text = by_json_line(j);
    by_out(o, text);
    free(text);
    by_json_free(j);
    *lack += hidden_lack(s);
}

static void put_now(struct by_out *o, const struct sight *sights, int n, uint32_t actors, enum by_seeing how,
                    size_t *lack)
{
    bool first = true;

    by_out(o, ",\"now\":{\"seats\":[");
    for (int i = 0; i < n; i++) {
        by_out(o, i > 0 ? "," : "");
        put_sight(o, &sights[i], how, lack);
    }
    by_out(o, "],\"actors\":[");
    for (int i = 0; i < BY_SEATS; i++) {
        if ((actors >> i & 1) == 0)
            continue;
        by_out(o, first ? "" : ",");
        by_out_int(o, i);
        first = false;
    }
    by_out(o, "]}");
}

/* Pads with spaces to a multiple of `unit`, as if every hidden part had its maximum length. */
static void pad(struct by_out *o, size_t lack, size_t unit, const char *end)
{
    size_t whole;

    whole = o->n + lack + strlen(",\"pad\":\"\"") + strlen(end);
    by_out(o, ",\"pad\":\"");
    put_blanks(o, (unit - whole % unit) % unit + lack);
    by_out(o, "\"");
    by_out(o, end);
}

char *by_told_line(const struct told *t, uint32_t seats, const struct sight *sights, int n, uint32_t actors,
                   enum by_seeing how)
{
    struct by_out o = { 0 };
    size_t lack = 0;

    by_out(&o, t->line);
    if (t->events != NULL) {
        bool own = t->own != NULL && (seats >> t->own_seat & 1) != 0;

        by_out(&o, ",\"events\":");
        by_out(&o, own ? t->own : t->events);
        lack += own ? (size_t)t->own_lack : 0;
    }
    put_fair(&o, t, seats, &lack);
    if (sights != NULL)
        put_now(&o, sights, n, actors, how, &lack);
    pad(&o, lack, sights != NULL && how == BY_SEE_JSON ? JSON_UNIT : EVENT_UNIT, "}");
    return o.at;
}

void by_told_look(const struct sight *sights, int n, struct by_out *to)
{
    by_json *list = by_json_array();
    struct by_out text = { 0 };
    size_t lack = 0, whole;

    for (int i = 0; i < n; i++) {
        by_json_push(list, sight_json(&sights[i]));
        lack += hidden_lack(&sights[i]);
    }
    by_json_put_on(&text, list);
    by_json_free(list);
    by_out_key(to, "seats");
    if (n > 0) { /* put the padding in the first member */
        whole = text.n + strlen(",\"pad\":\"\"") + lack;
        by_out(to, "[{\"pad\":\"");
        put_blanks(to, (JSON_UNIT - whole % JSON_UNIT) % JSON_UNIT + lack);
        by_out(to, "\",");
        by_out_bytes(to, text.at + 2, text.n - 2);
    } else {
        by_out(to, "[]");
    }
    free(text.at);
}
