/* SPDX-License-Identifier: MIT */
/* screen.c: handles the keys and clicks that change the form on the start screen. */
#include <stdio.h>
#include <string.h>

#include "screen.h"
#include "util/utf8.h"

/* ---- The focus ---------------------------------------------------------------------------------- */

static struct by_form_field focused(const struct by_starting *s)
{
    struct by_form_field field[BY_FORM_FIELDS];
    int n = by_form_fields(&s->form, field);

    return field[s->focus < n ? s->focus : n - 1];
}

/* Returns the index of a field, or else of the first one of its kind. */
static int place_of(const struct by_starting *s, enum by_form_field_kind kind, int at)
{
    struct by_form_field field[BY_FORM_FIELDS];
    int n = by_form_fields(&s->form, field), found = 0;

    for (int i = n - 1; i >= 0; i--) {
        if (field[i].kind != kind)
            continue;
        found = i;
        if (field[i].at == at)
            return i;
    }
    return found;
}

static void move(struct by_starting *s, int by)
{
    struct by_form_field field[BY_FORM_FIELDS];
    int n = by_form_fields(&s->form, field);

    by_form_rest(&s->form);
    s->focus += by;
    s->focus = s->focus < 0 ? 0 : s->focus >= n ? n - 1 : s->focus;
}

/* Returns the group of a field; the number of players and the seats form one group, the other options another. */
static int group_of(struct by_form_field f)
{
    return f.kind == BY_FIELD_OPTION && f.at == BY_PLAYERS ? BY_FIELD_SEAT : f.kind;
}

/* Moves to the first field of the next or previous group, wrapping around, or, in the list of games, to the chosen
 * game. */
static void tab(struct by_starting *s, int by)
{
    struct by_form_field field[BY_FORM_FIELDS];
    int n = by_form_fields(&s->form, field), at = s->focus, group = group_of(field[at]);

    by_form_rest(&s->form);
    while (group_of(field[at]) == group)
        at = (at + by + n) % n;
    group = group_of(field[at]);
    while (at > 0 && group_of(field[at - 1]) == group)
        at--;
    s->focus = field[at].kind == BY_FIELD_GAME ? place_of(s, BY_FIELD_GAME, s->form.game) : at;
}

void by_starting_init(struct by_starting *s, const char *kept, const char *line)
{
    memset(s, 0, sizeof *s);
    by_form_init(&s->form, kept);
    if (line != NULL)
        by_form_read(&s->form, line);
    s->focus = kept != NULL ? 0 : place_of(s, BY_FIELD_GAME, s->form.game);
}

/* ---- Actions ------------------------------------------------------------------------------------- */

/* Deals the tiles, or moves the focus to the refused field. */
static bool deal(struct by_starting *s)
{
    struct by_setup out;

    s->end = BY_START_NEW;
    if (by_form_done(&s->form, &out))
        return true;
    s->focus = place_of(s, (enum by_form_field_kind)s->form.changed.kind, s->form.changed.at);
    return false;
}

static bool leave(struct by_starting *s)
{
    s->end = BY_START_LEAVE;
    return true;
}

static bool enter(struct by_starting *s)
{
    struct by_form_field at = focused(s);

    by_form_rest(&s->form);
    switch (at.kind) {
    case BY_FIELD_KEPT: s->end = BY_START_KEPT; return true;
    case BY_FIELD_DEAL: return deal(s);
    case BY_FIELD_GAME:
        if (at.at != s->form.game)
            by_form_choose(&s->form, at.at, 0);
        s->focus = place_of(s, BY_FIELD_SHEET, 0);
        break;
    case BY_FIELD_SEAT:
        s->naming = s->form.seat[at.at].bot == NULL;
        if (!s->naming)
            move(s, 1);
        break;
    default: move(s, 1); break;
    }
    return false;
}

static void step(struct by_starting *s, int by)
{
    if (focused(s).kind == BY_FIELD_GAME && by > 0)
        enter(s);
    else
        by_form_step(&s->form, focused(s), by);
}

static void explain(struct by_starting *s)
{
    by_form_help(&s->form, focused(s), s->help, sizeof s->help);
    s->helping = true;
    s->skip = 0;
}

/* ---- Keys ------------------------------------------------------------------------------------------ */

/* Adds a character to the name, or erases the last one. */
static void type_name(struct by_starting *s, uint32_t sign)
{
    char *name = s->form.seat[focused(s).at].name, text[BY_NAME_TEXT + 8];
    size_t n = strlen(name);
    char bytes[7];

    if (sign == '\b') {
        name[by_utf8_back(name, n)] = '\0';
        return;
    }
    by_utf8_put(sign, bytes);
    if (n + strlen(bytes) >= BY_NAME_TEXT)
        return;
    snprintf(text, sizeof text, "%s%s", name, bytes);
    by_form_name(&s->form, focused(s).at, text);
}

