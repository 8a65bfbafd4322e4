/* web.c: one game for a page: the core behind flat functions of numbers and one buffer of text.
 *
 * The module holds a whole match, as a program on the player's own machine may; what is shown is taken from views.
 * Texts go in and out through by_web_text(): UTF-8 that ends with 0.  Structs are read where they lie, at the
 * offsets that tables.c writes for the page.  Everything returned stays as it is until the next call.
 * Functions that can fail return a by_err, 0 being fine; where a sentence says more, it is the text then.
 */
#include "web.h"

#include <string.h>

#include "boneyard/explain.h"
#include "boneyard/layout.h"
#include "boneyard/pack.h"
#include "boneyard/train.h"
#include "boneyard/why.h"

struct page page;

static char name[BY_SEATS][64];
static struct by_step steps[BY_WEB_STEPS];
static struct by_events events;
static struct by_layout layout;
static struct by_rows rows;
static struct by_spot spot;
static struct by_train trains[2];

char *WEB(by_web_text)(void) { return page.text; }
int WEB(by_web_text_size)(void) { return BY_WEB_TEXT; }

/* The language of all sentences from now on: enum by_language. */
void WEB(by_web_language)(int to) { page.language = to == BY_SPANISH ? BY_SPANISH : BY_ENGLISH; }

/* Of a match that stands as one seat sees it nobody else's hand is there: what fills them up is shown to nobody. */
static void look(int seat)
{
    by_match_view(&page.match, page.seen && seat != page.seat ? BY_NO_SEAT : seat, &page.view);
}

static int say_fault(const struct by_fault *f, by_err err)
{
    struct by_text t = by_text_on(page.text, BY_WEB_TEXT);

    by_put(&t, err == BY_OK ? "" : f->text);
    return (int)err;
}

/* ---- A table ------------------------------------------------------------------------------- */

/* The text as a rule string; then it is the canonical one, and by_web_start begins that game. */
int WEB(by_web_rules)(void)
{
    struct by_fault f = { .err = BY_OK };
    by_err err = by_config_parse_in(page.text, page.language, &page.rules, &f);

    if (err != BY_OK)
        return say_fault(&f, err);
    by_config_print(&page.rules, page.text, BY_WEB_TEXT);
    return BY_OK;
}

/* An option of those rules, or -1 if the preset does not have it; and, as the text, what it may be. */
int WEB(by_web_option)(int id)
{
    if (by_option_of(&page.rules, id) == NULL)
        return -1;
    by_option_allowed(&page.rules, id, page.text, BY_WEB_TEXT);
    return page.rules.opt[id];
}

/* Its value as a word. */
int WEB(by_web_option_word)(int id) { return (int)by_option_print(id, page.rules.opt[id], page.text, BY_WEB_TEXT); }

/* The i-th paragraph of the rules of that table: section, numbers and text in three lines.  0: there is none. */
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
    return 1;
}

/* The text as the name of a seat. */
void WEB(by_web_name)(int seat)
{
    struct by_text t = by_text_on(name[seat & 15], sizeof name[0]);

    by_put_clean(&t, page.text, by_length(page.text));
    page.names[seat & 15] = name[seat & 15];
}

/* The text as the seed of all deals, up to 64 hexadecimal digits.  0: it is none. */
int WEB(by_web_seed)(void) { return by_seed_read(page.text, &page.seed); }

/* A match by the rules begins. */
void WEB(by_web_start)(void)
{
    for (int i = 0; i < BY_SEATS; i++)
        page.names[i] = name[i];
    by_match_init(&page.match, &page.rules, steps, BY_WEB_STEPS);
    events.n = 0;
    page.found = 0;
    page.seen = false;
}

/* The next round from the seed; lead: a seat where the rules let it be said, else -1. */
int WEB(by_web_deal)(int lead) { return (int)by_match_deal_seeded(&page.match, &page.seed, lead, &events); }

/* The next round from n tiles that stand as bytes in the text buffer. */
int WEB(by_web_deal_deck)(int n, int lead)
{
    return (int)by_match_deal(&page.match, (const by_tile *)page.text, n, lead, &events);
}

