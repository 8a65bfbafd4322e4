/* SPDX-License-Identifier: MIT */
/* database.c: opens the database and its key. */
#include "util/random.h"
#include "database.h"
#include "migrate.h"
#include "slow.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/keep.h"
#include "util/page.h"

/* Builds the path of a file in the server's own folder. Returns the path's length, or a negative number if the server
 * has no such folder. */
static int own_place(const char *name, char out[BY_PLACE_MOST])
{
    const char *state = getenv("STATE_DIRECTORY");

    if (state != NULL && state[0] == '/')
        return snprintf(out, BY_PLACE_MOST, "%.*s/%s", (int)strcspn(state, ":"), state, name);
    return by_keep_place(name, out, BY_PLACE_MOST) ? 0 : -1;
}

bool by_database_place(const struct by_settings *s, char db[BY_PLACE_MOST], char key[BY_PLACE_MOST])
{
    const char *handed = getenv("CREDENTIALS_DIRECTORY");
    int n = s->db != NULL ? snprintf(db, BY_PLACE_MOST, "%s", s->db) : own_place("boneyard.db", db);
    bool own_key = s->key_file != NULL;

    if (n >= 0 && n < BY_PLACE_MOST && !own_key && handed != NULL) {
        n = snprintf(key, BY_PLACE_MOST, "%s/boneyard.key", handed);
        own_key = n < BY_PLACE_MOST && access(key, F_OK) == 0;
    } else if (n >= 0 && n < BY_PLACE_MOST && own_key) {
        n = snprintf(key, BY_PLACE_MOST, "%s", s->key_file);
    }
    if (n >= 0 && n < BY_PLACE_MOST && !own_key)
        n = by_store_is_address(db) ? own_place("boneyard.key", key) : snprintf(key, BY_PLACE_MOST, "%s.key", db);
    if (n >= 0 && n < BY_PLACE_MOST)
        return true;
    by_complain("no folder for the database found: name its file with --db FILE");
    return false;
}

#define LOST_KEY "If it is lost for good, run boneyard admin new-key: matches in progress then end without a result"

/* Creates a key file. Never overwrites an existing one. */
static bool make_key(const char *path, uint8_t key[BY_SEAL_KEY])
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool fine;

    by_random(key, BY_SEAL_KEY);
    fine = fd >= 0 && write(fd, key, BY_SEAL_KEY) == BY_SEAL_KEY && fsync(fd) == 0;
    if (!fine)
        by_complain("cannot create the key '%s': %s", path, strerror(errno));
    if (fd >= 0)
        close(fd);
    return fine;
}

int by_database_read_keys(const char *path, uint8_t keys[BY_KEYS][BY_SEAL_KEY])
{
    uint8_t bytes[BY_KEYS * BY_SEAL_KEY + 1];
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, bytes, sizeof bytes);

    if (n < 0)
        by_complain("cannot read the key '%s': %s", path, strerror(errno));
    else if (n < BY_SEAL_KEY)
        by_complain("the key '%s' is shorter than 32 bytes: restore it from your backup. Without it, rounds in "
                    "progress cannot continue",
                    path);
    else if (n % BY_SEAL_KEY != 0 || n > (ssize_t)sizeof bytes - 1)
        by_complain("the key file '%s' must contain 1 to %d keys of 32 bytes each", path, BY_KEYS);
    if (fd >= 0)
        close(fd);
    if (n < BY_SEAL_KEY || n % BY_SEAL_KEY != 0 || n > (ssize_t)sizeof bytes - 1)
        return 0;
    memcpy(keys, bytes, (size_t)n);
    by_forget(bytes, sizeof bytes);
    return (int)(n / BY_SEAL_KEY);
}

/* Returns whether systemd has passed this file (LoadCredential). From version 254 on, an access list lets the service
 * read it, which looks like a permission of the group. */
