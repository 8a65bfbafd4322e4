/* SPDX-License-Identifier: MIT */
/* hear.c: collects the views that tell.c formats, and fills in the table's card (wire/card.h). */
#include <stdlib.h>

#include "inside.h"
#include "util/memory.h"
#include "wire/events.h"

/* ---- Views ---------------------------------------------------------------------------------- */

struct sights {
    struct sight *at;
    int n;
};

static struct sights sights_of(const struct by_room *r, uint32_t seats, bool moves)
{
    int many = __builtin_popcount(seats);
    struct sights s = { by_sure(malloc((many > 0 ? (size_t)many : 1) * sizeof *s.at)), 0 };
    by_move list[BY_MOVES];

    if (r->game.state.round == 0) /* no tile has been laid yet */
        return s;
    for (int i = 0; i < by_players(r); i++) {
        struct sight *one = &s.at[s.n];

        if ((seats >> i & 1) == 0)
            continue;
        by_table_view(&r->game, i, &one->view);
        one->moves = NULL;
        one->n = 0;
        s.n++;
        if (!moves)
            continue;
        one->n = r->phase == PLAY ? by_moves(&r->game.state, i, list) : 0;
        one->moves = by_sure(malloc(((size_t)one->n + 1) * sizeof *list));
        memcpy(one->moves, list, (size_t)one->n * sizeof *list);
    }
    if (s.n == 0) {
        s.at[s.n] = (struct sight){ 0 };
        by_table_view(&r->game, BY_NO_SEAT, &s.at[s.n++].view);
    }
    return s;
}

static void sights_free(struct sights *s)
{
    for (int i = 0; i < s->n; i++)
        free(s->at[i].moves);
    free(s->at);
}

static uint32_t actors_of(const struct by_room *r) { return r->phase == PLAY ? by_actors(&r->game.state) : 0; }

uint32_t by_room_seats_of(const struct by_room *r, const struct by_id *person)
{
    return by_member_seats(r, by_member_of(r, person));
}

char *by_room_tell(const struct by_room *r, uint64_t number, const struct by_id *person, bool now, enum by_seeing how)
{
    const struct told *t = &r->told[number - 1];
    int member = by_member_of(r, person);
    uint32_t then = 0;
    struct sights s;
    char *line;

    for (int i = 0; i < BY_SEATS && member >= 0; i++)
        then |= (uint32_t)(r->sitting[t->sitting].person[i] == member) << i;
    if (then == 0)
        then = (uint32_t)1 << WATCHER;
    if (!now)
        return by_told_line(t, then, NULL, 0, 0, how);
    s = sights_of(r, by_member_seats(r, member), how == BY_SEE_JSON);
    line = by_told_line(t, then, s.at, s.n, actors_of(r), how);
    sights_free(&s);
    return line;
}

void by_room_look(const struct by_room *r, const struct by_id *person, struct by_out *to)
{
    struct sights s = sights_of(r, by_room_seats_of(r, person), true);

    by_told_look(s.at, s.n, to);
    sights_free(&s);
}

/* ---- The table ------------------------------------------------------------------------------ */

static void seat_card(const struct by_room *r, int seat, int member, int64_t now, struct by_card_seat *out)
{
    const struct seat *s = &r->seat[seat];
    bool bot = s->kind == SEAT_BOT, person = s->kind == SEAT_PERSON;

    out->name = s->name;
    out->kind = (enum by_card_kind)s->kind;
    out->level = bot ? s->level : NULL;
    out->you = member >= 0 && s->person == member;
    out->here = bot || (person && by_person_at(r, seat)->here);
    out->away = s->away != HERE;
    out->ready = s->ready;
    out->again = s->again;
    out->host = person && s->person == r->owner;
    out->bots = s->bots;
    out->takes = -1;
    if (r->phase == PLAY && r->game.state.now.turn == seat && by_away_at(r) != NEVER)
        out->takes = by_away_at(r) > now ? by_away_at(r) - now : 0;
    out->left = person && r->match > 0 ? s->left : -1;
    if (out->left >= 0 && seat == r->running && now > r->runs_from)
        out->left = out->left > now - r->runs_from ? out->left - (now - r->runs_from) : 0;
}

/* Returns whether the table is waiting for one of these seats. */
static bool waits_for(const struct by_room *r, int member)
{
    for (int i = 0; i < by_players(r); i++) {
        const struct seat *s = &r->seat[i];

        if (member < 0 || s->person != member)
            continue;
        if (s->away != HERE || (r->phase == PLAY && r->game.state.now.turn == i) || (r->phase == ROUND && !s->ready))
            return true;
    }
    return false;
}

