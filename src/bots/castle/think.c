/* SPDX-License-Identifier: MIT */
/* think.c: defines how the levels play Castle Rock.
 *
 * Only the order of the boneyard is hidden, and every order is equally likely. All rows from which the next draw is
 * allowed are tried with the same shuffled orders:
 *
 *     removals=forced    the rest is played by a rule of thumb: leave as few tiles as possible each turn. (This flat
 *                        search is stronger than solving each order exactly, which mistakes luck for certainty.) With a
 *                        double-6 set, `expert` instead searches every possible draw, as deep as its budget allows, and
 *                        evaluates the rows with a learned value (ahead.h, value.h).
 *     removals=once      the rest is solved with the order known, because the right to save a removal for later is
 *                        valuable and the rule of thumb never uses it.
 *
 * A question's `count` is the number of orders to try, or of rows to judge by the learned value. An order is discarded
 * if the budget runs out before it is completed; if no order is completed, the shortest row counts as best, as for
 * `easy`. Values are thousandths of the value of a final position: 1 for a cleared row, otherwise a fraction of the
 * share of games that end with more tiles. The fraction is smaller for `expert`, which tries to clear the row even if
 * this risks leaving more tiles. */
#include "boneyard/castle.h"
#include "row.h"
#include "bots/greedy.h"
#include "castle.h"
#include "ahead.h"

#define STATES 20000 /* positions per solution; most double-6 deals need fewer */
#define ORDERS 4     /* the remaining steps must be enough for this many orders */

static const struct level {
    uint32_t orders, solutions;
    double tail;
    uint32_t rows; /* number of rows to evaluate with the learned value; 0 if it is not used */
} levels[] = {
    [BY_EASY] = { 0, 0, 1, 0 },
    [BY_MEDIUM] = { 42, 0, 1, 0 },
    [BY_HARD] = { 80, 10, 1, 0 },
    [BY_EXPERT] = { 2500, 60, 0.4, 6000 },
    [BY_MASTER] = { 25000, 600, 0.4, 300000 },
};

struct thought {
    const struct by_question *q;
    struct by_budget *b;
    enum by_level which;
    const struct level *level;
    struct by_reach row[BY_ROW_MOST];
    double sum[BY_ROW_MOST];     /* total worth of the final positions; negative if this row may not be chosen */
    double last[BY_ROW_MOST];    /* the row's worth in the order being tried */
    int rows, tiles;             /* tiles in the set */
    by_tile order[BY_MAX_TILES]; /* unseen tiles; the boneyard is at the front */
    int unseen;
    void *memory; /* memory for solutions, or NULL */
    size_t size;
};

/* Plays out one order, starting with the draw, and returns the number of tiles left. Even if the search is cut short,
 * the result is at least as good as that of the rule of thumb. */
static int solution(const struct thought *t, const struct by_castle_row *row, int n, uint32_t limit)
{
    struct by_castle_deal d = { .once = true };
    struct by_castle_answer a;
    int draws = row->laid > 0 ? 1 : n < 3 ? n : 3, thumb;

    d.tiles = (uint8_t)(row->laid + n);
    d.row = (uint8_t)(row->laid + draws);
    memcpy(d.tile, row->tile, row->laid);
    memcpy(d.tile + row->laid, t->order, (size_t)n);
    by_castle_solve(&d, limit, t->b, t->memory, t->size, &a);
    if (a.decided)
        return a.left;
    thumb = by_row_rollout(row, t->order, n, t->b);
    return thumb < a.left ? thumb : a.left;
}

/* Plays out one order of the boneyard from each row that a move could leave. Returns false if the budget is spent. */
static bool try_order(struct thought *t, bool solve, uint32_t limit)
{
    const int n = t->q->view->boneyard;

    for (int i = 0; i < t->rows; i++) {
        const struct by_castle_row *row = &t->row[i].row;

        if (t->sum[i] >= 0)
            t->last[i] = by_row_worth(
                t->level->tail, solve ? solution(t, row, n, limit) : by_row_rollout(row, t->order, n, t->b), t->tiles);
        if (by_budget_spent(t->b))
            return false;
    }
    for (int i = 0; i < t->rows; i++)
        if (t->sum[i] >= 0)
            t->sum[i] += t->last[i];
    return true;
}

