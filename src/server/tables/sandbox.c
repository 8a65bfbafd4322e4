/* SPDX-License-Identifier: MIT */
/* sandbox.c: runs a program in bubblewrap, with resource limits. */
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "boneyard/text.h"
#include "util/chance.h"

#define BWRAP "/usr/bin/bwrap"
#define PROCESSES "--nproc=64:64" /* inside the sandbox, the user's other processes do not count */

enum { WORDS = 64, NOBODY = 65534, TRY_MS = 20000, CPU_SECONDS = 3600, FILES = 64 };

struct words {
    char *at[WORDS];
    int n;
};

static void add(struct words *w, const char *word)
{
    BY_ASSERT(w->n < WORDS - 1);
    w->at[w->n++] = (char *)(uintptr_t)word;
    w->at[w->n] = NULL;
}

static void add_all(struct words *w, const char *const *words)
{
    for (; *words != NULL; words++)
        add(w, *words);
}

/* /lib and similar folders are either links into /usr or separate folders. */
static void add_system(struct words *w)
{
    static const char *const roots[][2] = {
        { "/bin", "usr/bin" }, { "/sbin", "usr/sbin" }, { "/lib", "usr/lib" }, { "/lib64", "usr/lib64" }
    };
    struct stat s;

    for (size_t i = 0; i < sizeof roots / sizeof roots[0]; i++) {
        const char *root = roots[i][0];

        if (lstat(root, &s) != 0)
            continue;
        add(w, S_ISLNK(s.st_mode) ? "--symlink" : "--ro-bind");
        add(w, S_ISLNK(s.st_mode) ? roots[i][1] : root);
        add(w, root);
    }
}

static void make_words(struct words *w, const char *folder, const char *command)
{
    static const char *const first[] = { BWRAP,
                                         "--unshare-all",
                                         "--die-with-parent",
                                         "--new-session",
                                         "--cap-drop",
                                         "ALL",
                                         "--clearenv",
                                         "--setenv",
                                         "PATH",
                                         "/usr/local/bin:/usr/bin:/bin",
                                         "--setenv",
                                         "LANG",
                                         "C.UTF-8",
                                         "--setenv",
                                         "PYTHONDONTWRITEBYTECODE",
                                         "1",
                                         "--ro-bind",
                                         "/usr",
                                         "/usr",
                                         NULL };
    static const char *const last[] = { "--dev",        "/dev",    "--remount-ro", "/dev",
                                        "--remount-ro", "/",       "--",           "/usr/bin/prlimit",
                                        PROCESSES,      "/bin/sh", "-c",           NULL };

    w->n = 0;
    add_all(w, first);
    add_system(w);
    if (folder[0] != '\0') {
        add(w, "--ro-bind");
        add(w, folder);
        add(w, folder);
        add(w, "--chdir");
        add(w, folder);
    }
    add_all(w, last);
    add(w, command);
}

/* ---- The readable folder ---------------------------------------------------------------------- */

static bool in_folder(const char *path, const char *folder)
{
    size_t n = strlen(folder);

    return strncmp(path, folder, n) == 0 && (path[n] == '/' || path[n] == '\0');
}

bool by_sandbox_folder(const char *command, char out[BY_SANDBOX_PATH])
{
    static const char *const system[] = { "/usr", "/bin", "/sbin", "/lib", "/lib64" };
    static const char *const never[] = { "/",    "/etc", "/root", "/home", "/var", "/var/lib", "/proc",
                                         "/sys", "/dev", "/run",  "/tmp",  "/opt", "/srv" };
    char all[BY_SANDBOX_PATH], *rest = all, *word, real[PATH_MAX];

    out[0] = '\0';
    if (strlen(command) >= sizeof all)
        return false;
    memcpy(all, command, strlen(command) + 1);
    while ((word = strsep(&rest, " \t")) != NULL) {
        bool ours = false;

        if (strchr(word, '/') == NULL)
            continue;
        if (realpath(word, real) == NULL) {
            if (word == all)
                return false; /* no such program */
            continue;
        }
        for (size_t i = 0; i < sizeof system / sizeof system[0]; i++)
            ours = ours || in_folder(real, system[i]);
        if (ours)
            continue;
        if (word[0] != '/' || strlen(real) >= BY_SANDBOX_PATH)
            return false; /* the name is ambiguous, so an absolute path is required */
        *strrchr(real, '/') = '\0';
        for (size_t i = 0; i < sizeof never / sizeof never[0]; i++)
            if (real[0] == '\0' || strcmp(real, never[i]) == 0)
                return false;
        memcpy(out, real, strlen(real) + 1);
        return true;
    }
    return true;
}

