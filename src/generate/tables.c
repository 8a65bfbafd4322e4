/* SPDX-License-Identifier: MIT */
/* tables.c: writes the parts of the C tables that the page needs as TypeScript: the offsets of struct members, and the
 * output of catalogue.c. The build runs this program, so that no list has to be maintained twice.
 *
 * The structs have no pointers or longs, so their layout in WebAssembly is the same as here. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/daily.h"
#include "boneyard/layout.h"
#include "boneyard/terms.h"
#include "boneyard/train.h"
#include "catalogue.h"
#include "wire/events.h"

#define AT(type, member) \
    { \
#member, offsetof(struct type, member) \
    }

struct table_member {
    const char *name;
    size_t at;
};

static const struct table_member view[] = { AT(by_view, rules),
                                            AT(by_view, seat),
                                            AT(by_view, family),
                                            AT(by_view, players),
                                            AT(by_view, lead),
                                            AT(by_view, led),
                                            AT(by_view, centre),
                                            AT(by_view, boneyard),
                                            AT(by_view, drawable),
                                            AT(by_view, round),
                                            AT(by_view, actors),
                                            AT(by_view, winners),
                                            AT(by_view, count),
                                            AT(by_view, hand),
                                            AT(by_view, known),
                                            AT(by_view, tail),
                                            AT(by_view, length),
                                            AT(by_view, place),
                                            AT(by_view, laid),
                                            AT(by_view, row),
                                            AT(by_view, drawn),
                                            AT(by_view, score),
                                            AT(by_view, now.phase),
                                            AT(by_view, now.turn),
                                            AT(by_view, now.stage),
                                            AT(by_view, now.drew),
                                            AT(by_view, now.laid),
                                            AT(by_view, now.window),
                                            AT(by_view, now.stake),
                                            AT(by_view, now.places),
                                            AT(by_view, now.of.line.count),
                                            AT(by_view, now.of.line.spinner),
                                            AT(by_view, now.of.line.must),
                                            AT(by_view, now.of.line.toes),
                                            AT(by_view, now.of.trains.doubles),
                                            AT(by_view, now.of.trains.markers),
                                            AT(by_view, now.of.castle.removed),
                                            AT(by_view, last.end),
                                            AT(by_view, last.seat),
                                            AT(by_view, last.round),
                                            AT(by_view, last.gain),
                                            AT(by_view, last.score),
                                            AT(by_view, last.hand),
                                            { NULL, sizeof(struct by_view) } };
static const struct table_member place[] = {
    AT(by_place, play), AT(by_place, laid), AT(by_place, number), { NULL, sizeof(struct by_place) }
};
static const struct table_member laid[] = {
    AT(by_laid, tile), AT(by_laid, on), AT(by_laid, flip), { NULL, sizeof(struct by_laid) }
};
static const struct table_member spot[] = {
    AT(by_spot, x),    AT(by_spot, y),   AT(by_spot, tile),  AT(by_spot, first), AT(by_spot, second),
    AT(by_spot, turn), AT(by_spot, arm), AT(by_spot, order), AT(by_spot, on),    { NULL, sizeof(struct by_spot) }
};
static const struct table_member opening[] = { AT(by_opening, number), AT(by_opening, laid),
                                               AT(by_opening, train),  AT(by_opening, single),
                                               AT(by_opening, twin),   { NULL, sizeof(struct by_opening) } };
static const struct table_member arm[] = { AT(by_arm, on),     AT(by_arm, train),  AT(by_arm, tiles),
                                           AT(by_arm, turn),   AT(by_arm, x),      AT(by_arm, y),
                                           AT(by_arm, name_x), AT(by_arm, name_y), { NULL, sizeof(struct by_arm) } };
static const struct table_member layout[] = {
    AT(by_layout, width),  AT(by_layout, height),   AT(by_layout, turned), AT(by_layout, left),
    AT(by_layout, top),    AT(by_layout, right),    AT(by_layout, bottom), AT(by_layout, over_x),
    AT(by_layout, over_y), AT(by_layout, largest),  AT(by_layout, family), AT(by_layout, fold),
    AT(by_layout, arms),   AT(by_layout, openings), AT(by_layout, tiles),  AT(by_layout, at),
    AT(by_layout, hub),    AT(by_layout, opening),  AT(by_layout, arm),    { NULL, sizeof(struct by_layout) }
};
static const struct table_member row[] = { AT(by_row, arm),
                                           AT(by_row, train),
                                           AT(by_row, on),
                                           AT(by_row, depth),
                                           AT(by_row, begin),
                                           AT(by_row, n),
                                           { NULL, sizeof(struct by_row) } };
static const struct table_member rows[] = {
    AT(by_rows, rows), AT(by_rows, tiles),    AT(by_rows, row),
    AT(by_rows, at),   AT(by_rows, low_left), { NULL, sizeof(struct by_rows) }
};
static const struct table_member event[] = { AT(by_event, kind),
                                             AT(by_event, seat),
                                             AT(by_event, tiles),
                                             AT(by_event, drawn),
                                             AT(by_event, points),
                                             AT(by_event, move),
                                             { NULL, sizeof(struct by_event) } };
static const struct table_member events[] = { AT(by_events, n), AT(by_events, at), { NULL, sizeof(struct by_events) } };
static const struct table_member train[] = {
    AT(by_train, n),    AT(by_train, from), AT(by_train, end),
    AT(by_train, pips), AT(by_train, tile), { NULL, sizeof(struct by_train) }
};
static const struct table_member terms[] = { AT(by_terms, side),
                                             AT(by_terms, target),
                                             AT(by_terms, rounds),
                                             AT(by_terms, step),
                                             AT(by_terms, low),
                                             AT(by_terms, claims),
                                             AT(by_terms, knocks),
                                             AT(by_terms, draws),
                                             AT(by_terms, penalises),
                                             AT(by_terms, highest),
                                             { NULL, sizeof(struct by_terms) } };
static const struct table_member share[] = {
    AT(by_share, seat), AT(by_share, less), AT(by_share, pips), { NULL, sizeof(struct by_share) }
};
static const struct table_member sum[] = {
    AT(by_sum, takers),  AT(by_sum, tied), AT(by_sum, n),      AT(by_sum, share),  AT(by_sum, sum),
    AT(by_sum, rounded), AT(by_sum, unit), AT(by_sum, points), AT(by_sum, rounds), { NULL, sizeof(struct by_sum) }
};

static void tell(const char *name, const struct table_member *m)
{
    printf("  %s: { ", name);
    for (; m->name != NULL; m++)
        printf("'%s': %zu, ", m->name, m->at);
    printf("size: %zu },\n", m->at);
}

static void tell_json(const char *name, by_json *json)
{
    char *line = by_json_line(json);

    printf("export const %s = %s as const;\n", name, line);
    free(line);
    by_json_free(json);
}

static by_json *words_json(void)
{
    by_json *all = by_json_object();

    for (int i = 0; i < BY_OPTIONS; i++)
        by_json_set(all, by_option_list[i].key, by_json_int(i));
    return all;
}

static by_json *dailies_json(void)
{
    by_json *all = by_json_array();

    for (int i = 0; i < BY_DAILIES; i++)
        by_json_push(all, by_json_string(by_daily_names[i]));
    return all;
}

/* Prints the tables of the core. With an argument, prints instead a part that the first screen does not need: the words
 * of the wire protocol ("wire") or the other notes on the sheets ("notes"). */
