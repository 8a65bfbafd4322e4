/* SPDX-License-Identifier: MIT */
/* browse.c: lists the public tables (browse.h). Tables are read from their rows in index order, with one server or
 * several. A cursor names the last row read, so no table is skipped and new tables do not shift others. */
#include "browse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/text.h"
#include "caller.h"
#include "create.h"
#include "reads.h"
#include "row.h"
#include "util/memory.h"

/* PAGE is the number of tables on a page. SCAN is the number of rows read for a page; with narrow filters, a page may
 * be short or even empty although more pages follow. FAST is the maximum number of seconds per move that counts as
 * fast. */
enum { PAGE = 20, SCAN = 400, FAST = 15, PARTS = 2 };

static const char *const parts[PARTS] = { BY_ROW_OPEN, BY_ROW_PUBLIC };

struct browse {
    struct by_caller *caller;
    struct by_asked_for what;
    struct by_out out;
    int n, rows, part;
    char game[BY_STORE_KEY]; /* the game of the last row */
    struct by_id key;
    bool keyed, unread, full;
};

static const char *speed_of(const char *clock)
{
    if (clock == NULL || strcmp(clock, "none") == 0)
        return "none";
    if (strncmp(clock, "days ", 5) == 0)
        return "days";
    return strncmp(clock, "move ", 5) == 0 && strtol(clock + 5, NULL, 10) <= FAST ? "fast" : "normal";
}

static bool wanted(const struct browse *b, const by_json *room)
{
    const struct by_asked_for *what = &b->what;
    bool rated = by_json_true(by_json_get(room, "rated"));

    if (b->part == 1 && !by_json_true(by_json_get(room, "watch")))
        return false;
    if (what->speed[0] != '\0' && strcmp(what->speed, speed_of(by_field_text(room, "clock"))) != 0)
        return false;
    if (what->counts[0] != '\0' && rated != (strcmp(what->counts, "rated") == 0))
        return false;
    return by_field_number(room, "open", 0) >= what->free;
}

static bool on_row(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct browse *b = data;
    struct by_store_row row;
    by_json *j;

    b->rows++;
    if (key.n != sizeof b->key || !by_row_read(value, &row) || row.game < 0)
        return true;
    memcpy(b->key.bytes, key.at, key.n);
    snprintf(b->game, sizeof b->game, "%s", by_games[row.game]->key);
    b->keyed = true;
    j = by_json_read(value.at, value.n, NULL);
    if (row.live && wanted(b, by_json_get(j, "room"))) {
        char *line = by_json_line(by_json_get(j, "room"));

        by_out(&b->out, b->n++ > 0 ? "," : "");
        by_out(&b->out, line);
        free(line);
    }
    by_json_free(j);
    b->full = b->n == PAGE || b->rows == SCAN;
    return !b->full;
}

static void read_page(struct by_store *s, void *data)
{
    struct browse *b = data;

    for (; b->part < PARTS && !b->unread; b->part++, b->keyed = false) {
        struct by_id after = b->key;
        char game[BY_STORE_KEY] = "";
        struct by_query q = { .kind = "table", .status = parts[b->part], .most = SCAN - b->rows };

        if (b->keyed)
            memcpy(game, b->game, sizeof game);
        q.game = b->what.game[0] == '\0' ? NULL : b->what.game;
        q.after_game = game;
        q.after = (struct by_bytes_of){ after.bytes, b->keyed ? sizeof after.bytes : 0 };
        b->unread = !by_store_query(s, &q, on_row, b);
        if (b->full)
            return;
    }
}

static void put_page(struct by_out *o, const struct browse *b)
{
    char id[32], next[sizeof b->what.after];

    by_out_key(o, "tables");
    by_out(o, "[");
    by_out_bytes(o, b->out.at, b->out.n);
    by_out(o, "]");
    if (!b->full)
        return;
    by_base64(b->key.bytes, sizeof b->key.bytes, id);
    snprintf(next, sizeof next, "%d/%.40s/%.22s", b->part, b->game, id);
    by_out_key_string(o, "next", next);
}

static void on_page(void *data)
{
    struct browse *b = data;
    struct by_caller *c = b->caller;
    struct by_out reply;

    if (b->unread) {
        by_caller_refuse(c, BY_ASK_browse, b->what.key, BY_REFUSED_unknown, NULL);
    } else {
        reply = by_reply_done(b->what.key);
        put_page(&reply, b);
        by_caller_answer(c, BY_ASK_browse, b->what.key, &reply);
    }
    free(b->out.at);
    free(b);
    by_caller_resume(c);
}

/* Parses a cursor, which consists of a part, a game and a table. */
static bool read_after(struct browse *b)
{
    const char *text = b->what.after, *slash;

    if (text[0] == '\0')
        return true;
    if (text[0] < '0' || text[0] >= '0' + PARTS || text[1] != '/' || (slash = strchr(text + 2, '/')) == NULL)
        return false;
    b->part = text[0] - '0';
    snprintf(b->game, sizeof b->game, "%.*s", (int)(slash - text - 2 < 40 ? slash - text - 2 : 40), text + 2);
    b->keyed = true;
    return by_create_game_index(b->game) >= 0 && by_unbase64(slash + 1, b->key.bytes, sizeof b->key.bytes);
}

void by_browse(struct by_caller *c, const struct by_asked_for *what)
{
    struct by_fault f = { .err = BY_E_REQUEST, .text = "the field \"after\" of browse must be `next` of a reply" };
    struct browse *b = by_sure(calloc(1, sizeof *b));

    *b = (struct browse){ .caller = c, .what = *what };
    if (!read_after(b)) {
        free(b);
        by_caller_refuse(c, BY_ASK_browse, what->key, BY_REFUSED_bad_message, &f);
        return;
    }
    by_caller_pause(c);
    by_reads_ask(c->hub, read_page, on_page, b);
}
