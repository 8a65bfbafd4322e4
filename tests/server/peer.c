/* SPDX-License-Identifier: MIT */
/* peer.c: simulated people for the server's tests and benches (peer.h). */
#include "peer.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "util/memory.h"

struct peers {
    int port, epoll;
    peer_told *told;
    peer_ended *ended;
};

double peer_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

struct peers *peers_new(int port, peer_told *told, peer_ended *ended)
{
    struct peers *all = by_sure(calloc(1, sizeof *all));

    *all = (struct peers){ port, epoll_create1(EPOLL_CLOEXEC), told, ended };
    return all;
}

void peers_free(struct peers *all)
{
    close(all->epoll);
    free(all);
}

static int dial(int port, uint32_t from, int room)
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr = { htonl(from) } };
    struct sockaddr_in to = { .sin_family = AF_INET,
                              .sin_port = htons((uint16_t)port),
                              .sin_addr = { htonl(INADDR_LOOPBACK) } };
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1;

    if (fd >= 0 && room > 0)
        setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
    if (fd >= 0 && from != 0 && bind(fd, (struct sockaddr *)&at, sizeof at) != 0) {
        close(fd);
        fd = -1;
    }
    if (fd >= 0 && connect(fd, (struct sockaddr *)&to, sizeof to) != 0) {
        close(fd);
        fd = -1;
    }
    if (fd >= 0)
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return fd;
}

int peer_dial(int port, uint32_t from) { return dial(port, from, 0); }

bool peer_be(struct peers *all, struct peer *p)
{
    char text[4096];
    int fd = peer_dial(all->port, p->from);
    int n = snprintf(text, sizeof text,
                     "POST /session HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
                     "Content-Length: 0\r\nConnection: close\r\n\r\n",
                     all->port);
    struct timeval limit = { 20, 0 };
    ssize_t got = 0, more = fd >= 0 ? 1 : 0;
    char *at;

    if (fd >= 0)
        setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    if (fd >= 0 && send(fd, text, (size_t)n, MSG_NOSIGNAL) != n)
        more = 0;
    while (more > 0 && (size_t)got + 1 < sizeof text) {
        more = recv(fd, text + got, sizeof text - 1 - (size_t)got, 0);
        got += more > 0 ? more : 0;
        text[got] = '\0';
        if (strstr(text, "\"}") != NULL)
            break;
    }
    if (fd >= 0)
        close(fd);
    text[got] = '\0';
    at = strstr(text, "{\"token\":\"");
    return at != NULL && sscanf(at, "{\"token\":\"%60[A-Za-z0-9_-]", p->token) == 1;
}

static void add(char **to, size_t *n, size_t *room, const void *bytes, size_t more)
{
    if (*n + more > *room) {
        *room = (*n + more) * 2;
        *to = by_sure(realloc(*to, *room));
    }
    memcpy(*to + *n, bytes, more);
    *n += more;
}

static void want(struct peers *all, struct peer *p)
{
    struct epoll_event e = { .events = (p->deaf ? 0 : EPOLLIN) | (p->out_sent < p->out_n ? (unsigned)EPOLLOUT : 0),
                             .data = { .ptr = p } };

    if (e.events != p->wanted)
        epoll_ctl(all->epoll, EPOLL_CTL_MOD, p->fd, &e);
    p->wanted = e.events;
}

bool peer_open(struct peers *all, struct peer *p)
{
    struct epoll_event e = { .events = EPOLLIN | EPOLLOUT, .data = { .ptr = p } };
    char text[512];
    int n = snprintf(text, sizeof text,
                     "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
                     "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                     "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                     "Authorization: Bearer %s\r\n\r\n",
                     all->port, p->token);

    p->fd = dial(all->port, p->from, p->room);
    if (p->fd < 0)
        return false;
    fcntl(p->fd, F_SETFL, O_NONBLOCK);
    p->state = PEER_UPGRADING;
    p->wanted = e.events;
    p->in_n = p->out_n = p->out_sent = p->message_n = 0;
    add(&p->out, &p->out_n, &p->out_room, text, (size_t)n);
    return epoll_ctl(all->epoll, EPOLL_CTL_ADD, p->fd, &e) == 0;
}

void peer_close(struct peers *all, struct peer *p)
{
    if (p->state == PEER_CLOSED)
        return;
    epoll_ctl(all->epoll, EPOLL_CTL_DEL, p->fd, NULL);
    close(p->fd);
    free(p->in);
    free(p->out);
    free(p->message);
    p->in = p->out = p->message = NULL;
    p->in_room = p->out_room = p->in_n = p->out_n = p->out_sent = p->message_n = 0;
    p->state = PEER_CLOSED;
    if (all->ended != NULL)
        all->ended(p);
}

