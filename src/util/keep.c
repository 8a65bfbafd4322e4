/* keep.c: files in which a program keeps what people would not like to lose. */
#include "keep.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory.h"

/* Makes the folders of a path, each up to its last '/'. */
static void make_folders(char *path)
{
    for (char *at = strchr(path + 1, '/'); at != NULL; at = strchr(at + 1, '/')) {
        *at = '\0';
        mkdir(path, 0700);
        *at = '/';
    }
}

bool by_keep_place(const char *name, char *path, size_t size)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int n;

    if (state != NULL && state[0] == '/')
        n = snprintf(path, size, "%s/boneyard/%s", state, name);
    else if (home != NULL && home[0] == '/')
        n = snprintf(path, size, "%s/.local/state/boneyard/%s", home, name);
    else
        return false;
    if (n < 0 || (size_t)n >= size)
        return false;
    make_folders(path);
    return true;
}

/* Bytes into a file that is then closed; a pipe or a device cannot be synced, and need not be. */
static bool write_all(FILE *out, const char *bytes, size_t n)
{
    bool fine = out != NULL && fwrite(bytes, 1, n, out) == n && fflush(out) == 0
        && (fsync(fileno(out)) == 0 || errno == EINVAL || errno == EROFS);
    int why = errno;

    if (out != NULL && fclose(out) != 0 && fine)
        return false;
    errno = why;
    return fine;
}

bool by_keep_write(const char *path, const char *bytes, size_t n)
{
    size_t room = strlen(path) + 8;
    char *beside;
    struct stat there;
    bool fine;
    int why;

    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode))     /* /dev/stdout is written, never replaced */
        return write_all(fopen(path, "w"), bytes, n);
    beside = by_sure(malloc(room));
    snprintf(beside, room, "%s.new", path);
    fine = write_all(fopen(beside, "w"), bytes, n);
    why = errno;
    if (fine && rename(beside, path) != 0) {
        fine = false;
        why = errno;
    }
    if (!fine)
        unlink(beside);
    free(beside);
    errno = why;
    return fine;
}
