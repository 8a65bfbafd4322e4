/* SPDX-License-Identifier: MIT */
/* board.c: tests the drawn table: pictures of every family as text that a person can read (tests/golden/tui;
 * UPDATE_GOLDEN=1 rewrites them), and rules for any position: no two tiles share a cell, every tile
 * shown has both its numbers, and every playable place is shown, or a sign indicates that there is more
 * beyond the edge. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "boneyard/deal.h"
#include "tui/board/marks.h"
#include "tui/board/tiles.h"

static const char *const names[BY_SEATS] = { "You",    "West",   "North",  "East",  "Bot 4",  "Bot 5",
                                             "Bot 6",  "Bot 7",  "Bot 8",  "Bot 9", "Bot 10", "Bot 11",
                                             "Bot 12", "Bot 13", "Bot 14", "Bot 15" };
static struct by_state state;
static struct by_view view;
static struct by_marks marks;
static by_move list[BY_MOVES];
static int moves;

/* ---- Positions ------------------------------------------------------------------------------- */

/* Reaches a position after this many moves, preferring tiles to draws, chosen by the seed, with the marks of the seat
 * to move. */
static void reach(const char *rules, uint64_t seed, int plies)
{
    struct by_config config;
    struct by_fault fault;
    struct by_rng rng;
    struct by_seed deck = { { 0 } };

    if (by_config_parse(rules, &config, &fault) != BY_OK)
        fail_msg("%s", fault.text);
    by_start(&state, &config);
    by_rng_init(&rng, seed);
    memcpy(&deck, &seed, sizeof seed);
    memset(&marks, 0, sizeof marks);
    marks.last = marks.cursor = -1;
    marks.chosen = BY_NO_TILE;
    for (int i = 0, more = 100; i <= plies; i++) {
        int before = state.now.laid;

        if (state.now.phase != BY_PLAYING && i == plies && i > 0)
            break;
        if (state.now.phase != BY_PLAYING && by_deal_seeded(&state, &deck, -1, NULL) != BY_OK)
            break;
        moves = by_moves(&state, state.now.turn, list);
        if (i == plies && by_move_kind(list[0]) > BY_TAKE3 && state.now.phase == BY_PLAYING && more-- > 0)
            plies++; /* continue to a move with a tile */
        if (i == plies)
            break;
        assert_int_equal(by_play(&state, state.now.turn, list[by_rng_below(&rng, (uint32_t)moves)], NULL, NULL), BY_OK);
        if (state.now.laid > before)
            marks.last = state.now.laid - 1;
        if (state.now.laid < before)
            marks.last = -1;
    }
    by_view_of(&state, NULL, state.now.turn, &view);
    if (state.now.phase != BY_PLAYING)
        moves = 0;
}

/* Marks the playable places. With `choose`, the cursor is on the n-th move that lays a tile. */
static void mark(int choose)
{
    static struct by_layout l;

    by_layout_make(&view, 0, 0, &l);
    for (int i = 0; i < moves; i++) {
        by_move m = list[i];
        int k = by_board_opening(&l, m);

        for (int at = 0; view.family == BY_CASTLE && at < view.now.laid; at++)
            if ((by_move_kind(m) == BY_TAKE || by_move_kind(m) == BY_TAKE3) && view.row[at] == by_move_tile(m))
                marks.play[at] = by_move_kind(m) == BY_TAKE3 ? 2 : 1;
        for (int j = 0; k >= 0 && j < l.openings; j++)
            if (l.opening[j].laid == l.opening[k].laid && l.opening[j].number == l.opening[k].number
                && l.opening[j].train == l.opening[k].train && marks.play[j] == 0)
                marks.play[j] = 1;
        if (k >= 0 && choose-- == 0) {
            marks.chosen = by_move_tile(m);
            marks.cursor = k;
            marks.label[k] = "makes 15";
        }
    }
    for (int i = 0; i < moves && marks.chosen != BY_NO_TILE; i++)
        if (by_move_tile(list[i]) == marks.chosen && by_board_opening(&l, list[i]) >= 0)
            marks.play[by_board_opening(&l, list[i])] = 2;
    if (marks.cursor >= 0)
        marks.play[marks.cursor] = 3;
    for (int i = 0; view.family == BY_CASTLE && choose >= 0 && i < view.now.laid; i++)
        if (marks.play[i] != 0 && choose-- == 0) {
            marks.cursor = i;
            marks.three = marks.play[i] == 2;
        }
}

