/* SPDX-License-Identifier: MIT */
/* bots.c: tests both sides of the bot protocol.  In whole matches, every decision of `greedy` over JSON lines must
 * equal its decision from the view itself. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/text.h"
#include "wire/bots.h"
#include "wire/shadow.h"
#include "wire/record.h"

static int failures;

static void expect(bool truth, const char *what, const char *more)
{
    if (!truth) {
        printf("FAILED: %s: %s\n", what, more);
        failures++;
    }
}

/* Returns the bot's answer to the lines, as from `boneyard bot`; BY_NO_MOVE if anything is lost. */
static by_move answer(struct by_shadow *sh, const struct by_view *v, const by_move *list, int n, struct by_rng *rng)
{
    by_json *asked = by_bot_ask_json(by_json_array(), v, list, n, 100), *again;
    char *line = by_json_line(asked), text[BY_MOVE_TEXT], reply[64];
    static by_move read[BY_MOVES];
    by_move m = BY_NO_MOVE;
    struct by_view seen;
    struct by_past past;
    struct by_fault f;

    again = by_json_read(line, strlen(line), &f);
    expect(again != NULL && by_json_same(asked, again), "the line comes back", line);
    expect(by_bot_view_read(by_json_get(again, "view"), &v->rules, v->seat, &seen), "the view is read", line);
    expect(by_shadow_see(sh, by_json_get(again, "view"), &seen, &past), "the view follows from the events", line);
    expect(by_json_count(by_json_get(again, "legal")) == (size_t)n, "all legal moves are there", line);
    for (int i = 0; i < n; i++) {
        const char *move = by_json_text(by_json_at(by_json_get(again, "legal"), (size_t)i));

        expect(by_move_parse(move, strlen(move), seen.family, &read[i]) && read[i] == list[i], "a move comes back",
               move);
    }
    struct by_question q = { .view = &seen, .moves = read, .n = n, .rng = rng };

    by_move_print(read[by_bot_find(false, "greedy")->choose(&q)], seen.family, text);
    snprintf(reply, sizeof reply, "{\"move\":\"%s\"}", text);
    expect(by_bot_answer_read(reply, strlen(reply), v->family, list, n, &m, &f) == BY_OK, "the answer is read", reply);
    by_json_free(asked);
    by_json_free(again);
    free(line);
    return m;
}

/* C-09: in a seat's line, other hands and the boneyard are numbers. */
static void check_hidden(const struct by_view *v)
{
    by_json *asked = by_bot_ask_json(by_json_array(), v, NULL, 0, 1);
    const by_json *view = by_json_get(asked, "view");
    int64_t size;

    expect(by_json_number(by_json_get(view, "boneyard"), &size) && size == v->boneyard, "the boneyard is a size", "");
    for (int i = 0; i < v->players; i++)
        if (i != v->seat)
            expect(by_json_number(by_json_at(by_json_get(view, "hands"), (size_t)i), &size) && size == v->count[i],
                   "another hand is a size", "");
    by_json_free(asked);
}

/* Tells every seat what it may know. */
static void tell(struct by_shadow sh[BY_SEATS], const struct by_table *m, const struct by_events *ev)
{
    for (int seat = 0; seat < m->state.players; seat++) {
        by_json *list = by_json_array();
        struct by_view v;

        by_table_view(m, seat, &v);
        for (int i = 0; i < ev->n; i++) {
            struct by_event e = by_hear(ev->at[i], v.family, seat);

            by_json_push(list, by_event_json(&v, &e));
        }
        by_shadow_hear(&sh[seat], list);
        by_json_free(list);
    }
}

static void play_match(const char *rules)
{
    static struct by_shadow shadow[BY_SEATS];

    struct by_config config;
    struct by_seed seed = { { 3 } };
    struct by_record *t;
    struct by_events ev;
    struct by_rng rng;
    by_move list[BY_MOVES];
    char text[BY_MOVE_TEXT];

    by_rng_init(&rng, 1);
    by_config_parse(rules, &config, NULL);
    t = by_record_new(&config, NULL, NULL, &seed);
    for (int i = 0; i < t->table.state.players; i++)
        by_shadow_init(&shadow[i], &config, i);
    while (t->table.state.now.phase != BY_GAME_OVER && failures < 10) {
        int seat = t->table.state.now.turn, n = by_moves(&t->table.state, seat, list);
        struct by_view v;

        if (n == 0) {
            by_record_deal(t, NULL, 0, -1, &ev);
            tell(shadow, &t->table, &ev);
            continue;
        }
        by_table_view(&t->table, seat, &v);
        check_hidden(&v);
        struct by_question q = { .view = &v, .moves = list, .n = n, .rng = &rng };
        by_move want = list[by_bot_find(false, "greedy")->choose(&q)], got = answer(&shadow[seat], &v, list, n, &rng);

        expect(want == got, "the same decision from the lines and from the view", rules);
        by_record_play(t, seat, text, by_move_print(want, v.family, text), &ev);
        tell(shadow, &t->table, &ev);
    }
    for (int i = 0; i < t->table.state.players; i++)
        by_shadow_clear(&shadow[i]);
    by_record_free(t);
}

/* Lines that an external bot may send by mistake or on purpose. */
static void wrong_answers(void)
{
    static const struct {
        const char *line;
        by_err err;
    } cases[] = {
        { "", BY_E_JSON },
        { "hello", BY_E_JSON },
        { "[]", BY_E_REQUEST },
        { "{}", BY_E_REQUEST },
        { "{\"move\":5}", BY_E_REQUEST },
        { "{\"move\":\"6-4\",\"x\":1}", BY_E_REQUEST },
        { "{\"move\":\"9-9\"}", BY_E_ILLEGAL },
        { "{\"move\":\"6-4\"}", BY_OK },
        { "{\"move\":\"4-6\"}", BY_OK },
    };
    by_move list[] = { BY_MOVE(BY_LAY, 25, BY_NO_TILE, 0, 0) }, m;
    struct by_config config;
    struct by_fault f;
    by_json *game;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect(by_bot_answer_read(cases[i].line, strlen(cases[i].line), BY_LINE, list, 1, &m, &f) == cases[i].err,
               "an answer is judged", cases[i].line);
    by_config_parse("muggins:classic players=4", &config, NULL);
    game = by_bot_game_json(&config, 2);
    char *line = by_json_line(game);

    expect(strcmp(line, "{\"game\":{\"rules\":\"muggins:classic players=4\",\"seat\":2,\"players\":4}}") == 0,
           "the game's line", line);
    free(line);
    by_json_free(game);
}

int main(void)
{
    static const char *const rules[] = {
        "block target=30",
        "muggins:number target=60",
        "muggins:classic call=on target=40",
        "allfives players=3 target=20",
        "fiveup target=20",
        "chickenfoot rounds=1",
        "mexicantrain rounds=1",
        "mexicantrain:hub",
        "mexicantrain:classic rounds=1 knock=on penalty=fifty",
        "castlerock",
    };

    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        play_match(rules[i]);
    wrong_answers();
    printf("bot protocol: %d failed\n", failures);
    return failures > 0;
}
