/* SPDX-License-Identifier: MIT */
/* messages.h: reads and checks the messages of the wire protocol (messages.def).
 *
 * An incoming message is one line of JSON, which by_message_read turns into a struct. Reading is strict (json.h) and
 * enforces the limits on fields in messages.def: unknown, missing and invalid fields are refused with a sentence that
 * names the field. The handler of the message performs all further checks, such as whether a seat exists. */
#ifndef BY_WIRE_MESSAGES_H
#define BY_WIRE_MESSAGES_H

#include "boneyard/rules.h"
#include "json.h"
#include "out.h"

#define BY_MESSAGE_LIMIT 4096 /* maximum length of a person's message, in bytes */
enum { BY_WIRE_VERSION = 1 }; /* the newest version of the protocol that this program supports */

enum by_ask_id {
#define BY_ASK(id, cost, journal, words) BY_ASK_##id,
#define BY_TELL(id, words)
#define BY_FIELD(of, name, kind, low, high, must, words)
#include "messages.def"
#undef BY_ASK
#undef BY_TELL
#undef BY_FIELD
    BY_ASKS
};

enum by_tell_id {
#define BY_ASK(id, cost, journal, words)
#define BY_TELL(id, words) BY_TELL_##id,
#define BY_FIELD(of, name, kind, low, high, must, words)
#include "messages.def"
#undef BY_ASK
#undef BY_TELL
#undef BY_FIELD
    BY_TELLS
};

enum by_entry_id {
#define BY_ENTRY(id, words) BY_ENTRY_##id,
#include "entries.def"
#undef BY_ENTRY
    BY_ENTRIES
};

enum by_refusal {
#define BY_REFUSAL(id) BY_REFUSED_##id,
#include "refusals.def"
#undef BY_REFUSAL
    BY_REFUSALS,
    BY_REFUSED_BY_RULES, /* a refusal with the code of a by_err and the sentence of a fault */
    BY_NOT_REFUSED
};

enum by_field_kind {
    BY_FIELD_TEXT,
    BY_FIELD_NUMBER,
    BY_FIELD_BOOL,
    BY_FIELD_BYTES,
    BY_FIELD_TEXTS,
    BY_FIELD_NUMBERS,
    BY_FIELD_OBJECT,
    BY_FIELD_OBJECTS
};
struct by_field {
    const char *name;
    int kind;
    int64_t low, high;
    bool must;
    const char *words;
};
struct by_message {
    const char *name;
    int cost;
    bool journal;
    const char *words;
    const struct by_field *fields;
    int n;
};

struct by_entry_kind {
    const char *name, *words;
};

extern const struct by_message by_asks[BY_ASKS], by_tells[BY_TELLS];
extern const struct by_entry_kind by_entries[BY_ENTRIES];

/* A message from a person: its id and its fields, named as in messages.def. An omitted field has the value set by
 * by_ask_init: 30 for grace, true for watch and on, INT64_MAX for seen, -1 for shared, seat and player, and 0 or the
 * empty string for all others. */
struct by_asked_for {
    int id; /* enum by_ask_id */
    char key[33];
    char view[7], rules[501], clock[21], game[41], name[161], who[41], move[61], phrase[25], password[201], fresh[201],
        code[61], format[9], system[6], ties[41], with[161], speed[7], family[13], after[81], counts[8], reason[25],
        act[25], list[7], endpoint[1001], language[6];
    char seats[BY_SEATS][41]; /* `seats_n` entries */
    int seats_n;
    int64_t v, grace, from, seat, deal, seen, size, rounds, start, until, minutes, player, players, free, notice, days;
    int64_t wait; /* for a quick match, the number of milliseconds to wait for people (never in a message) */
    int tries;    /* for a quick match, how many times the server has repeated the request */
    bool public, watch, practice, rated, on, here, all, duplicate, ratings, results, matches, yes;
    int8_t shared; /* 0, 1, or -1 if omitted */
    uint8_t table[16], hash[32], share[32], session[16], tournament[16], person[16], report[16], invitation[16],
        p256dh[65], auth[16];
};
void by_ask_init(struct by_asked_for *what, int id, const char *key);

/* Reads a message. Returns BY_NOT_REFUSED if the message is valid. Otherwise returns a refusal, sets the fault's
 * sentence, and sets the key, which is empty if none could be read. */
enum by_refusal by_message_read(const char *line, size_t n, struct by_asked_for *what, struct by_fault *f);

/* Return fields of a stored object; NULL, `otherwise` or false if the field is missing. */
const char *by_field_text(const by_json *body, const char *name);
int64_t by_field_number(const by_json *body, const char *name, int64_t otherwise);
bool by_field_bytes(const by_json *body, const char *name, uint8_t *out, size_t n); /* exactly n bytes */

/* Begins a reply: {"is":"reply","key":...,"ok":true without the closing brace, so that members can be added. */
struct by_out by_reply_done(const char *key);
/* Does the same for a refusal, with the sentence of `f` or the refusal's own. `pad` adds spaces, so that all refusals
 * of a move have the same length whatever the hand holds. */
struct by_out by_reply_refused(const char *key, enum by_refusal why, const struct by_fault *f, bool pad);

/* Returns a refusal's code, such as "bad-message". With BY_REFUSED_BY_RULES, returns the code of *f from errors.def. */
#define BY_CODE_ROOM 32
const char *by_refusal_code(enum by_refusal why, const struct by_fault *f, char out[BY_CODE_ROOM]);
const char *by_refusal_sentence(enum by_refusal why); /* in English; static */

#endif
