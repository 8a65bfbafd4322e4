/* SPDX-License-Identifier: MIT */
/* peer.h: simulated people for the server's tests and benches: one socket each, many in one thread.
 *
 * A peer speaks the wire protocol (docs/wire.md) over a plain TCP socket: it requests a token with POST /session,
 * upgrades the connection, and then sends and receives lines.  Nothing here is part of the server.
 */
#ifndef BY_TEST_PEER_H
#define BY_TEST_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum peer_state { PEER_CLOSED, PEER_UPGRADING, PEER_OPEN };

struct peer {
    int fd;
    enum peer_state state;
    char token[64]; /* outlives the socket */
    char *in, *out;
    size_t in_n, in_room, out_n, out_sent, out_room;
    char *message; /* of several frames */
    size_t message_n;
    uint64_t received; /* in bytes, including frames */
    void *owner;
    bool deaf;       /* reads nothing from its socket */
    uint32_t wanted; /* of epoll */
    uint32_t from;   /* its own address; 0: any */
    int room;        /* bytes that the kernel buffers for it; 0: the default */
};

struct peers;
typedef void peer_told(struct peer *p, const char *line, size_t n); /* a whole message */
typedef void peer_ended(struct peer *p);                            /* closed, by whomever */

/* People of the server at 127.0.0.1:port. */
struct peers *peers_new(int port, peer_told *told, peer_ended *ended);
void peers_free(struct peers *all);

int peer_dial(int port, uint32_t from); /* a connection to 127.0.0.1, from an address in 127.0.0.0/8 or, if 0, any; or
                                         * -1 */

/* Requests a token for a new person, and waits.  Returns false if the server is unreachable or refuses. */
bool peer_be(struct peers *all, struct peer *p);

/* Connects and requests the upgrade; `told` is called once the socket is open.  False: no connection. */
bool peer_open(struct peers *all, struct peer *p);
void peer_close(struct peers *all, struct peer *p);
void peer_say(struct peers *all, struct peer *p, const char *line);
void peer_put(struct peers *all, struct peer *p, const void *bytes, size_t n); /* sends bytes unchanged, whether or not
                                                                                * they are frames */
void peer_hear(struct peers *all, struct peer *p);                             /* call after `deaf` has changed */

/* Handles events for at most this many milliseconds. */
void peers_wait(struct peers *all, int ms);

double peer_now(void); /* seconds */

#endif
