/* choose.c: the questions before a game: which game, which sheet, how many play. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "boneyard/text.h"
#include "game.h"
#include "plain.h"
#include "util/page.h"

/* Reads an answer without the blanks around it; false at the end of the input. */
static bool answer(struct by_lines *in, const char *question, char **words)
{
    size_t n;

    fputs(question, stdout);
    fflush(stdout);
    for (;;) {
        enum by_line got = by_lines_next(in);

        if (got == BY_LINE_END || got == BY_LINE_FAILED)
            return false;
        if (got == BY_LINE_READ)
            break;
        fputs("that line was too long; once more: ", stdout);
        fflush(stdout);
    }
    *words = in->at + strspn(in->at, " \t");
    for (n = strlen(*words); n > 0 && strchr(" \t", (*words)[n - 1]) != NULL; n--)
        (*words)[n - 1] = '\0';
    return true;
}

/* A number from 1 to n, or the name itself; -1: neither. */
static int choice(const char *words, const char *(*name)(int, int), int of, int n)
{
    char *end;
    long number = strtol(words, &end, 10);

    if (end != words && *end == '\0')
        return number >= 1 && number <= n ? (int)number - 1 : -1;
    for (int i = 0; i < n; i++)
        if (strcasecmp(words, name(of, i)) == 0)
            return i;
    return -1;
}

static const char *game_key(int of, int i)
{
    (void)of;
    return by_games[i]->key;
}

static const char *sheet_name(int game, int i) { return by_games[game]->presets[i].sheet; }

static bool ask(struct by_lines *in, const char *question, const char *(*name)(int, int), int of, int n,
                int *chosen)
{
    char *words;

    do {
        if (!answer(in, question, &words))
            return false;
        if (*words == '\0') {
            *chosen = 0;
            return true;
        }
        *chosen = choice(words, name, of, n);
        if (*chosen < 0) {
            fputs("There is no ", stdout);
            by_page_put(stdout, words);
            fputs(" here: type a number or a name from the list.\n", stdout);
        }
    } while (*chosen < 0);
    return true;
}

/* A sheet with its values of the options in which the sheets of the game differ. */
static void show_sheet(int game, int sheet)
{
    char text[512], label[24], value[24];
    struct by_text t = by_text_on(text, sizeof text);
    struct by_config own, other;

    by_config_preset(game, sheet, &own);
    for (int id = 0; id < BY_OPTIONS; id++) {
        bool differs = false;

        for (int i = 0; by_games[game]->presets[i].sheet != NULL; i++) {
            by_config_preset(game, i, &other);
            differs = differs || other.opt[id] != own.opt[id];
        }
        if (!differs || by_option_of(&own, id) == NULL)
            continue;
        by_option_print(id, own.opt[id], value, sizeof value);
        by_put(&t, t.used > 0 ? ", " : "");
        by_put(&t, by_option_list[id].key);
        by_put_char(&t, ' ');
        by_put(&t, value);
    }
    snprintf(label, sizeof label, "  %d  %s", sheet + 1, sheet_name(game, sheet));
    by_page_text(stdout, label, 14, t.used > 0 ? text : "the same for the usual number of players; other sets");
}

static bool ask_players(struct by_lines *in, int game, int sheet, int *players)
{
    const struct by_preset *p = &by_games[game]->presets[sheet];
    char question[96], *words;

    *players = p->players;
    if (p->fewest == p->most)
        return true;
    snprintf(question, sizeof question, "How many play, with you (%d to %d) [%d]? ", p->fewest, p->most, p->players);
    do {
        char *end;

        if (!answer(in, question, &words))
            return false;
        if (*words == '\0')
            return true;
        *players = (int)strtol(words, &end, 10);
        if (end == words || *end != '\0' || *players < p->fewest || *players > p->most) {
            printf("%d to %d can play.\n", p->fewest, p->most);
            *players = 0;
        }
    } while (*players == 0);
    return true;
}

bool by_choose_rules(struct by_lines *in, char rules[BY_CONFIG_TEXT])
{
    int game, sheet = 0, sheets = 0, players;

    puts("Which game?\n");
    for (int i = 0; i < BY_GAMES; i++)
        printf("  %d  %-14s %s\n", i + 1, by_games[i]->name, by_games[i]->blurb);
    if (!ask(in, "\nThe number or the name [1]: ", game_key, 0, BY_GAMES, &game))
        return false;
    while (by_games[game]->presets[sheets].sheet != NULL)
        sheets++;
    if (sheets > 1) {
        printf("\nBy which rule sheet? (boneyard rules %s:SHEET shows one)\n\n", by_games[game]->key);
        for (int i = 0; i < sheets; i++)
            show_sheet(game, i);
        if (!ask(in, "\nThe number or the name [1]: ", sheet_name, game, sheets, &sheet))
            return false;
    }
    if (!ask_players(in, game, sheet, &players))
        return false;
    if (by_games[game]->presets[sheet].fewest == by_games[game]->presets[sheet].most)
        snprintf(rules, BY_CONFIG_TEXT, "%s:%s", by_games[game]->key, sheet_name(game, sheet));
    else
        snprintf(rules, BY_CONFIG_TEXT, "%s:%s players=%d", by_games[game]->key, sheet_name(game, sheet), players);
    putchar('\n');
    return true;
}
