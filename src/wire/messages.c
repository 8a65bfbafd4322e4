/* SPDX-License-Identifier: MIT */
/* messages.c: implements the messages of the wire protocol: the tables, the reader that enforces them, and replies. */
#include "messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/text.h"
#include "util/crypto.h"
#include "util/tell.h"

/* ---- The tables ------------------------------------------------------------------------------- */

/* One array of fields per message; each ends with an empty field, so that no array is empty. */
#define BY_ASK(id, cost, journal, words) \
    { \
        0 \
    } \
    } \
    ; \
    static const struct by_field of_##id[] = {
#define BY_TELL(id, words) BY_ASK(id, 0, false, words)
#define BY_FIELD(of, name, kind, low, high, must, words) { #name, BY_FIELD_##kind, low, high, must, words },
static const struct by_field of_none[] = {
#include "messages.def"
    { 0 }
};
#undef BY_ASK
#undef BY_TELL
#undef BY_FIELD
_Static_assert(sizeof of_none == sizeof of_none[0], "a field stands before the first message");

#define COUNT(id) ((int)(sizeof of_##id / sizeof of_##id[0]) - 1)
#define BY_FIELD(of, name, kind, low, high, must, words)

#define BY_ASK(id, cost, journal, words) { #id, cost, journal, words, of_##id, COUNT(id) },
#define BY_TELL(id, words)
const struct by_message by_asks[BY_ASKS] = {
#include "messages.def"
};
#undef BY_ASK
#undef BY_TELL

#define BY_ASK(id, cost, journal, words)
#define BY_TELL(id, words) { #id, 0, false, words, of_##id, COUNT(id) },
const struct by_message by_tells[BY_TELLS] = {
#include "messages.def"
};
#undef BY_ASK
#undef BY_TELL
#undef BY_FIELD

const struct by_entry_kind by_entries[BY_ENTRIES] = {
#define BY_ENTRY(id, words) { #id, words },
#include "entries.def"
#undef BY_ENTRY
};

/* ---- Reading ---------------------------------------------------------------------------------- */

enum { KEY_MOST = 32, WORD_MOST = 40, STRAY = 40, REFUSAL_UNIT = 128 };

/* Describes the allowed values of a field, for a refusal. */
static const char *wanted(const struct by_field *d, char *out, size_t size)
{
    long low = (long)d->low, high = (long)d->high;

    switch (d->kind) {
    case BY_FIELD_TEXT: snprintf(out, size, "a string of %ld to %ld bytes", low, high); break;
    case BY_FIELD_NUMBER: snprintf(out, size, "a whole number from %ld to %ld", low, high); break;
    case BY_FIELD_BOOL: snprintf(out, size, "true or false"); break;
    case BY_FIELD_BYTES: snprintf(out, size, "%ld bytes in base64url", low); break;
    case BY_FIELD_TEXTS: snprintf(out, size, "a list of at most %ld short strings", high); break;
    default: snprintf(out, size, "omitted"); break;
    }
    return out;
}

static bool text_fits(const by_json *j, int64_t low, int64_t high)
{
    const char *text = by_json_text(j);

    return text != NULL && strlen(text) >= (size_t)low && strlen(text) <= (size_t)high;
}

static bool texts_fit(const by_json *j, int64_t most)
{
    if (!by_json_is_array(j) || by_json_count(j) > (size_t)most)
        return false;
    for (size_t i = 0; i < by_json_count(j); i++)
        if (!text_fits(by_json_at(j, i), 1, WORD_MOST))
            return false;
    return true;
}

static bool fits(const struct by_field *d, const by_json *j)
{
    uint8_t bytes[80];
    int64_t number;

    switch (d->kind) {
    case BY_FIELD_TEXT: return text_fits(j, d->low, d->high);
    case BY_FIELD_NUMBER: return by_json_number(j, &number) && number >= d->low && number <= d->high;
    case BY_FIELD_BOOL: return by_json_is_bool(j);
    case BY_FIELD_BYTES:
        return d->high <= (int64_t)sizeof bytes && by_json_text(j) != NULL
            && by_unbase64(by_json_text(j), bytes, (size_t)d->low);
    case BY_FIELD_TEXTS: return texts_fit(j, d->high);
    default: return false; /* clients never send other kinds */
    }
}

static enum by_refusal bad(struct by_fault *f, const char *what, const char *name, const char *of, const char *more)
{
    by_fail(f, BY_E_REQUEST, what, " \"", name, "\" of ", of, more, NULL);
    return BY_REFUSED_bad_message;
}

/* Shortens an unknown name for use in a sentence, without splitting a character. */
static const char *shortened(const char *name, char out[STRAY + 4])
{
    size_t n = strlen(name);

    if (n > STRAY) {
        for (n = STRAY; n > 0 && ((unsigned char)name[n] & 0xC0) == 0x80; n--)
            ;
    }
    snprintf(out, STRAY + 4, "%.*s%s", (int)n, name, name[n] != '\0' ? "..." : "");
    return out;
}

