/* SPDX-License-Identifier: MIT */
/* report_json.c: writes a run as a JSON object. If all budgets are counts, `result` depends only on the settings; `run`
 * and `costs` differ from machine to machine and from run to run. */
#include <math.h>
#include <stdlib.h>

#include "save.h"
#include "report.h"
#include "mpi.h"
#include "util/chance.h"

static by_json *range_json(struct by_range x)
{
    by_json *j = by_json_object();

    by_json_set(j, "mid", by_json_real(x.mid));
    by_json_set(j, "low", by_json_real(x.low));
    by_json_set(j, "high", by_json_real(x.high));
    return j;
}

static by_json *run_json(const struct by_run *r)
{
    by_json *j = by_json_object(), *words = by_json_array(), *loads = by_json_array();
    double load[3] = { 0, 0, 0 };
    int n = getloadavg(load, 3);
    char date[24];

    by_date(date);
    for (int i = 0; i < r->argc; i++)
        by_json_push(words, by_json_string(r->argv[i]));
    for (int i = 0; i < n; i++)
        by_json_push(loads, by_json_real(load[i]));
    by_json_set(j, "version", by_json_string(BY_VERSION));
    by_json_set(j, "commit", by_json_string(by_arena_commit));
    by_json_set(j, "command", words);
    by_json_set(j, "date", by_json_string(date));
    by_json_set(j, "seconds", by_json_real((double)(by_now_ms() - r->started) / 1000));
    by_json_set(j, "load", loads);
    by_json_set(j, "processes", by_json_int(by_mpi_ranks() > 1 ? by_mpi_ranks() : r->jobs));
    by_json_set(j, "mpi", by_json_bool(by_mpi_ranks() > 1));
    by_json_set(j, "resumed", by_json_int(r->before));
    by_json_set(j, "lost", by_json_int(r->lost));
    return j;
}

static by_json *castle_json(const struct by_run *r, int p)
{
    const struct by_sums *s = &r->sums[p];
    by_json *list = by_json_array();
    int sides = r->arena.pairing[p].two == BY_NOBODY ? 1 : 2;
    int64_t rounds = s->rounds / sides;

    for (int k = 0; k < sides; k++) {
        by_json *j = by_json_object();

        by_json_set(j, "cleared", by_json_int(s->cleared[k]));
        by_json_set(j, "share", range_json(by_share_range(s->cleared[k], rounds)));
        by_json_set(j, "tiles-left", by_json_real((double)s->left[k] / (double)(rounds > 0 ? rounds : 1)));
        by_json_push(list, j);
    }
    return list;
}

static by_json *pairing_json(const struct by_run *r, int p)
{
    const struct by_sums *s = &r->sums[p];
    const struct by_entrant *e = r->arena.entrant;
    by_json *j = by_json_object(), *hist = by_json_array();
    double a = by_run_seats(r, 0), b = by_run_seats(r, 1);
    struct by_range score = by_run_score(r, p), ratio = by_ratio_range(&s->points);
    int two = r->arena.pairing[p].two;

    by_json_set(j, "one", by_json_string(e[r->arena.pairing[p].one].name));
    by_json_set(j, "two", two == BY_NOBODY ? by_json_null() : by_json_string(e[two].name));
    by_json_set(j, "deals", by_json_int(s->items));
    by_json_set(j, "score", range_json(score));
    by_json_set(j, "elo",
                range_json((struct by_range){ by_elo_of_score(score.mid), by_elo_of_score(score.low),
                                              by_elo_of_score(score.high), 0 }));
    by_json_set(j, "games", by_json_int(s->games));
    by_json_set(j, "rounds", by_json_int(s->rounds));
    by_json_set(j, "won", by_json_int(s->won));
    by_json_set(j, "tied", by_json_int(s->tied));
    for (int i = 0; i <= r->arena.of; i++)
        by_json_push(hist, by_json_int(s->hist[i]));
    by_json_set(j, "deals-by-score", hist);
    by_json_set(j, "led", by_json_int(s->led));
    by_json_set(j, "score-when-led",
                by_json_real(s->led == 0 ? 0 : (double)s->led_score * r->arena.sides / ((double)s->led * r->arena.of)));
    by_json_set(j, "points", by_json_real((double)s->points.a / a / (double)(s->items > 0 ? s->items : 1)));
    by_json_set(j, "points-of-two", by_json_real((double)s->points.b / b / (double)(s->items > 0 ? s->items : 1)));
    by_json_set(j, "difference", range_json(by_difference_range(&s->points, a, b)));
    ratio = (struct by_range){ ratio.mid * b / a, ratio.low * b / a, ratio.high * b / a, 0 };
    by_json_set(j, "ratio", range_json(ratio));
    if (by_families[by_games[r->arena.rules.game]->family]->solitaire)
        by_json_set(j, "castle", castle_json(r, p));
    return j;
}

