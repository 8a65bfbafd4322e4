/* SPDX-License-Identifier: MIT */
/* report.c: prints the result as a table, and progress during the run. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report.h"
#include "mpi.h"
#include "util/chance.h"

const char *const by_slip_words[BY_SLIPS] = { "late", "illegal", "garbled", "too long", "unasked", "dead" };

static bool castle(const struct by_run *r) { return by_families[by_games[r->arena.rules.game]->family]->solitaire; }
static bool low_wins(const struct by_run *r) { return by_families[by_games[r->arena.rules.game]->family]->low_wins; }
static bool two_sides(const struct by_run *r) { return r->arena.of == 4; }

static const char *name_of(const struct by_run *r, int who) { return r->arena.entrant[who].name; }

/* ---- Colours, on a terminal only ---------------------------------------------------------- */

static const char *ink(const char *code)
{
    const char *plain = getenv("NO_COLOR");

    /* mpirun gives every rank a pseudo-terminal, so isatty would always be true */
    return !by_mpi_here() && isatty(STDOUT_FILENO) && (plain == NULL || *plain == '\0') ? code : "";
}

/* Returns green if the whole interval is above `even`, red if it is entirely below. */
static const char *shade(struct by_range x, double even)
{
    return x.low > even ? ink("\033[32m") : x.high < even ? ink("\033[31m") : "";
}

/* ---- One pairing -------------------------------------------------------------------------- */

struct by_range by_run_score(const struct by_run *r, int pairing)
{
    const struct by_sums *s = &r->sums[pairing];
    struct by_range x = by_mean_range(s->items, s->score, s->squares, r->arena.of);

    /* if every item was won outright or every item was lost, the scores have no variance */
    if (s->items > 1 && (s->score == 0 || s->score == s->items * r->arena.of))
        return by_share_range(s->score > 0 ? s->items : 0, s->items);
    x.low = x.low < 0 ? 0 : x.low; /* a score lies between 0 and 1 */
    x.high = x.high > 1 ? 1 : x.high;
    return x;
}

/* Returns the number of seats that a side plays, summed over the games of an item. */
double by_run_seats(const struct by_run *r, int side)
{
    int players = r->arena.rules.opt[BY_PLAYERS];

    if (castle(r))
        return 1;
    if (two_sides(r))
        return players;
    return side == 0 ? players : (double)players * (players - 1);
}

static void print_interval(struct by_range x, double scale, const char *unit)
{
    if (isinf(x.half))
        printf("%.2f%s", x.mid * scale, unit);
    else
        printf("%.2f ±%.2f%s (%.2f to %.2f)", x.mid * scale, x.half * scale, unit, x.low * scale, x.high * scale);
}

static void print_score(const struct by_run *r, int p)
{
    struct by_range x = by_run_score(r, p);
    double elo = by_elo_of_score(x.mid), low = by_elo_of_score(x.low), high = by_elo_of_score(x.high);

    printf("  score     %s", shade(x, 0.5));
    print_interval(x, 100, " %");
    printf("%s", x.low > 0.5 || x.high < 0.5 ? ink("\033[0m") : "");
    if (!isinf(elo) && !isinf(x.half))
        printf(", Elo %+.1f (%+.1f to %+.1f)", elo, low, high);
    putchar('\n');
}

static void print_games(const struct by_run *r, int p)
{
    const struct by_sums *s = &r->sums[p];

    printf("  games     %" PRId64 ", %" PRId64 " rounds", s->games, s->rounds);
    if (two_sides(r))
        printf(": won %" PRId64 ", tied %" PRId64 ", lost %" PRId64, s->won, s->tied, s->games - s->won - s->tied);
    putchar('\n');
    if (two_sides(r)) {
        printf("  pairs     0, ½, 1, 1½, 2 points:");
        for (int i = 0; i < 5; i++)
            printf(" %" PRId64, s->hist[i]);
        putchar('\n');
    }
    if (!castle(r) && s->games > s->led && s->led > 0) {
        double of = (double)r->arena.of / r->arena.sides;

        printf("  led       %" PRId64 " games, %.2f %%; the others %.2f %%\n", s->led,
               100 * (double)s->led_score / of / (double)s->led,
               100 * (double)(s->score - s->led_score) / of / (double)(s->games - s->led));
    }
}

