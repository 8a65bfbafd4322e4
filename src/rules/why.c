/* why.c: what is possible, and why a text was refused (why.h). */
#include "boneyard/why.h"

struct refusal { struct by_text t; const struct by_view *v; const by_move *list; int n; };

static bool lists(const struct refusal *r, int kind)
{
    for (int i = 0; i < r->n; i++)
        if (by_move_kind(r->list[i]) == kind)
            return true;
    return false;
}

static void put_number(struct refusal *r, const char *before, int number, const char *after)
{
    by_put(&r->t, before);
    by_put_int(&r->t, number);
    by_put(&r->t, after);
}

static void put_tile(struct refusal *r, const char *before, by_tile t, const char *after)
{
    by_put(&r->t, before);
    by_put_tile(&r->t, t, false);
    by_put(&r->t, after);
}

/* The first tile that could be laid. */
static by_tile first_lay(const struct refusal *r)
{
    for (int i = 0; i < r->n; i++)
        if (by_move_kind(r->list[i]) == BY_LAY || by_move_kind(r->list[i]) == BY_HUB)
            return by_move_tile(r->list[i]);
    return BY_NO_TILE;
}

/* ---- The state of the table in words ------------------------------------------------------- */

/* "the ends are 5 and 0", each number once. */
static void put_ends(struct refusal *r)
{
    uint32_t seen = 0;
    int left = 0;

    for (int i = 0; i < r->v->now.places; i++) {
        left += (seen >> r->v->place[i].number & 1) == 0;
        seen |= (uint32_t)1 << r->v->place[i].number;
    }
    by_put(&r->t, left == 1 ? "the open end is " : "the open ends are ");
    for (int k = 0; k <= BY_MAX_NUMBER; k++) {
        if ((seen >> k & 1) == 0)
            continue;
        by_put_int(&r->t, k);
        left--;
        by_put(&r->t, left == 0 ? "" : left == 1 ? " and " : ", ");
    }
}

static void put_train_name(struct refusal *r, int train)
{
    if (train == BY_MEXICAN)
        by_put(&r->t, "the Mexican Train");
    else if (train == r->v->seat)
        by_put(&r->t, "your train");
    else
        put_number(r, "the train of seat ", train, "");
}

/* What has to be done before anything else, if something has: true. */
static bool put_duty(struct refusal *r)
{
    const struct by_view *v = r->v;
    uint32_t doubles = v->family == BY_TRAINS ? v->now.of.trains.doubles : 0;
    int train;

    if (v->family == BY_FEET && v->now.of.line.must != BY_NO_TILE) {
        put_tile(r, "First ", v->laid[v->now.of.line.must].tile, " has to be filled: it still takes ");
        put_number(r, "", v->now.of.line.toes, " more");
        by_put(&r->t, v->now.of.line.must == 0 ? " (F-05)." : " (F-07).");
        return true;
    }
    if (v->family == BY_TRAINS && v->now.stage == 2) {
        by_put(&r->t, "The third tile has to go on one of your two doubles (T-14).");
        return true;
    }
    if (doubles == 0 || (v->now.stage > 0 && v->rules.opt[BY_DOUBLE] != BY_DOUBLE_SATISFY))
        return false;
    train = __builtin_ctz(doubles);
    put_number(r, "First the open double has to be answered: number ", v->tail[train], " on ");
    put_train_name(r, train);
    by_put(&r->t, v->rules.opt[BY_DOUBLE] == BY_DOUBLE_SATISFY ? " (T-22)." : " (T-13).");
    return true;
}

/* ---- Refusals ----------------------------------------------------------------------------- */

static void why_draw(struct refusal *r)
{
    const struct by_view *v = r->v;

    if (v->family == BY_CASTLE)
        by_put(&r->t, v->drawable == 0 ? "The boneyard is empty (R-06)."
               : v->rules.opt[BY_REMOVALS] == BY_ONCE
               ? "A tile can be taken away: at least one comes before each draw (R-08)."
               : "A tile can be taken away, and that comes before drawing (R-04).");
    else if (first_lay(r) != BY_NO_TILE)
        put_tile(r, "You can play ", first_lay(r), ", so there is no drawing. Who can play must play (C-05).");
    else if (v->family == BY_LINE && v->rules.opt[BY_DRAW] == BY_DRAW_NONE)
        by_put(&r->t, "In this game nobody draws: who cannot play passes (L-09).");
    else if (v->drawable == 0 && v->boneyard > 0)
        put_number(r, "The last tiles of the boneyard stay there: ", v->boneyard, " (L-11). You have to pass.");
    else if (v->drawable == 0)
        by_put(&r->t, "The boneyard is empty: you have to pass (C-10).");
    else
        by_put(&r->t, "You have drawn in this turn already (T-08).");
}

