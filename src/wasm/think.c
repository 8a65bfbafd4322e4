/* SPDX-License-Identifier: MIT */
/* think.c: exposes the bots and the coach to the page's worker, as flat functions on the same match as web.c. */
#include "web.h"

#include <string.h>

#include "boneyard/castle.h"
#include "boneyard/coach.h"
#include "boneyard/daily.h"
#include "boneyard/words.h"

static struct by_heard heard[BY_WEB_STEPS];
static int32_t values[BY_MOVES];
static struct by_study study;
static struct by_castle_answer answer;
static _Alignas(16) uint8_t memory[BY_BOT_MEMORY];

/* ---- Bots ----------------------------------------------------------------------------------- */

/* Returns a bot's choice for a seat that may act, as an index into the seat's moves. `count` is the bot's budget; 0
 * means its default. */
int WEB(by_web_ask)(int bot, int seat, uint32_t count, uint32_t stream)
{
    struct by_past past;
    struct by_rng rng;
    struct by_question q = { .view = &page.view,
                             .past = &past,
                             .moves = page.moves,
                             .rng = &rng,
                             .memory = memory,
                             .size = sizeof memory,
                             .count = count,
                             .values = values };

    if (bot < 0 || bot >= BY_BOTS || by_bots[bot]->peeks)
        return -1;
    by_table_view(&page.table, seat, &page.view);
    page.found = by_moves(&page.table.state, seat, page.moves);
    if (page.seen)
        q.past = NULL;
    else
        by_table_past(&page.table, heard, &past);
    by_rng_from(&rng, &page.seed, stream);
    q.n = page.found;
    return page.found == 0 ? -1 : by_bots[bot]->choose(&q);
}

/* Returns the bot's value for each of the seat's moves. */
int32_t *WEB(by_web_values)(void) { return values; }

/* ---- The coach ------------------------------------------------------------------------------ */

static bool look_at(int seat, by_move played, int you, uint32_t count)
{
    const struct by_coach coach = { .bot = by_bots[BY_BOT_expert],
                                    .count = count,
                                    .memory = memory,
                                    .heard = page.seen ? NULL : heard,
                                    .size = sizeof memory,
                                    .names = page.names,
                                    .you = you >= 0 ? 1u << you : 0 };

    return by_study_of(&coach, &page.table, seat, played, &study);
}

/* Returns a seat's best move as an index into its list of moves, or -1. The reason is in the text buffer. */
int WEB(by_web_hint)(int seat, uint32_t count)
{
    struct by_text t = by_text_in(page.text, BY_WEB_TEXT, page.language);

    if (!look_at(seat, BY_NO_MOVE, seat, count))
        return -1;
    by_hint_say(&study.d, study.verdict.best, &t);
    return study.verdict.best;
}

/* Grades the seat's listed move i before it is played. Addresses the seat `you` as "you" (-1 for none). Returns 0 if
 * the seat had no decision to make. Otherwise by_web_verdict returns the numbers and by_web_verdict_say the words. */
int WEB(by_web_study)(int seat, int i, int you, uint32_t count)
{
    page.found = by_moves(&page.table.state, seat, page.moves);
    return i >= 0 && i < page.found && look_at(seat, page.moves[i], you, count) && !study.verdict.forced;
}

/* Returns the grade, the unit, the best move (an index into the list), the cost in thousandths of the unit, and the
 * chance in thousandths. */
int32_t *WEB(by_web_verdict)(void)
{
    static int32_t out[5];

    out[0] = study.verdict.grade;
    out[1] = study.verdict.unit;
    out[2] = study.verdict.best;
    out[3] = study.verdict.cost;
    out[4] = study.chance;
    return out;
}

/* Appends the name of the strongest reason for the best move over the one played. */
static void put_reason(int played, struct by_text *t)
{
    static const char *const names[] = {
#define BY_REASON(ID, about) #ID,
#include "boneyard/reasons.def"
#undef BY_REASON
    };
    struct by_reason r[2];

    if (by_reasons_pick(&study.d, study.verdict.best, played, r) > 0)
        by_put(t, names[r[0].id]);
}

/* Writes the coach's remark number i: 0 is the cost, 1 the best move in words, 2 why it is better than the move
 * `played`, 3 the inferences about the other hands, 4 the hint, 5 whether the search was cut short, and 6 the name of
 * the strongest reason (reasons.def), if any. */
