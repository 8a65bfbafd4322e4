/* SPDX-License-Identifier: MIT */
/* status.h: shows the operator the state of a running server: load, tables, people, refusals, errors, slow requests,
 * storage, servers and settings. by_status_gather collects the data once, and two printers show it: as the page /admin,
 * and as the text of `boneyard admin status`.
 *
 * The page is available on the server's own machine and to accounts with the operator role; all other clients get the
 * reply for an unknown path. The page contains no secrets: it shows the counts, ages and phases of tables, but never
 * their tiles or their ids, which grant access. */
#ifndef BY_SERVER_OPERATE_STATUS_H
#define BY_SERVER_OPERATE_STATUS_H

#include "server/tables/inside.h"
#include "server/tables/nodes.h"

/* A part begins with its title. A head contains the column titles. A log line or a note is a single cell. */
enum by_status_kind { BY_STATUS_PART, BY_STATUS_HEAD, BY_STATUS_ROW, BY_STATUS_LINE, BY_STATUS_NOTE };
enum { BY_STATUS_CELLS = 4, BY_STATUS_NODES = 32 };

struct by_status_row {
    enum by_status_kind kind;
    char *cell[BY_STATUS_CELLS];
    int n;
};

struct by_status {
    int language; /* an index into by_language_list */
    struct by_status_row *rows;
    int n, room;
};

/* The data read from the store on a thread. */
struct by_status_read {
    struct by_node nodes[BY_STATUS_NODES];
    int nodes_n;
    uint64_t audit_n; /* number of audit log entries; BY_UNREAD if the log cannot be read */
    struct by_hash audit;
};

/* Serves admin, admin.txt and admin.css. Returns BY_ELSEWHERE for any other path. `here` means that the request
 * certainly comes from this machine. */
enum by_served by_status_serve(struct by_hub *h, const struct by_request *r, bool here, struct by_http_answer *out);

/* Collects the rows. `read` is NULL if the store did not answer. */
void by_status_gather(struct by_hub *h, const struct by_status_read *read, struct by_status *out);
void by_status_clear(struct by_status *s);

/* Print the state. The caller frees the text. Every cell is escaped for the page or the terminal. */
char *by_status_page(const struct by_status *s);
char *by_status_text(const struct by_status *s);
const char *by_status_style(void);

#endif
