/* SPDX-License-Identifier: MIT */
/* nodes.c: see nodes.h. */
#include "nodes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "database.h"
#include "server/tables/nodes.h"
#include "util/page.h"

enum { NODES = 64 };

/* All nodes on a database, and the one requested. */
struct all {
    struct by_node list[NODES];
    const char *name;
    struct by_node one;
    bool found;
    int takers;      /* number of other nodes that are running and not being drained */
    char names[300]; /* the names of the running nodes */
    int n;
};

static const char *state_of(const struct by_node *n, char text[60])
{
    if (!n->runs)
        return "stopped";
    if (!n->told)
        return "running";
    if (n->left < 0)
        return "waiting for another node to take its tables";
    snprintf(text, 60, "draining, %d %s left", n->left, n->left == 1 ? "table" : "tables");
    return text;
}

static bool note(void *context, const struct by_node *n)
{
    struct all *a = context;

    a->list[a->n++] = *n;
    return a->n < NODES;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct by_node *)a)->name, ((const struct by_node *)b)->name);
}

static void count(struct all *a, const struct by_node *n)
{
    size_t used = strlen(a->names);

    if (a->name != NULL && strcmp(n->name, a->name) == 0 && (n->runs || !a->found)) {
        a->one = *n;
        a->found = true;
    } else {
        a->takers += n->runs && !n->told && n->at[0] != '\0';
    }
    if (n->runs && used + strlen(n->name) + 3 < sizeof a->names)
        snprintf(a->names + used, sizeof a->names - used, "%s%s", used == 0 ? "" : ", ", n->name);
}

static bool look(struct by_store *s, const char *name, struct all *a)
{
    *a = (struct all){ .name = name };
    if (!by_nodes_each(s, note, a) && a->n < NODES) {
        by_complain("the database cannot be read completely");
        return false;
    }
    qsort(a->list, (size_t)a->n, sizeof a->list[0], by_name);
    for (int i = 0; i < a->n; i++)
        count(a, &a->list[i]);
    return true;
}

static struct by_store *open_store(const char *db, bool reads)
{
    struct by_store_setup setup = { .path = db, .look = reads, .shared = true };

    if (by_store_is_address(db))
        return by_database_store(&setup);
    by_complain("'%s' is a file, so only one server can use it; nodes share a PostgreSQL database (docs/cluster.md)",
                db);
    return NULL;
}

bool by_nodes_list(const char *db)
{
    struct by_store *s = open_store(db, true);
    static struct all a;
    bool fine = s != NULL && look(s, NULL, &a);
    char text[60];

    if (fine && a.n == 0)
        puts("No server on this database has the setting node.");
    else if (fine)
        printf("%-16s  %-12s  %-40s  %s\n", "node", "version", "address", "state");
    for (int i = 0; fine && i < a.n; i++)
        printf("%-16s  %-12s  %-40s  %s\n", a.list[i].name, a.list[i].version, a.list[i].at,
               state_of(&a.list[i], text));
    by_store_close(s);
    return fine;
}

/* Writes or deletes the order to drain a node. */
static bool tell(struct by_store *s, const char *name, bool drained)
{
    struct by_put_of put = { "drain", { name, strlen(name) }, { "yes", drained ? 3 : 0 } };
    struct by_stored done = by_store_write_now(s, &(struct by_batch){ .epoch = 1, .puts = &put, .puts_n = 1 });

    if (done.outcome != BY_KEPT)
        by_database_complain(&done.fault);
    return done.outcome == BY_KEPT;
}

/* Prints an error if no node of this name is running. */
static bool runs(const struct all *a)
{
    if (a->found && a->one.runs)
        return true;
    if (a->names[0] == '\0')
        by_complain("no node is running on this database");
    else
        by_complain("no node named '%.60s' is running; running: %s", a->name, a->names);
    return false;
}

/* Returns whether the node can be drained. If not, prints the reason. */
static bool may_drain(const struct all *a)
{
    if (!runs(a))
        return false;
    if (a->takers > 0)
        return true;
    by_complain("no other node can take the tables of '%s': start one, or undrain one", a->one.name);
    return false;
}

static bool wait_for(struct by_store *s, const char *name)
{
    static const struct timespec moment = { 0, 250000000 };
    int said = -1;
    static struct all a;

    for (;;) {
        if (!look(s, name, &a))
            return false;
        if (!a.found || !a.one.runs) {
            printf("Node '%s' has stopped.\n", name);
            return true;
        }
        if (!a.one.told) {
            by_complain("draining '%s' was stopped: the node was restarted, or undrained", name);
            return false;
        }
        if (a.one.left == 0) {
            printf("Node '%s' has no tables left. Stop it now, or run: boneyard admin undrain %s\n", name, name);
            return true;
        }
        if (a.one.left > 0 && a.one.left == a.one.stuck) {
            by_complain("%d %s left that no other running node can read: start a node of version %s, and repeat this",
                        a.one.left, a.one.left == 1 ? "table is" : "tables are", a.one.version);
            return false;
        }
        if (a.one.left > 0 && a.one.left != said)
            printf("%d %s left\n", a.one.left, a.one.left == 1 ? "table" : "tables");
        said = a.one.left;
        fflush(stdout);
        nanosleep(&moment, NULL);
    }
}

bool by_nodes_drain(const char *db, const char *name)
{
    struct by_store *s = open_store(db, false);
    static struct all a;
    bool fine = s != NULL && look(s, name, &a) && may_drain(&a) && tell(s, name, true) && wait_for(s, name);

    by_store_close(s);
    return fine;
}

bool by_nodes_undrain(const char *db, const char *name)
{
    struct by_store *s = open_store(db, false);
    static struct all a;
    bool fine = s != NULL && look(s, name, &a) && runs(&a);

    if (fine && !a.one.told) {
        by_complain("'%s' is not being drained", name);
        fine = false;
    }
    fine = fine && tell(s, name, false);
    if (fine)
        printf("Node '%s' takes tables again.\n", name);
    by_store_close(s);
    return fine;
}
