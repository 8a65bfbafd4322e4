/* SPDX-License-Identifier: MIT */
/* lessons.c: plays every lesson by its text alone, in every language.  Every move must be legal, the text must allow
 * only the expected move, the rules named by a step must be in force, and the points must be mentioned.
 *
 *     lessons [FAULT]    with a planted fault 1 to 4, the run must fail */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/explain.h"
#include "boneyard/lesson.h"
#include "boneyard/terms.h"
#include "util/tell.h"

static int fault, wrongs;
static struct by_table table;
static struct by_step steps[512];
static struct by_events events;
static by_move list[BY_MOVES];

/* The step being played, unchanged or with a fault. */
struct at {
    const struct by_lesson *lesson;
    struct by_lesson_step step;
    int i, language;
};

static void wrong(const struct at *at, const char *what, const char *which)
{
    printf("%s %d in %s: %s: %s\n", at->lesson->game, at->i + 1, by_language_list[at->language]->key, what, which);
    wrongs++;
}

/* Returns whether a text has a word with no letter or digit next to it. */
static bool has_word(const char *text, const char *word)
{
    static const char inside[] = "0123456789-";
    size_t n = strlen(word);

    for (const char *p = strstr(text, word); p != NULL; p = strstr(p + 1, word))
        if ((p == text || strchr(inside, p[-1]) == NULL) && (p[n] == '\0' || strchr(inside, p[n]) == NULL))
            return true;
    return false;
}

static bool says_tile(const char *text, by_tile tile)
{
    char name[16];
    struct by_text t = by_text_on(name, sizeof name);

    by_put_tile(&t, tile, false);
    return has_word(text, name);
}

/* Returns whether the text names the place of a move, if a tile fits in several. */
static bool says_place(const struct at *at, const char *text, by_move m)
{
    char name[64];
    struct by_text t = by_text_in(name, sizeof name, at->language);

    if (by_move_kind(m) == BY_TAKE || by_move_kind(m) == BY_TAKE3)
        return (strstr(text, at->language == BY_ENGLISH ? "all three" : "las tres") != NULL)
            == (by_move_kind(m) == BY_TAKE3);
    if (!by_families[by_game_of(&table.state)->family]->trains)
        return false;
    by_put_words(&t, by_move_place(m) == 0 ? BY_SAY_YOUR_TRAIN : BY_SAY_MEXICAN, NULL);
    return strstr(text, name) != NULL;
}

static by_tile tile_of(by_move m)
{
    bool has = by_move_kind(m) == BY_LAY || by_move_kind(m) == BY_TAKE || by_move_kind(m) == BY_TAKE3;

    return has ? by_move_tile(m) : BY_NO_TILE;
}

/* Returns the move that the text allows, or -1 after printing the error. */
static int allowed(const struct at *at, const char *words)
{
    int n = by_moves(&table.state, 0, list), found = -1, named = 0, placed = -1, places = 0;

    for (int i = 0; i < n; i++) {
        by_tile tile = tile_of(list[i]);

        if (tile != BY_NO_TILE ? !says_tile(words, tile) : n > 1)
            continue;
        named++;
        found = i;
        if (says_place(at, words, list[i])) {
            placed = i;
            places++;
        }
    }
    if (named == 0 && by_families[by_game_of(&table.state)->family]->solitaire)
        for (int i = 0; i < n; i++) /* "take all three": there is only one such place */
            if (by_move_kind(list[i]) == BY_TAKE3 && says_place(at, words, list[i])) {
                named++;
                found = i;
            }
    if (named > 1 && places == 1)
        return placed;
    if (named != 1)
        wrong(at, named == 0 ? "the words allow no move" : "the words allow several moves", words);
    return named == 1 ? found : -1;
}

/* Checks that points are mentioned in the text that follows the move. */
static void check_points(const struct at *at, const char *done)
{
    char number[16];

    for (int i = 0; i < events.n; i++) {
        if (events.at[i].kind != BY_EV_SCORE || events.at[i].seat != 0)
            continue;
        snprintf(number, sizeof number, "%d", (int)events.at[i].points);
        if (done == NULL || !has_word(done, number))
            wrong(at, "the words do not say the points", number);
    }
    for (int seat = 0; table.last.round > 0 && seat < table.state.players; seat++) {
        struct by_sum sum;
        int gain =
            by_sum_of(&table.state.rules, &table.last, &sum) ? (int)sum.points * (seat == 0) : table.last.gain[seat];

        snprintf(number, sizeof number, "%d", gain);
        if (gain > 0 && (done == NULL || !has_word(done, number)))
            wrong(at, "the words do not say the round's points", number);
    }
}

