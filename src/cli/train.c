/* train.c: `boneyard train`: the best train in a hand, for people with real tiles on a real table. */
#include <stdio.h>
#include <string.h>

#include "boneyard/text.h"
#include "boneyard/train.h"
#include "cli.h"
#include "util/args.h"
#include "util/page.h"

static const char *from_text, *set_text, *longest, *covered, *json;

static const struct by_arg args[] = {
    { "--from", "N", "the open number to join; then all tiles named are the hand", &from_text },
    { "--longest", NULL, "the most tiles, and of those the most pips", &longest },
    { "--no-last-double", NULL, "leaves a double out rather than end a train on it", &covered },
    { "--set", "N", "the set you play with, up to double-N: 6, 9, 12, 15 or 18", &set_text },
    { "--json", NULL, "one JSON line instead of words", &json },
    { 0 }
};
static const struct by_command command = {
    "boneyard train [OPTION...] ENGINE TILE...",
    "The best train in a hand of dominoes: the most pips, no tile twice, each joining the one before.\n"
    "First the double in the middle (the engine), then your tiles: boneyard train 12-12 12-5 5-3 9-12.\n"
    "Then the best two trains from that double, one of your own and one as the Mexican Train.\n"
    "Both are proven: no other way to lay your tiles is better.",
    args
};

struct ask { struct by_set hand; int from, set; by_tile engine; };

/* ---- Reading ---------------------------------------------------------------------------------- */

static int refuse(const char *before, const char *word, const char *after)
{
    struct by_fault f;

    by_fail(&f, BY_E_ILLEGAL, before, BY_QUOTED, word, after, NULL);
    return by_cli_say(BY_EXIT_USAGE, f.text);
}

/* One tile into the hand; false and a sentence otherwise. */
static bool take(struct ask *a, const char *word)
{
    size_t n = strlen(word);
    char set[96];
    by_tile t;

    if (by_tile_read(word, n, &t, NULL) != n || n == 0) {
        refuse("", word, " is not a tile: write its two numbers, 0 to 18, with a dash, like 12-5");
    } else if (by_high(t) > a->set) {
        snprintf(set, sizeof set, " is not in a double-%d set, where the highest number is %d", a->set, a->set);
        refuse("", word, set);
    } else if (t == a->engine) {
        refuse("", word, " is the double in the middle, so it cannot be in your hand as well");
    } else if (by_set_has(&a->hand, t)) {
        refuse("", word, " is named twice, but a set has each tile once");
    } else {
        by_set_add(&a->hand, t);
        return true;
    }
    return false;
}

/* The engine, or --from, and the hand.  -1: all is well; else the exit status. */
static int read_hand(struct ask *a, int argc, char **argv)
{
    long n = 18;
    int i = 1;

    a->engine = BY_NO_TILE;
    if (set_text != NULL && (!by_args_number("--set", set_text, 6, 18, &n)))
        return BY_EXIT_USAGE;
    if (n % 3 != 0)
        return by_cli_say(BY_EXIT_USAGE, "--set is 6, 9, 12, 15 or 18");
    a->set = (int)n;
    if (from_text != NULL) {
        if (!by_args_number("--from", from_text, 0, a->set, &n))
            return BY_EXIT_USAGE;
        a->from = (int)n;
    } else if (argc > 1) {
        if (!take(a, argv[i]))
            return BY_EXIT_USAGE;
        a->engine = by_set_take(&a->hand);
        if (!by_is_double(a->engine))
            return refuse("", argv[i], " is not a double: name the double in the middle first, like 12-12, or say "
                          "--from 7 if the open number is 7");
        a->from = by_high(a->engine);
        i++;
    }
    if (i >= argc)
        return by_cli_say(BY_EXIT_USAGE, "name the double in the middle and your tiles: boneyard train 12-12 12-5 5-3");
    for (; i < argc; i++)
        if (!take(a, argv[i]))
            return BY_EXIT_USAGE;
    return -1;
}

/* ---- Telling ---------------------------------------------------------------------------------- */

