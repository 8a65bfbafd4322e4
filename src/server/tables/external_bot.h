/* SPDX-License-Identifier: MIT */
/* external_bot.h: runs external programs that play at tables using the bot protocol (docs/protocol.md), configured as
 * `bot NAME = COMMAND`.
 *
 * Each seat of such a bot has its own sandboxed process (sandbox.h) and a thread that waits for that process, so no
 * other thread blocks. Every query is answered within slightly more than `bot_seconds`. The first answer may take ten
 * seconds longer, because start-up time does not count as thinking time. The answer is the program's move, or the first
 * legal move if the program was late or gave an illegal move (a forfeit). If the program has died or never started, the
 * answer is a random move, as from the `random` bot. */
#ifndef BY_SERVER_TABLES_EXTERNAL_BOT_H
#define BY_SERVER_TABLES_EXTERNAL_BOT_H

#include "boneyard/bot.h"
#include "server/operate/config.h"
#include "util/crypto.h"

struct by_external_bots;

enum by_external_how { BY_EXTERNAL_PLAYED, BY_EXTERNAL_FORFEITS, BY_EXTERNAL_DEAD };

/* A question to a bot. All data is copied. */
struct by_external_question {
    struct by_id table;
    const struct by_view *view; /* the view from its seat */
    const struct by_past *past;
    const by_move *moves;
    int n;
    bool may_decline; /* only for calls: answer n means that the bot does not call */
};

/* Delivers an index into the moves. Runs on an external bot's thread, so it may only wake the loop. */
typedef void by_on_external_answer(void *context, int move, enum by_external_how how);

/* Starts the configured bots. Returns NULL and a fault if this machine cannot sandbox the bots and bots-unsafe is not
 * set. */
struct by_external_bots *by_external_bots_new(const struct by_settings *s, struct by_fault *f);
void by_external_bots_stop(struct by_external_bots *g); /* stops all programs, waits for them to end, and accepts no
                                                         * more questions */
void by_external_bots_free(struct by_external_bots *g); /* frees the bots, stopping any that are still running */

/* Return whether a bot with this name (without "bot:") exists, the number of bots, and a bot's name, respectively. */
bool by_external_bots_has(const struct by_external_bots *g, const char *name);
int by_external_bots_count(const struct by_external_bots *g);
const char *by_external_bots_name(const struct by_external_bots *g, int i);

/* Sends a query; `done` is called once. Returns false if too many programs are running; the caller then uses another
 * bot. */
bool by_external_bots_ask(struct by_external_bots *g, const char *name, const struct by_external_question *ask,
                          by_on_external_answer *done, void *context);

/* Stops the programs of a table that has ended, closed or been unloaded. A program also stops after ten idle
 * minutes. */
void by_external_bots_leave(struct by_external_bots *g, const struct by_id *table);

#endif
