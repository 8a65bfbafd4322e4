/* SPDX-License-Identifier: MIT */
/* words.c: checks that the catalogues mix no languages, that random games of every rule sheet produce complete
 * sentences, and that every sentence is used.
 *
 *     unit_words [FAULT]    with a planted fault 1 to 3, the run must fail */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/coach.h"
#include "boneyard/svg.h"
#include "boneyard/table.h"
#include "boneyard/why.h"

/* The teller itself, so that its use of sentences can be counted. */
#define by_put_words put_them
#include "rules/words.c"
#undef by_put_words

#define STEPS 4096

static int fault, wrongs, in_spanish;
static unsigned told[BY_SENTENCES];
static struct by_table match;
static struct by_step steps[STEPS];
static struct by_heard heard[STEPS];
static struct by_view view;
static struct by_past past;
static by_move list[BY_MOVES];
static const char *const names[BY_SEATS] = { "Ana", "Bea",  "Ciro", "Dora", "Eva",  "Fito", "Gala", "Hugo",
                                             "Ida", "Juan", "Kike", "Luz",  "Mara", "Nora", "Olga", "Paz" };

void by_put_words(struct by_text *t, enum by_sentence s, const struct by_part *parts)
{
    struct by_text planted = *t;

    told[s] += fault != 2 || s != BY_SAY_IS_OUT;
    planted.language = fault == 1 && s == BY_SAY_DRAWS ? BY_ENGLISH : t->language;
    put_them(&planted, s, parts);
    planted.language = t->language;
    *t = planted;
}

/* English and Spanish. */
static int next(int language) { return language == BY_ENGLISH ? in_spanish : -1; }

static void wrong(const char *what, const char *text)
{
    if (++wrongs <= 20)
        printf("%s: %s\n", what, text);
}

/* ---- Words ----------------------------------------------------------------------------------- */

/* Whole words that Spanish does not have.  Notation (draw, pass, muggins:number, end=once) is the
 * same in both. */
/* clang-format off */
static const char *const english[] = { "the", "you", "your", "they", "their", "tile", "tiles", "lay", "lays",
    "draws", "passes", "takes", "open", "opens", "one", "two", "three", "and", "or", "is", "are", "it", "of",
    "with", "points", "point", "pip", "pips", "round", "game", "train", "boneyard", "ends", "number", "score",
    "scores", "first", "only", "left", "there", "that", "this", "can", "nothing", "nobody", "have", "hold", "win",
    "wins", "seat", "here", "other", "Mexican", "out", "follow", "match", "best", "fine", "loose", "not", "allowed",
    "sheet", "sheets", "value" };
static const char *const spanish[] = { "el", "la", "los", "las", "tu", "su", "ficha", "fichas", "pone", "pones",
    "roba", "robas", "pasa", "pasas", "que", "con", "ronda", "partida", "tren", "pozo", "doble", "extremos",
    "puntos", "punto" };
/* clang-format on */

static bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80; }

static bool bears(const char *text, const char *const words[], size_t n)
{
    for (const char *at = text; *at != '\0'; at++) {
        size_t k = 0;

        if (!letter(*at) || (at > text && (letter(at[-1]) || strchr("@:-=", at[-1]) != NULL)))
            continue;
        while (letter(at[k]))
            k++;
        for (size_t i = 0; i < n && at[k] != '-' && at[k] != '='; i++)
            if (strlen(words[i]) == k && strncmp(words[i], at, k) == 0)
                return true;
    }
    return false;
}

/* Checks a text in one language, from a game or the catalogue. */
static void check_words(const char *text, int language)
{
    if (language == in_spanish && bears(text, english, sizeof english / sizeof *english))
        wrong("English in Spanish", text);
    if (language == BY_ENGLISH && bears(text, spanish, sizeof spanish / sizeof *spanish))
        wrong("Spanish in English", text);
}

