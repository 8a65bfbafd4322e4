/* round.c: the steps a game's `play` is made of (author.h). */
#include "author.h"

void by_tell(struct by_events *ev, int kind, int seat, by_move m, int32_t points)
{
    BY_ASSERT(ev->n < (int)(sizeof ev->at / sizeof ev->at[0]));
    ev->at[ev->n++] = (struct by_event){ .kind = (uint8_t)kind, .seat = (uint8_t)seat, .move = m,
                                         .points = points };
}

void by_add_score(struct by_state *s, int seat, int points, struct by_step_out *out)
{
    uint32_t side = by_side(s, seat);

    BY_ASSERT(out->undo->whose == BY_NO_SEAT);
    for (int i = 0; i < s->players; i++)
        if ((side >> i & 1) != 0)
            s->score[i] += points;
    out->undo->whose = (uint8_t)seat;
    out->undo->points = (int16_t)points;
    by_tell(out->ev, BY_EV_SCORE, seat, BY_NO_MOVE, points);
}

void by_lay_tile(struct by_state *s, int seat, by_tile t, int on, int flip)
{
    by_set_drop(&s->hand[seat], t);
    s->laid[s->now.laid++] = (struct by_laid){ t, (uint8_t)on, (uint8_t)flip, 0 };
    s->now.lay++;
}

void by_unlay_tile(struct by_state *s, int seat)
{
    struct by_laid *last = &s->laid[s->now.laid - 1];

    by_set_add(&s->hand[seat], last->tile);
    *last = (struct by_laid){ 0, 0, 0, 0 };
    s->now.laid--;
}

by_tile by_draw_tile(struct by_state *s, int seat, struct by_undo *undo)
{
    by_tile t = s->deck[s->now.taken++];

    by_set_add(&s->hand[seat], t);
    undo->to = (uint8_t)seat;
    undo->tiles++;
    return t;
}

void by_close_place(struct by_state *s, int at)
{
    int last = --s->now.places;

    for (int i = at; i < last; i++)
        s->place[i] = s->place[i + 1];
    s->place[last] = (struct by_place){ 0, 0 };
}

void by_reopen_place(struct by_state *s, int at, struct by_place p)
{
    for (int i = s->now.places++; i > at; i--)
        s->place[i] = s->place[i - 1];
    s->place[at] = p;
}

int by_find_place(const struct by_state *s, by_tile on, int number)
{
    for (int i = 0; i < s->now.places; i++)
        if (s->place[i].number == number && s->laid[s->place[i].laid].tile == on)
            return i;
    return -1;
}

/* C-07: what can be drawn is judged at the end of each turn. */
bool by_idle_turn(struct by_state *s)
{
    if (s->now.lay > 0 || by_drawable(s) > 0)
        s->now.idle = 0;
    else if (s->now.idle < 255)
        s->now.idle++;
    return s->now.idle >= s->players;
}

/* C-02; T-17: lost turns are passed over and used up. */
void by_next_turn(struct by_state *s, struct by_undo *undo)
{
    int seat = by_next_seat(s, s->now.turn);

    while (s->skip[seat] > 0) {
        s->skip[seat]--;
        undo->skipped++;
        seat = by_next_seat(s, seat);
    }
    s->now.turn = (uint8_t)seat;
    s->now.stage = s->now.drew = s->now.lay = 0;
    s->now.later = 1;
}

void by_end_round(struct by_state *s, int end, int seat, struct by_step_out *out)
{
    s->end = (uint8_t)end;
    s->end_seat = (uint8_t)seat;
    s->now.phase = BY_ROUND_OVER;
    s->now.window = BY_NO_SEAT;         /* L-25, T-16: when the round is over nobody can call */
    by_tell(out->ev, BY_EV_ROUND_END, seat, BY_NO_MOVE, 0);
}

void by_end_game(struct by_state *s, struct by_step_out *out)
{
    s->now.phase = BY_GAME_OVER;
    s->now.window = BY_NO_SEAT;
    by_tell(out->ev, BY_EV_GAME_END, BY_NO_SEAT, BY_NO_MOVE, 0);
}

void by_end_low_round(struct by_state *s, int end, int seat, struct by_step_out *out)
{
    for (int i = 0; i < s->players; i++) {
        s->gain[i] = by_set_pips(&s->hand[i]);
        if (by_set_has(&s->hand[i], 0))
            s->gain[i] += by_rule(s, BY_BLANK_PENALTY);     /* F-10 */
        s->score[i] += s->gain[i];
    }
    by_end_round(s, end, seat, out);
    if (s->round >= (uint32_t)by_rule(s, BY_ROUNDS))        /* F-11, T-15 */
        by_end_game(s, out);
}
