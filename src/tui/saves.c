/* SPDX-License-Identifier: MIT */
/* saves.c: manages this user's saved games (saves.h). */
#include "saves.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "boneyard/text.h"
#include "cli/cli.h"
#include "util/keep.h"
#include "util/memory.h"
#include "util/page.h"
#include "util/tell.h"

/* ---- The list --------------------------------------------------------------------------------- */

void by_saves_about(const char *path, struct by_save *out)
{
    struct by_text t = by_tell_on(out->about, sizeof out->about);
    struct by_seed seed = { { 0 } };
    struct by_session *s;
    struct by_saved saved;
    struct by_fault f;
    char players[300];

    out->kind = BY_SAVE_LOST;
    out->damaged = true;
    if (!by_savefile_peek(path, &saved, &f)) {
        by_put(&t, f.text);
        return;
    }
    out->kind = saved.over ? BY_SAVE_OVER : BY_SAVE_OPEN;
    out->damaged = saved.damaged > 0;
    s = by_session_new(&saved.setup, &seed); /* needed only for the names */
    struct by_text p = by_tell_on(players, sizeof players);
    for (int i = 0; i < saved.setup.rules.opt[BY_PLAYERS]; i++) {
        by_put(&p, i > 0 ? ", " : "");
        by_put(&p, by_session_names(s)[i]);
        by_put_char(&p, ' ');
        by_put_int(&p, saved.score[i]);
    }
    by_session_free(s);
    by_tell_put(&t, "tui.saves.about",
                BY_PARTS(BY_WORDS(by_tell_of("game", by_games[saved.setup.rules.game]->key, "name")),
                         BY_NUMBER(saved.round), BY_WORDS(players)));
    if (out->damaged)
        by_tell_put(&t, saved.over ? "tui.saves.damaged.over" : "tui.saves.damaged",
                    BY_PARTS(BY_NUMBER(saved.damaged)));
}

static void add(struct by_saves *l, const char *path, enum by_save_kind kind)
{
    struct by_save save;
    struct stat there;

    if (stat(path, &there) != 0 || !S_ISREG(there.st_mode))
        return;
    by_saves_about(path, &save);
    if (save.kind != kind)
        return;
    snprintf(save.path, sizeof save.path, "%s", path);
    save.when = there.st_mtime;
    l->at = by_sure(realloc(l->at, sizeof *l->at * (size_t)(l->n + 1)));
    l->at[l->n++] = save;
}

static int newest_first(const void *a, const void *b)
{
    const struct by_save *x = a, *y = b;

    return x->when != y->when ? (x->when < y->when) - (x->when > y->when) : strcmp(y->path, x->path);
}

void by_saves_list(struct by_saves *l, enum by_save_kind kind)
{
    static const char *const old[] = { "game.jsonl", "earlier.jsonl" };
    char folder[BY_SAVES_PATH - 256], path[BY_SAVES_PATH];
    const struct dirent *entry;
    DIR *dir;

    *l = (struct by_saves){ NULL, 0 };
    for (size_t i = 0; i < sizeof old / sizeof *old; i++)
        if (by_keep_place(old[i], path, sizeof path))
            add(l, path, kind);
    if (!by_keep_place("games/", folder, sizeof folder) || (dir = opendir(folder)) == NULL)
        return;
    while ((entry = readdir(dir)) != NULL) {
        const char *end = strrchr(entry->d_name, '.');

        snprintf(path, sizeof path, "%s%s", folder, entry->d_name);
        if (end != NULL && strcmp(end, ".jsonl") == 0)
            add(l, path, kind);
    }
    closedir(dir);
    if (l->n > 0)
        qsort(l->at, (size_t)l->n, sizeof *l->at, newest_first);
}

void by_saves_clear(struct by_saves *l)
{
    free(l->at);
    *l = (struct by_saves){ NULL, 0 };
}

/* ---- Paths ------------------------------------------------------------------------------------ */

/* Changes "a.jsonl" to the first unused name among "a-2.jsonl", "a-3.jsonl" and so on. */
static void make_free(char *path, size_t size)
{
    char stem[BY_SAVES_PATH];
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    size_t n = dot != NULL && (slash == NULL || dot > slash + 1) ? (size_t)(dot - path) : strlen(path);
    char end[BY_SAVES_PATH];

    snprintf(stem, sizeof stem, "%.*s", (int)n, path);
    snprintf(end, sizeof end, "%s", path + n);
    for (int i = 2; access(path, F_OK) == 0; i++)
        snprintf(path, size, "%s-%d%s", stem, i, end);
}

bool by_saves_place(const struct by_config *rules, char *path, size_t size)
{
    char name[100], day[32] = "game";
    time_t now = time(NULL);
    struct by_saves l;
    struct tm here;

    if (localtime_r(&now, &here) != NULL)
        strftime(day, sizeof day, "%Y-%m-%d", &here);
    snprintf(name, sizeof name, "games/%s-%s.jsonl", day, by_games[rules->game]->key);
    if (!by_keep_place(name, path, size))
        return false;
    by_saves_list(&l, BY_SAVE_OVER);
    for (int i = BY_SAVES_FINISHED - 1; i < l.n; i++) /* makes room for the new game */
        if (!l.at[i].damaged)
            unlink(l.at[i].path);
    by_saves_clear(&l);
    make_free(path, size);
    return true;
}

