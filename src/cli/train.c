/* SPDX-License-Identifier: MIT */
/* train.c: `boneyard train`: finds the best train in a hand, for players with real tiles. */
#include <stdio.h>
#include <string.h>

#include "boneyard/text.h"
#include "boneyard/train.h"
#include "cli.h"
#include "util/args.h"
#include "util/page.h"
#include "wire/out.h"
#include "util/tell.h"

struct options {
    const char *from, *set, *longest, *covered, *json;
};
#define AT(member) offsetof(struct options, member)

static const struct by_arg args[] = { { "--from", "N", "cli.train.from", AT(from) },
                                      { "--longest", NULL, "cli.train.longest", AT(longest) },
                                      { "--no-last-double", NULL, "cli.train.no-last-double", AT(covered) },
                                      { "--set", "N", "cli.train.set", AT(set) },
                                      { "--json", NULL, "cli.train.json", AT(json) },
                                      { 0 } };
static const struct by_command command = { "boneyard train [OPTION...] ENGINE TILE...", "cli.train.about", args };

#define BOUNDS 1000000 /* search limit, which takes a few seconds to reach */

struct ask {
    struct by_set hand;
    int from, set;
    by_tile engine;
};

/* ---- Reading ---------------------------------------------------------------------------------- */

static int refuse(const char *id, const char *word, int set)
{
    by_tell_complain(id, BY_PARTS(BY_INPUT(word), BY_NUMBER(set)));
    return BY_EXIT_USAGE;
}

/* Adds a tile to the hand. On error, prints a sentence and returns false. */
static bool take(struct ask *a, const char *word)
{
    size_t n = strlen(word);
    by_tile t;

    if (by_tile_read(word, n, &t, NULL) != n || n == 0) {
        refuse("cli.train.tile", word, a->set);
    } else if (by_high(t) > a->set) {
        refuse("cli.train.beyond", word, a->set);
    } else if (t == a->engine) {
        refuse("cli.train.middle", word, a->set);
    } else if (by_set_has(&a->hand, t)) {
        refuse("cli.train.twice", word, a->set);
    } else {
        by_set_add(&a->hand, t);
        return true;
    }
    return false;
}

/* Parses the engine (or --from) and the hand. Returns -1 on success, otherwise an exit status. */
static int read_hand(struct ask *a, int argc, char **argv, const struct options *o)
{
    long n = 12; /* the usual set for Mexican Train */
    int i = 1;

    a->engine = BY_NO_TILE;
    if (o->set != NULL && (!by_args_number("--set", o->set, 6, 18, &n)))
        return BY_EXIT_USAGE;
    if (n % 3 != 0)
        return by_cli_say(BY_EXIT_USAGE, by_tell("cli.train.sets"));
    a->set = (int)n;
    if (o->from != NULL) {
        if (!by_args_number("--from", o->from, 0, a->set, &n))
            return BY_EXIT_USAGE;
        a->from = (int)n;
    } else if (argc > 1) {
        if (!take(a, argv[i]))
            return BY_EXIT_USAGE;
        a->engine = by_set_take(&a->hand);
        if (!by_is_double(a->engine))
            return refuse("cli.train.double", argv[i], a->set);
        a->from = by_high(a->engine);
        i++;
    }
    if (i >= argc)
        return by_cli_say(BY_EXIT_USAGE, by_tell("cli.train.none"));
    for (; i < argc; i++)
        if (!take(a, argv[i]))
            return BY_EXIT_USAGE;
    return -1;
}

/* ---- Output ----------------------------------------------------------------------------------- */

/* Prints the tiles of a train in order, each with its touching half first. */
static void put_train(struct by_text *out, const struct by_train *t)
{
    int tail = t->from;

    for (int i = 0; i < t->n; i++) {
        by_put(out, i == 0 ? "" : " ");
        by_put_tile(out, t->tile[i], by_high(t->tile[i]) != tail);
        tail = by_across(t->tile[i], tail);
    }
}

static struct by_set without(struct by_set hand, const struct by_train *t)
{
    for (int i = 0; i < t->n; i++)
        by_set_drop(&hand, t->tile[i]);
    return hand;
}

static void tell_sum(const char *label, int tiles, int pips, const char *text, bool last_double)
{
    char all[2048];
    struct by_text t = by_tell_on(all, sizeof all);

    by_put(&t, text);
    by_put(&t, "  ");
    by_tell_put(&t, last_double ? "cli.train.sum.double" : "cli.train.sum",
                BY_PARTS(BY_NUMBER(tiles), BY_NUMBER(pips)));
    by_page_text(stdout, by_tell(label), 16, tiles > 0 ? all : by_tell("cli.train.nothing"));
}