/* The tiles of a train as they lie, the touching half first. */
static void put_train(struct by_text *out, const struct by_train *t, const char *before, const char *between)
{
    int tail = t->from;

    for (int i = 0; i < t->n; i++) {
        by_put(out, i == 0 ? before : between);
        by_put_tile(out, t->tile[i], by_high(t->tile[i]) != tail);
        tail = by_across(t->tile[i], tail);
    }
}

static void put_tiles(struct by_text *out, struct by_set left, const char *between)
{
    for (bool first = true; !by_set_empty(&left); first = false) {
        by_put(out, first ? "" : between);
        by_put_tile(out, by_set_take(&left), false);
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

    snprintf(all, sizeof all, "%s%s%d %s, %d %s%s", text, tiles > 0 ? "  (" : "(", tiles, tiles == 1 ? "tile" : "tiles",
             pips, pips == 1 ? "pip" : "pips", last_double ? "; it ends on a double)" : ")");
    by_page_text(stdout, label, 16, tiles > 0 ? all : "nothing");
}

static void tell_train(const char *label, const struct by_train *t)
{
    char text[1600];
    struct by_text out = by_text_on(text, sizeof text);

    put_train(&out, t, "", " ");
    tell_sum(label, t->n, t->pips, text, t->n > 0 && by_is_double(t->tile[t->n - 1]));
}

static void tell_left(struct by_set left)
{
    char text[1600];
    struct by_text out = by_text_on(text, sizeof text);

    put_tiles(&out, left, " ");
    tell_sum("left in hand", by_set_count(&left), by_set_pips(&left), text, false);
}

static void tell(const struct ask *a, const struct by_train *one, const struct by_train two[2])
{
    printf("The %s train from %d:\n", longest != NULL ? "longest" : "heaviest", a->from);
    tell_train("train", one);
    tell_left(without(a->hand, one));
    printf("\nIn two trains from %d:\n", a->from);
    tell_train("your own", &two[0]);
    tell_train("Mexican Train", &two[1]);
    tell_left(without(without(a->hand, &two[0]), &two[1]));
}

static void put_json(const char *key, const struct by_train *t)
{
    char text[2400];
    struct by_text out = by_text_on(text, sizeof text);

    put_train(&out, t, "\"", "\",\"");
    printf("\"%s\":{\"tiles\":[%s%s],\"pips\":%d,\"end\":%d}", key, text, t->n > 0 ? "\"" : "", (int)t->pips, t->end);
}

static void put_left(struct by_set left)
{
    char text[2400];
    struct by_text out = by_text_on(text, sizeof text);
    const char *quote = by_set_empty(&left) ? "" : "\"";

    put_tiles(&out, left, "\",\"");
    printf(",\"left\":[%s%s%s],\"left-pips\":%d", quote, text, quote, by_set_pips(&left));
}

static void tell_json(const struct ask *a, const struct by_train *one, const struct by_train two[2])
{
    printf("{\"from\":%d,\"wish\":\"%s\",\"one\":{", a->from, longest != NULL ? "longest" : "heaviest");
    put_json("train", one);
    put_left(without(a->hand, one));
    printf("},\"two\":{");
    put_json("own", &two[0]);
    putchar(',');
    put_json("mexican", &two[1]);
    put_left(without(without(a->hand, &two[0]), &two[1]));
    puts("}}");
}

int by_cli_train(int argc, char **argv)
{
    int status = by_args_read(&command, &argc, argv);
    struct ask a = { .from = 0 };
    struct by_wish wish;
    struct by_train one, two[2];

    if (status >= 0)
        return status;
    status = read_hand(&a, argc, argv);
    if (status >= 0)
        return status;
    wish = longest != NULL ? BY_WISH_LONGEST : BY_WISH_HEAVIEST;
    wish.last_double = covered != NULL ? 16384 : 0;     /* more than any tile is worth */
    by_train_best(&a.hand, a.from, &wish, 0, &one);
    by_train_split(&a.hand, a.from, a.from, &wish, 0, two);
    if (json != NULL)
        tell_json(&a, &one, two);
    else
        tell(&a, &one, two);
    return by_cli_end(BY_EXIT_FINE);
}
