/* say.c: what happened, as sentences (why.h). */
#include "boneyard/why.h"

/* Who is spoken of, in a sentence being written. */
struct saying { struct by_text t; const struct by_view *v; const char *const *names; int you; };

static void put_name(struct saying *s, int seat) { by_put(&s->t, seat == s->you ? "You" : s->names[seat]); }

/* "You lay" or "East lays". */
static void put_does(struct saying *s, int seat, const char *verb)
{
    put_name(s, seat);
    by_put_char(&s->t, ' ');
    by_put(&s->t, verb);
    by_put(&s->t, seat == s->you ? "" : by_same(verb, "pass") ? "es" : "s");
}

static void put_train(struct saying *s, int seat, int train)
{
    if (train == BY_MEXICAN)
        by_put(&s->t, " on the Mexican Train");
    else if (train == seat)
        by_put(&s->t, seat == s->you ? " on your own train" : " on their own train");
    else if (train == s->you)
        by_put(&s->t, " on your train");
    else {
        by_put(&s->t, " on the train of ");
        by_put(&s->t, s->names[train]);
    }
}

/* T-13, T-22: what the turn that has just ended leaves to the others. */
static void say_open_double(struct saying *s, int seat)
{
    uint32_t doubles = s->v->family == BY_TRAINS ? s->v->now.of.trains.doubles : 0;
    int train;

    if (doubles == 0 || s->v->now.turn == seat || s->v->now.phase != BY_PLAYING)
        return;
    train = __builtin_ctz(doubles);
    by_put(&s->t, " An open double: every other train waits until ");
    by_put_a(&s->t, s->v->tail[train]);
    by_put(&s->t, " lies");
    put_train(s, BY_NO_SEAT, train);
    by_put_char(&s->t, '.');
}

/* T-08: the marker that a failed turn has set. */
static void say_marker(struct saying *s, int seat)
{
    if (s->v->family != BY_TRAINS || s->v->now.turn == seat || (s->v->now.of.trains.markers >> seat & 1) == 0)
        return;
    by_put(&s->t, seat == s->you ? " Your train is open." : " Their train is open.");
    say_open_double(s, seat);
}

static void say_lay(struct saying *s, int seat, by_move m)
{
    const struct by_view *v = s->v;
    by_tile t = by_move_tile(m);

    put_does(s, seat, "lay");
    by_put_char(&s->t, ' ');
    by_put_tile(&s->t, t, false);
    if (v->family == BY_TRAINS) {
        put_train(s, seat, by_move_place(m));
    } else if (by_move_place(m) != BY_NO_TILE) {
        by_put(&s->t, " on ");
        by_put_tile(&s->t, (by_tile)by_move_place(m), false);
    }
    by_put(&s->t, (m & BY_ANNOUNCED) != 0 ? " and says: one tile left." : ".");
    if (by_count_told(v)) {
        by_put(&s->t, " The ends make ");
        by_put_int(&s->t, v->now.of.line.count);
        by_put_char(&s->t, '.');
    }
    if (v->now.phase != BY_PLAYING)
        return;
    if (by_is_double(t) && v->family == BY_FEET)
        by_put(&s->t, " It takes three tiles before anything else.");
    else if (by_is_double(t) && v->family == BY_TRAINS && v->now.turn == seat)
        by_put(&s->t, v->rules.opt[BY_DOUBLE] == BY_DOUBLE_MAY ? " One more tile may follow."
               : " One more tile has to follow.");
    else
        say_open_double(s, seat);
}

/* T-17: what an infraction costs; points are told by their own event. */
static void say_penalty(struct saying *s)
{
    if (s->v->rules.opt[BY_PENALTY] == BY_PENALTY_TILE)
        by_put(&s->t, " The penalty is a tile from the boneyard.");
    else if (s->v->rules.opt[BY_PENALTY] == BY_PENALTY_SKIP)
        by_put(&s->t, " The penalty is the next turn.");
}

