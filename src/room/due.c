/* SPDX-License-Identifier: MIT */
/* due.c: decides which actions a room takes without a request, and when. Any timing that others can
 * observe depends only on public information. */
#include <stdio.h>
#include <stdlib.h>

#include "boneyard/terms.h"
#include "boneyard/text.h"
#include "inside.h"
#include "waiting.h"

/* ---- Delays --------------------------------------------------------------------------------- */

bool by_by_hand(const struct by_room *r, int seat)
{
    return r->seat[seat].kind == SEAT_PERSON && r->seat[seat].away == HERE;
}

int64_t by_paced(const struct by_room *r, int64_t ms) { return r->host.haste > 1 ? ms / r->host.haste : ms; }

/* Returns the time `from`, plus `least`, plus a delay of up to SPREAD that is derived from public information. */
int64_t by_wait(const struct by_room *r, int64_t from, int least, int seat)
{
    struct by_hasher h;
    uint8_t at[9], drawn[16];

    for (int i = 0; i < 8; i++)
        at[i] = (uint8_t)(r->turned >> 8 * i);
    at[8] = (uint8_t)seat;
    by_hash_init(&h, NULL, 0, sizeof drawn);
    by_hash_add(&h, "BY1 wait", 8);
    by_hash_add(&h, r->id.bytes, sizeof r->id.bytes);
    by_hash_add(&h, at, sizeof at);
    by_hash_end(&h, drawn, sizeof drawn);
    return from + by_paced(r, least + (drawn[0] | drawn[1] << 8) % (SPREAD + 1));
}

static bool calls(const struct by_room *r) { return r->rules.opt[BY_CALL] == BY_ON || r->rules.opt[BY_KNOCK] == BY_ON; }

/* Returns the time at which the call window closes. The seat to move waits until then, even if nothing can be
 * called. */
int64_t by_window_end(const struct by_room *r, int mover)
{
    bool persons = false, bots = false;
    uint32_t side = r->laid_by == BY_NO_SEAT ? 0 : by_side_of(&r->rules, r->laid_by);

    if (!calls(r) || side == 0 || (side >> mover & 1) != 0)
        return 0;
    for (int i = 0; i < by_players(r); i++) {
        if (i == mover || (side >> i & 1) != 0)
            continue;
        if (by_by_hand(r, i) && !(by_by_hand(r, mover) && r->seat[i].person == r->seat[mover].person))
            persons = true;
        else if (!by_by_hand(r, i))
            bots = true;
    }
    if (persons)
        return r->laid_at + by_paced(r, CALL_WINDOW);
    return bots && !by_by_hand(r, mover) ? r->laid_at + by_paced(r, BOTS_CALLED) : 0;
}

