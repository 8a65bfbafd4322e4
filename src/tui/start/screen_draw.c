/* SPDX-License-Identifier: MIT */
/* screen_draw.c: the start screen on a canvas: one scrolling column, or two where there is room.
 *
 * The lists consist of rows: a heading, a field, a line of text. They are built once for the requested height, scrolled
 * to the focus, and drawn. */
#include <stdio.h>
#include <string.h>

#include "boneyard/explain.h"
#include "boneyard/text.h"
#include "screen.h"
#include "util/tell.h"

enum { ROWS = 256, WIDE = 132, KEYS = 14, VALUES = 28, SITTER = 16, FOOT = 4, TALL = 34 };

enum row_kind { ROW_BLANK, ROW_HEAD, ROW_FIELD, ROW_BLURB, ROW_DIFFERS };

struct row {
    uint8_t kind, field; /* field: a place in by_form_fields */
    int16_t line;        /* of the words that need several rows */
    const char *words;   /* of a heading */
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
    bool wide, tall;
    struct list list[2]; /* games; everything else (with one column, all is in the first) */
    char differs[512];
};

/* ---- What stands where ------------------------------------------------------------------------ */

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
        add(l, ROW_HEAD, i, 0, "What shall we play?");
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
    by_form_differs(p->s->form.game, p->s->form.sheet, p->differs, sizeof p->differs);
    lines = by_canvas_wrap(p->c, 0, 0, l->width - KEYS - 2, 0, 0, BY_INK_QUIET, p->differs);
    for (int line = 0; line < lines; line++)
        add(l, ROW_DIFFERS, i, line, NULL);
}

