/* SPDX-License-Identifier: MIT */
/* trains.c: lays out the engine and the trains of Mexican Train.
 *
 * Every train has its own lane, even before it begins, so that no tile moves when a train begins. Up to six trains
 * leave the hub to the left and right. In seating order, they go up the left side and then down the right side, with
 * the Mexican Train last. With more trains or a narrow table, trains are rows from left to right: two columns with the
 * hub between them, or one column below the hub.
 *
 * A train grows along its lane, away from its start. Where the lane ends, the tile that no longer fits is placed
 * upright at the end of the line. From its foot, the next line runs back a tile's length below, so that the crosswise
 * doubles of the two lines just miss each other. A line reserves space at its end for a double and the upright tile
 * after it, so a tile's position never depends on the next tile. All players' lanes have as many lines as the fullest
 * lane needs, so that the table is rarely laid out again. The Mexican Train, usually the longest, has as many lines as
 * it needs. Lanes depend only on these two counts (`fold`) and the table's size. */
#include "plane.h"

enum {
    TILE = 2 * BY_HALF,
    LINE = TILE,                  /* distance between two lines of a lane */
    TURN = BY_HALF + BY_HALF / 2, /* space for a turn: an upright tile, or a double lying crosswise below it */
    KEPT = BY_HALF + TURN,        /* space that must be left after a tile, for a double and a turn */
    SHORTEST = 5 * TILE,          /* minimum length of a lane; two turns of a line need four tiles */
    ENDLESS = BY_MAX_TILES * TILE + KEPT,
    RIM = 7 * BY_HALF / 2,                   /* distance from the middle of the hub to the first tile */
    ABOVE = TILE,                            /* beside the hub: distance from a lane's top to its first line, which
                                              * leaves room for the name */
    BY_HUB_LANE = ABOVE + BY_HALF + BY_HALF, /* height of a lane with one line, plus a margin */
    NAME = 9 * BY_HALF / 2,                  /* in rows: width reserved for the name in front of the lane */
    ROW = TILE + BY_HALF / 2,                /* height of a row with one line, plus a margin */
    MIDDLE = TILE,                           /* two columns: half the space between them, which holds the hub */
    TOP = 3 * BY_HALF / 2,                   /* one column: distance from the middle of the hub to the first row */
    STAR_TRAINS = 6                          /* maximum number of trains arranged on both sides of the hub */
};

enum shape { STAR, ONE_COLUMN, TWO_COLUMNS };

/* The table: the number of trains, their arrangement, and the size of the lanes. */
struct yard {
    enum shape shape;
    int trains;
    int lines, mexican; /* number of lines in each player's lane, and in the lane of the Mexican Train, which comes
                         * last */
    int32_t length;     /* length of a lane */
};

/* The start of a lane and its direction: 1 is right, -1 left. */
struct lane {
    int32_t x, y;
    int side;
};

/* The progress of a train. `at` is the distance from the lane's start to the end of the last tile. After an upright
 * tile at a turn, `at` is the distance to that tile's middle, and `line` is already the next line. */
struct walk {
    int32_t at;
    int line;
    bool turned;
};

static enum shape shape_for(int trains, int32_t width, int32_t height)
{
    bool wide = width == 0 || (height == 0 ? width >= 2 * (RIM + SHORTEST) : 3 * (int64_t)width >= 4 * (int64_t)height);
    bool broad = width > 0
        && (height == 0 ? width >= 2 * (MIDDLE + NAME + SHORTEST) : 2 * (int64_t)width >= 3 * (int64_t)height);

    if (trains <= STAR_TRAINS && wide)
        return STAR;
    return trains > STAR_TRAINS && broad ? TWO_COLUMNS : ONE_COLUMN;
}

static struct yard yard_for(const struct by_view *v, int32_t width, int32_t height)
{
    struct yard y = { STAR, v->players + 1, 1, 1, ENDLESS };

    y.shape = shape_for(y.trains, width, height);
    if (width > 0)
        y.length = y.shape == STAR ? width / 2 - RIM : y.shape == ONE_COLUMN ? width - NAME : width / 2 - MIDDLE - NAME;
    if (y.length < SHORTEST)
        y.length = SHORTEST;
    return y;
}

