/* SPDX-License-Identifier: MIT */
/* web.c: runs one game for a page. It exposes the core as flat functions that use numbers and one text buffer.
 *
 * The module holds a whole match, which is fine on the player's own machine; the page shows only views. Text is passed
 * both ways through by_web_text() as NUL-terminated UTF-8. Structs are read in place, at the offsets that tables.c
 * writes for the page. Results stay valid until the next call. Functions that can fail return a by_err, which is 0 on
 * success; the text buffer then holds any sentence that explains the error. */
#include "web.h"

#include <string.h>

#include "boneyard/daily.h"
#include "boneyard/explain.h"
#include "boneyard/layout.h"
#include "boneyard/pack.h"
#include "boneyard/terms.h"
#include "boneyard/train.h"
#include "boneyard/why.h"
#include "boneyard/words.h"

struct page page;

static char name[BY_SEATS][64];
static struct by_step steps[BY_WEB_LOG];
static struct by_round rounds[BY_WEB_ROUNDS];
static struct by_events events;
static struct by_layout layout;
static struct by_rows rows;
static struct by_spot spot;
static struct by_train trains[2];

char *WEB(by_web_text)(void) { return page.text; }
int WEB(by_web_text_size)(void) { return BY_WEB_TEXT; }

/* Sets the language of all sentences, by its index in by_language_list. */
void WEB(by_web_language)(int to) { page.language = to > 0 && to < by_language_count ? to : BY_ENGLISH; }

/* Loads a view. In a match seen from one seat, the other hands are unknown, and their placeholder tiles are never
 * shown. */
static void look(int seat)
{
    by_table_view(&page.table, page.seen && seat != page.seat ? BY_NO_SEAT : seat, &page.view);
}

static int say_fault(const struct by_fault *f, by_err err)
{
    struct by_text t = by_text_on(page.text, BY_WEB_TEXT);

    by_put(&t, err == BY_OK ? "" : f->text);
    return (int)err;
}

/* ---- A table ------------------------------------------------------------------------------- */

/* Parses the text as a rule string, replaces it with the canonical one, and uses it for by_web_start. */
int WEB(by_web_rules)(void)
{
    struct by_fault f = { .err = BY_OK };
    by_err err = by_config_parse_in(page.text, page.language, &page.rules, &f);

    if (err != BY_OK)
        return say_fault(&f, err);
    by_config_print(&page.rules, page.text, BY_WEB_TEXT);
    return BY_OK;
}

/* Returns the value of an option, or -1 if the preset does not have the option. The allowed values are in the text
 * buffer. */
int WEB(by_web_option)(int id)
{
    if (by_option_of(&page.rules, id) == NULL)
        return -1;
    by_option_allowed(&page.rules, id, BY_ENGLISH, page.text, BY_WEB_TEXT);
    return page.rules.opt[id];
}

/* Writes the option's value as a word. */
int WEB(by_web_option_word)(int id) { return (int)by_option_print(id, page.rules.opt[id], page.text, BY_WEB_TEXT); }

/* Writes paragraph i of the rules: the section, the numbers and the text, on three lines. Returns the paragraph's
 * section (enum by_section) plus 1, or 0 if the paragraph does not exist. */
int WEB(by_web_explain)(int i)
{
    struct by_text t = by_text_in(page.text, BY_WEB_TEXT, page.language);
    struct by_paragraph p;

    if (!by_explain(&page.rules, i, page.language, &p))
        return 0;
    by_put(&t, p.section);
    by_put_char(&t, '\n');
    by_put(&t, p.number);
    by_put_char(&t, '\n');
    by_put(&t, p.text);
    return p.in + 1;
}

/* Returns the settings for displaying scores under these rules. */
struct by_terms *WEB(by_web_terms)(void)
{
    static struct by_terms terms;

    by_terms_of(&page.rules, &terms);
    return &terms;
}

/* Returns roughly how many tiles the table has at the end of a round; 0 if tiles keep their size. */
int WEB(by_web_tiles)(void) { return by_layout_tiles(&page.rules); }

/* Sets the name of a seat from the text. */
void WEB(by_web_name)(int seat)
{
    struct by_text t = by_text_on(name[seat & 15], sizeof name[0]);

    by_put_clean(&t, page.text, by_length(page.text));
    page.names[seat & 15] = name[seat & 15];
}

