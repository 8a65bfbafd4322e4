/* SPDX-License-Identifier: MIT */
/* lobby.h: lists the tables on other servers (nodes) that share the database. The tables are found by reading their
 * rows through indexes. A single server has all tables in memory and reads no rows. */
#ifndef BY_SERVER_TABLES_LOBBY_H
#define BY_SERVER_TABLES_LOBBY_H

#include "inside.h"
#include "row.h"

/* BY_LOBBY_MINE: unfinished tables at which the person has a seat, or that the person opened. BY_LOBBY_FROM: unfinished
 * tables created from the address; BY_LOBBY_WIDE: from its /48. BY_LOBBY_OPEN, BY_LOBBY_WATCH: as in index.h. */
enum by_lobby_part { BY_LOBBY_MINE, BY_LOBBY_FROM, BY_LOBBY_WIDE, BY_LOBBY_OPEN, BY_LOBBY_WATCH, BY_LOBBY_PARTS };

struct by_lobby_table {
    struct by_id id;
    struct by_store_row row; /* read only for the public lists, or if `look` is set */
    char *card;              /* in short form, for the requesting person; NULL if the table must be left out */
    bool turn, seated;
};

struct by_lobby {
    /* Set before by_lobby_read: */
    int most[BY_LOBBY_PARTS]; /* the number of rows to read for each part */
    struct by_id person;
    uint8_t from[16], wide[16];      /* see by_lobby_address */
    int game;                        /* only this game (-1 for any), except in the counts for a person or an address */
    bool is_public;                  /* only the person's public tables */
    const struct by_room_host *look; /* if not NULL, used to replay the journals of the person's tables to find the
                                      * players to move */
    struct by_bytes_of key;          /* the key of the entry to find for `repeat`, or empty */
    struct by_id *known;             /* tables in memory; left out */
    int known_n;
    /* Set by by_lobby_read: */
    struct by_lobby_table *at[BY_LOBBY_PARTS];
    int n[BY_LOBBY_PARTS], room[BY_LOBBY_PARTS];
    int repeat; /* the index of the person's table that has an entry with the key, or -1 */
    bool unread;
};

/* Reads the rows. Call on a store thread. */
void by_lobby_read(struct by_store *s, struct by_lobby *l);
void by_lobby_clear(struct by_lobby *l);

/* Lists the person's tables in memory. */
void by_lobby_know(struct by_lobby *l, const struct by_hub *h, const struct by_id *person);

/* Lists some public tables in memory, whose rows then need not be parsed. */
void by_lobby_know_public(struct by_lobby *l, const struct by_hub *h);

/* Returns the number of tables of a part that are not in memory. */
int by_lobby_count(const struct by_lobby *l, enum by_lobby_part part, struct by_hub *h);

/* Makes an id from an address, for the index of rows. The id is a hash whose key is not in the database, so rows do not
 * reveal the address. */
void by_lobby_address(const struct by_hub *h, const uint8_t address[16], uint8_t out[16]);
/* Makes an id from the /48 of an IPv6 address. Returns false for IPv4. */
bool by_lobby_wide(const struct by_hub *h, const uint8_t address[16], uint8_t out[16]);

/* Replays a table's journal in a read-only room that belongs to no node. Call on a store thread. Returns NULL and the
 * reason if the table does not exist, was set aside or cannot be read; otherwise the caller frees the room. */
struct by_room *by_lobby_glance(struct by_store *s, const struct by_id *id, const struct by_room_host *host,
                                enum by_refusal *why);

#endif