/* Returns the number of trains on the left side of the hub, or in the left column. */
static int left_of(const struct yard *y)
{
    return y->shape == STAR ? y->trains / 2 : y->shape == ONE_COLUMN ? y->trains : (y->trains + 1) / 2;
}

static int lines_of(const struct yard *y, int train) { return train + 1 < y->trains ? y->lines : y->mexican; }

static int32_t lane_height(const struct yard *y, int train)
{
    return (y->shape == STAR ? BY_HUB_LANE : ROW) + (lines_of(y, train) - 1) * LINE;
}

/* Returns the total height of the lanes from `first` to `end` - 1, all on one side. The Mexican Train is always
 * last. */
static int32_t stack_height(const struct yard *y, int first, int end)
{
    int32_t high = 0;

    for (int i = first; i < end; i++)
        high += lane_height(y, i);
    return high;
}

/* Returns the start of a train's first line. */
static struct lane lane_of(const struct yard *y, int train)
{
    int left = left_of(y), first = train < left ? 0 : left;
    int32_t above = stack_height(y, first, train), lefts = stack_height(y, 0, left);
    int32_t rights = stack_height(y, left, y->trains);

    if (y->shape == STAR) {
        if (train >= left) /* the right side goes down, the left side up */
            return (struct lane){ RIM, above - rights / 2 + ABOVE, 1 };
        return (struct lane){ -RIM, lefts / 2 - above - lane_height(y, train) + ABOVE, -1 };
    }
    if (y->shape == ONE_COLUMN)
        return (struct lane){ y->length == ENDLESS ? 0 : (NAME - y->length) / 2, above + TOP + ROW / 2, 1 };
    return (struct lane){ train < left ? -MIDDLE - y->length : MIDDLE + NAME,
                          above + ROW / 2 - (lefts > rights ? lefts : rights) / 2, 1 };
}

/* Places the next tile, or reserves space for one, after the last one, and advances `w`. */
static void step(const struct yard *y, const struct lane *l, struct walk *w, bool twin, struct by_spot *out)
{
    bool away = (w->line & 1) == 0;
    int32_t to = away ? 1 : -1, left = away ? y->length - w->at : w->at, middle;
    int turn = away == (l->side > 0) ? 0 : 4;

    out->y = l->y + w->line * LINE;
    if (w->turned) { /* the line returns below the foot of the upright tile; a double lies crosswise */
        middle = w->at + (twin ? 0 : to * BY_HALF / 2);
        w->at = middle + to * BY_HALF;
        w->turned = false;
    } else if (twin) {
        middle = w->at + to * BY_HALF / 2;
        w->at += to * BY_HALF;
        turn = 2;
    } else if (left >= TILE + KEPT) {
        middle = w->at + to * BY_HALF;
        w->at += to * TILE;
    } else {
        middle = w->at += to * BY_HALF / 2;
        out->y += BY_HALF / 2;
        turn = 2;
        w->turned = true;
        w->line++;
    }
    out->x = l->x + l->side * middle;
    out->turn = (uint8_t)turn;
}

static uint8_t train_number(const struct by_view *v, int arm) { return arm < v->players ? (uint8_t)arm : BY_MEXICAN; }

static void put_opening(const struct by_view *v, const struct yard *y, int arm, struct walk w, int last,
                        struct by_layout *out)
{
    struct by_opening *o = &out->opening[out->openings++];
    struct lane lane = lane_of(y, arm);
    struct walk w2 = w;

    o->train = train_number(v, arm);
    o->number = v->tail[o->train];
    o->laid = (uint8_t)last;
    o->single =
        (struct by_spot){ 0, 0, BY_NO_TILE, o->number, BY_NO_TILE, 0, (uint8_t)arm, out->arm[arm].tiles, (uint8_t)last,
                          0 };
    o->twin = o->single;
    o->twin.second = o->number;
    step(y, &lane, &w, false, &o->single);
    step(y, &lane, &w2, true, &o->twin);
}

