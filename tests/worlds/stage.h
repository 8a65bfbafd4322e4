/* SPDX-License-Identifier: MIT */
/* stage.h: what the server on the stage (stage.c) writes down, for whoever directs it (worlds.c).
 *
 * The environment names two descriptors, BONEYARD_STAGE=CONTROL:TRACE.  On CONTROL come lines:
 *
 *     swap DEAL N A B A B...      shuffle DEAL of the next tables has places exchanged; DEAL 0: none has
 *     bots N TEXT                 the bots' decision N is this move, whatever the bot wants ("-": no call)
 *     run T BYTES COME GONE       goes on until T milliseconds; so many bytes, connections and ends of connections
 *                                 will have come from outside in all.  Answered by a byte when nothing moves any more.
 *
 * Time stands still unless nothing moves, and then jumps to the next timer. */
#ifndef WORLDS_STAGE_H
#define WORLDS_STAGE_H

#include "boneyard/rules.h"

/* A record of the trace: this, then n bytes. */
enum { CAME = 'a', SENT = 's', ENTRY = 'e', ROOM = 'r', ASKED = 'q', THOUGHT = 't', WAKE = 'w', TOLD_BOT = 'p' };
struct record {
    char type;
    uint8_t seat; /* ASKED, THOUGHT */
    uint16_t fd;
    uint32_t n;
    int64_t at;
};

/* ROOM: how a table stands after an entry. */
struct stood {
    uint64_t entries, deals;
    uint32_t moves;             /* of the match */
    uint8_t phase, seat, dealt; /* who made the last move; whether this entry was a deal */
    by_move move;
    struct by_state state, before; /* before the entry, if it was a deal */
    uint8_t secret[64];            /* of the last shuffle */
};

#endif
