/* SPDX-License-Identifier: MIT */
/* table.c: handles the lines typed at a table: entries, answers and commands. */
#include "sheet.h"
#include "say.h"
#include "print.h"
#include "keep.h"
#include "entry.h"
#include "table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "ask.h"
#include "files.h"
#include "boneyard/text.h"
#include "util/keep.h"
#include "util/memory.h"
#include "util/page.h"
#include "util/tell.h"
#include "util/utf8.h"

#define MOST_PASTS 200
#define AT_ONCE 64 /* maximum number of entries in a line */

static void say(const char *words) { by_page_text(stdout, "", 0, words); }

/* Refuses an impossible line and explains the reason. The score has not changed. */
static void refuse(struct by_score_table *t, const char *words)
{
    char clean[BY_FAULT_TEXT];

    by_page_clean(clean, sizeof clean, words);
    say(clean);
    t->wrong = true;
}

/* ---- Saving and undo ---- */

static void save(struct by_score_table *t)
{
    struct by_fault f;
    bool fine;

    if (t->path == NULL || t->fixing > 0)
        return;
    fine = by_score_readable(&t->s, &f);
    t->lost = !fine || !by_score_save(&t->s, t->path);
    if (t->lost)
        by_tell_complain("score.unsaved", BY_PARTS(BY_WORDS(t->path), BY_WORDS(fine ? strerror(errno) : f.text)));
    t->wrong = t->wrong || t->lost;
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
    t->past[t->pasts++] = (struct by_past_sheet){ by_score_text(&t->s), fix };
}

static void end_fix(struct by_score_table *t)
{
    free(t->later);
    t->later = NULL;
    t->laters = t->fixing = 0;
}

/* Restores the score from before the last change. */
static void go_back(struct by_score_table *t)
{
    struct by_past_sheet past = t->past[--t->pasts];
    FILE *in = by_sure(fmemopen(past.text, strlen(past.text), "r"));
    struct by_fault f;

    by_score_clear(&t->s);
    bool fine = by_score_read(&t->s, in, &f);

    BY_ASSERT(fine); /* this program has just written the text, so it can be read */
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
    struct by_text to = by_tell_on(words, sizeof words);

    by_score_totals(&t->s, &to);
    by_put(&to, ". ");
    if (t->s.tally.sheet.now.phase == BY_PLAYING) {
        by_tell_put(&to, "score.playing", BY_PARTS(BY_NUMBER(by_score_round(&t->s))));
    } else {
        by_score_next(&t->s, &to);
    }
    say(words);
}

/* ---- Entries ---- */

/* Re-enters an entry. The entry is refused if it is incomplete after the correction. */
static bool add_again(struct by_score_table *t, const struct by_entry *e, struct by_fault *f)
{
    bool tiles_only;

    if (by_entry_lacks(&t->s, e, &tiles_only) != BY_LACKS_NOTHING)
        return by_score_wrong(f, "score.file.whole", NULL);
    return by_score_add(&t->s, e, f);
}

/* Re-enters the rounds after a corrected one. Entries that are no longer possible are reported and dropped; 'undo'
 * restores the old sheet. */
static void close_fix(struct by_score_table *t)
{
    struct by_fault f;
    char words[4096 + 400];
    int left_out = 0, laters = t->laters;

    for (int i = 0; i < t->laters; i++)
        if (!add_again(t, &t->later[i], &f) && left_out++ == 0) {
            struct by_text to = by_tell_on(words, sizeof words);

            by_tell_put(&to, "score.left.out", NULL);
            by_entry_put(&t->s, &t->later[i], &to);
            by_put(&to, ". ");
            by_put(&to, f.text);
            say(words);
        }
    if (left_out > 0)
        by_tell_print(stdout, "score.left.out.all", BY_PARTS(BY_NUMBER(left_out)));
    while (t->pasts > 0 && !t->past[t->pasts - 1].fix) /* drops newer copies, so that one undo reverts the whole
                                                        * correction */
        free(t->past[--t->pasts].text);
    if (t->pasts > 0)
        t->past[t->pasts - 1].fix = false;
    end_fix(t);
    save(t);
    if (laters > 0) /* otherwise by_score_say has already printed the state */
        where_it_stands(t);
}

/* Adds all entries of a line, or none. Also refuses a score that could not be read back. */
static bool add(struct by_score_table *t, const struct by_entry *e, int n)
{
    int before = t->s.entries;
    struct by_fault f;
    bool fine = true;

    remember(t, false);
    for (int i = 0; i < n && fine; i++)
        fine = by_score_add(&t->s, &e[i], &f);
    if (!fine || !by_score_readable(&t->s, &f)) {
        go_back(t);
        refuse(t, f.text);
        return false;
    }
    save(t);
    by_score_cut(&t->s, before);
    for (int i = 0; i < n; i++) { /* describes each entry, with the totals after it */
        fine = by_score_add(&t->s, &e[i], &f);
        BY_ASSERT(fine);
        by_score_say(&t->s, t->s.entries - 1, stdout);
    }
    if (t->fixing > 0 && (e[n - 1].kind == BY_ENTRY_ROUND || by_score_over(&t->s)))
        close_fix(t);
    return true;
}

