/* SPDX-License-Identifier: MIT */
/* config.h: reads the server's settings. Settings come, in order of precedence, from the command line, the environment,
 * a file, and the defaults in settings.def. */
#ifndef BY_SERVER_OPERATE_CONFIG_H
#define BY_SERVER_OPERATE_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "boneyard/error.h"

enum by_setting_id {
#define BY_SETTING_PART(words)
#define BY_SETTING(id, kind, usual, low, high, value, words) BY_SETTING_##id,
#include "settings.def"
#undef BY_SETTING
#undef BY_SETTING_PART
    BY_SETTINGS
};

enum by_setting_kind { BY_SETTING_TEXT, BY_SETTING_NUMBER, BY_SETTING_SWITCH, BY_SETTING_LIST, BY_SETTING_LINES };
enum by_setting_by { BY_SET_BY_DEFAULT, BY_SET_BY_FILE, BY_SET_BY_ENVIRONMENT, BY_SET_BY_OPTION };

struct by_setting {
    const char *name;
    enum by_setting_kind kind;
    const char *usual;
    int low, high;
    const char *value, *words;
};
extern const struct by_setting by_settings_list[BY_SETTINGS];

/* Settings of 0.1 that have been renamed. The former names are still accepted, and the log says so. */
enum { BY_SETTINGS_RENAMED = 2 };
extern const struct by_renamed {
    const char *former; /* its former name in the settings file: "comers" */
    const char *option; /* the same on the command line: "--comers" */
    const char *about;  /* a sentence for --help */
    enum by_setting_id now;
} by_settings_renamed[BY_SETTINGS_RENAMED];

/* The types of setting values: a string or NULL, a number, a switch, or a list of strings. */
#define BY_VALUE_TEXT const char *
#define BY_VALUE_NUMBER int
#define BY_VALUE_SWITCH bool
#define BY_VALUE_LIST struct by_texts
#define BY_VALUE_LINES struct by_texts
enum { BY_TEXTS_MOST = 32 };
struct by_texts {
    int n;
    const char *at[BY_TEXTS_MOST];
};

struct by_settings {
#define BY_SETTING_PART(words)
#define BY_SETTING(id, kind, usual, low, high, value, words) BY_VALUE_##kind id;
#include "settings.def"
#undef BY_SETTING
#undef BY_SETTING_PART
    unsigned char by[BY_SETTINGS];            /* enum by_setting_by */
    bool by_former_name[BY_SETTINGS_RENAMED]; /* whether a source uses the former name */
    struct by_owned {
        struct by_owned *next;
        char text[];
    } * owned;
};

/* Writes a prefix and a setting's name as users type it, with '-' for '_', as in "--key-file". Returns the text. */
const char *by_settings_name(enum by_setting_id id, const char *before, char *out, size_t size);

/* by_settings_init fills in the defaults; by_settings_clear frees the settings with all their strings. */
void by_settings_init(struct by_settings *s);
void by_settings_clear(struct by_settings *s);

/* Milliseconds between two ticks. Output is sent and outcomes of moves are used on ticks only, and table time advances
 * in steps of the same length. Each of several nodes has only a part of the moves, so it ticks less often to commit as
 * many at once. */
static inline int by_settings_tick(const struct by_settings *s) { return s->node == NULL ? 10 : 15; }

/* Parses n bytes of a file's contents: lines of the form "key = value", "bot NAME = COMMAND" or "# ...". `name` is the
 * file's name. Stops at the first error; the fault names the file, line and key. */
by_err by_settings_read(struct by_settings *s, const char *name, const char *words, size_t n, struct by_fault *f);
by_err by_settings_file(struct by_settings *s, const char *path, struct by_fault *f);

/* Reads all BONEYARD_* variables. Rejects names that look like a misspelt setting and ignores the others. */
by_err by_settings_environment(struct by_settings *s, char *const *environment, struct by_fault *f);

/* Sets one setting from a source, described as "--credits", "line 3 of a.conf" and so on. A list setting grows by one
 * string or, if the source takes precedence, starts over. */
by_err by_settings_set(struct by_settings *s, enum by_setting_id id, enum by_setting_by by, const char *where,
                       const char *value, struct by_fault *f);

/* Checks that the settings are compatible with each other, without opening any files. */
by_err by_settings_check(const struct by_settings *s, struct by_fault *f);

/* Returns whether browsers use HTTPS, either to the server itself or to a proxy in front of it. */
bool by_settings_safe(const struct by_settings *s);

/* Writes a setting's value as text, or "" if it has none. Returns false and writes nothing if the value must not be
 * shown because it may contain a password or the path of a key. */
bool by_settings_value(const struct by_settings *s, enum by_setting_id id, char *out, size_t size);

/* Prints the default configuration file with explanations. */
void by_settings_print(FILE *out);

/* Splits a bot's "NAME = COMMAND" and returns the command. `name` has room for BY_BOT_NAME bytes. */
enum { BY_BOT_NAME = 12 };
const char *by_settings_bot(const char *text, char name[BY_BOT_NAME]);

#endif
