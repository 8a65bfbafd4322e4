/* SPDX-License-Identifier: MIT */
/* serve.c: implements `boneyard serve`, which serves the game as a web page. */
#include <errno.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "boneyard/bot.h"
#include "cli/cli.h"
#include "config.h"
#include "server/net/http.h"
#include "server/tables/hub.h"
#include "database.h"
#include "server/net/listen.h"
#include "local.h"
#include "log.h"
#include "server/net/loop.h"
#include "systemd.h"
#include "server/net/tls.h"
#include "util/args.h"
#include "util/page.h"
#include "wire/json.h"

extern char **environ;

enum { TOLD_MOST = BY_TEXTS_MOST + 1 }; /* one more than a list can hold, so that the server can report longer lists */

struct options {
    const char *file, *check_only, *print_default, *told[BY_SETTINGS][TOLD_MOST];
    const char *renamed[BY_SETTINGS_RENAMED];
};
#define AT(member) offsetof(struct options, member)

/* Options that are not settings. */
static const struct by_arg others[] = {
    { "--config", "FILE", "reads settings from a file (docs/serve.md); options take precedence", AT(file) },
    { "--check-config", NULL, "checks all settings and exits", AT(check_only) },
    { "--default-config", NULL, "prints a file with all settings explained, and exits", AT(print_default) },
};
enum { OTHERS = sizeof others / sizeof others[0], NAME_MOST = 40 };

/* Reads settings given as options, such as "--key-file FILE". */
static int read_words(int *argc, char **argv, struct options *o)
{
    static char names[BY_SETTINGS][NAME_MOST];
    struct by_arg args[OTHERS + BY_SETTINGS + BY_SETTINGS_RENAMED + 1] = { 0 };
    const struct by_command command = {
        "boneyard serve [OPTION...]",
        "Serves the game to browsers, with tables where people play together. The whole page is in this program, and\n"
        "works offline once it has been opened. By default, only this machine can open it; with\n"
        "--listen 0.0.0.0:8400, others in your network can open it and play too. Ctrl-C stops the server.",
        args
    };

    memcpy(args, others, sizeof others);
    for (int i = 0; i < BY_SETTINGS; i++) {
        const struct by_setting *of = &by_settings_list[i];
        size_t at;

        by_settings_name((enum by_setting_id)i, "--", names[i], NAME_MOST);
        at = AT(told) + (size_t)i * sizeof o->told[0];
        args[OTHERS + i] = (struct by_arg){ names[i], of->value, of->words,
                                            BY_ARG_LIST(at, of->kind >= BY_SETTING_LIST ? TOLD_MOST : 1) };
    }
    for (int i = 0; i < BY_SETTINGS_RENAMED; i++)
        args[OTHERS + BY_SETTINGS + i] =
            (struct by_arg){ by_settings_renamed[i].option, "N", by_settings_renamed[i].about,
                             BY_ARG_LIST(AT(renamed) + (size_t)i * sizeof o->renamed[0], 1) };
    return by_args_read(&command, argc, argv, o);
}

/* Collects the settings from all sources. On error, prints the reason and returns false. */
static bool read_settings(struct by_settings *s, const struct options *o)
{
    const char *file = o->file != NULL ? o->file : getenv("BONEYARD_CONFIG");
    char name[NAME_MOST];
    struct by_fault f;
    by_err err = BY_OK;

    if (file != NULL)
        err = by_settings_file(s, file, &f);
    if (err == BY_OK)
        err = by_settings_environment(s, environ, &f);
    for (int i = 0; i < BY_SETTINGS_RENAMED && err == BY_OK; i++)
        if (o->renamed[i] != NULL) {
            s->by_former_name[i] = true;
            err = by_settings_set(s, by_settings_renamed[i].now, BY_SET_BY_OPTION, by_settings_renamed[i].option,
                                  o->renamed[i], &f);
        }
    for (int i = 0; i < BY_SETTINGS; i++)
        for (int k = 0; k < TOLD_MOST && o->told[i][k] != NULL && err == BY_OK; k++)
            err = by_settings_set(s, (enum by_setting_id)i, BY_SET_BY_OPTION,
                                  by_settings_name((enum by_setting_id)i, "--", name, sizeof name), o->told[i][k], &f);
    if (err == BY_OK)
        err = by_settings_check(s, &f);
    if (err != BY_OK)
        by_complain("%s", f.text);
    return err == BY_OK;
}

enum { OTHER_FILES = 32, FEW = 64 };

/* Returns the number of connections that the settings and this process's open-file limit allow. Sets the limit
 * accordingly, since libwebsockets allocates a table of that size. */
