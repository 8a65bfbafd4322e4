/* catalogue.c: games, sheets, options and bots as people choose them, in English and Spanish, as TypeScript.
 *
 * What the tables say in half a sentence ("how many people play") gets its capital and its full stop here. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/bot.h"
#include "boneyard/explain.h"
#include "boneyard/text.h"
#include "catalogue.h"
#include "wire/wire.h"

static const char *const types[] = {
    "/** English, Spanish. */",
    "export type Pair = readonly [string, string];",
    "/** An option's value as a rule string has it. */",
    "export type Value = string | number;",
    "export type Values = Readonly<Partial<Record<OptionKey, Value>>>;",
    "/** values: the words or numbers it chooses from, with names; none: a whole number.  rules: their numbers. */",
    "export interface Option { readonly id: number; readonly key: OptionKey; readonly rules: string;",
    "  readonly label: Pair; readonly about: Pair;",
    "  readonly values: readonly { readonly value: Value; readonly name: Pair }[] }",
    "/** What a sheet leaves open or has its own way. */",
    "export interface Note { readonly option: OptionKey; readonly rules: string; readonly text: Pair }",
    "/** A game by one sheet.  rules: 'muggins:number'.  values: with the usual number of players; follows: what",
    " * differs from them with other numbers, null where the sheet gives no size of the hand.  ranges: of whole",
    " * numbers, with the usual number of players. */",
    "export interface Preset { readonly rules: string; readonly sheet: SheetKey; readonly about: Pair;",
    "  readonly players: readonly [number, number]; readonly sets: readonly number[]; readonly values: Values;",
    "  readonly ranges: Readonly<Partial<Record<OptionKey, readonly [number, number]>>>;",
    "  readonly follows: Readonly<Record<string, Values | null>>; readonly notes: readonly Note[] }",
    "/** differ: the options in which its sheets differ, for some number of players. */",
    "export interface Game { readonly key: GameKey; readonly name: Pair; readonly about: Pair; readonly like: Pair;",
    "  readonly time: Pair; readonly kind: number; readonly family: 'line' | 'feet' | 'trains' | 'castle';",
    "  readonly players: readonly [number, number]; readonly differ: readonly OptionKey[];",
    "  readonly presets: readonly Preset[] }",
    "export interface Sheet { readonly key: SheetKey; readonly name: Pair; readonly about: Pair }",
    "export interface Bot { readonly id: number; readonly key: BotKey; readonly name: Pair; readonly about: Pair }",
};

static const struct { const char *words[BY_LANGUAGES]; } kinds[] = {
#define BY_KIND(id, english, spanish) { { english, spanish } },
#include "boneyard/names.def"
};
enum {
#define BY_KIND(id, english, spanish) KIND_##id,
#include "boneyard/names.def"
    KINDS
};

