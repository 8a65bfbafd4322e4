/* SPDX-License-Identifier: MIT */
/* model.c: the rules shared by all games: leads and deals, turns, ends of rounds, moves as numbers and text. */
#include "model.h"

#include <stdio.h>
#include <string.h>

static const struct reading *const readings[BY_GAMES] = {
#define BY_GAME(name, file) &reading_##file,
#include "boneyard/games.def"
#undef BY_GAME
};

void model_start(struct model *m, const struct by_config *c)
{
    const struct by_game *g = by_games[c->game];

    memset(m, 0, sizeof *m);
    m->c = *c;
    m->family = g->family;
    m->hub = g->presets[c->preset].hub;
    m->players = m->family == BY_CASTLE ? 1 : c->opt[BY_PLAYERS];
    m->lead = m->end_seat = m->winner = m->led = m->centre = m->only = m->window = NONE;
    m->phase = BY_READY;
}

struct m_move m_plain(int kind) { return (struct m_move){ (uint8_t)kind, BY_NO_TILE, 0, BY_NO_TILE, 0, 0, 0 }; }

int m_pips(const struct by_set *hand) /* C-08 */
{
    int sum = 0;

    for (int a = 0; a <= BY_MAX_NUMBER; a++)
        for (int b = 0; b <= a; b++)
            if (by_set_has(hand, by_tile_of(a, b)))
                sum += a + b;
    return sum;
}

uint32_t m_side(const struct model *m, int seat)
{
    uint32_t side = (uint32_t)1 << seat;

    if (m->family == BY_LINE && m_opt(m, BY_TEAMS) == BY_ON)
        side |= (uint32_t)1 << (seat + 2) % 4; /* L-03: partners opposite */
    return side;
}

int model_drawable(const struct model *m)
{
    int left = m->tiles - m->taken;

    if (m->family == BY_LINE)
        left = m_opt(m, BY_DRAW) == BY_DRAW_NONE ? 0 : left - m_opt(m, BY_RESERVE); /* L-09, L-11 */
    return left < 0 ? 0 : left;
}

/* ---- Leads and deals ---------------------------------------------------------------------- */

static int first_lead(const struct model *m, int *seat)
{
    if (m->family != BY_LINE) {
        *seat = m_opt(m, BY_FIRST_SEAT); /* F-04, T-03 */
        return BY_LEAD_SEAT;
    }
    if (m_opt(m, BY_LEAD) == BY_LEAD_SEAT) /* L-04 */
        *seat = m_opt(m, BY_FIRST_SEAT);
    return m_opt(m, BY_LEAD);
}

int model_lead(const struct model *m, int *seat)
{
    *seat = NONE;
    if (m->hub) /* T-04 */
        return BY_LEAD_DOUBLE;
    if (m->family == BY_CASTLE) {
        *seat = 0;
        return BY_LEAD_SEAT;
    }
    if (m->round == 0)
        return first_lead(m, seat);
    if (m->family == BY_LINE && m_opt(m, BY_NEXT_LEAD) == BY_NEXT_DOUBLE) /* L-05 */
        return BY_LEAD_DOUBLE;
    if (m->family == BY_LINE && m_opt(m, BY_NEXT_LEAD) == BY_NEXT_WINNER) { /* L-06 */
        if (m->winner == NONE)
            return first_lead(m, seat);
        *seat = m->winner;
        return BY_LEAD_SEAT;
    }
    *seat = (m->lead + 1) % m->players; /* L-04, F-04, T-03 */
    return BY_LEAD_SEAT;
}

bool model_lead_given(const struct model *m)
{
    int seat, rule = model_lead(m, &seat);

    return m->family != BY_CASTLE && (rule == BY_LEAD_LOT || (rule == BY_LEAD_SEAT && m->round == 0));
}

/* F-03, T-03: n-n in round one, then down. */
static int next_centre(const struct model *m)
{
    int number = m_opt(m, BY_SET) - m->round;

    if (m->hub || m->family == BY_LINE || m->family == BY_CASTLE)
        return NONE;
    return by_tile_of(number, number);
}

int model_deck(const struct model *m, by_tile *deck)
{
    int top = m->family == BY_LINE ? 6 : m_opt(m, BY_SET), n = 0; /* L-01 */

    for (int a = 0; a <= top; a++)
        for (int b = 0; b <= a; b++)
            if (by_tile_of(a, b) != next_centre(m))
                deck[n++] = by_tile_of(a, b);
    return n;
}

static void clear_table(struct model *m)
{
    memset(m->hand, 0, sizeof m->hand);
    memset(m->skip, 0, sizeof m->skip); /* T-17: lost turns end with the round */
    memset(m->tail, 0, sizeof m->tail);
    memset(m->length, 0, sizeof m->length);
    memset(m->open, 0, sizeof m->open);
    memset(m->marker, 0, sizeof m->marker);
    memset(m->turned, 0, sizeof m->turned);
    memset(m->gain, 0, sizeof m->gain);
    m->laid_n = m->row_n = m->removed = 0;
    m->lay = m->idle = m->drew = m->stage = m->stake = 0;
    m->late = (struct by_set){ { 0, 0, 0 } };
    m->free_draw = m->later = false;
    m->only = m->window = m->end_seat = m->winner = m->led = NONE;
    m->end = BY_NOT_ENDED;
}

