/* gate.h: the listening socket: who is let in, and how fast.
 *
 * Those who are here go first: of new connections only a few are taken in one turn of the loop, and no more a second
 * than the settings say; the rest wait where the kernel keeps them.  Addresses that have too many, come too fast or
 * were barred (many.h) are turned away with nothing but the end. */
#ifndef BY_SERVER_GATE_H
#define BY_SERVER_GATE_H

#include "loop.h"
#include "many.h"

struct by_gate;

/* Somebody who may come in.  `loopback`: from this machine; `proxy`: from a proxy that is believed. */
struct by_comer { int fd; uint8_t address[16]; bool loopback, proxy; };
typedef void by_on_comer(void *data, const struct by_comer *c);     /* the socket is yours */

struct by_gate_setup {
    int listening;                      /* does not block, and stays yours */
    const struct by_settings *settings; /* borrowed, as is `many` */
    struct by_many *many;
    by_on_comer *comes;
    void *data;
};

struct by_gate *by_gate_new(struct by_loop *l, const struct by_gate_setup *s);
void by_gate_free(struct by_gate *g);
void by_gate_shut(struct by_gate *g);   /* for good */
void by_gate_tick(struct by_gate *g);   /* once a second */

#endif
