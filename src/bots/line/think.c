/* think.c: how the levels play. */
#include "two.h"

int by_think_line(const struct by_question *q, enum by_level level)
{
    int at = level >= BY_HARD ? by_line_two(q, level) : -1;

    return at >= 0 ? at : by_greedy(q);
}
