/* SPDX-License-Identifier: MIT */
/* conduct.h: reads the stored data about a person's conduct whenever the person connects. Lists:
 *
 *     bar       person and other person -> JSON {how, name, at}; indexed by the first person
 *     barred    the same pair reversed, if the other person is blocked; indexed by its first person, so that no one can
 *               fill up another person's own list
 *     role      person -> JSON {role, since}
 *     sanction  person, or address as an id (lobby.h) -> JSON {until, reason}
 *     notice    person and number -> JSON {act, reason, at, until, read}
 *     seen      person and address as an id -> when the person was first and last seen there; for moderators only
 *
 * If several servers share the database, each notices a change made by another within BY_RECHECK seconds
 * (recheck.h). */
#ifndef BY_SERVER_ORDER_CONDUCT_H
#define BY_SERVER_ORDER_CONDUCT_H

#include "server/tables/inside.h"

enum { BY_REASON_TEXT = 25, BY_NOTICES = 20 };

struct by_sanction {
    int64_t until; /* Unix time; 0 if none */
    char reason[BY_REASON_TEXT];
};

struct by_notice {
    int64_t n, at, until;
    char act[BY_REASON_TEXT], reason[BY_REASON_TEXT];
};

struct by_conduct {
    struct by_id person, address;
    bool exempt;      /* a club's or this machine's address, which is never suspended */
    bool note;        /* also records in the `seen` list that the person is at the address */
    int64_t from, to; /* the times in the `seen` row; 0 if none */
    bool moderator, unread;
    struct by_bar *bars; /* owned */
    int bars_n;
    struct by_sanction sanction;
    struct by_notice notices[BY_NOTICES]; /* the notices that the person has not read yet */
    int notices_n;
};

/* Prepares to read a caller's conduct rows. */
struct by_conduct by_conduct_of(const struct by_caller *c, bool note);
/* Reads the rows. Call on a store thread. */
void by_conduct_read(struct by_store *s, struct by_conduct *st);
/* Applies the rows that were read, and takes ownership of `bars`. Disconnects a suspended caller and then returns
 * false. */
bool by_conduct_apply(struct by_caller *c, struct by_conduct *st);
/* Sends the notices that arrived before the caller's `hello`. */
void by_conduct_greet(struct by_caller *c);
/* Frees conduct data that has not been applied. */
void by_conduct_clear(struct by_conduct *st);

/* Reads the suspension of a person or an address. Returns false if there is none. */
bool by_sanction_read(struct by_store *s, const struct by_id *who, struct by_sanction *out);
/* Adds the reason for a suspension, and its end, to a refusal or a farewell. */
void by_sanction_put(struct by_out *o, const struct by_sanction *of);
/* Dismisses a suspended caller. */
void by_sanction_dismiss(struct by_caller *c, const struct by_sanction *of);

/* Sends a notice unless it has already been sent. */
void by_notice_send(struct by_caller *c, const struct by_notice *n);
/* Print the key and the value of a notice's row. The caller frees the value. */
struct by_bytes_of by_notice_key(const struct by_id *person, int64_t n, uint8_t out[24]);
char *by_notice_line(const struct by_notice *n, bool read);
bool by_notice_read(struct by_bytes_of key, struct by_bytes_of value, struct by_notice *out, bool *read);

#endif
