/* SPDX-License-Identifier: MIT */
/* admin.c: implements `boneyard admin`, the operator's commands for the database. Most of them work while the server
 * runs. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/people/accounts.h"
#include "boneyard/text.h"
#include "cli/cli.h"
#include "config.h"
#include "database.h"
#include "local.h"
#include "migrate.h"
#include "moderators.h"
#include "nodes.h"
#include "record.h"
#include "reset.h"
#include "server/order/audit.h"
#include "server/results/replay.h"
#include "server/results/rating_row.h"
#include "room/room.h"
#include "server/tables/row.h"
#include "store/store.h"
#include "util/args.h"
#include "util/crypto.h"
#include "util/page.h"

extern char **environ;

struct options {
    const char *file, *db, *key, *replay, *replace;
};
#define AT(member) offsetof(struct options, member)

static const struct by_arg args[] = {
    { "--db", "FILE", "the database (default: the one in the server's settings)", AT(db) },
    { "--key-file", "FILE", "the database's key, needed for records", AT(key) },
    { "--config", "FILE", "the server's settings", AT(file) },
    { "--replay", NULL, "with ratings: computes them from the ledger, and compares", AT(replay) },
    { "--replace", NULL, "with ratings: replaces those that differ (stop the server first)", AT(replace) },
    { 0 }
};
static const struct by_command command = {
    "boneyard admin [--config FILE | --db FILE] COMMAND",
    "  status            prints the state of the running server, as /admin shows it\n"
    "  tables            lists all tables\n"
    "  aside             lists the tables that are set aside, and why\n"
    "  back TABLE        returns one of them to service if its journal is intact (stop the server first)\n"
    "  check             checks the journals of all tables\n"
    "  backup FILE       copies the whole database, even while the server runs\n"
    "  restore FILE      checks such a copy and makes it the database (stop the server first)\n"
    "  migrate FROM TO   copies a database into an empty one, of either kind, and compares them (stop the server "
    "first)\n"
    "  new-key           creates a new key if the old one is lost (stop the server first)\n"
    "  rotate-key        puts a new key before the others in the key file (stop all servers first)\n"
    "  nodes             lists the servers that share the database\n"
    "  drain NODE        hands a server's tables to the others, before it is stopped\n"
    "  undrain NODE      lets it take tables again\n"
    "  record TABLE N    prints the record of a table's match N, once it is over\n"
    "  ratings           prints the ledger of rated matches, for boneyard ratings\n"
    "  reset NAME        prints a code that lets a person who has forgotten the password set a new one\n"
    "  moderator NAME    makes an account a moderator (SQLite: stop the server first)\n"
    "  operator NAME     shows an account the server's state at /admin (SQLite: stop the server first)\n"
    "  demote NAME       takes these roles away (SQLite: stop the server first)\n"
    "  audit             prints the audit log and verifies its hashes\n"
    "  forget NAME       deletes an account and its sessions; games stay (stop the server first)\n"
    "Exit status: 0 success, 1 failure, 2 usage error.",
    args
};

struct place {
    char db[BY_PLACE_MOST], key[BY_PLACE_MOST], local[BY_LOCAL_MOST]; /* `local` is the path of the running server's
                                                                       * socket */
    int keep;                                                         /* retention-days */
};
enum { ID_TEXT = 23 };

static int say(const struct by_fault *f)
{
    by_database_complain(f);
    return BY_EXIT_WRONG;
}

static int not_whole(const char *db)
{
    if (by_store_is_address(db))
        by_complain("the database cannot be read completely");
    else
        by_complain("the database cannot be read completely: %s", BY_DATABASE_DAMAGED);
    return BY_EXIT_WRONG;
}

/* Opens the database for reading or writing. */
static struct by_store *open_store(const char *db, bool look)
{
    struct by_store_setup setup = { .path = db, .look = look };
    struct by_store *s = NULL;

    if (by_store_is_address(db))
        return by_database_store(&setup);
    if (access(db, R_OK) != 0 && errno == ENOENT)
        by_complain("database '%s' not found: name it with --db FILE", db);
    else if (access(db, R_OK) != 0)
        by_complain("cannot read '%s': %s. Run this as the server's user, or with sudo", db, strerror(errno));
    else
        s = by_database_store(&setup);
    return s;
}

static struct by_bytes_of bytes_of(const struct by_id *id)
{
    return (struct by_bytes_of){ id->bytes, sizeof id->bytes };
}

static const char *id_text(const struct by_id *id, char out[ID_TEXT + 2])
{
    by_base64(id->bytes, sizeof id->bytes, out);
    return out;
}

