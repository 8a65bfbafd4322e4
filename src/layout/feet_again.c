/* SPDX-License-Identifier: MIT */
/* feet_again.c: lays out the table again when an end finds no space. By then the tiles played are known, so each end
 * reserves only the space it needs. If that is not enough, tiles near the crowded place are given whims, which make
 * their ends bend differently; whims that let more tiles fit are kept. Whims depend only on the tiles played when space
 * ran out, and are kept for the rest of the round. */
#include "feet.h"

#include <string.h>

enum { PLANS = 40000, NEAR = 150, PATIENCE = 60 };

struct search {
    uint8_t whim[BY_MAX_TILES + 2], near[BY_MAX_TILES + 2];
    int best, n, idle; /* the most tiles placed so far, the entries in `near`, and the attempts since that maximum
                          rose */
    uint32_t chance;
    int at;          /* tile that most attempts start from, using the table saved before it; 0 if none */
    bool late, good; /* whether this attempt starts at `at`, and whether `kept` is valid */
    struct by_toes kept;
};

static uint32_t draw(struct search *s, uint32_t below)
{
    s->chance = s->chance * 1664525u + 1013904223u;
    return below > 0 ? (s->chance >> 8) % below : 0;
}

static void look_up(struct by_toes *f, const struct by_view *v)
{
    memset(f->child, BY_NO_TILE, sizeof f->child);
    for (int i = 0; i < v->now.laid; i++) {
        uint8_t *child = f->child[i == 0 ? 0 : v->laid[i].on];

        f->is_double[i] = by_is_double(v->laid[i].tile);
        for (int k = 0; i > 0 && k < 6; k++)
            if (child[k] == BY_NO_TILE) {
                child[k] = (uint8_t)i;
                break;
            }
    }
}

/* Finds the tiles around the one that lacks space. */
static void look_round(const struct by_toes *f, struct search *s)
{
    const struct by_spot *at = &f->item[f->stuck];
    const int32_t far = NEAR + 2 * (s->idle < 100 ? s->idle : 100);

    s->n = 0;
    for (int i = 0; i < f->tiles; i++) {
        int32_t dx = f->item[i].x - at->x, dy = f->item[i].y - at->y;

        if (dx < far && dx > -far && dy < far && dy > -far)
            s->near[s->n++] = (uint8_t)i;
    }
}

/* Lays out the table with the current whims. */
static bool try_out(struct by_toes *f, const struct by_view *v, struct search *s)
{
    uint8_t whim[BY_MAX_TILES + 2];
    const int32_t plans = f->plans;
    bool done;

    if (s->late && s->good) {
        memcpy(whim, f->whim, sizeof whim);
        *f = s->kept;
        memcpy(f->whim, whim, sizeof whim);
        f->plans = plans;
        return by_toes_table(f, v, 0, NULL);
    }
    f->tiles = 0;
    done = by_toes_table(f, v, s->at, &s->kept);
    s->good = s->at > 0 && f->tiles > s->at;
    return done;
}

/* Keeps the whims if they equal or beat the most tiles placed so far, otherwise restores the previous ones. */
static void weigh(struct by_toes *f, struct search *s)
{
    s->idle = f->tiles > s->best ? 0 : s->idle + 1;
    if (f->tiles >= s->best) {
        s->best = f->tiles;
        memcpy(s->whim, f->whim, sizeof s->whim);
        look_round(f, s);
    } else {
        memcpy(f->whim, s->whim, sizeof s->whim);
        s->good = s->good && s->late;
    }
    if (s->idle > PATIENCE) { /* start over with other whims */
        memset(f->whim, 0, sizeof f->whim);
        s->best = s->idle = 0;
        s->good = false;
    }
}

/* Changes the whims of some tiles; attempts that keep the whims of older tiles need not place those again. */
static void change(struct by_toes *f, struct search *s)
{
    s->late = true;
    for (uint32_t k = 0, n = 1 + draw(s, 3); k < n; k++) {
        const uint8_t i = s->near[draw(s, (uint32_t)s->n)];

        f->whim[i] = (uint8_t)draw(s, 256);
        s->late = s->late && i >= s->at;
    }
}

int by_toes_afresh(struct by_toes *f, const struct by_view *v)
{
    struct search s = { .chance = 1 };
    int folds = 0;

    look_up(f, v);
    memset(f->whim, 0, sizeof f->whim);
    f->known = 0;
    f->loose = f->last = false;
    f->plans = 0;
    while (!try_out(f, v, &s)) {
        if (f->tiles > f->known) { /* try first with the tiles known now */
            f->known = f->tiles;
            s.best = s.idle = 0;
            s.at = f->known / 2;
            s.late = s.good = false;
            folds++;
            continue;
        }
        weigh(f, &s);
        change(f, &s);
        if (!f->loose && s.idle > 20) {
            f->loose = true;
            s.good = false;
        }
        f->last = f->plans > PLANS;
        s.late = s.late && !f->last;
    }
    return f->last ? BY_TOES_LAST : folds < BY_TOES_LAST ? folds : BY_TOES_LAST - 1;
}
