/* SPDX-License-Identifier: MIT */
/* moves.c: fuzz target: a rule string, a seed byte, and moves as lines of text.  Refused moves change
 * nothing, and every accepted move can be undone. */
#include <stdlib.h>
#include <string.h>

#include "boneyard/table.h"
#include "fuzz.h"

static struct by_step steps[4096];

static void play_lines(struct by_table *m, const char *at, const char *end)
{
    struct by_state before;

    while (at < end && m->moves < 4000) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t n = (size_t)((stop == NULL ? end : stop) - at);
        int seat = n > 0 && *at >= 'a' && *at <= 'p' ? *at - 'a' : m->state.now.turn;

        before = m->state;
        if (n > 0 && *at >= 'a' && *at <= 'p' && n > 1 && at[1] == ' ') {
            at += 2;
            n -= 2;
        }
        if (by_table_play_text(m, seat, at, n, NULL) == BY_OK) {
            struct by_state after = m->state;

            if (by_table_undo(m) != BY_OK || memcmp(&before, &m->state, sizeof before) != 0)
                abort();
            if (by_table_play_text(m, seat, at, n, NULL) != BY_OK || memcmp(&after, &m->state, sizeof after) != 0)
                abort();
        } else if (memcmp(&before, &m->state, sizeof before) != 0) {
            abort();
        }
        at += n + 1;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data, *end = text + size, *line = memchr(data, '\n', size);
    struct by_seed seed = { { 0 } };
    struct by_config rules;
    struct by_table m;
    char string[256];

    if (line == NULL || line - text >= (ptrdiff_t)sizeof string || end - line < 2)
        return 0;
    memcpy(string, text, (size_t)(line - text));
    string[line - text] = '\0';
    if (by_config_parse(string, &rules, NULL) != BY_OK)
        return 0;
    seed.bytes[0] = (uint8_t)line[1];
    by_table_init(&m, &rules, steps, sizeof steps / sizeof steps[0]);
    if (by_table_deal_seeded(&m, &seed, -1, NULL) == BY_OK)
        play_lines(&m, line + 2, end);
    return 0;
}
