/* bot.c: `boneyard bot LEVEL`: a bot of ours behind the bot protocol (docs/protocol.md), so that one
 * build can play another. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/text.h"
#include "cli.h"
#include "util/args.h"
#include "util/chance.h"
#include "util/lines.h"
#include "wire/bots.h"

static const char *seed_text;

static const struct by_arg args[] = {
    { "--seed", "HEX", "1 to 64 hexadecimal digits, for a repeatable bot", &seed_text },
    { 0 }
};
static const struct by_command command = {
    "boneyard bot LEVEL [--seed HEX]",
    "Plays one seat for another program: reads the game and its decisions as JSON lines on standard\n"
    "input and answers each decision with {\"move\":...}.  A wrong LEVEL lists them.",
    args
};

/* The seat that is played. */
struct player { const struct by_bot *bot; struct by_rng rng; struct by_config rules; int seat; bool seated; };

static by_err read_game(struct player *p, const by_json *game, struct by_fault *f)
{
    const char *rules = by_json_text(by_json_get(game, "rules"));
    int64_t seat;

    if (rules == NULL || by_config_parse(rules, &p->rules, f) != BY_OK)
        return rules != NULL ? BY_E_RULES : by_fail(f, BY_E_REQUEST, "the game has no rules", NULL);
    if (!by_json_number(by_json_get(game, "seat"), &seat) || seat < 0 || seat >= p->rules.opt[BY_PLAYERS])
        return by_fail(f, BY_E_SEAT, by_err_sentence(BY_E_SEAT), NULL);
    p->seat = (int)seat;
    p->seated = true;
    return BY_OK;
}

static by_err decide(struct player *p, const by_json *ask, struct by_fault *f)
{
    const by_json *legal = by_json_get(ask, "legal");
    static by_move list[BY_MOVES];
    size_t n = by_json_count(legal);
    char text[BY_MOVE_TEXT];
    struct by_view v;

    if (!p->seated || n == 0 || n > BY_MOVES
        || !by_bot_view_read(by_json_get(ask, "view"), &p->rules, p->seat, &v))
        return by_fail(f, BY_E_REQUEST, "a decision needs a game before it, a view and legal moves", NULL);
    for (size_t i = 0; i < n; i++) {
        const char *move = by_json_text(by_json_at(legal, i));

        if (move == NULL || !by_move_parse(move, strlen(move), v.family, &list[i]))
            return by_fail(f, BY_E_REQUEST, "something among the legal moves is no move", NULL);
    }
    struct by_question q = { .view = &v, .moves = list, .n = (int)n, .rng = &p->rng };

    by_move_print(list[p->bot->choose(&q)], v.family, text);
    printf("{\"move\":\"%s\"}\n", text);
    return BY_OK;
}

static by_err answer(struct player *p, const struct by_lines *l, struct by_fault *f)
{
    by_json *line = by_json_read(l->at, l->n, f);
    by_err err = BY_OK;

    if (line == NULL)
        return BY_E_JSON;
    if (by_json_get(line, "game") != NULL)
        err = read_game(p, by_json_get(line, "game"), f);
    else if (by_json_get(line, "legal") != NULL)
        err = decide(p, line, f);
    by_json_free(line);
    return err;
}

int by_cli_bot(int argc, char **argv)
{
    int status = by_args_read(&command, &argc, argv);
    struct by_seed seed = by_chance();
    struct player p = { .bot = NULL };
    char names[256];
    struct by_lines lines;
    struct by_fault f;

    if (status >= 0)
        return status;
    if (seed_text != NULL && !by_seed_read(seed_text, &seed))
        return by_cli_say(BY_EXIT_USAGE, "--seed takes 1 to 64 hexadecimal digits");
    p.bot = argc == 2 ? by_bot_find(false, argv[1]) : NULL;
    if (p.bot == NULL) {
        by_bot_names(false, names, sizeof names);
        fprintf(stderr, "boneyard: name a level, as in boneyard bot greedy: %s\n", names);
        return BY_EXIT_USAGE;
    }
    by_rng_from(&p.rng, &seed, 0);
    by_lines_init(&lines, stdin, BY_LINE_LIMIT);
    status = BY_EXIT_FINE;
    while (status == BY_EXIT_FINE && by_lines_next(&lines) == BY_LINE_READ) {
        if (answer(&p, &lines, &f) != BY_OK)
            status = by_cli_say(BY_EXIT_WRONG, f.text);
        else
            status = by_cli_end(status);
    }
    by_lines_clear(&lines);
    return status;
}