_Static_assert((int)SEAT_BOT == BY_CARD_BOT && (int)CLOSED == BY_CARD_CLOSED, "a card has the room's words");

void by_room_card(const struct by_room *r, const struct by_id *person, int64_t now, struct by_card *out)
{
    int member = by_member_of(r, person);

    *out = (struct by_card){ .id = r->id,
                             .tournament = r->cup ? &r->member[r->owner].id : NULL,
                             .held = r->duplicate != 0 && r->phase == OVER && !r->published,
                             .rules = r->rules_text,
                             .phase = (enum by_card_phase)r->phase,
                             .clock = r->clock_text,
                             .match = r->match,
                             .players = by_players(r),
                             .grace = r->grace,
                             .watchers = r->watchers,
                             .running = r->running,
                             .clocked = r->clock != CLOCK_NONE,
                             .is_public = r->is_public,
                             .watch = r->watch || r->published,
                             .practice = r->practice,
                             .rated = r->rated,
                             .shared = r->shared,
                             .quick = r->quick > 0,
                             .wait = -1,
                             .span = -1,
                             .host = member >= 0 && member == r->owner,
                             .undo = by_room_may_undo(r, person),
                             .turn = waits_for(r, member) };
    if (r->wait_until != NEVER) {
        out->wait = r->wait_until > now ? r->wait_until - now : 0;
        out->span = r->wait_until - r->wait_from;
    }
    if (r->halted || r->paused[0] != '\0')
        out->paused = r->halted ? "server" : r->paused;
    for (int i = 0; i < r->members; i++)
        out->watchers += r->member[i].here && by_member_seats(r, i) == 0;
    for (int i = 0; i < out->players; i++) {
        out->open += r->seat[i].kind == SEAT_OPEN;
        seat_card(r, i, member, now, &out->seat[i]);
    }
}

int by_room_entries(const struct by_room_host *host) { return BY_ROOM_VERSION + host->newer; }

/* ---- Facts ---------------------------------------------------------------------------------- */

void by_room_facts(const struct by_room *r, struct by_room_facts *out)
{
    *out = (struct by_room_facts){ .entries = r->entries,
                                   .now = r->now,
                                   .players = by_players(r),
                                   .watching = r->watch || r->published,
                                   .cup = r->cup,
                                   .shuffling = r->duplicate != 0 && r->phase == SHUFFLE,
                                   .is_public = r->is_public,
                                   .rated = r->rated,
                                   .waiting = r->phase == WAITING,
                                   .playing = r->phase == SHUFFLE || r->phase == PLAY || r->phase == ROUND,
                                   .over = r->phase == OVER,
                                   .closed = r->phase == CLOSED,
                                   .matches = r->records_n,
                                   .game = r->rules.game,
                                   .changes = r->changes,
                                   .seatings = r->seatings,
                                   .needs = r->needs };
    for (int i = 0; i < by_players(r); i++)
        out->people += r->seat[i].kind == SEAT_PERSON;
}

bool by_room_may_undo(const struct by_room *r, const struct by_id *person)
{
    int member = by_member_of(r, person);

    return r->practice && member >= 0 && by_member_seats(r, member) != 0 && by_last_choice(r) > 0;
}

bool by_room_may_watch(const struct by_room *r, const struct by_id *person)
{
    int member = by_member_of(r, person);
    bool open = false;

    for (int i = 0; i < by_players(r); i++)
        open = open || r->seat[i].kind == SEAT_OPEN;
    return r->watch || r->published || (member >= 0 && (member == r->owner || by_member_seats(r, member) != 0))
        || (open && (r->phase == WAITING || r->phase == OVER)); /* someone looking for a seat may look at the table */
}

bool by_room_person(const struct by_room *r, int seat, struct by_id *out)
{
    uint16_t person = NOBODY;

    if (seat < 0 || r->entries == 0 || seat >= by_players(r))
        return false;
    person = r->seat[seat].person;
    for (int i = r->sittings - 1; i >= 0 && person == NOBODY; i--)
        person = r->sitting[i].person[seat];
    if (person == NOBODY)
        return false;
    *out = r->member[person].id;
    return true;
}

bool by_room_host_of(const struct by_room *r, struct by_id *out)
{
    if (r->entries == 0 || r->cup || r->owner == NOBODY)
        return false;
    *out = r->member[r->owner].id;
    return true;
}

const struct by_id *by_room_persons(const struct by_room *r, int *n)
{
    *n = r->persons_n;
    return r->persons;
}

/* Also asks the bots again, since the entry that could not be stored may have been a bot's move. */
void by_room_end(struct by_room *r) { r->ending = true; }

void by_room_halt(struct by_room *r, bool on)
{
    r->changes += r->halted != on;
    r->halted = on;
    r->asked = 0;
}
