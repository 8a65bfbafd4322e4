/* SPDX-License-Identifier: MIT */
/* room.c: fuzz target: the lines of a table's journal.  Each is applied or refused; a refused line changes nothing;
 * and whatever the table's state, it can be sent to everyone. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "room/inside.h"
#include "rooms.h"
#include "../room/card_line.h"

enum { PEOPLE = 3, MOST = 1 << 13 };

/* Copies the room itself, without the memory of its lists. */
static void copy(struct by_room *out, const struct by_room *r)
{
    memcpy(out, r, sizeof *out);
    out->member = NULL;
    out->game.log = NULL;
    out->game.room = 0;
    out->more = NULL;
    out->more_room = 0;
    out->told = NULL;
    out->told_room = 0;
    out->record.at = NULL;
    out->record.room = 0;
    out->needs = 0; /* the room remembers which version a refused entry needs */
}

/* Applies a line to the room, and to another one that receives only accepted lines. */
static void apply(struct by_room *r, struct by_room *good, const char *line, size_t n)
{
    static struct by_room before, after;
    struct by_fault f = { 0 };

    copy(&before, r);
    if (by_room_apply(r, r->entries + 1, line, n, &f) == BY_OK) {
        check(by_room_apply(good, good->entries + 1, line, n, &f) == BY_OK);
    } else if (before.entries > 0) {
        copy(&after, r);
        check(f.text[0] != '\0' && memcmp(&before, &after, sizeof before) == 0);
    }
}

/* Checks that both rooms give the same text. */
static void same(char *a, char *b)
{
    check(strcmp(a, b) == 0);
    free(a);
    free(b);
}

static void tell(struct by_room *r, struct by_room *good)
{
    uint8_t chance[BY_ROOM_CHANCE] = { 0 };
    struct by_order o = { person(0), (int64_t)1 << 40, chance, true };
    struct by_entries e = { 0 };
    struct by_out look = { 0 };
    struct by_room_bot bot;

    check(r->entries == good->entries);
    for (uint64_t n = 1; n < r->entries; n++) {
        struct by_id id = person((int)(n % PEOPLE));
        char *line = by_room_tell(r, n, &id, false, n % 2 == 0 ? BY_SEE_JSON : BY_SEE_PACKED);

        check(strlen(line) % 256 == 0);
        free(line);
    }
    for (int i = 0; i < PEOPLE; i++) {
        struct by_id id = person(i);

        same(by_room_tell(r, r->entries, &id, true, BY_SEE_PACKED),
             by_room_tell(good, good->entries, &id, true, BY_SEE_PACKED));
        same(card_line(r, &id, r->now), card_line(good, &id, r->now));
        free(short_line(r, &id, r->now));
    }
    by_room_look(r, &o.person, &look);
    free(look.at);
    free(by_room_tell(r, r->entries, &o.person, true, BY_SEE_JSON));
    free(by_room_record(r, 1));
    by_room_wake(r, o.now);
    by_room_due(r, &o, &e);
    by_entries_clear(&e);
    by_room_bot(r, o.now, &bot);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct by_room *r, *good;

    if (size > MOST)
        return 0;
    r = empty_room();
    good = empty_room();
    for (size_t at = 0; at < size;) {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        size_t n = end == NULL ? size - at : (size_t)(end - data) - at;

        apply(r, good, (const char *)data + at, n);
        at += n + 1;
    }
    if (r->entries > 0)
        tell(r, good);
    by_room_free(r);
    by_room_free(good);
    return 0;
}
