/* SPDX-License-Identifier: MIT */
/* external_bot.c: runs external programs that play at tables, with one thread per seat. */
#include "external_bot.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "boneyard/text.h"
#include "server/operate/log.h"
#include "server/operate/metrics.h"
#include "sandbox.h"
#include "util/chance.h"
#include "util/memory.h"
#include "wire/guest.h"

enum { AT_ONCE = 32, IDLE_SECONDS = 600, GRACE_MS = 200, START_MS = 10000 };

struct kind {
    char name[BY_BOT_NAME];
    const char *command;
};

/* One seat's program. The lock in struct by_external_bots protects the members up to `context`; the other members
 * belong to the thread. */
struct player {
    struct by_external_bots *all;
    int kind;
    struct by_id table;
    int seat;
    pthread_t thread;
    pthread_cond_t comes;
    bool asked, leave, over;
    struct by_view view;
    struct by_past past;
    by_move *moves;
    int n;
    bool may_decline;
    by_on_external_answer *done;
    void *context;

    struct by_guest *guest; /* owned by the thread, like all members below */
    uint32_t round;
    struct by_heard *told; /* the moves of this round that have been sent to the program */
    int told_n;
    struct by_set hand; /* the seat's hand at the last query */
    bool dead;
};

struct by_external_bots {
    struct kind kinds[BY_TEXTS_MOST];
    int n;
    uint32_t ms;
    struct by_sandbox sandbox;
    volatile int stop;
    pthread_mutex_t lock;
    struct player *at[AT_ONCE];
};

/* ---- Messages to the program ------------------------------------------------------------------ */

static void tell(struct player *p, int kind, const struct by_heard *h, by_tile drawn)
{
    struct by_events one = { .n = 1 };

    one.at[0] = (struct by_event){ .kind = (uint8_t)kind,
                                   .seat = h == NULL ? BY_NO_SEAT : h->seat,
                                   .drawn = { drawn, BY_NO_TILE, BY_NO_TILE } };
    if (h != NULL) {
        one.at[0].move = h->move;
        one.at[0].tiles = h->tiles;
    }
    by_guest_tell(p->guest, &p->view, &one);
}

/* Returns the tiles that the seat's hand has gained since the last query. */
static struct by_set new_tiles(const struct player *p)
{
    struct by_set fresh = p->view.hand[p->seat];

    for (int t = 0; t < BY_MAX_TILES; t++)
        if (by_set_has(&p->hand, (by_tile)t))
            by_set_drop(&fresh, (by_tile)t);
    return fresh;
}

static bool same_beginning(const struct player *p)
{
    if (p->view.round != p->round || p->past.n < p->told_n)
        return false;
    for (int i = 0; i < p->told_n; i++)
        if (p->past.at[i].move != p->told[i].move || p->past.at[i].seat != p->told[i].seat)
            return false;
    return true;
}

/* Sends all events since the last query. After an undo, sends the whole round again. */
static void catch_up(struct player *p)
{
    struct by_set fresh = { 0 };
    bool knows = same_beginning(p);

    if (knows) {
        fresh = new_tiles(p);
    } else {
        if (p->view.round < p->round) { /* a new match */
            by_guest_game(p->guest, &p->view.rules, p->seat);
            p->round = 0;
        }
        if (p->round != 0 && p->round + 1 == p->view.round && p->view.last.end != 0)
            tell(p, BY_EV_ROUND_END, NULL, BY_NO_TILE);
        p->round = p->view.round;
        p->told_n = 0;
        tell(p, BY_EV_ROUND, NULL, BY_NO_TILE);
    }
    for (int i = p->told_n; i < p->past.n; i++) {
        const struct by_heard *h = &p->past.at[i];
        bool mine = h->seat == p->seat && by_move_kind(h->move) == BY_DRAW_TILE && h->tiles == 1;

        tell(p, BY_EV_MOVE, h, mine && !by_set_empty(&fresh) ? by_set_take(&fresh) : BY_NO_TILE);
    }
    p->told = by_sure(realloc(p->told, sizeof *p->told * (size_t)(p->past.n + 1)));
    memcpy(p->told, p->past.at, sizeof *p->told * (size_t)p->past.n);
    p->told_n = p->past.n;
    p->hand = p->view.hand[p->seat];
}

