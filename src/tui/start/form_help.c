/* SPDX-License-Identifier: MIT */
/* form_help.c: explains the fields of the start screen. Options are explained by quoting the rules that depend on
 * them. */
#include <string.h>

#include "boneyard/explain.h"
#include "boneyard/text.h"
#include "form.h"
#include "util/tell.h"

/* Writes "Blanks: match every number". */
static void put_option(struct by_text *t, int id, int32_t value)
{
    char said[BY_FORM_SAID];

    by_form_said(id, value, said);
    by_put(t, by_form_label(id));
    by_put(t, ": ");
    by_put(t, said);
}

/* ---- Options ---------------------------------------------------------------------------------- */

/* Returns whether these rules include a paragraph with this text. */
static bool tells(const struct by_config *c, const char *text)
{
    struct by_paragraph p;

    for (int i = 0; by_explain(c, i, by_tell_language(), &p); i++)
        if (strcmp(p.text, text) == 0)
            return true;
    return false;
}

static void put_paragraph(struct by_text *t, const struct by_paragraph *p)
{
    by_put(t, p->number);
    by_put(t, ": ");
    by_put(t, p->text);
    by_put_char(t, '\n');
}

/* Lists, under `title`, the paragraphs of one set of rules that are missing from another. Returns false if none are
 * missing. */
static bool put_lacking(struct by_text *t, const struct by_config *c, const struct by_config *other, const char *title)
{
    struct by_paragraph p;
    bool any = false;

    for (int i = 0; by_explain(c, i, by_tell_language(), &p); i++) {
        if (tells(other, p.text))
            continue;
        if (!any) {
            by_put(t, title);
            by_put_char(t, '\n');
        }
        any = true;
        put_paragraph(t, &p);
    }
    return any;
}

/* Lists the paragraphs that depend on the option: those that another value would remove or change. */
static void put_own(struct by_text *t, const struct by_form *f, int id)
{
    struct by_config other = f->rules;
    struct by_paragraph p;

    for (int i = 0; by_explain(&f->rules, i, by_tell_language(), &p); i++) {
        bool depends = false;
        int32_t value;

        if (by_option_list[id].values == NULL) {
            other.opt[id] = f->rules.opt[id] + 1;
            depends = !tells(&other, p.text);
        }
        for (int n = 0; !depends && by_option_list[id].values != NULL && by_form_nth(f, id, n, &value); n++) {
            other.opt[id] = value;
            depends = !tells(&other, p.text);
        }
        if (depends)
            put_paragraph(t, &p);
    }
}

void by_form_about(const struct by_form *f, int option, struct by_text *t)
{
    char allowed[128];

    by_put(t, by_option_about(option, by_tell_language()));
    if (by_option_list[option].values != NULL)
        return;
    by_option_allowed(&f->rules, option, by_tell_language(), allowed, sizeof allowed);
    by_put(t, ": ");
    by_put(t, allowed);
}

static void help_option(struct by_text *t, const struct by_form *f, int id)
{
    struct by_config other = f->rules;
    char title[256];
    int32_t value;

    put_option(t, id, f->rules.opt[id]);
    by_put(t, ".\n");
    by_form_about(f, id, t);
    by_put_char(t, '\n');
    put_own(t, f, id);
    for (int n = 0; by_option_list[id].values != NULL && by_form_nth(f, id, n, &value); n++) {
        struct by_text to = by_tell_on(title, sizeof title);

        if (value == f->rules.opt[id])
            continue;
        other.opt[id] = value;
        by_put_char(&to, '\n');
        put_option(&to, id, value);
        by_put_char(&to, ':');
        put_lacking(t, &other, &f->rules, title);
    }
}

/* ---- Other fields ------------------------------------------------------------------------------- */

static void help_seats(struct by_text *t)
{
    const struct by_bot *bot;

    by_tell_put(t, "tui.seats.help", NULL);
    by_put_char(t, '\n');
    for (int i = 0; (bot = by_form_level(i)) != NULL; i++) {
        by_put(t, by_tell_of("bot", bot->key, "name"));
        by_put(t, ": ");
        by_put(t, by_tell_of("bot", bot->key, "about"));
        by_put(t, ".\n");
    }
}

/* Lists all rules of the table, by section. */
static void help_rules(struct by_text *t, const struct by_config *c)
{
    const char *section = "";
    struct by_paragraph p;

    for (int i = 0; by_explain(c, i, by_tell_language(), &p); i++) {
        if (strcmp(section, p.section) != 0) {
            by_put(t, i > 0 ? "\n" : "");
            by_put(t, p.section);
            by_put(t, "\n");
        }
        section = p.section;
        put_paragraph(t, &p);
    }
}

static void help_sheets(struct by_text *t, int game)
{
    by_tell_put(t, "tui.sheets.help", NULL);
    by_put_char(t, '\n');
    for (int i = 0; i < by_form_sheets(game); i++) {
        by_put(t, by_tell_of("sheet", by_games[game]->presets[i].sheet, "name"));
        by_put(t, ": ");
        by_put(t, by_form_sheet_about(game, i));
        by_put_char(t, '\n');
    }
}

void by_form_help(const struct by_form *f, struct by_form_field at, char *out, size_t size)
{
    struct by_text t = by_tell_on(out, size);
    struct by_config rules = f->rules;

    switch (at.kind) {
    case BY_FIELD_OPTION: help_option(&t, f, at.at); break;
    case BY_FIELD_SEAT: help_seats(&t); break;
    case BY_FIELD_SHEET: help_sheets(&t, f->game); break;
    case BY_FIELD_GAME:
        if (at.at != f->game)
            by_config_preset(at.at, 0, &rules);
        by_put(&t, by_tell_of("game", by_games[at.at]->key, "name"));
        by_put(&t, ": ");
        by_put(&t, by_tell_of("game", by_games[at.at]->key, "about"));
        by_put(&t, ".\n\n");
        help_rules(&t, &rules);
        break;
    case BY_FIELD_KEPT:
        by_put(&t, f->kept);
        by_put_char(&t, '\n');
        break;
    default: help_rules(&t, &rules); break;
    }
}
