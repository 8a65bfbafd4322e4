/* SPDX-License-Identifier: MIT */
/* status_gather.c: collects the server's state from the counters, the hub and the settings (status.h). */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "log.h"
#include "recent.h"
#include "server/net/routes.h"
#include "server/tables/load.h"
#include "server/tables/tables.h"
#include "slow.h"
#include "status.h"
#include "util/chance.h"
#include "util/memory.h"
#include "util/tell.h"
#include "wire/messages.h"

#ifndef BY_VERSION
#define BY_VERSION "?"
#endif

enum { CELL = 1024, NAMES = 100, SHORT_TIME = 32 };

/* ---- Rows ------------------------------------------------------------------------------------- */

static struct by_status_row *add(struct by_status *s, enum by_status_kind kind)
{
    if (s->n == s->room) {
        s->room = s->room == 0 ? 64 : 2 * s->room;
        s->rows = by_sure(realloc(s->rows, (size_t)s->room * sizeof *s->rows));
    }
    s->rows[s->n] = (struct by_status_row){ .kind = kind };
    return &s->rows[s->n++];
}

static void put(struct by_status_row *r, const char *words)
{
    if (r->n < BY_STATUS_CELLS)
        r->cell[r->n++] = by_sure(strdup(words));
}

static const char *words(const struct by_status *s, const char *id)
{
    const char *found = by_tell_in(s->language, id);

    return found != NULL ? found : id;
}

static void part(struct by_status *s, const char *id) { put(add(s, BY_STATUS_PART), words(s, id)); }

/* Adds the titles of three columns. */
static void heads(struct by_status *s, const char *first, const char *second, const char *third)
{
    struct by_status_row *r = add(s, BY_STATUS_HEAD);

    put(r, words(s, first));
    put(r, words(s, second));
    put(r, words(s, third));
}

