/* SPDX-License-Identifier: MIT */
/* solve.c: `boneyard solve`: solves a position from a record with all hands open. The command prints the value of each
 * move under perfect play, and one best line to the end of the round. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/castle.h"
#include "boneyard/solve.h"
#include "boneyard/text.h"
#include "cli.h"
#include "story.h"
#include "util/args.h"
#include "util/memory.h"
#include "util/page.h"
#include "wire/out.h"
#include "util/tell.h"

#define ENTRIES ((size_t)1 << 21) /* size of the solver's table: 48 MiB */
#define CASTLE_ROOM ((size_t)256 << 20)

struct options {
    const char *round, *at, *limit, *wins, *json;
};
#define AT(member) offsetof(struct options, member)

static const struct by_arg args[] = {
    { "--round", "N", "cli.solve.round", AT(round) }, { "--at", "N", "cli.solve.at", AT(at) },
    { "--wins", NULL, "cli.solve.wins", AT(wins) },   { "--limit", "N", "cli.solve.limit", AT(limit) },
    { "--json", NULL, "cli.json", AT(json) },         { 0 }
};
static const struct by_command command = { "boneyard solve FILE [--round N] [--at N] [--wins] [--limit N] [--json]",
                                           "cli.solve.about", args };

/* The result: the value of each legal move (in Castle Rock, the number of tiles left), then the line. */
struct found {
    struct by_state s; /* the position reached along the line */
    by_move list[BY_MOVES];
    int32_t values[BY_MOVES];
    int n, seat, best;
    struct {
        uint8_t seat;
        char text[64];
    } line[512];
    int moves, left;
    uint64_t positions;
    bool cut; /* the search reached its limit before the end of the line */
};

/* Plays the move and stores its text. */
static void go(struct found *f, by_move m)
{
    struct by_events ev = { .n = 0 };
    int seat = f->s.now.turn;

    by_move_print(m, f->s.family, f->line[f->moves].text);
    by_err err = by_play(&f->s, seat, m, &ev, NULL);

    BY_ASSERT(err == BY_OK);
    if (ev.n > 0 && ev.at[0].kind == BY_EV_MOVE && ev.at[0].tiles > 0)
        by_draw_print(ev.at[0].drawn, ev.at[0].tiles, f->line[f->moves].text);
    f->line[f->moves++].seat = (uint8_t)seat;
}

static int best_of(const int32_t *values, int n)
{
    int best = 0;

    for (int i = 1; i < n; i++)
        best = values[i] > values[best] ? i : best;
    return best;
}

/* Solves a line game. Returns false if the limit was reached before the first move was found. */
static bool solve_line(struct found *f, struct by_solver *solver, enum by_solve_for what)
{
    static by_move list[BY_MOVES];
    static int32_t values[BY_MOVES];
    struct by_open p;
    int n = f->n;

    memcpy(list, f->list, sizeof *list * (size_t)n);
    while (f->s.now.phase == BY_PLAYING && f->moves < (int)(sizeof f->line / sizeof f->line[0])) {
        BY_ASSERT(by_open_of(&f->s, &p));
        p.self = (uint8_t)f->seat;
        if (n > 1 || f->moves == 0)
            by_open_values(solver, &p, what, list, n, values);
        f->cut = by_solver_spent(solver);
        if (f->cut)
            break;
        if (f->moves == 0) {
            memcpy(f->values, values, sizeof *values * (size_t)n);
            f->best = best_of(values, n);
        }
        go(f, list[n > 1 ? best_of(values, n) : 0]);
        n = by_moves(&f->s, f->s.now.turn, list);
    }
    f->positions = by_solver_nodes(solver);
    return f->moves > 0;
}

/* Solves Castle Rock: the value of a move is the smallest number of tiles that can remain after it. */
static bool solve_castle(struct found *f, void *memory, struct by_budget *budget)
{
    static struct by_castle_answer answer;
    struct by_castle_deal deal;
    struct by_view v;
    struct by_state start = f->s;
    by_move best_line[BY_CASTLE_LINE];
    int best_moves = 0, best_pips = 0;

    f->best = -1;
    for (int i = 0; i < f->n; i++) {
        struct by_state s = start;

        by_play(&s, s.now.turn, f->list[i], NULL, NULL);
        f->values[i] = s.now.laid;
        answer = (struct by_castle_answer){ .decided = true };
        if (s.now.phase == BY_PLAYING) {
            by_view_of(&s, NULL, BY_REFEREE, &v);
            by_castle_of_view(&v, v.deck, &deal);
            by_castle_solve(&deal, 0, budget, memory, CASTLE_ROOM, &answer);
            f->values[i] = answer.left;
        }
        f->positions += answer.states;
        if (!answer.decided)
            return false;
        if (f->best < 0 || f->values[i] < f->values[f->best]
            || (f->values[i] == f->values[f->best] && answer.pips < best_pips)) {
            f->best = i;
            best_pips = answer.pips;
            best_moves = answer.moves;
            memcpy(best_line, answer.line, sizeof *best_line * answer.moves);
        }
    }
    go(f, f->list[f->best]);
    for (int i = 0; i < best_moves; i++)
        go(f, best_line[i]);
    f->left = f->values[f->best];
    return true;
}

