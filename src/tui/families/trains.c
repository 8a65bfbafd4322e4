/* SPDX-License-Identifier: MIT */
/* trains.c: shows Mexican Train in the terminal. */
#include "boneyard/text.h"
#include "tui/board/board.h"
#include "tui/board/picture.h"
#include "tui/board/rows.h"
#include "tui/canvas.h"
#include "tui/family.h"
#include "tui/plain/plain.h"
#include "util/tell.h"

static void draw(struct by_board *b)
{
    if (!by_board_large(b))
        by_board_trains(b);
}

static void print_train(FILE *out, const struct by_view *v, int train, const char *name)
{
    char label[200];
    struct by_text to = by_tell_on(label, sizeof label);
    bool open = train != BY_MEXICAN && (v->now.of.trains.markers >> train & 1) != 0;
    struct by_picture_line r;

    by_put(&to, train == BY_MEXICAN ? "  m" : "  t");
    if (train != BY_MEXICAN)
        by_put_int(&to, train);
    by_picture_pad(&to, 5);
    by_put(&to, name);
    by_picture_pad(&to, 16);
    by_put(&to, open ? by_tell("tui.board.open") : "");
    by_picture_pad(&to, 17 + by_canvas_width(by_tell("tui.board.open")));
    r = by_picture_row(out, label, by_canvas_width(label));
    for (int i = 0; i < v->now.laid; i++)
        if (v->laid[i].on == train)
            by_picture_tile(&r, v->laid[i].tile, v->laid[i].flip & 1);
    fputs(v->length[train] > 0 ? "  " : "", out);
    by_tell_print(out, (v->now.of.trains.doubles >> train & 1) != 0 ? "tui.picture.double" : "tui.picture.wants",
                  BY_PARTS(BY_NUMBER(v->tail[train])));
}

static void print(FILE *out, const struct by_view *v, const char *const names[])
{
    if (v->centre == BY_NO_TILE) {
        fprintf(out, "  %s\n", by_tell("tui.hub.empty"));
        return;
    }
    fprintf(out, "  %s[%d|%d]\n", by_tell("tui.board.engine"), by_high(v->centre), by_low(v->centre));
    for (int i = 0; i < v->players; i++)
        print_train(out, v, i, names[i]);
    print_train(out, v, BY_MEXICAN, by_tell("tui.picture.mexican"));
}

static void put_wants(struct by_text *t, const struct by_telling *by, int train, const char *before)
{
    size_t at;

    by_put(t, t->used == 0 && *before == ' ' ? before + 1 : before);
    at = t->used;
    by_plain_train(t, by, train);
    if (at < 2 || t->at[at - 2] != ':')
        by_plain_capital(t, at);
    by_tell_put(t, by->v->length[train] == 0 ? "tui.train.unbegun" : "tui.train.wants", NULL);
    by_put_int(t, by->v->tail[train]);
    by_put_char(t, '.');
}

/* Lists the trains that the person may play on (T-07, T-13). For a listener without a train, lists the trains open to
 * all. */
static void put_ends(struct by_text *t, const struct by_telling *by)
{
    const struct by_view *v = by->v;
    uint32_t doubles = v->now.of.trains.doubles;

    if (v->centre == BY_NO_TILE) {
        by_tell_put(t, "tui.hub.empty", NULL);
        return;
    }
    if (v->now.laid == 0) {
        by_tell_put(t, "tui.engine", BY_PARTS(BY_THE_TILE(v->centre)));
    }
    if (doubles != 0 && (v->now.stage == 0 || v->rules.opt[BY_DOUBLE] == BY_DOUBLE_SATISFY)) {
        for (int train = 0; train <= BY_MEXICAN; train++)
            if ((doubles >> train & 1) != 0)
                put_wants(t, by, train, by_tell("tui.double.first"));
        return;
    }
    if (by->you >= 0)
        put_wants(t, by, by->you, " ");
    put_wants(t, by, BY_MEXICAN, " ");
    for (int train = 0; train < v->players; train++)
        if (train != by->you && (v->now.of.trains.markers >> train & 1) != 0)
            put_wants(t, by, train, by_tell("tui.train.all"));
    if (by->you >= 0 && (v->now.of.trains.markers >> by->you & 1) != 0)
        by_tell_put(t, "tui.train.yours.all", NULL);
}

const struct by_tui_family by_tui_family_trains = { draw, print, put_ends };
