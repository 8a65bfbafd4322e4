/* SPDX-License-Identifier: MIT */
/* line_ends.c: manages the ends of a line game's layout, and chooses how each leaves its tile. */
#include <string.h>

#include "line.h"
#include "plane.h"

enum { FAR = 96, TRIES = 60, QUICK = 12 };

/* The requirements for a place, from the strictest to the weakest. */
struct need {
    uint8_t gap, loose, deep;
};
static const struct need needs[] = { { 1, 0, 3 }, { 0, 0, 3 }, { 0, 0, 2 }, { 0, 1, 2 },
                                     { 0, 0, 1 }, { 0, 1, 1 }, { 0, 1, 0 } };
enum { NEEDS = sizeof needs / sizeof needs[0], LOOSE = 3, PLAIN = 4, FIRM = 5 };

/* ---- Ends ------------------------------------------------------------------------------------- */

void by_ends_hold(struct by_line_plan *p, const struct by_line_end *e, bool taken)
{
    if (e->single)
        by_room_mark(&p->room, &e->gate[e->at[0]], false, taken);
    if (e->twin)
        by_room_mark(&p->room, &e->gate[e->at[1]], true, taken);
}

/* Returns whether a double can still be played on this number. With wild blanks, 0-0 fits everywhere, and every double
 * fits a 0 (L-08). */
static bool twin_comes(const struct by_line_plan *p, int number)
{
    const uint32_t out = ~p->doubles & 0x7f;

    if (by_line_rule(p, BY_BLANKS) == BY_BLANKS_WILD)
        return number == 0 ? out != 0 : (out & (1u | 1u << number)) != 0;
    return (out >> number & 1) != 0;
}

/* Returns whether a tile can still be played on this number. Each number is on seven tiles; with wild blanks, more
 * tiles fit. */
static bool tile_comes(const struct by_line_plan *p, int number)
{
    return by_line_rule(p, BY_BLANKS) == BY_BLANKS_WILD || p->lie[number] < 7;
}

/* Returns the (`skip` + 1)-th known tile that is laid on this number of tile `on`, or BY_NO_TILE. */
static int known_next(const struct by_line_plan *p, int on, int number, int skip)
{
    for (int i = on + 1; i < p->known; i++) {
        const struct by_laid *laid = &p->v->laid[i];

        if (laid->on == on && by_touching(p->v->laid[on].tile, laid->flip >> 1 & 1) == number && skip-- == 0)
            return i;
    }
    return BY_NO_TILE;
}

/* Sets which tiles an end can still take. */
void by_ends_expect(const struct by_line_plan *p, struct by_line_end *e)
{
    const bool known = e->next != BY_NO_TILE;

    e->single = !known || !by_line_twin(p, e->next);
    e->twin = known ? !e->single : twin_comes(p, e->number);
    e->tile = known || tile_comes(p, e->number);
}

/* Opens an end of tile `on` that has this number. `skip` counts the tile's ends with the same number that are used
 * before this one. A double's long sides come first. */
void by_ends_open(struct by_line_plan *p, int on, int skip, int number, const struct by_line_gate *gate, int gates)
{
    struct by_line_end *e = &p->end[p->ends++];

    *e = (struct by_line_end){ .gates = (uint8_t)gates,
                               .on = (uint8_t)on,
                               .rank = skip > (on == 0),
                               .number = (uint8_t)number,
                               .next = (uint8_t)known_next(p, on, number, skip) };
    by_ends_expect(p, e);
    memcpy(e->gate, gate, (size_t)gates * sizeof *gate);
    for (int i = 0; i < 2; i++)
        e->gate[e->gates++] = by_elbow(&gate[0], i == 1);
}

/* Returns a preference that breaks ties between gates. */
static int liking(const struct by_line_plan *p, const struct by_line_end *e, int i)
{
    uint32_t mix;

    if (p->way < 2 || (p->known > 0 && p->whim[e->on] == 0))
        return i == 1 + (p->way & 1);
    mix = (uint32_t)((p->known > 0 ? p->whim[e->on] : p->out->fold) * BY_LINE_TILES + e->on) * 2654435761u;
    mix = (mix ^ mix >> 15) * 2246822519u;
    return (int)((mix ^ mix >> 13) >> 6 * i & (p->way == 2 ? 63 : 511));
}

