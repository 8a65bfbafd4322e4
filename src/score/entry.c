/* SPDX-License-Identifier: MIT */
/* entry.c: parses entries as people type them and as the file stores them: "anna 15", "anna out, ben 6-4 3-3, cara
 * 17". */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "boneyard/text.h"
#include "judge.h"
#include "entry.h"
#include "util/tell.h"
#include "util/utf8.h"

#define WORDS 400 /* maximum number of words in a line */

/* ---- Words ---- */

enum word { NO_WORD, OUT, BLOCKED, LEADS, PENALTY, BLANK, NOBODY, FILLER };

/* The file uses the first word in the list for each meaning. */
static const struct {
    const char *word;
    enum word means;
} words[] = {
    { "out", OUT },
    { "cleared", OUT },
    { "blocked", BLOCKED },
    { "leads", LEADS },
    { "lead", LEADS },
    { "begins", LEADS },
    { "starts", LEADS },
    { "penalty", PENALTY },
    { "blank", BLANK },
    { "nobody", NOBODY },
    { "noone", NOBODY },
    { "and", FILLER },
    { "has", FILLER },
    { "have", FILLER },
    { "holds", FILLER },
    { "left", FILLER },
    { "went", FILLER },
    { "goes", FILLER },
    { "is", FILLER },
    { "with", FILLER },
    { "pips", FILLER },
    { "points", FILLER },
    { "scores", FILLER },
    { "scored", FILLER },
    { "the", FILLER },
    { "makes", FILLER },
    { "pays", FILLER },
    { "round", FILLER },
    { "time", FILLER },
    /* Spanish words, as suggested by the prompts; common names such as Blanca are excluded */
    { "fuera", OUT },
    { "despejada", OUT },
    { "bloqueada", BLOCKED },
    { "bloqueado", BLOCKED },
    { "sale", LEADS },
    { "castigo", PENALTY },
    { "nadie", NOBODY },
    { "tiene", FILLER },
    { "queda", FILLER },
    { "quedan", FILLER },
    { "puntos", FILLER },
    { "tiempo", FILLER },
};

static enum word meaning(const char *word)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcasecmp(words[i].word, word) == 0)
            return words[i].means;
    return NO_WORD;
}

/* ---- The words of a line ---- */

struct point {
    int seat;
    int32_t number;
    bool plain;
};

struct reader {
    const struct by_score *s;
    struct by_fault *f;
    char text[4096];
    const char *word[WORDS];
    int n, at;     /* the number of words, and the index of the current word */
    int seat;      /* the seat that the line is about, or -1 */
    int named;     /* the seat whose name was the last word, or -1 */
    int names;     /* how many times players were named */
    int only;      /* if the line answers a question, the seat that the question is about; otherwise -1 */
    bool out_next; /* whether "out" came before the name */
    bool blocked, nobody, leads, penalty, tiles, timed;
    const char *extra; /* a word allowed only in a round's entry, or NULL */
    int out;           /* the seat that went out, or -1 */
    int32_t seconds;
    struct point point[WORDS];
    int points;
    struct by_held held[BY_SEATS];
};

/* Splits a line at spaces and at punctuation between names and tiles; a colon inside a time is kept. */
static bool split(struct reader *r, const char *line)
{
    size_t n = strlen(line);

    if (n >= sizeof r->text)
        return by_score_wrong(r->f, "score.line.long", NULL);
    for (size_t i = 0; i <= n; i++) {
        bool time =
            line[i] == ':' && i > 0 && isdigit((unsigned char)line[i - 1]) && isdigit((unsigned char)line[i + 1]);

        r->text[i] = strchr(" \t,;", line[i]) != NULL || (line[i] == ':' && !time) ? '\0' : line[i];
    }
    for (size_t i = 0; i < n; i++) {
        if (r->text[i] == '\0' || (i > 0 && r->text[i - 1] != '\0'))
            continue;
        if (r->n == WORDS)
            return by_score_wrong(r->f, "score.line.words", NULL);
        r->word[r->n++] = r->text + i;
    }
    return true;
}

/* Returns the number of words, starting at `at`, that form the full name of a seat, or 0. With `alike`, accents are
 * ignored. */
static int whole_name(const struct reader *r, int at, const char *name, bool alike)
{
    int n = 0;

    for (; *name != '\0'; n++) {
        size_t k = strcspn(name, " ");
        const char *word = at + n < r->n ? r->word[at + n] : "";

        if (alike ? !by_utf8_alike(word, name, k, false) : strlen(word) != k || strncasecmp(word, name, k) != 0)
            return 0;
        name += k;
        name += strspn(name, " ");
    }
    return n;
}

