/* SPDX-License-Identifier: MIT */
/* moves.c: checks that lists of legal moves are complete and sorted, and that each move is accepted and can be printed
 * and read back. */
#include "contract.h"

#include <stdio.h>
#include <string.h>

/* ---- Order (N-08) ------------------------------------------------------------------------- */

/* Returns the position of a move's place in table order: trains by seat, then m; tiles as they were
 * laid, and of the first tile the higher half first. */
static int place_rank(const struct by_state *s, struct m_move mv, int family)
{
    if (mv.kind != BY_LAY || mv.on == BY_NO_TILE || family == BY_TRAINS)
        return mv.on;
    for (int i = 0; i < s->now.laid; i++)
        if (s->laid[i].tile == mv.on)
            return 2 * i + (mv.at != by_high(mv.on));
    return 400;
}

/* Returns a number that ascends along a list in N-08 order, strictly unless there are duplicates. */
static uint64_t rank(const struct by_state *s, by_move m, int family)
{
    struct m_move mv = model_decode(m, family);
    uint64_t kind = mv.kind == BY_DRAW_TILE ? 1 : mv.kind == BY_PASS ? 2 : mv.kind == BY_CALL_OUT ? 3 : 0;
    uint64_t high = kind > 0 ? 0 : (uint64_t)by_high(mv.tile), low = kind > 0 ? 0 : (uint64_t)by_low(mv.tile);
    uint64_t place = kind > 0 ? 0 : (uint64_t)place_rank(s, mv, family);

    return kind << 60 | high << 50 | low << 40 | place << 28 | (uint64_t)(mv.kind == BY_TAKE3) << 24
        | (uint64_t)(mv.claim > 0 || mv.shout) << 20 | (uint64_t)mv.touch << 8 | mv.claim;
}

static bool is_sorted(const struct table *t, const by_move *list, int n)
{
    for (int i = 1; i < n; i++)
        if (rank(&t->s, list[i - 1], t->model.family) >= rank(&t->s, list[i], t->model.family))
            return false;
    return true;
}

/* ---- Complete and nothing else ------------------------------------------------------------ */

static bool list_is(const struct table *t, int seat, const by_move *list, int n, int want)
{
    char here[BY_MOVE_TEXT] = "nothing", there[BY_MOVE_TEXT] = "nothing";
    int i = 0;

    while (i < n && i < want && list[i] == model_encode(t->want[i], t->model.family))
        i++;
    if (i == n && i == want)
        return true;
    if (i < n)
        model_print(model_decode(list[i], t->model.family), t->model.family, here);
    if (i < want)
        model_print(t->want[i], t->model.family, there);
    return wrong(t, "list", "seat %d lists %d moves, the rules give %d; move %d is %s and should be %s", seat, n, want,
                 i + 1, here, there);
}

/* The seat to move has a move; every seat's list follows the rules (C-05, C-10, L-07 to L-14, F-05 to F-08, T-05 to
 * T-22, R-02 to ), in the order of N-08, without duplicates. */
bool check_lists(struct table *t)
{
    by_move others[BY_MOVES];

    for (int seat = 0; seat < t->s.players; seat++) {
        bool turn = seat == t->s.now.turn;
        by_move *list = turn ? t->list : others;
        int n = e_moves(&t->s, seat, list), want = model_list(&t->model, seat, t->want);

        if (turn)
            t->n = n;
        if (turn && n < 1)
            return wrong(t, "list", "seat %d is on turn and has no move", seat);
        if (n > BY_MOVES)
            return wrong(t, "list", "a list of %d moves", n);
        if (!list_is(t, seat, list, n, want))
            return false;
        if (!is_sorted(t, list, n))
            return wrong(t, "list", "the moves of seat %d are not in the order of N-08, or there are twins", seat);
        if ((by_actors(&t->s) >> seat & 1) != (n > 0))
            return wrong(t, "list", "seat %d: actors and list disagree", seat);
    }
    if (by_moves(&t->s, -1, others) != 0 || by_moves(&t->s, t->s.players, others) != 0)
        return wrong(t, "list", "a seat that is not there has moves");
    return true;
}

/* Every listed move is accepted on a copy, does what the model says, and can be undone. */
static bool accepts(struct table *t, int seat, by_move m)
{
    static struct model judge;
    struct by_state copy = t->s;
    struct by_undo undo;
    struct by_events ev;
    char text[BY_MOVE_TEXT];

    model_print(model_decode(m, t->model.family), t->model.family, text);
    if (e_play(&copy, seat, m, &ev, &undo) != BY_OK)
        return wrong(t, "accept", "the listed move %s of seat %d is refused", text, seat);
    judge = t->model;
    model_play(&judge, seat, model_decode(m, t->model.family));
    if (model_differs(&judge, &copy) != NULL)
        return wrong(t, "model", "after %s of seat %d, tried: %s", text, seat, model_differs(&judge, &copy));
    if (model_events_differ(&judge.ev, &ev) != NULL)
        return wrong(t, "events", "of %s of seat %d: %s", text, seat, model_events_differ(&judge.ev, &ev));
    e_back(&copy, seat, m, &undo);
    if (memcmp(&copy, &t->s, sizeof copy) != 0)
        return wrong(t, "undo", "taking back %s of seat %d leaves other bytes", text, seat);
    copy = t->s; /* events and undo record may be left out */
    if (e_play(&copy, seat, m, NULL, NULL) != BY_OK)
        return wrong(t, "accept", "%s of seat %d is refused without events and undo", text, seat);
    return true;
}

