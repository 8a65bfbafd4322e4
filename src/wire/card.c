/* SPDX-License-Identifier: MIT */
/* card.c: writes a card as JSON (card.h). This file has no access to a match or a state. */
#include "card.h"

#include <stdio.h>

static const char *const phases[BY_CARD_PHASES] = { "waiting", "shuffle", "play", "round", "over", "closed" };
static const char *const kinds[BY_CARD_KINDS] = { "open", "person", "bot" };

static void put_name(struct by_out *o, const struct by_card_seat *s)
{
    char bot[32];

    snprintf(bot, sizeof bot, "bot:%s", s->kind == BY_CARD_BOT ? s->level : "");
    by_out_key_string(o, "name", s->kind == BY_CARD_BOT ? bot : s->name);
}

static void put_more(struct by_out *o, const struct by_card_seat *s)
{
    if (s->host)
        by_out_key_bool(o, "host", true);
    if (s->bots)
        by_out_key_bool(o, "bots", true);
    if (s->takes >= 0)
        by_out_key_int(o, "takes", s->takes);
}

static void put_seats(struct by_out *o, const struct by_card *c, bool whole)
{
    by_out_key(o, "seats");
    by_out(o, "[");
    for (int i = 0; i < c->players; i++) {
        const struct by_card_seat *s = &c->seat[i];

        by_out(o, i > 0 ? ",{" : "{");
        put_name(o, s);
        by_out_key_string(o, "kind", kinds[s->kind]);
        if (s->kind == BY_CARD_BOT)
            by_out_key_string(o, "level", s->level);
        by_out_key_bool(o, "you", s->you);
        if (whole) {
            by_out_key_bool(o, "here", s->here);
            by_out_key_bool(o, "away", s->away);
            by_out_key_bool(o, "ready", s->ready);
            by_out_key_bool(o, "again", s->again);
            put_more(o, s);
        }
        by_out(o, "}");
    }
    by_out(o, "]");
}

static void put_clock(struct by_out *o, const struct by_card *c)
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

static void put_both(struct by_out *o, const struct by_card *c, bool whole)
{
    by_out_key_base64(o, "table", c->id.bytes, sizeof c->id.bytes);
    by_out_key_string(o, "rules", c->rules);
    by_out_key_string(o, "phase", phases[c->phase]);
    by_out_key_int(o, "match", c->match);
    put_seats(o, c, whole);
    by_out_key_bool(o, "host", c->host);
    by_out_key_string(o, "clock", c->clock);
    by_out_key_bool(o, "practice", c->practice);
    by_out_key_bool(o, "rated", c->rated);
    by_out_key_bool(o, "quick", c->quick);
}

void by_card_put(struct by_out *o, const struct by_card *c)
{
    by_out(o, "{");
    by_out_key_string(o, "is", "table");
    put_both(o, c, true);
    if (c->tournament != NULL)
        by_out_key_base64(o, "tournament", c->tournament->bytes, sizeof c->tournament->bytes);
    if (c->held)
        by_out_key_bool(o, "held", true);
    if (c->clocked)
        put_clock(o, c);
    if (c->paused != NULL)
        by_out_key_string(o, "paused", c->paused);
    by_out_key_bool(o, "public", c->is_public);
    by_out_key_bool(o, "shared", c->shared);
    if (c->wait >= 0) {
        by_out_key_int(o, "wait", c->wait);
        by_out_key_int(o, "span", c->span);
    }
    if (c->undo)
        by_out_key_bool(o, "undo", true);
    by_out_key_int(o, "grace", c->grace);
    by_out_key_int(o, "watchers", c->watchers);
    by_out(o, "}");
}

void by_card_put_short(struct by_out *o, const struct by_card *c, int64_t quiet, bool due)
{
    by_out(o, "{");
    put_both(o, c, false);
    by_out_key_int(o, "open", c->open);
    by_out_key_bool(o, "watch", c->watch);
    by_out_key_bool(o, "turn", c->turn);
    if (quiet >= 0)
        by_out_key_int(o, "quiet", quiet);
    if (due && c->running != BY_NO_SEAT) {
        by_out_key_int(o, "running", c->running);
        by_out_key_int(o, "left", c->seat[c->running].left);
    }
    by_out(o, "}");
}
