/* serve.c: `boneyard serve`: the game as a page for browsers. */
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
#include "http.h"
#include "hub.h"
#include "kept.h"
#include "listen.h"
#include "log.h"
#include "loop.h"
#include "notify.h"
#include "tls.h"
#include "room/leak.h"
#include "util/args.h"
#include "util/page.h"
#include "wire/json.h"

extern char **environ;

static const char *file, *check_only, *default_text, *told[BY_SETTINGS];

/* Options that are none of the settings. */
static const struct by_arg others[] = {
    { "--config", "FILE", "settings from a file (docs/serve.md); options count before it", &file },
    { "--check-config", NULL, "looks whether all settings are in order, and ends", &check_only },
    { "--default-config", NULL, "prints a file with all settings, explained, and ends", &default_text },
};
enum { OTHERS = sizeof others / sizeof others[0], NAME_MOST = 40 };

/* The settings as options: "--key-file FILE". */
static int read_words(int *argc, char **argv)
{
    static char names[BY_SETTINGS][NAME_MOST];
    struct by_arg args[OTHERS + BY_SETTINGS + 1] = { 0 };
    const struct by_command command = {
        "boneyard serve [OPTION...]",
        "Serves the game as a page for browsers, and tables at which people play together. The whole page is in this\n"
        "program; it plays without a network once it has been opened. 127.0.0.1 is for this machine alone; with\n"
        "--listen 0.0.0.0:8400 others in your network can open it and play too. Ctrl-C stops it.",
        args
    };

    memcpy(args, others, sizeof others);
    for (int i = 0; i < BY_SETTINGS; i++) {
        const struct by_setting *of = &by_settings_list[i];

        by_settings_name((enum by_setting_id)i, "--", names[i], NAME_MOST);
        args[OTHERS + i] = (struct by_arg){ names[i], of->value, of->words, &told[i] };
    }
    return by_args_read(&command, argc, argv);
}

/* All settings, from everywhere; false and a sentence. */
static bool read_settings(struct by_settings *s)
{
    char name[NAME_MOST];
    struct by_fault f;
    by_err err = BY_OK;

    if (file == NULL)
        file = getenv("BONEYARD_CONFIG");
    if (file != NULL)
        err = by_settings_file(s, file, &f);
    if (err == BY_OK)
        err = by_settings_environment(s, environ, &f);
    for (int i = 0; i < BY_SETTINGS && err == BY_OK; i++)
        if (told[i] != NULL)
            err = by_settings_set(s, (enum by_setting_id)i, BY_SET_BY_OPTION,
                                  by_settings_name((enum by_setting_id)i, "--", name, sizeof name), told[i], &f);
    if (err == BY_OK)
        err = by_settings_check(s, &f);
    if (err != BY_OK)
        by_complain("%s", f.text);
    return err == BY_OK;
}

enum { OTHER_FILES = 32, FEW = 64 };

/* As many connections as were wished for and this process may have files.  It may have no more files from then on: the
 * library keeps a table as long as the limit. */
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

/* Is there a page to serve?  Else a sentence on standard error. */
static bool have_page(const struct by_assets *a)
{
    struct by_asset index;

    if (a->folder == NULL && !by_assets_check(a->pack)) {
        by_complain("this boneyard was built without its page. To have it: apt-get install nodejs npm clang lld, "
                    "then make build; or show the page of a folder with --web-root FOLDER");
        return false;
    }
    if (!by_assets_find(a, "index.html", &index)) {
        by_complain("there is no index.html in '%s': --web-root takes the folder of a built page, such as "
                    "build/web/dist", a->folder != NULL ? a->folder : "the program");
        return false;
    }
    free(index.own);
    return true;
}

/* What runs. */
struct served {
    struct by_loop *loop;
    struct by_http *http;
    struct by_hub *hub;
    struct by_http *aside;              /* the door for /metrics and /healthz alone, or NULL */
    int aside_at;                       /* its socket, or -1 */
    bool watched;                       /* systemd wants to hear that the loop turns */
    int goodbyes;                       /* seconds since it was told to stop */
};

static void tick(void *data)
{
    struct served *of = data;

    if (of->watched)
        by_notify("WATCHDOG=1");
    by_http_tick(of->http);
    if (of->aside != NULL)
        by_http_tick(of->aside);
    by_hub_tick(of->hub);
}

enum { GOODBYE_MOST = 2, STOP_MOST = 4 };       /* seconds for everybody to go; for all of it */