/* A frame; the mask is all zeros, which the protocol allows. */
static void frame(struct peer *p, int code, const void *bytes, size_t n)
{
    uint8_t head[14] = { (uint8_t)(0x80 | code) };
    size_t h = 2;

    if (n < 126) {
        head[1] = (uint8_t)(0x80 | n);
    } else {
        head[1] = 0x80 | 126;
        head[2] = (uint8_t)(n >> 8);
        head[3] = (uint8_t)n;
        h = 4;
    }
    add(&p->out, &p->out_n, &p->out_room, head, h + 4);
    add(&p->out, &p->out_n, &p->out_room, bytes, n);
}

static void push(struct peers *all, struct peer *p)
{
    while (p->out_sent < p->out_n) {
        ssize_t n = send(p->fd, p->out + p->out_sent, p->out_n - p->out_sent, MSG_NOSIGNAL);

        if (n < 0 && (errno == EAGAIN || errno == EINTR))
            break;
        if (n < 0) {
            peer_close(all, p);
            return;
        }
        p->out_sent += (size_t)n;
    }
    if (p->out_sent == p->out_n)
        p->out_sent = p->out_n = 0;
    want(all, p);
}

void peer_say(struct peers *all, struct peer *p, const char *line)
{
    if (p->state == PEER_CLOSED)
        return;
    frame(p, 1, line, strlen(line));
    if (p->state == PEER_OPEN)
        push(all, p);
}

void peer_put(struct peers *all, struct peer *p, const void *bytes, size_t n)
{
    if (p->state == PEER_CLOSED)
        return;
    add(&p->out, &p->out_n, &p->out_room, bytes, n);
    if (p->state == PEER_OPEN)
        push(all, p);
}

void peer_hear(struct peers *all, struct peer *p)
{
    if (p->state != PEER_CLOSED)
        want(all, p);
}

/* Reads one frame from the received bytes; returns the bytes used, or 0 if the frame is incomplete. */
static size_t take_frame(struct peers *all, struct peer *p, const uint8_t *at, size_t n)
{
    size_t h = 2, length = n < 2 ? 0 : at[1] & 127;
    int code;

    if (n < 2 || (length == 126 && n < 4) || (length == 127 && n < 10))
        return 0;
    if (length == 126) {
        length = (size_t)at[2] << 8 | at[3];
        h = 4;
    } else if (length == 127) {
        length = 0;
        for (int i = 2; i < 10; i++)
            length = length << 8 | at[i];
        h = 10;
    }
    if (n < h + length)
        return 0;
    code = at[0] & 15;
    if (code == 8) {
        peer_close(all, p);
    } else if (code == 9) {
        frame(p, 10, at + h, length);
        push(all, p);
    } else if (code < 3) {
        p->message = by_sure(realloc(p->message, p->message_n + length + 1));
        memcpy(p->message + p->message_n, at + h, length);
        p->message_n += length;
        p->message[p->message_n] = '\0';
        if (at[0] & 0x80) {
            size_t whole = p->message_n;

            p->message_n = 0;
            all->told(p, p->message, whole);
        }
    }
    return h + length;
}

static void take(struct peers *all, struct peer *p)
{
    size_t at = 0;

    if (p->state == PEER_UPGRADING) {
        char *end = p->in_n > 3 ? memmem(p->in, p->in_n, "\r\n\r\n", 4) : NULL;

        if (end == NULL)
            return;
        if (p->in_n < 12 || memcmp(p->in + 9, "101", 3) != 0) {
            peer_close(all, p);
            return;
        }
        at = (size_t)(end - p->in) + 4;
        p->state = PEER_OPEN;
        all->told(p, "", 0);
    }
    while (p->state == PEER_OPEN) {
        size_t used = take_frame(all, p, (const uint8_t *)p->in + at, p->in_n - at);

        if (used == 0)
            break;
        at += used;
    }
    if (p->state != PEER_OPEN)
        return;
    memmove(p->in, p->in + at, p->in_n - at);
    p->in_n -= at;
}

static void pull(struct peers *all, struct peer *p)
{
    static char bytes[65536];
    ssize_t n = recv(p->fd, bytes, sizeof bytes, 0);

    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (n <= 0) {
        peer_close(all, p);
        return;
    }
    p->received += (uint64_t)n;
    add(&p->in, &p->in_n, &p->in_room, bytes, (size_t)n);
    take(all, p);
}

void peers_wait(struct peers *all, int ms)
{
    struct epoll_event e[256];
    int n = epoll_wait(all->epoll, e, 256, ms);

    for (int i = 0; i < n; i++) {
        struct peer *p = e[i].data.ptr;

        if (p->state != PEER_CLOSED && (e[i].events & EPOLLOUT))
            push(all, p);
        if (p->state != PEER_CLOSED && (e[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR)))
            pull(all, p);
    }
}
