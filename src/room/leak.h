/* leak.h: leaks planted on purpose, to see whether the tests notice: tests/faults/leaks.txt and leaks_server.txt list
 * them.  Only a build with BY_FAULTS has them, and there by_planted says which one is open. */
#ifndef BY_ROOM_LEAK_H
#define BY_ROOM_LEAK_H

#ifdef BY_FAULTS
extern int by_planted;
#define BY_LEAK(n) (by_planted == (n))
#else
#define BY_LEAK(n) 0
#endif

#endif
