/* SPDX-License-Identifier: MIT */
/* play.c: `boneyard play`: parses its options and sets up a table. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "boneyard/text.h"
#include "cli/cli.h"
#include "tui/full/full.h"
#include "game.h"
#include "saves.h"
#include "tui/start/start.h"
#include "util/lines.h"
#include "util/args.h"
#include "util/chance.h"
#include "util/page.h"
#include "wire/record.h"
#include "util/tell.h"

struct options {
    const char *watch, *seed, *bots, *seat, *save, *load, *go_on, *people, *plain, *ascii, *faces, *colours, *speed;
    char place[1024]; /* the path of the game that --continue resumes */
};
#define AT(member) offsetof(struct options, member)

static const struct by_arg args[] = {
    { "--continue", NULL, "cli.play.continue", AT(go_on) }, { "--watch", NULL, "cli.play.watch", AT(watch) },
    { "--bots", "NAME,NAME", "cli.play.bots", AT(bots) },   { "--people", "N|NAMES", "cli.play.people", AT(people) },
    { "--seat", "N", "cli.play.seat", AT(seat) },           { "--seed", "HEX", "cli.play.seed", AT(seed) },
    { "--save", "FILE", "cli.play.save", AT(save) },        { "--load", "FILE", "cli.play.load", AT(load) },
    { "--plain", NULL, "cli.play.plain", AT(plain) },       { "--ascii", NULL, "cli.play.ascii", AT(ascii) },
    { "--faces", "KIND", "cli.play.faces", AT(faces) },     { "--colours", "KIND", "cli.play.colours", AT(colours) },
    { "--speed", "KIND", "cli.play.speed", AT(speed) },     { 0 }
};
static const struct by_command command = { "boneyard play [GAME[:SHEET] [OPTION=VALUE...]] [options]", "cli.play.about",
                                           args };

/* How the game is displayed. */
struct showing {
    struct by_look look;
    enum by_colours colours;
    bool terminal, full;
};

/* Returns a word's index in a list. If the list lacks the word, prints an error and returns -1. */
static int word_of(const char *option, const char *text, const char *const words[], int n)
{
    char all[120];
    struct by_text t = by_tell_on(all, sizeof all);

    for (int i = 0; i < n; i++) {
        if (strcmp(text, words[i]) == 0)
            return i;
        by_put(&t, i == 0 ? "" : i + 1 == n ? by_template(BY_SAY_OR, t.language) : ", ");
        by_put(&t, words[i]);
    }
    return by_cli_tell(-1, "tui.play.takes", BY_PARTS(BY_WORDS(option), BY_WORDS(all), BY_WORDS(text)));
}

static bool read_showing(struct showing *show, const struct options *o)
{
    static const char *const faces[BY_FACES] = { "auto", "dots", "numerals", "colours", "signs" };
    static const char *const colours[] = { "auto", "none", "16", "256" };
    static const char *const speeds[] = { "none", "fast", "normal", "slow" };
    static const int pauses[] = { 0, 300, 700, 1500 };
    int face = o->faces == NULL ? 0 : word_of("--faces", o->faces, faces, BY_FACES);
    int colour = o->colours == NULL ? 0 : word_of("--colours", o->colours, colours, 4);
    int speed = o->speed == NULL ? 2 : word_of("--speed", o->speed, speeds, 4);

    if (face < 0 || colour < 0 || speed < 0)
        return false;
    show->look = (struct by_look){ (enum by_face)face, o->ascii != NULL, pauses[speed] };
    show->colours = (enum by_colours)colour;
    show->terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    show->full = show->terminal && o->plain == NULL;
    return true;
}

/* Parses the bots for the other seats in order, such as "easy,hard". The last bot is used for all remaining seats. */
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
    return by_cli_tell(BY_EXIT_USAGE, "tui.play.bots", BY_PARTS(BY_WORDS(names)));
}

/* Returns whether the last of these names is valid: not truncated, and not already taken. */
static bool is_name(const struct by_sitter named[BY_SEATS], int last, bool cut)
{
    if (cut)
        by_cli_tell(0, "tui.play.long", BY_PARTS(BY_WORDS(named[last].name)));
    for (int i = 0; i < last && !cut; i++)
        if (strcmp(named[i].name, named[last].name) == 0) {
            return by_cli_tell(false, "tui.play.twice", BY_PARTS(BY_WORDS(named[i].name)));
        }
    return !cut;
}

