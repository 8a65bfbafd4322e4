/* SPDX-License-Identifier: MIT */
/* evening.c: tests the lines of a tournament, its points and tie-breaks, and refusals. The figures were calculated by
 * hand from standings.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "planted.h"
#include "tournament/pair.h"
#include "tournament/standings.h"

static int failures;

static void truth(bool t, const char *what, const char *more)
{
    if (!t) {
        printf("FAILED: %s: %s\n", what, more);
        failures++;
    }
}

#define HEAD(rules, format, system, table, rounds) \
    "boneyard tournament 1\nrules " rules "\ndate 2026-11-23\ndraw 7f\nformat " format "\nsystem " system \
    "\ntable " table "\nrounds " rounds "\nties opponents difference wins\n"
#define FOURS HEAD("muggins:number players=4 teams=off", "singles", "swiss", "4", "3")
#define TWOS HEAD("muggins:number players=2", "singles", "swiss", "2", "0")

static bool read(struct by_tournament *t, const char *text, struct by_fault *f)
{
    FILE *in = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
    bool fine = by_tournament_read(t, in, f);

    fclose(in);
    return fine;
}

/* Writes a line for each contestant: "1 Anna 24 opponents difference wins". */
static void table_of(const struct by_tournament *t, char *out, size_t size)
{
    struct by_position p[BY_MOST_CONTESTANTS];
    int n = by_tournament_standings(t, p);
    size_t used = 0;

    for (int i = 0; i < n; i++)
        used += (size_t)snprintf(out + used, size - used, "%d %s %d %d %d %d\n", p[i].place,
                                 t->contestant[p[i].contestant].name, p[i].points, (int)p[i].tie[BY_TIE_OPPONENTS],
                                 (int)p[i].tie[BY_TIE_DIFFERENCE], (int)p[i].tie[BY_TIE_WINS]);
}

static void standings(const char *text, const char *want)
{
    struct by_tournament t;
    struct by_fault f;
    char got[4000];

    if (!read(&t, text, &f)) {
        truth(false, text, f.text);
        return;
    }
    table_of(&t, got, sizeof got);
    truth(strcmp(got, want) == 0, "standings", got);
    by_tournament_clear(&t);
}

/* Points of every kind of table, ties, byes, and each tie-break in turn. */
static void by_hand(void)
{
    standings(FOURS "player A\nplayer B\nplayer C\nplayer D\nround 1\ntable A, B, C, D\nscore 1.1 100 60 60 20\n",
              "1 A 12 48 480 1\n2 B 6 72 0 0\n2 C 6 72 0 0\n4 D 0 96 -480 0\n");
    standings(FOURS "player A\nplayer B\nplayer C\nround 1\ntable A, B, C\nscore 1.1 10 10 4\n",
              "1 A 9 54 24 1\n1 B 9 54 24 1\n3 C 0 108 -48 0\n");
    standings(TWOS "player A\nplayer B\nplayer C\nround 1\ntable A, B\nbye C\nscore 1.1 7 9\n",
              "1 C 12 144 0 0\n2 B 12 0 12 1\n3 A 0 144 -12 0\n");
    standings(HEAD("mexicantrain:number players=2", "singles", "swiss", "2", "0") /* the lowest score wins */
              "player A\nplayer B\nround 1\ntable A, B\nscore 1.1 7 9\n",
              "1 A 12 0 12 1\n2 B 0 144 -12 0\n");
    standings(HEAD("muggins:number players=4 teams=on", "rotating", "swiss", "4",
                   "0") "player A\nplayer B\nplayer C\nplayer D\nround 1\ntable A, B, C, D\nscore 1.1 200 250\n"
                        "round 2\ntable A, C, B, D\nscore 2.1 300 100\n",
              "1 B 24 144 1500 2\n2 A 12 288 900 1\n3 D 12 288 -900 1\n4 C 0 432 -1500 0\n");
    standings(HEAD("muggins:number players=2", "singles", "all", "2", "0") /* a pause is worth nothing here */
              "player A\nplayer B\nplayer C\nround 1\ntable A, B\nbye C\nscore 1.1 7 9\n",
              "1 B 12 0 12 1\n2 A 0 144 -12 0\n3 C 0 0 0 0\n");
}

