/* SPDX-License-Identifier: MIT */
/* play.c: turns a tile and a place into a move: choosing, claiming, announcing, and typing moves. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "boneyard/text.h"
#include "page.h"
#include "keys.h"
#include "play.h"
#include "hand.h"
#include "util/tell.h"

/* ---- Moves -------------------------------------------------------------------------------- */

void by_full_play(struct by_full *f, by_move m)
{
    int before = by_session_log(f->s)->n;

    f->typed[0] = '\0';
    if (by_session_play(f->s, f->due.seat, m) < 0)
        return;
    f->heard = before;
    by_full_refresh(f);
}

void by_full_words(struct by_full *f, const char *words)
{
    struct by_fault why;
    by_move m;

    if (by_session_read(f->s, f->due.seat, words, &m, &why) == BY_OK) {
        by_full_play(f, m);
    } else {
        f->typed[0] = '\0';
        by_full_note(f, BY_INK_REFUSED, why.text);
    }
}

/* Handles a typed tile as if Enter had been pressed on it: asks for the place if the tile fits several places, and for
 * the claim or the announcement if one is possible. */
static bool take_typed(struct by_full *f)
{
    const struct by_hand_order *o = &f->order[f->seat];
    size_t n = strlen(f->typed);
    bool turned;
    by_tile t;

    if (by_tile_read(f->typed, n, &t, &turned) != n || !by_full_fits(f, t))
        return false;
    for (int i = 0; i < o->n; i++)
        f->cursor = o->tile[i] == t ? i : f->cursor;
    by_full_back(f);
    by_full_choose(f);
    return true;
}

/* Plays a typed move. In Castle Rock, a tile alone means removing that tile. */
static void play_typed(struct by_full *f)
{
    char words[60];
    struct by_fault why;
    by_move m;

    if (by_families[f->view.family]->solitaire && isdigit((unsigned char)f->typed[0])) {
        snprintf(words, sizeof words, "take3 %s", f->typed);
        if (by_session_read(f->s, f->due.seat, words, &m, &why) != BY_OK)
            snprintf(words, sizeof words, "take %s", f->typed);
    } else {
        if (take_typed(f))
            return;
        snprintf(words, sizeof words, "%s", f->typed);
    }
    by_full_words(f, words);
}

void by_full_back(struct by_full *f)
{
    f->typed[0] = '\0';
    f->mode = BY_FULL_HAND;
    by_full_aim(f);
}

/* Lays the tile once the place is chosen, or asks for the claim or the announcement. */
void by_full_lay(struct by_full *f)
{
    by_move m = f->where[f->at].move;
    int ways = 0;

    for (int i = 0; i < f->n; i++)
        ways += (f->list[i] & ~BY_SUFFIX) == m;
    if (ways > 1 || f->view.rules.opt[BY_CALL] == BY_ON) {
        f->mode = BY_FULL_SAY; /* asks even if nothing is scored, since counting is part of the game */
        f->typed[0] = '\0';
    } else {
        by_full_play(f, m);
    }
}

void by_full_say(struct by_full *f, bool announced)
{
    by_move m = f->where[f->at].move;
    char words[BY_MOVE_TEXT + 60];
    size_t n;

    if (announced || f->typed[0] == '\0') {
        by_full_play(f, announced ? m | BY_ANNOUNCED : m);
        return;
    }
    n = by_move_print(m, f->view.family, words);
    snprintf(words + n, sizeof words - n, " +%s", f->typed);
    f->typed[0] = '\0';
    by_full_words(f, words);
}

void by_full_to(struct by_full *f, int at)
{
    f->at = (at + f->wheres) % f->wheres;
    f->marks.cursor = f->where[f->at].opening;
    f->marks.flip = by_move_flip(f->where[f->at].move);
}

void by_full_choose(struct by_full *f)
{
    char words[16];
    struct by_text t = by_tell_on(words, sizeof words);

    if (by_families[f->view.family]->solitaire) {
        if (f->cursor < f->n)
            by_full_play(f, f->list[f->cursor]);
    } else if (f->wheres == 1) {
        f->at = 0;
        by_full_lay(f);
    } else if (f->wheres > 1) {
        f->mode = BY_FULL_PLACE;
        by_full_to(f, 0);
    } else if (by_full_tile(f) != BY_NO_TILE) {
        by_put_tile(&t, by_full_tile(f), false);
        by_full_words(f, words); /* shows the reason why the tile cannot be laid */
    }
}

static void deal_next(struct by_full *f)
{
    by_full_close(f);
    f->heard = by_session_log(f->s)->n;
    by_session_step(f->s);
    by_full_refresh(f);
}

void by_full_enter(struct by_full *f)
{
    bool number = f->typed[0] != '\0' && f->typed[strspn(f->typed, "0123456789")] == '\0';

    if (f->curtain) {
        by_full_reveal(f);
    } else if (f->due.kind == BY_NEXT_ROUND_OVER) {
        deal_next(f);
    } else if (f->due.kind == BY_NEXT_CALL) {
        by_session_let_go(f->s, f->due.seat);
        by_full_refresh(f);
    } else if (f->due.kind != BY_NEXT_CHOICE) {
        return;
    } else if (f->mode == BY_FULL_SAY) {
        by_full_say(f, by_families[f->view.family]->trains); /* Enter announces the last tile (T-16) */
    } else if (f->typed[0] != '\0' && !number) {
        play_typed(f);
    } else if (f->mode == BY_FULL_PLACE) {
        by_full_lay(f);
    } else {
        f->typed[0] = '\0';
        by_full_choose(f);
    }
}
