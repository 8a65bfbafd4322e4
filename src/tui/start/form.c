/* SPDX-License-Identifier: MIT */
/* form.c: manages the fields of the start screen and their values (start/form.h). */
#include "form.h"

#include <stdio.h>
#include <string.h>

#include "boneyard/text.h"
#include "util/tell.h"

#define MOST_DIGITS 8 /* maximum digits of a typed number, as in rule strings */

static const struct by_preset *preset_of(const struct by_form *f) { return &by_games[f->game]->presets[f->sheet]; }

static bool is_given(const struct by_form *f, int id) { return (f->given[f->game][f->sheet].mask >> id & 1) != 0; }

/* ---- From changes to rules ----------------------------------------------------------------- */

/* Writes the rule string of the changes selected by `mask`. */
static void given_words(const struct by_form *f, uint32_t mask, char out[BY_FORM_WORDS])
{
    struct by_text t = by_tell_on(out, BY_FORM_WORDS);
    char value[24];

    by_put(&t, by_games[f->game]->key);
    by_put_char(&t, ':');
    by_put(&t, preset_of(f)->sheet);
    for (int id = 0; id < BY_OPTIONS; id++) {
        if (!is_given(f, id) || (mask >> id & 1) == 0)
            continue;
        by_option_print(id, f->given[f->game][f->sheet].value[id], value, sizeof value);
        by_put_char(&t, ' ');
        by_put(&t, by_option_list[id].key);
        by_put_char(&t, '=');
        by_put(&t, value);
    }
}

static bool parse_given(const struct by_form *f, uint32_t mask, struct by_config *out, struct by_fault *fault)
{
    char words[BY_FORM_WORDS];

    given_words(f, mask, words);
    return by_config_parse_in(words, by_tell_language(), out, fault) == BY_OK;
}

/* Drops changes that equal the sheet's default for these players and this set. From then on, such a value follows the
 * default. */
static void drop_defaults(struct by_form *f)
{
    const uint32_t players = (uint32_t)1 << BY_PLAYERS, set = (uint32_t)1 << BY_SET;
    uint32_t *mask = &f->given[f->game][f->sheet].mask;
    struct by_config base;

    by_config_preset(f->game, f->sheet, &base);
    if (f->rules.opt[BY_PLAYERS] == base.opt[BY_PLAYERS])
        *mask &= ~players;
    if (parse_given(f, players, &base, NULL) && f->rules.opt[BY_SET] == base.opt[BY_SET])
        *mask &= ~set;
    if (!parse_given(f, players | set, &base, NULL))
        return;
    for (int id = 0; id < BY_OPTIONS; id++)
        if (id != BY_PLAYERS && id != BY_SET && f->rules.opt[id] == base.opt[id])
            *mask &= ~((uint32_t)1 << id);
}

static void resolve(struct by_form *f)
{
    const uint32_t players = (uint32_t)1 << BY_PLAYERS, set = (uint32_t)1 << BY_SET;

    f->fault.err = BY_OK;
    if (parse_given(f, UINT32_MAX, &f->rules, &f->fault)) {
        drop_defaults(f);
        if (by_option_of(&f->rules, BY_PLAYERS) != NULL && f->changed.kind == BY_FIELD_OPTION
            && f->changed.at == BY_PLAYERS)
            f->players = f->rules.opt[BY_PLAYERS];
    } else if (!parse_given(f, players | set, &f->rules, NULL) && !parse_given(f, players, &f->rules, NULL)) {
        by_config_preset(f->game, f->sheet, &f->rules);
    }
}

/* ---- Contents ------------------------------------------------------------------------------- */

void by_form_init(struct by_form *f, const char *kept)
{
    memset(f, 0, sizeof *f);
    f->kept = kept;
    for (int i = 1; i < BY_SEATS; i++)
        f->seat[i].bot = by_bots[BY_BOT_medium];
    f->changed.kind = f->typing.kind = BY_FIELD_DEAL;
    resolve(f);
}

int by_form_sheets(int game)
{
    int n = 0;

    while (by_games[game]->presets[n].sheet != NULL)
        n++;
    BY_ASSERT(n > 0 && n <= BY_FORM_SHEETS);
    return n;
}

