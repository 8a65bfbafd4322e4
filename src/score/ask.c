/* SPDX-License-Identifier: MIT */
/* ask.c: answers questions about the rules (boneyard/ruling.h).
 *
 * PERMISSION. "May I ...?" is answered with yes or no, so the program never guesses. The catalogue lists the words of
 * each question: groups that must appear ("draw/take,although/if") and, after ';', words that may appear. Every word of
 * a question must be understood.
 *
 * RULES. "Who leads?" and "What if ...?" are answered by quoting the rule alone. The catalogue lists patterns,
 * separated by ';'. A pattern consists of groups of words; one word of each group must appear somewhere, and '*'
 * matches any ending. The pattern with the most groups wins; a tie goes to the first question.
 *
 * For any other question, the program offers the nearest ones. */
#include "ask.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "boneyard/ruling.h"
#include "util/page.h"
#include "util/tell.h"
#include "util/utf8.h"

#define ASKED 24 /* maximum number of significant words in a question */
#define WORD 20

struct asked {
    char word[ASKED][WORD];
    int n;
    bool other; /* whether the question cannot match a listed one: it is about another player or an obligation, or has
                 * too many words */
};

/* ---- Words of a question ---- */

static void end_word(struct by_text *out)
{
    if (out->used > 2 && strcmp(out->at + out->used - 2, "'s") == 0)
        out->used -= 2;
    if (out->used == 0 || out->at[out->used - 1] != ' ')
        by_put_char(out, ' ');
}

/* Writes " may i draw ": lower-case words without accents or possessive endings, with a space around each. */
static void take_words(const char *text, struct by_text *out)
{
    char letter[7];

    end_word(out);
    while (*text != '\0') {
        uint32_t c = by_utf8_next(&text);

        by_utf8_put(by_utf8_plain(c), letter);
        if (letter[0] == '\0')
            end_word(out);
        else if (by_utf8_columns(c) > 0) /* skips combining accents */
            by_put(out, letter);
    }
    end_word(out);
}

/* Given a list of phrases, such as "have to/has to", returns the length in bytes of the one that `said` starts with, or
 * 0. Sets *shared if `said` starts with the first word of a phrase. */
static size_t begins(const char *said, const char *list, bool *shared)
{
    for (; *list != '\0'; list += *list == '/') {
        size_t n = strcspn(list, "/"), first = strcspn(list, " /");

        if (strncmp(said, list, n) == 0 && said[n] == ' ')
            return n;
        *shared = *shared || (strncmp(said, list, first) == 0 && said[first] == ' ');
        list += n;
    }
    return 0;
}

/* Returns whether a comma-separated list contains this word of n bytes. */
static bool listed(const char *list, const char *word, size_t n)
{
    for (; *list != '\0'; list += *list == ',') {
        size_t k = strcspn(list, ",");

        if (k == n && strncmp(list, word, n) == 0)
            return true;
        list += k;
    }
    return false;
}

/* Reads a question, skipping words that do not distinguish one question from another. Every listed question is about
 * the asker and about permission, so "may another ...", "may I not ..." and "do I have to ..." match none. */
static void read_question(const char *question, struct asked *out)
{
    char words[4096];
    struct by_text t = by_tell_on(words, sizeof words);
    const char *at = words + 1;
    bool other = false, unused = false;
    size_t n;

    memset(out, 0, sizeof *out);
    take_words(question, &t);
    n = begins(at, by_tell("score.ask.open"), &other);
    at += n > 0 ? n + 1 : 0;
    out->other = (n == 0 && other) || begins(at, by_tell("score.ask.not"), &unused) > 0 || t.full;
    for (; *at != '\0'; at += n + (at[n] == ' ')) {
        n = strcspn(at, " ");
        out->other = out->other || begins(at, by_tell("score.ask.must"), &unused) > 0;
        if (listed(by_tell("score.ask.empty"), at, n))
            continue;
        if (out->n == ASKED || n >= WORD) {
            out->other = true;
            return;
        }
        memcpy(out->word[out->n++], at, n);
    }
}

/* ---- Matching ---- */

/* Returns whether a word is in the list [from, to), with or without an ending. */
static bool among(const char *word, const char *from, const char *to)
{
    const char *endings = by_tell("score.ask.endings");

    while (from < to) {
        size_t n = strcspn(from, "/;,");

        if (n > 0 && strncmp(word, from, n) == 0 && (word[n] == '\0' || listed(endings, word + n, strlen(word + n))))
            return true;
        from += n + 1;
    }
    return false;
}

