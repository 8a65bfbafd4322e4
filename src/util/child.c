/* SPDX-License-Identifier: MIT */
/* child.c: runs a program that is connected by two pipes.
 *
 * Neither side can block the other: the pipes do not block, unsent output is queued, and a single poll loop alternates
 * reading and writing. The program runs in its own process group, which is killed as a whole at the end. The program
 * dies with the thread that started it. */
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "chance.h"
#include "memory.h"

#define FLOOD ((size_t)32 << 20)
#define CHUNK 65536
#define LINE_MOST ((size_t)1 << 20)

/* Returns whether a command is simple enough for exec to replace the shell, so that the program's exit is noticed at
 * once. */
static bool simple(const char *command)
{
    return strpbrk(command, ";&|<>()`\n") == NULL && memchr(command, '=', strcspn(command, " ")) == NULL;
}

/* Runs in the child process. In a threaded program, only async-signal-safe calls are allowed between fork and exec. */
static void run_words(const int *in, const int *out, char *const words[], void (*prepare)(const void *),
                      const void *data)
{
    sigset_t none;

    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGPIPE, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (dup2(in[0], STDIN_FILENO) < 0 || dup2(out[1], STDOUT_FILENO) < 0)
        _exit(126);
    if (syscall(SYS_close_range, 3u, ~0u, 0u) != 0)
        for (int i = 3; i < 1024; i++)
            close(i);
    if (prepare != NULL)
        prepare(data);
    execv(words[0], words);
    _exit(127);
}

static void make_room(char **at, size_t *room, size_t wanted)
{
    if (wanted <= *room)
        return;
    *room = wanted * 2;
    *at = by_sure(realloc(*at, *room));
}

bool by_child_start(struct by_child *c, const char *command)
{
    char text[1024];
    char *words[] = { "/bin/sh", "-c", text, NULL };

    if (snprintf(text, sizeof text, "%s%s", simple(command) ? "exec " : "", command) >= (int)sizeof text) {
        memset(c, 0, sizeof *c);
        errno = E2BIG;
        return false;
    }
    return by_child_run(c, words, NULL, NULL);
}

bool by_child_run(struct by_child *c, char *const words[], void (*prepare)(const void *data), const void *data)
{
    int in[2], out[2];

    memset(c, 0, sizeof *c);
    if (pipe(in) != 0)
        return false;
    fcntl(in[1], F_SETFD, FD_CLOEXEC);
    if (pipe(out) != 0) {
        close(in[0]);
        close(in[1]);
        return false;
    }
    c->id = fork();
    if (c->id == 0)
        run_words(in, out, words, prepare, data);
    close(in[0]);
    close(out[1]);
    if (c->id < 0) {
        close(in[1]);
        close(out[0]);
        c->id = 0;
        return false;
    }
    setpgid(c->id, c->id);
    c->to = in[1];
    c->from = out[0];
    make_room(&c->in, &c->in_room, CHUNK + 1);
    make_room(&c->out, &c->out_room, 1);
    fcntl(c->to, F_SETFL, O_NONBLOCK);
    fcntl(c->from, F_SETFL, O_NONBLOCK);
    fcntl(c->to, F_SETFD, FD_CLOEXEC);
    fcntl(c->from, F_SETFD, FD_CLOEXEC);
    return true;
}

static bool has_ended(const struct by_child *c)
{
    siginfo_t info = { 0 };

    /* The pid cannot be reused until the process is reaped. */
    return waitid(P_PID, (id_t)c->id, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == c->id;
}

int by_child_end(struct by_child *c, int patience)
{
    struct timespec nap = { 0, 1000000 };
    int status = 0;

    if (c->id == 0)
        return 0;
    close(c->to);
    close(c->from);
    for (int ms = 0; ms < patience && !has_ended(c); ms++)
        nanosleep(&nap, NULL);
    kill(-c->id, SIGKILL);
    while (waitpid(c->id, &status, 0) < 0 && errno == EINTR)
        ;
    free(c->in);
    free(c->out);
    memset(c, 0, sizeof *c);
    return status;
}

static void send_some(struct by_child *c)
{
    ssize_t n = c->out_used == 0 || c->broken ? 0 : write(c->to, c->out, c->out_used);

    if (n < 0 && errno != EAGAIN && errno != EINTR)
        c->broken = true;
    if (n > 0) {
        c->out_used -= (size_t)n;
        memmove(c->out, c->out + n, c->out_used);
    }
}

void by_child_say(struct by_child *c, const char *line)
{
    size_t n = strlen(line);

    if (c->id == 0 || c->broken)
        return;
    make_room(&c->out, &c->out_room, c->out_used + n + 1);
    memcpy(c->out + c->out_used, line, n);
    c->out[c->out_used + n] = '\n';
    c->out_used += n + 1;
    c->broken = c->out_used > FLOOD; /* the program does not read its input */
    send_some(c);
}

/* Returns 1 if bytes were read, 0 if none are available, -1 at the end of the input. */
static int read_some(struct by_child *c)
{
    ssize_t n;

    memmove(c->in, c->in + c->in_taken, c->in_used - c->in_taken);
    c->in_used -= c->in_taken;
    c->in_taken = 0;
    make_room(&c->in, &c->in_room, c->in_used + CHUNK + 1);
    n = read(c->from, c->in + c->in_used, CHUNK);
    if (n < 0)
        return errno == EAGAIN || errno == EINTR ? 0 : -1;
    c->in_used += (size_t)n;
    c->flood += (size_t)n;
    return n > 0 && c->flood <= FLOOD ? 1 : -1;
}

/* Extracts a complete line from the input buffer. */
static enum by_got take_line(struct by_child *c, const char **line, size_t *n)
{
    char *start = c->in + c->in_taken, *end;
    size_t left = c->in_used - c->in_taken;
    bool skips = c->skips;

    end = left == 0 ? NULL : memchr(start, '\n', left);
    if (end == NULL) {
        if (skips || left > LINE_MOST) {
            c->skips = true;
            c->in_taken = c->in_used;
        }
        return BY_GOT_NOTHING;
    }
    *end = '\0';
    *line = start;
    *n = (size_t)(end - start);
    c->in_taken += *n + 1;
    c->skips = false;
    return skips || *n > LINE_MOST ? BY_GOT_LONG : BY_GOT_LINE;
}

void by_child_calm(struct by_child *c) { c->flood = 0; }

enum by_got by_child_line(struct by_child *c, int64_t until, const volatile int *stop, const char **line, size_t *n)
{
    for (;;) {
        struct pollfd p[2] = { { .fd = c->from, .events = POLLIN }, { .fd = c->to, .events = POLLOUT } };
        enum by_got got = c->id == 0 ? BY_GOT_END : take_line(c, line, n);
        int64_t left = until - by_now_ms();
        bool ended = false;
        int more;

        if (got != BY_GOT_NOTHING)
            return got;
        send_some(c);
        ended = has_ended(c); /* checked before reading, so that output sent before the end is still read */
        more = read_some(c);
        if (more < 0 || c->broken || (ended && more == 0)) {
            c->broken = true;
            return BY_GOT_END;
        }
        if (more > 0)
            continue;
        if (left <= 0 || by_stop_asked(stop))
            return BY_GOT_NOTHING;
        poll(p, c->out_used > 0 ? 2 : 1, left > 100 ? 100 : (int)left);
    }
}
