/* SPDX-License-Identifier: MIT */
/* think.c: defines how the levels play line games. */
#include "bots/greedy.h"
#include "bots/real.h"
#include "plain.h"
#include "search.h"
#include "two.h"

/* Rates each move with the move model, in thousandths of a logit. */
static bool judge(const struct by_question *q, int32_t *values)
{
    struct by_bot_memory room = by_room_of(q);
    struct {
        struct by_line_rules r;
        struct by_line_model w;
        struct by_line_seen t;
        struct by_line_guess g;
    } * s;
    float *logit;

    s = by_room_take(&room, sizeof *s);
    logit = by_room_take(&room, sizeof *logit * (size_t)q->n);
    if (s == NULL || logit == NULL)
        return false;
    by_line_rules_of(q->view, &s->r);
    by_line_of(q->view, (const uint32_t[4]){ 0, 0, 0, 0 }, NULL, &s->w);
    by_line_guess_of(q->view, q->past, q->rng, &s->g);
    by_line_put(&s->g, &s->w);
    by_line_table_of(&s->r, q->view, q->past, &s->t);
    by_line_logits(&s->r, &s->w, &s->t, q->moves, q->n, logit);
    for (int i = 0; i < q->n; i++) {
        const int points = by_line_points(&s->r, &s->w, q->moves[i]);

        values[i] = (int32_t)(1000 * logit[i]);
        if (s->r.call && by_move_claim(q->moves[i]) == 0 && points > 0)
            values[i] -= 100000; /* L-25: unclaimed points */
        else if (s->r.once && points > 0 && s->r.score[q->view->seat] + points >= s->r.target)
            values[i] += 50000; /* wins the match (L-24) */
        if (q->moves[i] == BY_CALL_MOVE)
            values[i] = 1000000;
    }
    return true;
}

/* Picks a move at random with probabilities e^(logit / warmth), in parts of 65536. */
static int draw_lots(const struct by_question *q, const int32_t *values, double warmth, uint32_t *chances)
{
    int32_t most = values[0];
    uint32_t sum = 0, at;
    double all = 0;
    int pick = 0;

    for (int i = 1; i < q->n; i++)
        most = values[i] > most ? values[i] : most;
    for (int i = 0; i < q->n; i++)
        all += values[i] > most - 20000 ? by_exp((values[i] - most) / 1000.0 / warmth) : 0;
    for (int i = 0; i < q->n; i++) {
        chances[i] =
            values[i] <= most - 20000 ? 0 : (uint32_t)(by_exp((values[i] - most) / 1000.0 / warmth) / all * 65535);
        sum += chances[i];
    }
    at = by_rng_below(q->rng, sum);
    while (at >= chances[pick])
        at -= chances[pick++];
    chances[pick] += 65536 - sum; /* the rounding remainder */
    if (q->chances != NULL)
        memcpy(q->chances, chances, sizeof *chances * (size_t)q->n);
    if (q->values != NULL)
        memcpy(q->values, values, sizeof *values * (size_t)q->n);
    return pick;
}

/* Uses the move model alone: picks the best move or, with warmth, a random one. */
static int by_the_model(const struct by_question *q, double warmth)
{
    struct by_bot_memory room = by_room_of(q);
    int32_t *values = by_room_take(&room, sizeof *values * (size_t)q->n);
    uint32_t *chances = by_room_take(&room, sizeof *chances * (size_t)q->n);
    struct by_question rest = *q;

    if (values == NULL || chances == NULL)
        return by_greedy(q);
    rest.memory = room.at;
    rest.size = (size_t)(room.end - room.at);
    if (!judge(&rest, values))
        return by_greedy(q);
    return warmth > 0 ? draw_lots(q, values, warmth, chances) : by_settle(q, values);
}

/* What the levels do differently in each kind of game. */
static const struct style {
    double warmth; /* for `easy`, so that it is stronger than greedy and weaker than medium */
    float explore; /* for `expert`; in Draw for two, the move model is a better guide, so it explores less */
    bool ends;     /* whether `expert` and `master` solve the end of a round */
} styles[BY_LINE_KINDS] = {
    [BY_LINE_BLOCK_2] = { 0.3, 0.5f, false },      [BY_LINE_BLOCK_3] = { 0.3, 0.5f, false },
    [BY_LINE_BLOCK_TEAMS] = { 0.15, 0.5f, false }, [BY_LINE_DRAW_2] = { 0.5, 0.25f, false },
    [BY_LINE_DRAW_3] = { 0.5, 0.5f, false },       [BY_LINE_DRAW_TEAMS] = { 0.5, 0.5f, false },
    [BY_LINE_FIVES_2] = { 0.8, 0.5f, true },       [BY_LINE_FIVES_3] = { 0.8, 0.5f, false },
    [BY_LINE_FIVES_TEAMS] = { 0.8, 0.5f, false },
};

static struct by_line_way way_of(const struct by_line_rules *r, const struct style *style, enum by_level level)
{
    struct by_line_way way = { level, 1500, 320, style->explore, 0.2f, 215, 0, 0, 0, 0 };

    if (level == BY_HARD)
        way = (struct by_line_way){ level, r->draws ? 600 : 1500, 0, 0.5f, 0.2f, 215, 0, 0, 0, 0 };
    else if (level == BY_MASTER)
        way = (struct by_line_way){ level, 30000, 4096, 0.5f, 0.2f, 215, 0, 0, 0, 0 };
    if (style->ends && level > BY_HARD) {
        way.left = r->all ? 14 : 16; /* more spinners, more plays */
        way.solves = way.iterations / 8;
    }
    if (level > BY_HARD && r->sides == 2) {
        way.deals = level == BY_MASTER ? 4096 : 1000;
        way.steps = 60;
    }
    return way;
}

static int think(const struct by_question *q, enum by_level level, struct by_budget *b)
{
    struct by_line_rules r;
    const struct style *style;
    int at;

    by_line_rules_of(q->view, &r);
    style = &styles[by_line_kind_of(&r)];
    if (level == BY_EASY)
        return by_the_model(q, style->warmth);
    at = level >= BY_HARD ? by_line_two(q, level, b) : -1;
    if (at < 0 && level >= BY_HARD) {
        const struct by_line_way way = way_of(&r, style, level);

        at = by_line_search(q, &way, b, NULL);
    }
    if (at < 0 && by_budget_spent(b))
        by_cut_note(q, BY_CUT_BARE);
    return at < 0 ? by_the_model(q, 0) : at;
}

extern const struct by_bot_family by_bot_family_line;
const struct by_bot_family by_bot_family_line = {
    .think = think, .plain = by_line_plain, .cheat = by_line_cheat, .margin = { 700, 700, 40, 40, 40 }
};
