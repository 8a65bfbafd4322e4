/* SPDX-License-Identifier: MIT */
/* invites_tell.c: sends people their invitations (invites.h). A message always contains the whole list, and is sent if
 * the list differs from the last one sent. A change on this server is sent at once; a change on another server is sent
 * when its row in `news` is read. Displayed lists are reread every few seconds, since tables start and fill up. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "caller.h"
#include "invites.h"
#include "lease.h"
#include "reads.h"
#include "tables.h"
#include "util/memory.h"

/* LISTED is the number of invitations in a message.  LOOK is the interval in seconds at which a displayed list is
 * reread.  NEWS is the number of rows read at once.  OVERLAP is the number of seconds by which servers' clocks may
 * differ. */
enum { LISTED = 20, INVITED = 100, LOOK = 2, NEWS = 1000, OVERLAP = 5 };

static bool same(const struct by_id *a, const struct by_id *b) { return memcmp(a, b, sizeof *a) == 0; }

struct invites_look {
    struct by_caller *caller;
    struct by_id person, table;
    bool hosts, again; /* whether to include the table's invitations; whether to send unchanged lists */
    bool unread;
    struct by_invite *to, *from;
    int to_n, from_n;
    struct by_invite_table *tables; /* of `to` */
};

/* ---- Reading ---------------------------------------------------------------------------------- */

static int latest(const void *a, const void *b)
{
    const struct by_invite *x = a, *y = b;

    return x->at > y->at ? -1 : x->at < y->at;
}

static void read_look(struct by_store *s, void *data)
{
    struct invites_look *l = data;
    int n = 0;

    l->unread = !by_invites_to(s, &l->person, &l->to, &l->to_n)
        || (l->hosts && !by_invites_from(s, &l->table, &l->from, &l->from_n));
    for (int i = 0; i < l->to_n; i++)
        if (l->to[i].answer == BY_INVITE_OPEN && !by_invite_hidden(s, &l->to[i]))
            l->to[n++] = l->to[i];
    l->to_n = n;
    if (n > 0)
        qsort(l->to, (size_t)n, sizeof *l->to, latest);
    if (l->from_n > 0)
        qsort(l->from, (size_t)l->from_n, sizeof *l->from, latest);
    l->tables = by_sure(calloc((size_t)n + 1, sizeof *l->tables));
    for (int i = 0; i < n; i++)
        by_invite_table_read(s, &l->to[i], &l->tables[i]);
}

/* ---- Messages --------------------------------------------------------------------------------- */

static void put_invitation(struct by_out *o, const uint8_t key[32], const struct by_invite *v,
                           const struct by_invite_table *t)
{
    uint8_t id[16];

    by_invite_id(key, v, id);
    by_out(o, "{");
    by_out_key_base64(o, "invitation", id, sizeof id);
    by_out_key_string(o, "name", v->name);
    if (v->account[0] != '\0')
        by_out_key_string(o, "account", v->account);
    by_out_key_string(o, "rules", t->rules);
    by_out_key_string(o, "clock", t->clock);
    by_out_key_bool(o, "rated", t->rated);
    by_out_key_int(o, "players", t->players);
    by_out_key_int(o, "open", t->open);
    by_out_key_int(o, "at", v->at);
    by_out_key_int(o, "until", v->at + BY_INVITE_LASTS);
    by_out(o, "}");
}

/* Returns the list of the person's invitations, or NULL if it is empty. */
static char *list_to(struct invites_look *l)
{
    struct by_out o = { 0 };
    int n = 0;

    for (int i = 0; i < l->to_n && n < LISTED; i++) {
        by_invite_look(l->caller->hub, &l->to[i], &l->tables[i]);
        if (!l->tables[i].waits || l->tables[i].seated || l->tables[i].open == 0)
            continue;
        by_out(&o, n++ > 0 ? "," : "");
        put_invitation(&o, l->caller->hub->key, &l->to[i], &l->tables[i]);
    }
    return n == 0 ? NULL : by_out_end(&o);
}

static char *list_from(const struct invites_look *l)
{
    static const char *const answers[] = { "open", "yes", "no" };
    struct by_out o = { 0 };

    for (int i = 0; i < l->from_n && i < INVITED; i++) {
        by_out(&o, i > 0 ? ",{" : "{");
        by_out_key_string(&o, "name", l->from[i].to);
        by_out_key_string(&o, "answer", answers[l->from[i].answer]);
        by_out(&o, "}");
    }
    return l->from_n == 0 ? NULL : by_out_end(&o);
}