/* The ways in which a word can match a player's name, best match first: exactly, without accents, or as its
 * beginning. */
enum closeness { WHOLE, ALIKE, BEGINS, CLOSENESSES };

/* The players that the words at `at` could mean. */
struct named {
    int last, second; /* seats */
    int found, words;
};

static struct named look_up(const struct reader *r, int at, enum closeness how)
{
    struct named to = { -1, -1, 0, 1 };

    for (int i = 0; i < by_score_players(r->s); i++) {
        const char *name = r->s->name[i];
        int n = how == BEGINS ? by_utf8_alike(r->word[at], name, strlen(name), true)
                              : whole_name(r, at, name, how == ALIKE);

        if (n == 0 || n < to.words)
            continue;
        to = (struct named){ i, to.last, n > to.words ? 1 : to.found + 1, n };
    }
    return to;
}

/* Finds a player by name or by the beginning of the name. Returns -1, and sets the fault, if several match, or if none
 * does and `must` is set. */
static int find_name(struct reader *r, int at, int *taken, bool must)
{
    struct named to = { 0 };

    for (int how = 0; how < CLOSENESSES && to.found == 0; how++)
        to = look_up(r, at, (enum closeness)how);
    *taken = to.words;
    if (to.found == 1)
        return to.last;
    if (to.found > 1)
        by_score_wrong(r->f, "score.which",
                       BY_PARTS(BY_INPUT(r->word[at]), BY_WORDS(r->s->name[to.second]), BY_WORDS(r->s->name[to.last])));
    else if (must) {
        char names[200];
        struct by_text t = by_tell_on(names, sizeof names);

        for (int i = 0; i < by_score_players(r->s); i++) {
            if (t.used + strlen(r->s->name[i]) + sizeof " and 16 more" > sizeof names) {
                by_tell_put(&t, "score.more", BY_PARTS(BY_NUMBER(by_score_players(r->s) - i)));
                break;
            }
            by_put(&t, i == 0 ? "" : ", ");
            by_put(&t, r->s->name[i]);
        }
        by_score_wrong(r->f, "score.unknown", BY_PARTS(BY_INPUT(r->word[at]), BY_WORDS(names)));
    }
    return -1;
}

int by_entry_seat(const struct by_score *s, const char *word, struct by_fault *f)
{
    struct reader r = { .s = s, .f = f };
    int seat, taken;

    if (!split(&r, word))
        return -1;
    if (r.n == 0) {
        by_score_wrong(f, "score.which.player", NULL);
        return -1;
    }
    seat = find_name(&r, 0, &taken, true);
    if (seat >= 0 && taken < r.n) {
        by_score_wrong(f, "score.one.name", NULL);
        return -1;
    }
    return seat;
}

bool by_entry_reserved(const char *word)
{
    static const char *const commands[] = {
#define BY_SCORE_COMMAND(name, use, about) #name,
#include "commands.def"
#undef BY_SCORE_COMMAND
    };

    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strcasecmp(commands[i], word) == 0)
            return true;
    return meaning(word) != NO_WORD;
}

/* ---- Tiles and numbers ---- */

/* Parses both halves of "6-4", "6/4" or "6|4". Returns false if the text is not a tile. */
static bool two_numbers(const char *word, long *a, long *b)
{
    char *end;

    if (!isdigit((unsigned char)*word))
        return false;
    *a = strtol(word, &end, 10);
    if (strchr("-/|", *end) == NULL || *end == '\0' || !isdigit((unsigned char)end[1]))
        return false;
    *b = strtol(end + 1, &end, 10);
    return *end == '\0';
}

static int highest(const struct by_score *s) { return by_highest(&s->rules); }

static bool add_tile(struct reader *r, long a, long b)
{
    struct by_held *h = &r->held[r->seat];
    const int top = highest(r->s);
    by_tile t;

    if (a > top || b > top)
        return by_score_wrong(r->f, "score.tile.high",
                              BY_PARTS(BY_NUMBER(a > b ? a : b), BY_NUMBER(a > b ? b : a), BY_NUMBER(top)));
    t = by_tile_of((int)a, (int)b);
    if (h->named && !h->tiles && t == 0) { /* "17 0-0": the 17 pips include the double blank */
        h->blank = true;
        return true;
    }
    if (h->named && !h->tiles)
        return by_score_wrong(r->f, "score.both", BY_PARTS(BY_WORDS(r->s->name[r->seat])));
    if (by_set_has(&h->hand, t))
        return by_score_wrong(r->f, "score.tile.twice", BY_PARTS(BY_THE_TILE(t)));
    by_set_add(&h->hand, t);
    h->named = h->tiles = true;
    h->blank = h->blank || t == 0;
    h->pips = (int16_t)by_set_pips(&h->hand);
    r->tiles = true;
    return true;
}

