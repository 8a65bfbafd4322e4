/* two_game.c: the next moves as a game of its own, in which neither side knows the other's hand.
 *
 * Both sides hold one of a list of hands; our own is one of ours, and the other side does not know which.  The
 * tree of the next plays and passes is built for all of them at once; where it is cut off, hands are open and
 * solved exactly.  CFR+ (O. Tammelin, 2014) on it gives plays that do not tell more than they have to, and that
 * are mixed where that is better: an opponent who knows how we think gains little.  Postponing the open hands
 * by some moves: Arjonilla, Saffidine and Cazenave, "Perfect information Monte Carlo with postponing reasoning"
 * (2024); solving ahead from the ranges of both: Moravcik et al., "DeepStack" (2017).
 */
#include "two.h"
#include "two_game.h"

enum { INNER, OPEN, OUT, BLOCKED };

struct kid {
    struct by_two_play play;            /* rank BY_DECK: the pass */
    struct node *node;
    uint16_t *from[2];                  /* a hand's place in the node above, by side */
    float *regret, *part, *reach, *won; /* by hand of who plays; part: of its plays */
};
struct node {
    uint8_t turn, pair, kind, kids;     /* turn 0: the own side */
    bool passed;
    int n[2];                           /* hands that can be here, by side */
    uint16_t *at[2];                    /* ... and which */
    uint32_t gone;                      /* tiles laid since the root */
    struct kid *kid;
    float *value;                       /* ends: n[0] rows of n[1], for the own side */
    float *all, *plays;                 /* by hand of the turn */
};
struct game {
    const struct by_two *t;
    const struct by_two_world *hand[2];
    struct by_room room;
    uint64_t pairs, most;               /* values at the ends; how many are allowed */
    bool full;                          /* too much */
};

static void *take(struct game *g, size_t bytes)
{
    void *p = by_room_take(&g->room, bytes);

    g->full |= p == NULL;
    return p;
}

static uint32_t hand_at(const struct game *g, const struct node *n, int side, int i)
{
    return g->hand[side][n->at[side][i]].hand & ~n->gone;
}

/* ---- The tree ------------------------------------------------------------------------------------ */

static void grow(struct game *g, struct node *n, int depth);

/* The hands of a side that stay: of who plays those with the tile (rank BY_DECK: those that cannot play), of the
 * other side those without it. */
static void stay(struct game *g, const struct node *n, struct kid *k, int side)
{
    uint32_t bit = k->play.rank == BY_DECK ? 0 : (uint32_t)1 << k->play.rank, fits = by_two_fits(g->t, n->pair);
    struct node *c = k->node;

    c->n[side] = 0;
    c->at[side] = take(g, sizeof(uint16_t) * (size_t)n->n[side]);
    k->from[side] = take(g, sizeof(uint16_t) * (size_t)n->n[side]);
    for (int i = 0; !g->full && i < n->n[side]; i++) {
        uint32_t hand = hand_at(g, n, side, i);

        if (side != n->turn ? (hand & bit) != 0 : bit != 0 ? (hand & bit) == 0 : (hand & fits) != 0)
            continue;
        c->at[side][c->n[side]] = n->at[side][i];
        k->from[side][c->n[side]++] = (uint16_t)i;
    }
}

