/* SPDX-License-Identifier: MIT */
/* screen_demo.c: lets a test press keys on a terminal.  Shows the inks and writes each key to the named file; q ends, A
 * aborts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/inks.h"
#include "tui/screen.h"

static const char *const names[] = { "none",      "sign",  "enter",    "escape",     "tab",    "back-tab", "erase",
                                     "up",        "down",  "left",     "right",      "home",   "end",      "page-up",
                                     "page-down", "click", "wheel-up", "wheel-down", "resize", "stop",     "lost" };

static void show(const char *said)
{
    struct by_canvas c;
    int width, height;

    by_screen_size(&width, &height);
    by_canvas_init(&c, width, height, !by_screen_utf8());
    by_canvas_print(&c, 0, 0, -1, BY_INK_BAR, "screen %d x %d: %s ", width, height, said);
    for (int i = 0; i < BY_INKS; i++)
        by_canvas_print(&c, i / 12 * 20, 2 + i % 12, 18, (enum by_ink)i, "ink %2d [6|4] ●●● ┄", i);
    by_screen_show(&c, width - 1, height - 1);
    by_canvas_clear(&c);
}

int main(int argc, char **argv)
{
    FILE *log = argc > 1 ? fopen(argv[1], "w") : NULL;
    enum by_colours colours = argc > 2 ? (enum by_colours)atoi(argv[2]) : BY_COLOURS_AUTO;
    char said[80] = "ready", why[120];

    if (log == NULL)
        return 2;
    setvbuf(log, NULL, _IOLBF, 0);
    if (!by_screen_open(colours, why, sizeof why)) {
        fprintf(log, "refused: %s\n", why);
        return 1;
    }
    fprintf(log, "open\n");
    for (;;) {
        struct by_key key;

        show(said);
        key = by_screen_wait(20000);
        snprintf(said, sizeof said, "%s %u %d %d", names[key.press], (unsigned)key.sign, key.x, key.y);
        if (key.press == BY_PRESS_RESIZE) {
            int width, height;

            by_screen_size(&width, &height);
            snprintf(said, sizeof said, "resize %d x %d", width, height);
        }
        fprintf(log, "%s\n", said);
        if (key.press == BY_PRESS_SIGN && key.sign == 'A')
            abort();
        if (key.press == BY_PRESS_LOST || key.press == BY_PRESS_STOP || key.sign == 'q' || key.press == BY_PRESS_NONE)
            break;
    }
    if (argc > 3) /* leave the cleanup to the exit handler */
        exit(0);
    by_screen_close();
    fprintf(log, "closed\n");
    fclose(log);
    return 0;
}
