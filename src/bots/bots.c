/* SPDX-License-Identifier: MIT */
/* bots.c: the list of bots. */
#include "boneyard/bot.h"
#include "boneyard/text.h"
#include "style.h"

#define BY_BOT(name) extern const struct by_bot by_bot_##name;
#include "boneyard/bots.def"
#undef BY_BOT

const struct by_bot *const by_bots[BY_BOTS] = {
#define BY_BOT(name) &by_bot_##name,
#include "boneyard/bots.def"
#undef BY_BOT
};

size_t by_bot_names(bool baselines, char *out, size_t size)
{
    struct by_text t = by_text_on(out, size);

    for (int i = 0; i < BY_BOTS; i++) {
        if (by_bots[i]->baseline && !baselines)
            continue;
        by_put(&t, i == 0 ? "" : ", ");
        by_put(&t, by_bots[i]->key);
    }
    return t.used;
}

const struct by_bot *by_bot_find(bool baselines, const char *key)
{
    for (int i = 0; i < BY_BOTS; i++)
        if ((baselines || !by_bots[i]->baseline) && by_same(by_bots[i]->key, key))
            return by_bots[i];
    return by_styled_find(key);
}