/* ---- Starting --------------------------------------------------------------------------------- */

static void limit(int what, rlim_t n)
{
    struct rlimit r = { n, n };

    setrlimit((__rlimit_resource_t)what, &r);
}

struct start {
    const struct by_sandbox *sandbox;
    char group[BY_GROUP_PATH]; /* or "" */
};

/* Runs in the new process, before bubblewrap starts. */
static void prepare(const void *data)
{
    const struct start *start = data;
    const struct by_sandbox *s = start->sandbox;
    int nothing = open("/dev/null", O_WRONLY);

    if (start->group[0] != '\0' && !by_memory_group_enter(start->group))
        _exit(126);
    if (geteuid() == 0 && (setgroups(0, NULL) != 0 || setgid(NOBODY) != 0 || setuid(NOBODY) != 0))
        _exit(126);                   /* never runs as root */
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* must follow setuid, which clears this setting */
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (nothing < 0 || dup2(nothing, STDERR_FILENO) < 0)
        _exit(126);
    close(nothing);
    if (setpriority(PRIO_PROCESS, 0, 19) != 0)
        _exit(126);
    limit(RLIMIT_AS, (rlim_t)s->memory << 20);
    limit(RLIMIT_CPU, CPU_SECONDS);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_NOFILE, FILES);
    limit(RLIMIT_CORE, 0);
    if (s->unsafe)
        limit(RLIMIT_NPROC, 512); /* the limit counts all processes of this user */
}

bool by_sandbox_start(struct by_child *c, const char *command, const void *sandbox)
{
    const struct by_sandbox *s = sandbox;
    struct start start = { s, "" };
    char folder[BY_SANDBOX_PATH], text[BY_SANDBOX_PATH];
    struct words w = { .n = 0 };

    memset(c, 0, sizeof *c);
    if (!by_sandbox_folder(command, folder) || snprintf(text, sizeof text, "exec %s", command) >= (int)sizeof text) {
        errno = EINVAL;
        return false;
    }
    if (s->unsafe) {
        add(&w, "/bin/sh");
        add(&w, "-c");
        add(&w, text);
    } else {
        make_words(&w, folder, text);
    }
    if (s->watch != NULL && !by_memory_watch_group(s->watch, start.group))
        start.group[0] = '\0';
    if (!by_child_run(c, w.at, prepare, &start)) {
        by_memory_group_remove(start.group);
        return false;
    }
    if (s->watch != NULL)
        by_memory_watch_add(s->watch, c->id, start.group);
    return true;
}

by_err by_sandbox_try(struct by_fault *f)
{
    static const volatile int never = 0;
    struct by_sandbox s = { .memory = 512 };
    struct by_child c;
    const char *line = "";
    size_t n;
    bool works;

    if (access(BWRAP, X_OK) != 0)
        return by_fail(f, BY_E_IO,
                       "external bots run in a bubblewrap sandbox, but bubblewrap is not installed: run "
                       "apt-get install bubblewrap, or set bots-unsafe = yes for programs you trust",
                       NULL);
    works = by_sandbox_start(&c, "echo works", &s);
    if (works) {
        works = by_child_line(&c, by_now_ms() + TRY_MS, &never, &line, &n) == BY_GOT_LINE && strcmp(line, "works") == 0;
        by_child_end(&c, 0);
    }
    return works ? BY_OK
                 : by_fail(f, BY_E_IO,
                           "bubblewrap cannot create a sandbox: this machine, or the systemd unit (docs/serve.md), "
                           "does not allow namespaces. Allow them, or set bots-unsafe = yes for programs you trust",
                           NULL);
}
