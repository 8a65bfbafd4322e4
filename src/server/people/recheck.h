/* SPDX-License-Identifier: MIT */
/* recheck.h: if several servers share the database: ends the sockets whose sessions were ended on another one, or whose
 * person was suspended there, within BY_RECHECK seconds. */
#ifndef BY_SERVER_PEOPLE_RECHECK_H
#define BY_SERVER_PEOPLE_RECHECK_H

#include "server/tables/inside.h"

enum { BY_RECHECK = 30 };
void by_recheck_tick(struct by_hub *h); /* once a second */

#endif
