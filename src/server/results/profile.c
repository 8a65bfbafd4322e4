/* SPDX-License-Identifier: MIT */
/* profile.c: answers requests about profiles (profile.h). A store thread reads the rows and prints the reply. */
#include "profile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/bot.h"
#include "match_row.h"
#include "server/people/accounts.h"
#include "server/tables/caller.h"
#include "server/tables/reads.h"
#include "server/tables/writes.h"
#include "util/crypto.h"
#include "util/memory.h"

enum { MATCHES = 25, PLAYERS = 50, TALLY = 8192 };

struct glance {
    struct by_caller *caller;
    struct by_asked_for what;
    struct by_id person; /* the person asking, then the person asked about */
    struct by_store *store;
    struct by_out out;
    enum by_refusal why;
    bool own, fine;
    struct by_shows shows;
    char name[BY_ACCOUNT_NAME];
    int n, most;
    bool points; /* whether rating changes are shown */
    uint8_t last[64];
    size_t last_n;
    enum by_family_id family;
    struct by_puts puts; /* `show` */
};

static struct by_bytes_of bytes_of(const void *at, size_t n) { return (struct by_bytes_of){ at, n }; }

/* ---- Who ------------------------------------------------------------------------------------- */

/* Finds the person asked about and the public parts of that person's profile. */
static bool find_person(struct glance *l)
{
    char folded[BY_ACCOUNT_NAME];
    struct by_account a;

    l->own = l->what.name[0] == '\0';
    if (l->own) {
        l->shows = (struct by_shows){ true, true, true };
        l->fine = by_account_of(l->store, &l->person, l->name);
        return l->fine;
    }
    if (!by_account_fold(l->what.name, folded) || !by_account_read(l->store, folded, &a)) {
        l->why = BY_REFUSED_no_player;
        return false;
    }
    l->own = memcmp(&l->person, &a.person, sizeof a.person) == 0;
    l->person = a.person;
    memcpy(l->name, a.name, sizeof l->name);
    by_forget(&a, sizeof a);
    l->fine = by_shows_read(l->store, &l->person, &l->shows);
    if (l->own)
        l->shows = (struct by_shows){ true, true, true };
    return l->fine;
}

/* ---- Lists ------------------------------------------------------------------------------------ */

/* Reads the `after` member for a list with keys of n bytes. Without `after`, the key is empty. */
static bool read_after(struct glance *l, size_t n)
{
    l->last_n = l->what.after[0] == '\0' ? 0 : n;
    if (l->last_n == 0 || by_unbase64(l->what.after, l->last, n))
        return true;
    l->why = BY_REFUSED_bad_message;
    return false;
}

/* Records a listed row. If the list is full, records that more rows follow and returns false. */
static bool has_room(struct glance *l, struct by_bytes_of key)
{
    if (l->n == l->most) {
        l->n++;
        return false;
    }
    if (key.n <= sizeof l->last)
        memcpy(l->last, key.at, key.n);
    l->last_n = key.n;
    return true;
}

static void put_more(struct glance *l)
{
    by_out(&l->out, "]");
    if (l->n > l->most)
        by_out_key_base64(&l->out, "more", l->last, l->last_n);
}

static bool put_match(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct glance *l = data;
    size_t before = l->out.n;

    if (!has_room(l, key))
        return false;
    by_out(&l->out, l->n > 0 ? "," : "");
    if (by_match_put(&l->out, key, value, &l->person, l->points))
        l->n++;
    else
        l->out.n = before;
    return true;
}

static void put_history(struct glance *l)
{
    struct by_query q = { .kind = "match", .who = &l->person, .most = MATCHES + 1 };

    l->most = MATCHES;
    l->points = l->shows.ratings;
    by_out_key(&l->out, "matches");
    by_out(&l->out, "[");
    q.beyond = bytes_of(l->last, l->last_n);
    if (l->shows.matches)
        l->fine = l->fine && by_store_query(l->store, &q, put_match, l);
    put_more(l);
}

static bool put_player(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct glance *l = data;

    if (key.n != BY_LADDER_KEY || *(const uint8_t *)key.at != l->family || !has_room(l, key))
        return false;
    by_out(&l->out, l->n++ > 0 ? "," : "");
    by_out_bytes(&l->out, value.at, value.n);
    return true;
}

