/* SPDX-License-Identifier: MIT */
/* link.c: see link.h. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "store/backend.h"
#include "store/chain.h"
#include "store/postgres/link.h"
#include "store/postgres/schema.h"
#include "util/memory.h"

/* PATIENCE and READING are in milliseconds. READING is shorter because a server's loop waits for readers. MARK is
 * "BONE", the first half of each advisory lock's key. */
enum { PATIENCE = 15000, READING = 4000, MARK = 0x424f4e45, LOCK_SCHEMA = 1, LOCK_SERVER = 2 };

by_err by_link_fault(const struct by_link *l, const PGresult *r, const char *what, struct by_fault *f)
{
    const char *said = r == NULL ? PQerrorMessage(l->at) : PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY);
    const char *state = r == NULL ? NULL : PQresultErrorField(r, PG_DIAG_SQLSTATE);
    char line[BY_FAULT_TEXT];
    size_t n;

    if (said == NULL || said[0] == '\0')
        said = PQresultErrorMessage(r);
    if (said == NULL || said[0] == '\0')
        said = "it does not respond";
    snprintf(line, sizeof line, "%s", said); /* libpq writes a line for each of several hosts */
    for (n = strlen(line); n > 0 && line[n - 1] == '\n'; n--)
        line[n - 1] = '\0';
    for (char *end = strchr(line, '\n'); end != NULL; end = strchr(end, '\n'))
        *end = ';';
    return by_store_fault(f, BY_E_IO, "the database cannot be %s: %s%s%s%s", what, line, state == NULL ? "" : " (",
                          state == NULL ? "" : state, state == NULL ? "" : ")");
}

/* ---- Waiting ---- */

bool by_link_next(struct by_link *l, PGresult **out)
{
    uint64_t until = by_store_micros() + (uint64_t)l->patience * 1000;

    for (;;) {
        struct pollfd p = { .fd = PQsocket(l->at), .events = POLLIN };
        int unsent = PQflush(l->at);
        uint64_t now;

        *out = NULL;
        if (unsent < 0)
            return false;
        if (!PQisBusy(l->at)) {
            *out = PQgetResult(l->at);
            if (PQstatus(l->at) == CONNECTION_OK)
                return true;
            PQclear(*out);
            *out = NULL;
            return false;
        }
        now = by_store_micros();
        l->late = now >= until;
        p.events = (short)(p.events | (unsent > 0 ? POLLOUT : 0));
        if (l->late || poll(&p, 1, (int)((until - now) / 1000) + 1) < 0)
            return false;
        if (p.revents != 0 && PQconsumeInput(l->at) == 0)
            return false;
    }
}

/* Returns the first result of a statement, once the statement has ended. */
static PGresult *answer(struct by_link *l, bool sent)
{
    PGresult *first = NULL, *r;

    if (!sent)
        return NULL;
    for (;;) {
        if (!by_link_next(l, &r)) {
            PQclear(first);
            return NULL;
        }
        if (r == NULL)
            return first;
        if (first == NULL || PQresultStatus(r) == PGRES_FATAL_ERROR) {
            PQclear(first);
            first = r;
        } else {
            PQclear(r);
        }
    }
}

PGresult *by_link_ask(struct by_link *l, const char *statement, int n, const char *const *values, const int *lengths,
                      const int *formats)
{
    return answer(l, PQsendQueryParams(l->at, statement, n, NULL, values, lengths, formats, 1) == 1);
}

/* Runs statements without a result. */
static by_err run(struct by_link *l, const char *statements, const char *what, struct by_fault *f)
{
    PGresult *r = answer(l, PQsendQuery(l->at, statements) == 1);
    ExecStatusType is = PQresultStatus(r);
    by_err err = is == PGRES_COMMAND_OK || is == PGRES_TUPLES_OK ? BY_OK : by_link_fault(l, r, what, f);

    PQclear(r);
    return err;
}

/* Runs a statement and copies the first column of its row as text, or "" if it returns no row. */
static by_err text_of(struct by_link *l, const char *question, char *out, size_t room, struct by_fault *f)
{
    PGresult *r = answer(l, PQsendQuery(l->at, question) == 1);
    by_err err = PQresultStatus(r) == PGRES_TUPLES_OK ? BY_OK : by_link_fault(l, r, "read", f);

    snprintf(out, room, "%s", err == BY_OK && PQntuples(r) > 0 ? PQgetvalue(r, 0, 0) : "");
    PQclear(r);
    return err;
}