const char *by_form_sheet(const struct by_form *f) { return preset_of(f)->sheet; }

int32_t by_form_value(const struct by_form *f, int option)
{
    return is_given(f, option) ? f->given[f->game][f->sheet].value[option] : f->rules.opt[option];
}

int by_form_players(const struct by_form *f)
{
    int32_t n = by_form_value(f, BY_PLAYERS);

    return n < 1 ? 1 : n > BY_SEATS ? BY_SEATS : (int)n;
}

const char *by_form_group(int game)
{
    const struct by_preset *p = by_games[game]->presets;
    const char *id = "kind.quick";

    for (const struct by_option *o = by_games[game]->options; o->id != BY_OPTIONS; o++)
        if (o->id == BY_PLAY_UNIT)
            id = "kind.count";
    if (by_families[by_games[game]->family]->low_wins)
        id = "kind.big";
    if (p->most == 1)
        id = "kind.alone";
    return by_tell(id);
}

const char *by_form_sheet_about(int game, int sheet)
{
    char id[96];
    const char *about;

    snprintf(id, sizeof id, "preset.%s:%s", by_games[game]->key, by_games[game]->presets[sheet].sheet);
    about = by_tell_in(by_tell_language(), id);
    return about != NULL ? about : "";
}

const char *by_form_label(int option) { return by_tell_of("option", by_option_list[option].key, "label"); }

void by_form_said(int option, int32_t value, char out[BY_FORM_SAID])
{
    char id[64], word[24];
    const char *said;

    by_option_print(option, value, word, sizeof word);
    snprintf(id, sizeof id, "option.%s=%s", by_option_list[option].key, word);
    said = by_tell_in(by_tell_language(), id);
    snprintf(out, BY_FORM_SAID, "%s", said != NULL ? said : word);
}

int by_form_fields(const struct by_form *f, struct by_form_field out[BY_FORM_FIELDS])
{
    int n = 0, players = by_form_players(f);

    if (f->kept != NULL)
        out[n++] = (struct by_form_field){ BY_FIELD_KEPT, 0 };
    for (int i = 0; i < BY_GAMES; i++)
        out[n++] = (struct by_form_field){ BY_FIELD_GAME, (uint8_t)i };
    out[n++] = (struct by_form_field){ BY_FIELD_SHEET, 0 };
    if (by_option_of(&f->rules, BY_PLAYERS) != NULL)
        out[n++] = (struct by_form_field){ BY_FIELD_OPTION, BY_PLAYERS };
    for (int i = 0; i < players; i++)
        out[n++] = (struct by_form_field){ BY_FIELD_SEAT, (uint8_t)i };
    for (int id = 0; id < BY_OPTIONS; id++)
        if (id != BY_PLAYERS && by_option_of(&f->rules, id) != NULL)
            out[n++] = (struct by_form_field){ BY_FIELD_OPTION, (uint8_t)id };
    out[n++] = (struct by_form_field){ BY_FIELD_DEAL, 0 };
    return n;
}

/* ---- Changes -------------------------------------------------------------------------------- */

void by_form_choose(struct by_form *f, int game, int sheet)
{
    const struct by_preset *p = &by_games[game]->presets[sheet];

    f->game = game;
    f->sheet = sheet;
    f->changed = (struct by_form_field){ BY_FIELD_SHEET, 0 };
    by_form_rest(f);
    /* Keeps the previous number of players if the sheet allows it and none was chosen for this sheet. */
    if (f->players >= p->fewest && f->players <= p->most && p->most > 1 && !is_given(f, BY_PLAYERS)) {
        f->given[game][sheet].mask |= (uint32_t)1 << BY_PLAYERS;
        f->given[game][sheet].value[BY_PLAYERS] = f->players;
        resolve(f);
        if (f->fault.err == BY_OK)
            return;
        f->given[game][sheet].mask &= ~((uint32_t)1 << BY_PLAYERS);
    }
    resolve(f);
}

void by_form_set(struct by_form *f, int option, int32_t value)
{
    f->given[f->game][f->sheet].mask |= (uint32_t)1 << option;
    f->given[f->game][f->sheet].value[option] = value;
    f->changed = (struct by_form_field){ BY_FIELD_OPTION, (uint8_t)option };
    resolve(f);
}

