/* pack.c: views as bytes (pack.h).  One list of what stands in them, walked to write and to read; then the checks. */
#include "boneyard/pack.h"

#include <string.h>

#include "author.h"

enum { VERSION = 1 };

/* ---- The bytes ----------------------------------------------------------------------------- */

/* Reads or writes; `bad`: there are too few bytes, or something impossible stands there. */
struct walk { bool reads, bad; uint8_t *to; const uint8_t *from; size_t at, n; };

static uint8_t one(struct walk *w, uint8_t value)
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

static uint64_t number(struct walk *w, uint64_t value, int bytes)
{
    uint64_t got = 0;

    for (int i = 0; i < bytes; i++)
        got |= (uint64_t)one(w, (uint8_t)(value >> 8 * i)) << 8 * i;
    return got;
}

#define BYTE(x) ((x) = one(w, (x)))
#define TWO(x) ((x) = (uint16_t)number(w, (x), 2))
#define FOUR(x) ((x) = (uint32_t)number(w, (x), 4))
#define SIGNED(x) ((x) = (int32_t)(uint32_t)number(w, (uint32_t)(x), 4))

static void set(struct walk *w, struct by_set *s)
{
    for (int i = 0; i < 3; i++)
        s->w[i] = number(w, s->w[i], 8);
}

/* The canonical rule string and its 0. */
static void rules(struct walk *w, struct by_config *c)
{
    char text[BY_CONFIG_TEXT], again[BY_CONFIG_TEXT];
    struct by_config read = { 0 };
    struct by_fault f;
    size_t n = 0;

    memset(text, 0, sizeof text);
    if (!w->reads)
        by_config_print(c, text, sizeof text);
    do
        text[n] = (char)one(w, (uint8_t)text[n]);
    while (text[n++] != '\0' && n < sizeof text && !w->bad);
    if (!w->reads || w->bad)
        return;
    text[sizeof text - 1] = '\0';
    if (by_config_parse(text, &read, &f) != BY_OK) {
        w->bad = true;
        return;
    }
    by_config_print(&read, again, sizeof again);
    w->bad = !by_same(text, again);     /* each table has one string */
    *c = read;
}

static void now(struct walk *w, struct by_now *o, int family)
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
    if (family == BY_TRAINS) {
        TWO(o->of.trains.markers);
        TWO(o->of.trains.firsts);
        BYTE(o->of.trains.barred_at);
        BYTE(o->of.trains.barred);
    } else if (family == BY_CASTLE) {
        TWO(o->of.castle.removed);
        BYTE(o->of.castle.free_draw);
        BYTE(o->of.castle.removable);
    }
}

/* The table: tiles with what they lie on and how. */
static void table(struct walk *w, struct by_view *v)
{
    if (v->now.laid > BY_MAX_TILES) {
        w->bad = true;
        return;
    }
    for (int i = 0; i < v->now.laid && v->family == BY_CASTLE; i++)
        BYTE(v->row[i]);
    for (int i = 0; i < v->now.laid && v->family != BY_CASTLE; i++) {
        BYTE(v->laid[i].tile);
        BYTE(v->laid[i].on);
        BYTE(v->laid[i].flip);
    }
}

static void last(struct walk *w, struct by_result *r, int players)
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

static void walk(struct walk *w, struct by_view *v)
{
    uint8_t version = VERSION;

    BYTE(version);
    w->bad |= version != VERSION;
    rules(w, &v->rules);
    if (w->bad)
        return;
    v->family = by_games[v->rules.game]->family;
    v->players = (uint8_t)(v->family == BY_CASTLE ? 1 : v->rules.opt[BY_PLAYERS]);
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
    struct walk w = { .n = BY_PACKED };

    if (v->seat == BY_REFEREE)
        return 0;
    w.to = out;
    walk(&w, &copy);
    return w.bad ? 0 : w.at;
}

/* ---- What follows from the bytes, and whether they can be ---------------------------------- */

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

/* Adds a tile that may be there only once. */
static bool add_new(const struct by_view *v, struct by_set *all, by_tile t)
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
        && (v->lead < v->players || (v->lead == BY_NO_SEAT && o->phase == BY_READY))
        && or_none(v, v->led) && or_none(v, v->centre) && or_none(v, v->drawn) && or_none(v, v->barred[0])
        && or_none(v, v->barred[1]) && o->phase <= BY_GAME_OVER && o->stage <= 2
        && (o->window == BY_NO_SEAT || o->window < v->players) && o->later <= 1
        && o->taken + v->boneyard <= tiles_of(v) && v->drawable <= v->boneyard
        && v->actors < seats && v->winners < seats;
}

