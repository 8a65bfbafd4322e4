/* SPDX-License-Identifier: MIT */
/* odds.c: `boneyard odds`: prints the chance that each player holds each tile, at a given move in a record. */
#include "boneyard/odds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/text.h"
#include "cli.h"
#include "story.h"
#include "util/args.h"
#include "util/memory.h"
#include "util/page.h"
#include "util/tell.h"
#include "util/utf8.h"

#define ROOM ((size_t)8 << 20)

struct options {
    const char *at, *seat, *samples, *json;
};
#define AT(member) offsetof(struct options, member)

static const struct by_arg args[] = { { "--at", "N", "cli.odds.at", AT(at) },
                                      { "--seat", "K|NAME", "cli.odds.seat", AT(seat) },
                                      { "--samples", "N", "cli.odds.samples", AT(samples) },
                                      { "--json", NULL, "cli.json", AT(json) },
                                      { 0 } };
static const struct by_command command = { "boneyard odds FILE [--at N] [--seat K|NAME] [--samples N] [--json]",
                                           "cli.odds.about", args };

struct moment {
    const struct by_story *story;
    long at;
    int seat;
    struct by_view view;
    struct by_odds odds;
};

/* ---- Text output -------------------------------------------------------------------------------- */

/* Lists the columns: the hidden hands and the boneyard. */
static int columns_of(const struct moment *m, int column[BY_SEATS + 1])
{
    int n = 0;

    for (int k = 0; k < m->view.players; k++)
        if (k != m->seat && m->view.count[k] > 0)
            column[n++] = k;
    if (m->view.boneyard > 0)
        column[n++] = BY_ODDS_YARD;
    return n;
}

/* Prints the first ten letters of a name. */
static void print_title(const struct moment *m, int column)
{
    const char *name = column == BY_ODDS_YARD ? by_tell("cli.odds.yard") : m->story->names.at[column];
    int letters = by_utf8_count(name), shown = letters > 10 ? 10 : letters;

    printf("  %*s%.*s", 10 - shown, "", (int)by_utf8_first(name, shown), name);
}

static void print_chance(uint32_t p)
{
    char text[16];

    if (p == 0 || p == BY_ODDS_ONE)
        snprintf(text, sizeof text, "%s", by_tell(p == 0 ? "cli.odds.never" : "cli.odds.sure"));
    else if (p < 5000)
        snprintf(text, sizeof text, "%s", by_tell("cli.odds.under"));
    else if (p >= BY_ODDS_ONE - 5000)
        snprintf(text, sizeof text, "%s", by_tell("cli.odds.over99"));
    else
        snprintf(text, sizeof text, "%u %%", (unsigned)((p + 5000) / 10000));
    printf("  %10s", text);
}

static int number_out(const struct moment *m, int number)
{
    const struct by_set out = by_set_and(m->odds.unseen, by_suit[number]);

    return by_set_count(&out);
}

static void print_block(const struct moment *m, const int *column, int n)
{
    struct by_set left = m->odds.unseen;

    printf("\n  %-6s %4s", by_tell("cli.odds.number"), by_tell("cli.odds.out"));
    for (int i = 0; i < n; i++)
        print_title(m, column[i]);
    putchar('\n');
    for (int k = 0; k < BY_NUMBERS; k++) {
        if (number_out(m, k) == 0)
            continue;
        printf("  %6d %4d", k, number_out(m, k));
        for (int i = 0; i < n; i++)
            print_chance(m->odds.number[column[i]][k]);
        putchar('\n');
    }
    printf("\n  %-6s %4s", by_tell("cli.odds.tile"), "");
    for (int i = 0; i < n; i++)
        print_title(m, column[i]);
    putchar('\n');
    while (!by_set_empty(&left)) {
        by_tile t = by_set_take(&left);

        printf("  %3d-%-2d %4s", by_high(t), by_low(t), "");
        for (int i = 0; i < n; i++)
            print_chance(m->odds.tile[column[i]][t]);
        putchar('\n');
    }
}

