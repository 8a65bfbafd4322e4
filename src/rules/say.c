/* SPDX-License-Identifier: MIT */
/* say.c: describes events in sentences (why.h). */
#include "boneyard/why.h"

#include "families/family.h"
#include "why.h"

enum { NAMED = 4 }; /* the maximum number of drawn tiles to name */

void by_say_train(const struct by_saying *s, int seat, int train)
{
    if (train == BY_MEXICAN)
        by_put_words(s->t, BY_SAY_ON_MEXICAN, NULL);
    else if (train == seat)
        by_put_words(s->t, BY_SAY_ON_OWN, BY_PARTS(WHO(seat)));
    else
        by_put_words(s->t, BY_SAY_ON_TRAIN, BY_PARTS(WHO(train)));
}

/* Mentions an open double that this turn leaves to the other players (T-13, T-22). */
static void say_open_double(const struct by_saying *s, int seat)
{
    uint32_t doubles = by_open_doubles(&s->v->now, s->v->family);
    int train;

    if (doubles == 0 || s->v->now.turn == seat || s->v->now.phase != BY_PLAYING)
        return;
    train = __builtin_ctz(doubles);
    by_put_words(s->t, BY_SAY_OPEN_DOUBLE, BY_PARTS(BY_NUMBER(s->v->tail[train])));
    by_say_train(s, BY_NO_SEAT, train);
    by_put_char(s->t, '.');
}

/* Mentions the marker set after a failed turn (T-08). */
static void say_marker(const struct by_saying *s, int seat)
{
    if (!by_families[s->v->family]->trains || s->v->now.turn == seat || (s->v->now.of.trains.markers >> seat & 1) == 0)
        return;
    by_put_words(s->t, BY_SAY_TRAIN_OPEN, BY_PARTS(WHO(seat)));
    say_open_double(s, seat);
}

static void say_lay(const struct by_saying *s, int seat, by_move m)
{
    const struct by_view *v = s->v;
    by_tile t = by_move_tile(m);

    by_put_words(s->t, BY_SAY_LAYS, BY_PARTS(WHO(seat), BY_THE_TILE(t)));
    by_rules_of(v->family)->say_place(s, seat, m);
    if ((m & BY_ANNOUNCED) != 0)
        by_put_words(s->t, BY_SAY_ANNOUNCES, BY_PARTS(WHO(seat)));
    else
        by_put_char(s->t, '.');
    if (v->now.phase == BY_PLAYING && v->count[seat] == 1 && v->rules.opt[BY_KNOCK] == BY_OFF
        && by_option_of(&v->rules, BY_KNOCK) != NULL)
        by_put_words(s->t, BY_SAY_ONE_LEFT, BY_PARTS(WHO(seat))); /* the program announces it (T-16) */
    if (by_count_told(v))
        by_put_words(s->t, BY_SAY_ENDS_MAKE, BY_PARTS(BY_NUMBER(v->now.of.line.count)));
    if (v->now.phase != BY_PLAYING)
        return;
    if (by_is_double(t) && by_families[v->family]->toes)
        by_put_words(s->t, BY_SAY_TAKES_THREE, NULL);
    else if (by_is_double(t) && by_families[v->family]->trains && v->now.turn == seat)
        by_put_words(s->t, v->rules.opt[BY_DOUBLE] == BY_DOUBLE_MAY ? BY_SAY_MAY_FOLLOW : BY_SAY_HAS_TO_FOLLOW, NULL);
    else
        say_open_double(s, seat);
}

/* States the penalty for an infraction (T-17). Points are a separate event. */
static void say_penalty(const struct by_saying *s)
{
    if (s->v->rules.opt[BY_PENALTY] == BY_PENALTY_TILE)
        by_put_words(s->t, BY_SAY_PENALTY_TILE, NULL);
    else if (s->v->rules.opt[BY_PENALTY] == BY_PENALTY_SKIP)
        by_put_words(s->t, BY_SAY_PENALTY_TURN, NULL);
}