/* The offsets of the message fields in struct by_asked_for. */
#define PLACE(field) \
    { \
#field, offsetof(struct by_asked_for, field), sizeof((struct by_asked_for *)NULL)->field \
    }
static const struct {
    const char *name;
    size_t at, size;
} places[] = { PLACE(view),     PLACE(rules),  PLACE(clock),      PLACE(game),      PLACE(name),    PLACE(who),
               PLACE(move),     PLACE(phrase), PLACE(password),   PLACE(seats),     PLACE(v),       PLACE(grace),
               PLACE(from),     PLACE(seat),   PLACE(deal),       PLACE(seen),      PLACE(public),  PLACE(watch),
               PLACE(practice), PLACE(on),     PLACE(here),       PLACE(table),     PLACE(hash),    PLACE(share),
               PLACE(fresh),    PLACE(code),   PLACE(all),        PLACE(session),   PLACE(format),  PLACE(system),
               PLACE(ties),     PLACE(with),   PLACE(size),       PLACE(rounds),    PLACE(start),   PLACE(until),
               PLACE(minutes),  PLACE(player), PLACE(tournament), PLACE(players),   PLACE(speed),   PLACE(rated),
               PLACE(shared),   PLACE(family), PLACE(after),      PLACE(ratings),   PLACE(results), PLACE(matches),
               PLACE(counts),   PLACE(free),   PLACE(reason),     PLACE(act),       PLACE(list),    PLACE(notice),
               PLACE(days),     PLACE(person), PLACE(report),     PLACE(duplicate), PLACE(yes),     PLACE(invitation),
               PLACE(endpoint), PLACE(p256dh), PLACE(auth),       PLACE(language) };

/* Copies a field that has passed the checks. */
static void take(const struct by_field *d, const by_json *j, struct by_asked_for *what)
{
    size_t i = 0, size;
    void *at;

    while (strcmp(places[i].name, d->name) != 0) {
        i++;
        BY_ASSERT(i < sizeof places / sizeof places[0]);
    }
    at = (char *)what + places[i].at;
    size = places[i].size;
    if (d->kind == BY_FIELD_TEXT) {
        BY_ASSERT((size_t)d->high < size);
        snprintf(at, size, "%s", by_json_text(j));
    } else if (d->kind == BY_FIELD_NUMBER) {
        by_json_number(j, at);
    } else if (d->kind == BY_FIELD_BOOL) {
        *(uint8_t *)at = by_json_true(j);
    } else if (d->kind == BY_FIELD_BYTES) {
        by_unbase64(by_json_text(j), at, size);
    } else {
        what->seats_n = (int)by_json_count(j);
        for (int k = 0; k < what->seats_n; k++)
            snprintf(what->seats[k], sizeof what->seats[k], "%s", by_json_text(by_json_at(j, (size_t)k)));
    }
}

static enum by_refusal check_fields(const struct by_message *m, by_json *body, struct by_asked_for *what,
                                    struct by_fault *f)
{
    char allowed[400] = "do key", more[100] = " must be ", name[STRAY + 4];
    const char *stray;

    for (int i = 0; i < m->n; i++) {
        const struct by_field *d = &m->fields[i];
        const by_json *j = by_json_get(body, d->name);
        size_t at = strlen(allowed);

        if (j == NULL && d->must)
            return bad(f, "the field", d->name, m->name, " is missing");
        if (j != NULL && !fits(d, j)) {
            wanted(d, more + strlen(more), sizeof more - strlen(more));
            return bad(f, "the field", d->name, m->name, more);
        }
        if (j != NULL)
            take(d, j, what);
        snprintf(allowed + at, sizeof allowed - at, " %s", d->name);
    }
    stray = by_json_stray(body, allowed);
    return stray == NULL ? BY_NOT_REFUSED : bad(f, "the field", shortened(stray, name), m->name, " is unknown");
}

static int find(const char *name)
{
    for (int i = 0; name != NULL && i < BY_ASKS; i++)
        if (strcmp(by_asks[i].name, name) == 0)
            return i;
    return BY_ASKS;
}

/* Checks the key, the kind and the fields of a message. */
static enum by_refusal check(by_json *j, struct by_asked_for *what, struct by_fault *f)
{
    const by_json *key = by_json_get(j, "key");
    const char *name = by_json_text(by_json_get(j, "do"));
    char known[STRAY + 4];

