/* castle.c: not laid out yet. */
#include "plane.h"

void by_layout_castle(const struct by_view *v, struct by_layout *out)
{
    (void)v;
    (void)out;
}
