/* SPDX-License-Identifier: MIT */
/* catalogue_wire.c: prints the words of the wire protocol (messages.def and related lists) as TypeScript. These are a
 * type for each message, the names of events, and refusals and phrases in every language. */
#include <stdio.h>
#include <stdlib.h>

#include "catalogue.h"
#include "wire/messages.h"
#include "wire/events.h"

static const char *const refusals[BY_REFUSALS] = {
#define BY_REFUSAL(id) #id,
#include "wire/refusals.def"
};

static const struct {
    const char *id, *sign;
} phrases[] = {
#define BY_PHRASE(id, sign) { #id, sign },
#include "wire/phrases.def"
};

static const char *const reports[] = {
#define BY_REPORT(id) #id,
#include "wire/reports.def"
}, *const acts[] = {
#define BY_ACT(id) #id,
#include "wire/acts.def"
}, *const reasons[] = {
#define BY_REASON(id) #id,
#include "wire/reasons.def"
};

static const char *type_of(int kind)
{
    switch (kind) {
    case BY_FIELD_NUMBER: return "number";
    case BY_FIELD_BOOL: return "boolean";
    case BY_FIELD_TEXTS: return "readonly string[]";
    case BY_FIELD_NUMBERS: return "readonly number[]";
    case BY_FIELD_OBJECT: return "object";
    case BY_FIELD_OBJECTS: return "readonly object[]";
    default: return "string";
    }
}

/* Prints a type with one member for each message, listing its fields. */
static void put_messages(const char *name, const struct by_message *all, int n)
{
    printf("export interface %s {\n", name);
    for (int i = 0; i < n; i++) {
        printf("  /** %s. */\n  readonly %s: {", all[i].words, all[i].name);
        for (int k = 0; k < all[i].n; k++)
            printf(" readonly %s%s: %s;", all[i].fields[k].name, all[i].fields[k].must ? "" : "?",
                   type_of(all[i].fields[k].kind));
        puts(" };");
    }
    puts("}");
}

static void put_json(const char *name, by_json *json)
{
    char *line = by_json_line(json);

    printf("export const %s = %s as const;\n", name, line);
    free(line);
    by_json_free(json);
}

/* Returns an id as sent over the wire, with '-' instead of '_'. */
static const char *code_of(const char *id, char out[64])
{
    snprintf(out, 64, "%s", id);
    for (char *c = out; *c != '\0'; c++)
        *c = *c == '_' ? '-' : *c;
    return out;
}

/* Prints a list of ids with their strings. */
static void put_words(const char *name, const char *texts, const char *const *ids, size_t n)
{
    by_json *all = by_json_object();
    char code[64];

    for (size_t i = 0; i < n; i++) {
        code_of(ids[i], code);
        by_json_set(all, code, by_texts_json(texts, code, ""));
    }
    put_json(name, all);
}

void by_wire_print(void)
{
    by_json *why = by_json_object(), *said = by_json_array();
    char code[64];

    put_messages("Asks", by_asks, BY_ASKS);
    put_messages("Tells", by_tells, BY_TELLS);
    printf("export type EntryName =");
    for (int i = 0; i < BY_ENTRIES; i++)
        printf(" | '%s'", by_entries[i].name);
    puts(";");
    for (int i = 0; i < BY_REFUSALS; i++) {
        code_of(refusals[i], code);
        by_json_set(why, code, by_texts_json("refusal.%s", code, ""));
    }
    put_json("refusals", why);
    puts("export type RefusalCode = keyof typeof refusals;");
    for (size_t i = 0; i < sizeof phrases / sizeof phrases[0]; i++) {
        by_json *one = by_json_object();

        by_json_set(one, "id", by_json_string(phrases[i].id));
        by_json_set(one, "sign", by_json_string(phrases[i].sign));
        by_json_set(one, "words", by_texts_json("phrase.%s", phrases[i].id, ""));
        by_json_push(said, one);
    }
    put_json("phrases", said);
    put_words("reportReasons", "report.%s", reports, sizeof reports / sizeof reports[0]);
    put_words("acts", "act.%s", acts, sizeof acts / sizeof acts[0]);
    put_words("notices", "notice.%s", acts, sizeof acts / sizeof acts[0]);
    put_words("reasons", "reason.%s", reasons, sizeof reasons / sizeof reasons[0]);
    puts("export type PhraseId = (typeof phrases)[number]['id'];");
}
