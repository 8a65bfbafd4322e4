/* SPDX-License-Identifier: MIT */
/* state.c: implements the operations that all games share: starting a match, dealing, moving, undoing, and finding
 * winners. */
#include "author.h"

/* Hand sizes by set (rows) and number of players, 2 to 16 (columns); 0 stands for a dash in the rules' table (F-02,
 * T-02, D-07). */
static const uint8_t hands[4][15] = {
    { 20, 14, 11, 9, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 },
    { 0, 0, 18, 14, 12, 10, 9, 0, 0, 0, 0, 0, 0, 0, 0 },
    { 0, 0, 0, 0, 18, 15, 14, 12, 11, 10, 9, 0, 0, 0, 0 },
    { 0, 0, 0, 0, 0, 0, 19, 17, 15, 14, 13, 12, 11, 10, 9 },
};

int by_table_hand(int set, int players)
{
    int row = set / 3 - 3;

    return row >= 0 && row < 4 && players >= 2 && players <= 16 ? hands[row][players - 2] : 0;
}

int by_table_set(const struct by_config *c, int wish)
{
    const uint8_t *sets = by_games[c->game]->presets[c->preset].sets;

    if (wish != 0 && by_table_hand(wish, c->opt[BY_PLAYERS]) > 0)
        return wish;
    for (const uint8_t *s = sets; *s != 0; s++)
        if (by_table_hand(*s, c->opt[BY_PLAYERS]) > 0)
            return *s;
    return sets[0];
}

int by_highest(const struct by_config *rules)
{
    int set = rules->opt[BY_SET], top = by_families[by_games[rules->game]->family]->top;

    return set == 0 || set > top ? top : set;
}

/* Returns the size of the deck. The round's double is set aside (F-03, T-03), except in a hub game, where it is played
 * from a hand (T-04). */
int by_rules_tiles(const struct by_config *c)
{
    const struct by_game *g = by_games[c->game];
    bool aside = by_families[g->family]->sets_aside && !g->presets[c->preset].hub;

    return by_set_tiles(by_highest(c)) - aside;
}

void by_start(struct by_state *s, const struct by_config *rules)
{
    memset(s, 0, sizeof *s);
    s->rules = *rules;
    s->players = (uint8_t)rules->opt[BY_PLAYERS];
    s->lead = s->led = s->centre = s->end_seat = s->winner = BY_NO_TILE;
    s->now.window = BY_NO_SEAT;
    s->hub = by_games[rules->game]->presets[rules->preset].hub;
    s->family = by_game_of(s)->family;
}

int by_deck_tiles(const struct by_state *s) { return by_rules_tiles(&s->rules); }

/* Returns the double set aside (F-03, T-03): n-n in round one, then each lower double down to 0-0. */
by_tile by_deck_lacks(const struct by_state *s)
{
    int n = by_rule(s, BY_SET) - (int)s->round;

    if (!by_families[s->family]->sets_aside || s->hub)
        return BY_NO_TILE;
    return n < 0 ? BY_NO_TILE : by_tile_of(n, n);
}

/* Returns the method of deciding the next lead (L-04, L-05, L-06, F-04, T-03, T-04), and sets *seat if the seat is
 * known. */
int by_lead_of(const struct by_state *s, int *seat)
{
    const struct by_family *f = by_families[s->family];
    int rule = f->by_options ? by_rule(s, BY_LEAD) : BY_LEAD_SEAT;

    *seat = by_rule(s, BY_FIRST_SEAT);
    if (s->hub)
        return BY_LEAD_DOUBLE;
    if (s->round == 0 || f->solitaire)
        return rule;
    if (f->by_options && by_rule(s, BY_NEXT_LEAD) == BY_NEXT_DOUBLE)
        return BY_LEAD_DOUBLE;
    if (f->by_options && by_rule(s, BY_NEXT_LEAD) == BY_NEXT_WINNER) {
        if (s->winner == BY_NO_SEAT) /* if no one has won, the lead is decided as in round one (L-06, D-04) */
            return rule;
        *seat = s->winner;
    } else {
        *seat = by_next_seat(s, s->lead);
    }
    return BY_LEAD_SEAT;
}

