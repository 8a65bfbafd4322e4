/* SPDX-License-Identifier: MIT */
/* people.h: manages people, sessions, links between devices, and accounts. */
#ifndef BY_SERVER_PEOPLE_PEOPLE_H
#define BY_SERVER_PEOPLE_PEOPLE_H

#include "server/tables/inside.h"

struct people *by_people_new(struct by_hub *h);
void by_people_free(struct people *p);
int64_t by_people_oldest(const struct by_hub *h); /* sessions last used before this time are deleted */
enum by_served by_people_session(struct by_hub *h, const struct by_request *r, struct by_http_answer *out);
int by_people_admit(struct by_hub *h, const struct by_request *r, struct by_pass *out); /* 0, 401 or 503 */
void by_people_ask(struct by_caller *c, const struct by_asked_for *what);               /* `link` to `logout` */

#endif