/* Handles the server's messages. A warning while a commit waits means that the standby may not have the data. */
static void hear(void *link, const PGresult *r)
{
    struct by_link *l = link;
    const char *how = PQresultErrorField(r, PG_DIAG_SEVERITY_NONLOCALIZED);

    if (how != NULL && strcmp(how, "WARNING") == 0 && !BY_PLANTED(BY_PLANT_CANCELLED))
        l->doubted = true;
}

/* ---- The schema ---- */

static by_err upgrade(struct by_link *l, int version, struct by_fault *f)
{
    char mark[96];
    by_err err = BY_OK;

    for (; version < VERSION && err == BY_OK; version++) {
        snprintf(mark, sizeof mark, "update boneyard.about set version = %d", version + 1);
        err = run(l, steps[version], "set up", f);
        if (err == BY_OK)
            err = run(l, mark, "set up", f);
    }
    return err;
}

/* Reads the version of the schema, or 0 if the database has none. Queries the catalogs directly, because to_regclass
 * answers from a cache that may be outdated after waiting for an advisory lock. */
static by_err look(struct by_link *l, int *version, struct by_fault *f)
{
    char text[64], *rest, *end;
    int least;
    by_err err =
        text_of(l,
                "select case when exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace"
                " where n.nspname = 'boneyard' and c.relname = 'about') then 'ours'"
                " when exists (select from pg_namespace where nspname = 'boneyard') then 'other' else 'none' end",
                text, sizeof text, f);

    *version = 0;
    if (err != BY_OK || strcmp(text, "none") == 0)
        return err;
    if (strcmp(text, "other") == 0)
        return text_of(l, "select 'full' from pg_class where relnamespace = 'boneyard'::regnamespace limit 1", text,
                       sizeof text, f)
                    != BY_OK
                || text[0] == '\0'
            ? f->err
            : by_store_fault(f, BY_E_IO,
                             "this database has a schema \"boneyard\" that is not Boneyard's; use another database");
    err = text_of(l, "select version || ' ' || least from boneyard.about", text, sizeof text, f);
    if (err != BY_OK)
        return err;
    *version = (int)strtol(text, &rest, 10);
    least = (int)strtol(rest, &end, 10);
    if (rest == text || end == rest || *end != '\0')
        return by_store_fault(f, BY_E_IO, "the database has no version");
    if (least > VERSION)
        return by_store_fault(f, BY_E_IO,
                              "the database was written by a newer boneyard (version %d, for programs that support %d; "
                              "this one supports %d); use that program, or an older copy",
                              *version, least, VERSION);
    return BY_OK;
}

/* Creates or upgrades the schema while holding a lock that keeps other programs from doing the same. */
static by_err set_up(struct by_link *l, struct by_fault *f)
{
    char text[128];
    int version;
    by_err err = look(l, &version, f);

    if (err != BY_OK || version >= VERSION)
        return err;
    snprintf(text, sizeof text, "begin; select pg_advisory_xact_lock(%d, %d)", MARK, LOCK_SCHEMA);
    err = run(l, text, "set up", f);
    if (err == BY_OK)
        err = look(l, &version, f); /* reads the version again, since another program may have upgraded the schema
                                     * first */
    if (err == BY_OK && version == 0
        && text_of(l, "select 1 where not exists (select from pg_namespace where nspname = 'boneyard')", text,
                   sizeof text, f)
            == BY_OK
        && text[0] != '\0')
        err = run(l, "create schema boneyard", "set up", f);
    if (err == BY_OK)
        err = upgrade(l, version, f);
    if (err == BY_OK)
        err = run(l, "commit", "set up", f);
    return err;
}

/* ---- Opening ---- */

static by_err settings(struct by_link *l, enum by_link_kind kind, struct by_fault *f)
{
    /* A server that freezes or loses its connection during a transaction must not keep its rows locked, so the database
     * ends its session well before the leases end. */
    static const char common[] =
        "set client_min_messages = warning; set standard_conforming_strings = on;"
        "set default_transaction_isolation = 'read committed'; set statement_timeout = 0; set lock_timeout = 0;"
        "set idle_in_transaction_session_timeout = 2000; set tcp_keepalives_idle = 2; set tcp_keepalives_interval = 1;"
        "set tcp_keepalives_count = 2; set tcp_user_timeout = 4000; set jit = off; set search_path = pg_catalog";
    by_err err = run(l, common, "used", f);

    if (err == BY_OK && kind != BY_LINK_WRITES)
        err = run(l, "set default_transaction_read_only = on", "used", f);
    if (err == BY_OK)
        err = text_of(l,
                      "select pg_postmaster_start_time() || ' ' || coalesce(inet_server_addr()::text, '') || ' '"
                      " || coalesce(inet_server_port(), 0)",
                      l->server, sizeof l->server, f);
    return err;
}