static void why_pass(struct refusal *r)
{
    if (r->v->family == BY_CASTLE)
        by_put(&r->t, "There is no passing in Castle Rock: take or draw (R-04, R-05).");
    else if (first_lay(r) != BY_NO_TILE)
        put_tile(r, "You can play ", first_lay(r), ", so there is no passing. Who can play must play (C-05).");
    else
        by_put(&r->t, r->v->family == BY_LINE ? "You can still draw (L-10)."
               : r->v->family == BY_FEET ? "You can still draw (F-08)." : "You can still draw (T-08).");
}

static void why_call(struct refusal *r)
{
    const int32_t *opt = r->v->rules.opt;

    if (opt[BY_CALL] == BY_ON)
        by_put(&r->t, "There is no unclaimed score to call now (L-25).");
    else if (opt[BY_KNOCK] == BY_ON)
        by_put(&r->t, "There is no silent last tile to call out now (T-16).");
    else
        by_put(&r->t, r->v->family == BY_TRAINS || opt[BY_PLAY_UNIT] != 0
               ? "At this table nothing is called (D-12)." : "In this game nothing is called.");
}

static void why_take(struct refusal *r, by_tile t, bool three)
{
    int at = 0;

    while (r->v->family == BY_CASTLE && at < r->v->now.laid && r->v->row[at] != t)
        at++;
    if (r->v->family != BY_CASTLE)
        by_put(&r->t, "Tiles are laid here, not taken (N-05).");
    else if (at == r->v->now.laid)
        put_tile(r, "", t, " is not in the row.");
    else if (at == 0 || at + 1 == r->v->now.laid)
        put_tile(r, "", t, " lies at an end of the row: only a tile between two others can be taken (R-02).");
    else if (three)
        put_tile(r, "", t, " and the tiles beside it do not all bear one common number (R-03).");
    else
        put_tile(r, "The tiles on both sides of ", t, " share no number (R-02).");
}

/* The tile is in the hand and could be laid, but not with this suffix. */
static void why_suffix(struct refusal *r, by_tile t, by_move suffix)
{
    const struct by_view *v = r->v;

    if ((suffix & BY_ANNOUNCED) != 0)
        by_put(&r->t, v->family == BY_TRAINS && v->rules.opt[BY_KNOCK] == BY_ON
               ? "That does not leave you one tile: there is nothing to announce (T-16)."
               : "At this table a last tile is not announced (T-16, D-12).");
    else if (v->rules.opt[BY_CALL] != BY_ON)
        by_put(&r->t, "At this table scores are counted by themselves: leave the claim out (N-06, D-12).");
    else
        for (int i = 0; i < r->n; i++)
            if (by_move_tile(r->list[i]) == t && by_move_kind(r->list[i]) == BY_LAY) {
                int points = by_points_of(v, r->list[i]);

                put_number(r, "That makes ", by_count_after(v, r->list[i]), ": ");
                if (points == 0)
                    by_put(&r->t, "only fives count, so there is nothing to claim (L-16, N-06).");
                else
                    put_number(r, "the claim is +", points, " (L-16, N-06).");
                return;
            }
}

/* The tile is in the hand and fits, but not on the train that was named. */
static bool why_train(struct refusal *r, int train)
{
    const struct by_view *v = r->v;
    bool hub = by_games[v->rules.game]->presets[v->rules.preset].hub && v->centre != BY_NO_TILE;

    if (train >= v->players && train != BY_MEXICAN) {
        put_number(r, "There is no seat ", train, ".");
        return true;
    }
    if (hub && train != v->seat && (v->now.of.trains.firsts >> v->seat & 1) == 0) {
        by_put(&r->t, "On your first turn you can only begin your own train (T-20).");
        return true;
    }
    if (hub && train != v->seat && v->length[v->seat] == 0 && v->length[train] == 0) {
        by_put(&r->t, "Until your own train has begun you cannot begin another one (T-21).");
        return true;
    }
    if (train == v->seat || train == BY_MEXICAN || (v->now.of.trains.markers >> train & 1) != 0)
        return false;
    put_number(r, "The train of seat ", train, " is not open: it bears no marker (T-07).");
    return true;
}