static int most(int wished)
{
    struct rlimit r;
    rlim_t files = (rlim_t)wished + OTHER_FILES;

    if (getrlimit(RLIMIT_NOFILE, &r) != 0)
        return wished;
    r.rlim_cur = r.rlim_max == RLIM_INFINITY || r.rlim_max > files ? files : r.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &r) != 0 && getrlimit(RLIMIT_NOFILE, &r) != 0)
        return FEW;
    return r.rlim_cur >= FEW ? (int)r.rlim_cur - OTHER_FILES : OTHER_FILES;
}

/* Checks that there is a page to serve. If not, prints the reason to standard error. */
static bool have_page(const struct by_assets *a)
{
    struct by_asset index;

    if (a->folder == NULL && !by_assets_check(a->pack)) {
        by_complain(
            "this boneyard was built without its page. To include it, run apt-get install nodejs npm clang lld, "
            "then make build; or serve the page from a folder with --web-root FOLDER");
        return false;
    }
    if (!by_assets_find(a, "index.html", &index)) {
        by_complain("no index.html in '%s': --web-root takes the folder of a built page, such as "
                    "build/web/dist",
                    a->folder != NULL ? a->folder : "the program");
        return false;
    }
    free(index.own);
    return true;
}

/* The running server. */
struct served {
    struct by_loop *loop;
    struct by_http *http;
    struct by_hub *hub;
    struct by_http *aside; /* the listener reserved for /metrics and /healthz, or NULL */
    int aside_at;          /* the socket of that listener, or -1 */
    struct by_http *local; /* the operator's listener (local.h), or NULL */
    int local_at;          /* the socket of that listener, or -1 */
    char local_path[BY_LOCAL_MOST];
    bool watched; /* systemd expects watchdog messages */
    int goodbyes; /* seconds since the stop request */
};

static void tick(void *data)
{
    struct served *of = data;

    if (of->watched)
        by_systemd_notify("WATCHDOG=1");
    by_http_tick(of->http);
    if (of->aside != NULL)
        by_http_tick(of->aside);
    if (of->local != NULL)
        by_http_tick(of->local);
    by_hub_tick(of->hub);
}

enum { GOODBYE_MOST = 2, STOP_MOST = 4 }; /* in seconds: the time for clients to leave, and for the whole shutdown */

static void tick_goodbye(void *data)
{
    struct served *of = data;

    tick(of);
    if (by_hub_quiet(of->hub) || ++of->goodbyes > GOODBYE_MOST)
        by_loop_end(of->loop);
}

/* Exits at once, because the time is up or a second signal has arrived. All acknowledged moves have already been
 * saved. */
static void stop_now(int signal_number)
{
    static const char words[] = "{\"level\":\"error\",\"event\":\"stopped-at-once\"}\n";
    ssize_t n = write(STDERR_FILENO, words, sizeof words - 1);

    (void)signal_number;
    (void)n;
    _exit(BY_EXIT_WRONG);
}

/* Makes sure that the server stops soon, even if the disk does not respond. */
static void stop_soon(void)
{
    signal(SIGALRM, stop_now);
    signal(SIGTERM, stop_now);
    signal(SIGINT, stop_now);
    alarm(STOP_MOST);
}

/* Serves /metrics and /healthz, the only paths of the second listener. */
static enum by_served serve_aside(void *data, const struct by_request *r, struct by_http_answer *out)
{
    struct by_doorman door = by_hub_door(data);
    struct by_request here = *r;

    here.loopback = true;
    if (!r->post && (strcmp(r->path, "metrics") == 0 || strcmp(r->path, "healthz") == 0))
        return door.serve(door.data, &here, out);
    out->status = 404;
    return BY_SERVED;
}

/* Opens the second listener, if one is configured. */
static bool open_aside(struct served *of, const struct by_settings *s, struct by_settings *bare)
{
    struct by_http_setup setup = { .assets = { NULL, by_assets_built() },
                                   .most = 32,
                                   .settings = bare,
                                   .door = { .data = of->hub, .serve = serve_aside } };
    struct by_listen at;

    *bare = *s;
    bare->tls_cert = NULL;
    if (s->metrics == NULL)
        return true;
    if (!by_listen_open(s->metrics, &at))
        return false;
    of->aside_at = at.fd;
    of->aside = by_http_new(of->loop, at.fd, &setup);
    return of->aside != NULL;
}

/* Serves the operator's socket, which offers the server's state as well as the paths of the second listener. */
static enum by_served serve_local(void *data, const struct by_request *r, struct by_http_answer *out)
{
    struct by_doorman door = by_hub_door(data);
    struct by_request here = *r;

    if (strncmp(r->path, "admin", 5) != 0)
        return serve_aside(data, r, out);
    here.local = true;
    out->status = 404;
    return r->post ? BY_SERVED : door.serve(door.data, &here, out);
}