static void say_move(struct saying *s, const struct by_event *e)
{
    switch (by_move_kind(e->move)) {
    case BY_LAY:
        say_lay(s, e->seat, e->move);
        break;
    case BY_HUB:
        put_does(s, e->seat, "open");
        by_put(&s->t, " the hub with ");
        by_put_tile(&s->t, by_move_tile(e->move), false);
        by_put_char(&s->t, '.');
        break;
    case BY_TAKE:
    case BY_TAKE3:
        put_does(s, e->seat, "take");
        by_put_char(&s->t, ' ');
        by_put_tile(&s->t, by_move_tile(e->move), false);
        by_put(&s->t, by_move_kind(e->move) == BY_TAKE3 ? " and both tiles beside it." : " away.");
        break;
    case BY_DRAW_TILE:
        put_does(s, e->seat, "draw");
        for (int i = 0; i < e->tiles && e->drawn[i] != BY_NO_TILE; i++) {
            by_put_char(&s->t, ' ');
            by_put_tile(&s->t, e->drawn[i], false);
        }
        by_put_char(&s->t, '.');
        /* T-19: only the seat itself knows that it could have played. */
        if (s->v->family == BY_TRAINS && e->seat == s->v->seat && s->v->now.turn == e->seat && s->v->now.drew == 1)
            say_penalty(s);
        say_marker(s, e->seat);
        break;
    case BY_PASS:
        put_does(s, e->seat, "pass");
        by_put_char(&s->t, '.');
        say_marker(s, e->seat);
        break;
    default:
        put_does(s, e->seat, "call");
        by_put(&s->t, s->v->family == BY_LINE ? ": Muggins!" : ": a silent last tile.");
        if (s->v->family == BY_TRAINS)
            say_penalty(s);
        break;
    }
}

static void say_score(struct saying *s, const struct by_event *e)
{
    bool low = s->v->family == BY_TRAINS;

    put_does(s, e->seat, low ? "pay" : "score");
    by_put_char(&s->t, ' ');
    by_put_count(&s->t, e->points, "point");
    by_put(&s->t, low ? " for it: " : ": ");
    /* If the round has ended with this move, its gains come after the points. */
    by_put_int(&s->t, s->v->score[e->seat]
               - (s->v->last.round == s->v->round ? s->v->last.gain[e->seat] : 0));
    by_put(&s->t, " in all.");
}

static void say_castle_end(struct saying *s, const struct by_result *r)
{
    if (r->end == BY_ENDED_OUT) {
        by_put(&s->t, "The castle is gone: every tile is taken.");
        return;
    }
    by_put(&s->t, "Nothing more can be taken: ");
    by_put_count(&s->t, s->v->now.laid, "tile");
    by_put(&s->t, s->v->now.laid == 1 ? " is left, " : " are left, ");
    by_put_count(&s->t, r->gain[0], "pip");
    by_put_char(&s->t, '.');
}

/* What each seat gained, and where it stands now. */
static void say_round_end(struct saying *s)
{
    const struct by_result *r = &s->v->last;

    if (s->v->family == BY_CASTLE) {
        say_castle_end(s, r);
        return;
    }
    if (r->end == BY_ENDED_OUT) {
        put_name(s, r->seat);
        by_put(&s->t, r->seat == s->you ? " are out." : " is out.");
    } else {
        by_put(&s->t, "Nobody can play: the round is blocked.");
    }
    by_put(&s->t, s->v->family == BY_LINE ? " Points:" : " Pips left:");
    for (int i = 0; i < s->v->players; i++) {
        by_put_char(&s->t, ' ');
        put_name(s, i);
        by_put(&s->t, " +");
        by_put_int(&s->t, r->gain[i]);
        by_put(&s->t, " = ");
        by_put_int(&s->t, r->score[i]);
        by_put(&s->t, i + 1 < s->v->players ? "," : ".");
    }
}

static void say_game_end(struct saying *s)
{
    int named = 0, all = 0;

    if (s->v->family == BY_CASTLE) {
        by_put(&s->t, s->v->winners != 0 ? "You have won."
               : "The castle stands, and this game is lost. Fewest pips left: ");
        if (s->v->winners == 0) {
            by_put_int(&s->t, s->v->score[0]);
            by_put_char(&s->t, '.');
        }
        return;
    }
    for (int i = 0; i < s->v->players; i++)
        all += (int)(s->v->winners >> i & 1);
    for (int i = 0; i < s->v->players; i++) {
        if ((s->v->winners >> i & 1) == 0)
            continue;
        by_put(&s->t, named == 0 ? "" : named + 1 == all ? " and " : ", ");
        put_name(s, i);
        named++;
    }
    by_put(&s->t, all > 1 || (s->you >= 0 && (s->v->winners >> s->you & 1) != 0) ? " win" : " wins");
    by_put(&s->t, " the game.");
}

size_t by_say(const struct by_view *v, struct by_event e, const char *const names[], int you, char *out,
              size_t size)
{
    struct saying s = { by_text_on(out, size), v, names, you };

    switch (e.kind) {
    case BY_EV_ROUND:
        by_put(&s.t, "Round ");
        by_put_int(&s.t, v->round);
        if (v->family != BY_CASTLE) {
            by_put(&s.t, ". ");
            put_does(&s, e.seat, "lead");
        }
        by_put_char(&s.t, '.');
        break;
    case BY_EV_MOVE:
        say_move(&s, &e);
        break;
    case BY_EV_SCORE:
        say_score(&s, &e);
        break;
    case BY_EV_ROUND_END:
        say_round_end(&s);
        break;
    default:
        say_game_end(&s);
        break;
    }
    return s.t.used;
}
