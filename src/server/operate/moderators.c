/* SPDX-License-Identifier: MIT */
/* moderators.c: see moderators.h. */
#include "moderators.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "database.h"
#include "server/order/audit.h"
#include "server/order/conduct.h"
#include "server/people/accounts.h"
#include "util/page.h"

enum { TRIES = 8 };

/* The roles. Operators can see the server's state (status.h). An operator receives no notice of the role, since the
 * page has no text for one. */
static const struct role {
    const char *name, *list, *reason;
    bool told;
} roles[] = { { "moderator", "role", "role", true }, { "operator", "operator", "operator", false } };

/* Writes the role, the log entry and the notice in one batch. */
static struct by_stored write_role(struct by_store *s, const struct role *r, const struct by_account *a, bool has)
{
    struct by_id log = by_audit_id();
    uint64_t n = by_store_count(s, &log) + 1;
    struct by_audit entry = { .at = (int64_t)time(NULL), .operates = true, .who = a->person };
    struct by_notice told = { .n = (int64_t)n, .at = entry.at };
    uint8_t key[24];
    struct by_columns columns[2] = { { .who = &a->person, .who_n = 1 },
                                     { .at = entry.at, .who = &a->person, .who_n = 1 } };
    struct by_put_of puts[2] = { { r->list, { a->person.bytes, 16 }, { r->name, has ? strlen(r->name) : 0 } },
                                 { "notice", by_notice_key(&a->person, told.n, key), { 0 } } };
    struct by_entry_of e = { .number = n };
    struct by_stored done;
    char *line, *notice;

    snprintf(entry.name, sizeof entry.name, "%s", a->name);
    snprintf(entry.act, sizeof entry.act, "%s", has ? "promote" : "demote");
    snprintf(entry.reason, sizeof entry.reason, "%s", r->reason);
    snprintf(told.act, sizeof told.act, "%s", entry.act);
    snprintf(told.reason, sizeof told.reason, "%s", entry.reason);
    line = by_audit_line(&entry);
    notice = by_notice_line(&told, false);
    e.bytes = (struct by_bytes_of){ line, strlen(line) };
    puts[1].value = (struct by_bytes_of){ notice, strlen(notice) };
    done = by_store_write_now(s,
                              &(struct by_batch){ .table = log,
                                                  .epoch = 1,
                                                  .entries = &e,
                                                  .entries_n = 1,
                                                  .puts = puts,
                                                  .puts_n = r->told ? 2 : 1,
                                                  .columns = columns });
    free(line);
    free(notice);
    return done;
}

/* Assigns or removes one role. On failure returns false, with the reason on standard error. */
static bool set_role(struct by_store *s, const struct role *r, const struct by_account *a, bool has)
{
    struct by_stored done = { .misplaced = true };

    for (int i = 0; i < TRIES && done.misplaced; i++) /* a moderator may be acting at the same time */
        done = write_role(s, r, a, has);
    if (done.outcome != BY_KEPT)
        by_database_complain(&done.fault);
    else
        printf(has ? "%s is a%s %s now.\n" : "%s is no longer a%s %s.\n", a->name, r->name[0] == 'o' ? "n" : "",
               r->name);
    return done.outcome == BY_KEPT;
}

/* Assigns the named role or, if it is NULL, removes all roles. */
static bool change(struct by_store *s, const char *name, const char *role)
{
    char folded[BY_ACCOUNT_NAME], value[200];
    struct by_account a;
    bool fine = true, found = false;

    if (!by_account_fold(name, folded) || !by_account_read(s, folded, &a)) {
        by_complain("there is no account '%.60s'", name);
        return false;
    }
    for (size_t i = 0; i < sizeof roles / sizeof roles[0]; i++) {
        const struct role *r = &roles[i];
        long had = by_store_get(s, r->list, (struct by_bytes_of){ a.person.bytes, 16 }, value, sizeof value);

        if (role != NULL && strcmp(role, r->name) != 0)
            continue;
        if (had == -2 || (had > 0) == (role == NULL)) {
            found = true;
            fine = set_role(s, r, &a, role != NULL) && fine;
        }
    }
    if (!found)
        printf(role != NULL ? "%s already has this role.\n" : "%s has no role.\n", a.name);
    return fine;
}

struct log {
    struct by_hash hash;
    uint64_t n;
};

static bool print_entry(void *context, const struct by_entry_of *e, const struct by_hash *hash)
{
    struct log *l = context;
    time_t at;
    struct tm when;
    struct by_audit a;
    char text[40] = "";

    l->n = e->number;
    l->hash = *hash;
    if (!by_audit_read(e->bytes, &a))
        return true;
    at = (time_t)a.at;
    if (gmtime_r(&at, &when) != NULL)
        strftime(text, sizeof text, "%Y-%m-%d %H:%M:%SZ", &when);
    printf("%llu  %s  ", (unsigned long long)e->number, text);
    by_page_put(stdout, a.operates ? "(operator)" : a.moderator);
    printf("  %s  ", a.act);
    by_page_put(stdout, a.name);
    printf("  %s  %02x%02x%02x%02x\n", a.reason, hash->bytes[0], hash->bytes[1], hash->bytes[2], hash->bytes[3]);
    return true;
}

static bool print_log(struct by_store *s)
{
    struct by_id log = by_audit_id();
    struct by_fault f = { 0 };
    struct log l = { .n = 0 };
    char text[64];

    if (by_store_count(s, &log) == 0) {
        puts("The audit log is empty.");
        return true;
    }
    if (by_store_read_keyed(s, &log, 1, print_entry, &l, &f) != BY_OK) {
        by_complain("the audit log is not intact: %s", f.text);
        return false;
    }
    by_base64(l.hash.bytes, sizeof l.hash.bytes, text);
    printf("%llu %s, all intact. Last hash: %s\nWrite it down elsewhere: a log that has been rewritten completely has "
           "a different one.\n",
           (unsigned long long)l.n, l.n == 1 ? "entry" : "entries", text);
    return true;
}

bool by_moderators(const char *db, const char *command, const char *name)
{
    bool looks = name == NULL;
    struct by_store_setup setup = { .path = db, .look = looks, .shared = !looks && by_store_is_address(db) };
    struct by_store *s;
    bool fine;

    if (!by_store_is_address(db) && access(db, R_OK) != 0) {
        by_complain("cannot read '%s': %s", db, strerror(errno));
        return false;
    }
    s = by_database_store(&setup);
    if (s == NULL)
        return false;
    fine = looks ? print_log(s) : change(s, name, strcmp(command, "demote") == 0 ? NULL : command);
    by_store_close(s);
    return fine;
}