/* ---- The program's thread --------------------------------------------------------------------- */

static int chance_of(int n)
{
    struct by_seed seed = by_chance();
    uint32_t v;

    memcpy(&v, &seed, sizeof v);
    return (int)(v % (uint32_t)n);
}

static void start(struct player *p)
{
    const struct by_guest_setup setup = { .command = p->all->kinds[p->kind].command,
                                          .ms = p->all->ms,
                                          .grace = GRACE_MS,
                                          .start_ms = START_MS,
                                          .stop = &p->all->stop,
                                          .start = by_sandbox_start,
                                          .data = &p->all->sandbox };

    p->guest = by_guest_new(&setup);
    by_guest_game(p->guest, &p->view.rules, p->seat);
}

static void say(const struct player *p, const char *event, const char *why)
{
    by_log(BY_LOG_WARN, event, BY_LOG_FIELDS(BY_LOG_TEXT("bot", p->all->kinds[p->kind].name), BY_LOG_TEXT("why", why)));
}

static const char *const slip_words[BY_SLIPS + 1] = { "late",    "illegal", "garbled", "too long",
                                                      "unasked", "dead",    "dead" };

static const char *why_dead(const struct player *p, const struct by_answered *a)
{
    struct by_memory_watch *watch = p->all->sandbox.watch;

    if (watch != NULL && by_memory_watch_killed(watch, by_guest_process(p->guest)))
        return "memory";
    return by_guest_unstarted(p->guest) ? "never started" : slip_words[a->slip];
}

static int answer(struct player *p, enum by_external_how *how)
{
    struct by_asked asked = { p->moves, p->n, &p->view, p->may_decline };
    struct by_answered a = { .slip = BY_SLIP_DEAD };

    *how = BY_EXTERNAL_PLAYED;
    if (!p->dead) {
        if (p->guest == NULL)
            start(p);
        catch_up(p);
        by_guest_ask(p->guest, &asked, &a);
        if (by_guest_dead(p->guest)) {
            p->dead = true;
            by_metric_add(BY_METRIC_guests_dead, 1);
            say(p, "guest-dead", why_dead(p, &a));
        } else if (a.slip != BY_SLIPS) {
            *how = BY_EXTERNAL_FORFEITS;
            by_metric_add(BY_METRIC_guests_forfeits, 1);
            say(p, "guest-forfeits", slip_words[a.slip]);
        }
    }
    if (p->dead) {
        *how = BY_EXTERNAL_DEAD;
        return p->may_decline ? p->n : chance_of(p->n);
    }
    return *how == BY_EXTERNAL_FORFEITS && !p->may_decline ? 0 : a.at;
}

/* Waits for a query. Returns false if the program should stop. */
static bool wait_for(struct player *p)
{
    struct timespec until;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += IDLE_SECONDS;
    while (!p->asked && !p->leave && p->all->stop == 0)
        if (pthread_cond_timedwait(&p->comes, &p->all->lock, &until) != 0 && !p->asked)
            return false;
    return p->asked && p->all->stop == 0;
}

static void *live(void *data)
{
    struct player *p = data;
    struct by_external_bots *g = p->all;

    pthread_mutex_lock(&g->lock);
    while (wait_for(p)) {
        enum by_external_how how;
        int move;

        pthread_mutex_unlock(&g->lock);
        move = answer(p, &how);
        pthread_mutex_lock(&g->lock);
        p->asked = false;
        p->done(p->context, move, how);
    }
    if (p->asked)
        p->done(p->context, 0, BY_EXTERNAL_DEAD);
    p->leave = true;
    pthread_mutex_unlock(&g->lock);
    by_guest_free(p->guest); /* must be called on the thread that started the program */
    pthread_mutex_lock(&g->lock);
    p->over = true;
    pthread_mutex_unlock(&g->lock);
    return NULL;
}