/* An invalid line, and part of the expected sentence. */
static const struct {
    const char *text, *part;
    int line;
} bad[] = {
    { "", "boneyard tournament 1", 1 },
    { "boneyard score 1\n", "boneyard tournament 1", 1 },
    { "boneyard tournament 1\nrules chess\n", "chess", 2 },
    { HEAD("castlerock:number", "singles", "swiss", "2", "0"), "one player", 9 },
    { HEAD("muggins:number players=4 teams=off", "partners", "swiss", "2", "0"), "teams=on", 9 },
    { HEAD("muggins:number players=4 teams=on", "partners", "swiss", "4", "0"), "size", 9 },
    { HEAD("muggins:number players=4 teams=off", "doubles", "swiss", "4", "0"), "doubles", 5 },
    { HEAD("muggins:number players=4 teams=off", "singles", "swiss", "5", "0"), "5", 7 },
    { HEAD("muggins:number players=4 teams=off", "singles", "swiss", "4", "41"), "41", 8 },
    { "boneyard tournament 1\nrules muggins players=2\ndate yesterday\n", "yesterday", 3 },
    { FOURS "player A\nplayer a\n", "already", 11 },
    { FOURS "player 7up\n", "not a name", 10 },
    { FOURS "player A + B\n", "separately", 10 },
    { HEAD("muggins:number players=4 teams=on", "partners", "swiss", "2", "0") "player A\n", "partner", 10 },
    { HEAD("muggins:number players=4 teams=on", "partners", "swiss", "2", "0") "player A + B\nplayer C + b\n",
      "already", 11 },
    { FOURS "player \033[31mA\n", "not a name", 10 },
    { FOURS "player \342\200\256A\n", "not a name", 10 },
    { FOURS "player abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz\n", "too long", 10 },
    { FOURS "player A\nplayer B\nplayer C\nround 1\ntable A, B, A\n", "not waiting", 14 },
    { FOURS "player A\nplayer B\nplayer C\nround 1\ntable A, B, E\n", "No player", 14 },
    { FOURS "player A\nplayer B\nplayer C\nround 1\ntable A, B\n", "no seat", 14 },
    { FOURS "player A\nplayer B\nplayer C\nround 1\ntable A, B\nscore 1.1 3 4\n", "no seat", 15 },
    { FOURS "player A\nplayer B\nout B\nround 1\ntable A, B\n", "not waiting", 14 },
    { FOURS "player A\nround 1\ntable A\n", "size", 12 },
    { FOURS "player A\nplayer B\ntable A, B\n", "seated", 12 },
    { FOURS "player A\nplayer B\nround 2\n", "Round 1", 12 },
    { FOURS "player A\nplayer B\nround 1\ntable A, B\nround 2\n", "round 1", 14 },
    { FOURS "player A\nplayer B\nround 1\ntable A, B\nscore 1.2 3 4\n", "tables 1 to 1", 14 },
    { FOURS "player A\nplayer B\nround 1\ntable A, B\nscore 2.1 3 4\n", "does not name a table", 14 },
    { FOURS "player A\nplayer B\nround 1\ntable A, B\nscore 1.1 3\n", "2 sides, not 1", 14 },
    { FOURS "player A\nplayer B\nround 1\ntable A, B\nscore 1.1 3 4 5\n", "2 sides, not 3", 14 },
    { FOURS "player A\nplayer B\nround 1\ntable A, B\nscore 1.1 3 -4\n", "-4", 14 },
    { FOURS "player A\nplayer B\nround 1\ntable A, B\nscore 1.1 3 99999999999999999999\n", "9999", 14 },
    { FOURS "back A\n", "No player", 10 },
    { FOURS "player A\nback A\n", "not left", 11 },
    { FOURS "hello\n", "Unknown line", 10 },
    { HEAD("muggins:number players=2", "singles", "swiss", "2",
           "1") "player A\nplayer B\nround 1\ntable A, B\nscore 1.1 1 2\nround 2\n",
      "All 1 rounds", 15 },
};

static void refusals(void)
{
    struct by_tournament t;
    struct by_fault f;

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        bool fine = read(&t, bad[i].text, &f);

        truth(!fine, "a wrong file is refused", bad[i].text);
        if (fine)
            by_tournament_clear(&t);
        else
            truth(strstr(f.text, bad[i].part) != NULL && f.line == bad[i].line, bad[i].part, f.text);
    }
}

/* The text written is read again, byte by byte; a refused line changes nothing; truncation restores the earlier
 * state. */
static void round_trip(void)
{
    static const char text[] =
        FOURS "player Anna\nplayer B\303\251n\nplayer Cara\nplayer D\nabsent D\nround 1\n"
              "table Anna, B\303\251n, Cara\nscore 1.1 1 2 3\nscore 1.1 3 2 1\nplayer Late\nout Cara\n";
    struct by_tournament t;
    struct by_fault f;
    char *bytes[2] = { NULL, NULL };
    size_t n;

    if (!read(&t, text, &f)) {
        truth(false, "a good file", f.text);
        return;
    }
    for (int i = 0; i < 2; i++) {
        FILE *out = open_memstream(&bytes[i], &n);

        by_tournament_write(&t, out);
        fclose(out);
        truth(!by_tournament_add(&t, "score 1.1 9 9", &f) && !by_tournament_add(&t, "player anna", &f), "refused",
              f.text);
    }
    truth(strcmp(bytes[0], bytes[1]) == 0 && strstr(bytes[0], strstr(text, "player Anna")) != NULL, "round trip",
          bytes[0]);
    truth(t.round[0].table[0].score[0] == 3 && t.contestants == 5 && t.contestant[2].out, "the state", "");
    by_tournament_cut(&t, 8);
    truth(t.round[0].table[0].score[0] == 1 && t.contestants == 4, "one correction less", "");
    by_tournament_cut(&t, 5);
    truth(t.rounds == 0 && t.contestant[3].absent && t.lines == 5, "before the round", "");
    truth(by_tournament_find(&t, "ben", 3) == 1, "accents do not matter", "");
    free(bytes[0]);
    free(bytes[1]);
    by_tournament_clear(&t);
}

int main(void)
{
#ifdef PLANTED
    by_planted = PLANTED;
#endif
    by_hand();
    refusals();
    round_trip();
    printf("evening: %s\n", failures == 0 ? "fine" : "failed");
    return failures > 0;
}
