/* SPDX-License-Identifier: MIT */
/* people.h: manages people, sessions, links between devices, and accounts. */
#ifndef BY_SERVER_PEOPLE_PEOPLE_H
#define BY_SERVER_PEOPLE_PEOPLE_H

#include "server/tables/inside.h"

struct people *by_people_new(struct by_hub *h);
void by_people_free(struct people *p);
void by_people_ask(struct by_caller *c, const struct by_asked_for *what); /* the requests `link` to `logout` */

#endif
