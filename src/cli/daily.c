/* SPDX-License-Identifier: MIT */
/* daily.c: `boneyard daily`: plays a day's Castle Rock, train and puzzle. */
#include "boneyard/daily.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "boneyard/coach.h"
#include "boneyard/puzzle.h"
#include "boneyard/text.h"
#include "cli.h"
#include "review.h"
#include "util/args.h"
#include "util/lines.h"
#include "util/memory.h"
#include "util/page.h"
#include "util/tell.h"
#include "wire/names.h"
#include "wire/out.h"

struct options {
    const char *date, *json;
};
#define AT(member) offsetof(struct options, member)

static const struct by_arg args[] = { { "--date", "DATE", "cli.daily.date", AT(date) },
                                      { "--json", NULL, "cli.json", AT(json) },
                                      { 0 } };
static const struct by_command command = { "boneyard daily [castle|train|puzzle] [--date YYYY-MM-DD] [--json]",
                                           "cli.daily.about", args };

extern const char by_puzzle_list[];
extern const uint64_t by_puzzle_list_n;

struct day {
    int32_t number;
    char date[BY_DAY_TEXT];
    bool json;
};

/* Reads a line from standard input. Returns NULL at end of file. */
static char *ask(struct by_lines *in, const char *id)
{
    fputs(by_tell(id), stdout);
    fflush(stdout);
    return by_lines_next(in) == BY_LINE_READ ? by_lines_bare(in) : NULL;
}

static void put_tile_json(struct by_out *out, by_tile tile, bool flip)
{
    char text[16];
    struct by_text t = by_tell_on(text, sizeof text);

    by_put_tile(&t, tile, flip);
    by_out(out, out->at[out->n - 1] == '[' ? "" : ",");
    by_out_string(out, text, t.used);
}

static void put_set_json(struct by_out *out, const char *key, struct by_set left)
{
    by_out_key(out, key);
    by_out(out, "[");
    while (!by_set_empty(&left))
        put_tile_json(out, by_set_take(&left), false);
    by_out(out, "]");
}

static void begin_json(struct by_out *out, const struct day *d)
{
    by_out(out, "{");
    by_out_key_string(out, "date", d->date);
}

static int end_json(struct by_out *out)
{
    by_out(out, "}");
    by_out_print(out);
    return by_cli_end(BY_EXIT_FINE);
}

/* ---- Castle Rock ------------------------------------------------------------------------------ */

static int castle_json(const struct day *d, const struct by_config *rules, const struct by_seed *seed)
{
    char text[BY_CONFIG_TEXT];
    struct by_out out = { 0 };
    struct by_state s;

    by_start(&s, rules);
    by_deal_seeded(&s, seed, -1, NULL);
    begin_json(&out, d);
    by_config_print(rules, text, sizeof text);
    by_out_key_string(&out, "rules", text);
    by_seed_print(seed, text);
    by_out_key_string(&out, "seed", text);
    by_out_key(&out, "row");
    by_out(&out, "[");
    for (int i = 0; i < s.now.laid; i++)
        put_tile_json(&out, s.row[i], false);
    by_out(&out, "]");
    return end_json(&out);
}

static int castle(const struct day *d)
{
    void *memory = by_sure(malloc(BY_BOT_MEMORY));
    char name[] = "play", option[] = "--seed", hex[65], text[BY_CONFIG_TEXT];
    char *argv[] = { name, text, option, hex, NULL };
    struct by_config rules;
    struct by_seed seed;

    by_daily_castle(d->number, &rules, &seed, memory);
    free(memory);
    if (d->json)
        return castle_json(d, &rules, &seed);
    by_config_print(&rules, text, sizeof text);
    by_seed_print(&seed, hex);
#ifdef BY_HAVE_TERMINAL
    return by_cli_play(4, argv);
#else
    (void)argv;
    by_tell_print(stdout, "cli.daily.castle.seed", BY_PARTS(BY_WORDS(text), BY_WORDS(hex)));
    return by_cli_end(BY_EXIT_FINE);
#endif
}

/* ---- The train -------------------------------------------------------------------------------- */

static void put_train(struct by_text *t, const by_tile *tiles, int n, int from)
{
    for (int i = 0; i < n; i++) {
        by_put(t, i == 0 ? "" : " ");
        by_put_tile(t, tiles[i], by_high(tiles[i]) != from);
        from = by_across(tiles[i], from);
    }
}

