/* SPDX-License-Identifier: MIT */
/* log.c: writes events as lines of JSON to standard error. */
#include "log.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "boneyard/text.h"
#include "util/chance.h"
#include "wire/out.h"

enum { LINE_MOST = 4096, TEXT_MOST = 300, FIELD_MOST = 2 * TEXT_MOST + 80, A_SECOND = 100 };

static const char *const levels[] = { "error", "warn", "info", "requests" };
static enum by_log_level most = BY_LOG_WARN;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static time_t second;
static long in_second, left_out;
static char *kept[BY_LOG_KEPT]; /* a ring of the latest errors and warnings, without newlines */
static unsigned long kept_n;

void by_log_start(const char *level)
{
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
        if (strcmp(levels[i], level) == 0)
            most = (enum by_log_level)i;
}

/* Removes control characters and truncates to TEXT_MOST bytes. */
static void put_text(struct by_out *o, const char *key, const char *words)
{
    char clean[TEXT_MOST];
    struct by_text t = by_text_on(clean, sizeof clean);
    size_t n = strlen(words);

    by_put_clean(&t, words, n < TEXT_MOST - 1 ? n : TEXT_MOST - 1);
    by_out_key_string(o, key, clean);
}

static struct by_out begin(enum by_log_level level, const char *event)
{
    struct by_out o = { 0 };
    char date[24];

    by_date(date);
    by_out(&o, "{");
    by_out_key_string(&o, "at", date);
    by_out_key_string(&o, "level", level == BY_LOG_REQUESTS ? "info" : levels[level]);
    put_text(&o, "event", event);
    return o;
}

static void finish(struct by_out *o, enum by_log_level level)
{
    char **place = &kept[kept_n % BY_LOG_KEPT];
    ssize_t n;

    by_out(o, "}\n");
    n = write(STDERR_FILENO, o->at, o->n);
    (void)n; /* failed writes are ignored, since standard error may have been closed on purpose */
    o->at[o->n - 1] = '\0';
    if (level <= BY_LOG_WARN) {
        free(*place);
        *place = by_out_end(o);
        kept_n++;
    } else {
        free(o->at);
    }
}

/* Returns whether this line may be written. First reports the number of suppressed lines, if any. */
static int admitted(void)
{
    time_t now = time(NULL);

    if (now != second) {
        if (left_out > 0) {
            struct by_out o = begin(BY_LOG_WARN, "left-out");

            by_out_key_int(&o, "lines", left_out);
            finish(&o, BY_LOG_WARN);
        }
        second = now;
        in_second = left_out = 0;
    }
    if (in_second >= A_SECOND)
        left_out++;
    else
        in_second++;
    return left_out == 0;
}

void by_log(enum by_log_level level, const char *event, const struct by_log_field *fields)
{
    struct by_out o;

    if (level > most)
        return;
    pthread_mutex_lock(&lock);
    if (admitted()) {
        o = begin(level, event);
        for (; fields != NULL && fields->name != NULL && o.n + FIELD_MOST < LINE_MOST; fields++) {
            if (fields->text != NULL)
                put_text(&o, fields->name, fields->text);
            else
                by_out_key_int(&o, fields->name, fields->number);
        }
        finish(&o, level);
    }
    pthread_mutex_unlock(&lock);
}

void by_log_recent(by_on_log *each, void *data)
{
    pthread_mutex_lock(&lock);
    for (unsigned long i = kept_n; i > 0 && i + BY_LOG_KEPT > kept_n; i--)
        if (!each(data, kept[(i - 1) % BY_LOG_KEPT]))
            break;
    pthread_mutex_unlock(&lock);
}
