/* SPDX-License-Identifier: MIT */
/* start_ask.c: presents the start screen's form as a dialogue: game, sheet, players, people, levels and options. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "boneyard/explain.h"
#include "boneyard/text.h"
#include "tui/start/screen.h"
#include "tui/talk.h"
#include "util/memory.h"
#include "util/page.h"
#include "util/tell.h"

#define HELP 16384

/* The state of the dialogue. */
struct asking {
    struct by_lines *in;
    struct by_form form;
    char help[HELP];
};

/* Asks and reads a trimmed answer. Returns false at the end of the input. */
static bool answer(struct asking *a, const char *question, char **words)
{
    enum by_line got;

    fputs(question, stdout);
    fflush(stdout);
    while ((got = by_lines_next(a->in)) == BY_LINE_LONG) {
        fputs(by_tell("tui.line.long"), stdout);
        fflush(stdout);
    }
    if (got != BY_LINE_READ)
        return false;
    *words = by_lines_bare(a->in);
    return true;
}

/* Returns whether the whole string is a number from lo to hi. */
static bool is_number(const char *words, long lo, long hi, long *out)
{
    char *end;

    *out = strtol(words, &end, 10);
    return end != words && *end == '\0' && *out >= lo && *out <= hi;
}

static void say_unknown(const char *words)
{
    char clean[200];

    by_page_clean(clean, sizeof clean, words);
    by_tell_print(stdout, "tui.choose.unknown", BY_PARTS(BY_WORDS(clean)));
}

/* ---- Game and sheet ---------------------------------------------------------------------------- */

/* Parses a number from 1 to n, or a name. Returns -1 if the text is neither. */
static int choice(const char *words, const char *(*name)(int, int), int of, int n)
{
    long number;

    if (is_number(words, 1, n, &number))
        return (int)number - 1;
    for (int i = 0; i < n; i++)
        if (strcasecmp(words, name(of, i)) == 0)
            return i;
    return -1;
}

static const char *game_key(int of, int i)
{
    return of == 0 ? by_games[i]->key : by_tell_of("game", by_games[i]->key, "name");
}
static const char *sheet_key(int game, int i) { return by_games[game]->presets[i].sheet; }
static const char *sheet_name(int game, int i) { return by_tell_of("sheet", sheet_key(game, i), "name"); }

/* Asks for the game. Sets *again if all previous settings should be used. */
static bool ask_game(struct asking *a, bool recalled, bool *again)
{
    char question[BY_FORM_WORDS + 200], rules[BY_FORM_WORDS], *words;
    struct by_text t = by_tell_on(question, sizeof question);
    int game = 0;

    puts(by_tell("tui.choose.game"));
    for (int i = 0; i < BY_GAMES; i++)
        printf("%d: %s, %s.\n", i + 1, by_tell_of("game", by_games[i]->key, "name"),
               by_tell_of("game", by_games[i]->key, "about"));
    by_form_words(&a->form, rules);
    by_tell_put(&t, recalled ? "tui.choose.game.last" : "tui.choose.game.which",
                BY_PARTS(BY_WORDS(recalled ? rules : by_tell_of("game", by_games[0]->key, "name"))));
    for (;;) {
        if (!answer(a, question, &words))
            return false;
        *again = recalled && *words == '\0';
        if (*again)
            return true;
        game = *words == '\0' ? 0 : choice(words, game_key, 0, BY_GAMES);
        game = game < 0 ? choice(words, game_key, 1, BY_GAMES) : game;
        if (game >= 0)
            break;
        say_unknown(words);
    }
    by_form_choose(&a->form, game, 0);
    return true;
}

static bool ask_sheet(struct asking *a)
{
    int game = a->form.game, sheets = by_form_sheets(game), sheet;
    char *words;

    if (sheets == 1)
        return true;
    puts(by_tell("tui.sheets.help"));
    for (int i = 0; i < sheets; i++) {
        char line[700];

        snprintf(line, sizeof line, "%d: %s. %s", i + 1, sheet_name(game, i), by_form_sheet_about(game, i));
        by_talk_say(line);
    }
    for (;;) {
        if (!answer(a, by_tell("tui.choose.sheet"), &words))
            return false;
        sheet = *words == '\0' ? 0 : choice(words, sheet_name, game, sheets);
        sheet = sheet < 0 ? choice(words, sheet_key, game, sheets) : sheet;
        if (sheet >= 0)
            break;
        say_unknown(words);
    }
    by_form_choose(&a->form, game, sheet);
    return true;
}