static void put_ladder(struct glance *l)
{
    uint8_t first[1];
    struct by_bytes_of after = bytes_of(l->last, l->last_n);

    l->family = BY_FAMILIES;
    for (int i = 0; i < BY_FAMILIES; i++)
        if (strcmp(by_families[i]->key, l->what.family) == 0 && !by_families[i]->solitaire)
            l->family = (enum by_family_id)i;
    if (l->family == BY_FAMILIES || (l->last_n > 0 && l->last[0] != l->family)) {
        l->why = BY_REFUSED_bad_message;
        return;
    }
    first[0] = (uint8_t)l->family;
    l->most = PLAYERS;
    by_out_key(&l->out, "ladder");
    by_out(&l->out, "[");
    l->fine = by_store_after(l->store, "ladder", l->last_n > 0 ? after : bytes_of(first, 1), put_player, l);
    put_more(l);
}

/* ---- The profile ------------------------------------------------------------------------------ */

/* The levels' fixed ratings in a family. A level is left out if it has the same rating as the one below. */
static void put_levels(struct by_out *o, enum by_family_id family)
{
    struct by_rating r;
    int before = 0;

    by_out_key(o, "levels");
    by_out(o, "{");
    for (int i = 0; i < BY_BOTS; i++) {
        const struct by_bot *bot = by_bots[i];
        if (bot->baseline || bot->level != NULL || !by_rating_anchor(family, bot->key, &r))
            continue;
        int points = (int)lround(by_rating_points(&r));
        if (points != before)
            by_out_key_int(o, bot->key, points);
        before = points;
    }
    by_out(o, "}");
}

static bool put_rating(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct glance *l = data;
    struct by_rating_row r;

    if (!by_rating_row_parse(key, value, &r))
        return true;
    by_out(&l->out, l->n++ > 0 ? ",{" : "{");
    by_out_key_string(&l->out, "family", by_families[r.family]->key);
    by_rating_put(&l->out, &r);
    put_levels(&l->out, r.family);
    by_out(&l->out, "}");
    return true;
}

static void put_ratings(struct glance *l)
{
    l->n = 0;
    by_out_key(&l->out, "ratings");
    by_out(&l->out, "[");
    l->fine =
        l->fine && by_store_query(l->store, &(struct by_query){ .kind = "rating", .who = &l->person }, put_rating, l);
    by_out(&l->out, "]");
}

static void put_results(struct glance *l)
{
    char *row = by_sure(malloc(TALLY));
    long n = by_store_get(l->store, "tally", bytes_of(l->person.bytes, sizeof l->person.bytes), row, TALLY);
    by_json *j = n > 0 ? by_json_read(row, (size_t)n, NULL) : NULL;
    static const char *const parts[] = { "games", "against" };

    l->fine = l->fine && n != -2;
    if (j != NULL) {
        int64_t since = 0;

        by_json_number(by_json_get(j, "since"), &since);
        by_out_key_int(&l->out, "since", since);
    }
    by_out_key(&l->out, "results");
    by_out(&l->out, "{");
    for (int i = 0; i < 2; i++) {
        by_json *part = by_json_get(j, parts[i]);

        by_out_key(&l->out, parts[i]);
        if (by_json_is_object(part))
            by_json_put_on(&l->out, part);
        else
            by_out(&l->out, "{}");
    }
    by_out(&l->out, "}");
    by_json_free(j);
    free(row);
}

static void put_shows(struct glance *l)
{
    struct by_shows shows;
    char *text;

    l->fine = l->fine && by_shows_read(l->store, &l->person, &shows);
    text = by_shows_print(&shows);
    by_out_key(&l->out, "shows");
    by_out(&l->out, text);
    free(text);
}

static void put_profile(struct glance *l)
{
    by_out_key(&l->out, "profile");
    by_out(&l->out, "{");
    by_out_key_string(&l->out, "name", l->name);
    if (l->shows.ratings)
        put_ratings(l);
    if (l->shows.results)
        put_results(l);
    if (l->own)
        put_shows(l);
    by_out_key_bool(&l->out, "matches", l->shows.matches);
    by_out(&l->out, "}");
}

