/* SPDX-License-Identifier: MIT */
/* cup_row.c: reads and writes the rows of tournaments (cup.h). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cup.h"
#include "util/crypto.h"
#include "util/memory.h"

enum { DAY = 86400, MAC = 32, MAC_TEXT = 43, VERSION = 1, DUPLICATE = 2 };

static void mac_of(const uint8_t seal[BY_SEAL_KEY], const struct by_id *id, const char *text, size_t n, char out[64])
{
    struct by_hasher h;
    uint8_t mac[MAC];

    by_hash_init(&h, seal, BY_SEAL_KEY, sizeof mac);
    by_hash_add(&h, "BY1 cup", 7);
    by_hash_add(&h, id->bytes, sizeof id->bytes);
    by_hash_add(&h, text, n);
    by_hash_end(&h, mac, sizeof mac);
    by_base64(mac, sizeof mac, out);
}

static bool mac_fits(const struct by_room_host *host, const struct by_id *id, const char *row, size_t n)
{
    const char *text = row + MAC_TEXT + 1;
    size_t text_n = n - MAC_TEXT - 1;
    char mac[64];
    bool fits;

    mac_of(host->seal, id, text, text_n, mac);
    fits = by_same_bytes(mac, row, MAC_TEXT);
    for (int i = 0; i < host->former_n && !fits; i++) {
        mac_of(host->former[i], id, text, text_n, mac);
        fits = by_same_bytes(mac, row, MAC_TEXT);
    }
    return fits;
}

static by_json *id_json(const struct by_id *id)
{
    char text[32];

    by_base64(id->bytes, sizeof id->bytes, text);
    return by_json_string(text);
}

static by_json *file_json(const struct by_tournament *t)
{
    char *text = NULL;
    size_t n;
    FILE *out = by_sure(open_memstream(&text, &n));
    by_json *j;

    by_tournament_write(t, out);
    fclose(out);
    j = by_json_string(text);
    free(text);
    return j;
}

char *by_cup_print(const struct by_cup *c, const struct by_room_host *host)
{
    by_json *j = by_json_object(), *persons = by_json_array(), *waiting = by_json_array();
    char *text, *row, mac[64];
    size_t n;

    by_json_set(j, "v", by_json_int(c->duplicate ? DUPLICATE : VERSION)); /* older programs leave these alone */
    by_json_set(j, "name", by_json_string(c->name));
    by_json_set(j, "organiser", id_json(&c->organiser));
    by_json_set(j, "state", by_json_int(c->state));
    by_json_set(j, "clock", by_json_string(c->clock));
    by_json_set(j, "changes", by_json_int((int64_t)c->changes));
    by_json_set(j, "made", by_json_int(c->made));
    by_json_set(j, "start", by_json_int(c->start));
    by_json_set(j, "until", by_json_int(c->until));
    by_json_set(j, "began", by_json_int(c->began));
    by_json_set(j, "ended", by_json_int(c->ended));
    by_json_set(j, "minutes", by_json_int(c->minutes));
    by_json_set(j, "file", file_json(&c->t));
    for (int i = 0; i < c->t.contestants; i++)
        for (int k = 0; k < 1 + (c->t.format == BY_PARTNERS); k++)
            by_json_push(persons, id_json(&c->person[i][k]));
    by_json_set(j, "persons", persons);
    for (int i = 0; i < c->waiting_n; i++) {
        by_json_push(waiting, id_json(&c->waiting[i].person));
        by_json_push(waiting, by_json_string(c->waiting[i].name));
    }
    by_json_set(j, "waiting", waiting);
    if (c->duplicate)
        by_cup_put_duplicate(c, j);
    text = by_json_line(j);
    by_json_free(j);
    n = strlen(text);
    mac_of(host->seal, &c->id, text, n, mac);
    row = by_sure(malloc(MAC_TEXT + n + 2));
    snprintf(row, MAC_TEXT + n + 2, "%s\n%s", mac, text);
    free(text);
    return row;
}

static bool read_id(const by_json *j, struct by_id *out)
{
    return by_json_text(j) != NULL && by_unbase64(by_json_text(j), out->bytes, sizeof out->bytes);
}

static bool read_people(struct by_cup *c, const by_json *persons, const by_json *waiting)
{
    int each = 1 + (c->t.format == BY_PARTNERS);
    bool fine = by_json_count(persons) == (size_t)each * (size_t)c->t.contestants
        && by_json_count(waiting) <= (size_t)2 * BY_CUP_WAITING;

    for (int i = 0; fine && i < each * c->t.contestants; i++)
        fine = read_id(by_json_at(persons, (size_t)i), &c->person[i / each][i % each]);
    for (size_t i = 0; fine && 2 * i + 1 < by_json_count(waiting); i++) {
        const char *name = by_json_text(by_json_at(waiting, 2 * i + 1));

        fine = name != NULL && read_id(by_json_at(waiting, 2 * i), &c->waiting[i].person);
        snprintf(c->waiting[i].name, sizeof c->waiting[i].name, "%s", fine ? name : "");
        c->waiting_n++;
    }
    return fine;
}

static bool read_file(struct by_cup *c, const char *text)
{
    struct by_fault f;

    return text != NULL && by_tournament_start(&c->t, text, &f);
}

bool by_cup_read(struct by_cup *c, const struct by_room_host *host, const struct by_id *id, struct by_bytes_of row)
{
    const char *at = row.at;
    struct by_fault f;
    int64_t version;
    by_json *j;
    bool fine;

    memset(c, 0, sizeof *c);
    c->id = *id;
    if (row.n <= MAC_TEXT + 1 || at[MAC_TEXT] != '\n' || !mac_fits(host, id, at, row.n))
        return false;
    j = by_json_read(at + MAC_TEXT + 1, row.n - MAC_TEXT - 1, &f);
    if (j == NULL)
        return false;
    snprintf(c->name, sizeof c->name, "%s", by_field_text(j, "name"));
    snprintf(c->clock, sizeof c->clock, "%s", by_field_text(j, "clock"));
    c->state = (enum by_cup_state)(by_field_number(j, "state", BY_CUP_OVER) % BY_CUP_STATES);
    c->changes = (uint64_t)by_field_number(j, "changes", 1);
    c->made = by_field_number(j, "made", 0);
    c->start = by_field_number(j, "start", 0);
    c->until = by_field_number(j, "until", 0);
    c->began = by_field_number(j, "began", 0);
    c->ended = by_field_number(j, "ended", 0);
    c->minutes = (int)by_field_number(j, "minutes", 0);
    version = by_field_number(j, "v", 0);
    fine = (version == VERSION || (version == DUPLICATE && by_cup_read_duplicate(c, j)))
        && read_id(by_json_get(j, "organiser"), &c->organiser) && read_file(c, by_field_text(j, "file"));
    if (fine && !read_people(c, by_json_get(j, "persons"), by_json_get(j, "waiting"))) {
        by_cup_clear(c);
        fine = false;
    }
    by_json_free(j);
    return fine;
}

/* Returns when the next step is due, or 0 if there is none. */
static int64_t due_at(const struct by_cup *c, int keep)
{
    if (c->state == BY_CUP_OVER)
        return c->ended + (int64_t)keep * DAY;
    if (c->state == BY_CUP_PLAYING)
        return 0;
    return c->start != 0 ? c->start : c->made + DAY;
}

struct by_columns by_cup_columns(const struct by_cup *c, int keep)
{
    return (struct by_columns){ .status = by_cup_states[c->state],
                                .game = by_games[c->t.rules.game]->key,
                                .at = due_at(c, keep),
                                .who = &c->organiser,
                                .who_n = 1 };
}
