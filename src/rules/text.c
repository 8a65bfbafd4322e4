/* SPDX-License-Identifier: MIT */
/* text.c: implements text buffers, and the notation that converts tiles and moves to text and back (N-01 to N-07). */
#include "families/family.h"

#include <stdarg.h>

size_t by_length(const char *text)
{
    size_t n = 0;

    while (text[n] != '\0')
        n++;
    return n;
}

bool by_same(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

struct by_text by_text_on(char *at, size_t size)
{
    BY_ASSERT(size > 0);
    at[0] = '\0';
    return (struct by_text){ .at = at, .size = size };
}

struct by_text by_text_in(char *at, size_t size, int language)
{
    struct by_text t = by_text_on(at, size);

    t.language = (uint8_t)language;
    return t;
}

void by_put_char(struct by_text *t, char c)
{
    if (t->used + 1 >= t->size) {
        if (!t->full && ((unsigned char)c & 0xc0) == 0x80) { /* leaves no partial character */
            while (t->used > 0 && ((unsigned char)t->at[t->used - 1] & 0xc0) == 0x80)
                t->used--;
            t->at[t->used -= t->used > 0] = '\0';
        }
        t->full = true;
        return;
    }
    t->at[t->used++] = c;
    t->at[t->used] = '\0';
}

void by_put_bytes(struct by_text *t, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        by_put_char(t, bytes[i]);
}

void by_put(struct by_text *t, const char *words) { by_put_bytes(t, words, by_length(words)); }

void by_put_int(struct by_text *t, int64_t n)
{
    char digits[20];
    int used = 0;
    uint64_t left = n < 0 ? (uint64_t)0 - (uint64_t)n : (uint64_t)n;

    if (n < 0)
        by_put_char(t, '-');
    do {
        digits[used++] = (char)('0' + left % 10);
        left /= 10;
    } while (left > 0);
    while (used > 0)
        by_put_char(t, digits[--used]);
}

/* Writes a tile higher half first, unless the touching half must come first (N-01). */
void by_put_tile(struct by_text *t, by_tile tile, bool flip)
{
    by_put_int(t, flip ? by_low(tile) : by_high(tile));
    by_put_char(t, '-');
    by_put_int(t, flip ? by_high(tile) : by_low(tile));
}

void by_put_a(struct by_text *t, int number)
{
    by_put(t, number == 8 || number == 11 || number == 18 ? "an " : "a ");
    by_put_int(t, number);
}

/* Decodes the character at `words`, at most n bytes long; sets *bytes to its length, or 0 if it is not UTF-8. */
static uint32_t character(const unsigned char *words, size_t n, size_t *bytes)
{
    static const uint32_t least[5] = { 0, 0, 0x80, 0x800, 0x10000 };
    unsigned char a = words[0];
    size_t want = a < 0x80 ? 1 : a < 0xc2 ? 0 : a < 0xe0 ? 2 : a < 0xf0 ? 3 : a < 0xf5 ? 4 : 0;
    uint32_t c = want == 1 ? a : a & (0xffu >> (want + 1));

    *bytes = 0;
    if (want == 0 || want > n)
        return 0;
    for (size_t i = 1; i < want; i++) {
        if ((words[i] & 0xc0) != 0x80)
            return 0;
        c = c << 6 | (words[i] & 0x3fu);
    }
    if (c < least[want] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
        return 0;
    *bytes = want;
    return c;
}

/* Returns whether a character controls the terminal or changes the direction of the text after it. */
static bool harmful(uint32_t c)
{
    return c < 32 || (c >= 127 && c < 160) || c == 0x61c || c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e)
        || (c >= 0x2066 && c <= 0x2069);
}

void by_put_clean(struct by_text *t, const char *words, size_t n)
{
    for (size_t i = 0, bytes; i < n; i += bytes) {
        uint32_t c = character((const unsigned char *)words + i, n - i, &bytes);

        if (bytes == 0 || harmful(c))
            by_put_char(t, '?');
        else if (t->used + bytes < t->size) /* leaves no partial character */
            by_put_bytes(t, words + i, bytes);
        else
            t->full = true;
        bytes += bytes == 0;
    }
}

void by_put_quoted(struct by_text *t, const char *words)
{
    size_t n = 0;

    /* Limits the length without splitting a UTF-8 character. */
    while (words[n] != '\0' && (n < 60 || ((unsigned char)words[n] & 0xc0) == 0x80))
        n++;
    by_put_char(t, '\'');
    by_put_clean(t, words, n);
    by_put(t, words[n] != '\0' ? "...'" : "'");
}

by_err by_fail(struct by_fault *f, by_err err, const char *part, ...)
{
    struct by_text t;
    va_list parts;

    if (f == NULL)
        return err;
    f->err = err;
    f->line = 0;
    t = by_text_on(f->text, sizeof f->text);
    va_start(parts, part);
    for (; part != NULL; part = va_arg(parts, const char *)) {
        if (by_same(part, BY_QUOTED))
            by_put_quoted(&t, va_arg(parts, const char *));
        else
            by_put(&t, part);
    }
    va_end(parts);
    return err;
}

by_err by_refuse(struct by_fault *f, by_err err, enum by_sentence s, const struct by_part *parts)
{
    struct by_text t;

    if (f == NULL)
        return err;
    f->err = err;
    f->line = 0;
    t = by_text_in(f->text, sizeof f->text, f->language);
    by_put_words(&t, s, parts);
    return err;
}

const char *by_err_key(by_err err)
{
    static const char *const keys[BY_ERRORS] = {
#define BY_ERROR(name, key, sentence) key,
#include "boneyard/errors.def"
#undef BY_ERROR
    };
    return (unsigned)err < BY_ERRORS ? keys[err] : keys[BY_E_INTERNAL];
}

const char *by_err_sentence(by_err err)
{
    static const char *const sentences[BY_ERRORS] = {
#define BY_ERROR(name, key, sentence) sentence,
#include "boneyard/errors.def"
#undef BY_ERROR
    };
    return (unsigned)err < BY_ERRORS ? sentences[err] : sentences[BY_E_INTERNAL];
}

/* ---- Moves to text ------------------------------------------------------------------------ */

/* Writes the tile and, after '@', the tile or train it is attached to (N-02, N-03). */
static void put_lay(struct by_text *t, by_move m, int family)
{
    by_put_tile(t, by_move_tile(m), by_move_flip(m));
    by_rules_of(family)->put_place(t, m);
    if (by_move_claim(m) > 0) { /* a claim includes its points (N-06) */
        by_put(t, " +");
        by_put_int(t, by_move_claim(m));
    }
    if ((m & BY_ANNOUNCED) != 0) /* the last tile is announced (N-06) */
        by_put(t, " !");
}

size_t by_move_print(by_move m, int family, char *out)
{
    struct by_text t = by_text_on(out, BY_MOVE_TEXT);

    switch (by_move_kind(m)) {
    case BY_LAY: put_lay(&t, m, family); break;
    case BY_HUB: /* N-03 */
        by_put_tile(&t, by_move_tile(m), false);
        by_put(&t, "@hub");
        break;
    case BY_TAKE: /* N-05 */
    case BY_TAKE3:
        by_put(&t, by_move_kind(m) == BY_TAKE ? "take " : "take3 ");
        by_put_tile(&t, by_move_tile(m), false);
        break;
    case BY_DRAW_TILE: /* N-04 */ by_put(&t, "draw"); break;
    case BY_PASS: by_put(&t, "pass"); break;
    default:
        by_put(&t, "call"); /* N-06 */
        break;
    }
    return t.used;
}

size_t by_draw_print(const by_tile *tiles, int n, char *out)
{
    struct by_text t = by_text_on(out, BY_MOVE_TEXT);

    by_put(&t, "draw");
    for (int i = 0; i < n; i++) {
        by_put_char(&t, ' ');
        by_put_tile(&t, tiles[i], false);
    }
    return t.used;
}

/* ---- Text to moves ------------------------------------------------------------------------ */

size_t by_number_read(const char *text, size_t length, int *out)
{
    size_t n = 0;
    int value = 0;

    while (n < length && n < 3 && text[n] >= '0' && text[n] <= '9')
        value = value * 10 + (text[n++] - '0');
    if (n == 0 || n > 2 || (n == 2 && text[0] == '0'))
        return 0;
    *out = value;
    return n;
}

size_t by_tile_read(const char *text, size_t length, by_tile *out, bool *flip)
{
    int a, b;
    size_t first = by_number_read(text, length, &a), second;

    if (first == 0 || first >= length || text[first] != '-')
        return 0;
    second = by_number_read(text + first + 1, length - first - 1, &b);
    if (second == 0 || a > BY_MAX_NUMBER || b > BY_MAX_NUMBER)
        return 0;
    *out = by_tile_of(a, b);
    if (flip != NULL)
        *flip = a < b;
    return first + 1 + second;
}

/* A parsed move text (N-07), which may specify a move only partially. */
struct loose {
    int kind; /* BY_LAY may also mean BY_HUB */
    by_tile tile;
    bool flip, flip_at, has_place, hub;
    int place;
    by_move suffix; /* claim and announcement bits */
};

/* Reads " +15" or " !" at the end of a move (N-06). No move has the claim "+0". */
static bool read_suffix(const char *text, size_t length, by_move *out)
{
    int points = 0;

    *out = 0;
    if (length == 0)
        return true;
    if (length == 2 && text[0] == ' ' && text[1] == '!') {
        *out = BY_ANNOUNCED;
        return true;
    }
    if (length < 3 || length > 5 || text[0] != ' ' || text[1] != '+' || text[2] == '0')
        return false;
    for (size_t i = 2; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        points = points * 10 + (text[i] - '0');
    }
    *out = (by_move)points << 24;
    return points <= 255;
}

static bool read_place(const char *text, size_t length, int family, struct loose *l, size_t *used)
{
    l->has_place = true;
    if (length >= 3 && text[0] == 'h' && text[1] == 'u' && text[2] == 'b') {
        l->hub = true;
        *used = 3;
        return true;
    }
    *used = by_rules_of(family)->read_place(text, length, &l->place, &l->flip_at);
    return *used > 0;
}

static bool read_loose(const char *text, size_t length, int family, struct loose *l)
{
    size_t skip = 0, n;

    *l = (struct loose){ .kind = BY_LAY, .place = BY_NO_TILE };
    if (length > 5 && text[0] == 't' && text[1] == 'a' && text[2] == 'k' && text[3] == 'e') {
        l->kind = text[4] == '3' ? BY_TAKE3 : BY_TAKE;
        skip = l->kind == BY_TAKE3 ? 6 : 5;
        if (skip >= length || text[skip - 1] != ' ')
            return false;
    }
    n = by_tile_read(text + skip, length - skip, &l->tile, &l->flip);
    if (n == 0)
        return false;
    skip += n;
    if (l->kind == BY_LAY && skip < length && text[skip] == '@') {
        if (!read_place(text + skip + 1, length - skip - 1, family, l, &n))
            return false;
        skip += n + 1;
    }
    return read_suffix(text + skip, length - skip, &l->suffix) && (l->kind == BY_LAY || l->suffix == 0);
}

static bool spelled(by_move m, int family, const char *text, size_t length)
{
    char full[BY_MOVE_TEXT];
    size_t n = by_move_print(m, family, full);

    if (n != length)
        return false;
    while (n > 0 && full[n - 1] == text[n - 1])
        n--;
    return n == 0;
}

bool by_move_shape(const char *text, size_t length, int family, by_move *out)
{
    struct loose l;

    if (!read_loose(text, length, family, &l))
        return false;
    *out = BY_MOVE(l.hub ? BY_HUB : l.kind, l.tile, l.place, l.flip, l.flip_at) | l.suffix;
    return true;
}

bool by_move_parse(const char *text, size_t length, int family, by_move *out)
{
    static const by_move words[] = { BY_DRAW_MOVE, BY_PASS_MOVE, BY_CALL_MOVE };
    char full[BY_MOVE_TEXT];
    struct loose l;

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (spelled(words[i], family, text, length)) {
            *out = words[i];
            return true;
        }
    if (!read_loose(text, length, family, &l))
        return false;
    if (l.kind == BY_LAY && l.hub)
        *out = BY_MOVE(BY_HUB, l.tile, BY_NO_TILE, 0, 0);
    else
        *out = BY_MOVE(l.kind, l.tile, l.place, l.flip, l.flip_at) | l.suffix;
    return by_move_print(*out, family, full) == length && spelled(*out, family, text, length);
}

static bool loosely(const struct loose *l, by_move m)
{
    int kind = by_move_kind(m);

    if ((kind == BY_HUB ? BY_LAY : kind) != l->kind || by_move_tile(m) != l->tile || (m & BY_SUFFIX) != l->suffix)
        return false;
    if (!l->has_place || l->kind != BY_LAY)
        return true;
    return l->hub ? kind == BY_HUB : kind == BY_LAY && by_move_place(m) == l->place;
}

/* Tries the exact text of a legal move, then a loose text that matches exactly one (N-07). */
by_err by_move_read(const char *text, size_t length, int family, const by_move *list, int n, by_move *out)
{
    by_move found = BY_NO_MOVE;
    struct loose l;
    int fits = 0;

    for (int i = 0; i < n; i++)
        if (spelled(list[i], family, text, length)) {
            *out = list[i];
            return BY_OK;
        }
    if (!read_loose(text, length, family, &l))
        return BY_E_ILLEGAL;
    for (int i = 0; i < n; i++)
        if (loosely(&l, list[i])) {
            found = list[i];
            fits++;
        }
    if (fits != 1)
        return fits == 0 ? BY_E_ILLEGAL : BY_E_AMBIGUOUS;
    *out = found;
    return BY_OK;
}
