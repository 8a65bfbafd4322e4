/* SPDX-License-Identifier: MIT */
/* card_line.h: a room's card as the line sent to a person. */
#ifndef ROOM_CARD_LINE_H
#define ROOM_CARD_LINE_H

#include "room/room.h"

/* Return the `table` message, and its short form.  The caller frees the line. */
static inline char *card_line(const struct by_room *r, const struct by_id *person, int64_t now)
{
    struct by_card c;
    struct by_out o = { 0 };

    by_room_card(r, person, now, &c);
    by_card_put(&o, &c);
    return by_out_end(&o);
}

static inline char *short_line(const struct by_room *r, const struct by_id *person, int64_t now)
{
    struct by_card c;
    struct by_out o = { 0 };

    by_room_card(r, person, now, &c);
    by_card_put_short(&o, &c, -1, false);
    return by_out_end(&o);
}

#endif