/* ---- Who plays ------------------------------------------------------------------------------------ */

/* Asks for a number. Pressing Enter accepts the default. */
static bool ask_number(struct asking *a, const char *question, long lo, long hi, long *number)
{
    long wish = *number;
    char *words;

    for (;;) {
        if (!answer(a, question, &words))
            return false;
        *number = wish;
        if (*words == '\0' || is_number(words, lo, hi, number))
            return true;
        by_tell_print(stdout, "tui.choose.number", BY_PARTS(BY_NUMBER(lo), BY_NUMBER(hi)));
    }
}

static bool ask_players(struct asking *a)
{
    const struct by_preset *p = &by_games[a->form.game]->presets[a->form.sheet];
    long number = by_form_players(&a->form);
    char question[200];
    struct by_text t = by_tell_on(question, sizeof question);

    if (p->fewest == p->most)
        return true;
    by_tell_put(&t, "tui.choose.players", BY_PARTS(BY_NUMBER(p->fewest), BY_NUMBER(p->most), BY_NUMBER(number)));
    if (!ask_number(a, question, p->fewest, p->most, &number))
        return false;
    by_form_set(&a->form, BY_PLAYERS, (int32_t)number);
    return true;
}

/* Parses "Anna, Ben": names for the first seats. */
static void name_people(struct asking *a, const char *words, int people)
{
    for (int i = 0; i < people; i++) {
        char name[4 * BY_NAME_TEXT];
        size_t n = strcspn(words, ",");

        snprintf(name, sizeof name, "%.*s", (int)(n < sizeof name ? n : sizeof name - 1), words);
        by_form_name(&a->form, i, name);
        words += n;
        words += strspn(words, ", ");
    }
}

static bool ask_people(struct asking *a)
{
    int players = by_form_players(&a->form);
    long people = 1;
    char *words;

    if (players > 1 && !ask_number(a, by_tell("tui.choose.people"), 0, players, &people))
        return false;
    for (int i = 0; i < players; i++) {
        by_form_name(&a->form, i, "");
        by_form_sit(&a->form, i, i < people ? NULL : by_bots[BY_BOT_medium]);
    }
    if (people < 2)
        return true;
    if (!answer(a, by_tell("tui.choose.names"), &words))
        return false;
    name_people(a, words, (int)people);
    return true;
}

static const char *level_name(int of, int i)
{
    (void)of;
    return by_tell_of("bot", by_form_level(i)->key, "name");
}

static bool ask_level(struct asking *a)
{
    int players = by_form_players(&a->form), bots = 0, levels;
    const struct by_bot *bot;
    char *words, question[200];
    struct by_text t = by_tell_on(question, sizeof question);

    by_tell_put(&t, "tui.choose.level.which",
                BY_PARTS(BY_WORDS(by_tell_of("bot", by_bots[BY_BOT_medium]->key, "name"))));

    for (int i = 0; i < players; i++)
        bots += a->form.seat[i].bot != NULL;
    if (bots == 0)
        return true;
    puts(by_tell("tui.choose.level"));
    for (int i = 0; (bot = by_form_level(i)) != NULL; i++)
        printf("%s: %s.\n", level_name(0, i), by_tell_of("bot", bot->key, "about"));
    for (levels = 0; by_form_level(levels) != NULL; levels++)
        continue;
    do {
        int level;

        if (!answer(a, question, &words))
            return false;
        level = choice(words, level_name, 0, levels);
        bot = *words == '\0' ? by_bots[BY_BOT_medium] : by_bot_find(false, words);
        bot = level >= 0 ? by_form_level(level) : bot;
        if (bot == NULL)
            say_unknown(words);
    } while (bot == NULL);
    for (int i = 0; i < players; i++)
        if (a->form.seat[i].bot != NULL)
            by_form_sit(&a->form, i, bot);
    return true;
}

/* ---- Options ------------------------------------------------------------------------------------ */

static void say_options(const struct asking *a)
{
    char line[700], allowed[128], value[24], option[80];

    struct by_text t;

    for (int id = 0; id < BY_OPTIONS; id++) {
        if (by_option_of(&a->form.rules, id) == NULL)
            continue;
        by_option_print(id, by_form_value(&a->form, id), value, sizeof value);
        by_option_allowed(&a->form.rules, id, by_tell_language(), allowed, sizeof allowed);
        snprintf(option, sizeof option, "%s=%s", by_option_list[id].key, value);
        t = by_tell_on(line, sizeof line);
        by_tell_put(&t, "tui.choose.option",
                    BY_PARTS(BY_WORDS(option), BY_WORDS(by_option_about(id, by_tell_language())), BY_WORDS(allowed)));
        by_talk_say(line);
    }
}