/* ---- All programs ----------------------------------------------------------------------------- */

static void bury(struct player *p)
{
    pthread_join(p->thread, NULL);
    pthread_cond_destroy(&p->comes);
    free((void *)(uintptr_t)p->past.at);
    free(p->moves);
    free(p->told);
    free(p);
}

static bool is_program(const char *path)
{
    struct stat s;

    return stat(path, &s) == 0 && S_ISREG(s.st_mode) && access(path, X_OK) == 0;
}

/* Returns whether the first word of a command names an existing program. Without a path, searches the same folders as
 * the sandbox. */
static bool has_program(const char *command)
{
    static const char *const folders[] = { "/usr/local/bin", "/usr/bin", "/bin" };
    char path[BY_SANDBOX_PATH + 20];
    int n = (int)strcspn(command, " \t");
    bool found = false;

    snprintf(path, sizeof path, "%.*s", n, command);
    if (strchr(path, '/') != NULL)
        return is_program(path);
    for (size_t i = 0; i < sizeof folders / sizeof folders[0] && !found; i++) {
        snprintf(path, sizeof path, "%s/%.*s", folders[i], n, command);
        found = is_program(path);
    }
    return found;
}

struct by_external_bots *by_external_bots_new(const struct by_settings *s, struct by_fault *f)
{
    struct by_external_bots *g = by_sure(calloc(1, sizeof *g));
    char folder[BY_SANDBOX_PATH];
    by_err err = BY_OK;

    g->ms = (uint32_t)s->bot_seconds * 1000;
    g->sandbox.memory = s->bot_memory;
    pthread_mutex_init(&g->lock, NULL);
    for (int i = 0; i < s->bot.n && err == BY_OK; i++) {
        g->kinds[g->n].command = by_settings_bot(s->bot.at[i], g->kinds[g->n].name);
        if (!has_program(g->kinds[g->n].command))
            err = by_fail(f, BY_E_USAGE, "bot ", g->kinds[g->n].name,
                          ": its command must begin with a program that exists and is executable, not ", BY_QUOTED,
                          g->kinds[g->n].command, NULL);
        else if (!by_sandbox_folder(g->kinds[g->n].command, folder))
            err = by_fail(f, BY_E_USAGE, "bot ", g->kinds[g->n].name,
                          ": its program must be given by its full path "
                          "and be in its own folder, not ",
                          BY_QUOTED, g->kinds[g->n].command, NULL);
        g->n++;
    }
    if (err == BY_OK && g->n > 0)
        err = by_sandbox_try(f);
    if (err == BY_E_IO && s->bots_unsafe) {
        g->sandbox.unsafe = true;
        err = BY_OK;
    }
    if (err == BY_OK) {
        g->sandbox.watch = g->n > 0 ? by_memory_watch_new(s->bot_memory) : NULL;
        return g;
    }
    by_external_bots_free(g);
    return NULL;
}

void by_external_bots_stop(struct by_external_bots *g)
{
    if (g == NULL)
        return;
    pthread_mutex_lock(&g->lock);
    __atomic_store_n(&g->stop, 1, __ATOMIC_RELAXED); /* atomic, because waiting threads read it without the lock */
    for (int i = 0; i < AT_ONCE; i++)
        if (g->at[i] != NULL)
            pthread_cond_signal(&g->at[i]->comes);
    pthread_mutex_unlock(&g->lock);
    for (int i = 0; i < AT_ONCE; i++) {
        if (g->at[i] != NULL)
            bury(g->at[i]);
        g->at[i] = NULL;
    }
}

void by_external_bots_free(struct by_external_bots *g)
{
    if (g == NULL)
        return;
    by_external_bots_stop(g);
    by_memory_watch_free(g->sandbox.watch);
    pthread_mutex_destroy(&g->lock);
    free(g);
}

static int find_kind(const struct by_external_bots *g, const char *name)
{
    for (int i = 0; g != NULL && i < g->n; i++)
        if (strcmp(g->kinds[i].name, name) == 0)
            return i;
    return -1;
}