int by_lead_rule(const struct by_state *s)
{
    int seat;

    return by_lead_of(s, &seat);
}

/* `lead` applies if the lead is drawn by lot; in round one, it also overrides `first-seat` (docs/protocol.md). */
bool by_lead_taken(const struct by_state *s)
{
    int rule = by_lead_rule(s);

    if (by_families[s->family]->solitaire)
        return false;
    return rule == BY_LEAD_LOT || (rule == BY_LEAD_SEAT && s->round == 0);
}

/* Gathers tiles in registers; ignores tiles numbered 192 and above. Adding them to a set in memory would make each step
 * wait for the previous one. */
static struct by_set set_of(const by_tile *tiles, int n, bool one_word)
{
    uint64_t first = 0, second = 0, third = 0;

    if (one_word) {
        for (int i = 0; i < n; i++)
            first |= (uint64_t)1 << tiles[i];
        return (struct by_set){ { first, 0, 0 } };
    }
    for (int i = 0; i < n; i++) {
        const uint64_t bit = (uint64_t)1 << (tiles[i] & 63);

        first |= tiles[i] >> 6 == 0 ? bit : 0;
        second |= tiles[i] >> 6 == 1 ? bit : 0;
        third |= tiles[i] >> 6 == 2 ? bit : 0;
    }
    return (struct by_set){ { first, second, third } };
}

static bool all_below_64(const by_tile *tiles, int n)
{
    uint64_t all = 0, eight;
    int i = 0;

    for (; i + 8 <= n; i += 8) {
        memcpy(&eight, tiles + i, 8);
        all |= eight;
    }
    for (; i < n; i++)
        all |= tiles[i];
    return (all & 0xc0c0c0c0c0c0c0c0u) == 0;
}

static uint64_t lowest_bits(int n) { return n >= 64 ? UINT64_MAX : n <= 0 ? 0 : ((uint64_t)1 << n) - 1; }

/* Deals the hands: seat 0 takes the first `hand` tiles, seat 1 the next, and so on (C-03, docs/protocol.md). Returns
 * false if the deck does not contain each tile of the round exactly once. */
static bool deal_hands(const struct by_state *s, const by_tile *deck, int tiles, struct by_set dealt[])
{
    const int n = by_set_tiles(by_highest(&s->rules)), hand = by_rule(s, BY_HAND);
    const by_tile lacks = by_deck_lacks(s);
    const bool one_word = n <= 64;
    struct by_set seen = { { 0, 0, 0 } };
    int at = 0;

    if (tiles != by_deck_tiles(s) || (one_word && !all_below_64(deck, tiles)))
        return false;
    for (int seat = 0; seat < s->players; seat++, at += hand) {
        dealt[seat] = set_of(deck + at, hand, one_word);
        seen = by_set_or(seen, dealt[seat]);
    }
    seen = by_set_or(seen, set_of(deck + at, tiles - at, one_word));
    if (lacks != BY_NO_TILE)
        by_set_add(&seen, lacks);
    return seen.w[0] == lowest_bits(n) && seen.w[1] == lowest_bits(n - 64) && seen.w[2] == lowest_bits(n - 128);
}

/* Returns the highest double in any hand (L-05, T-04) and its holder, or BY_NO_TILE. */
static by_tile highest_double(const struct by_state *s, const struct by_set dealt[], int *seat)
{
    static const struct by_set doubles = { { 0x0040100808104225u, 0x0080010004002002u, 0x2000040001000080u } };

    for (int w = 2; w >= 0; w--) {
        uint64_t held = 0;
        by_tile t;

        for (int i = 0; i < s->players; i++)
            held |= dealt[i].w[w] & doubles.w[w];
        if (held == 0)
            continue;
        t = (by_tile)(64 * w + 63 - __builtin_clzll(held));
        for (int i = 0; i < s->players; i++)
            *seat = by_set_has(&dealt[i], t) ? i : *seat;
        return t;
    }
    return BY_NO_TILE;
}

