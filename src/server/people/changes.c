/* SPDX-License-Identifier: MIT */
/* changes.c: handles requests that change accounts and sessions (changes.h).
 *
 * A request reads its rows on a store thread, and checks or hashes a password on another thread. Its changes are
 * written in one batch, on condition that the account has not changed since it was read. If another request has changed
 * the account first, the client retries. Requests that end sessions check again afterwards, since a link used in the
 * meantime may have created another session. */
#include "changes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "codes.h"
#include "common.h"
#include "forget.h"
#include "passwords.h"
#include "registering.h"
#include "sessions.h"
#include "server/operate/metrics.h"
#include "server/order/conduct.h"
#include "server/tables/caller.h"
#include "server/tables/lease.h"
#include "server/tables/reads.h"
#include "server/tables/writes.h"
#include "util/memory.h"
#include "util/random.h"

/* FIRST is the number of rows that one batch may rewrite on condition that they are unchanged (`used` has 32 bits). */
enum { LINK_TIME = 3600, FIXED_PUTS = 4, FIRST = 24 };

/* A session or link of the person. */
struct row {
    bool link;
    struct by_hash key;
    struct owner owner;
    size_t n;
};

struct change {
    struct by_caller *caller;
    struct by_asked_for what;
    struct by_id person;
    struct by_room_host host;   /* borrowed members that never change */
    int keep;                   /* retention-days */
    bool known, unread;         /* whether there is an account; whether the store could not be read */
    bool changes, done, leaves; /* `changes`: `account` has to be written; `done`: the change has been written;
                                 * `leaves`: the request's own session is over */
    char folded[BY_ACCOUNT_NAME];
    struct by_account account;
    struct by_stored_tries tries;
    struct by_sanction sanction;
    struct by_id mark;
    struct row *rows;
    int rows_n, rows_room;
    struct by_puts forgets; /* `erase`: the person's ratings, results, choices, tournaments */
    bool partly;            /* `erase`: more rows have to be rewritten before the account is deleted */
    char codes[BY_CODES][BY_CODE_TEXT], secret[64];
    struct by_hash link; /* of `secret` */
};

static struct by_bytes_of bytes_of(const void *at, size_t n) { return (struct by_bytes_of){ at, n }; }
static struct by_bytes_of text_of(const char *text) { return bytes_of(text, strlen(text)); }

/* ---- The end ---------------------------------------------------------------------------------- */

static void free_change(struct change *g)
{
    struct by_caller *c = g->caller;

    by_registering_end(c, g->what.key);
    free(g->rows);
    by_puts_clear(&g->forgets);
    by_forget(g, sizeof *g);
    free(g);
    by_caller_drop(c);
}

static void refuse(struct change *g, enum by_refusal why)
{
    by_caller_refuse(g->caller, g->what.id, g->what.key, why, NULL);
    free_change(g);
}

static void refuse_suspended(struct change *g)
{
    struct by_out reply = by_reply_refused(g->what.key, BY_REFUSED_suspended, NULL, false);

    by_sanction_put(&reply, &g->sanction);
    by_caller_answer(g->caller, BY_ASKS, g->what.key, &reply);
    free_change(g);
}

static void id_text(const struct by_hub *h, const struct by_hash *session, char out[32])
{
    uint8_t id[16];

    by_hash_of(h->key, sizeof h->key, session->bytes, sizeof session->bytes, id, sizeof id);
    by_base64(id, sizeof id, out);
}

static void put_sessions(const struct change *g, struct by_out *o)
{
    const struct by_hub *h = g->caller->hub;
    bool first = true;
    char text[32];

    by_out_key(o, "sessions");
    by_out(o, "[");
    for (int i = 0; i < g->rows_n; i++) {
        const struct row *r = &g->rows[i];

        if (r->link || by_time_of(r->owner.when) < by_people_oldest(h))
            continue;
        by_out(o, first ? "{" : ",{");
        first = false;
        id_text(h, &r->key, text);
        by_out_key_string(o, "id", text);
        by_out_key_string(o, "device", by_device_name(r->owner.device, text));
        by_out_key_int(o, "since", by_time_of(r->owner.since));
        by_out_key_int(o, "used", by_time_of(r->owner.when));
        by_out_key(o, "here");
        by_out(o, memcmp(&r->key, &g->caller->pass.session, sizeof r->key) == 0 ? "true" : "false");
        by_out(o, "}");
    }
    by_out(o, "]");
    if (g->known)
        by_out_key_int(o, "left", g->account.codes_n);
}

