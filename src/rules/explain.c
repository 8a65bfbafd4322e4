/* explain.c: the rules of one table in plain words (explain.h, explain.def). */
#include "boneyard/explain.h"

#include "author.h"
#include "told.h"

const char *const by_section_names[BY_SECTIONS][BY_LANGUAGES] = {
#define BY_SECTION(id, english, spanish) { english, spanish },
#include "boneyard/explain.def"
};

static const struct told {
    uint8_t in;                         /* enum by_section */
    const char *number, *words[BY_LANGUAGES];
} told[] = {
#define BY_TELL(in, numbers, when, english, spanish) { BY_IN_##in, numbers, { english, spanish } },
#include "boneyard/explain.def"
};

/* Writes a text with {option} replaced by the option's value. */
static void fill_in(const struct by_config *c, const char *words, int language, struct by_text *out)
{
    char value[32];
    size_t n;

    for (; *words != '\0'; words++) {
        if (*words != '{') {
            by_put_char(out, *words);
            continue;
        }
        words++;
        for (n = 0; words[n] != '}'; n++)
            ;
        for (int id = 0; id < BY_OPTIONS; id++) {
            if (by_length(by_option_list[id].key) != n || memcmp(by_option_list[id].key, words, n) != 0)
                continue;
            by_option_print(id, c->opt[id], value, sizeof value);
            if (id == BY_RESERVE)       /* the one value that counts a noun */
                by_put_count(out, c->opt[id], language == BY_SPANISH ? "ficha" : "tile");
            else
                by_put(out, value);
        }
        words += n;
    }
}

/* One question for each sentence of explain.def: which is the i-th that is in force, or -1. */
/* NOLINTNEXTLINE(readability-function-cognitive-complexity): the list is long, not deep */
static int find(const struct by_config *c, int i)
{
    int at = 0;

#define BY_TELL(in, numbers, when, english, spanish)                                                \
    if ((when) && i-- == 0)                                                                         \
        return at;                                                                                  \
    at++;
#include "boneyard/explain.def"
    return -1;
}

bool by_explain(const struct by_config *c, int i, int language, struct by_paragraph *out)
{
    struct by_text text = by_text_on(out->text, sizeof out->text);
    int at = find(c, i);

    if (at < 0)
        return false;
    out->section = by_section_names[told[at].in][language];
    out->number = told[at].number;
    fill_in(c, told[at].words[language], language, &text);
    return true;
}
