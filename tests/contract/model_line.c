/* SPDX-License-Identifier: MIT */
/* model_line.c: a second implementation of the line games, L-01 to L-26, which recalculates everything from the laid
 * tiles at every query. */
#include "model.h"

#include <string.h>

/* A tile on the table: its number of neighbours, and the halves that are taken. */
struct seen {
    int n;
    bool high, low;
};

static void take_half(struct seen *at, by_tile t, int number)
{
    at->n++;
    if (number == by_high(t))
        at->high = true;
    else
        at->low = true;
}

static void look(const struct model *m, struct seen *at)
{
    memset(at, 0, sizeof *at * (size_t)m->laid_n);
    for (int i = 0; i < m->laid_n; i++)
        if (m->laid[i].on != NONE) {
            take_half(&at[i], m->laid[i].tile, m->laid[i].touch);
            take_half(&at[m->laid[i].on], m->laid[m->laid[i].on].tile, m->laid[i].at);
        }
}

/* L-15. */
int line_count(const struct model *m)
{
    struct seen at[32];
    int count = 0;

    look(m, at);
    for (int i = 0; i < m->laid_n; i++) {
        by_tile t = m->laid[i].tile;

        if (by_high(t) == by_low(t))
            count += at[i].n <= 1 ? 2 * by_high(t) : 0;
        else if (at[i].n == 0)
            count += by_high(t) + by_low(t);
        else if (at[i].n == 1)
            count += at[i].high ? by_low(t) : by_high(t);
    }
    return count;
}

/* L-12, L-13, L-14: returns the number of tiles that may be laid against laid[i]. */
static int sides_of(const struct model *m, int i)
{
    by_tile t = m->laid[i].tile;
    int rule = m_opt(m, BY_SPINNER);

    if (by_high(t) != by_low(t) || rule == BY_SPINNER_NONE)
        return 2;
    for (int k = 0; rule == BY_SPINNER_FIRST && k < i; k++)
        if (by_is_double(m->laid[k].tile))
            return 2; /* not the first double of the round */
    return 4;
}

int line_ends(const struct model *m, struct m_end *out)
{
    struct seen at[32];
    int n = 0;

    look(m, at);
    for (int i = 0; i < m->laid_n; i++) {
        by_tile t = m->laid[i].tile;

        if (by_high(t) == by_low(t)) { /* N-02: a double is one place */
            if (at[i].n < sides_of(m, i))
                out[n++] = (struct m_end){ i, by_high(t) };
            continue;
        }
        if (!at[i].high)
            out[n++] = (struct m_end){ i, by_high(t) };
        if (!at[i].low)
            out[n++] = (struct m_end){ i, by_low(t) };
    }
    return n;
}

int line_points(const struct model *m, int count) /* L-16 */
{
    bool scores = m_opt(m, BY_PLAY_UNIT) != 0 && count > 0 && count % 5 == 0;

    return !scores ? 0 : m_opt(m, BY_PLAY_UNIT) == 5 ? count / 5 : count;
}

static int place_of(const struct model *m, by_tile t)
{
    for (int i = 0; i < m->laid_n; i++)
        if (m->laid[i].tile == t)
            return i;
    return NONE;
}

void line_put(struct model *m, int seat, struct m_move mv)
{
    m_put(m, seat, mv, mv.on == BY_NO_TILE ? NONE : place_of(m, mv.on));
}

int line_count_with(const struct model *m, struct m_move mv)
{
    struct model after;

    after.laid_n = m->laid_n;
    memcpy(after.laid, m->laid, sizeof m->laid[0] * (size_t)m->laid_n);
    after.laid[after.laid_n++] =
        (struct m_laid){ mv.tile, mv.touch, mv.at, mv.on == BY_NO_TILE ? NONE : place_of(m, mv.on) };
    return line_count(&after);
}

/* ---- Legal moves -------------------------------------------------------------------------- */

static bool matches(const struct model *m, int half, int number) /* L-07, L-08 */
{
    if (m_opt(m, BY_BLANKS) == BY_BLANKS_WILD && (half == 0 || number == 0))
        return true;
    return half == number;
}

