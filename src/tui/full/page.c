/* SPDX-License-Identifier: MIT */
/* page.c: shows scrolling pages that cover the table: the rules and keys, the scores, the log and the review. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/explain.h"
#include "boneyard/terms.h"
#include "boneyard/text.h"
#include "page.h"
#include "keys.h"
#include "show.h"
#include "cli/review.h"
#include "tui/best.h"
#include "util/memory.h"
#include "util/tell.h"

#define PAGE_WIDTH 100 /* columns; longer lines are hard to read */
#define ABREAST 69     /* columns for the seats in the table of rounds on the smallest screen */
#define SHORT 19       /* tiles whose text is longer than this many bytes get a line to themselves */

static void add(struct by_full *f, enum by_ink ink, int indent, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void add(struct by_full *f, enum by_ink ink, int indent, const char *format, ...)
{
    char text[2048];
    va_list args;

    va_start(args, format);
    /* NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized): clang-tidy 14 loses track of va_start after four
     * parameters */
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (f->parts == f->part_room) {
        f->part_room = 2 * f->part_room + 64;
        f->part = by_sure(realloc(f->part, (size_t)f->part_room * sizeof *f->part));
    }
    f->part[f->parts++] = (struct by_page_part){ by_sure(strdup(text)), ink, indent };
}

static void tell(struct by_full *f, enum by_ink ink, int indent, const char *id, const struct by_part *parts)
{
    char text[2048];
    struct by_text t = by_tell_on(text, sizeof text);

    by_tell_put(&t, id, parts);
    add(f, ink, indent, "%s", text);
}

/* ---- Rules and keys ----------------------------------------------------------------------- */

static void fill_help(struct by_full *f)
{
    const char *section = "", *word, *about;
    char rules[BY_CONFIG_TEXT], name[BY_FIT_TEXT];
    struct by_paragraph p;
    uint32_t sign;
    int wide = 0;

    tell(f, BY_INK_STRONG, 0, "tui.help.keys", NULL);
    tell(f, BY_INK_TEXT, 2, "tui.help.how", NULL);
    for (int i = 0; by_full_key(i, &sign, &word, &about); i++)
        wide = by_canvas_width(word) > wide ? by_canvas_width(word) : wide;
    for (int i = 0; by_full_key(i, &sign, &word, &about); i++)
        add(f, BY_INK_TEXT, 2, "%c  %s %s", (int)sign, by_full_fit(word, wide, name), about);
    add(f, BY_INK_TEXT, 0, "%s", "");
    tell(f, BY_INK_STRONG, 0, "tui.help.rules", NULL);
    by_config_print(&f->view.rules, rules, sizeof rules);
    add(f, BY_INK_QUIET, 2, "%s", rules);
    for (int i = 0; by_explain(&f->view.rules, i, by_tell_language(), &p); i++) {
        if (strcmp(section, p.section) != 0) {
            add(f, BY_INK_TEXT, 0, "%s", "");
            add(f, BY_INK_STRONG, 0, "%s", p.section);
        }
        section = p.section;
        add(f, BY_INK_TEXT, 2, "%s  (%s)", p.text, p.number);
    }
}

/* ---- Scores ------------------------------------------------------------------------------- */

/* Sorts seats by their gains in the round, highest first, or lowest first if low scores win. */
static void rank(const struct by_full *f, const struct by_result *r, int order[BY_SEATS])
{
    int sign = by_families[f->view.family]->low_wins ? -1 : 1;

    for (int i = 0; i < f->view.players; i++) {
        int k = i;

        for (; k > 0 && sign * r->gain[order[k - 1]] < sign * r->gain[i]; k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
}

/* Returns whether to show a hand: one that adds to the bonus, or any hand if no seat takes a bonus. */
static bool counted(const struct by_sum *sum, int seat)
{
    for (int i = 0; i < sum->n; i++)
        if (sum->share[i].seat == seat && !sum->share[i].less)
            return true;
    return sum->points == 0;
}

/* Adds "You 27 + West 7 + East 12 = 46": the pips in the hands that count. */
static void add_sum(struct by_full *f, const struct by_result *r, const struct by_sum *bonus)
{
    char text[1024];
    struct by_text t = by_tell_on(text, sizeof text);
    int sum = 0, hands = 0;

    for (int i = 0; i < f->view.players; i++) {
        int pips = by_set_pips(&r->hand[i]);

        if (by_set_empty(&r->hand[i]) || !counted(bonus, i))
            continue;
        by_put(&t, hands > 0 ? " + " : "");
        by_put(&t, by_full_called(f, i));
        by_put_char(&t, ' ');
        by_put_int(&t, pips);
        sum += pips;
        hands++;
    }
    if (hands > 1) {
        by_put(&t, " = ");
        by_put_int(&t, sum);
    }
    if (hands > 0)
        tell(f, BY_INK_TEXT, 0, "tui.sheet.left", BY_PARTS(BY_WORDS(text), BY_NUMBER(sum)));
    for (int i = 0; i < f->view.players; i++)
        if (f->view.rules.opt[BY_BLANK_PENALTY] != 0 && by_set_has(&r->hand[i], by_tile_of(0, 0)))
            tell(f, BY_INK_TEXT, 0, "tui.sheet.blank",
                 BY_PARTS(BY_SEAT_AS(by_session_names(f->s)[i], i == by_session_you(f->s)),
                          BY_NUMBER(f->view.rules.opt[BY_BLANK_PENALTY])));
}

/* For line games: adds the seat that takes the bonus, and the calculation of the bonus from the sum. */
static void add_bonus(struct by_full *f, const struct by_result *r)
{
    const int32_t *opt = f->view.rules.opt;
    char text[600];
    struct by_text t = by_tell_on(text, sizeof text);
    struct by_sum sum;
    bool any = by_sum_of(&f->view.rules, r, &sum);

    add_sum(f, r, &sum);
    if (sum.points == 0) {
        if (any)
            tell(f, BY_INK_STRONG, 0, "tui.sheet.nobody", NULL);
        return;
    }
    for (uint32_t takers = sum.takers; takers != 0; takers &= takers - 1) {
        by_put(&t, by_full_called(f, __builtin_ctz(takers)));
        if ((takers & (takers - 1)) != 0)
            by_put_words(&t, BY_SAY_AND, NULL);
    }
    by_tell_put(&t, "tui.sheet.bonus", BY_PARTS(BY_NUMBER(sum.points)));
    if (r->end == BY_ENDED_BLOCKED && opt[BY_BLOCKED] == BY_BLOCKED_DIFFERENCE)
        by_tell_put(&t, "tui.sheet.difference", NULL);
    if (opt[BY_PLAY_UNIT] != 0)
        by_tell_put(&t, "tui.sheet.nearest", NULL);
    if (opt[BY_BONUS_UNIT] == 5)
        by_tell_put(&t, "tui.sheet.fives", NULL);
    add(f, BY_INK_STRONG, 0, "%s.", text);
}

static void add_heading(struct by_full *f, bool plays)
{
    char cell[4][BY_FIT_TEXT];

    add(f, BY_INK_QUIET, 0, "%-16s%s %s %s %s   %s", "",
        by_full_fit(plays ? by_tell("tui.sheet.play") : "", -8, cell[0]),
        by_full_fit(by_tell("tui.sheet.round"), -9, cell[1]), by_full_fit(by_tell("tui.sheet.total"), -7, cell[2]),
        by_full_fit(by_tell("tui.sheet.pips"), -7, cell[3]), by_tell("tui.sheet.tiles"));
}

/* Adds one round: the seat that went out, the remaining tiles, and each seat's gain. */
static void add_round(struct by_full *f, const struct by_result *r, const struct by_result *before)
{
    bool plays = f->view.rules.opt[BY_PLAY_UNIT] != 0;
    int order[BY_SEATS] = { 0 };
    char tiles[800], name[BY_FIT_TEXT];

    rank(f, r, order);
    add_heading(f, plays);
    for (int k = 0; k < f->view.players; k++) {
        int i = order[k];
        struct by_set hand = r->hand[i];
        struct by_text t = by_tell_on(tiles, sizeof tiles);
        char play[16] = "";

        while (!by_set_empty(&hand)) {
            by_put_tile(&t, by_set_take(&hand), false);
            by_put(&t, by_set_empty(&hand) ? "" : " ");
        }
        by_full_fit(by_full_called(f, i), 16, name);
        if (plays) /* points scored in play */
            snprintf(play, sizeof play, "%+d",
                     (int)(r->score[i] - r->gain[i] - (before == NULL ? 0 : before->score[i])));
        const char *shown = "";

        if (t.used == 0)
            shown = by_tell("tui.sheet.none");
        else if (t.used <= SHORT)
            shown = tiles;
        add(f, r->end == BY_ENDED_OUT && r->seat == i ? BY_INK_STRONG : BY_INK_TEXT, 0, "%s%8s%+10d%8d%8d   %s", name,
            play, (int)r->gain[i], (int)r->score[i], by_set_pips(&r->hand[i]), shown);
        if (t.used > SHORT) /* puts the tiles on a separate line, wrapped under the name */
            add(f, BY_INK_QUIET, 18, "%s", tiles);
    }
    add(f, BY_INK_TEXT, 0, "%s", "");
    add_bonus(f, r);
}

/* Adds a line to the table of rounds: each seat's gain, as the difference of two scores. */
static void add_scores(struct by_full *f, enum by_ink ink, const char *label, const int32_t *score,
                       const int32_t *before, const int seats[2])
{
    int wide = by_full_name_width(f, 8);

    char line[512], cell[BY_FIT_TEXT];
    int used = snprintf(line, sizeof line, "%s", by_full_fit(label, 7, cell));

    for (int i = seats[0]; i < seats[1]; i++)
        used += snprintf(line + used, sizeof line - (size_t)used, "%*d", wide + 1,
                         (int)(score[i] - (before == NULL ? 0 : before[i])));
    add(f, ink, 0, "%s", line);
}

/* Adds every round, including the current one, for the seats from seats[0] up to seats[1]. */
static void add_rounds(struct by_full *f, const int seats[2])
{
    int n = by_session_results(f->s), wide = by_full_name_width(f, 8);
    const int32_t *before = NULL;
    char line[512], cell[BY_FIT_TEXT];
    int used = snprintf(line, sizeof line, "%s", by_full_fit(by_tell("tui.sheet.rounds"), 7, cell));

    for (int i = seats[0]; i < seats[1]; i++)
        used +=
            snprintf(line + used, sizeof line - (size_t)used, " %s", by_full_fit(by_full_called(f, i), -wide, cell));
    add(f, BY_INK_QUIET, 0, "%s", line);
    for (int k = 0; k < n; k++) {
        const struct by_result *r = by_session_result(f->s, k);

        snprintf(line, sizeof line, "%u", (unsigned)r->round);
        add_scores(f, BY_INK_TEXT, line, r->score, before, seats);
        before = r->score;
    }
    if (f->view.round > (uint32_t)n) {
        snprintf(line, sizeof line, "%u", (unsigned)f->view.round);
        add_scores(f, BY_INK_QUIET, line, f->view.score, before, seats);
    }
    add_scores(f, BY_INK_STRONG, by_tell("tui.sheet.now"), f->view.score, NULL, seats);
}

/* Adds as many seats side by side as fit on the smallest screen, and the others below them. */
static void add_game(struct by_full *f)
{
    int players = f->view.players, most = ABREAST / (by_full_name_width(f, 8) + 1);
    int rows = (players + most - 1) / most, abreast = (players + rows - 1) / rows;

    for (int i = 0; i < players; i += abreast) {
        if (i > 0)
            add(f, BY_INK_TEXT, 0, "%s", "");
        add_rounds(f, (int[2]){ i, i + abreast < players ? i + abreast : players });
    }
}

/* Adds the time taken in Castle Rock. */
static void add_castle(struct by_full *f)
{
    int64_t ms = by_session_elapsed(f->s);
    char seconds[16];

    for (int k = 0; k < by_session_results(f->s); k++) {
        const struct by_result *r = by_session_result(f->s, k);

        tell(f, BY_INK_TEXT, 0, "tui.castle.round",
             BY_PARTS(BY_NUMBER(r->round), BY_NUMBER(r->end == BY_ENDED_OUT), BY_NUMBER(r->gain[0])));
    }
    tell(f, BY_INK_TEXT, 0, "tui.castle.taken", BY_PARTS(BY_NUMBER(f->view.now.of.castle.removed)));
    snprintf(seconds, sizeof seconds, "%02d", (int)(ms / 1000 % 60));
    if (ms >= 0)
        tell(f, BY_INK_TEXT, 0, "tui.castle.time", BY_PARTS(BY_NUMBER(ms / 60000), BY_WORDS(seconds)));
}

/* Adds the best results with these rules. */
static void add_best(struct by_full *f)
{
    struct by_best list[BY_BEST_KEPT];
    int here, n = by_best_add(f->s, list, &here);

    for (int i = 0; i < n; i++) {
        char line[200];
        struct by_text t = by_tell_on(line, sizeof line);

        if (i == 0) {
            add(f, BY_INK_TEXT, 0, "%s", "");
            add(f, BY_INK_STRONG, 0, "%s", by_tell("tui.best"));
        }
        by_best_put(list, i, here, &t);
        add(f, i == here ? BY_INK_TURN : BY_INK_TEXT, 2, "%s", line);
    }
}

/* Adds the sentences since the last move, which describe the end of the round and of the game. */
static void add_ending(struct by_full *f)
{
    bool over = f->view.now.phase == BY_GAME_OVER;

    for (int i = 0; i < by_session_log(f->s)->n; i++) {
        const struct by_line_said *line = &by_session_log(f->s)->line[i];

        if (line->round == f->view.round && (line->kind == BY_EV_ROUND_END || line->kind == BY_EV_GAME_END))
            add(f, line->kind == BY_EV_GAME_END ? BY_INK_TURN : BY_INK_LAST, 0, "%s", line->text);
    }
    add(f, BY_INK_TEXT, 0, "%s", over ? by_tell("tui.sheet.again") : "");
    if (over)
        add(f, BY_INK_TEXT, 0, "%s", "");
}

static void fill_scores(struct by_full *f)
{
    int n = by_session_results(f->s);

    if (f->view.now.phase != BY_PLAYING)
        add_ending(f);
    if (by_families[f->view.family]->solitaire) {
        add_castle(f);
        add_best(f);
        return;
    }
    if (n > 0) {
        tell(f, BY_INK_STRONG, 0, "tui.sheet.title", BY_PARTS(BY_NUMBER(by_session_result(f->s, n - 1)->round)));
        add_round(f, by_session_result(f->s, n - 1), n > 1 ? by_session_result(f->s, n - 2) : NULL);
        add(f, BY_INK_TEXT, 0, "%s", "");
    }
    tell(f, BY_INK_STRONG, 0, by_families[f->view.family]->low_wins ? "tui.sheet.lowest" : "tui.sheet.target",
         BY_PARTS(BY_NUMBER(f->view.rules.opt[BY_TARGET])));
    add_game(f);
}

static void fill_log(struct by_full *f)
{
    const struct by_log *log = by_session_log(f->s);

    for (int i = 0, moves = 0; i < log->n;) {
        const struct by_line_said *line = &log->line[i];
        int ink = BY_INK_LAST;
        char text[1024];

        i += by_log_numbered(log, i, &moves, text, sizeof text);

        if (line->kind == BY_EV_ROUND)
            ink = BY_INK_STRONG;
        else if (line->kind == BY_EV_MOVE)
            ink = BY_INK_TEXT;
        add(f, ink, line->kind == BY_EV_ROUND ? 0 : 2, "%s", text);
    }
}

/* Adds one paragraph of a review. */
static void add_review(void *context, enum by_review_part part, int number, const char *words)
{
    struct by_full *f = context;

    if (part == BY_REVIEW_HEADING)
        add(f, BY_INK_TEXT, 0, "%s", "");
    if (part == BY_REVIEW_MOVE)
        add(f, BY_INK_LAST, 0, "%d. %s", number, words);
    else
        add(f, part == BY_REVIEW_HEADING ? BY_INK_STRONG : BY_INK_TEXT, part == BY_REVIEW_ABOUT ? 4 : 0, "%s", words);
}

/* ---- Opening, showing, scrolling ---------------------------------------------------------- */

void by_full_close(struct by_full *f)
{
    while (f->parts > 0)
        free(f->part[--f->parts].text);
    f->page = BY_PAGE_NONE;
}

void by_full_open(struct by_full *f, enum by_full_page page)
{
    by_full_close(f);
    f->page = page;
    f->scroll = page == BY_PAGE_LOG ? 1 << 20 : 0; /* starts at the end, where the newest lines are */
    if (page == BY_PAGE_HELP)
        fill_help(f);
    else if (page == BY_PAGE_SCORES)
        fill_scores(f);
    else if (page == BY_PAGE_REVIEW)
        by_review_match(by_session_finished(f->s), by_session_stop(f->s), add_review, f);
    else
        fill_log(f);
}

void by_full_scroll(struct by_full *f, int lines) { f->scroll += lines; }

/* Draws one part at row y of the page, which may be off the screen. Returns the number of lines. */
static int show_part(struct by_canvas *c, const struct by_page_part *p, int x, int y, int width, int top, int rows)
{
    int skip = y < top ? top - y : 0, at = y < top ? top : y, left = at < top + rows ? top + rows - at : 0;

    if (p->text[0] == '\0')
        return 1;
    return by_canvas_wrap(c, x + p->indent, at, width - p->indent, left, skip, p->ink, p->text);
}

void by_full_page_show(struct by_full *f, int x, int y, int width, int height)
{
    static const char *const titles[] = { NULL, "tui.page.help", "tui.panel.scores", "tui.panel.events",
                                          "tui.page.review" };
    struct by_canvas *c = &f->canvas, nothing = { 0 };
    char text[200];
    struct by_text t = by_tell_on(text, sizeof text);
    int wide = width - 4 < PAGE_WIDTH ? width - 4 : PAGE_WIDTH, left = x + (width - wide) / 2, lines = 0, last;

    f->page_rows = height - 3;
    for (int i = 0; i < f->parts; i++)
        lines += show_part(&nothing, &f->part[i], 0, 0, wide, 0, 0);
    f->page_lines = lines;
    if (f->scroll > lines - f->page_rows)
        f->scroll = lines - f->page_rows;
    if (f->scroll < 0)
        f->scroll = 0;
    by_canvas_fill(c, x, y, width, height, ' ', BY_INK_TEXT);
    by_canvas_put(c, left, y, wide, BY_INK_STRONG, by_tell(titles[f->page]));
    last = f->scroll + f->page_rows;
    lines = y + 2 - f->scroll;
    for (int i = 0; i < f->parts; i++)
        lines += show_part(c, &f->part[i], left, lines, wide, y + 2, f->page_rows);
    if (lines > y + 2 + f->page_rows || f->scroll > 0) {
        by_tell_put(&t, "tui.page.lines",
                    BY_PARTS(BY_NUMBER(f->scroll + 1), BY_NUMBER(last < f->page_lines ? last : f->page_lines),
                             BY_NUMBER(f->page_lines)));
        by_canvas_put(c, left, y + height - 1, wide, BY_INK_QUIET, text);
    }
}
