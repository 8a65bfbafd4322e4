/* SPDX-License-Identifier: MIT */
/* play.c: plays whole matches in which people try everything possible and much that is impossible.  Refused messages
 * must change nothing, accepted ones must apply, the room rebuilt from the journal must look the same to everyone, and
 * records must be valid.
 *
 *     play [SEEDS [FIRST]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fair/verify.h"
#include "card_line.h"
#include "table.h"
#include "wire/record.h"

static uint32_t below(struct table *t, uint32_t n) { return by_rng_below(&t->rng, n); }

static const char *const makes[] = {
    "{\"rules\":\"muggins players=3 target=30\",\"clock\":\"move 5\"}",
    "{\"rules\":\"muggins:number players=4 teams=on call=on target=30\",\"watch\":false}",
    "{\"rules\":\"draw players=2 target=30\",\"clock\":\"bank 30+1\",\"grace\":5}",
    "{\"rules\":\"block players=4 target=20\",\"seats\":[\"open\",\"bot:random\"],\"public\":true}",
    "{\"rules\":\"allfives players=2 target=30\",\"practice\":true}",
    "{\"rules\":\"fiveup players=3\",\"grace\":1}",
    "{\"rules\":\"chickenfoot players=4 rounds=2\",\"clock\":\"days 1\"}",
    "{\"rules\":\"mexicantrain players=3 rounds=2 knock=on penalty=tile\",\"clock\":\"move 20\"}",
    "{\"rules\":\"mexicantrain:hub players=4 rounds=1\",\"seats\":[\"open\",\"open\",\"bot:greedy\"]}",
    "{\"rules\":\"castlerock\"}",
    "{\"rules\":\"mexicantrain:classic players=16 set=18 rounds=1\",\"grace\":2}",
};
enum { MAKES = sizeof makes / sizeof *makes, WHO = 6 };

/* ---- People's actions ----------------------------------------------------------------------- */

/* Returns a legal move of one of their seats, if any. */
static bool sensible_play(struct table *t, int i)
{
    struct by_id id = person(i);
    by_json *look = look_of(t->room, &id);
    size_t n = by_json_count(look), at = n == 0 ? 0 : below(t, (uint32_t)n);
    const by_json *one = by_json_at(look, at), *legal = by_json_get(one, "legal");
    size_t moves = by_json_count(legal);
    int64_t seat;

    if (moves > 0 && by_json_number(by_json_get(one, "seat"), &seat))
        askf(t, i, "{\"do\":\"play\",\"seat\":%d,\"move\":\"%s\"}", (int)seat,
             by_json_text(by_json_at(legal, below(t, (uint32_t)moves))));
    by_json_free(look);
    return moves > 0;
}

static void nonsense(struct table *t, int i)
{
    static const char *const moves[] = { "6-4", "draw", "pass", "call", "5-5@5-4", "x", "3-1@m", "2-0 !", "4-4 +20" };
    static const char *const whos[] = { "open", "bot:medium", "bot:random", "bot:nobody", "somebody" };
    static const char *const names[] = { "Ada", "Bo", "bot:easy", " x", "Ñandú", "BOT:X", "a\\u202eb", "Cy" };
    static const char zeros[] = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    int seat = (int)below(t, BY_SEATS);

    switch (below(t, 12)) {
    case 0: askf(t, i, "{\"do\":\"sit\",\"seat\":%d,\"name\":\"%s\"}", seat, names[below(t, 8)]); break;
    case 1: askf(t, i, "{\"do\":\"seat\",\"seat\":%d,\"who\":\"%s\"}", seat, whos[below(t, 5)]); break;
    case 2: ask(t, i, "{\"do\":\"start\"}"); break;
    case 3:
    case 4:
    case 5:
        askf(t, i, "{\"do\":\"play\",\"seat\":%d,\"move\":\"%s\",\"seen\":%u}", seat, moves[below(t, 9)],
             below(t, (uint32_t)t->journal.n + 2));
        break;
    case 6: ask(t, i, "{\"do\":\"undo\"}"); break;
    case 7: ask(t, i, "{\"do\":\"next\"}"); break;
    case 8: ask(t, i, "{\"do\":\"back\"}"); break;
    case 9: askf(t, i, "{\"do\":\"reveal\",\"deal\":%u,\"share\":\"%.43s\"}", 1 + below(t, 4), zeros); break;
    case 10: askf(t, i, "{\"do\":\"pause\",\"on\":%s}", below(t, 4) == 0 ? "true" : "false"); break;
    default: askf(t, i, "{\"do\":\"stand\",\"seat\":%d}", below(t, 8) == 0 ? seat : 15); break;
    }
}

static char *picture(struct table *t, int i)
{
    struct by_id id = person(i);
    by_json *look = look_of(t->room, &id);
    char *table = card_line(t->room, &id, t->now), *seen = by_json_line(look), *both;
    size_t n = strlen(table) + strlen(seen) + 1;

    both = malloc(n);
    snprintf(both, n, "%s%s", table, seen);
    free(table);
    free(seen);
    by_json_free(look);
    return both;
}

