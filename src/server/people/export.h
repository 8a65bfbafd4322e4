/* SPDX-License-Identifier: MIT */
/* export.h: answers GET /me.json with all data that the server stores about a person, as one file. */
#ifndef BY_SERVER_PEOPLE_EXPORT_H
#define BY_SERVER_PEOPLE_EXPORT_H

#include "server/net/door.h"

struct by_hub;

enum by_served by_export_serve(struct by_hub *h, const struct by_request *r, struct by_http_answer *out);

#endif