/* ---- Pictures -------------------------------------------------------------------------------- */

static const struct picture {
    const char *name, *rules;
    uint64_t seed;
    int plies, choose;
    bool rows;
} pictures[] = { { "draw-start", "draw:basics", 1, 0, -1, false },
                 { "muggins", "muggins:number", 1, 14, -1, false },
                 { "muggins-chosen", "muggins:number", 4, 11, 0, false },
                 { "muggins-rows", "muggins:number", 4, 11, 0, true },
                 { "block-long", "draw:basics set=9 players=4", 3, 60, -1, false },
                 { "fiveup", "fiveup:online", 7, 22, 1, false },
                 { "chickenfoot", "chickenfoot:number set=9", 2, 14, -1, false },
                 { "chickenfoot-late", "chickenfoot:number set=9", 2, 46, 0, false },
                 { "mexican-early", "mexicantrain:number set=9", 3, 12, -1, false },
                 { "mexican", "mexicantrain:number", 3, 44, 0, false },
                 { "mexican-eight", "mexicantrain:classic players=8", 6, 90, -1, false },
                 { "mexican-hub", "mexicantrain:hub", 2, 0, -1, false },
                 { "castle", "castlerock:number", 4, 9, 0, false },
                 { "castle-long", "castlerock:classic set=12", 9, 40, -1, false } };
enum { PICTURES = sizeof pictures / sizeof pictures[0] };

static char text[400000], wanted[400000];

/* Adds a few empty lines, or writes how many there are. */
static size_t skip_lines(int lines, size_t n)
{
    if (lines > 3)
        return n + (size_t)snprintf(text + n, sizeof text - n, "(%d empty lines)\n", lines);
    memset(text + n, '\n', (size_t)lines);
    return n + (size_t)lines;
}

static size_t draw_text(int width, int height, bool ascii, size_t n)
{
    struct by_look look = { .ascii = ascii };
    struct by_canvas c;
    int empty = 0;

    by_canvas_init(&c, width, height, ascii);
    by_board_draw(&c, 0, 0, width, height, &view, names, &look, &marks);
    n += (size_t)snprintf(text + n, sizeof text - n, "%d x %d%s\n", width, height, ascii ? ", ASCII" : "");
    for (int y = 0; y < height; y++) {
        char line[4 * 150 + 1];
        size_t length = by_canvas_line(&c, y, line, sizeof line);

        if (length == 0) {
            empty++;
            continue;
        }
        n = skip_lines(empty, n);
        n += (size_t)snprintf(text + n, sizeof text - n, "%s\n", line);
        empty = 0;
    }
    n = skip_lines(empty, n);
    text[n++] = '\n';
    text[n] = '\0';
    by_canvas_clear(&c);
    return n;
}

static void golden(const struct picture *p)
{
    char path[400];
    size_t n;
    FILE *file;

    reach(p->rules, p->seed, p->plies);
    mark(p->choose);
    marks.rows = p->rows;
    n = (size_t)snprintf(text, sizeof text, "%s: %s, seed %d, %d moves\n\n", p->name, p->rules, (int)p->seed, p->plies);
    for (int i = 0; i < 4; i++)
        n = draw_text(i / 2 == 0 ? 78 : 150, i / 2 == 0 ? 12 : 44, i % 2 == 1, n);
    snprintf(path, sizeof path, "%s/board-%s.txt", getenv("GOLDEN"), p->name);
    if (getenv("UPDATE_GOLDEN") != NULL) {
        file = fopen(path, "w");
        assert_non_null(file);
        fwrite(text, 1, n, file);
        fclose(file);
        return;
    }
    file = fopen(path, "r");
    if (file == NULL)
        fail_msg("%s is not there; UPDATE_GOLDEN=1 writes it", path);
    wanted[fread(wanted, 1, sizeof wanted - 1, file)] = '\0';
    fclose(file);
    if (strcmp(text, wanted) != 0)
        fail_msg("%s shows another picture; look at it with UPDATE_GOLDEN=1 and git diff.  Now:\n%s", p->name, text);
}

static void goldens(void **unused)
{
    (void)unused;
    if (getenv("GOLDEN") == NULL)
        skip();
    for (int i = 0; i < PICTURES; i++)
        golden(&pictures[i]);
}

/* ---- The checks ------------------------------------------------------------------------------ */

static struct by_look look;
static struct by_board board;
static int faults;
static char said[300];

