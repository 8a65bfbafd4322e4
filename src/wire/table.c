/* table.c: a match with its record. */
#include "table.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/chance.h"
#include "util/keep.h"
#include "util/memory.h"

static by_json *header_json(const struct by_config *rules, const char *const *names, const char *date)
{
    by_json *header = by_json_object(), *players = by_json_array();
    char text[BY_CONFIG_TEXT], seat[16];

    by_json_set(header, "boneyard", by_json_int(1));
    by_config_print(rules, text, sizeof text);
    by_json_set(header, "rules", by_json_string(text));
    for (int i = 0; i < rules->opt[BY_PLAYERS]; i++) {
        snprintf(seat, sizeof seat, "seat %d", i);
        by_json_push(players, by_json_string(names == NULL ? seat : names[i]));
    }
    by_json_set(header, "players", players);
    if (date != NULL)
        by_json_set(header, "date", by_json_string(date));
    return header;
}

struct by_table *by_table_new(const struct by_config *rules, const char *const *names, const char *date,
                              const struct by_seed *seed)
{
    struct by_table *t = by_sure(calloc(1, sizeof *t));

    t->log = by_sure(malloc(256 * sizeof *t->log));
    by_match_init(&t->match, rules, t->log, 256);
    t->seed = *seed;
    t->started = -1;
    t->record = by_json_array();
    by_json_push(t->record, header_json(rules, names, date));
    return t;
}

void by_table_free(struct by_table *t)
{
    if (t == NULL)
        return;
    by_json_free(t->record);
    free(t->log);
    free(t);
}

static void push_event(struct by_table *t, by_json *event)
{
    if (t->started >= 0)
        by_json_set(event, "t", by_json_int(t->offset + by_now_ms() - t->started));
    by_json_push(t->record, event);
}

by_err by_table_deal(struct by_table *t, const by_tile *deck, int tiles, int lead, struct by_events *ev)
{
    struct by_state *s = &t->match.state;
    by_err err;

    if (deck == NULL) {
        err = by_match_deal_seeded(&t->match, &t->seed, lead, ev);
    } else {
        if (lead < 0 && by_lead_rule(s) == BY_LEAD_LOT)         /* L-06 */
            lead = by_seed_lot(s, &t->seed, s->round + 1);
        err = by_match_deal(&t->match, deck, tiles, lead, ev);
    }
    if (err == BY_OK)
        push_event(t, by_round_json(s->round, s->lead, s->deck, s->deck_tiles));
    return err;
}

by_err by_table_play(struct by_table *t, int seat, const char *text, size_t n, struct by_events *ev)
{
    struct by_view v;
    by_err err;

    if (t->match.moves == t->match.room) {
        uint32_t room = t->match.room * 2;

        t->log = by_sure(realloc(t->log, room * sizeof *t->log));
        by_match_log(&t->match, t->log, room);
    }
    err = by_match_play(&t->match, seat, text, n, ev);
    if (err != BY_OK)
        return err;
    by_match_view(&t->match, BY_REFEREE, &v);
    for (int i = 0; i < ev->n; i++)
        push_event(t, by_event_json(&v, &ev->at[i]));
    return BY_OK;
}

by_err by_table_undo(struct by_table *t)
{
    by_err err = by_match_undo(&t->match);
    bool move = false;

    while (err == BY_OK && !move) {
        const by_json *last = by_json_at(t->record, by_json_count(t->record) - 1);

        move = by_json_get(last, "move") != NULL;
        by_json_pop(t->record);
    }
    return err;
}

/* Plays the first `events` events of a record on a fresh table. */
static void replay(struct by_table *to, const by_json *record, size_t events)
{
    struct by_events ev;
    by_tile deck[BY_MAX_TILES];
    int64_t seat;
    int tiles;

    for (size_t i = 1; i < events; i++) {
        const by_json *line = by_json_at(record, i);
        const char *move = by_json_text(by_json_get(line, "move"));

        if (by_json_get(line, "deck") != NULL) {
            by_json_number(by_json_get(line, "lead"), &seat);
            by_deck_read(by_json_get(line, "deck"), deck, &tiles);
            by_table_deal(to, deck, tiles, by_lead_taken(&to->match.state) ? (int)seat : -1, &ev);
        } else if (move != NULL) {
            by_json_number(by_json_get(line, "seat"), &seat);
            by_table_play(to, (int)seat, move, strncmp(move, "draw", 4) == 0 ? 4 : strlen(move), &ev);
        }
    }
}

by_err by_table_undo_round(struct by_table *t)
{
    size_t events = by_json_count(t->record), deals = 0;
    struct by_table *fresh;

    if (t->match.state.round < 2)
        return BY_E_NO_UNDO;
    while (deals == 0)
        deals += by_json_get(by_json_at(t->record, --events), "deck") != NULL;
    fresh = by_table_new(&t->match.state.rules, NULL, NULL, &t->seed);
    replay(fresh, t->record, events);
    by_table_undo(fresh);
    while (by_json_count(t->record) > by_json_count(fresh->record))
        by_json_pop(t->record);         /* keeps the header and the times */
    free(t->log);
    t->match = fresh->match;
    t->log = fresh->log;
    fresh->log = NULL;
    by_table_free(fresh);
    return BY_OK;
}

static bool write_lines(const struct by_table *t, FILE *out)
{
    bool fine = true;

    for (size_t i = 0; i < by_json_count(t->record) && fine; i++) {
        char *line = by_json_line(by_json_at(t->record, i));

        fine = fputs(line, out) >= 0 && putc('\n', out) != EOF;
        free(line);
    }
    return fine && fflush(out) == 0;
}

bool by_table_write(const struct by_table *t, const char *path)
{
    char *bytes = NULL;
    size_t n = 0;
    FILE *out = by_sure(open_memstream(&bytes, &n));
    bool fine = write_lines(t, out);

    if (fclose(out) != 0 || !fine)
        by_sure(NULL);
    fine = by_keep_write(path, bytes, n);
    free(bytes);
    return fine;
}

const char *by_table_name(const struct by_table *t, int seat)
{
    const by_json *names = by_json_get(by_json_at(t->record, 0), "players");

    return by_json_text(by_json_at(names, (size_t)seat));
}
