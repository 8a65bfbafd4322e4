/* play.c: `boneyard play`: its options, and a table made ready. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "boneyard/text.h"
#include "cli/cli.h"
#include "game.h"
#include "util/args.h"
#include "util/chance.h"
#include "util/page.h"
#include "wire/record.h"

static const char *watch, *seed_text, *bots_text, *seat_text, *save_text, *load_text;

static const struct by_arg args[] = {
    { "--watch", NULL, "bots play all seats", &watch },
    { "--seed", "HEX", "1 to 64 hexadecimal digits: the same seed, the same game", &seed_text },
    { "--bots", "NAME,NAME", "bots for the other seats (default medium)", &bots_text },
    { "--seat", "N", "the seat you take, from 0 (default 0)", &seat_text },
    { "--save", "FILE", "keeps the record of the game there", &save_text },
    { "--load", "FILE", "goes on with a saved game", &load_text },
    { 0 }
};
static const struct by_command command = {
    "boneyard play [GAME[:SHEET] [OPTION=VALUE...]] [options]",
    "A game in the terminal.  Without a game it asks which; without a terminal and a game it plays a\n"
    "demonstration.  While playing, ? says what is possible; boneyard games lists games and options.\n"
    "  boneyard play muggins:classic players=4 teams=on\n"
    "  boneyard play mexicantrain --watch --seed 1\n"
    "A loaded game is kept in its file again, unless --save names another or bots only watch.",
    args
};

/* The words of the command line as one rule string. */
static bool join_words(int argc, char **argv, char *out, size_t size)
{
    struct by_text t = by_text_on(out, size);

    for (int i = 1; i < argc; i++) {
        by_put(&t, i == 1 ? "" : " ");
        by_put(&t, argv[i]);
    }
    return !t.full;
}

/* "easy,hard": the bots of the other seats in order, the last one for all that follow. */
static const struct by_bot *bot_at(const char *list, int n)
{
    const char *at = list == NULL ? "medium" : list;
    char key[24];
    size_t length;

    for (; n > 0 && strchr(at, ',') != NULL; n--)
        at = strchr(at, ',') + 1;
    length = strcspn(at, ",");
    if (length >= sizeof key)
        return NULL;
    memcpy(key, at, length);
    key[length] = '\0';
    return by_bot_find(false, key);
}

/* Names of the others: by the compass at a table of up to four, else by number. */
static void name_seats(struct by_game_at *g, int players)
{
    static const char *const compass[5][3] = { { "" }, { "" }, { "North" }, { "West", "East" },
                                               { "West", "North", "East" } };

    for (int i = 0; i < players; i++) {
        if (g->you >= 0 && players <= 4 && i != g->you)
            snprintf(g->name[i], sizeof g->name[i], "%s", compass[players][(i - g->you + players - 1) % players]);
        else
            snprintf(g->name[i], sizeof g->name[i], i == g->you ? "You" : "Seat %d", i);
        g->names[i] = g->name[i];
    }
}

static int say_bots(void)
{
    char names[256];

    by_bot_names(false, names, sizeof names);
    by_complain("--bots takes names of bots, separated by commas: %s", names);
    return BY_EXIT_USAGE;
}

static int seat_bots(struct by_game_at *g, int players)
{
    for (int i = 0, n = 0; i < players; i++) {
        if (i == g->you)
            continue;
        if (g->bot[i] == NULL)
            g->bot[i] = bot_at(bots_text, n++);
        if (g->bot[i] == NULL)
            return say_bots();
    }
    return BY_EXIT_FINE;
}

static int seat_you(struct by_game_at *g, int players)
{
    long seat = 0;

    if (seat_text != NULL && !by_args_number("--seat", seat_text, 0, players - 1, &seat))
        return BY_EXIT_USAGE;
    g->you = watch != NULL ? -1 : (int)seat;
    return BY_EXIT_FINE;
}

static int start_new(struct by_game_at *g, const char *rules, const struct by_seed *seed)
{
    const char *names[BY_SEATS];
    char labels[BY_SEATS][32], date[24];
    struct by_config config;
    struct by_fault f;
    int players, status;

    if (by_config_parse(rules, &config, &f) != BY_OK)
        return by_cli_say(BY_EXIT_USAGE, f.text);
    players = config.opt[BY_PLAYERS];
    status = seat_you(g, players);
    if (status == BY_EXIT_FINE)
        status = seat_bots(g, players);
    if (status != BY_EXIT_FINE)
        return status;
    for (int i = 0; i < players; i++) {
        snprintf(labels[i], sizeof labels[i], i == g->you ? "you" : "bot:%s", i == g->you ? "" : g->bot[i]->key);
        names[i] = labels[i];
    }
    by_date(date);
    g->table = by_table_new(&config, names, date, seed);
    return BY_EXIT_FINE;
}