static const struct named_game {
    int kind;
    const char *like[BY_LANGUAGES], *time[BY_LANGUAGES], *name, *about;
} named_games[BY_GAMES] = {
#define BY_NAMED_GAME(id, kind, like, time, name, about, like_es, time_es)                          \
    [BY_GAME_##id] = { KIND_##kind, { like, like_es }, { time, time_es }, name, about },
#include "boneyard/names.def"
};

static const struct named_sheet {
    const char *key, *name[BY_LANGUAGES], *about[BY_LANGUAGES];
} named_sheets[] = {
#define BY_NAMED_SHEET(sheet, name, about, name_es, about_es) { #sheet, { name, name_es }, { about, about_es } },
#include "boneyard/names.def"
};
enum { SHEETS = sizeof named_sheets / sizeof named_sheets[0] };

static const struct named_preset {
    int game;
    const char *sheet, *about[BY_LANGUAGES];
} named_presets[] = {
#define BY_NAMED_PRESET(game, sheet, english, spanish) { BY_GAME_##game, #sheet, { english, spanish } },
#include "boneyard/names.def"
};

static const struct note {
    int option;
    const char *rules, *presets, *words[BY_LANGUAGES];
} notes[] = {
#define BY_NOTE(option, rules, presets, english, spanish) { BY_##option, rules, presets, { english, spanish } },
#include "boneyard/names.def"
};

static const struct named_bot { const char *name, *about; } named_bots[BY_BOTS] = {
#define BY_NAMED_BOT(id, name, about) [BY_BOT_##id] = { name, about },
#include "boneyard/names.def"
};

static const struct named_option {
    const char *rules, *label[BY_LANGUAGES], *about[BY_LANGUAGES], *names[BY_LANGUAGES];
} named_options[BY_OPTIONS] = {
#define BY_OPTION(id, key, values, about, rules, label, names, label_es, about_es, names_es)        \
    { rules, { label, label_es }, { about, about_es }, { names, names_es } },
#include "boneyard/options.def"
#undef BY_OPTION
};

/* ---- Texts --------------------------------------------------------------------------------- */

/* Whatever has no text stays empty, and the test of the tables says so. */
static const char *or_empty(const char *words) { return words == NULL ? "" : words; }

static by_json *pair(const char *english, const char *spanish)
{
    by_json *both = by_json_array();

    by_json_push(both, by_json_string(or_empty(english)));
    by_json_push(both, by_json_string(or_empty(spanish)));
    return both;
}

/* Half a sentence as a whole one. */
static const char *whole(const char *words, char *out, size_t size)
{
    snprintf(out, size, "%s%s", or_empty(words), words == NULL || words[strlen(words) - 1] == '.' ? "" : ".");
    out[0] = (char)toupper((unsigned char)out[0]);
    return out;
}

static by_json *sentences(const char *english, const char *spanish)
{
    char one[512], other[512];

    return pair(whole(english, one, sizeof one), whole(spanish, other, sizeof other));
}

/* The n-th part of a text with separators, into out. */
static const char *part(const char *words, char between, int n, char *out, size_t size)
{
    const char *end;

    for (words = or_empty(words); n > 0 && *words != '\0'; words++)
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
    char word[32], english[80], spanish[80];

    for (int n = 0; part(by_option_list[id].values, ' ', n, word, sizeof word)[0] != '\0'; n++) {
        by_json *one = by_json_object();

        part(named_options[id].names[BY_ENGLISH], '|', n, english, sizeof english);
        part(named_options[id].names[BY_SPANISH], '|', n, spanish, sizeof spanish);
        by_json_set(one, "value", value(word));
        by_json_set(one, "name", pair(english, spanish));
        by_json_push(all, one);
    }
    return all;
}

static by_json *options_json(void)
{
    by_json *all = by_json_array();

    for (int id = 0; id < BY_OPTIONS; id++) {
        const struct named_option *o = &named_options[id];
        by_json *one = by_json_object();

        by_json_set(one, "id", by_json_int(id));
        by_json_set(one, "key", by_json_string(by_option_list[id].key));
        by_json_set(one, "rules", by_json_string(o->rules));
        by_json_set(one, "label", pair(o->label[BY_ENGLISH], o->label[BY_SPANISH]));
        by_json_set(one, "about", sentences(o->about[BY_ENGLISH], o->about[BY_SPANISH]));
        by_json_set(one, "values", values_of(id));
        by_json_push(all, one);
    }
    return all;
}

/* ---- Presets ------------------------------------------------------------------------------- */

static const struct by_preset *preset_of(const struct by_config *c) { return &by_games[c->game]->presets[c->preset]; }

/* A preset with so many players; false where the sheet gives no size of the hand. */
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

/* Whether a preset is one of those in a list of words. */
static bool is_among(const char *preset, const char *list)
{
    char word[64];

    for (int n = 0; part(list, ' ', n, word, sizeof word)[0] != '\0'; n++)
        if (strcmp(word, preset) == 0)
            return true;
    return false;
}

static by_json *notes_json(const char *preset)
{
    by_json *all = by_json_array();

    for (size_t i = 0; i < sizeof notes / sizeof notes[0]; i++) {
        by_json *one;

        if (!is_among(preset, notes[i].presets))
            continue;
        one = by_json_object();
        by_json_set(one, "option", by_json_string(by_option_list[notes[i].option].key));
        by_json_set(one, "rules", by_json_string(notes[i].rules));
        by_json_set(one, "text", pair(notes[i].words[BY_ENGLISH], notes[i].words[BY_SPANISH]));
        by_json_push(all, one);
    }
    return all;
}

static by_json *about_preset(const struct by_config *c)
{
    for (size_t i = 0; i < sizeof named_presets / sizeof named_presets[0]; i++)
        if (named_presets[i].game == c->game && strcmp(named_presets[i].sheet, preset_of(c)->sheet) == 0)
            return pair(named_presets[i].about[BY_ENGLISH], named_presets[i].about[BY_SPANISH]);
    return pair(NULL, NULL);
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
    by_json_set(j, "about", about_preset(c));
    by_json_set(j, "players", range(preset_of(c)->fewest, preset_of(c)->most));
    by_json_set(j, "sets", sets);
    by_json_set(j, "values", values);
    by_json_set(j, "ranges", ranges);
    by_json_set(j, "follows", follows_json(c));
    by_json_set(j, "notes", notes_json(rules));
    return j;
}

/* ---- Games --------------------------------------------------------------------------------- */

/* Whether two presets of a game differ in an option that both have, for some number of players. */
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

static by_json *game_json(int game)
{
    static const char *const families[] = { "line", "feet", "trains", "castle" };
    const struct by_game *g = by_games[game];
    const struct named_game *named = &named_games[game];
    by_json *j = by_json_object(), *presets = by_json_array();
    struct by_config list[8];
    int n = 0, fewest = BY_SEATS, most = 1;

    for (; n < 8 && g->presets[n].sheet != NULL; n++) {
        by_config_preset(game, n, &list[n]);
        by_json_push(presets, preset_json(&list[n]));
        fewest = g->presets[n].fewest < fewest ? g->presets[n].fewest : fewest;
        most = g->presets[n].most > most ? g->presets[n].most : most;
    }
    by_json_set(j, "key", by_json_string(g->key));
    by_json_set(j, "name", pair(g->name, named->name));
    by_json_set(j, "about", sentences(g->blurb, named->about));
    by_json_set(j, "like", pair(named->like[BY_ENGLISH], named->like[BY_SPANISH]));
    by_json_set(j, "time", pair(named->time[BY_ENGLISH], named->time[BY_SPANISH]));
    by_json_set(j, "kind", by_json_int(named->kind));
    by_json_set(j, "family", by_json_string(families[g->family]));
    by_json_set(j, "players", range(fewest, most));
    by_json_set(j, "differ", differ_json(list, n));
    by_json_set(j, "presets", presets);
    return j;
}

/* ---- All of it ----------------------------------------------------------------------------- */

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
        by_json_push(all, pair(kinds[i].words[BY_ENGLISH], kinds[i].words[BY_SPANISH]));
    return all;
}

