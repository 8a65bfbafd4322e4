/* SPDX-License-Identifier: MIT */
/* round.c: implements the building blocks of a game's `play` (author.h). */
#include "author.h"

void by_add_score(struct by_state *s, int seat, int points, struct by_step_out *out)
{
    uint32_t side = by_side_of(&s->rules, seat);

    BY_ASSERT(out->undo->whose == BY_NO_SEAT);
    for (int i = 0; i < s->players; i++)
        if ((side >> i & 1) != 0)
            s->score[i] += points;
    out->undo->whose = (uint8_t)seat;
    out->undo->points = (int16_t)points;
    by_tell(out->ev, BY_EV_SCORE, seat, BY_NO_MOVE, points);
}

void by_unlay_tile(struct by_state *s, int seat)
{
    struct by_laid *last = &s->laid[s->now.laid - 1];

    by_set_add(&s->hand[seat], last->tile);
    *last = (struct by_laid){ 0, 0, 0, 0 };
    s->now.laid--;
}

void by_reopen_place(struct by_state *s, int at, int laid, int number)
{
    struct by_place p;

    by_open_place(s, laid, number);
    p = s->place[s->now.places - 1];
    for (int i = s->now.places - 1; i > at; i--)
        s->place[i] = s->place[i - 1];
    s->place[at] = p;
}

void by_end_round(struct by_state *s, int end, int seat, struct by_step_out *out)
{
    s->end = (uint8_t)end;
    s->end_seat = (uint8_t)seat;
    s->now.phase = BY_ROUND_OVER;
    s->now.window = BY_NO_SEAT; /* no calls are possible once the round is over (L-25, T-16) */
    by_tell(out->ev, BY_EV_ROUND_END, seat, BY_NO_MOVE, 0);
}

void by_end_game(struct by_state *s, struct by_step_out *out)
{
    s->now.phase = BY_GAME_OVER;
    s->now.window = BY_NO_SEAT;
    by_tell(out->ev, BY_EV_GAME_END, BY_NO_SEAT, BY_NO_MOVE, 0);
}

void by_left_all(const struct by_state *s, struct by_left left[BY_SEATS])
{
    for (int i = 0; i < s->players; i++)
        by_left_count(&s->hand[i], &left[i]);
}

void by_end_low_round(struct by_state *s, int end, int seat, struct by_step_out *out)
{
    struct by_left left[BY_SEATS];

    by_left_all(s, left);
    by_low_settle(s, end, seat, left, out);
}

void by_low_settle(struct by_state *s, int end, int seat, const struct by_left left[], struct by_step_out *out)
{
    for (int i = 0; i < s->players; i++) {
        s->gain[i] = left[i].pips;
        if (left[i].blank)
            s->gain[i] += by_left_points(&s->rules, 0); /* F-10 */
        s->score[i] += s->gain[i];
    }
    by_end_round(s, end, seat, out);
    if (s->round >= (uint32_t)by_rule(s, BY_ROUNDS)) /* F-11, T-15 */
        by_end_game(s, out);
}
