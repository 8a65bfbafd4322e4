/* SPDX-License-Identifier: MIT */
/* review_say.c: prints a review as text or as JSON (review.h). */
#include <stdlib.h>
#include <string.h>

#include "boneyard/text.h"
#include "boneyard/words.h"
#include "review.h"
#include "util/page.h"
#include "wire/json.h"
#include "util/tell.h"

/* Summary of a seat's decisions. */
struct sum {
    int decisions, hurried, grade[BY_GRADES];
    int64_t cost, mistakes; /* total cost of all moves except the best ones, and of loose moves and blunders only */
};

static struct sum sum_of(const struct by_review *r, int seat)
{
    struct sum s = { 0 };

    for (int i = 0; i < r->n; i++) {
        const struct by_graded *g = &r->at[i];

        if (g->seat != seat)
            continue;
        s.decisions++;
        s.hurried += g->verdict.hurried;
        s.grade[g->verdict.grade]++;
        s.cost += g->verdict.grade == BY_GRADE_BEST ? 0 : g->verdict.cost;
        s.mistakes += g->verdict.grade < BY_GRADE_LOOSE ? 0 : g->verdict.cost;
    }
    return s;
}

static enum by_unit unit_of(const struct by_review *r)
{
    return r->n > 0 ? (enum by_unit)r->at[0].verdict.unit : BY_UNIT_POINTS;
}

/* ---- Text output -------------------------------------------------------------------------------- */

void by_review_print(void *context, enum by_review_part part, int number, const char *words)
{
    char label[16] = "";

    if (part == BY_REVIEW_MOVE)
        snprintf(label, sizeof label, "%4d.", number);
    if (part != BY_REVIEW_HEADING)
        by_page_text(context, label, part == BY_REVIEW_TEXT ? 0 : 6, words);
    else if (context == stdout)
        by_page_heading(words);
    else
        fprintf(context, "\n%s\n", words);
}

struct saying {
    const struct by_review *r;
    by_review_line *line;
    void *context;
    char text[4096];
    struct by_text t; /* the paragraph being written, stored in `text` */
};

static void begin(struct saying *s) { s->t = by_tell_on(s->text, sizeof s->text); }

static void end(struct saying *s, enum by_review_part part, int number)
{
    s->line(s->context, part, number, s->text);
    begin(s);
}

static void say(struct saying *s, enum by_review_part part, const char *id, const struct by_part *parts)
{
    by_tell_put(&s->t, id, parts);
    end(s, part, 0);
}

#define NAME(seat) BY_SEAT_AS(s->r->story->names.at[seat], (seat) == s->r->story->names.you)

/* Rounds a probability in thousandths to a whole percentage. */
static int percent(int32_t chance) { return (int)((chance < 0 ? 0 : chance > 1000 ? 1000 : chance) + 5) / 10; }

/* Rounds a cost of ten units or more to whole units. */
static int32_t rounded(int64_t cost)
{
    cost = cost > 2000000000 ? 2000000000 : cost;
    return (int32_t)(cost < 10000 ? cost : (cost + 500) / 1000 * 1000);
}

/* Writes a move's grade and cost: the winning chances before and after it, or points, pips or tiles. */
static void put_grade(struct saying *s, const struct by_graded *g)
{
    bool blunder = g->verdict.grade == BY_GRADE_BLUNDER;
    char cost[64];
    struct by_text t = by_tell_on(cost, sizeof cost);

    by_tell_put(&s->t, blunder ? "cli.review.blunder" : "cli.review.loose", NULL);
    if (g->verdict.unit == BY_UNIT_CHANCE) {
        by_tell_put(
            &s->t, "cli.review.fell",
            BY_PARTS(NAME(g->seat), BY_NUMBER(percent(g->chance)), BY_NUMBER(percent(g->chance - g->verdict.cost))));
        return;
    }
    by_cost_say((enum by_unit)g->verdict.unit, rounded(g->verdict.cost), &t);
    by_tell_put(&s->t, "cli.review.cost", BY_PARTS(BY_WORDS(cost)));
}

/* Returns whether a reason states a general principle, which need not be explained twice. */
static bool principle(uint8_t reason)
{
    static const uint8_t all[] = { BY_WHY_EXTRA, BY_WHY_WAITS,       BY_WHY_SHEDS,      BY_WHY_HEAVY,
                                   BY_WHY_GROWS, BY_WHY_SAVES_BLANK, BY_WHY_KEEPS_TRAIN };

    return memchr(all, reason, sizeof all) != NULL;
}

static bool same_reasons(const struct by_graded *a, const struct by_graded *b)
{
    bool same = a->reasons > 0 && a->reasons == b->reasons;

    for (int i = 0; i < a->reasons && same; i++)
        same = a->reason[i] == b->reason[i] && principle(a->reason[i]);
    return same;
}

