/* pictures.c: what everybody who looks at a table is told. */
#include <stdlib.h>
#include <string.h>

#include "house.h"
#include "util/chance.h"

/* For so many who look, those who come and go are told of a step later: at most four pictures a millisecond. */
enum { LOOKERS = 40 };

/* ---- Who is here ------------------------------------------------------------------------------ */

static bool is_here(const struct table *t, const struct by_id *person)
{
    for (const struct by_caller *c = t->callers; c != NULL; c = c->right)
        if (memcmp(&c->pass.person, person, sizeof *person) == 0)
            return true;
    return false;
}

/* Somebody has come or gone: the table may have something to do, and everybody will see it.  All who come and go until
 * then are in one picture, unless something happens before, which brings them along: one after the other they would
 * cost everybody a picture each. */
static void presence(struct table *t, const struct by_id *person, struct by_caller *comes)
{
    if (t->room == NULL)
        return;
    by_room_presence(t->room, person, comes != NULL, by_table_now(t));
    if (comes != NULL)
        by_caller_pump(comes);          /* who comes sees all at once */
    if (t->tell_at == 0) {
        t->tell_at = by_step_ms() + STEP * (1 + t->lookers / LOOKERS);
        by_wake_set(t, t->tell_at < t->wake ? t->tell_at : t->wake);
    }
    by_table_step(t);
}

void by_table_tell_due(struct table *t)
{
    if (t->tell_at == 0)
        return;
    if (t->tell_at <= by_now_ms())
        by_table_tell(t);
    else
        by_wake_set(t, t->tell_at);
}

void by_caller_leave(struct by_caller *c)
{
    struct table *t = c->table;

    if (t == NULL)
        return;
    if (c->left != NULL)
        c->left->right = c->right;
    else
        t->callers = c->right;
    if (c->right != NULL)
        c->right->left = c->left;
    c->left = c->right = NULL;
    c->table = NULL;
    t->lookers--;
    t->lonely = by_now_ms();
    if (!is_here(t, &c->pass.person))
        presence(t, &c->pass.person, NULL);
}

void by_caller_join(struct by_caller *c, struct table *t, uint64_t from)
{
    struct by_room_facts facts;
    bool here;

    by_caller_leave(c);
    by_room_facts(t->room, &facts);
    here = is_here(t, &c->pass.person);
    c->table = t;
    c->right = t->callers;
    if (t->callers != NULL)
        t->callers->left = c;
    t->callers = c;
    t->lookers++;
    c->told = from < facts.entries ? from : facts.entries - 1;
    c->picture = 0;
    if (here)
        by_caller_pump(c);
    else
        presence(t, &c->pass.person, c);
}

/* ---- What is told ----------------------------------------------------------------------------- */

/* FNV-1a: tells one picture from the next. */
static uint64_t sum(const char *line)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);

    for (; *line != '\0'; line++)
        h = (h ^ (unsigned char)*line) * UINT64_C(0x100000001b3);
    return h;
}

/* The table as everybody may see it, and that as a number. */
struct picture { char *line; uint64_t sum; };

static struct picture picture_of(const struct table *t)
{
    static const struct by_id nobody;
    struct picture p = { .line = by_room_table(t->room, &nobody, by_table_now(t)) };

    p.sum = sum(p.line);
    return p;
}

/* Has this person ever sat here, or made the table?  Others see what everybody may. */
static bool is_known(const struct table *t, const struct by_id *person)
{
    int n = 0;
    const struct by_id *all = by_room_persons(t->room, &n);

    while (n > 0 && memcmp(&all[n - 1], person, sizeof *person) != 0)
        n--;
    return n > 0;
}

/* The table, if it is not as it was told last: the picture, and whose seats are theirs. */
static void say_picture(struct by_caller *c, const struct picture *p)
{
    uint64_t picture = p->sum;
    char *line;

    picture += by_room_seats_of(c->table->room, &c->pass.person) + 1;
    picture += (uint64_t)by_room_may_undo(c->table->room, &c->pass.person) << 40;
    if (picture == c->picture)
        return;
    c->picture = picture;
    if (!is_known(c->table, &c->pass.person)) {
        by_socket_say(c->socket, p->line, strlen(p->line));
        return;
    }
    line = by_room_table(c->table->room, &c->pass.person, by_table_now(c->table));
    by_socket_say(c->socket, line, strlen(line));
    free(line);
}

static void pump(struct by_caller *c, uint64_t entries, const struct picture *picture)
{
    struct table *t = c->table;
    bool first = c->picture == 0;

    if (c->socket == NULL || by_socket_ending(c->socket) || entries == 0)
        return;
    if (first)
        say_picture(c, picture);
    while (c->told < entries && by_socket_waiting(c->socket) < BACKLOG) {
        uint64_t n = c->told + 1;
        char *line = by_room_tell(t->room, n, BY_LEAK(204) ? leaky_person(t) : &c->pass.person, n == entries, c->how);
        size_t part = BY_LEAK(208) && line != NULL && t->bot.n % 2 == 1 ? strlen(line) / 2 : 0;

        c->told = n;
        if (part > 0)
            by_socket_say(c->socket, line, part);
        if (line != NULL)
            by_socket_say(c->socket, line + part, strlen(line + part));
        free(line);
    }
    if (c->told == entries && !first)
        say_picture(c, picture);
}

void by_caller_pump(struct by_caller *c)
{
    struct table *t = c->table;
    struct by_room_facts facts;
    struct picture picture;

    if (t == NULL || t->room == NULL)
        return;
    by_room_facts(t->room, &facts);
    if (c->picture != 0 && c->told >= facts.entries)
        return;                         /* it has been told all */
    picture = picture_of(t);
    pump(c, facts.entries, &picture);
    free(picture.line);
}

/* The picture is made once for all of them. */
void by_table_tell(struct table *t)
{
    struct by_room_facts facts;
    struct picture picture;

    t->tell_at = 0;
    if (t->callers == NULL || t->room == NULL)
        return;
    by_room_facts(t->room, &facts);
    picture = picture_of(t);
    for (struct by_caller *c = t->callers; c != NULL; c = c->right)
        pump(c, facts.entries, &picture);
    free(picture.line);
}

void by_table_dismiss(struct table *t)
{
    for (struct by_caller *c = t->callers; c != NULL; c = c->right)
        if (c->socket != NULL && !by_room_may_watch(t->room, &c->pass.person))
            by_caller_gone(c, BY_REFUSED_no_watching, BY_CLOSE_POLICY);
}

void by_table_said(struct table *t, int seat, const char *phrase)
{
    for (struct by_caller *c = t->callers; c != NULL; c = c->right) {
        by_json *j = by_json_object();

        by_json_set(j, "is", by_json_string("said"));
        by_json_set(j, "seat", by_json_int(seat));
        by_json_set(j, "phrase", by_json_string(phrase));
        by_say_json(c, j);
    }
}
