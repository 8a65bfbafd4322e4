/* SPDX-License-Identifier: MIT */
/* round.c: applies the entries of shuffles and moves. */
#include <stdio.h>
#include <stdlib.h>

#include "boneyard/text.h"
#include "inside.h"
#include "util/crypto.h"
#include "util/memory.h"
#include "wire/grow.h"
#include "wire/events.h"

static bool bytes_of(const by_json *e, const char *key, void *out, size_t n)
{
    const char *text = by_json_text(by_json_get(e, key));

    return text != NULL && by_unbase64(text, out, n);
}

static bool this_deal(const struct by_room *r, const by_json *e)
{
    int64_t deal;

    return by_json_number(by_json_get(e, "deal"), &deal) && deal == (int64_t)r->deals;
}

/* ---- The shuffle ---------------------------------------------------------------------------- */

/* Marks the match as lost: without the key, the rest of the match cannot be recovered. */
static void lose_match(struct by_room *r)
{
    by_table_init(&r->game, &r->rules, r->game.log, r->game.room);
    r->lost = true;
    r->phase = WAITING;
    r->paused[0] = '\0';
    for (int i = 0; i < BY_SEATS; i++)
        r->seat[i].away = HERE;
    free(r->record.at);
    r->record = (struct by_out){ 0 };
}

static void tell_commit(const struct by_room *r, const struct by_hash *commit, struct told *t)
{
    struct by_out fair = { 0 };

    by_fair_tell_deal(&fair, r->deals);
    if (r->duplicate != 0) {
        by_out_key_base64(&fair, "tournament", r->member[r->owner].id.bytes, sizeof r->member[r->owner].id.bytes);
        by_out_key_int(&fair, "round", r->duplicate);
    }
    by_out_key_base64(&fair, "commit", commit->bytes, sizeof commit->bytes);
    t->fair = by_out_end(&fair);
}

/* Opens a sealed secret with the host's key or an earlier one. */
static bool unseal(const struct by_room_host *host, const uint8_t *sealed, size_t n, void *secret)
{
    bool fine = by_unseal(host->seal, sealed, n, secret);

    for (int i = 0; i < host->former_n && !fine; i++)
        fine = by_unseal(host->former[i], sealed, n, secret);
    return fine;
}

by_err by_apply_commit(struct by_room *r, const by_json *e, struct told *t, struct by_fault *f)
{
    uint8_t sealed[BY_FAIR_SECRET + BY_SEAL_MORE];
    struct by_shuffle s = { .table = r->id, .deal = r->deals + 1, .before = r->transcript };
    struct by_hash commit;
    int64_t deal;

    if ((r->phase != SHUFFLE || r->step != STEP_WANTED) && r->phase != ROUND && !r->lost)
        return by_wrong(f, "no shuffle is due");
    if (!by_json_number(by_json_get(e, "deal"), &deal) || deal < (int64_t)s.deal
        || (deal > (int64_t)s.deal && r->duplicate == 0) || !bytes_of(e, "commit", commit.bytes, sizeof commit)
        || !bytes_of(e, "kept", sealed, sizeof sealed))
        return by_wrong(f, "commit requires the shuffle's number, commit and kept");
    s.deal = (uint64_t)deal;
    if (r->lost || !unseal(&r->host, sealed, sizeof sealed, s.secret)) {
        lose_match(r);
        r->deals = s.deal;
        tell_commit(r, &commit, t);
        return BY_OK;
    }
    memcpy(s.rules, r->rules_text, sizeof s.rules);
    if (r->duplicate != 0)
        by_duplicate_commits(r, &s);
    else
        by_fair_commit(&s);
    if (!by_same_bytes(&s.commit, &commit, sizeof commit)) {
        by_forget(&s, sizeof s);
        return by_wrong(f, "the commitment does not match its secret");
    }
    if (r->phase == ROUND)
        r->aborted_n = 0;
    r->shuffle = s;
    r->deals = s.deal;
    r->waited = false;
    r->committed = r->entries + 1;
    r->phase = SHUFFLE;
    r->step = STEP_COMMITTED;
    r->step_at = r->now;
    for (int i = 0; i < BY_SEATS; i++)
        r->seat[i].hashed = r->seat[i].revealed = r->seat[i].ready = false;
    tell_commit(r, &commit, t);
    by_forget(&s, sizeof s);
    return BY_OK;
}

