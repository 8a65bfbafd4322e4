/* many.c: how many connections each address has: a table of those that have any. */
#include "many.h"

#include <stdlib.h>
#include <string.h>

#include "util/crypto.h"
#include "util/memory.h"

enum { BUCKETS = 4096 };

struct one {
    struct one *next;
    uint8_t address[16];
    int n[2];                           /* connections, sockets */
};

struct by_many { struct one *bucket[BUCKETS]; uint64_t chance; };

struct by_many *by_many_new(void)
{
    struct by_many *m = by_sure(calloc(1, sizeof *m));

    by_random(&m->chance, sizeof m->chance);    /* nobody can choose addresses that meet in one bucket */
    return m;
}

void by_many_free(struct by_many *m)
{
    for (int i = 0; m != NULL && i < BUCKETS; i++)
        for (struct one *o = m->bucket[i], *next; o != NULL; o = next) {
            next = o->next;
            free(o);
        }
    free(m);
}

/* Where the address stands, or the end of its bucket. */
static struct one **find(struct by_many *m, const uint8_t address[16])
{
    uint64_t a, b, h;
    struct one **at;

    memcpy(&a, address, 8);
    memcpy(&b, address + 8, 8);
    h = (a ^ m->chance) * UINT64_C(0x9e3779b97f4a7c15);
    h = (h ^ h >> 29 ^ b) * UINT64_C(0xbf58476d1ce4e5b9);
    at = &m->bucket[(h ^ h >> 32) % BUCKETS];
    while (*at != NULL && memcmp((*at)->address, address, 16) != 0)
        at = &(*at)->next;
    return at;
}

void by_many_add(struct by_many *m, const uint8_t address[16], bool sockets, int n)
{
    struct one **at = find(m, address), *o = *at;

    if (o == NULL) {
        o = *at = by_sure(calloc(1, sizeof *o));
        memcpy(o->address, address, 16);
    }
    o->n[sockets] += n;
    if (o->n[0] == 0 && o->n[1] == 0) {
        *at = o->next;
        free(o);
    }
}

int by_many_of(const struct by_many *m, const uint8_t address[16], bool sockets)
{
    const struct one *o = *find((struct by_many *)m, address);

    return o == NULL ? 0 : o->n[sockets];
}