by_err model_deal(struct model *m, const by_tile *deck, int lead)
{
    by_tile ordered[BY_MAX_TILES];
    int seat, rule = model_lead(m, &seat), hand = m->family == BY_CASTLE ? 0 : m_opt(m, BY_HAND);
    int best = NONE, tiles = model_deck(m, ordered);

    for (int i = 0; rule == BY_LEAD_DOUBLE && i < hand * m->players; i++)
        if (by_high(deck[i]) == by_low(deck[i]) && (best == NONE || by_high(deck[i]) > by_high((by_tile)best))) {
            best = deck[i]; /* L-05, T-04 */
            seat = i / hand;
        }
    if (rule == BY_LEAD_DOUBLE && best == NONE)
        return BY_E_NO_DOUBLE;
    seat = lead >= 0 ? lead : seat;
    clear_table(m);
    m->tiles = tiles;
    m->centre = next_centre(m);
    m->led = best;
    m->lead = m->turn = seat;
    m->round++;
    m->phase = BY_PLAYING;
    memcpy(m->deck, deck, (size_t)tiles);
    for (int i = 0; i < hand * m->players; i++)
        by_set_add(&m->hand[i / hand], deck[i]);
    m->taken = hand * m->players;
    if (m->family == BY_CASTLE) /* */
        for (; m->row_n < 3; m->taken++)
            m->row[m->row_n++] = deck[m->taken];
    if (m->family == BY_FEET)
        m->laid[m->laid_n++] = (struct m_laid){ (by_tile)m->centre, 0, 0, NONE };
    if (m->family == BY_TRAINS)
        train_deal(m);
    m->ev.n = 0;
    m_tell(m, BY_EV_ROUND, seat, BY_NO_MOVE, 0);
    return BY_OK;
}

/* ---- Steps -------------------------------------------------------------------------------- */

void m_tell(struct model *m, int kind, int seat, by_move mv, int points)
{
    m->ev.at[m->ev.n++] = (struct by_event){
        .kind = (uint8_t)kind, .seat = seat == NONE ? BY_NO_SEAT : (uint8_t)seat, .points = points, .move = mv
    };
}

void m_add(struct model *m, int seat, int points)
{
    for (int i = 0; i < m->players; i++)
        if ((m_side(m, seat) >> i & 1) != 0)
            m->score[i] += points;
    m_tell(m, BY_EV_SCORE, seat, BY_NO_MOVE, points);
}

by_tile m_draw(struct model *m, int seat, bool tell)
{
    by_tile t = m->deck[m->taken++];

    by_set_add(&m->hand[seat], t);
    if (tell) {
        m->ev.at[0].tiles = 1;
        m->ev.at[0].drawn[0] = t;
    }
    return t;
}

void m_put(struct model *m, int seat, struct m_move mv, int on)
{
    by_set_drop(&m->hand[seat], mv.tile);
    m->laid[m->laid_n++] = (struct m_laid){ mv.tile, mv.touch, mv.at, on };
    m->lay++;
}

/* C-07: consecutive idle turns; the tiles that can be drawn are counted at the end of each turn. */
bool m_turn_blocks(struct model *m)
{
    m->idle = m->lay == 0 && model_drawable(m) == 0 ? m->idle + 1 : 0;
    return m->idle >= m->players;
}

void m_next(struct model *m) /* C-02, T-17 */
{
    m->turn = (m->turn + 1) % m->players;
    while (m->skip[m->turn] > 0) {
        m->skip[m->turn]--;
        m->turn = (m->turn + 1) % m->players;
    }
    m->lay = m->drew = m->stage = 0;
    m->only = NONE;
    m->late = (struct by_set){ { 0, 0, 0 } };
    m->later = true;
}

void m_finish(struct model *m, int end, int seat)
{
    m->end = end;
    m->end_seat = seat;
    m->phase = BY_ROUND_OVER;
    m->window = NONE;
    m_tell(m, BY_EV_ROUND_END, seat, BY_NO_MOVE, 0);
}

void m_game_over(struct model *m)
{
    m->phase = BY_GAME_OVER;
    m->window = NONE;
    m_tell(m, BY_EV_GAME_END, NONE, BY_NO_MOVE, 0);
}

void m_finish_low(struct model *m, int end, int seat) /* F-10, F-11, T-15 */
{
    for (int i = 0; i < m->players; i++) {
        m->gain[i] = m_pips(&m->hand[i]);
        if (m->family == BY_FEET && by_set_has(&m->hand[i], by_tile_of(0, 0)))
            m->gain[i] += m_opt(m, BY_BLANK_PENALTY);
        m->score[i] += m->gain[i];
    }
    m_finish(m, end, seat);
    if (m->round == m_opt(m, BY_ROUNDS))
        m_game_over(m);
}

