/* play.c: `boneyard play`: its options, and a table made ready. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "boneyard/text.h"
#include "cli/cli.h"
#include "full.h"
#include "game.h"
#include "start.h"
#include "util/args.h"
#include "util/chance.h"
#include "util/page.h"
#include "wire/record.h"

static const char *watch, *seed_text, *bots_text, *seat_text, *save_text, *load_text, *continue_text, *people_text;
static const char *plain_text, *ascii_text, *faces_text, *colours_text, *speed_text;

static const struct by_arg args[] = {
    { "--continue", NULL, "goes on with the game that was left last", &continue_text },
    { "--watch", NULL, "bots play all seats", &watch },
    { "--bots", "NAME,NAME", "bots for the other seats (default medium)", &bots_text },
    { "--people", "N|NAMES", "several persons at this keyboard: how many, or Anna,Ben", &people_text },
    { "--seat", "N", "the seat you take, from 0 (default 0)", &seat_text },
    { "--seed", "HEX", "1 to 64 hexadecimal digits: the same seed, the same game", &seed_text },
    { "--save", "FILE", "keeps the record of the game there", &save_text },
    { "--load", "FILE", "goes on with a saved game", &load_text },
    { "--plain", NULL, "everything as sentences: for screen readers, and for any terminal", &plain_text },
    { "--ascii", NULL, "only ASCII signs", &ascii_text },
    { "--faces", "KIND", "auto, dots, numerals, colours or signs (default auto)", &faces_text },
    { "--colours", "KIND", "auto, none, 16 or 256 (default auto)", &colours_text },
    { "--speed", "KIND", "none, fast, normal or slow: the pause after what others do", &speed_text },
    { 0 }
};
static const struct by_command command = {
    "boneyard play [GAME[:SHEET] [OPTION=VALUE...]] [options]",
    "A game in the terminal.  Without a game it asks which; without a terminal it plays in sentences,\n"
    "and without a game too it plays a demonstration.  While playing, ? says what is possible;\n"
    "boneyard games lists games and options.\n"
    "  boneyard play muggins:classic players=4 teams=on\n"
    "  boneyard play draw --people Anna,Ben\n"
    "  boneyard play mexicantrain --watch --seed 1\n"
    "On a terminal the game is kept after each move, in --save's file, in the file it was loaded from, or\n"
    "else in $XDG_STATE_HOME/boneyard/game.jsonl (~/.local/state without it), where --continue finds it.",
    args
};

/* How it is shown. */
struct showing {
    struct by_look look;
    enum by_colours colours;
    bool terminal, full;
};

/* A word of a list, as its place there; -1 and a sentence otherwise. */
static int word_of(const char *option, const char *text, const char *const words[], int n)
{
    char all[120];
    struct by_text t = by_text_on(all, sizeof all);

    for (int i = 0; i < n; i++) {
        if (strcmp(text, words[i]) == 0)
            return i;
        by_put(&t, i == 0 ? "" : i + 1 == n ? " or " : ", ");
        by_put(&t, words[i]);
    }
    by_complain("%s takes %s, not '%s'", option, all, text);
    return -1;
}