void WEB(by_web_verdict_say)(int i, int played)
{
    struct by_text t = by_text_in(page.text, BY_WEB_TEXT, page.language);

    page.text[0] = '\0';
    if (i == 0)
        by_cost_say((enum by_unit)study.verdict.unit, study.verdict.cost, &t);
    else if (i == 1)
        by_move_say(&study.d, study.moves[study.verdict.best], &t);
    else if (i == 2)
        by_reasons_say(&study.d, study.verdict.best, played, &t);
    else if (i == 3)
        by_known_say(&study.d, &t);
    else if (i == 4)
        by_hint_say(&study.d, study.verdict.best, &t);
    else if (i == 6)
        put_reason(played, &t);
    else if (study.verdict.hurried)
        by_put_words(&t, BY_SAY_HURRIED, NULL);
}

/* ---- Castle Rock ---------------------------------------------------------------------------- */

/* Returns 1 if the current round can be cleared from its deal, 0 if it cannot, or -1 if this is unknown. */
int WEB(by_web_clearable)(void)
{
    struct by_table again = page.table;
    struct by_castle_deal deal;

    while (again.moves > 0)
        if (by_table_undo(&again) != BY_OK)
            return -1;
    by_table_view(&again, 0, &page.view);
    by_castle_of_view(&page.view, again.state.deck + again.state.now.taken, &deal);
    by_castle_solve(&deal, 0, NULL, memory, sizeof memory, &answer);
    return answer.left == 0 ? 1 : answer.decided ? 0 : -1;
}

/* Advances the seed until its first round can be cleared, and writes that seed to the text buffer. Returns 0 after
 * `tries` seeds without success; the next call continues from that point. */
int WEB(by_web_certify)(uint32_t tries)
{
    bool clear = by_castle_certify(&page.rules, &page.seed, tries, 0, memory, sizeof memory, &answer);

    by_seed_print(&page.seed, page.text);
    return clear;
}

/* ---- Dailies -------------------------------------------------------------------------------- */

/* Writes the seed and the rules, one per line. Returns the number of moves needed to clear the
 * deal. */
static int castle_of(int32_t day)
{
    struct by_text t = by_text_on(page.text, BY_WEB_TEXT);
    struct by_config rules;
    struct by_seed seed;
    char text[BY_CONFIG_TEXT];
    int moves = by_daily_castle(day, &rules, &seed, memory);

    by_seed_print(&seed, text);
    by_put(&t, text);
    by_put_char(&t, '\n');
    by_config_print(&rules, text, sizeof text);
    by_put(&t, text);
    return moves;
}

/* Writes the engine, the hand and the best train as bytes. Returns the number of tiles in the train. */
static int train_of(int32_t day)
{
    struct by_daily_train train;
    struct by_set left;
    int n = 0;

    by_daily_train_of(day, &train);
    page.text[n++] = (char)train.engine;
    for (left = train.hand; !by_set_empty(&left);)
        page.text[n++] = (char)by_set_take(&left);
    memcpy(page.text + n, train.best.tile, train.best.n);
    return train.best.n;
}

/* Makes the daily for the date in the text buffer; `count` is the number of puzzles. Returns -1 if the text is not a
 * date. For a puzzle, returns its index. */
int WEB(by_web_daily)(int what, int count)
{
    int32_t day;

    if (!by_day_read(page.text, &day))
        return -1;
    if (what == BY_DAILY_CASTLE)
        return castle_of(day);
    return what == BY_DAILY_TRAIN ? train_of(day) : by_daily_puzzle(day, count);
}

/* Writes lines of text: why one of a seat's moves is better than another (both given by index), the inferences about
 * the other hands, and every legal move in words. */
void WEB(by_web_reason)(int seat, int move, int other)
{
    struct by_text t = by_text_in(page.text, BY_WEB_TEXT, page.language);

    study.d = (struct by_decision){ .view = &study.view,
                                    .past = &study.past,
                                    .moves = study.moves,
                                    .names = page.names,
                                    .you = 1u << seat,
                                    .n = by_moves(&page.table.state, seat, study.moves) };
    by_table_view(&page.table, seat, &study.view);
    by_table_past(&page.table, heard, &study.past);
    page.text[0] = '\0';
    if (move < study.d.n && other < study.d.n)
        by_reasons_say(&study.d, move, other, &t);
    by_put_char(&t, '\n');
    by_known_say(&study.d, &t);
    for (int i = 0; i < study.d.n; i++) {
        by_put_char(&t, '\n');
        by_move_say(&study.d, study.moves[i], &t);
    }
}