/* Asks for the missing part of the open entry. */
static void ask(const struct by_score_table *t)
{
    bool tiles_only;
    int lacks = by_entry_lacks(&t->s, &t->open, &tiles_only);

    if (lacks == BY_LACKS_BLANK)
        say(by_tell("score.ask.blank"));
    else
        by_tell_print(stdout, tiles_only ? "score.ask.tiles" : "score.ask.left", BY_PARTS(BY_WORDS(t->s.name[lacks])));
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
    add(t, &t->open, 1);
}

static bool entry(struct by_score_table *t, const char *line)
{
    struct by_entry e[AT_ONCE];
    struct by_fault f;
    int n = 0;

    switch (by_entry_read(&t->s, line, e, AT_ONCE, &n, &f)) {
    case BY_READ_WRONG: refuse(t, f.text); return false;
    case BY_READ_QUESTION:
        t->open = e[0];
        t->asking = true;
        ask(t);
        return true;
    default: return add(t, e, n);
    }
}

/* ---- Commands ---- */

/* Prints a kind of entry (with two players' names as examples) or a command, and its purpose. */
static void help_entry(const struct by_score *s, const char *entry, const char *about)
{
    char label[400] = "";
    struct by_text t = by_tell_on(label, sizeof label);

    by_put(&t, "  ");
    by_tell_put(&t, entry, BY_PARTS(BY_WORDS(s->name[0]), BY_WORDS(s->name[by_score_players(s) > 1])));
    by_page_text(stdout, label, 34, by_tell(about));
}

static void do_help(struct by_score_table *t, const char *rest)
{
    const struct by_score *s = &t->s;

    (void)rest;
    puts(by_tell("score.help.entries"));
    if (by_score_family(s)->solitaire) {
        help_entry(s, "score.word.cleared", "score.help.cleared");
        help_entry(s, "score.help.row", "score.help.row.about");
    } else {
        if (by_score_fives(s))
            help_entry(s, "score.help.points",
                       s->rules.opt[BY_PLAY_UNIT] == 1 ? "score.help.points.about" : "score.help.points.unit");
        help_entry(s, "score.help.out", "score.help.out.about");
        help_entry(s, "score.help.blocked", "score.help.blocked.about");
        if (s->rules.opt[BY_PENALTY] == BY_PENALTY_FIFTY)
            help_entry(s, "score.help.penalty", "score.help.penalty.about");
        help_entry(s, "score.help.leads", "score.help.leads.about");
    }
    puts(by_tell("score.help.commands"));
#define BY_SCORE_COMMAND(name, use, about) help_entry(s, use, about);
#include "commands.def"
#undef BY_SCORE_COMMAND
    help_entry(s, "score.ask.help", "score.command.may");
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
        say(by_tell("score.entry.left"));
        return;
    }
    if (t->pasts > 0)
        go_back(t);
    else if (t->s.entries > 0)
        by_score_cut(&t->s, t->s.entries - 1);
    else {
        refuse(t, by_tell("score.undo.none"));
        return;
    }
    save(t);
    by_tell_print(stdout, "score.undone", NULL);
    where_it_stands(t);
}

/* Returns the first entry of a round. Rounds are counted from 1. */
static int first_entry(const struct by_score *s, int round) { return round < 2 ? 0 : s->row[round - 2].entry + 1; }