/* Handles a key while a name is being typed. Returns false if the key must still be handled elsewhere. */
static bool press_naming(struct by_starting *s, struct by_key key)
{
    if (key.press == BY_PRESS_SIGN) {
        type_name(s, key.sign);
        return true;
    }
    if (key.press == BY_PRESS_ERASE) {
        type_name(s, '\b');
        return true;
    }
    if (key.press != BY_PRESS_NONE && key.press != BY_PRESS_RESIZE)
        s->naming = false;
    return key.press == BY_PRESS_ENTER || key.press == BY_PRESS_ESCAPE;
}

static bool press_helping(struct by_starting *s, struct by_key key)
{
    switch (key.press) {
    case BY_PRESS_UP:
    case BY_PRESS_WHEEL_UP: s->skip--; break;
    case BY_PRESS_DOWN:
    case BY_PRESS_WHEEL_DOWN: s->skip++; break;
    case BY_PRESS_PAGE_UP: s->skip -= s->help_shown - 1; break;
    case BY_PRESS_PAGE_DOWN: s->skip += s->help_shown - 1; break;
    case BY_PRESS_HOME: s->skip = 0; break;
    case BY_PRESS_END: s->skip = s->help_rows; break;
    case BY_PRESS_SIGN:
        if (key.sign == ' ')
            s->skip += s->help_shown - 1;
        else
            s->helping = false;
        break;
    case BY_PRESS_ESCAPE:
    case BY_PRESS_ENTER:
    case BY_PRESS_CLICK: s->helping = false; break;
    default: break;
    }
    return false;
}

static bool press_sign(struct by_starting *s, uint32_t sign)
{
    if (by_form_type(&s->form, focused(s), sign))
        return false;
    if (sign == 'q')
        return leave(s);
    if (sign == '?')
        explain(s);
    else if (sign == 'd')
        return deal(s);
    else if (sign == ' ')
        return enter(s);
    return false;
}

static bool click(struct by_starting *s, const struct by_canvas *c, struct by_key key)
{
    int at = by_canvas_tag(c, key.x, key.y), part;
    struct by_form_field field;
    int32_t value;

    if (at >= BY_TAG_PRESS)
        return press_sign(s, (uint32_t)(at - BY_TAG_PRESS));
    if (at == 0)
        return false;
    part = (at - 1) % BY_PARTS;
    by_form_rest(&s->form);
    s->focus = (at - 1) / BY_PARTS;
    field = focused(s);
    if (field.kind == BY_FIELD_KEPT || field.kind == BY_FIELD_GAME || field.kind == BY_FIELD_DEAL)
        return enter(s);
    if (part == BY_PART_LESS || part == BY_PART_MORE)
        step(s, part == BY_PART_MORE ? 1 : -1);
    else if (part >= BY_PART_VALUE && by_form_nth(&s->form, field.at, part - BY_PART_VALUE, &value))
        by_form_set(&s->form, field.at, value);
    return false;
}

/* Returns to the games on Escape. Only q leaves the screen, since some of a terminal's own sequences look like
 * Escape. */
static void escape(struct by_starting *s)
{
    by_form_rest(&s->form);
    s->focus = place_of(s, BY_FIELD_GAME, s->form.game);
}

static bool press(struct by_starting *s, const struct by_canvas *c, struct by_key key)
{
    switch (key.press) {
    case BY_PRESS_SIGN: return press_sign(s, key.sign);
    case BY_PRESS_ERASE: by_form_type(&s->form, focused(s), '\b'); break;
    case BY_PRESS_ENTER: return enter(s);
    case BY_PRESS_ESCAPE: escape(s); break;
    case BY_PRESS_TAB:
    case BY_PRESS_BACK_TAB: tab(s, key.press == BY_PRESS_TAB ? 1 : -1); break;
    case BY_PRESS_LEFT:
    case BY_PRESS_RIGHT: step(s, key.press == BY_PRESS_RIGHT ? 1 : -1); break;
    case BY_PRESS_CLICK: return click(s, c, key);
    case BY_PRESS_UP:
    case BY_PRESS_WHEEL_UP: move(s, -1); break;
    case BY_PRESS_DOWN:
    case BY_PRESS_WHEEL_DOWN: move(s, 1); break;
    case BY_PRESS_PAGE_UP:
    case BY_PRESS_PAGE_DOWN: move(s, key.press == BY_PRESS_PAGE_UP ? -8 : 8); break;
    case BY_PRESS_HOME:
    case BY_PRESS_END: move(s, key.press == BY_PRESS_HOME ? -BY_FORM_FIELDS : BY_FORM_FIELDS); break;
    default: break;
    }
    return false;
}

bool by_starting_press(struct by_starting *s, const struct by_canvas *c, struct by_key key)
{
    if (key.press == BY_PRESS_STOP || key.press == BY_PRESS_LOST)
        return leave(s);
    if (s->helping)
        return press_helping(s, key);
    if (s->naming && press_naming(s, key))
        return false;
    return press(s, c, key);
}
