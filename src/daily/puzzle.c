/* SPDX-License-Identifier: MIT */
/* puzzle.c: reads, prints and sets up puzzles (puzzle.h). */
#include "boneyard/puzzle.h"

#include <string.h>

#include "boneyard/text.h"

#define BASE 62
static const char digits[BASE + 1] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/* ---- Reading ---------------------------------------------------------------------------------- */

struct reader {
    const char *at, *end;
};

/* Returns the next word, up to a space, and sets *n to its length. Returns NULL if there is none. */
static const char *word(struct reader *r, size_t *n)
{
    const char *start = r->at;

    while (r->at < r->end && *r->at != ' ')
        r->at++;
    *n = (size_t)(r->at - start);
    if (r->at < r->end)
        r->at++;
    return *n > 0 ? start : NULL;
}

static int digit(char c)
{
    for (int i = 0; i < BASE; i++)
        if (digits[i] == c)
            return i;
    return -1;
}

static bool read_seed(struct reader *r, struct by_seed *out)
{
    char text[65] = { 0 };
    size_t n;
    const char *at = word(r, &n);

    if (at == NULL || n > 64)
        return false;
    memcpy(text, at, n);
    return by_seed_read(text, out);
}

static bool read_choices(struct reader *r, struct by_puzzle *p)
{
    size_t n;
    const char *at = word(r, &n);

    if (at == NULL || n > BY_PUZZLE_CHOICES)
        return false;
    if (n == 1 && at[0] == '-')
        return true;
    for (size_t i = 0; i < n; i++) {
        int d = digit(at[i]);

        if (d < 0)
            return false;
        p->choice[p->choices++] = (uint8_t)d;
    }
    return true;
}

/* Reads numbers separated by commas. Returns the number of values read, or -1. */
static int read_numbers(const char *at, size_t n, int most, int32_t *out)
{
    const char *end = at + n;
    int count = 0;

    while (at < end) {
        bool minus = *at == '-';
        int32_t x = 0;
        int figures = 0;

        for (at += minus; at < end && *at >= '0' && *at <= '9'; at++, figures++)
            x = figures < 8 ? x * 10 + (*at - '0') : x;
        if (figures == 0 || figures > 8 || count == most || (at < end && *at != ','))
            return -1;
        out[count++] = minus ? -x : x;
        if (at < end && ++at == end)
            return -1;
    }
    return count;
}

static bool is(const char *at, size_t n, const char *text) { return n == by_length(text) && memcmp(at, text, n) == 0; }

static bool read_values(struct reader *r, struct by_puzzle *p)
{
    int32_t best, deals;
    size_t n;
    const char *at = word(r, &n);

    if (at == NULL || read_numbers(at, n, 1, &best) != 1)
        return false;
    at = word(r, &n);
    if (at == NULL || read_numbers(at, n, 1, &deals) != 1 || deals < 0)
        return false;
    p->deals = (uint32_t)deals;
    at = word(r, &n);
    if (at == NULL)
        return false;
    p->moves = (uint8_t)(1 + read_numbers(at, n, BY_PUZZLE_MOVES, p->value)); /* 0 if the numbers are invalid */
    if (p->moves-- == 0 || best < 0 || best >= p->moves)
        return false;
    p->best = (uint8_t)best;
    at = word(r, &n);
    if (at == NULL)
        return false;
    p->wins = !is(at, n, "-");
    return !p->wins || read_numbers(at, n, p->moves, p->win) == p->moves;
}

bool by_puzzle_read(const char *line, size_t n, struct by_puzzle *out)
{
    struct reader r = { line, line + n };
    char rules[BY_CONFIG_TEXT] = { 0 };

    memset(out, 0, sizeof *out);
    if (n >= BY_PUZZLE_LINE || !read_seed(&r, &out->seed) || !read_choices(&r, out) || !read_values(&r, out))
        return false;
    n = (size_t)(r.end - r.at);
    if (n == 0 || n >= sizeof rules)
        return false;
    memcpy(rules, r.at, n);
    return by_config_parse(rules, &out->rules, NULL) == BY_OK;
}

/* ---- Printing --------------------------------------------------------------------------------- */

static void put_numbers(struct by_text *t, const int32_t *number, int n)
{
    for (int i = 0; i < n; i++) {
        by_put(t, i == 0 ? "" : ",");
        by_put_int(t, number[i]);
    }
}

size_t by_puzzle_print(const struct by_puzzle *p, char *out, size_t size)
{
    struct by_text t = by_text_on(out, size);
    char text[BY_CONFIG_TEXT];
    int zeros = 0;

    by_seed_print(&p->seed, text);
    while (zeros < 63 && text[zeros] == '0')
        zeros++;
    by_put(&t, text + zeros);
    by_put(&t, p->choices == 0 ? " -" : " ");
    for (int i = 0; i < p->choices; i++)
        by_put_char(&t, digits[p->choice[i] % BASE]);
    by_put_char(&t, ' ');
    by_put_int(&t, p->best);
    by_put_char(&t, ' ');
    by_put_int(&t, p->deals);
    by_put_char(&t, ' ');
    put_numbers(&t, p->value, p->moves);
    by_put(&t, p->wins ? " " : " -");
    if (p->wins)
        put_numbers(&t, p->win, p->moves);
    by_put_char(&t, ' ');
    by_config_print(&p->rules, text, sizeof text);
    by_put(&t, text);
    return t.used;
}

/* ---- Setting up ------------------------------------------------------------------------------- */

bool by_puzzle_set(const struct by_puzzle *p, struct by_table *t, struct by_step *log)
{
    by_move moves[BY_MOVES];

    by_table_init(t, &p->rules, log, BY_PUZZLE_LOG);
    if (by_table_deal_seeded(t, &p->seed, -1, NULL) != BY_OK)
        return false;
    for (int used = 0; t->state.now.phase == BY_PLAYING;) {
        const int seat = t->state.now.turn, n = by_moves(&t->state, seat, moves);
        int at = 0;

        if (n > 1 && used == p->choices)
            return n == p->moves;
        if (n > 1)
            at = p->choice[used++];
        if (at >= n || by_table_play(t, seat, moves[at], NULL) != BY_OK)
            return false;
    }
    return false;
}
