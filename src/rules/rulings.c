/* SPDX-License-Identifier: MIT */
/* rulings.c: answers "May I ...?" from the rule points of one table (ruling.h, rulings.def). */
#include "boneyard/ruling.h"

#include "author.h"
#include "boneyard/words.h"
#include "told.h"

/* ---- The rule that answers ---- */

/* Returns the position of `word`, n bytes long, in a text, or -1. */
static int find_in(const char *text, const char *word, size_t n)
{
    for (int i = 0; text[i] != '\0'; i++) {
        size_t k = 0;

        while (k < n && text[i + (int)k] == word[k])
            k++;
        if (k == n)
            return i;
    }
    return -1;
}

/* "T-16=knock": the option's sentence and its value. */
static bool option_rule(const struct by_config *c, const char *number, const char *key, struct by_paragraph *out)
{
    struct by_text t = by_text_on(out->text, sizeof out->text);
    char value[32];

    for (int id = 0; id < BY_OPTIONS; id++) {
        if (!by_same(by_option_list[id].key, key))
            continue;
        by_option_print(id, c->opt[id], value, sizeof value);
        by_put_words(&t, BY_SAY_OPTION_OFF,
                     BY_PARTS(BY_WORDS(key), BY_WORDS(value), BY_WORDS(by_option_about(id, BY_ENGLISH))));
        out->section = "Options";
        out->number = number;
        return true;
    }
    return false;
}

/* Returns the first paragraph in force with that number, and with that word if there is one. */
static bool find_rule(const struct by_config *c, const char *rule, struct by_paragraph *out)
{
    size_t n = 0;

    while (rule[n] != '\0' && rule[n] != '/' && rule[n] != '=')
        n++;
    if (rule[n] == '=')
        return option_rule(c, rule, rule + n + 1, out);
    for (int i = 0; by_explain(c, i, BY_ENGLISH, out); i++)
        if (find_in(out->number, rule, n) >= 0
            && (rule[n] == '\0' || find_in(out->text, rule + n + 1, by_length(rule + n + 1)) >= 0))
            return true;
    return false;
}

/* NOLINTNEXTLINE(readability-function-cognitive-complexity): the list is long, not deep */
bool by_ruling_at(const struct by_config *c, int i, struct by_ruling *out)
{
#define BY_RULING(asked, has, when, answers, by) \
    if ((when) && i-- == 0) { \
        out->question = asked; \
        out->words = has; \
        out->answer = BY_ANSWER_##answers; \
        BY_ASSERT(find_rule(c, by, &out->rule)); \
        return true; \
    }
#include "boneyard/rulings.def"
#undef BY_RULING
    return false;
}

/* ---- Understanding a question ---- */

#define ASKED 24 /* significant words of a question */

struct asked {
    char word[ASKED][20];
    int n;
    bool full;
};

/* Words that do not help to tell questions apart. */
static const char empty_words[] =
    " may can could i we you me us a an the to of on in at is are be it its that "
    "this and or with am allowed have has had from there any as also still then get player players please it's i'm "
    "my your our for by ";

static bool letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '\'' || c == '-';
}

/* Tells whether a word is in a list that has blanks around each word. */
static bool listed(const char *list, const char *word)
{
    char with[24];
    struct by_text t = by_text_on(with, sizeof with);

    by_put_char(&t, ' ');
    by_put(&t, word);
    by_put_char(&t, ' ');
    return find_in(list, with, t.used) >= 0;
}

/* Extracts the words of a question in lower case, without possessive endings and stop words. All questions are about
 * the asker and what is allowed, so "may another ...", "may I not ..." and "do I have to ..." do not match any. */
static void take_words(const char *text, struct asked *out)
{
    bool first = true, asks = false, asked = false, has = false;

    memset(out, 0, sizeof *out);
    while (*text != '\0') {
        char word[20] = "";
        struct by_text t = by_text_on(word, sizeof word);

        for (; *text != '\0' && !letter(*text); text++)
            out->full = out->full || (unsigned char)*text >= 128; /* not a word of this language */
        for (; letter(*text); text++)
            by_put_char(&t, *text >= 'A' && *text <= 'Z' ? (char)(*text + 32) : *text);
        if (t.used > 2 && word[t.used - 2] == '\'' && word[t.used - 1] == 's')
            word[t.used - 2] = '\0';
        out->full = out->full || (asks && !listed(" i we you one ", word)) || (has && by_same(word, "to"))
            || (asked && by_same(word, "not"));
        asked = asks;
        asks = first && listed(" may can could ", word);
        has = listed(" have has ", word);
        first = false;
        if (t.used == 0 || listed(empty_words, word))
            continue;
        if (out->n == ASKED || t.full) {
            out->full = true;
            return;
        }
        memcpy(out->word[out->n++], word, sizeof word);
    }
}

/* Tells whether it is one of the words separated by '|', ';' and blanks in [from, to), also with an ending. */
static bool among(const char *word, const char *from, const char *to)
{
    while (from < to) {
        size_t n = 0, k = 0;

        while (from + n < to && from[n] != '|' && from[n] != ' ' && from[n] != ';')
            n++;
        while (k < n && word[k] == from[k])
            k++;
        if (n > 0 && k == n && (word[n] == '\0' || listed(" s ing ed ", word + n)))
            return true;
        from += n + (from + n < to);
    }
    return false;
}

/* Scores how well a question fits: groups it has, groups it lacks, words that the ruling does not know. */
struct fit {
    int has, lacks, strange;
};

/* A word counts for one group only: "finish" is not both ends of "finish my turn". */
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
    const char *end = words + by_length(words), *at = words;
    uint32_t used = 0;

    while (*at != '\0' && *at != ';') {
        const char *to = at;

        while (*to != '\0' && *to != ' ' && *to != ';')
            to++;
        if (group_there(q, &used, at, to))
            f.has++;
        else
            f.lacks++;
        at = *to == ' ' ? to + 1 : to;
    }
    for (int i = 0; i < q->n; i++)
        f.strange += !by_same(q->word[i], "if") && !among(q->word[i], words, end);
    return f;
}

/* Keeps the best few, best first. */
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

int by_ruling_find(const struct by_config *c, const char *question, int near[BY_RULINGS_NEAR], int *n)
{
    struct by_ruling r;
    struct asked q, whole;
    int score[BY_RULINGS_NEAR], best = -1, most = 0;
    bool shared = false;

    *n = 0;
    take_words(question, &q);
    for (int i = 0; by_ruling_at(c, i, &r); i++) {
        struct fit f = fitting(&q, r.words);
        bool same;

        take_words(r.question, &whole);
        same = !q.full && q.n == whole.n && memcmp(q.word, whole.word, sizeof q.word[0] * (size_t)q.n) == 0;
        keep_near(near, score, n, i, 4 * f.has - f.lacks - f.strange);
        if (!same && (f.lacks > 0 || f.strange > 0 || q.full))
            continue;
        f.has += same ? 100 : 0; /* the question as listed */
        shared = f.has == most || (shared && f.has < most);
        if (f.has > most) {
            most = f.has;
            best = i;
        }
    }
    return shared ? -1 : best;
}
