/* many.h: what each address has here, and how it behaves: its connections and sockets, how fast new ones come, and how
 * often one was ended because it flooded.  In memory only, and no longer than it is needed. */
#ifndef BY_SERVER_MANY_H
#define BY_SERVER_MANY_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"

struct by_many;
struct by_many *by_many_new(const struct by_settings *s);   /* borrowed */
void by_many_free(struct by_many *m);

/* `n` more or fewer of an address; or of its sockets. */
void by_many_add(struct by_many *m, const uint8_t address[16], bool sockets, int n);
int by_many_of(const struct by_many *m, const uint8_t address[16], bool sockets);

/* A new connection of it at this second of the loop: within its pace?  It counts if it is. */
bool by_many_comes(struct by_many *m, const uint8_t address[16], double now);

/* A connection of it was ended because it flooded.  Too many of them, and it is barred for a minute.  Never this
 * machine itself: that may be a proxy, with everybody behind it. */
void by_many_blame(struct by_many *m, const uint8_t address[16], double now);
bool by_many_barred(const struct by_many *m, const uint8_t address[16], double now);

void by_many_tick(struct by_many *m, double now);       /* once a second: forgets, and tells the log what it barred */

#endif
