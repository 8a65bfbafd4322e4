/* SPDX-License-Identifier: MIT */
/* daily.c: converts dates, and derives the games of the day from them (daily.h). */
#include "boneyard/daily.h"

#include <string.h>

#include "boneyard/text.h"
#include "planted.h"

const char *const by_daily_names[BY_DAILIES] = { "castle", "train", "puzzle" };

/* ---- Days ----------------------------------------------------------------------------------- */

/* Returns the day number of a date, adding up the days in spans of 400, 100, 4 and 1 years, counted from 1 March so
 * that a leap day comes last (Richards, in the Explanatory Supplement to the Astronomical Almanac, 2013). */
static int32_t number_of(int year, int month, int date)
{
    const int y = month <= 2 ? year - 1 : year, m = (month + 9) % 12;

    return y * 365 + y / 4 - y / 100 + y / 400 + (m * 153 + 2) / 5 + date - 1 - 719468;
}

static int days_in(int year, int month)
{
    const int next = number_of(month == 12 ? year + 1 : year, month == 12 ? 1 : month + 1, 1);

    return next - number_of(year, month, 1);
}

static int read_digits(const char *text, int n)
{
    int x = 0;

    for (int i = 0; i < n; i++) {
        if (text[i] < '0' || text[i] > '9')
            return -1;
        x = x * 10 + (text[i] - '0');
    }
    return x;
}

bool by_day_read(const char *text, int32_t *day)
{
    int year, month, date;

    if (by_length(text) != BY_DAY_TEXT - 1 || text[4] != '-' || text[7] != '-')
        return false;
    year = read_digits(text, 4);
    month = read_digits(text + 5, 2);
    date = read_digits(text + 8, 2);
    if (year < 1 || month < 1 || month > 12 || date < 1 || date > days_in(year, month))
        return false;
    *day = number_of(year, month, date);
    return true;
}

static void put_digits(char *out, int n, int x)
{
    for (; n > 0; x /= 10)
        out[--n] = (char)('0' + x % 10);
}

void by_day_print(int32_t day, char out[BY_DAY_TEXT])
{
    int year, month = 12;

    BY_ASSERT(day >= BY_DAY_FIRST && day <= BY_DAY_LAST);
    year = (day + 719162) / 366 + 1; /* an estimate, never later than the actual year */
    while (number_of(year + 1, 1, 1) <= day)
        year++;
    while (number_of(year, month, 1) > day)
        month--;
    memcpy(out, "0000-00-00", BY_DAY_TEXT);
    put_digits(out, 4, year);
    put_digits(out + 5, 2, month);
    put_digits(out + 8, 2, day - number_of(year, month, 1) + 1);
}

int32_t by_day_of(int64_t seconds)
{
    const int64_t day = seconds / 86400 - (seconds % 86400 < 0);

    return day < BY_DAY_FIRST ? BY_DAY_FIRST : day > BY_DAY_LAST ? BY_DAY_LAST : (int32_t)day;
}

/* ---- Dailies -------------------------------------------------------------------------------- */

void by_daily_seed(enum by_daily what, int32_t day, struct by_seed *seed)
{
    char text[sizeof seed->bytes + 1];
    struct by_text t = by_text_on(text, sizeof text);
    char date[BY_DAY_TEXT];

    memset(text, 0, sizeof text);
    by_day_print(BY_PLANTED(330) ? day - day % 7 : day, date);
    by_put(&t, by_daily_names[what]);
    by_put_char(&t, ' ');
    by_put(&t, date);
    memcpy(seed->bytes, text, sizeof seed->bytes);
}

int by_daily_castle(int32_t day, struct by_config *rules, struct by_seed *seed, void *memory)
{
    struct by_castle_answer answer;
    bool found;

    by_config_preset(BY_GAME_castlerock, 0, rules);
    by_daily_seed(BY_DAILY_CASTLE, day, seed);
    /* One in two or three deals can be cleared, so 10,000 consecutive failures will not happen. */
    found = by_castle_certify(rules, seed, 10000, 0, memory, BY_BOT_MEMORY, &answer);
    BY_ASSERT(found);
    return answer.moves;
}

/* Splits the days into runs of n. The number of a run determines the order of its puzzles. */
int by_daily_puzzle(int32_t day, int n)
{
    const int32_t from = day - BY_DAY_FIRST;
    uint32_t order[4096];
    struct by_seed seed;
    struct by_rng rng;

    BY_ASSERT(n > 0 && n <= (int)(sizeof order / sizeof order[0]));
    by_daily_seed(BY_DAILY_PUZZLE, BY_DAY_FIRST + from / n, &seed);
    by_rng_from(&rng, &seed, 0);
    for (int i = 0; i < n; i++)
        order[i] = (uint32_t)i;
    for (int i = n - 1; i > 0; i--) {
        const uint32_t k = by_rng_below(&rng, (uint32_t)i + 1), was = order[i];

        order[i] = order[k];
        order[k] = was;
    }
    return (int)order[from % n];
}