static bool hands_fit(const struct by_view *v)
{
    int all = v->boneyard + (v->family == BY_CASTLE ? 0 : v->now.laid);

    for (int i = 0; i < v->players; i++)
        all += v->count[i];
    return all <= tiles_of(v) && (v->seat == BY_NO_SEAT
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

/* How many neighbours laid[i] may have (L-12 to L-14, F-05, F-06). */
static int room(const struct by_view *v, int i)
{
    bool twice = by_is_double(v->laid[i].tile);

    if (v->family == BY_FEET)
        return i == 0 ? 6 : twice ? 4 : 2;
    if (!twice || v->rules.opt[BY_SPINNER] == BY_SPINNER_NONE)
        return 2;
    return v->rules.opt[BY_SPINNER] == BY_SPINNER_ALL || v->now.of.line.spinner == i ? 4 : 2;
}

/* One tile of a line game or of Chickenfoot goes against an earlier one; each half is taken once. */
static bool grow(struct by_view *v, int i, uint8_t halves[])
{
    struct by_laid *l = &v->laid[i], *on;
    int half, touch = by_touching(l->tile, (l->flip & 1) != 0);

    if (l->flip > 3 || (l->on != BY_NO_TILE) != (i > 0) || (i == 0 && l->flip != 0) || (i > 0 && l->on >= i)
        || (by_is_double(l->tile) && (l->flip & 1) != 0))
        return false;
    if (v->family == BY_LINE)
        v->now.of.line.count = (uint16_t)by_line_count(v->now.of.line.count, i == 0 ? NULL : &v->laid[l->on],
            i == 0 ? 0 : by_touching(v->laid[l->on].tile, l->flip >> 1 != 0), l->tile, touch);
    if (v->family == BY_LINE && v->rules.opt[BY_SPINNER] == BY_SPINNER_FIRST && by_is_double(l->tile)
        && v->now.of.line.spinner == BY_NO_TILE)
        v->now.of.line.spinner = (uint8_t)i;
    halves[i] = (uint8_t)(i == 0 || by_is_double(l->tile) ? 0 : 1 << (l->flip & 1));
    if (i == 0)
        return true;
    on = &v->laid[l->on];
    half = 1 << (l->flip >> 1);
    if (by_is_double(on->tile) ? half != 1 : (halves[l->on] & half) != 0)
        return false;
    if (!by_is_double(on->tile))
        halves[l->on] |= (uint8_t)half;
    l->beside = 1;
    return on->beside++ < room(v, l->on);
}

static void open_place(struct by_view *v, int i, int half)
{
    by_tile t = v->laid[i].tile;
    int number = by_touching(t, half != 0);

    v->place[v->now.places++] = (struct by_place){ BY_MOVE(BY_LAY, 0, t, 0, number != by_high(t)), (uint8_t)i,
                                                   (uint8_t)number, { 0, 0 } };
}

/* A line game's or Chickenfoot's tiles, and all that follows from how they lie. */
static bool line_fits(struct by_view *v, struct by_set *out)
{
    uint8_t halves[BY_MAX_TILES + 2] = { 0 };   /* the taken ones, as bits: 1 the high one, 2 the low one */
    uint8_t none = v->now.phase == BY_READY ? 0 : BY_NO_TILE;

    v->now.of.line.spinner = v->now.of.line.must = none;
    for (int i = 0; i < v->now.laid; i++)
        if (!add_new(v, out, v->laid[i].tile) || !grow(v, i, halves))
            return false;
    if (v->family == BY_FEET && v->now.laid > 0 && (v->laid[0].tile != v->centre || !by_is_double(v->centre)))
        return false;
    for (int i = 0; i < v->now.laid; i++) {
        int left = room(v, i) - v->laid[i].beside;
        bool twice = by_is_double(v->laid[i].tile);

        if (v->family == BY_FEET && twice && left > 0) {
            if (v->now.of.line.must != none)
                return false;           /* F-05: only one has to be filled */
            v->now.of.line.must = (uint8_t)i;
            v->now.of.line.toes = (uint8_t)left;
        } else if (v->family == BY_LINE && twice && left > 0) {
            open_place(v, i, 0);
        }
        for (int half = 0; half < 2 && !twice; half++)
            if ((halves[i] >> half & 1) == 0)
                open_place(v, i, half);
    }
    return v->now.phase != BY_READY || v->now.laid == 0;
}

/* Trains: tails, lengths and open doubles follow from the tiles. */
static bool trains_fit(struct by_view *v, struct by_set *out)
{
    const struct by_now *o = &v->now;
    uint32_t doubles = 0;

    if (o->drew > 2 || o->of.trains.barred > 2
        || o->of.trains.barred_at + o->of.trains.barred > o->taken || (o->drew > 1 && o->taken == 0))
        return false;
    if (v->centre != BY_NO_TILE && (!by_is_double(v->centre) || !add_new(v, out, v->centre)))
        return false;
    if (v->centre != BY_NO_TILE)
        memset(v->tail, by_high(v->centre), BY_ARMS);
    for (int i = 0; i < o->laid; i++) {
        const struct by_laid *l = &v->laid[i];
        int k = l->on, touch;

        if (!add_new(v, out, l->tile) || k >= BY_ARMS || (k >= v->players && k != BY_MEXICAN) || l->flip > 1)
            return false;
        touch = by_touching(l->tile, l->flip == 1);
        if (v->centre == BY_NO_TILE || touch != v->tail[k] || (by_is_double(l->tile) && l->flip != 0))
            return false;
        v->tail[k] = (uint8_t)by_across(l->tile, touch);
        v->length[k]++;
        doubles = (doubles & ~((uint32_t)1 << k)) | (uint32_t)by_is_double(l->tile) << k;
    }
    v->now.of.trains.doubles = doubles;
    return o->of.trains.markers >> v->players == 0
        && o->of.trains.firsts >> v->players == 0;
}

static bool castle_fits(const struct by_view *v, struct by_set *out)
{
    for (int i = 0; i < v->now.laid; i++)
        if (!add_new(v, out, v->row[i]))
            return false;
    return v->now.of.castle.free_draw <= 1 && v->now.of.castle.removable <= 1;
}

/* Who is to move needs something to move with. */
static bool turn_fits(const struct by_view *v, const struct by_set *out)
{
    if (v->seat < v->players && by_set_meets(out, &v->hand[v->seat]))
        return false;
    if (v->now.phase != BY_PLAYING || v->seat != v->now.turn)
        return true;
    if (v->family == BY_TRAINS && v->centre == BY_NO_TILE)      /* T-04 */
        return v->led != BY_NO_TILE && by_set_has(&v->hand[v->seat], v->led);
    return v->family != BY_TRAINS || v->now.drew < 2 || v->drawn != BY_NO_TILE;
}

bool by_view_unpack(const uint8_t *bytes, size_t n, struct by_view *out)
{
    struct walk w = { .reads = true, .from = bytes, .n = n };
    struct by_set seen = { { 0, 0, 0 } };
    bool fits;

    memset(out, 0, sizeof *out);
    walk(&w, out);
    if (w.bad || w.at != n || !head_fits(out) || !hands_fit(out) || !result_fits(out))
        return false;
    if (out->family == BY_TRAINS)
        fits = trains_fit(out, &seen);
    else if (out->family == BY_CASTLE)
        fits = castle_fits(out, &seen);
    else
        fits = line_fits(out, &seen);
    out->known = out->seat == BY_NO_SEAT ? 0 : (uint32_t)1 << out->seat;
    return fits && turn_fits(out, &seen);
}

/* ---- A state like it ----------------------------------------------------------------------- */

void by_state_seen(const struct by_view *v, struct by_state *out)
{
    struct by_set hand[BY_SEATS] = { { { 0, 0, 0 } } };
    by_tile boneyard[BY_MAX_TILES + 2], next = 0;
    bool ended = v->now.phase >= BY_ROUND_OVER && v->last.round == v->round;
    struct by_set seen = { { 0, 0, 0 } };

    for (int i = 0; i < v->now.laid; i++)
        by_set_add(&seen, v->family == BY_CASTLE ? v->row[i] : v->laid[i].tile);
    if (v->centre != BY_NO_TILE)
        by_set_add(&seen, v->centre);
    if (v->seat < v->players)
        seen = by_set_or(seen, v->hand[v->seat]);
    for (int i = 0; i <= v->players; i++) {     /* the boneyard comes after the hands */
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
    out->cleared = v->family == BY_CASTLE && v->winners != 0;
}
