/* SPDX-License-Identifier: MIT */
/* stage.c: puts a server on a stage (stage.h): clock, randomness, threads, connections and shuffle are controlled, and
 * output is recorded.  The rest is the program itself. */
#define _GNU_SOURCE
#include "util/random.h"
#include "stage.h"

#include <errno.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "../room/injected.h"
#include "boneyard/text.h"
#include "room/inside.h"
#include "server/operate/workers.h"
#include "server/order/conduct.h"
#include "server/tables/bot_pool.h"
#include "store/sqlite/move.h"
#include "store/store.h"
#include "planted.h"

enum { BOTS_MOST = 65536, EPOCH = 1900000000, LATE_MOST = 64, POOLS_MOST = 8, CONNS_MOST = 65536 };

static struct {
    int control, trace;
    bool on;
    int64_t now, until; /* milliseconds */
    long bit;           /* additional nanoseconds */
    char line[1000];
    size_t line_n;
    uint64_t chance;
} stage = { .control = -1, .trace = -1, .now = 1000 };

static _Thread_local bool loops; /* this thread runs the loop */
static struct {
    by_on_bot_choice *tell;
    void *data;
    struct by_wake *wake;
} of;
static struct late {
    struct by_bot_choice thought;
    int64_t due;
} late[LATE_MOST];
static int lates;
static struct {
    uint64_t job;
    char text[BY_MOVE_TEXT];
} * ordered; /* as ordered by the director */
static int orders;
static struct {
    uint64_t job;
    struct by_room_bot bot;
    by_move moves[BY_MOVES];
    uint8_t family;
    uint64_t sum;
} asked;

static void write_down(char type, int seat, int fd, const void *bytes, size_t n)
{
    struct record r = { .type = type, .seat = (uint8_t)seat, .fd = (uint16_t)fd, .n = (uint32_t)n, .at = stage.now };
    char all[65536];

    if (!stage.on)
        return;
    if (sizeof r + n > sizeof all)
        abort();
    memcpy(all, &r, sizeof r);
    if (n > 0)
        memcpy(all + sizeof r, bytes, n);
    if (syscall(SYS_write, stage.trace, all, sizeof r + n) != (long)(sizeof r + n))
        abort();
}

/* ---- Time and chance ---- */

int clock_gettime(clockid_t clock, struct timespec *t)
{
    *t = (struct timespec){ .tv_sec = stage.now / 1000 + (clock == CLOCK_REALTIME ? EPOCH : 0),
                            .tv_nsec = stage.now % 1000 * 1000000 + (loops ? stage.bit : 0) };
    return 0;
}

time_t time(time_t *out)
{
    time_t now = stage.now / 1000 + EPOCH;

    if (out != NULL)
        *out = now;
    return now;
}

/* The machine's figures on the operator's page differ from run to run, so they are withheld. */
int getloadavg(double out[], int n)
{
    (void)out;
    (void)n;
    return -1;
}

int statvfs(const char *restrict path, struct statvfs *restrict out)
{
    (void)path;
    (void)out;
    return -1;
}

FILE *__real_fopen64(const char *path, const char *mode);
FILE *__wrap_fopen64(const char *path, const char *mode);
FILE *__wrap_fopen64(const char *path, const char *mode)
{
    return strcmp(path, "/proc/self/statm") == 0 ? NULL : __real_fopen64(path, mode);
}

int gettimeofday(struct timeval *restrict t, void *restrict zone)
{
    (void)zone;
    *t = (struct timeval){ .tv_sec = stage.now / 1000 + EPOCH, .tv_usec = stage.now % 1000 * 1000 };
    return 0;
}

void by_random(void *out, size_t n)
{
    struct by_rng rng;

    by_rng_init(&rng, ++stage.chance);
    for (size_t i = 0; i < n; i++)
        ((uint8_t *)out)[i] = (uint8_t)by_rng_next(&rng);
}

/* ---- Connections ---- */