static bool read_id(const char *text, struct by_id *id)
{
    if (by_unbase64(text, id->bytes, sizeof id->bytes))
        return true;
    by_complain("'%.60s' is not a table: boneyard admin tables lists them", text);
    return false;
}

/* Returns whether a table is set aside, and sets `why` to the reason. */
static bool is_aside(struct by_store *s, const struct by_id *id, char why[BY_FAULT_TEXT])
{
    long n = by_store_get(s, "aside", bytes_of(id), why, BY_FAULT_TEXT - 1);

    if (n < 0)
        return false;
    why[n] = '\0';
    return true;
}

/* ---- Listing ---------------------------------------------------------------------------------- */

struct listing {
    struct by_store *store;
    long n;
};

static const char *status_of(struct by_store *s, const struct by_id *id)
{
    static char text[65536];
    char why[BY_FAULT_TEXT];
    long n = by_store_get(s, "table", bytes_of(id), text, sizeof text);
    struct by_store_row row;

    if (is_aside(s, id, why))
        return "aside";
    if (n <= 0 || !by_row_read((struct by_bytes_of){ text, (size_t)n }, &row))
        return "?";
    return row.live ? "live" : "done";
}

static bool list_table(void *context, const struct by_id *id, uint64_t entries)
{
    struct listing *l = context;
    char text[ID_TEXT + 2];

    if (by_ledger_is(id) || by_audit_is(id))
        return true;
    if (l->n++ == 0)
        printf("%-22s  %-6s  %s\n", "table", "status", "entries");
    printf("%-22s  %-6s  %llu\n", id_text(id, text), status_of(l->store, id), (unsigned long long)entries);
    return true;
}

static int tables(const struct place *p)
{
    struct listing l = { open_store(p->db, true), 0 };
    bool whole;

    if (l.store == NULL)
        return BY_EXIT_WRONG;
    whole = by_store_tables(l.store, list_table, &l);
    if (l.n == 0)
        puts("There are no tables.");
    by_store_close(l.store);
    return by_cli_end(whole ? BY_EXIT_FINE : not_whole(p->db));
}

static bool list_aside(void *context, struct by_bytes_of key, struct by_bytes_of value)
{
    struct listing *l = context;
    char text[ID_TEXT + 2], why[BY_FAULT_TEXT];
    struct by_id id = { { 0 } };

    memcpy(id.bytes, key.at, key.n < sizeof id.bytes ? key.n : sizeof id.bytes);
    snprintf(why, sizeof why, "%.*s", (int)(value.n < 300 ? value.n : 300), (const char *)value.at);
    printf("%s  ", id_text(&id, text));
    by_page_put(stdout, why);
    putchar('\n');
    l->n++;
    return true;
}

static int aside(const struct place *p)
{
    struct listing l = { open_store(p->db, true), 0 };
    bool whole;

    if (l.store == NULL)
        return BY_EXIT_WRONG;
    whole = by_store_each(l.store, "aside", list_aside, &l);
    if (l.n == 0)
        puts("No table is set aside.");
    else
        puts("They are not deleted. boneyard admin back TABLE returns one to service if its journal is intact.");
    by_store_close(l.store);
    return by_cli_end(whole ? BY_EXIT_FINE : not_whole(p->db));
}

/* ---- Checking --------------------------------------------------------------------------------- */

struct checking {
    struct by_store *store;
    long tables, bad;
    uint64_t entries;
    time_t told;
};

static bool pass(void *context, uint64_t number, struct by_bytes_of bytes)
{
    struct checking *c = context;

    (void)number;
    (void)bytes;
    c->entries++;
    return true;
}

static bool check_table(void *context, const struct by_id *id, uint64_t entries)
{
    struct checking *c = context;
    struct by_fault f = { 0 };
    char text[ID_TEXT + 2];
    time_t now = time(NULL);

    (void)entries;
    c->tables++;
    if (by_store_read(c->store, id, 1, pass, c, &f) != BY_OK) {
        c->bad++;
        printf("%s  %s\n", id_text(id, text), f.text);
    }
    if (isatty(STDERR_FILENO) && now >= c->told + 2) {
        fprintf(stderr, "... %ld tables\n", c->tables);
        c->told = now;
    }
    return true;
}

