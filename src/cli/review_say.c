/* SPDX-License-Identifier: MIT */
/* review_say.c: prints a review, for people and for programs (review.h). */
#include <stdlib.h>
#include <string.h>

#include "boneyard/text.h"
#include "review.h"
#include "util/page.h"
#include "wire/json.h"
#include "util/tell.h"

/* A seat's decisions summed up. */
struct sum {
    int decisions, grade[BY_GRADES];
    int64_t cost;
};

static struct sum sum_of(const struct by_review *r, int seat)
{
    struct sum s = { 0 };

    for (int i = 0; i < r->n; i++) {
        const struct by_graded *g = &r->at[i];

        if (g->seat != seat)
            continue;
        s.decisions++;
        s.grade[g->verdict.grade]++;
        s.cost += g->verdict.grade == BY_GRADE_BEST ? 0 : g->verdict.cost;
    }
    return s;
}

static enum by_unit unit_of(const struct by_review *r)
{
    return r->n > 0 ? (enum by_unit)r->at[0].verdict.unit : BY_UNIT_POINTS;
}

/* ---- For people --------------------------------------------------------------------------------- */

static void print_name(const struct by_review *r, int seat)
{
    if (seat == r->story->you)
        fputs("You", stdout);
    else
        fputs(r->story->names[seat], stdout);
}

static void print_graded(const struct by_review *r, const struct by_graded *g)
{
    char label[16], cost[64], text[2048];
    struct by_text t = by_tell_on(cost, sizeof cost);

    snprintf(label, sizeof label, "%4d.", g->moment + 1);
    by_cost_say((enum by_unit)g->verdict.unit, g->verdict.cost, &t);
    t = by_tell_on(text, sizeof text);
    by_put(&t, r->story->at[g->moment].said);
    by_page_text(stdout, label, 6, text);
    t = by_tell_on(text, sizeof text);
    const char *grade = "Fine";

    if (g->verdict.grade == BY_GRADE_BLUNDER)
        grade = "A blunder";
    else if (g->verdict.grade == BY_GRADE_LOOSE)
        grade = "Loose";
    by_put(&t, grade);
    by_put(&t, ": about ");
    by_put(&t, cost);
    by_put(&t, ". Better: ");
    by_put(&t, g->better);
    by_put(&t, g->why[0] != '\0' ? ": " : "; it works out better when the rest is played through");
    by_put(&t, g->why);
    by_put(&t, ".");
    by_page_text(stdout, "", 6, text);
    if (g->known[0] == '\0')
        return;
    t = by_tell_on(text, sizeof text);
    by_put(&t, "Known then: ");
    by_put(&t, g->known);
    by_page_text(stdout, "", 6, text);
}

/* Every round with a decision that was not best. */
static void print_rounds(const struct by_review *r)
{
    uint32_t round = 0;

    for (int i = 0; i < r->n; i++) {
        const struct by_graded *g = &r->at[i];
        char title[32];

        if (g->verdict.grade == BY_GRADE_BEST)
            continue;
        if (r->story->at[g->moment].round != round) {
            round = r->story->at[g->moment].round;
            snprintf(title, sizeof title, "Round %u", (unsigned)round);
            by_page_heading(title);
        }
        print_graded(r, g);
    }
    if (round == 0)
        puts("\nEvery decision was best.");
}

static void print_sums(const struct by_review *r)
{
    char cost[64], words[64];

    by_page_heading("Summary");
    for (int seat = 0; seat < r->story->players; seat++) {
        struct by_text t = by_tell_on(words, sizeof words);
        struct sum s = sum_of(r, seat);

        if ((r->seats >> seat & 1) == 0)
            continue;
        by_put_count(&t, s.decisions, "decision");
        print_name(r, seat);
        printf(": %s", words);
        for (int g = 0; g < BY_GRADES && s.decisions > 0; g++)
            printf("%s%d %s", g == 0 ? ": " : ", ", s.grade[g],
                   s.grade[g] == 1 || g < BY_GRADE_BLUNDER ? by_grade_word((enum by_grade)g, by_tell_language())
                                                           : "blunders");
        t = by_tell_on(cost, sizeof cost);
        by_cost_say(unit_of(r), (int32_t)(s.cost > 2000000000 ? 2000000000 : s.cost), &t);
        if (s.cost > 0)
            printf("; together about %s", cost);
        puts(".");
    }
}

