/* messages.c: the messages of the wire: their tables, the reader that holds them, replies, base64url. */
#include "messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/text.h"

/* ---- The tables ------------------------------------------------------------------------------- */

/* An array of fields for each message; an empty one ends each, so that none is without elements. */
#define BY_ASK(id, cost, journal, words) { 0 } }; static const struct by_field of_##id[] = {
#define BY_TELL(id, words) { 0 } }; static const struct by_field of_##id[] = {
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

const struct by_refusal_kind by_refusals[BY_REFUSALS] = {
#define BY_REFUSAL(id, english, spanish) { #id, english, spanish },
#include "refusals.def"
#undef BY_REFUSAL
};

/* ---- base64url -------------------------------------------------------------------------------- */

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

void by_base64(const uint8_t *bytes, size_t n, char *out)
{
    for (; n >= 3; n -= 3, bytes += 3) {
        uint32_t three = (uint32_t)bytes[0] << 16 | (uint32_t)bytes[1] << 8 | bytes[2];

        *out++ = letters[three >> 18];
        *out++ = letters[three >> 12 & 63];
        *out++ = letters[three >> 6 & 63];
        *out++ = letters[three & 63];
    }
    if (n > 0) {
        uint32_t rest = (uint32_t)bytes[0] << 16 | (n > 1 ? (uint32_t)bytes[1] << 8 : 0);

        *out++ = letters[rest >> 18];
        *out++ = letters[rest >> 12 & 63];
        if (n > 1)
            *out++ = letters[rest >> 6 & 63];
    }
    *out = '\0';
}

/* One way only to write the same bytes: the bits behind the last are 0. */
bool by_unbase64(const char *text, uint8_t *out, size_t n)
{
    uint32_t held = 0;
    size_t done = 0;
    int bits = 0;

    if (strlen(text) != (4 * n + 2) / 3)
        return false;
    for (; *text != '\0'; text++) {
        const char *at = strchr(letters, *text);

        if (at == NULL)
            return false;
        held = (held << 6 | (uint32_t)(at - letters)) & 0xFFFF;
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            out[done++] = (uint8_t)(held >> bits);
        }
    }
    return done == n && (held & ((1u << bits) - 1)) == 0;
}

/* ---- Reading ---------------------------------------------------------------------------------- */

enum { KEY_MOST = 32, WORD_MOST = 40, STRAY = 40, REFUSAL_UNIT = 128 };

/* What a field has to be, for the sentence of a refusal. */
static const char *wanted(const struct by_field *d, char *out, size_t size)
{
    long low = (long)d->low, high = (long)d->high;

    switch (d->kind) {
    case BY_FIELD_TEXT: snprintf(out, size, "a text of %ld to %ld bytes", low, high); break;
    case BY_FIELD_NUMBER: snprintf(out, size, "a whole number from %ld to %ld", low, high); break;
    case BY_FIELD_BOOL: snprintf(out, size, "true or false"); break;
    case BY_FIELD_BYTES: snprintf(out, size, "%ld bytes in base64url", low); break;
    case BY_FIELD_TEXTS: snprintf(out, size, "a list of at most %ld short texts", high); break;
    default: snprintf(out, size, "something that nobody sends"); break;
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
    uint8_t bytes[64];
    int64_t number;

    switch (d->kind) {
    case BY_FIELD_TEXT: return text_fits(j, d->low, d->high);
    case BY_FIELD_NUMBER: return by_json_number(j, &number) && number >= d->low && number <= d->high;
    case BY_FIELD_BOOL: return by_json_is_bool(j);
    case BY_FIELD_BYTES:
        return d->high <= (int64_t)sizeof bytes && by_json_text(j) != NULL &&
               by_unbase64(by_json_text(j), bytes, (size_t)d->low);
    case BY_FIELD_TEXTS: return texts_fit(j, d->high);
    default: return false;              /* nobody sends the others */
    }
}

static enum by_refusal bad(struct by_fault *f, const char *what, const char *name, const char *of, const char *more)
{
    by_fail(f, BY_E_REQUEST, what, " \"", name, "\" of ", of, more, NULL);
    return BY_REFUSED_bad_message;
}

/* A name that nobody knows, short enough for a sentence, and whole letters only. */
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

static enum by_refusal check_fields(const struct by_message *m, by_json *body, struct by_fault *f)
{
    char allowed[400] = "do key", more[100] = " has to be ", name[STRAY + 4];
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
        snprintf(allowed + at, sizeof allowed - at, " %s", d->name);
    }
    stray = by_json_stray(body, allowed);
    return stray == NULL ? BY_NOT_REFUSED : bad(f, "the field", shortened(stray, name), m->name, " is not known");
}

static int find(const char *name)
{
    for (int i = 0; name != NULL && i < BY_ASKS; i++)
        if (strcmp(by_asks[i].name, name) == 0)
            return i;
    return BY_ASKS;
}

