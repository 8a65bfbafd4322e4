/* SPDX-License-Identifier: MIT */
/* conduct.h: what is stored about a person for order at the tables, and is read whenever they connect. Lists:
 *
 *     bar       person and other person -> JSON {how, name, at}; found by the first
 *     barred    the same pair, turned round, if the other is blocked; found by its first, so that nobody can crowd out
 *               a person's own list
 *     role      person -> JSON {role, since}
 *     sanction  person, or address as an id (lobby.h) -> JSON {until, reason}
 *     notice    person and number -> JSON {act, reason, at, until, read}
 *     seen      person and address as an id -> when they were first and last seen there, for moderators only
 *
 * Several servers may share the database: a change at another one is noticed within BY_RECHECK seconds (recheck.h). */
#ifndef BY_SERVER_ORDER_CONDUCT_H
#define BY_SERVER_ORDER_CONDUCT_H

#include "server/tables/inside.h"

enum { BY_REASON_TEXT = 25, BY_NOTICES = 20 };

struct by_sanction {
    int64_t until; /* Unix time; 0: none */
    char reason[BY_REASON_TEXT];
};

struct by_notice {
    int64_t n, at, until;
    char act[BY_REASON_TEXT], reason[BY_REASON_TEXT];
};

struct by_conduct {
    struct by_id person, address;
    bool exempt;      /* the address is a club's own or this machine's, so it is never suspended */
    bool note;        /* also notes in the list `seen` that the person is at the address */
    int64_t from, to; /* that row's times; 0: none */
    bool moderator, unread;
    struct by_bar *bars; /* owned */
    int bars_n;
    struct by_sanction sanction;
    struct by_notice notices[BY_NOTICES]; /* those not yet read */
    int notices_n;
};

/* Prepares to read a caller's conduct rows. */
struct by_conduct by_conduct_of(const struct by_caller *c, bool note);
/* Reads it. Call on a thread of the store. */
void by_conduct_read(struct by_store *s, struct by_conduct *st);
/* Applies it: a suspended caller is dismissed. Takes over the bars. Returns false if the caller was dismissed. */
bool by_conduct_apply(struct by_caller *c, struct by_conduct *st);
/* Sends the notices that came before the caller's hello. */
void by_conduct_greet(struct by_caller *c);
/* Frees what is not applied. */
void by_conduct_clear(struct by_conduct *st);

/* Reads who is suspended: a person or an address. */
bool by_sanction_read(struct by_store *s, const struct by_id *who, struct by_sanction *out);
/* Adds the reason and the end to a refusal or a farewell. */
void by_sanction_put(struct by_out *o, const struct by_sanction *of);
/* Dismisses a caller who is suspended. */
void by_sanction_dismiss(struct by_caller *c, const struct by_sanction *of);

/* Sends a notice, unless it was sent before. */
void by_notice_send(struct by_caller *c, const struct by_notice *n);
/* Prints the key and the value of a notice's row; the caller frees the value. */
struct by_bytes_of by_notice_key(const struct by_id *person, int64_t n, uint8_t out[24]);
char *by_notice_line(const struct by_notice *n, bool read);
bool by_notice_read(struct by_bytes_of key, struct by_bytes_of value, struct by_notice *out, bool *read);

#endif