/* Sends a list that replaces the last one sent. Takes ownership of the list. */
static void tell(struct by_caller *c, char **told, char *list, const char *is, const struct by_id *table, bool again)
{
    bool equal = list == NULL || *told == NULL ? list == *told : strcmp(list, *told) == 0;
    struct by_out o;

    if ((equal && !(again && list != NULL)) || c->socket == NULL || !c->greeted) {
        free(list);
        return;
    }
    o = by_caller_message(is);
    if (table != NULL)
        by_out_key_base64(&o, "table", table->bytes, sizeof table->bytes);
    by_out_key(&o, is);
    by_out(&o, "[");
    by_out(&o, list == NULL ? "" : list);
    by_out(&o, "]");
    by_caller_say(c, &o);
    free(*told);
    *told = list;
}

/* Returns whether a caller hosts a table that is waiting for players, and is present. */
static bool hosts(const struct by_caller *c)
{
    struct by_room_facts facts;
    struct by_id host;

    if (c->table == NULL || c->table->room == NULL || !by_room_host_of(c->table->room, &host)
        || !same(&host, &c->pass.person))
        return false;
    by_room_facts(c->table->room, &facts);
    return facts.entries > 0 && facts.waiting && !facts.cup;
}

static void on_look(void *data)
{
    struct invites_look *l = data;
    struct by_caller *c = l->caller;
    bool again = c->invites_again || c->invites_rejoined, rejoined = c->invites_rejoined;

    if (!l->unread && !c->hub->stopping) {
        tell(c, &c->invitations, list_to(l), "invitations", NULL, false);
        if (l->hosts && hosts(c) && same(&c->table->id, &l->table))
            tell(c, &c->invited, list_from(l), "invited", &l->table, l->again);
    }
    c->invites_busy = c->invites_again = c->invites_rejoined = false;
    free(l->to);
    free(l->from);
    free(l->tables);
    free(l);
    if (rejoined)
        by_invites_look_again(c);
    else if (again)
        by_invites_look(c);
    by_caller_drop(c);
}

static void look(struct by_caller *c, bool again)
{
    struct invites_look *l;

    if (c->socket == NULL || !c->greeted || c->hub->stopping)
        return;
    if (c->invites_busy) {
        c->invites_again = true;
        c->invites_rejoined = c->invites_rejoined || again;
        return;
    }
    c->invites_busy = true;
    by_caller_hold(c);
    l = by_sure(calloc(1, sizeof *l));
    *l = (struct invites_look){ .caller = c, .person = c->pass.person, .hosts = hosts(c), .again = again };
    if (l->hosts)
        l->table = c->table->id;
    by_reads_ask(c->hub, read_look, on_look, l);
}

void by_invites_look(struct by_caller *c) { look(c, false); }

void by_invites_look_again(struct by_caller *c)
{
    if (hosts(c))
        look(c, true);
}

void by_invites_clear(struct by_caller *c)
{
    free(c->invitations);
    free(c->invited);
}

/* ---- Changes ---------------------------------------------------------------------------------- */

void by_invites_changed(struct by_hub *h, const struct by_invite *v)
{
    for (struct by_caller *c = h->callers; c != NULL; c = c->after)
        if (same(&c->pass.person, &v->who) || (c->table != NULL && same(&c->table->id, &v->table)))
            by_invites_look(c);
}

struct news {
    struct by_hub *hub;
    int64_t since;
    struct by_id who[NEWS];
    int n;
};

static bool note_news(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct news *of = data;

    (void)value;
    if (key.n == BY_NEWS_KEY)
        memcpy(of->who[of->n++].bytes, (const uint8_t *)key.at + 8, 16);
    return of->n < NEWS;
}

static void read_news(struct by_store *s, void *data)
{
    struct news *of = data;
    uint8_t key[8];

    for (int i = 0; i < 8; i++)
        key[i] = (uint8_t)((uint64_t)of->since >> 8 * (7 - i));
    by_store_after(s, "news", (struct by_bytes_of){ key, sizeof key }, note_news, of);
}

static void on_news(void *data)
{
    struct news *of = data;

    of->hub->news_busy = false;
    for (struct by_caller *c = of->hub->callers; c != NULL && of->n > 0; c = c->after)
        for (int i = 0; i < of->n; i++)
            if (same(&c->pass.person, &of->who[i])) {
                by_invites_look(c);
                break;
            }
    free(of);
}

/* Reads the changes made by other servers in the last few seconds. */
static void look_at_news(struct by_hub *h)
{
    struct news *of;

    if (!by_lease_shared(h) || h->news_busy)
        return;
    h->news_busy = true;
    of = by_sure(calloc(1, sizeof *of));
    of->hub = h;
    of->since = (int64_t)time(NULL) - OVERLAP;
    by_reads_ask(h, read_news, on_news, of);
}

void by_invites_tick(struct by_hub *h)
{
    if (h->stopping)
        return;
    look_at_news(h);
    h->invites_ticks = (h->invites_ticks + 1) % LOOK;
    for (struct by_caller *c = h->callers; c != NULL && h->invites_ticks == 0; c = c->after)
        if (c->invitations != NULL || (c->invited != NULL && hosts(c)))
            by_invites_look(c);
}
