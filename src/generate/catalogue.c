/* SPDX-License-Identifier: MIT */
/* catalogue.c: prints, as TypeScript, the games, sheets, options and bots offered to players, in every language.
 *
 * Turns phrases from the tables ("how many people play") into sentences with a capital letter and a full stop. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/bot.h"
#include "boneyard/explain.h"
#include "boneyard/terms.h"
#include "boneyard/words.h"
#include "catalogue.h"
#include "util/tell.h"
#include "wire/events.h"

static const char *const types[] = {
    "/** A string in every language. */",
    "export type Pair = readonly [string, ...string[]];",
    "/** An option's value, as written in a rule string. */",
    "export type Value = string | number;",
    "export type Values = Readonly<Partial<Record<OptionKey, Value>>>;",
    "/** values: the allowed words or numbers, with names; empty for a whole number.  rules: the rule numbers. */",
    "export interface Option { readonly id: number; readonly key: OptionKey; readonly rules: string;",
    "  readonly label: Pair; readonly about: Pair;",
    "  readonly values: readonly { readonly value: Value; readonly name: Pair }[] }",
    "/** A note on a gap or difference in a sheet. */",
    "export interface Note { readonly option: OptionKey; readonly text: Pair }",
    "/** A game played by one sheet.  rules: 'muggins:number'.  values: the defaults for the usual number of players;",
    " * follows: the defaults that differ for other numbers, or null if the sheet gives no hand size.",
    " * ranges: the ranges of whole numbers, for the usual number of players.  notes: those on the options to ask for",
    " * first; the others are in notes.ts. */",
    "export interface Preset { readonly rules: string; readonly sheet: SheetKey; readonly about: Pair;",
    "  readonly players: readonly [number, number]; readonly sets: readonly number[]; readonly values: Values;",
    "  readonly ranges: Readonly<Partial<Record<OptionKey, readonly [number, number]>>>;",
    "  readonly follows: Readonly<Record<string, Values | null>>; readonly notes: readonly Note[] }",
    "/** top: the highest number in play, whatever the set; counts: multiples of five score in play;",
    " * matters: the options to ask for first; differ: the options in which its sheets differ, for any number",
    " * of players. */",
    "export interface Game { readonly key: GameKey; readonly name: Pair; readonly about: Pair; readonly like: Pair;",
    "  readonly time: Pair; readonly kind: number; readonly family: Family;",
    "  readonly players: readonly [number, number]; readonly differ: readonly OptionKey[];",
    "  readonly top: number; readonly counts: boolean; readonly matters: readonly OptionKey[];",
    "  readonly presets: readonly Preset[] }",
    "export interface Sheet { readonly key: SheetKey; readonly name: Pair; readonly about: Pair }",
    "export interface Bot { readonly id: number; readonly key: BotKey;",
    "  readonly level: BotKey | null; readonly name: Pair; readonly about: Pair }",
};

static const char *const kinds[] = {
#define BY_KIND(id) #id,
#include "names.def"
};
enum {
#define BY_KIND(id) KIND_##id,
#include "names.def"
    KINDS
};

static const int kind_of[BY_GAMES] = {
#define BY_NAMED_GAME(id, kind, matters) [BY_GAME_##id] = KIND_##kind,
#include "names.def"
};

static const char *const matters[BY_GAMES] = {
#define BY_NAMED_GAME(id, kind, matters) [BY_GAME_##id] = (matters),
#include "names.def"
};

static const char *const section_ids[] = {
#define BY_SECTION_ID(id) #id,
    BY_EACH_SECTION(BY_SECTION_ID)
};

static const char *const sheets[] = {
#define BY_NAMED_SHEET(sheet) #sheet,
#include "names.def"
};
enum { SHEETS = sizeof sheets / sizeof sheets[0] };

static const struct note {
    int option;
    const char *presets;
} notes[] = {
#define BY_NOTE(option, rules, presets) { BY_##option, presets },
#include "names.def"
};

