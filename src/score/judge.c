/* SPDX-License-Identifier: MIT */
/* judge.c: rejects impossible entries: duplicate tiles, more pips than the set has, and scores that no open ends can
 * make. */
#include <string.h>

#include "boneyard/text.h"
#include "say.h"
#include "judge.h"
#include "util/tell.h"

struct by_left by_entry_left(const struct by_entry *e, int i)
{
    const struct by_held *h = &e->held[i];
    struct by_left left;

    if (h->tiles) {
        by_left_count(&h->hand, &left);
        return left;
    }
    left = (struct by_left){ h->pips, BY_LOWEST_NONE, h->blank || (h->named && h->pips == 0) };
    if (left.blank)
        left.lowest = 0; /* no tile has fewer pips */
    return left;
}

/* ---- Points in play ---- */

/* Returns the highest possible count of the open ends: of two ends, of the four arms of one spinner, or, if every
 * double is a spinner, all pips in the set. */
static int most_ends(const struct by_score *s)
{
    switch (s->rules.opt[BY_SPINNER]) {
    case BY_SPINNER_NONE: return 12 + 10;
    case BY_SPINNER_FIRST: return 12 + 10 + 8 + 6;
    default: return 168;
    }
}

static bool judge_points(const struct by_score *s, const struct by_entry *e, struct by_fault *f)
{
    const int n = (int)e->number;
    const bool fives = !e->plain || s->rules.opt[BY_PLAY_UNIT] == 1;

    if (!by_score_fives(s))
        return by_score_wrong(f, "score.no.play", NULL);
    if (n == 0)
        return by_score_wrong(f, "score.zero", NULL);
    if (fives && n % 5 != 0)
        return by_score_wrong(f, "score.no.five", BY_PARTS(BY_NUMBER(n)));
    if (!e->plain && n > most_ends(s))
        return by_score_wrong(f, "score.ends.most",
                              BY_PARTS(BY_NUMBER(n), BY_NUMBER(most_ends(s) / 5 * INT64_C(5)),
                                       BY_WORDS(s->name[e->seat]), BY_NUMBER(n / s->rules.opt[BY_PLAY_UNIT])));
    if (e->plain && n > 1000)
        return by_score_wrong(f, "score.plain.most", BY_PARTS(BY_NUMBER(n)));
    return true;
}

/* ---- Remaining tiles ---- */

struct pool {
    struct by_set free; /* the tiles that the entry does not mention */
    int room;           /* total number of tiles in hands that are not listed tile by tile */
    int unknown;        /* number of such hands that were mentioned */
    int most;           /* maximum number of tiles in any one hand */
};

/* Returns the pips of the `n` heaviest tiles in a set. */
static int heaviest(const struct by_set *from, int n)
{
    int pips = 0;

    for (int sum = 2 * BY_MAX_NUMBER; sum > 0 && n > 0; sum--)
        for (struct by_set rest = *from; n > 0 && !by_set_empty(&rest);)
            if (by_pips(by_set_take(&rest)) == sum) {
                pips += sum;
                n--;
            }
    return pips;
}

/* Finds the tiles that the entry does not mention, and how many tiles the unlisted hands can hold, in total and
 * individually (L-01, F-03, T-03). A player who went out has played a whole hand. If players do not draw (L-09), hands
 * do not grow; otherwise, the reserve (L-11) stays in the boneyard. */
static bool fill_pool(const struct by_score *s, const struct by_entry *e, struct pool *p, struct by_fault *f)
{
    const struct by_state *sheet = &s->tally.sheet;
    const int hand = s->rules.opt[BY_HAND], tiles = by_set_tiles(by_highest(&s->rules));
    const bool draws = !by_score_family(s)->by_options || s->rules.opt[BY_DRAW] != BY_DRAW_NONE;
    const by_tile centre = by_score_centre(s);

    *p = (struct pool){ .room = by_deck_tiles(sheet), .most = draws ? BY_MAX_TILES : hand };
    for (int t = 0; t < tiles; t++)
        by_set_add(&p->free, (by_tile)t);
    if (centre != BY_NO_TILE)
        by_set_drop(&p->free, centre);
    if (!by_families[sheet->family]->solitaire)
        p->room -= e->seat == BY_NO_SEAT ? 1 : hand;
    if (draws)
        p->room -= s->rules.opt[BY_RESERVE];
    for (int i = 0; i < by_score_players(s); i++) {
        const struct by_held *h = &e->held[i];

        p->unknown += h->named && !h->tiles;
        p->room -= by_set_count(&h->hand);
        if (by_set_count(&h->hand) > p->most)
            return by_score_wrong(f, "score.hold.most",
                                  BY_PARTS(BY_WORDS(s->name[i]), BY_NUMBER(by_set_count(&h->hand)), BY_NUMBER(hand)));
        for (struct by_set rest = h->hand; !by_set_empty(&rest);)
            by_set_drop(&p->free, by_set_take(&rest));
    }
    if (p->room < 0)
        return by_score_wrong(f, "score.tiles.most", NULL);
    return true;
}

