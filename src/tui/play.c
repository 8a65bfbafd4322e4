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

static const char *watch, *seed_text, *bots_text, *seat_text, *save_text, *load_text, *people_text;

static const struct by_arg args[] = {
    { "--watch", NULL, "bots play all seats", &watch },
    { "--seed", "HEX", "1 to 64 hexadecimal digits: the same seed, the same game", &seed_text },
    { "--bots", "NAME,NAME", "bots for the other seats (default medium)", &bots_text },
    { "--seat", "N", "the seat you take, from 0 (default 0)", &seat_text },
    { "--people", "N|NAMES", "several persons at this keyboard: how many, or Anna,Ben", &people_text },
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

static int say_bots(void)
{
    char names[256];

    by_bot_names(false, names, sizeof names);
    by_complain("--bots takes names of bots, separated by commas: %s", names);
    return BY_EXIT_USAGE;
}

/* "2" or "Anna,Ben": how many persons sit at this keyboard, and what they are called. */
static int people_wanted(struct by_sitter named[BY_SEATS], int players)
{
    const char *at = people_text;
    struct by_text name;
    int n = 0;

    if (watch != NULL || people_text == NULL)
        return watch != NULL ? 0 : 1;
    if (at[0] >= '0' && at[0] <= '9') {
        long number;

        return by_args_number("--people", at, 1, players, &number) ? (int)number : -1;
    }
    for (bool more = true; more && n < players; n++) {
        size_t length = strcspn(at, ",");

        name = by_text_on(named[n].name, sizeof named[n].name);
        by_put_clean(&name, at, length);
        if (length == 0)
            break;
        more = at[length] == ',';
        at += length + more;
    }
    if (*at == '\0' && n > 0 && at[-1] != ',')
        return n;
    by_complain("--people takes how many persons play at this keyboard, 1 to %d, or their names: Anna,Ben", players);
    return -1;
}

/* Who sits where: persons from --seat on, then bots. */
static int seat_all(struct by_setup *setup)
{
    struct by_sitter named[BY_SEATS];
    int players = setup->rules.opt[BY_PLAYERS], people;
    long first = 0;

    memset(named, 0, sizeof named);
    memset(setup->seat, 0, sizeof setup->seat);
    if (seat_text != NULL && !by_args_number("--seat", seat_text, 0, players - 1, &first))
        return BY_EXIT_USAGE;
    people = people_wanted(named, players);
    if (people < 0)
        return BY_EXIT_USAGE;
    for (int i = 0, n = 0; i < players; i++) {
        int person = (i - (int)first + players) % players;

        if (person < people) {
            setup->seat[i] = named[person];
        } else {
            setup->seat[i].bot = bot_at(bots_text, n++);
            if (setup->seat[i].bot == NULL)
                return say_bots();
        }
    }
    return BY_EXIT_FINE;
}

static int start_new(struct by_session **s, const char *rules, const struct by_seed *seed)
{
    struct by_setup setup;
    struct by_fault f;
    int status;

    if (by_config_parse(rules, &setup.rules, &f) != BY_OK)
        return by_cli_say(BY_EXIT_USAGE, f.text);
    status = seat_all(&setup);
    if (status == BY_EXIT_FINE)
        *s = by_session_new(&setup, seed);
    return status;
}

/* The seats are those of the record, unless others are asked for. */
static int start_loaded(struct by_session **s, const char *path, const struct by_seed *seed)
{
    struct by_saved saved;
    struct by_fault f;
    int status = BY_EXIT_FINE;

    if (!by_session_peek(path, &saved, &f)) {
        if (f.line == 0)
            by_complain("%s: %s", path, f.text);
        else
            by_complain("%s:%d: %s", path, f.line, f.text);
        return BY_EXIT_WRONG;
    }
    if (watch != NULL || seat_text != NULL || people_text != NULL || bots_text != NULL)
        status = seat_all(&saved.setup);
    if (status == BY_EXIT_FINE)
        *s = by_session_load(path, &saved.setup, seed, &f);
    return status == BY_EXIT_FINE && *s == NULL ? BY_EXIT_WRONG : status;
}

static void say_table(const struct by_session *s)
{
    const struct by_config *rules = by_session_rules(s);
    const char *const *names = by_session_names(s);
    int family = by_games[rules->game]->family;
    char text[BY_CONFIG_TEXT];

    by_config_print(rules, text, sizeof text);
    printf("%s:", by_games[rules->game]->name);
    by_page_text(stdout, "", 1, text);
    if (rules->opt[BY_TEAMS] == BY_ON)
        printf("Teams: %s and %s against %s and %s.\n", names[0], names[2], names[1], names[3]);
    if (family == BY_CASTLE)
        puts("Take every tile out of the row to win.");
    if (family == BY_FEET || family == BY_TRAINS)
        puts("Pips left in the hand count against you: the lowest total wins.");
    puts(by_session_people(s) > 0 ? "Type help to hear what you can say." : "Bots play.");
}

/* Which game: the words, else a question, else (no terminal) a demonstration. */
static int rules_wanted(struct by_lines *in, bool terminal, int argc, char **argv, char rules[BY_CONFIG_TEXT])
{
    if (argc > 1) {
        if (!join_words(argc, argv, rules, BY_CONFIG_TEXT))
            return by_cli_say(BY_EXIT_USAGE, "the rule string is too long");
        return BY_EXIT_FINE;
    }
    if (!terminal) {
        static const char demonstration[] = "muggins:number players=4";

        puts("No terminal and no game named: four bots play a demonstration.");
        watch = "--watch";
        memcpy(rules, demonstration, sizeof demonstration);
        return BY_EXIT_FINE;
    }
    return by_choose_rules(in, rules) ? BY_EXIT_FINE : BY_EXIT_USAGE;
}

static int make_ready(struct by_session **s, struct by_lines *in, bool terminal, int argc, char **argv,
                      const struct by_seed *seed)
{
    char rules[BY_CONFIG_TEXT];
    int status;

    if (load_text != NULL && argc > 1)
        return by_cli_say(BY_EXIT_USAGE, "--load brings its own rules: name no game beside it");
    if (load_text != NULL)
        return start_loaded(s, load_text, seed);
    status = rules_wanted(in, terminal, argc, argv, rules);
    return status != BY_EXIT_FINE ? status : start_new(s, rules, seed);
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
    struct by_seed seed = by_chance();
    struct by_session *s = NULL;
    struct by_lines in;
    bool terminal;
    int status = by_args_read(&command, &argc, argv);

    if (status >= 0)
        return status;
    if (seed_text != NULL && !by_seed_read(seed_text, &seed))
        return by_cli_say(BY_EXIT_USAGE, "--seed takes 1 to 64 hexadecimal digits");
    terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    by_lines_init(&in, stdin, 4096);
    status = make_ready(&s, &in, terminal, argc, argv, &seed);
    if (status == BY_EXIT_FINE) {
        /* A show of bots does not write over the game it began with. */
        by_session_keep(s, save_text != NULL ? save_text : by_session_people(s) > 0 ? load_text : NULL);
        listen_for_stop();
        say_table(s);
        status = by_game_run(s, &in, terminal);
    }
    by_lines_clear(&in);
    by_session_free(s);
    return status;
}