/* Sets the seed of all deals from the text, up to 64 hexadecimal digits. Returns 0 if the text is invalid. */
int WEB(by_web_seed)(void) { return by_seed_read(page.text, &page.seed); }

/* Starts a match under these rules. */
void WEB(by_web_start)(void)
{
    for (int i = 0; i < BY_SEATS; i++)
        page.names[i] = name[i];
    by_table_init(&page.table, &page.rules, steps, BY_WEB_LOG);
    by_table_rounds(&page.table, rounds, BY_WEB_ROUNDS);
    page.table.people = page.people;
    events.n = 0;
    page.found = 0;
    page.seen = false;
}

/* Deals the next round from the seed. `lead` is a seat if the rules allow choosing one, otherwise -1. */
int WEB(by_web_deal)(int lead)
{
    by_err err = by_table_deal_seeded(&page.table, &page.seed, lead, &events);

    if (err != BY_E_FULL)
        return (int)err;
    by_table_forget(&page.table);
    return (int)by_table_deal_seeded(&page.table, &page.seed, lead, &events);
}

/* Deals the next round from n tiles, given as bytes in the text buffer. */
int WEB(by_web_deal_deck)(int n, int lead)
{
    by_err err = by_table_deal(&page.table, (const by_tile *)page.text, n, lead, &events);

    if (err != BY_E_FULL)
        return (int)err;
    by_table_forget(&page.table);
    return (int)by_table_deal(&page.table, (const by_tile *)page.text, n, lead, &events);
}

/* Returns whether the lead may be chosen for the next deal. */
int WEB(by_web_lead_taken)(void) { return by_lead_taken(&page.table.state); }

/* Writes the current round's deck as bytes to the text buffer and returns its length. Use this only for records, never
 * for display. */
int WEB(by_web_deck)(void)
{
    for (int i = 0; i < page.table.state.deck_tiles; i++)
        page.text[i] = (char)page.table.state.deck[i];
    return page.table.state.deck_tiles;
}

/* ---- Moves --------------------------------------------------------------------------------- */

/* Lists a seat's legal moves and returns their number. The list is valid until the next call. */
int WEB(by_web_moves)(int seat)
{
    page.found = page.seen && seat != page.seat ? 0 : by_moves(&page.table.state, seat, page.moves);
    return page.found;
}

by_move *WEB(by_web_list)(void) { return page.moves; }

/* Writes listed move i as text and returns its length. */
int WEB(by_web_move)(int i)
{
    return (int)by_move_print(page.moves[i], by_game_of(&page.table.state)->family, page.text);
}

/* Plays the text as a move of the seat (N-07). by_web_events then returns the events. */
int WEB(by_web_play)(int seat)
{
    by_err err = by_table_play_text(&page.table, seat, page.text, by_length(page.text), &events);

    if (err != BY_E_FULL)
        return (int)err;
    by_table_forget(&page.table);
    return (int)by_table_play_text(&page.table, seat, page.text, by_length(page.text), &events);
}

/* ---- The next decision ---------------------------------------------------------------------- */

/* Sets the seats of human players, as a bit set. These seats stay the same when a match starts or a view is loaded. */
void WEB(by_web_people)(uint32_t seats) { page.table.people = page.people = seats; }

/* Return, respectively, the next step (enum by_next_kind), the seat that decides it (or BY_NO_SEAT), and the seats that
 * may call now. In a match that is played elsewhere, load the view of the seat to move before asking whether its move
 * is forced. */
int WEB(by_web_next)(void) { return by_table_next(&page.table).kind; }
int WEB(by_web_next_seat)(void) { return by_table_next(&page.table).seat; }
uint32_t WEB(by_web_callers)(void) { return by_table_next(&page.table).callers; }

/* Declines a seat's chance to call. */
void WEB(by_web_let_go)(int seat) { by_table_let_go(&page.table, seat); }

/* Returns the seats that, judging by the last view, could call out the tile that `seat` has just laid. */
uint32_t WEB(by_web_may_call)(int seat) { return by_may_call(&page.view, seat & 15); }

/* Returns to the position before a person's last choice, across deals if necessary. Returns false if no such choice
 * exists. */
int WEB(by_web_undo_choice)(void) { return (int)by_table_undo_choice(&page.table); }
int WEB(by_web_may_undo)(void) { return by_table_may_undo(&page.table); }

