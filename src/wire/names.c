/* SPDX-License-Identifier: MIT */
/* names.c: names the players of a match (names.h). */
#include "names.h"

#include <ctype.h>
#include <string.h>

#include "boneyard/bot.h"
#include "util/page.h"
#include "util/tell.h"

enum kind { NAMED, YOU, NAMELESS, BOT, UNKNOWN };

static enum kind kind_of(const char *label)
{
    if (strncmp(label, "bot:", 4) == 0)
        return BOT;
    if (strncmp(label, "seat ", 5) == 0)
        return UNKNOWN;
    return label[0] == '\0' ? NAMELESS : strcmp(label, "you") == 0 ? YOU : NAMED;
}

static bool is_person(enum kind k) { return k == NAMED || k == YOU || k == NAMELESS; }

/* Returns whether a label denotes a named player, such as "bot:mabel". */
static bool is_character(const char *label)
{
    const struct by_bot *bot = kind_of(label) == BOT ? by_bot_find(false, label + 4) : NULL;

    return bot != NULL && bot->level != NULL && strchr(bot->key, ':') == NULL;
}

/* Writes "Easy bot", or in Spanish "Bot fácil". */
static void name_bot(const char *key, char *out, size_t size)
{
    const struct by_bot *bot = by_bot_find(false, key);
    bool known = bot != NULL;
    const char *id = known ? "seat.bot" : "seat.guest";
    struct by_text t = by_tell_on(out, size);
    char level[48];

    if (known && strchr(key, ':') != NULL) /* styles have no names */
        key = bot->level->key;
    by_page_clean(level, sizeof level, known ? by_tell_of("bot", key, "name") : key);
    if (known && by_tell(id)[0] != '{')
        level[0] = (char)tolower((unsigned char)level[0]);
    by_tell_put(&t, id, BY_PARTS(BY_WORDS(level)));
}

/* Numbers players with the same name. Bots are numbered from 1, since no bot keeps the plain name; people are numbered
 * from 2. */
static void number_names(struct by_names *to, const enum kind *kind, int players)
{
    int nth[BY_SEATS];

    for (int i = 0; i < players; i++) {
        bool alone = true;

        nth[i] = 1;
        for (int k = 0; k < players; k++) {
            bool same = k != i && strcmp(to->name[k], to->name[i]) == 0;

            alone = alone && !same;
            nth[i] += same && k < i && kind[k] == kind[i];
        }
        nth[i] = alone ? 0 : nth[i];
    }
    for (int i = 0; i < players; i++)
        if (nth[i] > 1 || (nth[i] == 1 && kind[i] == BOT)) {
            size_t used = strlen(to->name[i]);
            struct by_text t = by_tell_on(to->name[i] + used, sizeof to->name[i] - used);

            by_put_char(&t, ' ');
            by_put_int(&t, nth[i]);
        }
}

static bool is_given(const struct by_names *to, const enum kind *kind, int players, const char *side)
{
    for (int i = 0; i < players; i++)
        if (kind[i] == NAMED && strcmp(to->name[i], side) == 0)
            return true;
    return false;
}

/* Names a seat by its compass direction, with the first person in the south, or by its number. */
static void name_seat(struct by_names *to, const enum kind *kind, int players, int seat)
{
    static const char *const compass[5][4] = { { "" },
                                               { "seat.south" },
                                               { "seat.south", "seat.north" },
                                               { "seat.south", "seat.west", "seat.east" },
                                               { "seat.south", "seat.west", "seat.north", "seat.east" } };
    struct by_text t = by_tell_on(to->name[seat], sizeof to->name[seat]);
    int first = 0;

    while (first < players && !is_person(kind[first]))
        first++;
    if (first < players && players <= 4) {
        const char *side = by_tell(compass[players][(seat - first + players) % players]);

        if (!is_given(to, kind, players, side)) {
            by_put(&t, side);
            return;
        }
    }
    by_tell_put(&t, "seat.number", BY_PARTS(BY_NUMBER(seat + 1)));
}

void by_names_of(const char *const labels[], int players, struct by_names *out)
{
    enum kind kind[BY_SEATS];
    bool levels = true; /* bots are called by their levels */
    int people = 0, yous = 0;

    *out = (struct by_names){ .you = -1 };
    for (int i = 0; i < players; i++) {
        kind[i] = kind_of(labels[i]);
        people += is_person(kind[i]);
        levels = levels && kind[i] != YOU;
        out->at[i] = out->name[i];
        yous += kind[i] == YOU;
        out->you = kind[i] == YOU && yous == 1 ? i : yous > 1 ? -1 : out->you;
        by_page_clean(out->name[i], 48, kind[i] == YOU ? by_tell("seat.you") : kind[i] == NAMED ? labels[i] : "");
    }
    levels = levels && people > 0;
    for (int i = 0; i < players; i++) {
        if (is_character(labels[i]))
            by_page_clean(out->name[i], 48, by_tell_of("bot", labels[i] + 4, "name"));
        else if (kind[i] == BOT && levels && labels[i][4] != '\0')
            name_bot(labels[i] + 4, out->name[i], sizeof out->name[i]);
        else if (kind[i] != NAMED && kind[i] != YOU)
            name_seat(out, kind, players, i);
    }
    number_names(out, kind, players);
}
