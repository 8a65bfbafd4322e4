/* say.c: what an entry has brought, in sentences. */
#include <string.h>

#include "boneyard/text.h"
#include "score.h"
#include "util/page.h"

/* "Anna", "Anna and Ben", "Anna, Ben and Cara". */
static void put_names(const struct by_score *s, uint32_t seats, struct by_text *out)
{
    int left = __builtin_popcount(seats);

    for (int i = 0; i < by_score_players(s); i++) {
        if ((seats >> i & 1) == 0)
            continue;
        by_put(out, s->name[i]);
        left--;
        by_put(out, left > 1 ? ", " : left == 1 ? " and " : "");
    }
}

static uint32_t side_of(const struct by_score *s, int seat)
{
    return by_score_teams(s) ? (uint32_t)5 << (seat & 1) : (uint32_t)1 << seat;
}

static void put_number(struct by_text *out, const char *before, int64_t n, const char *after)
{
    by_put(out, before);
    by_put_int(out, n);
    by_put(out, after);
}

static void put_pips(struct by_text *out, const char *before, int64_t n, const char *after)
{
    by_put(out, before);
    by_put_count(out, n, "pip");
    by_put(out, after);
}

int by_score_sides(const struct by_score *s) { return by_score_teams(s) ? 2 : by_score_players(s); }

void by_score_side(const struct by_score *s, int side, struct by_text *out) { put_names(s, side_of(s, side), out); }

by_tile by_score_double(const struct by_score *s, int round)
{
    struct by_state sheet = s->tally.sheet;

    sheet.round = (uint32_t)round - 1;
    return by_deck_lacks(&sheet);
}

void by_score_title(const struct by_score *s, struct by_text *out)
{
    const struct by_game *g = by_games[s->rules.game];

    by_put(out, g->name);
    by_put(out, ", sheet ");
    by_put(out, g->presets[s->rules.preset].sheet);
    if (by_score_family(s) == BY_LINE)
        put_number(out, ": ", s->rules.opt[BY_TARGET], " points win.");
    else if (s->rules.opt[BY_ROUNDS] == 1)
        by_put(out, by_score_family(s) == BY_CASTLE ? ": clear the row." : ": one round, the lowest total wins.");
    else
        put_number(out, ": ", s->rules.opt[BY_ROUNDS], by_score_family(s) == BY_CASTLE ? " rounds, the lowest counts."
                   : " rounds, the lowest total wins.");
}

void by_score_totals(const struct by_score *s, struct by_text *out)
{
    for (int i = 0; i < by_score_sides(s); i++) {
        by_put(out, i == 0 ? "" : ", ");
        by_score_side(s, i, out);
        put_number(out, " ", s->tally.sheet.score[i], "");
    }
}

/* ---- What comes next ---- */

static void put_winners(const struct by_score *s, struct by_text *out)
{
    const struct by_state *sheet = &s->tally.sheet;
    uint32_t who = by_winners(sheet);
    int first = who == 0 ? 0 : __builtin_ctz(who);

    if (by_score_family(s) == BY_CASTLE) {
        put_names(s, 1, out);
        if (sheet->cleared > 0)
            by_put(out, " has won: the row is cleared.");
        else
            put_pips(out, " has ", sheet->score[0], " left at best.");
        return;
    }
    put_names(s, who, out);
    if (who == side_of(s, first))
        put_number(out, by_score_teams(s) ? " win with " : " wins with ", sheet->score[first], ".");
    else
        put_number(out, " share the win with ", sheet->score[first], " each.");
}

/* L-24, end=round: somebody has the points, and shares the best score. */
static bool shared_best(const struct by_score *s)
{
    bool reached = false;

    for (int i = 0; i < by_score_players(s); i++)
        reached = reached || s->tally.sheet.score[i] >= s->rules.opt[BY_TARGET];
    return by_score_family(s) == BY_LINE && reached && s->tally.sheet.now.phase == BY_ROUND_OVER;
}

static void put_lead(const struct by_score *s, struct by_text *out)
{
    int rule, seat = by_tally_leads(&s->tally, &rule);

    if (seat >= 0) {
        by_put(out, s->name[seat]);
        by_put(out, " leads");
    } else if (s->tally.sheet.hub) {
        by_put(out, "the highest double in any hand opens the hub");
    } else if (rule == BY_LEAD_DOUBLE) {
        by_put(out, "the highest double leads");
    } else if (rule == BY_LEAD_LOT) {
        by_put(out, "each draws a tile, and the most pips lead");
    } else {
        by_put(out, "the next seat leads; say who led before with 'NAME leads'");
    }
}