/* The director connects through a local socket, because the kernel delivers over TCP when it finds time, and so earlier
 * or later on a busy machine.  The program takes these connections for TCP connections from this machine. */
static struct came {
    uint64_t bytes, sent;
    int64_t last;
} came[CONNS_MOST]; /* by descriptor */

static int loopback(__SOCKADDR_ARG address, socklen_t *restrict n)
{
    const struct sockaddr_in here = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };

    memcpy(address.__sockaddr__, &here, *n < sizeof here ? *n : sizeof here);
    *n = sizeof here;
    return 0;
}

int getpeername(int fd, __SOCKADDR_ARG address, socklen_t *restrict n)
{
    (void)fd;
    return loopback(address, n);
}

int getsockname(int fd, __SOCKADDR_ARG address, socklen_t *restrict n)
{
    (void)fd;
    return loopback(address, n);
}

int setsockopt(int fd, int level, int name, const void *value, socklen_t n)
{
    return level == IPPROTO_TCP ? 0 : (int)syscall(SYS_setsockopt, fd, level, name, value, n);
}

int getsockopt(int fd, int level, int name, void *restrict value, socklen_t *restrict n)
{
    struct tcp_info t = { 0 };
    int unread = 0;

    if (level != IPPROTO_TCP || name != TCP_INFO)
        return (int)syscall(SYS_getsockopt, fd, level, name, value, n);
    ioctl(fd, FIONREAD, &unread);
    t.tcpi_bytes_received = came[fd].bytes + (unsigned)unread;
    t.tcpi_bytes_acked = came[fd].sent;
    t.tcpi_last_data_recv = (uint32_t)(stage.now - came[fd].last);
    memcpy(value, &t, *n < sizeof t ? *n : sizeof t);
    return 0;
}

int accept(int fd, __SOCKADDR_ARG address, socklen_t *restrict n)
{
    int got = (int)syscall(SYS_accept, fd, NULL, NULL);

    if (got < 0)
        return got;
    came[got] = (struct came){ .last = stage.now };
    write_down(CAME, 0, got, NULL, 0);
    loopback(address, n);
    return got;
}

ssize_t recv(int fd, void *to, size_t n, int flags)
{
    ssize_t got = syscall(SYS_recvfrom, fd, to, n, flags, NULL, NULL);

    if (got > 0 && (flags & MSG_PEEK) == 0) {
        came[fd].bytes += (uint64_t)got;
        came[fd].last = stage.now;
    }
    return got;
}

/* Output goes to the director in the trace alone, so that it is never held up. */
ssize_t send(int fd, const void *from, size_t n, int flags)
{
    (void)flags;
    n = n < SENT_MOST ? n : SENT_MOST;
    came[fd].sent += n;
    write_down(SENT, 0, fd, from, n);
    return (ssize_t)n;
}

/* ---- The store: at once ---- */

void __wrap_by_store_write(struct by_store *s, const struct by_batch *b, by_on_stored *done, void *context);
void __wrap_by_store_write(struct by_store *s, const struct by_batch *b, by_on_stored *done, void *context)
{
    struct by_batch own = *b;
    struct by_stored stored;

    own.slot = 0;
    stored = by_store_write_now(s, &own);
    if (b->slot != 0)
        write_down(KEPT, 0, 0, NULL, 0);
    done(context, &stored);
}

void __wrap_by_store_later(struct by_store *s, by_on_later *work, void *context);
void __wrap_by_store_later(struct by_store *s, by_on_later *work, void *context) { work(s, context); }

/* A checkpoint would run on a thread, and the operator's page shows the size of the log. */
bool __wrap_by_mover_due(struct by_mover *m, int pages);
bool __wrap_by_mover_due(struct by_mover *m, int pages)
{
    (void)m;
    (void)pages;
    return false;
}

