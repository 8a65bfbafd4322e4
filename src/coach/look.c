/* SPDX-License-Identifier: MIT */
/* look.c: collects the facts about a move (look.h). */
#include "look.h"

/* ---- Inferences from the history ---------------------------------------------------------------- */

/* Infers which tiles each seat lacks. A seat that drew or passed because no tile fitted holds none of the fitting tiles
 * until it draws again. A drawn tile that was not played did not fit either. After a series of draws, the seat
 * therefore still holds none of the tiles in the last `fits` (past.h). */
static void hear_past(struct look *l)
{
    const struct by_past *p = l->d->past;
    bool drew[BY_SEATS] = { false };

    for (int i = 0; p != NULL && i < p->n; i++) {
        const struct by_heard *h = &p->at[i];

        if (h->to != BY_NO_SEAT && h->tiles > 0) {
            drew[h->to] = true;
            if (!BY_PLANTED(301))
                l->lacks[h->to] = (struct by_set){ { 0, 0, 0 } };
        }
        if (h->lacked)
            l->lacks[h->seat] = by_set_or(l->lacks[h->seat], h->fits);
    }
    for (int k = 0; p != NULL && k < l->v->players; k++)
        if (!drew[k])
            l->lacks[k] = by_set_or(l->lacks[k], p->undealt);
}

static struct by_set all_tiles(const struct by_view *v)
{
    struct by_set all = { { 0, 0, 0 } };
    int tiles = by_set_tiles(by_highest(&v->rules));

    for (int t = 0; t < tiles; t++)
        by_set_add(&all, (by_tile)t);
    return all;
}

static void find_unseen(struct look *l)
{
    const struct by_view *v = l->v;
    struct by_set seen = v->hand[v->seat];
    bool row = by_families[v->family]->solitaire;

    if (v->centre != BY_NO_TILE)
        by_set_add(&seen, v->centre);
    for (int i = 0; row && i < v->now.laid; i++)
        by_set_add(&seen, v->row[i]);
    for (int i = 0; !row && i < v->now.laid; i++)
        by_set_add(&seen, v->laid[i].tile);
    for (int i = 0; row && l->d->past != NULL && i < l->d->past->n; i++)
        seen = by_set_or(seen, l->d->past->at[i].fits);
    l->unseen = look_less(all_tiles(v), seen);
}

int32_t by_look_none(const struct look *l, int seat, struct by_set wanted)
{
    const struct by_set may = look_less(l->unseen, l->lacks[seat]), bad = by_set_and(may, wanted);
    int tiles = by_set_count(&may), left = by_set_count(&bad);
    int64_t chance = 1000000;

    for (int i = 0; i < l->v->count[seat]; i++) {
        if (tiles - i <= 0 || tiles - i - left < 0)
            return left == 0 ? 1000 : 0;
        chance = chance * (tiles - i - left) / (tiles - i);
    }
    return (int32_t)(chance / 1000);
}

/* ---- The imagined round ---------------------------------------------------------------------- */

/* Deals the unseen tiles in an arbitrary order, giving each hand the right number of tiles. */
static void imagine(const struct look *l, struct by_state *s)
{
    const struct by_view *v = l->v;
    struct by_set left = l->unseen, hand[BY_SEATS];
    by_tile yard[BY_MAX_TILES + 2] = { 0 };

    memset(hand, 0, sizeof hand);
    for (int k = 0; k < v->players; k++) {
        hand[k] = v->hand[k];
        for (int i = 0; k != v->seat && i < v->count[k] && !by_set_empty(&left); i++)
            by_set_add(&hand[k], by_set_take(&left));
    }
    for (int i = 0; i < v->boneyard && !by_set_empty(&left); i++)
        yard[i] = by_set_take(&left);
    by_state_of(v, hand, yard, s);
}

/* Lists the moves that a seat would have with these tiles on its turn; sets *tiles to the tiles that it could play. */
static int moves_with(const struct look *l, int seat, struct by_set hand, struct by_state *s, by_move list[],
                      struct by_set *tiles)
{
    int n;

    *s = l->after;
    *tiles = (struct by_set){ { 0, 0, 0 } };
    s->hand[seat] = hand;
    s->now.turn = (uint8_t)seat;
    if (s->now.phase != BY_PLAYING)
        return 0;
    if (seat != l->after.now.turn)
        s->now.stage = s->now.drew = s->now.lay = 0;
    n = by_moves(s, seat, list);
    for (int i = 0; i < n; i++)
        if (by_move_kind(list[i]) == BY_LAY)
            by_set_add(tiles, by_move_tile(list[i]));
    return n;
}