static void do_fix(struct by_score_table *t, const char *rest)
{
    char *end;
    long round = strtol(rest, &end, 10);
    int from, last;

    end += strspn(end, " :,");
    if (t->fixing > 0 || t->asking) {
        refuse(t, by_tell("score.first.end"));
        return;
    }
    if (end == rest || round < 1 || round > t->s.rows) {
        char words[160];
        struct by_text to = by_tell_on(words, sizeof words);

        by_tell_put(&to, t->s.rows == 0 ? "score.fix.none" : "score.fix.which", BY_PARTS(BY_NUMBER(t->s.rows)));
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
    by_tell_print(stdout, "score.fix.was", BY_PARTS(BY_NUMBER(round)));
    for (int i = from; i <= last; i++) {
        char words[4096];
        struct by_text to = by_tell_on(words, sizeof words);

        by_entry_put(&t->s, &t->s.entry[i], &to);
        printf("  %s\n", words);
    }
    by_score_cut(&t->s, from);
    if (*end == '\0') {
        puts(by_tell("score.fix.again"));
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

    for (int i = 0; i < by_score_players(&t->s); i++) { /* a full name may contain spaces */
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
        refuse(t, by_tell("score.first.end"));
        return;
    }
    remember(t, false);
    if (!by_score_name(&t->s, seat, rest, &f) || !by_score_readable(&t->s, &f)) {
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
        by_tell_complain("score.print.same", BY_PARTS(BY_WORDS(path)));
        return false;
    }
    if (n > 4 && strcasecmp(path + n - 4, ".pdf") == 0) {
        if (!by_files_may_replace(path, "%PDF-"))
            return false;
        fine = by_score_pdf(&t->s, path);
    } else {
        out = by_sure(open_memstream(&bytes, &size));
        by_score_sheet(&t->s, out, 80, true);
        if (fclose(out) != 0)
            by_sure(NULL);
        if (!by_files_may_replace(path, bytes)) {
            free(bytes);
            return false;
        }
        fine = by_keep_write(path, bytes, size);
        free(bytes);
    }
    if (!fine && errno != 0)
        by_tell_complain("score.unwritten", BY_PARTS(BY_WORDS(path), BY_WORDS(strerror(errno))));
    return fine;
}

static void do_print(struct by_score_table *t, const char *rest)
{
    if (*rest == '\0')
        refuse(t, by_tell("score.print.which"));
    else if (!by_score_print(t, rest))
        t->wrong = true;
    else {
        by_tell_print(stdout, "score.printed", NULL);
        by_page_put(stdout, rest);
        puts(".");
    }
}

static void do_quit(struct by_score_table *t, const char *rest)
{
    (void)rest;
    t->over = true;
}

void by_score_prompt(const struct by_score_table *t, char *out, size_t size)
{
    struct by_text to = by_tell_on(out, size);

    if (t->asking)
        by_put(&to, "  ");
    else if (t->fixing > 0)
        by_tell_put(&to, "score.prompt.fix", BY_PARTS(BY_NUMBER(t->fixing)));
    else if (by_score_over(&t->s))
        by_tell_put(&to, "score.prompt.over", NULL);
    else
        by_tell_put(&to, "score.prompt.round", BY_PARTS(BY_NUMBER(by_score_round(&t->s))));
}

static void refuse_rest(struct by_score_table *t, const char *command, const char *rest)
{
    char words[BY_FAULT_TEXT];
    struct by_text to = by_tell_on(words, sizeof words);

    by_tell_put(&to, "score.rest", BY_PARTS(BY_INPUT(rest), BY_WORDS(command)));
    refuse(t, words);
}

struct command {
    const char *name, *use;
    void (*run)(struct by_score_table *, const char *);
};

/* Returns the command that n bytes name, in English or in the current language, or NULL. */
static const struct command *find_command(const struct by_score_table *t, const char *word, size_t n)
{
    static const struct command commands[] = {
#define BY_SCORE_COMMAND(name, use, about) { #name, use, do_##name },
#include "commands.def"
#undef BY_SCORE_COMMAND
    };
    bool player = false;

    for (int i = 0; i < by_score_players(&t->s); i++)
        player = player || by_utf8_alike(t->s.name[i], word, n, false);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        const char *use = by_tell(commands[i].use);

        if ((strlen(commands[i].name) == n && strncasecmp(commands[i].name, word, n) == 0)
            || (!player && strcspn(use, " ") == n && strncasecmp(use, word, n) == 0))
            return &commands[i];
    }
    return NULL;
}

/* Runs a command. Refuses arguments to a command that takes none. */
static void run_command(struct by_score_table *t, const struct command *c, const char *rest)
{
    const char *use = by_tell(c->use);

    if (*rest != '\0' && strchr(use, ' ') == NULL)
        refuse_rest(t, use, rest);
    else
        c->run(t, rest);
}

void by_score_line(struct by_score_table *t, const char *line)
{
    const struct command *command;
    char words[4096];
    size_t n;

    snprintf(words, sizeof words, "%s", line + strspn(line, " \t"));
    for (n = strlen(words); n > 0 && strchr(" \t", words[n - 1]) != NULL;)
        words[--n] = '\0';
    if (n == 0 || words[0] == '#')
        return;
    n = strcspn(words, " \t");
    if (by_score_asks(words)) {
        t->wrong = !by_score_ask(&t->s, words) || t->wrong;
        return;
    }
    command = find_command(t, words, n);
    if (command != NULL)
        run_command(t, command, words + n + strspn(words + n, " \t"));
    else if (t->asking)
        answer(t, words);
    else
        entry(t, words);
}

void by_score_table_end(const struct by_score_table *t)
{
    if (t->asking)
        say(by_tell("score.entry.lost"));
    if (t->fixing > 0)
        by_tell_print(stdout, "score.fix.stays", BY_PARTS(BY_NUMBER(t->fixing)));
}
