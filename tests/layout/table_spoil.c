/* SPDX-License-Identifier: MIT */
/* table_spoil.c: makes layouts, unchanged or broken in one way. */
#include "table.h"

#include <string.h>

int harm;

enum {
    NONE,
    PUSH,
    GAP,
    TURN_AROUND,
    ALONG,
    ACROSS_LINE,
    SWAP_NUMBERS,
    DROP_OPENING,
    OPENING_NUMBER,
    ROOM_TAKEN,
    ROOM_OFF,
    OLD_MOVES,
    ROW_MOVES,
    LATE,
    FOLD_BACK,
    FOLD_LOST,
    ORDER,
    ARM_TILES,
    ARM_PLACE,
    WRONG_ON,
    SEAT,
    WIDTH,
    OVER,
    NO_SPOT,
    SPOT_OFF,
    SPOT_HALF,
    LOSE_TILE,
    NAME,
    HUB,
    SLIDE_ROOM,
    ROW_LOSES,
    ROW_TWICE,
    ROW_TURNED,
    ROW_BRANCH,
    ROW_DEPTH,
    HARMS
};

const int harms = HARMS;

const struct harm_words harm_words[] = {
    { "", "", "" },
    { "a tile is pushed into its neighbour by a unit", "overlap", "muggins" },
    { "a tile lies away from its neighbour by three units", "touching", "fiveup" },
    { "a tile lies the other way round", "touching", "draw" },
    { "a double lies along the line", "touching", "block" },
    { "a tile lies across the line", "touching", "mexicantrain" },
    { "the numbers of a tile change places", "numbers", "allfives" },
    { "an opening is forgotten", "openings", "chickenfoot" },
    { "an opening wants another number", "openings", "muggins" },
    { "the room for a tile is taken", "openings", "fiveup" },
    { "the room for a double lies a quarter of a tile off", "openings", "mexicantrain" },
    { "an old tile moves by a unit", "stable", "mexicantrain" },
    { "a tile in the middle of the row moves", "stable", "castlerock" },
    { "a tile lies elsewhere in its arm than its room said", "landing", "mexicantrain" },
    { "the fold goes down", "fold", "mexicantrain" },
    { "the table is laid out afresh and says nothing of it", "stable", "mexicantrain" },
    { "two tiles of an arm change their order", "arms", "draw" },
    { "an arm counts a tile too much", "arms", "chickenfoot" },
    { "an arm leaves somewhere else", "arms", "mexicantrain" },
    { "a tile is said to lie on another one", "touching", "allfives" },
    { "one seat sees another table", "seats", "block" },
    { "the table is said to be narrower than it is", "size", "fiveup" },
    { "nothing is said to be over", "size", "castlerock" },
    { "a move has no place", "moves", "chickenfoot" },
    { "a move's place is on another tile", "moves", "muggins" },
    { "a move's place shows the wrong half", "moves", "mexicantrain" },
    { "a tile is missing", "tiles", "castlerock" },
    { "a name lies under a train", "names", "mexicantrain" },
    { "the hub lies on a train", "overlap", "mexicantrain" },
    { "the room for a tile reaches into another's", "openings", "mexicantrain" },
    { "a row loses a tile", "rows", "castlerock" },
    { "a row has a tile twice", "rows", "mexicantrain" },
    { "a tile of a row lies the wrong way round", "rows", "muggins" },
    { "a row branches from another tile", "rows", "chickenfoot" },
    { "a row is one step too deep", "rows", "fiveup" },
};

static int32_t step_x(const struct by_spot *s) { return s->turn == 0 ? 1 : s->turn == 4 ? -1 : 0; }
static int32_t step_y(const struct by_spot *s) { return s->turn == 2 ? 1 : s->turn == 6 ? -1 : 0; }

static void move(struct by_spot *s, int32_t x, int32_t y)
{
    s->x += x;
    s->y += y;
}

/* Returns the last tile that touches another with its short side and is not a double. */
static struct by_spot *last_single(struct by_layout *l)
{
    for (int i = l->tiles - 1; i > 0; i--)
        if (l->at[i].on != BY_NO_TILE && !by_is_double(l->at[i].tile) && l->at[i].turn % 2 == 0)
            return &l->at[i];
    return NULL;
}

/* Turns the last tile, a double, so that its short side meets the line. */
static void turn_double(struct by_layout *l)
{
    struct by_spot *s = &l->at[l->tiles > 0 ? l->tiles - 1 : 0];

    if (l->tiles < 2 || s->on == BY_NO_TILE || !by_is_double(s->tile))
        return;
    if (s->turn % 4 == 2)
        move(s, s->x > l->at[s->on].x ? BY_HALF / 2 : -BY_HALF / 2, 0);
    else
        move(s, 0, s->y > l->at[s->on].y ? BY_HALF / 2 : -BY_HALF / 2);
    s->turn = (uint8_t)((s->turn + 2) & 7);
}

