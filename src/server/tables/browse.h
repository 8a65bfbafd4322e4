/* SPDX-License-Identifier: MIT */
/* browse.h: lists the public tables, page by page. */
#ifndef BY_SERVER_TABLES_BROWSE_H
#define BY_SERVER_TABLES_BROWSE_H

#include "inside.h"

void by_browse(struct by_caller *c, const struct by_asked_for *what);

#endif