/* The writer thread may still count a batch whose outcome it has reported. */
void __real_by_store_numbers(struct by_store *s, struct by_store_numbers *out);
void __wrap_by_store_numbers(struct by_store *s, struct by_store_numbers *out);
void __wrap_by_store_numbers(struct by_store *s, struct by_store_numbers *out)
{
    __real_by_store_numbers(s, out);
    out->waited = 0;
}

/* ---- Other threads: at once ---- */

static struct pool {
    struct by_workers *workers;
    struct by_workers_setup setup;
    void *own;
} pool[POOLS_MOST];
static int pools;

struct by_workers *__real_by_workers_new(struct by_loop *l, const struct by_workers_setup *s);
struct by_workers *__wrap_by_workers_new(struct by_loop *l, const struct by_workers_setup *s);
struct by_workers *__wrap_by_workers_new(struct by_loop *l, const struct by_workers_setup *s)
{
    if (pools == POOLS_MOST)
        abort();
    pool[pools] = (struct pool){ .workers = __real_by_workers_new(l, s), .setup = *s };
    return pool[pools++].workers;
}

/* Does the work here; the result is reported in the loop's next iteration. */
bool __wrap_by_workers_ask(struct by_workers *all, struct by_work *e);
bool __wrap_by_workers_ask(struct by_workers *all, struct by_work *e)
{
    struct pool *p = pool;

    while (p->workers != all)
        p++;
    p->setup.work(p->setup.data, e, &p->own);
    by_workers_finish(all, e);
    return true;
}

/* ---- A moderator ---- */

void __real_by_conduct_read(struct by_store *s, struct by_conduct *st);
void __wrap_by_conduct_read(struct by_store *s, struct by_conduct *st);
/* The operator grants the role while the server is stopped; here, the fifth person has it (play.h). */
void __wrap_by_conduct_read(struct by_store *s, struct by_conduct *st)
{
    static struct by_id person[5];
    static int n;
    int i = 0;

    __real_by_conduct_read(s, st);
    while (i < n && memcmp(&person[i], &st->person, sizeof st->person) != 0)
        i++;
    if (i == n && n < 5)
        person[n++] = st->person;
    st->moderator = i == 4;
}

/* ---- What happened ---- */

by_err __real_by_room_apply(struct by_room *r, uint64_t number, const char *line, size_t n, struct by_fault *f);
by_err __wrap_by_room_apply(struct by_room *r, uint64_t number, const char *line, size_t n, struct by_fault *f);
by_err __wrap_by_room_apply(struct by_room *r, uint64_t number, const char *line, size_t n, struct by_fault *f)
{
    static struct stood stood;
    by_err err;

    stood = (struct stood){ .deals = r->deals, .before = r->game.state };
    err = __real_by_room_apply(r, number, line, n, f);
    write_down(ENTRY, 0, 0, line, n);
    stood.dealt = n > 14 && strstr(line, "\"what\":\"deal\"") != NULL;
    stood.entries = r->entries;
    stood.deals = r->deals;
    stood.phase = (uint8_t)r->phase;
    stood.moves = r->game.moves;
    stood.state = r->game.state;
    memcpy(stood.secret, r->shuffle.secret, sizeof stood.secret);
    if (r->game.moves > 0) {
        stood.seat = r->game.log[r->game.moves - 1].seat;
        stood.move = r->game.log[r->game.moves - 1].move;
    }
    write_down(ROOM, 0, 0, &stood, sizeof stood);
    return err;
}

/* Records when the room wants to be woken, leaving out unnecessary repetitions. */
int64_t __real_by_room_wake(const struct by_room *r, int64_t now);
int64_t __wrap_by_room_wake(const struct by_room *r, int64_t now);
int64_t __wrap_by_room_wake(const struct by_room *r, int64_t now)
{
    static struct {
        int64_t wake;
        uint64_t entries;
    } last;
    int64_t wake = __real_by_room_wake(r, now);

    if (wake != last.wake || r->entries != last.entries)
        write_down(WAKE, 0, 0, &wake, sizeof wake);
    last.wake = wake;
    last.entries = r->entries;
    return wake;
}