static void succeed(struct change *g)
{
    struct by_out reply = by_reply_done(g->what.key);

    if (g->secret[0] != '\0')
        by_out_key_string(&reply, "secret", g->secret);
    if (g->what.id == BY_ASK_sessions)
        put_sessions(g, &reply);
    if (g->what.id == BY_ASK_codes) {
        by_out_key(&reply, "codes");
        for (int i = 0; i < BY_CODES; i++) {
            by_out(&reply, i == 0 ? "[" : ",");
            by_out_string(&reply, g->codes[i], strlen(g->codes[i]));
        }
        by_out(&reply, "]");
    }
    by_caller_answer(g->caller, g->what.id, g->what.key, &reply);
    free_change(g);
}

/* ---- Reading ---------------------------------------------------------------------------------- */

static bool note_row(struct change *g, bool link, struct by_bytes_of key, struct by_bytes_of value)
{
    struct row *r;

    if (key.n != sizeof r->key || value.n < BY_OWNER_LEAST || value.n > sizeof r->owner)
        return true;
    if (g->rows_n == g->rows_room) {
        g->rows_room = 2 * g->rows_room + 16;
        g->rows = by_sure(realloc(g->rows, (size_t)g->rows_room * sizeof *g->rows));
    }
    r = &g->rows[g->rows_n++];
    *r = (struct row){ .link = link, .n = value.n };
    memcpy(r->key.bytes, key.at, key.n);
    memcpy(&r->owner, value.at, value.n);
    return true;
}

static bool note_session(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    return note_row(data, false, key, value);
}

static bool note_link(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    return note_row(data, true, key, value);
}

static void read_rows(struct by_store *s, void *data)
{
    struct change *g = data;
    const struct by_query sessions = { .kind = "session", .who = &g->person };
    const struct by_query links = { .kind = "link", .who = &g->person };

    g->rows_n = 0;
    g->unread |= !by_store_query(s, &sessions, note_session, g) || !by_store_query(s, &links, note_link, g);
}

static void read_forgets(struct by_store *s, void *data)
{
    struct change *g = data;

    by_puts_clear(&g->forgets);
    g->unread |= !by_forget_person(s, &g->host, &g->person, g->keep, &g->forgets);
}

static void read_all(struct by_store *s, void *data)
{
    struct change *g = data;

    if (g->what.id == BY_ASK_login || g->what.id == BY_ASK_recover) {
        g->known = by_account_fold(g->what.name, g->folded) && by_account_read(s, g->folded, &g->account);
        g->person = g->account.person;
        by_throttle_read(s, g->caller->hub, g->folded, g->caller->pass.address, &g->tries);
        if (g->known)
            g->unread = !by_sanction_read(s, &g->person, &g->sanction);
    } else {
        g->known = by_account_read_of(s, &g->person, g->folded, &g->account, &g->unread);
    }
    if (g->known || g->what.id != BY_ASK_login)
        read_rows(s, g);
    if (g->what.id == BY_ASK_erase)
        read_forgets(s, g);
}

/* ---- Writing ---------------------------------------------------------------------------------- */

static bool is_own(const struct change *g, const struct row *r)
{
    return !r->link && memcmp(&r->key, &g->caller->pass.session, sizeof r->key) == 0;
}

static bool names_session(const struct by_asked_for *what)
{
    static const uint8_t none[sizeof what->session];

    return memcmp(what->session, none, sizeof none) != 0;
}

/* Returns whether the request ends this session or link. */
static bool ends(const struct change *g, const struct row *r)
{
    char text[32], id[32];

    switch (g->what.id) {
    case BY_ASK_erase: return true;
    case BY_ASK_recover: return !r->link || memcmp(&r->key, &g->link, sizeof r->key) != 0;
    case BY_ASK_password: return !is_own(g, r);
    case BY_ASK_logout: break;
    default: return false;
    }
    if (g->what.all)
        return true;
    if (!names_session(&g->what))
        return is_own(g, r);
    by_base64(g->what.session, sizeof g->what.session, text);
    id_text(g->caller->hub, &r->key, id);
    return !r->link && strcmp(text, id) == 0;
}