/* Returns the sheet's option with that key, or BY_OPTIONS if there is none. */
static int option_named(const struct asking *a, const char *key, size_t n)
{
    int id = 0;

    while (id < BY_OPTIONS
           && (by_option_of(&a->form.rules, id) == NULL || strlen(by_option_list[id].key) != n
               || strncmp(by_option_list[id].key, key, n) != 0))
        id++;
    return id;
}

/* Applies a setting such as "target=150" to the form, or prints why the rules refuse it. A refused combination remains
 * in the form until another change fixes it. */
static void set_option(struct asking *a, const char *words)
{
    size_t n = strcspn(words, "=");
    int id = option_named(a, words, n);
    char text[BY_CONFIG_TEXT], value[24];
    struct by_config rules;
    struct by_fault f;
    long number;

    for (int32_t i = 0, nth; id < BY_OPTIONS && by_form_nth(&a->form, id, (int)i, &nth); i++) {
        by_option_print(id, nth, value, sizeof value);
        if (by_option_list[id].values != NULL && strcmp(value, words + n + (words[n] == '=')) == 0) {
            by_form_set(&a->form, id, nth);
            return;
        }
    }
    if (id < BY_OPTIONS && words[n] == '=' && is_number(words + n + 1, 0, 99999999, &number)) {
        by_form_set(&a->form, id, (int32_t)number);
        return;
    }
    snprintf(text, sizeof text, "%s:%s %s", by_games[a->form.game]->key, by_form_sheet(&a->form), words);
    if (by_config_parse_in(text, by_tell_language(), &rules, &f) != BY_OK)
        by_talk_say(f.text);
}

/* Explains an option and the rules that depend on it. */
static void say_option(struct asking *a, int id)
{
    by_form_help(&a->form, (struct by_form_field){ BY_FIELD_OPTION, (uint8_t)id }, a->help, sizeof a->help);
    for (char *line = a->help, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        by_talk_say(line);
    }
}

static bool ask_options(struct asking *a)
{
    char *words, rules[BY_FORM_WORDS], line[BY_FORM_WORDS + 100];
    struct by_text t;

    for (;;) {
        by_form_words(&a->form, rules);
        t = by_tell_on(line, sizeof line);
        by_tell_put(&t, "tui.choose.rules", BY_PARTS(BY_WORDS(rules)));
        by_talk_say(line);
        if (a->form.fault.err != BY_OK)
            by_talk_say(a->form.fault.text);
        if (!answer(a, by_tell("tui.choose.another"), &words))
            return false;
        if (*words == '\0' && a->form.fault.err == BY_OK)
            return true;
        if (strcmp(words, "options") == 0) {
            say_options(a);
        } else if (option_named(a, words, strlen(words)) < BY_OPTIONS) {
            say_option(a, option_named(a, words, strlen(words)));
        } else if (*words != '\0') {
            set_option(a, words);
        }
    }
}

/* ---- The dialogue --------------------------------------------------------------------------------- */

static bool ask_all(struct asking *a, bool recalled)
{
    bool again;

    if (!ask_game(a, recalled, &again))
        return false;
    return again || (ask_sheet(a) && ask_players(a) && ask_people(a) && ask_level(a) && ask_options(a));
}

static bool ask_kept(struct asking *a, const char *kept, enum by_start_end *end)
{
    char *words;

    by_tell_print(stdout, "tui.choose.kept", BY_PARTS(BY_WORDS(kept)));
    if (!answer(a, by_tell("tui.choose.continue"), &words))
        return false;
    *end = *words == '\0' ? BY_START_KEPT : BY_START_NEW;
    return true;
}

enum by_start_end by_start_ask(struct by_lines *in, const char *kept, struct by_setup *out)
{
    struct asking *a = by_sure(malloc(sizeof *a));
    enum by_start_end end = BY_START_NEW;
    char line[BY_FORM_LINE];
    bool recalled;

    a->in = in;
    by_form_init(&a->form, kept);
    recalled = by_start_recall(line) && by_form_read(&a->form, line);
    if (!(kept == NULL || ask_kept(a, kept, &end))
        || (end == BY_START_NEW && !(ask_all(a, recalled) && by_form_done(&a->form, out))))
        end = BY_START_LEAVE;
    if (end == BY_START_NEW) {
        by_start_remember(&a->form);
        putchar('\n');
    }
    free(a);
    return end;
}