/* Checks all hash chains in a database and prints any faults. */
static bool check_all(struct by_store *s, const char *db)
{
    struct checking c = { .store = s, .told = time(NULL) };
    bool whole = by_store_tables(s, check_table, &c);

    if (!whole)
        not_whole(db);
    if (whole && c.bad == 0)
        printf("%ld %s, %llu %s: all intact.\n", c.tables, c.tables == 1 ? "table" : "tables",
               (unsigned long long)c.entries, c.entries == 1 ? "entry" : "entries");
    else
        printf(
            "%ld of %ld %s damaged. The server sets damaged tables aside; all others keep running. A backup may have\n"
            "them intact: try boneyard admin --db BACKUP check, and record TABLE N for finished matches.\n",
            c.bad, c.tables, c.bad == 1 ? "tables is" : "tables are");
    return whole && c.bad == 0;
}

static int check(const struct place *p)
{
    struct by_store *s = open_store(p->db, true);
    bool fine = s != NULL && check_all(s, p->db);

    by_store_close(s);
    return by_cli_end(fine ? BY_EXIT_FINE : BY_EXIT_WRONG);
}

static int back(const struct place *p, const char *text)
{
    struct by_store *s;
    struct by_id id;
    char why[BY_FAULT_TEXT];
    struct by_fault f = { 0 };
    struct checking c = { 0 };
    struct by_put_of out = { "aside", { 0 }, { 0 } };
    struct by_stored done;
    int status = BY_EXIT_WRONG;

    if (!read_id(text, &id) || (s = open_store(p->db, false)) == NULL)
        return BY_EXIT_WRONG;
    if (!is_aside(s, &id, why)) {
        by_complain("this table is not set aside");
    } else if (by_store_read(s, &id, 1, pass, &c, &f) != BY_OK) {
        by_complain("the table's journal is damaged, so it stays set aside: %s", f.text);
    } else {
        out.key = bytes_of(&id);
        done = by_store_write_now(s, &(struct by_batch){ .puts = &out, .puts_n = 1 });
        if (done.outcome == BY_KEPT)
            status = BY_EXIT_FINE;
        else
            say(&done.fault);
    }
    by_store_close(s);
    if (status == BY_EXIT_FINE)
        puts("The table is back in service.");
    return by_cli_end(status);
}

/* ---- Copies ----------------------------------------------------------------------------------- */

static int backup(const struct place *p, const char *to)
{
    struct by_store *s = open_store(p->db, true);
    struct by_fault f = { 0 };
    by_err err;

    if (s == NULL)
        return BY_EXIT_WRONG;
    err = by_store_copy(s, to, &f);
    by_store_close(s);
    if (err != BY_OK)
        return say(&f);
    by_database_note_copy(p->db);
    puts("The database is copied, but its key is a separate file: keep a copy of that too, in another place.");
    return by_cli_end(BY_EXIT_FINE);
}

/* Refuses to overwrite leftover files. SQLite would mistake an old log for the new database's log, and the server would
 * blame the table named in an old mark file for a crash. */
static bool has_room(const char *db)
{
    static const char *const beside[] = { "", "-wal", "-shm", "-journal", ".loading" };
    char path[BY_PLACE_MOST + 16];

    for (size_t i = 0; i < sizeof beside / sizeof beside[0]; i++) {
        snprintf(path, sizeof path, "%s%s", db, beside[i]);
        if (access(path, F_OK) == 0) {
            by_complain("'%s' still exists: stop the server and move the old database away, with its -wal, -shm and "
                        ".loading files, but not its key",
                        path);
            return false;
        }
    }
    return true;
}

enum { NOTES = 256 }; /* maximum number of notes per commit */

struct restoring {
    struct by_store *from, *to;
    struct by_id id[NOTES];
    char last[NOTES][24];
    struct by_put_of puts[NOTES];
    int n;
};

static bool write_notes(struct restoring *r)
{
    struct by_batch b = { .epoch = 1, .puts = r->puts, .puts_n = r->n };
    bool fine = r->n == 0 || by_store_write_now(r->to, &b).outcome == BY_KEPT;

    r->n = 0;
    return fine;
}

/* Records the length of a live table's journal, so that the server redeals the round in progress (by_room_restored). */
static bool note_restored(void *context, struct by_bytes_of key, struct by_bytes_of value)
{
    struct restoring *r = context;
    struct by_store_row row;
    struct by_id *id = &r->id[r->n];
    char *last = r->last[r->n];
    int n;

    if (key.n != sizeof id->bytes || !by_row_read(value, &row) || !row.live)
        return true;
    memcpy(id->bytes, key.at, sizeof id->bytes);
    n = snprintf(last, sizeof r->last[0], "%llu", (unsigned long long)by_store_count(r->from, id));
    r->puts[r->n++] = (struct by_put_of){ "restored", bytes_of(id), { last, (size_t)n } };
    return r->n < NOTES || write_notes(r);
}