static bool has_own(const struct change *g)
{
    for (int i = 0; i < g->rows_n; i++)
        if (is_own(g, &g->rows[i]))
            return true;
    return false;
}

static bool ends_any(const struct change *g)
{
    for (int i = 0; i < g->rows_n; i++)
        if (ends(g, &g->rows[i]))
            return true;
    return false;
}

static void on_kept(void *data, const struct by_stored *s);

/* The rows of a batch. */
struct rows {
    struct by_put_of *puts;
    struct by_columns *columns;
    struct by_bytes_of *was;
    int n;
};

static void put(struct rows *b, const char *kind, struct by_bytes_of key, struct by_bytes_of value,
                struct by_columns columns)
{
    b->puts[b->n] = (struct by_put_of){ kind, key, value };
    b->columns[b->n++] = columns;
}

/* Rewrites the row that must not have changed: the account or, for a link, the session, so that a logged-out person can
 * make no more links. This row must come first. */
static void put_condition(struct change *g, struct rows *b, const char *line)
{
    static const struct by_columns none;
    struct by_bytes_of empty = bytes_of(NULL, 0), same = bytes_of(g->account.line, g->account.line_n);
    bool gone = g->what.id == BY_ASK_erase;

    if (g->what.id == BY_ASK_link) {
        for (int i = 0; i < g->rows_n; i++)
            if (is_own(g, &g->rows[i])) {
                b->was[0] = bytes_of(&g->rows[i].owner, g->rows[i].n);
                put(b, "session", bytes_of(g->rows[i].key.bytes, 32), b->was[0], by_owner_columns(&g->rows[i].owner));
            }
        return;
    }
    b->was[0] = same;
    if (gone)
        put(b, "account", text_of(g->folded), empty, none);
    else
        put(b, "account", text_of(g->folded), g->changes ? text_of(line) : same,
            (struct by_columns){ .who = &g->person, .who_n = 1 });
    if (gone) {
        put(b, "person", bytes_of(g->person.bytes, 16), empty, none);
        put(b, "tries", text_of(g->folded), empty, none);
    }
}

/* Adds the writes that delete the data about the person, those with a condition first. Returns the puts whose rows must
 * not have changed. */
static uint32_t put_forgets(struct change *g, struct rows *b)
{
    uint32_t used = 0;
    int rewritten = 0;

    by_puts_columns(&g->forgets);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < g->forgets.n; i++) {
            bool first = g->forgets.was[i].n > 0;

            if (first != (pass == 0) || (g->partly && (!first || rewritten == FIRST)))
                continue;
            rewritten += first;
            used |= (uint32_t)first << b->n % 32;
            b->was[b->n] = g->forgets.was[i];
            put(b, g->forgets.at[i].kind, g->forgets.at[i].key, g->forgets.at[i].value, g->forgets.columns[i]);
        }
    return used;
}

/* Writes the change, unless it has already been made, and ends sessions and links. If too many rows have a condition,
 * this batch only rewrites some of them, and the others are written afterwards. */
static void write(struct change *g)
{
    size_t room = (size_t)(g->rows_n + g->forgets.n) + FIXED_PUTS;
    struct rows b = { .puts = by_sure(calloc(room, sizeof *b.puts)),
                      .columns = by_sure(calloc(room, sizeof *b.columns)),
                      .was = by_sure(calloc(room, sizeof *b.was)) };
    struct owner o = by_owner_of(&g->person, (int64_t)time(NULL) + LINK_TIME);
    char *line = by_account_line(&g->account);
    bool guarded = !g->done && (g->changes || g->secret[0] != '\0');
    uint32_t used;

    g->partly = !g->done && by_puts_conditions(&g->forgets) > FIRST;
    guarded = guarded && !g->partly;
    used = guarded ? 1 : 0;
    if (guarded)
        put_condition(g, &b, line);
    if (guarded && g->secret[0] != '\0')
        put(&b, "link", bytes_of(g->link.bytes, 32), bytes_of(&o, sizeof o), by_owner_columns(&o));
    if (!g->done)
        used |= put_forgets(g, &b);
    for (int i = 0; i < g->rows_n; i++)
        if (!g->partly && ends(g, &g->rows[i]))
            put(&b, g->rows[i].link ? "link" : "session", bytes_of(g->rows[i].key.bytes, 32), bytes_of(NULL, 0),
                (struct by_columns){ .at = 0 });
    by_writes_ask(g->caller->hub,
                  &(struct by_batch){ .puts = b.puts, .puts_n = b.n, .columns = b.columns, .was = b.was, .used = used },
                  on_kept, g);
    by_forget(line, strlen(line));
    free(line);
    free(b.puts);
    free(b.columns);
    free(b.was);
}

