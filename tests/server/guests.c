/* SPDX-License-Identifier: MIT */
/* guests.c: tests external bots at tables.  Well-behaved ones play; various hostile ones can neither hang a table,
 * escape the sandbox, nor leave anything behind. guests BONEYARD ZOO.PY */
#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "boneyard/table.h"
#include "boneyard/text.h"
#include "server/tables/external_bot.h"
#include "server/tables/memory_group.h"
#include "server/tables/memory_watch.h"
#include "server/operate/metrics.h"
#include "util/child.h"

enum { LOG = 2000, PATIENCE_MS = 120000, DECISIONS = 4 };
/* The address sanitizer reserves all memory, so our own program cannot be limited (MiB); the thread sanitizer needs
 * /proc, so it cannot run in the sandbox. */
#ifdef __SANITIZE_ADDRESS__
enum { MEMORY = 1 << 30, SHUT_IN = true };
#elif defined __SANITIZE_THREAD__
enum { MEMORY = 512, SHUT_IN = false };
#else
enum { MEMORY = 512, SHUT_IN = true };
#endif

static int failures;

static void expect(const char *what, const char *who, bool right)
{
    if (!right) {
        printf("FAILED: %s: %s\n", who, what);
        failures++;
    }
}

/* ---- A table that asks and waits -------------------------------------------------------------- */

struct table {
    const char *bot, *rules;
    int decisions;
    struct by_table m;
    struct by_step log[LOG];
    struct by_heard heard[LOG];
    int played, forfeits, dead, firsts, hung;
    pthread_t thread;
    struct by_external_bots *guests;
    uint8_t number;
};
struct answer {
    pthread_mutex_t lock;
    pthread_cond_t comes;
    bool there;
    int move;
    enum by_external_how how;
};

static void on_guest(void *context, int move, enum by_external_how how)
{
    struct answer *a = context;

    pthread_mutex_lock(&a->lock);
    a->there = true;
    a->move = move;
    a->how = how;
    pthread_cond_signal(&a->comes);
    pthread_mutex_unlock(&a->lock);
}

/* Returns false if it hangs. */
static bool wait_for(struct answer *a)
{
    struct timespec until;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += PATIENCE_MS / 1000;
    pthread_mutex_lock(&a->lock);
    while (!a->there && pthread_cond_timedwait(&a->comes, &a->lock, &until) == 0)
        ;
    pthread_mutex_unlock(&a->lock);
    return a->there;
}

static void ask(struct table *t, int seat, const by_move *moves, int n, int *chosen)
{
    struct answer a = { .lock = PTHREAD_MUTEX_INITIALIZER, .comes = PTHREAD_COND_INITIALIZER };
    struct by_external_question q = { .table = { { t->number } }, .moves = moves, .n = n };
    struct by_view view;
    struct by_past past;

    by_table_view(&t->m, seat, &view);
    by_table_past(&t->m, t->heard, &past);
    q.view = &view;
    q.past = &past;
    if (!by_external_bots_ask(t->guests, t->bot, &q, on_guest, &a) || !wait_for(&a)) {
        t->hung++;
        return;
    }
    t->played += a.how == BY_EXTERNAL_PLAYED;
    t->forfeits += a.how == BY_EXTERNAL_FORFEITS;
    t->dead += a.how == BY_EXTERNAL_DEAD;
    t->firsts += a.move == 0;
    expect("the answer is one of the moves", t->bot, a.move >= 0 && a.move < n);
    *chosen = a.move >= 0 && a.move < n ? a.move : 0;
}

/* The guest has seat 1; seat 0 plays the first legal move. */
static void *play(void *data)
{
    struct table *t = data;
    struct by_config rules;
    struct by_fault f;
    struct by_seed seed = { { t->number, 1, 2 } };
    struct by_events ev;

    expect("rules", t->rules, by_config_parse(t->rules, &rules, &f) == BY_OK);
    by_table_init(&t->m, &rules, t->log, LOG);
    expect("the deal", t->rules, by_table_deal_seeded(&t->m, &seed, -1, &ev) == BY_OK);
    while (t->decisions > 0 && t->hung == 0 && t->m.state.now.phase != BY_GAME_OVER) {
        by_move moves[BY_MOVES];
        int seat = t->m.state.now.turn, n, at = 0;

        if (t->m.state.now.phase == BY_ROUND_OVER) {
            seed.bytes[3]++;
            if (by_table_deal_seeded(&t->m, &seed, -1, &ev) != BY_OK)
                break;
            continue;
        }
        n = by_moves(&t->m.state, seat, moves);
        if (seat == 1 && n > 1) {
            ask(t, seat, moves, n, &at);
            t->decisions--;
        }
        if (by_table_play(&t->m, seat, moves[at], &ev) != BY_OK)
            break;
    }
    by_external_bots_leave(t->guests, &(struct by_id){ { t->number } });
    return NULL;
}

