/* table.c: lines typed at a table: entries, answers, and commands. */
#include "table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "boneyard/ruling.h"
#include "boneyard/text.h"
#include "util/keep.h"
#include "util/memory.h"
#include "util/page.h"

#define MOST_PASTS 200
#define AT_ONCE 64                      /* entries of one line */

static void say(const char *words) { by_page_text(stdout, "", 0, words); }

/* A refusal: what cannot be, and nothing has changed. */
static void refuse(struct by_score_table *t, const char *words)
{
    char clean[BY_FAULT_TEXT];

    by_page_clean(clean, sizeof clean, words);
    say(clean);
    t->wrong = true;
}

/* ---- Keeping, and taking back ---- */

static char *text_of(const struct by_score *s)
{
    char *bytes = NULL;
    size_t n = 0;
    FILE *out = by_sure(open_memstream(&bytes, &n));

    by_score_write(s, out);
    if (fclose(out) != 0)
        by_sure(NULL);
    return bytes;
}

static void save(struct by_score_table *t)
{
    if (t->path == NULL || t->fixing > 0 || by_score_save(&t->s, t->path))
        return;
    by_complain("the score could not be saved to %s: %s; it goes on here", t->path, strerror(errno));
    t->wrong = true;
}

static void remember(struct by_score_table *t, bool fix)
{
    if (t->pasts == MOST_PASTS) {
        free(t->past[0].text);
        memmove(&t->past[0], &t->past[1], sizeof t->past[0] * (size_t)--t->pasts);
    }
    if (t->pasts == t->past_room) {
        t->past_room = t->past_room == 0 ? 16 : t->past_room * 2;
        t->past = by_sure(realloc(t->past, sizeof t->past[0] * (size_t)t->past_room));
    }
    t->past[t->pasts++] = (struct by_past_sheet){ text_of(&t->s), fix };
}

static void end_fix(struct by_score_table *t)
{
    free(t->later);
    t->later = NULL;
    t->laters = t->fixing = 0;
}

/* The score as it was before the last change. */
static void go_back(struct by_score_table *t)
{
    struct by_past_sheet past = t->past[--t->pasts];
    FILE *in = by_sure(fmemopen(past.text, strlen(past.text), "r"));
    struct by_fault f;

    by_score_clear(&t->s);
    BY_ASSERT(by_score_read(&t->s, in, &f));    /* it was written by this program just now */
    fclose(in);
    free(past.text);
    if (past.fix)
        end_fix(t);
}

void by_score_table_clear(struct by_score_table *t)
{
    while (t->pasts > 0)
        free(t->past[--t->pasts].text);
    free(t->past);
    end_fix(t);
    by_score_clear(&t->s);
}

static void where_it_stands(const struct by_score_table *t)
{
    char words[4096];
    struct by_text to = by_text_on(words, sizeof words);

    by_score_totals(&t->s, &to);
    by_put(&to, ". ");
    if (t->s.tally.sheet.now.phase == BY_PLAYING) {
        by_put(&to, "Round ");
        by_put_int(&to, by_score_round(&t->s));
        by_put(&to, " is being played.");
    } else {
        by_score_next(&t->s, &to);
    }
    say(words);
}

/* ---- Entries ---- */

/* Behind a round entered anew come the later ones again.  What no longer can be is told, and left out: 'undo'
 * brings the old sheet back. */
static void close_fix(struct by_score_table *t)
{
    struct by_fault f;
    char words[4096 + 400];
    int left_out = 0;

    for (int i = 0; i < t->laters; i++)
        if (!by_score_add(&t->s, &t->later[i], &f) && left_out++ == 0) {
            struct by_text to = by_text_on(words, sizeof words);

            by_put(&to, "Left out: ");
            by_entry_put(&t->s, &t->later[i], &to);
            by_put(&to, ". ");
            by_put(&to, f.text);
            say(words);
        }
    if (left_out > 0)
        printf("%d entr%s of later rounds no longer count%s. 'undo' brings the old sheet back.\n", left_out,
               left_out == 1 ? "y" : "ies", left_out == 1 ? "s" : "");
    while (t->pasts > 0 && !t->past[t->pasts - 1].fix)      /* one step back is the sheet before the correction */
        free(t->past[--t->pasts].text);
    if (t->pasts > 0)
        t->past[t->pasts - 1].fix = false;
    end_fix(t);
    save(t);
    where_it_stands(t);
}