static void wrong(const char *what, int i)
{
    if (faults++ == 0)
        snprintf(said, sizeof said, "%s %d", what, i);
}

static int round_down(double x) { return (int)x - (x < (int)x); }

/* Computes the cells of a half from the documented rule and not from the drawing's code: the middle rounded to a cell,
 * and the block around it; for a slanting tile, the cells of its number. */
static struct by_cells half_cells(const struct by_spot *s, int half)
{
    const int c = board.size.cols, r = board.size.rows, number = half == 0 ? s->first : s->second;
    int32_t x, y;

    by_spot_half(s, half, &x, &y);
    if (s->turn % 2 == 1) {
        int left = board.left + round_down(x * c / 24.0 + (c % 2) * 0.5) - (number > 9);
        int top = board.top + round_down(y * r / 24.0 + (r % 2) * 0.5);

        return (struct by_cells){ left, top, left + 1 + (number > 9), top + 1 };
    }
    x = board.left + round_down(x * c / 24.0 + 0.5) - c / 2;
    y = board.top + round_down(y * r / 24.0 + 0.5) - r / 2;
    return (struct by_cells){ x, y, x + c, y + r };
}

static uint32_t sign_at(int x, int y) { return board.canvas.cell[y * board.canvas.width + x].sign; }

/* Returns the number that a rectangle shows, as digits or as dots. */
static int shown(struct by_cells at)
{
    int dots = 0, number = -1;

    for (int y = at.y0; y < at.y1; y++)
        for (int x = at.x0; x < at.x1; x++) {
            uint32_t sign = sign_at(x, y);

            dots += sign == 0x25cf || (look.ascii && sign == 'o');
            if (sign >= '0' && sign <= '9')
                number = (number < 0 ? 0 : number * 10) + (int)(sign - '0');
        }
    return number >= 0 ? number : dots;
}

static bool in_view(struct by_cells at, int edge)
{
    return at.x0 >= edge && at.y0 >= 0 && at.x1 <= board.canvas.width - edge && at.y1 <= board.canvas.height;
}

/* Checks that each cell belongs to only one tile and that visible tiles show their numbers.  `edge`: columns of
 * scrolling signs. */
static void check_tiles(int edge)
{
    static uint8_t owner[1000][1000];

    memset(owner, 0, sizeof owner);
    for (int i = 0; i < board.layout.tiles; i++)
        for (int half = 0; half < 2; half++) {
            const struct by_spot *s = &board.layout.at[i];
            struct by_cells at = half_cells(s, half);

            for (int y = at.y0; y < at.y1; y++)
                for (int x = at.x0; x < at.x1; x++) {
                    uint8_t *cell = &owner[y + 500][x + 500];

                    if (x < -500 || x >= 500 || y < -500 || y >= 500)
                        continue;
                    if (*cell != 0 && (*cell != i + 1 || s->turn % 2 == 1))
                        wrong("two tiles share a cell", i);
                    *cell = (uint8_t)(i + 1);
                }
            if (edge == 0 && !in_view(at, 0))
                wrong("no sign for what lies beyond: tile", i);
            if (in_view(at, edge) && shown(at) != (half == 0 ? s->first : s->second))
                wrong("a half does not show its number: tile", i);
        }
}

static bool has_sign(uint32_t sign)
{
    for (int i = 0; i < board.canvas.width * board.canvas.height; i++)
        if (board.canvas.cell[i].sign == sign && board.canvas.cell[i].ink == BY_INK_KEY)
            return true;
    return false;
}

static bool scrolls(void)
{
    return has_sign(look.ascii ? '<' : 0x25c0) || has_sign(look.ascii ? '>' : 0x25b6)
        || has_sign(look.ascii ? '^' : 0x25b2) || has_sign(look.ascii ? 'v' : 0x25bc);
}

static void check_places(void)
{
    for (int k = 0; k < BY_MAX_TILES; k++) {
        bool found = false;

        if (marks.play[k] == 0 || (marks.chosen != BY_NO_TILE && marks.play[k] < 2))
            continue;
        for (int i = 0; i < board.canvas.width * board.canvas.height && !found; i++)
            found = board.canvas.cell[i].tag == BY_TAG_PLACE + k && board.canvas.cell[i].ink != BY_INK_FELT;
        if (!found && !scrolls())
            wrong("nothing shows place", k);
        if (!found && k == marks.cursor)
            wrong("the cursor cannot be seen at place", k);
    }
}