static void play_all(struct table *tables, int n, struct by_external_bots *g)
{
    for (int i = 0; i < n; i++) {
        tables[i].guests = g;
        tables[i].number = (uint8_t)(i + 1);
        pthread_create(&tables[i].thread, NULL, play, &tables[i]);
    }
    for (int i = 0; i < n; i++) {
        pthread_join(tables[i].thread, NULL);
        expect("the table goes on", tables[i].bot, tables[i].hung == 0);
    }
}

/* ---- Leftovers -------------------------------------------------------------------------------- */

/* Processes whose command line has a word. */
static int processes_of(const char *word)
{
    DIR *all = opendir("/proc");
    struct dirent *e;
    int n = 0;

    while (all != NULL && (e = readdir(all)) != NULL) {
        char path[300], line[4096];
        int fd;
        ssize_t got;

        snprintf(path, sizeof path, "/proc/%.200s/cmdline", e->d_name);
        if (e->d_name[0] < '0' || e->d_name[0] > '9' || strtol(e->d_name, NULL, 10) == (long)getpid()
            || (fd = open(path, O_RDONLY)) < 0)
            continue;
        got = read(fd, line, sizeof line - 1);
        close(fd);
        for (ssize_t i = 0; i < got; i++)
            line[i] = line[i] == '\0' ? ' ' : line[i];
        line[got > 0 ? got : 0] = '\0';
        n += strstr(line, word) != NULL;
    }
    if (all != NULL)
        closedir(all);
    return n;
}

static bool all_gone(const char *word)
{
    struct timespec nap = { 0, 50000000 };

    for (int i = 0; i < PATIENCE_MS / 50; i++) {
        if (processes_of(word) == 0)
            return true;
        nanosleep(&nap, NULL);
    }
    return false;
}

/* A listening socket that no bot should reach. */
static int door(int *port)
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t n = sizeof at;
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    if (fd < 0 || bind(fd, (struct sockaddr *)&at, sizeof at) != 0 || listen(fd, 5) != 0
        || getsockname(fd, (struct sockaddr *)&at, &n) != 0)
        return -1;
    *port = ntohs(at.sin_port);
    return fd;
}

/* ---- The tests -------------------------------------------------------------------------------- */

static char lines[BY_TEXTS_MOST][600];

/* A bot's line of the settings, "NAME = COMMAND WHAT WORD". */
static void add_bot(struct by_settings *s, const char *name, const char *command, const char *word)
{
    char *line = lines[s->bot.n];

    snprintf(line, sizeof lines[0], "%s = %s %s", name, command, word);
    s->bot.at[s->bot.n++] = line;
}

static struct by_external_bots *open_guests(const struct by_settings *s)
{
    struct by_fault f;
    struct by_external_bots *g = by_external_bots_new(s, &f);

    if (g == NULL && f.err == BY_E_IO) {
        printf("skipped: %s\n", f.text);
        exit(77);
    }
    expect(g == NULL ? f.text : "", "the guests", g != NULL);
    if (g == NULL)
        exit(1);
    return g;
}

static void play_well(struct by_settings *s, struct table *tables, int n)
{
    struct by_external_bots *g = open_guests(s);

    expect("names", "all",
           by_external_bots_count(g) == s->bot.n && by_external_bots_has(g, tables[0].bot)
               && !by_external_bots_has(g, "nobody"));
    play_all(tables, n, g);
    for (int i = 0; i < n; i++)
        expect("it plays, nothing else", tables[i].bot,
               tables[i].played > 0 && tables[i].forfeits + tables[i].dead == 0);
    by_external_bots_free(g);
    by_settings_clear(s);
}

