/* SPDX-License-Identifier: MIT */
/* echo.c: an echo server on the same library and loop as `boneyard serve`, and people who send to it: what the library
 * alone costs.
 *
 *     echo [SOCKETS] [SECONDS] [BYTES]
 *
 * Each socket sends a message a second and waits for it; the server runs on the first processor, the people on the
 * last.
 */
#include <arpa/inet.h>
#include <ev.h>
#include <fcntl.h>
#include <libwebsockets.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../tests/server/peer.h"
#include "util/memory.h"

enum { LONGEST = 4096 };

struct kept {
    size_t n;
    uint8_t at[LWS_PRE + LONGEST];
};

static int on_echo(struct lws *wsi, enum lws_callback_reasons why, void *user, void *in, size_t n)
{
    struct kept *k = user;

    if (why == LWS_CALLBACK_RECEIVE && n <= LONGEST) {
        memcpy(k->at + LWS_PRE, in, k->n = n);
        lws_callback_on_writable(wsi);
    } else if (why == LWS_CALLBACK_SERVER_WRITEABLE && k->n > 0) {
        lws_write(wsi, k->at + LWS_PRE, k->n, LWS_WRITE_TEXT);
        k->n = 0;
    }
    return 0;
}

static struct lws_vhost *host;
static int door;

static void on_door(struct ev_loop *l, ev_io *w, int what)
{
    (void)l;
    (void)w;
    (void)what;
    for (int fd; (fd = accept(door, NULL, NULL)) >= 0;)
        lws_adopt_socket_vhost(host, fd);
}

static void serve(void)
{
    static const struct lws_protocols protocols[] = {
        { .name = "echo", .callback = on_echo, .per_session_data_size = sizeof(struct kept) }, { 0 }
    };
    struct ev_loop *loop = ev_loop_new(0);
    void *loops[1] = { loop };
    struct lws_context_creation_info info = { .port = CONTEXT_PORT_NO_LISTEN_SERVER,
                                              .protocols = protocols,
                                              .foreign_loops = loops,
                                              .options = LWS_SERVER_OPTION_LIBEV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
                                              .gid = -1,
                                              .uid = -1 };
    struct lws_context *context;
    ev_io at;

    lws_set_log_level(0, NULL);
    context = lws_create_context(&info);
    host = context != NULL ? lws_create_vhost(context, &info) : NULL;
    if (host == NULL)
        _exit(1);
    ev_io_init(&at, on_door, door, EV_READ);
    ev_io_start(loop, &at);
    ev_run(loop, 0);
}

struct one {
    struct peer peer;
    double sent, next;
};

static char message[LONGEST + 1];
static float *samples;
static size_t n_samples, room;

static void told(struct peer *p, const char *line, size_t n)
{
    struct one *o = (struct one *)p;

    (void)line;
    if (n == 0)
        return;
    if (n_samples < room)
        samples[n_samples++] = (float)(1000 * (peer_now() - o->sent));
    o->sent = 0;
}

static int by_size(const void *a, const void *b)
{
    return (*(const float *)a > *(const float *)b) - (*(const float *)a < *(const float *)b);
}

static void pin(int processor)
{
    cpu_set_t one;

    CPU_ZERO(&one);
    CPU_SET((unsigned)processor, &one);
    sched_setaffinity(0, sizeof one, &one);
}

/* The server as a child; its door is open already. */
static pid_t start(int *port)
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr = { htonl(INADDR_LOOPBACK) } };
    socklen_t size = sizeof at;
    pid_t id;

    door = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    if (bind(door, (struct sockaddr *)&at, sizeof at) != 0 || listen(door, 1024) != 0
        || getsockname(door, (struct sockaddr *)&at, &size) != 0)
        return -1;
    *port = ntohs(at.sin_port);
    id = fork();
    if (id == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        pin(0);
        serve();
        _exit(0);
    }
    close(door);
    return id;
}

static void send_for(struct peers *all, struct one *one, int n, double seconds)
{
    double until = peer_now() + seconds;

    n_samples = 0;
    while (peer_now() < until) {
        double now = peer_now();

        peers_wait(all, 1);
        for (int i = 0; i < n; i++)
            if (now >= one[i].next && one[i].sent == 0 && one[i].peer.state == PEER_OPEN) {
                one[i].next = now + 1;
                one[i].sent = now;
                peer_say(all, &one[i].peer, message);
            }
    }
}

static void report(int n, int seconds)
{
    double p50, p99;

    if (n_samples == 0)
        return;
    qsort(samples, n_samples, sizeof *samples, by_size);
    p50 = (double)samples[n_samples / 2];
    p99 = (double)samples[n_samples * 99 / 100];
    printf("sockets  messages/s   p50 ms   p99 ms  most ms\n%7d %11.0f %8.2f %8.2f %8.2f\n", n,
           (double)n_samples / seconds, p50, p99, (double)samples[n_samples - 1]);
    printf("{\"bench\":\"echo\",\"sockets\":%d,\"messages\":%zu,\"p50_ms\":%.3f,\"p99_ms\":%.3f}\n", n, n_samples, p50,
           p99);
}

static int number(int argc, char **argv, int at, int otherwise)
{
    return argc > at ? (int)strtol(argv[at], NULL, 10) : otherwise;
}

int main(int argc, char **argv)
{
    int n = number(argc, argv, 1, 2000), seconds = number(argc, argv, 2, 10), bytes = number(argc, argv, 3, 200);
    int port = 0;
    struct peers *all;
    struct one *one;
    pid_t id;

    signal(SIGPIPE, SIG_IGN);
    if (n < 1 || seconds < 1 || bytes < 1 || bytes > LONGEST || (id = start(&port)) < 0)
        return 2;
    pin((int)sysconf(_SC_NPROCESSORS_ONLN) - 1);
    memset(message, 'x', (size_t)bytes);
    room = (size_t)n * (size_t)(seconds + 10);
    samples = by_sure(malloc(room * sizeof *samples));
    one = by_sure(calloc((size_t)n, sizeof *one));
    all = peers_new(port, told, NULL);
    for (int i = 0; i < n; i++) {
        if (!peer_open(all, &one[i].peer)) {
            fprintf(stderr, "echo: socket %d does not open\n", i);
            return 1;
        }
        if (i % 100 == 0)
            peers_wait(all, 1);
        one[i].next = peer_now() + 1 + (double)(i % 1000) / 1000;
    }
    send_for(all, one, n, 2);
    send_for(all, one, n, seconds);
    report(n, seconds);
    kill(id, SIGKILL);
    waitpid(id, NULL, 0);
    return n_samples > 0 ? 0 : 1;
}