/* Return the number of events in the match, of moves in this round and of finished rounds. After an undo, trim logs to
 * these lengths. */
int WEB(by_web_told)(void) { return (int)page.table.told; }
int WEB(by_web_made)(void) { return (int)page.table.moves; }
int WEB(by_web_ended)(void) { return (int)by_table_ended(&page.table); }

/* Loads the result of round n, from 1. Returns 0 if the round is not over or no longer stored. */
const struct by_result *WEB(by_web_result)(int round) { return by_table_result(&page.table, (uint32_t)round); }

/* Returns the index of the newest tile in by_view.laid (Castle Rock: row), or -1. */
int WEB(by_web_newest)(void) { return by_table_newest(&page.table); }

/* Undoes the last move of this round. */
int WEB(by_web_undo)(void) { return (int)by_table_undo(&page.table); }

/* Reads the text as a move of the seat and returns its index in the list. If the text is not a legal move, returns -1
 * and writes an explanation to the text buffer. */
int WEB(by_web_read)(int seat)
{
    char typed[256];
    struct by_text t = by_text_on(typed, sizeof typed);
    struct by_fault f;
    by_move m;

    by_put(&t, page.text);
    look(seat);
    by_web_moves(seat);
    if (page.view.seat != seat) {
        page.text[0] = '\0';
        return -1;
    }
    if (by_move_read(typed, t.used, page.view.family, page.moves, page.found, &m) != BY_OK) {
        by_why(&page.view, page.names, page.moves, page.found, typed, t.used, page.language, &f);
        say_fault(&f, f.err);
        return -1;
    }
    for (int i = 0; i < page.found; i++)
        if (page.moves[i] == m)
            return i;
    return -1;
}

/* ---- Display -------------------------------------------------------------------------------- */

struct by_events *WEB(by_web_events)(void) { return &events; }

/* Loads the view of a seat, or, with BY_NO_SEAT, the spectators' view. */
struct by_view *WEB(by_web_view)(int seat)
{
    look(seat);
    return &page.view;
}

/* Returns whether two views have the same tiles in the same places; a layout depends only on these and the size. */
static bool same_table(const struct by_view *a, const struct by_view *b)
{
    return memcmp(&a->rules, &b->rules, sizeof a->rules) == 0 && memcmp(&a->now, &b->now, sizeof a->now) == 0
        && a->players == b->players && a->centre == b->centre && a->round == b->round && a->boneyard == b->boneyard
        && memcmp(a->tail, b->tail, sizeof a->tail) == 0 && memcmp(a->length, b->length, sizeof a->length) == 0
        && memcmp(a->place, b->place, sizeof a->place) == 0 && memcmp(a->laid, b->laid, sizeof a->laid) == 0
        && memcmp(a->row, b->row, sizeof a->row) == 0;
}

/* The felt of the last layout (all 0 after by_web_layout) and the view that it shows. */
static struct by_felt felt;
static struct by_view laid_out;

static bool is_laid_out(const struct by_felt *on)
{
    return memcmp(on, &felt, sizeof felt) == 0 && same_table(&page.view, &laid_out);
}

/* Makes the layout of the last view for a size in units. Repeated calls reuse the layout, since some layouts take a
 * long time. */
struct by_layout *WEB(by_web_layout)(int width, int height)
{
    const struct by_felt none = { 0 };

    if (!is_laid_out(&none) || layout.width != width || layout.height != height)
        by_layout_make(&page.view, width, height, &layout);
    felt = none;
    laid_out = page.view;
    return &layout;
}

/* Fits the last view on a felt; see struct by_felt. */
struct by_layout *WEB(by_web_fit)(int width, int height, int half, int last_width, int last_height, int last_turned)
{
    const struct by_felt on = { width, height, half, last_width, last_height, last_turned };

    if (!is_laid_out(&on))
        by_layout_fit(&page.view, &on, &layout);
    felt = on;
    laid_out = page.view;
    return &layout;
}

struct by_rows *WEB(by_web_rows)(void)
{
    by_rows_make(&page.view, &rows);
    return &rows;
}

/* Returns the spot of listed move i's tile in the last layout, or 0 if it has none. */
struct by_spot *WEB(by_web_spot)(int i)
{
    return by_layout_spot(&layout, &page.view, page.moves[i], &spot) ? &spot : NULL;
}

