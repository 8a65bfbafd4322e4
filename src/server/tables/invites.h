/* SPDX-License-Identifier: MIT */
/* invites.h: manages invitations to a table that is waiting for players. The store has three lists:
 *
 *     invitation  table and player -> JSON {by, name, account, to, at, answer, answered}. The row's time is when the
 *                 invitation expires. Rows are indexed by the player and by ids made from the table and from the host,
 *                 so that invitations sent by a person never hide those they receive
 *     invites     person, or address as an id (lobby.h) -> the times of invitations within an hour
 *     news        time and player -> 1: informs servers that share the database that the player's invitations have
 *                 changed; kept for a minute
 *
 * An invitation is valid while its table is waiting for players, for at most a day. Whether either person has blocked
 * the other, or the player has muted the host, is checked only when invitations are shown, so the host cannot tell. */
#ifndef BY_SERVER_TABLES_INVITES_H
#define BY_SERVER_TABLES_INVITES_H

#include "inside.h"
#include "row.h"
#include "server/people/accounts.h"
#include "server/results/rating_row.h"

/* Times in seconds. BY_INVITE_KEEPS is how long a seat is reserved for an invited player, and BY_INVITE_COMES how long
 * it is reserved for one who has accepted. BY_INVITE_CROWD is the number of unanswered invitations beyond which a
 * player receives no new ones. */
enum {
    BY_INVITE_LASTS = 86400,
    BY_INVITE_KEEPS = 120,
    BY_INVITE_COMES = 60,
    BY_INVITE_CROWD = 50,
    BY_INVITE_LINE = 1024,
    BY_INVITE_KEY = 32,
    BY_NEWS_KEY = 24
};

enum by_invite_answer { BY_INVITE_OPEN, BY_INVITE_YES, BY_INVITE_NO };

struct by_invite {
    struct by_id table, who, by;
    char name[164], account[BY_ACCOUNT_NAME]; /* the host's name at the table, and the host's account or "" */
    char to[164];                             /* the player's name as known to the host */
    int64_t at, answered;                     /* Unix times; `answered` is 0 if there is no answer yet */
    enum by_invite_answer answer;
    bool lost; /* never arrives (BY_INVITE_CROWD) */
    char line[BY_INVITE_LINE];
    size_t line_n; /* the row as read; empty if none */
};

/* ---- Rows (invites_row.c) ---- */

void by_invite_key(const struct by_invite *v, uint8_t out[BY_INVITE_KEY]);
bool by_invite_parse(struct by_bytes_of key, struct by_bytes_of value, struct by_invite *out);
char *by_invite_print(const struct by_invite *v);                                    /* the caller frees it */
struct by_columns by_invite_columns(const struct by_invite *v, struct by_id who[3]); /* borrows `who` */
/* Makes the wire id of an invitation, which does not reveal the table. `key` is the hub's. */
void by_invite_id(const uint8_t key[32], const struct by_invite *v, uint8_t out[16]);

/* Read invitations that have not expired. Call on a store thread. Return false if the invitations cannot be read. The
 * caller frees *all. */
bool by_invites_to(struct by_store *s, const struct by_id *person, struct by_invite **all, int *n);
bool by_invites_from(struct by_store *s, const struct by_id *table, struct by_invite **all, int *n);
/* Returns whether an invitation is hidden from its player, because of a mute, a block or a suspension, or because the
 * store cannot be read. Call on a store thread. */
bool by_invite_hidden(struct by_store *s, const struct by_invite *v);

/* The table of an invitation. Read the table's row on a store thread. On the loop's thread, by_invite_look then updates
 * it with this server's own data. */
struct by_invite_table {
    bool waits, seated; /* whether the table is waiting for players; whether the invited player has a seat */
    bool rated;
    int players, open;
    char rules[512], clock[24];
};
void by_invite_table_read(struct by_store *s, const struct by_invite *v, struct by_invite_table *out);
void by_invite_look(struct by_hub *h, const struct by_invite *v, struct by_invite_table *t);

/* The times, within an hour, at which a person or an address sent invitations. */
struct by_invite_count {
    struct by_id of;
    int most, n;
    uint8_t was[8 * 256], now[8 * 256];
    size_t was_n, now_n;
    bool unread;
};
void by_invite_count_read(struct by_store *s, struct by_invite_count *c, int64_t now);
void by_invite_count_add(struct by_invite_count *c, int64_t now); /* adds one to `now` */

/* Adds the writes that delete a person's invitations. Returns false if the store cannot be read. */
bool by_invites_forget(struct by_store *s, const struct by_id *person, struct by_puts *p);
/* Adds the `invitations` member to a copy of a person's data. Returns false if the store cannot be read. */
bool by_invites_export(struct by_store *s, const struct by_id *person, struct by_out *o);

/* ---- Telling (invites_tell.c) ---- */

/* Reads a caller's invitations (and, for a host, the table's), and sends them if they have changed. */
void by_invites_look(struct by_caller *c);
void by_invites_look_again(
    struct by_caller *c); /* for a caller who has just joined: sends `invited` even if it has not changed */
void by_invites_changed(struct by_hub *h, const struct by_invite *v); /* updates the callers on this server */
void by_invites_tick(struct by_hub *h);                               /* once a second */
void by_invites_clear(struct by_caller *c);

/* ---- Requests (invites.c) ---- */

void by_invites_ask(struct by_caller *c, const struct by_asked_for *what); /* the requests `invite`, `met` and
                                                                            * `answer` */

/* Handles a `sit` at a waiting table: refuses it if the open seats are reserved for others, otherwise passes the
 * request on to the table. */
void by_invites_sit(struct by_caller *c, const struct by_asked_for *what);

#endif