/* Opens the operator's socket. The server also runs without this socket. */
static void open_local(struct served *of, const struct by_settings *bare, const char *beside)
{
    struct by_http_setup setup = { .assets = { NULL, by_assets_built() },
                                   .most = 16,
                                   .settings = bare,
                                   .door = { .data = of->hub, .serve = serve_local } };

    by_local_path(bare, beside, of->local_path);
    of->local_at = by_local_open(of->local_path);
    if (of->local_at >= 0)
        of->local = by_http_new(of->loop, of->local_at, &setup);
    if (of->local == NULL)
        by_log(BY_LOG_INFO, "no-local-socket", NULL);
}

static void close_local(struct served *of)
{
    by_http_free(of->local);
    if (of->local_at < 0)
        return;
    close(of->local_at);
    unlink(of->local_path);
}

/* On SIGHUP, reloads the certificate. */
static void reload(void *http) { by_http_renew(http); }

enum { NEAR = 3 }; /* maximum number of addresses printed */

/* Prints the addresses for this machine and for other machines. */
static void tell_where(const struct by_settings *s, const struct by_listen *at)
{
    const char *how = s->tls_cert != NULL ? "https" : "http";
    char near[NEAR][BY_LISTEN_NEAR];
    int n = s->origin.n > 0 ? 0 : by_listen_near(at, near, NEAR);

    if (at->port != at->wanted && at->wanted != 0)
        printf("Port %d is in use, so this server uses %d.\n", at->wanted, at->port);
    printf("Boneyard is at %s%s%s (Ctrl-C stops it)\n", how, at->url + strlen("http"),
           at->everywhere && n == 0 ? " and at this machine's other addresses" : "");
    for (int i = 0; i < n; i++)
        printf("%s%s://%s/", i == 0 ? "Other devices in your network open " : " or ", how, near[i]);
    if (s->origin.n > 0)
        printf("People must open exactly %s/\n", s->origin.at[0]);
    if (n > 0)
        puts("\nTo send a link, open that address here too.");
}

/* Starts the log and reports former names, so that operators change them before they are dropped. */
static void start_log(const struct by_settings *s)
{
    char name[NAME_MOST];

    by_log_start(s->log);
    for (int i = 0; i < BY_SETTINGS_RENAMED; i++)
        if (s->by_former_name[i]) {
            by_settings_name(by_settings_renamed[i].now, "", name, sizeof name);
            by_log(BY_LOG_WARN, "setting-renamed",
                   BY_LOG_FIELDS(BY_LOG_TEXT("former", by_settings_renamed[i].option + 2), BY_LOG_TEXT("now", name)));
        }
}

/* Runs until stopped, then notifies all clients and writes the queued batches. */
static void run(struct served *of, const struct by_settings *s, const struct by_listen *at)
{
    tell_where(s, at);
    if (by_cli_end(BY_EXIT_FINE) != BY_EXIT_FINE)
        return;
    by_loop_on_reload(of->loop, reload, of->http);
    of->watched = by_systemd_watched();
    by_systemd_notify("READY=1");
    by_log(BY_LOG_INFO, "started", NULL);
    by_loop_run(of->loop, tick, of);
    stop_soon();
    by_systemd_notify("STOPPING=1");
    by_log(BY_LOG_INFO, "stopping", NULL);
    by_http_shut(of->http);
    by_hub_stop(of->hub);
    if (!by_hub_quiet(of->hub))
        by_loop_run(of->loop, tick_goodbye, of);
    printf("%sBoneyard has stopped.\n", isatty(STDOUT_FILENO) ? "\n" : ""); /* starts a new line after the ^C */
}

/* Listens on the socket passed by systemd or, if there is none, at the configured address. */
static bool listen_somewhere(const struct by_settings *s, struct by_listen *at)
{
    int fd = by_systemd_socket();

    if (fd < 0)
        return by_listen_open(s->listen, at);
    *at = (struct by_listen){ .fd = fd, .url = "http://the socket of systemd" };
    return true;
}

/* Starts the configured external bots. If the bots cannot be sandboxed, prints the reason and returns NULL. */
static struct by_external_bots *seat_guests(const struct by_settings *s)
{
    static const char *names[BY_TEXTS_MOST];
    struct by_fault f = { 0 };
    struct by_external_bots *g = by_external_bots_new(s, &f);

    if (g == NULL)
        by_complain("%s", f.text);
    for (int i = 0; i < by_external_bots_count(g); i++) {
        names[i] = by_external_bots_name(g, i);
        if (by_bot_find(false, names[i]) != NULL) {
            by_complain("bot %s: another bot has this name: choose a different one", names[i]);
            by_external_bots_free(g);
            return NULL;
        }
    }
    by_room_bots(names, by_external_bots_count(g));
    return g;
}

/* Checks that a configured certificate matches its key. */
static bool have_tls(const struct by_settings *s)
{
    char why[BY_TLS_WHY];

    if (s->tls_cert == NULL || by_tls_fits(s->tls_cert, s->tls_key, why))
        return true;
    by_complain("%s", why);
    return false;
}