/* Checks a text as displayed. */
static void check_said(const struct by_text *t)
{
    check_words(t->at, t->language);
    if (t->full)
        wrong("cut", t->at);
    if (strpbrk(t->at, "{}|") != NULL || strstr(t->at, "  ") != NULL)
        wrong("a mark or two blanks", t->at);
    for (const char *c = t->at; t->language == BY_ENGLISH && *c != '\0'; c++)
        if ((unsigned char)*c >= 0x80)
            wrong("English is ASCII", t->at);
}

/* ---- The catalogue ---------------------------------------------------------------------------- */

static void check_catalogue(void)
{
    static const char *const alike[] = { ", ", "", "{0}" };

    for (int s = 0; s < BY_SENTENCES; s++) {
        const char *en = by_template((enum by_sentence)s, BY_ENGLISH);
        const char *es = by_template((enum by_sentence)s, fault == 3 && s == BY_SAY_OR ? BY_ENGLISH : in_spanish);
        bool same = false;

        check_words(en, BY_ENGLISH);
        check_words(es, in_spanish);
        for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
            same = same || strcmp(es, alike[i]) == 0;
        if (!same && strcmp(en, es) == 0)
            wrong("both languages say", en);
    }
}

/* ---- Games ------------------------------------------------------------------------------------ */

static char room[2048];

static struct by_text fresh(int language) { return by_text_in(room, sizeof room, language); }

/* Checks the sentence for a draw and for two: with its tile, or hidden. */
static void check_drew(const struct by_event *e, int you)
{
    bool by_choice = by_families[view.family]->solitaire || view.rules.opt[BY_INFRACTIONS] == BY_PENALISE;

    for (int language = BY_ENGLISH; language >= 0; language = next(language))
        for (int n = 1; n <= 2; n++) {
            const by_tile drawn[] = { e->seat == you ? e->drawn[0] : BY_NO_TILE, e->drawn[0] };
            struct by_text t = fresh(language);

            by_say_drew(&view, e->seat, drawn, n, names, you, &t);
            check_said(&t);
            if (by_choice != (t.used == 0) || (t.used > 0 && t.at[t.used - 1] != '.'))
                wrong("not why a seat drew", t.at);
        }
}

static void check_events(const struct by_events *ev, int ear, int you)
{
    by_table_view(&match, ear, &view);
    if (ev->at[0].kind == BY_EV_MOVE && by_move_kind(ev->at[0].move) == BY_DRAW_TILE)
        check_drew(&ev->at[0], you);
    for (int i = 0; i < ev->n; i++)
        for (int language = BY_ENGLISH; language >= 0; language = next(language)) {
            struct by_text t = fresh(language);

            by_say(&view, by_hear(ev->at[i], view.family, ear), names, you, &t);
            check_said(&t);
            if (t.used < 5 || t.at[t.used - 1] != (strstr(t.at, "Muggins") != NULL ? '!' : '.'))
                wrong("no sentence", t.at);
        }
}

static void check_why(const char *text, int n)
{
    for (int language = BY_ENGLISH; language >= 0; language = next(language)) {
        struct by_fault f;
        struct by_text t;

        by_why(&view, strlen(text) % 2 == 0 ? names : NULL, list, n, text, strlen(text), language, &f);
        t = (struct by_text){ .at = f.text, .used = strlen(f.text), .language = (uint8_t)language };
        check_said(&t);
        if (t.used < 15)
            wrong("no reason", text);
    }
}

