/* SPDX-License-Identifier: MIT */
/* typed.c: types random lines, sensible and senseless, into the score keeper.
 *
 *     score_typed [SEED [SECONDS]]      without SECONDS, a fixed number of evenings
 *     score_typed --planted spoils the file as version 0.1 did, which must be detected
 *
 * After every line, the file must load, match what is in memory, and give the same totals as a separate tally.  A
 * refused line must change nothing. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "boneyard/deal.h"
#include "boneyard/text.h"
#include "score/keep.h"
#include "score/judge.h"
#include "score/entry.h"
#include "score/table.h"

#define EVENINGS 60
#define LINES 60

static struct by_rng rng;
static struct by_score_table table;
static char folder[] = "/tmp/score_typed.XXXXXX", file[64], line[4096];
static bool planted;
static long typed, refused, entered, loaded;

static int below(int n) { return (int)by_rng_below(&rng, (uint32_t)n); }
static const char *one_of(const char *const words[], int n) { return words[below(n)]; }
#define ONE_OF(words) one_of(words, (int)(sizeof(words) / sizeof *(words)))

static void fail(const char *what, const char *more)
{
    fprintf(stderr, "%s\nafter '%s' (line %ld)\n%s\n", what, line, typed, more);
    exit(1);
}

/* ---- Typing ---------------------------------------------------------------------------- */

static void __attribute__((format(printf, 1, 2))) add(const char *format, ...)
{
    size_t n = strlen(line);
    va_list args;

    va_start(args, format);
    vsnprintf(line + n, sizeof line - n, format, args);
    va_end(args);
}

static const char *name(void) { return table.s.name[below(by_score_players(&table.s))]; }

static by_tile some_tile(void) { return (by_tile)below(by_set_tiles(by_highest(&table.s.rules))); }

static void put_left(struct by_set *used)
{
    if (below(3) == 0) {
        add(" %d%s", below(below(8) == 0 ? 400 : 40), below(6) == 0 ? " 0-0" : "");
        return;
    }
    for (int n = below(4) + 1; n > 0; n--) {
        by_tile t = some_tile();

        if (below(40) > 0 && (by_set_has(used, t) || t == by_score_centre(&table.s)))
            continue;
        by_set_add(used, t);
        add(" %d-%d", by_high(t), by_low(t));
    }
}

static void put_round(void)
{
    struct by_set used = { { 0, 0, 0 } };
    int out = below(by_score_players(&table.s) + 1) - 1;

    if (by_score_family(&table.s)->solitaire && below(3) == 0) {
        add("cleared");
        return;
    }
    add("%s", out < 0 ? "blocked" : "");
    for (int i = 0; i < by_score_players(&table.s); i++) {
        add("%s%s", i == 0 && out >= 0 ? "" : ", ", table.s.name[i]);
        if (i == out)
            add(" out");
        else if (below(20) > 0)
            put_left(&used);
    }
    if (below(2) == 0)
        add(", nobody");
    if (below(12) == 0)
        add(", time %d:%02d", below(70), below(70));
}

static void put_senseless(void)
{
    static const char *const words[] = { "out",   "blocked", "leads",   "penalty", "blank",    "nobody",
                                         "and",   "has",     "0-0",     "15",      "+3",       "6-4",
                                         "3/3",   "99-1",    "4:10",    ",",       ";",        ":",
                                         "?",     "may",     "fix",     "undo",    "\303\226", "\033[2J",
                                         "12",    "-",       "99999",   "table",   "#",        "fuera",
                                         "nadie", "sale",    "cleared", "5",       "points",   "9-8" };

    for (int n = below(9); n > 0; n--) {
        if (below(3) == 0)
            add("%.*s ", below(4) == 0 ? 2 : 40, name());
        else
            add("%s ", ONE_OF(words));
    }
    for (int n = below(12) == 0 ? below(20) : 0; n > 0; n--)
        add("%c", 1 + below(255));
    for (char *at = strchr(line, '\n'); at != NULL; at = strchr(at, '\n'))
        *at = ' ';
}

static void put_command(void)
{
    static const char *const plain[] = { "undo",        "undo",  "undo",   "help", "table",
                                         "may I draw?", "print", "undo 3", "fix" };

    switch (below(4)) {
    case 0: add("fix %d", below(table.s.rows + 2)); break;
    case 1:
        add("fix %d ", below(table.s.rows + 2));
        put_round();
        break;
    case 2: add("rename %s %s%c", name(), name(), "x 5,A\303"[below(6)]); break;
    default: add("%s", ONE_OF(plain)); break;
    }
}

static void put_answer(void)
{
    struct by_set used = { { 0, 0, 0 } };
    int what = below(5);

    if (what < 2)
        put_left(&used);
    else
        add("%s", what == 4 ? "nobody" : name());
}

static void make_line(void)
{
    int what = below(100);

    line[0] = '\0';
    if (table.asking && what < 80)
        put_answer();
    else if (what < 45)
        put_round();
    else if (what < 60)
        add("%s %s%d", name(), below(3) == 0 ? "+" : "", 5 * below(8));
    else if (what < 65)
        add("%s %d, %s %d", name(), 5 * below(5), name(), 5 * below(5));
    else if (what < 70)
        add("%s %s", name(), below(2) == 0 ? "leads" : "penalty");
    else if (what < 85)
        put_command();
    else
        put_senseless();
}

/* ---- Checking --------------------------------------------------------------------------- */

