/* SPDX-License-Identifier: MIT */
/* config.c: reads settings from a file, the environment and the command line. */
#include "config.h"
#include "server/net/address.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "boneyard/text.h"
#include "util/memory.h"
#include "util/page.h"

enum { FILE_MOST = 1 << 20, NAME_MOST = 40 };

const struct by_setting by_settings_list[BY_SETTINGS] = {
#define BY_SETTING_PART(words)
#define BY_SETTING(id, kind, usual, low, high, value, words) { #id, BY_SETTING_##kind, usual, low, high, value, words },
#include "settings.def"
#undef BY_SETTING
#undef BY_SETTING_PART
};

const struct by_renamed by_settings_renamed[BY_SETTINGS_RENAMED] = {
    { "comers", "--comers", "former name of --connection-rate", BY_SETTING_connection_rate },
    { "comers_per_address", "--comers-per-address", "former name of --connection-rate-per-address",
      BY_SETTING_connection_rate_per_address },
};

static const size_t offsets[BY_SETTINGS] = {
#define BY_SETTING_PART(words)
#define BY_SETTING(id, kind, usual, low, high, value, words) offsetof(struct by_settings, id),
#include "settings.def"
#undef BY_SETTING
#undef BY_SETTING_PART
};

static bool is_list(int id) { return by_settings_list[id].kind >= BY_SETTING_LIST; }
static void *place_of(struct by_settings *s, enum by_setting_id id) { return (char *)s + offsets[id]; }

const char *by_settings_name(enum by_setting_id id, const char *before, char *out, size_t size)
{
    snprintf(out, size, "%s%s", before, by_settings_list[id].name);
    for (char *c = out; *c != '\0'; c++)
        if (*c == '_')
            *c = '-';
    return out;
}

static const char *shown(enum by_setting_id id, char out[NAME_MOST])
{
    return by_settings_name(id, "", out, NAME_MOST);
}

/* Converts a typed letter to the form used in setting names. */
static int letter(char c) { return c == '-' ? '_' : tolower((unsigned char)c); }

/* Returns whether n letters match a name, ignoring case and treating '-' and '_' as equal. */
static bool is_name(const char *typed, size_t n, const char *name)
{
    if (strlen(name) != n)
        return false;
    for (size_t i = 0; i < n; i++)
        if (letter(typed[i]) != name[i])
            return false;
    return true;
}

/* Returns the setting with this name, or -1.  Records the use of a former name. */
static int find(struct by_settings *s, const char *typed, size_t n)
{
    for (int i = 0; i < BY_SETTINGS; i++)
        if (is_name(typed, n, by_settings_list[i].name))
            return i;
    for (int i = 0; i < BY_SETTINGS_RENAMED; i++)
        if (is_name(typed, n, by_settings_renamed[i].former)) {
            s->by_former_name[i] = true;
            return (int)by_settings_renamed[i].now;
        }
    return -1;
}

/* Returns the edit distance, which counts letters that differ, are missing or are extra. */
static int distance(const char *a, size_t n, const char *b)
{
    int row[NAME_MOST + 1];
    int m = (int)strlen(b);

    for (int j = 0; j <= m; j++)
        row[j] = j;
    for (size_t i = 0; i < n; i++) {
        int corner = row[0];

        row[0] = (int)i + 1;
        for (int j = 1; j <= m; j++) {
            int up = row[j], best = corner + (letter(a[i]) != b[j - 1]);

            best = row[j] + 1 < best ? row[j] + 1 : best;
            row[j] = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
            corner = up;
        }
    }
    return row[m];
}

/* Returns the setting that the user probably meant, or -1. */
static int near_to(const char *typed, size_t n)
{
    int best = -1, least = 3;

    for (int i = 0; i < BY_SETTINGS && n < NAME_MOST; i++) {
        int d = distance(typed, n, by_settings_list[i].name);

        if (d < least) {
            least = d;
            best = i;
        }
    }
    return best;
}

/* Returns whether a name is a typo. The environment also contains unrelated variables, so a name counts as a typo only
 * if at most a quarter of its letters differ from a setting's name. */
static bool is_slip(const char *typed, size_t n)
{
    int near = near_to(typed, n);

    return near >= 0 && distance(typed, n, by_settings_list[near].name) * 4 <= (int)strlen(by_settings_list[near].name);
}

