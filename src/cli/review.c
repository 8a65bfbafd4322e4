/* SPDX-License-Identifier: MIT */
/* review.c: `boneyard review`: grades a record decision by decision. */
#include "review.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "boneyard/text.h"
#include "boneyard/terms.h"
#include "cli.h"
#include "util/args.h"
#include "util/chance.h"
#include "util/memory.h"
#include "util/page.h"
#include "util/tell.h"

struct options {
    const char *seat, *level, *count, *ms, *json;
};
#define AT(member) offsetof(struct options, member)

static const struct by_arg args[] = { { "--seat", "K|NAME", "cli.review.seat", AT(seat) },
                                      { "--level", "NAME", "cli.review.level", AT(level) },
                                      { "--count", "N", "cli.review.count", AT(count) },
                                      { "--ms", "N", "cli.review.ms", AT(ms) },
                                      { "--json", NULL, "cli.json", AT(json) },
                                      { 0 } };
static const struct by_command command = {
    "boneyard review FILE [--seat K|NAME] [--level NAME] [--count N] [--ms N] [--json]", "cli.review.about", args
};

static struct by_stop stopped;

static void stop(int signal)
{
    (void)signal;
    by_stop_set(&stopped);
}

/* The effort to spend on a decision; 0 for the default. */
struct effort {
    uint32_t count, ms;
};

/* ---- Grading ---------------------------------------------------------------------------------- */

static void grade(struct by_review *r, struct by_coach *c, struct by_study *s, int i)
{
    const struct by_moment *m = &r->story->at[i];
    const struct by_table match = by_story_match(r->story, i);
    struct by_graded *g = &r->at[r->n];
    struct by_reason r2[2];
    struct by_text text;
    int played = 0;

    if (!by_study_of(c, &match, m->seat, m->move, s)) {
        r->unjudged[m->seat]++;
        r->hasty = true;
        return;
    }
    if (s->verdict.forced)
        return;
    while (played < s->d.n - 1 && s->moves[played] != m->move)
        played++;
    *g = (struct by_graded){ .moment = i, .seat = m->seat, .verdict = s->verdict, .chance = s->chance };
    by_move_print(m->move, match.state.family, g->move);
    by_move_print(s->moves[s->verdict.best], match.state.family, g->best);
    text = by_tell_on(g->known, sizeof g->known);
    by_known_say(&s->d, &text);
    if (s->verdict.best != played) {
        text = by_tell_on(g->better, sizeof g->better);
        by_move_say(&s->d, s->moves[s->verdict.best], &text);
        text = by_tell_on(g->why, sizeof g->why);
        by_reasons_say(&s->d, s->verdict.best, played, &text);
        g->reasons = by_reasons_pick(&s->d, s->verdict.best, played, r2);
        for (int k = 0; k < g->reasons; k++)
            g->reason[k] = r2[k].id;
        text = by_tell_on(g->table, sizeof g->table);
        by_review_table(&s->view, &r->story->names, &text);
    }
    r->n++;
}

static void progress(int done, int all)
{
    static int told = -1;

    if (isatty(STDERR_FILENO) == 0 || done * 100 / (all + 1) == told)
        return;
    told = done * 100 / (all + 1);
    if (done >= all)
        fputs("\r\033[K", stderr);
    else
        fprintf(stderr, "\rreviewing: move %d of %d", done, all);
    fflush(stderr);
}

/* Grades every decision of the chosen seats. Returns false if stopped. */
static bool grade_all(struct by_review *r, const struct effort *e, const struct by_stop *stop, bool shown)
{
    const struct by_story *story = r->story;
    struct by_study *s = by_sure(malloc(sizeof *s));
    struct by_coach c = { .bot = r->bot,
                          .count = e->count,
                          .ms = e->ms,
                          .clock = by_now_ns,
                          .size = BY_BOT_MEMORY,
                          .names = story->names.at,
                          .you = story->names.you >= 0 ? 1u << story->names.you : 0,
                          .stop = stop };

    c.memory = by_sure(malloc(BY_BOT_MEMORY));
    c.heard = by_sure(malloc(sizeof *c.heard * (size_t)(story->n + 1)));
    r->at = by_sure(malloc(sizeof *r->at * (size_t)(story->n + 1)));
    for (int i = 0; i < story->n && (stop == NULL || !by_stop_is_set(stop)); i++) {
        if (shown)
            progress(i, story->n);
        if ((r->seats >> story->at[i].seat & 1) != 0)
            grade(r, &c, s, i);
    }
    if (shown)
        progress(story->n, story->n);
    free(c.memory);
    free(c.heard);
    free(s);
    return stop == NULL || !by_stop_is_set(stop);
}

/* ---- The turning point ------------------------------------------------------------------------ */

/* Returns the lasting part of the change in winning chances after decision a: the smallest part that remains at any
 * later decision. */
static int32_t stayed(const int32_t *chance, int n, int a)
{
    int32_t low = chance[a + 1], high = chance[a + 1];

    for (int i = a + 1; i < n; i++) {
        low = chance[i] < low ? chance[i] : low;
        high = chance[i] > high ? chance[i] : high;
    }
    return low > chance[a] ? low - chance[a] : high < chance[a] ? chance[a] - high : 0;
}

static bool same_side(const struct by_story *s, int a, int b)
{
    return (by_side_of(&s->record->table.state.rules, a) >> b & 1) != 0;
}

/* Names the cause of a turning point among the moves from one decision to the next: the decision itself if it cost half
 * of the drop, otherwise the end of a round, otherwise the highest score by the side that gained, otherwise the last
 * move by another seat. */