/* Some texts of all kinds, most of them not moves. */
static void check_refusals(struct by_rng *rng, int n)
{
    static const char *const after[] = { "", "", " +5", " !", "@t0", "@t1", "@t15", "@m", "@hub", "@6-6", "@3-2" };
    static const char *const words[] = { "draw", "pass", "call", "hello" };
    char text[64], tile[16];
    by_move m;

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (by_move_read(words[i], strlen(words[i]), view.family, list, n, &m) != BY_OK)
            check_why(words[i], n);
    for (int i = 0; i < 24; i++) {
        struct by_text t = by_text_on(tile, sizeof tile);
        struct by_set hand = view.hand[view.seat];
        uint32_t any = by_rng_below(rng, 4);

        by_put_tile(&t, by_set_empty(&hand) || i % 2 == 0 ? (by_tile)by_rng_below(rng, 28) : by_set_take(&hand), false);
        const char *verb = "";

        if (any == 0)
            verb = "take ";
        else if (any == 1)
            verb = "take3 ";
        snprintf(text, sizeof text, "%s%s%s", verb, tile,
                 any > 1 ? after[by_rng_below(rng, sizeof after / sizeof *after)] : "");
        if (by_move_read(text, strlen(text), view.family, list, n, &m) != BY_OK)
            check_why(text, n);
    }
}

static void check_coach(int n, int move)
{
    static const int32_t values[BY_MOVES];
    struct by_decision d = { .view = &view, .past = &past, .moves = list, .n = n, .names = names };
    struct by_reason r[BY_REASONS];
    struct by_reason than[BY_REASONS];
    int reasons = by_reasons(&d, move, r), more = n > 1 ? by_reasons_than(&d, move, (move + 1) % n, than) : 0;

    for (int language = BY_ENGLISH; language >= 0; language = next(language))
        for (int you = 0; you < 3; you++) {
            const uint32_t own = 1u << view.seat, whom[] = { 0, own, ~own };
            struct by_text t = fresh(language);

            d.you = whom[you];
            d.values = you == 1 && move == 0 ? values : NULL; /* all alike */
            d.hurried = you == 1;
            by_known_say(&d, &t);
            check_said(&t);
            t = fresh(language);
            by_hint_say(&d, move, &t);
            check_said(&t);
            for (int i = 0; i < reasons; i++) {
                t = fresh(language);
                by_reason_say(&d, &r[i], &t);
                check_said(&t);
            }
            for (int i = 0; i < more; i++) {
                t = fresh(language);
                by_reason_say(&d, &than[i], &t);
                check_said(&t);
            }
        }
}

static void look(struct by_rng *rng, int seat)
{
    int n = by_moves(&match.state, seat, list);

    by_table_view(&match, seat, &view);
    by_table_past(&match, heard, &past);
    for (int language = BY_ENGLISH; language >= 0; language = next(language)) {
        struct by_text t = fresh(language);

        by_what(&view, list, n, &t);
        check_said(&t);
        for (int i = -1; i < n; i++) {
            t = fresh(language);
            by_put_task(&view, list, n, i < 0 ? BY_NO_TILE : by_move_tile(list[i]), names, &t);
            check_said(&t);
        }
    }
    check_refusals(rng, n);
    check_coach(n, (int)by_rng_below(rng, (uint32_t)n));
}

/* A seat that may not act. */
static void look_on(struct by_rng rng, int seat)
{
    by_table_view(&match, seat, &view);
    check_refusals(&rng, by_moves(&match.state, seat, list));
}

static void play(const char *rules, struct by_rng *rng, int most)
{
    struct by_config c;
    struct by_fault f;
    struct by_events ev;

    if (by_config_parse(rules, &c, &f) != BY_OK) {
        wrong("rules", f.text);
        return;
    }
    by_table_init(&match, &c, steps, STEPS);
    for (int moves = 0; match.state.now.phase != BY_GAME_OVER && moves < most;) {
        struct by_seed seed = { .bytes = { 0 } };

        for (int i = 0; i < 8; i++)
            seed.bytes[i] = (uint8_t)by_rng_below(rng, 256);
        if (by_table_deal_seeded(&match, &seed, -1, &ev) != BY_OK)
            abort();
        check_events(&ev, 0, 0);
        for (; match.state.now.phase == BY_PLAYING; moves++) {
            uint32_t actors = by_actors(&match.state);
            int seat = match.state.now.turn;

            for (int i = 0; i < match.state.players; i++)
                if ((actors >> i & 1) != 0 && i != seat && by_rng_below(rng, 3) == 0)
                    seat = i;
            if ((actors >> (moves % match.state.players) & 1) == 0)
                look_on(*rng, moves % match.state.players);
            look(rng, seat);
            if (by_table_play(&match, seat, list[by_rng_below(rng, (uint32_t)by_moves(&match.state, seat, list))], &ev)
                != BY_OK)
                abort();
            check_events(&ev, (int)by_rng_below(rng, match.state.players), moves % 3 - 1);
        }
    }
}