static void say_draw(const struct by_saying *s, const struct by_event *e)
{
    by_put_words(s->t, BY_SAY_DRAWS, BY_PARTS(WHO(e->seat)));
    for (int i = 0; i < e->tiles && e->drawn[i] != BY_NO_TILE; i++) {
        by_put_char(s->t, ' ');
        by_put_tile(s->t, e->drawn[i], false);
    }
    by_put_char(s->t, '.');
    /* Only the player in that seat knows that they could have played (T-19). */
    if (by_families[s->v->family]->trains && e->seat == s->v->seat && s->v->now.turn == e->seat && s->v->now.drew == 1)
        say_penalty(s);
    say_marker(s, e->seat);
}

/* Lists the drawn tiles, as in "5-3, 2-0 and 6-1", or gives only their number if they are hidden or too many. */
static void put_drawn(struct by_text *t, const by_tile *drawn, int n)
{
    if (n > NAMED || drawn[0] == BY_NO_TILE)
        by_put_words(t, n == 1 ? BY_SAY_DREW_ONE : BY_SAY_DREW_COUNT, BY_PARTS(BY_NUMBER(n)));
    else
        for (int i = 0; i < n; i++) {
            by_put_tile(t, drawn[i], false);
            if (i + 2 == n)
                by_put_words(t, BY_SAY_AND, NULL);
            else
                by_put(t, i + 1 < n ? ", " : "");
        }
}

void by_say_drew(const struct by_view *v, int seat, const by_tile *drawn, int n, const char *const names[], int you,
                 struct by_text *out)
{
    const struct by_saying its = { out, v, names, you }, *s = &its;
    const struct by_why r = { out, v, names, NULL, 0 };
    char needs[BY_FAULT_TEXT], tiles[BY_FAULT_TEXT];
    struct by_text t = by_text_in(tiles, sizeof tiles, out->language);

    if (n == 0 || by_families[v->family]->solitaire || v->rules.opt[BY_INFRACTIONS] == BY_PENALISE)
        return;
    put_drawn(&t, drawn, n);
    if (by_needs_in_words(&r, needs, sizeof needs))
        by_put_words(out, BY_SAY_DREW_LACKING, BY_PARTS(WHO(seat), BY_WORDS(needs), BY_WORDS(tiles)));
    else
        by_put_words(out, BY_SAY_DREW, BY_PARTS(WHO(seat), BY_WORDS(tiles)));
    say_marker(s, seat);
}

/* Gives the reason for a pass, unless these rules let a seat pass although a tile fits (T-11, T-19). */
static void say_pass(const struct by_saying *s, int seat)
{
    const struct by_view *v = s->v;
    const struct by_why r = { s->t, v, s->names, NULL, 0 };
    bool trains = by_families[v->family]->trains,
         draws = !by_families[v->family]->line || v->rules.opt[BY_DRAW] != BY_DRAW_NONE;
    char needs[BY_FAULT_TEXT];

    if (by_families[v->family]->solitaire || v->rules.opt[BY_INFRACTIONS] == BY_PENALISE
        || (trains && v->rules.opt[BY_DOUBLE] == BY_DOUBLE_MAY)) {
        by_put_words(s->t, BY_SAY_PASSES, BY_PARTS(WHO(seat)));
        return;
    }
    if (!trains && by_needs_in_words(&r, needs, sizeof needs))
        by_put_words(s->t, BY_SAY_PASSES_LACKING, BY_PARTS(WHO(seat), BY_WORDS(needs)));
    else
        by_put_words(s->t, BY_SAY_PASSES_STUCK, BY_PARTS(WHO(seat)));
    if (draws && v->boneyard == 0)
        by_put_words(s->t, BY_SAY_BONEYARD_EMPTY, NULL);
    else if (draws && v->drawable == 0)
        by_put_words(s->t, BY_SAY_BONEYARD_STAYS, BY_PARTS(BY_NUMBER(v->boneyard)));
}

static void say_move(const struct by_saying *s, const struct by_event *e)
{
    const struct by_part parts[] = { WHO(e->seat), BY_THE_TILE(by_move_tile(e->move)) };

    switch (by_move_kind(e->move)) {
    case BY_LAY: say_lay(s, e->seat, e->move); break;
    case BY_HUB: by_put_words(s->t, BY_SAY_OPENS_HUB, parts); break;
    case BY_TAKE: by_put_words(s->t, BY_SAY_TAKES, parts); break;
    case BY_TAKE3: by_put_words(s->t, BY_SAY_TAKES_BESIDE, parts); break;
    case BY_DRAW_TILE: say_draw(s, e); break;
    case BY_PASS:
        say_pass(s, e->seat);
        say_marker(s, e->seat);
        break;
    default:
        by_put_words(s->t, by_families[s->v->family]->asks_scores ? BY_SAY_CALLS_SCORE : BY_SAY_CALLS_TILE, parts);
        if (by_families[s->v->family]->trains)
            say_penalty(s);
        break;
    }
}

