/* SPDX-License-Identifier: MIT */
/* record.c: records each match as it is played, and publishes the record when the match ends. */
#include <stdlib.h>

#include "boneyard/text.h"
#include "inside.h"
#include "util/memory.h"
#include "wire/events.h"

static void put_line(struct by_room *r, by_json *line)
{
    char *text = by_json_line(line);

    by_out(&r->record, text);
    by_out(&r->record, "\n");
    free(text);
    by_json_free(line);
}

void by_room_record_begin(struct by_room *r, const by_json *names)
{
    by_json *header = by_json_object(), *players = by_json_array();

    r->record.n = 0;
    r->aborted_n = 0;
    by_json_set(header, "boneyard", by_json_int(1));
    by_json_set(header, "rules", by_json_string(r->rules_text));
    for (int i = 0; i < by_players(r); i++)
        by_json_push(players, by_json_share(by_json_at(names, (size_t)i)));
    by_json_set(header, "players", players);
    by_json_set(header, "fair", by_fair_header_json(&r->id));
    put_line(r, header);
}

void by_room_record_round(struct by_room *r)
{
    const struct by_state *s = &r->game.state;
    by_json *line = by_round_json(s->round, s->lead, s->deck, s->deck_tiles);

    by_json_set(line, "t", by_json_int(r->now - r->began));
    by_json_set(line, "fair",
                r->duplicate != 0 ? by_fair_duplicate_json(r->attempt)
                                  : by_fair_round_json(&r->shuffle, r->attempt, r->aborted, r->aborted_n));
    put_line(r, line);
}

void by_room_record_moves(struct by_room *r, const struct by_events *ev)
{
    struct by_view v;

    by_table_view(&r->game, BY_REFEREE, &v);
    for (int i = 0; i < ev->n; i++) {
        by_json *line = by_event_json(&v, &ev->at[i]);

        by_json_set(line, "t", by_json_int(r->now - r->began));
        put_line(r, line);
    }
}

void by_room_record_over(struct by_room *r)
{
    r->records = by_sure(realloc(r->records, ((size_t)r->records_n + 1) * sizeof *r->records));
    r->records[r->records_n++] = r->record.at;
    r->record = (struct by_out){ 0 };
}

char *by_room_record(const struct by_room *r, int match)
{
    const char *text = match < 1 || match > r->records_n ? NULL : r->records[match - 1];

    if (text == NULL || (r->duplicate != 0 && !r->published))
        return NULL;
    return r->duplicate != 0 ? by_duplicate_record(r, text) : by_sure(strdup(text));
}
