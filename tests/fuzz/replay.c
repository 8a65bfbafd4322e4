/* SPDX-License-Identifier: MIT */
/* replay.c: runs a fuzz target over the files of its corpus, and over each of them cut short and
 * with single bytes changed. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

static char *load(const char *path, size_t *n)
{
    FILE *in = fopen(path, "rb");
    char *bytes = malloc(1 << 22);

    if (in == NULL || bytes == NULL)
        exit(1);
    *n = fread(bytes, 1, 1 << 22, in);
    fclose(in);
    return bytes;
}

static void run(const char *bytes, size_t n)
{
    uint8_t *copy = malloc(n + 1); /* of exactly this size, so that a sanitizer detects an overrun */

    memcpy(copy, bytes, n);
    LLVMFuzzerTestOneInput(copy, n);
    free(copy);
}

int main(int argc, char **argv)
{
    char path[4096];
    struct dirent *entry;
    DIR *dir = argc == 2 ? opendir(argv[1]) : NULL;
    int files = 0;

    if (dir == NULL) {
        fputs("usage: replay CORPUS\n", stderr);
        return 1;
    }
    while ((entry = readdir(dir)) != NULL) {
        size_t n;
        char *bytes;

        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", argv[1], entry->d_name);
        bytes = load(path, &n);
        run(bytes, n);
        for (size_t cut = 0; cut < n; cut += 1 + n / 40)
            run(bytes, cut);
        for (size_t at = 0; at < n; at += 1 + n / 60) {
            char was = bytes[at];

            bytes[at] = (char)(was ^ (1 << (at % 8)));
            run(bytes, n);
            bytes[at] = was;
        }
        free(bytes);
        files++;
    }
    closedir(dir);
    printf("%d files\n", files);
    return files == 0;
}
