/* levels.c: the levels that think, the same in every game. */
#include "think.h"

static int choose(const struct by_question *q, enum by_level level)
{
    if (q->n == 1)
        return by_settle(q, (const int32_t[]){ 0 });
    switch (q->view->family) {
    case BY_LINE:
        return by_think_line(q, level);
    case BY_FEET:
        return by_think_feet(q, level);
    case BY_TRAINS:
        return by_think_trains(q, level);
    default:
        return by_think_castle(q, level);
    }
}

#define LEVEL(id, LEVEL_ID, name, blurb)                                                            \
    static int choose_##id(const struct by_question *q) { return choose(q, LEVEL_ID); }             \
    extern const struct by_bot by_bot_##id;                                                         \
    const struct by_bot by_bot_##id = { #id, name, blurb, choose_##id, false, false }

LEVEL(easy, BY_EASY, "Easy", "plays sensibly and overlooks things");
LEVEL(medium, BY_MEDIUM, "Medium", "weighs what each move opens and keeps");
LEVEL(hard, BY_HARD, "Hard", "tries its moves on guesses of the hidden tiles");
LEVEL(expert, BY_EXPERT, "Expert", "infers the hidden tiles and looks ahead");
