/* SPDX-License-Identifier: MIT */
/* lessons.c: contains the lessons, and the functions that find, deal and play them (lesson.h). */
#include "boneyard/lesson.h"

#include <string.h>

/* A step has an explanation with its rules, the player's move, the effect of that move, and the other players'
 * moves. */
#define BY_STEP(say, rules, ask, done, then) { say, rules, ask, done, then },

static const struct by_lesson_step block[] = {
#include "block.def"
};
static const struct by_lesson_step draw[] = {
#include "draw.def"
};
static const struct by_lesson_step muggins[] = {
#include "muggins.def"
};
static const struct by_lesson_step allfives[] = {
#include "allfives.def"
};
static const struct by_lesson_step fiveup[] = {
#include "fiveup.def"
};
static const struct by_lesson_step chickenfoot[] = {
#include "chickenfoot.def"
};
static const struct by_lesson_step mexicantrain[] = {
#include "mexicantrain.def"
};
static const struct by_lesson_step castlerock[] = {
#include "castlerock.def"
};

const struct by_lesson by_lessons[] = {
#define BY_LESSON(game, rules, lead, deck) { #game, rules, lead, deck, (game), sizeof(game) / sizeof((game)[0]) },
#include "lessons.def"
#undef BY_LESSON
};
const int by_lesson_count = sizeof by_lessons / sizeof by_lessons[0];

const struct by_lesson *by_lesson_find(const char *game)
{
    for (int i = 0; i < by_lesson_count; i++)
        if (by_same(by_lessons[i].game, game))
            return &by_lessons[i];
    return NULL;
}

/* Writes the whole deck: the lesson's tiles, then all others in order.  Returns the number of tiles. */
static int deck_of(const char *first, const struct by_state *s, by_tile deck[BY_MAX_TILES])
{
    struct by_set used = { { 0, 0, 0 } };
    size_t length = by_length(first), at = 0, size;
    int n = 0, all = by_set_tiles(s->rules.opt[BY_SET]);
    by_tile centre = by_deck_lacks(s);

    if (centre != BY_NO_TILE)
        by_set_add(&used, centre);
    for (; (size = by_tile_read(first + at, length - at, &deck[n], NULL)) > 0; n++) {
        by_set_add(&used, deck[n]);
        at += size;
        while (first[at] == ' ')
            at++;
    }
    for (int tile = 0; tile < all; tile++)
        if (!by_set_has(&used, (by_tile)tile))
            deck[n++] = (by_tile)tile;
    return n;
}

by_err by_lesson_begin(const struct by_lesson *l, struct by_table *t, struct by_step *log, uint32_t room)
{
    struct by_config rules;
    by_tile deck[BY_MAX_TILES];
    by_err err = by_config_parse(l->rules, &rules, NULL);

    if (err != BY_OK)
        return err;
    by_table_init(t, &rules, log, room);
    t->people = 1;
    return by_table_deal(t, deck, deck_of(l->deck, &t->state, deck), l->lead, NULL);
}

size_t by_lesson_then(const struct by_lesson_step *s, int i, char out[BY_MOVE_TEXT])
{
    const char *at = s->then;
    struct by_text t = by_text_on(out, BY_MOVE_TEXT);
    size_t n = 0;

    for (; i > 0 && *at != '\0'; at++)
        i -= *at == ';';
    while (*at == ' ')
        at++;
    while (at[n] != '\0' && at[n] != ';')
        n++;
    by_put_bytes(&t, at, n);
    return n;
}
