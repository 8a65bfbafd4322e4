/* SPDX-License-Identifier: MIT */
/* player.c: simulated people who sit at tables and play (player.h). */
#include "player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/pack.h"
#include "boneyard/text.h"
#include "util/crypto.h"
#include "util/memory.h"
#include "wire/messages.h"

static uint64_t chance(struct player *p)
{
    p->random ^= p->random << 13;
    p->random ^= p->random >> 7;
    p->random ^= p->random << 17;
    return p->random;
}

/* Sends a request other than a move: nothing waits for the answer. */
static void tell(struct player *p, const char *what, const char *members)
{
    char line[600];

    snprintf(line, sizeof line, "{\"do\":\"%s\",\"key\":\"%d-%u\"%s}", what, (int)(p - p->crowd->all), ++p->keys,
             members);
    peer_say(p->crowd->peers, &p->peer, line);
}

void player_ask(struct player *p, const char *what, const char *members)
{
    snprintf(p->key, sizeof p->key, "%d-%u", (int)(p - p->crowd->all), ++p->keys);
    snprintf(p->asked, sizeof p->asked, "{\"do\":\"%s\",\"key\":\"%s\"%s}", what, p->key, members);
    p->waits = true;
    p->asked_at = peer_now();
    peer_say(p->crowd->peers, &p->peer, p->asked);
}

/* ---- Messages from the server ----------------------------------------------------------------- */

/* "hash,..." or "reveal,..."; if it is sent twice, the second is refused and has no effect. */
static void take_part_again(struct player *p)
{
    char what[12] = "";

    if (sscanf(p->part, "%11[a-z]", what) == 1)
        tell(p, what, p->part + strlen(what));
}

static void take_part(struct player *p, const by_json *fair, const char *what)
{
    struct by_shuffle s = { 0 };
    struct by_hash hash;
    char text[64], members[160];
    int64_t deal = 0;

    by_json_number(by_json_get(fair, "deal"), &deal);
    if (strcmp(what, "commit") == 0) {
        for (int i = 0; i < BY_FAIR_SHARE && p->deal != (uint64_t)deal; i++) /* told again: the same share */
            p->share[i] = (uint8_t)chance(p);
        p->deal = s.deal = (uint64_t)deal;
        if (!by_unbase64(p->table, s.table.bytes, sizeof s.table)
            || !by_unbase64(by_json_text(by_json_get(fair, "commit")), s.commit.bytes, sizeof s.commit))
            return;
        by_fair_hash(&s, p->seat, p->share, &hash);
        by_base64(hash.bytes, sizeof hash, text);
        snprintf(members, sizeof members, ",\"deal\":%lld,\"hash\":\"%s\"", (long long)deal, text);
        snprintf(p->part, sizeof p->part, "hash%s", members);
    } else if ((uint64_t)deal == p->deal) {
        by_base64(p->share, sizeof p->share, text);
        snprintf(members, sizeof members, ",\"deal\":%lld,\"share\":\"%s\"", (long long)deal, text);
        snprintf(p->part, sizeof p->part, "reveal%s", members);
    }
    take_part_again(p);
}

static void look(struct player *p, const by_json *now)
{
    static uint8_t bytes[BY_PACKED];
    const by_json *seats = by_json_get(now, "seats");

    for (size_t i = 0; i < by_json_count(seats); i++) {
        const char *see = by_json_text(by_json_get(by_json_at(seats, i), "see"));
        size_t n = see != NULL ? strlen(see) / 4 * 3 + (strlen(see) % 4 == 0 ? 0 : strlen(see) % 4 - 1) : 0;

        if (n > 0 && n <= sizeof bytes && by_unbase64(see, bytes, n) && by_view_unpack(bytes, n, &p->view))
            p->seen = true;
    }
}

static void hear(struct player *p, const by_json *e, const char *line)
{
    const char *what = by_json_text(by_json_get(e, "what"));
    int64_t n = 0, seat = -1;

    by_json_number(by_json_get(e, "n"), &n);
    by_json_number(by_json_get(e, "seat"), &seat);
    if (what == NULL || (uint64_t)n < p->last)
        return;
    if ((uint64_t)n > p->last + 1) {
        fprintf(stderr, "player: event %lld after %llu at %s\n", (long long)n, (unsigned long long)p->last, p->table);
        abort();
    }
    p->last = (uint64_t)n;
    p->at = peer_now();
    if (by_json_get(e, "now") != NULL) {
        p->seen = false;
        look(p, by_json_get(e, "now"));
    }
    if (p->crowd->calls.event != NULL)
        p->crowd->calls.event(p, (uint64_t)n, what, (int)seat, line);
    if (strcmp(what, "deal") == 0 || strcmp(what, "abort") == 0)
        p->part[0] = '\0';
    if (p->seat >= 0 && (strcmp(what, "commit") == 0 || strcmp(what, "hashes") == 0))
        take_part(p, by_json_get(e, "fair"), what); /* must be last: if this ends the socket, the line is freed */
}