/* ---- Strings ------------------------------------------------------------------------------- */

by_json *by_texts_json(const char *format, const char *a, const char *b)
{
    by_json *all = by_json_array();
    char id[96];

    /* cppcheck-suppress wrongPrintfScanfArgNum ; a format may omit the second argument */
    snprintf(id, sizeof id, format, a, b);
    for (int i = 0; i < by_language_count; i++) {
        const char *text = by_tell_in(i, id);

        by_json_push(all, by_json_string(text == NULL ? "" : text));
    }
    return all;
}

/* Turns a phrase into a sentence, in every language. */
static by_json *sentences(const char *const words[])
{
    by_json *all = by_json_array();
    char out[512];

    for (int i = 0; i < by_language_count; i++) {
        snprintf(out, sizeof out, "%s%s", words[i], words[i][strlen(words[i]) - 1] == '.' ? "" : ".");
        out[0] = (char)toupper((unsigned char)out[0]);
        by_json_push(all, by_json_string(out));
    }
    return all;
}

static by_json *told_sentences(const char *format, const char *a)
{
    const char *words[16];
    char id[96];

    snprintf(id, sizeof id, format, a);
    for (int i = 0; i < by_language_count; i++) {
        words[i] = by_tell_in(i, id);
        if (words[i] == NULL || words[i][0] == '\0') {
            fprintf(stderr, "tables: po/ has no text for %s; add it and run tools/po.py english\n", id);
            exit(1);
        }
    }
    return sentences(words);
}

static by_json *about_option(int id)
{
    const char *words[16];

    for (int i = 0; i < by_language_count; i++)
        words[i] = by_option_about(id, i);
    return sentences(words);
}

/* Copies part n of a separated string to `out`. */
static const char *part(const char *words, char between, int n, char *out, size_t size)
{
    const char *end;

    for (words = words == NULL ? "" : words; n > 0 && *words != '\0'; words++)
        n -= *words == between;
    for (end = words; *end != '\0' && *end != between; end++)
        ;
    snprintf(out, size, "%.*s", (int)(end - words), words);
    return out;
}

static by_json *range(int lo, int hi)
{
    by_json *both = by_json_array();

    by_json_push(both, by_json_int(lo));
    by_json_push(both, by_json_int(hi));
    return both;
}

static bool is_number(const char *text) { return text[0] >= '0' && text[0] <= '9'; }

static by_json *value(const char *text)
{
    return is_number(text) ? by_json_int(strtol(text, NULL, 10)) : by_json_string(text);
}

static by_json *value_of(const struct by_config *c, int id)
{
    char text[32];

    by_option_print(id, c->opt[id], text, sizeof text);
    return value(text);
}

/* ---- Options ------------------------------------------------------------------------------- */

static by_json *values_of(int id)
{
    by_json *all = by_json_array();
    char word[32];

    for (int n = 0; part(by_option_list[id].values, ' ', n, word, sizeof word)[0] != '\0'; n++) {
        by_json *one = by_json_object();

        by_json_set(one, "value", value(word));
        by_json_set(one, "name", by_texts_json("option.%s=%s", by_option_list[id].key, word));
        by_json_push(all, one);
    }
    return all;
}

static by_json *options_json(void)
{
    by_json *all = by_json_array();

    for (int id = 0; id < BY_OPTIONS; id++) {
        by_json *one = by_json_object();

        by_json_set(one, "id", by_json_int(id));
        by_json_set(one, "key", by_json_string(by_option_list[id].key));
        by_json_set(one, "rules", by_json_string(by_option_list[id].rules));
        by_json_set(one, "label", by_texts_json("option.%s.label", by_option_list[id].key, ""));
        by_json_set(one, "about", about_option(id));
        by_json_set(one, "values", values_of(id));
        by_json_push(all, one);
    }
    return all;
}

/* ---- Presets ------------------------------------------------------------------------------- */

