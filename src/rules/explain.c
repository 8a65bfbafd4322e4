/* explain.c: the rules of one table in plain words (explain.h, explain.def). */
#include "boneyard/explain.h"

#include "author.h"
#include "told.h"

/* Writes a text with {option} replaced by the option's value. */
static void fill_in(const struct by_config *c, const char *words, struct by_text *out)
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
                by_put_count(out, c->opt[id], "tile");
            else
                by_put(out, value);
        }
        words += n;
    }
}

/* One question for each sentence of explain.def. */
/* NOLINTNEXTLINE(readability-function-cognitive-complexity): the list is long, not deep */
bool by_explain(const struct by_config *c, int i, struct by_paragraph *out)
{
    struct by_text text = by_text_on(out->text, sizeof out->text);

#define BY_TELL(in, numbers, when, words)                                                           \
    if ((when) && i-- == 0) {                                                                       \
        out->section = in;                                                                          \
        out->number = numbers;                                                                      \
        fill_in(c, words, &text);                                                                   \
        return true;                                                                                \
    }
#include "boneyard/explain.def"
#undef BY_TELL
    return false;
}