static by_err unknown(const char *where, const char *typed, size_t n, struct by_fault *f)
{
    char quoted[61], name[NAME_MOST];
    int near = near_to(typed, n);

    snprintf(quoted, sizeof quoted, "%.*s", (int)(n < 60 ? n : 60), typed);
    if (near >= 0)
        return by_fail(f, BY_E_USAGE, where, ": unknown setting ", BY_QUOTED, quoted, "; did you mean ",
                       shown((enum by_setting_id)near, name), "?", NULL);
    return by_fail(f, BY_E_USAGE, where, ": unknown setting ", BY_QUOTED, quoted,
                   "; boneyard serve --default-config lists all settings", NULL);
}

/* ---- Values ----------------------------------------------------------------------------------- */

static const char *own(struct by_settings *s, const char *text)
{
    size_t n = strlen(text) + 1;
    struct by_owned *o = by_sure(malloc(sizeof *o + n));

    o->next = s->owned;
    s->owned = o;
    return memcpy(o->text, text, n);
}

static char *trim(char *from, char *end)
{
    while (end > from && isspace((unsigned char)end[-1]))
        end--;
    *end = '\0';
    while (isspace((unsigned char)*from))
        from++;
    return from;
}

/* Returns 1 if the value means yes, 0 if it means no, and -1 otherwise. */
static int yes_or_no(const char *v)
{
    if (strcasecmp(v, "yes") == 0 || strcasecmp(v, "on") == 0 || strcasecmp(v, "true") == 0 || strcmp(v, "1") == 0)
        return 1;
    return strcasecmp(v, "no") == 0 || strcasecmp(v, "off") == 0 || strcasecmp(v, "false") == 0 || strcmp(v, "0") == 0
        ? 0
        : -1;
}

static bool plain(const char *v)
{
    for (; *v != '\0'; v++)
        if ((unsigned char)*v < ' ' || *v == 127)
            return false;
    return true;
}

static by_err bad_value(const char *where, enum by_setting_id id, const char *value, const char *allowed,
                        struct by_fault *f)
{
    char name[NAME_MOST];

    return by_fail(f, BY_E_USAGE, where, ": ", shown(id, name), " must be ", allowed, ", not ", BY_QUOTED, value, NULL);
}

/* Returns whether the value is an origin, that is, exactly http(s)://host[:port]. */
static bool is_origin(const char *v)
{
    const char *host = strncmp(v, "https://", 8) == 0 ? v + 8 : strncmp(v, "http://", 7) == 0 ? v + 7 : NULL;

    return host != NULL && *host != '\0' && host[strspn(host, "abcdefghijklmnopqrstuvwxyz0123456789.-:[]")] == '\0';
}

bool by_settings_safe(const struct by_settings *s)
{
    for (int i = 0; i < s->origin.n; i++)
        if (strncmp(s->origin.at[i], "https://", 8) == 0)
            return true;
    return s->tls_cert != NULL;
}

/* Returns what is wrong with a string apart from its length, or NULL if the string is valid. */
static const char *wrong_text(enum by_setting_id id, const char *v)
{
    static const char *const levels[] = { "error", "warn", "info", "requests" };
    char name[BY_BOT_NAME];
    uint8_t address[16];

    if (id == BY_SETTING_origin && !is_origin(v))
        return "http:// or https:// and a host in lower case, with a port if needed, and nothing after it";
    if (id == BY_SETTING_proxy && inet_pton(AF_INET, v, address) != 1 && inet_pton(AF_INET6, v, address) != 1)
        return "a numeric address, such as 127.0.0.1 or ::1";
    if (id == BY_SETTING_bot && by_settings_bot(v, name) == NULL)
        return "NAME = COMMAND; the name has 1 to 11 lower-case letters, digits and '-', and begins with a letter";
    if (id == BY_SETTING_log) {
        for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
            if (strcmp(v, levels[i]) == 0)
                return NULL;
        return "error, warn, info or requests";
    }
    return NULL;
}

static by_err set_number(struct by_settings *s, enum by_setting_id id, const char *where, const char *value,
                         struct by_fault *f)
{
    const struct by_setting *of = &by_settings_list[id];
    char allowed[80];
    char *end;
    long n;

    errno = 0;
    n = strtol(value, &end, 10);
    if (!isdigit((unsigned char)value[0]) || *end != '\0' || errno != 0 || n < of->low || n > of->high) {
        snprintf(allowed, sizeof allowed, "a number from %d to %d", of->low, of->high);
        return bad_value(where, id, value, allowed, f);
    }
    *(int *)place_of(s, id) = (int)n;
    return BY_OK;
}

/* Parses one string of a setting. */
static by_err add_text(struct by_settings *s, enum by_setting_id id, const char *where, const char *value,
                       struct by_fault *f)
{
    const struct by_setting *of = &by_settings_list[id];
    const char *wrong = wrong_text(id, value);
    size_t n = strlen(value);
    char allowed[80];