/* Every rule sheet, and options that produce additional sentences. */
static void play_all(void)
{
    static const char *const more[] = { "block:basics players=4 teams=on target=20",
                                        "muggins:classic call=on",
                                        "muggins:classic call=on players=4 teams=on target=30",
                                        "mexicantrain:classic knock=on penalty=fifty",
                                        "mexicantrain:classic knock=on penalty=tile infractions=penalise",
                                        "mexicantrain:classic knock=on penalty=skip",
                                        "mexicantrain:classic double=satisfy two-doubles=off players=8 rounds=1",
                                        "mexicantrain:hub players=6",
                                        "mexicantrain:number penalty=skip players=2",
                                        "mexicantrain:number double=may players=3",
                                        "mexicantrain:hub",
                                        "castlerock removals=once" };
    struct by_rng rng;
    char rules[64];

    by_rng_init(&rng, 5);
    for (int g = 0; g < BY_GAMES; g++)
        for (int p = 0; by_games[g]->presets[p].sheet != NULL; p++) {
            snprintf(rules, sizeof rules, "%s:%s", by_games[g]->key, by_games[g]->presets[p].sheet);
            play(rules, &rng, 150);
        }
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        play(more[i], &rng, 250);
}

/* ---- By hand ---------------------------------------------------------------------------------- */

static void both(const struct by_text *t, const char *en, const char *es)
{
    if (strcmp(t->at, t->language == in_spanish ? es : en) != 0)
        wrong("not as written down", t->at);
}

