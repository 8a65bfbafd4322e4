/* SPDX-License-Identifier: MIT */
/* message.c: fuzz target: messages from people.  Whatever comes is refused with a sentence, or is one message whose
 * fields are what messages.def says, and reads the same again when it is written anew. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "wire/messages.h"

static void check(int truth)
{
    if (!truth)
        abort();
}

static void field(const struct by_field *d, const by_json *body)
{
    const by_json *j = by_json_get(body, d->name);
    uint8_t bytes[64];
    int64_t n;

    check(j != NULL || !d->must);
    if (j == NULL)
        return;
    switch (d->kind) {
    case BY_FIELD_TEXT:
        check(strlen(by_field_text(body, d->name)) >= (size_t)d->low);
        check(strlen(by_field_text(body, d->name)) <= (size_t)d->high);
        break;
    case BY_FIELD_NUMBER:
        n = by_field_number(body, d->name, d->low - 1);
        check(n >= d->low && n <= d->high);
        break;
    case BY_FIELD_BOOL: check(by_field_true(body, d->name, true) == by_json_true(j)); break;
    case BY_FIELD_BYTES: check(by_field_bytes(body, d->name, bytes, (size_t)d->low)); break;
    default: check(d->kind == BY_FIELD_TEXTS && by_json_count(j) <= (size_t)d->high); break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct by_asked_for what, again;
    struct by_fault f = { 0 };
    by_json *body, *twice;
    struct by_out reply;
    enum by_refusal why = by_message_read((const char *)data, size, &what, &body, &f);
    char *line;

    if (why != BY_NOT_REFUSED) {
        check(body == NULL && f.text[0] != '\0' && strlen(what.key) <= 32);
        reply = by_reply_refused(what.key, why, &f, true);
        by_out(&reply, "}");
        twice = by_json_read(reply.at, reply.n, NULL);
        check(by_json_text(by_json_get(twice, "error")) != NULL);
        by_json_free(twice);
        free(reply.at);
        return 0;
    }
    check(what.id >= 0 && what.id < BY_ASKS && (what.key[0] != '\0' || what.id == BY_ASK_ping));
    for (int i = 0; i < by_asks[what.id].n; i++)
        field(&by_asks[what.id].fields[i], body);
    line = by_json_line(body);
    if (strlen(line) <= BY_MESSAGE_LIMIT) {
        check(by_message_read(line, strlen(line), &again, &twice, &f) == BY_NOT_REFUSED);
        check(again.id == what.id && strcmp(again.key, what.key) == 0 && by_json_same(body, twice));
        by_json_free(twice);
    }
    free(line);
    by_json_free(body);
    return 0;
}
