/* SPDX-License-Identifier: MIT */
/* verify.c: `boneyard verify`: checks that the decks in records follow from the commitments made beforehand. */
#include <inttypes.h>
#include <stdio.h>

#include "fair/verify.h"
#include "records.h"

static const struct by_arg no_args[] = { { 0 } };
static const struct by_command command = { "boneyard verify FILE...", "cli.verify.about", no_args };

/* The results so far. Nothing about a record is printed until the whole record has been verified. */
struct saying {
    const struct by_record *table;
    int rounds, alone;
};

static void count(void *context, const struct by_fair_round *r)
{
    struct saying *s = context;

    s->rounds++;
    s->alone += r->seats == 0 && r->others == 0;
}

static void say_seats(const struct by_record *t, uint32_t seats)
{
    struct by_names names;
    bool first = true;

    by_record_names(t, &names);
    for (int i = 0; i < t->table.state.players; i++)
        if ((seats >> i & 1) != 0) {
            printf("%s%s", first ? "" : ", ", names.at[i]);
            first = false;
        }
}

static void say_round(void *context, const struct by_fair_round *r)
{
    const struct saying *s = context;

    for (int i = 0; i < r->gave_up; i++) {
        printf("  shuffle %" PRIu64 " was abandoned", r->aborted[i].deal);
        if (r->aborted[i].seats != 0) {
            fputs("; not revealed by ", stdout);
            say_seats(s->table, r->aborted[i].seats);
        }
        putchar('\n');
    }
    printf("  round %u, shuffle %" PRIu64 ": ", (unsigned)r->round, r->deal);
    if (r->seats == 0 && r->others == 0)
        fputs("the server alone", stdout);
    else
        fputs("the server and ", stdout);
    say_seats(s->table, r->seats);
    if (r->others > 0)
        printf("%s%d at other tables", r->seats != 0 ? ", and " : "", r->others);
    if (r->attempt > 0)
        printf("; dealt again %u times because no hand had a double", (unsigned)r->attempt);
    putchar('\n');
}

static int say(const char *name, bool several, const struct by_record *t)
{
    struct by_fault f = { .err = BY_OK };
    struct saying s = { .table = t };

    (void)several;
    if (!by_fair_written(t->lines)) {
        printf("%s: not proved: the record follows the rules, but does not contain its shuffles\n", name);
        return BY_EXIT_WRONG;
    }
    if (by_fair_verify(t, count, &s, &f) != BY_OK) {
        printf("%s:%d: not proved: %s\n", name, f.line, f.text);
        return BY_EXIT_WRONG;
    }
    printf("%s: proved: every deck follows from the commitments made before it", name);
    if (s.alone > 0)
        printf("; %s by the server alone", s.alone == s.rounds ? "all" : "some");
    putchar('\n');
    by_fair_verify(t, say_round, &s, &f);
    return BY_EXIT_FINE;
}

int by_cli_verify(int argc, char **argv)
{
    by_crypto_start();
    return by_cli_records(&command, say, argc, argv);
}