static void somebody_acts(struct table *t)
{
    int i = (int)below(t, WHO), entries = t->journal.n;
    char *before = picture(t, i), *after;
    uint32_t what = below(t, 10);

    if (what == 0)
        (t->listens[i] && i > 0 ? go : come)(t, i);
    else if (what > 6 || !sensible_play(t, i))
        nonsense(t, i);
    after = picture(t, i);
    if (t->journal.n == entries && what != 0 && strcmp(before, after) != 0)
        fail("something that was refused has changed the table");
    free(before);
    free(after);
}

/* ---- The same room from the journal --------------------------------------------------------- */

static void same(const char *what, char *a, char *b)
{
    if (strcmp(a, b) != 0)
        fail("after reading the journal again %s is another: %.300s | %.300s", what, a, b);
    free(a);
    free(b);
}

static void read_again(struct table *t)
{
    struct by_room *r = fold(t, t->journal.n);

    for (int i = 0; i < WHO; i++) {
        struct by_id id = person(i);

        by_room_presence(r, &id, t->listens[i], t->now);
    }
    for (int i = 0; i < WHO; i++) {
        struct by_id id = person(i);

        for (int n = 1; n <= t->journal.n; n++)
            same("an event", by_room_tell(r, (uint64_t)n, &id, false, t->how),
                 by_room_tell(t->room, (uint64_t)n, &id, false, t->how));
        same("now", by_room_tell(r, (uint64_t)t->journal.n, &id, true, BY_SEE_PACKED),
             by_room_tell(t->room, (uint64_t)t->journal.n, &id, true, BY_SEE_PACKED));
        same("the table", card_line(r, &id, t->now), card_line(t->room, &id, t->now));
    }
    by_room_free(r);
}

/* The rebuilt room repeats every line in the order in which it was heard. */
static void heard_again(struct table *t)
{
    for (int i = 0; i < WHO; i++) {
        struct by_id id = person(i);

        for (int k = 0; k < t->heard[i].n; k++) {
            by_json *line = by_json_read(t->heard[i].at[k], strlen(t->heard[i].at[k]), NULL);
            int64_t n;

            CHECK(line != NULL && by_json_number(by_json_get(line, "n"), &n));
            CHECK(strlen(t->heard[i].at[k]) % 256 == 0);
            same("what was heard", strdup(t->heard[i].at[k]), by_room_tell(t->room, (uint64_t)n, &id, false, t->how));
            by_json_free(line);
        }
    }
}

static void check_records(struct table *t, int *records)
{
    struct by_room_facts facts;

    by_room_facts(t->room, &facts);
    for (int m = 1; m <= facts.matches; m++) {
        char *text = by_room_record(t->room, m);
        struct by_fault f = { 0 };
        FILE *in = fmemopen(text, strlen(text), "r");
        struct by_record *table = by_record_read(in, NULL, NULL, &f);

        if (table == NULL)
            fail("a record is wrong: line %d: %s", f.line, f.text);
        CHECK(table->table.state.now.phase == BY_GAME_OVER);
        if (by_fair_verify(table, NULL, NULL, &f) != BY_OK)
            fail("the shuffles of a record do not hold: %s", f.text);
        ++*records;
        by_record_free(table);
        fclose(in);
        free(text);
    }
    CHECK(by_room_record(t->room, facts.matches + 1) == NULL && by_room_record(t->room, 0) == NULL);
}

static void play(uint64_t seed, int *matches, int *entries)
{
    struct table t;
    struct by_room_facts facts;

    table_make(&t, seed, makes[seed % MAKES]);
    come(&t, 1);
    ask(&t, 0, "{\"do\":\"sit\",\"seat\":0,\"name\":\"Ada\"}");
    ask(&t, 1, "{\"do\":\"sit\",\"seat\":1,\"name\":\"Bo\"}");
    if (below(&t, 2) == 0)
        ask(&t, 1, "{\"do\":\"sit\",\"seat\":2,\"name\":\"Bo two\"}");
    ask(&t, 0, "{\"do\":\"start\"}");
    for (int i = 0; i < 700 && strcmp(phase(&t), "closed") != 0; i++) {
        somebody_acts(&t);
        run(&t, t.now + (int64_t)below(&t, below(&t, 5) == 0 ? 30000 : 2500));
        if (i % 8 == 0)
            ask(&t, 0, "{\"do\":\"pause\",\"on\":false}");
        if (i % 200 == 50)
            read_again(&t);
        if (strcmp(phase(&t), "over") == 0 && below(&t, 3) == 0)
            ask(&t, (int)below(&t, 2), "{\"do\":\"rematch\"}");
        if (i > 600 && below(&t, 40) == 0)
            ask(&t, 0, "{\"do\":\"close\"}");
    }
    read_again(&t);
    heard_again(&t);
    check_records(&t, matches);
    by_room_facts(t.room, &facts);
    *entries += (int)facts.entries;
    table_clear(&t);
}

int main(int argc, char **argv)
{
    uint64_t seeds = argc > 1 ? (uint64_t)atoi(argv[1]) : MAKES, first = argc > 2 ? (uint64_t)atoi(argv[2]) : 0;
    int matches = 0, entries = 0;

    by_crypto_start();
    for (uint64_t seed = first; seed < first + seeds; seed++)
        play(seed, &matches, &entries);
    printf("%llu tables, %d entries, %d matches over\n", (unsigned long long)seeds, entries, matches);
    return seeds >= MAKES && matches == 0;
}