static void spoil_tile(struct by_layout *l)
{
    struct by_spot *s = last_single(l);

    if (s == NULL)
        return;
    if (harm == PUSH)
        move(s, -step_x(s), -step_y(s));
    else if (harm == GAP)
        move(s, (BY_GAP + 1) * step_x(s), (BY_GAP + 1) * step_y(s));
    else if (harm == TURN_AROUND)
        s->turn ^= 4;
    else if (harm == ACROSS_LINE)
        *s = (struct by_spot){ s->x - step_x(s) * BY_HALF / 2,
                               s->y - step_y(s) * BY_HALF / 2,
                               s->tile,
                               s->first,
                               s->second,
                               (uint8_t)((s->turn + 2) & 7),
                               s->arm,
                               s->order,
                               s->on,
                               0 };
    else if (harm == SWAP_NUMBERS) {
        uint8_t first = s->first;

        s->first = s->second;
        s->second = first;
    } else if (harm == WRONG_ON)
        s->on = s->on == 0 ? 1 : 0;
}

static void spoil_opening(struct by_layout *l)
{
    struct by_opening *o;

    if (l->openings == 0 || l->tiles < 3)
        return;
    o = &l->opening[l->openings - 1];
    if (harm == DROP_OPENING)
        l->openings--;
    else if (harm == OPENING_NUMBER)
        o->number++;
    else if (harm == ROOM_TAKEN)
        move(&o->single, l->at[0].x - o->single.x, l->at[0].y - o->single.y);
    else if (harm == ROOM_OFF)
        move(&o->twin, 0, BY_HALF / 2);
    else if (harm == SLIDE_ROOM)
        o->twin = l->opening[0].twin;
}

/* Breaks the layout in a way that only the previous position shows, from the sixth tile on. */
static void spoil_later(struct by_layout *l)
{
    if (l->tiles < 6)
        return;
    for (int i = 0; harm == OLD_MOVES && i < 3; i++)
        if (l->at[i].turn % 4 == 0) {
            l->at[i].y++;
            return;
        }
    if (harm == ROW_MOVES)
        move(&l->at[1], 1, 0);
    for (int i = 0; harm == LATE && i < l->openings; i++) {
        l->opening[i].single.order++;
        l->opening[i].twin.order++;
    }
}

static void spoil_arms(struct by_layout *l)
{
    for (int i = 1; i < l->tiles; i++)
        if (harm == ORDER && l->at[i].order == 1) {
            l->at[i].order = 2;
            return;
        }
    if (harm == ARM_TILES && l->arms > 0)
        l->arm[0].tiles++;
    for (int i = 0; harm == ARM_PLACE && i < l->arms; i++)
        l->arm[i].x += BY_HALF;
    if (harm == NAME && l->tiles > 0) {
        l->arm[l->at[0].arm].name_x = l->at[0].x;
        l->arm[l->at[0].arm].name_y = l->at[0].y;
    }
    if (harm == HUB && l->tiles > 0) {
        for (int i = 0; i < l->tiles; i++)
            move(&l->at[i], -l->at[0].x, -l->at[0].y);
    }
}

void t_make(const struct by_view *v, int32_t width, int32_t height, struct by_layout *out)
{
    by_layout_make(v, width, height, out);
    spoil_tile(out);
    if (harm == ALONG)
        turn_double(out);
    spoil_opening(out);
    spoil_later(out);
    spoil_arms(out);
    if (harm == FOLD_BACK && out->fold > 0 && out->tiles % 2 == 0)
        out->fold--;
    if (harm == FOLD_LOST)
        out->fold = 0;
    if (harm == SEAT && v->seat == 1 && out->tiles > 0)
        out->at[0].y++;
    if (harm == WIDTH)
        out->right--;
    if (harm == OVER)
        out->over_x = out->over_y = 0;
    if (harm == LOSE_TILE && out->tiles > 4)
        out->tiles--;
}

bool t_spot(const struct by_layout *l, const struct by_view *v, by_move m, struct by_spot *out)
{
    bool there = by_layout_spot(l, v, m, out);

    if (harm == NO_SPOT && by_move_flip(m))
        return false;
    if (!there)
        return false;
    if (harm == SPOT_OFF && l->tiles > 1)
        move(out, l->at[0].x - out->x, l->at[0].y - out->y);
    if (harm == SPOT_HALF && l->tiles > 1 && by_move_kind(m) == BY_LAY) {
        out->first = out->second;
        out->second = (uint8_t)by_across(out->tile, out->first);
    }
    return there;
}

void t_rows(const struct by_view *v, struct by_rows *out)
{
    by_rows_make(v, out);
    if (out->tiles < 6)
        return;
    if (harm == ROW_LOSES)
        out->tiles--;
    if (harm == ROW_TWICE)
        out->at[3] = out->at[2];
    if (harm == ROW_TURNED)
        out->low_left[1] ^= 1;
    if (harm == ROW_BRANCH && out->rows > 1)
        out->row[1].on++;
    if (harm == ROW_DEPTH && out->rows > 1)
        out->row[out->rows - 1].depth++;
}