by_err by_apply_hash(struct by_room *r, const by_json *e, struct told *t, struct by_fault *f)
{
    struct by_hash hash = { { 0 } };
    int seat;

    (void)t;
    if (r->phase != SHUFFLE || r->step != STEP_COMMITTED || !this_deal(r, e) || !by_entry_who(e, r, &seat)
        || !bytes_of(e, "hash", hash.bytes, sizeof hash) || r->seat[seat].hashed || r->seat[seat].kind != SEAT_PERSON)
        return by_wrong(f, "unexpected commitment");
    r->seat[seat].hash = hash;
    r->seat[seat].hashed = true;
    return BY_OK;
}

/* Returns whether the entry's hashes match those computed from earlier entries. */
static bool hashes_are(const struct by_room *r, const by_json *list)
{
    size_t at = 0;

    for (int i = 0; i < by_players(r); i++) {
        const by_json *one = by_json_at(list, at);
        char text[64];
        int64_t seat;

        if (!r->seat[i].hashed)
            continue;
        by_base64(r->seat[i].hash.bytes, sizeof r->seat[i].hash.bytes, text);
        if (by_json_count(one) != 2 || !by_json_number(by_json_at(one, 0), &seat) || seat != i
            || by_json_text(by_json_at(one, 1)) == NULL || strcmp(by_json_text(by_json_at(one, 1)), text) != 0)
            return false;
        at++;
    }
    return by_json_is_array(list) && by_json_count(list) == at;
}

by_err by_apply_hashes(struct by_room *r, const by_json *e, struct told *t, struct by_fault *f)
{
    const by_json *list = by_json_get(e, "hashes");
    struct by_out fair = { 0 };

    if (r->phase != SHUFFLE || r->step != STEP_COMMITTED || !this_deal(r, e)
        || (r->duplicate == 0 && !hashes_are(r, list)))
        return by_wrong(f, "the hashes do not match the commitments received");
    if (r->duplicate != 0 && by_duplicate_hashes(r, e, t, f) != BY_OK)
        return BY_E_RECORD;
    r->step = STEP_FIXED;
    r->step_at = r->now;
    if (r->duplicate != 0)
        return BY_OK;
    by_fair_tell_deal(&fair, r->deals);
    by_fair_tell_json(&fair, "hashes", list);
    t->fair = by_out_end(&fair);
    return BY_OK;
}

by_err by_apply_reveal(struct by_room *r, const by_json *e, struct told *t, struct by_fault *f)
{
    uint8_t share[BY_FAIR_SHARE];
    struct by_hash hash;
    struct by_out fair = { 0 };
    struct seat *s;
    int seat;

    if (r->phase != SHUFFLE || r->step != STEP_FIXED || !this_deal(r, e) || !by_entry_who(e, r, &seat)
        || !bytes_of(e, "share", share, sizeof share))
        return by_wrong(f, "unexpected share");
    s = &r->seat[seat];
    by_fair_hash(&r->shuffle, seat, share, &hash);
    if (!s->hashed || s->revealed || !by_same_bytes(&hash, &s->hash, sizeof hash))
        return by_wrong(f, "a share does not match its commitment");
    memcpy(s->share, share, sizeof share);
    s->revealed = true;
    by_fair_tell_deal(&fair, r->deals);
    by_out_key_int(&fair, "seat", seat);
    by_out_key_base64(&fair, "share", share, sizeof share);
    t->fair = by_out_end(&fair);
    return BY_OK;
}

/* Restores the state before the deal. */
static void undeal(struct by_room *r)
{
    struct by_step *log = r->game.log;
    uint32_t room = r->game.room;

    r->game = *r->undealt;
    r->game.log = log;
    r->game.room = room;
    r->record.n = r->undealt_record;
}

bool by_shuffle_open(const struct by_room *r)
{
    return r->phase == PLAY || (r->phase == SHUFFLE && r->step != STEP_WANTED);
}

