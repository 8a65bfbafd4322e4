/* SPDX-License-Identifier: MIT */
/* settings.c: fuzz target: the server's file of settings.  Refused settings have a sentence and a line; accepted ones
 * can be checked and freed. */
#include <stdlib.h>

#include "fuzz.h"
#include "server/operate/config.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct by_settings s;
    struct by_fault f = { 0 };
    char name[BY_BOT_NAME];
    by_err err;

    by_settings_init(&s);
    err = by_settings_read(&s, "fuzz.conf", (const char *)data, size, &f);
    if (err != BY_OK && (f.text[0] == '\0' || f.line < 1))
        abort();
    if (err == BY_OK && by_settings_check(&s, &f) != BY_OK && f.text[0] == '\0')
        abort();
    for (int i = 0; i < s.bot.n; i++)
        if (by_settings_bot(s.bot.at[i], name) == NULL)
            abort();
    if (s.credits < 10 || s.credits > 1000000 || s.connections < 32 || s.bot_seconds > 8)
        abort();
    by_settings_clear(&s);
    return 0;
}
