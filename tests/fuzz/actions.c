/* SPDX-License-Identifier: MIT */
/* actions.c: fuzz target: a rule string, a byte for the seed, the bots and `forced`, then 16-bit numbers, one per table
 * and step (boneyard/batch.h).  A number with its highest bit set chooses a legal action; any other number, less 64, is
 * the action.  A step must be refused at the first table whose mask lacks the action, and then change nothing. */
#include <stdlib.h>
#include <string.h>

#include "boneyard/batch.h"
#include "fuzz.h"

enum { TABLES = 3, BYTES = 1 << 15 };

static struct by_batch_rules batch;
static struct by_batch_table tables[TABLES], before[TABLES];
static uint8_t seen[TABLES * BYTES], mask[TABLES * BYTES], done[TABLES];
static int32_t turn[TABLES];
static float reward[TABLES * BY_SEATS];

static int32_t action_of(const uint8_t *legal, uint32_t number)
{
    int n = 0;

    if ((number & 0x8000) == 0)
        return (int32_t)number - 64;
    for (int i = 0; i < batch.code.actions; i++)
        n += legal[i];
    if (n == 0)
        abort(); /* every table waits for a decision */
    n = (int)((number & 0x7fff) % (uint32_t)n);
    for (int i = 0;; i++)
        if (legal[i] != 0 && n-- == 0)
            return i;
}

static void check_step(const uint8_t *numbers)
{
    const struct by_batch_out out = { seen, mask, turn, reward, done };
    int32_t action[TABLES];
    int wrong = -1, said;

    for (int i = TABLES - 1; i >= 0; i--) {
        const uint8_t *legal = mask + (size_t)i * batch.code.actions;

        action[i] = action_of(legal, numbers[2 * i] | (uint32_t)numbers[2 * i + 1] << 8);
        if (action[i] < 0 || action[i] >= batch.code.actions || legal[action[i]] == 0)
            wrong = i;
    }
    memcpy(before, tables, sizeof tables);
    said = by_batch_step(&batch, tables, action, TABLES, &out);
    if (said != wrong)
        abort();
    for (int i = 0; wrong >= 0 && i < TABLES; i++) {
        before[i].next = tables[i].next; /* only used during a step */
        if (memcmp(&before[i], &tables[i], sizeof tables[i]) != 0)
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct by_batch_out out = { seen, mask, turn, reward, done };
    const uint8_t *at = memchr(data, '\n', size), *end = data + size;
    struct by_seed seed = { { 0 } };
    struct by_config rules;
    char string[256];

    if (at == NULL || at - data >= (ptrdiff_t)sizeof string || end - at < 2)
        return 0;
    memcpy(string, data, (size_t)(at - data));
    string[at - data] = '\0';
    memset(&batch, 0, sizeof batch);
    if (by_config_parse(string, &rules, NULL) != BY_OK)
        return 0;
    by_code_of(&rules, &batch.code);
    if (batch.code.size > BYTES || batch.code.actions > BYTES)
        abort();
    seed.bytes[0] = at[1] >> 3;
    batch.forced = (at[1] & 1) != 0;
    if (batch.code.players > 1 && (at[1] & 2) != 0)
        batch.player[1] = (at[1] & 4) != 0 && by_batch_greedy(&batch.code) ? BY_BATCH_GREEDY : BY_BATCH_RANDOM;
    by_batch_begin(&batch, &seed, 0, tables, TABLES, &out);
    for (at += 2; end - at >= 2 * TABLES; at += 2 * TABLES)
        check_step(at);
    return 0;
}
