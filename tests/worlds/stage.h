/* SPDX-License-Identifier: MIT */
/* stage.h: the trace that the server on the stage (stage.c) writes for its director (worlds.c).
 *
 * The environment names two descriptors, BONEYARD_STAGE=CONTROL:TRACE.  CONTROL receives these lines:
 *
 *     swap DEAL N A B A B...      exchange places in shuffle DEAL of the next tables; DEAL 0: in none
 *     bots N TEXT                 the bots' decision N is this move, whatever the bot chooses ("-": no call)
 *     run T                       continue until T milliseconds.  Answered by a byte once the server is idle.
 *
 * Time stands still until the server is idle, and then jumps to the next timer.  Nothing depends on real time: the
 * director acts only while the server waits for a line, jobs run on the loop's thread, and connections are local
 * sockets, which deliver at once. */
#ifndef WORLDS_STAGE_H
#define WORLDS_STAGE_H

#include "boneyard/rules.h"

enum { SENT_MOST = 60000 }; /* bytes in one record */

/* A record in the trace, followed by n bytes. A move is KEPT, and applied at the next tick. */
enum { CAME = 'a', SENT = 's', KEPT = 'k', ENTRY = 'e', ROOM = 'r', ASKED = 'q', THOUGHT = 't', WAKE = 'w' };
struct record {
    char type;
    uint8_t seat; /* ASKED, THOUGHT */
    uint16_t fd;
    uint32_t n;
    int64_t at;
};

/* ROOM: the state of a table after an entry. */
struct stood {
    uint64_t entries, deals;
    uint32_t moves;             /* of the match */
    uint8_t phase, seat, dealt; /* the seat that made the last move; whether this entry was a deal */
    by_move move;
    struct by_state state, before; /* before the entry, if it was a deal */
    uint8_t secret[64];            /* of the last shuffle */
};

#endif
