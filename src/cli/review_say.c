/* SPDX-License-Identifier: MIT */
/* review_say.c: prints a review as text or as JSON (review.h). */
#include <stdlib.h>
#include <string.h>

#include "boneyard/text.h"
#include "review.h"
#include "util/page.h"
#include "wire/json.h"
#include "util/tell.h"

/* Summary of a seat's decisions. */
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

/* ---- Text output -------------------------------------------------------------------------------- */

static const char *name_of(const struct by_review *r, int seat)
{
    return seat == r->story->names.you ? by_tell("cli.review.you") : r->story->names.at[seat];
}

static void print_graded(const struct by_review *r, const struct by_graded *g)
{
    static const char *const graded[BY_GRADES] = { [BY_GRADE_FINE] = "cli.review.fine",
                                                   [BY_GRADE_LOOSE] = "cli.review.loose",
                                                   [BY_GRADE_BLUNDER] = "cli.review.blunder" };
    char label[16], cost[64], text[2048];
    struct by_text t = by_tell_on(cost, sizeof cost);

    snprintf(label, sizeof label, "%4d.", g->moment + 1);
    by_cost_say((enum by_unit)g->verdict.unit, g->verdict.cost, &t);
    t = by_tell_on(text, sizeof text);
    by_put(&t, r->story->at[g->moment].said);
    by_page_text(stdout, label, 6, text);
    t = by_tell_on(text, sizeof text);
    by_tell_put(&t, graded[g->verdict.grade], BY_PARTS(BY_WORDS(cost), BY_WORDS(g->better)));
    by_put(&t, g->why[0] != '\0' ? ": " : by_tell("cli.review.through"));
    by_put(&t, g->why);
    by_put(&t, ".");
    by_page_text(stdout, "", 6, text);
    if (g->known[0] == '\0')
        return;
    t = by_tell_on(text, sizeof text);
    by_tell_put(&t, "cli.review.known", BY_PARTS(BY_WORDS(g->known)));
    by_page_text(stdout, "", 6, text);
}

/* Prints every round in which some decision was not the best one. */
static void print_rounds(const struct by_review *r)
{
    uint32_t round = 0;

    for (int i = 0; i < r->n; i++) {
        const struct by_graded *g = &r->at[i];
        char title[64];
        struct by_text t;

        if (g->verdict.grade == BY_GRADE_BEST)
            continue;
        if (r->story->at[g->moment].round != round) {
            round = r->story->at[g->moment].round;
            t = by_tell_on(title, sizeof title);
            by_tell_put(&t, "cli.review.round", BY_PARTS(BY_NUMBER(round)));
            by_page_heading(title);
        }
        print_graded(r, g);
    }
    if (round == 0)
        printf("\n%s\n", by_tell("cli.review.best"));
}

static void print_sums(const struct by_review *r)
{
    char cost[64], words[512];

    by_page_heading(by_tell("cli.review.summary"));
    for (int seat = 0; seat < r->story->players; seat++) {
        struct by_text t = by_tell_on(cost, sizeof cost);
        struct sum s = sum_of(r, seat);

        if ((r->seats >> seat & 1) == 0)
            continue;
        by_cost_say(unit_of(r), (int32_t)(s.cost > 2000000000 ? 2000000000 : s.cost), &t);
        t = by_tell_on(words, sizeof words);
        by_tell_put(&t, "cli.review.sum",
                    BY_PARTS(BY_WORDS(name_of(r, seat)), BY_NUMBER(s.decisions), BY_NUMBER(s.grade[BY_GRADE_BEST]),
                             BY_NUMBER(s.grade[BY_GRADE_FINE]), BY_NUMBER(s.grade[BY_GRADE_LOOSE]),
                             BY_NUMBER(s.grade[BY_GRADE_BLUNDER])));
        if (s.cost > 0)
            by_tell_put(&t, "cli.review.together", BY_PARTS(BY_WORDS(cost)));
        printf("%s.\n", words);
    }
}

static void print_turning(const struct by_review *r)
{
    static const char *const graded[BY_GRADES] = { "cli.review.turn.fine",
                                                   "cli.review.turn.fine", [BY_GRADE_LOOSE] = "cli.review.turn.loose",
                                                   [BY_GRADE_BLUNDER] = "cli.review.turn.blunder" };
    const struct by_turning *t = &r->turning;
    const char *chance = t->seat == r->story->names.you ? "cli.review.turn.you" : "cli.review.turn.other";
    char text[2048];
    struct by_text to = by_tell_on(text, sizeof text);

    by_page_heading(by_tell("cli.review.turn"));
    if (t->moment < 0) {
        puts(by_tell("cli.review.turn.none"));
        return;
    }
    by_tell_put(&to, "cli.review.turn.at",
                BY_PARTS(BY_NUMBER(r->story->at[t->moment].round), BY_NUMBER(t->moment + 1)));
    by_put(&to, r->story->at[t->moment].said);
    if (by_families[r->story->family]->solitaire)
        chance = "cli.review.turn.alone";
    by_tell_put(
        &to, chance,
        BY_PARTS(BY_NUMBER((t->from + 5) / 10), BY_NUMBER((t->to + 5) / 10), BY_WORDS(r->story->names.at[t->seat])));
    for (int i = 0; i < r->n && t->own; i++)
        if (r->at[i].moment == t->moment)
            by_put(&to, by_tell(graded[r->at[i].verdict.grade]));
    by_page_text(stdout, "", 0, text);
}

void by_review_print(const struct by_review *r)
{
    char rules[BY_CONFIG_TEXT];
    const struct by_config *config = &r->story->rules;

    by_config_print(config, rules, sizeof rules);
    printf("%s: %s\n", by_tell_of("game", by_games[config->game]->key, "name"), rules);
    if (!r->story->over)
        puts(by_tell("cli.review.unfinished"));
    if (r->n == 0) {
        puts(by_tell("cli.review.nothing"));
        return;
    }
    print_rounds(r);
    print_sums(r);
    print_turning(r);
}

/* ---- JSON output -------------------------------------------------------------------------------- */

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
        by_json_set(j, "name", by_json_string(r->story->names.at[seat]));
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
