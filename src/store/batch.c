/* SPDX-License-Identifier: MIT */
/* batch.c: validates a batch and copies it into one block. */
#include <string.h>

#include "batch.h"

size_t by_batch_size(const struct by_batch *b)
{
    size_t n = (size_t)b->entries_n * sizeof *b->entries + (size_t)b->puts_n * sizeof *b->puts;

    for (int i = 0; i < b->entries_n; i++)
        n += (b->entries[i].key.at == NULL ? 0 : b->entries[i].key.n) + b->entries[i].bytes.n;
    for (int i = 0; i < b->puts_n; i++)
        n += strlen(b->puts[i].kind) + 1 + b->puts[i].key.n + b->puts[i].value.n;
    for (int i = 0; i < b->puts_n && b->was != NULL; i++)
        n += sizeof *b->was + b->was[i].n;
    for (int i = 0; i < b->puts_n && b->columns != NULL; i++) {
        const struct by_columns *c = &b->columns[i];

        n += sizeof *c + (size_t)c->who_n * sizeof *c->who;
        n += (c->status == NULL ? 0 : strlen(c->status) + 1) + (c->game == NULL ? 0 : strlen(c->game) + 1);
    }
    return n;
}

static struct by_bytes_of copied(struct by_bytes_of b, char **room)
{
    struct by_bytes_of c = { NULL, 0 };

    if (b.at == NULL)
        return c;
    c = (struct by_bytes_of){ *room, b.n };
    if (b.n > 0)
        memcpy(*room, b.at, b.n);
    *room += b.n;
    return c;
}

static const char *copied_text(const char *text, char **room)
{
    return text == NULL ? NULL : copied((struct by_bytes_of){ text, strlen(text) + 1 }, room).at;
}

void by_batch_copy(struct by_batch *to, void *behind, const struct by_batch *b)
{
    struct by_entry_of *entries = behind;
    struct by_put_of *puts = (struct by_put_of *)(entries + b->entries_n);
    struct by_columns *columns = (struct by_columns *)(puts + b->puts_n);
    struct by_bytes_of *was = (struct by_bytes_of *)(columns + (b->columns == NULL ? 0 : b->puts_n));
    char *room = (char *)(was + (b->was == NULL ? 0 : b->puts_n));

    for (int i = 0; i < b->entries_n; i++) {
        entries[i].number = b->entries[i].number;
        entries[i].key = copied(b->entries[i].key, &room);
        entries[i].bytes = copied(b->entries[i].bytes, &room);
    }
    for (int i = 0; i < b->puts_n; i++) {
        struct by_bytes_of kind = { b->puts[i].kind, strlen(b->puts[i].kind) + 1 };

        puts[i].kind = copied(kind, &room).at;
        puts[i].key = copied(b->puts[i].key, &room);
        puts[i].value = copied(b->puts[i].value, &room);
    }
    for (int i = 0; i < b->puts_n && b->columns != NULL; i++) {
        const struct by_columns *c = &b->columns[i];

        columns[i] = *c;
        columns[i].status = copied_text(c->status, &room);
        columns[i].game = copied_text(c->game, &room);
        columns[i].who = copied((struct by_bytes_of){ c->who, (size_t)c->who_n * sizeof *c->who }, &room).at;
    }
    for (int i = 0; i < b->puts_n && b->was != NULL; i++)
        was[i] = copied(b->was[i], &room);
    *to = *b;
    to->was = b->was == NULL ? NULL : was;
    to->entries = entries;
    to->puts = puts;
    to->columns = b->columns == NULL ? NULL : columns;
}

static bool right_length(struct by_bytes_of b, size_t least, size_t most)
{
    return b.at != NULL && b.n >= least && b.n <= most;
}

static bool right_word(const char *word) { return word == NULL || (word[0] != '\0' && strlen(word) <= BY_STORE_KEY); }

bool by_batch_whole(const struct by_batch *b)
{
    if (b->entries_n < 0 || b->puts_n < 0 || (b->drop && b->entries_n > 0))
        return false;
    if (b->lease != BY_NO_LEASE
        && (b->entries_n > 0 || b->puts_n > 0 || b->drop || b->lease_ms < 0 || b->epoch > INT64_MAX))
        return false;
    if ((b->fresh | b->used) != 0
        && (b->entries_n > 0 || b->drop || (b->fresh & b->used) != 0
            || (b->puts_n < 32 && (b->fresh | b->used) >> b->puts_n != 0)))
        return false;
    if (b->entries_n > 0 && (b->epoch < 1 || b->epoch > INT64_MAX))
        return false;
    for (int i = 0; i < b->entries_n; i++) {
        const struct by_entry_of *e = &b->entries[i];

        if (e->number < 1 || e->number > INT64_MAX || e->number != b->entries[0].number + (uint64_t)i
            || !right_length(e->bytes, 1, BY_STORE_BYTES)
            || (e->key.at != NULL && !right_length(e->key, 1, BY_STORE_KEY)))
            return false;
    }
    for (int i = 0; i < b->puts_n; i++)
        if (b->puts[i].kind == NULL || !right_length(b->puts[i].key, 1, BY_STORE_BYTES)
            || (b->puts[i].value.n > 0 && !right_length(b->puts[i].value, 1, BY_STORE_BYTES)))
            return false;
    for (int i = 0; i < b->puts_n && b->columns != NULL; i++)
        if (!right_word(b->columns[i].status) || !right_word(b->columns[i].game) || b->columns[i].at < 0
            || b->columns[i].who_n < 0 || b->columns[i].who_n > BY_STORE_WHO)
            return false;
    return true;
}