static void print_points(const struct by_run *r, int p)
{
    const struct by_sums *s = &r->sums[p];
    double a = by_run_seats(r, 0), b = by_run_seats(r, 1), n = (double)s->items;
    struct by_range x = by_difference_range(&s->points, a, b);

    if (n == 0)
        return;
    printf("  %-9s %.2f against %.2f a game, difference ", low_wins(r) ? "pips left" : "points",
           (double)s->points.a / a / n, (double)s->points.b / b / n);
    print_interval(x, 1, "");
    putchar('\n');
    if (low_wins(r) && s->points.b > 0) {
        printf("  ratio     ");
        print_interval(by_ratio_range(&s->points), b / a, "");
        puts(" of the other's pips (delta method over deals)");
    }
}

static void print_castle(const struct by_run *r, int p)
{
    const struct by_sums *s = &r->sums[p];

    for (int k = 0; k < 2; k++) {
        int who = k == 0 ? r->arena.pairing[p].one : r->arena.pairing[p].two;
        int64_t rounds = r->arena.pairing[p].two == BY_NOBODY ? s->rounds : s->rounds / 2;

        if (who == BY_NOBODY || s->items == 0)
            continue;
        printf("  %s cleared ", name_of(r, who));
        print_interval(by_share_range(s->cleared[k], rounds), 100, " %");
        printf(" of %" PRId64 ", %.2f tiles left\n", rounds, (double)s->left[k] / (double)rounds);
    }
}

static void print_pairing(const struct by_run *r, int p)
{
    int one = r->arena.pairing[p].one, two = r->arena.pairing[p].two;
    int players = r->arena.rules.opt[BY_PLAYERS];

    if (two == BY_NOBODY)
        printf("\n%s%s%s\n", ink("\033[1m"), name_of(r, one), ink("\033[0m"));
    else if (two_sides(r) || castle(r))
        printf("\n%s%s v %s%s\n", ink("\033[1m"), name_of(r, one), name_of(r, two), ink("\033[0m"));
    else
        printf("\n%s%s v %d %s%s\n", ink("\033[1m"), name_of(r, one), players - 1, name_of(r, two), ink("\033[0m"));
    if (two != BY_NOBODY) {
        print_score(r, p);
        print_games(r, p);
    }
    if (castle(r))
        print_castle(r, p);
    else
        print_points(r, p);
}

/* ---- The whole report --------------------------------------------------------------------- */

static void print_test(const struct by_run *r)
{
    static const char *const verdicts[] = { "undecided", "the lower one is accepted", "the higher one is accepted" };

    if (r->sprt)
        printf("\nsequential test, score %.2f %% against %.2f %%: LLR %.2f (±%.2f): %s\n", 100 * r->s0, 100 * r->s1,
               r->llr, by_llr_bound(), verdicts[r->verdict]);
}

bool by_run_ratings(const struct by_run *r, struct by_range *out)
{
    static uint8_t one[BY_PAIRINGS], two[BY_PAIRINGS];
    static double score[BY_PAIRINGS], cross[BY_PAIRINGS * BY_PAIRINGS];
    int n = r->arena.pairings;
    double of = r->arena.of;

    if (r->arena.entrants < 3 || r->sums[0].items == 0)
        return false;
    for (int p = 0; p < n; p++) {
        one[p] = r->arena.pairing[p].one;
        two[p] = r->arena.pairing[p].two;
        score[p] = (double)r->sums[p].score / of;
    }
    for (int i = 0; i < n * n; i++)
        cross[i] = (double)r->cross[i] / of / of;
    by_ratings(&(struct by_round_robin){ r->arena.entrants, n, one, two, (double)r->sums[0].items, score, cross }, out);
    return true;
}

/* Prints the cross table, one row per bot. */
static void print_cross(const struct by_run *r)
{
    const struct by_arena *a = &r->arena;

    printf("\nscore of the row against the column, %%\n  %-24s", "");
    for (int k = 0; k < a->entrants; k++)
        printf(" %7d", k + 1);
    putchar('\n');
    for (int i = 0; i < a->entrants; i++) {
        printf("%d %-24s", i + 1, name_of(r, i));
        for (int k = 0; k < a->entrants; k++) {
            double score = -1;

            for (int p = 0; p < a->pairings; p++)
                if (a->pairing[p].one == i && a->pairing[p].two == k)
                    score = by_run_score(r, p).mid;
                else if (score < 0 && a->pairing[p].one == k && a->pairing[p].two == i)
                    score = 1 - by_run_score(r, p).mid;
            if (score < 0)
                printf(" %7s", "-");
            else
                printf(" %7.2f", 100 * score);
        }
        putchar('\n');
    }
}

