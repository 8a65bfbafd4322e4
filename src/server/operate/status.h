/* SPDX-License-Identifier: MIT */
/* status.h: what the operator sees of a running server: load, tables, people, refusals, errors, what was slow, storage,
 * servers and settings. by_status_gather collects it once, and two printers show it: as the page /admin, and as the
 * text of `boneyard admin status`.
 *
 * The page opens on the server's own machine and for accounts with the role of an operator; everybody else gets the
 * answer of an unknown path. It contains no secret, and of tables only counts, ages and phases: no ids, which grant
 * access, and no tiles. */
#ifndef BY_SERVER_OPERATE_STATUS_H
#define BY_SERVER_OPERATE_STATUS_H

#include "server/tables/inside.h"
#include "server/tables/nodes.h"

/* A part begins with its title; a head has the titles of the columns; a line of the log and a note are single cells. */
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

/* What a thread reads from the store. */
struct by_status_read {
    struct by_node nodes[BY_STATUS_NODES];
    int nodes_n;
    uint64_t audit_n; /* entries of the audit log; BY_UNREAD if it cannot be read */
    struct by_hash audit;
};

/* Serves admin, admin.txt and admin.css; returns BY_ELSEWHERE for any other path. `here`: the request certainly comes
 * from this machine. */
enum by_served by_status_serve(struct by_hub *h, const struct by_request *r, bool here, struct by_http_answer *out);

/* Collects the rows; `read` is NULL if the store did not answer. */
void by_status_gather(struct by_hub *h, const struct by_status_read *read, struct by_status *out);
void by_status_clear(struct by_status *s);

/* Print it; the caller frees the text. Every cell is made safe for the page or for a terminal. */
char *by_status_page(const struct by_status *s);
char *by_status_text(const struct by_status *s);
const char *by_status_style(void);

#endif
