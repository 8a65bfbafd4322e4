/* SPDX-License-Identifier: MIT */
/* nodes.c: reads the rows of nodes (nodes.h). The `drain` list has a row, keyed by name, for each node that an operator
 * has ordered to be drained. */
#include "nodes.h"

#include <stdio.h>
#include <string.h>

#include "wire/messages.h"

struct by_id by_node_name_id(const char *name)
{
    static const char tag[] = "BY1 node";
    struct by_hasher h;
    struct by_id id = { { 0 } };

    by_hash_init(&h, NULL, 0, sizeof id.bytes);
    by_hash_add(&h, tag, sizeof tag);
    by_hash_add(&h, name, strlen(name));
    by_hash_end(&h, id.bytes, sizeof id.bytes);
    return id;
}

static void copy(char *to, size_t room, const char *text) { snprintf(to, room, "%s", text == NULL ? "" : text); }

bool by_node_read(struct by_bytes_of key, struct by_bytes_of row, struct by_node *out)
{
    by_json *j = by_json_read(row.at, row.n, NULL);
    const char *name = by_field_text(j, "name");
    bool fine = name != NULL && key.n == sizeof out->id.bytes;

    *out = (struct by_node){ .entries = (int)by_field_number(j, "entries", 1),
                             .left = (int)by_field_number(j, "left", -1),
                             .stuck = (int)by_field_number(j, "stuck", 0) };
    if (fine)
        memcpy(out->id.bytes, key.at, key.n);
    copy(out->name, sizeof out->name, name);
    copy(out->at, sizeof out->at, by_field_text(j, "at"));
    copy(out->version, sizeof out->version, by_field_text(j, "version"));
    by_json_free(j);
    return fine;
}

char *by_node_print(const struct by_node *n)
{
    struct by_out o = { 0 };

    by_out(&o, "{");
    by_out_key_string(&o, "name", n->name);
    by_out_key_string(&o, "at", n->at);
    by_out_key_string(&o, "version", n->version);
    by_out_key_int(&o, "entries", n->entries);
    if (n->left >= 0)
        by_out_key_int(&o, "left", n->left);
    if (n->left >= 0)
        by_out_key_int(&o, "stuck", n->stuck);
    by_out(&o, "}");
    return by_out_end(&o);
}

int by_node_told(struct by_store *s, const char *name)
{
    char row[64];
    long n = by_store_get(s, "drain", (struct by_bytes_of){ name, strlen(name) }, row, sizeof row);

    return n == -2 ? -1 : n > 0;
}

struct visit {
    struct by_store *store;
    by_on_node *each;
    void *context;
    bool whole;
};

static bool note_name(void *data, const struct by_id *table, const struct by_id *owner, int64_t left)
{
    struct by_node *n = data;

    (void)table;
    n->runs = left > 0 && memcmp(owner, &n->id, sizeof *owner) == 0;
    return true;
}

static bool visit_row(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct visit *v = data;
    struct by_node n;
    struct by_id name;
    int told;

    if (!by_node_read(key, value, &n))
        return true;
    name = by_node_name_id(n.name);
    told = by_node_told(v->store, n.name);
    v->whole = told >= 0 && by_store_leases(v->store, &name, 0, 1, note_name, &n);
    n.told = told > 0;
    return v->whole && v->each(v->context, &n);
}

bool by_nodes_each(struct by_store *s, by_on_node *each, void *context)
{
    struct visit v = { s, each, context, true };

    return by_store_each(s, "node", visit_row, &v) && v.whole;
}
