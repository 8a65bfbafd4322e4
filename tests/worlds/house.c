/* SPDX-License-Identifier: MIT */
/* house.c: starts a server on the stage, acts on it, and reads its trace (house.h). */
#include "house.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/memory.h"

void fail(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    exit(1);
}

/* ---- Scripts ---- */

void script_clear(struct script *s)
{
    free(s->act);
    free(s->text);
    *s = (struct script){ 0 };
}

static const struct act *add(struct script *s, struct act a, const void *bytes)
{
    if (s->n == s->room) {
        s->room = s->room * 2 + 256;
        s->act = by_sure(realloc(s->act, (size_t)s->room * sizeof *s->act));
    }
    if (s->text_n + a.n > s->text_room) {
        s->text_room = (s->text_n + a.n) * 2 + 4096;
        s->text = by_sure(realloc(s->text, s->text_room));
    }
    a.at = s->text_n;
    if (a.n > 0)
        memcpy(s->text + a.at, bytes, a.n);
    s->text_n += a.n;
    s->act[s->n] = a;
    return &s->act[s->n++];
}

/* ---- The server ---- */

/* The database has one name in all worlds, since the operator's page shows it. */
#define DB "/proc/self/fd/100/db"
enum { DOOR = 3, FOLDER = 100 }; /* the server takes DOOR for a socket from systemd */

/* Gives the server this descriptor. */
static void give(int fd, int number)
{
    if (dup2(fd, number) < 0 || fcntl(number, F_SETFD, 0) < 0)
        fail("no descriptor %d: %s", number, strerror(errno));
}

static void become(const struct house *h, const char *const program[2], int leak, int out, int control, int door)
{
    char stage[40], number[12], id[12], errors[100];

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    give(out, 1);
    snprintf(stage, sizeof stage, "%d:%d", fcntl(control, F_DUPFD, FOLDER + 1), fcntl(h->trace, F_DUPFD, FOLDER + 1));
    give(door, DOOR);
    snprintf(number, sizeof number, "%d", leak);
    snprintf(id, sizeof id, "%ld", (long)getpid());
    snprintf(errors, sizeof errors, "%s/errors", h->folder);
    setenv("BONEYARD_STAGE", stage, 1);
    setenv("BONEYARD_LEAK", number, 1);
    setenv("LISTEN_FDS", "1", 1);
    setenv("LISTEN_PID", id, 1);
    unsetenv("MALLOC_PERTURB_"); /* otherwise unwritten memory is the same in both worlds */
    give(open(errors, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600), 2);
    give(open(h->folder, O_PATH | O_DIRECTORY | O_CLOEXEC), FOLDER);
    execl(program[0], program[0], "serve", "--db", DB, "--web-root", program[1], "--log", "requests", "--credits",
          "1000000", "--sockets-per-address", "60000", "--persons-per-address", "1000000", "--tables-per-person",
          "10000", (char *)NULL);
    _exit(127);
}

void house_open(struct house *h, const char *const program[2], int leak)
{
    const char *fast = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    socklen_t size = sizeof h->door;
    int control[2], out[2], door = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    char path[100], line[300];
    bool ready = false;
    FILE *said;

    *h = (struct house){ .now = 1000 };
    snprintf(h->folder, sizeof h->folder, "%s/worlds-XXXXXX", fast);
    if (mkdtemp(h->folder) == NULL || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, control) != 0
        || pipe2(out, O_CLOEXEC) != 0)
        fail("%s: %s", h->folder, strerror(errno));
    snprintf(path, sizeof path, "%s/trace", h->folder);
    h->trace = open(path, O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
    h->control = control[0];
    h->door.sun_family = AF_UNIX; /* without a path, the kernel chooses an abstract name */
    if (bind(door, (struct sockaddr *)&h->door, sizeof h->door.sun_family) != 0 || listen(door, 64) != 0
        || getsockname(door, (struct sockaddr *)&h->door, &size) != 0)
        fail("no socket to listen on: %s", strerror(errno));
    h->door_n = size;
    h->id = fork();
    if (h->id == 0)
        become(h, program, leak, out[1], control[1], door);
    close(control[1]);
    close(out[1]);
    close(door);
    said = fdopen(out[0], "r");
    while (!ready && fgets(line, sizeof line, said) != NULL)
        ready = strstr(line, "http") != NULL;
    fclose(said);
    if (!ready)
        fail("the server does not start: see %s/errors", h->folder);
}

void house_close(struct house *h)
{
    static const char *const files[] = { "trace",  "errors",     "db",      "db-wal",   "db-shm",
                                         "db.key", "db.loading", "db-lock", "db.status" };
    char path[100];

    kill(h->id, SIGKILL);
    waitpid(h->id, NULL, 0);
    for (int i = 0; i < h->conns; i++)
        if (h->conn[i].open)
            close(h->conn[i].fd);
    close(h->control);
    close(h->trace);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", h->folder, files[i]);
        unlink(path);
    }
    rmdir(h->folder);
    free(h->conn);
    free(h->said);
    free(h->bytes);
}

/* ---- The server's actions ---- */

