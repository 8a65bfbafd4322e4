/* assets.h: the files of the page: those packed into the program (tools/web), or those of a folder while somebody
 * works on them. */
#ifndef BY_SERVER_ASSETS_H
#define BY_SERVER_ASSETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum by_coding { BY_PLAIN, BY_GZIP, BY_BROTLI, BY_CODINGS };

struct by_bytes { const uint8_t *at; size_t n; };       /* borrowed; at NULL: there is none */

struct by_asset {
    const char *type;                   /* borrowed for ever */
    char hash[40];                      /* of the contents; text */
    bool lasting;                       /* the name changes with the contents */
    struct by_bytes body[BY_CODINGS];   /* the plain one is always there */
    uint8_t *own;                       /* what was read from a folder, or NULL; yours: free it */
};

/* Where the page comes from: `folder` if it is not NULL, else `pack`. */
struct by_assets { const char *folder; struct by_bytes pack; };

/* The page in the program; 0 bytes if this build has none. */
struct by_bytes by_assets_built(void);

/* Is this a pack, whole, with all its offsets inside?  Ask before by_assets_find. */
bool by_assets_check(struct by_bytes pack);

/* The file of that path, such as "assets/a.js" without a slash before it; false: there is none.  Paths are names in
 * a list, or in a folder names of plain files: never "..", never a hidden file, never through a link. */
bool by_assets_find(const struct by_assets *a, const char *path, struct by_asset *out);

#endif