/* Closes the sockets of a session. */
static void end_sockets(struct by_hub *h, const struct by_hash *session, bool says)
{
    for (struct by_caller *o = h->callers; o != NULL; o = o->after)
        if (o->socket != NULL && memcmp(&o->pass.session, session, sizeof *session) == 0) {
            if (says)
                by_caller_dismiss(o, BY_REFUSED_no_session, BY_CLOSE_POLICY);
            else
                by_socket_end(o->socket, BY_CLOSE_POLICY);
        }
}

/* Answers the request, and closes its own session's sockets if that session is over. */
static void succeed_and_leave(struct change *g)
{
    struct by_hub *h = g->caller->hub;
    struct by_hash own = g->caller->pass.session;
    bool leaves = g->leaves;

    succeed(g);
    if (leaves)
        end_sockets(h, &own, false);
}

/* Writes the remaining rows, and ends sessions and links created while the change was being written. */
static void on_read_again(void *data)
{
    struct change *g = data;

    if (g->unread && g->partly)
        refuse(g, BY_REFUSED_unknown);
    else if (!g->unread && (g->partly || ends_any(g)))
        write(g);
    else
        succeed_and_leave(g);
}

static void on_kept(void *data, const struct by_stored *s)
{
    struct change *g = data;
    struct by_hub *h = g->caller->hub;

    if (s->outcome != BY_KEPT) {
        if (!s->taken)
            by_writes_lost(h, s);
        refuse(g, s->taken ? BY_REFUSED_unknown : BY_REFUSED_not_kept);
        return;
    }
    if (g->partly) {
        by_reads_ask(h, read_forgets, on_read_again, g);
        return;
    }
    g->done = true;
    for (int i = 0; i < g->rows_n; i++) {
        if (ends(g, &g->rows[i]) && is_own(g, &g->rows[i]))
            g->leaves = true;
        else if (ends(g, &g->rows[i]))
            end_sockets(h, &g->rows[i].key, true);
    }
    if (ends_any(g) && !(g->what.id == BY_ASK_logout && !g->what.all))
        by_reads_ask(h, read_rows, on_read_again, g);
    else
        succeed_and_leave(g);
}

/* ---- Deciding --------------------------------------------------------------------------------- */

static struct by_guesser guesser_of(const struct change *g)
{
    struct by_guesser who = { .address = g->caller->pass.address };

    if (g->what.id == BY_ASK_login && g->known && by_mark_known(&g->caller->pass.marks, &g->mark))
        who.device = &g->mark;
    else if (g->what.id == BY_ASK_login)
        who.account = g->folded;
    else if (g->what.id != BY_ASK_recover)
        who.device = &g->person; /* whether the caller is logged in */
    return who;
}

static void make_secret(struct change *g)
{
    uint8_t secret[BY_TOKEN];

    by_random(secret, sizeof secret);
    g->link = by_secret_hash(secret);
    by_base64(secret, sizeof secret, g->secret);
    by_forget(secret, sizeof secret);
}

static void on_password(struct password_job *j)
{
    struct change *g = j->data;
    struct by_guesser who = guesser_of(g);

    if (g->what.id == BY_ASK_login)
        by_metric_add(j->fits ? BY_METRIC_logins : BY_METRIC_logins_wrong, 1);
    if (!j->fits) {
        refuse(g, j->fresh ? BY_REFUSED_full : BY_REFUSED_wrong_password);
        return;
    }
    by_throttle_succeeded(g->caller->hub, &who);
    if (g->what.id == BY_ASK_login && g->sanction.until > 0) {
        refuse_suspended(g);
        return;
    }
    g->changes = g->what.id != BY_ASK_login;
    if (g->what.id == BY_ASK_login || g->what.id == BY_ASK_recover)
        make_secret(g);
    if (g->what.id == BY_ASK_recover)
        by_random(g->account.devices.bytes, sizeof g->account.devices.bytes);
    if (g->what.id == BY_ASK_recover || g->what.id == BY_ASK_password)
        memcpy(g->account.hash, j->hash, sizeof g->account.hash);
    if (g->what.id == BY_ASK_codes)
        by_codes_new(&g->account, g->codes);
    write(g);
}

