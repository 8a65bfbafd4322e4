/* SPDX-License-Identifier: MIT */
/* rating_row.h: reads and writes the stored ratings, and the ledger from which they are computed.
 *
 * The ledger is a journal of the store (store.h) that belongs to no table. Each entry is one line of rating/ledger.h,
 * with the match as its key, so each match is entered only once, and a changed or missing line breaks the chain. Any
 * server may append: an entry is refused if another server has already used its number.
 *
 * The `rating` list has a row for each family and pseudonym, written in the same batch as the entry that changes it.
 * The `ladder` list has the same players ordered by rating, without provisional, hidden and deleted ones. */
#ifndef BY_SERVER_RESULTS_RATING_ROW_H
#define BY_SERVER_RESULTS_RATING_ROW_H

#include "rating/ledger.h"
#include "server/people/accounts.h"
#include "store/store.h"
#include "wire/out.h"

enum { BY_MATCH_ID = 20, BY_RATING_KEY = 17, BY_LADDER_KEY = 25, BY_ID_TEXT = 23 };

struct by_rating_row {
    enum by_family_id family;
    struct by_id pseudonym;
    struct by_rating rating;
    int64_t matches;
    uint8_t last[BY_MATCH_ID]; /* the latest match, and the points before that match */
    int was;
    bool owned, hidden;  /* whether it has an owner; whether the owner hides ratings */
    struct by_id person; /* the owner and the account's name; 0 and "" if none */
    char name[BY_ACCOUNT_NAME];
};

struct by_id by_ledger_id(void); /* the ledger's name, used in place of a table id */
bool by_ledger_is(const struct by_id *table);

/* Makes a person's pseudonym in the ledger: a hash keyed by the server, so it cannot be traced back to a deleted
 * account. */
struct by_id by_pseudonym_of(const uint8_t key[32], const struct by_id *person);

/* Makes the ledger's name for match n (from 1) of a table. */
void by_match_id(const struct by_id *table, int n, uint8_t out[BY_MATCH_ID]);

/* Reads a row into *out; if there is none, sets *out to a newcomer's row. Returns false if the store cannot be read. */
bool by_rating_row_read(struct by_store *s, enum by_family_id family, const struct by_id *pseudonym,
                        struct by_rating_row *out);

/* Reads a row's value. Returns false if it is invalid. */
bool by_rating_row_parse(struct by_bytes_of key, struct by_bytes_of value, struct by_rating_row *out);

void by_rating_put(struct by_out *o, const struct by_rating_row *r); /* points, half, provisional and matches */

/* Collects puts, owning their keys and values, and the values that some rows must still have. */
struct by_puts {
    struct by_put_of *at;
    struct by_bytes_of *was; /* for each put, the value that the row must still have; empty if any value will do */
    struct by_columns *columns;
    struct by_id *who;      /* the person of each put that by_puts_add added */
    struct by_columns *own; /* the columns of each put that by_puts_add_found added */
    int n, room;
};
void by_puts_add(struct by_puts *p, const char *kind, const void *key, size_t key_n, char *value,
                 const struct by_id *who); /* takes ownership of `value`, which is NULL to delete; `who` may be NULL */
/* Adds a put with the row's columns, which are copied, and the value that the row must still have. `columns->status` is
 * not copied, so it must be a static string. */
void by_puts_add_found(struct by_puts *p, const char *kind, struct by_bytes_of key, char *value,
                       const struct by_columns *columns, struct by_bytes_of was);
void by_puts_columns(struct by_puts *p);         /* call before p->columns is used */
uint32_t by_puts_used(const struct by_puts *p);  /* which puts have a `was`, as a bit mask (struct by_batch) */
int by_puts_conditions(const struct by_puts *p); /* the number of these puts */
void by_puts_clear(struct by_puts *p);

/* Adds the writes for a rating change. `old` is the stored row. `was` is its value if the batch must be refused when
 * the row has changed since; otherwise it is empty. */
void by_rating_change(struct by_puts *p, const struct by_rating_row *old, const struct by_rating_row *now,
                      struct by_bytes_of was);

/* Adds the writes that delete a person's results and choices and remove the owner from the person's ratings, which are
 * kept. Returns false if the store cannot be read. */
bool by_results_forget(struct by_store *s, const struct by_id *person, struct by_puts *p);

#endif
