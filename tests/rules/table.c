/* SPDX-License-Identifier: MIT */
/* table.c: see table.h. */
#include <stdio.h>

#include "table.h"

static struct table pool[4];
static int taken;

static void wrong(const char *what, const char *is, const char *want, const char *file, int line)
{
    print_error("%s\n  is:   %s\n  want: %s\n", what, is, want);
    _fail(file, line);
}

void number_at(const char *what, long is, long want, const char *file, int line)
{
    char a[32], b[32];

    if (is == want)
        return;
    snprintf(a, sizeof a, "%ld", is);
    snprintf(b, sizeof b, "%ld", want);
    wrong(what, a, b, file, line);
}

static void texts(const char *what, const char *is, const char *want, const char *file, int line)
{
    if (strcmp(is, want) != 0)
        wrong(what, is, want, file, line);
}

/* ---- Tables ------------------------------------------------------------------------------- */

struct table *table_start_at(const char *rules, const char *file, int line)
{
    struct table *t = &pool[taken++ % 4];
    struct by_config config;
    struct by_fault fault;

    memset(t, 0, sizeof *t);
    t->s = &t->m.state;
    if (by_config_parse(rules, &config, &fault) != BY_OK)
        wrong(rules, fault.text, "rules that are accepted", file, line);
    by_table_init(&t->m, &config, t->log, TABLE_LOG);
    return t;
}

by_tile tile(const char *text)
{
    by_tile t;

    if (by_tile_read(text, strcspn(text, " "), &t, NULL) == 0)
        wrong("tile", text, "a tile", HERE);
    return t;
}

static int deck_from(const struct by_state *s, const char *text, by_tile deck[BY_MAX_TILES])
{
    struct by_set used = { { 0, 0, 0 } };
    int n = 0;

    while (*(text += strspn(text, " ")) != '\0' && n < BY_MAX_TILES) {
        deck[n] = tile(text);
        by_set_add(&used, deck[n++]);
        text += strcspn(text, " ");
    }
    for (int t = 0; n < by_deck_tiles(s); t++)
        if (t != by_deck_lacks(s) && !by_set_has(&used, (by_tile)t))
            deck[n++] = (by_tile)t;
    return n;
}

void deal_at(struct table *t, const char *deck, int lead, by_err want, const char *file, int line)
{
    by_tile tiles[BY_MAX_TILES];
    struct by_state before = *t->s;
    int n = deck_from(t->s, deck, tiles);
    by_err err = by_table_deal(&t->m, tiles, n, lead, &t->ev);

    texts("deal", by_err_key(err), by_err_key(want), file, line);
    if (err != BY_OK && memcmp(&before, t->s, sizeof before) != 0)
        wrong("a refused deal", "has changed the state", "no change", file, line);
}

struct table *table_new_at(const char *rules, const char *deck, int lead, const char *file, int line)
{
    struct table *t = table_start_at(rules, file, line);

    deal_at(t, deck, lead, BY_OK, file, line);
    return t;
}

/* Drops tiles from the end of the boneyard: the only change here that no player could cause. */
void leave(struct table *t, int n)
{
    int lost = t->s->deck_tiles - t->s->now.taken - n;

    t->s->deck_tiles = (uint8_t)(t->s->deck_tiles - lost);
    t->s->limit = (uint8_t)(t->s->limit > lost ? t->s->limit - lost : 0);
}

void give(struct table *t, int seat, int points) { t->s->score[seat] = points; }

/* ---- Moves -------------------------------------------------------------------------------- */

/* Plays, takes back, compares, and plays again. */
static void play_one(struct table *t, int seat, const char *move, const char *file, int line)
{
    struct by_table before = t->m, after;
    by_err err = by_table_play_text(&t->m, seat, move, strlen(move), &t->ev);

    if (err != BY_OK)
        wrong(move, by_err_key(err), "a legal move", file, line);
    after = t->m;
    by_table_undo(&t->m);
    if (memcmp(&before.state, &t->m.state, sizeof before.state) != 0
        || memcmp(&before.last, &t->m.last, sizeof before.last) != 0)
        wrong(move, "undo leaves another state", "the state before", file, line);
    t->m = before;
    by_table_play_text(&t->m, seat, move, strlen(move), &t->ev);
    if (memcmp(&after.state, &t->m.state, sizeof after.state) != 0)
        wrong(move, "played twice: two states", "one state", file, line);
}

void play_at(struct table *t, const char *moves, const char *file, int line)
{
    char move[64];
    int seat, used;

    while (*(moves += strspn(moves, " ,")) != '\0') {
        size_t n;

        if (sscanf(moves, "%d %n", &seat, &used) != 1)
            wrong("play", moves, "SEAT MOVE", file, line);
        moves += used;
        n = strcspn(moves, ",");
        snprintf(move, sizeof move, "%.*s", (int)n, moves);
        moves += n;
        play_one(t, seat, move, file, line);
    }
}