/* Queues a password to be checked or, for `recover`, a new one to be hashed. Returns false if the queue is full. */
static bool hash(struct change *g)
{
    struct password_job *j = by_sure(calloc(1, sizeof *j));
    const char *fresh = g->what.fresh;

    j->then = on_password;
    j->data = g;
    j->fresh = g->what.id == BY_ASK_recover;
    j->known = g->known;
    memcpy(j->hash, g->account.hash, sizeof j->hash);
    snprintf(j->password, sizeof j->password, "%s", j->fresh ? fresh : g->what.password);
    snprintf(j->next, sizeof j->next, "%s", j->fresh ? "" : fresh);
    if (by_passwords_ask(g->caller->hub->people->passwords, j))
        return true;
    by_forget(j, sizeof *j);
    free(j);
    return false;
}

/* Runs the checks that do not need a slow hash. */
static enum by_refusal judge(struct change *g)
{
    struct by_hub *h = g->caller->hub;
    const struct by_asked_for *what = &g->what;
    struct by_guesser who;

    if (g->unread)
        return BY_REFUSED_unknown;
    if (!h->setup.settings->accounts)
        return BY_REFUSED_not_now;
    if (!g->known && (what->id == BY_ASK_password || what->id == BY_ASK_codes))
        return BY_REFUSED_no_account;
    if (what->fresh[0] != '\0' && by_password_common(what->fresh, g->known ? g->account.name : what->name))
        return BY_REFUSED_common_password;
    g->mark = by_mark_of(h->key, &g->account);
    who = guesser_of(g);
    if (!by_throttle_begin(h, &who, &g->tries))
        return BY_REFUSED_too_many_tries;
    if (what->id == BY_ASK_recover
        && (!g->known || !by_code_use(h->setup.host.seal, g->folded, &g->account, (int64_t)time(NULL), what->code)))
        return BY_REFUSED_wrong_code;
    if (hash(g))
        return BY_NOT_REFUSED;
    by_throttle_undo(h, &who);
    return BY_REFUSED_full;
}

static void on_read(void *data)
{
    struct change *g = data;
    struct by_caller *c = g->caller;
    const struct by_asked_for *what = &g->what;
    enum by_refusal why = BY_NOT_REFUSED;

    by_caller_hold(c); /* not freed until its waiting requests have been handled */
    if (g->unread) {
        refuse(g, BY_REFUSED_unknown);
    } else if (what->id == BY_ASK_sessions) {
        succeed(g);
    } else if (what->id == BY_ASK_link && !has_own(g)) {
        refuse(g, BY_REFUSED_no_session);
    } else if (what->id == BY_ASK_link) {
        make_secret(g);
        write(g);
    } else if (what->id == BY_ASK_logout) {
        g->changes = what->all && g->known;
        if (g->changes)
            by_random(g->account.devices.bytes, sizeof g->account.devices.bytes);
        write(g);
    } else if (what->id == BY_ASK_erase && !g->known) {
        write(g);
    } else if ((why = judge(g)) != BY_NOT_REFUSED) {
        refuse(g, why);
    }
    by_caller_resume(c);
    by_caller_drop(c);
}

void by_changes_ask(struct by_caller *c, const struct by_asked_for *what)
{
    struct change *g;

    if (by_caller_repeat(c, what->id, what->key) || by_registering_wait(c, what))
        return;
    by_registering_begin(c, what->key);
    g = by_sure(calloc(1, sizeof *g));
    g->caller = c;
    g->what = *what; /* not copied to the stack, since it may contain a password */
    g->person = c->pass.person;
    g->host = c->hub->setup.host;
    g->keep = c->hub->setup.settings->retention_days;
    by_caller_hold(c);
    by_caller_pause(c);
    by_reads_ask(c->hub, read_all, on_read, g);
}
