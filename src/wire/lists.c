/* SPDX-License-Identifier: MIT */
/* lists.c: writes the games, presets and options with their allowed values and defaults as JSON. */
#include "boneyard/explain.h"
#include "boneyard/text.h"
#include "lists.h"

static by_json *value_json(int id, int32_t value)
{
    char text[32];

    by_option_print(id, value, text, sizeof text);
    return text[0] >= '0' && text[0] <= '9' ? by_json_int(value) : by_json_string(text);
}

/* Returns the values of an option that has a list, in the order of options.def. */
static by_json *values_json(const struct by_config *c, int id)
{
    const uint8_t *sets = by_games[c->game]->presets[c->preset].sets;
    const char *words = by_option_list[id].values;
    by_json *j = by_json_array();
    char word[32];

    if (id == BY_SET) {
        for (; *sets != 0; sets++)
            by_json_push(j, by_json_int(*sets));
        return j;
    }
    while (*words != '\0') {
        struct by_text t = by_text_on(word, sizeof word);
        int32_t number = 0;

        for (; *words != '\0' && *words != ' '; words++) {
            by_put_char(&t, *words);
            if (*words >= '0' && *words <= '9')
                number = number * 10 + (*words - '0');
        }
        by_json_push(j, word[0] >= '0' && word[0] <= '9' ? by_json_int(number) : by_json_string(word));
        words += *words == ' ';
    }
    return j;
}

static by_json *option_json(const struct by_config *c, int id)
{
    by_json *j = by_json_object(), *range;
    int32_t lo, hi;

    by_json_set(j, "option", by_json_string(by_option_list[id].key));
    if (by_option_list[id].values != NULL) {
        by_json_set(j, "values", values_json(c, id));
    } else {
        by_option_range(c, id, &lo, &hi);
        range = by_json_array();
        by_json_push(range, by_json_int(lo));
        by_json_push(range, by_json_int(hi));
        by_json_set(j, "range", range);
    }
    by_json_set(j, "default", value_json(id, c->opt[id]));
    by_json_set(j, "about", by_json_string(by_option_about(id, BY_ENGLISH)));
    return j;
}

static by_json *preset_json(int game, int preset)
{
    by_json *j = by_json_object(), *options = by_json_array();
    struct by_config c;
    char name[BY_CONFIG_TEXT];

    by_config_preset(game, preset, &c);
    by_config_print(&c, name, sizeof name);
    by_json_set(j, "preset", by_json_string(name));
    for (int id = 0; id < BY_OPTIONS; id++)
        if (by_option_of(&c, id) != NULL)
            by_json_push(options, option_json(&c, id));
    by_json_set(j, "options", options);
    return j;
}

by_json *by_games_json(void)
{
    by_json *games = by_json_array(), *j, *presets;

    for (int g = 0; g < BY_GAMES; g++) {
        j = by_json_object();
        presets = by_json_array();
        by_json_set(j, "game", by_json_string(by_games[g]->key));
        by_json_set(j, "name", by_json_string(by_games[g]->name));
        by_json_set(j, "about", by_json_string(by_games[g]->blurb));
        by_json_set(j, "revision", by_json_int(by_games[g]->revision));
        for (int p = 0; by_games[g]->presets[p].sheet != NULL; p++)
            by_json_push(presets, preset_json(g, p));
        by_json_set(j, "presets", presets);
        by_json_push(games, j);
    }
    return games;
}