static void play_ask(const struct at *at)
{
    const char *say = by_tell_in(at->language, at->step.say);
    const char *done = at->step.done == NULL ? NULL : by_tell_in(at->language, at->step.done);
    struct by_next next = by_table_next(&table);
    by_move asked;
    int found;

    if (next.kind != BY_NEXT_CHOICE || next.seat != 0) {
        wrong(at, "the player has no choice", at->step.ask);
        return;
    }
    found = allowed(at, say);
    if (found < 0)
        return;
    if (by_move_read(at->step.ask, strlen(at->step.ask), by_game_of(&table.state)->family, list,
                     by_moves(&table.state, 0, list), &asked)
        != BY_OK)
        wrong(at, "the move asked for is not legal", at->step.ask);
    else if (asked != list[found])
        wrong(at, "the words ask for another move", at->step.ask);
    by_table_play(&table, 0, list[found], &events);
    check_points(at, done);
}

static void play_then(const struct at *at)
{
    char text[BY_MOVE_TEXT];
    size_t n;

    for (int i = 0; (n = by_lesson_then(&at->step, i, text)) > 0; i++) {
        struct by_next next = by_table_next(&table);

        if (next.kind != BY_NEXT_BOT && next.kind != BY_NEXT_FORCED)
            wrong(at, "the player would move here", text);
        if (by_table_play_text(&table, table.state.now.turn, text, n, &events) != BY_OK) {
            wrong(at, "not a legal move", text);
            n = (size_t)by_moves(&table.state, table.state.now.turn, list);
            for (size_t k = 0; k < n; k++) {
                by_move_print(list[k], by_game_of(&table.state)->family, text);
                printf("  seat %d could play %s\n", table.state.now.turn, text);
            }
            return;
        }
    }
}

static void check_rules(const struct at *at)
{
    for (const char *one = at->step.rules; one[0] != '\0'; one += one[4] == '\0' ? 4 : 5) {
        char number[5] = { one[0], one[1], one[2], one[3] };

        if (by_rule_in_force(&table.state.rules, number) != number)
            wrong(at, "this table has no rule", number);
    }
}

static void plant(struct at *at)
{
    bool here = at->i == 1 && by_same(at->lesson->game, "muggins");

    if (fault == 1 && here)
        at->step.then = "6-6@5-5";
    else if (fault == 2 && here)
        at->step.rules = "T-05";
    else if (fault == 3 && at->i == 0 && by_same(at->lesson->game, "mexicantrain"))
        at->step.say = "lesson.muggins.5";
    else if (fault == 4 && here)
        at->step.ask = "5-1";
}

static void play(const struct by_lesson *l, int language)
{
    struct at at = { .lesson = l, .language = language };

    if (by_lesson_begin(l, &table, steps, sizeof steps / sizeof steps[0]) != BY_OK) {
        wrong(&at, "cannot be dealt", l->rules);
        return;
    }
    for (int before = wrongs; at.i < l->steps && before == wrongs; at.i++) {
        at.step = l->step[at.i];
        plant(&at);
        check_rules(&at);
        if (at.step.ask != NULL)
            play_ask(&at);
        if (wrongs == before)
            play_then(&at);
    }
    if (table.state.now.phase == BY_PLAYING && !by_families[by_game_of(&table.state)->family]->solitaire)
        wrong(&at, "the round is not over", "");
}

int main(int argc, char **argv)
{
    fault = argc > 1 ? atoi(argv[1]) : 0;
    for (int game = 0; game < BY_GAMES; game++)
        if (by_lesson_find(by_games[game]->key) == NULL) {
            printf("%s has no lesson\n", by_games[game]->key);
            wrongs++;
        }
    for (int i = 0; i < by_lesson_count; i++)
        for (int language = 0; language < by_language_count; language++)
            play(&by_lessons[i], language);
    printf("%d lessons, %d wrong\n", by_lesson_count, wrongs);
    return wrongs != 0;
}
