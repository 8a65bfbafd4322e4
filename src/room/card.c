/* card.c: the table, and the table in short, as JSON: made of a card alone, never of a match. */
#include "card.h"

static by_json *id_json(const struct by_id *id)
{
    char text[40];

    by_base64(id->bytes, sizeof id->bytes, text);
    return by_json_string(text);
}

static by_json *seats_json(const struct card *c, bool whole)
{
    by_json *list = by_json_array();

    for (int i = 0; i < c->players; i++) {
        const struct card_seat *s = &c->seat[i];
        by_json *j = by_json_object();

        by_json_set(j, "name", by_json_string(s->name));
        by_json_set(j, "kind", by_json_string(s->kind));
        if (s->level != NULL)
            by_json_set(j, "level", by_json_string(s->level));
        by_json_set(j, "you", by_json_bool(s->you));
        by_json_push(list, j);
        if (!whole)
            continue;
        by_json_set(j, "here", by_json_bool(s->here));
        by_json_set(j, "away", by_json_bool(s->away));
        by_json_set(j, "ready", by_json_bool(s->ready));
        by_json_set(j, "again", by_json_bool(s->again));
    }
    return list;
}

static void set_clock(const struct card *c, by_json *j)
{
    by_json *left = by_json_array(), *running = by_json_array();

    for (int i = 0; i < c->players; i++)
        by_json_push(left, by_json_int(c->seat[i].left));
    if (c->running != BY_NO_SEAT)
        by_json_push(running, by_json_int(c->running));
    by_json_set(j, "left", left);
    by_json_set(j, "running", running);
}

static void set_both(const struct card *c, by_json *j, bool whole)
{
    by_json_set(j, "table", id_json(c->id));
    by_json_set(j, "rules", by_json_string(c->rules));
    by_json_set(j, "phase", by_json_string(c->phase));
    by_json_set(j, "match", by_json_int(c->match));
    by_json_set(j, "seats", seats_json(c, whole));
    by_json_set(j, "host", by_json_bool(c->host));
    by_json_set(j, "clock", by_json_string(c->clock));
    by_json_set(j, "practice", by_json_bool(c->practice));
}

by_json *by_card_table(const struct card *c)
{
    by_json *j = by_json_object();

    by_json_set(j, "is", by_json_string("table"));
    set_both(c, j, true);
    if (c->clocked)
        set_clock(c, j);
    if (c->paused != NULL)
        by_json_set(j, "paused", by_json_string(c->paused));
    by_json_set(j, "public", by_json_bool(c->is_public));
    if (c->undo)
        by_json_set(j, "undo", by_json_bool(true));
    by_json_set(j, "grace", by_json_int(c->grace));
    by_json_set(j, "watchers", by_json_int(c->watchers));
    return j;
}

by_json *by_card_short(const struct card *c)
{
    by_json *j = by_json_object();

    set_both(c, j, false);
    by_json_set(j, "open", by_json_int(c->open));
    by_json_set(j, "watch", by_json_bool(c->watch));
    by_json_set(j, "turn", by_json_bool(c->turn));
    return j;
}
