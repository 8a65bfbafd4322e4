/* SPDX-License-Identifier: MIT */
/* named.c: finds the share of reviewed mistakes for which the coach names no reason.
 *
 *     named [--seeds N] [--seed N] [--count N] [--one-in N] [--game KEY] [--show]
 *
 * Plays two rounds of each rule string with each seed (tests/coach/mistakes.h) and reviews one decision in N, or all.
 * With --show, prints each mistake without a reason. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tests/coach/mistakes.h"

static const char *const rules[] = {
    "block:basics",
    "block:basics players=4",
    "block:basics blanks=suit",
    "draw:basics",
    "draw:basics players=3",
    "muggins:number",
    "muggins:classic players=3",
    "muggins:basics",
    "allfives:online",
    "fiveup:online players=3",
    "chickenfoot:number",
    "chickenfoot:number players=2",
    "mexicantrain:number",
    "mexicantrain:number players=2",
    "mexicantrain:classic players=6",
    "mexicantrain:hub",
    "castlerock:number",
    "castlerock:classic removals=once",
};

struct tally {
    long unnamed;
    bool show;
};

static void show(const struct mistake *m)
{
    char text[BY_CONFIG_TEXT + BY_HINT_TEXT];
    struct by_text t = by_text_on(text, sizeof text);
    const struct by_decision *d = &m->study->d;
    by_tile tile;

    by_move_say(d, d->moves[m->study->verdict.best], &t);
    by_put(&t, " rather than ");
    by_move_say(d, d->moves[m->played], &t);
    by_put(&t, "; hand");
    for (struct by_set left = d->view->hand[d->view->seat]; !by_set_empty(&left);) {
        tile = by_set_take(&left);
        by_put(&t, " ");
        by_put_int(&t, by_high(tile));
        by_put(&t, "-");
        by_put_int(&t, by_low(tile));
    }
    by_put(&t, "; places");
    for (int i = 0; i < d->view->now.places; i++) {
        by_put(&t, " ");
        by_put_int(&t, d->view->place[i].number);
    }
    printf("%s seed %d seat %d, cost %d (%s): %s;", m->rules, (int)m->seed, d->view->seat, (int)m->study->verdict.cost,
           by_grade_word((enum by_grade)m->study->verdict.grade, 0), text);
    for (int k = 0; k < d->view->players; k++)
        printf(" %d", d->view->count[k]);
    printf(" yard %d;", d->view->boneyard);
    for (int k = 0; k < d->view->players; k++)
        printf(" %d", d->view->tail[k]);
    printf("\n");
}

static void use(void *to, const struct mistake *m)
{
    struct tally *y = to;
    char text[BY_HINT_TEXT];
    struct by_text t = by_text_on(text, sizeof text);
    bool named = by_reasons_say(&m->study->d, m->study->verdict.best, m->played, &t);

    y->unnamed += !named;
    if (y->show && !named)
        show(m);
}

int main(int argc, char **argv)
{
    struct tally all = { 0 };
    const char *game = "";
    long seeds = 20, seed = 1, found = 0, reviewed = 0;
    struct mistakes of = { .one_in = 1, .rounds = 2, .use = use };

    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--show") == 0)
            all.show = true;
        else if (i + 1 < argc && strcmp(argv[i], "--seeds") == 0)
            seeds = strtol(argv[++i], NULL, 10);
        else if (i + 1 < argc && strcmp(argv[i], "--seed") == 0)
            seed = strtol(argv[++i], NULL, 10);
        else if (i + 1 < argc && strcmp(argv[i], "--count") == 0)
            of.count = (uint32_t)strtol(argv[++i], NULL, 10);
        else if (i + 1 < argc && strcmp(argv[i], "--game") == 0)
            game = argv[++i];
        else if (i + 1 < argc && strcmp(argv[i], "--one-in") == 0)
            of.one_in = (uint32_t)strtol(argv[++i], NULL, 10);
        else
            return 2;
    puts("| rules | reviewed | mistakes | unnamed | share |\n|---|---|---|---|---|");
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        struct tally y = { .show = all.show };

        if (strncmp(rules[i], game, strlen(game)) != 0)
            continue;
        of.to = &y;
        of.reviewed = of.found = 0;
        for (long k = 0; k < seeds; k++)
            mistakes_of(&of, rules[i], (uint64_t)(seed + k));
        printf("| `%s` | %ld | %ld | %ld | %.1f %% |\n", rules[i], of.reviewed, of.found, y.unnamed,
               of.found > 0 ? 100.0 * (double)y.unnamed / (double)of.found : 0.0);
        fflush(stdout);
        all.unnamed += y.unnamed;
        found += of.found;
        reviewed += of.reviewed;
    }
    printf("| all | %ld | %ld | %ld | %.1f %% |\n", reviewed, found, all.unnamed,
           found > 0 ? 100.0 * (double)all.unnamed / (double)found : 0.0);
    return 0;
}