/* For listed move i in the last view, return its points and the count of the ends after it, respectively. */
int WEB(by_web_points)(int i) { return by_points_of(&page.view, page.moves[i]); }
int WEB(by_web_count)(int i) { return by_count_after(&page.view, page.moves[i]); }

/* Writes the count of each open end of the last view as bytes to the text buffer and returns their number. */
int WEB(by_web_parts)(void) { return by_count_parts(&page.view, (uint8_t *)page.text); }

/* Returns the bonus of the last round in the last view, or 0 if the game has none. */
struct by_sum *WEB(by_web_sum)(void)
{
    static struct by_sum sum;

    return by_sum_of(&page.view.rules, &page.view.last, &sum) ? &sum : NULL;
}

/* Returns the points that a tile left in a hand costs under the rules of the last view. */
int WEB(by_web_left_points)(int tile) { return by_left_points(&page.view.rules, (by_tile)tile); }

/* Returns the seat that leads the next round, or -1 if it is unknown before the deal. */
int WEB(by_web_next_lead)(void) { return by_next_lead(&page.view); }

/* Returns the number that two tiles share, or -1. */
int WEB(by_web_shared)(int a, int b) { return by_shared((by_tile)a, (by_tile)b); }

/* Writes event i as a sentence, as seat `ear` may see it. Seat `you` (-1 for none) is addressed as "you". */
int WEB(by_web_say)(int i, int ear, int you)
{
    struct by_text t = by_text_in(page.text, BY_WEB_TEXT, page.language);

    look(ear);
    by_say(&page.view, by_hear(events.at[i], page.view.family, ear), page.names, you, &t);
    return (int)t.used;
}

/* Writes why `seat` has just drawn n tiles. The text buffer holds the tiles as bytes, BY_NO_TILE if hidden. */
int WEB(by_web_say_drew)(int seat, int n, int you)
{
    by_tile drawn[BY_MAX_TILES];
    struct by_text t;

    memcpy(drawn, page.text, sizeof drawn);
    t = by_text_in(page.text, BY_WEB_TEXT, page.language);
    look(you < 0 ? BY_NO_SEAT : you);
    by_say_drew(&page.view, seat & 15, drawn, n, page.names, you, &t);
    return (int)t.used;
}

/* Writes event i's move as in a record. Returns 0 if the event is not a move. */
int WEB(by_web_event_text)(int i)
{
    const struct by_event *e = &events.at[i];

    if (e->kind != BY_EV_MOVE)
        return 0;
    if (e->tiles > 0 && e->drawn[0] != BY_NO_TILE)
        return (int)by_draw_print(e->drawn, e->tiles, page.text);
    return (int)by_move_print(e->move, by_game_of(&page.table.state)->family, page.text);
}

/* Writes a sentence with instructions for the seat. `held` is the chosen tile, or BY_NO_TILE. */
int WEB(by_web_task)(int seat, int held)
{
    struct by_text t = by_text_in(page.text, BY_WEB_TEXT, page.language);

    look(seat);
    by_web_moves(seat);
    by_put_task(&page.view, page.moves, page.found, (by_tile)held, page.names, &t);
    return (int)t.used;
}

/* ---- The planner ---------------------------------------------------------------------------- */

enum { BOUNDS = 5000 }; /* with this limit, the search takes at most about 20 ms */

/* Finds the best trains in a seat's hand: one from its own train's number and, if other >= 0, a second one from that
 * number. */
struct by_train *WEB(by_web_trains)(int seat, int from, int other)
{
    static const struct by_wish wish = BY_WISH_LONGEST;

    look(seat);
    if (other >= 0)
        by_train_split(&page.view.hand[seat], from, other, &wish, BOUNDS, trains);
    else
        by_train_best(&page.view.hand[seat], from, &wish, BOUNDS, &trains[0]);
    return trains;
}

/* Checks a train of n tiles, given as bytes in the text buffer, the engine first. Loads the train's view for a layout
 * and returns its open number, or returns -1 if a tile does not join the one before it. */
int WEB(by_web_train_view)(int n) { return by_train_view((const by_tile *)page.text, n, &page.view); }

/* ---- Matches played elsewhere --------------------------------------------------------------- */

/* Loads a packed view (pack.h) of n bytes from the text buffer. The match is then shown as the view's seat sees it, and
 * all queries work as usual. Returns 0 and changes nothing if the view is invalid. */