/* ---- Output ---------------------------------------------------------------------------------- */

static void print_set(struct by_set set)
{
    char text[16];

    while (!by_set_empty(&set)) {
        struct by_text t = by_tell_on(text, sizeof text);

        by_put_tile(&t, by_set_take(&set), false);
        printf(" %s", text);
    }
}

/* Prints a label, then the tiles in the given order, on one line. */
static void print_row(const char *label, const by_tile *tiles, int n)
{
    fputs(label, stdout);
    for (int i = 0; i < n; i++) {
        struct by_set one = { { 0, 0, 0 } };

        by_set_add(&one, tiles[i]);
        print_set(one);
    }
    putchar('\n');
}

static void print_open(const struct by_state *s, const struct by_names *names)
{
    if (by_families[s->family]->solitaire)
        print_row(by_tell("cli.solve.row"), s->row, s->now.laid);
    for (int i = 0; i < s->players && !by_families[s->family]->low_wins; i++) {
        printf("  %s:", names->at[i]);
        print_set(s->hand[i]);
        putchar('\n');
    }
    if (by_drawable(s) > 0)
        print_row(by_tell("cli.solve.drawn"), s->deck + s->now.taken, by_drawable(s));
}

/* Returns the id of the text that explains the values. */
static const char *meaning(const struct by_state *s, const struct options *o)
{
    if (by_families[s->family]->solitaire)
        return "cli.solve.left";
    if (o->wins != NULL)
        return "cli.solve.winner";
    if (s->players > 2 && s->rules.opt[BY_TEAMS] != BY_ON)
        return "cli.solve.alone";
    return "cli.solve.points";
}

static void print_text(const struct by_state *start, const struct found *f, const struct by_story *story, int at,
                       const struct options *o)
{
    const struct by_names *names = &story->names;
    char text[BY_CONFIG_TEXT];

    by_config_print(&start->rules, text, sizeof text);
    puts(text);
    by_tell_print(
        stdout, "cli.solve.head",
        BY_PARTS(BY_NUMBER(start->round), BY_NUMBER(at), BY_SEAT_AS(names->at[f->seat], f->seat == names->you)));
    print_open(start, names);
    by_tell_print(stdout, "cli.solve.value", BY_PARTS(BY_WORDS(by_tell(meaning(start, o)))));
    for (int i = 0; i < f->n; i++) {
        by_move_print(f->list[i], start->family, text);
        printf("  %-14s %4d%s\n", text, (int)f->values[i],
               f->values[i] == f->values[f->best] ? by_tell("cli.solve.best") : "");
    }
    puts(by_tell("cli.solve.line"));
    for (int i = 0; i < f->moves; i++)
        printf("  %3d. %s: %s\n", at + i + 1, names->at[f->line[i].seat], f->line[i].text);
    if (f->cut)
        puts(by_tell("cli.solve.cut"));
    else if (by_families[start->family]->solitaire)
        by_tell_print(stdout, f->left == 0 ? "cli.solve.cleared" : "cli.solve.rest", BY_PARTS(BY_NUMBER(f->left)));
    else if (f->s.end == BY_ENDED_OUT)
        by_tell_print(stdout, "cli.solve.out",
                      BY_PARTS(BY_SEAT_AS(names->at[f->s.end_seat], f->s.end_seat == names->you)));
    else if (f->s.end == BY_ENDED_BLOCKED)
        puts(by_tell("cli.solve.blocked"));
    by_tell_print(stdout, "cli.solve.positions", BY_PARTS(BY_NUMBER((int64_t)f->positions)));
}

static void print_json(const struct by_state *start, const struct found *f, int at, const struct options *o)
{
    const char *unit = o->wins != NULL ? "round" : "points";
    char text[BY_CONFIG_TEXT];
    struct by_out out = { 0 };

    if (by_families[start->family]->solitaire)
        unit = "left";
    by_config_print(&start->rules, text, sizeof text);
    by_out(&out, "{");
    by_out_key_string(&out, "rules", text);
    by_out_key_int(&out, "round", start->round);
    by_out_key_int(&out, "at", at);
    by_out_key_int(&out, "seat", f->seat);
    by_out_key_string(&out, "value", unit);
    by_out_key(&out, "moves");
    by_out(&out, "[");
    for (int i = 0; i < f->n; i++) {
        by_move_print(f->list[i], start->family, text);
        by_out(&out, i == 0 ? "{" : ",{");
        by_out_key_string(&out, "move", text);
        by_out_key_int(&out, "value", f->values[i]);
        by_out(&out, "}");
    }
    by_out(&out, "]");
    by_out_key_int(&out, "best", f->best);
    by_out_key(&out, "line");
    by_out(&out, "[");
    for (int i = 0; i < f->moves; i++) {
        by_out(&out, i == 0 ? "{" : ",{");
        by_out_key_int(&out, "seat", f->line[i].seat);
        by_out_key_string(&out, "move", f->line[i].text);
        by_out(&out, "}");
    }
    by_out(&out, "]");
    by_out_key_bool(&out, "complete", !f->cut);
    by_out_key_int(&out, "positions", (int64_t)f->positions);
    by_out(&out, "}");
    by_out_print(&out);
}