static const struct by_preset *preset_of(const struct by_config *c) { return &by_games[c->game]->presets[c->preset]; }

/* Configures a preset for this many players. Returns false if the sheet gives no hand size for that number. */
static bool with_players(const struct by_config *base, int players, struct by_config *out)
{
    char text[96];
    struct by_fault fault;

    if (players == preset_of(base)->players) {
        *out = *base;
        return true;
    }
    snprintf(text, sizeof text, "%s:%s players=%d", by_games[base->game]->key, preset_of(base)->sheet, players);
    return by_config_parse(text, out, &fault) == BY_OK;
}

static by_json *follows_json(const struct by_config *base)
{
    by_json *all = by_json_object();

    for (int players = preset_of(base)->fewest; players <= preset_of(base)->most; players++) {
        struct by_config c;
        char key[8];
        by_json *values;

        snprintf(key, sizeof key, "%d", players);
        if (players == preset_of(base)->players)
            continue;
        if (!with_players(base, players, &c)) {
            by_json_set(all, key, by_json_null());
            continue;
        }
        values = by_json_object();
        for (int id = 0; id < BY_OPTIONS; id++)
            if (id != BY_PLAYERS && by_option_of(&c, id) != NULL && c.opt[id] != base->opt[id])
                by_json_set(values, by_option_list[id].key, value_of(&c, id));
        by_json_set(all, key, values);
    }
    return all;
}

/* Returns whether a preset is in a list of words. */
static bool is_among(const char *preset, const char *list)
{
    char word[64];

    for (int n = 0; part(list, ' ', n, word, sizeof word)[0] != '\0'; n++)
        if (strcmp(word, preset) == 0)
            return true;
    return false;
}

/* Lists a preset's notes on the options that players are asked about first, or on all others. */
static by_json *notes_json(int game, const char *preset, bool first_asked)
{
    by_json *all = by_json_array();
    char first[64];

    for (size_t i = 0; i < sizeof notes / sizeof notes[0]; i++) {
        by_json *one;

        if (!is_among(preset, notes[i].presets)
            || is_among(by_option_list[notes[i].option].key, matters[game]) != first_asked)
            continue;
        one = by_json_object();
        by_json_set(one, "option", by_json_string(by_option_list[notes[i].option].key));
        part(notes[i].presets, ' ', 0, first, sizeof first);
        by_json_set(one, "text", by_texts_json("note.%s.%s", by_option_list[notes[i].option].key, first));
        by_json_push(all, one);
    }
    return all;
}

static by_json *preset_json(const struct by_config *c)
{
    by_json *j = by_json_object(), *values = by_json_object(), *ranges = by_json_object(), *sets = by_json_array();
    char rules[64];
    int32_t lo, hi;

    snprintf(rules, sizeof rules, "%s:%s", by_games[c->game]->key, preset_of(c)->sheet);
    for (const uint8_t *set = preset_of(c)->sets; *set != 0; set++)
        by_json_push(sets, by_json_int(*set));
    for (int id = 0; id < BY_OPTIONS; id++) {
        if (by_option_of(c, id) == NULL)
            continue;
        by_json_set(values, by_option_list[id].key, value_of(c, id));
        if (by_option_list[id].values == NULL) {
            by_option_range(c, id, &lo, &hi);
            by_json_set(ranges, by_option_list[id].key, range(lo, hi));
        }
    }
    by_json_set(j, "rules", by_json_string(rules));
    by_json_set(j, "sheet", by_json_string(preset_of(c)->sheet));
    by_json_set(j, "about", by_texts_json("preset.%s", rules, ""));
    by_json_set(j, "players", range(preset_of(c)->fewest, preset_of(c)->most));
    by_json_set(j, "sets", sets);
    by_json_set(j, "values", values);
    by_json_set(j, "ranges", ranges);
    by_json_set(j, "follows", follows_json(c));
    by_json_set(j, "notes", notes_json(c->game, rules, true));
    return j;
}