/* ---- Bots ---- */

/* Returns an FNV-1a hash of all input of a bot. */
static uint64_t sum(uint64_t h, const void *bytes, size_t n)
{
    const uint8_t *at = bytes;

    while (n-- > 0)
        h = (h ^ *at++) * UINT64_C(0x100000001b3);
    return h;
}

bool __real_by_bot_pool_ask(struct by_bot_pool *all, const struct by_id *table, uint64_t job,
                            const struct by_room_bot *b);
bool __wrap_by_bot_pool_ask(struct by_bot_pool *all, const struct by_id *table, uint64_t job,
                            const struct by_room_bot *b);
bool __wrap_by_bot_pool_ask(struct by_bot_pool *all, const struct by_id *table, uint64_t job,
                            const struct by_room_bot *b)
{
    char text[200];

    asked.job = job;
    asked.bot = *b;
    asked.family = b->view->family;
    memcpy(asked.moves, b->moves, (size_t)b->n * sizeof *b->moves);
    asked.sum = sum(UINT64_C(0xcbf29ce484222325), b->view, sizeof *b->view);
    asked.sum = sum(asked.sum, b->past->at, (size_t)b->past->n * sizeof *b->past->at);
    asked.sum = sum(asked.sum, &b->past->undealt, sizeof b->past->undealt);
    asked.sum = sum(asked.sum, b->moves, (size_t)b->n * sizeof *b->moves);
    asked.sum = sum(asked.sum, &b->seed, sizeof b->seed);
    snprintf(text, sizeof text, "%llu %s from %lld: %d moves, %016llx", (unsigned long long)job, b->level,
             (long long)b->not_before, b->n, (unsigned long long)asked.sum);
    write_down(ASKED, b->seat, 0, text, strlen(text));
    return __real_by_bot_pool_ask(all, table, job, b);
}

/* Called when a bot has decided.  Its thinking time depends on its input, and no one may see it. */
static void on_thought(void *data, const struct by_bot_choice *t)
{
    struct by_bot_choice th = *t;
    char text[BY_MOVE_TEXT], line[BY_MOVE_TEXT + 40];

    (void)data;
    snprintf(text, sizeof text, "-");
    if (t->job == asked.job && t->move >= 0 && t->move < asked.bot.n)
        by_move_print(asked.moves[t->move], asked.family, text);
    snprintf(line, sizeof line, "%llu %s", (unsigned long long)t->job, text);
    write_down(THOUGHT, asked.bot.seat, 0, line, strlen(line));
    for (int i = 0; i < orders && t->job == asked.job; i++)
        if (ordered[i].job == t->job) {
            th.move = strcmp(ordered[i].text, "-") == 0 ? asked.bot.n : th.move;
            for (int k = 0; k < asked.bot.n; k++) {
                by_move_print(asked.moves[k], asked.family, text);
                th.move = strcmp(text, ordered[i].text) == 0 ? k : th.move;
            }
        }
    if (lates == LATE_MOST)
        abort();
    late[lates++] = (struct late){ th, stage.now + (int64_t)(asked.sum % 500) };
}

static void on_late(void *data)
{
    int n = lates;

    (void)data;
    lates = 0;
    for (int i = 0; i < n; i++)
        if (late[i].due <= stage.now)
            of.tell(of.data, &late[i].thought);
        else
            late[lates++] = late[i];
}

struct by_bot_pool *__real_by_bot_pool_new(struct by_loop *l, const struct by_settings *s,
                                           struct by_external_bots *guests, by_on_bot_choice *done, void *data);
struct by_bot_pool *__wrap_by_bot_pool_new(struct by_loop *l, const struct by_settings *s,
                                           struct by_external_bots *guests, by_on_bot_choice *done, void *data);
