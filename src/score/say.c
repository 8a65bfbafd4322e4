/* SPDX-License-Identifier: MIT */
/* say.c: describes the effect of an entry in sentences. */
#include <string.h>

#include "boneyard/text.h"
#include "boneyard/terms.h"
#include "say.h"
#include "judge.h"
#include "util/page.h"
#include "util/tell.h"

enum { NAMES = 1024 };

/* Writes "Anna", "Anna and Ben" or "Anna, Ben and Cara". */
static void put_names(const struct by_score *s, uint32_t seats, struct by_text *out)
{
    int left = __builtin_popcount(seats);

    for (int i = 0; i < by_score_players(s); i++) {
        if ((seats >> i & 1) == 0)
            continue;
        by_put(out, s->name[i]);
        left--;
        if (left > 1)
            by_put(out, ", ");
        else if (left == 1)
            by_put_words(out, BY_SAY_AND, NULL);
    }
}

/* Writes "Anna and Ben" into the caller's buffer. */
static const char *names_of(const struct by_score *s, uint32_t seats, char out[NAMES])
{
    struct by_text t = by_tell_on(out, NAMES);

    put_names(s, seats, &t);
    return out;
}

int by_score_sides(const struct by_score *s) { return by_score_teams(s) ? 2 : by_score_players(s); }

void by_score_side(const struct by_score *s, int side, struct by_text *out)
{
    put_names(s, by_side_of(&s->rules, side), out);
}

by_tile by_score_double(const struct by_score *s, int round)
{
    struct by_state sheet = s->tally.sheet;

    sheet.round = (uint32_t)round - 1;
    return by_deck_lacks(&sheet);
}

void by_score_title(const struct by_score *s, struct by_text *out)
{
    const struct by_game *g = by_games[s->rules.game];
    bool low = by_score_family(s)->low_wins, alone = by_score_family(s)->solitaire;
    const struct by_part parts[] = { BY_WORDS(by_tell_of("game", g->key, "name")),
                                     BY_WORDS(by_tell_of("sheet", g->presets[s->rules.preset].sheet, "name")),
                                     BY_NUMBER(low ? s->rules.opt[BY_ROUNDS] : s->rules.opt[BY_TARGET]) };

    if (!low)
        by_tell_put(out, "score.title.target", parts);
    else if (s->rules.opt[BY_ROUNDS] == 1)
        by_tell_put(out, alone ? "score.title.clear" : "score.title.round", parts);
    else
        by_tell_put(out, alone ? "score.title.rounds.lowest" : "score.title.rounds", parts);
}

void by_score_totals(const struct by_score *s, struct by_text *out)
{
    for (int i = 0; i < by_score_sides(s); i++) {
        by_put(out, i == 0 ? "" : ", ");
        by_score_side(s, i, out);
        by_put_char(out, ' ');
        by_put_int(out, s->tally.sheet.score[i]);
    }
}

/* ---- What is next ---- */

static void put_winners(const struct by_score *s, struct by_text *out)
{
    const struct by_state *sheet = &s->tally.sheet;
    uint32_t who = by_winners(sheet);
    int first = who == 0 ? 0 : __builtin_ctz(who);
    char names[NAMES];

    if (by_score_family(s)->solitaire)
        by_tell_put(out, sheet->cleared > 0 ? "score.cleared" : "score.best",
                    BY_PARTS(BY_WORDS(s->name[0]), BY_NUMBER(sheet->score[0])));
    else if (who == by_side_of(&s->rules, first))
        by_tell_put(
            out, "score.wins",
            BY_PARTS(BY_WORDS(names_of(s, who, names)), BY_NUMBER(by_score_teams(s)), BY_NUMBER(sheet->score[first])));
    else
        by_tell_put(out, "score.share", BY_PARTS(BY_WORDS(names_of(s, who, names)), BY_NUMBER(sheet->score[first])));
}

/* Returns whether a side has reached the target but shares the best score (L-24 with end=round). */
static bool shared_best(const struct by_score *s)
{
    bool reached = false;

    for (int i = 0; i < by_score_players(s); i++)
        reached = reached || s->tally.sheet.score[i] >= s->rules.opt[BY_TARGET];
    return !by_score_family(s)->low_wins && reached && s->tally.sheet.now.phase == BY_ROUND_OVER;
}

static void put_lead(const struct by_score *s, struct by_text *out)
{
    int rule, seat = by_tally_leads(&s->tally, &rule);

    if (seat >= 0)
        by_tell_put(out, "score.leads", BY_PARTS(BY_WORDS(s->name[seat])));
    else if (s->tally.sheet.hub)
        by_tell_put(out, "score.leads.hub", NULL);
    else if (rule == BY_LEAD_DOUBLE)
        by_tell_put(out, "score.leads.double", NULL);
    else
        by_tell_put(out, rule == BY_LEAD_LOT ? "score.leads.lot" : "score.leads.next", NULL);
}

void by_score_next(const struct by_score *s, struct by_text *out)
{
    const struct by_part parts[] = { BY_NUMBER(by_score_round(s)), BY_NUMBER(s->rules.opt[BY_ROUNDS]) };
    by_tile centre = by_score_centre(s);

    if (by_score_over(s)) {
        put_winners(s, out);
        return;
    }
    if (shared_best(s))
        by_tell_put(out, "score.shared", NULL);
    if (by_score_family(s)->solitaire) {
        by_tell_put(out, "score.round.begins", parts);
        return;
    }
    by_tell_put(out, by_score_family(s)->low_wins ? "score.round.of" : "score.round", parts);
    by_put(out, ": ");
    put_lead(s, out);
    if (centre != BY_NO_TILE)
        by_tell_put(out, by_score_family(s)->trains ? "score.centre.engine" : "score.centre",
                    BY_PARTS(BY_THE_TILE(centre)));
    by_put(out, ".");
}