static void name_turn(struct by_review *r, const struct by_graded *g, int until)
{
    const struct by_story *s = r->story;
    struct by_turning *t = &r->turning;
    int ended = -1, score = -1, last = -1;

    t->own = t->to < t->from
        && (g->verdict.unit == BY_UNIT_CHANCE ? g->verdict.cost * 2 >= t->from - t->to
                                              : g->verdict.grade == BY_GRADE_BLUNDER);
    for (int i = g->moment; i < until; i++) {
        bool gained = same_side(s, s->at[i].seat, t->seat) == (t->to > t->from) && s->at[i].points > 0;

        ended = s->at[i].ended ? i : ended;
        score = gained && (score < 0 || s->at[i].points > s->at[score].points) ? i : score;
        last = s->at[i].seat != t->seat || last < 0 ? i : last;
    }
    t->moment = t->own ? g->moment : ended >= 0 ? ended : score >= 0 ? score : last;
}

static int whose(const struct by_review *r)
{
    uint32_t winners = r->story->over ? by_winners(&r->story->record->table.state) & r->seats : 0;

    return __builtin_ctz(winners != 0 ? winners : r->seats);
}

/* Finds the turning point for the first graded seat among the winners or, if none was graded, for the first graded
 * seat. */
static void find_turn(struct by_review *r)
{
    int32_t *chance = by_sure(malloc(sizeof *chance * (size_t)(r->n + 1))), most = 60;
    int *own = by_sure(malloc(sizeof *own * (size_t)(r->n + 1)));
    int n = 0, points, seat = whose(r);
    uint32_t winners = by_winners(&r->story->record->table.state);

    r->turning = (struct by_turning){ .moment = -1, .seat = seat };
    for (int i = 0; i < r->n; i++)
        if (r->at[i].seat == seat) {
            own[n] = i;
            chance[n++] = r->at[i].chance;
        }
    points = n;
    if (r->story->over && !by_families[r->story->record->table.state.family]->solitaire)
        chance[points++] = (winners >> seat & 1) != 0 ? 1000 : 0;
    for (int i = 0; i + 1 < points; i++) {
        int32_t left = stayed(chance, points, i);

        if (left <= most)
            continue;
        most = left;
        r->turning.from = chance[i];
        r->turning.to = chance[i + 1];
        name_turn(r, &r->at[own[i]], i + 1 < n ? r->at[own[i + 1]].moment : r->story->n);
    }
    free(own);
    free(chance);
}

/* ---- The command ------------------------------------------------------------------------------ */

/* Returns the human players' seats, or all seats if only bots played. */
static uint32_t people_of(const struct by_story *s)
{
    uint32_t people = 0;

    for (int i = 0; i < s->players; i++)
        people |= (uint32_t)!s->bot[i] << i;
    return people != 0 ? people : ((uint32_t)1 << s->players) - 1;
}

/* Returns the graded seats, bit k for seat k, or 0 after printing an error. */
static uint32_t seats_of(const struct by_story *s, const struct options *o)
{
    int seat;

    if (o->seat == NULL)
        return people_of(s);
    seat = by_story_seat(s, o->seat);
    return seat < 0 ? 0 : (uint32_t)1 << seat;
}

bool by_review_match(const struct by_record *t, const struct by_stop *stop, by_review_line *line, void *context)
{
    struct by_story story;
    struct by_review r = { .story = &story, .bot = by_bots[BY_BOT_expert] };
    bool done;

    by_story_of(t, &story);
    r.seats = people_of(&story);
    done = grade_all(&r, &(struct effort){ 0, 0 }, stop, false);
    if (done) {
        find_turn(&r);
        by_review_say(&r, line, context);
    }
    free(r.at);
    by_story_clear(&story);
    return done;
}

static int review(const char *path, const struct by_bot *bot, const struct effort *e, const struct options *o)
{
    struct sigaction action = { .sa_handler = stop };
    struct by_story story;
    struct by_review r = { .story = &story, .bot = bot };
    int status = BY_EXIT_FINE;

    if (!by_story_read(path, &story))
        return BY_EXIT_WRONG;
    r.seats = seats_of(&story, o);
    sigaction(SIGINT, &action, NULL);
    if (r.seats == 0) {
        status = BY_EXIT_USAGE;
    } else if (!grade_all(&r, e, &stopped, true)) {
        status = by_cli_say(BY_EXIT_STOPPED, by_tell("cli.review.stopped"));
    } else {
        find_turn(&r);
        if (o->json != NULL)
            by_review_json(&r);
        else
            by_review_say(&r, by_review_print, stdout);
    }
    free(r.at);
    by_story_clear(&story);
    return status == BY_EXIT_FINE ? by_cli_end(status) : status;
}

int by_cli_review(int argc, char **argv)
{
    struct options o = { 0 };
    int status = by_args_read(&command, &argc, argv, &o);
    const struct by_bot *bot = by_bots[BY_BOT_expert];
    long count = 0, ms = 0;

    if (status >= 0)
        return status;
    if (argc != 2) {
        by_tell_complain("cli.record.one", BY_PARTS(BY_WORDS("review")));
        return BY_EXIT_USAGE;
    }
    if (o.level != NULL && strcmp(o.level, "hard") == 0)
        bot = by_bots[BY_BOT_hard];
    else if (o.level != NULL && strcmp(o.level, "expert") != 0) {
        by_tell_complain("cli.review.judge", BY_PARTS(BY_INPUT(o.level)));
        return BY_EXIT_USAGE;
    }
    if (o.count != NULL && !by_args_number("--count", o.count, 1, 1000000, &count))
        return BY_EXIT_USAGE;
    if (o.ms != NULL && !by_args_number("--ms", o.ms, 1, 3600000, &ms))
        return BY_EXIT_USAGE;
    return review(argv[1], bot, &(struct effort){ (uint32_t)count, (uint32_t)ms }, &o);
}
