/* think.c: how the levels play line games. */
#include "search.h"
#include "two.h"

/* What the move model thinks of each move: thousandths of a logit. */
static bool judge(const struct by_question *q, int32_t *values)
{
    struct by_room room = by_room_of(q);
    struct { struct by_line_rules r; struct by_line w; struct by_line_seen t; struct by_line_guess g; } *s;
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
        values[i] = (int32_t)(1000 * logit[i]);
        if (s->r.call && by_move_claim(q->moves[i]) == 0 && by_line_points(&s->r, &s->w, q->moves[i]) > 0)
            values[i] -= 100000;        /* L-25: points that nobody claims */
        if (q->moves[i] == BY_CALL_MOVE)
            values[i] = 1000000;
    }
    return true;
}

/* The one that seems best. */
static int medium(const struct by_question *q)
{
    struct by_room room = by_room_of(q);
    int32_t *values = by_room_take(&room, sizeof *values * (size_t)q->n);
    struct by_question rest = *q;

    if (values == NULL)
        return by_greedy(q);
    rest.memory = room.at;
    rest.size = (size_t)(room.end - room.at);
    return judge(&rest, values) ? by_settle(q, values) : by_greedy(q);
}

int by_think_line(const struct by_question *q, enum by_level level)
{
    static const struct by_line_way hard = { 250, 0, 0.7f, 0, 0 };
    static const struct by_line_way expert = { 1000, 256, 0.7f, 0.1f, 0 };
    const int at = level >= BY_HARD ? by_line_two(q, level) : -1;

    if (at >= 0)
        return at;
    switch (level) {
    case BY_EASY:
    case BY_MEDIUM:
        return medium(q);
    case BY_HARD:
        return by_line_search(q, &hard, NULL);
    default:
        return by_line_search(q, &expert, NULL);
    }
}
