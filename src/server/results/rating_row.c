/* SPDX-License-Identifier: MIT */
/* rating_row.c: see rating_row.h. */
#include "rating_row.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/crypto.h"
#include "util/memory.h"
#include "wire/messages.h"

struct by_id by_ledger_id(void)
{
    static const char name[] = "BY1 ledger of ratings";
    struct by_id id = { { 0 } };

    by_hash_of(NULL, 0, name, sizeof name - 1, id.bytes, sizeof id.bytes);
    return id;
}

bool by_ledger_is(const struct by_id *table)
{
    struct by_id id = by_ledger_id();

    return memcmp(&id, table, sizeof id) == 0;
}

struct by_id by_pseudonym_of(const uint8_t key[32], const struct by_id *person)
{
    static const char tag[] = "BY1 pseudonym";
    uint8_t bytes[sizeof tag - 1 + sizeof person->bytes];
    struct by_id out = { { 0 } };

    memcpy(bytes, tag, sizeof tag - 1);
    memcpy(bytes + sizeof tag - 1, person->bytes, sizeof person->bytes);
    by_hash_of(key, 32, bytes, sizeof bytes, out.bytes, sizeof out.bytes);
    return out;
}

void by_match_id(const struct by_id *table, int n, uint8_t out[BY_MATCH_ID])
{
    memcpy(out, table->bytes, sizeof table->bytes);
    for (int i = 0; i < 4; i++)
        out[16 + i] = (uint8_t)((uint32_t)n >> (24 - 8 * i));
}

/* ---- Keys ------------------------------------------------------------------------------------- */

static void rating_key(enum by_family_id family, const struct by_id *pseudonym, uint8_t out[BY_RATING_KEY])
{
    out[0] = (uint8_t)family;
    memcpy(out + 1, pseudonym->bytes, sizeof pseudonym->bytes);
}

/* The key sorts by rating, highest first. */
static void ladder_key(const struct by_rating_row *r, uint8_t out[BY_LADDER_KEY])
{
    uint64_t bits;

    memcpy(&bits, &r->rating.mu, sizeof bits); /* the bits of positive doubles sort in the order of their values */
    bits = bits >> 63 != 0 ? ~bits : bits | UINT64_C(1) << 63;
    bits = ~bits;
    out[0] = (uint8_t)r->family;
    for (int i = 0; i < 8; i++)
        out[1 + i] = (uint8_t)(bits >> (56 - 8 * i));
    memcpy(out + 9, r->pseudonym.bytes, sizeof r->pseudonym.bytes);
}

/* Returns whether the player is in `ladder`. */
static bool listed(const struct by_rating_row *r)
{
    return r->owned && !r->hidden && r->name[0] != '\0' && !by_rating_provisional(&r->rating);
}

/* ---- Rows ------------------------------------------------------------------------------------- */

static bool read_real(const by_json *j, const char *name, double *out)
{
    const char *text = by_field_text(j, name);
    char *end;

    *out = text == NULL ? 0 : strtod(text, &end);
    return text != NULL && end != text && *end == '\0' && isfinite(*out);
}

bool by_rating_row_parse(struct by_bytes_of key, struct by_bytes_of value, struct by_rating_row *out)
{
    const uint8_t *bytes = key.at;
    by_json *j = by_json_read(value.at, value.n, NULL);
    const char *name = by_field_text(j, "name");
    bool fine = key.n == BY_RATING_KEY && bytes[0] < BY_FAMILIES;

    *out = (struct by_rating_row){ .was = (int)by_field_number(j, "was", 0) };
    fine = fine && read_real(j, "mu", &out->rating.mu) && read_real(j, "sigma", &out->rating.sigma);
    if (fine) {
        out->family = (enum by_family_id)bytes[0];
        memcpy(out->pseudonym.bytes, bytes + 1, sizeof out->pseudonym.bytes);
        out->matches = by_field_number(j, "matches", 0);
        by_field_bytes(j, "last", out->last, sizeof out->last);
        out->owned = by_field_bytes(j, "person", out->person.bytes, sizeof out->person.bytes);
        out->hidden = by_json_true(by_json_get(j, "hidden"));
        snprintf(out->name, sizeof out->name, "%s", name == NULL ? "" : name);
    }
    by_json_free(j);
    return fine;
}