/* Adds a row: the first cell is a message from the catalogue, the second is formatted as by printf. */
static void row(struct by_status *s, const char *id, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void row(struct by_status *s, const char *id, const char *format, ...)
{
    struct by_status_row *r = add(s, BY_STATUS_ROW);
    char text[CELL];
    va_list more;

    va_start(more, format);
    vsnprintf(text, sizeof text, format, more);
    va_end(more);
    put(r, words(s, id));
    put(r, text);
}

static void count(struct by_status *s, const char *id, int64_t n) { row(s, id, "%lld", (long long)n); }

static void none(struct by_status *s) { put(add(s, BY_STATUS_NOTE), words(s, "server.admin.none")); }

/* Writes a duration in its two largest units. */
static const char *duration(int64_t seconds, char out[SHORT_TIME])
{
    long long s = seconds < 0 ? 0 : seconds;

    if (s < 60)
        snprintf(out, SHORT_TIME, "%lld s", s);
    else if (s < 3600)
        snprintf(out, SHORT_TIME, "%lld min %lld s", s / 60, s % 60);
    else if (s < 86400)
        snprintf(out, SHORT_TIME, "%lld h %lld min", s / 3600, s / 60 % 60);
    else
        snprintf(out, SHORT_TIME, "%lld d %lld h", s / 86400, s / 3600 % 24);
    return out;
}

/* Writes the bound of a histogram bucket. */
static const char *bound(int64_t micros, char out[SHORT_TIME])
{
    if (micros == 0)
        snprintf(out, SHORT_TIME, "-");
    else if (micros < 0)
        snprintf(out, SHORT_TIME, "> %.0f ms", (double)by_times_bound(BY_TIMES_STEPS - 2) / 1000);
    else
        snprintf(out, SHORT_TIME, "< %.1f ms", (double)micros / 1000);
    return out;
}

static void share(struct by_status *s, const char *id, int64_t n, int64_t most)
{
    row(s, id, "%lld / %lld (%lld %%)", (long long)n, (long long)most, (long long)(most > 0 ? 100 * n / most : 0));
}

/* ---- Load ------------------------------------------------------------------------------------- */

static double memory_mib(void)
{
    FILE *f = fopen("/proc/self/statm", "r");
    char line[128], *after = line;
    long resident;

    if (f == NULL)
        return 0;
    if (fgets(line, sizeof line, f) == NULL)
        line[0] = '\0';
    fclose(f);
    strtol(line, &after, 10); /* skips the size of the address space */
    resident = strtol(after, NULL, 10);
    return (double)resident * (double)sysconf(_SC_PAGESIZE) / (1 << 20);
}

static void put_machine(struct by_status *s)
{
    double load[3] = { 0, 0, 0 }, cpu = (double)by_cpu_ns() / 1e9, up = (double)by_recent_uptime();
    char text[SHORT_TIME];

    row(s, "server.admin.version", "%s", BY_VERSION);
    row(s, "server.admin.uptime", "%s", duration((int64_t)up, text));
    row(s, "server.admin.memory", "%.1f MiB", memory_mib());
    row(s, "server.admin.processor", "%s (%.1f %%)", duration((int64_t)cpu, text), up > 0 ? 100 * cpu / up : 0);
    if (getloadavg(load, 3) == 3)
        row(s, "server.admin.load-average", "%.2f %.2f %.2f", load[0], load[1], load[2]);
}

static void put_pace(struct by_status *s)
{
    char a[SHORT_TIME], b[SHORT_TIME];

    row(s, "server.admin.moves", "%.1f + %.1f",
        by_recent_rate(BY_METRIC_moves_person) + by_recent_rate(BY_METRIC_moves_clock),
        by_recent_rate(BY_METRIC_moves_bot));
    row(s, "server.admin.messages", "%.1f", by_recent_rate(BY_METRIC_messages));
    row(s, "server.admin.requests", "%.1f", by_recent_rate(BY_METRIC_requests));
    row(s, "server.admin.tell", "%s, %s", bound(by_recent_part(BY_TIMES_tell, .5), a),
        bound(by_recent_part(BY_TIMES_tell, .99), b));
    row(s, "server.admin.lag", "%s", bound(by_recent_part(BY_TIMES_lag, .99), a));
    row(s, "server.admin.unsent", "%.0f KiB", (double)by_metric_now(BY_METRIC_queue_bytes) / 1024);
    count(s, "server.admin.bots-waiting", by_metric_now(BY_METRIC_bots_waiting));
}

static void put_load(struct by_status *s, struct by_hub *h)
{
    part(s, "server.admin.load");
    row(s, "server.admin.health", "%s", by_routes_ill(h) == NULL ? "ok" : by_routes_ill(h));
    share(s, "server.admin.tables-full", h->tables + by_load_left(h), h->setup.settings->tables);
    share(s, "server.admin.connections", by_metric_now(BY_METRIC_connections), h->setup.settings->connections);
    put_machine(s);
    put_pace(s);
}

/* ---- Tables and people ------------------------------------------------------------------------ */

struct tally {
    int waiting, playing, over, aside, deserted, game[BY_GAMES];
    int64_t longest;
};

static void count_table(void *data, struct live_table *t)
{
    struct tally *y = data;
    struct by_room_facts facts;

    if (t->room == NULL) {
        y->aside++;
        return;
    }
    by_room_facts(t->room, &facts);
    y->waiting += facts.waiting;
    y->playing += facts.playing;
    y->over += facts.over || facts.closed;
    y->game[facts.game]++;
    if (t->callers != NULL)
        return;
    y->deserted++;
    if (by_now_ms() - t->lonely > y->longest)
        y->longest = by_now_ms() - t->lonely;
}

static void put_tables(struct by_status *s, struct by_hub *h)
{
    struct tally y = { 0 };
    char text[SHORT_TIME], id[80];

    by_tables_each(h, count_table, &y);
    part(s, "server.admin.tables");
    count(s, "server.admin.waiting", y.waiting);
    count(s, "server.admin.playing", y.playing);
    count(s, "server.admin.over", y.over);
    count(s, "server.admin.aside", y.aside);
    count(s, "server.admin.loading", by_load_left(h));
    row(s, "server.admin.deserted", "%d (%s)", y.deserted, duration(y.longest / 1000, text));
    count(s, "server.admin.gave-way", by_metric_now(BY_METRIC_gave_way));
    for (int i = 0; i < BY_GAMES; i++) {
        snprintf(id, sizeof id, "game.%s.name", by_games[i]->key);
        if (y.game[i] > 0)
            count(s, id, y.game[i]);
    }
}

static int by_bytes(const void *a, const void *b) { return memcmp(a, b, sizeof(struct by_id)); }

static int by_letters(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* Adds each connected account once. */
static void put_names(struct by_status *s, const char **names, int n)
{
    struct by_status_row *r;
    char text[CELL] = "";
    size_t used = 0;

    qsort((void *)names, (size_t)n, sizeof *names, by_letters);
    for (int i = 0; i < n && used < sizeof text; i++)
        if (i == 0 || strcmp(names[i], names[i - 1]) != 0)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used > 0 ? ", " : "", names[i]);
    r = add(s, BY_STATUS_ROW);
    put(r, words(s, "server.admin.names"));
    put(r, n == 0 ? "-" : text);
}

static void put_people(struct by_status *s, const struct by_hub *h)
{
    struct by_id *ids;
    const char *names[NAMES];
    int n = 0, people = 0, watching = 0, moderators = 0, named = 0, all = 0;

    for (const struct by_caller *c = h->callers; c != NULL; c = c->after)
        all++;
    ids = by_sure(calloc((size_t)all + 1, sizeof *ids));
    for (const struct by_caller *c = h->callers; c != NULL; c = c->after) {
        if (!c->greeted || c->socket == NULL)
            continue;
        ids[n++] = c->pass.person;
        watching += c->table != NULL && by_room_seats_of(c->table->room, &c->pass.person) == 0;
        moderators += c->moderator;
        if (c->account[0] != '\0' && named < NAMES)
            names[named++] = c->account;
    }
    qsort(ids, (size_t)n, sizeof *ids, by_bytes);
    for (int i = 0; i < n; i++)
        people += i == 0 || by_bytes(&ids[i], &ids[i - 1]) != 0;
    free(ids);
    part(s, "server.admin.people");
    count(s, "server.admin.sockets", n);
    count(s, "server.admin.persons", people);
    count(s, "server.admin.watching", watching);
    count(s, "server.admin.moderators", moderators);
    put_names(s, names, named);
}

/* ---- Refusals, errors, delays ----------------------------------------------------------------- */

static void put_counted(struct by_status *s, const char *what, uint64_t n)
{
    struct by_status_row *r;
    char text[SHORT_TIME];

    if (n == 0)
        return;
    r = add(s, BY_STATUS_ROW);
    snprintf(text, sizeof text, "%llu", (unsigned long long)n);
    put(r, what);
    put(r, text);
}

/* Refusals by the rules share one row, since their codes could reveal something about a hand. */
static void put_refusals(struct by_status *s)
{
    static const struct by_fault no_fault;
    char code[BY_CODE_ROOM], reason[80];
    int before;

    part(s, "server.admin.refusals");
    before = s->n;
    for (int i = 0; i < BY_REFUSALS; i++)
        put_counted(s, by_refusal_code((enum by_refusal)i, &no_fault, code), by_metric_refusals((enum by_refusal)i));
    put_counted(s, words(s, "server.admin.by-rules"), by_metric_refusals(BY_REFUSED_BY_RULES));
    for (int i = BY_METRIC_dropped_slow; i <= BY_METRIC_dropped_barred; i++) {
        if (sscanf(by_metric_label((enum by_metric)i), "reason=\"%20[a-z]", code) == 1) {
            snprintf(reason, sizeof reason, "%s: %s", words(s, "server.admin.dropped"), code);
            put_counted(s, reason, (uint64_t)by_metric_now((enum by_metric)i));
        }
    }
    put_counted(s, "persons-per-address", (uint64_t)by_metric_now(BY_METRIC_sessions_refused));
    put_counted(s, "sockets-per-address", (uint64_t)by_metric_now(BY_METRIC_sockets_refused));
    if (s->n == before)
        none(s);
}

static bool put_line(void *data, const char *line)
{
    put(add(data, BY_STATUS_LINE), line);
    return true;
}

static void put_errors(struct by_status *s)
{
    int before;

    part(s, "server.admin.errors");
    before = s->n;
    by_log_recent(put_line, s);
    if (s->n == before)
        none(s);
}

static void put_slow(struct by_status *s)
{
    struct by_slow list[BY_SLOW_MOST];
    char text[80], ago[SHORT_TIME];

    part(s, "server.admin.slow");
    heads(s, "server.admin.what", "server.admin.took", "server.admin.ago");
    for (int kind = 0; kind < BY_SLOW_KINDS; kind++) {
        int n = by_slow_list((enum by_slow_kind)kind, list);

        for (int i = 0; i < n; i++) {
            struct by_status_row *r = add(s, BY_STATUS_ROW);

            snprintf(text, sizeof text, "%s%s%s", list[i].what, list[i].of != NULL ? " " : "",
                     list[i].of != NULL ? list[i].of : "");
            put(r, text);
            snprintf(text, sizeof text, "%.0f ms", (double)list[i].micros / 1000);
            put(r, text);
            put(r, duration((by_now_ms() - list[i].at) / 1000, ago));
        }
    }
}

/* ---- Storage and servers ---------------------------------------------------------------------- */

static double mib_of(const char *path, const char *ending)
{
    char name[1100];
    struct stat there;

    snprintf(name, sizeof name, "%s%s", path, ending);
    return stat(name, &there) == 0 ? (double)there.st_size / (1 << 20) : 0;
}

/* Adds rows that apply only to a database file. */
static void put_file(struct by_status *s, const struct by_hub *h)
{
    char name[1100], text[SHORT_TIME];
    const char *path = h->setup.db;
    struct stat copied;
    struct statvfs disk;
    bool found;

    snprintf(name, sizeof name, "%s.backup", path);
    found = stat(name, &copied) == 0;
    row(s, "server.admin.size", "%.1f + %.1f MiB", mib_of(path, ""), mib_of(path, "-wal"));
    if (statvfs(path, &disk) == 0)
        row(s, "server.admin.free", "%.0f MiB", (double)disk.f_bavail * (double)disk.f_frsize / (1 << 20));
    row(s, "server.admin.backup", "%s", found ? duration(time(NULL) - copied.st_mtime, text) : "-");
}

static void put_commits(struct by_status *s, struct by_hub *h)
{
    struct by_store_numbers n;
    char text[SHORT_TIME];
    int64_t late = 0;
    int i = 0;

    by_store_numbers(h->setup.store, &n);
    while (i < BY_TIMES_STEPS - 1 && (double)n.micros[i] < .99 * (double)n.commits)
        i++;
    if (n.commits > 0)
        late = i < BY_TIMES_STEPS - 1 ? by_times_bound(i) : -1;
    row(s, "server.admin.commits", "%llu", (unsigned long long)n.commits);
    row(s, "server.admin.commit-time", "%.1f ms, %s",
        n.commits > 0 ? (double)n.micros_sum / (double)n.commits / 1000 : 0, bound(late, text));
    count(s, "server.admin.not-kept", by_metric_now(BY_METRIC_not_kept));
}

static void put_store(struct by_status *s, struct by_hub *h, const struct by_status_read *read)
{
    bool address = h->setup.settings->db != NULL && by_store_is_address(h->setup.settings->db);
    char hash[sizeof read->audit.bytes * 2] = "";

    part(s, "server.admin.store");
    row(s, "server.admin.kind", "%s", address ? "PostgreSQL" : "SQLite");
    if (!address)
        put_file(s, h);
    put_commits(s, h);
    if (read == NULL || read->audit_n == BY_UNREAD) {
        row(s, "server.admin.audit", "%s", words(s, "server.admin.unread"));
        return;
    }
    if (read->audit_n > 0)
        by_base64(read->audit.bytes, sizeof read->audit.bytes, hash);
    row(s, "server.admin.audit", "%llu %s", (unsigned long long)read->audit_n, hash);
}

static const char *state_of(const struct by_status *s, const struct by_node *n)
{
    if (!n->runs)
        return words(s, "server.admin.node-stopped");
    return words(s, n->told ? "server.admin.node-draining" : "server.admin.node-running");
}

static void put_nodes(struct by_status *s, const struct by_status_read *read)
{
    struct by_status_row *r;

    if (read == NULL || read->nodes_n == 0)
        return;
    part(s, "server.admin.nodes");
    r = add(s, BY_STATUS_HEAD);
    put(r, words(s, "server.admin.node"));
    put(r, words(s, "server.admin.version"));
    put(r, words(s, "server.admin.address"));
    put(r, words(s, "server.admin.state"));
    for (int i = 0; i < read->nodes_n; i++) {
        r = add(s, BY_STATUS_ROW);
        put(r, read->nodes[i].name);
        put(r, read->nodes[i].version);
        put(r, read->nodes[i].at);
        put(r, state_of(s, &read->nodes[i]));
    }
    part(s, "server.admin.leases");
    count(s, "server.admin.leased", by_metric_now(BY_METRIC_tables_owned));
    row(s, "server.admin.lease-age", "%lld ms", (long long)by_metric_now(BY_METRIC_lease_age));
    count(s, "server.admin.takeovers", by_metric_now(BY_METRIC_takeovers));
}

/* ---- Settings --------------------------------------------------------------------------------- */

static void put_settings(struct by_status *s, const struct by_settings *of)
{
    static const char *const sources[] = { "server.admin.default", "server.admin.file", "server.admin.environment",
                                           "server.admin.option" };
    struct by_status_row *r;
    char text[CELL];

    part(s, "server.admin.settings");
    heads(s, "server.admin.setting", "server.admin.value", "server.admin.source");
    for (int i = 0; i < BY_SETTINGS; i++) {
        char value[CELL];
        bool shown = by_settings_value(of, (enum by_setting_id)i, value, sizeof value);

        r = add(s, BY_STATUS_ROW);
        put(r, by_settings_name((enum by_setting_id)i, "", text, sizeof text));
        if (shown)
            put(r, value[0] != '\0' ? value : "-");
        else
            put(r, words(s, "server.admin.set"));
        put(r, words(s, sources[of->by[i]]));
    }
}

void by_status_gather(struct by_hub *h, const struct by_status_read *read, struct by_status *out)
{
    put_load(out, h);
    put_tables(out, h);
    put_people(out, h);
    put_store(out, h, read);
    put_refusals(out);
    put_slow(out);
    put_errors(out);
    put_nodes(out, read);
    put_settings(out, h->setup.settings);
}

void by_status_clear(struct by_status *s)
{
    for (int i = 0; i < s->n; i++)
        for (int k = 0; k < s->rows[i].n; k++)
            free(s->rows[i].cell[k]);
    free(s->rows);
    *s = (struct by_status){ .language = s->language };
}