/* Compares a question with a ruling: `has` and `lacks` count the ruling's groups that the question contains and lacks,
 * and `strange` counts its words that the ruling does not list. */
struct fit {
    int has, lacks, strange;
};

/* Each word counts for only one group: the "finish" in "finish my turn" cannot match two groups. */
static bool group_there(const struct asked *q, uint32_t *used, const char *from, const char *to)
{
    for (int i = 0; i < q->n; i++)
        if ((*used >> i & 1) == 0 && among(q->word[i], from, to)) {
            *used |= (uint32_t)1 << i;
            return true;
        }
    return false;
}

static struct fit fitting(const struct asked *q, const char *words)
{
    struct fit f = { 0, 0, 0 };
    const char *end = words + strlen(words), *at = words;
    uint32_t used = 0;

    while (*at != '\0' && *at != ';') {
        const char *to = at + strcspn(at, ",;");

        if (group_there(q, &used, at, to))
            f.has++;
        else
            f.lacks++;
        at = *to == ',' ? to + 1 : to;
    }
    for (int i = 0; i < q->n; i++)
        f.strange += strcmp(q->word[i], by_tell("score.ask.if")) != 0 && !among(q->word[i], words, end);
    return f;
}

/* Inserts a match into the list of the best few, best first. */
static void keep_near(int near[], int score[], int *n, int i, int value)
{
    int at = *n;

    if (value <= 0 || (*n == BY_RULINGS_NEAR && value <= score[*n - 1]))
        return;
    if (at == BY_RULINGS_NEAR)
        at--;
    else
        (*n)++;
    for (; at > 0 && score[at - 1] < value; at--) {
        near[at] = near[at - 1];
        score[at] = score[at - 1];
    }
    near[at] = i;
    score[at] = value;
}

/* ---- Patterns ---- */

/* Returns whether one of the words or phrases in [from, to) appears; `said` has a space before and after each word. */
static bool appears(const char *said, const char *from, const char *to)
{
    while (from < to) {
        size_t n = strcspn(from, "/,;"), fixed = n > 0 && from[n - 1] == '*' ? n - 1 : n;

        for (const char *at = strchr(said, ' '); at != NULL; at = strchr(at + 1, ' '))
            if (fixed > 0 && strncmp(at + 1, from, fixed) == 0 && (fixed < n || at[1 + fixed] == ' '))
                return true;
        from += n + 1;
    }
    return false;
}

/* Returns the number of groups in the largest pattern that the question matches completely, or 0. Sets *near to the
 * score of the nearest pattern. */
static int matches(const char *said, const char *patterns, int *near)
{
    int best = 0, groups, lacks;

    *near = 0;
    for (const char *at = patterns; *at != '\0'; at += *at == ';') {
        groups = lacks = 0;
        while (*at != '\0' && *at != ';') {
            const char *to = at + strcspn(at, ",;");

            groups++;
            lacks += !appears(said, at, to);
            at = to + (*to == ',');
        }
        best = lacks == 0 && groups > best ? groups : best;
        if (groups - lacks > 1 && 4 * (groups - lacks) - lacks > *near)
            *near = 4 * (groups - lacks) - lacks;
    }
    return best;
}

/* Finds a question that is answered by quoting a rule: the best match, or one with exactly the same words. If another
 * rule matches equally well, sets near[0] to that question and *n to 1. */
static int find_rule(const struct by_config *c, const char *question, int near[], int score[], int *n)
{
    char said[4096], own[512];
    struct by_text t = by_tell_on(said, sizeof said);
    int best = -1, also = -1, most = 0, value;
    const char *rule = "";
    struct by_ruling r;

    take_words(question, &t);
    for (int i = 0; by_ruling_at(c, i, by_tell_language(), &r); i++) {
        int groups;

        if (r.answer != BY_ANSWER_RULE)
            continue;
        t = by_tell_on(own, sizeof own);
        take_words(by_tell_of("ruling", r.key, "asked"), &t);
        groups = matches(said, by_tell_of("ruling", r.key, "words"), &value);
        groups = strcmp(said, own) == 0 ? ASKED : groups;
        keep_near(near, score, n, i, value);
        if (groups > most) {
            most = groups;
            best = i;
            also = -1;
            rule = r.number;
        } else if (groups > 0 && groups == most && also < 0 && strcmp(r.number, rule) != 0) {
            also = i;
        }
    }
    if (best >= 0)
        *n = also >= 0;
    if (also >= 0)
        near[0] = also;
    return best;
}