struct by_bot_pool *__wrap_by_bot_pool_new(struct by_loop *l, const struct by_settings *s,
                                           struct by_external_bots *guests, by_on_bot_choice *done, void *data)
{
    of.tell = done;
    of.data = data;
    of.wake = by_wake_new(l, on_late, NULL);
    return __real_by_bot_pool_new(l, s, guests, on_thought, NULL);
}

/* ---- The loop ---- */

static void obey(const char *line)
{
    int used = 0;
    char text[BY_MOVE_TEXT];
    unsigned long long n;
    static uint64_t tables;

    if (sscanf(line, "bots %llu %31[^\n]", &n, text) == 2 && orders < BOTS_MOST) {
        if (ordered == NULL)
            ordered = calloc(BOTS_MOST, sizeof *ordered);
        ordered[orders].job = n;
        snprintf(ordered[orders++].text, BY_MOVE_TEXT, "%s", text);
    } else if (sscanf(line, "swap %llu %d%n", &n, &injected.n, &used) == 2) {
        injected.deal = n;
        stage.chance = ++tables << 32; /* results of the last table after its moment no longer count */
        for (int i = 0, a, b, more = 0; i < injected.n; i++, used += more)
            if (sscanf(line + used, " %d %d%n", &a, &b, &more) == 2) {
                injected.a[i] = (uint8_t)a;
                injected.b[i] = (uint8_t)b;
            }
    } else {
        sscanf(line, "run %ld", (long *)&stage.until);
    }
}

/* Reports that the server is idle, and waits for the next command. */
static void await(bool say)
{
    char c = 0;

    if (say && syscall(SYS_write, stage.control, ".", 1) != 1)
        _exit(0);
    do {
        char *end;

        while ((end = memchr(stage.line, '\n', stage.line_n)) == NULL) {
            ssize_t got = read(stage.control, stage.line + stage.line_n, sizeof stage.line - stage.line_n);

            if (got <= 0)
                _exit(0); /* the director has ended */
            stage.line_n += (size_t)got;
        }
        *end = '\0';
        c = stage.line[0];
        obey(stage.line);
        stage.line_n -= (size_t)(end + 1 - stage.line);
        memmove(stage.line, end + 1, stage.line_n);
    } while (c != 'r');
}

static int64_t first_late(void)
{
    int64_t first = INT64_MAX;

    for (int i = 0; i < lates; i++)
        first = late[i].due < first ? late[i].due : first;
    return first;
}

int epoll_wait(int fd, struct epoll_event *events, int most, int timeout)
{
    static bool begun;
    int64_t timer = timeout < 0 ? INT64_MAX : stage.now + timeout;

    loops = true;
    if (stage.control >= 0 && !begun) {
        begun = true;
        await(false);
    }
    for (;;) {
        int n = (int)syscall(SYS_epoll_pwait, fd, events, most, 0, NULL, 8);
        int64_t next = timer < first_late() ? timer : first_late();

        if (n == 0 && timeout == 0 && stage.bit < 900000)
            stage.bit += 1000; /* a timer for exactly this moment is due only when the moment is over */
        if (n != 0 || timeout == 0)
            return n;
        if (next > stage.until) {
            stage.bit = stage.until > stage.now ? 0 : stage.bit;
            stage.now = stage.until > stage.now ? stage.until : stage.now;
            await(true);
            continue;
        }
        stage.now = next > stage.now ? next : stage.now;
        stage.bit = 0;
        if (timer <= stage.now)
            return 0;
        by_wake_send(of.wake);
    }
}

__attribute__((constructor)) static void begin(void)
{
    const char *where = getenv("BONEYARD_STAGE");

    if (where != NULL && sscanf(where, "%d:%d", &stage.control, &stage.trace) == 2)
        stage.on = true;
#ifdef BY_FAULTS
    by_planted = getenv("BONEYARD_LEAK") == NULL ? 0 : atoi(getenv("BONEYARD_LEAK"));
#endif
}