/* Checks that the tiles in rows, plus those omitted as "+2", are all the tiles. */
static void check_rows(void)
{
    int tiles = 0, want = view.now.laid;
    char words[1000];

    for (int y = 0; y < board.canvas.height; y++) {
        by_canvas_line(&board.canvas, y, words, sizeof words);
        for (const char *at = words; *at != '\0'; at++) {
            if (*at == '[' || *at == '<' || (unsigned char)*at == 0xab)
                tiles += at[1] >= '0' ? at[1] <= '9' : at[1] == ' ' && at[2] >= '0' && at[2] <= '9';
            if (strncmp(at, "└─", 6) == 0 || strncmp(at, "╚═", 6) == 0)
                tiles++; /* framed tiles are counted by a corner */
            if (*at == '+')
                tiles += atoi(at + 1);
        }
    }
    if (view.family == BY_TRAINS && view.centre != BY_NO_TILE)
        want++; /* the engine */
    if (tiles != want && !scrolls() && !(look.ascii && board.size.rows > 1))
        wrong("tiles in the rows:", tiles);
}

static void check_castle(void)
{
    int shown_tiles = 0;

    for (int y = 0; y < board.canvas.height; y++)
        for (int x = 0; x < board.canvas.width; x++)
            shown_tiles += sign_at(x, y) == 0x2514 || sign_at(x, y) == 0x255a || sign_at(x, y) == 0x2517
                || sign_at(x, y) == 0x2558;
    if (!look.ascii && shown_tiles < view.now.laid && !scrolls())
        wrong("tiles in the row:", shown_tiles);
}

static int digits_at(int x, int y, int *length)
{
    int number = -1;

    for (*length = 0; x + *length < board.canvas.width; ++*length) {
        uint32_t sign = sign_at(x + *length, y);

        if (sign < '0' || sign > '9')
            break;
        number = (number < 0 ? 0 : 10 * number) + (int)(sign - '0');
    }
    return number;
}

/* Returns whether a cell of this opening, or of another side of the same double, shows its number. */
static bool end_shown(int k)
{
    const struct by_opening *o = &board.layout.opening[k];

    for (int y = 0; y < board.canvas.height; y++)
        for (int x = 0; x < board.canvas.width; x++) {
            int length, number = digits_at(x, y, &length);

            if (number == o->number && board.canvas.cell[y * board.canvas.width + x].tag == BY_TAG_PLACE + k)
                return true;
            x += length > 0 ? length - 1 : 0;
        }
    return false;
}

/* Checks Chickenfoot's tree: the tiles shown, plus those omitted as "+2", are all the tiles; every end shows its
 * number, so a foot shows one for each missing toe. */
static void check_feet(void)
{
    int tiles = 0, length, again;

    for (int y = 0; y < board.canvas.height; y++)
        for (int x = 0; x < board.canvas.width; x++) {
            if (board.canvas.cell[y * board.canvas.width + x].tag != 0 || digits_at(x, y, &length) < 0)
                continue;
            if (x > 0 && sign_at(x - 1, y) == '+')
                tiles += digits_at(x, y, &length);
            else if (sign_at(x + length, y) == (look.ascii ? '|' : 0x2502)
                     && digits_at(x + length + 1, y, &again) >= 0) {
                tiles++;
                length += again + 1;
            }
            x += length - 1;
        }
    if (tiles != view.now.laid)
        wrong("tiles in the tree:", tiles);
    for (int k = 0; k < board.layout.openings; k++)
        if (!end_shown(k))
            wrong("an end is not shown:", k);
}

static void draw(int width, int height, bool ascii)
{
    look = (struct by_look){ .ascii = ascii };
    by_canvas_clear(&board.canvas);
    board = (struct by_board){ .v = &view, .names = names, .look = &look, .marks = &marks };
    by_board_compose(&board, width, height, ascii);
    faults = 0;
}

static void check(void)
{
    if (view.family == BY_CASTLE)
        check_castle();
    else if (board.picture)
        check_tiles(scrolls());
    else if (board.tree)
        check_feet();
    else
        check_rows();
    if (!board.picture && board.canvas.width >= 78 && board.canvas.lost > 0)
        wrong("texts cut without a sign:", board.canvas.lost);
    if (view.now.laid > 0)
        check_places();
}

