/* SPDX-License-Identifier: MIT */
/* screen_draw.c: draws the start screen on a canvas: one scrolling column, or two if there is space.
 *
 * The lists consist of rows: headings, fields and lines of text. Rows are built once for the requested height, scrolled
 * to the focus, and drawn. */
#include <limits.h>
#include <string.h>

#include "boneyard/explain.h"
#include "boneyard/text.h"
#include "screen.h"
#include "util/tell.h"

enum { ROWS = 256, WIDE = 132, SEATS = 14, LABELS = 34, VALUES = 28, SITTER = 16, FOOT = 4, TALL = 34 };

enum row_kind { ROW_BLANK, ROW_HEAD, ROW_FIELD, ROW_BLURB, ROW_SHEET };

struct row {
    uint8_t kind, field; /* field: an index into by_form_fields */
    int16_t line;        /* line number within text that takes several rows */
    const char *words;   /* the text of a heading */
};

struct list {
    struct row row[ROWS];
    int n, x, width;
};

struct picture {
    struct by_starting *s;
    struct by_canvas *c;
    struct by_form_field field[BY_FORM_FIELDS];
    int fields, *cursor_x, *cursor_y;
    int labels, names;      /* columns for option labels, and for game names */
    struct by_names called; /* the players */
    bool wide, tall;
    struct list list[2]; /* the games, and the other fields; with one column, all are in the first list */
};

/* ---- Building the lists ----------------------------------------------------------------------- */

static void add(struct list *l, enum row_kind kind, int field, int line, const char *words)
{
    if (l->n < ROWS)
        l->row[l->n++] = (struct row){ (uint8_t)kind, (uint8_t)field, (int16_t)line, words };
}

static void add_game(struct picture *p, struct list *l, int i)
{
    int game = p->field[i].at, lines;

    if (p->tall && (game == 0 || strcmp(by_form_group(game), by_form_group(game - 1)) != 0)) {
        add(l, ROW_BLANK, i, 0, NULL);
        add(l, ROW_HEAD, i, 0, by_form_group(game));
    } else if (game == 0) {
        add(l, ROW_HEAD, i, 0, by_tell("tui.start.title"));
    }
    add(l, ROW_FIELD, i, 0, NULL);
    if (!p->wide || !p->tall)
        return;
    lines =
        by_canvas_wrap(p->c, 0, 0, l->width - 4, 0, 0, BY_INK_QUIET, by_tell_of("game", by_games[game]->key, "about"));
    for (int line = 0; line < lines; line++)
        add(l, ROW_BLURB, i, line, NULL);
}

static void add_sheet(struct picture *p, struct list *l, int i)
{
    int lines;

    if (!p->wide)
        add(l, ROW_BLANK, i, 0, NULL);
    add(l, ROW_FIELD, i, 0, NULL);
    lines = by_canvas_wrap(p->c, 0, 0, l->width - SEATS - 2, 0, 0, BY_INK_QUIET,
                           by_form_sheet_about(p->s->form.game, p->s->form.sheet));
    for (int line = 0; line < lines; line++)
        add(l, ROW_SHEET, i, line, NULL);
}

/* Adds a field, with a heading before the first field about players and before the first other option. */
static void add_rest(struct picture *p, struct list *l, int i)
{
    const struct by_form_field *now = &p->field[i], *before = &p->field[i - 1];
    bool seats = now->kind == BY_FIELD_SEAT || now->at == BY_PLAYERS;

    if (before->kind == BY_FIELD_SHEET || (now->kind == BY_FIELD_OPTION && before->kind == BY_FIELD_SEAT)) {
        add(l, ROW_BLANK, i, 0, NULL);
        add(l, ROW_HEAD, i, 0, by_tell(seats ? "tui.start.who" : "tui.start.options"));
    }
    add(l, ROW_FIELD, i, 0, NULL);
}

static void list_rows(struct picture *p)
{
    struct list *games = &p->list[0], *rest = &p->list[p->wide ? 1 : 0];

    games->n = rest->n = 0;
    for (int i = 0; i < p->fields; i++) {
        switch (p->field[i].kind) {
        case BY_FIELD_KEPT:
            add(games, ROW_FIELD, i, 0, NULL);
            add(games, ROW_BLANK, i, 0, NULL);
            break;
        case BY_FIELD_GAME: add_game(p, games, i); break;
        case BY_FIELD_SHEET: add_sheet(p, rest, i); break;
        case BY_FIELD_DEAL: break;
        default: add_rest(p, rest, i); break;
        }
    }
}

/* ---- One row ----------------------------------------------------------------------------------- */

