/* injected.c: the shuffle with tiles exchanged (injected.h). */
#include "injected.h"

#include <string.h>

struct swap injected;
static by_tile last[BY_MAX_TILES];      /* the deck that was dealt last */

by_err __real_by_fair_deal(const struct by_shuffle *s, struct by_state *state, struct by_events *ev, uint32_t *attempt,
                           by_tile deck[BY_MAX_TILES], int *tiles);
by_err __wrap_by_fair_deal(const struct by_shuffle *s, struct by_state *state, struct by_events *ev, uint32_t *attempt,
                           by_tile deck[BY_MAX_TILES], int *tiles);
void __real_by_fair_list(const struct by_shuffle *s, uint32_t attempt, int n, uint8_t at[BY_MAX_TILES]);
void __wrap_by_fair_list(const struct by_shuffle *s, uint32_t attempt, int n, uint8_t at[BY_MAX_TILES]);
void __real_by_fair_place(const struct by_hash *salt, int place, by_tile tile, struct by_hash *out);
void __wrap_by_fair_place(const struct by_hash *salt, int place, by_tile tile, struct by_hash *out);

void swap_places(const struct swap *s, by_tile *deck)
{
    for (int i = 0; i < s->n; i++) {
        by_tile t = deck[s->a[i]];

        deck[s->a[i]] = deck[s->b[i]];
        deck[s->b[i]] = t;
    }
}

by_err __wrap_by_fair_deal(const struct by_shuffle *s, struct by_state *state, struct by_events *ev, uint32_t *attempt,
                           by_tile deck[BY_MAX_TILES], int *tiles)
{
    struct by_state before = *state;
    by_err err = __real_by_fair_deal(s, state, ev, attempt, deck, tiles);
    int lead = state->lead;

    if (err == BY_OK && s->deal == injected.deal) {
        *state = before;
        swap_places(&injected, deck);
        err = by_deal(state, deck, *tiles, by_lead_taken(&before) ? lead : -1, ev);
    }
    memcpy(last, deck, sizeof last);
    return err;
}

/* A tile's place in the list hangs on the tile: what is opened in both worlds is opened at the same place. */
void __wrap_by_fair_list(const struct by_shuffle *s, uint32_t attempt, int n, uint8_t at[BY_MAX_TILES])
{
    uint8_t list[BY_MAX_TILES];

    __real_by_fair_list(s, attempt, n, list);
    for (int i = 0; i < n; i++) {
        int rank = 0;

        for (int k = 0; k < n; k++)
            rank += last[k] < last[i];
        at[i] = list[rank];
    }
}

/* Commitments hide what they stand for: a test of their own says so; here they are made of nothing hidden. */
void __wrap_by_fair_place(const struct by_hash *salt, int place, by_tile tile, struct by_hash *out)
{
    (void)tile;
    __real_by_fair_place(salt, place, 0, out);
}