    if (wrong == NULL && (n < (size_t)of->low || n > (size_t)of->high || !plain(value))) {
        snprintf(allowed, sizeof allowed, "a string of %d to %d bytes without control characters", of->low, of->high);
        wrong = allowed;
    }
    if (wrong != NULL)
        return bad_value(where, id, value, wrong, f);
    if (of->kind == BY_SETTING_TEXT) {
        *(const char **)place_of(s, id) = own(s, value);
    } else {
        struct by_texts *list = place_of(s, id);

        if (list->n == BY_TEXTS_MOST)
            return bad_value(where, id, value, "given at most 32 times", f);
        list->at[list->n++] = own(s, value);
    }
    return BY_OK;
}

/* Parses strings separated by commas; a LINES setting takes one string at a time. */
static by_err set_list(struct by_settings *s, enum by_setting_id id, const char *where, const char *value,
                       struct by_fault *f)
{
    char *all, *rest, *one;
    by_err err = BY_OK;

    if (by_settings_list[id].kind == BY_SETTING_LINES)
        return add_text(s, id, where, value, f);
    rest = all = by_sure(strdup(value));
    while (err == BY_OK && (one = strsep(&rest, ",")) != NULL)
        err = add_text(s, id, where, trim(one, one + strlen(one)), f);
    free(all);
    return err;
}

by_err by_settings_set(struct by_settings *s, enum by_setting_id id, enum by_setting_by by, const char *where,
                       const char *value, struct by_fault *f)
{
    int yes = yes_or_no(value);
    by_err err = BY_OK;

    switch (by_settings_list[id].kind) {
    case BY_SETTING_NUMBER: err = set_number(s, id, where, value, f); break;
    case BY_SETTING_SWITCH:
        if (yes < 0)
            return bad_value(where, id, value, "yes or no", f);
        *(bool *)place_of(s, id) = yes == 1;
        break;
    case BY_SETTING_TEXT: err = add_text(s, id, where, value, f); break;
    default:
        if (s->by[id] != by)
            ((struct by_texts *)place_of(s, id))->n = 0;
        err = set_list(s, id, where, value, f);
    }
    if (err == BY_OK)
        s->by[id] = (unsigned char)by;
    return err;
}

void by_settings_init(struct by_settings *s)
{
    struct by_fault f;

    memset(s, 0, sizeof *s);
    for (int i = 0; i < BY_SETTINGS; i++)
        if (by_settings_list[i].usual != NULL) {
            by_err err = by_settings_set(s, (enum by_setting_id)i, BY_SET_BY_DEFAULT, "settings.def",
                                         by_settings_list[i].usual, &f);

            BY_ASSERT(err == BY_OK);
        }
}

void by_settings_clear(struct by_settings *s)
{
    while (s->owned != NULL) {
        struct by_owned *next = s->owned->next;

        free(s->owned);
        s->owned = next;
    }
}

/* ---- Files ------------------------------------------------------------------------------------ */

/* Parses a line "key = value" or "bot NAME = COMMAND". */
static by_err take_line(struct by_settings *s, const char *where, char *line, struct by_fault *f)
{
    char *key = trim(line, line + strlen(line)), *equals, *value, again[NAME_MOST];
    int id;

    if (*key == '\0' || *key == '#')
        return BY_OK;
    if (strncmp(key, "bot", 3) == 0 && (key[3] == ' ' || key[3] == '\t') && key[3 + strspn(key + 3, " \t")] != '=')
        return by_settings_set(s, BY_SETTING_bot, BY_SET_BY_FILE, where, trim(key + 3, key + strlen(key)), f);
    equals = strchr(key, '=');
    if (equals == NULL)
        return by_fail(f, BY_E_USAGE, where, ": a line must be key = value or begin with #, not ", BY_QUOTED, key,
                       NULL);
    value = trim(equals + 1, equals + 1 + strlen(equals + 1));
    key = trim(key, equals);
    id = find(s, key, strlen(key));
    if (id < 0)
        return unknown(where, key, strlen(key), f);
    if (s->by[id] == BY_SET_BY_FILE && !is_list(id))
        return by_fail(f, BY_E_USAGE, where, ": ", shown((enum by_setting_id)id, again),
                       " is set twice in this file; remove one of the two", NULL);
    return by_settings_set(s, (enum by_setting_id)id, BY_SET_BY_FILE, where, value, f);
}

