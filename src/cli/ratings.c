/* SPDX-License-Identifier: MIT */
/* ratings.c: `boneyard ratings`: computes all ratings from a ledger of rated matches. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "rating/ledger.h"
#include "util/args.h"
#include "util/lines.h"
#include "util/page.h"
#include "util/tell.h"
#include "util/utf8.h"
#include "wire/json.h"

#define LINE_LIMIT 4000
#define WIDEST 30 /* maximum number of letters shown in a player's name */

struct options {
    const char *json;
};

static const struct by_arg args[] = { { "--json", NULL, "cli.ratings.json", offsetof(struct options, json) }, { 0 } };
static const struct by_command command = { "boneyard ratings LEDGER [--json]", "cli.ratings.about", args };

/* Adds every line of a ledger. Returns false after printing an error that names the line. */
static bool read_all(const char *name, FILE *in, struct by_ladder *l)
{
    struct by_lines lines;
    struct by_ledger_line line;
    struct by_fault f;
    enum by_line how = BY_LINE_READ;
    bool fine = true;

    by_lines_init(&lines, in, LINE_LIMIT);
    while (fine && (how = by_lines_next(&lines)) == BY_LINE_READ) {
        fine = by_ledger_read(lines.at, lines.n, &line, &f);
        if (fine)
            by_ladder_add(l, &line);
    }
    if (how == BY_LINE_LONG || how == BY_LINE_FAILED) {
        snprintf(f.text, sizeof f.text, "%s", how == BY_LINE_LONG ? by_tell("cli.ratings.long") : strerror(errno));
        fine = false;
    }
    if (!fine)
        by_tell_complain("cli.ratings.line", BY_PARTS(BY_WORDS(name), BY_NUMBER(lines.number), BY_WORDS(f.text)));
    by_lines_clear(&lines);
    return fine;
}

/* Prints a name in a column. */
static void put_name(const char *name, int width)
{
    char clean[BY_PSEUDONYM * 4];
    int letters;

    by_page_clean(clean, sizeof clean, name);
    letters = by_utf8_count(clean);
    printf("%.*s%*s", (int)by_utf8_first(clean, width), clean, letters < width ? width - letters : 0, "");
}

static void print_heading(enum by_family_id family, int players)
{
    char words[256], titles[256];
    struct by_text t = by_tell_on(words, sizeof words);
    char *second, *third;

    by_tell_put(&t, "cli.ratings.head",
                BY_PARTS(BY_WORDS(by_tell_of("family", by_families[family]->key, "name")), BY_NUMBER(players)));
    by_page_heading(words);
    snprintf(titles, sizeof titles, "%s", by_tell("cli.ratings.columns"));
    second = strchr(titles, ',');
    *second++ = '\0';
    third = strchr(second, ',');
    *third++ = '\0';
    fputs("     ", stdout);
    put_name(titles, WIDEST);
    printf(" %-12s %s\n", second, third);
}

/* Prints the players of one family, starting at `at`. Returns the number printed. */
static size_t print_family(const struct by_ladder *l, size_t at)
{
    size_t n = 0;

    while (at + n < l->n && l->at[at + n].family == l->at[at].family)
        n++;
    print_heading(l->at[at].family, (int)n);
    for (size_t i = at; i < at + n; i++) {
        const struct by_standing *s = &l->at[i];

        printf("%4zu ", i - at + 1);
        put_name(s->player, WIDEST);
        printf(" %4.0f%s ±%-4.0f %9" PRId64 "\n", by_rating_points(&s->rating),
               by_rating_provisional(&s->rating) ? "?" : " ", by_rating_half(&s->rating), s->matches);
    }
    return n;
}

/* Prints a player's ratings with all digits, so that two lists can be compared byte for byte. */
static void print_json(const struct by_standing *s)
{
    by_json *name = by_json_string(s->player);
    char *quoted = by_json_line(name);

    printf("{\"family\":\"%s\",\"player\":%s,\"mu\":%.17g,\"sigma\":%.17g,\"points\":%.0f,\"half\":%.0f,"
           "\"provisional\":%s,\"matches\":%" PRId64 "}\n",
           by_families[s->family]->key, quoted, s->rating.mu, s->rating.sigma, by_rating_points(&s->rating),
           by_rating_half(&s->rating), by_rating_provisional(&s->rating) ? "true" : "false", s->matches);
    free(quoted);
    by_json_free(name);
}

static int list(struct by_ladder *l, bool json)
{
    by_ladder_sort(l);
    for (size_t i = 0; json && i < l->n; i++)
        print_json(&l->at[i]);
    for (size_t i = 0; !json && i < l->n;)
        i += print_family(l, i);
    if (!json && l->n == 0)
        puts(by_tell("cli.ratings.none"));
    return by_cli_end(BY_EXIT_FINE);
}

int by_cli_ratings(int argc, char **argv)
{
    struct options o = { 0 };
    int status = by_args_read(&command, &argc, argv, &o);
    struct by_ladder l = { 0 };
    FILE *in;

    if (status >= 0)
        return status;
    if (argc != 2)
        return by_cli_say(BY_EXIT_USAGE, by_tell("cli.ratings.one"));
    in = strcmp(argv[1], "-") == 0 ? stdin : fopen(argv[1], "r");
    if (in == NULL)
        return by_cli_tell(BY_EXIT_WRONG, "cli.unread", BY_PARTS(BY_WORDS(argv[1]), BY_WORDS(strerror(errno))));
    status = read_all(argv[1], in, &l) ? list(&l, o.json != NULL) : BY_EXIT_WRONG;
    if (in != stdin)
        fclose(in);
    by_ladder_clear(&l);
    return status;
}
