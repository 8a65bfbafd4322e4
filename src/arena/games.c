/* SPDX-License-Identifier: MIT */
/* games.c: plays one pairing on one deal: the same tiles with the seats swapped or rotated. */
#include <stdlib.h>
#include <string.h>

#include "games.h"
#include "records.h"
#include "util/chance.h"
#include "util/memory.h"
#include "wire/grow.h"

#define MOST_ROUNDS 10000 /* number of rounds after which a match is decided by its current score */

struct by_floor {
    const struct by_arena *a;
    struct by_table table;
    struct by_heard *heard; /* the history, with room for as many entries as the table's log */
    uint32_t room;
    struct by_view view;
    void *memory; /* BY_BOT_MEMORY */
    const struct by_bot *stand_in;
    struct by_records *records; /* NULL if no records are written */
    int errors[BY_ENTRANTS];    /* program errors reported so far */
    /* records of the current item */
    struct by_result_of_item *out;
    struct by_seed seed;
    int64_t deal;
    uint8_t who[2];         /* the entrant of each side */
    uint8_t side[BY_SEATS]; /* the side of each seat in this game */
    struct by_rng rng[BY_SEATS];
    struct by_guest *guest[BY_ENTRANTS][BY_SEATS]; /* running programs, or NULL */
    bool stands_in[BY_SEATS];                      /* whether `random` plays this seat because the program died */
    bool guests;                                   /* whether external programs play in this game and must be sent its
                                                    * events */
    uint8_t lead;                                  /* the seat that led the first round */
    int64_t left, pips;                            /* Castle Rock: totals over the rounds of this match */
    struct {
        int64_t asked, timed, ns;
    } pace[BY_ENTRANTS];
};

static const struct by_entrant *entrant_of(const struct by_floor *f, int seat)
{
    return &f->a->entrant[f->who[f->side[seat]]];
}

static struct by_arena_tally *tally_of(struct by_floor *f, int seat) { return &f->out->tally[f->side[seat]]; }

/* Returns the seed of a deal. */
static struct by_seed deal_seed(const struct by_seed *run, int64_t deal)
{
    struct by_seed seed;
    struct by_rng r;

    by_rng_from(&r, run, (uint32_t)deal);
    for (int i = 0; i < 32; i++)
        seed.bytes[i] = (uint8_t)(r.s[i / 8] >> (i % 8 * 8));
    return seed;
}

struct by_floor *by_floor_new(const struct by_arena *a)
{
    struct by_floor *f = by_sure(calloc(1, sizeof *f));

    f->a = a;
    f->memory = by_sure(calloc(1, BY_BOT_MEMORY));
    f->stand_in = by_bot_find(true, "random");
    f->records = a->record[0] != '\0' ? by_records_new(a) : NULL;
    return f;
}

void by_floor_free(struct by_floor *f)
{
    if (f == NULL)
        return;
    for (int i = 0; i < BY_ENTRANTS; i++)
        for (int k = 0; k < BY_SEATS; k++)
            by_guest_free(f->guest[i][k]);
    by_records_free(f->records);
    by_table_clear(&f->table);
    free(f->heard);
    free(f->memory);
    free(f);
}

static void end_run(struct by_floor *f, enum by_arena_end why)
{
    *f->a->end = why;
    by_stop_set(f->a->stop);
}

/* ---- Decisions ---------------------------------------------------------------------------- */

/* Reading the clock takes as long as a simple bot's move, so only one in sixteen of a fast bot's decisions is timed. */
static bool worth_timing(const struct by_floor *f, int who)
{
    return f->pace[who].timed < 64 || f->pace[who].ns > f->pace[who].timed * 5000 || f->pace[who].asked % 16 == 0;
}

static void note_time(struct by_floor *f, int seat, int64_t ns)
{
    struct by_arena_tally *t = tally_of(f, seat);
    int who = f->who[f->side[seat]];
    uint32_t ms = f->a->entrant[who].ms;

    f->pace[who].timed++;
    f->pace[who].ns += ns;
    t->timed++;
    t->ns += ns;
    t->most_ns = ns > t->most_ns ? ns : t->most_ns;
    t->over += ms != 0 && ns > (int64_t)ms * 1100000;
}

