/* SPDX-License-Identifier: MIT */
/* print.c: prints score sheets and tournaments on paper, using the helper program boneyard-print (pdf.c). */
#include <errno.h>
#include <stdlib.h>

#include "print.h"
#include "keep.h"
#include "util/helper.h"
#include "util/keep.h"
#include "util/memory.h"
#include "util/tell.h"

/* Writes the helper's output to `path`. */
static bool keep_drawn(FILE *drawn, const char *path)
{
    long n = fseek(drawn, 0, SEEK_END) == 0 ? ftell(drawn) : -1;
    char *bytes = by_sure(malloc(n > 0 ? (size_t)n : 1));
    bool fine;

    rewind(drawn);
    fine = n > 0 && fread(bytes, 1, (size_t)n, drawn) == (size_t)n && by_keep_write(path, bytes, (size_t)n);
    free(bytes);
    return fine;
}

bool by_print_pdf(const char *text, const char *path)
{
    char program[BY_HELPER_PATH];
    FILE *what = NULL, *drawn = NULL;
    bool fine = false;

    if (!by_helper_find("boneyard-print", program)) {
        errno = 0; /* an error message has been printed */
        return false;
    }
    what = tmpfile();
    drawn = what != NULL ? tmpfile() : NULL;
    if (drawn != NULL) {
        fputs(text, what);
        errno = EIO;
        fine =
            by_helper_run(program, by_language_list[by_tell_language()]->key, what, drawn) && keep_drawn(drawn, path);
        fclose(drawn);
    }
    if (what != NULL)
        fclose(what);
    return fine;
}

bool by_score_pdf(const struct by_score *s, const char *path)
{
    char *text = by_score_text(s);
    bool fine = by_print_pdf(text, path);
    int why = errno;

    free(text);
    errno = why;
    return fine;
}
