/* thinkers.h: threads in which bots think, when nobody else wants the processor.  They are given copies of what a seat
 * may know, and nothing else. */
#ifndef BY_SERVER_THINKERS_H
#define BY_SERVER_THINKERS_H

#include "guest.h"
#include "loop.h"
#include "room/room.h"

struct by_thinkers;

/* A bot has chosen: a place in the moves it was asked about. */
struct by_thought { struct by_id table; uint64_t job; int move; bool chance; };  /* chance: its program is dead */
typedef void by_on_thought(void *data, const struct by_thought *t);     /* on the loop */

/* `guests`: programs from outside, who think for themselves; NULL: none.  Borrowed: free them first. */
struct by_thinkers *by_thinkers_new(struct by_loop *l, int threads, struct by_guests *guests, by_on_thought *done,
                                    void *data);
void by_thinkers_free(struct by_thinkers *all);         /* waits for those who think */

/* Asks; all is copied.  False: too many wait already, or nobody knows this level. */
bool by_thinkers_ask(struct by_thinkers *all, const struct by_id *table, uint64_t job, const struct by_room_bot *b);

/* What is played when nobody has thought in time: at once, on the caller's thread. */
int by_thinkers_simple(const struct by_room_bot *b);

#endif
