/* words.c: fills the templates of texts.def (words.h). */
#include "boneyard/words.h"

const char *by_template(enum by_sentence s, enum by_language language)
{
    static const char *const texts[BY_SENTENCES][BY_LANGUAGES] = {
#define BY_TEXT(id, english, spanish) { english, spanish },
#include "boneyard/texts.def"
#undef BY_TEXT
    };

    return texts[s][language];
}

static void put_part(struct by_text *t, const struct by_part *p, char form)
{
    static const char *const words[] = { "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine" };

    if (p->as == BY_AS_INPUT)
        by_put_quoted(t, p->words);
    else if (p->words != NULL)
        by_put(t, p->words);
    else if (p->as == BY_AS_TILE)
        by_put_tile(t, (by_tile)p->number, false);
    else if (form == 'a')
        by_put_a(t, (int)p->number);
    else if (form == 'w' && p->number >= 0 && p->number <= 9)
        by_put(t, words[p->number]);
    else
        by_put_int(t, p->number);
}

static const char *fill(struct by_text *t, const char *at, const struct by_part *parts);

/* The mark at `at`; where it ends. */
/* NOLINTNEXTLINE(misc-no-recursion): branches in branches; the catalogue has two of them at most */
static const char *put_mark(struct by_text *t, const char *at, const struct by_part *parts)
{
    const struct by_part *p = &parts[at[1] - '0'];
    bool first = p->number == 1 && p->as == BY_PLAIN;

    at += 2;
    if (*at == '|') {
        at = fill(first ? t : NULL, at + 1, parts);
        BY_ASSERT(*at == '|');
        return fill(first ? NULL : t, at + 1, parts);
    }
    if (t != NULL)
        put_part(t, p, *at);
    return at + (*at != '}');
}

/* Writes a template (t NULL: passes over it) up to its end, or to the mark that ends the branch; where that is. */
/* NOLINTNEXTLINE(misc-no-recursion) */
static const char *fill(struct by_text *t, const char *at, const struct by_part *parts)
{
    for (; *at != '\0' && *at != '|' && *at != '}'; at++) {
        if (*at == '{') {
            at = put_mark(t, at, parts);
            BY_ASSERT(*at == '}');
        } else if (t != NULL) {
            by_put_char(t, *at);
        }
    }
    return at;
}

void by_put_words(struct by_text *t, enum by_sentence s, const struct by_part *parts)
{
    const char *end = fill(t, by_template(s, (enum by_language)t->language), parts);

    BY_ASSERT(*end == '\0');
}