/* Refuses a tile that appears twice or is the centre. */
static bool judge_tiles(const struct by_score *s, const struct by_entry *e, struct by_fault *f)
{
    by_tile centre = by_score_centre(s);

    for (int i = 0; i < by_score_players(s); i++) {
        if (centre != BY_NO_TILE && by_set_has(&e->held[i].hand, centre))
            return by_score_wrong(f, "score.tile.middle", BY_PARTS(BY_THE_TILE(centre), BY_WORDS(s->name[i])));
        for (int k = 0; k < i; k++) {
            struct by_set both = by_set_and(e->held[i].hand, e->held[k].hand);
            by_tile t;

            if (by_set_empty(&both))
                continue;
            t = by_set_take(&both);
            return by_score_wrong(f, "score.tile.two",
                                  BY_PARTS(BY_THE_TILE(t), BY_WORDS(s->name[k]), BY_WORDS(s->name[i])));
        }
    }
    return true;
}

static bool judge_pips(const struct by_score *s, const struct by_entry *e, const struct pool *p, struct by_fault *f)
{
    int sum = 0, most;

    for (int i = 0; i < by_score_players(s); i++) {
        const struct by_held *h = &e->held[i];
        int room = p->room - (p->unknown - 1);

        if (!h->named || h->tiles)
            continue;
        most = heaviest(&p->free, room < p->most ? room : p->most);
        if (h->pips > most)
            return by_score_wrong(f, "score.pips.most",
                                  BY_PARTS(BY_WORDS(s->name[i]), BY_NUMBER(h->pips), BY_NUMBER(most)));
        sum += h->pips;
    }
    most = p->most < BY_MAX_TILES && p->unknown * p->most < p->room ? p->unknown * p->most : p->room;
    most = heaviest(&p->free, most);
    if (sum > most)
        return by_score_wrong(f, "score.pips.sum", BY_PARTS(BY_NUMBER(sum), BY_NUMBER(most)));
    return true;
}

/* Only one hand can hold 0-0, and a hand without pips must consist of that tile alone. */
static bool judge_blank(const struct by_score *s, const struct by_entry *e, struct by_fault *f)
{
    int holder = -1;

    for (int i = 0; i < by_score_players(s); i++) {
        struct by_left left = by_entry_left(e, i);

        if (e->held[i].tiles && e->held[i].blank && !left.blank)
            return by_score_wrong(f, "score.blank.tiles", BY_PARTS(BY_WORDS(s->name[i])));
        if (!left.blank)
            continue;
        if (i == e->seat)
            return by_score_wrong(f, "score.blank.out", BY_PARTS(BY_WORDS(s->name[i])));
        if (by_score_family(s)->solitaire)
            continue;
        if (by_score_centre(s) == 0)
            return by_score_wrong(f, "score.blank.middle", BY_PARTS(BY_WORDS(s->name[i])));
        if (holder >= 0)
            return by_score_wrong(f, "score.blank.two", BY_PARTS(BY_WORDS(s->name[holder]), BY_WORDS(s->name[i])));
        if (e->nobody)
            return by_score_wrong(f, "score.blank.nobody", BY_PARTS(BY_WORDS(s->name[i])));
        holder = i;
    }
    return true;
}

static bool judge_round(const struct by_score *s, const struct by_entry *e, struct by_fault *f)
{
    struct pool p;

    if (e->seat != BY_NO_SEAT && (e->held[e->seat].named || e->held[e->seat].blank))
        return by_score_wrong(f, "score.out.left", BY_PARTS(BY_WORDS(s->name[e->seat])));
    return judge_tiles(s, e, f) && judge_blank(s, e, f) && fill_pool(s, e, &p, f) && judge_pips(s, e, &p, f);
}

bool by_entry_judge(const struct by_score *s, const struct by_entry *e, struct by_fault *f)
{
    struct by_tally tried = s->tally;
    char next[400];
    struct by_text t = by_tell_on(next, sizeof next);
    int rule, now;

    if (by_score_over(s)) {
        by_score_next(s, &t);
        return by_score_wrong(f, "score.over", BY_PARTS(BY_WORDS(next)));
    }
    if (e->kind == BY_ENTRY_POINTS)
        return judge_points(s, e, f);
    if (e->kind == BY_ENTRY_ROUND)
        return judge_round(s, e, f);
    if (e->kind == BY_ENTRY_LEAD) {
        now = by_tally_leads(&s->tally, &rule);
        if (by_tally_said(&tried, e->seat) == BY_OK)
            return true;
        return by_score_wrong(f, "score.lead.other",
                              BY_PARTS(BY_WORDS(s->name[now < 0 ? 0 : now]), BY_NUMBER(by_score_round(s))));
    }
    if (!by_score_family(s)->trains || s->rules.opt[BY_PENALTY] != BY_PENALTY_FIFTY)
        return by_score_wrong(f, by_score_family(s)->trains ? "score.penalty.not" : "score.penalty.none", NULL);
    return true;
}
