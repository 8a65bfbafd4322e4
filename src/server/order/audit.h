/* SPDX-License-Identifier: MIT */
/* audit.h: keeps the audit log, which records every act by a moderator and every role assigned by the operator. The log
 * is a journal of the store (store.h) under a reserved name, so each entry contains the hash of the previous entry, and
 * no list includes the log. An entry is JSON {v, at, by, moderator, act, who, name, reason, until, report}; `by` and
 * `who` are ids of people. */
#ifndef BY_SERVER_ORDER_AUDIT_H
#define BY_SERVER_ORDER_AUDIT_H

#include "store/store.h"
#include "wire/json.h"
#include "wire/out.h"

/* The log's name, used in place of a table id. */
struct by_id by_audit_id(void);
bool by_audit_is(const struct by_id *table);

struct by_audit {
    int64_t at, until;
    bool operates; /* whether the operator acted */
    struct by_id by, who, report;
    char moderator[100], name[200], act[25], reason[25];
};

char *by_audit_line(const struct by_audit *a); /* the caller frees it */
bool by_audit_read(struct by_bytes_of bytes, struct by_audit *out);

/* Prints the entry as a JSON object for a moderator or the operator. */
void by_audit_put(struct by_out *o, uint64_t n, const struct by_audit *a, const struct by_hash *hash);

#endif
