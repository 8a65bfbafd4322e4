/* SPDX-License-Identifier: MIT */
/* search.c: implements information-set tree search (search.h; Cowling, Powley and Whitehouse, "Information Set Monte
 * Carlo Tree Search", 2012). The search builds one tree of public moves, samples a new world for each iteration, and
 * applies UCB based on how many times a move was available. It makes two additions. Worlds are drawn by weight, and
 * children are tried in the order of the move model. The model also acts as a bias that fades with visits ("progressive
 * bias", Chaslot et al. 2008). */
#include "search.h"

#include "bots/real.h"
#include "ends.h"
#include "planted.h"
#include "rollout.h"
#include "worth.h"

struct node {
    by_move move;
    uint32_t child, next;  /* first child and next sibling; 0 if none (0 is the root) */
    uint32_t visits, seen; /* how often the move was chosen, and how often it was available */
    float total;           /* sum of the values for the side that made the move */
    float logit;           /* the move model's logit */
    uint32_t seat;
};

enum { DEEPEST = 128, WORLDS = 4096 };
enum { WORLD_STEPS = 8, TREE_STEPS = 16, MODEL_STEPS = 6 }; /* steps (budget.h) per world, tree node and model move */
enum { SOLVE_STEPS = 60, MOST_SOLVES = 10000 };             /* for ends.h: steps for each iteration that it replaces */

struct search {
    const struct by_line_way *way;
    struct by_line_rules rules;
    struct by_line_model start;
    struct by_line_seen seen;
    struct by_line_guess guess;
    struct by_line_pool pool;
    struct by_rng *rng;
    struct node *nodes;
    uint32_t used, room;
    float log_of[1024];
    struct by_line_odds odds;
    struct by_bot_memory spare; /* for ends.h */
    /* the question, if its moves must be tried equally often (it omits legal moves or sets `evenly`); otherwise NULL */
    const struct by_question *only;
};

static float log_of(const struct search *s, uint32_t n) { return n < 1024 ? s->log_of[n] : (float)by_log(n); }

/* ---- The tree ------------------------------------------------------------------------------- */

static uint32_t new_child(struct search *s, uint32_t *at, const struct by_line_model *w, const struct by_line_seen *t,
                          by_move m, int n)
{
    struct node *node = &s->nodes[s->used];

    if (s->used == s->room)
        return 0;
    *node = (struct node){ .move = m, .seat = w->turn };
    if (s->way->guide > 0 && n > 1)
        by_line_logits(&s->rules, w, t, &m, 1, &node->logit);
    *at = s->used;
    return s->used++;
}

static uint32_t child_of(struct search *s, uint32_t parent, const struct by_line_model *w, const struct by_line_seen *t,
                         by_move m, int n)
{
    uint32_t *at = &s->nodes[parent].child;

    for (; *at != 0; at = &s->nodes[*at].next)
        if (s->nodes[*at].move == m)
            return *at;
    return new_child(s, at, w, t, m, n);
}

/* Returns UCB plus the move model's bias. An untried move counts as visited once, with a value of one half. */
static float promise(const struct search *s, const struct node *node, float most)
{
    const float visits = node->visits == 0 ? 1 : (float)node->visits;
    const float mean = node->visits == 0 ? 0.5f : node->total / visits;

    return mean + s->way->explore * (float)by_sqrt(log_of(s, node->seen + 1) / visits)
        + s->way->guide * (node->logit - most) / (visits + (node->visits > 0));
}

/* Returns the least visited of the question's moves. */
static uint32_t select_asked(struct search *s, const struct by_line_model *w, const struct by_line_seen *t)
{
    uint32_t least = 0;

    for (int i = 0; i < s->only->n; i++) {
        const uint32_t child = child_of(s, 0, w, t, s->only->moves[i], s->only->n);

        if (child == 0)
            return 0;
        if (least == 0 || s->nodes[child].visits < s->nodes[least].visits)
            least = child;
    }
    return least;
}