int WEB(by_web_see)(int n)
{
    static struct by_view seen;

    if (n < 0 || n > BY_PACKED || !by_view_unpack((const uint8_t *)page.text, (size_t)n, &seen))
        return 0;
    page.rules = seen.rules;
    by_web_start();
    by_table_forget(&page.table);
    by_state_seen(&seen, &page.table.state);
    page.table.last = seen.last;
    page.seen = true;
    page.seat = seen.seat;
    return 1;
}

/* Empties the list of heard events. */
void WEB(by_web_deaf)(void)
{
    for (int i = 0; i < BY_SEATS; i++)
        page.names[i] = name[i];
    events.n = 0;
}

/* Reads a draw: "draw" or, as the drawing seat hears it, "draw 6-4 3-1". */
static bool hear_draw(const char *text, struct by_event *e)
{
    size_t at = 4, n;

    e->move = BY_DRAW_MOVE;
    e->tiles = 1;
    for (int i = 0; text[at] != '\0'; i++) {
        if (i == 3 || text[at++] != ' ')
            return false;
        n = by_tile_read(text + at, by_length(text + at), &e->drawn[i], NULL);
        if (n == 0)
            return false;
        at += n;
        e->tiles = (uint8_t)(i + 1);
    }
    return true;
}

/* Adds an event as a seat heard it: its enum by_event_kind, seat and points, and for a move, the text as in a record.
 * Returns 0 if the event is invalid. The rules must have been parsed. */
int WEB(by_web_hear)(int kind, int seat, int points)
{
    struct by_event e = { .kind = (uint8_t)kind, .seat = (uint8_t)seat, .points = points };
    const char *draw = "draw";

    memset(e.drawn, BY_NO_TILE, sizeof e.drawn);
    if (kind < 0 || kind > BY_EV_GAME_END || (kind <= BY_EV_SCORE && (seat < 0 || seat >= BY_SEATS))
        || events.n == (int)(sizeof events.at / sizeof events.at[0]))
        return 0;
    if (kind == BY_EV_MOVE) {
        bool draws = memcmp(page.text, draw, 4) == 0;

        if (draws ? !hear_draw(page.text, &e)
                  : !by_move_parse(page.text, by_length(page.text), by_games[page.rules.game]->family, &e.move))
            return 0;
    }
    events.at[events.n++] = e;
    return 1;
}

/* The position to which a sentence about an earlier event refers; set with by_web_told_*. */
static struct by_view told;

void WEB(by_web_told_round)(int round)
{
    memset(&told, 0, sizeof told);
    told.rules = page.rules;
    told.rules.opt[BY_PLAY_UNIT] = 0; /* the count of the ends at that point is unknown */
    told.family = by_games[page.rules.game]->family;
    told.players = (uint8_t)(by_families[told.family]->solitaire ? 1 : page.rules.opt[BY_PLAYERS]);
    told.centre = BY_NO_TILE;
    told.now.phase = BY_ROUND_OVER;
    told.now.window = BY_NO_SEAT;
    told.round = (uint32_t)round;
}

void WEB(by_web_told_score)(int seat, int score) { told.score[seat & 15] = score; }
void WEB(by_web_told_winners)(int seats) { told.winners = (uint32_t)seats; }

void WEB(by_web_told_end)(int end, int seat)
{
    told.last.round = told.round;
    told.last.end = end == BY_ENDED_OUT && seat >= 0 && seat < BY_SEATS ? BY_ENDED_OUT : BY_ENDED_BLOCKED;
    told.last.seat = (uint8_t)seat;
}

void WEB(by_web_told_gain)(int seat, int gain, int score)
{
    told.last.gain[seat & 15] = gain;
    told.last.score[seat & 15] = score;
}

/* Writes event i in words, using only information that was known when it happened. */
int WEB(by_web_say_told)(int i, int you)
{
    struct by_text t = by_text_in(page.text, BY_WEB_TEXT, page.language);
    struct by_event e = events.at[i];

    told.now.turn = e.seat;
    by_say(&told, e, page.names, you, &t);
    return (int)t.used;
}

/* The inverse of by_web_see, for tests: packs a seat's view into the text buffer and returns the number of bytes. */
int WEB(by_web_pack)(int seat)
{
    look(seat);
    return (int)by_view_pack(&page.view, (uint8_t *)page.text);
}