static by_json *sections_json(void)
{
    by_json *all = by_json_array();

    for (int i = 0; i < BY_SECTIONS; i++)
        by_json_push(all, pair(by_section_names[i][BY_ENGLISH], by_section_names[i][BY_SPANISH]));
    return all;
}

static by_json *sheets_json(void)
{
    by_json *all = by_json_array();

    for (int i = 0; i < SHEETS; i++) {
        by_json *one = by_json_object();

        by_json_set(one, "key", by_json_string(named_sheets[i].key));
        by_json_set(one, "name", pair(named_sheets[i].name[BY_ENGLISH], named_sheets[i].name[BY_SPANISH]));
        by_json_set(one, "about", pair(named_sheets[i].about[BY_ENGLISH], named_sheets[i].about[BY_SPANISH]));
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
        by_json_set(one, "name", pair(by_bots[i]->name, named_bots[i].name));
        by_json_set(one, "about", sentences(by_bots[i]->blurb, named_bots[i].about));
        by_json_push(all, one);
    }
    return all;
}

static void print_keys(void)
{
    printf("export type OptionKey = keyof typeof optionIds;\nexport type GameKey = ");
    for (int i = 0; i < BY_GAMES; i++)
        printf("%s'%s'", i == 0 ? "" : " | ", by_games[i]->key);
    printf(";\nexport type SheetKey = ");
    for (int i = 0; i < SHEETS; i++)
        printf("%s'%s'", i == 0 ? "" : " | ", named_sheets[i].key);
    printf(";\nexport type BotKey = ");
    for (int i = 0; i < BY_BOTS; i++)
        if (!by_bots[i]->baseline)
            printf("%s'%s'", i == 0 ? "" : " | ", by_bots[i]->key);
    puts(";");
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