static uint32_t select_child(struct search *s, uint32_t parent, const struct by_line_model *w,
                             const struct by_line_seen *t)
{
    by_move list[BY_LINE_MOVES];
    uint32_t child[BY_LINE_MOVES], best = 0;
    const int n = by_line_moves(&s->rules, w, list);
    float most = -1e9f, top = -1e9f;

    for (int i = 0; i < n; i++) {
        child[i] = child_of(s, parent, w, t, list[i], n);
        if (child[i] == 0)
            return 0;
        s->nodes[child[i]].seen++;
        if (s->nodes[child[i]].logit > most)
            most = s->nodes[child[i]].logit;
    }
    if (n == 1)
        return child[0];
    for (int i = 0; i < n; i++) {
        const float x = promise(s, &s->nodes[child[i]], most);

        if (x > top) {
            top = x;
            best = child[i];
        }
    }
    return best;
}

/* Plays to the end of the round and returns the steps taken. Moves chosen by the model cost more steps than random
 * ones. */
static uint64_t play_out(struct search *s, struct by_line_model *w, struct by_line_seen *t)
{
    uint64_t steps = 0;

    if (s->way->heed == 0) {
        for (; w->end == 0; steps++)
            by_line_random(&s->rules, w, s->rng);
        return steps;
    }
    for (; w->end == 0; steps += MODEL_STEPS) {
        if ((int)(by_rng_next(s->rng) >> 56) < s->way->heed) {
            by_line_follow(&s->rules, &s->odds, w, t);
        } else {
            struct by_line_model before = *w;

            by_line_see(&s->rules, &before, by_line_random(&s->rules, w, s->rng), t);
        }
    }
    return steps;
}

/* Returns the steps taken. */
static uint64_t iterate(struct search *s, struct by_line_model *w)
{
    uint32_t path[DEEPEST], at = 0;
    struct by_line_seen t = s->seen;
    float worth[4];
    uint64_t steps;
    int depth = 0;

    while (w->end == 0 && depth < DEEPEST) {
        at = depth == 0 && s->only != NULL ? select_asked(s, w, &t) : select_child(s, at, w, &t);
        if (at == 0)
            break;
        path[depth++] = at;
        by_line_see(&s->rules, w, s->nodes[at].move, &t);
        by_line_play(&s->rules, w, s->nodes[at].move);
        if (s->nodes[at].visits == 0)
            break;
    }
    steps = play_out(s, w, &t) + (uint64_t)depth * TREE_STEPS;
    by_line_worth(&s->rules, w, worth);
    for (int i = 0; i < depth; i++) {
        struct node *node = &s->nodes[path[i]];

        node->visits++;
        node->total += worth[by_line_name(&s->rules, (int)node->seat)];
    }
    return steps;
}

/* ---- The question --------------------------------------------------------------------------- */

/* Returns the most visited move. A call is always made (L-25), and a score always claimed (by_line_moves). */
static int answer(const struct by_question *q, const struct search *s)
{
    uint32_t most = 0;
    int best = 0;

    for (int i = 0; i < q->n; i++) {
        uint32_t visits = q->moves[i] == BY_CALL_MOVE ? UINT32_MAX : 0;
        int32_t value = q->moves[i] == BY_CALL_MOVE ? 1000 : 0;

        for (uint32_t c = s->nodes[0].child; c != 0; c = s->nodes[c].next)
            if (s->nodes[c].move == q->moves[i] && s->nodes[c].visits > 0) {
                visits = s->nodes[c].visits;
                value = (int32_t)(1000 * s->nodes[c].total / (float)visits);
            }
        if (visits > most) {
            most = visits;
            best = i;
        }
        if (q->values != NULL)
            q->values[i] = value;
    }
    for (int i = 0; q->chances != NULL && i < q->n; i++)
        q->chances[i] = i == best ? 65536 : 0;
    return best;
}

static struct search *search_of(const struct by_question *q, const struct by_line_way *way)
{
    struct by_bot_memory room = by_room_of(q);
    struct search *s = by_room_take(&room, sizeof *s);
    size_t left;

    if (s == NULL)
        return NULL;
    s->pool.world = by_room_take(&room, (size_t)2 * WORLDS * sizeof(struct by_line_world));
    s->pool.upto = by_room_take(&room, WORLDS * sizeof(float));
    if (s->pool.world == NULL || s->pool.upto == NULL)
        return NULL;
    left = (size_t)(room.end - room.at) / sizeof(struct node);
    s->room = left > 300000 ? 300000 : (uint32_t)left;
    s->nodes = by_room_take(&room, s->room * sizeof(struct node));
    if (s->nodes == NULL || s->room < 1000)
        return NULL;
    s->spare = room;
    s->nodes[0] = (struct node){ .move = 0 };
    s->used = 1;
    s->way = way;
    s->rng = q->rng;
    for (uint32_t i = 0; i < 1024; i++)
        s->log_of[i] = i == 0 ? 0 : (float)by_log(i);
    return s;
}