/* Parses the number of people at this keyboard, or their names: "2" or "Anna,Ben". */
static int people_wanted(struct by_sitter named[BY_SEATS], int players, const struct options *o)
{
    const char *at = o->people;
    struct by_text name;
    int n = 0;

    if (o->watch != NULL && o->people != NULL) {
        return by_cli_tell(-1, "tui.play.watch", NULL);
    }
    if (o->watch != NULL || o->people == NULL)
        return o->watch != NULL ? 0 : 1;
    if ((at[0] >= '0' && at[0] <= '9') || at[0] == '-') {
        long number;

        return by_args_number("--people", at, 1, players, &number) ? (int)number : -1;
    }
    for (bool more = true; more && n < players; n++) {
        size_t length = strcspn(at, ",");

        name = by_tell_on(named[n].name, sizeof named[n].name);
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
        return by_cli_tell(-1, "tui.play.more", BY_PARTS(BY_NUMBER(players), BY_NUMBER(players + 1)));
    return by_cli_tell(-1, "tui.play.people", BY_PARTS(BY_NUMBER(players)));
}

/* Seats the people, starting at --seat, then the bots. */
static int seat_all(struct by_setup *setup, const struct options *o)
{
    struct by_sitter named[BY_SEATS];
    int players = setup->rules.opt[BY_PLAYERS], people;
    long first = 1;

    memset(named, 0, sizeof named);
    memset(setup->seat, 0, sizeof setup->seat);
    if (o->seat != NULL && !by_args_number("--seat", o->seat, 1, players, &first))
        return BY_EXIT_USAGE;
    people = people_wanted(named, players, o);
    if (people < 0)
        return BY_EXIT_USAGE;
    for (int i = 0, n = 0; i < players; i++) {
        int person = (i + 1 - (int)first + players) % players;

        if (person < people) {
            setup->seat[i] = named[person];
        } else {
            setup->seat[i].bot = bot_at(o->bots, n++);
            if (setup->seat[i].bot == NULL)
                return say_bots();
        }
    }
    return BY_EXIT_FINE;
}

static int start_new(struct by_session **s, const char *rules, const struct by_seed *seed, const struct options *o)
{
    struct by_setup setup;
    struct by_fault f;
    int status;

    if (by_config_parse_in(rules, by_tell_language(), &setup.rules, &f) != BY_OK)
        return by_cli_say(BY_EXIT_USAGE, f.text);
    status = seat_all(&setup, o);
    if (status == BY_EXIT_FINE)
        *s = by_session_new(&setup, seed);
    return status;
}

/* Resumes a record with its own seats, unless options specify others. */
static int start_loaded(struct by_session **s, const char *path, const struct by_seed *seed, const struct options *o)
{
    struct by_saved saved;
    struct by_fault f;
    int status = BY_EXIT_FINE;

    if (!by_savefile_peek(path, &saved, &f)) {
        if (f.line == 0)
            by_complain("%s: %s", path, f.text);
        else
            by_complain("%s:%d: %s", path, f.line, f.text);
        return BY_EXIT_WRONG;
    }
    if (o->watch != NULL || o->seat != NULL || o->people != NULL || o->bots != NULL)
        status = seat_all(&saved.setup, o);
    if (status == BY_EXIT_FINE)
        *s = by_session_load(path, o->save == NULL, &saved.setup, seed, &f);
    if (status == BY_EXIT_FINE && *s == NULL) {
        by_screen_close();
        by_complain("%s: %s", path, f.text);
        status = BY_EXIT_WRONG;
    }
    return status;
}

static void say_table(const struct by_session *s)
{
    const struct by_config *rules = by_session_rules(s);
    const char *const *names = by_session_names(s);
    int family = by_games[rules->game]->family;
    char text[BY_CONFIG_TEXT];
    struct by_text set;

    by_config_print(rules, text, sizeof text);
    printf("%s:", by_tell_of("game", by_games[rules->game]->key, "name"));
    by_page_text(stdout, "", 1, text);
    set = by_tell_on(text, sizeof text);
    if (by_cli_other_set(rules, &set))
        puts(text);
    if (rules->opt[BY_TEAMS] == BY_ON)
        by_tell_print(stdout, "tui.teams",
                      BY_PARTS(BY_WORDS(names[0]), BY_WORDS(names[2]), BY_WORDS(names[1]), BY_WORDS(names[3])));
    if (by_families[family]->solitaire)
        puts(by_tell("tui.aim.row"));
    if (by_families[family]->low_wins && !by_families[family]->solitaire)
        puts(by_tell("tui.aim.low"));
    puts(by_tell(by_session_people(s) > 0 ? "tui.begin" : "tui.begin.bots"));
}

/* ---- Saving the game ----------------------------------------------------------------------- */

/* Asks before --save overwrites a file other than the loaded game's. Without a terminal, refuses. */
static bool may_replace(const struct showing *show, const struct options *o)
{
    char question[1700];
    struct by_text t = by_tell_on(question, sizeof question);
    const char *path = o->save;
    struct by_save there;
    struct by_lines in;
    bool fine;

    if (path == NULL || by_saves_free(o->load, path))
        return true;
    by_saves_about(path, &there);
    if (!show->terminal) {
        by_tell_put(&t, there.kind == BY_SAVE_LOST ? "tui.saves.taken.other" : "tui.saves.taken",
                    BY_PARTS(BY_INPUT(path), BY_WORDS(there.about)));
        by_complain("%s", question);
        return false;
    }
    by_tell_put(&t, there.kind == BY_SAVE_LOST ? "tui.saves.replace.other" : "tui.saves.replace",
                BY_PARTS(BY_INPUT(path), BY_WORDS(there.about)));
    fputs(question, stdout);
    fflush(stdout);
    by_lines_init(&in, stdin, 4096);
    fine = by_lines_next(&in) == BY_LINE_READ && strchr(by_tell("tui.saves.yes"), by_lines_bare(&in)[0]) != NULL
        && by_lines_bare(&in)[0] != '\0';
    by_lines_clear(&in);
    return fine;
}

/* Chooses the file for a game that is not saved in the file from which it was loaded. Returns false if --save names a
 * game that is open elsewhere. */
static bool keep(struct by_session *s, const struct showing *show, const struct options *o)
{
    char path[BY_SAVES_PATH];

    if (o->save != NULL) {
        if (by_savefile_set(by_session_file(s), o->save))
            return true;
        by_screen_close();
        by_complain("%s: %s", o->save, by_tell("tui.open.elsewhere"));
        return false;
    }
    if (by_session_file(s)->path == NULL && by_session_people(s) > 0 && show->terminal
        && by_saves_place(by_session_rules(s), path, sizeof path))
        by_savefile_set(by_session_file(s), path);
    return true;
}

/* ---- Choosing the game --------------------------------------------------------------------- */

/* Starts the game named on the command line. If no game is named, *s stays NULL. */
static int named_game(struct by_session **s, const struct showing *show, int argc, char **argv,
                      const struct by_seed *seed, struct options *o)
{
    char rules[BY_CONFIG_TEXT];
    struct by_lines in;
    int status;
    int found;

    if (o->load != NULL && o->go_on != NULL)
        return by_cli_tell(BY_EXIT_USAGE, "tui.play.both", NULL);
    if ((o->load != NULL || o->go_on != NULL) && argc > 1)
        return by_cli_tell(BY_EXIT_USAGE, "tui.play.rules",
                           BY_PARTS(BY_WORDS(o->load != NULL ? "--load" : "--continue")));
    if (o->go_on != NULL) {
        by_lines_init(&in, stdin, 4096);
        found = by_saves_ask(&in, o->place);
        by_lines_clear(&in);
        if (found <= 0)
            return BY_EXIT_WRONG;
        o->load = o->place;
    }
    if (o->load != NULL) {
        status = start_loaded(s, o->load, seed, o);
    } else {
        if (argc == 1)
            return BY_EXIT_FINE;
        if (!by_args_words(argc, argv, rules, BY_CONFIG_TEXT))
            return by_cli_tell(BY_EXIT_USAGE, "tui.play.string", NULL);
        status = start_new(s, rules, seed, o);
    }
    if (*s != NULL && !keep(*s, show, o))
        status = BY_EXIT_WRONG;
    return status;
}

/* If the command line names no game, opens the start screen, asks questions, or starts a demonstration. */
static int asked_game(struct by_session **s, const struct showing *show, struct by_lines *in,
                      const struct by_seed *seed, struct options *o)
{
    struct by_saves saved;
    const char *line = NULL;
    int status = BY_EXIT_FINE;
    struct by_setup setup;
    enum by_start_end end;

    if (!show->terminal) {
        puts(by_tell("tui.demonstration"));
        o->watch = "--watch";
        status = start_new(s, "muggins:number players=4", seed, o);
        return *s == NULL || keep(*s, show, o) ? status : BY_EXIT_WRONG;
    }
    memset(&setup, 0, sizeof setup);
    by_saves_list(&saved, BY_SAVE_OPEN);
    line = saved.n > 0 ? saved.at[0].about : NULL;
    end = show->full ? by_start_run(line, &show->look, &setup) : by_start_ask(in, line, &setup);
    if (end == BY_START_NEW)
        *s = by_session_new(&setup, seed);
    else if (end == BY_START_KEPT)
        status = start_loaded(s, saved.at[0].path, seed, o);
    by_saves_clear(&saved);
    return *s == NULL || keep(*s, show, o) ? status : BY_EXIT_WRONG;
}

static struct by_stop *thinking;

static void stop(int signal_number)
{
    (void)signal_number;
    by_game_stop = 1;
    by_stop_set(thinking);
}

/* Makes Ctrl-C and a closed terminal save the game. They interrupt a blocking read. */
static void listen_for_stop(struct by_session *s)
{
    struct sigaction action = { .sa_handler = stop };

    thinking = by_session_stop(s);
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

/* After the full-screen game, prints the last event and the name of the file on the restored terminal. */
static int say_after(struct by_session *s, int status, const struct options *o)
{
    bool over = by_session_next(s).kind == BY_NEXT_GAME_OVER;
    const char *kept;

    by_saves_end(s);
    kept = by_session_file(s)->path;
    if (status == BY_EXIT_WRONG && !by_session_file(s)->lost)
        return status; /* the terminal has been closed, so no text can be printed */
    if (over)
        puts(by_session_log(s)->line[by_session_log(s)->n - 1].text);
    if (by_session_file(s)->lost)
        by_cli_tell(0, kept != NULL ? "tui.play.lost.to" : "tui.play.lost", BY_PARTS(BY_WORDS(kept)));
    else if (kept != NULL && (!over || by_session_people(s) > 0)) {
        char path[1024];
        bool usual = o->save == NULL && (o->load == NULL || o->go_on != NULL);
        const char *id = usual ? "tui.play.kept" : "tui.play.kept.load";

        by_page_clean(path, sizeof path, kept);
        by_tell_print(stdout, over ? "tui.review.how" : id, BY_PARTS(BY_WORDS(path)));
    }
    return by_cli_end(status);
}

static int play_full(struct showing *show, struct by_session **s, const struct by_seed *seed, struct options *o)
{
    int status = *s == NULL ? asked_game(s, show, NULL, seed, o) : BY_EXIT_FINE;

    if (status != BY_EXIT_FINE || *s == NULL) {
        by_screen_close();
        return status;
    }
    status = by_full_run(*s, &show->look);
    by_screen_close();
    return say_after(*s, status, o);
}

static int play_sentences(const struct showing *show, struct by_session **s, const struct by_seed *seed,
                          struct options *o)
{
    struct by_lines in;
    int status = BY_EXIT_FINE;

    by_lines_init(&in, stdin, 4096);
    if (*s == NULL)
        status = asked_game(s, show, &in, seed, o);
    if (status == BY_EXIT_FINE && *s != NULL) {
        listen_for_stop(*s);
        say_table(*s);
        status = by_game_run(*s, &in, show->terminal);
    }
    by_lines_clear(&in);
    return status;
}

int by_cli_play(int argc, char **argv)
{
    struct options o = { 0 };
    struct by_seed seed = by_chance();
    struct by_session *s = NULL;
    struct showing show;
    char why[200];
    int status = by_args_read(&command, &argc, argv, &o);

    if (status >= 0)
        return status;
    if (!read_showing(&show, &o))
        return BY_EXIT_USAGE;
    if (o.seed != NULL && !by_seed_read(o.seed, &seed))
        return by_cli_tell(BY_EXIT_USAGE, "tui.play.seed", NULL);
    status = named_game(&s, &show, argc, argv, &seed, &o);
    if (status == BY_EXIT_FINE && !may_replace(&show, &o))
        status = BY_EXIT_WRONG;
    if (status != BY_EXIT_FINE) {
        by_session_free(s);
        return status;
    }
    if (show.full && !by_screen_open(show.colours, why, sizeof why)) {
        by_complain("%s", why);
        show.full = false;
    }
    status = show.full ? play_full(&show, &s, &seed, &o) : play_sentences(&show, &s, &seed, &o);
    by_session_free(s);
    return status;
}
