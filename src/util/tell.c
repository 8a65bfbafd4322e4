/* SPDX-License-Identifier: MIT */
/* tell.c: looks up the programs' strings (tell.h). */
#include "util/tell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/page.h"

static int chosen; /* the language of the whole process, like the locale set by setlocale() */

static int by_id(const void *id, const void *told) { return strcmp(id, ((const struct by_told *)told)->id); }

const char *by_tell_in(int language, const char *id)
{
    const struct by_told *found = bsearch(id, by_told, (size_t)by_told_count, sizeof *by_told, by_id);

    if (found == NULL)
        return NULL;
    return found->said[language] != NULL ? found->said[language] : found->said[BY_ENGLISH];
}

bool by_tell_choose(const char *wanted)
{
    static const char *const names[] = { "LC_ALL", "LC_MESSAGES", "LANG" };
    const char *name = wanted;

    for (size_t i = 0; name == NULL && i < sizeof names / sizeof *names; i++) {
        name = getenv(names[i]);
        if (name != NULL && name[0] == '\0')
            name = NULL;
    }
    chosen = name == NULL ? BY_ENGLISH : by_language_find(name);
    if (chosen >= 0)
        return true;
    chosen = BY_ENGLISH;
    return wanted == NULL;
}

int by_tell_language(void) { return chosen; }

const char *by_tell(const char *id)
{
    const char *text = by_tell_in(chosen, id);

    BY_ASSERT(text != NULL);
    return text;
}

void by_tell_put(struct by_text *t, const char *id, const struct by_part *parts)
{
    by_put_template(t, by_tell_in(t->language, id), parts);
}

void by_tell_print(FILE *to, const char *id, const struct by_part *parts)
{
    char words[1024];
    struct by_text t = by_tell_on(words, sizeof words);

    by_tell_put(&t, id, parts);
    fputs(words, to);
}

void by_tell_complain(const char *id, const struct by_part *parts)
{
    char words[8192];
    struct by_text t = by_tell_on(words, sizeof words);

    by_tell_put(&t, id, parts);
    by_complain("%s", words);
}

struct by_text by_tell_on(char *at, size_t size) { return by_text_in(at, size, chosen); }

const char *by_tell_of(const char *kind, const char *key, const char *what)
{
    char id[96];
    const char *text;

    snprintf(id, sizeof id, "%s.%s.%s", kind, key, what);
    text = by_tell_in(chosen, id);
    return text != NULL ? text : key;
}