by_err by_settings_read(struct by_settings *s, const char *name, const char *words, size_t n, struct by_fault *f)
{
    char shown_name[100], where[140];
    by_err err = BY_OK;

    by_page_clean(shown_name, sizeof shown_name, name);
    if (n >= 3 && memcmp(words, "\xef\xbb\xbf", 3) == 0) { /* some editors write a byte-order mark */
        words += 3;
        n -= 3;
    }
    for (int number = 1; n > 0 && err == BY_OK; number++) {
        const char *end = memchr(words, '\n', n);
        size_t length = end == NULL ? n : (size_t)(end - words);
        char *line = by_sure(malloc(length + 1));

        memcpy(line, words, length);
        line[length] = '\0';
        snprintf(where, sizeof where, "%s, line %d", shown_name, number);
        if (memchr(words, '\0', length) != NULL)
            err = by_fail(f, BY_E_USAGE, where, ": the line contains a NUL byte", NULL);
        else
            err = take_line(s, where, line, f);
        if (err != BY_OK && f != NULL)
            f->line = number;
        free(line);
        n -= length + (end != NULL);
        words += length + (end != NULL);
    }
    return err;
}

by_err by_settings_file(struct by_settings *s, const char *path, struct by_fault *f)
{
    FILE *in = fopen(path, "re");
    char *all;
    size_t n;
    by_err err;

    if (in == NULL)
        return by_fail(f, BY_E_USAGE, "the settings in ", BY_QUOTED, path, " cannot be read: ", strerror(errno), NULL);
    all = by_sure(malloc(FILE_MOST + 1));
    n = fread(all, 1, FILE_MOST + 1, in);
    if (ferror(in) != 0)
        err = by_fail(f, BY_E_USAGE, "the settings in ", BY_QUOTED, path, " cannot be read: ", strerror(errno), NULL);
    else if (n > FILE_MOST)
        err = by_fail(f, BY_E_TOO_LONG, "the settings in ", BY_QUOTED, path, " exceed 1 MiB: is this the right file?",
                      NULL);
    else
        err = by_settings_read(s, path, all, n, f);
    fclose(in);
    free(all);
    return err;
}

/* ---- The environment, and all settings -------------------------------------------------------- */

by_err by_settings_environment(struct by_settings *s, char *const *environment, struct by_fault *f)
{
    static const char ours[] = "BONEYARD_";
    size_t begins = sizeof ours - 1;
    char where[80];
    by_err err = BY_OK;

    for (; *environment != NULL && err == BY_OK; environment++) {
        const char *name = *environment, *equals = strchr(name, '=');
        size_t n = equals == NULL ? 0 : (size_t)(equals - name);
        int id;

        if (n <= begins || strncmp(name, ours, begins) != 0 || is_name(name + begins, n - begins, "config"))
            continue;
        snprintf(where, sizeof where, "%.*s", (int)(n < 60 ? n : 60), name);
        id = find(s, name + begins, n - begins);
        if (id >= 0)
            err = by_settings_set(s, (enum by_setting_id)id, BY_SET_BY_ENVIRONMENT, where, equals + 1, f);
        else if (is_slip(name + begins, n - begins))
            err = unknown(where, name + begins, n - begins, f);
    }
    return err;
}

static bool is_address(const char *at)
{
    size_t n = strncmp(at, "http://", 7) == 0 ? 7 : strncmp(at, "https://", 8) == 0 ? 8 : 0;

    return n > 0 && at[n] != '\0' && at[n] != '/' && at[strlen(at) - 1] != '/';
}