/* ---- Asking and playing ------------------------------------------------------------------- */

uint32_t model_actors(const struct model *m)
{
    uint32_t actors = 0;

    if (m->phase != BY_PLAYING)
        return 0;
    for (int i = 0; i < m->players; i++) /* L-25, T-16 */
        if (i == m->turn || (m->window != NONE && (m_side(m, m->window) >> i & 1) == 0))
            actors |= (uint32_t)1 << i;
    return actors;
}

int model_list(const struct model *m, int seat, struct m_move *out)
{
    int n = 0;

    if ((model_actors(m) >> seat & 1) == 0)
        return 0;
    if (seat == m->turn)
        n = readings[m->c.game]->list(m, out);
    if (m->window != NONE && (m_side(m, m->window) >> seat & 1) == 0)
        out[n++] = m_plain(BY_CALL_OUT);
    return n;
}

void model_play(struct model *m, int seat, struct m_move mv)
{
    m->ev.n = 0;
    m_tell(m, BY_EV_MOVE, seat, model_encode(mv, m->family), 0);
    readings[m->c.game]->play(m, seat, mv);
}

uint32_t model_winners(const struct model *m)
{
    uint32_t best = 0;

    if (m->phase != BY_GAME_OVER)
        return 0;
    if (m->family == BY_CASTLE)
        return m->cleared > 0;
    for (int i = 0; i < m->players; i++) {
        bool beaten = false;

        for (int k = 0; k < m->players; k++) /* F-11, T-15: the lowest; L-24: the highest */
            beaten |= m->family == BY_LINE ? m->score[k] > m->score[i] : m->score[k] < m->score[i];
        if (!beaten)
            best |= (uint32_t)1 << i;
    }
    if (m->hub && m->end == BY_ENDED_OUT && (best >> m->end_seat & 1) != 0) /* T-15 */
        return (uint32_t)1 << m->end_seat;
    return best;
}

/* ---- Moves as numbers and text (rules.h, N-01 to N-06) ------------------------------------- */

by_move model_encode(struct m_move mv, int family)
{
    uint32_t n = (uint32_t)mv.kind << 20 | (uint32_t)mv.on << 8 | mv.tile;

    if (mv.kind != BY_LAY)
        return n;
    if (mv.touch != by_high(mv.tile))
        n |= (uint32_t)1 << 16;
    if (family != BY_TRAINS && mv.on != BY_NO_TILE && mv.at != by_high(mv.on))
        n |= (uint32_t)1 << 17;
    if (mv.shout)
        n |= (uint32_t)1 << 18;
    return n | (uint32_t)mv.claim << 24;
}

struct m_move model_decode(by_move mv, int family)
{
    struct m_move out = m_plain((int)(mv >> 20 & 15));

    out.tile = (uint8_t)(mv & 255);
    out.on = (uint8_t)(mv >> 8 & 255);
    if (out.kind != BY_LAY)
        return out;
    out.touch = (uint8_t)(mv >> 16 & 1 ? by_low(out.tile) : by_high(out.tile));
    if (family != BY_TRAINS && out.on != BY_NO_TILE)
        out.at = (uint8_t)(mv >> 17 & 1 ? by_low(out.on) : by_high(out.on));
    out.claim = (uint8_t)(mv >> 24);
    out.shout = mv >> 18 & 1;
    return out;
}

static int print_lay(struct m_move mv, int family, char *out)
{
    int n = sprintf(out, "%d-%d", mv.touch, by_pips(mv.tile) - mv.touch);

    if (family == BY_TRAINS && mv.on == BY_MEXICAN)
        n += sprintf(out + n, "@m");
    else if (family == BY_TRAINS)
        n += sprintf(out + n, "@t%d", mv.on);
    else if (mv.on != BY_NO_TILE)
        n += sprintf(out + n, "@%d-%d", mv.at, by_pips(mv.on) - mv.at);
    if (mv.claim > 0)
        n += sprintf(out + n, " +%d", mv.claim);
    return n + sprintf(out + n, "%s", mv.shout ? " !" : "");
}

int model_print(struct m_move mv, int family, char *out)
{
    switch (mv.kind) {
    case BY_LAY: return print_lay(mv, family, out);
    case BY_HUB: return sprintf(out, "%d-%d@hub", by_high(mv.tile), by_low(mv.tile));
    case BY_TAKE: return sprintf(out, "take %d-%d", by_high(mv.tile), by_low(mv.tile));
    case BY_TAKE3: return sprintf(out, "take3 %d-%d", by_high(mv.tile), by_low(mv.tile));
    default: return sprintf(out, "%s", mv.kind == BY_DRAW_TILE ? "draw" : mv.kind == BY_PASS ? "pass" : "call");
    }
}