static void add_kid(struct game *g, struct node *n, struct by_two_play p, int depth)
{
    struct kid *k = &n->kid[n->kids];
    struct node *c = take(g, sizeof *c);
    int most;

    if (g->full)
        return;
    *k = (struct kid){ .play = p, .node = c };
    *c = (struct node){ .turn = 1 - n->turn, .pair = p.pair, .gone = n->gone, .passed = p.rank == BY_DECK };
    if (!c->passed)
        c->gone |= (uint32_t)1 << p.rank;
    stay(g, n, k, 0);
    stay(g, n, k, 1);
    if (g->full || c->n[0] == 0 || c->n[1] == 0)
        return;
    if (c->passed && n->passed)
        c->kind = BLOCKED;
    else if (!c->passed && hand_at(g, c, n->turn, 0) == 0)
        c->kind = OUT;
    else if (depth <= 1 && !c->passed)
        c->kind = OPEN;
    n->kids++;
    most = c->n[0] > c->n[1] ? c->n[0] : c->n[1];
    k->regret = take(g, sizeof(float) * (size_t)most);
    k->part = take(g, sizeof(float) * (size_t)most);
    k->reach = take(g, sizeof(float) * (size_t)most);
    k->won = take(g, sizeof(float) * (size_t)most);
    for (int i = 0; !g->full && i < most; i++) {
        k->regret[i] = 0;
        k->part[i] = 1;
    }
    if (c->kind == INNER)
        grow(g, c, c->passed ? depth : depth - 1);
    else if ((g->pairs += (uint64_t)c->n[0] * (uint64_t)c->n[1]) > g->most)
        g->full = true;
    else
        c->value = take(g, sizeof(float) * (size_t)c->n[0] * (size_t)c->n[1]);
}

static void grow(struct game *g, struct node *n, int depth)
{
    struct by_two_play list[BY_TWO_PLAYS];
    uint32_t held = 0;
    int count;

    for (int i = 0; i < n->n[n->turn]; i++)
        held |= hand_at(g, n, n->turn, i);
    count = by_two_plays(g->t, held, n->pair, list);
    n->kid = take(g, sizeof *n->kid * (size_t)(count + 1));
    n->all = take(g, sizeof(float) * (size_t)n->n[n->turn]);
    n->plays = take(g, sizeof(float) * (size_t)n->n[n->turn]);
    for (int i = 0; !g->full && i < count; i++)
        add_kid(g, n, list[i], depth);
    if (!g->full)
        add_kid(g, n, (struct by_two_play){ BY_DECK, n->pair }, depth);
}

/* ---- The ends ---------------------------------------------------------------------------------------- */

/* For the side of the turn. */
static int value_at(const struct game *g, const struct node *n, uint32_t mine, uint32_t yours)
{
    if (n->kind == BLOCKED)
        return by_block_blocked(&g->t->ask, mine, yours);
    if (n->kind == OUT)
        return g->t->points ? -by_ranked_pips(g->t->solver, mine) : -1;
    return by_two_value(g->t, mine, yours, n->pair);
}

static void fill(const struct game *g, struct node *n)
{
    for (int i = 0; i < n->kids; i++)
        fill(g, n->kid[i].node);
    for (int i = 0; n->kind != INNER && i < n->n[0]; i++)
        for (int j = 0; j < n->n[1]; j++) {
            uint32_t own = hand_at(g, n, 0, i), other = hand_at(g, n, 1, j);
            float worth = 0;

            if ((own & other) == 0)
                worth = g->t->worth[n->turn == 0 ? value_at(g, n, own, other) : -value_at(g, n, other, own)];
            n->value[i * n->n[1] + j] = worth;
        }
}

/* ---- CFR+ ---------------------------------------------------------------------------------------------- */

static void parts(struct node *n)
{
    for (int i = 0; i < n->n[n->turn]; i++)
        n->all[i] = n->plays[i] = 0;
    for (int a = 0; a < n->kids; a++) {
        struct kid *k = &n->kid[a];

        for (int i = 0; i < k->node->n[n->turn]; i++) {
            n->all[k->from[n->turn][i]] += k->regret[i];
            n->plays[k->from[n->turn][i]] += 1;
        }
    }
    for (int a = 0; a < n->kids; a++) {
        struct kid *k = &n->kid[a];

        for (int i = 0; i < k->node->n[n->turn]; i++) {
            int at = k->from[n->turn][i];

            k->part[i] = n->all[at] > 0 ? k->regret[i] / n->all[at] : 1 / n->plays[at];
        }
    }
}

