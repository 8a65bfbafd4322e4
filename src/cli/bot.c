/* SPDX-License-Identifier: MIT */
/* bot.c: `boneyard bot LEVEL`: runs one of our bots behind the bot protocol (docs/protocol.md), so that one build can
 * play another. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/text.h"
#include "cli.h"
#include "util/args.h"
#include "util/chance.h"
#include "util/lines.h"
#include "util/memory.h"
#include "util/page.h"
#include "wire/bots.h"
#include "wire/out.h"
#include "wire/shadow.h"

struct options {
    const char *seed;
};
#define AT(member) offsetof(struct options, member)

static const struct by_arg args[] = { { "--seed", "HEX", "1 to 64 hexadecimal digits, for a repeatable bot", AT(seed) },
                                      { 0 } };
static const struct by_command command = {
    "boneyard bot LEVEL [--seed HEX]",
    "Plays one seat for another program: reads the game and its decisions as JSON lines on standard\n"
    "input and answers each decision with {\"move\":...}.  An unknown LEVEL lists all levels.",
    args
};

/* The seat being played. */
struct player {
    const struct by_bot *bot;
    struct by_rng rng;
    struct by_shadow shadow;
    bool seated;
    void *memory;
};

static by_err read_game(struct player *p, const by_json *game, struct by_fault *f)
{
    const char *rules = by_json_text(by_json_get(game, "rules"));
    struct by_config config;
    int64_t seat;

    if (rules == NULL || by_config_parse(rules, &config, f) != BY_OK)
        return rules != NULL ? BY_E_RULES : by_fail(f, BY_E_REQUEST, "the game has no rules", NULL);
    if (!by_json_number(by_json_get(game, "seat"), &seat) || seat < 0 || seat >= config.opt[BY_PLAYERS])
        return by_fail(f, BY_E_SEAT, by_err_sentence(BY_E_SEAT), NULL);
    by_shadow_clear(&p->shadow);
    by_shadow_init(&p->shadow, &config, (int)seat);
    p->seated = true;
    return BY_OK;
}

static by_err decide(struct player *p, const by_json *ask, struct by_fault *f)
{
    const by_json *legal = by_json_get(ask, "legal"), *view = by_json_get(ask, "view");
    static by_move list[BY_MOVES];
    size_t n = by_json_count(legal);
    char text[BY_MOVE_TEXT];
    struct by_past past;
    struct by_view v;
    struct by_out out = { 0 };
    int64_t ms = 0;
    bool seen;

    if (!p->seated || n == 0 || n > BY_MOVES || view == NULL)
        return by_fail(f, BY_E_REQUEST, "a decision needs a game before it, a view and legal moves", NULL);
    seen = by_shadow_see(&p->shadow, view, &v, &past);
    if (!seen && !by_bot_view_read(view, &p->shadow.rules, p->shadow.seat, &v))
        return by_fail(f, BY_E_REQUEST, "this is not a view", NULL);
    for (size_t i = 0; i < n; i++) {
        const char *move = by_json_text(by_json_at(legal, i));

        if (move == NULL || !by_move_parse(move, strlen(move), v.family, &list[i]))
            return by_fail(f, BY_E_REQUEST, "one of the legal moves is not a move", NULL);
    }
    by_json_number(by_json_get(ask, "ms"), &ms);
    struct by_question q = { .view = &v,
                             .past = &past,
                             .moves = list,
                             .n = (int)n,
                             .rng = &p->rng,
                             .memory = p->memory,
                             .size = BY_BOT_MEMORY,
                             .ms = ms > 0 ? (uint32_t)(ms - ms / 8) : 0,
                             .clock = by_now_ns };

    /* If the events are incomplete, `greedy` plays instead, since it needs only the current view. */
    by_move_print(list[(seen ? p->bot : by_bots[BY_BOT_greedy])->choose(&q)], v.family, text);
    by_out(&out, "{");
    by_out_key_string(&out, "move", text);
    by_out(&out, "}");
    by_out_print(&out);
    return BY_OK;
}

static by_err answer(struct player *p, const struct by_lines *l, struct by_fault *f)
{
    by_json *line = by_json_read(l->at, l->n, f);
    by_err err = BY_OK;

    if (line == NULL)
        return BY_E_JSON;
    by_shadow_hear(&p->shadow, by_json_get(line, "events"));
    if (by_json_get(line, "game") != NULL)
        err = read_game(p, by_json_get(line, "game"), f);
    else if (by_json_get(line, "legal") != NULL)
        err = decide(p, line, f);
    by_json_free(line);
    return err;
}

int by_cli_bot(int argc, char **argv)
{
    struct options o = { 0 };
    int status = by_args_read(&command, &argc, argv, &o);
    struct by_seed seed = by_chance();
    struct player p = { .bot = NULL };
    char names[256];
    struct by_lines lines;
    struct by_fault f;

    if (status >= 0)
        return status;
    if (o.seed != NULL && !by_seed_read(o.seed, &seed))
        return by_cli_say(BY_EXIT_USAGE, "--seed takes 1 to 64 hexadecimal digits");
    p.bot = argc == 2 ? by_bot_find(false, argv[1]) : NULL;
    if (p.bot == NULL) {
        by_bot_names(false, names, sizeof names);
        by_complain("name a level, as in boneyard bot greedy: %s", names);
        return BY_EXIT_USAGE;
    }
    by_rng_from(&p.rng, &seed, 0);
    by_lines_init(&lines, stdin, BY_LINE_LIMIT);
    p.memory = by_sure(malloc(BY_BOT_MEMORY));
    status = BY_EXIT_FINE;
    while (status == BY_EXIT_FINE && by_lines_next(&lines) == BY_LINE_READ) {
        if (answer(&p, &lines, &f) != BY_OK)
            status = by_cli_say(BY_EXIT_WRONG, f.text);
        else
            status = by_cli_end(status);
    }
    by_lines_clear(&lines);
    by_shadow_clear(&p.shadow);
    free(p.memory);
    return status;
}