/* Prints a sentence such as "East has no 5 and no 2 for certain." */
static void print_certain(const struct moment *m, int seat)
{
    char text[512], list[256];
    struct by_text t = by_tell_on(text, sizeof text), l = by_tell_on(list, sizeof list);
    int none[BY_NUMBERS], n = 0;

    for (int k = 0; k < BY_NUMBERS; k++)
        if (number_out(m, k) > 0 && m->odds.number[seat][k] == 0)
            none[n++] = k;
    if (n == 0)
        return;
    for (int i = 0; i < n; i++) {
        by_put(&l, by_tell(i == 0 ? "cli.odds.no" : i + 1 == n ? "cli.odds.no.last" : "cli.odds.no.more"));
        by_put_int(&l, none[i]);
    }
    by_tell_put(&t, "cli.odds.certain",
                BY_PARTS(BY_SEAT_AS(m->story->names.at[seat], seat == m->story->names.you), BY_WORDS(list)));
    by_page_text(stdout, "", 0, text);
}

/* For each number, prints the chance that the next tile from the boneyard has it. */
static void print_next(const struct moment *m)
{
    if (m->view.drawable == 0)
        return;
    printf("\n%s", by_tell("cli.odds.next"));
    for (int k = 0, said = 0; k < BY_NUMBERS; k++) {
        uint64_t sum = 0;

        for (struct by_set left = by_set_and(m->odds.unseen, by_suit[k]); !by_set_empty(&left);)
            sum += m->odds.tile[BY_ODDS_YARD][by_set_take(&left)];
        if (sum == 0)
            continue;
        fputs(said++ > 0 ? ", " : " ", stdout);
        by_tell_print(stdout, "cli.odds.share",
                      BY_PARTS(BY_NUMBER(k), BY_NUMBER((int64_t)((sum / m->view.boneyard + 5000) / 10000))));
    }
    puts(".");
}

static void print_text(const struct moment *m)
{
    const struct by_odds *o = &m->odds;
    char rules[BY_CONFIG_TEXT];
    int column[BY_SEATS + 1], n = columns_of(m, column), wide = (by_page_width() - 13) / 12;

    by_config_print(&m->view.rules, rules, sizeof rules);
    puts(rules);
    by_tell_print(stdout, "cli.odds.head",
                  BY_PARTS(BY_NUMBER(m->view.round), BY_NUMBER(m->at),
                           BY_SEAT_AS(m->story->names.at[m->seat], m->seat == m->story->names.you),
                           BY_NUMBER(by_set_count(&o->unseen))));
    if (o->worlds > 0)
        by_tell_print(stdout, "cli.odds.exact", BY_PARTS(BY_NUMBER(o->worlds)));
    else
        by_tell_print(stdout, o->exact_tiles ? "cli.odds.tiles" : "cli.odds.sampled", BY_PARTS(BY_NUMBER(o->samples)));
    if (o->loose)
        puts(by_tell("cli.odds.loose"));
    for (int k = 0; k < m->view.players; k++)
        if (k != m->seat && m->view.count[k] > 0)
            print_certain(m, k);
    for (int i = 0; i < n; i += wide)
        print_block(m, column + i, n - i < wide ? n - i : wide);
    print_next(m);
}

/* ---- JSON output -------------------------------------------------------------------------------- */

/* Builds an array of chances, one per player; the seat's own entry is null. */
static by_json *chances_json(const struct moment *m, const uint32_t *first, size_t step)
{
    by_json *list = by_json_array();

    for (int k = 0; k < m->view.players; k++)
        by_json_push(list, k == m->seat ? by_json_null() : by_json_real(first[(size_t)k * step] / (double)BY_ODDS_ONE));
    return list;
}

static by_json *numbers_json(const struct moment *m)
{
    by_json *list = by_json_array();

    for (int k = 0; k < BY_NUMBERS; k++) {
        by_json *j;

        if (number_out(m, k) == 0)
            continue;
        j = by_json_object();
        by_json_set(j, "number", by_json_int(k));
        by_json_set(j, "out", by_json_int(number_out(m, k)));
        by_json_set(j, "seats", chances_json(m, &m->odds.number[0][k], BY_NUMBERS));
        by_json_set(j, "boneyard", by_json_real(m->odds.number[BY_ODDS_YARD][k] / (double)BY_ODDS_ONE));
        by_json_push(list, j);
    }
    return list;
}