static bool is_focus(const struct picture *p, int field) { return p->s->focus == field && !p->s->helping; }

static void tag(struct picture *p, int field, int part) { p->c->tag = (uint16_t)(1 + field * BY_PARTS + part); }

/* Returns the width in columns of an option's values side by side, or INT_MAX for a numeric option. */
static int values_width(const struct by_form *f, int id)
{
    char said[BY_FORM_SAID];
    int used = by_option_list[id].values == NULL ? INT_MAX : 0;
    int32_t nth;

    for (int n = 0; by_option_list[id].values != NULL && by_form_nth(f, id, n, &nth); n++) {
        by_form_said(id, nth, said);
        used += 2 + by_canvas_width(said);
    }
    return used;
}

/* Draws all values of a list with the chosen one marked, if they fit, or else a single value between clickable
 * marks. */
static int put_values(struct picture *p, int field, int x, int y, int width)
{
    const struct by_form *f = &p->s->form;
    int id = p->field[field].at, from = x;
    enum by_ink ink = is_focus(p, field) ? BY_INK_TURN : BY_INK_STRONG;
    bool all = values_width(f, id) <= width;
    char said[BY_FORM_SAID];
    int32_t nth;

    for (int n = 0; all && by_form_nth(f, id, n, &nth); n++) {
        bool chosen = nth == by_form_value(f, id);

        by_form_said(id, nth, said);
        tag(p, field, BY_PART_VALUE + n);
        x += by_canvas_print(p->c, x, y, -1, chosen ? ink : BY_INK_QUIET, chosen ? "‹%s›" : " %s ", said);
    }
    if (!all) {
        by_form_said(id, by_form_value(f, id), said);
        tag(p, field, BY_PART_LESS);
        x += by_canvas_put(p->c, x, y, 1, ink, "‹");
        tag(p, field, BY_PART_ROW);
        x += by_canvas_put(p->c, x, y, width - 2, ink, said);
        if (is_focus(p, field) && by_option_list[id].values == NULL) {
            *p->cursor_x = x;
            *p->cursor_y = y;
        }
        tag(p, field, BY_PART_MORE);
        x += by_canvas_put(p->c, x, y, 1, ink, "›");
    }
    tag(p, field, BY_PART_ROW);
    return x - from;
}

/* Draws an option. If space allows, a sentence follows the values: the refusal of the last change, if any, otherwise
 * the option's own sentence. */
static void put_option(struct picture *p, int field, int x, int y, int width)
{
    const struct by_form *f = &p->s->form;
    int id = p->field[field].at, labels = id == BY_PLAYERS ? SEATS : p->labels, used;
    bool wrong = f->fault.err != BY_OK && f->changed.kind == BY_FIELD_OPTION && f->changed.at == id;
    char words[512];
    struct by_text t = by_tell_on(words, sizeof words);

    by_canvas_put(p->c, x, y, labels - 1, is_focus(p, field) ? BY_INK_STRONG : BY_INK_TEXT, by_form_label(id));
    x += labels;
    width -= labels;
    used = put_values(p, field, x, y, width);
    if (wrong && width - used > 4)
        by_canvas_put(p->c, x + used + 1, y, 2, BY_INK_REFUSED, "!");
    used = used + 2 < VALUES && p->wide ? VALUES : used + 2;
    if (wrong)
        by_put(&t, p->wide ? f->fault.text : "");
    else if (p->wide)
        by_form_about(f, id, &t);
    else if (by_option_list[id].values == NULL)
        t.used = by_option_allowed(&f->rules, id, t.language, words, sizeof words);
    if (by_canvas_width(words) <= width - used)
        by_canvas_put(p->c, x + used, y, width - used, wrong ? BY_INK_REFUSED : BY_INK_QUIET, words);
}