/* Returns the maximum number of positions per solution, which grows with the time left. */
static uint32_t limit_of(const struct thought *t, uint32_t orders)
{
    uint64_t share = by_budget_left(t->b) / by_castle_steps(t->tiles) / (uint64_t)t->rows;

    if (orders < ORDERS)
        share /= ORDERS - orders;
    return share < STATES ? (uint32_t)share + 1 : STATES;
}

/* Tries all rows with the same orders. Returns the number of orders. */
static uint32_t try_orders(struct thought *t)
{
    const struct by_view *v = t->q->view;
    const bool solve = t->memory != NULL && v->rules.opt[BY_REMOVALS] == BY_ONCE && t->level->solutions > 0;
    const uint32_t most = by_budget_count(t->q, t->b, t->which, solve ? t->level->solutions : t->level->orders);
    uint32_t orders = 0;

    while (orders < most && !by_budget_spent(t->b)) {
        by_rng_shuffle(t->q->rng, t->order, t->unseen);
        if (!try_order(t, solve, limit_of(t, orders)))
            break;
        orders++;
        if (t->unseen < 2) /* only one order is possible */
            break;
    }
    return orders;
}

/* When nothing is left to draw, ranks the final rows: fewest tiles first, then fewest pips. */
static void judge_ends(struct thought *t)
{
    for (int i = 0; i < t->rows; i++) {
        int pips = 0;

        for (int k = 0; k < t->row[i].row.laid; k++)
            pips += by_pips(t->row[i].row.tile[k]);
        if (t->sum[i] >= 0)
            t->sum[i] = by_row_worth(t->level->tail, t->row[i].row.laid, t->tiles)
                + 1e-3 * (1 - t->row[i].row.laid / 256.0) - 1e-9 * pips;
    }
}

/* Collects the tiles that are neither in the row nor known to have been removed. Without a history, these include
 * removed tiles. */
static void find_unseen(struct thought *t)
{
    const struct by_view *v = t->q->view;
    struct by_set seen = { { 0, 0, 0 } };

    for (int i = 0; i < v->now.laid; i++)
        by_set_add(&seen, v->row[i]);
    for (int i = 0; t->q->past != NULL && i < t->q->past->n; i++)
        seen = by_set_or(seen, t->q->past->at[i].fits);
    for (int i = 0; i < t->tiles; i++)
        if (!by_set_has(&seen, (by_tile)i))
            t->order[t->unseen++] = (by_tile)i;
}

static void row_of(const struct by_view *v, by_move m, struct by_castle_row *out)
{
    out->laid = v->now.laid;
    memcpy(out->tile, v->row, out->laid);
    for (int i = 0; m != BY_DRAW_MOVE && i < out->laid; i++)
        if (out->tile[i] == by_move_tile(m)) {
            by_row_take(out, i, by_move_kind(m) == BY_TAKE3);
            break;
        }
}

/* Returns the value of the best row reachable after a move. */
static double worth_of_move(const struct thought *t, by_move m)
{
    struct by_budget any = by_budget_of(0);
    struct by_reach reach[BY_ROW_MOST];
    struct by_castle_row row;
    double best = -1;
    int n;

    row_of(t->q->view, m, &row);
    n = by_row_reach(&row, &any, reach);
    if (m == BY_DRAW_MOVE)
        n = 1;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < t->rows; k++)
            if (t->sum[k] > best && by_row_same(&reach[i].row, &t->row[k].row))
                best = t->sum[k];
    return best;
}

static int settle(const struct thought *t, double scale)
{
    const struct by_question *q = t->q;
    double most = -2;
    int best = 0;

    for (int i = 0; i < q->n; i++) {
        double worth_it = worth_of_move(t, q->moves[i]);

        if (q->values != NULL)
            q->values[i] = (int32_t)(worth_it * (worth_it < 0 ? 1 : scale) * 1000);
        if (worth_it > most) {
            most = worth_it;
            best = i;
        }
    }
    for (int i = 0; q->chances != NULL && i < q->n; i++)
        q->chances[i] = i == best ? 65536 : 0;
    return best;
}

