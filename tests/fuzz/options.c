/* SPDX-License-Identifier: MIT */
/* options.c: fuzz target: rule strings.  An accepted string prints as a string that is also accepted and
 * gives the same rules. */
#include <stdlib.h>
#include <string.h>

#include "boneyard/rules.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1), again[BY_CONFIG_TEXT];
    struct by_config rules, twice;
    struct by_fault f;

    memcpy(text, data, size);
    text[size] = '\0';
    if (by_config_parse(text, &rules, &f) == BY_OK) {
        by_config_print(&rules, again, sizeof again);
        if (by_config_parse(again, &twice, &f) != BY_OK || memcmp(&rules, &twice, sizeof rules) != 0)
            abort();
    } else if (f.text[0] == '\0') {
        abort();
    }
    free(text);
    return 0;
}
