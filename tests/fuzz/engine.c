/* SPDX-License-Identifier: MIT */
/* engine.c: fuzz target: lines of the engine protocol.  Every line gets an answer that is one JSON
 * object with "ok", and a refused line leaves the state unchanged. */
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "fuzz.h"

static char *ask(struct by_engine *e, const char *line) { return by_engine_answer(e, line, strlen(line)); }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *at = (const char *)data, *end = at + size;
    struct by_seed seed = { { 1 } };
    struct by_engine e;

    by_engine_init(&e, &seed);
    for (int lines = 0; at < end && lines < 64; lines++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t n = (size_t)((stop == NULL ? end : stop) - at);
        char *before = ask(&e, "{\"do\":\"state\"}"), *answer = by_engine_answer(&e, at, n), *after;
        by_json *j = by_json_read(answer, strlen(answer), NULL);

        if (j == NULL && strlen(answer) < BY_LINE_LIMIT && strstr(answer, "\"id\"") == NULL)
            abort();
        after = ask(&e, "{\"do\":\"state\"}");
        if (j != NULL && !by_json_true(by_json_get(j, "ok")) && strcmp(before, after) != 0)
            abort();
        by_json_free(j);
        free(before);
        free(answer);
        free(after);
        at += n + 1;
    }
    by_engine_clear(&e);
    return 0;
}