bool by_profile_export(struct by_store *s, const struct by_id *person, struct by_out *o)
{
    struct glance l = { .person = *person, .store = s, .out = *o, .fine = true, .most = INT32_MAX, .points = true };

    put_ratings(&l);
    put_results(&l);
    put_shows(&l);
    by_out_key(&l.out, "matches");
    by_out(&l.out, "[");
    l.n = 0;
    l.fine = l.fine && by_store_query(s, &(struct by_query){ .kind = "match", .who = person }, put_match, &l);
    by_out(&l.out, "]");
    *o = l.out;
    return l.fine;
}

/* ---- Public parts of a profile ---------------------------------------------------------------------- */

static bool hide_rating(void *data, struct by_bytes_of key, struct by_bytes_of value)
{
    struct glance *l = data;
    struct by_rating_row old, now;

    if (!by_rating_row_parse(key, value, &old) || !old.owned || old.hidden == !l->what.ratings)
        return true;
    now = old;
    now.hidden = !l->what.ratings;
    by_rating_change(&l->puts, &old, &now, value);
    return true;
}

/* Reads the ratings that enter or leave the ladder. */
static void read_shown(struct glance *l)
{
    const struct by_query q = { .kind = "rating", .who = &l->person };
    struct by_shows shows = { l->what.ratings, l->what.results, l->what.matches };

    l->fine = by_account_of(l->store, &l->person, l->name) && by_store_query(l->store, &q, hide_rating, l);
    if (l->fine && l->name[0] == '\0')
        l->why = BY_REFUSED_no_account;
    by_puts_add(&l->puts, "shows", l->person.bytes, sizeof l->person.bytes, by_shows_print(&shows), &l->person);
}

/* ---- Requests --------------------------------------------------------------------------------- */

static void read_glance(struct by_store *s, void *data)
{
    struct glance *l = data;
    int id = l->what.id;

    l->store = s;
    l->fine = true;
    l->why = BY_NOT_REFUSED;
    if (id == BY_ASK_show)
        read_shown(l);
    else if (!read_after(l, id == BY_ASK_history ? BY_MATCH_KEY : BY_LADDER_KEY))
        return;
    else if (id == BY_ASK_ladder)
        put_ladder(l);
    else if (find_person(l) && id == BY_ASK_history)
        put_history(l);
    else if (l->why == BY_NOT_REFUSED && l->fine)
        put_profile(l);
}

static void glance_end(struct glance *l)
{
    struct by_caller *c = l->caller;

    if (l->why != BY_NOT_REFUSED)
        by_caller_refuse(c, l->what.id, l->what.key, l->why, NULL);
    else
        by_caller_answer(c, l->what.id, l->what.key, &l->out);
    if (l->why != BY_NOT_REFUSED)
        free(l->out.at);
    by_puts_clear(&l->puts);
    free(l);
    by_caller_resume(c);
}

/* If a rating has changed since it was read, the client must retry. */
static void on_shown(void *data, const struct by_stored *s)
{
    struct glance *l = data;

    if (s->outcome != BY_KEPT && !s->taken)
        by_writes_lost(l->caller->hub, s);
    if (s->outcome != BY_KEPT)
        l->why = s->taken ? BY_REFUSED_unknown : BY_REFUSED_not_kept;
    glance_end(l);
}

static void on_glance(void *data)
{
    struct glance *l = data;

    if (l->why == BY_NOT_REFUSED && !l->fine)
        l->why = BY_REFUSED_unknown;
    if (l->why != BY_NOT_REFUSED || l->what.id != BY_ASK_show) {
        glance_end(l);
        return;
    }
    by_puts_columns(&l->puts);
    by_writes_ask(l->caller->hub,
                  &(struct by_batch){ .puts = l->puts.at,
                                      .puts_n = l->puts.n,
                                      .columns = l->puts.columns,
                                      .was = l->puts.was,
                                      .used = by_puts_used(&l->puts) },
                  on_shown, l);
}

void by_profile_ask(struct by_caller *c, const struct by_asked_for *what)
{
    struct glance *l = by_sure(calloc(1, sizeof *l));

    *l = (struct glance){ .caller = c, .what = *what, .person = c->pass.person, .out = by_reply_done(what->key) };
    by_caller_pause(c);
    by_reads_ask(c->hub, read_glance, on_glance, l);
}