#ifdef BY_FAULTS
static by_err planted_functions(struct by_link *l, struct by_fault *f)
{
    by_err err = BY_OK;

    if (BY_PLANTED(BY_PLANT_JOIN))
        err = run(l, ROW(""), "used", f);
    if (BY_PLANTED(BY_PLANT_FORMER))
        err = run(l, PUT_2("true", "false"), "used", f);
    return BY_PLANTED(BY_PLANT_STALE) ? run(l, PUT_2("false", "true"), "used", f) : err;
}
#endif

/* Applies the settings that durability depends on, and checks those that only the server's administrator can change. */
static by_err durable(struct by_link *l, struct by_fault *f)
{
    char text[64];
    by_err err;

    if (BY_PLANTED(BY_PLANT_LYING))
        return run(l, "set synchronous_commit = off", "used", f);
    /* Every writing statement finds its rows by a key. A session plans each statement only once, perhaps while the
     * table is empty. The plan must not scan the whole table once the table has grown. */
    err = run(l, "set synchronous_commit = on; set enable_seqscan = off", "used", f);
    if (err == BY_OK)
        err = text_of(l, "select current_setting('synchronous_commit') || ' ' || current_setting('fsync')", text,
                      sizeof text, f);
    if (err == BY_OK && strcmp(text, "on on") != 0)
        err = by_store_fault(f, BY_E_IO,
                             "the database could lose moves in a power failure: synchronous_commit and fsync are"
                             " \"%s\" and must be on",
                             text);
    return err;
}

static by_err prepare(struct by_link *l, enum by_link_kind kind, struct by_fault *f)
{
    int version;
    by_err err;

    if (PQstatus(l->at) != CONNECTION_OK || PQsetnonblocking(l->at, 1) != 0)
        return by_link_fault(l, NULL, "reached", f);
    if (PQserverVersion(l->at) < 120000)
        return by_store_fault(f, BY_E_IO, "this PostgreSQL is too old: version 12 or newer is needed");
    err = settings(l, kind, f);
    if (err == BY_OK && kind == BY_LINK_WRITES)
        err = set_up(l, f);
    else if (err == BY_OK)
        err = look(l, &version, f);
    if (err == BY_OK && kind != BY_LINK_WRITES && version < VERSION)
        err = by_store_fault(f, BY_E_IO,
                             version == 0 ? "this database has no Boneyard tables; boneyard serve creates them"
                                          : "the database was written by an older boneyard; start the server on it"
                                            " once");
#ifdef BY_FAULTS
    if (err == BY_OK && kind == BY_LINK_WRITES)
        err = planted_functions(l, f);
#endif
    return err == BY_OK && kind == BY_LINK_WRITES ? durable(l, f) : err;
}

struct by_link_host by_link_host_of(const struct by_link *l)
{
    struct by_link_host h = { .name = "" };
    const char *address = PQhostaddr(l->at);

    snprintf(h.name, sizeof h.name, "%s", PQhost(l->at));
    snprintf(h.address, sizeof h.address, "%s", h.name[0] == '/' || address == NULL ? "" : address);
    snprintf(h.port, sizeof h.port, "%s", PQport(l->at)[0] == '\0' ? "5432" : PQport(l->at));
    return h;
}

/* If the database's machine vanishes, the loss is detected after about four seconds, and the next host is tried two
 * seconds later. A slow database is not affected, since its kernel still acknowledges data. The database's address may
 * override this. */
static PGconn *connection(const char *address, const char *name, enum by_link_kind kind,
                          const struct by_link_host *host)
{
    const char *const words[][2] = { { "application_name", name },
                                     { "connect_timeout", "2" },
                                     { "keepalives_idle", "2" },
                                     { "keepalives_interval", "1" },
                                     { "keepalives_count", "2" },
                                     { "tcp_user_timeout", "4000" },
                                     { "target_session_attrs", kind == BY_LINK_LOOKS ? "any" : "read-write" },
                                     { "dbname", address },
                                     { "client_encoding", "UTF8" },
                                     { "host", host == NULL ? NULL : host->name },
                                     { "hostaddr", host == NULL ? NULL : host->address },
                                     { "port", host == NULL ? NULL : host->port } };
    enum { WORDS = sizeof words / sizeof words[0] };
    const char *keys[WORDS + 1] = { NULL }, *values[WORDS + 1] = { NULL };

    for (int i = 0, n = 0; i < WORDS; i++)
        if (words[i][1] != NULL) {
            keys[n] = words[i][0];
            values[n++] = words[i][1];
        }
    return by_sure(PQconnectdbParams(keys, values, 1));
}