bool by_external_bots_has(const struct by_external_bots *g, const char *name) { return find_kind(g, name) >= 0; }
int by_external_bots_count(const struct by_external_bots *g) { return g == NULL ? 0 : g->n; }
const char *by_external_bots_name(const struct by_external_bots *g, int i) { return g->kinds[i].name; }

/* Finds the seat's program, or a slot for one. Tells a replaced program to stop, and frees the slots of stopped
 * programs. */
static struct player **find_place(struct by_external_bots *g, const struct by_external_question *ask, int kind)
{
    struct player **place = NULL;

    for (int i = 0; i < AT_ONCE; i++) {
        struct player *p = g->at[i];

        if (p != NULL && p->over) {
            bury(p);
            p = g->at[i] = NULL;
        }
        if (p == NULL) {
            place = place == NULL ? &g->at[i] : place;
        } else if (memcmp(&p->table, &ask->table, sizeof p->table) == 0 && p->seat == ask->view->seat && !p->leave) {
            if (p->kind == kind)
                return &g->at[i];
            p->leave = true;
            pthread_cond_signal(&p->comes);
        }
    }
    return place;
}

static struct player *come_in(struct by_external_bots *g, const struct by_external_question *ask, int kind)
{
    struct player *p = by_sure(calloc(1, sizeof *p));
    sigset_t every, before;
    bool fine;

    p->all = g;
    p->kind = kind;
    p->table = ask->table;
    p->seat = ask->view->seat;
    pthread_cond_init(&p->comes, NULL);
    sigfillset(&every);
    pthread_sigmask(SIG_SETMASK, &every, &before); /* block signals in the thread, so that the loop handles them */
    fine = pthread_create(&p->thread, NULL, live, p) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (fine)
        return p;
    pthread_cond_destroy(&p->comes);
    free(p);
    return NULL;
}

static void take_question(struct player *p, const struct by_external_question *ask, by_on_external_answer *done,
                          void *context)
{
    size_t heard = sizeof *ask->past->at * (size_t)ask->past->n;
    struct by_heard *past = by_sure(malloc(heard + 1));

    if (heard > 0)
        memcpy(past, ask->past->at, heard);
    free((void *)(uintptr_t)p->past.at);
    free(p->moves);
    p->view = *ask->view;
    p->past = (struct by_past){ past, ask->past->n, ask->past->undealt };
    p->moves = by_sure(malloc(sizeof *p->moves * (size_t)ask->n));
    memcpy(p->moves, ask->moves, sizeof *p->moves * (size_t)ask->n);
    p->n = ask->n;
    p->may_decline = ask->may_decline;
    p->done = done;
    p->context = context;
    p->asked = true;
    pthread_cond_signal(&p->comes);
}

bool by_external_bots_ask(struct by_external_bots *g, const char *name, const struct by_external_question *ask,
                          by_on_external_answer *done, void *context)
{
    int kind = find_kind(g, name);
    struct player **place;
    bool fine;

    if (kind < 0 || ask->n < 1)
        return false;
    pthread_mutex_lock(&g->lock);
    place = g->stop != 0 ? NULL : find_place(g, ask, kind);
    if (place != NULL && *place == NULL)
        *place = come_in(g, ask, kind);
    fine = place != NULL && *place != NULL && !(*place)->asked;
    if (fine)
        take_question(*place, ask, done, context);
    pthread_mutex_unlock(&g->lock);
    return fine;
}

void by_external_bots_leave(struct by_external_bots *g, const struct by_id *table)
{
    if (g == NULL)
        return;
    pthread_mutex_lock(&g->lock);
    for (int i = 0; i < AT_ONCE; i++)
        if (g->at[i] != NULL && memcmp(&g->at[i]->table, table, sizeof *table) == 0) {
            g->at[i]->leave = true;
            pthread_cond_signal(&g->at[i]->comes);
        }
    pthread_mutex_unlock(&g->lock);
}