static void answered(struct player *p, const by_json *j)
{
    const char *key = by_json_text(by_json_get(j, "key")), *table = by_json_text(by_json_get(j, "table"));
    const char *code = by_json_text(by_json_get(j, "code"));
    bool ok = by_json_true(by_json_get(j, "ok"));
    int64_t n = 0;

    by_json_number(by_json_get(j, "n"), &n);
    if (!ok)
        p->crowd->errors++;
    if (!p->waits || key == NULL || strcmp(key, p->key) != 0)
        return;
    if (code != NULL && (strcmp(code, "unknown") == 0 || strcmp(code, "not-kept") == 0))
        return; /* asked again later */
    p->waits = false;
    if (ok && table != NULL && strlen(table) < sizeof p->table && p->table[0] == '\0')
        strcpy(p->table, table);
    if (p->crowd->calls.answer != NULL)
        p->crowd->calls.answer(p, ok, code != NULL ? code : "", (uint64_t)n);
}

static void told(struct peer *peer, const char *line, size_t n)
{
    struct player *p = (struct player *)peer;
    struct by_fault f;
    by_json *j;
    const char *is;
    char members[100];

    if (n == 0) {
        tell(p, "hello", ",\"v\":1,\"view\":\"packed\"");
        snprintf(members, sizeof members, ",\"table\":\"%s\",\"from\":%llu", p->table, (unsigned long long)p->last);
        if (p->table[0] != '\0')
            tell(p, "join", members);
        take_part_again(p);
        if (p->waits)
            peer_say(p->crowd->peers, peer, p->asked);
        return;
    }
    j = by_json_read(line, n, &f);
    is = by_json_text(by_json_get(j, "is"));
    if (is != NULL && strcmp(is, "event") == 0)
        hear(p, j, line);
    else if (is != NULL && strcmp(is, "reply") == 0)
        answered(p, j);
    by_json_free(j);
}

static void ended(struct peer *peer)
{
    struct player *p = (struct player *)peer;

    p->breaks++;
    p->seen = false;
}

/* ---- The crowd -------------------------------------------------------------------------------- */

enum { AN_ADDRESS = 16 }; /* people per address, since the server's limits apply to addresses */

struct crowd *crowd_new(int port, int players, const struct crowd_calls *calls)
{
    struct crowd *c = by_sure(calloc(1, sizeof *c));

    c->peers = peers_new(port, told, ended);
    c->port = port;
    c->all = by_sure(calloc((size_t)players, sizeof *c->all));
    c->n = players;
    c->calls = calls != NULL ? *calls : (struct crowd_calls){ 0 };
    for (int i = 0; i < players; i++) {
        c->all[i].crowd = c;
        c->all[i].peer.from = 0x7f010000u + (uint32_t)(i / AN_ADDRESS / 250 << 8 | (i / AN_ADDRESS % 250 + 1));
        c->all[i].seat = -1;
        c->all[i].random = 0x9e3779b97f4a7c15u * (uint64_t)(i + 1);
    }
    return c;
}

void crowd_free(struct crowd *c)
{
    for (int i = 0; i < c->n; i++)
        peer_close(c->peers, &c->all[i].peer);
    peers_free(c->peers);
    free(c->all);
    free(c);
}

enum { LOOK_MS = 100, AGAIN_SECONDS = 5, AT_ONCE = 100 };

void crowd_wait(struct crowd *c, int ms)
{
    double now;
    int opened = 0;

    peers_wait(c->peers, ms);
    now = peer_now();
    if (now < c->looked + LOOK_MS / 1000.0)
        return;
    c->looked = now;
    for (int i = 0; i < c->n && opened < AT_ONCE; i++) {
        struct player *p = &c->all[i];

        if (p->peer.state == PEER_CLOSED && p->peer.token[0] != '\0') {
            peer_open(c->peers, &p->peer);
            opened++;
        } else if (p->waits && p->peer.state == PEER_OPEN && now > p->asked_at + AGAIN_SECONDS) {
            p->asked_at = now;
            peer_say(c->peers, &p->peer, p->asked);
        }
    }
}