static void print_turning(const struct by_review *r)
{
    const struct by_turning *t = &r->turning;
    char text[2048], number[64];
    struct by_text to = by_tell_on(text, sizeof text);

    by_page_heading("The turning point");
    if (t->moment < 0) {
        puts("There was none: nothing moved the match far and for good.");
        return;
    }
    snprintf(number, sizeof number, "Round %u, move %d: ", (unsigned)r->story->at[t->moment].round, t->moment + 1);
    by_put(&to, number);
    by_put(&to, r->story->at[t->moment].said);
    const char *words = " The chance of ";

    if (by_families[r->story->family]->solitaire)
        words = " Of 100 games, this one looked better than ";
    else if (t->seat == r->story->you)
        words = " Your chance of the match went from ";
    by_put(&to, words);
    if (t->seat != r->story->you && !by_families[r->story->family]->solitaire) {
        by_put(&to, r->story->names[t->seat]);
        by_put(&to, " went from ");
    }
    snprintf(number, sizeof number, "%d", (int)(t->from + 5) / 10);
    by_put(&to, number);
    by_put(&to, by_families[r->story->family]->solitaire ? ", then than " : " % to ");
    snprintf(number, sizeof number, "%d", (int)(t->to + 5) / 10);
    by_put(&to, number);
    by_put(&to, by_families[r->story->family]->solitaire ? "." : " %.");
    for (int i = 0; i < r->n && t->own; i++)
        if (r->at[i].moment == t->moment) {
            by_put(&to, " The decision itself was ");
            const char *grade = "fine.";

            if (r->at[i].verdict.grade == BY_GRADE_BLUNDER)
                grade = "a blunder.";
            else if (r->at[i].verdict.grade == BY_GRADE_LOOSE)
                grade = "loose.";
            by_put(&to, grade);
        }
    by_page_text(stdout, "", 0, text);
}

void by_review_print(const struct by_review *r)
{
    char rules[BY_CONFIG_TEXT];
    const struct by_config *config = &r->story->rules;

    by_config_print(config, rules, sizeof rules);
    printf("%s: %s\n", by_tell_of("game", by_games[config->game]->key, "name"), rules);
    if (!r->story->over)
        puts("The game is not over: reviewed is what has been played.");
    if (r->n == 0) {
        puts("There was nothing to decide.");
        return;
    }
    print_rounds(r);
    print_sums(r);
    print_turning(r);
}

/* ---- For programs ------------------------------------------------------------------------------- */

static by_json *graded_json(const struct by_review *r, const struct by_graded *g)
{
    by_json *j = by_json_object();

    by_json_set(j, "round", by_json_int(r->story->at[g->moment].round));
    by_json_set(j, "move", by_json_int(g->moment + 1));
    by_json_set(j, "seat", by_json_int(g->seat));
    by_json_set(j, "played", by_json_string(g->move));
    by_json_set(j, "best", by_json_string(g->best));
    by_json_set(j, "grade", by_json_string(by_grade_word((enum by_grade)g->verdict.grade, BY_ENGLISH)));
    by_json_set(j, "cost", by_json_real((double)g->verdict.cost / 1000));
    by_json_set(j, "stands", by_json_real((double)g->chance / 1000));
    by_json_set(j, "better", by_json_string(g->better));
    by_json_set(j, "why", by_json_string(g->why));
    by_json_set(j, "known", by_json_string(g->known));
    return j;
}

static by_json *players_json(const struct by_review *r)
{
    by_json *list = by_json_array();

    for (int seat = 0; seat < r->story->players; seat++) {
        struct sum s = sum_of(r, seat);
        by_json *j;

        if ((r->seats >> seat & 1) == 0)
            continue;
        j = by_json_object();
        by_json_set(j, "seat", by_json_int(seat));
        by_json_set(j, "name", by_json_string(r->story->names[seat]));
        by_json_set(j, "decisions", by_json_int(s.decisions));
        for (int g = 0; g < BY_GRADES; g++)
            by_json_set(j, by_grade_word((enum by_grade)g, BY_ENGLISH), by_json_int(s.grade[g]));
        by_json_set(j, "cost", by_json_real((double)s.cost / 1000));
        by_json_push(list, j);
    }
    return list;
}

static by_json *turning_json(const struct by_review *r)
{
    const struct by_turning *t = &r->turning;
    by_json *j;

    if (t->moment < 0)
        return by_json_null();
    j = by_json_object();
    by_json_set(j, "round", by_json_int(r->story->at[t->moment].round));
    by_json_set(j, "move", by_json_int(t->moment + 1));
    by_json_set(j, "seat", by_json_int(t->seat));
    by_json_set(j, "own", by_json_bool(t->own));
    by_json_set(j, "from", by_json_real((double)t->from / 1000));
    by_json_set(j, "to", by_json_real((double)t->to / 1000));
    by_json_set(j, "said", by_json_string(r->story->at[t->moment].said));
    return j;
}

void by_review_json(const struct by_review *r)
{
    static const char *const units[] = { "match", "points", "pips", "tiles" };
    by_json *j = by_json_object(), *list = by_json_array();
    char rules[BY_CONFIG_TEXT];

    by_config_print(&r->story->rules, rules, sizeof rules);
    for (int i = 0; i < r->n; i++)
        by_json_push(list, graded_json(r, &r->at[i]));
    by_json_set(j, "rules", by_json_string(rules));
    by_json_set(j, "level", by_json_string(r->bot->key));
    by_json_set(j, "unit", by_json_string(units[unit_of(r)]));
    by_json_set(j, "finished", by_json_bool(r->story->over));
    by_json_set(j, "decisions", list);
    by_json_set(j, "players", players_json(r));
    by_json_set(j, "turning", turning_json(r));
    by_json_print(j);
}
