/* SPDX-License-Identifier: MIT */
/* reports.h: stores reports about players. The `report` list maps an id, derived from the reported person, the table
 * and the match, to JSON, so all reports of a person about one match share a row. A row's status is open or closed.
 * Rows are indexed by the reported person, by the reporters, and by the reporters' addresses (as ids). A person may
 * report ten matches a day, an address thirty. */
#ifndef BY_SERVER_ORDER_REPORTS_H
#define BY_SERVER_ORDER_REPORTS_H

#include "server/tables/inside.h"

enum { BY_REPORTERS = 10, BY_REPORT_LINE = 8192 };

struct by_reporter {
    struct by_id who, from; /* `from` is the address as an id */
    char name[164], reason[25];
    int64_t at;
};

struct by_report {
    struct by_id id, who, table;
    int match, seat;
    char name[164], account[100], rules[512], clock[24];
    struct by_reporter by[BY_REPORTERS];
    int by_n;
    int64_t last;
    bool closed;
    struct by_id moderator; /* the moderator who acted on it, if `closed` */
    char line[BY_REPORT_LINE];
    size_t line_n; /* the row as read */
};

/* Reads a report. Returns 1 on success, 0 if the report does not exist, or -1 if the store cannot be read. */
int by_report_read(struct by_store *s, const struct by_id *id, struct by_report *out);
bool by_report_parse(struct by_bytes_of key, struct by_bytes_of value, struct by_report *out);
char *by_report_line(const struct by_report *r); /* the caller frees it */
/* Fills in the row's columns. `who` has room for 2 * BY_REPORTERS + 2 ids. */
struct by_columns by_report_columns(const struct by_report *r, struct by_id *who);

/* Find reasons and acts in the lists of src/wire, except acts reserved for the operator. */
bool by_reason_known(const char *reason);
bool by_act_known(const char *act);

void by_reports_ask(struct by_caller *c, const struct by_asked_for *what); /* the requests `report` and `reports` */

#endif