int by_score_ruling(const struct by_config *c, const char *question, int near[BY_RULINGS_NEAR], int *n)
{
    struct by_ruling r;
    struct asked q, whole;
    int score[BY_RULINGS_NEAR], best = -1, most = 0;
    bool shared = false;

    *n = 0;
    read_question(question, &q);
    for (int i = 0; by_ruling_at(c, i, by_tell_language(), &r); i++) {
        struct fit f = fitting(&q, by_tell_of("ruling", r.key, "words"));
        bool same;

        if (r.answer == BY_ANSWER_RULE)
            continue;
        read_question(by_tell_of("ruling", r.key, "asked"), &whole);
        same = !q.other && q.n == whole.n && memcmp(q.word, whole.word, sizeof q.word[0] * (size_t)q.n) == 0;
        keep_near(near, score, n, i, 4 * f.has - f.lacks - f.strange);
        if (!same && (f.lacks > 0 || f.strange > 0 || q.other))
            continue;
        f.has += same ? 100 : 0; /* an exact match wins */
        shared = f.has == most || (shared && f.has < most);
        if (f.has > most) {
            most = f.has;
            best = i;
        }
    }
    if (best < 0 || shared)
        return find_rule(c, question, near, score, n);
    *n = 0;
    return best;
}

/* ---- The answer ---- */

bool by_score_asks(const char *line)
{
    char words[4096];
    struct by_text t = by_tell_on(words, sizeof words);
    bool unused = false;

    take_words(line, &t);
    return line[strlen(line) - 1] == '?' || begins(words + 1, by_tell("score.ask.open"), &unused) > 0;
}

/* Replaces "Anna's train" with "another player's train". In rulings, only trains belong to players. */
static void name_others(const struct by_score *s, const char *question, struct by_text *out)
{
    char owner[BY_NAME_TEXT + 16];

    while (*question != '\0') {
        size_t n = 0;

        for (int i = 0; by_score_family(s)->trains && i < by_score_players(s) && n == 0; i++) {
            struct by_text t = by_tell_on(owner, sizeof owner);

            by_tell_put(&t, "score.ask.of", BY_PARTS(BY_WORDS(s->name[i])));
            n = s->name[i][0] != '\0' && strncasecmp(question, owner, t.used) == 0
                    && strchr(" ?", question[t.used]) != NULL
                ? t.used
                : 0;
        }
        by_put(out, n > 0 ? by_tell("score.ask.other") : "");
        question += n;
        for (n = strcspn(question, " "); n > 0; n--)
            by_put_char(out, *question++);
        for (; *question == ' '; question++)
            by_put_char(out, ' ');
    }
}

static void answer(const struct by_config *rules, int ruling, int column)
{
    static const char *const answers[] = { "score.no", "score.yes", "score.yes.by" }; /* enum by_answer */
    char words[BY_PARAGRAPH_TEXT + 80];
    struct by_ruling r;

    by_ruling_at(rules, ruling, by_tell_language(), &r);
    snprintf(words, sizeof words, "%s%s [%.*s]", r.answer == BY_ANSWER_RULE ? "" : by_tell(answers[r.answer]), r.text,
             (int)strcspn(r.number, "="), r.number);
    by_page_text(stdout, "", column, words);
}

/* Prints the nearest questions with their answers or, if there are none, every question for this table. */
static void offer(const struct by_config *rules, const int near[], int n)
{
    char words[BY_PARAGRAPH_TEXT];
    struct by_ruling r;
    struct by_text t;

    puts(by_tell(n > 0 ? "score.ask.near" : "score.ask.all"));
    for (int i = 0; n > 0 ? i < n : by_ruling_at(rules, i, by_tell_language(), &r); i++) {
        if (n > 0)
            by_ruling_at(rules, near[i], by_tell_language(), &r);
        t = by_tell_on(words, sizeof words);
        if (r.answer == BY_ANSWER_RULE)
            by_put(&t, by_tell_of("ruling", r.key, "asked"));
        else
            by_tell_put(&t, "score.ask.question", BY_PARTS(BY_WORDS(by_tell_of("ruling", r.key, "asked"))));
        by_page_text(stdout, "  ", 2, words);
        if (n > 0)
            answer(rules, near[i], 6);
    }
}

bool by_score_ask(const struct by_score *s, const char *question)
{
    int near[BY_RULINGS_NEAR], n, found;
    char asked[4096];
    struct by_text t = by_tell_on(asked, sizeof asked);

    name_others(s, question, &t);
    found = by_score_ruling(&s->rules, asked, near, &n);
    if (found < 0) {
        offer(&s->rules, near, n);
        return false;
    }
    answer(&s->rules, found, 0);
    if (n > 0)
        answer(&s->rules, near[0], 0);
    return true;
}