static int ask_bot(struct by_floor *f, int seat, const by_move *list, int n)
{
    const struct by_entrant *e = entrant_of(f, seat);
    const struct by_bot *bot = f->stands_in[seat] ? f->stand_in : e->bot;
    struct by_question q = { .moves = list,
                             .n = n,
                             .rng = &f->rng[seat],
                             .memory = f->memory,
                             .size = BY_BOT_MEMORY,
                             .count = e->count,
                             .ms = e->ms,
                             .clock = e->ms != 0 ? by_cpu_ns : NULL,
                             .stop = f->a->stop };
    struct by_past past;
    int64_t start = 0;
    bool timed = false;
    int at;

    if (n == 1)
        return 0;
    if (!f->stands_in[seat]) {
        tally_of(f, seat)->asked++;
        timed = worth_timing(f, f->who[f->side[seat]]);
        f->pace[f->who[f->side[seat]]].asked++;
    }
    if (e->looks) {
        by_table_view(&f->table, bot->peeks ? BY_REFEREE : seat, &f->view);
        q.view = &f->view;
    }
    if (e->listens) {
        if (f->room < f->table.room) {
            f->room = f->table.room;
            f->heard = by_sure(realloc(f->heard, f->room * sizeof *f->heard));
        }
        by_table_past(&f->table, f->heard, &past);
        q.past = &past;
    }
    if (timed)
        start = by_cpu_ns();
    at = bot->choose(&q);
    if (timed)
        note_time(f, seat, by_cpu_ns() - start);
    BY_ASSERT(at >= 0 && at < n);
    return at;
}

/* Returns the index of the program's move, or n if it declines (only if `may_decline` is set). */
static int ask_guest(struct by_floor *f, int seat, const by_move *list, int n, bool may_decline)
{
    struct by_guest *g = f->guest[f->who[f->side[seat]]][seat];
    struct by_arena_tally *t = tally_of(f, seat);
    struct by_asked asked = { .moves = list, .n = n, .view = &f->view, .may_decline = may_decline };
    struct by_answered answer;

    by_table_view(&f->table, seat, &f->view);
    by_guest_ask(g, &asked, &answer);
    t->asked++;
    note_time(f, seat, answer.ns);
    if (answer.slip != BY_SLIPS)
        t->slips[answer.slip]++;
    if (by_guest_unstarted(g) && !by_stop_is_set(f->a->stop))
        end_run(f, BY_END_UNSTARTED);
    if (by_guest_dead(g)) {
        f->stands_in[seat] = true;
        t->stood_in++;
    }
    return answer.at;
}

static int decide(struct by_floor *f, int seat, const by_move *list, int n, bool may_decline)
{
    if (entrant_of(f, seat)->bot == NULL && !f->stands_in[seat])
        return ask_guest(f, seat, list, n, may_decline);
    return ask_bot(f, seat, list, n);
}

/* ---- A game ------------------------------------------------------------------------------- */

static void tell_guests(struct by_floor *f, const struct by_events *ev)
{
    struct by_view v;

    for (int seat = 0; f->guests && seat < f->table.state.players; seat++) {
        if (entrant_of(f, seat)->bot != NULL || f->stands_in[seat])
            continue;
        by_table_view(&f->table, seat, &v);
        by_guest_tell(f->guest[f->who[f->side[seat]]][seat], &v, ev);
    }
}

static void deal(struct by_floor *f)
{
    struct by_state *s = &f->table.state;
    struct by_events ev;
    int lead = -1;
    by_err err;

    if (f->a->unit == BY_UNIT_ROUND && by_lead_rule(s) == BY_LEAD_SEAT && by_lead_taken(s))
        lead = (int)(f->deal % s->players);
    err = by_table_deal_seeded(&f->table, &f->seed, lead, &ev);
    BY_ASSERT(err == BY_OK);
    if (s->round == 1)
        f->lead = s->lead;
    by_records_deal(f->records, lead);
    tell_guests(f, &ev);
}