static by_json *tiles_json(const struct moment *m)
{
    by_json *list = by_json_array();

    for (struct by_set left = m->odds.unseen; !by_set_empty(&left);) {
        by_tile t = by_set_take(&left);
        by_json *j = by_json_object();

        by_json_set(j, "tile", by_tile_json(t));
        by_json_set(j, "seats", chances_json(m, &m->odds.tile[0][t], BY_MAX_TILES));
        by_json_set(j, "boneyard", by_json_real(m->odds.tile[BY_ODDS_YARD][t] / (double)BY_ODDS_ONE));
        by_json_push(list, j);
    }
    return list;
}

static void print_json(const struct moment *m)
{
    by_json *j = by_json_object();
    char rules[BY_CONFIG_TEXT];

    by_config_print(&m->view.rules, rules, sizeof rules);
    by_json_set(j, "rules", by_json_string(rules));
    by_json_set(j, "round", by_json_int(m->view.round));
    by_json_set(j, "at", by_json_int(m->at));
    by_json_set(j, "seat", by_json_int(m->seat));
    by_json_set(j, "exact_tiles", by_json_bool(m->odds.exact_tiles));
    by_json_set(j, "exact_numbers", by_json_bool(m->odds.exact_numbers));
    by_json_set(j, "worlds", m->odds.worlds > 0 ? by_json_int(m->odds.worlds) : by_json_null());
    by_json_set(j, "samples", by_json_int(m->odds.samples));
    by_json_set(j, "numbers", numbers_json(m));
    by_json_set(j, "tiles", tiles_json(m));
    by_json_print(j);
}

/* ---- The command ------------------------------------------------------------------------------ */

static void tell(struct moment *m, const struct by_table *match, uint32_t samples, const struct options *o)
{
    void *memory = by_sure(malloc(ROOM));
    struct by_heard *heard = by_sure(malloc(sizeof *heard * (match->moves + 1)));
    struct by_past past;
    struct by_rng rng;

    by_rng_init(&rng, 1);
    by_table_view(match, m->seat, &m->view);
    by_table_past(match, heard, &past);
    by_odds_of(&m->view, &past, &rng, memory, ROOM, samples, &m->odds);
    free(heard);
    free(memory);
    if (o->json != NULL)
        print_json(m);
    else
        print_text(m);
}

static int look(const char *path, const struct by_story *s, long at, uint32_t samples, const struct options *o)
{
    static struct moment m;
    struct by_table match;

    at = at < 0 ? s->n : at;
    if (!by_story_has(s, path, at))
        return BY_EXIT_WRONG;
    match = by_story_match(s, (int)at);
    m = (struct moment){ .story = s, .at = at, .seat = s->names.you >= 0 ? s->names.you : match.state.now.turn };
    if (o->seat != NULL)
        m.seat = by_story_seat(s, o->seat);
    if (m.seat < 0)
        return BY_EXIT_USAGE;
    if (match.state.now.phase != BY_PLAYING) {
        by_tell_complain("cli.odds.over", BY_PARTS(BY_WORDS(path), BY_NUMBER(at)));
        return BY_EXIT_WRONG;
    }
    tell(&m, &match, samples, o);
    return by_cli_end(BY_EXIT_FINE);
}

int by_cli_odds(int argc, char **argv)
{
    struct options o = { 0 };
    int status = by_args_read(&command, &argc, argv, &o);
    struct by_story story;
    long at = -1, samples = 0;

    if (status >= 0)
        return status;
    if (argc != 2) {
        by_tell_complain("cli.record.one", BY_PARTS(BY_WORDS("odds")));
        return BY_EXIT_USAGE;
    }
    if ((o.at != NULL && !by_args_number("--at", o.at, 0, 1000000, &at))
        || (o.samples != NULL && !by_args_number("--samples", o.samples, 100, 10000000, &samples)))
        return BY_EXIT_USAGE;
    if (!by_story_read(argv[1], &story))
        return BY_EXIT_WRONG;
    status = look(argv[1], &story, at, (uint32_t)samples, &o);
    by_story_clear(&story);
    return status;
}