static void good_ones(const char *boneyard, const char *zoo)
{
    static struct table ours[] = {
        { .bot = "greedy", .rules = "muggins:number", .decisions = 30 },
        { .bot = "greedy", .rules = "mexicantrain:classic players=2", .decisions = 20 },
        { .bot = "greedy", .rules = "chickenfoot", .decisions = 20 },
    };
    static struct table tables[] = {
        { .bot = "last", .rules = "muggins:number", .decisions = DECISIONS },
        { .bot = "drip", .rules = "muggins:number", .decisions = DECISIONS },
        { .bot = "reach", .rules = "muggins:number", .decisions = 1 },
        { .bot = "look", .rules = "muggins:number", .decisions = 2 },
    };
    struct by_settings s;
    char command[400], word[40], python[500];
    int port = 0, fd = door(&port);

    setenv("BONEYARD_ZOO", "secret", 1);
    by_settings_init(&s);
    s.bot_seconds = 60; /* more than the settings allow: this machine may be busy */
    s.bot_memory = MEMORY;
    snprintf(command, sizeof command, "%s bot", boneyard);
    add_bot(&s, "greedy", command, "greedy");
    if (SHUT_IN)
        play_well(&s, ours, sizeof ours / sizeof ours[0]);
    else
        by_settings_clear(&s);
    by_settings_init(&s);
    s.bot_seconds = 60;
    snprintf(python, sizeof python, "/usr/bin/python3 %s", zoo);
    add_bot(&s, "last", python, "last");
    add_bot(&s, "drip", python, "drip");
    snprintf(word, sizeof word, "reach %d", port);
    add_bot(&s, "reach", python, word);
    snprintf(word, sizeof word, "look %.30s", "/proc/self/maps");
    add_bot(&s, "look", python, word);
    play_well(&s, tables, sizeof tables / sizeof tables[0]);
    expect("its moves are its own", "last", tables[0].firsts == 0);
    close(fd);
}

/* The kind of a bot's moves: all are forfeits; all are random, since it is dead; the last ones are random; some may be
 * played. */
enum must { NOTICED, DEAD, ENDED, SOME };
static const struct {
    const char *name;
    enum must must;
} bad[] = {
    { "fork", NOTICED },     { "silence", NOTICED }, { "flood", NOTICED },   { "endless", NOTICED },
    { "nul", NOTICED },      { "line", NOTICED },    { "deaf", NOTICED },    { "dumb", NOTICED },
    { "deafterm", NOTICED }, { "late", NOTICED },    { "illegal", NOTICED }, { "nuls", NOTICED },
    { "utf8", NOTICED },     { "huge", NOTICED },    { "deep", NOTICED },    { "wide", NOTICED },
    { "number", NOTICED },   { "keys", NOTICED },    { "slow", NOTICED },    { "endings", NOTICED },
    { "gone", DEAD },        { "hoard", ENDED },     { "orphans", SOME },    { "stderr", SOME },
    { "twice", SOME },       { "eager", SOME },      { "leaves", SOME },     { "mute", SOME },
};

/* Runs the bots from `first` up to, but not including, `last` at the same time. */
static void bad_ones(const char *zoo, int first, int last)
{
    static struct table tables[sizeof bad / sizeof bad[0]];
    int64_t before = by_metric_now(BY_METRIC_guests_dead), deaths = 0;
    struct by_settings s;
    struct by_external_bots *g;
    char python[500];

    by_settings_init(&s);
    s.bot_seconds = 1;
    snprintf(python, sizeof python, "/usr/bin/python3 %s", zoo);
    for (int i = first; i < last; i++) {
        add_bot(&s, bad[i].name, python, bad[i].name);
        tables[i] = (struct table){ .bot = bad[i].name, .rules = "muggins:number", .decisions = DECISIONS };
    }
    g = open_guests(&s);
    play_all(tables + first, last - first, g);
    for (int i = first; i < last; i++) {
        const struct table *t = &tables[i];

        expect("all is counted", bad[i].name, t->played + t->forfeits + t->dead == DECISIONS);
        expect("what it does is noticed", bad[i].name, bad[i].must >= ENDED || t->played == 0);
        expect("who is gone is dead", bad[i].name, bad[i].must != DEAD || t->dead == DECISIONS);
        expect("who takes too much is ended", bad[i].name, bad[i].must != ENDED || t->dead > 0);
        deaths += t->dead > 0;
    }
    /* A program that dies is never started again. */
    expect("it dies once", "everybody", by_metric_now(BY_METRIC_guests_dead) - before == deaths);
    by_external_bots_free(g);
    by_settings_clear(&s);
}

/* Programs that take longer to start than the time limit for a move. */
static void slow_starters(const char *zoo)
{
    static struct table tables[] = {
        { .bot = "loads", .rules = "muggins:number", .decisions = DECISIONS },
        { .bot = "unsaid", .rules = "muggins:number", .decisions = DECISIONS },
    };
    struct by_settings s;
    struct by_external_bots *g;
    char python[500];

    by_settings_init(&s);
    s.bot_seconds = 4; /* less than they take to start */
    snprintf(python, sizeof python, "/usr/bin/python3 %s", zoo);
    add_bot(&s, "loads", python, "loads");
    add_bot(&s, "unsaid", python, "loads-unsaid");
    g = open_guests(&s);
    play_all(tables, 2, g);
    expect("starting is not thinking", "loads", tables[0].played == DECISIONS);
    expect("who does not say that it is ready is late", "unsaid",
           tables[1].forfeits == 1 && tables[1].played == DECISIONS - 1);
    by_external_bots_free(g);
    by_settings_clear(&s);
}

