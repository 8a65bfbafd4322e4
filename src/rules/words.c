/* SPDX-License-Identifier: MIT */
/* words.c: fills in sentence templates (words.h). */
#include "boneyard/words.h"

const char *by_template(enum by_sentence s, int language)
{
    const char *said = by_language_list[language]->said[s];

    return said != NULL ? said : by_language_list[BY_ENGLISH]->said[s];
}

int by_language_find(const char *name)
{
    for (int i = 0; i < by_language_count; i++) {
        const char *key = by_language_list[i]->key, *at = name;

        while (*key != '\0' && *key == *at) {
            key++;
            at++;
        }
        if (*key == '\0' && (*at == '\0' || *at == '_' || *at == '-' || *at == '.'))
            return i;
    }
    return -1;
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

/* Parses the mark at `at` and returns its end. */
/* NOLINTNEXTLINE(misc-no-recursion): branches nest at most two deep in the catalogue */
static const char *put_mark(struct by_text *t, const char *at, const struct by_part *parts)
{
    const struct by_part *p = &parts[at[1] - '0'];
    unsigned form = 0;

    at += 2;
    if (t != NULL && *at == '|')
        form = p->number != 1;
    else if (t != NULL && *at == '#')
        form = by_language_list[t->language]->form((uint64_t)(p->number < 0 ? -p->number : p->number));
    if (*at == '|' || *at == '#') {
        for (unsigned branch = 0; *at != '}'; branch++) {
            at = fill(branch == form ? t : NULL, at + 1, parts);
            BY_ASSERT(*at == '|' || *at == '}');
        }
        return at;
    }
    if (t != NULL)
        put_part(t, p, *at);
    return at + (*at != '}');
}

/* Writes a template up to its end or the end of the branch, or skips it if t is NULL. Returns the position reached. */
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

void by_put_template(struct by_text *t, const char *words, const struct by_part *parts)
{
    const char *end = fill(t, words, parts);

    BY_ASSERT(*end == '\0');
}

void by_put_words(struct by_text *t, enum by_sentence s, const struct by_part *parts)
{
    by_put_template(t, by_template(s, t->language), parts);
}