/* `draw`, `pass` and `call` are tried as numbers too, past the list of legal moves. */
static by_err as_number(struct table *t, int seat, const char *move, by_err otherwise)
{
    by_move m = BY_NO_MOVE;

    if (strcmp(move, "draw") == 0)
        m = BY_DRAW_MOVE;
    else if (strcmp(move, "pass") == 0)
        m = BY_PASS_MOVE;
    else if (strcmp(move, "call") == 0)
        m = BY_CALL_MOVE;

    return m == BY_NO_MOVE ? otherwise : by_play(t->s, seat, m, NULL, NULL);
}

void refuse_at(struct table *t, int seat, const char *move, by_err want, const char *file, int line)
{
    struct by_state before = *t->s;
    struct by_events ev;
    by_err err = by_table_play_text(&t->m, seat, move, strlen(move), &ev);

    texts(move, by_err_key(err), by_err_key(want), file, line);
    texts(move, by_err_key(as_number(t, seat, move, want)), by_err_key(want), file, line);
    if (memcmp(&before, t->s, sizeof before) != 0)
        wrong(move, "refused, but the state has changed", "no change", file, line);
}

static bool listed(const by_move *list, int n, by_move m)
{
    for (int i = 0; i < n; i++)
        if (list[i] == m)
            return true;
    return false;
}

/* by_play takes a move if, and only if, it is in the list. */
static void try_move(const struct table *t, int seat, by_move m, const by_move *list, int n)
{
    static struct by_state copy;
    by_err err;

    copy = *t->s;
    err = by_play(&copy, seat, m, NULL, NULL);
    if ((err == BY_OK) != listed(list, n, m) || (err != BY_OK && memcmp(&copy, t->s, sizeof copy) != 0)) {
        char text[BY_MOVE_TEXT];

        by_move_print(m, by_game_of(t->s)->family, text);
        print_error("by_play and the list do not agree on %s (%08x)\n", text, (unsigned)m);
        _fail(HERE);
    }
}

/* Every way to lay or take this tile, with each suffix that could be meant. */
static void try_tile(const struct table *t, int seat, by_tile which, const by_move *list, int n)
{
    static const int claims[] = { 0, 1, 2, 3, 5, 10, 15 };
    int places = t->s->now.laid + BY_ARMS + 1;

    for (int kind = BY_LAY; kind <= BY_TAKE3; kind++)
        for (int i = 0; i < places; i++) {
            int at = i < t->s->now.laid ? t->s->laid[i].tile : i - t->s->now.laid;
            by_move m = BY_MOVE(kind, which, i + 1 == places ? BY_NO_TILE : at, 0, 0);

            for (by_move flips = 0; flips < 8; flips++) /* two flips and `announced` */
                for (size_t k = 0; k < sizeof claims / sizeof claims[0]; k++)
                    try_move(t, seat, m | flips << 16 | (by_move)claims[k] << 24, list, n);
        }
}

void legal_at(struct table *t, int seat, const char *list, const char *file, int line)
{
    by_move moves[BY_MOVES];
    char text[TABLE_TEXT], one[BY_MOVE_TEXT];
    int n = by_moves(t->s, seat, moves), used = 0;

    text[0] = '\0';
    for (int i = 0; i < n && used < TABLE_TEXT - 64; i++) {
        by_move_print(moves[i], by_game_of(t->s)->family, one);
        used += snprintf(text + used, sizeof text - (size_t)used, "%s%s", i > 0 ? ", " : "", one);
    }
    texts("legal moves", text, list, file, line);
    for (by_tile which = 0; which < 91 && n > 0; which++)
        if (by_set_has(&t->s->hand[seat], which) || which % 5 == 0 || by_game_of(t->s)->family == BY_CASTLE)
            try_tile(t, seat, which, moves, n);
    for (int i = 0; i < 3; i++)
        try_move(t, seat, i == 0 ? BY_DRAW_MOVE : i == 1 ? BY_PASS_MOVE : BY_CALL_MOVE, moves, n);
}

/* ---- Visible state --------------------------------------------------------------------- */

static int put_tile(char *text, int used, by_tile t)
{
    return used
        + snprintf(text + used, (size_t)(TABLE_TEXT - used), "%s%d-%d", used > 0 ? " " : "", by_high(t), by_low(t));
}

void hand_at(struct table *t, int seat, const char *tiles, const char *file, int line)
{
    char text[TABLE_TEXT] = "";
    struct by_set rest = t->s->hand[seat];

    for (int used = 0; !by_set_empty(&rest);)
        used = put_tile(text, used, by_set_take(&rest));
    texts("hand", text, tiles, file, line);
}

void row_at(struct table *t, const char *tiles, const char *file, int line)
{
    char text[TABLE_TEXT] = "";

    for (int i = 0, used = 0; i < t->s->now.laid; i++)
        used = put_tile(text, used, t->s->row[i]);
    texts("row", text, tiles, file, line);
}

