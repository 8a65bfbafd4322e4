/* SPDX-License-Identifier: MIT */
/* audit.c: see audit.h. */
#include "audit.h"

#include <stdio.h>
#include <string.h>

#include "wire/messages.h"

struct by_id by_audit_id(void)
{
    static const char name[] = "BY1 audit log";
    struct by_id id = { { 0 } };

    by_hash_of(NULL, 0, name, sizeof name - 1, id.bytes, sizeof id.bytes);
    return id;
}

bool by_audit_is(const struct by_id *table)
{
    struct by_id id = by_audit_id();

    return memcmp(&id, table, sizeof id) == 0;
}

char *by_audit_line(const struct by_audit *a)
{
    struct by_out o = { 0 };

    by_out(&o, "{");
    by_out_key_int(&o, "v", 1);
    by_out_key_int(&o, "at", a->at);
    if (a->operates)
        by_out_key_bool(&o, "operator", true);
    else
        by_out_key_base64(&o, "by", a->by.bytes, sizeof a->by.bytes);
    by_out_key_string(&o, "moderator", a->moderator);
    by_out_key_string(&o, "act", a->act);
    by_out_key_base64(&o, "who", a->who.bytes, sizeof a->who.bytes);
    by_out_key_string(&o, "name", a->name);
    by_out_key_string(&o, "reason", a->reason);
    by_out_key_int(&o, "until", a->until);
    by_out_key_base64(&o, "report", a->report.bytes, sizeof a->report.bytes);
    by_out(&o, "}");
    return by_out_end(&o);
}

static void copy(char *out, size_t size, const char *text) { snprintf(out, size, "%s", text == NULL ? "" : text); }

bool by_audit_read(struct by_bytes_of bytes, struct by_audit *out)
{
    by_json *j = by_json_read(bytes.at, bytes.n, NULL);
    bool fine;

    *out = (struct by_audit){ .at = by_field_number(j, "at", 0),
                              .until = by_field_number(j, "until", 0),
                              .operates = by_json_true(by_json_get(j, "operator")) };
    by_field_bytes(j, "by", out->by.bytes, sizeof out->by.bytes);
    by_field_bytes(j, "who", out->who.bytes, sizeof out->who.bytes);
    by_field_bytes(j, "report", out->report.bytes, sizeof out->report.bytes);
    copy(out->moderator, sizeof out->moderator, by_field_text(j, "moderator"));
    copy(out->name, sizeof out->name, by_field_text(j, "name"));
    copy(out->act, sizeof out->act, by_field_text(j, "act"));
    copy(out->reason, sizeof out->reason, by_field_text(j, "reason"));
    fine = j != NULL;
    by_json_free(j);
    return fine;
}

void by_audit_put(struct by_out *o, uint64_t n, const struct by_audit *a, const struct by_hash *hash)
{
    char text[9];

    snprintf(text, sizeof text, "%02x%02x%02x%02x", hash->bytes[0], hash->bytes[1], hash->bytes[2], hash->bytes[3]);
    by_out(o, "{");
    by_out_key_int(o, "n", (int64_t)n);
    by_out_key_int(o, "at", a->at);
    by_out_key_string(o, "by", a->moderator);
    by_out_key_string(o, "act", a->act);
    by_out_key_string(o, "name", a->name);
    by_out_key_string(o, "reason", a->reason);
    if (a->until > 0)
        by_out_key_int(o, "until", a->until);
    by_out_key_string(o, "hash", text);
    by_out(o, "}");
}