by_err by_apply_abort(struct by_room *r, const by_json *e, struct told *t, struct by_fault *f)
{
    const by_json *seats = by_json_get(e, "seats");
    struct by_aborted a = { r->deals, 0 };
    struct by_out fair = { 0 };
    bool whole = by_json_count(seats) == 0; /* the server has abandoned the round, which may already have been dealt */
    int64_t n;

    if (!this_deal(r, e) || !by_json_is_array(seats)
        || (whole ? !by_shuffle_open(r) : r->phase != SHUFFLE || r->step != STEP_FIXED))
        return by_wrong(f, "no shuffle can be abandoned now");
    for (size_t i = 0; i < by_json_count(seats); i++) {
        if (!by_json_number(by_json_at(seats, i), &n) || n < 0 || n >= by_players(r) || !r->seat[n].hashed
            || r->seat[n].revealed)
            return by_wrong(f, "a shuffle is abandoned only for seats that have not revealed");
        a.seats |= (uint32_t)1 << n;
    }
    for (int i = 0; i < by_players(r); i++)
        if ((a.seats >> i & 1) != 0 && by_person_at(r, i) != NULL)
            by_person_at(r, i)->aborts++;
    r->aborted = by_sure(realloc(r->aborted, ((size_t)r->aborted_n + 1) * sizeof a));
    r->aborted[r->aborted_n++] = a;
    if (r->phase == PLAY)
        undeal(r);
    r->phase = SHUFFLE;
    r->transcript = r->shuffle.before;
    by_fair_gave_up(&r->transcript, &a);
    r->step = STEP_WANTED;
    r->step_at = r->now;
    by_fair_tell_deal(&fair, r->deals);
    by_fair_tell_json(&fair, "seats", seats);
    t->fair = by_out_end(&fair);
    return BY_OK;
}

/* ---- Visible tiles -------------------------------------------------------------------------- */

static struct by_set without(struct by_set a, struct by_set b)
{
    return (struct by_set){ { a.w[0] & ~b.w[0], a.w[1] & ~b.w[1], a.w[2] & ~b.w[2] } };
}

/* Returns the face-up tiles. */
static struct by_set open_tiles(const struct by_state *s)
{
    struct by_set open = { { 0, 0, 0 } };

    if (by_families[s->family]->solitaire) {
        for (int i = 0; i < s->now.laid; i++)
            by_set_add(&open, s->row[i]);
        return open;
    }
    for (int i = 0; i < s->now.laid; i++)
        by_set_add(&open, s->laid[i].tile);
    if (s->centre != BY_NO_TILE)
        by_set_add(&open, s->centre);
    return open;
}

/* Sends the proof of each tile to everyone who can see the tile now but could not before. */
static void open_places(struct by_room *r, struct told *t)
{
    const struct by_state *s = &r->game.state;
    struct by_set open = open_tiles(s), fresh[BY_SEATS + 1] = { { { 0, 0, 0 } } }, all = { { 0, 0, 0 } };
    struct by_set before[BY_SEATS + 1];
    int n;

    memcpy(before, r->seen, sizeof before);
    fresh[WATCHER] = without(open, r->seen[WATCHER]);
    r->seen[WATCHER] = by_set_or(r->seen[WATCHER], open);
    all = fresh[WATCHER];
    for (int i = 0; i < s->players; i++) {
        struct by_set sees = by_set_or(open, s->hand[i]);

        fresh[i] = without(sees, r->seen[i]);
        r->seen[i] = by_set_or(r->seen[i], sees);
        all = by_set_or(all, fresh[i]);
    }
    n = by_set_count(&all);
    t->open = n == 0 ? NULL : by_sure(calloc((size_t)n, sizeof *t->open));
    while (!by_set_empty(&all)) {
        struct opening o = { .tile = by_set_take(&all) };

        o.place = r->place_of[o.tile];
        for (int i = 0; i <= BY_SEATS; i++) {
            o.to |= (uint32_t)by_set_has(&fresh[i], o.tile) << i;
            o.before |= (uint32_t)by_set_has(&before[i], o.tile) << i;
        }
        if (o.place == BY_NO_TILE)
            continue; /* this tile was set aside before the shuffle */
        by_fair_salt(&r->shuffle, r->attempt, o.place, &o.salt);
        t->open[t->opens++] = o;
    }
}

/* Writes the events as one seat may see them. Sets *lack to the number of bytes by which the text of the tiles falls
 * short of the maximum. */
static by_json *heard(const struct by_room *r, const struct by_view *v, const struct by_events *ev, int seat, int *lack)
{
    struct by_events theirs = *ev;

    for (int i = 0; i < ev->n; i++)
        theirs.at[i] = by_hear(ev->at[i], r->game.state.family, seat);
    return by_told_events(v, &theirs, lack);
}

static bool draws(const struct by_events *ev)
{
    for (int i = 0; i < ev->n; i++)
        if (ev->at[i].tiles > 0)
            return true;
    return false;
}