static void say_score(const struct by_saying *s, const struct by_event *e)
{
    /* If this move ended the round, subtracts the round's gains, which are reported after the points. */
    int32_t score = s->v->score[e->seat] - (s->v->last.round == s->v->round ? s->v->last.gain[e->seat] : 0);

    by_put_words(s->t, by_families[s->v->family]->low_wins ? BY_SAY_PAYS : BY_SAY_SCORES,
                 BY_PARTS(WHO(e->seat), BY_NUMBER(e->points), BY_NUMBER(score)));
}

/* States each seat's gain and new score. */
static void say_round_end(const struct by_saying *s)
{
    const char *sheet = by_games[s->v->rules.game]->presets[s->v->rules.preset].sheet;
    const struct by_result *r = &s->v->last;

    if (by_families[s->v->family]->solitaire) {
        by_put_words(s->t, r->end == BY_ENDED_OUT ? BY_SAY_CASTLE_GONE : BY_SAY_CASTLE_LEFT,
                     BY_PARTS(BY_NUMBER(s->v->now.laid), BY_NUMBER(r->gain[0])));
        return;
    }
    if (r->end == BY_ENDED_OUT)
        by_put_words(s->t, by_same(sheet, "basics") ? BY_SAY_IS_OUT_DOMINO : BY_SAY_IS_OUT, BY_PARTS(WHO(r->seat)));
    else
        by_put_words(s->t, BY_SAY_BLOCKED, NULL);
    by_put_words(s->t, by_families[s->v->family]->low_wins ? BY_SAY_PIPS_LEFT : BY_SAY_POINTS, NULL);
    for (int i = 0; i < s->v->players; i++) {
        by_put_words(s->t, BY_SAY_GAIN, BY_PARTS(WHO(i), BY_NUMBER(r->gain[i]), BY_NUMBER(r->score[i])));
        by_put_char(s->t, i + 1 < s->v->players ? ',' : '.');
    }
}

static void say_winners(const struct by_saying *s, uint32_t winners)
{
    by_put_words(s->t, BY_SAY_WINNERS, NULL);
    for (int i = 0; winners != 0; winners &= winners - 1, i++) {
        int seat = __builtin_ctz(winners);

        if (i > 0 && (winners & (winners - 1)) == 0)
            by_put_words(s->t, BY_SAY_AND, NULL);
        else
            by_put(s->t, i > 0 ? ", " : "");
        if (seat == s->you)
            by_put_words(s->t, BY_SAY_YOU, NULL);
        else
            by_put(s->t, s->names[seat]);
    }
    by_put_words(s->t, BY_SAY_WIN, NULL);
}

static void say_game_end(const struct by_saying *s)
{
    uint32_t winners = s->v->winners;

    if (by_families[s->v->family]->solitaire)
        by_put_words(s->t, winners != 0 ? BY_SAY_CASTLE_WON : BY_SAY_CASTLE_LOST, BY_PARTS(BY_NUMBER(s->v->score[0])));
    else if (winners != 0 && (winners & (winners - 1)) == 0)
        by_put_words(s->t, BY_SAY_WINS, BY_PARTS(WHO(__builtin_ctz(winners))));
    else
        say_winners(s, winners);
}

void by_say(const struct by_view *v, struct by_event e, const char *const names[], int you, struct by_text *out)
{
    const struct by_saying its = { out, v, names, you }, *s = &its;

    switch (e.kind) {
    case BY_EV_ROUND:
        if (by_families[v->family]->solitaire)
            by_put_words(out, BY_SAY_ROUND_CASTLE, NULL);
        else
            by_put_words(out, BY_SAY_ROUND, BY_PARTS(BY_NUMBER(v->round), WHO(e.seat)));
        break;
    case BY_EV_MOVE: say_move(s, &e); break;
    case BY_EV_SCORE: say_score(s, &e); break;
    case BY_EV_ROUND_END: say_round_end(s); break;
    default: say_game_end(s); break;
    }
}
