/* SPDX-License-Identifier: MIT */
/* assets.c: finds the page's files in a pack or a folder. */
#include "assets.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

extern const uint8_t by_page_pack[];
extern const uint64_t by_page_pack_n;

/* A pack starts with these eight letters, a count, and ten numbers for each file; see tools/web. */
static const char magic[8] = { 'B', 'Y', 'P', 'A', 'G', 'E', '0', '1' };
enum { FIRST = 12, FIELDS = 10, RECORD = 4 * FIELDS };
enum { F_PATH, F_TYPE, F_HASH, F_LASTING, F_BODY };
enum { PATH_MOST = 200, FILE_MOST = 16 << 20 };

static const struct {
    const char *end, *type;
} types[] = {
#define BY_TYPE(end, type) { end, type },
#include "types.def"
#undef BY_TYPE
};

/* ---- The pack --------------------------------------------------------------------------------- */

struct by_bytes by_assets_built(void) { return (struct by_bytes){ by_page_pack, (size_t)by_page_pack_n }; }

static uint32_t number(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static uint32_t field(struct by_bytes pack, uint32_t file, uint32_t which)
{
    return number(pack.at + FIRST + (size_t)RECORD * file + (size_t)4 * which);
}

static bool is_text(struct by_bytes pack, uint32_t at)
{
    return at < pack.n && memchr(pack.at + at, '\0', pack.n - at) != NULL;
}

static const char *text(struct by_bytes pack, uint32_t file, uint32_t which)
{
    return (const char *)pack.at + field(pack, file, which);
}

static bool file_fits(struct by_bytes pack, uint32_t file)
{
    for (uint32_t i = F_PATH; i <= F_HASH; i++)
        if (!is_text(pack, field(pack, file, i)))
            return false;
    for (uint32_t i = 0; i < BY_CODINGS; i++) {
        uint32_t at = field(pack, file, F_BODY + 2 * i), n = field(pack, file, F_BODY + 2 * i + 1);

        if (at > pack.n || n > pack.n - at)
            return false;
    }
    return file == 0 || strcmp(text(pack, file - 1, F_PATH), text(pack, file, F_PATH)) < 0;
}

bool by_assets_check(struct by_bytes pack)
{
    uint32_t count;

    if (pack.n < FIRST || memcmp(pack.at, magic, sizeof magic) != 0)
        return false;
    count = number(pack.at + sizeof magic);
    if (count > (pack.n - FIRST) / RECORD)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!file_fits(pack, i))
            return false;
    return true;
}

static void take(struct by_bytes pack, uint32_t file, struct by_asset *out)
{
    *out = (struct by_asset){ .type = text(pack, file, F_TYPE), .lasting = field(pack, file, F_LASTING) != 0 };
    snprintf(out->hash, sizeof out->hash, "%s", text(pack, file, F_HASH));
    for (uint32_t i = 0; i < BY_CODINGS; i++) {
        uint32_t at = field(pack, file, F_BODY + 2 * i);

        if (at != 0)
            out->body[i] = (struct by_bytes){ pack.at + at, field(pack, file, F_BODY + 2 * i + 1) };
    }
}

/* Finds a file by binary search, since the names are sorted. */
static bool find_packed(struct by_bytes pack, const char *path, struct by_asset *out)
{
    uint32_t low = 0, high = pack.n < FIRST ? 0 : number(pack.at + sizeof magic); /* a build may have no page */

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = strcmp(path, text(pack, middle, F_PATH));

        if (order == 0) {
            take(pack, middle, out);
            return true;
        }
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return false;
}

/* ---- A folder --------------------------------------------------------------------------------- */

/* Copies the next component of a path to `name`. Accepts letters, digits, dots and hyphens, but no hidden files.
 * Returns the rest of the path after the slash, "" at the end, or NULL if the component is invalid or the path ends in
 * a slash. */
static const char *next_name(const char *path, char *name, size_t size)
{
    size_t n = strspn(path, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-");

    if (n == 0 || n >= size || path[0] == '.' || (path[n] != '/' && path[n] != '\0')
        || (path[n] == '/' && path[n + 1] == '\0'))
        return NULL;
    memcpy(name, path, n);
    name[n] = '\0';
    return path + n + (path[n] == '/');
}

/* Opens a regular file below a folder, component by component, without following links. Returns -1 if there is no such
 * file. Never blocks on a pipe. */
static int open_below(const char *folder, const char *path)
{
    int at = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    char name[PATH_MOST];
    struct stat s;

    while (at >= 0 && *path != '\0') {
        const char *rest = next_name(path, name, sizeof name);
        int flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | (rest != NULL && *rest != '\0' ? O_DIRECTORY : 0);
        int next = rest == NULL ? -1 : openat(at, name, flags);

        close(at);
        at = next;
        path = rest;
    }
    if (at >= 0 && (fstat(at, &s) != 0 || !S_ISREG(s.st_mode))) {
        close(at);
        return -1;
    }
    return at;
}

/* Reads a whole file. Returns NULL if the file is too large or cannot be read. */
static uint8_t *slurp(int fd, size_t *n)
{
    struct stat s;
    uint8_t *all = NULL;

    *n = 0;
    if (fstat(fd, &s) == 0 && s.st_size <= FILE_MOST)
        all = malloc((size_t)s.st_size + 1);
    while (all != NULL && *n < (size_t)s.st_size) {
        ssize_t got = read(fd, all + *n, (size_t)s.st_size - *n);

        if (got == 0)
            break;
        if (got > 0) {
            *n += (size_t)got;
        } else if (errno != EINTR) {
            free(all);
            return NULL;
        }
    }
    return all;
}

/* Returns an FNV-1a hash, which identifies versions of a file during development. */
static uint64_t sum(const uint8_t *at, size_t n)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < n; i++)
        h = (h ^ at[i]) * UINT64_C(0x100000001b3);
    return h;
}

static const char *type_of(const char *path)
{
    const char *dot = strrchr(path, '.');

    for (size_t i = 0; dot != NULL && i < sizeof types / sizeof types[0]; i++)
        if (strcmp(dot, types[i].end) == 0)
            return types[i].type;
    return "application/octet-stream";
}

static bool find_in_folder(const char *folder, const char *path, struct by_asset *out)
{
    int fd = open_below(folder, path);
    size_t n;
    uint8_t *all;

    if (fd < 0)
        return false;
    all = slurp(fd, &n);
    close(fd);
    if (all == NULL)
        return false;
    *out = (struct by_asset){ .type = type_of(path), .body = { { all, n } }, .own = all };
    snprintf(out->hash, sizeof out->hash, "%016" PRIx64, sum(all, n));
    return true;
}

bool by_assets_find(const struct by_assets *a, const char *path, struct by_asset *out)
{
    return a->folder != NULL ? find_in_folder(a->folder, path, out) : find_packed(a->pack, path, out);
}
