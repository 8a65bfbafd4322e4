/* SPDX-License-Identifier: MIT */
/* savefile.c: reads and writes the file in which a game is saved (savefile.h). */
#include "savefile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/keep.h"
#include "util/memory.h"
#include "util/tell.h"

/* ---- Reading --------------------------------------------------------------------------------- */

struct by_record *by_savefile_read(const char *path, int lines, by_record_reader *reader, void *context,
                                   struct by_fault *f)
{
    struct by_text t = by_tell_on(f->text, sizeof f->text);
    FILE *in = fopen(path, "r");
    struct by_record *r;

    f->line = 0;
    if (in == NULL) {
        f->err = BY_E_IO;
        by_tell_put(&t, "tui.unreadable", BY_PARTS(BY_WORDS(strerror(errno))));
        return NULL;
    }
    r = lines > 0 ? by_record_read_part(in, lines, reader, context) : by_record_read(in, reader, context, f);
    fclose(in);
    return r;
}

bool by_savefile_peek(const char *path, struct by_saved *out, struct by_fault *f)
{
    struct by_record *t = by_savefile_read(path, 0, NULL, NULL, f);
    struct by_fault again;

    memset(out, 0, sizeof *out);
    if (t == NULL && f->line > 1) {
        out->damaged = f->line;
        t = by_savefile_read(path, f->line - 1, NULL, NULL, &again);
    }
    if (t == NULL)
        return false;
    by_setup_read(t, &out->setup);
    out->over = t->table.state.now.phase == BY_GAME_OVER;
    out->round = t->table.state.round;
    memcpy(out->score, t->table.state.score, sizeof out->score);
    by_record_free(t);
    return true;
}

/* ---- Writing --------------------------------------------------------------------------------- */

bool by_savefile_set(struct by_savefile *f, const char *path)
{
    int lock = -1;

    if (path != NULL && f->path != NULL && strcmp(path, f->path) == 0)
        return true;
    if (path != NULL && !by_keep_lock(path, &lock))
        return false;
    by_savefile_clear(f);
    f->lock = lock;
    f->path = path == NULL ? NULL : by_sure(strdup(path));
    return true;
}

void by_savefile_clear(struct by_savefile *f)
{
    if (f->lock >= 0)
        close(f->lock);
    f->lock = -1;
    free(f->path);
    f->path = NULL;
}

bool by_savefile_write(struct by_savefile *f, const struct by_record *r)
{
    struct by_text t = by_tell_on(f->trouble, sizeof f->trouble);
    bool before = f->lost;

    if (f->path == NULL)
        return true;
    f->lost = !by_record_write(r, f->path, &f->lock);
    if (f->lost)
        by_tell_put(&t, "tui.unsaved", BY_PARTS(BY_INPUT(f->path), BY_WORDS(strerror(errno))));
    else if (before)
        by_tell_put(&t, "tui.saved.again", NULL);
    f->news = f->news || f->lost || before;
    return !f->lost;
}

bool by_savefile_mend(struct by_savefile *f, const struct by_record *r, const char *path, int damaged)
{
    struct by_text t = by_tell_on(f->trouble, sizeof f->trouble);
    char *real = realpath(path, NULL); /* a symbolic link could later lead to another game */
    const char *file = real != NULL ? real : path;
    char *beside = f->path != NULL ? by_keep_beside(file, "damaged") : NULL;
    bool fine = beside == NULL || link(file, beside) == 0 || rename(file, beside) == 0;

    f->mended = fine;
    if (fine && by_savefile_write(f, r)) {
        by_tell_put(&t, beside != NULL ? "tui.mended" : "tui.mended.copy",
                    BY_PARTS(BY_INPUT(path), BY_NUMBER(damaged), BY_INPUT(beside)));
        f->news = true;
    }
    free(real);
    free(beside);
    return fine;
}

bool by_savefile_copy(struct by_savefile *f, const struct by_record *r, const char *path)
{
    bool own = f->path != NULL && strcmp(path, f->path) == 0;

    return by_record_write(r, path, own ? &f->lock : NULL);
}

const char *by_savefile_trouble(struct by_savefile *f)
{
    bool news = f->news;

    f->news = false;
    return news ? f->trouble : NULL;
}