static void play(struct by_floor *f, int seat, by_move m)
{
    struct by_events ev;
    by_err err;

    by_table_grow(&f->table, false);
    err = by_table_play(&f->table, seat, m, &ev);
    BY_ASSERT(err == BY_OK);
    tally_of(f, seat)->moves++;
    by_records_play(f->records, seat, m);
    if (by_families[f->table.state.family]->solitaire && f->table.state.end != BY_NOT_ENDED) {
        f->left += f->table.state.now.laid;
        f->pips += f->table.state.gain[0];
    }
    if (f->guests)
        tell_guests(f, &ev);
}

/* Plays the match, or a single round if rounds are the unit. Returns false if the run is stopped. */
static bool play_out(struct by_floor *f)
{
    const struct by_state *s = &f->table.state;
    by_move list[BY_MOVES];

    while (s->now.phase != BY_GAME_OVER) {
        struct by_next next = by_table_next(&f->table);
        int n, at;

        if (by_stop_is_set(f->a->stop))
            return false;
        if (next.seat == BY_NO_SEAT) {
            if (s->round > 0 && (f->a->unit == BY_UNIT_ROUND || s->round >= MOST_ROUNDS))
                break;
            deal(f);
            continue;
        }
        n = by_moves(s, next.seat, list);
        at = decide(f, next.seat, list, n, next.kind == BY_NEXT_CALL);
        if (by_stop_is_set(f->a->stop)) /* the bot's search may have been cut short */
            return false;
        if (at < n)
            play(f, next.seat, list[at]);
        else
            by_table_let_go(&f->table, next.seat);
    }
    return true;
}

/* Seats the bots. External programs join before a game and leave after it. */
static void seat_bots(struct by_floor *f)
{
    const char *names[BY_SEATS];

    f->guests = false;
    for (int seat = 0; seat < f->table.state.players; seat++) {
        const struct by_entrant *e = entrant_of(f, seat);
        struct by_guest **g = &f->guest[f->who[f->side[seat]]][seat];

        names[seat] = e->name;
        f->stands_in[seat] = false;
        tally_of(f, seat)->seats++;
        if (e->bot != NULL)
            continue;
        f->guests = true;
        if (*g == NULL)
            *g = by_guest_new(&(struct by_guest_setup){ .name = e->name,
                                                        .command = e->command,
                                                        .ms = e->ms != 0 ? e->ms : f->a->limit,
                                                        .grace = f->a->grace,
                                                        .start_ms = f->a->start,
                                                        .stop = &f->a->stop->set,
                                                        .wire = f->a->wire,
                                                        .errors = &f->errors[f->who[f->side[seat]]] });
        by_guest_game(*g, &f->a->rules, seat);
    }
    by_records_begin(f->records, names, &f->seed);
}

static void unseat_guests(struct by_floor *f)
{
    for (int seat = 0; f->guests && seat < f->table.state.players; seat++) {
        struct by_guest **g = &f->guest[f->who[f->side[seat]]][seat];

        if (entrant_of(f, seat)->bot != NULL || (entrant_of(f, seat)->stays && !by_guest_dead(*g)))
            continue;
        by_guest_free(*g);
        *g = NULL;
    }
}

/* Plays one game with the seats assigned in `side`. Returns false if the run is stopped. */
static bool play_game(struct by_floor *f)
{
    int players = f->a->rules.opt[BY_PLAYERS];
    bool whole;

    by_table_init(&f->table, &f->a->rules, f->table.log, f->table.room);
    for (int seat = 0; seat < players; seat++)
        by_rng_from(&f->rng[seat], &f->seed, (uint32_t)seat + 1);
    f->left = f->pips = 0;
    seat_bots(f);
    whole = play_out(f);
    unseat_guests(f);
    return whole;
}

/* ---- Judging ------------------------------------------------------------------------------ */

/* Returns a seat's result against another seat: 2, 1 or 0. A winner beats a non-winner; between equals, the score
 * decides. */
