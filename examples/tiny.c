/* SPDX-License-Identifier: MIT */
/* tiny.c: a whole game against a bot, using only the public headers.
 *
 * You are seat 0.  Type a move (5-4 is enough if it fits in only one place), or nothing to let the bot
 * choose for you.  Link it with the library, as meson does:
 *
 *     cc examples/tiny.c -Iinclude build/libboneyard.a -o tiny && ./tiny "muggins:classic"
 */
#include <stdio.h>
#include <string.h>

#include "boneyard/bot.h"
#include "boneyard/table.h"
#include "boneyard/text.h"

static struct by_step log_memory[8192];

/* Prints a seat's hand and the open numbers, from its view. */
static void show(const struct by_view *v)
{
    struct by_set hand = v->hand[v->seat];
    char text[16];

    printf("\nround %u, scores", (unsigned)v->round);
    for (int i = 0; i < v->players; i++)
        printf(" %d", (int)v->score[i]);
    printf("\nopen:");
    for (int i = 0; i < v->now.places; i++)
        printf(" %d", v->place[i].number);
    printf("\nyour hand:");
    while (!by_set_empty(&hand)) {
        struct by_text t = by_text_on(text, sizeof text);

        by_put_tile(&t, by_set_take(&hand), false);
        printf(" %s", text);
    }
    putchar('\n');
}

/* Returns the move a person types or the bot's answer; BY_NO_MOVE at end of input. */
static by_move decide(const struct by_view *v, const by_move *list, int n, const struct by_bot *bot, struct by_rng *rng,
                      int person)
{
    struct by_question question = { .view = v, .moves = list, .n = n, .rng = rng };
    char line[64];
    by_move m;

    while (person && n > 1) {
        show(v);
        printf("your move: ");
        if (fgets(line, sizeof line, stdin) == NULL)
            return BY_NO_MOVE;
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '\0')
            break;
        by_err err = by_move_read(line, strlen(line), v->family, list, n, &m);
        if (err == BY_OK)
            return m;
        printf("%s\n", by_err_sentence(err));
    }
    return list[bot->choose(&question)];
}

int main(int argc, char **argv)
{
    const struct by_bot *bot = by_bot_find(false, "greedy");
    struct by_config rules;
    struct by_fault fault;
    struct by_table match;
    struct by_view view;
    struct by_rng rng;
    struct by_seed seed;
    by_move list[BY_MOVES];

    if (by_config_parse(argc > 1 ? argv[1] : "muggins:number", &rules, &fault) != BY_OK) {
        fprintf(stderr, "%s\n", fault.text);
        return 2;
    }
    by_rng_init(&rng, 1);
    by_seed_read(argc > 2 ? argv[2] : "1", &seed);
    by_table_init(&match, &rules, log_memory, sizeof log_memory / sizeof log_memory[0]);
    while (match.state.now.phase != BY_GAME_OVER) {
        by_table_deal_seeded(&match, &seed, -1, NULL);
        while (match.state.now.phase == BY_PLAYING) {
            int seat = match.state.now.turn;
            int n = by_moves(&match.state, seat, list);

            by_table_view(&match, seat, &view);
            by_move m = decide(&view, list, n, bot, &rng, seat == 0);
            if (m == BY_NO_MOVE || by_table_play(&match, seat, m, NULL) != BY_OK)
                return 0;
            char text[BY_MOVE_TEXT];
            by_move_print(m, view.family, text);
            printf("seat %d: %s\n", seat, text);
        }
    }
    printf("winners, one bit a seat: %#x\n", (unsigned)by_winners(&match.state));
    return 0;
}