bool by_rating_row_read(struct by_store *s, enum by_family_id family, const struct by_id *pseudonym,
                        struct by_rating_row *out)
{
    uint8_t key[BY_RATING_KEY];
    char value[1024];
    long n;

    rating_key(family, pseudonym, key);
    n = by_store_get(s, "rating", (struct by_bytes_of){ key, sizeof key }, value, sizeof value);
    *out = (struct by_rating_row){ .family = family, .pseudonym = *pseudonym, .rating = by_rating_new() };
    if (n == -1)
        return true;
    return n > 0
        && by_rating_row_parse((struct by_bytes_of){ key, sizeof key }, (struct by_bytes_of){ value, (size_t)n }, out);
}

static void put_digits(struct by_out *o, const char *name, double x)
{
    char text[40];

    snprintf(text, sizeof text, "%.17g", x);
    by_out_key_string(o, name, text);
}

/* The caller frees the text. */
static char *print_rating(const struct by_rating_row *r)
{
    struct by_out o = { 0 };

    by_out(&o, "{");
    by_out_key_int(&o, "v", 1);
    put_digits(&o, "mu", r->rating.mu);
    put_digits(&o, "sigma", r->rating.sigma);
    by_out_key_int(&o, "matches", r->matches);
    by_out_key_int(&o, "was", r->was);
    by_out_key_base64(&o, "last", r->last, sizeof r->last);
    if (r->owned) {
        by_out_key_base64(&o, "person", r->person.bytes, sizeof r->person.bytes);
        by_out_key_string(&o, "name", r->name);
        by_out_key_bool(&o, "hidden", r->hidden);
    }
    by_out(&o, "}");
    return by_out_end(&o);
}

static int points_of(double x) { return (int)lround(x); }

void by_rating_put(struct by_out *o, const struct by_rating_row *r)
{
    by_out_key_int(o, "points", points_of(by_rating_points(&r->rating)));
    by_out_key_int(o, "half", points_of(by_rating_half(&r->rating)));
    by_out_key_bool(o, "provisional", by_rating_provisional(&r->rating));
    by_out_key_int(o, "matches", r->matches);
}

/* The caller frees the text. */
static char *print_ladder(const struct by_rating_row *r)
{
    struct by_out o = { 0 };

    by_out(&o, "{");
    by_out_key_string(&o, "name", r->name);
    by_rating_put(&o, r);
    by_out(&o, "}");
    return by_out_end(&o);
}

/* ---- Puts ------------------------------------------------------------------------------------- */

void by_puts_add(struct by_puts *p, const char *kind, const void *key, size_t key_n, char *value,
                 const struct by_id *who)
{
    static const struct by_id nobody;
    void *copy = by_sure(malloc(key_n));

    if (p->n == p->room) {
        p->room = 2 * p->room + 8;
        p->at = by_sure(realloc(p->at, (size_t)p->room * sizeof *p->at));
        p->who = by_sure(realloc(p->who, (size_t)p->room * sizeof *p->who));
        p->was = by_sure(realloc(p->was, (size_t)p->room * sizeof *p->was));
        p->own = by_sure(realloc(p->own, (size_t)p->room * sizeof *p->own));
    }
    memcpy(copy, key, key_n);
    p->who[p->n] = who == NULL ? nobody : *who;
    p->was[p->n] = (struct by_bytes_of){ NULL, 0 };
    p->own[p->n] = (struct by_columns){ .at = 0 };
    p->at[p->n++] = (struct by_put_of){ kind, { copy, key_n }, { value, value == NULL ? 0 : strlen(value) } };
}