/* A heading precedes the first field about players, and the first other option. */
static void add_rest(struct picture *p, struct list *l, int i)
{
    const struct by_form_field *now = &p->field[i], *before = &p->field[i - 1];
    bool seats = now->kind == BY_FIELD_SEAT || now->at == BY_PLAYERS;

    if (before->kind == BY_FIELD_SHEET || (now->kind == BY_FIELD_OPTION && before->kind == BY_FIELD_SEAT)) {
        add(l, ROW_BLANK, i, 0, NULL);
        add(l, ROW_HEAD, i, 0, seats ? "Who plays" : "All options");
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

/* The values of a list with the chosen one marked; or a single value between clickable marks. */
static int put_values(struct picture *p, int field, int x, int y, int width)
{
    const struct by_form *f = &p->s->form;
    int id = p->field[field].at, from = x;
    enum by_ink ink = is_focus(p, field) ? BY_INK_TURN : BY_INK_STRONG;
    char value[24];
    int32_t nth;

    for (int n = 0; by_option_list[id].values != NULL && by_form_nth(f, id, n, &nth); n++) {
        bool chosen = nth == by_form_value(f, id);

        by_option_print(id, nth, value, sizeof value);
        tag(p, field, BY_PART_VALUE + n);
        x +=
            by_canvas_print(p->c, x, y, from + width - x, chosen ? ink : BY_INK_QUIET, chosen ? "‹%s›" : " %s ", value);
    }
    if (by_option_list[id].values == NULL) {
        by_option_print(id, by_form_value(f, id), value, sizeof value);
        tag(p, field, BY_PART_LESS);
        x += by_canvas_put(p->c, x, y, 1, ink, "‹");
        tag(p, field, BY_PART_ROW);
        x += by_canvas_print(p->c, x, y, width - 2, ink, "%s", value);
        if (is_focus(p, field)) {
            *p->cursor_x = x;
            *p->cursor_y = y;
        }
        tag(p, field, BY_PART_MORE);
        x += by_canvas_put(p->c, x, y, 1, ink, "›");
    }
    tag(p, field, BY_PART_ROW);
    return x - from;
}

/* The rules' sentence if the last change was refused, else the option's own. */
static void put_option(struct picture *p, int field, int x, int y, int width)
{
    const struct by_form *f = &p->s->form;
    int id = p->field[field].at, used;
    bool wrong = f->fault.err != BY_OK && f->changed.kind == BY_FIELD_OPTION && f->changed.at == id;
    bool number = by_option_list[id].values == NULL;
    char allowed[128];

    by_option_allowed(&f->rules, id, by_tell_language(), allowed, sizeof allowed);

    by_canvas_put(p->c, x, y, KEYS, is_focus(p, field) ? BY_INK_STRONG : BY_INK_TEXT, by_option_list[id].key);
    used = put_values(p, field, x + KEYS, y, width - KEYS);
    if (wrong && width - KEYS - used > 4)
        by_canvas_put(p->c, x + KEYS + used + 1, y, 2, BY_INK_REFUSED, "!");
    used += 2;
    if (!p->wide && number && !wrong)
        by_canvas_put(p->c, x + KEYS + used, y, width - KEYS - used, BY_INK_QUIET, allowed);
    if (!p->wide)
        return;
    used = used < VALUES ? VALUES : used;
    by_canvas_print(p->c, x + KEYS + used, y, width - KEYS - used, wrong ? BY_INK_REFUSED : BY_INK_QUIET, "%s%s%s",
                    wrong ? f->fault.text : by_option_about(id, by_tell_language()), number && !wrong ? ": " : "",
                    number && !wrong ? allowed : "");
}

static int people(const struct picture *p)
{
    int n = 0;

    for (int i = 0; i < by_form_players(&p->s->form); i++)
        n += p->s->form.seat[i].bot == NULL;
    return n;
}

static void put_seat(struct picture *p, int field, int x, int y, int width)
{
    const struct by_sitter *who = &p->s->form.seat[p->field[field].at];
    enum by_ink ink = is_focus(p, field) ? BY_INK_TURN : BY_INK_STRONG;
    int at = x + KEYS;

    by_canvas_print(p->c, x, y, KEYS, is_focus(p, field) ? BY_INK_STRONG : BY_INK_TEXT, "seat %d", p->field[field].at);
    tag(p, field, BY_PART_LESS);
    at += by_canvas_put(p->c, at, y, 1, ink, "‹");
    tag(p, field, BY_PART_ROW);
    if (who->bot != NULL) {
        at += by_canvas_print(p->c, at, y, width, ink, "bot, %s", who->bot->key);
    } else if (p->s->naming && is_focus(p, field)) {
        at += by_canvas_put(p->c, at, y, width, ink, who->name);
        *p->cursor_x = at;
        *p->cursor_y = y;
        at += by_canvas_put(p->c, at, y, 1, ink, " ");
    } else {
        const char *words = "a person";

        if (who->name[0] != '\0')
            words = who->name;
        else if (people(p) == 1)
            words = "you";
        at += by_canvas_put(p->c, at, y, width, ink, words);
    }
    tag(p, field, BY_PART_MORE);
    at += by_canvas_put(p->c, at, y, 1, ink, "›");
    tag(p, field, BY_PART_ROW);
    at = at + 2 < x + KEYS + SITTER ? x + KEYS + SITTER : at + 2;
    by_canvas_put(p->c, at, y, x + width - at, BY_INK_QUIET,
                  who->bot != NULL ? by_tell_of("bot", who->bot->key, "about") : "at this keyboard");
}

static void put_sheet(struct picture *p, int field, int x, int y, int width)
{
    const struct by_form *f = &p->s->form;
    enum by_ink ink = is_focus(p, field) ? BY_INK_TURN : BY_INK_STRONG;
    int at = x + KEYS;

    by_canvas_put(p->c, x, y, KEYS, BY_INK_STRONG, "Sheet");
    for (int i = 0; i < by_form_sheets(f->game); i++) {
        tag(p, field, BY_PART_VALUE + i);
        at += by_canvas_print(p->c, at, y, x + width - at, i == f->sheet ? ink : BY_INK_QUIET,
                              i == f->sheet ? "‹%s›" : " %s ", by_games[f->game]->presets[i].sheet);
    }
    tag(p, field, BY_PART_ROW);
    if (at + 42 < x + width && by_form_sheets(f->game) > 1)
        by_canvas_put(p->c, at + 2, y, x + width - at - 2, BY_INK_QUIET, "which sheet came with your set?");
}

static void put_game(struct picture *p, int field, int x, int y, int width)
{
    int game = p->field[field].at;
    const struct by_preset *preset = by_games[game]->presets;
    bool chosen = game == p->s->form.game;
    enum by_ink ink = is_focus(p, field) ? BY_INK_TURN : chosen ? BY_INK_STRONG : BY_INK_TEXT;

    by_canvas_put(p->c, x, y, 2, ink, chosen ? "● " : "  ");
    by_canvas_print(p->c, x + 2, y, 16, ink, "%s", by_tell_of("game", by_games[game]->key, "name"));
    if (!p->wide || !p->tall)
        by_canvas_put(p->c, x + 18, y, width - 18, BY_INK_QUIET, by_tell_of("game", by_games[game]->key, "about"));
    else if (preset->fewest == preset->most)
        by_canvas_put(p->c, x + 18, y, width - 18, BY_INK_QUIET, "for one");
    else
        by_canvas_print(p->c, x + 18, y, width - 18, BY_INK_QUIET, "%d to %d", preset->fewest, preset->most);
}

static void put_field(struct picture *p, const struct row *row, int x, int y, int width)
{
    enum by_ink ink = is_focus(p, row->field) ? BY_INK_TURN : BY_INK_STRONG;

    if (is_focus(p, row->field))
        by_canvas_sign(p->c, x, y, 0x25b8, BY_INK_STRONG);
    switch (p->field[row->field].kind) {
    case BY_FIELD_KEPT: by_canvas_print(p->c, x + 2, y, width - 2, ink, "Continue: %s", p->s->form.kept); break;
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
    } else if (row->kind == ROW_DIFFERS) {
        by_canvas_wrap(p->c, x + 2 + KEYS, y, width - KEYS - 2, 1, row->line, BY_INK_QUIET, p->differs);
    } else {
        by_canvas_wrap(p->c, x + 4, y, width - 4, 1, row->line, BY_INK_QUIET,
                       by_tell_of("game", by_games[p->field[row->field].at]->key, "about"));
    }
    p->c->tag = 0;
}

/* ---- The whole ---------------------------------------------------------------------------------- */

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
    struct by_canvas *c = p->c;
    int x = c->width - 24;

    by_canvas_fill(c, 0, 0, c->width, 1, ' ', BY_INK_BAR);
    by_canvas_put(c, 1, 0, c->width - 26, BY_INK_BAR, title);
    c->tag = BY_TAG_PRESS + '?';
    x += by_canvas_put(c, x, 0, -1, BY_INK_KEY, "?");
    x += by_canvas_put(c, x, 0, -1, BY_INK_BAR, " explains ");
    c->tag = BY_TAG_PRESS + 'q';
    x += by_canvas_put(c, x + 2, 0, -1, BY_INK_KEY, "q");
    by_canvas_put(c, x + 2, 0, -1, BY_INK_BAR, " leaves ");
    c->tag = 0;
}

/* Help for the focus: a refusal first, wherever the focus is. */
static void about(const struct picture *p, char *out, size_t size)
{
    const struct by_form_field *at = &p->field[p->s->focus];
    struct by_text t = by_tell_on(out, size);
    char allowed[128];

    switch (at->kind) {
    case BY_FIELD_KEPT: by_put(&t, "Enter goes on with the game that was left."); break;
    case BY_FIELD_GAME:
        by_put(&t, by_tell_of("game", by_games[at->at]->key, "name"));
        by_put(&t, ": ");
        by_put(&t, by_tell_of("game", by_games[at->at]->key, "about"));
        by_put(&t, ". Enter chooses it.");
        break;
    case BY_FIELD_SHEET: by_put(&t, "Which sheet came with your set? Left and right show where they differ."); break;
    case BY_FIELD_SEAT:
        if (p->s->form.seat[at->at].bot != NULL)
            by_put(&t, "Left and right change who sits here: a person, or a bot and its level.");
        else if (p->s->naming)
            by_put(&t, "Type a name; Enter when it is done.");
        else
            by_put(&t, "Enter types a name. Left and right put a bot here.");
        break;
    case BY_FIELD_OPTION:
        by_option_allowed(&p->s->form.rules, at->at, by_tell_language(), allowed, sizeof allowed);
        by_put(&t, by_option_about(at->at, by_tell_language()));
        by_put(&t, ": ");
        by_put(&t, allowed);
        break;
    default: by_put(&t, "Enter deals the tiles by the rules below."); break;
    }
}

static void put_foot(struct picture *p)
{
    static const char button[] = "  Deal the tiles (d)  ";
    struct by_canvas *c = p->c;
    const struct by_form *f = &p->s->form;
    int y = c->height - FOOT, x = c->width - (int)sizeof button;
    bool wrong = f->fault.err != BY_OK;
    char words[BY_FORM_WORDS];

    by_canvas_fill(c, 0, y, c->width, 1, 0x2500, BY_INK_QUIET);
    if (!wrong)
        about(p, words, sizeof words);
    by_canvas_wrap(c, 2, y + 1, c->width - 4, 2, 0, wrong ? BY_INK_REFUSED : BY_INK_TEXT,
                   wrong ? f->fault.text : words);
    by_canvas_fill(c, 0, c->height - 1, c->width, 1, ' ', BY_INK_BAR);
    by_form_words(f, words);
    by_canvas_put(c, 1, c->height - 1, x - 2, BY_INK_BAR, words);
    tag(p, p->fields - 1, BY_PART_ROW);
    by_canvas_put(c, x, c->height - 1, -1, is_focus(p, p->fields - 1) ? BY_INK_TURN : BY_INK_KEY, button);
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
                  s->help_rows > height ? "Up and down scroll, Escape goes back to the choices"
                                        : "Escape goes back to the choices");
}

