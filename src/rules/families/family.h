/* SPDX-License-Identifier: MIT */
/* family.h: how the families differ in the rules: notation, packed bytes, scores, sentences.
 *
 * Each family has a file here with its `struct by_family`. A member that may be NULL says so. */
#ifndef BY_FAMILIES_FAMILY_H
#define BY_FAMILIES_FAMILY_H

#include "author.h"
#include "boneyard/terms.h"
#include "boneyard/view.h"
#include "boneyard/words.h"

/* The seat's view and moves while a refusal is being written (why.c). */
struct by_why {
    struct by_text *t;
    const struct by_view *v;
    const by_move *list;
    int n;
};

#define TELL(id, ...) by_put_words(r->t, BY_SAY_##id, BY_PARTS(__VA_ARGS__))

static inline void tell(const struct by_why *r, enum by_sentence s) { by_put_words(r->t, s, NULL); }

/* The people of an event while its sentences are being written (say.c). */
struct by_saying {
    struct by_text *t;
    const struct by_view *v;
    const char *const *names;
    int you;
};

#define WHO(seat) BY_SEAT_AS(s->names[seat], (seat) == s->you)

/* A view while it is being packed or unpacked (pack.c). */
struct by_packing {
    bool reads, bad;
    uint8_t *to;
    const uint8_t *from;
    size_t at, n;
};

uint8_t by_walk_byte(struct by_packing *w, uint8_t value);
uint64_t by_walk_number(struct by_packing *w, uint64_t value, int bytes);

#define BYTE(x) ((x) = by_walk_byte(w, (x)))
#define TWO(x) ((x) = (uint16_t)by_walk_number(w, (x), 2))
#define FOUR(x) ((x) = (uint32_t)by_walk_number(w, (x), 4))
#define SIGNED(x) ((x) = (int32_t)(uint32_t)by_walk_number(w, (uint32_t)(x), 4))

struct by_family_rules {
    const char *draw_rule, *join_rule; /* the numbers in refusals: draw before passing, match ends */

    /* N-02, N-03: what follows '@'. The reader returns the number of characters used, 0 if this is not a place. */
    void (*put_place)(struct by_text *t, by_move m);
    size_t (*read_place)(const char *text, size_t length, int *place, bool *flip_at);

    /* pack.h: the family's part of `now`, or NULL; the table, whose tiles are also added to `seen`; a check whether
     * these bytes can be a table, which sets what follows from them. */
    void (*walk_now)(struct by_packing *w, struct by_now *now);
    void (*walk_table)(struct by_packing *w, struct by_view *v);
    bool (*fits)(struct by_view *v, struct by_set *seen);

    /* tally.h: points scored in play, the end of a round, and the seats that tie (or NULL). */
    void (*score)(struct by_state *s, int seat, int points, struct by_step_out *out);
    void (*settle)(struct by_state *s, int end, int seat, const struct by_left left[], struct by_step_out *out);
    uint32_t (*tied)(const struct by_state *s, const struct by_left left[]);

    /* terms.h: the bonus of a round, or NULL if each seat pays for its own tiles. */
    void (*sum)(const struct by_state *s, const struct by_left left[], int end, int seat, struct by_sum *out);

    /* why.h: where a tile was laid. */
    void (*say_place)(const struct by_saying *s, int seat, by_move m);

    /* Refusals; each returns true if it has written the reason. All but fits_nowhere may be NULL: a move that the
     * family never has; a train or tile that cannot be named; a tile that cannot be laid; a task that comes first. */
    bool (*refuse)(const struct by_why *r, by_move m);
    bool (*refuse_train)(const struct by_why *r, int train);
    void (*fits_nowhere)(const struct by_why *r, by_tile t);
    bool (*put_duty)(const struct by_why *r, const char *before);
};

static inline const struct by_family_rules *by_rules_of(int family) { return by_families[family]->rules; }

/* Shared by the families in which tiles join tiles (ends.c). */
void by_put_tile_place(struct by_text *t, by_move m);
size_t by_read_tile_place(const char *text, size_t length, int *place, bool *flip_at);
void by_walk_laid(struct by_packing *w, struct by_view *v);
bool by_ends_fit(struct by_view *v, struct by_set *seen);
void by_say_tile_place(const struct by_saying *s, int seat, by_move m);
void by_fits_no_end(const struct by_why *r, by_tile t);
const char *by_ends_in_words(const struct by_why *r, char *out, size_t size);

/* Adds a tile that can be on the table only once; returns false if it is there already or not in the set. */
bool by_add_new(const struct by_view *v, struct by_set *all, by_tile t);

void by_say_train(const struct by_saying *s, int seat, int train);
bool by_lists_kind(const struct by_why *r, int kind);
bool by_put_duty(const struct by_why *r, const char *before);
size_t by_number_read(const char *text, size_t length, int *out);

#endif
