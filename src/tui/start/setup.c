/* SPDX-License-Identifier: MIT */
/* setup.c: converts a setup to and from the labels of seats in a record (setup.h). */
#include "setup.h"

#include <stdio.h>
#include <string.h>

#include "util/page.h"

/* Sets a person's name, sanitized. A name with a special meaning in records gets a capital letter. */
static void set_name(struct by_sitter *to, const char *name)
{
    by_page_clean(to->name, sizeof to->name, name);
    if (strncmp(to->name, "bot:", 4) == 0 || strncmp(to->name, "seat ", 5) == 0 || strcmp(to->name, "you") == 0)
        to->name[0] = (char)(to->name[0] - 'a' + 'A');
}

void by_setup_label(const struct by_setup *s, struct by_labels *out)
{
    int players = s->rules.opt[BY_PLAYERS], people = 0;

    for (int i = 0; i < players; i++)
        people += s->seat[i].bot == NULL;
    for (int i = 0; i < players; i++) {
        struct by_sitter who = s->seat[i];

        set_name(&who, s->seat[i].name);
        out->at[i] = out->label[i];
        if (who.bot != NULL)
            snprintf(out->label[i], sizeof out->label[i], "bot:%s", who.bot->key);
        else
            snprintf(out->label[i], sizeof out->label[i], "%s", who.name[0] == '\0' && people == 1 ? "you" : who.name);
    }
}

void by_setup_names(const struct by_setup *s, struct by_names *out)
{
    struct by_labels labels;

    by_setup_label(s, &labels);
    by_names_of(labels.at, s->rules.opt[BY_PLAYERS], out);
}

/* Parses a label. */
static void read_label(struct by_sitter *to, const char *name, bool first)
{
    static const struct by_sitter nobody;

    *to = nobody;
    if (strncmp(name, "bot:", 4) == 0) {
        to->bot = by_bot_find(false, name + 4);
        if (to->bot == NULL)
            to->bot = by_bots[BY_BOT_medium];
    } else if (strncmp(name, "seat ", 5) == 0 && !first) {
        to->bot = by_bots[BY_BOT_medium]; /* if no seat is named, assumes one person */
    } else if (strcmp(name, "you") != 0 && strncmp(name, "seat ", 5) != 0) {
        set_name(to, name);
    }
}

void by_setup_read(const struct by_record *r, struct by_setup *out)
{
    bool first = true;

    out->rules = r->table.state.rules;
    for (int i = 0; i < r->table.state.players; i++) {
        read_label(&out->seat[i], by_record_name(r, i), first);
        first = first && out->seat[i].bot != NULL;
    }
}
