/* SPDX-License-Identifier: MIT */
/* records.c: checks that random matches written as records and read back give identical states, and that every record
 * with one altered event is refused.  The argument is the number of matches; BONEYARD_LONG=1 plays fifty times as
 * many. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/text.h"
#include "wire/record.h"

static const char *const rules[] = {
    "block:basics target=60",
    "draw:basics players=3 target=60",
    "draw:basics draw=one players=4 teams=on target=60",
    "muggins:number target=100",
    "muggins:classic players=4 teams=on call=on target=80",
    "muggins:basics target=25",
    "muggins:basics players=4 teams=on target=25 end=round",
    "muggins:online players=3 target=60",
    "allfives:online target=30",
    "fiveup:online players=4 target=30",
    "fiveup:online call=on blanks=wild target=30",
    "chickenfoot:number hand=5 rounds=2",
    "chickenfoot:classic players=7 set=15 hand=4 rounds=2",
    "mexicantrain:number hand=5 rounds=2",
    "mexicantrain:classic players=3 hand=6 rounds=2 knock=on penalty=tile",
    "mexicantrain:number hand=6 rounds=2 knock=on penalty=fifty infractions=penalise",
    "mexicantrain:classic hand=5 rounds=2 knock=on penalty=skip infractions=penalise",
    "mexicantrain:classic hand=5 rounds=1 knock=on penalty=keep infractions=penalise",
    "mexicantrain:hub hand=6 rounds=2",
    "mexicantrain:hub players=8 hand=3 double=must two-doubles=on",
    "castlerock:number rounds=2",
    "castlerock:classic removals=once",
};
#define RULES (sizeof rules / sizeof rules[0])

static int failures;

static void fail(const char *what, const char *rule, uint64_t seed, const char *more)
{
    printf("FAILED: %s: %s, seed %llu: %s\n", what, rule, (unsigned long long)seed, more);
    failures++;
}

/* Plays a match with uniformly random moves of random actors. */
static struct by_record *play_match(const char *rule, uint64_t number)
{
    struct by_config config;
    struct by_seed seed = { { 0 } };
    struct by_record *t;
    struct by_events ev;
    struct by_rng rng;
    by_move list[BY_MOVES];
    char text[BY_MOVE_TEXT];

    by_config_parse(rule, &config, NULL);
    memcpy(seed.bytes, &number, sizeof number);
    by_rng_init(&rng, number);
    t = by_record_new(&config, NULL, "2026-11-21T10:00:00Z", &seed);
    while (t->table.state.now.phase != BY_GAME_OVER) {
        const struct by_state *s = &t->table.state;
        uint32_t seat;

        if (s->now.phase != BY_PLAYING) {
            by_record_deal(t, NULL, 0, -1, &ev);
            continue;
        }
        do
            seat = by_rng_below(&rng, s->players);
        while ((by_actors(s) >> seat & 1) == 0);
        int n = by_moves(s, (int)seat, list);
        by_move m = list[by_rng_below(&rng, (uint32_t)n)];

        by_record_play(t, (int)seat, text, by_move_print(m, by_game_of(s)->family, text), &ev);
    }
    return t;
}

/* Returns the *n lines of the record; free each of them and the list. */
static char **lines_of(const struct by_record *t, size_t *n)
{
    char **lines;

    *n = by_json_count(t->lines);
    lines = malloc(*n * sizeof *lines);
    for (size_t i = 0; i < *n; i++)
        lines[i] = by_json_line(by_json_at(t->lines, i));
    return lines;
}

/* Reads the lines as a file, without line `skip`, and with `line` (if not NULL) in place of line `at`. */
static struct by_record *read_lines(char *const *lines, size_t n, size_t skip, size_t at, const char *line,
                                    struct by_fault *f)
{
    size_t size = 0;
    char *text = NULL;
    FILE *out = open_memstream(&text, &size), *in;
    struct by_record *t;

    for (size_t i = 0; i < n; i++)
        if (i != skip)
            fprintf(out, "%s\n", i == at && line != NULL ? line : lines[i]);
    fclose(out);
    in = fmemopen(text, size, "r");
    t = by_record_read(in, NULL, NULL, f);
    fclose(in);
    free(text);
    return t;
}

static void check_replay(const struct by_record *t, char *const *lines, size_t n, const char *rule, uint64_t seed)
{
    struct by_fault f = { .text = "" };
    struct by_record *again = read_lines(lines, n, n, n, NULL, &f);

    if (again == NULL)
        fail("the record is refused", rule, seed, f.text);
    else if (memcmp(&again->table.state, &t->table.state, sizeof t->table.state) != 0
             || memcmp(&again->table.last, &t->table.last, sizeof t->table.last) != 0)
        fail("the state after the replay is another one", rule, seed, "");
    by_record_free(again);
}

