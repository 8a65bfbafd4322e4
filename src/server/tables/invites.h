/* SPDX-License-Identifier: MIT */
/* invites.h: invitations of a player to a table that waits. Lists:
 *
 *     invitation  table and player -> JSON {by, name, account, to, at, answer, answered}. Its time is the end of the
 *                 invitation; it is found by the player, and by ids made from its table and from the host who sent it
 *                 (by_invite_role), so that what one person sends never hides what they get
 *     invites     person, or address as an id (lobby.h) -> the times of the invitations within an hour
 *     news        time and player -> 1: tells servers that share the database that the player's invitations have
 *                 changed. Kept for a minute
 *
 * An invitation holds while its table waits for players, for a day at most. Whether the two people have blocked each
 * other, or the player has muted the host, is looked at only when invitations are shown, so the host cannot tell. */
#ifndef BY_SERVER_TABLES_INVITES_H
#define BY_SERVER_TABLES_INVITES_H

#include "inside.h"
#include "row.h"
#include "server/people/accounts.h"
#include "server/results/rating_row.h"

/* Times in seconds. BY_INVITE_KEEPS: how long a seat is kept for an invited player; BY_INVITE_COMES: for one who has
 * accepted. BY_INVITE_CROWD: unanswered invitations of a player beyond which new ones never arrive. */
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
    char name[164], account[BY_ACCOUNT_NAME]; /* the host's name at the table and account, or "" */
    char to[164];                             /* the player's name, as the host knows it */
    int64_t at, answered;                     /* Unix times; `answered`: 0 if open */
    enum by_invite_answer answer;
    bool lost; /* never arrives (BY_INVITE_CROWD) */
    char line[BY_INVITE_LINE];
    size_t line_n; /* the row as read; 0: none */
};

/* ---- Rows (invites_row.c) ---- */

void by_invite_key(const struct by_invite *v, uint8_t out[BY_INVITE_KEY]);
struct by_id by_invite_role(const char *role, const struct by_id *of); /* "table" or "host" */
bool by_invite_parse(struct by_bytes_of key, struct by_bytes_of value, struct by_invite *out);
char *by_invite_print(const struct by_invite *v);                                    /* the caller frees it */
struct by_columns by_invite_columns(const struct by_invite *v, struct by_id who[3]); /* borrows `who` */
/* The id of an invitation on the wire, which does not reveal the table; `key` is the hub's. */
void by_invite_id(const uint8_t key[32], const struct by_invite *v, uint8_t out[16]);

/* Reads invitations that have not expired. Call on a thread of the store. Return false if they cannot be read. The
 * caller frees *all. */
bool by_invites_to(struct by_store *s, const struct by_id *person, struct by_invite **all, int *n);
bool by_invites_from(struct by_store *s, const struct by_id *table, struct by_invite **all, int *n);
/* Returns whether an invitation is hidden from its player: because of a mute, a block or a suspension, or because the
 * store cannot be read. Call on a thread of the store. */
bool by_invite_hidden(struct by_store *s, const struct by_invite *v);

/* The table of an invitation. Read its row on a thread of the store; then, on the loop, by_invite_look corrects what is
 * known better here. */
struct by_invite_table {
    bool waits, seated; /* for players; the invited player has a seat */
    bool rated;
    int players, open;
    char rules[512], clock[24];
};
void by_invite_table_read(struct by_store *s, const struct by_invite *v, struct by_invite_table *out);
void by_invite_look(struct by_hub *h, const struct by_invite *v, struct by_invite_table *t);

/* The times at which a person or an address sent invitations, within an hour. */
struct by_invite_count {
    struct by_id of;
    int most, n;
    uint8_t was[8 * 256], now[8 * 256];
    size_t was_n, now_n;
    bool unread;
};
void by_invite_count_read(struct by_store *s, struct by_invite_count *c, int64_t now);
void by_invite_count_add(struct by_invite_count *c, int64_t now); /* adds one to `now` */

/* Adds what deletes a person's invitations. Returns false if the store cannot be read. */
bool by_invites_forget(struct by_store *s, const struct by_id *person, struct by_puts *p);
/* Adds the member `invitations` to a copy of a person's data. Returns false if the store cannot be read. */
bool by_invites_export(struct by_store *s, const struct by_id *person, struct by_out *o);

/* ---- Telling (invites_tell.c) ---- */

/* Reads a caller's invitations, and a host's at the table, and sends them if they have changed. */
void by_invites_look(struct by_caller *c);
void by_invites_look_again(
    struct by_caller *c); /* the same, even if `invited` has not changed: the caller has joined */
void by_invites_changed(struct by_hub *h, const struct by_invite *v); /* updates the callers at this server */
void by_invites_tick(struct by_hub *h);                               /* once a second */
void by_invites_clear(struct by_caller *c);

/* ---- Requests (invites.c) ---- */

void by_invites_ask(struct by_caller *c, const struct by_asked_for *what); /* invite, met, answer */

/* Handles a `sit` at a table that waits: refuses it if the open seats are kept for others. Otherwise passes the request
 * on to the table. */
void by_invites_sit(struct by_caller *c, const struct by_asked_for *what);

#endif
