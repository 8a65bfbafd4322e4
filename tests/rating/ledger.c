/* SPDX-License-Identifier: MIT */
/* ledger.c: tests the ledger of rated matches: its lines, bad lines, and the list that follows from them. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "planted.h"
#include "rating/ledger.h"

static int failures;

static void truth(bool t, const char *what)
{
    if (!t) {
        printf("FAILED: %s\n", what);
        failures++;
    }
}

static bool read(const char *text, struct by_ledger_line *l, struct by_fault *f)
{
    return by_ledger_read(text, strlen(text), l, f);
}

/* ---- Lines ---- */

static const char good[] =
    "{\"time\":1790000000,\"family\":\"line\",\"sides\":[[\"k7f2\",\"q3aa\"],[\"zz10\",\"bot:hard\"]],\"ranks\":[1,2]}";

static void a_line(void)
{
    struct by_ledger_line l;
    struct by_fault f;
    char *again;

    truth(read(good, &l, &f), "a good line is read");
    truth(l.time == 1790000000 && l.players == 4 && l.sides == 2 && l.side[1] == 0 && l.side[2] == 1
              && strcmp(l.player[3], "bot:hard") == 0 && l.rank[1] == 2,
          "a good line says what it says");
    again = by_ledger_write(&l);
    truth(strcmp(again, good) == 0, "a line is written as it was read");
    free(again);
}

/* Each has one fault, and the part of the sentence that names it. */
static const struct {
    const char *line, *part;
} bad[] = {
    { "", "" },
    { "{\"time\":1", "" },
    { "[]", "" },
    { "{\"time\":-1,\"family\":\"line\",\"sides\":[[\"a\"],[\"b\"]],\"ranks\":[1,2]}", "time" },
    { "{\"time\":1.5,\"family\":\"line\",\"sides\":[[\"a\"],[\"b\"]],\"ranks\":[1,2]}", "time" },
    { "{\"family\":\"line\",\"sides\":[[\"a\"],[\"b\"]],\"ranks\":[1,2]}", "time" },
    { "{\"time\":1,\"family\":\"chess\",\"sides\":[[\"a\"],[\"b\"]],\"ranks\":[1,2]}", "family" },
    { "{\"time\":1,\"family\":\"castle\",\"sides\":[[\"a\"],[\"b\"]],\"ranks\":[1,2]}", "family" },
    { "{\"time\":1,\"family\":\"line\",\"sides\":[[\"a\"]],\"ranks\":[1]}", "sides" },
    { "{\"time\":1,\"family\":\"line\",\"sides\":[[\"a\"],[]],\"ranks\":[1,2]}", "sides" },
    { "{\"time\":1,\"family\":\"line\",\"sides\":[[\"a\"],[\"\"]],\"ranks\":[1,2]}", "sides" },
    { "{\"time\":1,\"family\":\"line\",\"sides\":[[\"a\"],[7]],\"ranks\":[1,2]}", "sides" },
    { "{\"time\":1,\"family\":\"line\",\"sides\":[\"a\",\"b\"],\"ranks\":[1,2]}", "sides" },
    { "{\"time\":1,\"family\":\"line\",\"sides\":[[\"a\"],[\"a\"]],\"ranks\":[1,2]}", "twice" },
    { "{\"time\":1,\"family\":\"line\",\"sides\":[[\"a\"],[\"bot:nobody\"]],\"ranks\":[1,2]}", "bot:nobody" },
    { "{\"time\":1,\"family\":\"line\",\"sides\":[[\"a\"],[\"b\"]],\"ranks\":[1]}", "ranks" },
    { "{\"time\":1,\"family\":\"line\",\"sides\":[[\"a\"],[\"b\"]],\"ranks\":[1,3]}", "ranks" },
    { "{\"time\":1,\"family\":\"line\",\"sides\":[[\"a\"],[\"b\"]],\"ranks\":[0,1]}", "ranks" },
    { "{\"time\":1,\"family\":\"line\",\"sides\":[[\"a\"],[\"b\"]],\"ranks\":[1,2],\"name\":\"Ann\"}", "name" },
    { "{\"time\":1,\"time\":1,\"family\":\"line\",\"sides\":[[\"a\"],[\"b\"]],\"ranks\":[1,2]}", "" },
};

static void bad_lines(void)
{
    char line[2000];
    struct by_ledger_line l;
    struct by_fault f;
    int n;

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        f.text[0] = '\0';
        truth(!read(bad[i].line, &l, &f), bad[i].line);
        truth(f.text[0] != '\0' && strstr(f.text, bad[i].part) != NULL, f.text);
    }
    snprintf(line, sizeof line, "{\"time\":1,\"family\":\"line\",\"sides\":[[\"%065d\"],[\"b\"]],\"ranks\":[1,2]}", 7);
    truth(!read(line, &l, &f), "a pseudonym that is too long is refused");
    n = snprintf(line, sizeof line, "{\"time\":1,\"family\":\"line\",\"sides\":[[\"x\"]");
    for (int i = 0; i < BY_SEATS; i++)
        n += snprintf(line + n, sizeof line - (size_t)n, ",[\"x%d\"]", i);
    snprintf(line + n, sizeof line - (size_t)n, "],\"ranks\":[1,1,1,1,1,1,1,1,1,1,1]}");
    truth(!read(line, &l, &f), "more players than seats are refused");
}