static void add_said(struct house *h, struct record r, size_t at)
{
    struct said s = { .r = r, .conn = -1, .at = at };

    if (h->n == h->room) {
        h->room = h->room * 2 + 1024;
        h->said = by_sure(realloc(h->said, (size_t)h->room * sizeof *h->said));
    }
    if (r.type == CAME)
        h->of_fd[r.fd] = h->came++;
    if (r.type == CAME || r.type == SENT)
        s.conn = h->of_fd[r.fd];
    h->said[h->n++] = s;
}

static void *space(struct house *h, size_t n)
{
    if (h->used + n > h->bytes_room) {
        h->bytes_room = (h->used + n) * 2;
        h->bytes = by_sure(realloc(h->bytes, h->bytes_room));
    }
    return h->bytes + h->used;
}

static void look(struct house *h)
{
    ssize_t got;

    while ((got = pread(h->trace, space(h, 1 << 20), 1 << 20, (off_t)h->used)) > 0)
        h->used += (size_t)got;
    while (h->parsed < h->used) {
        struct record r;

        memcpy(&r, h->bytes + h->parsed, sizeof r);
        add_said(h, r, h->parsed + sizeof r);
        h->parsed += sizeof r + r.n;
    }
}

void house_order(struct house *h, const char *line)
{
    size_t n = strlen(line);

    while (n > 0) {
        ssize_t k = send(h->control, line, n, MSG_NOSIGNAL);

        if (k <= 0)
            fail("the server is gone: see %s/errors", h->folder);
        line += k;
        n -= (size_t)k;
    }
}

static void run_to(struct house *h, int64_t until)
{
    char line[40], c;

    h->now = until > h->now ? until : h->now;
    snprintf(line, sizeof line, "run %lld\n", (long long)h->now);
    house_order(h, line);
    if (read(h->control, &c, 1) != 1)
        fail("the server is gone: see %s/errors", h->folder);
    look(h);
}

/* The log so far, as a record of its own. */
static void read_log(struct house *h)
{
    char path[100], text[1 << 16];
    struct record r = { .type = 'l', .at = h->now };
    ssize_t n;
    int fd;

    snprintf(path, sizeof path, "%s/errors", h->folder);
    fd = open(path, O_RDONLY);
    while ((n = pread(fd, text, sizeof text, (off_t)h->logged)) > 0) {
        h->logged += (size_t)n;
        r.n = (uint32_t)n;
        if (write(h->trace, &r, sizeof r) < 0 || write(h->trace, text, (size_t)n) < 0)
            fail("%s: %s", path, strerror(errno));
    }
    close(fd);
    look(h);
}

static void open_conn(struct house *h)
{
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (h->conns == h->conns_room) {
        h->conns_room = h->conns_room * 2 + 64;
        h->conn = by_sure(realloc(h->conn, (size_t)h->conns_room * sizeof *h->conn));
    }
    if (connect(fd, (struct sockaddr *)&h->door, h->door_n) != 0)
        fail("no connection: %s", strerror(errno));
    h->conn[h->conns++] = (struct conn){ .fd = fd, .open = true };
}

void house_act(struct house *h, const struct script *s, const struct act *a)
{
    if (h->lost)
        return;
    if (a->kind == OPEN)
        open_conn(h);
    if (a->kind == SAY) {
        if (send(h->conn[a->conn].fd, s->text + a->at, a->n, MSG_NOSIGNAL | MSG_DONTWAIT) != (ssize_t)a->n)
            h->lost = true;
    }
    if (a->kind == END && h->conn[a->conn].open)
        shutdown(h->conn[a->conn].fd, SHUT_WR);
    if (!h->lost)
        run_to(h, a->kind == RUN ? a->until : h->now);
    if ((a->kind == END || a->kind == LEAVE) && h->conn[a->conn].open) {
        close(h->conn[a->conn].fd);
        h->conn[a->conn].open = false;
    }
    if (a->kind == MOMENT)
        read_log(h);
}

void house_do(struct house *h, struct script *s, enum act_kind kind, int conn, const void *bytes, size_t n,
              int64_t until)
{
    struct act a = { .kind = (char)kind, .conn = conn, .n = n, .until = until };
    int from = h->n;

    house_act(h, s, add(s, a, bytes));
    for (int i = from; i < h->n; i++) /* pings are answered */
        if (h->said[i].r.type == SENT && h->said[i].r.n < 8 && (said_bytes(h, i)[0] & 0xff) == 0x89
            && h->conn[h->said[i].conn].open)
            house_do(h, s, SAY, h->said[i].conn, "\x8a\x81\0\0\0\0\0", 7, 0);
}

size_t house_frame(const char *line, char *frame)
{
    size_t n = strlen(line), head = 6;

    memset(frame, 0, 8); /* the mask is all zeros */
    frame[0] = (char)0x81;
    frame[1] = (char)(0x80 | n);
    if (n >= 126) {
        frame[1] = (char)(0x80 | 126);
        frame[2] = (char)(n >> 8);
        frame[3] = (char)n;
        head = 8;
    }
    memcpy(frame + head, line, n);
    return head + n;
}