void by_form_sit(struct by_form *f, int seat, const struct by_bot *bot) { f->seat[seat].bot = bot; }

void by_form_name(struct by_form *f, int seat, const char *name)
{
    struct by_text t = by_tell_on(f->seat[seat].name, sizeof f->seat[seat].name);

    by_put_clean(&t, name, strlen(name));
}

static bool is_list(int option) { return by_option_list[option].values != NULL; }

/* Returns whether an option lists numbers. The stored values of such an option are the numbers themselves; those of
 * other options are the positions of the words. */
static bool is_numbers(int option)
{
    const char *values = by_option_list[option].values;

    return values != NULL && values[0] >= '0' && values[0] <= '9';
}

bool by_form_nth(const struct by_form *f, int option, int n, int32_t *out)
{
    const char *at = by_option_list[option].values;

    if (option == BY_SET) {
        const uint8_t *sets = preset_of(f)->sets;

        for (int i = 0; i <= n; i++)
            if (sets[i] == 0)
                return false;
        *out = sets[n];
        return true;
    }
    for (int i = 0; i < n && at != NULL; i++) {
        at = strchr(at, ' ');
        at += at != NULL;
    }
    if (at == NULL)
        return false;
    *out = 0;
    for (*out = is_numbers(option) ? 0 : n; is_numbers(option) && *at >= '0' && *at <= '9'; at++)
        *out = *out * 10 + (*at - '0');
    return true;
}

const struct by_bot *by_form_level(int n)
{
    for (int i = 0; i < BY_BOTS; i++)
        if (!by_bots[i]->baseline && n-- == 0)
            return by_bots[i];
    return NULL;
}

static void step_list(struct by_form *f, int option, int by)
{
    int n = 0, here = 0;
    int32_t value;

    for (; by_form_nth(f, option, n, &value); n++)
        if (value == by_form_value(f, option))
            here = n;
    BY_ASSERT(n > 0);
    by_form_nth(f, option, (here + by + n) % n, &value);
    by_form_set(f, option, value);
}

/* Steps by one in a short range; in a long range, steps by ten from 20 up. */
static void step_number(struct by_form *f, int option, int by)
{
    int32_t lo, hi, value = by_form_value(f, option);

    by_option_range(&f->rules, option, &lo, &hi);
    if (hi - lo <= 100 || (by > 0 ? value < 20 : value <= 20))
        value += by;
    else
        value = by > 0 ? value - value % 10 + 10 : (value - 1) - (value - 1) % 10;
    by_form_set(f, option, value < lo ? lo : value > hi ? hi : value);
}

/* Steps through the choices for a seat: a person, then the levels, weakest first. */
static void step_seat(struct by_form *f, int seat, int by)
{
    int n = 1, here = 0;

    for (const struct by_bot *bot; (bot = by_form_level(n - 1)) != NULL; n++)
        if (bot == f->seat[seat].bot)
            here = n;
    here = (here + by + n) % n;
    by_form_sit(f, seat, here == 0 ? NULL : by_form_level(here - 1));
}

bool by_form_step(struct by_form *f, struct by_form_field at, int by)
{
    int sheets = by_form_sheets(f->game);

    by_form_rest(f);
    if (at.kind == BY_FIELD_SHEET)
        by_form_choose(f, f->game, (f->sheet + by + sheets) % sheets);
    else if (at.kind == BY_FIELD_SEAT)
        step_seat(f, at.at, by);
    else if (at.kind == BY_FIELD_OPTION && is_list(at.at))
        step_list(f, at.at, by);
    else if (at.kind == BY_FIELD_OPTION)
        step_number(f, at.at, by);
    else
        return false;
    return true;
}