/* ---- Games --------------------------------------------------------------------------------- */

/* Returns whether two presets of a game differ, for any number of players, in an option that both have. */
static bool differ(const struct by_config *a, const struct by_config *b, int id)
{
    struct by_config with_a, with_b;

    if (by_option_of(a, id) == NULL || by_option_of(b, id) == NULL)
        return false;
    if (id == BY_PLAYERS)
        return preset_of(a)->fewest != preset_of(b)->fewest || preset_of(a)->most != preset_of(b)->most;
    if (id == BY_SET && memcmp(preset_of(a)->sets, preset_of(b)->sets, sizeof preset_of(a)->sets) != 0)
        return true;
    if (by_option_of(a, BY_PLAYERS) == NULL)
        return a->opt[id] != b->opt[id];
    for (int players = 1; players <= BY_SEATS; players++)
        if (with_players(a, players, &with_a) && with_players(b, players, &with_b) && with_a.opt[id] != with_b.opt[id])
            return true;
    return false;
}

static by_json *differ_json(const struct by_config *presets, int n)
{
    by_json *all = by_json_array();

    for (int id = 0; id < BY_OPTIONS; id++) {
        bool found = false;

        for (int i = 0; i < n && !found; i++)
            for (int k = i + 1; k < n && !found; k++)
                found = differ(&presets[i], &presets[k], id);
        if (found)
            by_json_push(all, by_json_string(by_option_list[id].key));
    }
    return all;
}

/* Lists the options that players are asked about first. */
static by_json *matters_json(int game)
{
    by_json *all = by_json_array();
    char key[32];

    for (int n = 0; part(matters[game], ' ', n, key, sizeof key)[0] != '\0'; n++)
        by_json_push(all, by_json_string(key));
    return all;
}

static by_json *game_json(int game)
{
    const struct by_game *g = by_games[game];
    by_json *j = by_json_object(), *presets = by_json_array();
    struct by_config list[8];
    struct by_terms terms;
    int n = 0, fewest = BY_SEATS, most = 1;

    for (; n < 8 && g->presets[n].sheet != NULL; n++) {
        by_config_preset(game, n, &list[n]);
        by_json_push(presets, preset_json(&list[n]));
        fewest = g->presets[n].fewest < fewest ? g->presets[n].fewest : fewest;
        most = g->presets[n].most > most ? g->presets[n].most : most;
    }
    by_json_set(j, "key", by_json_string(g->key));
    by_json_set(j, "name", by_texts_json("game.%s.name", g->key, ""));
    by_json_set(j, "about", told_sentences("game.%s.about", g->key));
    by_json_set(j, "like", by_texts_json("game.%s.like", g->key, ""));
    by_json_set(j, "time", by_texts_json("game.%s.time", g->key, ""));
    by_json_set(j, "kind", by_json_int(kind_of[game]));
    by_json_set(j, "family", by_json_string(by_families[g->family]->key));
    by_json_set(j, "players", range(fewest, most));
    by_terms_of(&list[0], &terms);
    by_json_set(j, "top", by_json_int(by_families[g->family]->top));
    by_json_set(j, "counts", by_json_bool(terms.step > 0));
    by_json_set(j, "matters", matters_json(game));
    by_json_set(j, "differ", differ_json(list, n));
    by_json_set(j, "presets", presets);
    return j;
}

/* ---- The whole catalogue ------------------------------------------------------------------- */

static void print_list(const char *name, const char *type, by_json *json)
{
    char *line = by_json_line(json);

    printf("export const %s: readonly [%s, ...%s[]] = %s;\n", name, type, type, line);
    free(line);
    by_json_free(json);
}

static by_json *games_json(void)
{
    by_json *all = by_json_array();

    for (int game = 0; game < BY_GAMES; game++)
        by_json_push(all, game_json(game));
    return all;
}