/* Writes the events for everyone and for the drawing seat, and extends the transcript. */
static void tell_events(struct by_room *r, const struct by_events *ev, struct told *t)
{
    int seat = ev->at[0].seat, lack;
    struct by_view v;
    by_json *list;

    by_table_view(&r->game, BY_NO_SEAT, &v);
    list = heard(r, &v, ev, BY_NO_SEAT, &lack);
    t->events = by_json_line(list);
    for (size_t i = 0; i < by_json_count(list); i++)
        by_fair_heard(&r->transcript, by_json_at(list, i));
    by_json_free(list);
    if (ev->at[0].kind != BY_EV_MOVE || seat >= BY_SEATS || !draws(ev))
        return;
    list = heard(r, &v, ev, seat, &t->own_lack);
    t->own = by_json_line(list);
    t->own_seat = (uint8_t)seat;
    by_json_free(list);
    if (strcmp(t->own, t->events) == 0) {
        free(t->own);
        t->own = NULL;
    }
}

/* ---- The deal ------------------------------------------------------------------------------- */

/* Computes the commitment for each position in the list. */
static void tell_places(const struct by_room *r, struct by_out *fair, const by_tile *deck, const uint8_t *list,
                        int tiles)
{
    struct by_hash place[BY_MAX_TILES];

    for (int i = 0; i < tiles; i++) {
        struct by_hash salt;

        by_fair_salt(&r->shuffle, r->attempt, list[i], &salt);
        by_fair_place(&salt, list[i], deck[i], &place[list[i]]);
    }
    by_fair_tell_places(fair, place, tiles);
}

static bool all_revealed(const struct by_room *r)
{
    for (int i = 0; i < by_players(r); i++)
        if (r->seat[i].hashed && !r->seat[i].revealed)
            return false;
    return true;
}

/* Collects the revealed shares and derives the key. */
bool by_shuffle_key(const struct by_room *r, const by_json *others, struct by_shuffle *s)
{
    if (r->duplicate != 0)
        return by_duplicate_key(r, others, s);
    *s = r->shuffle;
    s->shares = 0;
    for (int i = 0; i < by_players(r); i++) {
        struct by_fair_share *one = &s->share[s->shares];

        if (!r->seat[i].revealed)
            continue;
        *one = (struct by_fair_share){ .seat = (uint8_t)i, .hash = r->seat[i].hash };
        memcpy(one->share, r->seat[i].share, sizeof one->share);
        s->shares++;
    }
    by_fair_key(s);
    return true;
}

static void after_deal(struct by_room *r, struct told *t, const by_tile *deck, int tiles)
{
    uint8_t list[BY_MAX_TILES];
    struct by_out fair = { 0 };

    by_fair_list(&r->shuffle, r->attempt, tiles, list);
    memset(r->place_of, BY_NO_TILE, sizeof r->place_of);
    memset(r->seen, 0, sizeof r->seen);
    for (int i = 0; i < tiles; i++)
        r->place_of[deck[i]] = list[i];
    by_fair_tell_deal(&fair, r->deals);
    by_out_key_int(&fair, "attempt", r->attempt);
    by_out_key_bool(&fair, "alone", (r->duplicate != 0 ? r->round->shares : r->shuffle.shares) == 0);
    tell_places(r, &fair, deck, list, tiles);
    t->fair = by_out_end(&fair);
    open_places(r, t);
    by_room_record_round(r);
    r->phase = PLAY;
    r->since = r->now;
    r->laid_by = BY_NO_SEAT;
}

by_err by_apply_deal(struct by_room *r, const by_json *e, struct told *t, struct by_fault *f)
{
    struct by_state s = r->game.state;
    struct by_shuffle sh;
    struct by_events ev;
    by_tile deck[BY_MAX_TILES];
    int64_t attempt, lead;
    uint32_t held;
    int tiles;

    if ((r->phase == ROUND ? r->duplicate == 0 : r->phase != SHUFFLE || r->step != STEP_FIXED || !all_revealed(r))
        || !this_deal(r, e) || !by_json_number(by_json_get(e, "attempt"), &attempt)
        || !by_json_number(by_json_get(e, "lead"), &lead))
        return by_wrong(f, "no deal is possible now");
    if (!by_shuffle_key(r, by_json_get(e, "others"), &sh) || by_fair_deal(&sh, &s, &ev, &held, deck, &tiles) != BY_OK
        || held != attempt || s.lead != lead)
        return by_wrong(f, "the deal does not match its shuffle");
    if (r->undealt == NULL)
        r->undealt = by_sure(malloc(sizeof *r->undealt));
    *r->undealt = r->game;
    r->undealt_record = r->record.n;
    by_duplicate_dealt(r, by_json_get(e, "others"));
    if (by_table_deal(&r->game, deck, tiles, by_lead_taken(&r->game.state) ? s.lead : -1, &ev) != BY_OK)
        return by_wrong(f, "the rules do not allow this deal");
    for (int i = 0; i < BY_SEATS; i++)
        r->seat[i].ready = false;
    r->shuffle = sh;
    r->attempt = held;
    tell_events(r, &ev, t);
    after_deal(r, t, deck, tiles);
    by_forget(&sh, sizeof sh);
    by_forget(&s, sizeof s);
    by_forget(deck, sizeof deck);
    return BY_OK;
}