static bool is_handed(const char *path)
{
    const char *folder = getenv("CREDENTIALS_DIRECTORY");
    const size_t n = folder == NULL ? 0 : strlen(folder);

    return n > 0 && strncmp(path, folder, n) == 0 && path[n] == '/';
}

/* Reads a key file, which only its owner may access. Creates a missing file unless the database already depends on a
 * key (`old`). Returns the number of keys, or 0 with the reason on standard error. */
static int read_keys(const char *path, bool old, uint8_t keys[BY_KEYS][BY_SEAL_KEY])
{
    struct stat s;

    if (stat(path, &s) != 0 && errno == ENOENT) {
        if (!old)
            return make_key(path, keys[0]);
        by_complain("the database's key '%s' is missing: restore it from your backup. " LOST_KEY, path);
        return 0;
    }
    if (!is_handed(path) && stat(path, &s) == 0 && (s.st_mode & 077) != 0) {
        by_complain("other users can read the key '%s': run chmod 600 '%s'", path, path);
        return 0;
    }
    return by_database_read_keys(path, keys);
}

enum { PUSH_MOST = 256 }; /* bytes of the sealed key for push services, at most */

static const struct by_bytes_of key_name = { "key", 3 }, push_name = { "push", 4 };

static struct by_hash mark_of(const uint8_t key[BY_SEAL_KEY])
{
    static const char tag[] = "BY1 key";
    struct by_hash mark = { 0 };

    by_hash_of(key, BY_SEAL_KEY, tag, sizeof tag - 1, mark.bytes, sizeof mark.bytes);
    return mark;
}

bool by_database_has_key(struct by_store *store, const uint8_t key[BY_SEAL_KEY])
{
    struct by_hash mark = mark_of(key), kept;
    long n = by_store_get(store, "server", key_name, kept.bytes, sizeof kept.bytes);

    return n == (long)sizeof kept.bytes && by_same_bytes(kept.bytes, mark.bytes, sizeof mark.bytes);
}

/* Records this key, if the database has no key yet. */
static struct by_stored put_mark(struct by_store *store, const uint8_t key[BY_SEAL_KEY])
{
    struct by_hash mark = mark_of(key);
    struct by_put_of put = { "server", key_name, { mark.bytes, sizeof mark.bytes } };
    struct by_batch b = { .epoch = 1, .puts = &put, .puts_n = 1, .fresh = 1 };

    return by_store_write_now(store, &b);
}

/* The key for push services outlives all matches, so it must not depend on an earlier key. Seals it again with the
 * first key. Returns the length, 0 if there is nothing to do, or
 * -1 if it cannot be read. */
static long reseal_push(struct by_store *store, const uint8_t keys[][BY_SEAL_KEY], int n, uint8_t out[PUSH_MOST])
{
    uint8_t sealed[PUSH_MOST], plain[PUSH_MOST];
    long length = n == 1 ? 0 : by_store_get(store, "server", push_name, sealed, sizeof sealed);
    long found = length < -1 ? -1 : 0;

    for (int i = 1; i < n && length > BY_SEAL_MORE && found == 0; i++)
        if (by_unseal(keys[i], sealed, (size_t)length, plain)) {
            found = length;
            by_seal(keys[0], plain, (size_t)found - BY_SEAL_MORE, out);
        }
    by_forget(plain, sizeof plain);
    return found;
}

/* Makes the first of n keys the database's key. `marked`: it already is, but earlier versions did not seal the key for
 * push services again. */
static bool mark_key(struct by_store *store, const uint8_t keys[][BY_SEAL_KEY], int n, bool marked)
{
    uint8_t push[PUSH_MOST];
    long length = reseal_push(store, keys, n, push);
    struct by_hash mark = mark_of(keys[0]);
    struct by_put_of puts[] = { { "server", key_name, { mark.bytes, sizeof mark.bytes } },
                                { "server", push_name, { push, length > 0 ? (size_t)length : 0 } } };
    struct by_batch b = { .epoch = 1, .puts = puts, .puts_n = length > 0 ? 2 : 1 };
    struct by_stored done;

    if (length < 0)
        by_complain("the database cannot be read");
    if (length < 0 || (marked && length == 0))
        return length == 0;
    done = by_store_write_now(store, &b);
    if (done.outcome != BY_KEPT)
        by_database_complain(&done.fault);
    return done.outcome == BY_KEPT;
}