void by_starting_draw(struct by_starting *s, struct by_canvas *c, int *x, int *y)
{
    static struct picture p; /* large; drawn one at a time */
    int left;

    *x = *y = -1;
    p.s = s;
    p.c = c;
    p.cursor_x = x;
    p.cursor_y = y;
    p.fields = by_form_fields(&s->form, p.field);
    p.wide = c->width >= WIDE;
    p.tall = c->height >= TALL;
    left = !p.wide ? c->width - 2 : c->width * 2 / 5 > 60 ? 60 : c->width * 2 / 5;
    p.list[0].x = 1;
    p.list[0].width = p.wide ? left : c->width - 2;
    p.list[1].x = left + 4;
    p.list[1].width = c->width - left - 5;
    c->tag = 0;
    by_canvas_fill(c, 0, 0, c->width, c->height, ' ', BY_INK_TEXT);
    if (s->helping) {
        put_bar(&p, "Boneyard: what it means");
        put_help(&p);
        return;
    }
    list_rows(&p);
    put_bar(&p, "Boneyard: what shall we play?");
    put_list(&p, 0, c->height - 1 - FOOT);
    if (p.wide) {
        by_canvas_fill(c, left + 2, 1, 1, c->height - 1 - FOOT, 0x2502, BY_INK_QUIET);
        put_list(&p, 1, c->height - 1 - FOOT);
    }
    put_foot(&p);
}