int main(int argc, char **argv)
{
    puts("// Written by src/generate/tables.c from the tables of the core; not to be changed by hand.");
    if (argc > 1) {
        (strcmp(argv[1], "notes") == 0 ? by_notes_print : by_wire_print)();
        return fflush(stdout) == 0 ? 0 : 1;
    }
    puts("export const at = {");
    tell("view", view);
    tell("place", place);
    tell("laid", laid);
    tell("spot", spot);
    tell("opening", opening);
    tell("arm", arm);
    tell("layout", layout);
    tell("row", row);
    tell("rows", rows);
    tell("event", event);
    tell("events", events);
    tell("train", train);
    tell("terms", terms);
    tell("share", share);
    tell("sum", sum);
    puts("} as const;");
    printf("export const HALF = %d, NO_TILE = %d, NO_SEAT = %d, MEXICAN = %d, REFEREE = %d;\n", BY_HALF, BY_NO_TILE,
           BY_NO_SEAT, BY_MEXICAN, BY_REFEREE);
    printf("export const DAILY_HAND = %d;\n", BY_DAILY_HAND);
    tell_json("dailies", dailies_json());
    puts("export const VERSION: string = '" BY_VERSION "';");
    tell_json("optionIds", words_json());
    by_catalogue_print();
    return fflush(stdout) == 0 ? 0 : 1;
}