static void why_fits_not(struct refusal *r, by_tile t)
{
    const struct by_view *v = r->v;

    if (put_duty(r))
        return;
    if (v->family == BY_TRAINS) {
        bool first = by_games[v->rules.game]->presets[v->rules.preset].hub
            && (v->now.of.trains.firsts >> v->seat & 1) == 0;

        if (v->centre == BY_NO_TILE)
            put_tile(r, "First the highest double opens the hub: ", v->led, "@hub (T-04).");
        else if (v->drawn != BY_NO_TILE && v->drawn != t)
            put_tile(r, "Only the tile that you have drawn may be laid, ", v->drawn, " (T-08).");
        else if (first)
            put_number(r, "On your first turn you can only begin your own train, with number ", by_high(v->centre),
                       " (T-20).");
        else if (v->now.stage == 1 && by_is_double(t))
            put_tile(r, "", t, " may follow a double only with a third tile that fits one of the two (T-14).");
        else
            put_tile(r, "", t, " fits no train that is open to you (T-07).");
    } else if (v->now.laid == 0 && v->led != BY_NO_TILE) {
        put_tile(r, "The round begins with ", v->led, ", the highest double (L-05, D-02).");
    } else {
        put_tile(r, "", t, " fits no open end: ");
        put_ends(r);
        by_put(&r->t, v->family == BY_FEET ? " (F-06)." : " (L-07).");
    }
}

/* The tile that was named to be played on lies on the table, or does not, but is not open. */
static bool why_place(struct refusal *r, int place)
{
    const struct by_view *v = r->v;
    bool laid = false;

    if (v->family == BY_TRAINS || place == BY_NO_TILE)
        return false;
    for (int i = 0; i < v->now.places; i++)
        if (by_move_place(v->place[i].play) == place)
            return false;
    for (int i = 0; i < v->now.laid; i++)
        laid = laid || v->laid[i].tile == place;
    put_tile(r, "", (by_tile)place, laid ? " takes no more tiles (L-12, L-13)." : " does not lie on the table.");
    return true;
}

static void why_lay(struct refusal *r, by_move m)
{
    const struct by_view *v = r->v;
    by_tile t = by_move_tile(m);
    by_move suffix = m & BY_SUFFIX;
    bool fits = false;

    for (int i = 0; i < r->n; i++)
        fits = fits || ((by_move_kind(r->list[i]) == BY_LAY || by_move_kind(r->list[i]) == BY_HUB)
                        && by_move_tile(r->list[i]) == t);
    if (v->family == BY_CASTLE)
        by_put(&r->t, "In Castle Rock tiles are taken, not laid: take, take3 or draw (N-05).");
    else if (!by_set_has(&v->hand[v->seat], t))
        put_tile(r, "", t, " is not in your hand.");
    else if (v->family == BY_TRAINS && by_move_place(m) != BY_NO_TILE && (!fits || suffix == 0)
             && why_train(r, by_move_place(m)))
        return;
    else if (!fits)
        why_fits_not(r, t);
    else if (suffix != 0)
        why_suffix(r, t, suffix);
    else if (!put_duty(r) && !why_place(r, by_move_place(m)))
        put_tile(r, "", t, " does not fit there: the touching halves have to match (C-04).");
}

/* The texts that an ambiguous one could mean. */
static void why_ambiguous(struct refusal *r, by_move m)
{
    char text[BY_MOVE_TEXT];
    int named = 0;

    put_tile(r, "", by_move_tile(m), " fits in several places: write ");
    for (int i = 0; i < r->n && named < 4; i++) {
        by_move other = r->list[i];

        if (by_move_kind(other) != BY_LAY || by_move_tile(other) != by_move_tile(m)
            || by_move_claim(other) != by_move_claim(m) || ((other ^ m) & BY_ANNOUNCED) != 0)
            continue;
        by_move_print(other, r->v->family, text);
        by_put(&r->t, named++ == 0 ? "" : " or ");
        by_put(&r->t, text);
    }
    by_put(&r->t, " (N-07).");
}

static bool word_is(const char *text, size_t length, const char *word)
{
    size_t n = by_length(word);

    if (length < n || (length > n && text[n] != ' '))
        return false;
    while (n > 0 && text[n - 1] == word[n - 1])
        n--;
    return n == 0;
}

by_err by_why(const struct by_view *v, const by_move *list, int n, const char *text, size_t length,
              struct by_fault *f)
{
    struct refusal r = { by_text_on(f->text, sizeof f->text), v, list, n };
    by_move m = BY_NO_MOVE, found;
    bool shaped = by_move_shape(text, length, v->family, &m);
    by_err err = by_move_read(text, length, v->family, list, n, &found);