/* Makes malloc request memory for the loop in large pieces and keep it. Such requests wait for the kernel's lock on the
 * address space. A low-priority thread, for example one that allocates memory to hash a password, may hold that lock
 * for a long time. */
static void keep_memory(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 256 << 20);
    mallopt(M_TOP_PAD, 16 << 20);
#endif
}

/* Applies the settings that exist only for tests (room.h, hub.h). */
static void set_for_tests(struct by_hub_setup *house)
{
    const char *haste = getenv("BONEYARD_HASTE"), *newer = getenv("BONEYARD_NEWER"), *lease = getenv("BONEYARD_LEASE");

    if (haste != NULL)
        house->host.haste = (int)strtol(haste, NULL, 10);
    if (newer != NULL)
        house->host.newer = (int)strtol(newer, NULL, 10);
    if (lease != NULL)
        house->lease = (int)strtol(lease, NULL, 10);
}

/* Serves until stopped. */
static int serve(const struct by_settings *s)
{
    struct by_http_setup setup = { .assets = { s->web_root, by_assets_built() },
                                   .most = most(s->connections),
                                   .settings = s };
    struct by_hub_setup house = { .settings = s };
    struct served of = { .aside_at = -1, .local_at = -1 };
    struct by_settings bare;
    struct by_database kept = { .store = NULL };
    struct by_listen at;
    struct by_fault fault = { .err = BY_OK };
    int status = BY_EXIT_WRONG;

    by_json_forgets();
    keep_memory();
    start_log(s);
    signal(SIGXFSZ, SIG_IGN);                         /* makes a write that exceeds the file-size limit fail instead of
                                                       * killing the server */
    setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 }); /* a core dump would reveal the decks and the key */
    if (!have_page(&setup.assets) || !have_tls(s) || !listen_somewhere(s, &at))
        return BY_EXIT_WRONG;
    house.guests = seat_guests(s);
    if (house.guests == NULL || !by_database_open(s, &kept)) {
        by_external_bots_free(house.guests);
        close(at.fd);
        return BY_EXIT_WRONG;
    }
    house.store = kept.store;
    house.db = kept.beside;
    house.host = kept.host;
    house.node = kept.node;
    house.host.empty = (int64_t)s->empty_hours * 3600000;
    set_for_tests(&house);
    of.loop = by_loop_new();
    of.hub = by_hub_new(of.loop, &house, &fault);
    if (of.hub == NULL && fault.err != BY_OK)
        by_complain("%s", fault.text);
    if (of.hub != NULL) {
        setup.door = by_hub_door(of.hub);
        of.http = by_http_new(of.loop, at.fd, &setup);
    }
    if (of.http != NULL && open_aside(&of, s, &bare)) {
        open_local(&of, &bare, kept.beside);
        run(&of, s, &at);
        status = by_cli_end(BY_EXIT_FINE);
    }
    close_local(&of);
    by_http_free(of.aside);
    if (of.aside_at >= 0)
        close(of.aside_at);
    by_http_free(of.http);
    by_external_bots_stop(house.guests); /* external bots report to the hub, so they must stop before it is freed */
    by_hub_free(of.hub);
    by_external_bots_free(house.guests);
    by_loop_free(of.loop);
    by_database_close(&kept);
    alarm(0);
    close(at.fd);
    return status;
}

/* For --check-config: checks, as far as possible without starting the server, whether it could start with these
 * settings. */
static int check(const struct by_settings *s)
{
    struct by_assets assets = { s->web_root, by_assets_built() };
    struct by_external_bots *guests = NULL;
    bool fine = by_listen_reads(s->listen) && by_listen_reads(s->metrics) && have_tls(s)
        && (s->web_root == NULL || have_page(&assets)) && (guests = seat_guests(s)) != NULL;

    by_external_bots_free(guests);
    if (!fine)
        return BY_EXIT_USAGE;
    puts("All settings are valid.");
    return by_cli_end(BY_EXIT_FINE);
}

int by_cli_serve(int argc, char **argv)
{
    struct options o = { 0 };
    int status = read_words(&argc, argv, &o);
    struct by_settings settings;

    if (status >= 0)
        return status;
    if (argc > 1)
        return by_cli_say(BY_EXIT_USAGE, "serve takes only options: boneyard serve --help lists them");
    if (o.print_default != NULL) {
        by_settings_print(stdout);
        return by_cli_end(BY_EXIT_FINE);
    }
    by_settings_init(&settings);
    if (!read_settings(&settings, &o))
        status = BY_EXIT_USAGE;
    else if (o.check_only != NULL)
        status = check(&settings);
    else
        status = serve(&settings);
    by_settings_clear(&settings);
    return status;
}
