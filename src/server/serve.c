/* serve.c: `boneyard serve`: the game as a page for browsers. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/cli.h"
#include "http.h"
#include "listen.h"
#include "loop.h"
#include "util/args.h"
#include "util/page.h"

static const char *place, *folder, *log_text;

static const struct by_arg args[] = {
    { "--listen", "ADDRESS:PORT", "where to serve (" BY_LISTEN_USUAL ", or the next free port)", &place },
    { "--web-root", "FOLDER", "the page from a folder instead of the program, to work on it", &folder },
    { "--log", NULL, "a line on standard error for each request", &log_text },
    { 0 }
};
static const struct by_command command = {
    "boneyard serve [OPTION...]",
    "Serves the game as a page for browsers. The whole page is in this program; it plays without a network once it\n"
    "has been opened. 127.0.0.1 is for this machine alone; 0.0.0.0 lets others in. Ctrl-C stops it.",
    args
};

enum { CONNECTIONS = 1024, OTHER_FILES = 32, FEW = 64 };

/* As many connections as this process may have files, within reason.  It may have no more files from then on: the
 * library keeps a table as long as the limit. */
static int most(void)
{
    struct rlimit r;

    if (getrlimit(RLIMIT_NOFILE, &r) != 0)
        return CONNECTIONS;
    if (r.rlim_cur > CONNECTIONS + OTHER_FILES) {
        r.rlim_cur = CONNECTIONS + OTHER_FILES;
        setrlimit(RLIMIT_NOFILE, &r);
        return CONNECTIONS;
    }
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

static void tick(void *http) { by_http_tick(http); }

int by_cli_serve(int argc, char **argv)
{
    int status = by_args_read(&command, &argc, argv);
    struct by_http_setup setup = { .most = most() };
    struct by_listen at;
    struct by_loop *loop;
    struct by_http *http;

    if (status >= 0)
        return status;
    if (argc > 1)
        return by_cli_say(BY_EXIT_USAGE, "serve takes options only: boneyard serve --help says which");
    setup.assets = (struct by_assets){ folder, by_assets_built() };
    setup.tell = log_text != NULL;
    if (!have_page(&setup.assets) || !by_listen_open(place, &at))
        return BY_EXIT_WRONG;
    loop = by_loop_new();
    http = by_http_new(loop, at.fd, &setup);
    if (http == NULL) {
        by_loop_free(loop);
        close(at.fd);
        return BY_EXIT_WRONG;
    }
    if (at.port != at.wanted && at.wanted != 0)
        printf("Port %d is taken, so this is %d.\n", at.wanted, at.port);
    printf("Boneyard is at %s%s (Ctrl-C stops it)\n", at.url,
           at.everywhere ? " and at this machine's other addresses" : "");
    if (by_cli_end(BY_EXIT_FINE) == BY_EXIT_FINE) {
        by_loop_run(loop, tick, http);
        printf("%sBoneyard has stopped.\n", isatty(STDOUT_FILENO) ? "\n" : "");      /* behind the ^C */
    }
    by_http_free(http);
    by_loop_free(loop);
    close(at.fd);
    return by_cli_end(BY_EXIT_FINE);
}