/* The totals of these entries, from a tally without score.c. */
static void totals(const struct by_score *s, struct by_tally *t)
{
    by_tally_start(t, &s->rules);
    for (int i = 0; i < s->entries; i++) {
        const struct by_entry *e = &s->entry[i];
        struct by_left left[BY_SEATS];
        by_err err;

        for (int k = 0; k < BY_SEATS; k++)
            left[k] = by_entry_left(e, k);
        if (e->kind == BY_ENTRY_LEAD)
            err = by_tally_said(t, e->seat);
        else if (e->kind == BY_ENTRY_PENALTY)
            err = by_tally_points(t, e->seat, 50);
        else if (e->kind == BY_ENTRY_POINTS)
            err = by_tally_points(t, e->seat, e->plain ? e->number : by_tally_worth(t, e->number));
        else
            err = by_tally_round(t, e->seat == BY_NO_SEAT ? BY_ENDED_BLOCKED : BY_ENDED_OUT, e->seat, left);
        if (err != BY_OK)
            fail("the tally refuses an entry", by_err_key(err));
    }
}

static void load(struct by_score *s)
{
    FILE *in = fopen(file, "r");
    struct by_fault f;

    if (in == NULL)
        fail("there is no file", file);
    if (!by_score_read(s, in, &f))
        fail("the file does not load", f.text);
    fclose(in);
    loaded++;
}

static void check_file(void)
{
    char *here = by_score_text(&table.s), *there;
    struct by_tally tally;
    struct by_score s;

    load(&s);
    there = by_score_text(&s);
    if (table.fixing == 0 && strcmp(here, there) != 0)
        fail("the file is not what was typed", there);
    totals(&s, &tally);
    if (memcmp(tally.sheet.score, s.tally.sheet.score, sizeof tally.sheet.score) != 0
        || (s.rows > 0 && memcmp(s.row[s.rows - 1].total, tally.sheet.score, sizeof tally.sheet.score) != 0))
        fail("the totals are not the tally's", there);
    by_score_clear(&s);
    free(here);
    free(there);
}

/* Version 0.1 wrote an entry to the file while its question was still open. */
static void spoil(void)
{
    bool tiles_only;

    for (int i = 0; planted && i < table.s.entries; i++) {
        struct by_entry e = table.s.entry[i];

        e.nobody = false;
        if (by_entry_lacks(&table.s, &e, &tiles_only) == BY_LACKS_NOTHING)
            continue;
        table.s.entry[i] = e;
        by_score_save(&table.s, file);
    }
}

static void type(void)
{
    char *before = by_score_text(&table.s), *after;
    int entries = table.s.entries;

    table.wrong = false;
    by_score_line(&table, line);
    after = by_score_text(&table.s);
    if (table.wrong && strcmp(before, after) != 0)
        fail("a refused line has changed the score", after);
    typed++;
    refused += table.wrong;
    entered += table.s.entries > entries ? table.s.entries - entries : 0;
    spoil();
    check_file();
    free(before);
    free(after);
}

/* ---- Evenings --------------------------------------------------------------------------------- */

static void begin(void)
{
    static const char *const names[] = { "Anna", "Ann", "Ben",  "Aunt Mary", "Aunt", "May",   "Mar", "\303\226mer",
                                         "Bea",  "Cy",  "Dora", "Emil X",    "Fay",  "Gus Y", "Hal", "Ida" };
    struct by_config rules;
    struct by_fault f;

    for (;;) {
        char words[200];
        int game = below(BY_GAMES), sheet = below(4), n;

        by_config_preset(game, 0, &rules);
        for (n = 0; n < sheet && by_games[game]->presets[n + 1].sheet != NULL;)
            n++;
        snprintf(words, sizeof words, "%s:%s", by_games[game]->key, by_games[game]->presets[n].sheet);
        if (below(2) == 0 && !by_families[by_games[game]->family]->solitaire)
            snprintf(words + strlen(words), 100, " players=%d", 2 + below(below(2) == 0 ? 3 : 15));
        if (below(2) == 0 && by_families[by_games[game]->family]->low_wins)
            snprintf(words + strlen(words), 100, " set=%d hand=1", (int[]){ 9, 12, 15, 18 }[below(4)]);
        if (below(3) == 0 && by_families[by_games[game]->family]->trains)
            strcat(words, " penalty=fifty knock=on");
        if (by_config_parse(words, &rules, &f) == BY_OK)
            break;
    }
    table = (struct by_score_table){ .path = file };
    by_score_init(&table.s, &rules);
    memcpy(table.s.date, "2026-11-21", 11);
    for (int i = 0; i < by_score_players(&table.s); i++)
        if (!by_score_name(&table.s, i, names[i], &f))
            fail("a name", f.text);
    if (!by_score_save(&table.s, file))
        fail("the file cannot be written", file);
}

static void evening(void)
{
    begin();
    for (int i = 0; i < LINES; i++) {
        if (below(50) == 0) { /* the program exits and resumes from the file */
            by_score_table_clear(&table);
            table = (struct by_score_table){ .path = file };
            load(&table.s);
        }
        make_line();
        type();
    }
    by_score_table_clear(&table);
}

int main(int argc, char **argv)
{
    time_t until = argc > 2 ? time(NULL) + atol(argv[2]) : 0;

    planted = argc > 1 && strcmp(argv[1], "--planted") == 0;
    by_rng_init(&rng, argc > 1 ? (uint64_t)atol(argv[1]) : 1);
    if (mkdtemp(folder) == NULL || freopen("/dev/null", "w", stdout) == NULL)
        return 1;
    snprintf(file, sizeof file, "%s/score.txt", folder);
    for (int i = 0; until > 0 ? time(NULL) < until : i < EVENINGS; i++)
        evening();
    fprintf(stderr, "%ld lines, %ld refused, %ld entries added, %ld times loaded\n", typed, refused, entered, loaded);
    snprintf(line, sizeof line, "%s.before", file);
    return unlink(file) != 0 || unlink(line) != 0 || rmdir(folder) != 0;
}