static void put_seat(struct picture *p, int field, int x, int y, int width)
{
    const struct by_sitter *who = &p->s->form.seat[p->field[field].at];
    enum by_ink ink = is_focus(p, field) ? BY_INK_TURN : BY_INK_STRONG;
    int at = x + SEATS;
    char words[120];
    struct by_text t = by_tell_on(words, sizeof words);

    by_canvas_put(p->c, x, y, SEATS - 1, is_focus(p, field) ? BY_INK_STRONG : BY_INK_TEXT,
                  p->called.at[p->field[field].at]);
    tag(p, field, BY_PART_LESS);
    at += by_canvas_put(p->c, at, y, 1, ink, "‹");
    tag(p, field, BY_PART_ROW);
    if (who->bot != NULL) {
        by_tell_put(&t, "tui.start.bot", BY_PARTS(BY_WORDS(by_tell_of("bot", who->bot->key, "name"))));
        at += by_canvas_put(p->c, at, y, width, ink, words);
    } else if (p->s->naming && is_focus(p, field)) {
        at += by_canvas_put(p->c, at, y, width, ink, who->name);
        *p->cursor_x = at;
        *p->cursor_y = y;
        at += by_canvas_put(p->c, at, y, 1, ink, " ");
    } else {
        at += by_canvas_put(p->c, at, y, width, ink, who->name[0] != '\0' ? who->name : by_tell("tui.start.person"));
    }
    tag(p, field, BY_PART_MORE);
    at += by_canvas_put(p->c, at, y, 1, ink, "›");
    tag(p, field, BY_PART_ROW);
    at = at + 2 < x + SEATS + SITTER ? x + SEATS + SITTER : at + 2;
    by_canvas_put(p->c, at, y, x + width - at, BY_INK_QUIET,
                  who->bot != NULL ? by_tell_of("bot", who->bot->key, "about") : by_tell("tui.start.here"));
}

static void put_sheet(struct picture *p, int field, int x, int y, int width)
{
    const struct by_form *f = &p->s->form;
    enum by_ink ink = is_focus(p, field) ? BY_INK_TURN : BY_INK_STRONG;
    int at = x + SEATS;

    char count[40];

    by_canvas_put(p->c, x, y, SEATS - 1, BY_INK_STRONG, by_tell("tui.start.sheet"));
    tag(p, field, BY_PART_LESS);
    at += by_canvas_put(p->c, at, y, 1, ink, "‹");
    tag(p, field, BY_PART_ROW);
    at += by_canvas_put(p->c, at, y, x + width - at, ink,
                        by_tell_of("sheet", by_games[f->game]->presets[f->sheet].sheet, "name"));
    tag(p, field, BY_PART_MORE);
    at += by_canvas_put(p->c, at, y, 1, ink, "›");
    tag(p, field, BY_PART_ROW);
    if (by_form_sheets(f->game) > 1) {
        struct by_text t = by_tell_on(count, sizeof count);

        by_tell_put(&t, "tui.start.sheet.of", BY_PARTS(BY_NUMBER(f->sheet + 1), BY_NUMBER(by_form_sheets(f->game))));
        by_canvas_put(p->c, at + 2, y, x + width - at - 2, BY_INK_QUIET, count);
    }
}

static void put_game(struct picture *p, int field, int x, int y, int width)
{
    int game = p->field[field].at;
    const struct by_preset *preset = by_games[game]->presets;
    bool chosen = game == p->s->form.game;
    char words[300];
    struct by_text t = by_tell_on(words, sizeof words);
    enum by_ink ink = is_focus(p, field) ? BY_INK_TURN : chosen ? BY_INK_STRONG : BY_INK_TEXT;

    by_canvas_put(p->c, x, y, 2, ink, chosen ? "● " : "  ");
    by_canvas_put(p->c, x + 2, y, p->names - 1, ink, by_tell_of("game", by_games[game]->key, "name"));
    if (!p->wide || !p->tall)
        by_put(&t, by_tell_of("game", by_games[game]->key, "about"));
    else if (preset->fewest == preset->most)
        by_tell_put(&t, "tui.start.one", NULL);
    else
        by_put_words(&t, BY_SAY_RANGE, BY_PARTS(BY_NUMBER(preset->fewest), BY_NUMBER(preset->most)));
    by_canvas_put(p->c, x + 2 + p->names, y, width - 2 - p->names, BY_INK_QUIET, words);
}

static void put_field(struct picture *p, const struct row *row, int x, int y, int width)
{
    enum by_ink ink = is_focus(p, row->field) ? BY_INK_TURN : BY_INK_STRONG;
    char kept[1100];
    struct by_text t = by_tell_on(kept, sizeof kept);

    if (is_focus(p, row->field))
        by_canvas_sign(p->c, x, y, 0x25b8, BY_INK_STRONG);
    switch (p->field[row->field].kind) {
    case BY_FIELD_KEPT:
        by_tell_put(&t, "tui.start.continue", BY_PARTS(BY_WORDS(p->s->form.kept)));
        by_canvas_put(p->c, x + 2, y, width - 2, ink, kept);
        break;
    case BY_FIELD_GAME: put_game(p, row->field, x + 2, y, width - 2); break;
    case BY_FIELD_SHEET: put_sheet(p, row->field, x + 2, y, width - 2); break;
    case BY_FIELD_SEAT: put_seat(p, row->field, x + 2, y, width - 2); break;
    default: put_option(p, row->field, x + 2, y, width - 2); break;
    }
}

