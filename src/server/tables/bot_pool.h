/* SPDX-License-Identifier: MIT */
/* bot_pool.h: runs bots on low-priority threads. A bot receives only copies of the information available to its
 * seat. */
#ifndef BY_SERVER_TABLES_BOT_POOL_H
#define BY_SERVER_TABLES_BOT_POOL_H

#include "external_bot.h"
#include "server/net/loop.h"
#include "room/room.h"

struct by_bot_pool;

/* A bot's choice, as an index into the moves offered. */
struct by_bot_choice {
    struct by_id table;
    uint64_t job;
    int move;
    bool chance;
};                                                                        /* `chance`: the bot's program has died, so
                                                                           * the move is random */
typedef void by_on_bot_choice(void *data, const struct by_bot_choice *t); /* on the loop */

/* `guests` (may be NULL) are the external bots; borrowed. Stop them before freeing the pool. */
struct by_bot_pool *by_bot_pool_new(struct by_loop *l, const struct by_settings *s, struct by_external_bots *guests,
                                    by_on_bot_choice *done, void *data);
void by_bot_pool_free(struct by_bot_pool *all); /* cancels running decisions */

/* Queues a copy of the question. Returns false if the queue is full or the level is unknown. */
bool by_bot_pool_ask(struct by_bot_pool *all, const struct by_id *table, uint64_t job, const struct by_room_bot *b);

/* Chooses a move immediately, on the caller's thread. Use it when no bot has answered in time. */
int by_bot_pool_simple(const struct by_room_bot *b);

#endif
