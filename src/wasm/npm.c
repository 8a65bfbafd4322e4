/* SPDX-License-Identifier: MIT */
/* npm.c: implements the npm package's additions to web.c and think.c: bots by name, views as JSON, and tables as
 * SVG. */
#include "boneyard/bot.h"
#include "boneyard/svg.h"
#include "npm_view.h"
#include "web.h"

static char picture[BY_SVG_TEXT];

/* Returns the index of the bot named in the text buffer, or -1. */
int WEB(by_web_bot)(void)
{
    const struct by_bot *bot = by_bot_find(false, page.text);

    for (int i = 0; bot != NULL && i < BY_BOTS; i++)
        if (by_bots[i] == bot)
            return i;
    return -1;
}

/* Writes the sentence for an error to the text buffer. */
void WEB(by_web_error)(int err)
{
    struct by_text t = by_text_on(page.text, BY_WEB_TEXT);

    by_put(&t, by_err_sentence((by_err)err));
}

/* Writes the last view as JSON to the text buffer. */
void WEB(by_web_json)(void)
{
    struct by_text t = by_text_on(page.text, BY_WEB_TEXT);

    by_npm_view_put(&t, &page.view);
}

/* Draws the last view in at most this many pixels, not counting the hand. `look` is the sum of 1 for the hand, 2 for
 * the open places, 4 for dark colours and 8 for a single colour. Returns the picture. */
const char *WEB(by_web_svg)(int width, int height, int half, int look)
{
    static struct by_layout layout;
    struct by_text t = by_text_in(picture, sizeof picture, page.language);
    int32_t fits =
        by_layout_fit(&page.view, &(struct by_felt){ .width = width, .height = height, .half = half }, &layout) / 64;
    const struct by_svg_look how = { .half = fits > 0 ? fits : 1,
                                     .hand = (look & 1) != 0,
                                     .places = (look & 2) != 0,
                                     .dark = (look & 4) != 0,
                                     .plain = (look & 8) != 0,
                                     .names = page.names };

    by_svg_table(&t, &page.view, &layout, &how);
    return picture;
}