static bool add_number(struct reader *r, const char *word)
{
    struct by_held *h = &r->held[r->seat];
    bool plain = *word == '+';
    char *end;
    long n = strtol(word + plain, &end, 10);

    if (*end != '\0' || !isdigit((unsigned char)word[plain]) || n > 9999)
        return by_score_wrong(r->f, "score.number", BY_PARTS(BY_INPUT(word)));
    r->point[r->points++] = (struct point){ r->seat, (int32_t)n, plain };
    if (h->tiles && !(by_set_count(&h->hand) == 1 && h->blank))
        return by_score_wrong(r->f, "score.both", BY_PARTS(BY_WORDS(r->s->name[r->seat])));
    h->tiles = false;
    h->named = true;
    h->pips = (int16_t)n;
    return true;
}

/* ---- Parsing the words in order ---- */

static bool went_out(struct reader *r, int seat)
{
    if (r->out >= 0 && r->out != seat)
        return by_score_wrong(r->f, "score.out.one",
                              BY_PARTS(BY_WORDS(r->s->name[r->out]), BY_WORDS(r->s->name[seat])));
    r->out = seat;
    r->named = -1;
    r->out_next = false;
    return true;
}

static bool misplaced(struct reader *r, const char *word)
{
    return by_score_wrong(r->f, "score.write.only", BY_PARTS(BY_WORDS(r->s->name[r->only]), BY_INPUT(word)));
}

static bool read_meaning(struct reader *r, enum word what)
{
    if (r->only >= 0 && what != FILLER && what != BLANK)
        return misplaced(r, r->word[r->at]);
    if (what != FILLER && what != NOBODY && what != BLOCKED && r->seat >= 0)
        r->named = -1;
    if (what == NOBODY || what == BLANK)
        r->extra = r->word[r->at];
    switch (what) {
    case OUT:
        if (r->at > 0 && r->nobody
            && (meaning(r->word[r->at - 1]) == NOBODY || meaning(r->word[r->at - 1]) == FILLER)) {
            r->nobody = false; /* "nobody went out" */
            r->blocked = true;
            return true;
        }
        if (r->seat >= 0 && (!r->held[r->seat].named || r->at + 1 == r->n))
            return went_out(r, r->seat);
        r->out_next = true;
        return true;
    case BLANK:
        if (r->nobody && r->seat < 0)
            return true;
        if (r->seat < 0)
            return by_score_wrong(r->f, "score.blank.whose", NULL);
        r->held[r->seat].blank = true;
        return true;
    case BLOCKED: r->blocked = true; return true;
    case LEADS: r->leads = true; return true;
    case PENALTY: r->penalty = true; return true;
    case NOBODY:
        r->nobody = true;
        r->seat = -1;
        return true;
    default: return true;
    }
}

static bool read_time(struct reader *r, const char *word)
{
    char *end;
    long minutes = strtol(word, &end, 10), seconds = strtol(end + 1, &end, 10);

    if (!by_score_family(r->s)->solitaire || *end != '\0' || minutes > 999 || seconds > 59 || r->timed)
        return by_score_wrong(r->f, "score.time", BY_PARTS(BY_INPUT(word)));
    r->timed = true;
    r->seconds = (int32_t)(minutes * 60 + seconds);
    return true;
}

/* Refuses a name that is not followed by an entry, rather than ignoring it. */
static bool each_is_told(const struct reader *r)
{
    return r->named < 0 || by_score_wrong(r->f, "score.alone", BY_PARTS(BY_WORDS(r->s->name[r->named])));
}

static bool read_word(struct reader *r)
{
    const char *word = r->word[r->at];
    enum word what = meaning(word);
    long a, b;
    int taken, seat;

    if (what != NO_WORD)
        return read_meaning(r, what);
    if (isdigit((unsigned char)*word) || *word == '+') {
        if (strchr(word, ':') != NULL)
            return read_time(r, word);
        if (two_numbers(word, &a, &b)) {
            if (r->nobody && r->seat < 0 && a == 0 && b == 0)
                return true;
            if (r->seat < 0)
                return by_score_wrong(r->f, "score.whose", BY_PARTS(BY_WORDS(word)));
            r->named = -1;
            r->extra = a == 0 && b == 0 ? word : r->extra;
            return add_tile(r, a, b);
        }
        if (r->seat < 0)
            return by_score_wrong(r->f, "score.whose.number", BY_PARTS(BY_WORDS(word)));
        r->named = -1;
        return add_number(r, word);
    }
    seat = find_name(r, r->at, &taken, true);
    if (seat < 0 || !each_is_told(r))
        return false;
    if (r->only >= 0 && seat != r->only)
        return misplaced(r, word);
    r->at += taken - 1;
    r->seat = r->named = seat;
    r->names++;
    return !r->out_next || went_out(r, seat);
}

