/* SPDX-License-Identifier: MIT */
/* ledger.c: reads rated matches, one line each, and computes the list of ratings from them (ledger.h). */
#include "ledger.h"

#include <stdlib.h>
#include <string.h>

#include "planted.h"
#include "util/memory.h"
#include "util/tell.h"
#include "wire/json.h"

#define BOT "bot:"

/* ---- One line ---- */

static bool wrong(struct by_fault *f, const char *id, const char *what)
{
    struct by_text t = by_tell_on(f->text, sizeof f->text);

    by_tell_put(&t, id, BY_PARTS(BY_INPUT(what)));
    return false;
}

static bool is_bot(const char *player) { return strncmp(player, BOT, sizeof BOT - 1) == 0; }

/* Reads one player of side `side`. */
static bool read_player(const by_json *j, int side, struct by_ledger_line *out, struct by_fault *f)
{
    const char *text = by_json_text(j);
    struct by_rating r;

    if (text == NULL || *text == '\0' || strlen(text) >= BY_PSEUDONYM || out->players == BY_SEATS)
        return wrong(f, "cli.ratings.field", "sides");
    for (int i = 0; i < out->players; i++)
        if (!is_bot(text) && strcmp(out->player[i], text) == 0)
            return wrong(f, "cli.ratings.twice", text);
    if (is_bot(text) && !by_rating_anchor(out->family, text + sizeof BOT - 1, &r))
        return wrong(f, "cli.ratings.bot", text);
    out->side[out->players] = side;
    memcpy(out->player[out->players++], text, strlen(text) + 1);
    return true;
}

static bool read_sides(const by_json *j, struct by_ledger_line *out, struct by_fault *f)
{
    by_json *sides = by_json_get(j, "sides"), *ranks = by_json_get(j, "ranks");
    size_t n = by_json_count(sides);
    int64_t rank;

    if (n < 2 || n > BY_SEATS)
        return wrong(f, "cli.ratings.field", "sides");
    if (by_json_count(ranks) != n)
        return wrong(f, "cli.ratings.field", "ranks");
    out->sides = (int)n;
    for (size_t i = 0; i < n; i++) {
        by_json *side = by_json_at(sides, i);

        if (by_json_count(side) == 0)
            return wrong(f, "cli.ratings.field", "sides");
        for (size_t k = 0; k < by_json_count(side); k++)
            if (!read_player(by_json_at(side, k), (int)i, out, f))
                return false;
        if (!by_json_number(by_json_at(ranks, i), &rank) || rank < 1 || rank > (int64_t)n)
            return wrong(f, "cli.ratings.field", "ranks");
        out->rank[i] = (int)rank;
    }
    return true;
}

static bool read_line(by_json *j, struct by_ledger_line *out, struct by_fault *f)
{
    const char *key = by_json_text(by_json_get(j, "family"));
    const char *stray = by_json_is_object(j) ? by_json_stray(j, "time family sides ranks") : "";
    int found = -1;

    if (stray != NULL)
        return wrong(f, "cli.ratings.field", stray);
    if (!by_json_number(by_json_get(j, "time"), &out->time) || out->time < 0)
        return wrong(f, "cli.ratings.field", "time");
    for (int i = 0; key != NULL && i < BY_FAMILIES; i++)
        if (strcmp(by_families[i]->key, key) == 0 && !by_families[i]->solitaire)
            found = i;
    if (found < 0)
        return wrong(f, "cli.ratings.field", "family");
    out->family = (enum by_family_id)found;
    return read_sides(j, out, f);
}

bool by_ledger_read(const char *line, size_t n, struct by_ledger_line *out, struct by_fault *f)
{
    by_json *j = by_json_read(line, n, f);
    bool fine;

    memset(out, 0, sizeof *out);
    fine = j != NULL && read_line(j, out, f);
    by_json_free(j);
    return fine;
}

char *by_ledger_write(const struct by_ledger_line *l)
{
    by_json *j = by_json_object(), *sides = by_json_array(), *ranks = by_json_array();
    char *line;

    by_json_set(j, "time", by_json_int(l->time));
    by_json_set(j, "family", by_json_string(by_families[l->family]->key));
    for (int i = 0; i < l->sides; i++) {
        by_json *side = by_json_array();

        for (int k = 0; k < l->players; k++)
            if (l->side[k] == i)
                by_json_push(side, by_json_string(l->player[k]));
        by_json_push(sides, side);
        by_json_push(ranks, by_json_int(l->rank[i]));
    }
    by_json_set(j, "sides", sides);
    by_json_set(j, "ranks", ranks);
    line = by_json_line(j);
    by_json_free(j);
    return line;
}

