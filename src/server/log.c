/* log.c: events as lines of JSON on standard error. */
#include "log.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "boneyard/text.h"
#include "util/chance.h"

enum { LINE_MOST = 4096, TEXT_MOST = 300, FIELD_MOST = 2 * TEXT_MOST + 80, A_SECOND = 100 };

static const char *const levels[] = { "error", "warn", "info", "requests" };
static enum by_log_level most = BY_LOG_WARN;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static time_t second;
static long in_second, left_out;

void by_log_start(const char *level)
{
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
        if (strcmp(levels[i], level) == 0)
            most = (enum by_log_level)i;
}

/* A text in quotes, harmless and cut. */
static void put_text(struct by_text *t, const char *words)
{
    char clean[TEXT_MOST];
    struct by_text c = by_text_on(clean, sizeof clean);
    size_t n = strlen(words);

    by_put_clean(&c, words, n < TEXT_MOST - 1 ? n : TEXT_MOST - 1);
    by_put_char(t, '"');
    for (const char *at = clean; *at != '\0'; at++) {
        if (*at == '"' || *at == '\\')
            by_put_char(t, '\\');
        by_put_char(t, *at);
    }
    by_put_char(t, '"');
}

static void begin(struct by_text *t, enum by_log_level level, const char *event)
{
    char date[24];

    by_date(date);
    by_put(t, "{\"at\":\"");
    by_put(t, date);
    by_put(t, "\",\"level\":\"");
    by_put(t, level == BY_LOG_REQUESTS ? "info" : levels[level]);
    by_put(t, "\",\"event\":");
    put_text(t, event);
}

static void finish(struct by_text *t)
{
    ssize_t n;

    by_put(t, "}\n");
    n = write(STDERR_FILENO, t->at, t->used);
    (void)n;                            /* whoever closed it does not want to hear */
}

/* May this line go out?  Says first how many did not. */
static int admitted(void)
{
    char line[LINE_MOST];
    struct by_text t = by_text_on(line, sizeof line);
    time_t now = time(NULL);

    if (now != second) {
        if (left_out > 0) {
            begin(&t, BY_LOG_WARN, "left-out");
            by_put(&t, ",\"lines\":");
            by_put_int(&t, left_out);
            finish(&t);
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
    char line[LINE_MOST];
    struct by_text t = by_text_on(line, sizeof line - 3);

    if (level > most)
        return;
    pthread_mutex_lock(&lock);
    if (admitted()) {
        begin(&t, level, event);
        for (; fields != NULL && fields->name != NULL && t.used + FIELD_MOST < sizeof line; fields++) {
            by_put_char(&t, ',');
            put_text(&t, fields->name);
            by_put_char(&t, ':');
            if (fields->text != NULL)
                put_text(&t, fields->text);
            else
                by_put_int(&t, fields->number);
        }
        t.size = sizeof line;
        finish(&t);
    }
    pthread_mutex_unlock(&lock);
}
