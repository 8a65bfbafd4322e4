/* room.c: fuzz target: the lines of a table's journal.  Each is applied or refused; what is refused changes nothing;
 * and whatever the table has become, it can be told to everybody. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "room/room.h"

static void check(int truth)
{
    if (!truth)
        abort();
}

/* The people of the corpus (tests/room/table.c), and one who only watches. */
static struct by_id person(int i)
{
    struct by_id id;

    memset(&id, 'A' + i, sizeof id);
    return id;
}

static char *picture(const struct by_room *r)
{
    struct by_id id = person(0);

    return by_room_table(r, &id, 1 << 30);
}

static void apply(struct by_room *r, const char *line, size_t n)
{
    struct by_room_facts before, after;
    struct by_fault f = { 0 };
    char *was, *is;

    by_room_facts(r, &before);
    if (before.entries == 0) {
        by_room_apply(r, 1, line, n, &f);
        return;
    }
    was = picture(r);
    if (by_room_apply(r, before.entries + 1, line, n, &f) != BY_OK) {
        by_room_facts(r, &after);
        is = picture(r);
        check(f.text[0] != '\0' && strcmp(was, is) == 0);
        check(before.entries == after.entries && before.now == after.now && before.matches == after.matches);
        free(is);
    }
    free(was);
}

static void tell(struct by_room *r, uint64_t entries)
{
    uint8_t chance[BY_ROOM_CHANCE] = { 0 };
    struct by_order o = { person(0), (int64_t)1 << 40, chance };
    struct by_entries e = { 0 };
    struct by_room_bot bot;

    for (uint64_t n = 1; n <= entries; n++)
        for (int i = 0; i < 3; i++) {
            struct by_id id = person(i);
            char *line = by_room_tell(r, n, &id, n == entries, i % 2);

            check(strlen(line) % 256 == 0);
            free(line);
            by_json_free(by_room_look(r, &id));
            free(by_room_short(r, &id));
        }
    free(by_room_record(r, 1));
    by_room_wake(r, o.now);
    by_room_due(r, &o, &e);
    by_entries_clear(&e);
    by_room_bot(r, o.now, &bot);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct by_room_host host = { .haste = 1 };
    struct by_room_facts facts;
    struct by_id table;
    struct by_room *r;

    if (size > 1 << 16)
        return 0;
    memset(host.seal, 7, sizeof host.seal);
    memset(&table, 'T', sizeof table);
    r = by_room_new(&table, &host);
    for (size_t at = 0; at < size;) {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        size_t n = end == NULL ? size - at : (size_t)(end - data) - at;

        apply(r, (const char *)data + at, n);
        at += n + 1;
    }
    by_room_facts(r, &facts);
    if (facts.entries > 0)
        tell(r, facts.entries);
    by_room_free(r);
    return 0;
}
