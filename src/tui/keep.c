/* keep.c: where games are kept that nobody has named a file for. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "session.h"

/* Makes the folders of a path, each up to its last '/'. */
static void make_folders(char *path)
{
    for (char *at = strchr(path + 1, '/'); at != NULL; at = strchr(at + 1, '/')) {
        *at = '\0';
        mkdir(path, 0700);
        *at = '/';
    }
}

bool by_session_place(char *path, size_t size)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int n;

    if (state != NULL && state[0] == '/')
        n = snprintf(path, size, "%s/boneyard/game.jsonl", state);
    else if (home != NULL && home[0] == '/')
        n = snprintf(path, size, "%s/.local/state/boneyard/game.jsonl", home);
    else
        return false;
    if (n < 0 || (size_t)n >= size)
        return false;
    make_folders(path);
    return true;
}