/* Returns whether the question omits a legal move. The answer depends only on the seat's own hand. */
static bool leaves_out(const struct search *s, const struct by_question *q)
{
    by_move list[BY_LINE_MOVES];
    struct by_line_model w = s->start;
    int n;

    if (w.turn != q->view->seat) /* a call (L-25) */
        return false;
    w.hand[w.turn] = (uint32_t)q->view->hand[w.turn].w[0];
    n = by_line_moves(&s->rules, &w, list);
    for (int i = 0; i < n; i++) {
        int k = 0;

        while (k < q->n && q->moves[k] != list[i])
            k++;
        if (k == q->n)
            return true;
    }
    return false;
}

static void begin(struct search *s, const struct by_question *q, struct by_budget *b)
{
    uint32_t hand[4] = { 0, 0, 0, 0 };
    struct by_budget half = by_budget_half(b); /* even if time is short, some of it must be left for the search */
    const int deals = by_view_is_open(q->view) && !BY_PLANTED(229)
        ? 0
        : s->way->deals; /* of an open view, the boneyard is known too */

    by_line_rules_of(q->view, &s->rules);
    by_line_of(q->view, hand, NULL, &s->start);
    s->only = q->evenly || leaves_out(s, q) ? q : NULL;
    by_line_guess_of(q->view, q->past, q->rng, &s->guess);
    if (s->way->heed > 0)
        by_line_odds_fill(&s->odds);
    by_line_pool_start(&s->rules, q->view, q->past, &s->guess, &s->seen, &s->pool);
    if (!by_line_pool_every(&s->rules, &s->guess, &s->pool, deals, s->way->worlds > 0, &half) && s->way->worlds > 0
        && s->pool.events > 0)
        by_line_pool_fill(&s->rules, &s->guess, q->rng, &s->pool, s->way->worlds < WORLDS ? s->way->worlds : WORLDS,
                          &half);
    by_budget_join(b, &half);
}

/* Lets ends.h answer if few deals are possible or few tiles are left. It gets a limited number of steps, so that a
 * search can follow. */
static int solve_end(struct search *s, const struct by_question *q, uint32_t count, struct by_budget *b)
{
    const struct by_line_way *way = s->way;
    const uint64_t solves = (uint64_t)way->solves * count / way->iterations;
    struct by_line_ends e = { .rules = &s->rules,
                              .start = &s->start,
                              .pool = &s->pool,
                              .guess = &s->guess,
                              .steps = (uint64_t)way->steps * way->iterations,
                              .solves = solves < MOST_SOLVES ? (uint32_t)solves : MOST_SOLVES,
                              .evenly = s->only != NULL };
    struct by_budget part = by_budget_half(b);
    int left = s->start.limit, at;

    for (int i = 0; i < s->rules.players; i++)
        left += q->view->count[i];
    if (left > way->left)
        e.solves = 0;
    if (s->start.turn != q->view->seat)
        return -1;
    part = by_budget_part(&part, e.steps + (uint64_t)SOLVE_STEPS * way->iterations);
    at = by_line_ends(q, &e, s->spare, &part);
    by_budget_join(b, &part);
    return at;
}

int by_line_search(const struct by_question *q, const struct by_line_way *way, struct by_budget *budget,
                   struct by_line_report *report)
{
    const uint32_t most = by_budget_count(q, budget, way->level, way->iterations);
    struct search *s = search_of(q, way);
    uint32_t done = 0;
    int at;

    if (s == NULL)
        return -1;
    begin(s, q, budget);
    at = solve_end(s, q, most, budget);
    if (at >= 0)
        return at;
    for (; done < most && !by_budget_spent(budget); done++) {
        struct by_line_model w = s->start;

        if (s->pool.n > 0)
            by_line_pool_draw(&s->pool, q->rng, &s->guess);
        else
            by_line_stir(&s->guess, q->rng, 24);
        by_line_put(&s->guess, &w);
        by_budget_step(budget, WORLD_STEPS + iterate(s, &w));
    }
    if (report != NULL)
        *report = (struct by_line_report){ s->pool.effective, s->pool.n, s->pool.events, s->pool.again, s->used };
    return done < most && done < (uint32_t)q->n ? -1 : answer(q, s);
}
