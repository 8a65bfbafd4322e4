/* SPDX-License-Identifier: MIT */
/* queue_row.c: makes a table's row in the store from its room. */
#include <stdlib.h>
#include <string.h>

#include "lease.h"
#include "queue.h"
#include "writes.h"
#include "server/results/settle.h"

void by_queue_row(const struct live_table *t, bool live, const struct by_id *person, struct by_table_row *out)
{
    static const struct by_id nobody; /* no seat in the row is marked as `you` */
    const struct by_id *all = by_room_persons(t->room, &out->is.who_n);
    bool among = false;
    struct by_room_facts facts;
    struct by_card card;

    by_room_facts(t->room, &facts);
    out->is.live = live;
    out->is.counted = t->counts;
    memcpy(out->is.from.bytes, t->from, sizeof t->from);
    memcpy(out->is.wide.bytes, t->wide, sizeof t->wide);
    out->is.is_wide = memcmp(t->wide, nobody.bytes, sizeof t->wide) != 0;
    out->is.over = live ? 0 : t->over;
    out->is.needs = t->needs > facts.needs ? t->needs : facts.needs;
    out->is.game = facts.entries > 0 ? facts.game : -1;
    for (int i = 0; i < out->is.who_n; i++) {
        out->is.who[i] = all[i];
        among = among || (person != NULL && memcmp(&all[i], person, sizeof *person) == 0);
    }
    if (person != NULL && !among)
        out->is.who[out->is.who_n++] = *person;
    if (facts.entries > 0)
        by_room_card(t->room, &nobody, facts.now, &card);
    out->text = by_row_print(&out->is, facts.entries > 0 ? &card : NULL);
    out->columns = by_row_columns(&out->is, facts.entries > 0 ? &card : NULL);
}

void by_queue_write_row(struct live_table *t)
{
    struct by_table_row row = { .text = NULL };
    struct by_room_facts facts;
    struct by_put_of put = { "table", { t->id.bytes, sizeof t->id.bytes }, { 0 } };
    struct by_batch b = { .epoch = 1, .puts = &put, .puts_n = 1, .columns = &row.columns };

    by_room_facts(t->room, &facts);
    if (t->row == facts.seatings || !by_lease_holds(t))
        return;
    by_queue_row(t, t->over == 0 || !by_settle_done(t), NULL, &row);
    put.value = (struct by_bytes_of){ row.text, strlen(row.text) };
    by_writes_batch(t->hub, &b, NULL, NULL);
    free(row.text);
    t->row = facts.seatings;
}
