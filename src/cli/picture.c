/* SPDX-License-Identifier: MIT */
/* picture.c: `boneyard picture`: draws the table at one point in a record as SVG. */
#include <stdio.h>
#include <stdlib.h>

#include "boneyard/svg.h"
#include "cli.h"
#include "story.h"
#include "util/args.h"
#include "util/memory.h"
#include "util/tell.h"

struct options {
    const char *at, *seat, *places, *dark;
};
#define AT(member) offsetof(struct options, member)

static const struct by_arg args[] = { { "--at", "N", "cli.odds.at", AT(at) },
                                      { "--seat", "K|NAME", "cli.picture.seat", AT(seat) },
                                      { "--places", NULL, "cli.picture.places", AT(places) },
                                      { "--dark", NULL, "cli.picture.dark", AT(dark) },
                                      { 0 } };
static const struct by_command command = { "boneyard picture FILE [--at N] [--seat K|NAME] [--places] [--dark]",
                                           "cli.picture.about", args };

/* Maximum size of the picture and of a half tile, in pixels. */
enum { WIDTH = 960, HEIGHT = 600, LARGEST = 32 };

/* Prints the table as a seat sees it, or without a hand if the seat is BY_NO_SEAT. */
static void draw(const struct by_view *v, const char *const names[], const struct options *o)
{
    static struct by_layout layout;
    char *text = by_sure(malloc(BY_SVG_TEXT));
    struct by_text t = by_tell_on(text, BY_SVG_TEXT);
    int32_t half =
        by_layout_fit(v, &(struct by_felt){ .width = WIDTH, .height = HEIGHT, .half = LARGEST }, &layout) / 64;

    by_svg_table(&t, v, &layout,
                 &(struct by_svg_look){ .half = half > 0 ? half : 1,
                                        .dark = o->dark != NULL,
                                        .places = o->places != NULL,
                                        .hand = true,
                                        .names = names });
    fwrite(text, 1, t.used, stdout);
    free(text);
}

static int look(const char *path, const struct by_story *s, long at, const struct options *o)
{
    int seat = o->seat == NULL ? BY_NO_SEAT : by_story_seat(s, o->seat);
    struct by_table match;
    struct by_view view;

    if (seat < 0)
        return BY_EXIT_USAGE;
    at = at < 0 ? s->n : at;
    if (!by_story_has(s, path, at))
        return BY_EXIT_WRONG;
    match = by_story_match(s, (int)at);
    by_table_view(&match, seat, &view);
    draw(&view, s->names.at, o);
    return by_cli_end(BY_EXIT_FINE);
}

int by_cli_picture(int argc, char **argv)
{
    struct options o = { 0 };
    int status = by_args_read(&command, &argc, argv, &o);
    struct by_story story;
    long at = -1;

    if (status >= 0)
        return status;
    if (argc != 2) {
        by_tell_complain("cli.record.one", BY_PARTS(BY_WORDS("picture")));
        return BY_EXIT_USAGE;
    }
    if (o.at != NULL && !by_args_number("--at", o.at, 0, 1000000, &at))
        return BY_EXIT_USAGE;
    if (!by_story_read(argv[1], &story))
        return BY_EXIT_WRONG;
    status = look(argv[1], &story, at, &o);
    by_story_clear(&story);
    return status;
}
