/* board.c: the table drawn.  Pictures of every family as text, which a person can read (tests/golden/tui;
 * UPDATE_GOLDEN=1 writes them anew), and what has to hold for any position: no two tiles share a cell, every tile
 * that is seen shows both its numbers, and every place that can be played is seen or a sign says that more lies
 * there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "boneyard/deal.h"
#include "tui/board_draw.h"

static const char *const names[BY_SEATS] = { "You", "West", "North", "East", "Bot 4", "Bot 5", "Bot 6", "Bot 7",
                                             "Bot 8", "Bot 9", "Bot 10", "Bot 11", "Bot 12", "Bot 13", "Bot 14",
                                             "Bot 15" };
static struct by_state state;
static struct by_view view;
static struct by_marks marks;
static by_move list[BY_MOVES];
static int moves;

/* ---- Positions ------------------------------------------------------------------------------- */

/* A position after so many moves, tiles rather than draws, chosen by the seed; the marks of whose turn it is. */
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
    for (int i = 0; i <= plies; i++) {
        int before = state.now.laid;

        if (state.now.phase != BY_PLAYING && (i == plies || by_deal_seeded(&state, &deck, -1, NULL) != BY_OK))
            break;
        moves = by_moves(&state, state.now.turn, list);
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

/* Marks what can be played; with `choose` the cursor is on the n-th move that lays a tile. */
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

static const struct picture { const char *name, *rules; uint64_t seed; int plies, choose; bool rows; } pictures[] = {
    { "draw-start", "draw:basics", 1, 0, -1, false },
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
    { "castle-long", "castlerock:classic set=12", 9, 40, -1, false }
};
enum { PICTURES = sizeof pictures / sizeof pictures[0] };

static char text[400000], wanted[400000];

static size_t draw_text(int width, int height, bool ascii, size_t n)
{
    struct by_look look = { .ascii = ascii };
    struct by_canvas c;

    by_canvas_init(&c, width, height, ascii);
    by_board_draw(&c, 0, 0, width, height, &view, names, &look, &marks);
    n += (size_t)snprintf(text + n, sizeof text - n, "%d x %d%s\n", width, height, ascii ? ", ASCII" : "");
    for (int y = 0; y < height; y++) {
        n += by_canvas_line(&c, y, text + n, sizeof text - n - 1);
        text[n++] = '\n';
    }
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

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(goldens) };

    return cmocka_run_group_tests_name("board", tests, NULL, NULL);
}
