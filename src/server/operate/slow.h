/* SPDX-License-Identifier: MIT */
/* slow.h: remembers the slowest requests and statements of the last hour, by kind. Thread-safe. */
#ifndef BY_SERVER_OPERATE_SLOW_H
#define BY_SERVER_OPERATE_SLOW_H

#include <stdint.h>

enum by_slow_kind { BY_SLOW_REQUEST, BY_SLOW_STATEMENT, BY_SLOW_KINDS };
enum { BY_SLOW_MOST = 8 };

struct by_slow {
    const char *what, *of; /* static strings, such as "query" and "table"; `of` may be NULL */
    int64_t micros, at;    /* the duration, and by_now_ms() at its end */
};

/* Records a duration unless it is short. The names must not depend on people, tables or tiles. */
void by_slow_note(enum by_slow_kind kind, const char *what, const char *of, int64_t micros);

/* Copies the slowest requests or statements, slowest first. Returns their number. */
int by_slow_list(enum by_slow_kind kind, struct by_slow out[BY_SLOW_MOST]);

#endif