static void print_ratings(const struct by_run *r)
{
    struct by_range rating[BY_ENTRANTS];

    if (!by_run_ratings(r, rating))
        return;
    print_cross(r);
    printf("\nratings (Elo, %s is 0)\n", name_of(r, 0));
    for (int i = 0; i < r->arena.entrants; i++) {
        printf("  %-24s %+8.1f", name_of(r, i), rating[i].mid);
        if (i > 0 && !isinf(rating[i].half))
            printf(" ±%.1f (%+.1f to %+.1f)", rating[i].half, rating[i].low, rating[i].high);
        putchar('\n');
    }
}

/* Adds up a bot's results over all its pairings. */
struct by_arena_tally by_run_tally(const struct by_run *r, int who)
{
    struct by_arena_tally all = { 0 };

    for (int p = 0; p < r->arena.pairings; p++)
        for (int k = 0; k < 2; k++)
            if ((k == 0 ? r->arena.pairing[p].one : r->arena.pairing[p].two) == who)
                by_tally_add(&all, &r->sums[p].tally[k]);
    return all;
}

static void print_costs(const struct by_run *r)
{
    printf("\n%-24s %10s %10s %9s %9s %6s\n", "bot", "moves", "decisions", "ms mean", "ms most", "over");
    for (int i = 0; i < r->arena.entrants; i++) {
        struct by_arena_tally t = by_run_tally(r, i);

        printf("%-24s %10" PRId64 " %10" PRId64 " %9.4f %9.3f %6" PRId64 "\n", name_of(r, i), t.moves, t.asked,
               t.timed > 0 ? (double)t.ns / 1e6 / (double)t.timed : 0, (double)t.most_ns / 1e6, t.over);
    }
    for (int i = 0; i < r->arena.entrants; i++) {
        struct by_arena_tally t = by_run_tally(r, i);
        int64_t all = 0;

        for (int k = 0; k < BY_SLIPS; k++)
            all += t.slips[k];
        if (all == 0)
            continue;
        printf("%s%s forfeited %" PRId64 " moves:", ink("\033[31m"), name_of(r, i), all);
        for (int k = 0; k < BY_SLIPS; k++)
            if (t.slips[k] > 0)
                printf(" %" PRId64 " %s", t.slips[k], by_slip_words[k]);
        printf("%s\n", ink("\033[0m"));
        if (t.stood_in > 0)
            printf("%s%s died in %" PRId64 " of its %" PRId64 " seats; random took over%s\n", ink("\033[31m"),
                   name_of(r, i), t.stood_in, t.seats, ink("\033[0m"));
    }
}

void by_report_print(const struct by_run *r)
{
    char rules[BY_CONFIG_TEXT], seed[65];

    by_config_print(&r->arena.rules, rules, sizeof rules);
    by_seed_print(&r->arena.seed, seed);
    printf("%s, %s, %" PRId64 " of %" PRId64 " deals, seed %s\n", rules,
           r->arena.unit == BY_UNIT_ROUND ? "single rounds" : "whole matches", r->sums[0].items, r->arena.deals,
           seed + (strspn(seed, "0") < 63 ? strspn(seed, "0") : 63));
    if (r->sums[0].items == 0) {
        puts("No deal was finished, so there is no result.");
        return;
    }
    for (int p = 0; p < r->arena.pairings; p++)
        print_pairing(r, p);
    print_test(r);
    print_ratings(r);
    print_costs(r);
}

/* ---- Progress ----------------------------------------------------------------------------- */

void by_report_progress(struct by_run *r, bool last)
{
    static int64_t said;
    bool terminal = !by_mpi_here() && isatty(STDERR_FILENO);
    int64_t now = by_now_ms(), played = r->finished - r->before;
    struct by_range x = by_run_score(r, 0);
    double left;

    if ((!r->progress && !terminal) || (!last && now - said < (terminal ? 500 : 10000)))
        return;
    said = now;
    if (last) {
        fputs(terminal ? "\r\033[K" : "", stderr);
        return;
    }
    left = played > 0 ? (double)(now - r->started) / 1000 / (double)played * (double)(r->items - r->finished) : 0;
    fprintf(stderr, "%s%" PRId64 " of %" PRId64 " deals, %s %.1f ±%.1f %%", terminal ? "\r\033[K" : "",
            r->finished / r->arena.pairings, r->arena.deals, name_of(r, r->arena.pairing[0].one), 100 * x.mid,
            isinf(x.half) ? 0 : 100 * x.half);
    if (r->sprt)
        fprintf(stderr, ", LLR %.2f", r->llr);
    fprintf(stderr, ", %.0f min %02.0f s left%s", floor(left / 60), fmod(floor(left), 60), terminal ? "" : "\n");
    fflush(stderr);
}