static void numbers(const char *what, const int32_t *is, int n, const char *want, const char *file, int line)
{
    char text[TABLE_TEXT] = "";

    for (int i = 0, used = 0; i < n; i++)
        used += snprintf(text + used, (size_t)(TABLE_TEXT - used), "%s%d", i > 0 ? " " : "", is[i]);
    texts(what, text, want, file, line);
}

void scores_at(struct table *t, const char *list, const char *file, int line)
{
    numbers("scores", t->s->score, t->s->players, list, file, line);
}

void seats_at(uint32_t seats, const char *list, const char *file, int line)
{
    int32_t which[32];
    int n = 0;

    for (int i = 0; i < 32; i++)
        if ((seats >> i & 1) != 0)
            which[n++] = i;
    numbers("seats", which, n, list, file, line);
}

void events_at(struct table *t, const char *list, const char *file, int line)
{
    static const char *const names[] = { "round", "move", "score", "round-end", "game-end" };
    char text[TABLE_TEXT] = "";

    for (int i = 0, used = 0; i < t->ev.n; i++)
        used += snprintf(text + used, (size_t)(TABLE_TEXT - used), "%s%s", i > 0 ? " " : "", names[t->ev.at[i].kind]);
    texts("events", text, list, file, line);
}

void turn_at(struct table *t, int seat, const char *file, int line)
{
    number_at("phase", t->s->now.phase, BY_PLAYING, file, line);
    number_at("turn", t->s->now.turn, seat, file, line);
    number_at("actors has the turn", (long)(by_actors(t->s) >> seat & 1), 1, file, line);
}

void ended_at(struct table *t, int phase, int how, int seat, const char *gains, const char *file, int line)
{
    struct by_result *last = &t->m.last;
    by_move none[BY_MOVES];

    number_at("phase", t->s->now.phase, phase, file, line);
    number_at("ending", t->s->end, how, file, line);
    number_at("seat of the end", t->s->end_seat, seat, file, line);
    numbers("gains", t->s->gain, t->s->players, gains, file, line);
    number_at("actors", (long)by_actors(t->s), 0, file, line);
    for (int i = 0; i < t->s->players; i++)
        number_at("legal moves after the end", by_moves(t->s, i, none), 0, file, line);
    number_at("last round", (long)last->round, (long)t->s->round, file, line);
    numbers("gains of the last round", last->gain, t->s->players, gains, file, line);
}

void over_at_once_at(struct table *t, const char *file, int line)
{
    number_at("phase", t->s->now.phase, BY_GAME_OVER, file, line);
    number_at("ending", t->s->end, BY_NOT_ENDED, file, line);
    number_at("actors", (long)by_actors(t->s), 0, file, line);
}

/* ---- Rule strings ------------------------------------------------------------------------- */

void canonical_at(const char *rules, const char *want, const char *file, int line)
{
    struct by_config c, again;
    struct by_fault fault;
    char text[BY_CONFIG_TEXT];

    if (by_config_parse(rules, &c, &fault) != BY_OK)
        wrong(rules, fault.text, "rules that are accepted", file, line);
    by_config_print(&c, text, sizeof text);
    texts(rules, text, want, file, line);
    if (by_config_parse(text, &again, &fault) != BY_OK || memcmp(&c, &again, sizeof c) != 0)
        wrong(text, "read again: other rules", "the same rules", file, line);
}

void refused_at(const char *rules, const char *words, const char *file, int line)
{
    struct by_config c, before;
    struct by_fault fault;
    char word[64];

    memset(&c, 0x5a, sizeof c);
    before = c;
    texts(rules, by_err_key(by_config_parse(rules, &c, &fault)), "bad-rules", file, line);
    if (memcmp(&c, &before, sizeof c) != 0)
        wrong(rules, "refused, but written", "untouched", file, line);
    while (*(words += strspn(words, " ")) != '\0') {
        size_t n = strcspn(words, " ");

        snprintf(word, sizeof word, "%.*s", (int)n, words);
        words += n;
        if (strstr(fault.text, word) == NULL)
            wrong(rules, fault.text, word, file, line);
    }
}

void option_at(const char *rules, int id, const char *want, const char *file, int line)
{
    struct by_config c;
    struct by_fault fault;
    char text[64], what[128];

    if (by_config_parse(rules, &c, &fault) != BY_OK)
        wrong(rules, fault.text, "rules that are accepted", file, line);
    snprintf(what, sizeof what, "%s: %s", rules, by_option_list[id].key);
    if (by_option_of(&c, id) == NULL)
        texts(what, "not an option", want, file, line);
    else {
        by_option_print(id, c.opt[id], text, sizeof text);
        texts(what, text, want, file, line);
    }
}

/* ---- Views -------------------------------------------------------------------------------- */

void same_view_at(struct table *a, struct table *b, int seat, bool want, const char *file, int line)
{
    static struct by_view va, vb;
    bool is;

    by_table_view(&a->m, seat, &va);
    by_table_view(&b->m, seat, &vb);
    is = memcmp(&va, &vb, sizeof va) == 0;
    if (is != want)
        wrong("two views", is ? "the same" : "different", want ? "the same" : "different", file, line);
}