static by_json *kinds_json(void)
{
    by_json *all = by_json_array();

    for (int i = 0; i < KINDS; i++)
        by_json_push(all, by_texts_json("kind.%s", kinds[i], ""));
    return all;
}

static by_json *sections_json(void)
{
    by_json *all = by_json_array();

    for (int i = 0; i < BY_SECTIONS; i++) {
        by_json *one = by_json_array();

        for (int language = 0; language < by_language_count; language++)
            by_json_push(one, by_json_string(by_section_name(i, language)));
        by_json_push(all, one);
    }
    return all;
}

static by_json *sheets_json(void)
{
    by_json *all = by_json_array();

    for (int i = 0; i < SHEETS; i++) {
        by_json *one = by_json_object();

        by_json_set(one, "key", by_json_string(sheets[i]));
        by_json_set(one, "name", by_texts_json("sheet.%s.name", sheets[i], ""));
        by_json_set(one, "about", by_texts_json("sheet.%s.about", sheets[i], ""));
        by_json_push(all, one);
    }
    return all;
}

static by_json *bots_json(void)
{
    by_json *all = by_json_array();

    for (int i = 0; i < BY_BOTS; i++) {
        by_json *one;

        if (by_bots[i]->baseline)
            continue;
        one = by_json_object();
        by_json_set(one, "id", by_json_int(i));
        by_json_set(one, "key", by_json_string(by_bots[i]->key));
        by_json_set(one, "level", by_bots[i]->level == NULL ? by_json_null() : by_json_string(by_bots[i]->level->key));
        by_json_set(one, "name", by_texts_json("bot.%s.name", by_bots[i]->key, ""));
        by_json_set(one, "about", told_sentences("bot.%s.about", by_bots[i]->key));
        by_json_push(all, one);
    }
    return all;
}

static void print_keys(void)
{
    printf("export const families = [");
    for (int i = 0; i < BY_FAMILIES; i++)
        printf("%s'%s'", i == 0 ? "" : ", ", by_families[i]->key);
    puts("] as const;");
    printf("export const SECTION = { ");
    for (int i = 0; i < BY_SECTIONS; i++)
        printf("%s: %d, ", section_ids[i], i);
    puts("} as const;");
    printf("export type OptionKey = keyof typeof optionIds;\nexport type GameKey = ");
    for (int i = 0; i < BY_GAMES; i++)
        printf("%s'%s'", i == 0 ? "" : " | ", by_games[i]->key);
    printf(";\nexport type Family = (typeof families)[number];\nexport type SheetKey = ");
    for (int i = 0; i < SHEETS; i++)
        printf("%s'%s'", i == 0 ? "" : " | ", sheets[i]);
    printf(";\nexport type BotKey = ");
    for (int i = 0; i < BY_BOTS; i++)
        if (!by_bots[i]->baseline)
            printf("%s'%s'", i == 0 ? "" : " | ", by_bots[i]->key);
    puts(";");
}

void by_notes_print(void)
{
    by_json *all = by_json_object();
    char rules[64], *line;

    for (int game = 0; game < BY_GAMES; game++)
        for (const struct by_preset *p = by_games[game]->presets; p->sheet != NULL; p++) {
            snprintf(rules, sizeof rules, "%s:%s", by_games[game]->key, p->sheet);
            by_json_set(all, rules, notes_json(game, rules, false));
        }
    line = by_json_line(all);
    printf("import type { Note } from './tables';\n"
           "export const notes: Readonly<Partial<Record<string, readonly Note[]>>> = %s;\n",
           line);
    free(line);
    by_json_free(all);
}

void by_catalogue_print(void)
{
    print_keys();
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        puts(types[i]);
    print_list("games", "Game", games_json());
    print_list("kinds", "Pair", kinds_json());
    print_list("sheets", "Sheet", sheets_json());
    print_list("options", "Option", options_json());
    print_list("bots", "Bot", bots_json());
    print_list("sections", "Pair", sections_json());
}