static void any_position(void **unused)
{
    static const char *const rules[] = { "muggins:number",           "muggins:classic players=4",
                                         "draw:basics set=9",        "fiveup:online",
                                         "allfives:online",          "block:basics set=12 players=4",
                                         "chickenfoot:number set=9", "chickenfoot:classic players=6",
                                         "mexicantrain:number",      "mexicantrain:classic players=8 set=15",
                                         "mexicantrain:hub",         "mexicantrain:number players=2",
                                         "castlerock:number",        "castlerock:classic set=18" };
    static const int sizes[][2] = { { 78, 12 }, { 150, 44 }, { 40, 10 }, { 118, 30 } };
    int most = getenv("BONEYARD_LONG") != NULL ? 100000 : 1200;
    struct by_rng rng;

    (void)unused;
    by_rng_init(&rng, 7);
    for (int i = 0; i < most; i++) {
        const int *size = sizes[by_rng_below(&rng, 4)];
        const char *text_of = rules[by_rng_below(&rng, sizeof rules / sizeof rules[0])];
        uint64_t seed = by_rng_next(&rng) % 1000;
        int plies = (int)by_rng_below(&rng, 90);

        reach(text_of, seed, plies);
        mark((int)by_rng_below(&rng, 6) - 3);
        marks.rows = by_rng_below(&rng, 8) == 0;
        draw(size[0], size[1], by_rng_below(&rng, 4) == 0);
        check();
        if (faults > 0) {
            draw_text(size[0], size[1], false, 0);
            fail_msg("%s, seed %d, %d moves, %d x %d: %s\n%s", text_of, (int)seed, plies, size[0], size[1], said, text);
        }
    }
    by_canvas_clear(&board.canvas);
}

/* A round of four players fits as a tree above the hand of a window of 80 x 24 or 100 x 30, without scrolling. Above a
 * hand of two rows, one position in thousands does not; it is shown as a list that scrolls. */
static void feet_fit(void **unused)
{
    static const int sizes[][2] = { { 80, 14 }, { 80, 12 }, { 100, 18 } };
    int lists = 0, seeds = getenv("BONEYARD_LONG") != NULL ? 3000 : 60, done = 0;

    (void)unused;
    for (int i = 0; i < 9 * seeds; i++) {
        const int *size = sizes[i % 3];
        const char *rules = i % 2 == 0 ? "chickenfoot:number players=4 set=9" : "chickenfoot:classic players=4 set=9";
        int plies = 1 + i / 3 % 3 * 37 + i % 7;

        reach(rules, (uint64_t)(i / 9), plies);
        mark(i % 5 - 3);
        draw(size[0], size[1], i % 4 == 0);
        check();
        lists += !board.tree && !board.picture;
        if (!board.tree && !board.picture && size[1] > 12)
            wrong("no tree for tiles:", view.now.laid);
        if (faults > 0) {
            draw_text(size[0], size[1], false, 0);
            fail_msg("%s, seed %d, %d moves, %d x %d: %s\n%s", rules, i / 9, plies, size[0], size[1], said, text);
        }
        done++;
    }
    assert_true(done > 500 && lists * 1000 <= done);
    by_canvas_clear(&board.canvas);
}

static bool row_has(int y, const char *words)
{
    char row[1000];

    by_canvas_line(&board.canvas, y, row, sizeof row);
    return strstr(row, words) != NULL;
}

/* Mexican Train in 80 x 24 with any number of players: each train has a row with its complete name, tiles in hand and
 * required number. */
static void trains_fit(void **unused)
{
    (void)unused;
    for (int i = 0; i < 180; i++) {
        char rules[60], want[40];
        int players = i % 2 == 0 ? 4 : 8;

        snprintf(rules, sizeof rules, "mexicantrain:%s players=%d", i % 3 == 0 ? "number" : "classic", players);
        reach(rules, (uint64_t)i, i * 7 % 120);
        mark(i % 5 - 3);
        draw(80, players == 4 ? 13 : 12, i % 4 == 0);
        check();
        for (int train = 0; train < players && view.centre != BY_NO_TILE; train++) {
            int y = 0;

            snprintf(want, sizeof want, "%s ", names[train]);
            while (y < board.canvas.height && !row_has(y, want))
                y++;
            snprintf(want, sizeof want, " %d tile", view.count[train]);
            if (y == board.canvas.height || !row_has(y, want))
                wrong("no whole row for train", train);
            snprintf(want, sizeof want, "%d", view.tail[train]);
            if (y < board.canvas.height && !row_has(y, want))
                wrong("no number for train", train);
        }
        if (faults > 0) {
            draw_text(80, 13, false, 0);
            fail_msg("%s, seed %d: %s\n%s", rules, i, said, text);
        }
    }
    by_canvas_clear(&board.canvas);
}