static void at_end(const struct node *n, int side, const float *reach, float *out)
{
    for (int i = 0; i < n->n[side]; i++)
        out[i] = 0;
    for (int i = 0; i < n->n[0]; i++) {
        const float *row = n->value + i * n->n[1];
        float sum = 0;

        if (side == 0) {
            for (int j = 0; j < n->n[1]; j++)
                sum += row[j] * reach[j];
            out[i] = sum;
        } else if (reach[i] > 0) {
            for (int j = 0; j < n->n[1]; j++)
                out[j] -= row[j] * reach[i];
        }
    }
}

/* reach: how likely the other side comes here with each hand; out: what the hands of `side` win against that. */
static void walk(struct node *n, int side, const float *reach, float *out)
{
    const int turn = n->turn, other = 1 - side;

    if (n->kind != INNER) {
        at_end(n, side, reach, out);
        return;
    }
    parts(n);
    for (int i = 0; i < n->n[side]; i++)
        out[i] = 0;
    for (int a = 0; a < n->kids; a++) {
        struct kid *k = &n->kid[a];

        for (int i = 0; i < k->node->n[other]; i++)
            k->reach[i] = reach[k->from[other][i]] * (turn == other ? k->part[i] : 1);
        walk(k->node, side, k->reach, k->won);
        for (int i = 0; i < k->node->n[side]; i++)
            out[k->from[side][i]] += k->won[i] * (turn == side ? k->part[i] : 1);
    }
    for (int a = 0; turn == side && a < n->kids; a++) {
        struct kid *k = &n->kid[a];

        for (int i = 0; i < k->node->n[side]; i++) {
            float r = k->regret[i] + k->won[i] - out[k->from[side][i]];

            k->regret[i] = r > 0 ? r : 0;
        }
    }
}

static void learn(struct game *g, struct node *root, int rounds, double value[], double chance[])
{
    float *weight[2], *out = take(g, sizeof(float) * (size_t)(root->n[0] + root->n[1]));
    double all = 0;

    for (int side = 0; side < 2; side++) {
        weight[side] = take(g, sizeof(float) * (size_t)root->n[side]);
        for (int i = 0; !g->full && i < root->n[side]; i++)
            weight[side][i] = g->hand[side][i].weight;
    }
    if (g->full)
        return;
    for (int j = 0; j < root->n[1]; j++)
        if ((g->hand[0][0].hand & g->hand[1][j].hand) == 0)
            all += (double)weight[1][j];
    for (int r = 1; r <= rounds; r++) {
        walk(root, 0, weight[1], out);
        for (int a = 0, p = 0; a < root->kids; a++)
            if (root->kid[a].from[0][0] == 0 && root->kid[a].play.rank != BY_DECK)
                value[p++] = (double)root->kid[a].won[0] / all;
        walk(root, 1, weight[0], out);
        for (int a = 0, p = 0; a < root->kids; a++)
            if (root->kid[a].from[0][0] == 0 && root->kid[a].play.rank != BY_DECK)
                chance[p++] += r * (double)root->kid[a].part[0];
    }
}

bool by_two_game(const struct by_two *t, struct by_room room, const struct by_two_world *own, int owns,
                 const struct by_two_world *other, int others, struct by_two_limits limits, double value[],
                 double chance[])
{
    for (int depth = limits.deepest; depth >= limits.least; depth--) {
        struct game g = { .t = t, .hand = { own, other }, .room = room, .most = limits.pairs };
        struct node root = { .turn = 0, .pair = (uint8_t)t->pair, .passed = t->passed, .n = { owns, others } };

        for (int side = 0; side < 2; side++) {
            root.at[side] = take(&g, sizeof(uint16_t) * (size_t)root.n[side]);
            for (int i = 0; !g.full && i < root.n[side]; i++)
                root.at[side][i] = (uint16_t)i;
        }
        if (!g.full)
            grow(&g, &root, depth);
        for (int i = 0; i < t->plays; i++)
            chance[i] = value[i] = 0;
        if (g.full)
            continue;
        fill(&g, &root);
        learn(&g, &root, limits.rounds, value, chance);
        if (!g.full)
            return true;
    }
    return false;
}