/* Parses a line of tiles into a train that starts at the engine. Returns the number of tiles, or -1 after printing the
 * error. */
static int read_train(const struct by_daily_train *day, char *line, by_tile train[BY_DAILY_HAND + 1])
{
    struct by_set left = day->hand;
    int n = 0;

    train[n++] = day->engine;
    for (char *rest, *word = strtok_r(line, " \t", &rest); word != NULL; word = strtok_r(NULL, " \t", &rest)) {
        by_tile t;

        if (by_tile_read(word, strlen(word), &t, NULL) != strlen(word) || !by_set_has(&left, t)) {
            by_tell_print(stdout, "cli.daily.train.hand", BY_PARTS(BY_INPUT(word)));
            return -1;
        }
        by_set_drop(&left, t);
        train[n] = t;
        if (by_train_view(train, n + 1, NULL) < 0) {
            by_tell_print(stdout, "cli.daily.train.joins",
                          BY_PARTS(BY_INPUT(word), BY_NUMBER(by_train_view(train, n, NULL))));
            return -1;
        }
        n++;
    }
    return n - 1;
}

static void say_train(const char *id, const by_tile *tiles, int n, int from, int pips)
{
    char text[400];
    struct by_text t = by_tell_on(text, sizeof text);

    put_train(&t, tiles, n, from);
    by_tell_print(stdout, id, BY_PARTS(BY_WORDS(text), BY_NUMBER(pips)));
}

static int train_json(const struct day *d, const struct by_daily_train *day)
{
    int from = by_high(day->engine);
    struct by_out out = { 0 };

    begin_json(&out, d);
    by_out_key_int(&out, "engine", from);
    put_set_json(&out, "hand", day->hand);
    by_out_key(&out, "best");
    by_out(&out, "[");
    for (int i = 0; i < day->best.n; i++) {
        put_tile_json(&out, day->best.tile[i], by_high(day->best.tile[i]) != from);
        from = by_across(day->best.tile[i], from);
    }
    by_out(&out, "]");
    by_out_key_int(&out, "pips", day->best.pips);
    return end_json(&out);
}

static int train(const struct day *d)
{
    by_tile laid[BY_DAILY_HAND + 1];
    struct by_daily_train day;
    char hand[200], *line;
    struct by_text t = by_tell_on(hand, sizeof hand);
    struct by_lines in;
    int from, n = 0, pips = 0, tried = 0;

    by_daily_train_of(d->number, &day);
    if (d->json)
        return train_json(d, &day);
    from = by_high(day.engine);
    by_cli_put_tiles(&t, day.hand);
    by_tell_print(stdout, "cli.daily.train.head", BY_PARTS(BY_WORDS(d->date), BY_NUMBER(from), BY_WORDS(hand)));
    by_lines_init(&in, stdin, 4096);
    while ((line = ask(&in, "cli.daily.train.ask")) != NULL && line[0] != '\0') {
        tried = read_train(&day, line, laid);
        if (tried < 0)
            continue;
        n = tried;
        pips = 0;
        for (int i = 1; i <= n; i++)
            pips += by_pips(laid[i]);
        say_train("cli.daily.train.yours", laid + 1, n, from, pips);
    }
    by_lines_clear(&in);
    say_train("cli.daily.train.best", day.best.tile, day.best.n, from, day.best.pips);
    by_tell_print(stdout, "cli.daily.line", BY_PARTS(BY_WORDS(by_tell("cli.daily.train")), BY_WORDS(d->date)));
    by_tell_print(stdout, "cli.daily.train.share", BY_PARTS(BY_NUMBER(pips), BY_NUMBER(day.best.pips)));
    return by_cli_end(BY_EXIT_FINE);
}

/* ---- The puzzle ------------------------------------------------------------------------------- */

struct puzzle {
    struct by_puzzle p;
    struct by_table table;
    struct by_step steps[BY_PUZZLE_LOG];
    struct by_heard heard[BY_PUZZLE_LOG];
    struct by_view view;
    struct by_past past;
    struct by_names names;
    struct by_decision d;
    by_move moves[BY_MOVES];
};

static int count_puzzles(void)
{
    int n = 0;

    for (uint64_t i = 0; i < by_puzzle_list_n; i++)
        n += by_puzzle_list[i] == '\n';
    return n;
}

