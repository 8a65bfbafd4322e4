/* SPDX-License-Identifier: MIT */
/* log.h: writes the operator's log to standard error, one event per line, as JSON.
 *
 * {"at":"2026-11-21T10:00:00Z","level":"warn","event":"not-kept","why":"..."}
 *
 * NEVER log names, tokens, addresses, tiles, table ids (which grant access) or text written by people. Strings come
 * only from this program, the system or the settings. At most 100 lines a second are written; any further lines are
 * only counted. */
#ifndef BY_SERVER_OPERATE_LOG_H
#define BY_SERVER_OPERATE_LOG_H

#include <stdbool.h>
#include <stdint.h>

enum by_log_level { BY_LOG_ERROR, BY_LOG_WARN, BY_LOG_INFO, BY_LOG_REQUESTS };

/* Sets the level: "error", "warn", "info" or "requests". */
void by_log_start(const char *level);

/* A field: a string, or a number if `text` is NULL. */
struct by_log_field {
    const char *name, *text;
    int64_t number;
};
#define BY_LOG_TEXT(name, text) ((struct by_log_field){ name, text, 0 })
#define BY_LOG_NUMBER(name, n) ((struct by_log_field){ name, NULL, n })

/* Logs one event with its fields. Event names are written in lower case with hyphens. Thread-safe. by_log(BY_LOG_WARN,
 *     "not-kept", BY_LOG_FIELDS(BY_LOG_TEXT("why", f.text), BY_LOG_NUMBER("ms", 20))); */
#define BY_LOG_FIELDS(...) \
    (const struct by_log_field[]) \
    { \
        __VA_ARGS__, { 0 } \
    }
void by_log(enum by_log_level level, const char *event, const struct by_log_field *fields); /* NULL if none */

/* Visits the latest errors and warnings as they were written, newest first. `each` returns false to stop, and must not
 * log. */
enum { BY_LOG_KEPT = 32 };
typedef bool by_on_log(void *data, const char *line);
void by_log_recent(by_on_log *each, void *data);

#endif