/* Plants every fault that check() must find once. */
static void planted(void **unused)
{
    (void)unused;
    for (int fault = 0; fault < 8; fault++) {
        const char *rules = "castlerock:number";

        if (fault < 3)
            rules = "muggins:number";
        else if (fault < 5 || fault == 7)
            rules = "chickenfoot:number set=9";
        else if (fault == 5)
            rules = "mexicantrain:number";
        reach(rules, fault == 6 ? 4 : 2, 14);
        mark(-1);
        draw(fault == 4 ? 150 : 78, fault == 4 ? 44 : 12, false);
        check();
        if (faults != 0)
            fail_msg("before fault %d: %s", fault, said);
        if (fault == 0)
            board.layout.at[3] = board.layout.at[2];
        for (int i = 0; i < board.canvas.width * board.canvas.height; i++) {
            struct by_cell *cell = &board.canvas.cell[i];

            if (fault == 1 && cell->ink == BY_INK_PIP + board.layout.at[3].first)
                cell->sign = ' ';
            if (fault == 2)
                cell->tag = 0;
            if (fault == 5 && cell->sign == '[')
                cell->sign = '(';
            if (fault == 3 && cell->tag >= BY_TAG_PLACE && cell->sign >= '0' && cell->sign <= '9')
                cell->sign = ' ';
            if (fault == 7 && cell->tag == 0 && cell->sign == 0x2502)
                cell->sign = ' ';
            if (fault == 6 && cell->sign == 0x2514)
                cell->sign = ' ';
        }
        for (int i = 0; i < board.layout.tiles && fault == 4; i++)
            if (board.layout.at[i].turn % 2 == 1)
                board.layout.at[i].x -= 30;
        check();
        if (faults == 0)
            fail_msg("fault %d is not found", fault);
    }
    by_canvas_clear(&board.canvas);
}

/* Laid tiles stay in their cells while the space, the size and the fold are unchanged, except for the few times that
 * the picture must be shifted.  Returns how many tiles have moved, or -1 if the picture may be a new one. */
static int moved(const struct by_board *a, const struct by_board *b)
{
    int n = 0;

    if (!a->picture || !b->picture || a->size.cols != b->size.cols || a->layout.fold != b->layout.fold
        || a->layout.tiles > b->layout.tiles)
        return -1;
    for (int i = 0; i < a->layout.tiles; i++) {
        struct by_cells was = by_cells_of(a, &a->layout.at[i]), is = by_cells_of(b, &b->layout.at[i]);

        n += was.x0 != is.x0 || was.y0 != is.y0 || was.x1 != is.x1 || was.y1 != is.y1;
    }
    return n;
}

static void nothing_jumps(void **unused)
{
    static const char *const rules[] = { "muggins:number", "draw:basics set=9", "chickenfoot:number set=9",
                                         "mexicantrain:number" };
    int pairs = 0, jumps = 0;

    (void)unused;
    for (int game = 0; game < 12; game++) {
        static struct by_board last;
        int16_t was[6] = { 0 };

        last.picture = false;
        for (int plies = 0, laid = 0; plies < 45; plies += 1 + game % 3) {
            reach(rules[game % 4], (uint64_t)game, plies);
            if (state.now.laid <= laid)
                continue;
            laid = state.now.laid;
            memcpy(marks.was, was, sizeof was);
            draw(150, 44, false);
            memcpy(was, marks.was, sizeof was);
            pairs += moved(&last, &board) >= 0;
            jumps += moved(&last, &board) > 0;
            last = board;
            last.canvas.cell = NULL;
            board.left++; /* planted */
            if (board.picture && moved(&last, &board) != last.layout.tiles)
                fail_msg("a picture that is pushed aside is not noticed");
            board.left--;
        }
    }
    assert_true(pairs > 100);
    if (jumps * 20 > pairs)
        fail_msg("%d of %d pictures have jumped", jumps, pairs);
    by_canvas_clear(&board.canvas);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(goldens),  cmocka_unit_test(any_position),
                                        cmocka_unit_test(feet_fit), cmocka_unit_test(trains_fit),
                                        cmocka_unit_test(planted),  cmocka_unit_test(nothing_jumps) };

    return cmocka_run_group_tests_name("board", tests, NULL, NULL);
}