/* Some whole sentences, and those that random games rarely use. */
static void check_by_hand(void)
{
    static const struct {
        uint16_t says;
        struct by_part parts[3];
        const char *en, *es;
    } rows[] = {
        { BY_SAY_COUNT_TILES, { BY_NUMBER(1) }, "1 tile", "1 ficha" },
        { BY_SAY_TASK_HELD_ANY_END, { BY_THE_TILE(27) }, "lay 6-6 on any open end", "pon la 6-6 en cualquier extremo" },
        { BY_SAY_TASK_FITS_MANY, { BY_THE_TILE(27), BY_NUMBER(4) }, "6-6 fits 4 trains", "la 6-6 encaja en 4 trenes" },
        { BY_SAY_COUNT_TILES, { BY_NUMBER(0) }, "0 tiles", "0 fichas" },
        { BY_SAY_LAYS, { BY_SEAT_AS("Ana", false), BY_THE_TILE(27) }, "Ana lays 6-6", "Ana pone 6-6" },
        { BY_SAY_LAYS, { BY_SEAT_AS("Ana", true), BY_THE_TILE(27) }, "You lay 6-6", "Pones 6-6" },
        { BY_SAY_ROUND, { BY_NUMBER(2), BY_SEAT_AS("Ana", true) }, "Round 2. You start.", "Ronda 2. Empiezas tú." },
        { BY_SAY_SCORES,
          { BY_SEAT_AS("Ana", false), BY_NUMBER(15), BY_NUMBER(145) },
          "Ana scores 15 points, 145 in total.",
          "Ana anota 15 puntos: 145 en total." },
        { BY_SAY_CASTLE_LEFT,
          { BY_NUMBER(1), BY_NUMBER(1) },
          "No more removals are possible: 1 tile is left, with 1 pip.",
          "No se puede retirar nada más: queda 1 ficha, 1 punto." },
        { BY_SAY_R_OWNS, { BY_NUMBER(8) }, "no one else has an 8 left", "nadie más tiene ya un 8" },
        { BY_SAY_R_KEEPS,
          { BY_SEAT_AS("", true), BY_NUMBER(3), BY_NUMBER(5) },
          "you still hold three 5s for an open end",
          "te quedan 3 fichas con un 5, que encajan en un extremo abierto" },
        { BY_SAY_NO_DRAW_TWICE,
          { BY_NUMBER(0) },
          "You have already drawn this turn (T-08).",
          "Ya has robado en este turno (T-08)." },
        { BY_SAY_R_STAYS_OPEN,
          { BY_WORDS("Ana"), BY_THE_TILE(44), BY_NUMBER(8) },
          "no other train may be used until 8-8 is covered, and Ana must find an 8",
          "hasta que se cubra 8-8 no se puede usar otro tren, y Ana tiene que encontrar un 8" },
        { BY_SAY_PAYS,
          { BY_SEAT_AS("Ana", true), BY_NUMBER(50), BY_NUMBER(71) },
          "You pay a penalty of 50 points, for a total of 71.",
          "Pagas 50 puntos por ello: 71 en total." },
        { BY_SAY_OWN_BEFORE,
          { BY_NUMBER(0) },
          "You cannot begin another train before your own (T-21).",
          "No puedes empezar otro tren antes que el tuyo (T-21)." },
        { BY_SAY_R_WINS, { BY_NUMBER(0) }, "it wins the game", "gana la partida" },
    };

    for (int language = BY_ENGLISH; language >= 0; language = next(language))
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            struct by_text t = fresh(language);

            by_put_words(&t, (enum by_sentence)rows[i].says, rows[i].parts);
            both(&t, rows[i].en, rows[i].es);
        }
}

static void check_grades(void)
{
    static const char *const grades[][BY_GRADES] = { { "best", "fine", "loose", "blunder" },
                                                     { "la mejor", "buena", "floja", "error grave" } };

    for (int language = BY_ENGLISH; language >= 0; language = next(language)) {
        struct by_text t;

        for (int g = 0; g < BY_GRADES; g++) {
            told[BY_SAY_GRADE_BEST + g]++;
            if (strcmp(by_grade_word((enum by_grade)g, language), grades[language == in_spanish][g]) != 0)
                wrong("not that grade", grades[language == in_spanish][g]);
        }
        t = fresh(language);
        by_cost_say(BY_UNIT_CHANCE, 125, &t);
        both(&t, "12.5 % of the match", "12,5 % de la partida");
        t = fresh(language);
        by_cost_say(BY_UNIT_POINTS, 3500, &t);
        both(&t, "3.5 points", "3,5 puntos");
        t = fresh(language);
        by_cost_say(BY_UNIT_PIPS, 1000, &t);
        both(&t, "1 pip", "1 punto");
        t = fresh(language);
        by_cost_say(BY_UNIT_TILES, 2000, &t);
        both(&t, "2 tiles", "2 fichas");
    }
}

/* Several winners; a castle that is cleared, which is rare. */
static void check_ends(void)
{
    struct by_event end = { .kind = BY_EV_ROUND_END }, over = { .kind = BY_EV_GAME_END };

    view = (struct by_view){ .family = BY_LINE, .players = 4, .winners = 13 };
    for (int language = BY_ENGLISH; language >= 0; language = next(language)) {
        struct by_text t = fresh(language);

        by_say(&view, over, names, 0, &t);
        both(&t, "You, Ciro and Dora win the game.", "Ganan la partida: tú, Ciro y Dora.");
    }
    view = (struct by_view){ .family = BY_CASTLE, .players = 1, .winners = 1 };
    view.last = (struct by_result){ .end = BY_ENDED_OUT, .round = 1 };
    for (int language = BY_ENGLISH; language >= 0; language = next(language)) {
        struct by_text t = fresh(language);

        by_say(&view, end, names, 0, &t);
        by_put(&t, " ");
        by_say(&view, over, names, 0, &t);
        both(&t, "The castle is gone: every tile has been removed. You have won.",
             "El castillo ha desaparecido: no queda ninguna ficha. Has ganado.");
    }
}