/* Sorts the gates, best first. Going straight on is best. Soon after a bend, however, turning back is better if that
 * side has more space. */
static void rank_gates(struct by_line_plan *p, struct by_line_end *e)
{
    const struct by_lain *t = &p->lain[e->on];
    int worth[BY_LINE_GATES] = { 0 };

    for (int i = 0; i < e->gates; i++) {
        int room = 2 * by_room_ahead(&p->room, &e->gate[i], FAR);

        if (t->before >= 0 && t->run <= 2)
            worth[i] = e->gate[i].turn == (t->before ^ 4) ? room + room / 2 : room;
        else
            worth[i] = i == 0 ? 4 * FAR : room;
        worth[i] = e->gate[i].elbow && p->way < 3 ? room - 4 * FAR : worth[i] + liking(p, e, i);
    }
    for (int i = 0; i < e->gates; i++)
        for (int k = i + 1; k < e->gates; k++)
            if (worth[k] > worth[i]) {
                struct by_line_gate g = e->gate[i];
                int w = worth[i];

                e->gate[i] = e->gate[k];
                worth[i] = worth[k];
                e->gate[k] = g;
                worth[k] = w;
            }
}

/* ---- Choosing gates ------------------------------------------------------------------------- */

static bool good(struct by_line_plan *p, const struct by_line_end *e, const struct need *need)
{
    const int deep = !e->tile ? 0 : need->deep < p->left ? need->deep : p->left - 1;

    p->room.gap = need->gap;
    p->room.loose = need->loose;
    return (!e->single || by_room_for(&p->room, &e->gate[e->at[0]], false, deep))
        && (!e->twin || by_room_for(&p->room, &e->gate[e->at[1]], true, deep));
}

/* Returns whether each of the first n ends meets its needs while all others stay unchanged. */
static bool all_good(struct by_line_plan *p, const struct need *need, int n)
{
    const struct need less = { need->gap, need->loose, (uint8_t)(need->deep > 1 ? need->deep - 1 : need->deep) };
    bool yes = true;

    for (int i = 0; i < n && yes; i++) {
        by_ends_hold(p, &p->end[i], false);
        yes = good(p, &p->end[i], &less);
        by_ends_hold(p, &p->end[i], true);
    }
    return yes;
}

/* Returns whether each of the first n ends, considered alone, would meet its needs at some gate. */
static bool all_possible(struct by_line_plan *p, const struct need *need, int n)
{
    bool yes = true;

    for (int i = 0; i < n && yes; i++) {
        struct by_line_end alone = p->end[i];
        bool single = !alone.single, twin = !alone.twin;

        for (int k = 0; k < alone.gates && !(single && twin); k++) {
            alone.at[0] = alone.at[1] = (uint8_t)k;
            alone.single = !single && (need->loose || !alone.gate[k].elbow);
            alone.twin = false;
            single = single || (alone.single && good(p, &alone, need));
            alone.single = false;
            alone.twin = !twin && !alone.gate[k].elbow;
            twin = twin || (alone.twin && good(p, &alone, need));
        }
        yes = single && twin;
    }
    return yes;
}

/* Chooses gates for the k-th end and later ones, whose space is not reserved yet. The `news` newest ends come first and
 * must satisfy `own`; the others must satisfy `every` and should stay unchanged. */