/* Seats whose name says bot:LEVEL are played by that bot again, the first other one is yours. */
static int start_loaded(struct by_game_at *g, const struct by_seed *seed)
{
    FILE *in = fopen(load_text, "r");
    struct by_fault f;
    int players;

    if (in == NULL) {
        by_complain("%s cannot be read: %s", load_text, strerror(errno));
        return BY_EXIT_WRONG;
    }
    g->table = by_record_read(in, NULL, NULL, &f);
    fclose(in);
    if (g->table == NULL) {
        by_complain("%s:%d: %s", load_text, f.line, f.text);
        return BY_EXIT_WRONG;
    }
    g->table->seed = *seed;
    g->loaded_over = g->table->match.state.now.phase == BY_GAME_OVER;
    players = g->table->match.state.players;
    g->you = -1;
    for (int i = 0; i < players; i++) {
        const char *name = by_table_name(g->table, i);

        if (strncmp(name, "bot:", 4) == 0)
            g->bot[i] = by_bot_find(false, name + 4);
        else if (g->you < 0 && watch == NULL && seat_text == NULL)
            g->you = i;
    }
    if (seat_text != NULL && seat_you(g, players) != BY_EXIT_FINE)
        return BY_EXIT_USAGE;
    return seat_bots(g, players);
}

static void say_table(const struct by_game_at *g)
{
    int family = by_game_of(&g->table->match.state)->family;
    char rules[BY_CONFIG_TEXT];

    by_config_print(&g->table->match.state.rules, rules, sizeof rules);
    printf("%s:", by_game_of(&g->table->match.state)->name);
    by_page_text(stdout, "", 1, rules);
    if (g->table->match.state.rules.opt[BY_TEAMS] == BY_ON)
        printf("Teams: %s and %s against %s and %s.\n", g->name[0], g->name[2], g->name[1], g->name[3]);
    if (family == BY_CASTLE)
        puts("Take every tile out of the row to win.");
    if (family == BY_FEET || family == BY_TRAINS)
        puts("Pips left in the hand count against you: the lowest total wins.");
    puts(g->you >= 0 ? "? says what is possible, quit ends." : "Bots play.");
}

/* Which game: the words, else a question, else (no terminal) a demonstration. */
static int rules_wanted(struct by_game_at *g, int argc, char **argv, char rules[BY_CONFIG_TEXT])
{
    if (argc > 1) {
        if (!join_words(argc, argv, rules, BY_CONFIG_TEXT))
            return by_cli_say(BY_EXIT_USAGE, "the rule string is too long");
        return BY_EXIT_FINE;
    }
    if (!g->terminal) {
        static const char demonstration[] = "muggins:number players=4";

        puts("No terminal and no game named: four bots play a demonstration.");
        watch = "--watch";
        memcpy(rules, demonstration, sizeof demonstration);
        return BY_EXIT_FINE;
    }
    return by_choose_rules(&g->in, rules) ? BY_EXIT_FINE : BY_EXIT_USAGE;
}

static int make_ready(struct by_game_at *g, int argc, char **argv, const struct by_seed *seed)
{
    char rules[BY_CONFIG_TEXT];
    int status;

    if (load_text != NULL && argc > 1)
        return by_cli_say(BY_EXIT_USAGE, "--load brings its own rules: name no game beside it");
    if (load_text != NULL)
        return start_loaded(g, seed);
    status = rules_wanted(g, argc, argv, rules);
    return status != BY_EXIT_FINE ? status : start_new(g, rules, seed);
}

static void stop(int signal_number)
{
    (void)signal_number;
    by_game_stop = 1;
}

/* Ctrl-C and an ended terminal session let the game be kept; a read that waits is interrupted. */
static void listen_for_stop(void)
{
    struct sigaction action = { .sa_handler = stop };

    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

int by_cli_play(int argc, char **argv)
{
    struct by_game_at g = { .table = NULL, .let_go = BY_NO_SEAT };
    struct by_seed seed = by_chance();
    int status = by_args_read(&command, &argc, argv);

    if (status >= 0)
        return status;
    if (seed_text != NULL && !by_seed_read(seed_text, &seed))
        return by_cli_say(BY_EXIT_USAGE, "--seed takes 1 to 64 hexadecimal digits");
    g.terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    by_lines_init(&g.in, stdin, 4096);
    status = make_ready(&g, argc, argv, &seed);
    if (status == BY_EXIT_FINE) {
        /* A show of bots does not write over the game it began with. */
        g.save = save_text != NULL ? save_text : g.you >= 0 ? load_text : NULL;
        name_seats(&g, g.table->match.state.players);
        for (int i = 0; i < BY_SEATS; i++)
            by_rng_from(&g.rng[i], &seed, (uint32_t)i);
        if (g.you >= 0)
            g.table->started = by_now_ms();
        listen_for_stop();
        say_table(&g);
        status = by_game_run(&g);
    }
    by_lines_clear(&g.in);
    by_asker_clear(&g.asker);
    by_table_free(g.table);
    return status;
}
