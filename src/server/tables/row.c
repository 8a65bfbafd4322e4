/* SPDX-License-Identifier: MIT */
/* row.c: a table's row in the store, as JSON. */
#include "row.h"

#include <string.h>

#include "wire/messages.h"

bool by_row_read(struct by_bytes_of value, struct by_store_row *out)
{
    by_json *j = by_json_read(value.at, value.n, NULL);
    const char *status = by_field_text(j, "status");
    bool known = status != NULL && (strcmp(status, "live") == 0 || strcmp(status, "done") == 0);

    *out = (struct by_store_row){ .live = known && strcmp(status, "live") == 0, .over = by_field_number(j, "over", 0) };
    by_json_free(j);
    return known;
}

char *by_row_print(const struct by_store_row *row, const struct by_card *card)
{
    struct by_out o = { 0 };

    by_out(&o, "{");
    by_out_key_string(&o, "status", row->live ? "live" : "done");
    by_out_key_int(&o, "over", row->over);
    if (card != NULL) {
        by_out_key(&o, "room");
        by_card_put_short(&o, card, -1);
    }
    by_out(&o, "}");
    return by_out_end(&o);
}