/* ---- Building the entries ---- */

static bool only_one_thing(const struct reader *r)
{
    const bool castle = by_score_family(r->s)->solitaire;
    const bool round = r->out >= 0 || r->blocked || r->tiles || (castle && r->points > 0);
    int kinds = r->leads + r->penalty + round;

    if (r->out >= 0 && r->blocked)
        return by_score_wrong(r->f, "score.out.blocked", BY_PARTS(BY_WORDS(r->s->name[r->out])));
    if (kinds > 1 || (kinds == 1 && !round && r->names > 1))
        return by_score_wrong(r->f, "score.several", NULL);
    if (!round && r->extra != NULL)
        return by_score_wrong(r->f, "score.extra", BY_PARTS(BY_INPUT(r->extra)));
    return (kinds == 1 && !round) || each_is_told(r);
}

static enum by_read as_round(struct reader *r, struct by_entry *e)
{
    bool castle = by_score_family(r->s)->solitaire, tiles_only;

    *e = (struct by_entry){ .kind = BY_ENTRY_ROUND,
                            .seat = r->out < 0 ? BY_NO_SEAT : (uint8_t)r->out,
                            .nobody = r->nobody,
                            .number = r->seconds };
    memcpy(e->held, r->held, sizeof e->held);
    if (r->out < 0 && !r->blocked && !castle) {
        by_score_wrong(r->f, "score.who.out", BY_PARTS(BY_WORDS(r->s->name[0])));
        return BY_READ_WRONG;
    }
    for (int i = 0; i < r->points; i++)
        for (int k = 0; k <= i; k++)
            if (k < i ? r->point[i].seat == r->point[k].seat : r->point[i].plain) {
                by_score_wrong(r->f, "score.one.number", BY_PARTS(BY_WORDS(r->s->name[r->point[i].seat])));
                return BY_READ_WRONG;
            }
    if (!by_entry_judge(r->s, e, r->f))
        return BY_READ_WRONG;
    return by_entry_lacks(r->s, e, &tiles_only) != BY_LACKS_NOTHING ? BY_READ_QUESTION : BY_READ_ENTRY;
}

static enum by_read as_points(struct reader *r, struct by_entry *out, int room, int *n)
{
    if (!by_score_fives(r->s)) {
        by_score_wrong(r->f, "score.who.out.beside", BY_PARTS(BY_WORDS(r->s->name[0])));
        return BY_READ_WRONG;
    }
    if (r->points > room) {
        by_score_wrong(r->f, "score.line.words", NULL);
        return BY_READ_WRONG;
    }
    for (*n = 0; *n < r->points; (*n)++)
        out[*n] = (struct by_entry){ .kind = BY_ENTRY_POINTS,
                                     .seat = (uint8_t)r->point[*n].seat,
                                     .number = r->point[*n].number,
                                     .plain = r->point[*n].plain };
    return BY_READ_ENTRY;
}

enum by_read by_entry_read(const struct by_score *s, const char *line, struct by_entry *out, int room, int *n,
                           struct by_fault *f)
{
    struct reader r = {
        .s = s, .f = f, .seat = by_score_family(s)->solitaire ? 0 : -1, .out = -1, .named = -1, .only = -1
    };

    if (!split(&r, line))
        return BY_READ_WRONG;
    for (r.at = 0; r.at < r.n; r.at++)
        if (!read_word(&r))
            return BY_READ_WRONG;
    if (!only_one_thing(&r))
        return BY_READ_WRONG;
    *n = 1;
    if (r.out_next) {
        by_score_wrong(f, "score.out.name", NULL);
        return BY_READ_WRONG;
    }
    if (r.out >= 0 || r.blocked || r.tiles || (by_score_family(s)->solitaire && r.points > 0))
        return as_round(&r, out);
    if ((r.leads || r.penalty) && r.seat >= 0 && r.points == 0) {
        *out = (struct by_entry){ .kind = r.leads ? BY_ENTRY_LEAD : BY_ENTRY_PENALTY, .seat = (uint8_t)r.seat };
        return BY_READ_ENTRY;
    }
    if (r.points > 0 && !r.leads && !r.penalty)
        return as_points(&r, out, room, n);
    by_score_wrong(f, by_score_fives(s) ? "score.what.fives" : "score.what",
                   BY_PARTS(BY_WORDS(r.seat >= 0 ? s->name[r.seat] : by_tell("score.it"))));
    return BY_READ_WRONG;
}