static bool choose(struct by_line_plan *p, int k, int news, const struct need *own, const struct need *every)
{
    struct by_line_end *e = &p->end[k < news ? p->ends - news + k : k - news];
    const struct need *need = k < news ? own : every;
    const uint8_t first[2] = { e->at[0], e->at[1] };
    const bool both = e->single && e->twin;
    const int ways = e->gates * (need->loose && both ? e->gates : 1), tries = p->known > 0 ? QUICK : TRIES;

    if (k == p->order)
        return all_good(p, every, p->ends);
    if (k == news)
        p->tries = tries;
    for (int i = -1; i < ways && p->tries > 0; i++) {
        if (i >= 0) { /* tries the current gates, then one gate for singles and doubles, then two */
            e->at[0] = (uint8_t)(i % e->gates);
            e->at[1] = (uint8_t)((i + i / e->gates) % e->gates);
        }
        if (e->twin && e->gate[e->at[1]].elbow)
            continue;
        if (!need->loose && (e->gate[e->at[0]].elbow || (both && e->at[0] != e->at[1])))
            continue;
        p->tries -= k >= news;
        if (!good(p, e, need))
            continue;
        by_ends_hold(p, e, true);
        if (choose(p, k + 1, news, own, every))
            return true;
        by_ends_hold(p, e, false);
    }
    e->at[0] = first[0];
    e->at[1] = first[1];
    return false;
}

/* Returns whether a tile would turn immediately at this end, or a single and a double would go in different
 * directions. */
static bool is_loose(const struct by_line_end *e)
{
    return e->gate[e->at[0]].elbow || (e->twin && e->at[0] != e->at[1]);
}

/* Moves loose ends to a plain gate where space now allows it. */
static void straighten(struct by_line_plan *p, const struct need *every)
{
    for (int i = 0; i < p->ends && p->way < 3; i++) {
        struct by_line_end *e = &p->end[i], was = *e;
        bool found = !is_loose(e);

        for (int k = 0; k < e->gates && !found; k++) {
            if (e->gate[k].elbow)
                continue;
            by_ends_hold(p, e, false);
            e->at[0] = e->at[1] = (uint8_t)k;
            found = good(p, e, &needs[PLAIN]);
            if (!found)
                *e = was;
            by_ends_hold(p, e, true);
            if (found && !all_good(p, every, p->ends)) {
                by_ends_hold(p, e, false);
                *e = was;
                by_ends_hold(p, e, true);
                found = false;
            }
        }
    }
}

/* Detaches the tiles of an end without space, as a last resort. */
static void set_apart(struct by_line_plan *p, struct by_line_end *e)
{
    const struct by_line_end was = *e;

    p->room.gap = 0;
    for (int twin = 0; twin < 2; twin++) {
        int k = 0;

        while (k < was.gates
               && ((twin == 1 && was.gate[k].elbow != 0) || !by_room_for(&p->room, &was.gate[k], twin, 0)))
            k++;
        e->gate[twin] = k < was.gates ? was.gate[k] : by_room_near(&p->room, &was.gate[0], twin == 1);
        e->at[twin] = (uint8_t)twin;
    }
    e->gates = 2;
    by_ends_hold(p, e, true);
}

/* Finds space for the newest ends, leaving the others unchanged if possible. */
bool by_ends_settle(struct by_line_plan *p, int news)
{
    const int olds = p->ends - news;

    const int least = p->known > 0 ? FIRM : p->way == 3 ? LOOSE : 0;

    p->room.gap = 1;
    for (int i = olds; i < p->ends; i++)
        rank_gates(p, &p->end[i]);
    for (int all = least; all < NEEDS; all++) {
        p->order = news;
        for (int own = least; own <= all && all_good(p, &needs[all], olds); own++) {
            p->tries = p->known > 0 ? QUICK : TRIES;
            if (choose(p, 0, news, &needs[own], &needs[all])) {
                straighten(p, &needs[all]);
                return true;
            }
        }
        for (int i = 0; i < olds; i++)
            by_ends_hold(p, &p->end[i], false);
        p->order = p->ends;
        p->tries = p->known > 0 ? QUICK : TRIES;
        if (all_possible(p, &needs[all], olds) && choose(p, 0, news, &needs[all], &needs[all])) {
            straighten(p, &needs[all]);
            return true;
        }
        for (int i = 0; i < olds; i++)
            by_ends_hold(p, &p->end[i], true);
    }
    for (int i = olds; i < p->ends && p->out->fold == BY_LINE_LAST; i++)
        set_apart(p, &p->end[i]);
    return p->out->fold == BY_LINE_LAST;
}