by_err by_settings_check(const struct by_settings *s, struct by_fault *f)
{
    char name[BY_BOT_NAME], other[BY_BOT_NAME];
    uint8_t address[16];
    int bits;

    if ((s->tls_cert == NULL) != (s->tls_key == NULL))
        return by_fail(f, BY_E_USAGE, s->tls_cert == NULL ? "tls-key" : "tls-cert", " is set, but not ",
                       s->tls_cert == NULL ? "tls-cert" : "tls-key", ": HTTPS needs both", NULL);
    if (s->node != NULL && (s->db == NULL || strncmp(s->db, "postgres", 8) != 0))
        return by_fail(f, BY_E_USAGE,
                       "node is set, but db is not the address of a PostgreSQL database, which several "
                       "servers need",
                       NULL);
    if (s->node != NULL
        && strspn(s->node, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") != strlen(s->node))
        return by_fail(f, BY_E_USAGE, "node: a name has letters, digits, '-', '_' and '.' only", NULL);
    if (s->node_address != NULL && s->node == NULL)
        return by_fail(f, BY_E_USAGE, "node-address is set, but not node: only one of several servers needs it", NULL);
    if (s->node_address != NULL && !is_address(s->node_address))
        return by_fail(f, BY_E_USAGE,
                       "node-address: an address begins with http:// or https:// and ends without a slash", NULL);
    for (int i = 0; i < s->club_addresses.n; i++)
        if (!by_address_network(s->club_addresses.at[i], address, &bits))
            return by_fail(f, BY_E_USAGE, "club-addresses: ", BY_QUOTED, s->club_addresses.at[i],
                           " is not an address such as 203.0.113.7, nor a network such as 2001:db8::/48", NULL);
    for (int i = 0; i < s->bot.n; i++)
        for (int j = 0; j < i; j++) {
            by_settings_bot(s->bot.at[i], name);
            by_settings_bot(s->bot.at[j], other);
            if (strcmp(name, other) == 0)
                return by_fail(f, BY_E_USAGE, "two bots are called ", BY_QUOTED, name, NULL);
        }
    return BY_OK;
}

/* Prints text as wrapped comment lines. */
static void remark(FILE *out, const char *words)
{
    int column = 0;

    while (*words != '\0') {
        int n = (int)strcspn(words, " ");

        if (column > 0 && column + 1 + n > 100) {
            putc('\n', out);
            column = 0;
        }
        column += fprintf(out, "%s%.*s", column == 0 ? "# " : " ", n, words);
        words += n;
        words += strspn(words, " ");
    }
    putc('\n', out);
}

static void print_one(FILE *out, enum by_setting_id id)
{
    const struct by_setting *of = &by_settings_list[id];
    char name[NAME_MOST];

    putc('\n', out);
    remark(out, of->words);
    fprintf(out, "#%s%s%s\n", shown(id, name), of->kind == BY_SETTING_LINES ? " " : " = ",
            of->usual != NULL ? of->usual : of->value);
}

void by_settings_print(FILE *out)
{
    fputs("# Settings of boneyard serve.  All are optional.  A commented line shows the default, or in CAPITALS the\n"
          "# kind of value.  Options (--retention-days 7) take precedence over the environment\n"
          "# (BONEYARD_RETENTION_DAYS=7), and the environment over this file.\n"
          "# boneyard serve --config FILE --check-config validates all settings.\n",
          out);
#define BY_SETTING_PART(heading) fprintf(out, "\n# ---- %s ----\n", heading);
#define BY_SETTING(id, kind, usual, low, high, value, words) print_one(out, BY_SETTING_##id);
#include "settings.def"
#undef BY_SETTING
#undef BY_SETTING_PART
}

/* Returns whether the value of a setting may be shown. All values are secret except numbers, switches, and those listed
 * here. */
static bool is_shown(const struct by_settings *s, enum by_setting_id id)
{
    switch (id) {
    case BY_SETTING_listen:
    case BY_SETTING_origin:
    case BY_SETTING_proxy:
    case BY_SETTING_tls_cert:
    case BY_SETTING_metrics:
    case BY_SETTING_node:
    case BY_SETTING_node_address:
    case BY_SETTING_club_addresses:
    case BY_SETTING_log:
    case BY_SETTING_web_root: return true;
    case BY_SETTING_db: return s->db == NULL || strstr(s->db, "://") == NULL;
    default: return by_settings_list[id].kind == BY_SETTING_NUMBER || by_settings_list[id].kind == BY_SETTING_SWITCH;
    }
}

bool by_settings_value(const struct by_settings *s, enum by_setting_id id, char *out, size_t size)
{
    const void *at = (const char *)s + offsets[id];
    const struct by_texts *list = at;
    const char *one;
    size_t n = 0;

    out[0] = '\0';
    switch (by_settings_list[id].kind) {
    case BY_SETTING_NUMBER: snprintf(out, size, "%d", *(const int *)at); break;
    case BY_SETTING_SWITCH: snprintf(out, size, "%s", *(const bool *)at ? "yes" : "no"); break;
    case BY_SETTING_TEXT:
        memcpy(&one, at, sizeof one);
        if (one != NULL && !is_shown(s, id))
            return false;
        snprintf(out, size, "%s", one == NULL ? "" : one);
        break;
    default:
        if (list->n > 0 && !is_shown(s, id))
            return false;
        for (int i = 0; i < list->n && n < size; i++)
            n += (size_t)snprintf(out + n, size - n, "%s%s", i > 0 ? ", " : "", list->at[i]);
    }
    return true;
}

const char *by_settings_bot(const char *text, char name[BY_BOT_NAME])
{
    size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-");
    const char *at = text + n;

    at += strspn(at, " \t");
    if (n == 0 || n >= BY_BOT_NAME || text[0] < 'a' || *at != '=')
        return NULL;
    at += 1 + strspn(at + 1, " \t");
    memcpy(name, text, n);
    name[n] = '\0';
    return *at == '\0' ? NULL : at;
}