    BY_ASSERT(v->seat < v->players);    /* a seat's view: the referee does not play */
    f->err = err == BY_OK ? BY_E_ILLEGAL : err;
    f->line = 0;
    if (v->now.turn != v->seat)
        by_put(&r.t, v->family == BY_LINE ? "It is not your turn: you can only call (L-25)."
               : "It is not your turn: you can only call (T-16).");
    else if (err == BY_E_AMBIGUOUS)
        why_ambiguous(&r, m);
    else if (word_is(text, length, "draw"))
        why_draw(&r);
    else if (word_is(text, length, "pass"))
        why_pass(&r);
    else if (word_is(text, length, "call"))
        why_call(&r);
    else if (!shaped)
        by_put(&r.t, "That is no move: write a tile such as 5-4, or draw, pass, take; ? shows what is possible "
               "(N-07).");
    else if (by_move_kind(m) == BY_HUB && (v->family != BY_TRAINS || v->centre != BY_NO_TILE))
        by_put(&r.t, v->family == BY_TRAINS ? "The hub is set already: lay on a train, @t0 or @m (N-03)."
               : "There is no hub in this game (N-03).");
    else if (by_move_kind(m) == BY_LAY || by_move_kind(m) == BY_HUB)
        why_lay(&r, m);
    else
        why_take(&r, by_move_tile(m), by_move_kind(m) == BY_TAKE3);
    return f->err;
}

/* ---- What is possible ---------------------------------------------------------------------- */

static int tiles_that_fit(const struct refusal *r)
{
    struct by_set tiles = { { 0, 0, 0 } };

    for (int i = 0; i < r->n; i++)
        if (by_move_kind(r->list[i]) == BY_LAY || by_move_kind(r->list[i]) == BY_HUB)
            by_set_add(&tiles, by_move_tile(r->list[i]));
    return by_set_count(&tiles);
}

/* What the suffixes in the list are for (N-06). */
static void put_suffixes(struct refusal *r)
{
    int points = 0;
    bool announced = false;

    for (int i = 0; i < r->n; i++) {
        points = points > 0 ? points : by_move_claim(r->list[i]);
        announced = announced || (r->list[i] & BY_ANNOUNCED) != 0;
    }
    if (points > 0)
        put_number(r, " A score counts only if you claim it: add +", points, " to the play (L-25).");
    if (announced)
        by_put(&r->t, " The play that leaves you one tile has to be announced: add ! to it (T-16).");
}

size_t by_what(const struct by_view *v, const by_move *list, int n, char *out, size_t size)
{
    struct refusal r = { by_text_on(out, size), v, list, n };
    int fit = tiles_that_fit(&r);
    size_t end;

    if (lists(&r, BY_CALL_OUT))
        by_put(&r.t, v->family == BY_LINE ? "You can call an unclaimed score (L-25). "
               : "You can call out a silent last tile (T-16). ");
    if (v->family == BY_CASTLE) {
        by_put(&r.t, lists(&r, BY_TAKE) ? "Take a tile between two that share a number (R-02), or three that share one "
               "(R-03)." : "Nothing can be taken: draw (R-05).");
    } else if (fit > 0) {
        put_number(&r, "", fit, " of your ");
        by_put_count(&r.t, v->count[v->seat], "tile");
        by_put(&r.t, " can be laid.");
        end = r.t.used;
        by_put_char(&r.t, ' ');
        if (!put_duty(&r) && v->now.laid > 0 && v->family != BY_TRAINS) {
            by_put(&r.t, "Tiles join where their numbers match; ");
            put_ends(&r);
            by_put(&r.t, v->family == BY_FEET ? " (F-06)." : " (L-07).");
        }
        if (r.t.used == end + 1)
            r.t.at[r.t.used = end] = '\0';      /* nothing came after the blank */
    } else if (lists(&r, BY_DRAW_TILE)) {
        by_put(&r.t, "None of your tiles fits: you draw (C-05).");
    } else {
        by_put(&r.t, "You can neither lay nor draw: you pass (C-10).");
    }
    put_suffixes(&r);
    if (fit > 0 && lists(&r, BY_PASS))
        by_put(&r.t, " You may also end your turn here (T-11).");
    if (fit > 0 && lists(&r, BY_DRAW_TILE))
        by_put(&r.t, " Drawing although a tile fits costs the penalty of this table (T-19).");
    return r.t.used;
}