/* Whether the lead of the next deal may be said. */
int WEB(by_web_lead_taken)(void) { return by_lead_taken(&page.match.state); }

/* The running round's deck as bytes in the text buffer; how many.  For the record, and for nothing that is shown. */
int WEB(by_web_deck)(void)
{
    for (int i = 0; i < page.match.state.deck_tiles; i++)
        page.text[i] = (char)page.match.state.deck[i];
    return page.match.state.deck_tiles;
}

/* ---- Moves --------------------------------------------------------------------------------- */

/* The legal moves of a seat: how many; they stay listed until the next list. */
int WEB(by_web_moves)(int seat)
{
    page.found = page.seen && seat != page.seat ? 0 : by_moves(&page.match.state, seat, page.moves);
    return page.found;
}

by_move *WEB(by_web_list)(void) { return page.moves; }

/* The i-th of them as text; the length. */
int WEB(by_web_move)(int i)
{
    return (int)by_move_print(page.moves[i], by_game_of(&page.match.state)->family, page.text);
}

/* Plays the text as a move of the seat (N-07).  Events: by_web_events. */
int WEB(by_web_play)(int seat)
{
    return (int)by_match_play(&page.match, seat, page.text, by_length(page.text), &events);
}

/* Takes back the last move of this round. */
int WEB(by_web_undo)(void) { return (int)by_match_undo(&page.match); }

/* Why the text is no move of the seat, or which it is: -1, and the sentence as the text; else a place in the list. */
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
        by_why(&page.view, page.moves, page.found, typed, t.used, page.language, &f);
        say_fault(&f, f.err);
        return -1;
    }
    for (int i = 0; i < page.found; i++)
        if (page.moves[i] == m)
            return i;
    return -1;
}

/* ---- What is to be shown -------------------------------------------------------------------- */

struct by_events *WEB(by_web_events)(void) { return &events; }

/* The view of a seat, or of BY_NO_SEAT for what everybody sees. */
struct by_view *WEB(by_web_view)(int seat)
{
    look(seat);
    return &page.view;
}

/* Whether two views have the same tiles in the same places: a layout follows from that and the size. */
static bool same_table(const struct by_view *a, const struct by_view *b)
{
    return memcmp(&a->rules, &b->rules, sizeof a->rules) == 0 && memcmp(&a->now, &b->now, sizeof a->now) == 0
        && a->players == b->players && a->centre == b->centre && a->round == b->round && a->boneyard == b->boneyard
        && memcmp(a->tail, b->tail, sizeof a->tail) == 0 && memcmp(a->length, b->length, sizeof a->length) == 0
        && memcmp(a->place, b->place, sizeof a->place) == 0 && memcmp(a->laid, b->laid, sizeof a->laid) == 0
        && memcmp(a->row, b->row, sizeof a->row) == 0;
}

/* The table of the last view, for a size in units.  Asked for again, it is not made again: some take long. */
struct by_layout *WEB(by_web_layout)(int width, int height)
{
    static struct by_view made;
    static bool any;

    if (!any || layout.width != width || layout.height != height || !same_table(&page.view, &made))
        by_layout_make(&page.view, width, height, &layout);
    made = page.view;
    any = true;
    return &layout;
}

struct by_rows *WEB(by_web_rows)(void)
{
    by_rows_make(&page.view, &rows);
    return &rows;
}

/* Where the tile of the i-th listed move would lie in the last layout; 0: it has no place. */
struct by_spot *WEB(by_web_spot)(int i)
{
    return by_layout_spot(&layout, &page.view, page.moves[i], &spot) ? &spot : NULL;
}

/* What the i-th listed move of the last view would score, and what the ends would count. */
int WEB(by_web_points)(int i) { return by_points_of(&page.view, page.moves[i]); }
int WEB(by_web_count)(int i) { return by_count_after(&page.view, page.moves[i]); }

/* What each open end of the last view counts, as bytes in the text buffer; how many. */
int WEB(by_web_parts)(void) { return by_count_parts(&page.view, (uint8_t *)page.text); }

