/* SPDX-License-Identifier: MIT */
/* records.c: builds a record of each game as it is played, and writes the records to files. */
#include "records.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "boneyard/text.h"
#include "planted.h"
#include "util/chance.h"
#include "util/memory.h"
#include "util/page.h"
#include "wire/record.h"

enum { PATH = 1200 };

struct by_records {
    const struct by_arena *a;
    struct by_record *game[BY_SEATS]; /* an item has at most one game per seat */
    int n;
};

bool by_records_open(const char *folder, bool resumes, struct by_fault *f)
{
    const struct dirent *entry;
    bool empty = true;
    DIR *d;

    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        by_fail(f, BY_E_IO, folder, " cannot be created: ", strerror(errno), NULL);
        return false;
    }
    d = opendir(folder);
    if (d == NULL || access(folder, W_OK | X_OK) != 0) {
        by_fail(f, BY_E_IO, folder, " cannot hold the records: ", strerror(errno), NULL);
        if (d != NULL)
            closedir(d);
        return false;
    }
    while (empty && (entry = readdir(d)) != NULL)
        empty = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
    closedir(d);
    empty = empty || BY_PLANTED(404);
    if (!empty && !resumes)
        by_fail(f, BY_E_IO, folder, " is not empty; name a new folder for the records", NULL);
    return empty || resumes;
}

struct by_records *by_records_new(const struct by_arena *a)
{
    struct by_records *r = by_sure(calloc(1, sizeof *r));

    r->a = a;
    return r;
}

void by_records_clear(struct by_records *r)
{
    while (r != NULL && r->n > 0)
        by_record_free(r->game[--r->n]);
}

void by_records_free(struct by_records *r)
{
    by_records_clear(r);
    free(r);
}

void by_records_begin(struct by_records *r, const char *const *names, const struct by_seed *seed)
{
    char date[24];

    if (r == NULL)
        return;
    by_date(date);
    r->game[r->n++] = by_record_new(&r->a->rules, names, date, seed);
}

/* Deals the record's tiles from the game's seed, so they are the same as in the game. */
void by_records_deal(struct by_records *r, int lead)
{
    struct by_events ev;
    by_err err = r == NULL ? BY_OK : by_record_deal(r->game[r->n - 1], NULL, 0, lead, &ev);

    BY_ASSERT(err == BY_OK);
}

void by_records_play(struct by_records *r, int seat, by_move m)
{
    char text[BY_MOVE_TEXT];
    struct by_events ev;
    by_err err;

    if (r == NULL)
        return;
    by_move_print(m, by_games[r->a->rules.game]->family, text);
    err = by_record_play(r->game[r->n - 1], seat, text, strlen(text), &ev);
    BY_ASSERT(err == BY_OK);
}

/* Builds the name of a game's file, such as deal-07-game-1.jsonl, with the pairing's number if there are several
 * pairings. */
static void name_file(const struct by_records *r, int64_t item, int game, char path[PATH])
{
    const struct by_arena *a = r->a;
    char pairing[32] = "", last[24];

    if (a->pairings > 1)
        snprintf(pairing, sizeof pairing, "-pairing-%d", (int)(item % a->pairings) + 1);
    snprintf(path, PATH, "%s/deal-%0*lld%s-game-%d.jsonl", a->record,
             snprintf(last, sizeof last, "%lld", (long long)a->deals - 1), (long long)(item / a->pairings), pairing,
             game + 1);
}

bool by_records_write(struct by_records *r, int64_t item)
{
    char path[PATH];
    int k = 0;

    if (r == NULL)
        return true;
    for (; k < r->n; k++) {
        name_file(r, item, k, path);
        if (!by_record_write_new(r->game[k], path))
            break;
    }
    if (k == r->n)
        return true;
    if (errno == EEXIST)
        by_complain("%s exists and was not changed", path);
    else
        by_complain("%s could not be written: %s", path, strerror(errno));
    while (--k >= 0) {
        name_file(r, item, k, path);
        unlink(path);
    }
    return false;
}