/* ---- Effect of an entry ---- */

/* Lists the pips left: "Left: Ben 16, Cara 4." */
static void put_left(const struct by_score *s, const struct by_entry *e, struct by_text *out)
{
    const char *between = " ";

    by_tell_put(out, "score.left", NULL);
    for (int i = 0; i < by_score_players(s); i++) {
        if (i == e->seat)
            continue;
        by_put(out, between);
        by_put(out, s->name[i]);
        by_put_char(out, ' ');
        by_put_int(out, by_entry_left(e, i).pips);
        between = ", ";
    }
    by_put(out, ".");
}

/* Lists the sides by their gains in the round, largest first. */
static void put_gains(const struct by_score *s, const struct by_entry *e, const struct by_score_row *row,
                      struct by_text *out)
{
    bool line = !by_score_family(s)->low_wins, any = false;
    uint32_t done = 0;
    char names[NAMES];

    for (int n = 0; n < by_score_sides(s); n++) {
        int best = 0;

        while ((done >> best & 1) != 0)
            best++;
        for (int i = best; i < by_score_sides(s); i++)
            if ((done >> i & 1) == 0 && row->gain[i] > row->gain[best])
                best = i;
        done |= (uint32_t)1 << best;
        if (row->gain[best] == 0)
            continue;
        by_put(out, any && !line ? "," : "");
        names_of(s, by_side_of(&s->rules, best), names);
        if (line)
            by_tell_put(out, "score.scores",
                        BY_PARTS(BY_WORDS(names), BY_NUMBER(by_score_teams(s)), BY_NUMBER(row->gain[best])));
        else
            by_tell_put(out, "score.adds", BY_PARTS(BY_WORDS(names), BY_NUMBER(row->gain[best])));
        if (!line && s->rules.opt[BY_BLANK_PENALTY] > 0 && by_entry_left(e, best).blank)
            by_tell_put(out, "score.blank", BY_PARTS(BY_NUMBER(s->rules.opt[BY_BLANK_PENALTY])));
        any = true;
    }
    if (any)
        by_put(out, ".");
    else if (line && e->seat == BY_NO_SEAT && s->tally.sheet.winner == BY_NO_SEAT)
        by_tell_put(out, "score.tie", NULL);
    else
        by_tell_put(out, line ? "score.none" : "score.none.adds", NULL);
}

static void put_round(const struct by_score *s, int at, struct by_text *out)
{
    const struct by_entry *e = &s->entry[at];
    const struct by_score_row *row = &s->row[s->rows - 1];

    for (int i = 0; i < s->rows; i++)
        if (s->row[i].entry == at)
            row = &s->row[i];
    if (by_score_family(s)->solitaire) {
        by_tell_put(out, e->seat == 0 ? "score.row.cleared" : "score.row.left", BY_PARTS(BY_NUMBER(row->gain[0])));
        return;
    }
    if (e->seat == BY_NO_SEAT)
        by_tell_put(out, "score.blocked", NULL);
    else
        by_tell_put(out, "score.out", BY_PARTS(BY_WORDS(s->name[e->seat])));
    if (!by_score_family(s)->low_wins)
        put_left(s, e, out);
    put_gains(s, e, row, out);
}

void by_score_say(const struct by_score *s, int at, FILE *out)
{
    const struct by_entry *e = &s->entry[at];
    char words[4096], names[NAMES];
    struct by_text t = by_tell_on(words, sizeof words);
    bool round = e->kind == BY_ENTRY_ROUND;

    if (round)
        put_round(s, at, &t);
    else if (e->kind == BY_ENTRY_POINTS && !e->plain && s->rules.opt[BY_PLAY_UNIT] != 1)
        by_tell_put(&t, "score.ends", BY_PARTS(BY_NUMBER(e->number)));
    if (e->kind == BY_ENTRY_POINTS || e->kind == BY_ENTRY_PENALTY) {
        int64_t points = e->plain ? e->number : by_tally_worth(&s->tally, e->number);
        bool pays = e->kind == BY_ENTRY_PENALTY;

        by_tell_put(&t, pays ? "score.pays" : "score.points",
                    BY_PARTS(BY_WORDS(names_of(s, by_side_of(&s->rules, e->seat), names)), BY_NUMBER(by_score_teams(s)),
                             BY_NUMBER(pays ? 50 : points)));
    }
    if (e->kind != BY_ENTRY_LEAD && !by_score_family(s)->solitaire) {
        by_put(&t, round ? "\n" : " ");
        by_score_totals(s, &t);
        by_put(&t, ".");
    }
    if (round || e->kind == BY_ENTRY_LEAD || by_score_over(s)) {
        by_put(&t, e->kind == BY_ENTRY_LEAD ? "" : "\n");
        by_score_next(s, &t);
    }
    for (char *line = words, *end; line != NULL; line = end) {
        end = strchr(line, '\n');
        if (end != NULL)
            *end++ = '\0';
        by_page_text(out, "", 0, line);
    }
}
