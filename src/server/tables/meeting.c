/* SPDX-License-Identifier: MIT */
/* meeting.c: see meeting.h. */
#include "meeting.h"

#include <string.h>

#include "server/order/blocks.h"

bool by_meeting_allowed(struct by_store *s, const struct by_id *a, const struct by_id *b)
{
    return memcmp(a, b, sizeof *a) != 0 && !by_blocks_apart(s, a, b);
}