/* Clears only the fields used by the last round, since unused bytes are still 0. Short arrays are cleared in a loop:
 * gcc turns memset into a string instruction, which takes longer to start than the loop to finish. */
static void clear_round(struct by_state *s)
{
    int laid = s->now.laid > s->now.taken ? s->now.laid : s->now.taken;

    if (by_families[s->family]->trains) {
        memset(s->tail, 0, sizeof s->tail);
        memset(s->length, 0, sizeof s->length);
        memset(s->skip, 0, sizeof s->skip);
    }
    for (int i = 0; i < s->now.places; i++)
        s->place[i] = (struct by_place){ 0, 0, 0, { 0, 0 } };
    if (by_families[s->family]->solitaire)
        memset(s->row, 0, (size_t)laid);
    else
        memset(s->laid, 0, sizeof s->laid[0] * (size_t)laid);
    for (int i = 0; i < s->players; i++)
        s->gain[i] = 0;
    memset(&s->now, 0, sizeof s->now);
    s->now.window = BY_NO_SEAT;
    s->led = s->centre = s->end_seat = s->winner = BY_NO_TILE;
    s->end = BY_NOT_ENDED;
}

static void set_deck(struct by_state *s, const by_tile *deck, int tiles)
{
    memcpy(s->deck, deck, (size_t)tiles);
    s->deck_tiles = s->limit = (uint8_t)tiles;
    if (by_families[s->family]->by_options) /* L-09, L-11 */
        s->limit = (uint8_t)(by_rule(s, BY_DRAW) == BY_DRAW_NONE ? 0 : tiles - by_rule(s, BY_RESERVE));
    s->now.taken = (uint8_t)(by_rule(s, BY_HAND) * s->players);
}

by_err by_deal(struct by_state *s, const by_tile *deck, int tiles, int lead, struct by_events *ev)
{
    by_tile centre = by_deck_lacks(s), led = BY_NO_TILE;
    struct by_set dealt[BY_SEATS];
    int rule, seat;
    by_err err;

    if (ev != NULL)
        ev->n = 0;
    if (s->now.phase != BY_READY && s->now.phase != BY_ROUND_OVER)
        return BY_E_PHASE;
    rule = by_lead_of(s, &seat);
    if (lead >= 0 && (lead >= s->players || !by_lead_taken(s)))
        return BY_E_SEAT;
    if (lead >= 0)
        seat = lead;
    else if (rule == BY_LEAD_LOT)
        return BY_E_SEAT;
    if (!deal_hands(s, deck, tiles, dealt))
        return BY_E_DECK;
    if (rule == BY_LEAD_DOUBLE) { /* the highest double leads (L-05, T-04); if no hand has a double, the deal fails */
        led = highest_double(s, dealt, &seat);
        if (led == BY_NO_TILE)
            return BY_E_NO_DOUBLE;
    }
    clear_round(s);
    for (int i = 0; i < s->players; i++)
        s->hand[i] = dealt[i];
    set_deck(s, deck, tiles);
    s->led = led;
    s->lead = s->now.turn = (uint8_t)seat;
    s->centre = centre;
    s->round++;
    s->now.phase = BY_PLAYING;
    err = by_game_of(s)->deal(s);
    BY_ASSERT(err == BY_OK);
    if (ev != NULL)
        by_tell(ev, BY_EV_ROUND, seat, BY_NO_MOVE, 0);
    return BY_OK;
}

/* ---- Acting ------------------------------------------------------------------------------- */

uint32_t by_actors(const struct by_state *s)
{
    uint32_t all = ((uint32_t)1 << s->players) - 1, turn = (uint32_t)1 << s->now.turn;

    if (s->now.phase != BY_PLAYING)
        return 0;
    if (s->now.window == BY_NO_SEAT)
        return turn;
    return turn | (all & ~by_side_of(&s->rules, s->now.window)); /* partners may not call (L-25, T-16) */
}