static bool add(struct by_score_table *t, const struct by_entry *e)
{
    struct by_fault f;

    if (!by_entry_judge(&t->s, e, &f)) {
        refuse(t, f.text);
        return false;
    }
    remember(t, false);
    if (!by_score_add(&t->s, e, &f)) {
        refuse(t, f.text);
        go_back(t);
        return false;
    }
    save(t);
    by_score_say(&t->s, t->s.entries - 1, stdout);
    if (t->fixing > 0 && (e->kind == BY_ENTRY_ROUND || by_score_over(&t->s)))
        close_fix(t);
    return true;
}

/* Says what the open entry lacks. */
static void ask(const struct by_score_table *t)
{
    bool tiles_only;
    int lacks = by_entry_lacks(&t->s, &t->open, &tiles_only);

    if (lacks == BY_LACKS_BLANK)
        say("Who holds the 0-0? A name, or 'nobody'.");
    else if (tiles_only)
        printf("The lowest count is shared, and the lowest single tile decides [L-22]. Which tiles does %s hold?\n",
               t->s.name[lacks]);
    else
        printf("What does %s have left? Tiles such as 6-4 3-3, or the pips.\n", t->s.name[lacks]);
}

static void answer(struct by_score_table *t, const char *line)
{
    struct by_fault f;
    bool tiles_only;
    int lacks = by_entry_lacks(&t->s, &t->open, &tiles_only);

    if (!by_entry_answer(&t->s, &t->open, lacks, line, &f)) {
        refuse(t, f.text);
        ask(t);
        return;
    }
    if (by_entry_lacks(&t->s, &t->open, &tiles_only) != BY_LACKS_NOTHING) {
        ask(t);
        return;
    }
    t->asking = false;
    add(t, &t->open);
}

static bool entry(struct by_score_table *t, const char *line)
{
    struct by_entry e[AT_ONCE];
    struct by_fault f;
    int n = 0;

    switch (by_entry_read(&t->s, line, e, AT_ONCE, &n, &f)) {
    case BY_READ_WRONG:
        refuse(t, f.text);
        return false;
    case BY_READ_QUESTION:
        t->open = e[0];
        t->asking = true;
        ask(t);
        return true;
    default:
        for (int i = 0; i < n; i++)
            if (!add(t, &e[i]))
                return i > 0;
        return true;
    }
}

/* ---- Commands ---- */

static void do_help(struct by_score_table *t, const char *rest)
{
    const char *a = t->s.name[0], *b = by_score_players(&t->s) > 1 ? t->s.name[1] : a;
    char label[400];

    (void)rest;
    puts("Entries:");
    if (by_score_family(&t->s) == BY_CASTLE) {
        by_page_text(stdout, "  cleared", 34, "the row is gone");
        by_page_text(stdout, "  6-4 3-3 or 17", 34, "tiles or pips left in the row; a time may follow: 3:25");
    } else {
        if (by_score_fives(&t->s)) {
            snprintf(label, sizeof label, "  %s 15", a);
            by_page_text(stdout, label, 34, t->s.rules.opt[BY_PLAY_UNIT] == 1 ? "a score in play: the ends make 15"
                         : "a score in play: the ends make 15, which scores 3 (or write the points: +3)");
        }
        snprintf(label, sizeof label, "  %s out, %s 6-4 3-3", a, b);
        by_page_text(stdout, label, 34, "who went out, and what the others have left: tiles or pips; what is missing "
                     "is asked");
        snprintf(label, sizeof label, "  blocked, %s 17, %s 9", a, b);
        by_page_text(stdout, label, 34, "nobody could go on");
        if (t->s.rules.opt[BY_PENALTY] == BY_PENALTY_FIFTY) {
            snprintf(label, sizeof label, "  %s penalty", a);
            by_page_text(stdout, label, 34, "fifty for a last tile not announced, or for drawing at will");
        }
        snprintf(label, sizeof label, "  %s leads", a);
        by_page_text(stdout, label, 34, "who leads, where the rules leave it to the table");
    }
    puts("Commands:");
#define BY_SCORE_COMMAND(name, argument, about) by_page_text(stdout, "  " #name " " argument, 34, about);
#include "commands.def"
#undef BY_SCORE_COMMAND
}

static void do_table(struct by_score_table *t, const char *rest)
{
    (void)rest;
    by_score_sheet(&t->s, stdout, by_page_width(), false);
}

