/* SPDX-License-Identifier: MIT */
/* entrants.c: parses the bots on the command line and pairs them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "entrants.h"
#include "boneyard/text.h"

static bool number(const char *text, size_t n, uint32_t *out)
{
    unsigned long value = 0;

    if (n == 0 || n > 9)
        return false;
    for (size_t i = 0; i < n; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        value = value * 10 + (unsigned long)(text[i] - '0');
    }
    *out = (uint32_t)value;
    return value > 0;
}

static bool starts(const char *text, size_t n, const char *with)
{
    return n >= strlen(with) && strncmp(text, with, strlen(with)) == 0;
}

/* Parses one option of n bytes. Returns 1 if the option is accepted, 0 if its value is invalid, and -1 if the text is
 * not an option. */
static int read_option(const char *text, size_t n, struct by_entrant *e)
{
    if (starts(text, n, "count="))
        return number(text + 6, n - 6, &e->count);
    if (starts(text, n, "ms="))
        return number(text + 3, n - 3, &e->ms);
    if (starts(text, n, "name=")) {
        if (n - 5 == 0 || n - 5 >= sizeof e->name)
            return 0;
        memcpy(e->name, text + 5, n - 5);
        e->name[n - 5] = '\0';
        return 1;
    }
    if (starts(text, n, "style=") && e->bot != NULL) {
        char key[64];
        const struct by_bot *styled;

        snprintf(key, sizeof key, "%s:%.*s", e->bot->key, (int)n, text);
        styled = by_bot_find(true, key);
        e->bot = styled != NULL ? styled : e->bot;
        return styled != NULL;
    }
    if (n == 5 && starts(text, n, "stays")) {
        e->stays = true;
        return 1;
    }
    return -1;
}

static bool wrong_option(const char *text, size_t n, struct by_fault *f)
{
    char word[64];

    snprintf(word, sizeof word, "%.*s", (int)n, text);
    by_fail(f, BY_E_USAGE, BY_QUOTED, word,
            " is not an option of a bot: use count=N, ms=N (1 or more), name=WORDS, style=NAME for a level, or stays "
            "for cmd",
            NULL);
    return false;
}

/* Parses the options after the key, up to the end of the text or a program's command. */
static bool read_options(const char *at, struct by_entrant *e, bool program, struct by_fault *f)
{
    while (*at == ':') {
        size_t n = strcspn(++at, ":");
        int taken = read_option(at, n, e);

        if (taken < 0 && program) {
            e->command = at;
            break;
        }
        if (taken <= 0 || (e->stays && !program))
            return wrong_option(at, n, f);
        at += n;
    }
    if (program && (e->command == NULL || e->command[strspn(e->command, " ")] == '\0')) {
        by_fail(f, BY_E_USAGE, "cmd needs a command, as in 'cmd:./mybot --fast'", NULL);
        return false;
    }
    return true;
}

/* Records which bots ignore the view or the history, so that the arena does not waste time building them. */
static void spare(struct by_entrant *e)
{
    static const char *const deaf[] = { "random", "greedy", "heaviest" };

    e->looks = strcmp(e->bot->key, "random") != 0;
    e->listens = true;
    for (size_t i = 0; i < sizeof deaf / sizeof deaf[0]; i++)
        if (strcmp(e->bot->key, deaf[i]) == 0)
            e->listens = false;
}

bool by_entrant_read(const char *text, struct by_entrant *out, struct by_fault *f)
{
    struct by_entrant *e = out;
    size_t n = strcspn(text, ":");
    bool program = n == 3 && strncmp(text, "cmd", 3) == 0;
    char key[32], names[512];

    memset(e, 0, sizeof *e);
    snprintf(key, sizeof key, "%.*s", (int)n, text);
    e->bot = program ? NULL : by_bot_find(true, key);
    if (strlen(text) >= sizeof e->text) {
        by_fail(f, BY_E_USAGE, "a bot has at most 511 characters", NULL);
        return false;
    }
    if (!program && e->bot == NULL) {
        by_bot_names(true, names, sizeof names);
        by_fail(f, BY_E_USAGE, "there is no bot ", BY_QUOTED, key, "; there are ", names, ", and cmd:COMMAND", NULL);
        return false;
    }
    memcpy(e->text, text, strlen(text) + 1);
    if (!read_options(e->text + n, e, program, f))
        return false;
    if (e->name[0] == '\0')
        snprintf(e->name, sizeof e->name, "%.63s", program ? e->command : e->text);
    if (!program)
        spare(e);
    return true;
}

/* Numbers duplicate names: "greedy", "greedy#2". */
static void name_twins(struct by_arena *a)
{
    for (int i = 1; i < a->entrants; i++) {
        char base[60];
        int twins = 1;

        for (int k = 0; k < i; k++)
            twins += strcmp(a->entrant[k].text, a->entrant[i].text) == 0
                || strcmp(a->entrant[k].name, a->entrant[i].name) == 0;
        snprintf(base, sizeof base, "%.48s", a->entrant[i].name);
        if (twins > 1)
            snprintf(a->entrant[i].name, sizeof a->entrant[i].name, "%.48s#%d", base, twins);
    }
}

bool by_arena_pair(struct by_arena *a, struct by_fault *f)
{
    int players = a->rules.opt[BY_PLAYERS];
    bool castle = by_families[by_games[a->rules.game]->family]->solitaire;
    bool two_sides = players == 2 || a->rules.opt[BY_TEAMS] == BY_ON;

    if (a->entrants < (castle ? 1 : 2) || a->entrants > BY_ENTRANTS) {
        by_fail(f, BY_E_USAGE, castle ? "name 1 to 8 bots" : "name 2 to 8 bots, as in --bots expert,greedy", NULL);
        return false;
    }
    name_twins(a);
    a->pairings = 0;
    for (int i = 0; i < a->entrants; i++)
        for (int k = 0; k < a->entrants; k++) {
            /* One bot against many is not symmetric, so each pair of bots is played in both directions. With only two
             * bots, the first is the bot under test. */
            bool both = !two_sides && !castle && a->entrants > 2;

            if (i == k || (k < i && !both))
                continue;
            a->pairing[a->pairings].one = (uint8_t)i;
            a->pairing[a->pairings++].two = (uint8_t)k;
        }
    if (a->entrants == 1) {
        a->pairing[0].one = 0;
        a->pairing[0].two = BY_NOBODY;
        a->pairings = 1;
    }
    a->sides = castle ? 1 : two_sides ? 2 : players;
    a->of = castle ? 2 : two_sides ? 4 : 2 * players * (players - 1);
    return true;
}
