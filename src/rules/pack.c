/* SPDX-License-Identifier: MIT */
/* pack.c: converts views to bytes and back (pack.h). The same traversal of the members serves both writing and reading.
 * After reading, further checks follow. */
#include "boneyard/pack.h"

#include <string.h>

#include "families/family.h"

enum { VERSION = 1 };

/* ---- The bytes ----------------------------------------------------------------------------- */

uint8_t by_walk_byte(struct by_packing *w, uint8_t value)
{
    if (w->at >= w->n) {
        w->bad = true;
        return 0;
    }
    if (w->reads)
        return w->from[w->at++];
    w->to[w->at++] = value;
    return value;
}

uint64_t by_walk_number(struct by_packing *w, uint64_t value, int bytes)
{
    uint64_t got = 0;

    for (int i = 0; i < bytes; i++)
        got |= (uint64_t)by_walk_byte(w, (uint8_t)(value >> 8 * i)) << 8 * i;
    return got;
}

static void set(struct by_packing *w, struct by_set *s)
{
    for (int i = 0; i < 3; i++)
        s->w[i] = by_walk_number(w, s->w[i], 8);
}

/* Packs the canonical rule string with its NUL. */
static void rules(struct by_packing *w, struct by_config *c)
{
    char text[BY_CONFIG_TEXT], again[BY_CONFIG_TEXT];
    struct by_config read = { 0 };
    struct by_fault f;
    size_t n = 0;

    memset(text, 0, sizeof text);
    if (!w->reads)
        by_config_print(c, text, sizeof text);
    do
        text[n] = (char)by_walk_byte(w, (uint8_t)text[n]);
    while (text[n++] != '\0' && n < sizeof text && !w->bad);
    if (!w->reads || w->bad)
        return;
    text[sizeof text - 1] = '\0';
    if (by_config_parse(text, &read, &f) != BY_OK) {
        w->bad = true;
        return;
    }
    by_config_print(&read, again, sizeof again);
    w->bad = !by_same(text, again); /* a table has exactly one valid rule string */
    *c = read;
}

static void now(struct by_packing *w, struct by_now *o, int family)
{
    BYTE(o->phase);
    BYTE(o->turn);
    BYTE(o->stage);
    BYTE(o->drew);
    BYTE(o->lay);
    BYTE(o->idle);
    BYTE(o->laid);
    BYTE(o->taken);
    BYTE(o->window);
    BYTE(o->stake);
    BYTE(o->later);
    if (by_rules_of(family)->walk_now != NULL)
        by_rules_of(family)->walk_now(w, o);
}

/* Packs the tiles on the table, the tile that each is attached to, and which halves touch. */
static void table(struct by_packing *w, struct by_view *v)
{
    if (v->now.laid > BY_MAX_TILES) {
        w->bad = true;
        return;
    }
    by_rules_of(v->family)->walk_table(w, v);
}

static void last(struct by_packing *w, struct by_result *r, int players)
{
    FOUR(r->round);
    if (r->round == 0)
        return;
    BYTE(r->end);
    BYTE(r->seat);
    for (int i = 0; i < players; i++) {
        SIGNED(r->gain[i]);
        SIGNED(r->score[i]);
        set(w, &r->hand[i]);
    }
}

static void walk(struct by_packing *w, struct by_view *v)
{
    uint8_t version = VERSION;

    BYTE(version);
    w->bad |= version != VERSION;
    rules(w, &v->rules);
    if (w->bad)
        return;
    v->family = by_games[v->rules.game]->family;
    v->players = (uint8_t)(by_families[v->family]->solitaire ? 1 : v->rules.opt[BY_PLAYERS]);
    BYTE(v->seat);
    BYTE(v->lead);
    BYTE(v->led);
    BYTE(v->centre);
    BYTE(v->boneyard);
    BYTE(v->drawable);
    BYTE(v->drawn);
    BYTE(v->barred[0]);
    BYTE(v->barred[1]);
    now(w, &v->now, v->family);
    FOUR(v->round);
    FOUR(v->actors);
    FOUR(v->winners);
    for (int i = 0; i < v->players; i++) {
        BYTE(v->count[i]);
        BYTE(v->skip[i]);
        SIGNED(v->score[i]);
    }
    if (v->seat < v->players)
        set(w, &v->hand[v->seat]);
    table(w, v);
    last(w, &v->last, v->players);
}

size_t by_view_pack(const struct by_view *v, uint8_t out[BY_PACKED])
{
    struct by_view copy = *v;
    struct by_packing w = { .n = BY_PACKED };

    if (v->seat == BY_REFEREE)
        return 0;
    w.to = out;
    walk(&w, &copy);
    return w.bad ? 0 : w.at;
}

/* ---- Derived fields and checks -------------------------------------------------------------- */

static int tiles_of(const struct by_view *v) { return by_set_tiles(v->rules.opt[BY_SET]); }