/* The plays of one tile on one end: bare ones by touching half, then claims (N-06, N-08). */
static int one_tile(const struct model *m, by_tile t, const struct m_end *e, struct m_move *out)
{
    int n = 0, bare;

    for (int half = 0; half <= 6; half++) {
        bool mine = e == NULL ? half == by_high(t) : half == by_high(t) || half == by_low(t);

        if (!mine || (e != NULL && !matches(m, half, e->number)))
            continue;
        out[n] = m_plain(BY_LAY);
        out[n].tile = t;
        out[n].touch = (uint8_t)half;
        if (e != NULL) {
            out[n].on = m->laid[e->laid].tile;
            out[n].at = (uint8_t)e->number;
        }
        n++;
    }
    bare = n;
    for (int i = 0; m_opt(m, BY_CALL) == BY_ON && i < bare; i++) {
        int points = line_points(m, line_count_with(m, out[i]));

        if (points > 0) {
            out[n] = out[i];
            out[n++].claim = (uint8_t)points;
        }
    }
    return n;
}

static int line_list(const struct model *m, struct m_move *out)
{
    struct m_end ends[64];
    int places = line_ends(m, ends), n = 0;

    for (int t = 0; t < 28; t++) {
        if (!by_set_has(&m->hand[m->turn], (by_tile)t))
            continue;
        if (m->laid_n == 0 && (m->led == NONE || m->led == t)) /* L-04, L-05, D-02 */
            n += one_tile(m, (by_tile)t, NULL, out + n);
        for (int i = 0; m->laid_n > 0 && i < places; i++)
            n += one_tile(m, (by_tile)t, &ends[i], out + n);
    }
    if (n == 0) /* C-05, C-10, L-09, L-10 */
        out[n++] = m_plain(model_drawable(m) > 0 ? BY_DRAW_TILE : BY_PASS);
    return n;
}

/* ---- The end of a round ------------------------------------------------------------------- */

static int side_pips(const struct model *m, int seat)
{
    int sum = 0;

    for (int i = 0; i < m->players; i++)
        if ((m_side(m, seat) >> i & 1) != 0)
            sum += m_pips(&m->hand[i]);
    return sum;
}

/* L-22: the pips of a side's lightest tile. */
static int lightest(const struct model *m, int seat)
{
    int least = 100;

    for (int i = 0; i < m->players; i++)
        for (int t = 0; t < 28; t++)
            if ((m_side(m, seat) >> i & 1) != 0 && by_set_has(&m->hand[i], (by_tile)t) && by_pips((by_tile)t) < least)
                least = by_pips((by_tile)t);
    return least;
}

/* Returns whether seat b's side is below seat a's in pips, or with `single` in pips and then by the lightest tile. */
static bool below(const struct model *m, int b, int a, bool single)
{
    if (side_pips(m, b) != side_pips(m, a))
        return side_pips(m, b) < side_pips(m, a);
    return single && lightest(m, b) < lightest(m, a);
}

/* The one side strictly below all others, by one of its seats, or NONE. */
static int lowest(const struct model *m, bool single)
{
    for (int i = 0; i < m->players; i++) {
        bool best = true;

        for (int k = 0; k < m->players; k++)
            best &= (m_side(m, i) >> k & 1) != 0 || below(m, i, k, single);
        if (best)
            return i;
    }
    return NONE;
}

static int bonus(const struct model *m, int winner, bool blocked)
{
    int all = 0, sum;

    for (int i = 0; i < m->players; i++)
        all += m_pips(&m->hand[i]);
    sum = m_opt(m, BY_BONUS_OF) == BY_OF_ALL ? all : all - side_pips(m, winner); /* L-17, L-18, L-20 */
    if (blocked && m_opt(m, BY_BLOCKED) == BY_BLOCKED_DIFFERENCE)                /* L-21 */
        sum -= side_pips(m, winner);
    if (m_opt(m, BY_PLAY_UNIT) == 0)
        return sum;
    while (sum % 5 != 0) /* L-19: 1-2 down, 3-4 up */
        sum += sum % 5 <= 2 ? -1 : 1;
    return m_opt(m, BY_BONUS_UNIT) == 5 ? sum / 5 : sum;
}

