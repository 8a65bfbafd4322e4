/* SPDX-License-Identifier: MIT */
/* meeting.c: see meeting.h. */
#include "meeting.h"

#include <string.h>

bool by_meeting_allowed(struct by_store *s, const struct by_id *a, const struct by_id *b)
{
    (void)s;
    return memcmp(a, b, sizeof *a) != 0;
}