/* Replaces the first `what` after `from` by `with`; NULL if there is none. */
static char *replaced(const char *line, const char *from, const char *what, const char *with)
{
    const char *at = strstr(line, from);
    char *out;

    at = at == NULL ? NULL : strstr(at, what);
    if (at == NULL || strcmp(what, with) == 0)
        return NULL;
    out = malloc(strlen(line) + strlen(with) + 1);
    sprintf(out, "%.*s%s%s", (int)(at - line), line, with, at + strlen(what));
    return out;
}

/* Changes the first number after `from` by one. */
static char *counted_up(const char *line, const char *from)
{
    const char *at = strstr(line, from);
    char number[24], more[24];
    size_t n;

    if (at == NULL)
        return NULL;
    at += strlen(from);
    at += strcspn(at, "0123456789]}");
    n = strspn(at, "0123456789");
    if (n == 0 || n > 9)
        return NULL;
    snprintf(number, sizeof number, "%.*s", (int)n, at);
    snprintf(more, sizeof more, "%ld", strtol(number, NULL, 10) + 1);
    return replaced(at == line ? line : line, from, number, more);
}

/* The ways to alter an event; each returns a new line, or NULL if it does not apply. */
static char *altered(const char *line, int way, char *const *lines, size_t n, size_t at)
{
    (void)n;
    switch (way) {
    /* Another seat calling a silent last tile is a valid record, too. */
    case 0: return strstr(line, "\"call\"") != NULL ? NULL : counted_up(line, "\"seat\":");
    case 1: return counted_up(line, "\"score\":");
    case 2: return counted_up(line, "\"gains\":[");
    case 3: return counted_up(line, "\"scores\":[");
    case 4: return counted_up(line, "\"winners\":[");
    case 5: return counted_up(line, "\"round\":");
    case 6: return counted_up(line, "\"lead\":");
    case 7: return replaced(line, "\"round-end\":", "\"out\"", "\"blocked\"");
    case 8: return replaced(line, "\"round-end\":", "\"blocked\"", "\"out\"");
    case 9: return counted_up(line, "\"move\":\""); /* another tile */
    case 10: return counted_up(line, "\"hands\":[[\"");
    case 11: return counted_up(line, "\"deck\":[\"");
    case 12: return replaced(line, "\"move\":", "\"draw ", "\"pass ");
    case 13: return replaced(line, "\"move\":", "\"pass\"", "\"draw\"");
    case 14:
        return strstr(line, "\"seat\"") != NULL && at + 1 < n && strcmp(line, lines[at + 1]) != 0
                && strstr(lines[at + 1], "deck") == NULL
            ? strdup(lines[at + 1])
            : NULL;
    default: return replaced(line, "{", "{", "{\"extra\":1,");
    }
}
#define WAYS 16

/* Alters the events one by one; every altered record must be refused, with the number of an existing line. */
static long check_alterations(char *const *lines, size_t n, const char *rule, uint64_t seed, size_t step)
{
    long found = 0;

    for (size_t at = seed % step; at < n; at += step)
        for (int way = 0; way <= WAYS; way++) {
            struct by_fault f = { .line = 0 };
            char *line = way == WAYS ? NULL : altered(lines[at], way, lines, n, at);
            struct by_record *t;

            if (line == NULL && way != WAYS)
                continue;
            t = read_lines(lines, n, way == WAYS ? at : n, at, line, &f);
            /* A record without its last line is cut off, which is detected. */
            if (t != NULL)
                fail("an altered record is accepted", rule, seed, line == NULL ? lines[at] : line);
            else if (f.line < 1 || f.line > (int)n + 1 || f.text[0] == '\0')
                fail("the fault names no line", rule, seed, f.text);
            else
                found++;
            by_record_free(t);
            free(line);
        }
    return found;
}

int main(int argc, char **argv)
{
    bool longer = getenv("BONEYARD_LONG") != NULL;
    int matches = argc > 1 ? atoi(argv[1]) : longer ? 100000 : 2000;
    long found = 0;

    for (int i = 0; i < matches && failures < 10; i++) {
        const char *rule = rules[(size_t)i % RULES];
        struct by_record *t = play_match(rule, (uint64_t)i);
        size_t n;
        char **lines = lines_of(t, &n);

        check_replay(t, lines, n, rule, (uint64_t)i);
        if (i < (longer ? 2000 : 200))
            found += check_alterations(lines, n, rule, (uint64_t)i, longer ? 3 : 17);
        for (size_t k = 0; k < n; k++)
            free(lines[k]);
        free(lines);
        by_record_free(t);
    }
    printf("%d matches replayed, %ld altered records found, %d failed\n", matches, found, failures);
    return failures > 0;
}
