/* SPDX-License-Identifier: MIT */
/* plain_read.c: parses a tile and a place in words (plain.h). */
#include <string.h>

#include "boneyard/text.h"
#include "util/tell.h"
#include "plain.h"

static char small(char c) { return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); }

/* Returns whether a name has a word that begins with these n bytes, ignoring case. The numbers of a tile must be
 * complete. */
static bool has_word(const char *name, const char *word, size_t n)
{
    for (const char *at = name; *at != '\0'; at++) {
        size_t k = 0;

        if (at != name && at[-1] != ' ')
            continue;
        while (k < n && at[k] != '\0' && small(at[k]) == small(word[k]))
            k++;
        if (k == n && (at[0] < '0' || at[0] > '9' || at[k] == ' ' || at[k] == '\0'))
            return true;
    }
    return false;
}

/* Returns whether a space-separated list contains a word of n bytes. */
static bool lists_word(const char *list, const char *word, size_t n)
{
    for (size_t k = 0; *list != '\0'; list += k + (list[k] == ' ')) {
        k = strcspn(list, " ");
        if (k == n && strncmp(list, word, n) == 0)
            return true;
    }
    return false;
}

/* Returns whether the words name the move's place. Every typed word must be in the name of the place; words such as
 * "on" are skipped. `more` relaxes the test: 1 also accepts the name of the tile on which the move lays its tile; 2
 * also accepts either side of a place that is open on both sides. */
static bool names_place(const struct by_telling *by, by_move m, const char *words, size_t length, int more)
{
    char name[BY_PLAIN_TEXT];
    struct by_text t = { .at = name, .size = sizeof name };

    by_plain_place(by, m, name);
    t.used = strlen(name);
    if (by_families[by->v->family]->line && more > 0 && by_move_place(m) != BY_NO_TILE) {
        by_put_char(&t, ' ');
        by_put_tile(&t, (by_tile)by_move_place(m), false);
    }
    if (by_families[by->v->family]->trains && by_move_place(m) == by->you)
        by_tell_put(&t, "tui.train.own", NULL);
    for (size_t i = 0, n; i < length; i += n) {
        for (n = 0; i + n < length && words[i + n] != ' '; n++)
            continue;
        if (n > 0 && !lists_word(by_tell("tui.place.skipped"), words + i, n) && !has_word(name, words + i, n)
            && !(more > 1 && by_plain_either(name) && has_word(by_tell("tui.place.sides"), words + i, n)))
            return false;
        n += n == 0 || i + n < length;
    }
    return true;
}

int by_plain_read(const struct by_telling *by, const char *words, const by_move *list, int n, by_move *out, int most)
{
    size_t length = strlen(words), used, body = strcspn(words, "+!"), from;
    bool announced = strchr(words, '!') != NULL;
    int claim = 0, found = 0;
    by_tile tile;
    bool flip;

    used = by_tile_read(words, length, &tile, &flip);
    if (used == 0 || (words[used] != ' ' && words[used] != '+' && words[used] != '!' && words[used] != '\0'))
        return 0;
    for (from = body + (words[body] == '+'); claim < 256 && words[from] >= '0' && words[from] <= '9'; from++)
        claim = claim * 10 + (words[from] - '0');
    if (words[body] == '+' && claim == 0)
        return 0;
    from += strspn(words + from, " !");
    if (words[from] != '\0')
        return 0;
    for (int pass = 0; pass < 3 && found == 0; pass++)
        for (int i = 0; i < n; i++)
            if (by_move_kind(list[i]) <= BY_HUB && by_move_tile(list[i]) == tile && by_move_claim(list[i]) == claim
                && ((list[i] & BY_ANNOUNCED) != 0) == announced
                && names_place(by, list[i], words + used, body - used, pass)) {
                if (found < most)
                    out[found] = list[i];
                found++;
            }
    /* if the tile fits in both orientations (L-08), the half that was typed first touches (N-02) */
    if (found == 2 && most >= 2 && (out[0] ^ out[1]) == BY_MOVE(0, 0, 0, 1, 0)) {
        out[0] = by_move_flip(out[0]) == flip ? out[0] : out[1];
        found = 1;
    }
    return found;
}