bool crowd_enter(struct crowd *c, double seconds)
{
    double until = peer_now() + seconds;
    bool all = true;

    for (int i = 0; i < c->n; i++) {
        if (!peer_be(c->peers, &c->all[i].peer) || !peer_open(c->peers, &c->all[i].peer))
            return false;
        if (i % 16 == 0)
            peers_wait(c->peers, 0);
    }
    do {
        crowd_wait(c, 10);
        all = true;
        for (int i = 0; i < c->n; i++)
            all = all && c->all[i].peer.state == PEER_OPEN;
    } while (!all && peer_now() < until);
    return all;
}

static bool answered_all(struct crowd *c, int first, int n, double until)
{
    bool all;

    do {
        crowd_wait(c, 10);
        all = true;
        for (int i = first; i < first + n; i++)
            all = all && !c->all[i].waits;
    } while (!all && peer_now() < until);
    return all;
}

static void ask_make(struct player *host, const char *rules, const char *more)
{
    char members[400];

    snprintf(members, sizeof members, ",\"rules\":\"%s\"%s", rules, more);
    player_ask(host, "make", members);
}

static void ask_join(struct player *p, const char *table)
{
    char members[100];

    if (p->table[0] == '\0')
        memcpy(p->table, table, sizeof p->table);
    snprintf(members, sizeof members, ",\"table\":\"%s\",\"from\":0", p->table);
    player_ask(p, "join", members);
}

static void ask_sit(struct player *p, int seat, int seats)
{
    char members[100];

    snprintf(members, sizeof members, ",\"seat\":%d,\"name\":\"P%d\"", seat, (int)(p - p->crowd->all));
    p->seat = seat;
    p->players = seats;
    player_ask(p, "sit", members);
}

/* `tables` of them, from player `first` on: all request each step, and then wait for it. */
static bool make_tables(struct crowd *c, int first, int tables, int seats, const char *rules, const char *more,
                        double until)
{
    int n = tables * seats;

    for (int i = 0; i < n; i += seats)
        ask_make(&c->all[first + i], rules, more);
    if (!answered_all(c, first, n, until))
        return false;
    for (int i = 0; i < n; i++) {
        const struct player *host = &c->all[first + i / seats * seats];

        if (host->table[0] == '\0')
            return false;
        ask_join(&c->all[first + i], host->table);
    }
    if (!answered_all(c, first, n, until))
        return false;
    for (int i = 0; i < n; i++)
        ask_sit(&c->all[first + i], i % seats, seats);
    if (!answered_all(c, first, n, until))
        return false;
    for (int i = 0; i < n; i += seats)
        player_ask(&c->all[first + i], "start", "");
    return answered_all(c, first, n, until);
}

bool crowd_table(struct crowd *c, int first, int seats, const char *rules, const char *more, double seconds)
{
    return make_tables(c, first, 1, seats, rules, more, peer_now() + seconds);
}

bool crowd_tables(struct crowd *c, int tables, int seats, const char *rules, const char *more, double seconds)
{
    enum { BLOCK = 100 };
    double until = peer_now() + seconds;
    bool fine = true;

    for (int i = 0; fine && i < tables; i += BLOCK)
        fine = make_tables(c, i * seats, tables - i < BLOCK ? tables - i : BLOCK, seats, rules, more, until);
    return fine;
}

static int moves_of(const struct player *p, by_move list[BY_MOVES])
{
    static struct by_state s;

    if (!p->seen || p->seat < 0 || p->view.now.phase != BY_PLAYING || (p->view.actors >> p->seat & 1) == 0)
        return 0;
    by_state_seen(&p->view, &s);
    return by_moves(&s, p->seat, list);
}

bool player_may(const struct player *p)
{
    static by_move list[BY_MOVES];
    int n = p->waits ? 0 : moves_of(p, list);

    if (!p->waits && p->seen && p->seat >= 0 && p->view.now.phase == BY_ROUND_OVER)
        return p->view.round != p->done;
    if (n == 1 && (list[0] == BY_DRAW_MOVE || list[0] == BY_PASS_MOVE))
        return p->crowd->all_moves;
    return n > 1 || (n == 1 && list[0] != BY_CALL_MOVE);
}

bool player_go(struct player *p)
{
    static by_move list[BY_MOVES];
    int n = moves_of(p, list);
    char text[64], members[160];

    if (p->waits)
        return false;
    if (p->seen && p->view.now.phase == BY_ROUND_OVER) {
        if (p->view.round == p->done)
            return false; /* asked once */
        p->done = p->view.round;
        p->move[0] = '\0';
        player_ask(p, "next", "");
        return true;
    }
    if (n == 0)
        return false;
    by_move_print(list[chance(p) % (uint64_t)n], p->view.family, text);
    strcpy(p->move, text);
    snprintf(members, sizeof members, ",\"seat\":%d,\"move\":\"%s\"", p->seat, text);
    player_ask(p, "play", members);
    return true;
}