static int compare(const struct by_floor *f, int seat, int other)
{
    const struct by_state *s = &f->table.state;
    uint32_t winners = f->a->unit == BY_UNIT_MATCH ? by_winners(s) : 0;
    int mine = winners >> seat & 1, theirs = winners >> other & 1;
    int32_t more = s->score[seat] - s->score[other];

    if (mine == theirs) {
        if (winners != 0 && mine != 0)
            return 1;
        mine = by_families[s->family]->low_wins ? more < 0 : more > 0;
        theirs = more != 0 && mine == 0;
    }
    return 1 + mine - theirs;
}

static void judge(struct by_floor *f)
{
    const struct by_state *s = &f->table.state;
    struct by_result_of_item *out = f->out;
    bool two_sides = f->a->of == 4;
    int score = 0, one = 0, other = 0;

    while (f->side[one] != 0)
        one++;
    for (int seat = 0; seat < s->players; seat++) {
        out->points[f->side[seat]] += s->score[seat];
        if (f->side[seat] == 0)
            continue;
        other = seat;
        score += two_sides ? 0 : compare(f, one, seat);
    }
    if (two_sides)
        score = compare(f, one, other);
    out->score += score;
    out->won += two_sides ? score == 2 : 0;
    out->tied += two_sides ? score == 1 : 0;
    out->games++;
    out->rounds += s->round;
}

/* ---- Castle Rock -------------------------------------------------------------------------- */

/* Has each bot play the same deal alone. The bot that clears more rounds wins; ties are broken by fewer tiles left,
 * then by fewer pips. */
static bool play_castle(struct by_floor *f)
{
    const struct by_state *s = &f->table.state;
    struct by_result_of_item *out = f->out;

    for (int k = 0; k < (f->who[1] == BY_NOBODY ? 1 : 2); k++) {
        f->side[0] = (uint8_t)k;
        if (!play_game(f))
            return false;
        out->cleared[k] = s->cleared;
        out->left[k] = f->left;
        out->points[k] = f->pips;
        out->rounds += s->round;
        out->games++;
    }
    if (f->who[1] != BY_NOBODY) {
        int64_t better = out->cleared[0] - out->cleared[1];

        better = better != 0 ? better : out->left[1] - out->left[0];
        better = better != 0 ? better : out->points[1] - out->points[0];
        out->score = better > 0 ? 2 : better == 0 ? 1 : 0;
        out->won = better > 0;
        out->tied = better == 0;
    }
    return true;
}

/* ---- An item ------------------------------------------------------------------------------ */

/* Seats the bots for game `k`. With two sides, the sides swap seats. A single bot that plays against several others
 * moves to the next seat after each game. */
static void seat_sides(struct by_floor *f, int k)
{
    int players = f->a->rules.opt[BY_PLAYERS];

#ifdef BY_FAULTS
    if (f->a->unswapped)
        k = 0;
#endif
    for (int seat = 0; seat < players; seat++)
        f->side[seat] = f->a->of == 4 ? (uint8_t)((seat + k) % 2) : seat != k;
}

static bool play_item(struct by_floor *f, int64_t item, struct by_result_of_item *out)
{
    const struct by_arena *a = f->a;

    memset(out, 0, sizeof *out);
    out->item = item;
    f->out = out;
    f->deal = item / a->pairings;
    f->seed = deal_seed(&a->seed, f->deal);
    f->who[0] = a->pairing[item % a->pairings].one;
    f->who[1] = a->pairing[item % a->pairings].two;
    if (by_families[by_games[a->rules.game]->family]->solitaire)
        return play_castle(f);
    for (int k = 0; k < a->sides; k++) {
        int64_t before = out->score;

        seat_sides(f, k);
        if (!play_game(f))
            return false;
        judge(f);
        if (f->side[f->lead] == 0) {
            out->led++;
            out->led_score += out->score - before;
        }
    }
    return true;
}

bool by_item_play(struct by_floor *f, int64_t item, struct by_result_of_item *out)
{
    by_records_clear(f->records);
    if (!play_item(f, item, out))
        return false;
    if (by_records_write(f->records, item))
        return true;
    end_run(f, BY_END_RECORD);
    return false;
}
