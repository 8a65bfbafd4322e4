/* SPDX-License-Identifier: MIT */
/* vectors.c: every number of some shuffles, for authors of other implementations.  `vectors` prints them;
 * `vectors FILE` compares them with a file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/text.h"
#include "made.h"
#include "util/crypto.h"
#include "util/memory.h"
#include "wire/messages.h"

static by_json *bytes_json(const void *bytes, size_t n)
{
    char text[96];

    by_base64(bytes, n, text);
    return by_json_string(text);
}

static by_json *tiles_json(const by_tile *tiles, int n)
{
    by_json *list = by_json_array();

    for (int i = 0; i < n; i++)
        by_json_push(list, by_tile_json(tiles[i]));
    return list;
}

static void put_list(by_json *j, const struct by_shuffle *s, uint32_t attempt, const by_tile *deck, int n)
{
    by_json *list = by_json_array(), *places = by_json_array(), *salts = by_json_array();
    by_tile there[BY_MAX_TILES];
    uint8_t at[BY_MAX_TILES];

    by_fair_list(s, attempt, n, at);
    for (int i = 0; i < n; i++) {
        by_json_push(list, by_json_int(at[i]));
        there[at[i]] = deck[i];
    }
    for (int b = 0; b < n; b++) {
        struct by_hash salt, place;

        by_fair_salt(s, attempt, b, &salt);
        by_fair_place(&salt, b, there[b], &place);
        if (b < 3)
            by_json_push(salts, bytes_json(salt.bytes, 32));
        by_json_push(places, bytes_json(place.bytes, 32));
    }
    by_json_set(j, "list", list);
    by_json_set(j, "salts", salts);
    by_json_set(j, "places", places);
}

/* A shuffle for the deal after `rounds` rounds. */
static by_json *vector(const char *text, uint64_t deal, uint32_t rounds, uint32_t seats)
{
    by_json *j = by_json_object(), *shares = by_json_array(), *lines = by_json_array(), *one;
    static const char *const said[] = { "{\"round\":1,\"lead\":0}", "{\"seat\":0,\"move\":\"draw\"}" };
    struct by_config config;
    struct by_state state, dealt;
    struct by_shuffle s;
    struct by_id table;
    struct by_hash before;
    char rules[BY_CONFIG_TEXT];
    by_tile deck[BY_MAX_TILES];
    uint32_t attempt;
    int n;

    by_err err = by_config_parse(text, &config, NULL);

    BY_ASSERT(err == BY_OK);
    by_config_print(&config, rules, sizeof rules);
    by_start(&state, &config);
    if (rounds > 0) {
        state.round = rounds;
        state.now.phase = BY_ROUND_OVER;
    }
    made_bytes("table", deal, table.bytes, sizeof table.bytes);
    by_fair_begin(&table, rules, &before);
    by_json_set(j, "begin", bytes_json(before.bytes, 32));
    for (int i = 0; i < 2 && rounds > 0; i++) {
        by_fair_event(&before, said[i], strlen(said[i]));
        by_json_push(lines, by_json_string(said[i]));
    }
    made_shuffle(&s, &table, deal, rules, &before, seats);
    dealt = state;
    err = by_fair_deal(&s, &dealt, NULL, &attempt, deck, &n);
    BY_ASSERT(err == BY_OK);
    by_json_set(j, "lines", lines);
    by_json_set(j, "table", bytes_json(table.bytes, 16));
    by_json_set(j, "rules", by_json_string(rules));
    by_json_set(j, "round", by_json_int((int64_t)rounds + 1));
    by_json_set(j, "deal", by_json_int((int64_t)deal));
    by_json_set(j, "before", bytes_json(before.bytes, 32));
    by_json_set(j, "secret", bytes_json(s.secret, 64));
    by_json_set(j, "commit", bytes_json(s.commit.bytes, 32));
    for (int i = 0; i < s.shares; i++) {
        one = by_json_array();
        by_json_push(one, by_json_int(s.share[i].seat));
        by_json_push(one, bytes_json(s.share[i].hash.bytes, 32));
        by_json_push(one, bytes_json(s.share[i].share, 32));
        by_json_push(shares, one);
    }
    by_json_set(j, "shares", shares);
    by_json_set(j, "key", bytes_json(s.key, 64));
    by_json_set(j, "lot", by_json_int(by_fair_lot(&s, &state)));
    by_json_set(j, "attempt", by_json_int(attempt));
    by_json_set(j, "lead", by_json_int(dealt.lead));
    by_json_set(j, "deck", tiles_json(deck, n));
    put_list(j, &s, attempt, deck, n);
    return j;
}

/* Like the above, with the first deal number that needs at least two repeats. */
static by_json *repeated(const char *rules, uint32_t seats)
{
    for (uint64_t deal = 1;; deal++) {
        by_json *j = vector(rules, deal, 0, seats);
        int64_t attempt = 0;

        by_json_number(by_json_get(j, "attempt"), &attempt);
        if (attempt >= 2)
            return j;
        by_json_free(j);
    }
}

static char *vectors(void)
{
    by_json *all[] = {
        vector("muggins:online players=4 teams=off", 1, 0, 0xb), /* the lot; seat 2 does not contribute */
        vector("muggins:number", 4294967297, 0, 0),              /* the server alone; a number of more than 4 bytes */
        repeated("block:basics hand=1", 3),
        repeated("mexicantrain:hub players=2 hand=2", 2),
        vector("chickenfoot:classic players=2", 7, 0, 3),
        vector("chickenfoot:classic players=2", 8, 3, 1),
        vector("mexicantrain:number players=4", 9, 0, 6),
        vector("castlerock:classic set=12", 10, 0, 1),
        vector("chickenfoot:classic players=12", 11, 1, 0xfff),
        vector("mexicantrain:classic players=16", 12, 18, 0xffff),
        vector("castlerock:classic set=15", 13, 0, 0),
        vector("castlerock:classic set=18", 14, 0, 1),
    };
    char *text = by_sure(calloc(1, 1 << 20));
    size_t used = 0;

    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char *line = by_json_line(all[i]);

        used += (size_t)snprintf(text + used, (1 << 20) - used, "%s%s", i == 0 ? "[\n" : ",\n", line);
        free(line);
        by_json_free(all[i]);
    }
    snprintf(text + used, (1 << 20) - used, "\n]\n");
    return text;
}

int main(int argc, char **argv)
{
    static char kept[1 << 20];
    char *text;
    FILE *in;
    bool same;

    by_crypto_start();
    text = vectors();
    if (argc < 2) {
        fputs(text, stdout);
        free(text);
        return EXIT_SUCCESS;
    }
    in = fopen(argv[1], "r");
    BY_ASSERT(in != NULL);
    kept[fread(kept, 1, sizeof kept - 1, in)] = '\0';
    fclose(in);
    same = strcmp(kept, text) == 0;
    if (!same)
        puts("the vectors are not those that are kept: what was proved before cannot be verified any more");
    free(text);
    return same ? EXIT_SUCCESS : EXIT_FAILURE;
}