static bool is_tile(const struct by_view *v, by_tile t) { return t < tiles_of(v); }
static bool or_none(const struct by_view *v, by_tile t) { return t == BY_NO_TILE || is_tile(v, t); }
static bool is_set(const struct by_view *v, const struct by_set *s)
{
    for (int t = tiles_of(v); t < 192; t++)
        if ((s->w[t >> 6] >> (t & 63) & 1) != 0)
            return false;
    return true;
}

bool by_add_new(const struct by_view *v, struct by_set *all, by_tile t)
{
    if (!is_tile(v, t) || by_set_has(all, t))
        return false;
    by_set_add(all, t);
    return true;
}

static bool head_fits(const struct by_view *v)
{
    const struct by_now *o = &v->now;
    uint32_t seats = (uint32_t)1 << v->players;

    return (v->seat < v->players || v->seat == BY_NO_SEAT) && o->turn < v->players
        && (v->lead < v->players || (v->lead == BY_NO_SEAT && o->phase == BY_READY)) && or_none(v, v->led)
        && or_none(v, v->centre) && or_none(v, v->drawn) && or_none(v, v->barred[0]) && or_none(v, v->barred[1])
        && o->phase <= BY_GAME_OVER && o->stage <= 2 && (o->window == BY_NO_SEAT || o->window < v->players)
        && o->later <= 1 && o->taken + v->boneyard <= tiles_of(v) && v->drawable <= v->boneyard && v->actors < seats
        && v->winners < seats;
}

static bool hands_fit(const struct by_view *v)
{
    int all = v->boneyard + (by_families[v->family]->solitaire ? 0 : v->now.laid);

    for (int i = 0; i < v->players; i++)
        all += v->count[i];
    return all <= tiles_of(v)
        && (v->seat == BY_NO_SEAT
            || (is_set(v, &v->hand[v->seat]) && by_set_count(&v->hand[v->seat]) == v->count[v->seat]));
}

static bool result_fits(const struct by_view *v)
{
    const struct by_result *r = &v->last;

    for (int i = 0; i < v->players; i++)
        if (!is_set(v, &r->hand[i]))
            return false;
    return r->end <= BY_ENDED_BLOCKED && (r->round == 0 || r->end != BY_NOT_ENDED)
        && (r->seat < v->players || r->seat == BY_NO_SEAT || r->round == 0);
}

/* Checks that the seat to move has a legal move. */
static bool turn_fits(const struct by_view *v, const struct by_set *out)
{
    if (v->seat < v->players && by_set_meets(out, &v->hand[v->seat]))
        return false;
    if (v->now.phase != BY_PLAYING || v->seat != v->now.turn)
        return true;
    if (!by_families[v->family]->trains)
        return true;
    if (v->centre == BY_NO_TILE) /* T-04 */
        return v->led != BY_NO_TILE && by_set_has(&v->hand[v->seat], v->led);
    return v->now.drew < 2 || v->drawn != BY_NO_TILE;
}

bool by_view_unpack(const uint8_t *bytes, size_t n, struct by_view *out)
{
    struct by_packing w = { .reads = true, .from = bytes, .n = n };
    struct by_set seen = { { 0, 0, 0 } };
    bool fits;

    memset(out, 0, sizeof *out);
    walk(&w, out);
    if (w.bad || w.at != n || !head_fits(out) || !hands_fit(out) || !result_fits(out))
        return false;
    fits = by_rules_of(out->family)->fits(out, &seen);
    out->known = out->seat == BY_NO_SEAT ? 0 : (uint32_t)1 << out->seat;
    return fits && turn_fits(out, &seen);
}

/* ---- A matching state ---------------------------------------------------------------------- */

void by_state_seen(const struct by_view *v, struct by_state *out)
{
    struct by_set hand[BY_SEATS] = { { { 0, 0, 0 } } };
    by_tile boneyard[BY_MAX_TILES + 2], next = 0;
    bool ended = v->now.phase >= BY_ROUND_OVER && v->last.round == v->round;
    struct by_set seen = { { 0, 0, 0 } };

    for (int i = 0; i < v->now.laid; i++)
        by_set_add(&seen, by_families[v->family]->solitaire ? v->row[i] : v->laid[i].tile);
    if (v->centre != BY_NO_TILE)
        by_set_add(&seen, v->centre);
    if (v->seat < v->players)
        seen = by_set_or(seen, v->hand[v->seat]);
    for (int i = 0; i <= v->players; i++) { /* the hands, then the boneyard */
        int n = i == v->players ? v->boneyard : i == v->seat ? 0 : v->count[i];

        for (int k = 0; k < n; k++, next++) {
            while (next < BY_MAX_TILES && by_set_has(&seen, next))
                next++;
            if (i < v->players)
                by_set_add(&hand[i], next);
            else
                boneyard[k] = next;
        }
        if (i == v->seat)
            hand[i] = v->hand[i];
    }
    by_state_of(v, hand, boneyard, out);
    if (ended) {
        out->end = v->last.end;
        out->end_seat = v->last.seat;
    }
    out->cleared = by_families[v->family]->solitaire && v->winners != 0;
}
