/* SPDX-License-Identifier: MIT */
/* accounts.c: reads, writes and deletes stored accounts (accounts.h). */
#include "accounts.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/text.h"
#include "forget.h"
#include "util/crypto.h"
#include "util/memory.h"
#include "util/utf8.h"
#include "wire/json.h"
#include "wire/messages.h"

static struct by_bytes_of bytes_of(const void *at, size_t n) { return (struct by_bytes_of){ at, n }; }

bool by_account_fold(const char *name, char out[BY_ACCOUNT_NAME])
{
    size_t n = strlen(name);

    if (n == 0 || n >= BY_ACCOUNT_NAME || name[0] == ' ' || name[n - 1] == ' ' || strstr(name, "  ") != NULL
        || strpbrk(name, "<>&\"'\\") != NULL || !by_utf8_visible(name))
        return false;
    for (size_t i = 0; i <= n; i++)
        out[i] = (char)((unsigned char)name[i] < 128 ? tolower((unsigned char)name[i]) : name[i]);
    return true;
}

bool by_account_read(struct by_store *s, const char *folded, struct by_account *out)
{
    long n = by_store_get(s, "account", bytes_of(folded, strlen(folded)), out->line, sizeof out->line);
    by_json *j = n < 0 ? NULL : by_json_read(out->line, (size_t)n, NULL);
    const char *hash = by_field_text(j, "hash"), *name = by_field_text(j, "name"), *key = by_field_text(j, "key");
    const by_json *codes = by_json_get(j, "codes");
    bool fine;

    out->line_n = n < 0 ? 0 : (size_t)n;
    out->codes_n = 0;
    fine = hash != NULL && strlen(hash) < BY_PASSWORD_TEXT && name != NULL
        && by_field_bytes(j, "person", out->person.bytes, sizeof out->person.bytes);
    if (fine) {
        snprintf(out->hash, sizeof out->hash, "%s", hash);
        snprintf(out->name, sizeof out->name, "%s", name);
        snprintf(out->key, sizeof out->key, "%s", key == NULL ? "" : key);
        if (!by_field_bytes(j, "devices", out->devices.bytes, sizeof out->devices.bytes))
            out->devices = (struct by_id){ { 0 } };
        for (size_t i = 0; by_json_is_array(codes) && i < by_json_count(codes) && i < BY_CODES; i++) {
            const char *code = by_json_text(by_json_at(codes, i));

            if (code != NULL && by_unbase64(code, out->codes[out->codes_n].bytes, sizeof out->codes[0].bytes))
                out->codes_n++;
        }
    }
    by_json_free(j);
    return fine;
}

bool by_account_read_of(struct by_store *s, const struct by_id *person, char folded[BY_ACCOUNT_NAME],
                        struct by_account *out, bool *unread)
{
    char name[BY_ACCOUNT_NAME];

    *unread = !by_account_of(s, person, name);
    return !*unread && name[0] != '\0' && by_account_fold(name, folded) && by_account_read(s, folded, out);
}

static by_json *id_json(const struct by_id *id)
{
    char text[32];

    by_base64(id->bytes, sizeof id->bytes, text);
    return by_json_string(text);
}

char *by_account_line(const struct by_account *a)
{
    by_json *value = by_json_object(), *codes = by_json_array();
    char *line;

    for (int i = 0; i < a->codes_n; i++)
        by_json_push(codes, id_json(&a->codes[i]));
    by_json_set(value, "name", by_json_string(a->name));
    by_json_set(value, "hash", by_json_string(a->hash));
    by_json_set(value, "person", id_json(&a->person));
    by_json_set(value, "key", by_json_string(a->key));
    by_json_set(value, "devices", id_json(&a->devices));
    by_json_set(value, "codes", codes);
    line = by_json_line(value);
    by_json_free(value);
    return line;
}

bool by_account_of(struct by_store *s, const struct by_id *person, char out[BY_ACCOUNT_NAME])
{
    long n = by_store_get(s, "person", bytes_of(person->bytes, sizeof person->bytes), out, BY_ACCOUNT_NAME - 1);

    out[n < 0 ? 0 : n] = '\0';
    return n != -2;
}

/* ---- Deleting --------------------------------------------------------------------------------- */

/* The rows of a person in `session` or `link`. */
struct rows {
    uint8_t (*keys)[32];
    size_t n, room;
};

static bool note_row(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct rows *r = data;

    (void)value;
    if (key.n != sizeof *r->keys)
        return true;
    if (r->n == r->room) {
        r->room = r->room == 0 ? 16 : 2 * r->room;
        r->keys = by_sure(realloc(r->keys, r->room * sizeof *r->keys));
    }
    memcpy(r->keys[r->n++], key.at, key.n);
    return true;
}

by_err by_account_forget(struct by_store *s, const struct by_room_host *host, int keep, const char *name,
                         struct by_fault *f)
{
    char folded[BY_ACCOUNT_NAME] = "";
    struct by_account a;
    struct rows of[2] = { 0 };
    struct by_puts more = { .n = 0 };
    struct by_put_of *puts;
    struct by_columns *columns;
    struct by_stored done;
    int n = 2;

    if (!by_account_fold(name, folded) || !by_account_read(s, folded, &a))
        return by_fail(f, BY_E_USAGE, "there is no account ", BY_QUOTED, name, NULL);
    if (!by_store_query(s, &(struct by_query){ .kind = "session", .who = &a.person }, note_row, &of[0])
        || !by_store_query(s, &(struct by_query){ .kind = "link", .who = &a.person }, note_row, &of[1])
        || !by_forget_person(s, host, &a.person, keep, &more)) {
        by_puts_clear(&more);
        free(of[0].keys);
        free(of[1].keys);
        return by_fail(f, BY_E_IO, "the database cannot be read completely", NULL);
    }
    by_puts_columns(&more);
    puts = by_sure(calloc(of[0].n + of[1].n + 2 + (size_t)more.n, sizeof *puts));
    columns = by_sure(calloc(of[0].n + of[1].n + 2 + (size_t)more.n, sizeof *columns));
    puts[0] = (struct by_put_of){ "account", bytes_of(folded, strlen(folded)), { 0 } };
    puts[1] = (struct by_put_of){ "person", bytes_of(a.person.bytes, sizeof a.person.bytes), { 0 } };
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < of[k].n; i++)
            puts[n++] = (struct by_put_of){ k == 0 ? "session" : "link", bytes_of(of[k].keys[i], 32), { 0 } };
    for (int i = 0; i < more.n; i++) {
        columns[n] = more.columns[i];
        puts[n++] = more.at[i];
    }
    done = by_store_write_now(s, &(struct by_batch){ .epoch = 1, .puts = puts, .puts_n = n, .columns = columns });
    if (done.outcome != BY_KEPT)
        *f = done.fault;
    by_puts_clear(&more);
    free(puts);
    free(columns);
    free(of[0].keys);
    free(of[1].keys);
    return done.outcome == BY_KEPT ? BY_OK : BY_E_IO;
}