/* Places a train's tiles and its open place. Returns the number of lines that they take. */
static int put_train(const struct by_view *v, const struct yard *y, int arm, struct by_layout *out)
{
    struct lane lane = lane_of(y, arm);
    struct walk w = { 0, 0, false };
    int last = BY_NO_TILE, train = train_number(v, arm), order = 0;
    struct by_spot room;

    for (int i = 0; i < v->now.laid; i++) {
        by_tile t = v->laid[i].tile;
        bool flip = (v->laid[i].flip & 1) != 0;

        if (v->laid[i].on != train)
            continue;
        out->at[i] = (struct by_spot){ 0,
                                       0,
                                       t,
                                       (uint8_t)by_touching(t, flip),
                                       (uint8_t)by_touching(t, !flip),
                                       0,
                                       (uint8_t)arm,
                                       (uint8_t)order++,
                                       (uint8_t)last,
                                       0 };
        step(y, &lane, &w, by_is_double(t), &out->at[i]);
        last = i;
    }
    out->arm[arm].tiles = (uint8_t)order;
    if (v->centre != BY_NO_TILE)
        put_opening(v, y, arm, w, last, out);
    step(y, &lane, &w, false, &room); /* reserves room for the next tile; a double needs no more lines than a single */
    return w.line + 1;
}

static void put_arm(const struct by_view *v, const struct yard *y, int arm, struct by_layout *out)
{
    struct lane l = lane_of(y, arm);
    struct by_arm *a = &out->arm[arm];

    *a = (struct by_arm){ BY_NO_TILE, train_number(v, arm), a->tiles, l.side > 0 ? 0 : 4, l.x, l.y, l.x - NAME, l.y };
    if (y->shape == STAR) {
        a->name_x = l.side > 0 ? l.x : l.x - 3 * TILE;
        a->name_y = l.y - ABOVE + BY_HALF / 2;
    }
}

static void reach(struct by_layout *out, int32_t left, int32_t top, int32_t right, int32_t bottom)
{
    out->left = left < out->left ? left : out->left;
    out->right = right > out->right ? right : out->right;
    out->top = top < out->top ? top : out->top;
    out->bottom = bottom > out->bottom ? bottom : out->bottom;
}

/* Extends the used area to include a whole lane, so that the area does not change as tiles are added. */
static void reach_lane(const struct yard *y, int arm, struct by_layout *out)
{
    struct lane l = lane_of(y, arm);
    int32_t above = y->shape == STAR ? ABOVE : BY_HALF, below = (lines_of(y, arm) - 1) * LINE + BY_HALF;
    int32_t near = l.x - (y->shape == STAR ? 0 : NAME);
    int32_t far = l.x + l.side * (y->length == ENDLESS ? 3 * TILE : y->length);

    reach(out, near < far ? near : far, l.y - above, near < far ? far : near, l.y + below);
}

void by_layout_trains(const struct by_view *v, struct by_layout *out)
{
    struct yard y = yard_for(v, out->width, out->height);
    struct yard full = y; /* counts the lines first, since they do not depend on the positions of the lanes */
    uint8_t number = v->centre == BY_NO_TILE ? 0 : (uint8_t)by_high(v->centre);

    for (int arm = 0; arm < y.trains; arm++) {
        int lines = put_train(v, &y, arm, out), *most = arm < v->players ? &full.lines : &full.mexican;

        *most = lines > *most ? lines : *most;
    }
    y = full;
    out->openings = 0;
    for (int arm = 0; arm < y.trains; arm++)
        put_train(v, &y, arm, out);
    out->arms = (uint8_t)y.trains;
    for (int arm = 0; arm < y.trains; arm++) {
        put_arm(v, &y, arm, out);
        reach_lane(&y, arm, out);
    }
    out->fold = (uint8_t)(y.lines + y.mexican - 2);
    out->hub = (struct by_spot){ 0, 0, v->centre, number, number, y.shape == ONE_COLUMN ? 0 : 2, 0, 0, BY_NO_TILE, 0 };
    by_layout_reach(out, &out->hub);
}