    if (!by_json_is_object(j)) {
        by_fail(f, BY_E_REQUEST, "a message must be an object: {\"do\":...,\"key\":...}", NULL);
        return BY_REFUSED_bad_message;
    }
    if (text_fits(key, 1, KEY_MOST))
        snprintf(what->key, sizeof what->key, "%s", by_json_text(key));
    what->id = find(name);
    if (what->id == BY_ASKS) {
        by_fail(f, BY_E_REQUEST, name == NULL ? "the field \"do\" is missing" : "unknown message \"",
                name == NULL ? NULL : shortened(name, known), "\"", NULL);
        return BY_REFUSED_bad_message;
    }
    if (what->key[0] == '\0' && (key != NULL || what->id != BY_ASK_ping))
        return bad(f, "the field", "key", by_asks[what->id].name, " must be a string of 1 to 32 bytes");
    return check_fields(&by_asks[what->id], j, what, f);
}

void by_ask_init(struct by_asked_for *what, int id, const char *key)
{
    *what = (struct by_asked_for){ .id = id,
                                   .grace = 30,
                                   .watch = true,
                                   .on = true,
                                   .seen = INT64_MAX,
                                   .seat = -1,
                                   .shared = -1,
                                   .player = -1,
                                   .days = 1 };
    snprintf(what->key, sizeof what->key, "%s", key);
}

enum by_refusal by_message_read(const char *line, size_t n, struct by_asked_for *what, struct by_fault *f)
{
    enum by_refusal why;
    by_json *body;

    by_ask_init(what, BY_ASKS, "");
    if (n > BY_MESSAGE_LIMIT) {
        by_fail(f, BY_E_TOO_LONG, "a message must have at most 4096 bytes", NULL);
        return BY_REFUSED_too_big;
    }
    body = by_json_read(line, n, f);
    if (body == NULL)
        return BY_REFUSED_bad_message;
    why = check(body, what, f);
    by_json_free(body);
    return why;
}

const char *by_field_text(const by_json *body, const char *name) { return by_json_text(by_json_get(body, name)); }

int64_t by_field_number(const by_json *body, const char *name, int64_t otherwise)
{
    int64_t n;

    return by_json_number(by_json_get(body, name), &n) ? n : otherwise;
}

bool by_field_bytes(const by_json *body, const char *name, uint8_t *out, size_t n)
{
    const char *text = by_field_text(body, name);

    return text != NULL && by_unbase64(text, out, n);
}

/* ---- Replies ---------------------------------------------------------------------------------- */

static struct by_out reply(const char *key, bool ok)
{
    struct by_out o = { 0 };

    by_out(&o, "{");
    by_out_key_string(&o, "is", "reply");
    by_out_key_string(&o, "key", key);
    by_out_key_bool(&o, "ok", ok);
    return o;
}

struct by_out by_reply_done(const char *key) { return reply(key, true); }

static const char *const refusals[BY_REFUSALS] = {
#define BY_REFUSAL(id) #id,
#include "refusals.def"
#undef BY_REFUSAL
};

const char *by_refusal_code(enum by_refusal why, const struct by_fault *f, char out[BY_CODE_ROOM])
{
    if (why >= BY_REFUSALS) {
        snprintf(out, BY_CODE_ROOM, "%s", by_err_key(f == NULL ? BY_E_INTERNAL : f->err));
        return out;
    }
    snprintf(out, BY_CODE_ROOM, "%s", refusals[why]);
    for (char *c = out; *c != '\0'; c++)
        if (*c == '_')
            *c = '-';
    return out;
}

const char *by_refusal_sentence(enum by_refusal why)
{
    char code[BY_CODE_ROOM], id[16 + BY_CODE_ROOM];

    snprintf(id, sizeof id, "refusal.%s", by_refusal_code(why, NULL, code));
    return by_tell_in(BY_ENGLISH, id);
}

/* Writes a member with a string value; returns the length of the value. */
static size_t put_text(struct by_out *o, const char *key, const char *text)
{
    size_t before;

    by_out_key(o, key);
    before = o->n;
    by_out_string(o, text, strlen(text));
    return o->n - before;
}

struct by_out by_reply_refused(const char *key, enum by_refusal why, const struct by_fault *f, bool pad)
{
    struct by_out o = reply(key, false);
    by_err err = f == NULL ? BY_E_INTERNAL : f->err;
    const char *own = why < BY_REFUSALS ? by_refusal_sentence(why) : by_err_sentence(err);
    char code[BY_CODE_ROOM], blanks[REFUSAL_UNIT + 1];
    size_t n = put_text(&o, "code", by_refusal_code(why, f, code));

    n += put_text(&o, "error", f != NULL && f->text[0] != '\0' ? f->text : own);
    snprintf(blanks, sizeof blanks, "%*s", (int)((REFUSAL_UNIT - n % REFUSAL_UNIT) % REFUSAL_UNIT), "");
    if (pad)
        by_out_key_string(&o, "pad", blanks);
    return o;
}
