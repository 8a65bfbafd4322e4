/* SPDX-License-Identifier: MIT */
/* assets.h: finds the page's files, which are packed into the program (tools/web) or, during development, read from a
 * folder. */
#ifndef BY_SERVER_NET_ASSETS_H
#define BY_SERVER_NET_ASSETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum by_coding { BY_IDENTITY, BY_GZIP, BY_BROTLI, BY_CODINGS };

struct by_bytes {
    const uint8_t *at;
    size_t n;
}; /* borrowed; NULL if none */

struct by_asset {
    const char *type;                 /* static */
    char hash[40];                    /* hash of the contents, as text */
    bool lasting;                     /* the name contains a hash of the contents */
    struct by_bytes body[BY_CODINGS]; /* the body in each content coding; the uncompressed one always exists */
    uint8_t *own;                     /* contents read from a folder, freed by the caller; or NULL */
};

/* The source of the page: `folder`, or `pack` if `folder` is NULL. */
struct by_assets {
    const char *folder;
    struct by_bytes pack;
};

/* Returns the page built into the program, or 0 bytes if there is none. */
struct by_bytes by_assets_built(void);

/* Checks that a pack is complete and that all its offsets are in range. Call before by_assets_find. */
bool by_assets_check(struct by_bytes pack);

/* Finds the file with this path, such as "assets/a.js" (no leading slash). Returns false if there is no such file. The
 * path must be listed in the pack or, in a folder, name a regular file. Never returns a hidden file, a link or a file
 * outside the folder. */
bool by_assets_find(const struct by_assets *a, const char *path, struct by_asset *out);

#endif
