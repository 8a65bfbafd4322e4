/* SPDX-License-Identifier: MIT */
/* lessons.c: writes the lessons and their sentences as TypeScript, which the page loads when a lesson begins.
 *
 * Plays every lesson to find the full form of each move. */
#include <stdio.h>
#include <stdlib.h>

#include "boneyard/lesson.h"
#include "catalogue.h"
#include "wire/json.h"

enum { STEPS = 512 };

static struct by_table table;
static struct by_step steps[STEPS];

static void fail(const struct by_lesson *l, const char *move)
{
    fprintf(stderr, "lessons: %s: %s cannot be played; run the test `lessons`\n", l->game, move);
    exit(1);
}

/* Plays a move for the seat to move. Returns the move in full. */
static by_json *played(const struct by_lesson *l, const char *move)
{
    int family = by_game_of(&table.state)->family, n;
    by_move list[BY_MOVES], found;
    char text[BY_MOVE_TEXT];

    n = by_moves(&table.state, table.state.now.turn, list);
    if (by_move_read(move, by_length(move), family, list, n, &found) != BY_OK
        || by_table_play(&table, table.state.now.turn, found, NULL) != BY_OK)
        fail(l, move);
    by_move_print(found, family, text);
    return by_json_string(text);
}

static by_json *step_json(const struct by_lesson *l, const struct by_lesson_step *s)
{
    by_json *all = by_json_object(), *then = by_json_array();
    char text[BY_MOVE_TEXT];

    by_json_set(all, "say", by_texts_json("%s", s->say, NULL));
    by_json_set(all, "done", s->done == NULL ? by_json_null() : by_texts_json("%s", s->done, NULL));
    by_json_set(all, "rules", by_json_string(s->rules));
    by_json_set(all, "ask", s->ask == NULL ? by_json_null() : played(l, s->ask));
    for (int i = 0; by_lesson_then(s, i, text) > 0; i++)
        by_json_push(then, played(l, text));
    by_json_set(all, "then", then);
    return all;
}

static by_json *lesson_json(const struct by_lesson *l)
{
    by_json *all = by_json_object(), *deck = by_json_array(), *said = by_json_array();

    if (by_lesson_begin(l, &table, steps, STEPS) != BY_OK)
        fail(l, l->rules);
    by_json_set(all, "rules", by_json_string(l->rules));
    by_json_set(all, "players", by_json_int(table.state.players));
    by_json_set(all, "lead", by_json_int(l->lead));
    for (int i = 0; i < table.state.deck_tiles; i++)
        by_json_push(deck, by_json_int(table.state.deck[i]));
    by_json_set(all, "deck", deck);
    for (int i = 0; i < l->steps; i++)
        by_json_push(said, step_json(l, &l->step[i]));
    by_json_set(all, "steps", said);
    return all;
}

int main(void)
{
    by_json *all = by_json_object();
    char *line;

    for (int i = 0; i < by_lesson_count; i++)
        by_json_set(all, by_lessons[i].game, lesson_json(&by_lessons[i]));
    line = by_json_line(all);
    puts("// Written by src/generate/lessons.c from src/lessons; not to be changed by hand.");
    puts("import type { GameKey, Pair } from './tables';");
    puts("/** A step: the explanation, the move to make (null if none), its effect, and the others' moves. */");
    puts("export interface Step { readonly say: Pair; readonly done: Pair | null; readonly rules: string;");
    puts("  readonly ask: string | null; readonly then: readonly string[] }");
    puts("export interface Lesson { readonly rules: string; readonly players: number; readonly lead: number;");
    puts("  readonly deck: readonly number[]; readonly steps: readonly Step[] }");
    printf("export const lessons = %s as unknown as Readonly<Record<GameKey, Lesson>>;\n", line);
    free(line);
    by_json_free(all);
    return fflush(stdout) == 0 ? 0 : 1;
}