/* Finds an earlier mistake, already printed, by this seat in this round that has the same better move or, failing that,
 * the same reasons. Sets *move to 0 in the first case and to the move's number in the second. Returns NULL if there is
 * none. */
static const struct by_graded *find_earlier(const struct by_review *r, const struct by_graded *g, int *move)
{
    const struct by_graded *found = NULL;

    *move = 0;
    for (const struct by_graded *e = g - 1; e >= r->at; e--) {
        if (r->story->at[e->moment].round != r->story->at[g->moment].round)
            break;
        if (e->seat != g->seat || e->verdict.grade < BY_GRADE_LOOSE)
            continue;
        if (strcmp(e->best, g->best) == 0) {
            *move = 0;
            return e;
        }
        if (same_reasons(e, g)) {
            found = e;
            *move = e->moment + 1;
        }
    }
    return found;
}

/* Writes one mistake without repeating anything that the review has already said about this round. */
static void say_mistake(struct saying *s, const struct by_graded *g)
{
    int move;
    const struct by_graded *earlier = find_earlier(s->r, g, &move);

    by_put(&s->t, s->r->story->at[g->moment].said);
    end(s, BY_REVIEW_MOVE, g->moment + 1);
    by_put(&s->t, g->table);
    end(s, BY_REVIEW_ABOUT, 0);
    if (earlier == NULL) {
        by_tell_put(&s->t, "cli.review.better", BY_PARTS(BY_WORDS(g->better)));
        by_put(&s->t, g->why[0] != '\0' ? ": " : by_tell("cli.review.through"));
        by_put(&s->t, g->why);
    } else {
        by_tell_put(&s->t, move > 0 ? "cli.review.same" : "cli.review.again",
                    BY_PARTS(BY_WORDS(g->better), BY_NUMBER(move), BY_NUMBER(g->reasons)));
    }
    by_put(&s->t, ". ");
    put_grade(s, g);
    if (g->verdict.hurried) {
        by_put_char(&s->t, ' ');
        by_put_words(&s->t, BY_SAY_HURRIED, NULL);
    }
    end(s, BY_REVIEW_ABOUT, 0);
    if (g->known[0] != '\0' && (earlier == NULL || move > 0))
        say(s, BY_REVIEW_ABOUT, "cli.review.known", BY_PARTS(BY_WORDS(g->known)));
}

/* Writes every round with a mistake. */
static void say_rounds(struct saying *s)
{
    const struct by_review *r = s->r;
    uint32_t round = 0;

    for (int i = 0; i < r->n; i++) {
        const struct by_graded *g = &r->at[i];

        if (g->verdict.grade < BY_GRADE_LOOSE)
            continue;
        if (r->story->at[g->moment].round != round) {
            round = r->story->at[g->moment].round;
            say(s, BY_REVIEW_HEADING, "cli.review.round", BY_PARTS(BY_NUMBER(round)));
        }
        say_mistake(s, g);
    }
}

/* Writes the total cost. The moves' costs add up to the winning chances lost in the match, printed as one game in N. */
static void put_total(struct saying *s, int64_t total)
{
    int64_t games = (1000 + total / 2) / total;
    const char *id = "cli.review.games";
    char cost[64];
    struct by_text t = by_tell_on(cost, sizeof cost);

    if (unit_of(s->r) != BY_UNIT_CHANCE) {
        by_cost_say(unit_of(s->r), rounded(total), &t);
        by_tell_put(&s->t, "cli.review.together", BY_PARTS(BY_WORDS(cost)));
        return;
    }
    if (games < 2)
        id = "cli.review.games.most";
    else if (games == 2)
        id = "cli.review.games.half";
    else if (games > 50)
        id = "cli.review.games.few";
    by_tell_put(&s->t, id, BY_PARTS(BY_NUMBER(games)));
}

/* Writes "42 best moves, 5 nearly as good, 3 loose and 1 blunder." */
static void put_grades(struct saying *s, const struct sum *sum)
{
    static const char *const graded[BY_GRADES] = { "cli.review.sum.best", "cli.review.sum.fine", "cli.review.sum.loose",
                                                   "cli.review.sum.blunder" };
    int n = 0, said = 0;

    for (int g = 0; g < BY_GRADES; g++)
        n += sum->grade[g] > 0;
    for (int g = 0; g < BY_GRADES; g++) {
        if (sum->grade[g] == 0)
            continue;
        by_put(&s->t, said == 0 ? "" : said + 1 == n ? by_template(BY_SAY_AND, s->t.language) : ", ");
        by_tell_put(&s->t, graded[g], BY_PARTS(BY_NUMBER(sum->grade[g])));
        said++;
    }
    by_put_char(&s->t, '.');
}

