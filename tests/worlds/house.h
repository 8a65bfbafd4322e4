/* SPDX-License-Identifier: MIT */
/* house.h: a server on the stage (stage.h), seen from the director.  All actions on it form a script, which can be
 * repeated with another server. */
#ifndef WORLDS_HOUSE_H
#define WORLDS_HOUSE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <sys/un.h>

#include "stage.h"

enum { NOBODY_OF = -1 }; /* a connection without an owner */

/* An action. */
enum act_kind { OPEN, SAY, RUN, END, LEAVE, DEAL, MOMENT }; /* END: the server will notice */
struct act {
    char kind;
    int conn;
    size_t at, n;
    int64_t until;
};
struct script {
    struct act *act;
    int n, room;
    char *text;
    size_t text_n, text_room;
};
void script_clear(struct script *s);

/* A record of what resulted. */
struct said {
    struct record r;
    int conn;
    size_t at;
};
struct conn {
    int fd;
    bool open;
};
struct house {
    pid_t id;
    int control, trace;
    struct sockaddr_un door; /* where the server listens; an abstract name of door_n bytes */
    unsigned door_n;
    char folder[60];
    int64_t now;
    struct conn *conn;
    int conns, conns_room, came;
    int of_fd[4096]; /* the server's descriptor numbers */
    struct said *said;
    int n, room;
    char *bytes;
    size_t used, bytes_room, parsed;
    size_t logged;
    bool lost; /* the server did not follow the script: the worlds differ */
};

/* `program` is the server and the folder of its page. */
void house_open(struct house *h, const char *const program[2], int leak);
void house_close(struct house *h);

/* Performs an action, and waits until the server is idle. */
void house_act(struct house *h, const struct script *s, const struct act *a);
void house_order(struct house *h, const char *line); /* a line on the control */
/* Does the same, and adds the action to the script. */
void house_do(struct house *h, struct script *s, enum act_kind kind, int conn, const void *bytes, size_t n,
              int64_t until);
/* Wraps a line in a frame, with at most 8 more bytes. Returns the length. */
size_t house_frame(const char *line, char *frame);
static inline const char *said_bytes(const struct house *h, int i) { return h->bytes + h->said[i].at; }

void fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

#endif