/* Checks that the first key belongs to the database, since with any other key every match would appear to be lost. If
 * the database still names an earlier key in the file, a rotation was interrupted, and the first key is recorded. If
 * several servers start on an empty database at the same time, the key recorded first belongs to the database. */
static bool right_key(struct by_store *store, const uint8_t keys[BY_KEYS][BY_SEAL_KEY], int n, const char *path)
{
    struct by_hash mark, kept;
    long there = by_store_get(store, "server", key_name, kept.bytes, sizeof kept.bytes);

    if (there == -1) {
        struct by_stored done = put_mark(store, keys[0]);

        if (done.outcome != BY_KEPT && !done.taken)
            by_database_complain(&done.fault);
        if (done.outcome == BY_KEPT || !done.taken)
            return done.outcome == BY_KEPT;
        there = by_store_get(store, "server", key_name, kept.bytes, sizeof kept.bytes);
    }
    for (int i = 0; i < n && there == (long)sizeof kept.bytes; i++) {
        mark = mark_of(keys[i]);
        if (by_same_bytes(kept.bytes, mark.bytes, sizeof kept.bytes))
            return mark_key(store, keys, n, i == 0);
    }
    by_complain(
        "the key '%s' does not belong to this database: restore the right one from your backup, or copy it from "
        "a server that runs on this database. " LOST_KEY,
        path);
    return false;
}

/* Replaces a file atomically: a crash leaves either the old file or the new one. */
static bool replace(const char *path, const void *bytes, size_t n)
{
    char fresh[BY_PLACE_MOST + 8];
    int fd;
    bool fine;

    snprintf(fresh, sizeof fresh, "%s.new", path);
    fd = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    fine = fd >= 0 && write(fd, bytes, n) == (ssize_t)n && fsync(fd) == 0;
    if (fd >= 0)
        close(fd);
    fine = fine && rename(fresh, path) == 0;
    if (!fine)
        by_complain("cannot write the key '%s': %s", path, strerror(errno));
    return fine;
}

bool by_database_rotate_key(struct by_store *store, const char *path)
{
    uint8_t keys[BY_KEYS + 1][BY_SEAL_KEY];
    int n = by_database_read_keys(path, keys + 1);
    bool fine = n > 0 && right_key(store, (const uint8_t(*)[BY_SEAL_KEY])(keys + 1), n, path);

    if (fine && n == BY_KEYS)
        by_complain("the key file '%s' already has %d keys: remove the oldest, the last 32 bytes", path, BY_KEYS);
    fine = fine && n < BY_KEYS;
    by_random(keys[0], sizeof keys[0]);
    fine = fine && replace(path, keys, (size_t)(n + 1) * BY_SEAL_KEY)
        && mark_key(store, (const uint8_t(*)[BY_SEAL_KEY])keys, n + 1, false);
    by_forget(keys, sizeof keys);
    return fine;
}

bool by_database_new_key(struct by_store *store, const char *path)
{
    uint8_t key[BY_SEAL_KEY];
    bool fine;

    if (access(path, F_OK) == 0) {
        by_complain("the key '%s' exists: start the server with it, or move it away", path);
        return false;
    }
    fine = make_key(path, key) && mark_key(store, (const uint8_t(*)[BY_SEAL_KEY])key, 1, false);
    by_forget(key, sizeof key);
    return fine;
}

