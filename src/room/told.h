/* SPDX-License-Identifier: MIT */
/* told.h: stores the message about an entry for each person, so that it can be resent.
 *
 * Only lines, openings and views are stored, never a state or a match. */
#ifndef BY_ROOM_TOLD_H
#define BY_ROOM_TOLD_H

#include "boneyard/view.h"
#include "room.h"
#include "wire/out.h"

/* A place in the deck whose tile an entry reveals to the seats in `to` (bit 16: spectators). The seats in `before`
 * already knew the tile. */
struct opening {
    by_tile tile;
    uint8_t place;
    uint32_t to, before;
    struct by_hash salt;
};

/* The message about an entry. */
struct told {
    char *line;   /* the event's public members, without the closing brace */
    char *events; /* the events as a spectator may see them, or NULL */
    char *own;    /* the events as own_seat may see them, if it sees more */
    uint8_t own_seat;
    int own_lack; /* the number of bytes by which the text of its tiles falls short of the maximum */
    char *fair;   /* the public members of `fair`, without braces, or NULL */
    struct opening *open;
    int opens;
    int sitting; /* index of the seating when the entry was made */
};
void by_told_clear(struct told *t);

/* Stores an entry's public members. */
void by_told_entry(struct told *t, const by_json *entry, uint64_t number, const char *what);
/* Returns events as one person may see them, filtered by by_hear. Sets *lack to the number of bytes by which the text
 * of their tiles falls short of the maximum. */
by_json *by_told_events(const struct by_view *v, const struct by_events *ev, int *lack);

/* Add a shuffle's public data to `fair`, member by member, starting with the shuffle's number. */
void by_fair_tell_deal(struct by_out *fair, uint64_t deal);
void by_fair_tell_json(struct by_out *fair, const char *key, const by_json *value);
void by_fair_tell_places(struct by_out *fair, const struct by_hash *place, int n);

/* The view and the legal moves of one seat (or BY_NO_SEAT). */
struct sight {
    struct by_view view;
    by_move *moves;
    int n;
};

/* Writes an entry's line for a person with these seats (bit 16 alone for a spectator). Omits `now` if `sights` is
 * NULL. */
char *by_told_line(const struct told *t, uint32_t seats, const struct sight *sights, int n, uint32_t actors,
                   enum by_seeing how);

/* Adds the `seats` member: an array whose length depends only on public information. */
void by_told_look(const struct sight *sights, int n, struct by_out *to);

#endif
