/* SPDX-License-Identifier: MIT */
/* plain.c: implements information-set tree search without refinements (plain.h). */
#include "bots/greedy.h"
#include "plain.h"

#include "bots/real.h"
#include "worlds.h"

struct node {
    by_move move;
    uint32_t child, next;  /* first child and next sibling; 0 if none (0 is the root) */
    uint32_t visits, seen; /* how often the move was chosen, and how often it was available */
    float total;           /* sum of rewards for the seat that made the move */
    uint32_t seat;
};

struct search {
    struct by_line_rules rules;
    struct by_line_model start;
    struct by_line_guess guess;
    struct by_rng *rng;
    struct node *nodes;
    uint32_t used, room;
    float log_of[1024]; /* natural logarithms of small numbers */
};

static float log_of(const struct search *s, uint32_t n) { return n < 1024 ? s->log_of[n] : (float)by_log(n); }

/* Returns a side's reward for the round: 1 for a win, 1/2 for a tie, 0 for a loss. If plays score, the reward is the
 * side's lead in points over the best other side. The reward is scaled so that 0 to 1 covers a range of 50 pips either
 * way. */
static float reward(const struct by_line_rules *r, const struct by_line_model *w, int seat)
{
    const int side = by_line_name(r, seat);
    int best = -1000;
    float x;

    if (r->unit == 0)
        return w->winner == BY_NO_SEAT ? 0.5f : w->winner == side ? 1 : 0;
    for (int i = 0; i < r->sides; i++)
        if (i != side && w->won[i] > best)
            best = w->won[i];
    x = 0.5f + (float)(w->won[side] - best) * (float)r->unit / 100;
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

static uint32_t child_of(struct search *s, uint32_t parent, by_move m, int seat)
{
    uint32_t *at = &s->nodes[parent].child;

    for (; *at != 0; at = &s->nodes[*at].next)
        if (s->nodes[*at].move == m)
            return *at;
    if (s->used == s->room)
        return 0;
    s->nodes[s->used] = (struct node){ .move = m, .seat = (uint32_t)seat };
    *at = s->used;
    return s->used++;
}

/* Returns the child to visit: a random untried one if any is left, otherwise the best by UCB, based on how often each
 * was available. */
static uint32_t select_child(struct search *s, uint32_t at, const struct by_line_model *w)
{
    by_move list[BY_LINE_MOVES];
    const int n = by_line_moves(&s->rules, w, list);
    uint32_t best = 0, fresh = 0;
    float most = -1;

    for (int i = 0; i < n; i++) {
        uint32_t c = child_of(s, at, list[i], w->turn);
        struct node *node = &s->nodes[c];
        float worth;

        if (c == 0)
            return 0;
        node->seen++;
        if (node->visits == 0) {
            if (by_rng_below(s->rng, ++fresh) == 0)
                best = c;
            continue;
        }
        if (fresh > 0)
            continue;
        worth = node->total / (float)node->visits + 0.7f * (float)by_sqrt(log_of(s, node->seen) / (float)node->visits);
        if (worth > most) {
            most = worth;
            best = c;
        }
    }
    return best;
}

/* Returns the steps taken (budget.h). */
static uint64_t iterate(struct search *s, struct by_line_model *w)
{
    uint32_t path[128], at = 0;
    uint64_t steps = 8;
    int depth = 0;

    while (w->end == 0 && depth < 128) {
        bool leaf;

        at = select_child(s, at, w);
        if (at == 0)
            break;
        path[depth++] = at;
        leaf = s->nodes[at].visits == 0;
        by_line_play(&s->rules, w, s->nodes[at].move);
        if (leaf)
            break;
    }
    for (; w->end == 0; steps++)
        by_line_random(&s->rules, w, s->rng);
    for (int i = 0; i < depth; i++) {
        struct node *node = &s->nodes[path[i]];

        node->visits++;
        node->total += reward(&s->rules, w, (int)node->seat);
    }
    return steps + 8 * (uint64_t)depth;
}

/* Returns the most visited move; a call is always made, and a score always claimed (by_line_moves). */
static int answer(const struct by_question *q, const struct search *s)
{
    int best = 0;
    uint32_t most = 0;

    for (int i = 0; i < q->n; i++) {
        uint32_t visits = 0;
        int32_t value = -1000;

        for (uint32_t c = s->nodes[0].child; c != 0; c = s->nodes[c].next)
            if (s->nodes[c].move == q->moves[i] && s->nodes[c].visits > 0) {
                visits = s->nodes[c].visits;
                value = (int32_t)(1000 * s->nodes[c].total / (float)visits);
            }
        if (q->moves[i] == BY_CALL_MOVE) {
            visits = UINT32_MAX;
            value = 1000;
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

static struct search *search_of(const struct by_question *q)
{
    struct by_bot_memory room = by_room_of(q);
    struct search *s = by_room_take(&room, sizeof *s);
    size_t left;

    if (s == NULL)
        return NULL;
    left = (size_t)(room.end - room.at) / sizeof(struct node);
    if (left < 1000)
        return NULL;
    s->room = left > 400000 ? 400000 : (uint32_t)left;
    s->nodes = by_room_take(&room, s->room * sizeof(struct node));
    if (s->nodes == NULL)
        return NULL;
    s->nodes[0] = (struct node){ .move = 0 };
    s->used = 1;
    s->rng = q->rng;
    for (uint32_t i = 0; i < 1024; i++)
        s->log_of[i] = i == 0 ? 0 : (float)by_log(i);
    by_line_rules_of(q->view, &s->rules);
    return s;
}

static int search(const struct by_question *q, struct by_budget *budget, bool open_hands)
{
    const uint32_t most = by_budget_count(q, budget, BY_EXPERT, 1000);
    struct search *s = search_of(q);
    uint32_t hand[4] = { 0, 0, 0, 0 };

    if (s == NULL)
        return by_greedy(q);
    for (int i = 0; i < q->view->players; i++)
        hand[i] = (uint32_t)q->view->hand[i].w[0];
    by_line_of(q->view, hand, open_hands ? q->view->deck : NULL, &s->start);
    if (!open_hands)
        by_line_guess_of(q->view, q->past, q->rng, &s->guess);
    for (uint32_t i = 0; i < most && !by_budget_spent(budget); i++) {
        struct by_line_model w = s->start;

        if (!open_hands) {
            by_line_stir(&s->guess, q->rng, 24);
            by_line_put(&s->guess, &w);
        }
        by_budget_step(budget, iterate(s, &w));
    }
    return answer(q, s);
}

int by_line_plain(const struct by_question *q, struct by_budget *b) { return search(q, b, false); }
int by_line_cheat(const struct by_question *q, struct by_budget *b) { return search(q, b, true); }