/* Returns whether an address is valid. libpq's own message quotes the part that it cannot read, which contains the
 * password if a special character in it is not escaped, so that message must not reach a log. */
static bool valid(const char *address)
{
    PQconninfoOption *parts = PQconninfoParse(address, NULL);
    bool fine = parts != NULL;

    for (const PQconninfoOption *p = parts; p != NULL && p->keyword != NULL; p++)
        if (p->val != NULL
            && (((strcmp(p->keyword, "host") == 0 || strcmp(p->keyword, "dbname") == 0) && strchr(p->val, '@') != NULL)
                || (strcmp(p->keyword, "port") == 0 && p->val[strspn(p->val, "0123456789,")] != '\0')))
            fine = false; /* the rest of a password */
    PQconninfoFree(parts);
    return fine || BY_PLANTED(BY_PLANT_QUOTED);
}

struct by_link *by_link_open(const struct by_store_setup *s, enum by_link_kind kind, const struct by_link_host *host,
                             struct by_fault *f)
{
    struct by_fault own = { .err = BY_OK };
    char name[64], machine[32] = "";
    struct by_link *l;

    if (!valid(s->path)) {
        by_store_fault(f, BY_E_USAGE,
                       "the database's address is invalid: check its parameters, and write special characters of the"
                       " password as %% and two hexadecimal digits (@ is %%40)");
        return NULL;
    }
    l = by_sure(calloc(1, sizeof *l));
    gethostname(machine, sizeof machine - 1);
    snprintf(name, sizeof name, "boneyard %s %ld", machine, (long)getpid());
    l->at = connection(s->path, name, kind, host);
    l->patience = s->patience > 0 ? s->patience : kind == BY_LINK_READS ? READING : PATIENCE;
    PQsetNoticeReceiver(l->at, hear, l);
    if (prepare(l, kind, &own) == BY_OK)
        return l;
    if (f != NULL)
        *f = own;
    by_link_close(l);
    return NULL;
}

void by_link_close(struct by_link *l)
{
    if (l == NULL)
        return;
    PQfinish(l->at);
    free(l);
}

by_err by_link_lock(struct by_link *l, bool shared, int tries, struct by_fault *f)
{
    static const struct timespec moment = { 0, 100000000 };
    char question[160], said[96] = "";
    by_err err;

    snprintf(question, sizeof question, "select pg_try_advisory_lock%s(%d, %d)", shared ? "_shared" : "", MARK,
             LOCK_SERVER);
    for (int i = 0; i < tries; i++) {
        if (i > 0)
            nanosleep(&moment, NULL); /* the database may hold the lock of a killed server for a moment longer */
        err = text_of(l, question, said, sizeof said, f);
        if (err != BY_OK || strcmp(said, "t") == 0)
            return err;
    }
    snprintf(question, sizeof question,
             "select application_name from pg_locks join pg_stat_activity using (pid) where locktype = 'advisory' and"
             " granted and classid = %d and objid = %d limit 1",
             MARK, LOCK_SERVER);
    err = text_of(l, question, said, sizeof said, f);
    return err != BY_OK ? err
                        : by_store_fault(f, BY_E_IO,
                                         "another server (%s) is using this database, and only one server can; stop "
                                         "it, or choose another database with --db",
                                         said[0] == '\0' ? "unknown" : said);
}

/* Cancels a commit that is waiting for a standby, since the database does not notice that its client has disconnected.
 * Only this wait may be cancelled, because no one reads its result. */
static void cancel(struct by_link *l)
{
    PGcancel *c = PQgetCancel(l->at);
    char why[256];

    if (c != NULL)
        PQcancel(c, why, sizeof why);
    PQfreeCancel(c);
}

by_err by_link_settle(struct by_link *l, struct by_fault *f)
{
    by_err err;

    if (BY_PLANTED(BY_PLANT_TRUST))
        return BY_OK;
    l->doubted = l->late = false;
    err = run(l, "update boneyard.about set settled = clock_timestamp()", "written", f);
    if (l->late)
        cancel(l);
    return err == BY_OK && l->doubted
        ? by_store_fault(f, BY_E_IO, "the database cannot be written: the wait for the standby was cancelled")
        : err;
}