static void put_row(struct picture *p, const struct row *row, int x, int y, int width)
{
    if (row->kind == ROW_HEAD) {
        by_canvas_put(p->c, x, y, width, BY_INK_STRONG, row->words);
        return;
    }
    if (row->kind == ROW_BLANK)
        return;
    tag(p, row->field, BY_PART_ROW);
    if (row->kind == ROW_FIELD) {
        by_canvas_fill(p->c, x, y, width, 1, ' ', BY_INK_TEXT);
        put_field(p, row, x, y, width);
    } else if (row->kind == ROW_SHEET) {
        by_canvas_wrap(p->c, x + 2 + SEATS, y, width - SEATS - 2, 1, row->line, BY_INK_QUIET,
                       by_form_sheet_about(p->s->form.game, p->s->form.sheet));
    } else {
        by_canvas_wrap(p->c, x + 4, y, width - 4, 1, row->line, BY_INK_QUIET,
                       by_tell_of("game", by_games[p->field[row->field].at]->key, "about"));
    }
    p->c->tag = 0;
}

/* ---- The whole screen --------------------------------------------------------------------------- */

/* Scrolls the list so that the focus is visible, with a row to spare. */
static void scroll_to(const struct picture *p, const struct list *l, int height, int *scroll)
{
    int first = -1, last = -1, spare = height > 8;

    for (int i = 0; i < l->n; i++)
        if (l->row[i].field == p->s->focus) {
            first = first < 0 || l->row[first].kind != ROW_FIELD ? i : first;
            last = i;
        }
    if (first >= 0 && last + spare >= *scroll + height)
        *scroll = last + spare + 1 - height;
    if (first >= 0 && first - spare < *scroll)
        *scroll = first - spare;
    if (*scroll > l->n - height)
        *scroll = l->n - height;
    if (*scroll < 0)
        *scroll = 0;
}

static void put_list(struct picture *p, int column, int height)
{
    const struct list *l = &p->list[column];
    int *scroll = &p->s->scroll[column];

    scroll_to(p, l, height, scroll);
    for (int i = 0; i < height && *scroll + i < l->n; i++)
        put_row(p, &l->row[*scroll + i], l->x, 1 + i, l->width);
    if (*scroll > 0)
        by_canvas_put(p->c, l->x + l->width - 1, 1, 1, BY_INK_KEY, "↑");
    if (*scroll + height < l->n)
        by_canvas_put(p->c, l->x + l->width - 1, height, 1, BY_INK_KEY, "↓");
}

static void put_bar(struct picture *p, const char *title)
{
    const char *explains = by_tell("tui.start.explains"), *leaves = by_tell("tui.start.leaves");
    struct by_canvas *c = p->c;
    int x = c->width - 8 - by_canvas_width(explains) - by_canvas_width(leaves);

    by_canvas_fill(c, 0, 0, c->width, 1, ' ', BY_INK_BAR);
    by_canvas_put(c, 1, 0, x - 2, BY_INK_BAR, title);
    c->tag = BY_TAG_PRESS + '?';
    x += by_canvas_put(c, x, 0, -1, BY_INK_KEY, "?");
    x += by_canvas_print(c, x, 0, -1, BY_INK_BAR, " %s ", explains) + 2;
    c->tag = BY_TAG_PRESS + 'q';
    x += by_canvas_put(c, x, 0, -1, BY_INK_KEY, "q");
    by_canvas_print(c, x, 0, -1, BY_INK_BAR, " %s ", leaves);
    c->tag = 0;
}

/* Writes help for the field with the focus. A refusal comes first, wherever the focus is. */
static void about(const struct picture *p, char *out, size_t size)
{
    const struct by_form_field *at = &p->field[p->s->focus];
    struct by_text t = by_tell_on(out, size);
    const char *id = "tui.start.deals";

    switch (at->kind) {
    case BY_FIELD_KEPT: id = "tui.start.kept"; break;
    case BY_FIELD_GAME:
        by_put(&t, by_tell_of("game", by_games[at->at]->key, "name"));
        by_put(&t, ": ");
        by_put(&t, by_tell_of("game", by_games[at->at]->key, "about"));
        by_put(&t, ". ");
        id = "tui.start.game";
        break;
    case BY_FIELD_SHEET: id = "tui.start.sheets"; break;
    case BY_FIELD_SEAT:
        if (p->s->form.seat[at->at].bot != NULL)
            id = "tui.start.change";
        else
            id = p->s->naming ? "tui.start.naming" : "tui.start.name";
        break;
    case BY_FIELD_OPTION: by_form_about(&p->s->form, at->at, &t); return;
    default: break;
    }
    by_tell_put(&t, id, NULL);
}