static void load_puzzle(const struct day *d, struct puzzle *z)
{
    const char *labels[BY_SEATS], *line = by_puzzle_list;
    bool sound;
    int seat;

    for (int at = by_daily_puzzle(d->number, count_puzzles()); at > 0; at--)
        line = strchr(line, '\n') + 1;
    sound = by_puzzle_read(line, strcspn(line, "\n"), &z->p) && by_puzzle_set(&z->p, &z->table, z->steps);
    BY_ASSERT(sound); /* cannot fail: the `daily puzzles` test reads every line */
    seat = z->table.state.now.turn;
    for (int k = 0; k < z->table.state.players; k++)
        labels[k] = k == seat ? "you" : "bot:expert";
    by_names_of(labels, z->table.state.players, &z->names);
    by_table_view(&z->table, seat, &z->view);
    by_table_past(&z->table, z->heard, &z->past);
    z->d = (struct by_decision){ .view = &z->view,
                                 .past = &z->past,
                                 .moves = z->moves,
                                 .n = by_moves(&z->table.state, seat, z->moves),
                                 .names = z->names.at,
                                 .you = 1u << seat };
}

/* Returns whether an earlier move in the list lays the same tile and leads to the same table. */
static bool repeats(const struct puzzle *z, int i)
{
    for (int k = 0; k < i; k++)
        if (z->p.value[k] == z->p.value[i] && by_move_tile(z->moves[k]) == by_move_tile(z->moves[i]))
            return true;
    return false;
}

static void put_thousandths(struct by_text *t, int32_t x)
{
    const int32_t tenths = (x < 0 ? -x : x) / 100 + ((x < 0 ? -x : x) % 100 >= 50);

    by_put(t, x < 0 ? "-" : "");
    by_put_int(t, tenths / 10);
    by_put_words(t, BY_SAY_DECIMAL, NULL);
    by_put_int(t, tenths % 10);
}

/* Writes the value of a move, such as "57.1 % of matches won", "3.4 points" or "2.1 points behind". */
static void put_value(const struct puzzle *z, int i, struct by_text *t)
{
    const char *id = z->p.deals > 0 ? "cli.daily.points" : "cli.daily.behind";
    int32_t value = z->p.deals > 0 ? z->p.value[i] : z->p.value[z->p.best] - z->p.value[i];
    char number[40];
    struct by_text x = by_tell_on(number, sizeof number);

    /* the value is a probability in thousandths (coach.h) */
    if (z->p.deals == 0 && by_families[z->view.family]->line) {
        id = "cli.daily.match";
        value = z->p.value[i] * 100;
    }
    put_thousandths(&x, value);
    by_tell_put(t, id, BY_PARTS(BY_WORDS(number)));
    if (z->p.wins) {
        x = by_tell_on(number, sizeof number);
        put_thousandths(&x, z->p.win[i] * 100);
        by_put(t, ", ");
        by_tell_put(t, "cli.daily.rounds", BY_PARTS(BY_WORDS(number)));
    }
}

static void say_answer(const struct puzzle *z, int played)
{
    const bool right = by_puzzle_right(&z->p, played);
    char words[BY_HINT_TEXT], why[BY_HINT_TEXT];
    struct by_text t = by_tell_on(words, sizeof words), reason = by_tell_on(why, sizeof why);
    int other = right ? -1 : played;

    for (int i = 0; i < z->d.n && right; i++)
        if (!by_puzzle_right(&z->p, i) && (other < 0 || z->p.value[i] > z->p.value[other]))
            other = i;
    by_move_say(&z->d, z->moves[right ? played : z->p.best], &t);
    by_reasons_say(&z->d, z->p.best, other, &reason);
    by_tell_print(stdout, right ? "cli.daily.right" : "cli.daily.wrong", BY_PARTS(BY_WORDS(words), BY_WORDS(why)));
    for (int i = 0; i < z->d.n; i++) {
        char move[BY_MOVE_TEXT], value[200];

        if (repeats(z, i))
            continue;
        by_move_print(z->moves[i], z->view.family, move);
        t = by_tell_on(value, sizeof value);
        put_value(z, i, &t);
        printf("  %-14s %s\n", move, value);
    }
    by_tell_print(stdout, z->p.deals > 0 ? "cli.daily.exact" : "cli.daily.search", BY_PARTS(BY_NUMBER(z->p.deals)));
}

