/* SPDX-License-Identifier: MIT */
/* rulings.c: answers questions about the rules of one table (ruling.h, rulings.def). */
#include "boneyard/ruling.h"

#include "author.h"
#include "boneyard/words.h"
#include "told.h"

/* Returns the part of `text` that follows `word`, or NULL. */
static const char *behind(const char *text, const char *word)
{
    for (; *text != '\0'; text++) {
        int k = 0;

        while (word[k] != '\0' && text[k] == word[k])
            k++;
        if (word[k] == '\0')
            return text + k;
    }
    return NULL;
}

/* Gets the sentence about an option's value, given the option's key: "knock" for the rule "T-16=knock". */
static bool option_rule(const struct by_config *c, const char *key, int language, struct by_ruling *out)
{
    struct by_text t = by_text_in(out->text, sizeof out->text, language);
    char value[32];

    for (int id = 0; id < BY_OPTIONS; id++) {
        if (!by_same(by_option_list[id].key, key))
            continue;
        by_option_print(id, c->opt[id], value, sizeof value);
        by_put_words(&t, BY_SAY_OPTION_OFF,
                     BY_PARTS(BY_WORDS(key), BY_WORDS(value), BY_WORDS(by_option_about(id, language))));
        return true;
    }
    return false;
}

/* Returns whether a paragraph's rule numbers include `rule`, which may end in '#' and a digit. */
static bool has_rule(const char *numbers, const char *rule)
{
    char number[32];
    int n = 0;

    for (; rule[n] != '\0' && rule[n] != '#' && n < (int)sizeof number - 1; n++)
        number[n] = rule[n];
    number[n] = '\0';
    return behind(numbers, number) != NULL;
}

/* Gets the first applicable paragraph with this rule number, or the second for "T-03#2". */
static bool find_rule(const struct by_config *c, const char *rule, int language, struct by_ruling *out)
{
    const char *option = behind(rule, "=");
    const char *nth = behind(rule, "#");
    int skip = nth != NULL ? *nth - '1' : 0;
    struct by_paragraph p;

    out->number = rule;
    if (option != NULL)
        return option_rule(c, option, language, out);
    for (int i = 0; by_explain(c, i, language, &p); i++)
        if (has_rule(p.number, rule) && skip-- == 0) {
            out->number = p.number;
            memcpy(out->text, p.text, sizeof out->text);
            return true;
        }
    return false;
}

/* NOLINTNEXTLINE(readability-function-cognitive-complexity): the list is long, not deep */
bool by_ruling_at(const struct by_config *c, int i, int language, struct by_ruling *out)
{
    const char *rule = NULL;

#define BY_RULING(name, when, answers, by) \
    if (rule == NULL && (when) && i-- == 0) { \
        out->key = name; \
        out->answer = BY_ANSWER_##answers; \
        rule = by; \
    }
#include "rulings.def"
#undef BY_RULING
    if (rule == NULL)
        return false;
    bool found = find_rule(c, rule, language, out);

    BY_ASSERT(found);
    return true;
}