static void put_foot(struct picture *p)
{
    const char *button = by_tell("tui.start.deal");
    struct by_canvas *c = p->c;
    const struct by_form *f = &p->s->form;
    int y = c->height - FOOT, x = c->width - by_canvas_width(button) - 5;
    bool wrong = f->fault.err != BY_OK;
    char words[BY_FORM_WORDS];

    by_canvas_fill(c, 0, y, c->width, 1, 0x2500, BY_INK_QUIET);
    if (!wrong)
        about(p, words, sizeof words);
    by_canvas_wrap_cut(c, 2, y + 1, c->width - 4, 2, wrong ? BY_INK_REFUSED : BY_INK_TEXT,
                       wrong ? f->fault.text : words);
    by_canvas_fill(c, 0, c->height - 1, c->width, 1, ' ', BY_INK_BAR);
    by_form_words(f, words);
    by_canvas_put(c, 1, c->height - 1, x - 2, BY_INK_BAR, words);
    tag(p, p->fields - 1, BY_PART_ROW);
    by_canvas_print(c, x, c->height - 1, -1, is_focus(p, p->fields - 1) ? BY_INK_TURN : BY_INK_KEY, "  %s  ", button);
    c->tag = 0;
}

static void put_help(struct picture *p)
{
    struct by_starting *s = p->s;
    struct by_canvas *c = p->c;
    int width = c->width > 96 ? 92 : c->width - 4, height = c->height - 3;

    s->help_shown = height;
    s->help_rows = by_canvas_wrap(c, 2, 2, width, 0, 0, BY_INK_TEXT, s->help);
    if (s->skip > s->help_rows - height)
        s->skip = s->help_rows - height;
    if (s->skip < 0)
        s->skip = 0;
    by_canvas_wrap(c, 2, 1, width, height, s->skip, BY_INK_TEXT, s->help);
    by_canvas_fill(c, 0, c->height - 1, c->width, 1, ' ', BY_INK_BAR);
    by_canvas_put(c, 1, c->height - 1, -1, BY_INK_BAR,
                  by_tell(s->help_rows > height ? "tui.start.scroll" : "tui.start.back"));
}

static void name_players(struct picture *p)
{
    const struct by_form *f = &p->s->form;
    struct by_setup setup = { .rules = f->rules };

    setup.rules.opt[BY_PLAYERS] = by_form_players(f);
    memcpy(setup.seat, f->seat, sizeof setup.seat);
    by_setup_names(&setup, &p->called);
}

static void measure(struct picture *p)
{
    p->labels = p->names = 0;
    for (int id = 0; id < BY_OPTIONS; id++) {
        int wide = by_canvas_width(by_form_label(id)) + 2;

        p->labels = wide > p->labels ? wide : p->labels;
    }
    p->labels = p->labels < LABELS ? p->labels : LABELS;
    for (int game = 0; game < BY_GAMES; game++) {
        int wide = by_canvas_width(by_tell_of("game", by_games[game]->key, "name")) + 2;

        p->names = wide > p->names ? wide : p->names;
    }
}

void by_starting_draw(struct by_starting *s, struct by_canvas *c, int *x, int *y)
{
    static struct picture p; /* static because the struct is large; only one screen is drawn at a time */
    int left;

    *x = *y = -1;
    p.s = s;
    p.c = c;
    p.cursor_x = x;
    p.cursor_y = y;
    p.fields = by_form_fields(&s->form, p.field);
    p.wide = c->width >= WIDE;
    p.tall = c->height >= TALL;
    measure(&p);
    name_players(&p);
    left = !p.wide ? c->width - 2 : c->width * 2 / 5 > 60 ? 60 : c->width * 2 / 5;
    p.list[0].x = 1;
    p.list[0].width = p.wide ? left : c->width - 2;
    p.list[1].x = left + 4;
    p.list[1].width = c->width - left - 5;
    c->tag = 0;
    by_canvas_fill(c, 0, 0, c->width, c->height, ' ', BY_INK_TEXT);
    if (s->helping) {
        put_bar(&p, by_tell("tui.start.help"));
        put_help(&p);
        return;
    }
    list_rows(&p);
    put_bar(&p, by_tell("tui.start.bar"));
    put_list(&p, 0, c->height - 1 - FOOT);
    if (p.wide) {
        by_canvas_fill(c, left + 2, 1, 1, c->height - 1 - FOOT, 0x2502, BY_INK_QUIET);
        put_list(&p, 1, c->height - 1 - FOOT);
    }
    put_foot(&p);
    if (*x >= c->width)
        *x = *y = -1;
}