static void tick_goodbye(void *data)
{
    struct served *of = data;

    tick(of);
    if (by_hub_quiet(of->hub) || ++of->goodbyes > GOODBYE_MOST)
        by_loop_end(of->loop);
}

/* The time is up, or somebody says so a second time.  What has been answered is kept; nothing else was promised. */
static void stop_now(int signal_number)
{
    static const char words[] = "{\"level\":\"error\",\"event\":\"stopped-at-once\"}\n";
    ssize_t n = write(STDERR_FILENO, words, sizeof words - 1);

    (void)signal_number;
    (void)n;
    _exit(BY_EXIT_WRONG);
}

/* From now on it ends soon, whatever the disk does. */
static void stop_soon(void)
{
    signal(SIGALRM, stop_now);
    signal(SIGTERM, stop_now);
    signal(SIGINT, stop_now);
    alarm(STOP_MOST);
}

/* What the other door has: whoever comes there may see the numbers, and nothing else. */
static enum by_served serve_aside(void *data, const struct by_request *r, struct by_answer *out)
{
    struct by_doorman door = by_hub_door(data);
    struct by_request here = *r;

    here.loopback = true;
    if (!r->post && (strcmp(r->path, "metrics") == 0 || strcmp(r->path, "healthz") == 0))
        return door.serve(door.data, &here, out);
    out->status = 404;
    return BY_SERVED;
}