/* ---- Missing facts ---- */

int by_entry_lacks(const struct by_score *s, const struct by_entry *e, bool *tiles_only)
{
    struct by_left left[BY_SEATS];
    bool known = true, held = false;
    uint32_t tied = 0;

    *tiles_only = false;
    if (e->kind != BY_ENTRY_ROUND || (by_score_family(s)->solitaire && (e->seat == 0 || e->held[0].named)))
        return BY_LACKS_NOTHING;
    for (int i = 0; i < by_score_players(s); i++) {
        if (i != e->seat && !e->held[i].named)
            return i;
        known = known && (i == e->seat || e->held[i].tiles);
        left[i] = by_entry_left(e, i);
        held = held || (i != e->seat && left[i].blank);
    }
    if (e->seat == BY_NO_SEAT)
        tied = by_tally_tied(&s->tally, left);
    for (int i = 0; i < by_score_players(s); i++)
        if ((tied >> i & 1) != 0 && !e->held[i].tiles && left[i].lowest == BY_LOWEST_NONE) {
            *tiles_only = true; /* the lowest individual tile breaks the tie (L-22) */
            return i;
        }
    if (s->rules.opt[BY_BLANK_PENALTY] > 0 && !known && !held && !e->nobody && by_score_centre(s) != 0)
        return BY_LACKS_BLANK; /* F-10 */
    return BY_LACKS_NOTHING;
}

/* Parses a single name without other entries: "Ben", "Ben has it" or "nobody". */
static bool answer_blank(struct reader *r, struct by_entry *e)
{
    int taken, seat = -1;

    for (r->at = 0; r->at < r->n; r->at++) {
        const char *word = r->word[r->at];
        enum word what = meaning(word);

        if (what == FILLER || what == BLANK || strcmp(word, "0-0") == 0)
            continue;
        if ((what != NO_WORD && what != NOBODY) || seat >= 0 || e->nobody || isdigit((unsigned char)*word))
            return by_score_wrong(r->f, "score.write.blank", BY_PARTS(BY_INPUT(word)));
        if (what == NOBODY) {
            e->nobody = true;
            continue;
        }
        seat = find_name(r, r->at, &taken, true);
        if (seat < 0)
            return false;
        r->at += taken - 1;
        e->held[seat].blank = true;
    }
    return seat >= 0 || e->nobody || by_score_wrong(r->f, "score.write.name", NULL);
}

bool by_entry_answer(const struct by_score *s, struct by_entry *e, int lacks, const char *line, struct by_fault *f)
{
    struct reader r = { .s = s, .f = f, .seat = lacks, .out = -1, .named = -1, .only = lacks };
    struct by_entry tried = *e;
    bool tiles_only;

    if (!split(&r, line))
        return false;
    if (r.n == 0)
        return by_score_wrong(f, lacks == BY_LACKS_BLANK ? "score.write.name" : "score.write.left", NULL);
    if (lacks == BY_LACKS_BLANK) {
        if (!answer_blank(&r, &tried))
            return false;
    } else {
        by_entry_lacks(s, e, &tiles_only);
        for (r.at = 0; r.at < r.n; r.at++)
            if (!read_word(&r))
                return false;
        if (!each_is_told(&r))
            return false;
        if (r.points > 1 || (r.points == 1 && r.point[0].plain))
            return by_score_wrong(f, "score.one.number", BY_PARTS(BY_WORDS(s->name[lacks])));
        if (!r.held[lacks].named)
            return by_score_wrong(f, "score.write.left", NULL);
        r.held[lacks].blank = r.held[lacks].blank || e->held[lacks].blank;
        if (tiles_only && !r.held[lacks].tiles)
            return by_score_wrong(f, "score.write.tiles", NULL);
        if (tiles_only && r.held[lacks].pips != e->held[lacks].pips)
            return by_score_wrong(
                f, "score.write.sum",
                BY_PARTS(BY_NUMBER(r.held[lacks].pips), BY_WORDS(s->name[lacks]), BY_NUMBER(e->held[lacks].pips)));
        tried.held[lacks] = r.held[lacks];
    }
    if (!by_entry_judge(s, &tried, f))
        return false;
    *e = tried;
    return true;
}
