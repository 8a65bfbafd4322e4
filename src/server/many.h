/* many.h: how many connections each address has. */
#ifndef BY_SERVER_MANY_H
#define BY_SERVER_MANY_H

#include <stdbool.h>
#include <stdint.h>

struct by_many;
struct by_many *by_many_new(void);
void by_many_free(struct by_many *m);

/* `n` more or fewer of an address; or of its sockets. */
void by_many_add(struct by_many *m, const uint8_t address[16], bool sockets, int n);
int by_many_of(const struct by_many *m, const uint8_t address[16], bool sockets);

#endif