/* Opens it if the settings want one. */
static bool open_aside(struct served *of, const struct by_settings *s, struct by_settings *bare)
{
    struct by_http_setup setup = { .assets = { NULL, by_assets_built() }, .most = 32, .settings = bare,
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

/* SIGHUP: the certificate has been renewed. */
static void reload(void *http) { by_http_renew(http); }

enum { NEAR = 3 };                      /* addresses that are told at most */

/* Where it is, for this machine and for the others. */
static void tell_where(const struct by_settings *s, const struct by_listen *at)
{
    const char *how = s->tls_cert != NULL ? "https" : "http";
    char near[NEAR][BY_LISTEN_NEAR];
    int n = s->origin.n > 0 ? 0 : by_listen_near(at, near, NEAR);

    if (at->port != at->wanted && at->wanted != 0)
        printf("Port %d is taken, so this is %d.\n", at->wanted, at->port);
    printf("Boneyard is at %s%s%s (Ctrl-C stops it)\n", how, at->url + strlen("http"),
           at->everywhere && n == 0 ? " and at this machine's other addresses" : "");
    for (int i = 0; i < n; i++)
        printf("%s%s://%s/", i == 0 ? "Other devices in your network open " : " or ", how, near[i]);
    if (s->origin.n > 0)
        printf("People open %s/ and nothing else.\n", s->origin.at[0]);
    if (n > 0)
        puts("\nTo send somebody a link, open that address here too.");
}

/* Until it is stopped; then everybody is told, and what waits is written. */
static void run(struct served *of, const struct by_settings *s, const struct by_listen *at)
{
    tell_where(s, at);
    if (by_cli_end(BY_EXIT_FINE) != BY_EXIT_FINE)
        return;
    by_loop_on_reload(of->loop, reload, of->http);
    of->watched = by_notify_watched();
    by_notify("READY=1");
    by_log(BY_LOG_INFO, "started", NULL);
    by_loop_run(of->loop, tick, of);
    stop_soon();
    by_notify("STOPPING=1");
    by_log(BY_LOG_INFO, "stopping", NULL);
    by_http_shut(of->http);
    by_hub_stop(of->hub);
    if (!by_hub_quiet(of->hub))
        by_loop_run(of->loop, tick_goodbye, of);
    printf("%sBoneyard has stopped.\n", isatty(STDOUT_FILENO) ? "\n" : "");      /* behind the ^C */
}

/* At systemd's socket, if there is one, or at the settings' place. */
static bool listen_somewhere(const struct by_settings *s, struct by_listen *at)
{
    int fd = by_notify_socket();

    if (fd < 0)
        return by_listen_open(s->listen, at);
    *at = (struct by_listen){ .fd = fd, .url = "http://the socket of systemd" };
    return true;
}

/* The bots of the settings that are programs from outside; NULL and a sentence: they cannot be shut in. */
static struct by_guests *seat_guests(const struct by_settings *s)
{
    static const char *names[BY_TEXTS_MOST];
    struct by_fault f = { 0 };
    struct by_guests *g = by_guests_new(s, &f);

    if (g == NULL)
        by_complain("%s", f.text);
    for (int i = 0; i < by_guests_count(g); i++) {
        names[i] = by_guests_name(g, i);
        if (by_bot_find(false, names[i]) != NULL) {
            by_complain("bot %s: there is a bot of that name already; take another", names[i]);
            by_guests_free(g);
            return NULL;
        }
    }
    by_room_bots(names, by_guests_count(g));
    return g;
}

/* If there is a certificate, it fits its key. */
static bool have_tls(const struct by_settings *s)
{
    char why[BY_TLS_WHY];

    if (s->tls_cert == NULL || by_tls_fits(s->tls_cert, s->tls_key, why))
        return true;
    by_complain("%s", why);
    return false;
}

/* Serves until it is stopped. */
/* What the loop needs is asked for in large pieces and kept.  To take memory or to give it back one waits for whoever
 * changes the address space, and a thread behind everybody else, such as one that hashes a password in memory of its
 * own, may be at that for long. */
static void keep_memory(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 256 << 20);
    mallopt(M_TOP_PAD, 16 << 20);
#endif
}

static int serve(const struct by_settings *s)
{
    struct by_http_setup setup = { .assets = { s->web_root, by_assets_built() }, .most = most(s->connections),
                                   .settings = s };
    struct by_hub_setup house = { .settings = s };
    struct served of = { .aside_at = -1 };
    struct by_settings bare;
    struct by_kept kept = { .store = NULL };
    struct by_listen at;
    const char *haste = getenv("BONEYARD_HASTE");
    int status = BY_EXIT_WRONG;

    if (!BY_LEAK(306))
        by_json_forgets();
    keep_memory();
    by_log_start(s->log);
    signal(SIGXFSZ, SIG_IGN);           /* a file that may not grow is a write that fails */
    setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });           /* a core would have the decks and the key */
    if (!have_page(&setup.assets) || !have_tls(s) || !listen_somewhere(s, &at))
        return BY_EXIT_WRONG;
    house.guests = seat_guests(s);
    if (house.guests == NULL || !by_kept_open(s, &kept)) {
        by_guests_free(house.guests);
        close(at.fd);
        return BY_EXIT_WRONG;
    }
    house.store = kept.store;
    house.db = kept.db;
    house.host = kept.host;
    house.host.empty = (int64_t)s->empty_hours * 3600000;
    if (haste != NULL)
        house.host.haste = (int)strtol(haste, NULL, 10);        /* for tests: see room.h */
    of.loop = by_loop_new();
    of.hub = by_hub_new(of.loop, &house);
    if (of.hub != NULL) {
        setup.door = by_hub_door(of.hub);
        of.http = by_http_new(of.loop, at.fd, &setup);
    }
    if (of.http != NULL && open_aside(&of, s, &bare)) {
        run(&of, s, &at);
        status = by_cli_end(BY_EXIT_FINE);
    }
    by_http_free(of.aside);
    if (of.aside_at >= 0)
        close(of.aside_at);
    by_http_free(of.http);
    by_guests_stop(house.guests);       /* they answer to the hub, and it still says who may leave */
    by_hub_free(of.hub);
    by_guests_free(house.guests);
    by_loop_free(of.loop);
    by_kept_close(&kept);
    alarm(0);
    close(at.fd);
    return status;
}

/* --check-config: whether a server could begin with them, as far as can be seen without beginning. */
static int check(const struct by_settings *s)
{
    struct by_assets assets = { s->web_root, by_assets_built() };
    struct by_guests *guests = NULL;
    bool fine = by_listen_reads(s->listen) && by_listen_reads(s->metrics) && have_tls(s) &&
                (s->web_root == NULL || have_page(&assets)) &&
                (guests = seat_guests(s)) != NULL;

    by_guests_free(guests);
    if (!fine)
        return BY_EXIT_USAGE;
    puts("All settings are in order.");
    return by_cli_end(BY_EXIT_FINE);
}

int by_cli_serve(int argc, char **argv)
{
    int status = read_words(&argc, argv);
    struct by_settings settings;

    if (status >= 0)
        return status;
    if (argc > 1)
        return by_cli_say(BY_EXIT_USAGE, "serve takes options only: boneyard serve --help says which");
    if (default_text != NULL) {
        by_settings_print(stdout);
        return by_cli_end(BY_EXIT_FINE);
    }
    by_settings_init(&settings);
    if (!read_settings(&settings))
        status = BY_EXIT_USAGE;
    else if (check_only != NULL)
        status = check(&settings);
    else
        status = serve(&settings);
    by_settings_clear(&settings);
    return status;
}
