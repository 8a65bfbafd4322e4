/* SPDX-License-Identifier: MIT */
/* memory_group.c: puts external programs into control groups. Source: Linux,
 * Documentation/admin-guide/cgroup-v2.rst. */
#include "memory_group.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OWN "boneyard-server"

enum { TEXT = 1 << 16, FIELD = 512 };

static bool read_text(const char *path, char out[TEXT])
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    size_t n = 0;
    ssize_t got;

    if (fd < 0)
        return false;
    while (n < TEXT - 1 && (got = read(fd, out + n, TEXT - 1 - n)) > 0)
        n += (size_t)got;
    close(fd);
    out[n] = '\0';
    return true;
}

/* Writes to an existing file. Calls only functions that are safe after fork. */
static bool write_text(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    bool fine = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);

    if (fd >= 0)
        close(fd);
    return fine;
}

/* Joins two strings. Safe after fork, unlike snprintf. */
static bool join(const char *folder, const char *name, char out[BY_GROUP_PATH])
{
    if (strlen(folder) + 1 + strlen(name) >= BY_GROUP_PATH)
        return false;
    stpcpy(stpcpy(stpcpy(out, folder), "/"), name);
    return true;
}

static bool set(const char *group, const char *name, const char *text)
{
    char path[BY_GROUP_PATH];

    return join(group, name, path) && write_text(path, text);
}

static const char *next_line(const char *at)
{
    at = strchr(at, '\n');
    return at == NULL ? NULL : at + 1;
}

/* Finds the cgroup v2 mount point, and the group at the root of that mount. */
static bool find_mount(const char *mountinfo, char root[FIELD], char point[FIELD])
{
    for (const char *line = mountinfo; line != NULL && *line != '\0'; line = next_line(line)) {
        const char *type = strstr(line, " - "), *end = strchr(line, '\n');

        if (type != NULL && (end == NULL || type < end) && strncmp(type, " - cgroup2 ", 11) == 0
            && sscanf(line, "%*s %*s %*s %511s %511s", root, point) == 2)
            return true;
    }
    return false;
}

bool by_memory_group_find(const char *cgroup, const char *mountinfo, char out[BY_GROUP_PATH])
{
    char root[FIELD], point[FIELD];
    const char *line = cgroup;
    size_t n, skip;

    while (line != NULL && strncmp(line, "0::/", 4) != 0)
        line = next_line(line);
    if (line == NULL || !find_mount(mountinfo, root, point))
        return false;
    line += 3;
    n = strcspn(line, "\n");
    skip = strcmp(root, "/") == 0 ? 0 : strlen(root);
    if (n < skip || strncmp(line, root, skip) != 0 || (line[skip] != '/' && n != skip))
        return false; /* the group is outside the mounted subtree */
    n = n == 1 ? 0 : n - skip;
    return snprintf(out, BY_GROUP_PATH, "%s%.*s", point, (int)n, line + skip) < BY_GROUP_PATH;
}

static bool has_word(const char *text, const char *word)
{
    size_t n = strlen(word);

    for (const char *at = text; (at = strstr(at, word)) != NULL; at += n)
        if ((at == text || at[-1] == ' ') && strchr(" \n", at[n]) != NULL)
            return true;
    return false;
}

/* Removes the last path component if this process has already moved down one level. */
static void leave_own(char *group)
{
    size_t n = strlen(group), m = strlen(OWN);

    if (n > m && group[n - m - 1] == '/' && strcmp(group + n - m, OWN) == 0)
        group[n - m - 1] = '\0';
}

bool by_memory_group_open(char out[BY_GROUP_PATH])
{
    char *text = malloc(TEXT), *mounts = malloc(TEXT);
    char path[BY_GROUP_PATH];
    bool fine = text != NULL && mounts != NULL && read_text("/proc/self/cgroup", text)
        && read_text("/proc/self/mountinfo", mounts) && by_memory_group_find(text, mounts, out);

    if (fine)
        leave_own(out);
    fine = fine && join(out, "cgroup.controllers", path) && read_text(path, text) && has_word(text, "memory")
        && join(out, OWN, path) && (mkdir(path, 0755) == 0 || errno == EEXIST);

    free(text);
    free(mounts);
    if (!fine)
        return false;
    /* A group that contains processes cannot delegate controllers to its children, so this process moves down one
     * level. */
    if (by_memory_group_enter(path) && set(out, "cgroup.subtree_control", "+memory"))
        return true;
    by_memory_group_enter(out);
    rmdir(path);
    return false;
}

bool by_memory_group_make(const char *base, int number, int mib, char out[BY_GROUP_PATH])
{
    char name[32], bytes[32];

    snprintf(name, sizeof name, "bot-%d", number);
    snprintf(bytes, sizeof bytes, "%lld", (long long)mib << 20);
    if (!join(base, name, out) || (mkdir(out, 0755) != 0 && errno != EEXIST))
        return false;
    if (set(out, "memory.max", bytes) && set(out, "memory.oom.group", "1")) {
        set(out, "memory.swap.max", "0"); /* kernels without swap lack this file */
        return true;
    }
    rmdir(out);
    return false;
}

bool by_memory_group_enter(const char *group) { return set(group, "cgroup.procs", "0"); }

bool by_memory_group_full(const char *group)
{
    char path[BY_GROUP_PATH], line[128];
    FILE *in = join(group, "memory.events", path) ? fopen(path, "re") : NULL;
    bool full = false;

    while (in != NULL && fgets(line, sizeof line, in) != NULL)
        full = full || (strncmp(line, "oom_kill ", 9) == 0 && strtol(line + 9, NULL, 10) > 0);
    if (in != NULL)
        fclose(in);
    return full;
}

bool by_memory_group_remove(const char *group) { return rmdir(group) == 0 || errno == ENOENT; }
