/* run.h: a whole run: its items, who plays them, what has been counted. */
#ifndef BY_ARENA_RUN_H
#define BY_ARENA_RUN_H

#include <stdio.h>

#include "arena.h"
#include "stats.h"
#include "wire/json.h"

/* What the items of one pairing add up to. */
struct by_sums {
    int64_t items, score, squares, hist[BY_TOTALS];
    int64_t games, won, tied, led, led_score, rounds;
    struct by_pair_sums points;         /* a: side 0, b: side 1, a sum over its seats for each item */
    int64_t cleared[2], left[2];
    struct by_tally tally[2];
};

enum by_verdict { BY_UNDECIDED, BY_LOWER, BY_HIGHER };

struct by_run {
    struct by_arena arena;
    struct by_result_of_item *result;   /* by item */
    uint8_t *done;                      /* by item */
    int64_t items, counted;             /* all; those counted, in the order of their numbers */
    int64_t finished, before;           /* played; of these, read from a file */
    struct by_sums sums[BY_PAIRINGS];
    int64_t *cross;                     /* pairing by pairing, as in stats.h, in integers */
    bool sprt;
    double s0, s1, llr;                 /* mean scores to tell apart */
    enum by_verdict verdict;
    long jobs;
    FILE *save;                         /* a line for each item, or NULL */
    const char *save_path, *sprt_text;  /* as they were asked for, or NULL */
    int argc;
    char **argv;                        /* the command */
    bool save_failed, progress;
    int lost;                           /* workers that died */
    int64_t started;                    /* by_now_ms */
};

/* Memory for the items.  Everything else has been filled in. */
void by_run_init(struct by_run *r);
void by_run_clear(struct by_run *r);

/* An item has been played: it is kept, and counted as soon as all before it are. */
void by_run_take(struct by_run *r, const struct by_result_of_item *x);

/* Counts what is there although items before it are missing; for the end of a run that was stopped. */
void by_run_close(struct by_run *r);

/* True: enough; the test has decided, or somebody wants to stop. */
bool by_run_over(const struct by_run *r);

/* ---- crew.c: who plays.  Each returns when nothing is left to play, or by_run_over. ---- */
void by_crew_alone(struct by_run *r);
void by_crew_fork(struct by_run *r);

/* ---- mpi.c: under mpirun.  Rank 0 reads the command and prints; without mpirun there is rank 0 alone. ---- */
bool by_mpi_begin(void);                /* false: it cannot be */
void by_mpi_end(void);
int by_mpi_rank(void);
int by_mpi_ranks(void);
bool by_mpi_here(void);                 /* mpirun has started this process */
/* Rank 0 tells: the exit status if everything ends here, or -1 and then the settings and what is done. */
void by_mpi_share(struct by_run *r, int *status);
void by_crew_mpi(struct by_run *r);

/* The flag that Ctrl-C sets, for all processes of this one; at the first call made and watched. */
volatile int *by_crew_stop(void);

void by_tally_add(struct by_tally *to, const struct by_tally *t);

/* ---- save.c: a file with a line for each item ---- */
by_json *by_save_header(const struct by_run *r);
/* A new file.  False: it is there already, or cannot be written. */
bool by_save_open(struct by_run *r, const char *path, struct by_fault *f);
/* The first line of a file, or NULL. */
by_json *by_save_read_header(const char *path, struct by_fault *f);
/* Takes the items of a file that has this run's settings, and goes on writing to it. */
bool by_save_resume(struct by_run *r, const char *path, struct by_fault *f);
void by_save_item(struct by_run *r, const struct by_result_of_item *x);
/* False: not everything could be written. */
bool by_save_close(struct by_run *r);

/* ---- json.c: the whole result as one JSON object ---- */
by_json *by_report_json(const struct by_run *r);
extern const char by_arena_commit[];    /* made by the build */

/* ---- report.c ---- */
struct by_range by_run_score(const struct by_run *r, int pairing);      /* of side 0 */
double by_run_seats(const struct by_run *r, int side);  /* seats of a side in the games of an item */
struct by_tally by_run_tally(const struct by_run *r, int who);  /* of an entrant, in all its pairings */
bool by_run_ratings(const struct by_run *r, struct by_range *out);      /* false: fewer than 3 bots */
void by_report_print(const struct by_run *r);
void by_report_progress(struct by_run *r, bool last);

#endif