void by_puts_columns(struct by_puts *p)
{
    static const struct by_id nobody;

    free(p->columns);
    p->columns = by_sure(calloc((size_t)p->n + 1, sizeof *p->columns));
    for (int i = 0; i < p->n; i++)
        if (p->own[i].who != NULL)
            p->columns[i] = p->own[i];
        else if (memcmp(&p->who[i], &nobody, sizeof nobody) != 0)
            p->columns[i] = (struct by_columns){ .who = &p->who[i], .who_n = 1 };
}

uint32_t by_puts_used(const struct by_puts *p)
{
    uint32_t used = 0;

    for (int i = 0; i < p->n && i < 32; i++)
        used |= (uint32_t)(p->was[i].n > 0) << i;
    return used;
}

int by_puts_conditions(const struct by_puts *p)
{
    int n = 0;

    for (int i = 0; i < p->n; i++)
        n += p->was[i].n > 0;
    return n;
}

static struct by_bytes_of copy_of(struct by_bytes_of b)
{
    void *copy = b.n == 0 ? NULL : by_sure(malloc(b.n));

    if (copy != NULL)
        memcpy(copy, b.at, b.n);
    return (struct by_bytes_of){ copy, b.n };
}

void by_puts_add_found(struct by_puts *p, const char *kind, struct by_bytes_of key, char *value,
                       const struct by_columns *columns, struct by_bytes_of was)
{
    struct by_columns *own;

    by_puts_add(p, kind, key.at, key.n, value, NULL);
    p->was[p->n - 1] = copy_of(was);
    own = &p->own[p->n - 1];
    *own = *columns;
    own->who = copy_of((struct by_bytes_of){ columns->who, (size_t)columns->who_n * sizeof *columns->who }).at;
}

void by_puts_clear(struct by_puts *p)
{
    for (int i = 0; i < p->n; i++) {
        free((void *)(uintptr_t)p->was[i].at);
        free((void *)(uintptr_t)p->own[i].who);
        free((void *)(uintptr_t)p->at[i].key.at);
        free((void *)(uintptr_t)p->at[i].value.at);
    }
    free(p->at);
    free(p->was);
    free(p->columns);
    free(p->who);
    free(p->own);
    *p = (struct by_puts){ .n = 0 };
}

void by_rating_change(struct by_puts *p, const struct by_rating_row *old, const struct by_rating_row *now,
                      struct by_bytes_of was)
{
    uint8_t key[BY_RATING_KEY], before[BY_LADDER_KEY], after[BY_LADDER_KEY];

    rating_key(now->family, &now->pseudonym, key);
    ladder_key(old, before);
    ladder_key(now, after);
    by_puts_add(p, "rating", key, sizeof key, print_rating(now), now->owned ? &now->person : NULL);
    p->was[p->n - 1] = copy_of(was);
    if (listed(old) && (!listed(now) || memcmp(before, after, sizeof before) != 0))
        by_puts_add(p, "ladder", before, sizeof before, NULL, NULL);
    if (listed(now))
        by_puts_add(p, "ladder", after, sizeof after, print_ladder(now), NULL);
}

static bool forget_rating(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct by_rating_row old, now;

    if (!by_rating_row_parse(key, value, &old))
        return true;
    now = old;
    now.owned = now.hidden = false;
    now.name[0] = '\0';
    by_rating_change(data, &old, &now, value);
    return true;
}

bool by_results_forget(struct by_store *s, const struct by_id *person, struct by_puts *p)
{
    const struct by_query q = { .kind = "rating", .who = person };
    bool fine = by_store_query(s, &q, forget_rating, p);

    by_puts_add(p, "tally", person->bytes, sizeof person->bytes, NULL, NULL);
    by_puts_add(p, "shows", person->bytes, sizeof person->bytes, NULL, NULL);
    return fine;
}
