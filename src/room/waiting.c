/* SPDX-License-Identifier: MIT */
/* waiting.c: decides how long a quick match waits for players, and which player has the host's rights. Neither depends
 * on the match. */
#include "waiting.h"

/* In milliseconds. A quick match starts FULL_WAIT after its last seat is taken. While it waits, a player who is absent
 * for SEAT_WAIT loses the seat. A host who is absent for HOST_WAIT (HOST_DAYS with a clock in days) loses the host's
 * rights. */
enum { FULL_WAIT = 1500, SEAT_WAIT = 30000, HOST_WAIT = 60000, HOST_DAYS = 86400000 };
enum { LONGER = 20 }; /* the factor by which a table waits longer if a player chooses to wait for people */

static int64_t later(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t sooner(int64_t a, int64_t b) { return a < b ? a : b; }

static bool is_waiting(const struct by_room *r) { return r->quick > 0 && r->phase == WAITING; }

static bool someone_sits(const struct by_room *r)
{
    for (int i = 0; i < by_players(r); i++)
        if (r->seat[i].kind == SEAT_PERSON)
            return true;
    return false;
}

/* Returns the time since which a member has been absent. After a restart, that is the time of the first visit to the
 * table or, while the table is deserted, of its last entry. */
static int64_t absent_since(const struct by_room *r, const struct member *m)
{
    return later(m->gone, r->visited > 0 ? r->visited : r->now);
}

/* ---- The quick match ---------------------------------------------------------------------------- */

void by_wait_note(struct by_room *r)
{
    if (!is_waiting(r) || !someone_sits(r)) {
        r->wait_from = r->wait_until = NEVER;
    } else if (r->wait_until == NEVER) {
        r->wait_from = r->now;
        r->wait_until = r->now + by_paced(r, r->quick);
    }
}

by_err by_apply_bots(struct by_room *r, const by_json *e, struct told *t, struct by_fault *f)
{
    bool on = by_json_true(by_json_get(e, "on"));
    int seat;

    (void)t;
    if (!is_waiting(r) || !by_entry_who(e, r, &seat) || r->seat[seat].kind != SEAT_PERSON)
        return by_wrong(f, "no quick match is waiting there");
    r->seat[seat].bots = on;
    if (!on)
        r->wait_until = later(r->wait_until, r->wait_from + by_paced(r, LONGER * r->quick));
    return BY_OK;
}

bool by_wait_is_long(const struct by_room *r) { return r->wait_until >= r->wait_from + by_paced(r, LONGER * r->quick); }

/* Returns when an absent player loses the seat; with a clock in days, presence does not matter. */
static int64_t seat_lost_at(const struct by_room *r, int seat)
{
    const struct member *m = by_person_at(r, seat);

    if (m == NULL || m->here || r->clock == CLOCK_DAYS)
        return NEVER;
    return later(absent_since(r, m), r->seat[seat].sat) + by_paced(r, SEAT_WAIT);
}

static int64_t start_at(const struct by_room *r)
{
    bool full = true, agreed = true, here = r->clock == CLOCK_DAYS;

    for (int i = 0; i < by_players(r); i++) {
        const struct member *m = by_person_at(r, i);

        full = full && r->seat[i].kind != SEAT_OPEN;
        here = here || (m != NULL && m->here);
        agreed = agreed && (m == NULL || !m->here || r->seat[i].bots);
    }
    if (!here || !someone_sits(r))
        return NEVER;
    for (int i = 0; agreed && i < by_players(r); i++)
        if (r->seat[i].bots)
            return r->now;
    return full ? r->now + by_paced(r, FULL_WAIT) : r->wait_until;
}

int64_t by_wait_at(const struct by_room *r)
{
    int64_t at;

    if (!is_waiting(r))
        return NEVER;
    if (!someone_sits(r))
        return r->now + by_paced(r, SEAT_WAIT);
    at = start_at(r);
    for (int i = 0; i < by_players(r); i++)
        at = sooner(at, seat_lost_at(r, i));
    return at;
}

static void seat_entry(const struct by_room *r, int64_t now, enum by_entry_id what, int seat, struct by_entries *out)
{
    by_json *e = by_entry_new(r, what, now);

    by_json_set(e, "seat", by_json_int(seat));
    if (what == BY_ENTRY_host)
        by_entry_version(e, 2);
    by_entry_add(out, e);
}

void by_wait_due(const struct by_room *r, int64_t now, struct by_entries *out)
{
    by_json *e;

    for (int i = 0; i < by_players(r) && out->n < BY_ROOM_ENTRIES; i++)
        if (now >= seat_lost_at(r, i))
            seat_entry(r, now, BY_ENTRY_stand, i, out);
    if (out->n > 0)
        return;
    if (someone_sits(r)) {
        by_start_entry(r, now, out);
        return;
    }
    e = by_entry_new(r, BY_ENTRY_close, now);
    by_json_set(e, "who", by_json_string("server"));
    by_entry_add(out, e);
}

/* ---- The host ----------------------------------------------------------------------------------- */

int by_host_next(const struct by_room *r, bool present)
{
    int players = by_players(r), own = 0;

    for (int i = 0; i < players; i++)
        if (r->seat[i].person == r->owner)
            own = i;
    for (int i = 1; i <= players; i++) {
        int at = (own + i) % players;
        const struct member *m = by_person_at(r, at);

        if (m != NULL && r->seat[at].person != r->owner && (m->here || !present))
            return at;
    }
    return -1;
}

void by_host_entry(const struct by_room *r, int64_t now, int seat, struct by_entries *out)
{
    seat_entry(r, now, BY_ENTRY_host, seat, out);
}

by_err by_apply_host(struct by_room *r, const by_json *e, struct told *t, struct by_fault *f)
{
    int seat;

    (void)t;
    if (r->owner == NOBODY || !by_entry_who(e, r, &seat) || r->seat[seat].kind != SEAT_PERSON)
        return by_wrong(f, "no player there can become the host");
    r->owner = r->seat[seat].person;
    return BY_OK;
}

int64_t by_host_at(const struct by_room *r)
{
    const struct member *m = r->owner == NOBODY ? NULL : &r->member[r->owner];

    if (m == NULL || m->here || r->practice || r->cup || r->phase == CLOSED || by_host_next(r, true) < 0)
        return NEVER;
    return absent_since(r, m) + by_paced(r, r->clock == CLOCK_DAYS ? HOST_DAYS : HOST_WAIT);
}