static int puzzle_json(const struct day *d, const struct puzzle *z)
{
    char text[BY_CONFIG_TEXT];
    struct by_out out = { 0 };

    begin_json(&out, d);
    by_config_print(&z->p.rules, text, sizeof text);
    by_out_key_string(&out, "rules", text);
    by_out_key_int(&out, "seat", z->view.seat);
    put_set_json(&out, "hand", z->view.hand[z->view.seat]);
    by_out_key(&out, "moves");
    by_out(&out, "[");
    for (int i = 0; i < z->d.n; i++) {
        size_t n = by_move_print(z->moves[i], z->view.family, text);

        by_out(&out, i == 0 ? "" : ",");
        by_out_string(&out, text, n);
    }
    by_out(&out, "]");
    by_move_print(z->moves[z->p.best], z->view.family, text);
    by_out_key_string(&out, "best", text);
    by_out_key_int(&out, "deals", z->p.deals);
    return end_json(&out);
}

static void say_position(const struct day *d, const struct puzzle *z)
{
    char table[4096], text[BY_CONFIG_TEXT];
    struct by_text t = by_tell_on(table, sizeof table);

    by_config_print(&z->p.rules, text, sizeof text);
    by_tell_print(stdout, "cli.daily.puzzle.head", BY_PARTS(BY_WORDS(d->date), BY_WORDS(text)));
    by_review_table(&z->view, &z->names, &t);
    by_page_text(stdout, "", 0, table);
    t = by_tell_on(table, sizeof table);
    by_known_say(&z->d, &t);
    if (t.used > 0)
        by_page_text(stdout, "", 0, table);
    for (int i = 0; i < z->d.n; i++)
        if (!repeats(z, i)) {
            by_move_print(z->moves[i], z->view.family, text);
            printf("  %s\n", text);
        }
}

static int puzzle(const struct day *d)
{
    struct puzzle *z = by_sure(calloc(1, sizeof *z));
    struct by_lines in;
    by_move m;
    int played = -1;

    load_puzzle(d, z);
    if (d->json) {
        played = puzzle_json(d, z);
        free(z);
        return played;
    }
    say_position(d, z);
    by_lines_init(&in, stdin, 4096);
    for (char *line; played < 0 && (line = ask(&in, "cli.daily.puzzle.ask")) != NULL && line[0] != '\0';) {
        by_err err = by_move_read(line, strlen(line), z->view.family, z->moves, z->d.n, &m);

        for (int i = 0; i < z->d.n && err == BY_OK; i++)
            played = z->moves[i] == m ? i : played;
        if (played < 0)
            by_tell_print(stdout, "cli.daily.puzzle.which", BY_PARTS(BY_INPUT(line)));
    }
    by_lines_clear(&in);
    if (played >= 0) {
        say_answer(z, played);
        by_tell_print(stdout, "cli.daily.line", BY_PARTS(BY_WORDS(by_tell("cli.daily.puzzle")), BY_WORDS(d->date)));
        puts(by_tell(by_puzzle_right(&z->p, played) ? "cli.daily.solved" : "cli.daily.missed"));
    }
    free(z);
    return by_cli_end(BY_EXIT_FINE);
}

/* ---- The command ------------------------------------------------------------------------------ */

static int list(const struct day *d)
{
    struct by_out out = { 0 };

    if (d->json) {
        begin_json(&out, d);
        return end_json(&out);
    }
    by_tell_print(stdout, "cli.daily.list", BY_PARTS(BY_WORDS(d->date)));
    return by_cli_end(BY_EXIT_FINE);
}

int by_cli_daily(int argc, char **argv)
{
    static int (*const run[BY_DAILIES])(const struct day *) = { castle, train, puzzle };
    struct options o = { 0 };
    int status = by_args_read(&command, &argc, argv, &o);
    struct day d = { .number = by_day_of((int64_t)time(NULL)), .json = o.json != NULL };

    if (status >= 0)
        return status;
    if (o.date != NULL && !by_day_read(o.date, &d.number))
        return by_cli_tell(BY_EXIT_USAGE, "cli.daily.dates", BY_PARTS(BY_INPUT(o.date)));
    by_day_print(d.number, d.date);
    if (argc == 1)
        return list(&d);
    for (int i = 0; i < BY_DAILIES && argc == 2; i++)
        if (strcmp(argv[1], by_daily_names[i]) == 0)
            return run[i](&d);
    return by_cli_tell(BY_EXIT_USAGE, "cli.daily.which", BY_PARTS(BY_INPUT(argv[argc == 2 ? 1 : 2])));
}
