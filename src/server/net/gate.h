/* SPDX-License-Identifier: MIT */
/* gate.h: accepts connections on the listening socket, and limits their number and rate.
 *
 * Existing connections have priority. Each iteration of the loop accepts only a few new connections, and no more per
 * second than the settings allow. The rest wait in the kernel's queue. Connections from addresses that are blocked, or
 * that connect too often or hold too many connections (rate_limit.h), are closed at once. */
#ifndef BY_SERVER_NET_GATE_H
#define BY_SERVER_NET_GATE_H

#include "loop.h"
#include "rate_limit.h"

struct by_gate;

/* An accepted connection. `loopback` means that it comes from this machine, `proxy` that it comes from a trusted
 * proxy. */
struct by_comer {
    int fd;
    uint8_t address[16];
    bool loopback, proxy;
};
typedef void by_on_comer(void *data, const struct by_comer *c); /* the callee takes ownership of the socket */

struct by_gate_setup {
    int listening;                      /* non-blocking; still owned by the caller */
    const struct by_settings *settings; /* borrowed, like `many` */
    struct by_rate_limit *many;
    by_on_comer *comes;
    void *data;
};

struct by_gate *by_gate_new(struct by_loop *l, const struct by_gate_setup *s);
void by_gate_free(struct by_gate *g);
void by_gate_shut(struct by_gate *g); /* permanently stops accepting connections */
void by_gate_tick(struct by_gate *g); /* once a second */

#endif