static void tell_doubt(const struct by_train *t)
{
    if (!t->exact)
        puts(by_tell("cli.train.doubt"));
}

static void tell_train(const char *label, const struct by_train *t)
{
    char text[1600];
    struct by_text out = by_tell_on(text, sizeof text);

    put_train(&out, t);
    tell_sum(label, t->n, t->pips, text, t->n > 0 && by_is_double(t->tile[t->n - 1]));
}

static void tell_left(struct by_set left)
{
    char text[1600];
    struct by_text out = by_tell_on(text, sizeof text);

    by_cli_put_tiles(&out, left);
    tell_sum("cli.train.left", by_set_count(&left), by_set_pips(&left), text, false);
}

static void tell(const struct ask *a, const struct by_train *one, const struct by_train two[2], const struct options *o)
{
    by_tell_print(stdout, o->longest != NULL ? "cli.train.most" : "cli.train.heaviest", BY_PARTS(BY_NUMBER(a->from)));
    tell_train("cli.train.one", one);
    tell_left(without(a->hand, one));
    tell_doubt(one);
    by_tell_print(stdout, "cli.train.two", BY_PARTS(BY_NUMBER(a->from)));
    tell_train("cli.train.own", &two[0]);
    tell_train("cli.train.mexican", &two[1]);
    tell_left(without(without(a->hand, &two[0]), &two[1]));
    tell_doubt(two);
}

static void put_tile_text(struct by_out *o, by_tile tile, bool swap)
{
    char text[16];
    struct by_text t = by_tell_on(text, sizeof text);

    by_put_tile(&t, tile, swap);
    by_out(o, o->at[o->n - 1] == '[' ? "" : ",");
    by_out_string(o, text, t.used);
}

static void put_train_json(struct by_out *o, const char *key, const struct by_train *t)
{
    int tail = t->from;

    by_out_key(o, key);
    by_out(o, "{");
    by_out_key(o, "tiles");
    by_out(o, "[");
    for (int i = 0; i < t->n; i++) {
        put_tile_text(o, t->tile[i], by_high(t->tile[i]) != tail);
        tail = by_across(t->tile[i], tail);
    }
    by_out(o, "]");
    by_out_key_int(o, "pips", t->pips);
    by_out_key_int(o, "end", t->end);
    by_out_key_bool(o, "exact", t->exact);
    by_out(o, "}");
}

static void put_left_json(struct by_out *o, struct by_set left)
{
    int pips = by_set_pips(&left);

    by_out_key(o, "left");
    by_out(o, "[");
    while (!by_set_empty(&left))
        put_tile_text(o, by_set_take(&left), false);
    by_out(o, "]");
    by_out_key_int(o, "left-pips", pips);
}

static void print_json(const struct ask *a, const struct by_train *one, const struct by_train two[2],
                       const struct options *o)
{
    struct by_out out = { 0 };

    by_out(&out, "{");
    by_out_key_int(&out, "from", a->from);
    by_out_key_string(&out, "wish", o->longest != NULL ? "longest" : "heaviest");
    by_out_key(&out, "one");
    by_out(&out, "{");
    put_train_json(&out, "train", one);
    put_left_json(&out, without(a->hand, one));
    by_out(&out, "}");
    by_out_key(&out, "two");
    by_out(&out, "{");
    put_train_json(&out, "own", &two[0]);
    put_train_json(&out, "mexican", &two[1]);
    put_left_json(&out, without(without(a->hand, &two[0]), &two[1]));
    by_out(&out, "}}");
    by_out_print(&out);
}

int by_cli_train(int argc, char **argv)
{
    struct options o = { 0 };
    int status = by_args_read(&command, &argc, argv, &o);
    struct ask a = { .from = 0 };
    struct by_wish wish;
    struct by_train one, two[2];

    if (status >= 0)
        return status;
    status = read_hand(&a, argc, argv, &o);
    if (status >= 0)
        return status;
    wish = o.longest != NULL ? BY_WISH_LONGEST : BY_WISH_HEAVIEST;
    wish.last_double = o.covered != NULL ? 16384 : 0; /* outweighs any tile */
    by_train_best(&a.hand, a.from, &wish, BOUNDS, &one);
    by_train_split(&a.hand, a.from, a.from, &wish, BOUNDS, two);
    if (o.json != NULL)
        print_json(&a, &one, two, &o);
    else
        tell(&a, &one, two, &o);
    return by_cli_end(BY_EXIT_FINE);
}
