/* SPDX-License-Identifier: MIT */
/* result.c: computes the result of each match: the ranks of its sides, and the players who left. */
#include <stdio.h>
#include <stdlib.h>

#include "boneyard/terms.h"
#include "inside.h"
#include "util/memory.h"

void by_result_begin(struct by_room *r)
{
    struct by_match_result *m = r->playing == NULL ? by_sure(malloc(sizeof *m)) : r->playing;

    memset(m, 0, sizeof *m);
    m->match = r->match;
    m->players = by_players(r);
    m->rated = r->rated;
    m->rules = r->rules_text;
    for (int i = 0; i < m->players; i++) {
        const struct seat *s = &r->seat[i];
        struct by_result_seat *to = &m->seat[i];
        int first = __builtin_ctz(by_side_of(&r->rules, i));

        to->person = s->kind == SEAT_PERSON;
        snprintf(to->name, sizeof to->name, "%.*s", (int)sizeof to->name - 1, to->person ? s->name : s->level);
        if (to->person)
            to->id = by_person_at(r, i)->id;
        to->side = first < i ? m->seat[first].side : m->sides++;
    }
    r->playing = m;
}

void by_result_note(struct by_room *r, uint64_t number)
{
    struct by_match_result *m = r->playing;

    if (m == NULL)
        return;
    for (int i = 0; i < m->players; i++) {
        struct by_result_seat *s = &m->seat[i];

        if (!s->person || by_by_hand(r, i))
            s->left = 0;
        else if (s->left == 0)
            s->left = number;
    }
}

/* A side at the end of a match. */
struct side {
    uint64_t left; /* when its first player left; 0 if none has */
    bool won;
    int32_t score;
};

static bool better(const struct side *a, const struct side *b, bool low_wins)
{
    if (a->left != b->left)
        return a->left == 0 || (b->left != 0 && a->left > b->left);
    if (a->won != b->won)
        return a->won;
    return low_wins ? a->score < b->score : a->score > b->score;
}

static void rank(const struct by_room *r, struct by_match_result *m)
{
    const struct by_state *s = &r->game.state;
    uint32_t winners = r->phase == OVER ? by_winners(s) : 0;
    struct side side[BY_SEATS] = { 0 };
    int ranks[BY_SEATS] = { 0 };

    for (int i = 0; i < m->players; i++) {
        struct side *of = &side[m->seat[i].side];
        uint64_t left = m->rated ? m->seat[i].left : 0;

        m->seat[i].score = s->score[i];
        of->score = s->score[i];
        of->won = of->won || (winners >> i & 1) != 0;
        if (left != 0 && (of->left == 0 || left < of->left))
            of->left = left;
    }
    for (int i = 0; i < m->sides; i++) {
        ranks[i] = 1;
        for (int k = 0; k < m->sides; k++)
            ranks[i] += better(&side[k], &side[i], by_families[s->family]->low_wins);
    }
    for (int i = 0; i < m->players; i++)
        m->seat[i].rank = ranks[m->seat[i].side];
}

static void end(struct by_room *r, bool record)
{
    by_result_note(r, r->entries + 1);
    rank(r, r->playing);
    r->playing->record = record;
    free(r->result);
    r->result = r->playing;
    r->playing = NULL;
}

void by_result_over(struct by_room *r)
{
    if (r->playing != NULL)
        end(r, true);
}

/* Leaving a rated match counts against a player even if the table closes because no player remains. If anyone was still
 * playing, the match has no result. */
void by_result_closed(struct by_room *r)
{
    bool left = r->playing != NULL && r->playing->rated && !r->lost;
    int people = 0;

    for (int i = 0; left && i < r->playing->players; i++) {
        people += r->playing->seat[i].person;
        left = !r->playing->seat[i].person || !by_by_hand(r, i);
    }
    if (left && people > 0)
        end(r, false);
}

const struct by_match_result *by_room_match_result(const struct by_room *r)
{
    struct by_id id;

    return by_room_held(r, &id) != 0 ? NULL : r->result;
}