/* Computes the maximum score of a seat with these moves, and the number of tiles that score. */
static void find_scores(const struct by_state *s, int seat, const by_move list[], int n, int *most, int *scorers)
{
    struct by_set told = { { 0, 0, 0 } };
    struct by_view v;

    by_view_of(s, NULL, seat, &v);
    for (int i = 0; i < n; i++) {
        const int points = by_points_of(&v, list[i]);

        if (points <= 0)
            continue;
        *scorers += !by_set_has(&told, by_move_tile(list[i]));
        by_set_add(&told, by_move_tile(list[i]));
        *most = points > *most ? points : *most;
    }
}

/* Returns the numbers that can be played on (with trains, only those open to every player). */
static uint32_t numbers_of(const struct by_state *s)
{
    const struct by_family *f = by_families[s->family];
    int foot = by_next_foot(&s->now, s->family);
    uint32_t open = 0;

    for (int k = 0; f->trains && k < BY_ARMS; k++)
        if ((k == BY_MEXICAN || (k < s->players && (s->now.of.trains.markers >> k & 1) != 0))
            && s->tail[k] <= BY_MAX_NUMBER)
            open |= (uint32_t)1 << s->tail[k];
    for (int i = 0; f->ends && i < s->now.places; i++)
        open |= (uint32_t)1 << s->place[i].number;
    if (foot != BY_NO_TILE) /* a double still needs toes (F-05, F-07) */
        open |= (uint32_t)1 << by_high(s->laid[foot].tile);
    return open;
}

static void look_ahead(struct look *l)
{
    by_move list[BY_MOVES];
    struct by_state s;
    const struct by_view *v = l->v;
    int n, own_scorers = 0;

    l->over = l->after.now.phase != BY_PLAYING;
    l->next = l->over ? BY_NO_SEAT : l->after.now.turn;
    l->own_turn = l->next == v->seat;
    l->open_after = numbers_of(&l->after);
    if (l->over || by_families[v->family]->solitaire)
        return;
    n = moves_with(l, v->seat, l->rest, &s, list, &l->fits);
    if (v->rules.opt[BY_PLAY_UNIT] != 0)
        find_scores(&s, v->seat, list, n, &l->own_points, &own_scorers);
    if (l->own_turn)
        return;
    l->rival = v->rules.opt[BY_TEAMS] != BY_ON || (l->next & 1) != (v->seat & 1);
    if (v->rules.opt[BY_PLAY_UNIT] != 0) {
        n = moves_with(l, l->next, look_less(l->unseen, l->lacks[l->next]), &s, list, &l->follow);
        find_scores(&s, l->next, list, n, &l->best_points, &l->scorers);
    }
    moves_with(l, l->next, l->unseen, &s, list, &l->follow);
}

void by_look_at(const struct by_decision *d, int move, struct look *l)
{
    const struct by_view *v = d->view;

    memset(l, 0, sizeof *l);
    l->d = d;
    l->v = v;
    l->move = d->moves[move];
    l->kind = by_move_kind(l->move);
    l->tile = l->kind == BY_LAY || l->kind == BY_HUB || l->kind == BY_TAKE || l->kind == BY_TAKE3
        ? by_move_tile(l->move)
        : BY_NO_TILE;
    l->wild = v->rules.opt[BY_BLANKS] == BY_BLANKS_WILD;
    l->hand = l->rest = v->hand[v->seat];
    if (l->kind == BY_LAY || l->kind == BY_HUB)
        by_set_drop(&l->rest, l->tile);
    l->points = by_points_of(v, l->move);
    l->next = BY_NO_SEAT;
    hear_past(l);
    find_unseen(l);
    imagine(l, &l->after);
    l->open = numbers_of(&l->after);
    /* The drawn tile is unknown, so nothing is known about the table after the draw. */
    if (l->kind == BY_DRAW_TILE || by_play(&l->after, v->seat, l->move, NULL, NULL) != BY_OK) {
        l->after.now.phase = BY_PLAYING;
        l->own_turn = true;
        return;
    }
    look_ahead(l);
}
