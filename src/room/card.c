/* card.c: the table, and the table in short, as JSON: made of a card alone, never of a match.  Written straight into
 * the text: with every move it is asked whether the table still looks as it did. */
#include "card.h"

#include "wire/out.h"

static void put_name(struct by_out *o, const struct card_seat *s)
{
    if (s->level == NULL) {
        by_out_key_string(o, "name", s->name);
        return;
    }
    by_out_key(o, "name");
    by_out(o, "\"bot:");
    by_out(o, s->level);                /* small letters and the like: is_bot in room.c */
    by_out(o, "\"");
}

static void put_seats(struct by_out *o, const struct card *c, bool whole)
{
    by_out_key(o, "seats");
    by_out(o, "[");
    for (int i = 0; i < c->players; i++) {
        const struct card_seat *s = &c->seat[i];

        by_out(o, i > 0 ? ",{" : "{");
        put_name(o, s);
        by_out_key_string(o, "kind", s->kind);
        if (s->level != NULL)
            by_out_key_string(o, "level", s->level);
        by_out_key_bool(o, "you", s->you);
        if (whole) {
            by_out_key_bool(o, "here", s->here);
            by_out_key_bool(o, "away", s->away);
            by_out_key_bool(o, "ready", s->ready);
            by_out_key_bool(o, "again", s->again);
        }
        by_out(o, "}");
    }
    by_out(o, "]");
}

static void put_clock(struct by_out *o, const struct card *c)
{
    by_out_key(o, "left");
    for (int i = 0; i < c->players; i++) {
        by_out(o, i > 0 ? "," : "[");
        by_out_int(o, c->seat[i].left);
    }
    by_out(o, "]");
    by_out_key(o, "running");
    by_out(o, "[");
    if (c->running != BY_NO_SEAT)
        by_out_int(o, c->running);
    by_out(o, "]");
}

static void put_both(struct by_out *o, const struct card *c, bool whole)
{
    by_out_key_base64(o, "table", c->id->bytes, sizeof c->id->bytes);
    by_out_key_string(o, "rules", c->rules);
    by_out_key_string(o, "phase", c->phase);
    by_out_key_int(o, "match", c->match);
    put_seats(o, c, whole);
    by_out_key_bool(o, "host", c->host);
    by_out_key_string(o, "clock", c->clock);
    by_out_key_bool(o, "practice", c->practice);
}

char *by_card_table(const struct card *c)
{
    struct by_out o = { 0 };

    by_out(&o, "{\"is\":\"table\"");
    put_both(&o, c, true);
    if (c->clocked)
        put_clock(&o, c);
    if (c->paused != NULL)
        by_out_key_string(&o, "paused", c->paused);
    by_out_key_bool(&o, "public", c->is_public);
    if (c->undo)
        by_out_key_bool(&o, "undo", true);
    by_out_key_int(&o, "grace", c->grace);
    by_out_key_int(&o, "watchers", c->watchers);
    by_out(&o, "}");
    return o.at;
}

char *by_card_short(const struct card *c)
{
    struct by_out o = { 0 };

    by_out(&o, "{");
    put_both(&o, c, false);
    by_out_key_int(&o, "open", c->open);
    by_out_key_bool(&o, "watch", c->watch);
    by_out_key_bool(&o, "turn", c->turn);
    by_out(&o, "}");
    return o.at;
}