static int64_t later(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t sooner(int64_t a, int64_t b) { return a < b ? a : b; }

/* ---- Clocks --------------------------------------------------------------------------------- */

static bool number_in(const char **text, int64_t low, int64_t high, int64_t *out)
{
    char *end;
    long n;

    if (**text < '0' || **text > '9')
        return false;
    n = strtol(*text, &end, 10);
    if (n < low || n > high)
        return false;
    *text = end;
    *out = n * 1000;
    return true;
}

bool by_clock_read(const char *text, struct clock_of *out)
{
    struct clock_of c = { CLOCK_NONE, 0, 0 };
    bool fine = false;

    if (strcmp(text, "none") == 0) {
        fine = true;
        text += 4;
    } else if (strncmp(text, "move ", 5) == 0) {
        text += 5;
        c.kind = CLOCK_MOVE;
        fine = number_in(&text, 5, 3600, &c.first);
    } else if (strncmp(text, "bank ", 5) == 0) {
        text += 5;
        c.kind = CLOCK_BANK;
        fine = number_in(&text, 30, 36000, &c.first) && *text++ == '+' && number_in(&text, 0, 600, &c.add);
    } else if (strncmp(text, "days ", 5) == 0) {
        text += 5;
        c.kind = CLOCK_DAYS;
        fine = number_in(&text, 1, 14, &c.first);
        c.first *= 86400;
    }
    *out = c;
    return fine && *text == '\0';
}

void by_clock_charge(struct by_room *r, int seat, int64_t ms)
{
    r->seat[seat].left = later(0, r->seat[seat].left - ms);
    r->changes++;
}

/* Sets the clock that runs after an entry. `moved` is the seat whose clock was running (BY_NO_SEAT if none) if the
 * entry leads to a new decision, otherwise -1. */
void by_clock_next(struct by_room *r, int moved)
{
    int turn = r->game.state.now.turn, ran = r->running;

    if (r->clock == CLOCK_BANK && moved >= 0 && moved != BY_NO_SEAT)
        r->seat[moved].left += r->add;
    if ((r->clock == CLOCK_MOVE || r->clock == CLOCK_DAYS) && moved >= 0 && r->phase == PLAY) {
        r->changes += r->seat[turn].left != r->first;
        r->seat[turn].left = r->first;
    }
    r->running = BY_NO_SEAT;
    if (r->clock == CLOCK_NONE || r->phase != PLAY || r->paused[0] != '\0' || !by_by_hand(r, turn))
        return;
    r->running = turn;
    if (ran != turn)
        r->ran = r->entries + 1; /* the number of the entry that is being applied */
    r->runs_from = later(r->now, by_window_end(r, turn));
}

bool by_room_turn(const struct by_room *r, int64_t now, struct by_room_turn *out)
{
    const struct member *m = r->running == BY_NO_SEAT ? NULL : by_person_at(r, r->running);
    int64_t gone = now > r->runs_from ? now - r->runs_from : 0;

    if (r->clock != CLOCK_DAYS || m == NULL || r->halted)
        return false;
    *out = (struct by_room_turn){ .seat = r->running, .person = m->id, .number = r->ran };
    out->left = r->seat[r->running].left > gone ? r->seat[r->running].left - gone : 0;
    out->lasted = r->first - out->left;
    return true;
}

bool by_late(const struct by_room *r, int64_t now)
{
    return r->running != BY_NO_SEAT && now >= r->runs_from + r->seat[r->running].left;
}

/* ---- Due times ------------------------------------------------------------------------------ */

/* Returns whether this seat contributes to the shuffle. A person contributes once, for their lowest seat. Duplicate
 * deals have one shuffle for the whole match, so the shuffle also waits for people who have not arrived yet. */
static bool contributes(const struct by_room *r, int seat)
{
    const struct member *m = by_person_at(r, seat);

    return r->seat[seat].kind == SEAT_PERSON && (m->here || r->duplicate != 0) && m->aborts < by_aborts_most(r)
        && (by_member_seats(r, r->seat[seat].person) & (((uint32_t)1 << seat) - 1)) == 0;
}

/* If no player is present, for example after a restart, the shuffle waits for players to arrive. */
int64_t by_parts_at(const struct by_room *r)
{
    bool all = true, here = r->step == STEP_FIXED, persons = false;

    for (int i = 0; i < by_players(r); i++) {
        const struct member *m = by_person_at(r, i);

        persons = persons || m != NULL;
        here = here || (m != NULL && m->here);
        if (r->step == STEP_COMMITTED ? contributes(r, i) && !r->seat[i].hashed
                                      : r->seat[i].hashed && !r->seat[i].revealed)
            all = false;
    }
    if (all && (here || !persons))
        return r->step_at;
    return r->step_at + (r->duplicate != 0 && r->step == STEP_COMMITTED ? ROUND_WAIT : HASH_WAIT);
}

/* Returns when the shuffle continues. */
static int64_t shuffle_at(const struct by_room *r)
{
    if (r->phase != SHUFFLE)
        return NEVER;
    if (r->duplicate != 0)
        return by_duplicate_at(r);
    return r->step == STEP_WANTED ? r->step_at : by_parts_at(r);
}

static int64_t round_at(const struct by_room *r)
{
    bool persons = false, all = true;

    if (r->phase != ROUND)
        return NEVER;
    for (int i = 0; i < by_players(r); i++) {
        const struct member *m = by_person_at(r, i);

        persons = persons || m != NULL;
        if (m != NULL && m->here && !r->seat[i].ready)
            all = false;
    }
    if (!persons)
        return r->step_at + by_paced(r, NEXT_BOTS);
    for (int i = 0; all && i < by_players(r); i++)
        if (r->seat[i].ready)
            return r->step_at; /* everyone present is ready */
    return r->step_at + (r->clock == CLOCK_DAYS ? NEXT_DAYS : by_paced(r, NEXT_WAIT));
}

static bool hand_turn(const struct by_room *r) { return r->phase == PLAY && by_by_hand(r, r->game.state.now.turn); }

/* Returns when a person's forced move is made. The time does not depend on whether the move is forced, so it reveals
 * nothing. */
static int64_t forced_at(const struct by_room *r)
{
    int turn = r->game.state.now.turn;

    return hand_turn(r) ? later(by_wait(r, r->since, FORCED_WAIT, turn), by_window_end(r, turn)) : NEVER;
}

static bool forced(const struct by_room *r, by_move *move) { return by_table_forced(&r->game, move); }

/* Returns when a bot takes over from an absent player, or NEVER while a table outside a tournament is deserted. */
int64_t by_away_at(const struct by_room *r)
{
    const struct member *m;
    bool others = r->watchers > 0 || r->cup;

    if (!hand_turn(r) || r->grace == 0 || r->clock == CLOCK_DAYS || r->practice)
        return NEVER;
    m = by_person_at(r, r->game.state.now.turn);
    for (int i = 0; i < r->members; i++)
        others = others || r->member[i].here;
    if (m->here || !others)
        return NEVER;
    return (m->gone > 0 ? m->gone : r->since) + (int64_t)r->grace * 1000;
}

static int64_t flag_at(const struct by_room *r)
{
    return r->running == BY_NO_SEAT ? NEVER : r->runs_from + r->seat[r->running].left;
}

/* Returns when a deserted table is closed. The wait is much longer during a match, even a paused one. */
static int64_t empty_at(const struct by_room *r)
{
    int64_t between = r->host.empty > 0 ? r->host.empty : EMPTY_WAIT;
    struct by_id id;
    bool held = by_room_held(r, &id) != 0;

    if (r->watchers > 0 || by_wait_at(r) != NEVER) /* then the quick match starts, or its table closes */
        return NEVER;
    for (int i = 0; i < r->members; i++)
        if (r->member[i].here)
            return NEVER;
    return r->empty + by_paced(r, r->phase == WAITING || (r->phase == OVER && !held) ? between : LEFT_WAIT);
}

/* Returns whether a person whose seat is being played by a bot has returned. */
static bool returned(const struct by_room *r, int seat)
{
    const struct member *m = by_person_at(r, seat);

    if (m == NULL || r->seat[seat].away == HERE || !m->here)
        return false;
    return r->seat[seat].away == AWAY_GONE || m->came > r->seat[seat].away_at;
}

void by_room_restored(struct by_room *r, uint64_t last) { r->restored = last; }

/* Returns whether the shuffle must be abandoned because, after a restore from a backup, players may already know its
 * secret. */
static bool given_up(const struct by_room *r)
{
    return by_shuffle_open(r) && r->committed <= r->restored && r->duplicate == 0;
}

int64_t by_room_wake(const struct by_room *r, int64_t now)
{
    by_move m;
    int64_t at, forced_time;

    if (r->entries == 0 || r->halted || r->phase == CLOSED)
        return NEVER;
    if (r->entries >= BY_ROOM_MOST || r->ending)
        return now;
    if (r->paused[0] != '\0')
        return empty_at(r);
    for (int i = 0; i < by_players(r); i++)
        if (returned(r, i))
            return now;
    if (given_up(r) || by_duplicate_publishes(r))
        return now;
    forced_time = forced_at(r);
    if (forced_time <= now && !forced(r, &m))
        forced_time = NEVER; /* the time is up, and no move was forced */
    at = sooner(sooner(shuffle_at(r), round_at(r)), sooner(by_away_at(r), empty_at(r)));
    at = sooner(sooner(at, forced_time), sooner(by_wait_at(r), by_host_at(r)));
    return sooner(at, flag_at(r) <= now && r->clock != CLOCK_BANK ? NEVER : flag_at(r));
}

/* ---- Actions -------------------------------------------------------------------------------- */

static void commit_entry(const struct by_room *r, const struct by_order *o, struct by_entries *out)
{
    struct by_shuffle s = { .table = r->id, .deal = r->deals + 1, .before = r->transcript };
    uint8_t sealed[BY_FAIR_SECRET + BY_SEAL_MORE];
    by_json *e = by_entry_new(r, BY_ENTRY_commit, o->now);

    memcpy(s.rules, r->rules_text, sizeof s.rules);
    memcpy(s.secret, o->chance, sizeof s.secret);
    by_fair_commit(&s);
    by_seal(r->host.seal, s.secret, sizeof s.secret, sealed);
    by_json_set(e, "deal", by_json_int((int64_t)s.deal));
    by_json_set(e, "commit", by_bytes_json(s.commit.bytes, sizeof s.commit.bytes));
    by_json_set(e, "kept", by_bytes_json(sealed, sizeof sealed));
    by_entry_add(out, e);
    by_forget(&s, sizeof s);
}

static void hashes_entry(const struct by_room *r, const struct by_order *o, struct by_entries *out)
{
    by_json *e = by_entry_new(r, BY_ENTRY_hashes, o->now), *list = by_json_array();

    for (int i = 0; i < by_players(r); i++) {
        by_json *one = by_json_array();

        by_json_push(one, by_json_int(i));
        by_json_push(one, by_bytes_json(r->seat[i].hash.bytes, sizeof r->seat[i].hash.bytes));
        if (r->seat[i].hashed)
            by_json_push(list, one);
        else
            by_json_free(one);
    }
    by_json_set(e, "deal", by_json_int((int64_t)r->deals));
    by_json_set(e, "hashes", list);
    by_entry_add(out, e);
}

void by_deal_entry(const struct by_room *r, const struct by_order *o, struct by_entries *out)
{
    struct by_state s = r->game.state;
    by_json *e = by_entry_new(r, BY_ENTRY_deal, o->now);
    struct by_shuffle sh;
    struct by_events ev;
    by_tile deck[BY_MAX_TILES];
    uint32_t attempt;
    int tiles;
    bool fine;
    by_err err;

    if (r->duplicate != 0 && r->phase == SHUFFLE)
        by_json_set(e, "others", by_duplicate_others(r));
    fine = by_shuffle_key(r, by_json_get(e, "others"), &sh);
    err = by_fair_deal(&sh, &s, &ev, &attempt, deck, &tiles);
    BY_ASSERT(fine && err == BY_OK);
    by_json_set(e, "deal", by_json_int((int64_t)r->deals));
    by_json_set(e, "attempt", by_json_int(attempt));
    by_json_set(e, "lead", by_json_int(s.lead));
    by_entry_add(out, e);
    by_forget(&sh, sizeof sh);
    by_forget(&s, sizeof s);
    by_forget(deck, sizeof deck);
}

static void abort_entry(const struct by_room *r, const struct by_order *o, by_json *seats, struct by_entries *out)
{
    by_json *e = by_entry_new(r, BY_ENTRY_abort, o->now);

    by_json_set(e, "deal", by_json_int((int64_t)r->deals));
    by_json_set(e, "seats", seats);
    by_entry_add(out, e);
}

static void fixed_entry(const struct by_room *r, const struct by_order *o, struct by_entries *out)
{
    by_json *seats = by_json_array();

    for (int i = 0; i < by_players(r); i++)
        if (r->seat[i].hashed && !r->seat[i].revealed)
            by_json_push(seats, by_json_int(i));
    if (by_json_count(seats) == 0) {
        by_json_free(seats);
        by_deal_entry(r, o, out);
    } else {
        abort_entry(r, o, seats, out);
    }
}

static void shuffle_due(const struct by_room *r, const struct by_order *o, struct by_entries *out)
{
    if (r->duplicate != 0)
        by_duplicate_due(r, o, out);
    else if (r->step == STEP_WANTED)
        commit_entry(r, o, out);
    else if (r->step == STEP_COMMITTED)
        hashes_entry(r, o, out);
    else
        fixed_entry(r, o, out);
}

static void seat_entry(const struct by_room *r, const struct by_order *o, enum by_entry_id what, int seat,
                       const char *by, struct by_entries *out)
{
    by_json *e = by_entry_new(r, what, o->now);

    by_json_set(e, "seat", by_json_int(seat));
    if (by != NULL)
        by_json_set(e, "by", by_json_string(by));
    by_entry_add(out, e);
}

static void play_due(const struct by_room *r, const struct by_order *o, struct by_entries *out)
{
    int turn = r->game.state.now.turn;
    by_move m;

    if (o->now >= by_away_at(r))
        seat_entry(r, o, BY_ENTRY_away, turn, "gone", out);
    else if (r->clock == CLOCK_BANK && by_late(r, o->now))
        seat_entry(r, o, BY_ENTRY_away, turn, "clock", out);
    else if (o->now >= forced_at(r) && forced(r, &m))
        by_play_entry(r, o->now, turn, m, BY_MOVED_PERSON, out);
}

static void close_entry(const struct by_room *r, const struct by_order *o, struct by_entries *out)
{
    by_json *e = by_entry_new(r, BY_ENTRY_close, o->now);

    by_json_set(e, "who", by_json_string("server"));
    by_entry_add(out, e);
}

void by_room_due(const struct by_room *r, const struct by_order *o, struct by_entries *out)
{
    if (r->entries == 0 || r->halted || r->phase == CLOSED)
        return;
    if (r->entries >= BY_ROOM_MOST || r->ending || o->now >= empty_at(r))
        close_entry(r, o, out);
    if (out->n > 0 || r->paused[0] != '\0')
        return;
    for (int i = 0; i < by_players(r) && out->n < BY_ROOM_ENTRIES; i++)
        if (returned(r, i))
            seat_entry(r, o, BY_ENTRY_back, i, NULL, out);
    if (out->n > 0)
        return;
    if (given_up(r)) {
        abort_entry(r, o, by_json_array(), out);
    } else if (o->now >= by_wait_at(r)) {
        by_wait_due(r, o->now, out);
    } else if (o->now >= by_host_at(r)) {
        by_host_entry(r, o->now, by_host_next(r, true), out);
    } else if (o->now >= shuffle_at(r)) {
        shuffle_due(r, o, out);
    } else if (by_duplicate_publishes(r)) {
        by_duplicate_due(r, o, out);
    } else if (o->now >= round_at(r)) {
        (r->duplicate != 0 ? by_deal_entry : commit_entry)(r, o, out);
    } else if (r->phase == PLAY) {
        play_due(r, o, out);
    }
}
