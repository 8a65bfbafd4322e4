/* SPDX-License-Identifier: MIT */
/* learn.c: `boneyard learn`: gives a first lesson in a game, in plain sentences (lesson.h). */
#include <stdio.h>
#include <string.h>

#include "boneyard/lesson.h"
#include "boneyard/why.h"
#include "boneyard/words.h"
#include "cli.h"
#include "util/args.h"
#include "util/lines.h"
#include "util/page.h"
#include "util/tell.h"

static const struct by_arg no_args[] = { { 0 } };
static const struct by_command command = { "boneyard learn GAME", "cli.learn.about", no_args };

enum { STEPS = 512, LINE = 256 };

static const char *names[BY_SEATS] = { "" }; /* the other seat belongs to the bot Mabel */
static struct by_table table;
static struct by_step steps[STEPS];
static struct by_view view;
static by_move list[BY_MOVES];

/* Shows the player's tiles, or the solitaire row, and gives instructions. */
static void show(by_move asked)
{
    char tiles[512], task[512];
    struct by_text t = by_tell_on(tiles, sizeof tiles), now = by_tell_on(task, sizeof task);
    bool alone = by_families[view.family]->solitaire;
    int n = by_moves(&table.state, 0, list);
    bool lays = by_move_kind(asked) == BY_LAY || by_move_kind(asked) == BY_HUB;

    for (int i = 0; alone && i < view.now.laid; i++) {
        by_put(&t, i == 0 ? "" : " ");
        by_put_tile(&t, view.row[i], false);
    }
    if (!alone)
        by_cli_put_tiles(&t, view.hand[0]);
    by_tell_print(stdout, alone ? "cli.learn.row" : "cli.learn.hand", BY_PARTS(BY_WORDS(tiles)));
    by_put_task(&view, list, n, lays ? by_move_tile(asked) : BY_NO_TILE, names, &now);
    printf("  (%s)\n", task);
}

static void play(int seat, by_move move)
{
    struct by_events events;
    char words[512];

    by_table_play(&table, seat, move, &events);
    by_table_view(&table, 0, &view);
    for (int i = 0; i < events.n; i++) {
        struct by_text t = by_tell_on(words, sizeof words);

        by_say(&view, by_hear(events.at[i], view.family, 0), names, 0, &t);
        printf("    %s\n", words);
    }
}

/* Reads a line. Returns false at the end of the input, or if the player typed q. */
static bool hear(struct by_lines *in)
{
    fputs("> ", stdout);
    fflush(stdout);
    return by_lines_next(in) == BY_LINE_READ && strcmp(by_lines_bare(in), "q") != 0;
}

static bool ask(const struct by_lesson_step *s, struct by_lines *in)
{
    int n = by_moves(&table.state, 0, list);
    by_move asked, typed;
    struct by_fault f;

    if (by_move_read(s->ask, strlen(s->ask), view.family, list, n, &asked) != BY_OK)
        return false;
    show(asked);
    while (hear(in)) {
        const char *line = by_lines_bare(in);

        if (by_move_read(line, strlen(line), view.family, list, n, &typed) != BY_OK) {
            by_why(&view, names, list, n, line, strlen(line), by_tell_language(), &f);
            puts(f.text);
        } else if (typed != asked) {
            puts(by_tell("cli.learn.other"));
        } else {
            play(0, asked);
            return true;
        }
    }
    return false;
}

static bool teach(const struct by_lesson *l, int i, struct by_lines *in)
{
    const struct by_lesson_step *s = &l->step[i];
    char label[24], text[BY_MOVE_TEXT];
    by_move move;
    size_t n;

    snprintf(label, sizeof label, "%d/%d", i + 1, l->steps);
    putchar('\n');
    by_page_text(stdout, label, 6, by_tell(s->say));
    if (s->ask != NULL && !ask(s, in))
        return false;
    if (s->done != NULL)
        by_page_text(stdout, "", 6, by_tell(s->done));
    if (s->ask == NULL) {
        puts(by_tell("cli.learn.enter"));
        if (!hear(in))
            return false;
    }
    for (int k = 0; (n = by_lesson_then(s, k, text)) > 0; k++) {
        int seat = table.state.now.turn;

        if (by_move_read(text, n, view.family, list, by_moves(&table.state, seat, list), &move) != BY_OK)
            return false;
        play(seat, move);
    }
    return true;
}

static const char *over(const struct by_lesson *l)
{
    static char words[256];
    struct by_text t = by_tell_on(words, sizeof words);

    by_tell_put(&t, "cli.learn.over", BY_PARTS(BY_WORDS(l->game)));
    return words;
}

int by_cli_learn(int argc, char **argv)
{
    int status = by_args_read(&command, &argc, argv, NULL);
    const struct by_lesson *lesson = argc > 1 ? by_lesson_find(argv[1]) : NULL;
    char games[256];
    struct by_text t = by_text_on(games, sizeof games);
    struct by_lines in;
    int step = 0;

    if (status >= 0)
        return status;
    for (int i = 0; i < by_lesson_count; i++) {
        by_put(&t, i == 0 ? "" : ", ");
        by_put(&t, by_lessons[i].game);
    }
    if (argc != 2)
        return by_cli_tell(BY_EXIT_USAGE, "cli.learn.which", BY_PARTS(BY_WORDS(games)));
    if (lesson == NULL)
        return by_cli_tell(BY_EXIT_USAGE, "cli.learn.none", BY_PARTS(BY_INPUT(argv[1]), BY_WORDS(games)));
    if (by_lesson_begin(lesson, &table, steps, STEPS) != BY_OK)
        return BY_EXIT_WRONG;
    names[1] = by_tell_of("bot", "mabel", "name");
    by_table_view(&table, 0, &view);
    by_lines_init(&in, stdin, LINE);
    puts(by_tell("cli.learn.begin"));
    while (step < lesson->steps && teach(lesson, step, &in))
        step++;
    by_lines_clear(&in);
    if (step == lesson->steps)
        printf("\n%s\n", over(lesson));
    return by_cli_end(BY_EXIT_FINE);
}
