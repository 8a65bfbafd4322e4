/* SPDX-License-Identifier: MIT */
/* code.c: encodes the actions and observations of a view (boneyard/code.h). */
#include "boneyard/code.h"

#include <string.h>

#include "family.h"

#define BY_FAMILY(id, name) extern const struct by_batch_family by_batch_family_##name;
#include "boneyard/families.def"
#undef BY_FAMILY

const struct by_batch_family *const by_batch_families[BY_FAMILIES] = {
#define BY_FAMILY(id, name) &by_batch_family_##name,
#include "boneyard/families.def"
#undef BY_FAMILY
};

void by_code_of(const struct by_config *rules, struct by_code *c)
{
    struct by_state s;
    uint16_t at = 0;

    memset(c, 0, sizeof *c);
    by_start(&s, rules);
    c->lead = (int8_t)by_lead_rule(&s);
    c->rules = *rules;
    c->family = by_games[rules->game]->family;
    c->players = (uint8_t)rules->opt[BY_PLAYERS];
    c->numbers = (uint8_t)(by_highest(rules) + 1);
    c->tiles = (uint8_t)by_set_tiles(c->numbers - 1);
    c->proves = rules->opt[BY_INFRACTIONS] != BY_PENALISE;
    c->length[BY_FIELD_HAND] = c->tiles;
    c->length[BY_FIELD_LAID] = (uint16_t)(c->players * c->tiles);
    c->length[BY_FIELD_COUNTS] = c->players;
    c->length[BY_FIELD_LACKS] = (uint16_t)(c->players * c->numbers);
    c->length[BY_FIELD_TABLE] = 3;
    by_batch_families[c->family]->code(c);
    for (int i = 0; i < BY_FIELDS; i++) {
        c->at[i] = at;
        at = (uint16_t)(at + c->length[i]);
    }
    c->size = at;
}

bool by_code_field_at(const struct by_code *c, int i, struct by_code_field *out)
{
    static const struct {
        const char *name, *about;
    } words[BY_FIELDS] = {
        { "hand", "by tile: 1 if the seat holds it" },
        { "laid", "by seat and tile: 1 if that seat has laid it" },
        { "counts", "by seat: tiles in its hand" },
        { "lacks", "by seat and number: 1 + tiles drawn since it proved to hold none; 0: never proved" },
        { "points", "by seat: points won in this round, at most 255" },
        { "table", "tiles in the boneyard; tiles that may be drawn; turns that count towards a block" },
        { "ends", "by number: open places; without those on doubles if there is a field for them" },
        { "doubles", "by number: 1 + neighbours of the open double, plus 8 for a spinner; Chickenfoot: toes it needs" },
        { "sum", "the count of the layout" },
        { "trains", "by train and number: 1 for the open number" },
        { "markers", "by train: 1 if open to all, plus 2 for an open double, plus 4 once it has a tile" },
        { "turn", "tiles to be covered; 1 if a tile was drawn; 1 if one was laid" },
        { "skips", "by seat: turns it must lose" },
        { "row", "by place: 1 + the tile; 0 beyond the row" },
    };

    for (int f = 0; f < BY_FIELDS; f++) {
        const bool seats = f == BY_FIELD_LAID || f == BY_FIELD_LACKS, trains = f == BY_FIELD_TRAINS;

        if (c->length[f] == 0 || i-- > 0)
            continue;
        out->name = words[f].name;
        out->about = words[f].about;
        out->at = c->at[f];
        out->rows = trains ? (uint16_t)(c->players + 1) : seats ? c->players : c->length[f];
        out->columns = (uint16_t)(c->length[f] / out->rows);
        return true;
    }
    return false;
}

/* Returns the tiles from index 0 to tiles - 1 that are not in `open`. Leaves out doubles, because `open` may omit them
 * when an additional tile is due (T-14). */
static struct by_set closed_of(const struct by_set *open, int tiles)
{
    static const struct by_set doubles = { { UINT64_C(0x40100808104225), UINT64_C(0x80010004002002),
                                             UINT64_C(0x2000040001000080) } };
    struct by_set closed;

    for (int w = 0; w < 3; w++) {
        const int here = tiles - w * 64;

        closed.w[w] = here <= 0 ? 0 : ~open->w[w] & ~doubles.w[w] & ~(uint64_t)0 >> (here < 64 ? 64 - here : 0);
    }
    return closed;
}

void by_batch_lacks(const struct by_code *c, const struct by_set *open, bool proved, int drawn,
                    uint8_t lacks[BY_NUMBERS])
{
    struct by_set closed;

    if (!proved && drawn == 0)
        return;
    closed = closed_of(open, c->tiles);
    for (int n = 0; n < c->numbers; n++) {
        const int was = proved && !by_set_meets(&by_suit[n], &closed) ? 1 : lacks[n];

        lacks[n] = (uint8_t)(was == 0 ? 0 : was + drawn > 255 ? 255 : was + drawn);
    }
}

/* Sets up the model of a view; the other hands are empty and the boneyard is unknown. */
static void model_of(const struct by_view *v, struct by_model *out)
{
    static const by_tile unknown[BY_MAX_TILES];

    by_model_of(v, v->hand, unknown, out);
}

/* Collects the facts that a round's history shows: the tiles laid, and the numbers ruled out by draws and passes. */
static void follow(const struct by_code *c, const struct by_past *past, struct by_shown shown[])
{
    for (int i = 0; past != NULL && i < past->n; i++) {
        const struct by_heard *h = &past->at[i];
        const int kind = by_move_kind(h->move);

        if (kind == BY_LAY || kind == BY_HUB)
            by_set_add(&shown[h->seat].laid, by_move_tile(h->move));
        else if (h->seat < c->players && (kind == BY_DRAW_TILE || kind == BY_PASS))
            by_batch_lacks(c, &h->fits, h->lacked, h->to == h->seat ? h->tiles : 0, shown[h->seat].lacks);
    }
}

void by_code_observe(const struct by_code *c, const struct by_view *v, const struct by_past *past, uint8_t *out)
{
    const struct by_batch_family *f = by_batch_families[c->family];
    struct by_shown shown[BY_SEATS];
    struct by_sight s;
    struct by_model m;

    memset(&s, 0, sizeof s);
    memset(shown, 0, sizeof shown);
    s.shown = shown;
    s.players = c->players;
    s.seat = v->seat;
    s.tiles = c->tiles;
    s.numbers = c->numbers;
    model_of(v, &m);
    f->sight(c, &m, &s);
    for (int i = 0; i < c->players; i++) {
        s.count[i] = v->count[i];
        s.points[i] = v->score[i] - (v->last.round != 0 && v->last.round < v->round ? v->last.score[i] : 0);
    }
    if (f->fits != NULL)
        follow(c, past, shown);
    by_sight_write(&s, c->at, c->length, out);
}

int by_code_actions(const struct by_code *c, const struct by_view *v, const by_move *moves, int n, int32_t *action)
{
    struct by_model m;

    model_of(v, &m);
    for (int i = 0; i < n; i++) {
        const by_move class = by_model_class(&m, moves[i]);

        action[i] = class == BY_NO_MOVE ? -1 : by_batch_families[c->family]->action(c, &m, class);
    }
    return n;
}