void by_database_complain(const struct by_fault *f)
{
    by_complain("%s", f->text);
    if (strstr(f->text, "disk image is malformed") != NULL) /* SQLite's wording */
        by_complain("%s", BY_DATABASE_DAMAGED);
}

struct by_store *by_database_store(const struct by_store_setup *setup)
{
    struct by_fault f = { 0 };
    struct by_store *store;
    struct stat s;

    if (!by_store_is_address(setup->path) && stat(setup->path, &s) == 0 && S_ISREG(s.st_mode) && s.st_size == 0) {
        by_complain(
            "'%s' is empty: it is not a Boneyard database. Remove it; then boneyard serve creates a new one, or "
            "boneyard admin --db '%s' restore FILE restores your newest copy",
            setup->path, setup->path);
        return NULL;
    }
    store = by_store_open(setup, &f);
    if (store == NULL)
        by_database_complain(&f);
    return store;
}

void by_database_beside(const struct by_settings *s, const char *db, const char *key, char out[BY_PLACE_MOST])
{
    char place[64];

    snprintf(place, sizeof place, s->node == NULL ? "boneyard" : "boneyard-%s", s->node);
    if (!by_store_is_address(db))
        snprintf(out, BY_PLACE_MOST, "%s", db);
    else if (own_place(place, out) < 0)
        snprintf(out, BY_PLACE_MOST, "%s", key);
}

void by_database_note_copy(const char *db)
{
    char path[BY_PLACE_MOST + 16];
    int fd;

    snprintf(path, sizeof path, "%s.backup", db);
    fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return;
    futimens(fd, NULL);
    close(fd);
}

static void note_statement(const char *what, const char *of, uint64_t micros)
{
    by_slow_note(BY_SLOW_STATEMENT, what, of, (int64_t)micros);
}

bool by_database_open(const struct by_settings *s, struct by_database *out)
{
    char key[BY_PLACE_MOST];
    struct by_store_setup setup = {
        .path = out->db, .shared = s->node != NULL, .slot = 1000 * by_settings_tick(s), .took = note_statement
    };
    struct by_hash mark;
    bool old;
    int n;

    memset(out, 0, sizeof *out);
    by_crypto_start();
    if (!by_database_place(s, out->db, key))
        return false;
    old = access(out->db, F_OK) == 0;
    by_random(out->node.bytes, sizeof out->node.bytes);
    setup.owner = out->node;
    out->store = by_database_store(&setup);
    if (out->store == NULL)
        return false;
    if (by_migrate_unfinished(out->store)) {
        by_complain("a migration into this database is incomplete: run boneyard admin migrate again to continue it");
        by_database_close(out);
        return false;
    }
    by_database_beside(s, out->db, key, out->beside);
    if (by_store_is_address(out->db))
        old = by_store_get(out->store, "server", key_name, mark.bytes, sizeof mark.bytes) != -1;
    n = read_keys(key, old, out->keys);
    if (n > 0 && right_key(out->store, (const uint8_t(*)[BY_SEAL_KEY])out->keys, n, key)) {
        memcpy(out->host.seal, out->keys[0], BY_SEAL_KEY);
        out->host.former = (const uint8_t(*)[BY_SEAL_KEY])(out->keys + 1);
        out->host.former_n = n - 1;
        return true;
    }
    by_database_close(out);
    return false;
}

void by_database_close(struct by_database *k)
{
    by_store_close(k->store);
    k->store = NULL;
    by_forget(&k->host, sizeof k->host);
    by_forget(k->keys, sizeof k->keys);
}

bool by_database_is_copy(const char *path)
{
    struct stat there;
    bool fine = access(path, R_OK) == 0 && stat(path, &there) == 0;

    if (!fine)
        by_complain("cannot read '%s': %s", path, strerror(errno));
    else if (!S_ISREG(there.st_mode) || there.st_size == 0) {
        fine = false;
        by_complain("'%s' is not a copy of a database: name a file that boneyard admin backup wrote", path);
    }
    return fine;
}