/* ---- The command ----------------------------------------------------------------------------- */

/* If a position cannot be solved, returns the id of a message that gives the reason and an alternative; otherwise
 * NULL. */
static const char *refusal(const struct by_state *s)
{
    if (by_families[s->family]->asks_scores && s->now.window != BY_NO_SEAT)
        return "cli.solve.call";
    if (by_families[s->family]->low_wins && !by_families[s->family]->solitaire)
        return "cli.solve.none";
    return NULL;
}

static int solve(const char *path, const struct by_story *story, int at, long limit, const struct options *o)
{
    const struct by_table match = by_story_match(story, at);
    const struct by_state *start = &match.state;
    static struct found f;
    const char *why = refusal(start);
    size_t size = by_families[start->family]->solitaire ? CASTLE_ROOM : BY_SOLVER_SIZE(ENTRIES);
    struct by_budget budget;
    void *memory;
    bool solved;

    if (why != NULL) {
        by_complain("%s: %s", path, by_tell(why));
        return BY_EXIT_WRONG;
    }
    memory = by_sure(malloc(size));
    f.s = *start;
    f.seat = start->now.turn;
    f.n = by_moves(start, f.seat, f.list);
    if (by_families[start->family]->solitaire) {
        budget = by_budget_of((uint64_t)limit * 1000000u * by_castle_steps(by_deck_tiles(start)));
        solved = solve_castle(&f, memory, &budget);
    } else {
        struct by_solver *solver = by_solver_init(memory, size);

        budget = by_budget_of((uint64_t)limit * 1000000u);
        by_solver_limit(solver, &budget);
        solved = solve_line(&f, solver, o->wins != NULL ? BY_FOR_THE_ROUND : BY_FOR_POINTS);
    }
    free(memory);
    if (!solved) {
        by_tell_complain("cli.solve.limited", BY_PARTS(BY_WORDS(path), BY_NUMBER(limit)));
        return BY_EXIT_WRONG;
    }
    if (o->json != NULL)
        print_json(start, &f, at, o);
    else
        print_text(start, &f, story, at, o);
    return by_cli_end(BY_EXIT_FINE);
}

/* Returns the number of moves before the position to solve. The position is the one given by --at; without --at, it is
 * the end of the record if the round is not over, or else the start of the round. Returns -1 after printing an
 * error. */
static int position_of(const char *path, const struct by_story *s, long round, long at)
{
    const struct by_state *last = &s->record->table.state;
    int first = s->n;

    if (at >= 0)
        return by_story_has(s, path, at) ? (int)at : -1;
    if (last->round == 0 || round > last->round) {
        by_complain("%s: %s", path, by_tell(last->round == 0 ? "cli.solve.undealt" : "cli.solve.which"));
        return -1;
    }
    round = round == 0 ? last->round : round;
    if (round == last->round && last->now.phase == BY_PLAYING)
        return s->n;
    while (first > 0 && s->at[first - 1].round >= round)
        first--;
    return first;
}

static int read_and_solve(const char *path, long round, long at, long limit, const struct options *o)
{
    struct by_story story;
    int status = BY_EXIT_WRONG;

    if (!by_story_read(path, &story))
        return BY_EXIT_WRONG;
    at = position_of(path, &story, round, at);
    if (at >= 0 && by_story_match(&story, (int)at).state.now.phase != BY_PLAYING)
        by_tell_complain("cli.solve.over", BY_PARTS(BY_WORDS(path), BY_NUMBER(at)));
    else if (at >= 0)
        status = solve(path, &story, (int)at, limit, o);
    by_story_clear(&story);
    return status;
}

int by_cli_solve(int argc, char **argv)
{
    struct options o = { 0 };
    int status = by_args_read(&command, &argc, argv, &o);
    long round = 0, at = -1, limit = 50;

    if (status >= 0)
        return status;
    if (argc != 2) {
        by_tell_complain("cli.record.one", BY_PARTS(BY_WORDS("solve")));
        return BY_EXIT_USAGE;
    }
    if ((o.round != NULL && !by_args_number("--round", o.round, 1, 1000000, &round))
        || (o.at != NULL && !by_args_number("--at", o.at, 0, 1000000, &at))
        || (o.limit != NULL && !by_args_number("--limit", o.limit, 1, 4000, &limit)))
        return BY_EXIT_USAGE;
    if (o.at != NULL && o.round != NULL) {
        by_tell_complain("cli.solve.either", NULL);
        return BY_EXIT_USAGE;
    }
    return read_and_solve(argv[1], round, at, limit, &o);
}
