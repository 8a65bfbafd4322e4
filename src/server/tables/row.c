/* SPDX-License-Identifier: MIT */
/* row.c: reads and writes a table's row in the store, as JSON. */
#include "row.h"

#include <string.h>

#include "wire/messages.h"

bool by_row_read(struct by_bytes_of value, struct by_store_row *out)
{
    by_json *j = by_json_read(value.at, value.n, NULL);
    const char *status = by_field_text(j, "status");
    const by_json *room = by_json_get(j, "room"), *who = by_json_get(j, "who");
    const char *game = by_field_text(room, "rules"), *phase = by_field_text(room, "phase");
    bool known = status != NULL && (strcmp(status, "live") == 0 || strcmp(status, "done") == 0);

    *out = (struct by_store_row){ .live = known && strcmp(status, "live") == 0,
                                  .over = by_field_number(j, "over", 0),
                                  .needs = (int)by_field_number(j, "entries", 1),
                                  .indexed = by_json_is_array(who) && game != NULL,
                                  .is_public = by_json_true(by_json_get(j, "public")),
                                  .game = -1 };
    for (int i = 0; i < BY_GAMES && out->indexed && game != NULL; i++)
        if (strncmp(game, by_games[i]->key, strcspn(game, ": ")) == 0 && by_games[i]->key[strcspn(game, ": ")] == '\0')
            out->game = i;
    if (out->indexed && phase != NULL) {
        out->waiting = strcmp(phase, "waiting") == 0;
        out->played = strcmp(phase, "over") == 0 || strcmp(phase, "closed") == 0;
    }
    out->counted = by_field_bytes(j, "from", out->from.bytes, sizeof out->from.bytes);
    out->is_wide = by_field_bytes(j, "wide", out->wide.bytes, sizeof out->wide.bytes);
    for (size_t i = 0; i < by_json_count(who) && i < BY_SEATS + 2; i++) {
        const char *id = by_json_text(by_json_at(who, i));

        if (id != NULL && by_unbase64(id, out->who[out->who_n].bytes, sizeof out->who[0].bytes))
            out->who_n++;
    }
    by_json_free(j);
    return known;
}

bool by_row_each_live(struct by_store *s, by_on_value *each, void *context)
{
    static const char *const live[] = { BY_ROW_OPEN, BY_ROW_PUBLIC, BY_ROW_PRIVATE };
    bool whole = true;

    for (int i = 0; i < 3 && whole; i++)
        whole = by_store_query(s, &(struct by_query){ .kind = "table", .status = live[i] }, each, context);
    return whole;
}

struct by_columns by_row_columns(struct by_store_row *row, const struct by_card *card)
{
    bool listed = card != NULL && card->is_public, open = listed && card->phase == BY_CARD_WAITING && card->open > 0;
    struct by_columns c = { .status = BY_ROW_DONE, .who = row->who, .who_n = row->who_n };

    if (row->game >= 0)
        c.game = by_games[row->game]->key;
    if (!row->live)
        c.at = row->over;
    else
        c.status = open ? BY_ROW_OPEN : listed && card->watch ? BY_ROW_PUBLIC : BY_ROW_PRIVATE;
    if (row->live && row->counted)
        row->who[c.who_n++] = row->from;
    if (row->live && row->counted && row->is_wide)
        row->who[c.who_n++] = row->wide;
    return c;
}

char *by_row_print(const struct by_store_row *row, const struct by_card *card)
{
    struct by_out o = { 0 };

    by_out(&o, "{");
    by_out_key_string(&o, "status", row->live ? "live" : "done");
    by_out_key_int(&o, "over", row->over);
    if (row->needs > 1)
        by_out_key_int(&o, "entries", row->needs);
    if (row->live && row->counted)
        by_out_key_base64(&o, "from", row->from.bytes, sizeof row->from.bytes);
    if (row->live && row->counted && row->is_wide)
        by_out_key_base64(&o, "wide", row->wide.bytes, sizeof row->wide.bytes);
    if (card != NULL) {
        by_out_key_bool(&o, "public", card->is_public);
        by_out_key(&o, "who");
        for (int i = 0; i < row->who_n; i++) {
            by_out(&o, i > 0 ? ",\"" : "[\"");
            by_out_base64(&o, row->who[i].bytes, sizeof row->who[i].bytes);
            by_out(&o, "\"");
        }
        by_out(&o, row->who_n > 0 ? "]" : "[]");
        by_out_key(&o, "room");
        by_card_put_short(&o, card, -1, false);
    }
    by_out(&o, "}");
    return by_out_end(&o);
}
