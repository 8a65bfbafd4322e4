/* SPDX-License-Identifier: MIT */
/* cli.c: error messages and exit statuses of commands. */
#include <stdio.h>

#include "cli.h"
#include "util/page.h"

int by_cli_say(int status, const char *sentence)
{
    by_complain("%s", sentence);
    return status;
}

int by_cli_end(int status)
{
    if (fflush(stdout) != 0 || ferror(stdout) != 0)
        return by_cli_say(BY_EXIT_WRONG, "standard output could not be written");
    return status;
}