/* Copies the database and marks the copy as restored. */
static bool copy_restored(struct by_store *s, const char *fresh)
{
    struct by_store_setup setup = { .path = fresh };
    char lock[BY_PLACE_MOST + 32];
    static struct restoring r;
    struct by_fault f = { 0 };
    bool fine;

    if (by_store_copy(s, fresh, &f) != BY_OK) {
        say(&f);
        return false;
    }
    r = (struct restoring){ .from = s, .to = by_database_store(&setup) };
    fine = r.to != NULL && by_row_each_live(s, note_restored, &r) && write_notes(&r);
    by_store_close(r.to);
    snprintf(lock, sizeof lock, "%s-lock", fresh);
    unlink(lock);
    return fine;
}

static int restore(const struct place *p, const char *from)
{
    char fresh[BY_PLACE_MOST + 16];
    struct by_store *s;
    bool fine;

    if (by_store_is_address(p->db)) {
        by_complain("boneyard restores only SQLite files: restore a PostgreSQL database with pg_restore or psql");
        return BY_EXIT_WRONG;
    }
    if (!has_room(p->db) || !by_database_is_copy(from) || (s = open_store(from, true)) == NULL)
        return BY_EXIT_WRONG;
    snprintf(fresh, sizeof fresh, "%s.restored", p->db);
    fine = check_all(s, from);
    if (!fine)
        by_complain("nothing was restored. boneyard admin --db '%s' check shows what is wrong with the copy", from);
    fine = fine && copy_restored(s, fresh);
    by_store_close(s);
    if (fine && (link(fresh, p->db) != 0 || unlink(fresh) != 0)) {
        by_complain("cannot move '%s' into place: %s", fresh, strerror(errno));
        fine = false;
    }
    if (fine)
        printf("Restored.%s\n", access(p->key, F_OK) == 0 ? "" : " Restore its key too before you start the server.");
    return by_cli_end(fine ? BY_EXIT_FINE : BY_EXIT_WRONG);
}

static int new_key(const struct place *p)
{
    struct by_store *s = open_store(p->db, false);
    bool fine = s != NULL && by_database_new_key(s, p->key);

    by_store_close(s);
    if (fine)
        printf("The new key is '%s'. Keep a copy of it. Matches in progress end without a result. Existing tables\n"
               "and accounts are not affected; each host can start the next match.\n",
               p->key);
    return by_cli_end(fine ? BY_EXIT_FINE : BY_EXIT_WRONG);
}

static int rotate_key(const struct place *p)
{
    struct by_store *s = open_store(p->db, false);
    bool fine = s != NULL && by_database_rotate_key(s, p->key);

    by_store_close(s);
    if (fine)
        printf(
            "'%s' begins with a new key. The earlier ones in it are needed until no table that they sealed is stored.\n"
            "Copy the file to every server of this database and to your backup.\n",
            p->key);
    return by_cli_end(fine ? BY_EXIT_FINE : BY_EXIT_WRONG);
}

/* ---- Records and ratings ---------------------------------------------------------------------- */

static int record(const struct place *p, const char *table, const char *match)
{
    struct by_store *s;
    struct by_id id;
    bool fine;
    long n;

    if (!by_args_number("match", match, 1, 1000000, &n) || !read_id(table, &id)
        || (s = open_store(p->db, true)) == NULL)
        return BY_EXIT_WRONG;
    fine = by_record_print(s, p->key, &id, (int)n);
    by_store_close(s);
    return by_cli_end(fine ? BY_EXIT_FINE : BY_EXIT_WRONG);
}

static int ratings(const struct place *p, const struct options *o)
{
    struct by_store *s = open_store(p->db, o->replace == NULL);
    bool fine = s != NULL
        && (o->replay == NULL && o->replace == NULL ? by_ledger_print(s) : by_ledger_replay(s, o->replace != NULL));

    by_store_close(s);
    return by_cli_end(fine ? BY_EXIT_FINE : BY_EXIT_WRONG);
}

/* ---- Accounts --------------------------------------------------------------------------------- */

static int account(const struct place *p, const char *name, bool resets)
{
    struct by_store *s = open_store(p->db, resets);
    bool fine = s != NULL && (resets ? by_reset_print(s, p->key, name) : by_forget_account(s, p->key, p->keep, name));

    by_store_close(s);
    return by_cli_end(fine ? BY_EXIT_FINE : BY_EXIT_WRONG);
}