/* The control: the test finds a process that exists. */
static void control(const char *zoo)
{
    struct by_child c;
    char command[500];

    snprintf(command, sizeof command, "/usr/bin/python3 %s silence", zoo);
    expect("a child starts", "control", by_child_start(&c, command));
    for (int i = 0; i < 2000 && processes_of(command) == 0; i++)
        nanosleep(&(struct timespec){ 0, 10000000 }, NULL);
    expect("a process is seen", "control", processes_of(command) > 0);
    by_child_end(&c, 0);
}

static void refused(void)
{
    static const char *const wrong[] = { "./bot", "tests/bot.py", "/etc/passwd", "/no/such/program" };
    struct by_settings s;
    struct by_fault f = { 0 };

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct by_external_bots *g;

        by_settings_init(&s);
        add_bot(&s, "a", wrong[i], "");
        g = by_external_bots_new(&s, &f);
        expect("is refused", wrong[i], g == NULL);
        by_external_bots_free(g);
        by_settings_clear(&s);
    }
}

#define HYBRID \
    "30 23 0:26 / /sys/fs/cgroup ro - tmpfs tmpfs ro\n31 30 0:27 / /sys/fs/cgroup/unified rw shared:9 - cgroup2 " \
    "cgroup2 rw\n"
#define UNIFIED "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw\n"
#define INNER "30 23 0:26 /lxc/a /sys/fs/cgroup rw - cgroup2 none rw\n"

/* The location of a process's control group, from the kernel's files. */
static void groups(void)
{
    static const char *const rows[][3] = {
        { "0::/system.slice/boneyard.service\n", UNIFIED, "/sys/fs/cgroup/system.slice/boneyard.service" },
        { "5:memory:/a\n0::/user.slice/a b\n", HYBRID, "/sys/fs/cgroup/unified/user.slice/a b" },
        { "0::/\n", UNIFIED, "/sys/fs/cgroup" },
        { "0::/lxc/a/b\n", INNER, "/sys/fs/cgroup/b" },
        { "0::/lxc/a\n", INNER, "/sys/fs/cgroup" },
        { "0::/lxc/ab\n", INNER, NULL },
        { "0::/else\n", INNER, NULL },
        { "5:memory:/a\n", HYBRID, NULL },
        { "0::/a\n", "30 23 0:26 / /sys/fs/cgroup ro - tmpfs cgroup2 ro\n", NULL },
        { "", "", NULL },
    };
    char at[BY_GROUP_PATH];

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bool found = by_memory_group_find(rows[i][0], rows[i][1], at);

        expect("its group is found", rows[i][0],
               found == (rows[i][2] != NULL) && (!found || strcmp(at, rows[i][2]) == 0));
    }
    printf("guests: memory is limited by %s\n", by_memory_group_open(at) ? "control groups" : "adding up");
}

/* Starts a process that holds 8 MiB, has it watched, and waits until it has been killed; it stays a zombie. */
static pid_t killed_for_memory(struct by_memory_watch *w)
{
    siginfo_t info;
    pid_t child = fork();

    if (child == 0) {
        setpgid(0, 0);
        mmap(NULL, 8 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
        sleep(PATIENCE_MS / 1000);
        _exit(0);
    }
    setpgid(child, child);
    by_memory_watch_add(w, child, "");
    waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT);
    expect("who holds too much is killed", "watch", info.si_code == CLD_KILLED && info.si_status == SIGKILL);
    return child;
}

/* A pid that has been reused: notes about one program do not apply to the next. */
static void reused_pids(void)
{
    struct by_memory_watch *w = by_memory_watch_new(4);
    pid_t child = killed_for_memory(w);

    expect("it is noted, once", "watch", by_memory_watch_killed(w, child) && !by_memory_watch_killed(w, child));
    waitpid(child, NULL, 0);
    child = killed_for_memory(w);
    by_memory_watch_add(w, child, "");
    expect("the next with its pid was not killed for its memory", "watch", !by_memory_watch_killed(w, child));
    waitpid(child, NULL, 0);
    by_memory_watch_free(w);
}

int main(int argc, char **argv)
{
    char mine[500];

    if (argc != 3)
        return 2;
    snprintf(mine, sizeof mine, "python3 %s", argv[2]);
    groups();
    reused_pids();
    refused();
    good_ones(argv[1], argv[2]);
    for (int i = 0; i < (int)(sizeof bad / sizeof bad[0]); i += 14)
        bad_ones(argv[2], i, i + 14); /* half of them at once, since most only wait; must divide their number */
    slow_starters(argv[2]);
    expect("nothing is left behind", "the zoo", all_gone(mine));
    control(argv[2]);
    printf("guests: %s\n", failures == 0 ? "fine" : "wrong");
    return failures == 0 ? 0 : 1;
}