/* ---- The list ---- */

void by_ladder_clear(struct by_ladder *l)
{
    free(l->at);
    free(l->slot);
    memset(l, 0, sizeof *l);
}

/* Returns the FNV-1a hash of the family and the pseudonym. */
static size_t hash(enum by_family_id family, const char *player)
{
    uint64_t h = 14695981039346656037u ^ (uint64_t)family;

    for (; *player != '\0'; player++)
        h = (h ^ (uint8_t)*player) * 1099511628211u;
    return (size_t)(h ^ h >> 32);
}

/* Returns a player's slot, or the empty slot where the player belongs. */
static uint32_t *slot_of(const struct by_ladder *l, enum by_family_id family, const char *player)
{
    size_t i = hash(BY_PLANTED(604) ? (enum by_family_id)0 : family, player) & (l->slots - 1);

    while (l->slot[i] != 0) {
        const struct by_standing *s = &l->at[l->slot[i] - 1];

        if ((s->family == family || BY_PLANTED(604)) && strcmp(s->player, player) == 0)
            break;
        i = (i + 1) & (l->slots - 1);
    }
    return &l->slot[i];
}

/* Keeps the table at most half full. */
static void grow(struct by_ladder *l)
{
    if (l->n == l->room) {
        l->room = l->room > 0 ? 2 * l->room : 64;
        l->at = by_sure(realloc(l->at, l->room * sizeof *l->at));
    }
    if (2 * l->n < l->slots)
        return;
    l->slots = l->slots > 0 ? 2 * l->slots : 256;
    free(l->slot);
    l->slot = by_sure(calloc(l->slots, sizeof *l->slot));
    for (size_t i = 0; i < l->n; i++)
        *slot_of(l, l->at[i].family, l->at[i].player) = (uint32_t)i + 1;
}

/* Returns a player's position in the list, after adding the player if necessary. */
static size_t place_of(struct by_ladder *l, enum by_family_id family, const char *player)
{
    uint32_t *slot;

    grow(l);
    slot = slot_of(l, family, player);
    if (*slot == 0) {
        struct by_standing *s = &l->at[l->n++];

        memset(s, 0, sizeof *s);
        memcpy(s->player, player, strlen(player) + 1);
        s->family = family;
        s->rating = by_rating_new();
        *slot = (uint32_t)l->n;
    }
    return *slot - 1;
}

void by_ledger_rate(const struct by_ledger_line *line, struct by_rating *const rating[BY_SEATS])
{
    struct by_match m = { .players = line->players, .sides = line->sides };
    struct by_rating bot[BY_SEATS];

    memcpy(m.side, line->side, sizeof m.side);
    memcpy(m.rank, line->rank, sizeof m.rank);
    for (int i = 0; i < line->players; i++) {
        m.rating[i] = is_bot(line->player[i]) ? &bot[i] : rating[i];
        if (is_bot(line->player[i]))
            BY_ASSERT(by_rating_anchor(line->family, line->player[i] + sizeof BOT - 1, &bot[i]));
    }
    BY_ASSERT(by_rating_match(&m));
}

void by_ladder_add(struct by_ladder *l, const struct by_ledger_line *line)
{
    struct by_rating *rating[BY_SEATS];
    size_t at[BY_SEATS];

    for (int i = 0; i < line->players; i++) /* the list may move in memory as it grows */
        at[i] = is_bot(line->player[i]) ? 0 : place_of(l, line->family, line->player[i]);
    for (int i = 0; i < line->players; i++) {
        rating[i] = is_bot(line->player[i]) ? NULL : &l->at[at[i]].rating;
        if (rating[i] != NULL)
            l->at[at[i]].matches++;
    }
    by_ledger_rate(line, rating);
}

const struct by_standing *by_ladder_find(const struct by_ladder *l, enum by_family_id family, const char *player)
{
    uint32_t slot = l->slots > 0 ? *slot_of(l, family, player) : 0;

    return slot > 0 ? &l->at[slot - 1] : NULL;
}

static int by_place(const void *a, const void *b)
{
    const struct by_standing *x = a, *y = b;

    if (x->family != y->family)
        return x->family < y->family ? -1 : 1;
    if (x->rating.mu > y->rating.mu || x->rating.mu < y->rating.mu)
        return x->rating.mu > y->rating.mu ? -1 : 1;
    return strcmp(x->player, y->player);
}

void by_ladder_sort(struct by_ladder *l)
{
    if (l->n > 0)
        qsort(l->at, l->n, sizeof *l->at, by_place);
    free(l->slot); /* sorting has invalidated its positions */
    l->slot = NULL;
    l->slots = 0;
}
