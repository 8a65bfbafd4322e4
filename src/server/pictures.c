/* pictures.c: what everybody who looks at a table is told. */
#include <stdlib.h>
#include <string.h>

#include "house.h"
#include "util/chance.h"

/* ---- Who is here ------------------------------------------------------------------------------ */

static bool is_here(const struct table *t, const struct by_id *person)
{
    for (const struct by_caller *c = t->callers; c != NULL; c = c->right)
        if (memcmp(&c->pass.person, person, sizeof *person) == 0)
            return true;
    return false;
}

/* Somebody has come or gone: everybody sees it, and the table may have something to do. */
static void presence(struct table *t, const struct by_id *person, bool here)
{
    if (t->room == NULL)
        return;
    by_room_presence(t->room, person, here, by_table_now(t));
    by_table_tell(t);
    by_table_step(t);
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
    t->lonely = by_now_ms();
    if (!is_here(t, &c->pass.person))
        presence(t, &c->pass.person, false);
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
    c->told = from < facts.entries ? from : facts.entries - 1;
    c->picture = 0;
    if (here)
        by_caller_pump(c);
    else
        presence(t, &c->pass.person, true);
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

/* The table as everybody may see it, as a number. */
static uint64_t picture_of(const struct table *t)
{
    static const struct by_id nobody;
    char *line = by_room_table(t->room, &nobody, by_table_now(t));
    uint64_t picture = sum(line);

    free(line);
    return picture;
}

/* The table, if it is not as it was told last: `picture`, and whose seats are theirs. */
static void say_picture(struct by_caller *c, uint64_t picture)
{
    char *line;

    picture += by_room_seats_of(c->table->room, &c->pass.person) + 1;
    picture += (uint64_t)by_room_may_undo(c->table->room, &c->pass.person) << 40;
    if (picture == c->picture)
        return;
    c->picture = picture;
    line = by_room_table(c->table->room, &c->pass.person, by_table_now(c->table));
    by_socket_say(c->socket, line, strlen(line));
    free(line);
}

static void pump(struct by_caller *c, uint64_t entries, uint64_t picture)
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

    if (t == NULL || t->room == NULL)
        return;
    by_room_facts(t->room, &facts);
    if (c->picture == 0 || c->told < facts.entries)     /* else it has been told all */
        pump(c, facts.entries, picture_of(t));
}

/* The picture is made once for all of them. */
void by_table_tell(struct table *t)
{
    struct by_room_facts facts;
    uint64_t picture;

    if (t->callers == NULL || t->room == NULL)
        return;
    by_room_facts(t->room, &facts);
    picture = picture_of(t);
    for (struct by_caller *c = t->callers; c != NULL; c = c->right)
        pump(c, facts.entries, picture);
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
