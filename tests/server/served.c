/* SPDX-License-Identifier: MIT */
/* served.c: a `boneyard serve` that a test or a bench has started (served.h). */
#include "served.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "peer.h"
#include "util/memory.h"

enum { WORDS = 64 };

static void become(const struct served *s, int out, int processor)
{
    char *words[WORDS], place[40];
    cpu_set_t one;
    int n = 0;

    CPU_ZERO(&one);
    if (processor >= 0) {
        CPU_SET((unsigned)processor, &one);
        sched_setaffinity(0, sizeof one, &one);
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(out, 1);
    snprintf(place, sizeof place, "127.0.0.1:%d", s->port);
    for (; n + 1 < WORDS && s->words[n] != NULL; n++)
        words[n] = n > 0 && s->port > 0 && strcmp(s->words[n - 1], "--listen") == 0 ? place : s->words[n];
    words[n] = NULL;
    execv(words[0], words);
    perror(words[0]);
    _exit(127);
}

bool served_start(struct served *s, int processor)
{
    double from = peer_now();
    char line[300], *at;
    int ends[2];
    FILE *said;
    bool there = false;

    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    s->id = fork();
    if (s->id == 0)
        become(s, ends[1], processor);
    close(ends[1]);
    said = fdopen(ends[0], "r");
    while (!there && said != NULL && fgets(line, sizeof line, said) != NULL) {
        at = strstr(line, "http");
        at = at != NULL ? strstr(at + 8, ":") : NULL;
        there = at != NULL && sscanf(at, ":%d", &s->port) == 1;
    }
    s->ready = peer_now() - from;
    if (said != NULL && !there)
        fclose(said); /* otherwise it stays open, since the server may still write to it */
    return there;
}

int served_stop(struct served *s, int number)
{
    int status = 0;

    if (s->id <= 0)
        return 0;
    kill(s->id, number);
    waitpid(s->id, &status, 0);
    s->id = 0;
    return status;
}

long served_memory(const struct served *s)
{
    char path[60], line[200];
    long kib = 0;
    FILE *in;

    snprintf(path, sizeof path, "/proc/%d/status", (int)s->id);
    in = fopen(path, "r");
    while (in != NULL && fgets(line, sizeof line, in) != NULL)
        if (sscanf(line, "VmRSS: %ld", &kib) == 1)
            break;
    if (in != NULL)
        fclose(in);
    return kib;
}

double served_busy(const struct served *s)
{
    char path[60], line[1000], *at;
    unsigned long user = 0, system = 0;
    FILE *in;

    snprintf(path, sizeof path, "/proc/%d/stat", (int)s->id);
    in = fopen(path, "r");
    if (in != NULL && fgets(line, sizeof line, in) != NULL && (at = strrchr(line, ')')) != NULL)
        sscanf(at, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system);
    if (in != NULL)
        fclose(in);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

char *served_metrics(const struct served *s)
{
    enum { ROOM = 1 << 16 };
    char *text = by_sure(calloc(1, ROOM)), ask[200];
    int fd = peer_dial(s->port, 0),
        n = snprintf(ask, sizeof ask,
                     "GET /metrics HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
                     "Connection: close\r\n\r\n",
                     s->port);
    struct timeval limit = { 20, 0 };
    ssize_t more = 1;
    size_t got = 0;

    if (fd < 0)
        return text;
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    if (send(fd, ask, (size_t)n, MSG_NOSIGNAL) == n)
        for (; more > 0 && got + 1 < ROOM; got += more > 0 ? (size_t)more : 0)
            more = recv(fd, text + got, ROOM - 1 - got, 0);
    text[got] = '\0';
    close(fd);
    return text;
}

double served_metric(const char *metrics, const char *name)
{
    size_t n = strlen(name);

    for (const char *at = metrics; (at = strstr(at, name)) != NULL; at += n)
        if (at > metrics && at[-1] == '\n' && at[n] == ' ')
            return atof(at + n);
    return -1;
}