int by_moves(const struct by_state *s, int seat, by_move out[BY_MOVES])
{
    int n;

    if (s->now.phase != BY_PLAYING || seat < 0 || seat >= s->players)
        return 0;
    if (s->now.window == BY_NO_SEAT)
        return seat == s->now.turn ? by_game_of(s)->moves(s, seat, out) : 0;
    n = seat == s->now.turn ? by_game_of(s)->moves(s, seat, out) : 0;
    if ((by_side_of(&s->rules, s->now.window) >> seat & 1) == 0)
        out[n++] = BY_CALL_MOVE;
    return n;
}

by_err by_play(struct by_state *s, int seat, by_move m, struct by_events *ev, struct by_undo *undo)
{
    struct by_events no_events;
    struct by_undo no_undo;

    if (s->now.phase != BY_PLAYING)
        return BY_E_PHASE;
    if (seat < 0 || seat >= s->players)
        return BY_E_SEAT;
    if (seat != s->now.turn && (by_actors(s) >> seat & 1) == 0)
        return BY_E_TURN;
    if (m == BY_CALL_MOVE) {
        if (s->now.window == BY_NO_SEAT || (by_side_of(&s->rules, s->now.window) >> seat & 1) != 0)
            return BY_E_ILLEGAL;
    } else if (seat != s->now.turn) {
        return BY_E_ILLEGAL;
    }
    ev = ev == NULL ? &no_events : ev;
    ev->n = 0;
    if (undo != NULL)
        undo->now = s->now;
    else
        undo = &no_undo;
    undo->points = 0;
    undo->whose = undo->to = undo->at = undo->was = BY_NO_SEAT;
    undo->tiles = undo->skipped = 0;
    return by_game_of(s)->play(s, seat, m, ev, undo);
}

void by_back(struct by_state *s, int seat, by_move m, const struct by_undo *undo)
{
    int turn = s->now.turn;

    by_game_of(s)->back(s, seat, m, undo);
    if (s->end != BY_NOT_ENDED) {
        for (int i = 0; i < s->players; i++) {
            s->score[i] -= s->gain[i];
            s->gain[i] = 0;
        }
        s->end = BY_NOT_ENDED;
        s->end_seat = s->winner = BY_NO_SEAT;
    }
    if (undo->whose != BY_NO_SEAT)
        for (int i = 0; i < s->players; i++)
            if ((by_side_of(&s->rules, undo->whose) >> i & 1) != 0)
                s->score[i] -= undo->points;
    for (int i = 0; i < undo->skipped; i++) { /* restores the lost turns (T-17) */
        turn = turn == 0 ? s->players - 1 : turn - 1;
        s->skip[turn]++;
    }
    for (int i = 0; i < undo->tiles; i++)
        by_set_drop(&s->hand[undo->to], s->deck[undo->now.taken + i]);
    s->now = undo->now;
}

/* ---- Winners ------------------------------------------------------------------------------ */

static uint32_t seats_with(const struct by_state *s, int32_t score)
{
    uint32_t seats = 0;

    for (int i = 0; i < s->players; i++)
        if (s->score[i] == score)
            seats |= (uint32_t)1 << i;
    return seats;
}

uint32_t by_winners(const struct by_state *s)
{
    int32_t best = s->score[0];
    const struct by_family *f = by_families[s->family];
    uint32_t seats;

    if (s->now.phase != BY_GAME_OVER)
        return 0;
    if (f->solitaire)
        return s->cleared > 0;
    for (int i = 1; i < s->players; i++)
        if (f->low_wins ? s->score[i] < best : s->score[i] > best)
            best = s->score[i];
    seats = seats_with(s, best);
    /* In a hub game, the seat that went out in the last round wins a tie (T-15). */
    if (s->hub && s->end == BY_ENDED_OUT && (seats >> s->end_seat & 1) != 0)
        return (uint32_t)1 << s->end_seat;
    return seats;
}

int by_drawable(const struct by_state *s) { return by_left_to_draw(s); }
