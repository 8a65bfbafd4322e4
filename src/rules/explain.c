/* SPDX-License-Identifier: MIT */
/* explain.c: explains the rules of one table in plain language (explain.h, explain.def). */
#include "boneyard/explain.h"

#include "author.h"
#include "boneyard/words.h"
#include "told.h"

static const struct told_rule {
    uint8_t in; /* enum by_section */
    const char *number;
    uint16_t words; /* enum by_sentence */
} told[] = {
#define BY_TELL(in, numbers, when, words) { BY_IN_##in, numbers, BY_SAY_##words },
#include "explain.def"
};

/* Returns the i-th sentence in explain.def that applies, or -1. */
/* NOLINTNEXTLINE(readability-function-cognitive-complexity): the list is long but not deep */
static int find(const struct by_config *c, int i)
{
    int at = 0;

#define BY_TELL(in, numbers, when, words) \
    if ((when) && i-- == 0) \
        return at; \
    at++;
#include "explain.def"
    return -1;
}

const char *by_section_name(int section, int language)
{
    static const uint16_t names[BY_SECTIONS] = {
#define BY_NAME(id) [BY_IN_##id] = BY_SAY_SECTION_##id,
        BY_EACH_SECTION(BY_NAME)
#undef BY_NAME
    };

    return by_template((enum by_sentence)names[section], language);
}

const char *by_option_about(int id, int language)
{
    static const uint16_t about[BY_OPTIONS] = {
#define BY_OPTION(id, ...) [BY_##id] = BY_SAY_OPTION_##id##_ABOUT,
#include "boneyard/options.def"
#undef BY_OPTION
    };

    return by_template((enum by_sentence)about[id], language);
}

bool by_explain(const struct by_config *c, int i, int language, struct by_paragraph *out)
{
    struct by_text text = by_text_in(out->text, sizeof out->text, language);
    int at = find(c, i);

    if (at < 0)
        return false;
    out->in = told[at].in;
    out->section = by_section_name(told[at].in, language);
    out->number = told[at].number;
    by_put_words(&text, (enum by_sentence)told[at].words,
                 BY_PARTS(BY_NUMBER(O(PLAYERS)), BY_NUMBER(O(SET)), BY_NUMBER(O(HAND)), BY_NUMBER(O(FIRST_SEAT) + 1),
                          BY_NUMBER(O(RESERVE)), BY_NUMBER(O(TARGET)), BY_NUMBER(O(ROUNDS)),
                          BY_NUMBER(O(BLANK_PENALTY))));
    return true;
}

const char *by_rule_in_force(const struct by_config *c, const char *number)
{
    const char *turn = "";

    for (int i = 0, at; (at = find(c, i)) >= 0; i++) {
        for (const char *one = told[at].number; one[0] != '\0'; one += one[4] == '\0' ? 4 : 5)
            if (memcmp(one, number, 4) == 0)
                return number;
        if (told[at].in == BY_IN_TURN && turn[0] == '\0')
            turn = told[at].number;
    }
    return turn;
}