static void say_sum(struct saying *s, int seat)
{
    struct sum sum = sum_of(s->r, seat);

    if (sum.decisions == 0) {
        if (s->r->unjudged[seat] > 0)
            say(s, BY_REVIEW_TEXT, "cli.review.sum.unjudged", BY_PARTS(NAME(seat), BY_NUMBER(s->r->unjudged[seat])));
        else
            say(s, BY_REVIEW_TEXT, "cli.review.sum.none", BY_PARTS(NAME(seat)));
        return;
    }
    by_tell_put(&s->t, "cli.review.sum", BY_PARTS(NAME(seat), BY_NUMBER(sum.decisions)));
    if (sum.grade[BY_GRADE_BEST] == sum.decisions)
        by_tell_put(&s->t, "cli.review.sum.all", BY_PARTS(BY_NUMBER(sum.decisions)));
    else
        put_grades(s, &sum);
    if (sum.mistakes > 0)
        put_total(s, sum.mistakes);
    else if (sum.grade[BY_GRADE_BEST] < sum.decisions)
        by_tell_put(&s->t, "cli.review.sum.good", NULL);
    if (sum.hurried > 0)
        by_tell_put(&s->t, "cli.review.sum.hurried", BY_PARTS(BY_NUMBER(sum.hurried)));
    if (s->r->unjudged[seat] > 0) {
        by_put_char(&s->t, ' ');
        by_tell_put(&s->t, "cli.review.sum.unjudged", BY_PARTS(NAME(seat), BY_NUMBER(s->r->unjudged[seat])));
    }
    end(s, BY_REVIEW_TEXT, 0);
}

static void say_turning(struct saying *s)
{
    static const char *const graded[BY_GRADES] = { "cli.review.turn.fine",
                                                   "cli.review.turn.fine", [BY_GRADE_LOOSE] = "cli.review.turn.loose",
                                                   [BY_GRADE_BLUNDER] = "cli.review.turn.blunder" };
    const struct by_review *r = s->r;
    const struct by_turning *t = &r->turning;
    bool alone = by_families[r->story->family]->solitaire;

    say(s, BY_REVIEW_HEADING, "cli.review.turn", NULL);
    if (t->moment < 0) {
        say(s, BY_REVIEW_TEXT, "cli.review.turn.none", NULL);
        return;
    }
    by_tell_put(&s->t, "cli.review.turn.at",
                BY_PARTS(BY_NUMBER(r->story->at[t->moment].round), BY_NUMBER(t->moment + 1)));
    by_put(&s->t, r->story->at[t->moment].said);
    by_tell_put(&s->t, alone ? "cli.review.turn.alone" : "cli.review.turn.chance",
                BY_PARTS(NAME(t->seat), BY_NUMBER(percent(t->from)), BY_NUMBER(percent(t->to))));
    for (int i = 0; i < r->n && t->own; i++)
        if (r->at[i].moment == t->moment)
            by_put(&s->t, by_tell(graded[r->at[i].verdict.grade]));
    end(s, BY_REVIEW_TEXT, 0);
}

/* Writes the rules and the players. */
static void say_game(struct saying *s)
{
    const struct by_story *story = s->r->story;
    char rules[BY_CONFIG_TEXT];

    by_config_print(&story->rules, rules, sizeof rules);
    by_put(&s->t, by_tell_of("game", by_games[story->rules.game]->key, "name"));
    by_put(&s->t, ": ");
    by_put(&s->t, rules);
    end(s, BY_REVIEW_TEXT, 0);
    if (!story->over)
        say(s, BY_REVIEW_TEXT, "cli.review.unfinished", NULL);
}

void by_review_say(const struct by_review *r, by_review_line *line, void *context)
{
    static struct saying s; /* static because it is large */

    s = (struct saying){ .r = r, .line = line, .context = context };
    begin(&s);
    say_game(&s);
    if (r->n == 0 && !r->hasty) {
        say(&s, BY_REVIEW_TEXT, "cli.review.nothing", NULL);
        return;
    }
    say_rounds(&s);
    say(&s, BY_REVIEW_HEADING, "cli.review.summary", NULL);
    for (int seat = 0; seat < r->story->players; seat++)
        if ((r->seats >> seat & 1) != 0)
            say_sum(&s, seat);
    say_turning(&s);
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
    by_json_set(j, "hurried", by_json_bool(g->verdict.hurried));
    by_json_set(j, "stands", by_json_real((double)g->chance / 1000));
    by_json_set(j, "table", by_json_string(g->table));
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
