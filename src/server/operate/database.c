/* SPDX-License-Identifier: MIT */
/* database.c: opens the database and its key. */
#include "util/random.h"
#include "database.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/keep.h"
#include "util/page.h"

/* Builds the path of a file in the server's own folder. Returns its length, or a negative number if the server has no
 * such folder. */
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
    by_complain("no folder for the database was found: name its file with --db FILE");
    return false;
}

#define LOST_KEY \
    "If it is lost for good, boneyard admin new-key makes another: matches in progress then end without a result"

/* Creates a key file. Never overwrites an existing one. */
static bool make_key(const char *path, uint8_t key[BY_SEAL_KEY])
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool fine;

    by_random(key, BY_SEAL_KEY);
    fine = fd >= 0 && write(fd, key, BY_SEAL_KEY) == BY_SEAL_KEY && fsync(fd) == 0;
    if (!fine)
        by_complain("the key '%s' cannot be made: %s", path, strerror(errno));
    if (fd >= 0)
        close(fd);
    return fine;
}

/* Reads a 32-byte key file, which only its owner may access. Creates a missing file unless the database already
 * depends on its key (`old`). */
static bool read_key(const char *path, bool old, uint8_t key[BY_SEAL_KEY])
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = -1;
    struct stat s;

    if (fd < 0 && errno == ENOENT && old) {
        by_complain("the database's key '%s' is missing: restore it from your backup. " LOST_KEY, path);
        return false;
    }
    if (fd >= 0 && (fstat(fd, &s) != 0 || (s.st_mode & 077) != 0)) {
        by_complain("the key '%s' can be read by others: chmod 600 '%s'", path, path);
        close(fd);
        return false;
    }
    if (fd < 0 && errno == ENOENT)
        return make_key(path, key);
    if (fd >= 0)
        n = read(fd, key, BY_SEAL_KEY);
    if (n < 0)
        by_complain("the key '%s' cannot be read: %s", path, strerror(errno));
    else if (n != BY_SEAL_KEY)
        by_complain("the key '%s' is shorter than 32 bytes: restore it from your backup. Without it, rounds in "
                    "progress cannot continue",
                    path);
    if (fd >= 0)
        close(fd);
    return n == BY_SEAL_KEY;
}

static const struct by_bytes_of key_name = { "key", 3 };

static struct by_hash mark_of(const uint8_t key[BY_SEAL_KEY])
{
    static const char tag[] = "BY1 key";
    struct by_hash mark = { 0 };

    by_hash_of(key, BY_SEAL_KEY, tag, sizeof tag - 1, mark.bytes, sizeof mark.bytes);
    return mark;
}

/* Records in the database that this is its key. */
static bool mark_key(struct by_store *store, const uint8_t key[BY_SEAL_KEY])
{
    struct by_hash mark = mark_of(key);
    struct by_put_of put = { "server", key_name, { mark.bytes, sizeof mark.bytes } };
    struct by_batch b = { .epoch = 1, .puts = &put, .puts_n = 1 };
    struct by_stored done = by_store_write_now(store, &b);

    if (done.outcome != BY_KEPT)
        by_database_complain(&done.fault);
    return done.outcome == BY_KEPT;
}

/* Checks that this key belongs to the database. With any other key, every match would appear to be lost. */
static bool right_key(struct by_store *store, const uint8_t key[BY_SEAL_KEY], const char *path)
{
    struct by_hash mark = mark_of(key), kept;
    long n = by_store_get(store, "server", key_name, kept.bytes, sizeof kept.bytes);

    if (n == -1)
        return mark_key(store, key);
    if (n != (long)sizeof kept.bytes || !by_same_bytes(kept.bytes, mark.bytes, sizeof kept.bytes)) {
        by_complain("the key '%s' does not belong to this database: restore the right one from your backup. " LOST_KEY,
                    path);
        return false;
    }
    return true;
}

bool by_database_new_key(struct by_store *store, const char *path)
{
    uint8_t key[BY_SEAL_KEY];
    bool fine;

    if (access(path, F_OK) == 0) {
        by_complain("there is a key '%s': start the server with it, or move it away", path);
        return false;
    }
    fine = make_key(path, key) && mark_key(store, key);
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
        by_complain("'%s' is empty, and not a Boneyard database: remove it. Then boneyard serve makes a new one, or "
                    "boneyard admin --db '%s' restore FILE brings your newest copy back",
                    setup->path, setup->path);
        return NULL;
    }
    store = by_store_open(setup, &f);
    if (store == NULL)
        by_database_complain(&f);
    return store;
}

bool by_database_open(const struct by_settings *s, struct by_database *out)
{
    char key[BY_PLACE_MOST];
    struct by_store_setup setup = { .path = out->db };
    struct by_hash mark;
    bool old;

    memset(out, 0, sizeof *out);
    by_crypto_start();
    if (!by_database_place(s, out->db, key))
        return false;
    old = access(out->db, F_OK) == 0;
    out->store = by_database_store(&setup);
    if (out->store == NULL)
        return false;
    snprintf(out->beside, sizeof out->beside, "%s", out->db);
    if (by_store_is_address(out->db)) {
        old = by_store_get(out->store, "server", key_name, mark.bytes, sizeof mark.bytes) != -1;
        if (own_place("boneyard", out->beside) < 0)
            snprintf(out->beside, sizeof out->beside, "%s", key);
    }
    if (read_key(key, old, out->host.seal) && right_key(out->store, out->host.seal, key))
        return true;
    by_database_close(out);
    return false;
}

void by_database_close(struct by_database *k)
{
    by_store_close(k->store);
    k->store = NULL;
    by_forget(&k->host, sizeof k->host);
}