/* Evaluates the rows with the learned value and a look-ahead search. Returns false if the learned value does not cover
 * the game. */
static bool look_ahead(struct thought *t, struct by_bot_memory room)
{
    struct by_ahead *l = by_room_take(&room, sizeof *l);
    int at[BY_ROW_MOST] = { 0 };

    if (l == NULL || t->level->rows == 0 || t->tiles != BY_VALUE_TILES || t->q->view->rules.opt[BY_REMOVALS] == BY_ONCE
        || t->unseen != t->q->view->boneyard)
        return false;
    l->b = t->b;
    l->rng = t->q->rng;
    l->rows = 0;
    for (int i = 0; i < t->rows; i++) {
        struct by_stack *s = &l->row[l->rows];

        if (t->sum[i] < 0)
            continue;
        at[l->rows++] = i;
        *s = (struct by_stack){ .n = t->row[i].row.laid };
        memcpy(s->tile, t->row[i].row.tile, s->n);
        for (int k = 0; k < t->unseen; k++)
            s->unseen |= (uint32_t)1 << t->order[k];
        s->left = (uint8_t)t->unseen;
    }
    by_ahead(l, by_budget_count(t->q, t->b, t->which, t->level->rows));
    for (int i = 0; i < l->rows; i++)
        t->sum[at[i]] = l->worth[i];
    if (l->exact)
        by_proof_note(t->q, BY_PROOF_GAME);
    return true;
}

static int think(const struct by_question *q, enum by_level level, struct by_budget *b)
{
    const struct by_view *v = q->view;
    struct by_bot_memory room = by_room_of(q);
    struct thought *t = by_room_take(&room, sizeof *t);
    struct by_budget any = by_budget_of(0);
    struct by_castle_row now;
    uint32_t orders = 0;
    bool may_stop = q->moves[q->n - 1] == BY_DRAW_MOVE, once = v->rules.opt[BY_REMOVALS] == BY_ONCE;

    if (t == NULL || (level == BY_EASY && by_rng_below(q->rng, 10) != 0)) /* `easy` sometimes overlooks the best move */
        return by_greedy(q);
    memset(t, 0, sizeof *t);
    t->q = q;
    t->b = b;
    t->which = level;
    t->level = &levels[level];
    t->tiles = by_set_tiles(v->rules.opt[BY_SET]);
    t->memory = room.at;
    t->size = (size_t)(room.end - room.at);
    row_of(v, BY_DRAW_MOVE, &now);
    t->rows = by_row_reach(&now, &any, t->row);
    find_unseen(t);
    for (int i = 0; i < t->rows; i++)
        if (!t->row[i].stable && (v->boneyard == 0 || !once || (i == 0 && !may_stop)))
            t->sum[i] = -1;
    if (v->boneyard > 0 && look_ahead(t, room))
        return settle(t, 1);
    if (v->boneyard > 0 && level != BY_EASY)
        orders = try_orders(t);
    if (orders == 0) {
        judge_ends(t);
        if (by_budget_spent(b))
            by_cut_note(q, BY_CUT_BARE);
    }
    return settle(t, orders == 0 ? 1 : 1.0 / orders);
}

/* Plays the first move of the best line for the true order. */
static int cheat(const struct by_question *q, struct by_budget *b)
{
    struct by_castle_deal d;
    struct by_castle_answer a;

    by_castle_of_view(q->view, q->view->deck, &d);
    by_castle_solve(&d, 0, b, q->memory, q->size, &a);
    for (int i = 0; i < q->n && a.moves > 0; i++)
        if (q->moves[i] == a.line[0])
            return i;
    return by_greedy(q);
}

extern const struct by_bot_family by_bot_family_castle;
const struct by_bot_family by_bot_family_castle = { .think = think, .cheat = cheat };