static void do_undo(struct by_score_table *t, const char *rest)
{
    (void)rest;
    if (t->asking) {
        t->asking = false;
        say("The entry is left.");
        return;
    }
    if (t->pasts > 0)
        go_back(t);
    else if (t->s.entries > 0)
        by_score_cut(&t->s, t->s.entries - 1);
    else {
        refuse(t, "There is nothing to take back.");
        return;
    }
    save(t);
    fputs("Taken back. ", stdout);
    where_it_stands(t);
}

/* The first entry of a round from 1. */
static int first_entry(const struct by_score *s, int round)
{
    return round < 2 ? 0 : s->row[round - 2].entry + 1;
}

static void do_fix(struct by_score_table *t, const char *rest)
{
    char *end;
    long round = strtol(rest, &end, 10);
    int from, last;

    end += strspn(end, " :,");
    if (t->fixing > 0 || t->asking) {
        refuse(t, "First end the entry you are at, or leave it with 'undo'.");
        return;
    }
    if (end == rest || round < 1 || round > t->s.rows) {
        char words[160];

        snprintf(words, sizeof words, t->s.rows == 0 ? "There is no round to fix yet."
                 : "Which round? Write 'fix' and its number, from 1 to %d.", t->s.rows);
        refuse(t, words);
        return;
    }
    last = t->s.row[round - 1].entry < 0 ? t->s.entries - 1 : t->s.row[round - 1].entry;
    from = *end != '\0' && t->s.entry[last].kind == BY_ENTRY_ROUND ? last : first_entry(&t->s, (int)round);
    remember(t, true);
    t->laters = t->s.entries - last - 1;
    t->later = by_sure(malloc(sizeof *t->later * (size_t)(t->laters + 1)));
    memcpy(t->later, &t->s.entry[last + 1], sizeof *t->later * (size_t)t->laters);
    t->fixing = (int)round;
    printf("Round %ld was:\n", round);
    for (int i = from; i <= last; i++) {
        char words[4096];
        struct by_text to = by_text_on(words, sizeof words);

        by_entry_put(&t->s, &t->s.entry[i], &to);
        printf("  %s\n", words);
    }
    by_score_cut(&t->s, from);
    if (*end == '\0') {
        puts("Enter it again, to the end of the round. 'undo' leaves it as it was.");
        return;
    }
    if (!entry(t, end))
        go_back(t);
}

static void do_rename(struct by_score_table *t, const char *rest)
{
    char who[BY_NAME_TEXT];
    struct by_fault f;
    size_t n = 0;
    int seat = -1;

    for (int i = 0; i < by_score_players(&t->s); i++) {     /* a whole name may have blanks in it */
        size_t k = strlen(t->s.name[i]);

        if (k > n && strncasecmp(rest, t->s.name[i], k) == 0 && rest[k] == ' ') {
            seat = i;
            n = k;
        }
    }
    if (seat < 0) {
        n = strcspn(rest, " ");
        snprintf(who, sizeof who, "%.*s", (int)n, rest);
        seat = by_entry_seat(&t->s, who, &f);
    }
    if (seat < 0) {
        refuse(t, f.text);
        return;
    }
    rest += n + strspn(rest + n, " ");
    if (strncasecmp(rest, "to ", 3) == 0)
        rest += 3;
    if (t->fixing > 0 || t->asking) {
        refuse(t, "First end the entry you are at, or leave it with 'undo'.");
        return;
    }
    remember(t, false);
    if (!by_score_name(&t->s, seat, rest, &f)) {
        go_back(t);
        refuse(t, f.text);
        return;
    }
    save(t);
    where_it_stands(t);
}

bool by_score_print(const struct by_score_table *t, const char *path)
{
    size_t n = strlen(path);
    char *bytes = NULL;
    size_t size = 0;
    bool fine;
    FILE *out;

    if (t->path != NULL && strcmp(path, t->path) == 0) {
        by_complain("%s is where the score is kept: print into another file", path);
        return false;
    }
    if (n > 4 && strcasecmp(path + n - 4, ".pdf") == 0) {
        fine = by_score_pdf(&t->s, path);
    } else {
        out = by_sure(open_memstream(&bytes, &size));
        by_score_sheet(&t->s, out, 80, true);
        if (fclose(out) != 0)
            by_sure(NULL);
        fine = by_keep_write(path, bytes, size);
        free(bytes);
    }
    if (!fine)
        by_complain("%s could not be written: %s", path, strerror(errno));
    return fine;
}

