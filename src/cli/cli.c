/* SPDX-License-Identifier: MIT */
/* cli.c: handles error messages and exit statuses of commands. */
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#include "cli.h"
#include "boneyard/text.h"
#include "util/page.h"
#include "util/tell.h"

int by_cli_say(int status, const char *sentence)
{
    by_complain("%s", sentence);
    return status;
}

int by_cli_tell(int status, const char *id, const struct by_part *parts)
{
    by_tell_complain(id, parts);
    return status;
}

/* Returns whether the reader has closed the pipe, as head does in `boneyard replay FILE | head -1`. Polls, because
 * errno may predate the failed write. */
static bool reader_is_gone(void)
{
    struct pollfd out = { .fd = STDOUT_FILENO, .events = POLLOUT };

    return poll(&out, 1, 0) > 0 && (out.revents & POLLERR) != 0;
}

int by_cli_end(int status)
{
    if ((fflush(stdout) != 0 || ferror(stdout) != 0) && !reader_is_gone())
        return by_cli_say(BY_EXIT_WRONG, "standard output could not be written");
    return status;
}

void by_cli_put_tiles(struct by_text *out, struct by_set tiles)
{
    while (!by_set_empty(&tiles)) {
        by_put(out, out->used > 0 ? " " : "");
        by_put_tile(out, by_set_take(&tiles), false);
    }
}

bool by_cli_other_set(const struct by_config *rules, struct by_text *out)
{
    const struct by_game *g = by_games[rules->game];
    char words[BY_CONFIG_TEXT];
    struct by_config usual;

    by_config_preset(rules->game, rules->preset, &usual);
    if (usual.opt[BY_SET] == rules->opt[BY_SET])
        return false;
    snprintf(words, sizeof words, "%s:%s players=%d", g->key, g->presets[rules->preset].sheet,
             (int)rules->opt[BY_PLAYERS]);
    if (by_config_parse(words, &usual, NULL) != BY_OK || usual.opt[BY_SET] != rules->opt[BY_SET])
        return false; /* the user's rule string specifies this set */
    by_tell_put(out, "cli.other.set", BY_PARTS(BY_NUMBER(rules->opt[BY_PLAYERS]), BY_NUMBER(rules->opt[BY_SET])));
    return true;
}