/* ---- Moves ---------------------------------------------------------------------------------- */

/* Makes room in the log for another move. Earlier rounds are not kept. */
static void more_room(struct by_room *r)
{
    by_table_grow(&r->game, false);
    if (r->more_room < r->game.room) {
        r->more_room = r->game.room;
        r->more = by_sure(realloc(r->more, r->more_room * sizeof *r->more));
    }
}

/* Publishes the secret of a finished round, so that anyone can verify the round. */
static void tell_secret(struct by_room *r, struct told *t)
{
    struct by_out fair = { 0 };

    free(t->open);
    t->open = NULL;
    t->opens = 0;
    by_fair_tell_deal(&fair, r->deals);
    by_out_key_base64(&fair, "secret", r->shuffle.secret, sizeof r->shuffle.secret);
    free(t->fair);
    t->fair = by_out_end(&fair);
}

void by_round_stop(struct by_room *r, struct told *t)
{
    if (r->phase == PLAY && r->duplicate == 0)
        tell_secret(r, t);
}

static void after_play(struct by_room *r, int seat, by_move m, struct told *t)
{
    int phase = r->game.state.now.phase;

    r->since = r->now;
    if (by_move_kind(m) == BY_LAY) {
        r->laid_by = seat;
        r->laid_at = r->now;
    } else if (m == BY_CALL_MOVE) {
        r->laid_by = BY_NO_SEAT;
    }
    if (phase == BY_PLAYING || r->duplicate != 0)
        open_places(r, t);
    if (phase == BY_PLAYING)
        return;
    if (r->duplicate == 0) /* otherwise other tables may still have to play these deals */
        tell_secret(r, t);
    r->phase = phase == BY_GAME_OVER ? OVER : ROUND;
    r->step_at = r->now;
    if (r->phase == OVER) {
        by_room_record_over(r);
        by_result_over(r);
    }
}

by_err by_apply_play(struct by_room *r, const by_json *e, struct told *t, struct by_fault *f)
{
    const char *text = by_json_text(by_json_get(e, "move")), *by = by_json_text(by_json_get(e, "by"));
    struct by_events ev;
    struct more more = { r->transcript, r->record.n };
    int seat;
    by_err err;

    if (r->phase != PLAY || r->paused[0] != '\0' || !by_entry_who(e, r, &seat) || text == NULL || by == NULL)
        return by_wrong(f, "no move is possible now");
    more_room(r);
    err = by_table_play_text(&r->game, seat, text, strlen(text), &ev);
    if (err != BY_OK)
        return by_fail(f, BY_E_RECORD, "the journal is wrong: ", BY_QUOTED, text,
                       " cannot be played: ", by_err_sentence(err), NULL);
    r->more[r->game.moves - 1] = more;
    by_room_record_moves(r, &ev);
    tell_events(r, &ev, t);
    after_play(r, seat, r->game.log[r->game.moves - 1].move, t);
    return BY_OK;
}

by_err by_apply_undo(struct by_room *r, const by_json *e, struct told *t, struct by_fault *f)
{
    int64_t count;

    (void)t;
    if (!r->practice || (r->phase != PLAY && r->phase != ROUND) || !by_json_number(by_json_get(e, "count"), &count)
        || count < 1 || count > r->game.moves)
        return by_wrong(f, "no move can be undone");
    while (count-- > 0)
        by_table_undo(&r->game);
    r->transcript = r->more[r->game.moves].before;
    r->record.n = r->more[r->game.moves].record;
    r->phase = PLAY;
    r->since = r->now;
    r->laid_by = BY_NO_SEAT;
    return BY_OK;
}
