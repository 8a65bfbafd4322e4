/* SPDX-License-Identifier: MIT */
/* null_game.c: the template is a whole game: it can be named, dealt, played, written down, looked at,
 * and taken back, and it ends.  games.def has it in this program only. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/table.h"
#include "boneyard/text.h"

#define CHECK(what) \
    do { \
        if (!(what)) { \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #what); \
            exit(1); \
        } \
    } while (0)

static struct by_step log_of_moves[64];

/* One move, through its text; back, and once more. */
static void one_move(struct by_table *m, struct by_rng *rng)
{
    struct by_state before = m->state;
    by_move list[BY_MOVES];
    struct by_view view;
    char text[BY_MOVE_TEXT];
    int seat = m->state.now.turn, n = by_moves(&m->state, seat, list);
    size_t length;

    CHECK(n > 0);
    length = by_move_print(list[by_rng_below(rng, (uint32_t)n)], by_game_of(&m->state)->family, text);
    CHECK(by_table_play_text(m, seat, text, length, NULL) == BY_OK);
    CHECK(by_table_undo(m) == BY_OK);
    CHECK(memcmp(&before, &m->state, sizeof before) == 0);
    CHECK(by_table_play(m, seat, BY_PASS_MOVE, NULL) == BY_E_ILLEGAL);
    CHECK(by_table_play(m, seat, BY_DRAW_MOVE, NULL) == BY_E_ILLEGAL);
    CHECK(memcmp(&before, &m->state, sizeof before) == 0);
    CHECK(by_table_play_text(m, seat, text, length, NULL) == BY_OK);
    by_table_view(m, seat, &view);
    CHECK(view.known == (uint32_t)1 << seat);
}

static void play(const char *rules, uint64_t number)
{
    struct by_table m;
    struct by_config config;
    struct by_fault fault;
    struct by_rng rng;
    struct by_seed seed = { { (uint8_t)number } };
    char text[BY_CONFIG_TEXT];

    CHECK(by_config_parse(rules, &config, &fault) == BY_OK);
    by_config_print(&config, text, sizeof text);
    CHECK(strcmp(rules, text) == 0);
    by_table_init(&m, &config, log_of_moves, sizeof log_of_moves / sizeof log_of_moves[0]);
    by_rng_init(&rng, number);
    while (m.state.now.phase != BY_GAME_OVER) {
        CHECK(by_table_deal_seeded(&m, &seed, -1, NULL) == BY_OK);
        while (m.state.now.phase == BY_PLAYING)
            one_move(&m, &rng);
    }
    CHECK(by_winners(&m.state) == (uint32_t)1 << m.state.end_seat);
    CHECK(m.state.score[m.state.end_seat] >= config.opt[BY_TARGET]);
}

int main(void)
{
    struct by_config config;

    for (uint64_t number = 1; number <= 50; number++) {
        play("null:plain", number);
        play("null:plain players=4", number);
        play("null:plain players=3 hand=9 target=50", number);
    }
    CHECK(by_config_parse("null:plain players=5", &config, NULL) == BY_E_RULES);
    CHECK(by_config_parse("null:plain teams=on", &config, NULL) == BY_E_RULES);
    return 0;
}
