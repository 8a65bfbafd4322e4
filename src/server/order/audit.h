/* SPDX-License-Identifier: MIT */
/* audit.h: the audit log: every act of a moderator, and every role that the operator gives. It is a journal of the
 * store (store.h) with a name of its own, so each entry contains the hash of the one before, and no list has it.
 * An entry is JSON {v, at, by, moderator, act, who, name, reason, until, report}; `by` and `who` are people's ids. */
#ifndef BY_SERVER_ORDER_AUDIT_H
#define BY_SERVER_ORDER_AUDIT_H

#include "store/store.h"
#include "wire/json.h"
#include "wire/out.h"

/* The log's name in the place of a table's id. */
struct by_id by_audit_id(void);
bool by_audit_is(const struct by_id *table);

struct by_audit {
    int64_t at, until;
    bool operates; /* by the operator */
    struct by_id by, who, report;
    char moderator[100], name[200], act[25], reason[25];
};

char *by_audit_line(const struct by_audit *a); /* the caller frees it */
bool by_audit_read(struct by_bytes_of bytes, struct by_audit *out);

/* Prints the entry for a moderator or the operator, as a JSON object. */
void by_audit_put(struct by_out *o, uint64_t n, const struct by_audit *a, const struct by_hash *hash);

#endif