void by_score_next(const struct by_score *s, struct by_text *out)
{
    by_tile centre = by_score_centre(s);

    if (by_score_over(s)) {
        put_winners(s, out);
        return;
    }
    if (shared_best(s))
        by_put(out, "The best score is shared, so another round decides. ");
    put_number(out, "Round ", by_score_round(s), "");
    if (by_score_family(s) != BY_LINE)
        put_number(out, " of ", s->rules.opt[BY_ROUNDS], "");
    if (by_score_family(s) == BY_CASTLE) {
        by_put(out, " begins.");
        return;
    }
    by_put(out, ": ");
    put_lead(s, out);
    if (centre != BY_NO_TILE) {
        by_put(out, ", ");
        by_put_tile(out, centre, false);
        by_put(out, by_score_family(s) == BY_TRAINS ? " is the engine" : " goes in the middle");
    }
    by_put(out, ".");
}

/* ---- What an entry has brought ---- */

/* "Left: Ben 16, Cara 4." */
static void put_left(const struct by_score *s, const struct by_entry *e, struct by_text *out)
{
    const char *between = " Left: ";

    for (int i = 0; i < by_score_players(s); i++) {
        if (i == e->seat)
            continue;
        by_put(out, between);
        by_put(out, s->name[i]);
        put_number(out, " ", by_entry_left(e, i).pips, "");
        between = ", ";
    }
    by_put(out, ".");
}

/* The sides in the order of what the round has brought them, the most first. */
static void put_gains(const struct by_score *s, const struct by_entry *e, const struct by_row *row, struct by_text *out)
{
    bool line = by_score_family(s) == BY_LINE, any = false;
    uint32_t done = 0;

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
        by_put(out, any && !line ? ", " : " ");
        by_score_side(s, best, out);
        put_number(out, !line ? " adds " : by_score_teams(s) ? " score " : " scores ", row->gain[best], "");
        if (!line && s->rules.opt[BY_BLANK_PENALTY] > 0 && by_entry_left(e, best).blank)
            put_number(out, ", ", s->rules.opt[BY_BLANK_PENALTY], " of it for the 0-0");
        any = true;
    }
    if (!any && line && e->seat == BY_NO_SEAT && s->tally.sheet.winner == BY_NO_SEAT)
        by_put(out, " The lowest count is shared, so nobody scores.");
    else
        by_put(out, any ? "." : line ? " Nobody scores." : " Nobody adds anything.");
}

static void put_round(const struct by_score *s, int at, struct by_text *out)
{
    const struct by_entry *e = &s->entry[at];
    const struct by_row *row = &s->row[s->rows - 1];

    for (int i = 0; i < s->rows; i++)
        if (s->row[i].entry == at)
            row = &s->row[i];
    if (by_score_family(s) == BY_CASTLE) {
        by_put(out, e->seat == 0 ? "The row is cleared." : "");
        if (e->seat != 0)
            put_pips(out, "", row->gain[0], row->gain[0] == 1 ? " is left." : " are left.");
        return;
    }
    if (e->seat == BY_NO_SEAT) {
        by_put(out, "The round is blocked.");
    } else {
        by_put(out, s->name[e->seat]);
        by_put(out, " goes out.");
    }
    if (by_score_family(s) == BY_LINE)
        put_left(s, e, out);
    put_gains(s, e, row, out);
}

void by_score_say(const struct by_score *s, int at, FILE *out)
{
    const struct by_entry *e = &s->entry[at];
    char words[4096];
    struct by_text t = by_text_on(words, sizeof words);
    bool round = e->kind == BY_ENTRY_ROUND;

    if (round)
        put_round(s, at, &t);
    else if (e->kind == BY_ENTRY_POINTS && !e->plain && s->rules.opt[BY_PLAY_UNIT] != 1)
        put_number(&t, "The ends make ", e->number, ": ");
    if (e->kind == BY_ENTRY_POINTS || e->kind == BY_ENTRY_PENALTY) {
        put_names(s, side_of(s, e->seat), &t);
        by_put(&t, e->kind == BY_ENTRY_PENALTY ? " pays" : by_score_teams(s) ? " score" : " scores");
        put_number(&t, " ", e->kind == BY_ENTRY_PENALTY ? 50 : e->plain ? e->number
                   : by_tally_worth(&s->tally, e->number), ".");
    }
    if (e->kind != BY_ENTRY_LEAD && by_score_family(s) != BY_CASTLE) {
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