/* Rule strings that are refused. */
static void check_rules(void)
{
    static const struct {
        const char *rules, *en, *es;
    } rows[] = {
        { "", "no game given: name a game and its rule sheet, as in muggins:number",
          "falta el juego: escribe un juego y su hoja, como muggins:number" },
        { "mugins", NULL, NULL },
        { "block:x", NULL, NULL },
        { "block sets=6", NULL, NULL },
        { "block 6", NULL, NULL },
        { "block set=6 set=6", "set is given twice", "set aparece dos veces" },
        { "muggins:classic target=x", NULL, NULL },
        { "muggins:classic hand=99", NULL, NULL },
        { "block:basics players=9", "players='9' is not allowed in block:basics: players can be 2 to 4",
          "players='9' no se admite en block:basics: players admite 2 a 4" },
        { "mexicantrain:number players=8 set=9 hand=0", NULL, NULL },
        { "chickenfoot players=8 set=9", NULL, NULL },
        { "muggins:classic players=3 teams=on",
          "teams=on is not allowed with players=3: two teams of partners need players=4",
          "teams=on no se admite con players=3: dos parejas necesitan players=4" },
        { "mexicantrain:number double=satisfy", NULL, NULL },
        { "mexicantrain:number penalty=keep", NULL, NULL },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int language = BY_ENGLISH; language >= 0; language = next(language)) {
            struct by_config c;
            struct by_fault f = { .err = BY_OK };
            by_err err = by_config_parse_in(rows[i].rules, language, &c, &f);
            struct by_text t = { .at = f.text, .used = strlen(f.text), .language = (uint8_t)language };

            if (err != BY_E_RULES)
                wrong("these rules are taken", rows[i].rules);
            check_said(&t);
            if (rows[i].en != NULL)
                both(&t, rows[i].en, rows[i].es);
        }
}

/* The sign of the Mexican Train in a picture. */
static void check_pictures(void)
{
    static char text[BY_SVG_TEXT];
    static struct by_layout layout;
    struct by_config rules;
    struct by_state s;

    by_config_parse("mexicantrain", &rules, NULL);
    by_start(&s, &rules);
    by_view_of(&s, &(struct by_result){ .round = 0 }, 0, &view);
    by_layout_make(&view, 0, 0, &layout);
    for (int language = BY_ENGLISH; language >= 0; language = next(language)) {
        struct by_text t = by_text_in(text, sizeof text, language);

        by_svg_table(&t, &view, &layout, NULL);
        if (strstr(text, language == BY_ENGLISH ? ">Mexican Train<" : ">Tren Mexicano<") == NULL)
            wrong("the Mexican Train has no name", text);
    }
}

static void check_reached(void)
{
    for (int s = 0; s < BY_SAY_OPTION_PLAYERS_ABOUT; s++) /* options, rules and rulings have their own tests */
        if (told[s] == 0 && s != BY_SAY_OPTION_OFF)
            wrong("never said", by_template((enum by_sentence)s, BY_ENGLISH));
}

int main(int argc, char **argv)
{
    fault = argc > 1 ? atoi(argv[1]) : 0;
    in_spanish = by_language_find("es_ES.UTF-8");
    check_catalogue();
    play_all();
    check_by_hand();
    check_grades();
    check_ends();
    check_rules();
    check_pictures();
    check_reached();
    printf("%d wrong\n", wrongs);
    return wrongs > 0;
}