static bool read_showing(struct showing *show)
{
    static const char *const faces[BY_FACES] = { "auto", "dots", "numerals", "colours", "signs" };
    static const char *const colours[] = { "auto", "none", "16", "256" };
    static const char *const speeds[] = { "none", "fast", "normal", "slow" };
    static const int pauses[] = { 0, 300, 700, 1500 };
    int face = faces_text == NULL ? 0 : word_of("--faces", faces_text, faces, BY_FACES);
    int colour = colours_text == NULL ? 0 : word_of("--colours", colours_text, colours, 4);
    int speed = speed_text == NULL ? 2 : word_of("--speed", speed_text, speeds, 4);

    if (face < 0 || colour < 0 || speed < 0)
        return false;
    show->look = (struct by_look){ (enum by_face)face, ascii_text != NULL, pauses[speed] };
    show->colours = (enum by_colours)colour;
    show->terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    show->full = show->terminal && plain_text == NULL;
    return true;
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

/* Whether the last of these names can be one: whole, and nobody else's. */
static bool is_name(const struct by_sitter named[BY_SEATS], int last, bool cut)
{
    if (cut)
        by_complain("--people: the name '%s...' is too long: take a shorter one", named[last].name);
    for (int i = 0; i < last && !cut; i++)
        if (strcmp(named[i].name, named[last].name) == 0) {
            by_complain("--people: two are called '%s': give one of them another name", named[i].name);
            return false;
        }
    return !cut;
}

/* "2" or "Anna,Ben": how many persons sit at this keyboard, and what they are called. */
static int people_wanted(struct by_sitter named[BY_SEATS], int players)
{
    const char *at = people_text;
    struct by_text name;
    int n = 0;

    if (watch != NULL && people_text != NULL) {
        by_complain("--watch and --people: either bots play all seats, or people do");
        return -1;
    }
    if (watch != NULL || people_text == NULL)
        return watch != NULL ? 0 : 1;
    if ((at[0] >= '0' && at[0] <= '9') || at[0] == '-') {
        long number;

        return by_args_number("--people", at, 1, players, &number) ? (int)number : -1;
    }
    for (bool more = true; more && n < players; n++) {
        size_t length = strcspn(at, ",");

        name = by_text_on(named[n].name, sizeof named[n].name);
        by_put_clean(&name, at, length);
        if (length == 0)
            break;
        if (!is_name(named, n, name.full))
            return -1;
        more = at[length] == ',';
        at += length + more;
    }
    if (*at == '\0' && n > 0 && at[-1] != ',')
        return n;
    if (n == players && *at != '\0')
        by_complain("this table has %d player%s, and --people names more: players=%d makes it larger, where the sheet "
                    "allows it", players, players == 1 ? "" : "s", players + 1);
    else
        by_complain("--people takes how many persons play at this keyboard, 1 to %d, or their names: Anna,Ben",
                    players);
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

/* ---- The game that is kept ----------------------------------------------------------------- */

/* A line about the game that was left last, if it can go on: "Muggins, round 3: You 45, North 30". */
static bool kept_game(const char *path, char *line, size_t size)
{
    struct by_text t = by_text_on(line, size);
    struct by_seed seed = { { 0 } };
    struct by_session *s;
    struct by_saved saved;
    struct by_fault f;

    if (!by_session_peek(path, &saved, &f) || saved.over
        || (s = by_session_load(path, &saved.setup, &seed, &f)) == NULL)
        return false;
    by_put(&t, by_games[saved.setup.rules.game]->name);
    by_put(&t, ", round ");
    by_put_int(&t, saved.round);
    by_put(&t, ": ");
    for (int i = 0; i < saved.setup.rules.opt[BY_PLAYERS]; i++) {
        by_put(&t, i > 0 ? ", " : "");
        by_put(&t, by_session_names(s)[i]);
        by_put_char(&t, ' ');
        by_put_int(&t, saved.score[i]);
    }
    by_session_free(s);
    return true;
}

/* A new game takes the place of the kept one; that is put aside once more, so that nothing is lost by a slip, and so
 * is a file that cannot be read as a game.  False: it stays in its place. */
static bool put_aside(const char *path)
{
    const char *slash = strrchr(path, '/');
    struct by_saved saved;
    struct by_fault f;
    char aside[1100];

    if (by_session_peek(path, &saved, &f) ? saved.over : f.line == 0)
        return true;
    snprintf(aside, sizeof aside, "%.*s/earlier.jsonl", (int)(slash - path), path);
    return rename(path, aside) == 0;
}

/* A show of bots does not write over the game it began with. */
static void keep(struct by_session *s, const struct showing *show, const char *loaded)
{
    char path[1024];

    if (save_text != NULL) {
        by_session_keep(s, save_text);
    } else if (by_session_people(s) > 0 && loaded != NULL) {
        by_session_keep(s, loaded);
    } else if (by_session_people(s) > 0 && show->terminal && by_session_place(path, sizeof path)
               && put_aside(path)) {
        by_session_keep(s, path);
    }
}

/* ---- Which game ---------------------------------------------------------------------------- */

/* From the words of the command line; *s stays NULL if they name no game. */
static int named_game(struct by_session **s, const struct showing *show, int argc, char **argv,
                      const struct by_seed *seed)
{
    static char place[1024];
    char rules[BY_CONFIG_TEXT], line[512];
    int status;

    if (load_text != NULL && continue_text != NULL)
        return by_cli_say(BY_EXIT_USAGE, "--load and --continue: one of them is enough");
    if ((load_text != NULL || continue_text != NULL) && argc > 1)
        return by_cli_say(BY_EXIT_USAGE, load_text != NULL ? "--load brings its own rules: name no game beside it"
                          : "--continue brings its own rules: name no game beside it");
    if (continue_text != NULL) {
        if (!by_session_place(place, sizeof place) || !kept_game(place, line, sizeof line))
            return by_cli_say(BY_EXIT_WRONG, "no game has been left that could go on: boneyard play begins one");
        load_text = place;
    }
    if (load_text != NULL) {
        status = start_loaded(s, load_text, seed);
    } else {
        if (argc == 1)
            return BY_EXIT_FINE;
        if (!by_args_words(argc, argv, rules, BY_CONFIG_TEXT))
            return by_cli_say(BY_EXIT_USAGE, "the rule string is too long");
        status = start_new(s, rules, seed);
    }
    if (*s != NULL)
        keep(*s, show, load_text);
    return status;
}

/* Nobody has named one: the start screen, or questions, or a demonstration. */
static int asked_game(struct by_session **s, const struct showing *show, struct by_lines *in,
                      const struct by_seed *seed)
{
    static char path[1024];
    char line[512];
    bool kept = by_session_place(path, sizeof path) && kept_game(path, line, sizeof line);
    int status = BY_EXIT_FINE;
    struct by_setup setup;
    enum by_start_end end;

    if (!show->terminal) {
        puts("No terminal and no game named: four bots play a demonstration.");
        watch = "--watch";
        return start_new(s, "muggins:number players=4", seed);
    }
    memset(&setup, 0, sizeof setup);
    end = show->full ? by_start_run(kept ? line : NULL, &show->look, &setup)
          : by_start_ask(in, kept ? line : NULL, &setup);
    if (end == BY_START_NEW)
        *s = by_session_new(&setup, seed);
    else if (end == BY_START_KEPT)
        status = start_loaded(s, path, seed);
    if (end == BY_START_KEPT && *s != NULL)
        by_session_keep(*s, path);
    return status;
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

/* After the full screen, on the terminal as it was: how it ended, where it is kept. */
static int say_after(struct by_session *s, int status)
{
    const char *kept = by_session_kept(s);

    if (status == BY_EXIT_WRONG && !by_session_lost(s))
        return status;                  /* the terminal is gone: nobody reads this */
    if (by_session_due(s).kind == BY_DUE_OVER)
        puts(by_session_line(s, by_session_lines(s) - 1)->text);
    if (by_session_lost(s))
        by_complain("the game could not be saved%s%s", kept != NULL ? " to " : "", kept != NULL ? kept : "");
    else if (kept != NULL && by_session_due(s).kind != BY_DUE_OVER) {
        fputs("The game is kept in ", stdout);
        by_page_put(stdout, kept);
        puts(save_text == NULL && (load_text == NULL || continue_text != NULL)
             ? ".\nboneyard play --continue goes on with it." : ".\nboneyard play --load goes on with it.");
    }
    return by_cli_end(status);
}

static int play_full(struct showing *show, struct by_session **s, const struct by_seed *seed)
{
    int status = *s == NULL ? asked_game(s, show, NULL, seed) : BY_EXIT_FINE;

    if (*s != NULL && by_session_kept(*s) == NULL)
        keep(*s, show, load_text);
    if (*s != NULL)
        status = by_full_run(*s, &show->look);
    by_screen_close();
    return *s != NULL ? say_after(*s, status) : status;
}

static int play_sentences(const struct showing *show, struct by_session **s, const struct by_seed *seed)
{
    struct by_lines in;
    int status = BY_EXIT_FINE;

    by_lines_init(&in, stdin, 4096);
    if (*s == NULL) {
        status = asked_game(s, show, &in, seed);
        if (*s != NULL && by_session_kept(*s) == NULL)
            keep(*s, show, NULL);
    }
    if (*s != NULL) {
        listen_for_stop();
        say_table(*s);
        status = by_game_run(*s, &in, show->terminal);
    }
    by_lines_clear(&in);
    return status;
}

int by_cli_play(int argc, char **argv)
{
    struct by_seed seed = by_chance();
    struct by_session *s = NULL;
    struct showing show;
    char why[200];
    int status = by_args_read(&command, &argc, argv);

    if (status >= 0)
        return status;
    if (!read_showing(&show))
        return BY_EXIT_USAGE;
    if (seed_text != NULL && !by_seed_read(seed_text, &seed))
        return by_cli_say(BY_EXIT_USAGE, "--seed takes 1 to 64 hexadecimal digits");
    status = named_game(&s, &show, argc, argv, &seed);
    if (status != BY_EXIT_FINE)
        return status;
    if (show.full && !by_screen_open(show.colours, why, sizeof why)) {
        by_complain("%s", why);
        show.full = false;
    }
    status = show.full ? play_full(&show, &s, &seed) : play_sentences(&show, &s, &seed);
    by_session_free(s);
    return status;
}
