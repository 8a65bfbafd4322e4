/* picture.h: the table drawn with brackets, for records that are told (`boneyard replay`). */
#ifndef BY_TUI_PICTURE_H
#define BY_TUI_PICTURE_H

#include <stdio.h>

#include "boneyard/view.h"

/* Layout, hands, boneyard and scores.  `names` has a name a seat; `you` is the seat addressed as
 * "you", or -1.  A referee's view shows all hands. */
void by_picture_table(FILE *out, const struct by_view *v, const char *const names[], int you);

#endif