/* The i-th event as a sentence, as seat `ear` hears it; `you` is addressed as you (-1: nobody). */
int WEB(by_web_say)(int i, int ear, int you)
{
    struct by_text t = by_text_in(page.text, BY_WEB_TEXT, page.language);

    look(ear);
    by_say(&page.view, by_hear(events.at[i], page.view.family, ear), page.names, you, &t);
    return (int)t.used;
}

/* The i-th event's move as a record has it; 0: it is no move. */
int WEB(by_web_event_text)(int i)
{
    const struct by_event *e = &events.at[i];

    if (e->kind != BY_EV_MOVE)
        return 0;
    if (e->tiles > 0 && e->drawn[0] != BY_NO_TILE)
        return (int)by_draw_print(e->drawn, e->tiles, page.text);
    return (int)by_move_print(e->move, by_game_of(&page.match.state)->family, page.text);
}

/* What the seat can do now, as a sentence. */
int WEB(by_web_what)(int seat)
{
    struct by_text t = by_text_in(page.text, BY_WEB_TEXT, page.language);

    look(seat);
    by_web_moves(seat);
    by_what(&page.view, page.moves, page.found, &t);
    return (int)t.used;
}

/* ---- The planner ---------------------------------------------------------------------------- */

/* The best trains in a seat's hand, from its own train's number and (other >= 0) from another one. */
struct by_train *WEB(by_web_trains)(int seat, int from, int other)
{
    static const struct by_wish wish = BY_WISH_LONGEST;

    look(seat);
    if (other >= 0)
        by_train_split(&page.view.hand[seat], from, other, &wish, 0, trains);
    else
        by_train_best(&page.view.hand[seat], from, &wish, 0, &trains[0]);
    return trains;
}

/* ---- A match that is played elsewhere ------------------------------------------------------- */

/* The n bytes in the text buffer as a packed view (pack.h): the match stands as its seat sees it, and everything that
 * looks does as it always does.  0: they are none, and nothing has changed. */
int WEB(by_web_see)(int n)
{
    static struct by_view seen;

    if (n < 0 || n > BY_PACKED || !by_view_unpack((const uint8_t *)page.text, (size_t)n, &seen))
        return 0;
    page.rules = seen.rules;
    by_web_start();
    by_state_seen(&seen, &page.match.state);
    page.match.last = seen.last;
    page.seen = true;
    page.seat = seen.seat;
    return 1;
}

/* Forgets what was heard. */
void WEB(by_web_deaf)(void)
{
    for (int i = 0; i < BY_SEATS; i++)
        page.names[i] = name[i];
    events.n = 0;
}

/* "draw", or "draw 6-4 3-1" as its owner hears it. */
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

/* One more event as it was heard: enum by_event_kind, who, points; of a move the text as a record has it.  0: it is
 * none.  `rules` have to be read. */
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

        if (draws ? !hear_draw(page.text, &e) : !by_move_parse(page.text, by_length(page.text),
                                                              by_games[page.rules.game]->family, &e.move))
            return 0;
    }
    events.at[events.n++] = e;
    return 1;
}

/* What is known of a moment that has passed: by_web_told_* set what sentences speak of. */
static struct by_view told;

void WEB(by_web_told_round)(int round)
{
    memset(&told, 0, sizeof told);
    told.rules = page.rules;
    told.rules.opt[BY_PLAY_UNIT] = 0;   /* what the ends made then is not known */
    told.family = by_games[page.rules.game]->family;
    told.players = (uint8_t)(told.family == BY_CASTLE ? 1 : page.rules.opt[BY_PLAYERS]);
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

/* The i-th event in words, from what was told of its moment alone. */
int WEB(by_web_say_told)(int i, int you)
{
    struct by_text t = by_text_in(page.text, BY_WEB_TEXT, page.language);
    struct by_event e = events.at[i];

    told.now.turn = e.seat;
    by_say(&told, e, page.names, you, &t);
    return (int)t.used;
}

/* The other way round, for tests: a seat's view as bytes in the text buffer; how many. */
int WEB(by_web_pack)(int seat)
{
    look(seat);
    return (int)by_view_pack(&page.view, (uint8_t *)page.text);
}