bool by_form_type(struct by_form *f, struct by_form_field at, uint32_t sign)
{
    int32_t value, most = 1;
    bool more = f->typing.kind == at.kind && f->typing.at == at.at;

    if (at.kind != BY_FIELD_OPTION || (is_list(at.at) && !is_numbers(at.at))
        || (sign != '\b' && (sign < '0' || sign > '9')))
        return false;
    for (int i = 1; i < MOST_DIGITS; i++)
        most *= 10;
    value = by_form_value(f, at.at);
    if (sign == '\b')
        value /= 10;
    else if (!more)
        value = (int32_t)(sign - '0');
    else if (value < most)
        value = value * 10 + (int32_t)(sign - '0');
    by_form_set(f, at.at, value);
    f->typing = at;
    return true;
}

void by_form_rest(struct by_form *f) { f->typing.kind = BY_FIELD_DEAL; }

/* ---- Output --------------------------------------------------------------------------------- */

void by_form_words(const struct by_form *f, char out[BY_FORM_WORDS])
{
    if (f->fault.err == BY_OK)
        by_config_print(&f->rules, out, BY_FORM_WORDS);
    else
        given_words(f, UINT32_MAX, out);
}

bool by_form_done(const struct by_form *f, struct by_setup *out)
{
    if (f->fault.err != BY_OK)
        return false;
    memset(out, 0, sizeof *out);
    out->rules = f->rules;
    for (int i = 0; i < f->rules.opt[BY_PLAYERS]; i++)
        out->seat[i] = f->seat[i];
    return true;
}

/* Writes "muggins:classic players=3", then for each seat a tab and "me:NAME" or "bot:LEVEL:NAME". Names contain no
 * control characters and therefore no tabs. */
void by_form_print(const struct by_form *f, char out[BY_FORM_LINE])
{
    struct by_text t = by_tell_on(out, BY_FORM_LINE);
    char words[BY_FORM_WORDS];

    by_form_words(f, words);
    by_put(&t, words);
    for (int i = 0; i < by_form_players(f); i++) {
        by_put(&t, f->seat[i].bot == NULL ? "\tme:" : "\tbot:");
        if (f->seat[i].bot != NULL) {
            by_put(&t, f->seat[i].bot->key);
            by_put_char(&t, ':');
        }
        by_put(&t, f->seat[i].name);
    }
}

static bool read_sitter(const char *word, size_t n, struct by_sitter *out)
{
    char text[128], *name;
    struct by_text to;

    if (n >= sizeof text)
        return false;
    memcpy(text, word, n);
    text[n] = '\0';
    if (strncmp(text, "me:", 3) == 0) {
        out->bot = NULL;
        name = text + 3;
    } else {
        name = strncmp(text, "bot:", 4) == 0 ? strchr(text + 4, ':') : NULL;
        if (name == NULL)
            return false;
        *name++ = '\0';
        out->bot = by_bot_find(false, text + 4);
        if (out->bot == NULL)
            return false;
    }
    to = by_tell_on(out->name, sizeof out->name);
    by_put_clean(&to, name, strlen(name));
    return !to.full;
}

bool by_form_read(struct by_form *f, const char *line)
{
    struct by_sitter seat[BY_SEATS];
    struct by_config rules;
    char words[BY_CONFIG_TEXT];
    size_t n = strcspn(line, "\t");
    int32_t seats = 0;

    if (n >= sizeof words)
        return false;
    memcpy(words, line, n);
    words[n] = '\0';
    if (by_config_parse(words, &rules, NULL) != BY_OK)
        return false;
    for (line += n; *line == '\t'; line += n, seats++) {
        n = strcspn(++line, "\t");
        if (seats == BY_SEATS || !read_sitter(line, n, &seat[seats]))
            return false;
    }
    if (*line != '\0' || seats != rules.opt[BY_PLAYERS])
        return false;
    memcpy(f->seat, seat, (size_t)seats * sizeof *seat);
    f->players = by_option_of(&rules, BY_PLAYERS) != NULL ? seats : 0;
    f->given[rules.game][rules.preset].mask = 0;
    for (const struct by_option *o = by_games[rules.game]->options; o->id != BY_OPTIONS; o++) {
        f->given[rules.game][rules.preset].mask |= by_option_of(&rules, o->id) != NULL ? (uint32_t)1 << o->id : 0;
        f->given[rules.game][rules.preset].value[o->id] = rules.opt[o->id];
    }
    by_form_choose(f, rules.game, rules.preset);
    return true;
}