static void do_print(struct by_score_table *t, const char *rest)
{
    if (*rest == '\0')
        refuse(t, "Into which file? Write 'print sheet.pdf', or 'print sheet.txt'.");
    else if (!by_score_print(t, rest))
        t->wrong = true;
    else {
        fputs("Printed to ", stdout);
        by_page_put(stdout, rest);
        puts(".");
    }
}

/* "Anna's train" is another's train.  Only trains have owners that a ruling speaks of. */
static void name_others(const struct by_score *s, const char *question, char *out, size_t size)
{
    struct by_text t = by_text_on(out, size);
    bool within = false;                /* a word */

    while (*question != '\0') {
        size_t n = 0;

        for (int i = 0; !within && by_score_family(s) == BY_TRAINS && i < by_score_players(s); i++) {
            n = strlen(s->name[i]);
            if (n > 0 && strncasecmp(question, s->name[i], n) == 0 && strncasecmp(question + n, "'s ", 3) == 0)
                break;
            n = 0;
        }
        if (n > 0)
            by_put(&t, "another");
        else
            by_put_char(&t, *question);
        within = n > 0 || *question != ' ';
        question += n > 0 ? n : 1;
    }
}

bool by_score_ask(const struct by_score *s, const char *question)
{
    const struct by_config *rules = &s->rules;
    static const char *const answers[] = { "No. ", "Yes. ", "Yes, but only by this rule: " };
    int near[BY_RULINGS_NEAR], n, found;
    char words[BY_PARAGRAPH_TEXT + 80], asked[4096];
    struct by_ruling r;

    name_others(s, question, asked, sizeof asked);
    found = by_ruling_find(rules, asked, near, &n);
    if (found >= 0) {
        by_ruling_at(rules, found, &r);
        snprintf(words, sizeof words, "%s%s [%.*s]", answers[r.answer], r.rule.text, (int)strcspn(r.rule.number, "="),
                 r.rule.number);
        say(words);
        return true;
    }
    puts(n > 0 ? "I do not know that question, and will not guess. The nearest I know:" :
         "I do not know that question, and will not guess. These I know:");
    for (int i = 0; n > 0 ? i < n : by_ruling_at(rules, i, &r); i++) {
        if (n > 0)
            by_ruling_at(rules, near[i], &r);
        snprintf(words, sizeof words, "may I %s?", r.question);
        by_page_text(stdout, "  ", 2, words);
    }
    return false;
}

/* "may I ..." is a question before it is a command; what is left is a player called May. */
static void do_may(struct by_score_table *t, const char *rest)
{
    char words[4096];

    snprintf(words, sizeof words, "may %s", rest);
    if (t->asking)
        answer(t, words);
    else
        entry(t, words);
}

static void do_quit(struct by_score_table *t, const char *rest)
{
    (void)rest;
    if (t->fixing > 0)
        printf("Round %d stays as it was.\n", t->fixing);
    t->over = true;
}

void by_score_prompt(const struct by_score_table *t, char *out, size_t size)
{
    if (t->asking)
        snprintf(out, size, "  ");
    else if (t->fixing > 0)
        snprintf(out, size, "round %d anew", t->fixing);
    else if (by_score_over(&t->s))
        snprintf(out, size, "over");
    else
        snprintf(out, size, "round %d", by_score_round(&t->s));
}

void by_score_line(struct by_score_table *t, const char *line)
{
    static const struct { const char *name; void (*run)(struct by_score_table *, const char *); } commands[] = {
#define BY_SCORE_COMMAND(name, argument, about) { #name, do_##name },
#include "commands.def"
#undef BY_SCORE_COMMAND
    };
    char words[4096];
    size_t n;

    snprintf(words, sizeof words, "%s", line + strspn(line, " \t"));
    for (n = strlen(words); n > 0 && strchr(" \t", words[n - 1]) != NULL;)
        words[--n] = '\0';
    if (n == 0 || words[0] == '#')
        return;
    n = strcspn(words, " \t");
    if (words[strlen(words) - 1] == '?' || strncasecmp(words, "may i ", 6) == 0
        || strncasecmp(words, "can i ", 6) == 0) {
        t->wrong = !by_score_ask(&t->s, words) || t->wrong;
        return;
    }
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strlen(commands[i].name) == n && strncasecmp(commands[i].name, words, n) == 0) {
            commands[i].run(t, words + n + strspn(words + n, " \t"));
            return;
        }
    if (t->asking)
        answer(t, words);
    else
        entry(t, words);
}
