/* SPDX-License-Identifier: MIT */
/* evening_say.c: prints the tables and standings of a tournament as text. */
#include <stdio.h>
#include <string.h>

#include "evening.h"
#include "boneyard/text.h"
#include "boneyard/words.h"
#include "tournament/standings.h"
#include "util/page.h"
#include "util/tell.h"
#include "util/utf8.h"

#define NAME_WIDTH 26

static const char *const formats[] = { "tournament.singles", "tournament.partners", "tournament.rotating" };
static const char *const systems[] = { "tournament.swiss", "tournament.all" };
static const char *const ties[] = { "tournament.tie.opponents", "tournament.tie.difference", "tournament.tie.wins" };

void by_evening_title(const struct by_tournament *t, struct by_text *out)
{
    by_put(out, by_tell_of("game", by_games[t->rules.game]->key, "name"));
    by_put(out, ", ");
    by_put(out, by_tell(formats[t->format]));
    by_put(out, ", ");
    by_put(out, by_tell(systems[t->system]));
    if (t->limit > 0)
        by_tell_put(out, "tournament.limit", BY_PARTS(BY_NUMBER(t->limit)));
    if (t->until[0] != '\0')
        by_tell_put(out, "tournament.until", BY_PARTS(BY_WORDS(t->until + 11)));
}

void by_evening_table(const struct by_tournament *t, const struct by_seating *s, struct by_text *out)
{
    int sides = by_seating_sides(t, s);

    for (int i = 0; i < sides; i++) {
        if (i > 0)
            by_put(out, sides == 2 && !s->scored ? by_tell("tournament.versus") : ", ");
        by_seating_put(t, s, i, out);
        if (!s->scored)
            continue;
        by_put_char(out, ' ');
        by_put_int(out, s->score[i]);
    }
}

void by_evening_byes(const struct by_tournament *t, const struct by_tournament_round *r, struct by_text *out)
{
    for (int i = 0; i < r->byes; i++) {
        struct by_seating one = { .n = 1, .at = { r->bye[i] } };

        by_put(out, i > 0 ? ", " : "");
        by_seating_put(t, &one, 0, out);
    }
}

void by_evening_tables(const struct by_tournament *t, int round, FILE *out)
{
    const struct by_tournament_round *r = &t->round[round];
    char words[4096], label[80];
    struct by_text text = by_tell_on(words, sizeof words), to;

    by_tell_put(&text, "tournament.round", BY_PARTS(BY_NUMBER(round + 1)));
    fprintf(out, "%s\n", words);
    for (int i = 0; i < r->tables; i++) {
        text = by_tell_on(words, sizeof words);
        to = by_tell_on(label, sizeof label);
        by_tell_put(&to, "tournament.table", BY_PARTS(BY_NUMBER(i + 1)));
        by_evening_table(t, &r->table[i], &text);
        by_page_text(out, label, 10, words);
    }
    text = by_tell_on(words, sizeof words);
    by_evening_byes(t, r, &text);
    if (r->byes > 0)
        by_page_text(out, by_tell("tournament.bye"), 10, words);
}

bool by_evening_figure(const struct by_tournament *t, const struct by_position *p, int column, struct by_text *out)
{
    char figure[32];
    int tie = column - 1;

    if (column > t->ties + 1)
        return false;
    if (p == NULL && column == 0)
        by_put(out, by_tell("tournament.points"));
    else if (p == NULL)
        by_put(out, by_tell(tie < t->ties ? ties[t->tie[tie]] : "tournament.played"));
    else if (column == 0 || tie == t->ties)
        by_put_int(out, column == 0 ? p->points : p->played);
    else if (t->tie[tie] == BY_TIE_WINS)
        by_put_int(out, p->tie[BY_TIE_WINS]);
    else {
        snprintf(figure, sizeof figure, t->tie[tie] == BY_TIE_OPPONENTS ? "%.1f" : "%+.1f",
                 (double)p->tie[t->tie[tie]] / BY_WIN);
        by_put(out, figure);
    }
    return true;
}

/* Prints a line of figures after a name. */
static void put_figures(const struct by_tournament *t, const struct by_position *p, FILE *out)
{
    char words[200];
    struct by_text text = by_tell_on(words, sizeof words);

    for (int i = 0; by_evening_figure(t, p, i, &text); i++) {
        int letters = by_utf8_count(words);

        fprintf(out, " %*s%s", letters < 10 ? 10 - letters : 0, "", words);
        text = by_tell_on(words, sizeof words);
    }
    putc('\n', out);
}

void by_evening_standings(const struct by_tournament *t, FILE *out)
{
    struct by_position p[BY_MOST_CONTESTANTS];
    int n = by_tournament_standings(t, p);
    char name[BY_CONTESTANT_TEXT + 64];

    fprintf(out, "    %*s", NAME_WIDTH, "");
    put_figures(t, NULL, out);
    for (int i = 0; i < n; i++) {
        const struct by_contestant *c = &t->contestant[p[i].contestant];
        struct by_seating one = { .n = 1, .at = { (int16_t)p[i].contestant } };
        struct by_text text = by_tell_on(name, sizeof name);
        int letters;

        by_seating_put(t, &one, 0, &text);
        if (c->out)
            by_tell_put(&text, "tournament.left", NULL);
        letters = by_utf8_count(name);
        fprintf(out, "%3d %.*s%*s", p[i].place, (int)by_utf8_first(name, NAME_WIDTH), name,
                letters < NAME_WIDTH ? NAME_WIDTH - letters : 0, "");
        put_figures(t, &p[i], out);
    }
}