/* L-06: the seat of the scoring side that leads next. */
static int leader(const struct model *m, int winner, int out)
{
    int best = NONE;

    if (out != NONE && (m_side(m, winner) >> out & 1) != 0)
        return out;
    for (int i = 0; i < m->players; i++)
        if ((m_side(m, winner) >> i & 1) != 0 && (best == NONE || m_pips(&m->hand[i]) < m_pips(&m->hand[best])))
            best = i;
    return best;
}

static void end_game_if_won(struct model *m) /* L-24 */
{
    int32_t top = m->score[0];
    uint32_t holders = 0, side = 0;

    for (int i = 0; i < m->players; i++)
        top = m->score[i] > top ? m->score[i] : top;
    for (int i = m->players - 1; i >= 0; i--)
        if (m->score[i] == top) {
            holders |= (uint32_t)1 << i;
            side = m_side(m, i);
        }
    if (top >= m_opt(m, BY_TARGET) && (m_opt(m, BY_END) == BY_END_ONCE || holders == side))
        m_game_over(m);
}

void line_finish(struct model *m, int out)
{
    int winner = out;

    if (out == NONE) /* L-18, L-22, D-04 */
        winner = lowest(m, m_opt(m, BY_TIE) == BY_TIE_SINGLE);
    else if (m_opt(m, BY_BONUS_TO) == BY_TO_LOWEST && lowest(m, false) != NONE)
        winner = lowest(m, false); /* L-17: the seat that went out wins a tie */
    if (winner != NONE) {
        int points = bonus(m, winner, out == NONE);

        for (int i = 0; i < m->players; i++)
            if ((m_side(m, winner) >> i & 1) != 0) {
                m->gain[i] = points; /* C-11 */
                m->score[i] += points;
            }
        m->winner = leader(m, winner, out);
    }
    m_finish(m, out == NONE ? BY_ENDED_BLOCKED : BY_ENDED_OUT, out == NONE ? m->winner : out);
    end_game_if_won(m);
}

/* ---- Playing ------------------------------------------------------------------------------ */

/* Returns true if the target is met in mid-round and ends the game at once (L-24). */
static bool score(struct model *m, int seat, int points)
{
    m_add(m, seat, points);
    if (m_opt(m, BY_END) != BY_END_ONCE || m->score[seat] < m_opt(m, BY_TARGET))
        return false;
    m->turn = seat;
    m_game_over(m);
    return true;
}

static void end_turn(struct model *m)
{
    if (m_turn_blocks(m))
        line_finish(m, NONE);
    else
        m_next(m);
}

static void lay(struct model *m, int seat, struct m_move mv)
{
    int points;

    m->window = NONE;
    line_put(m, seat, mv);
    points = line_points(m, line_count(m));
    if (points > 0 && (m_opt(m, BY_CALL) == BY_OFF || mv.claim > 0) && score(m, seat, points))
        return;
    if (by_set_empty(&m->hand[seat])) {
        line_finish(m, seat);
        return;
    }
    if (points > 0 && m_opt(m, BY_CALL) == BY_ON && mv.claim == 0) { /* L-25 */
        m->window = seat;
        m->stake = points;
    }
    end_turn(m);
}

static void line_play(struct model *m, int seat, struct m_move mv)
{
    struct m_move next[1024];
    int stake = m->stake;

    if (mv.kind == BY_CALL_OUT) {
        m->window = NONE;
        score(m, seat, stake);
    } else if (mv.kind == BY_LAY) {
        lay(m, seat, mv);
    } else if (mv.kind == BY_DRAW_TILE) {
        m->window = NONE;
        m_draw(m, seat, true);
        line_list(m, next);
        if (m_opt(m, BY_DRAW) == BY_DRAW_ONE && next[0].kind != BY_LAY) /* C-10 */
            end_turn(m);
    } else {
        m->window = NONE;
        end_turn(m);
    }
}

const struct reading reading_line = { line_list, line_play };