bool check_accepts(struct table *t)
{
    by_move list[BY_MOVES];

    for (int seat = 0; seat < t->s.players; seat++) {
        int n = e_moves(&t->s, seat, list);
        int step = n > 60 ? n / 60 : 1;

        for (int i = 0; i < n; i += step)
            if (!accepts(t, seat, list[i]))
                return false;
    }
    return true;
}

/* ---- Text (N-01 to N-07) ------------------------------------------------------------------ */

/* N-07: with halves swapped and no place, a text means the one move that fits; a text that is itself a legal move means
 * that move. */
static bool loose_text(struct table *t, struct m_move mv)
{
    char loose[BY_MOVE_TEXT], full[BY_MOVE_TEXT];
    int family = t->model.family, fits = 0, n, first = by_pips(mv.tile) - mv.touch;
    by_move read = BY_NO_MOVE, only = BY_NO_MOVE, exact = BY_NO_MOVE;
    by_err err, want;

    n = sprintf(loose, "%d-%d", first, mv.touch);
    n += mv.claim > 0 ? sprintf(loose + n, " +%d", mv.claim) : sprintf(loose + n, "%s", mv.shout ? " !" : "");
    for (int i = 0; i < t->n; i++) {
        struct m_move other = model_decode(t->list[i], family);

        model_print(other, family, full);
        if (strcmp(full, loose) == 0)
            exact = t->list[i];
        if ((other.kind == BY_LAY || other.kind == BY_HUB) && other.tile == mv.tile && other.claim == mv.claim
            && other.shout == mv.shout) {
            only = t->list[i];
            fits++;
        }
    }
    want = exact != BY_NO_MOVE || fits == 1 ? BY_OK : BY_E_AMBIGUOUS;
    err = e_read(loose, (size_t)n, family, t->list, t->n, &read);
    if (err != want || (err == BY_OK && read != (exact != BY_NO_MOVE ? exact : only)))
        return wrong(t, "text", "N-07: '%s' fits %d moves and is answered %s", loose, fits, by_err_key(err));
    return true;
}

/* N-06, N-07: suffixes are never guessed: neither with one point more nor with so many that a byte overflows. */
static bool wrong_claims(struct table *t, struct m_move mv)
{
    static const int more[] = { 1, 5, 256 };
    char text[BY_MOVE_TEXT];
    by_move read;

    for (int i = 0; mv.kind == BY_LAY && i < 3; i++) {
        int n = sprintf(text, "%d-%d +%d", by_high(mv.tile), by_low(mv.tile), mv.claim + more[i]);
        bool other = false;

        for (int k = 0; k < t->n; k++)
            other |= (t->list[k] & 255) == mv.tile && (int)(t->list[k] >> 24) == mv.claim + more[i];
        if (!other && e_read(text, (size_t)n, t->model.family, t->list, t->n, &read) == BY_OK)
            return wrong(t, "text", "N-06: '%s' is read as a move", text);
    }
    return true;
}

static bool one_text(struct table *t, int i)
{
    char text[BY_MOVE_TEXT], want[BY_MOVE_TEXT];
    int family = t->model.family;
    struct m_move mv = model_decode(t->list[i], family);
    size_t n = e_print(t->list[i], family, text);
    by_move read = BY_NO_MOVE;

    model_print(mv, family, want);
    if (strcmp(text, want) != 0 || n != strlen(want))
        return wrong(t, "text", "N-01 to N-06: a move is written '%s', not '%s'", text, want);
    if (e_read(text, n, family, t->list, t->n, &read) != BY_OK || read != t->list[i])
        return wrong(t, "text", "the move '%s' is not read back as itself", text);
    text[n] = 'x'; /* with one byte more, the text is not a move */
    if (by_move_read(text, n + 1, family, t->list, t->n, &read) == BY_OK)
        return wrong(t, "text", "'%.*s' is read as a move", (int)n + 1, text);
    return mv.kind != BY_LAY || (loose_text(t, mv) && wrong_claims(t, mv));
}

bool check_texts(struct table *t)
{
    int step = t->n > 16 ? t->n / 16 : 1;

    for (int i = 0; i < t->n; i += step)
        if (!one_text(t, i))
            return false;
    return true;
}