/* ---- The list ---- */

static uint32_t state;

static uint32_t next(void)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

/* Makes a random line: two to four players, some of them bots, alone or as partners. */
static void draw_line(struct by_ledger_line *l, int number)
{
    static const char *const bots[] = { "bot:easy", "bot:hard", "bot:expert" };

    *l = (struct by_ledger_line){ .time = number, .family = (enum by_family_id)(next() % 3) };
    l->players = 2 + (int)(next() % 3);
    l->sides = l->players == 4 && next() % 2 == 0 ? 2 : l->players;
    for (int i = 0; i < l->players; i++) {
        l->side[i] = i % l->sides;
        l->rank[i] = 1 + (int)(next() % (uint32_t)l->sides);
        if (next() % 8 == 0)
            snprintf(l->player[i], BY_PSEUDONYM, "%s", bots[next() % 3]);
        else
            snprintf(l->player[i], BY_PSEUDONYM, "p%d", (int)(next() % 250) * 4 + i);
    }
}

/* A number that depends on every bit of every rating. */
static uint64_t digest(const struct by_ladder *l)
{
    uint64_t h = 14695981039346656037u, bits;

    for (size_t i = 0; i < l->n; i++)
        for (int k = 0; k < 2; k++) {
            memcpy(&bits, k == 0 ? &l->at[i].rating.mu : &l->at[i].rating.sigma, sizeof bits);
            h = (h ^ bits) * 1099511628211u;
            h ^= h >> 29;
        }
    return h;
}

/* Every machine and compiler must find this number. It changes only if the method of rating does. */
#define SAME_DIGITS 0x6c8d0e9d75b00e2eu

static void replay(void)
{
    struct by_ladder first = { 0 }, again = { 0 };
    struct by_ledger_line l, read_back;
    struct by_fault f;

    state = 99;
    for (int i = 0; i < 20000; i++) {
        char *text;

        draw_line(&l, i);
        by_ladder_add(&first, &l);
        text = by_ledger_write(&l);
        truth(read(text, &read_back, &f), "a written line is read");
        by_ladder_add(&again, &read_back);
        free(text);
    }
    by_ladder_sort(&first);
    by_ladder_sort(&again);
    printf("20000 lines, %zu standings, digest %016" PRIx64 "\n", first.n, digest(&first));
    truth(first.n == again.n && digest(&first) == digest(&again), "a ledger gives the same list again");
    truth(digest(&first) == SAME_DIGITS, "the digits of every other machine");
    for (size_t i = 1; i < first.n; i++)
        truth(
            first.at[i - 1].family < first.at[i].family
                || (first.at[i - 1].family == first.at[i].family && first.at[i - 1].rating.mu >= first.at[i].rating.mu),
            "the list is sorted");
    by_ladder_clear(&first);
    by_ladder_clear(&again);
}

/* A player's results in one family do not affect the other families, and bots are not listed. */
static void families_apart(void)
{
    struct by_ladder l = { 0 };
    struct by_ledger_line line;
    struct by_fault f;
    const struct by_standing *a;

    for (int i = 0; i < 30; i++) {
        truth(read("{\"time\":1,\"family\":\"line\",\"sides\":[[\"a\"],[\"b\"],[\"bot:easy\"]],\"ranks\":[1,2,3]}",
                   &line, &f),
              f.text);
        by_ladder_add(&l, &line);
    }
    truth(read("{\"time\":2,\"family\":\"trains\",\"sides\":[[\"a\"],[\"c\"]],\"ranks\":[1,1]}", &line, &f), f.text);
    by_ladder_add(&l, &line);
    a = by_ladder_find(&l, (enum by_family_id)2, "a");
    truth(l.n == 4, "four standings, and none of a bot");
    truth(a != NULL && a->matches == 1 && by_rating_points(&a->rating) == 1500, "a tie of two newcomers moves no one");
    truth(a != NULL && by_rating_provisional(&a->rating), "one match is not enough");
    a = by_ladder_find(&l, (enum by_family_id)0, "a");
    truth(a != NULL && a->matches == 30 && by_rating_points(&a->rating) > 1600, "the same player elsewhere");
    truth(by_ladder_find(&l, (enum by_family_id)0, "c") == NULL, "someone who has not played there");
    by_ladder_clear(&l);
    truth(by_ladder_find(&l, (enum by_family_id)0, "a") == NULL, "an empty ladder");
}

int main(void)
{
#ifdef PLANTED
    by_planted = PLANTED;
#endif
    a_line();
    bad_lines();
    replay();
    families_apart();
    printf("ledger: %s\n", failures == 0 ? "fine" : "failed");
    return failures > 0;
}
