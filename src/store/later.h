/* SPDX-License-Identifier: MIT */
/* later.h: runs the threads that read for callers that must not wait. Private to the store. */
#ifndef BY_STORE_LATER_H
#define BY_STORE_LATER_H

#include "store/store.h"

struct by_later;
struct by_later *by_later_new(struct by_store *s, int threads); /* returns NULL if no thread can be started */
void by_later_put(struct by_later *l, by_on_later *work, void *context);
void by_later_free(struct by_later *l); /* runs all waiting work first; accepts NULL */

#endif