static by_json *bot_json(const struct by_run *r, int who)
{
    struct by_arena_tally t = by_run_tally(r, who);
    by_json *j = by_json_object(), *slips = by_json_object();

    by_json_set(j, "name", by_json_string(r->arena.entrant[who].name));
    by_json_set(j, "moves", by_json_int(t.moves));
    by_json_set(j, "decisions", by_json_int(t.asked));
    for (int i = 0; i < BY_SLIPS; i++)
        by_json_set(slips, by_slip_words[i], by_json_int(t.slips[i]));
    by_json_set(j, "forfeits", slips);
    by_json_set(j, "seats", by_json_int(t.seats));
    by_json_set(j, "finished-by-random", by_json_int(t.stood_in));
    return j;
}

static by_json *cost_json(const struct by_run *r, int who)
{
    struct by_arena_tally t = by_run_tally(r, who);
    by_json *j = by_json_object();

    by_json_set(j, "name", by_json_string(r->arena.entrant[who].name));
    by_json_set(j, "clock", by_json_string(r->arena.entrant[who].bot == NULL ? "wall" : "processor"));
    by_json_set(j, "timed", by_json_int(t.timed));
    by_json_set(j, "ms-mean", by_json_real(t.timed == 0 ? 0 : (double)t.ns / 1e6 / (double)t.timed));
    by_json_set(j, "ms-most", by_json_real((double)t.most_ns / 1e6));
    by_json_set(j, "over", by_json_int(t.over));
    return j;
}

static by_json *result_json(const struct by_run *r)
{
    static const char *const verdicts[] = { "undecided", "lower", "higher" };
    by_json *j = by_json_object(), *pairings = by_json_array(), *bots = by_json_array(), *ratings = by_json_array();
    struct by_range rating[BY_ENTRANTS];

    for (int p = 0; p < r->arena.pairings; p++)
        by_json_push(pairings, pairing_json(r, p));
    by_json_set(j, "pairings", pairings);
    for (int i = 0; i < r->arena.entrants; i++)
        by_json_push(bots, bot_json(r, i));
    by_json_set(j, "bots", bots);
    if (by_run_ratings(r, rating)) {
        for (int i = 0; i < r->arena.entrants; i++)
            by_json_push(ratings, range_json(rating[i]));
        by_json_set(j, "ratings", by_json_share(ratings));
    }
    by_json_free(ratings);
    if (r->sprt) {
        by_json *test = by_json_object();

        by_json_set(test, "low", by_json_real(r->s0));
        by_json_set(test, "high", by_json_real(r->s1));
        by_json_set(test, "llr", by_json_real(r->llr));
        by_json_set(test, "bound", by_json_real(by_llr_bound()));
        by_json_set(test, "verdict", by_json_string(verdicts[r->verdict]));
        by_json_set(j, "sprt", test);
    }
    return j;
}

by_json *by_report_json(const struct by_run *r)
{
    by_json *j = by_json_object(), *costs = by_json_array();

    by_json_set(j, "settings", by_save_header(r));
    by_json_set(j, "result", result_json(r));
    for (int i = 0; i < r->arena.entrants; i++)
        by_json_push(costs, cost_json(r, i));
    by_json_set(j, "costs", costs);
    by_json_set(j, "run", run_json(r));
    return j;
}