/* Key, kind and fields. */
static enum by_refusal check(by_json *j, struct by_asked_for *what, struct by_fault *f)
{
    const by_json *key = by_json_get(j, "key");
    const char *name = by_json_text(by_json_get(j, "do"));
    char known[STRAY + 4];

    if (!by_json_is_object(j)) {
        by_fail(f, BY_E_REQUEST, "a message is an object: {\"do\":...,\"key\":...}", NULL);
        return BY_REFUSED_bad_message;
    }
    if (text_fits(key, 1, KEY_MOST))
        snprintf(what->key, sizeof what->key, "%s", by_json_text(key));
    what->id = find(name);
    if (what->id == BY_ASKS) {
        by_fail(f, BY_E_REQUEST, name == NULL ? "\"do\" says what is asked for, and it is missing"
                : "there is no message \"", name == NULL ? NULL : shortened(name, known), "\"", NULL);
        return BY_REFUSED_bad_message;
    }
    if (what->key[0] == '\0' && (key != NULL || what->id != BY_ASK_ping))
        return bad(f, "the field", "key", by_asks[what->id].name, " has to be a text of 1 to 32 bytes");
    return check_fields(&by_asks[what->id], j, f);
}

enum by_refusal by_message_read(const char *line, size_t n, struct by_asked_for *what, by_json **body,
                                struct by_fault *f)
{
    enum by_refusal why;

    *what = (struct by_asked_for){ .id = BY_ASKS };
    *body = NULL;
    if (n > BY_MESSAGE_LIMIT) {
        by_fail(f, BY_E_TOO_LONG, "a message has at most 4096 bytes", NULL);
        return BY_REFUSED_too_big;
    }
    *body = by_json_read(line, n, f);
    if (*body == NULL)
        return BY_REFUSED_bad_message;
    why = check(*body, what, f);
    if (why != BY_NOT_REFUSED) {
        by_json_free(*body);
        *body = NULL;
    }
    return why;
}

const char *by_field_text(const by_json *body, const char *name) { return by_json_text(by_json_get(body, name)); }

int64_t by_field_number(const by_json *body, const char *name, int64_t otherwise)
{
    int64_t n;

    return by_json_number(by_json_get(body, name), &n) ? n : otherwise;
}

bool by_field_true(const by_json *body, const char *name, bool otherwise)
{
    const by_json *j = by_json_get(body, name);

    return j == NULL ? otherwise : by_json_true(j);
}

bool by_field_bytes(const by_json *body, const char *name, uint8_t *out, size_t n)
{
    const char *text = by_field_text(body, name);

    return text != NULL && by_unbase64(text, out, n);
}

/* ---- Replies ---------------------------------------------------------------------------------- */

static by_json *reply(const char *key, bool ok)
{
    by_json *j = by_json_object();

    by_json_set(j, "is", by_json_string("reply"));
    by_json_set(j, "key", by_json_string(key));
    by_json_set(j, "ok", by_json_bool(ok));
    return j;
}

by_json *by_reply_done(const char *key) { return reply(key, true); }

const char *by_refusal_code(enum by_refusal why, const struct by_fault *f, char out[BY_CODE_ROOM])
{
    if (why >= BY_REFUSALS) {
        snprintf(out, BY_CODE_ROOM, "%s", by_err_key(f == NULL ? BY_E_INTERNAL : f->err));
        return out;
    }
    snprintf(out, BY_CODE_ROOM, "%s", by_refusals[why].id);
    for (char *c = out; *c != '\0'; c++)
        if (*c == '_')
            *c = '-';
    return out;
}

by_json *by_reply_refused(const char *key, enum by_refusal why, const struct by_fault *f)
{
    by_json *j = reply(key, false);
    by_err err = f == NULL ? BY_E_INTERNAL : f->err;
    const char *own = why < BY_REFUSALS ? by_refusals[why].english : by_err_sentence(err);
    char code[BY_CODE_ROOM];

    by_json_set(j, "code", by_json_string(by_refusal_code(why, f, code)));
    by_json_set(j, "error", by_json_string(f != NULL && f->text[0] != '\0' ? f->text : own));
    return j;
}

static size_t json_bytes(const by_json *of, const char *member)
{
    char *text = by_json_line(by_json_get(of, member));
    size_t n = strlen(text);

    free(text);
    return n;
}

void by_reply_pad(by_json *refusal)
{
    char blanks[REFUSAL_UNIT + 1];
    size_t n = json_bytes(refusal, "code") + json_bytes(refusal, "error");

    snprintf(blanks, sizeof blanks, "%*s", (int)((REFUSAL_UNIT - n % REFUSAL_UNIT) % REFUSAL_UNIT), "");
    by_json_set(refusal, "pad", by_json_string(blanks));
}