/* ---- Commands --------------------------------------------------------------------------------- */

static bool find_place(struct place *p, const struct options *o)
{
    const char *file = o->file != NULL ? o->file : getenv("BONEYARD_CONFIG");
    struct by_settings s;
    struct by_fault f = { 0 };
    by_err err = BY_OK;
    char beside[BY_PLACE_MOST];
    bool fine;

    by_settings_init(&s);
    if (file != NULL)
        err = by_settings_file(&s, file, &f);
    if (err == BY_OK)
        err = by_settings_environment(&s, environ, &f);
    if (err == BY_OK && o->db != NULL)
        err = by_settings_set(&s, BY_SETTING_db, BY_SET_BY_OPTION, "--db", o->db, &f);
    if (err == BY_OK && o->key != NULL)
        err = by_settings_set(&s, BY_SETTING_key_file, BY_SET_BY_OPTION, "--key-file", o->key, &f);
    if (err != BY_OK)
        by_complain("%s", f.text);
    fine = err == BY_OK && by_database_place(&s, p->db, p->key);
    if (fine) {
        by_database_beside(&s, p->db, p->key, beside);
        by_local_path(&s, beside, p->local);
        p->keep = s.retention_days;
    }
    by_settings_clear(&s);
    return fine;
}

/* Runs a command that takes no arguments. */
static int ended(bool fine) { return by_cli_end(fine ? BY_EXIT_FINE : BY_EXIT_WRONG); }
static int status(const struct place *p) { return ended(by_local_print(p->local)); }
static int nodes(const struct place *p) { return ended(by_nodes_list(p->db)); }
static int audit(const struct place *p) { return ended(by_moderators(p->db, "audit", NULL)); }
static int drain(const struct place *p, const char *node) { return ended(by_nodes_drain(p->db, node)); }
static int undrain(const struct place *p, const char *node) { return ended(by_nodes_undrain(p->db, node)); }
static int moderator(const struct place *p, const char *name) { return ended(by_moderators(p->db, "moderator", name)); }
static int operator_role(const struct place *p, const char *name)
{
    return ended(by_moderators(p->db, "operator", name));
}
static int demote(const struct place *p, const char *name) { return ended(by_moderators(p->db, "demote", name)); }
static int reset(const struct place *p, const char *name) { return account(p, name, true); }
static int forget(const struct place *p, const char *name) { return account(p, name, false); }

static const struct {
    const char *name;
    int (*run)(const struct place *p);
} plain[] = { { "status", status },   { "tables", tables }, { "aside", aside },           { "check", check },
              { "new-key", new_key }, { "nodes", nodes },   { "rotate-key", rotate_key }, { "audit", audit } };
static const struct {
    const char *name;
    int (*run)(const struct place *p, const char *of);
} named[] = { { "back", back },       { "backup", backup },         { "restore", restore }, { "drain", drain },
              { "undrain", undrain }, { "reset", reset },           { "forget", forget },   { "moderator", moderator },
              { "demote", demote },   { "operator", operator_role } };

int by_cli_admin(int argc, char **argv)
{
    struct options o = { 0 };
    int status = by_args_read(&command, &argc, argv, &o);
    const char *what = argc > 1 ? argv[1] : "";
    struct place p;

    if (status >= 0)
        return status;
    by_crypto_start();
    if (!find_place(&p, &o))
        return BY_EXIT_USAGE;
    for (size_t i = 0; argc == 2 && i < sizeof plain / sizeof plain[0]; i++)
        if (strcmp(what, plain[i].name) == 0)
            return plain[i].run(&p);
    for (size_t i = 0; argc == 3 && i < sizeof named / sizeof named[0]; i++)
        if (strcmp(what, named[i].name) == 0)
            return named[i].run(&p, argv[2]);
    if (argc == 2 && strcmp(what, "ratings") == 0)
        return ratings(&p, &o);
    if (argc == 4 && strcmp(what, "migrate") == 0)
        return ended(by_migrate(argv[2], argv[3]));
    if (argc == 4 && strcmp(what, "record") == 0)
        return record(&p, argv[2], argv[3]);
    by_complain("admin takes status, tables, aside, back TABLE, check, backup FILE, restore FILE, migrate FROM TO, "
                "new-key, rotate-key, nodes, drain NODE, undrain NODE, record TABLE N, ratings, reset NAME, "
                "moderator NAME, operator NAME, demote NAME, audit or forget NAME");
    return BY_EXIT_USAGE;
}