bool by_saves_free(const char *own, const char *path)
{
    struct stat there, ours;

    return stat(path, &there) != 0 || !S_ISREG(there.st_mode) || there.st_size == 0
        || (own != NULL && stat(own, &ours) == 0 && ours.st_ino == there.st_ino && ours.st_dev == there.st_dev);
}

static bool anybody_moved(const struct by_session *s)
{
    for (int i = 0; i < by_session_log(s)->n; i++) {
        const struct by_line_said *line = &by_session_log(s)->line[i];

        if (line->kind == BY_EV_MOVE && by_session_bot(s, line->seat) == NULL)
            return true;
    }
    return false;
}

/* Removes a game's file from the folder of saved games if no person has made a move in the game. A repaired file is
 * kept, since moves may have been lost. */
static bool forget(struct by_session *s)
{
    const char *kept = by_session_file(s)->path;
    char folder[BY_SAVES_PATH];

    if (kept == NULL || by_session_file(s)->mended || anybody_moved(s)
        || !by_keep_place("games/", folder, sizeof folder) || strncmp(kept, folder, strlen(folder)) != 0)
        return false;
    unlink(kept);
    return true;
}

void by_saves_end(struct by_session *s)
{
    if (forget(s))
        by_savefile_set(by_session_file(s), NULL);
}

void by_saves_rematch(struct by_session *s)
{
    char path[BY_SAVES_PATH];
    bool kept = by_session_file(s)->path != NULL;

    if (kept)
        snprintf(path, sizeof path, "%s", by_session_file(s)->path);
    if (!forget(s))
        by_session_save(s);
    by_session_rematch(s);
    if (kept && !by_saves_free(NULL, path)) {
        make_free(path, sizeof path);
        by_savefile_set(by_session_file(s), path);
    }
}

/* ---- Words ------------------------------------------------------------------------------------ */

static void print_list(const struct by_saves *l, bool paths)
{
    for (int i = 0; i < l->n; i++) {
        char when[40] = "", label[60];
        struct tm here;

        if (localtime_r(&l->at[i].when, &here) != NULL)
            strftime(when, sizeof when, "%Y-%m-%d %H:%M", &here);
        snprintf(label, sizeof label, "%3d  %s  ", i + 1, when);
        by_page_text(stdout, label, 23, l->at[i].about);
        if (paths) {
            fputs("     ", stdout);
            by_page_put(stdout, l->at[i].path);
            putchar('\n');
        }
    }
}

/* Prints all games of one kind with their files. Returns their number. */
static int print_all(enum by_save_kind kind, const char *heading)
{
    struct by_saves l;
    int n;

    by_saves_list(&l, kind);
    n = l.n;
    if (n > 0) {
        by_page_heading(by_tell(heading));
        print_list(&l, true);
    }
    by_saves_clear(&l);
    return n;
}

int by_saves_ask(struct by_lines *in, char path[BY_SAVES_PATH])
{
    struct by_saves l;
    long which = 0;
    int n;
    char *end, *words;
    enum by_line how;

    by_saves_list(&l, BY_SAVE_OPEN);
    if (print_all(BY_SAVE_LOST, "tui.saves.lost") > 0)
        putchar('\n');
    if (l.n == 1)
        which = 1;
    if (l.n > 1) {
        puts(by_tell("tui.saves.unfinished"));
        print_list(&l, false);
    }
    while (l.n > 1 && which == 0) {
        by_tell_print(stdout, "tui.saves.which", BY_PARTS(BY_NUMBER(l.n)));
        fflush(stdout);
        how = by_lines_next(in);
        if (how == BY_LINE_END || how == BY_LINE_FAILED) {
            putchar('\n');
            break;
        }
        words = by_lines_bare(in);
        if (strcmp(words, "q") == 0 || strcmp(words, "quit") == 0)
            break;
        which = *words == '\0' ? 1 : strtol(words, &end, 10);
        if (*words != '\0' && (*end != '\0' || which < 1 || which > l.n))
            which = 0;
    }
    if (which > 0)
        memcpy(path, l.at[which - 1].path, BY_SAVES_PATH);
    if (l.n == 0)
        by_complain("%s", by_tell("tui.saves.nothing"));
    n = l.n > 0 && which == 0 ? -1 : l.n;
    by_saves_clear(&l);
    return n;
}

int by_saves_print(void)
{
    static const struct {
        enum by_save_kind kind;
        const char *heading;
    } lists[] = { { BY_SAVE_OPEN, "tui.saves.unfinished" },
                  { BY_SAVE_OVER, "tui.saves.finished" },
                  { BY_SAVE_LOST, "tui.saves.lost" } };
    int all = 0;

    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        all += print_all(lists[i].kind, lists[i].heading);
    puts(all == 0 ? by_tell("tui.saves.none") : "");
    by_tell_print(stdout, "tui.saves.limit", BY_PARTS(BY_NUMBER(BY_SAVES_FINISHED)));
    return by_cli_end(BY_EXIT_FINE);
}
