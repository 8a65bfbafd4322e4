/* messages.h: the messages of the wire (messages.def), read and checked.
 *
 * A message that comes is one line of JSON.  Reading is strict (json.h), and everything messages.def says of the
 * fields is held: unknown, missing and wrong ones are refused with a sentence that names the field.  What is in the
 * fields beyond that (is there such a seat?) is for whoever does it.
 */
#ifndef BY_WIRE_MESSAGES_H
#define BY_WIRE_MESSAGES_H

#include "json.h"

#define BY_MESSAGE_LIMIT 4096           /* bytes of a message from a person */

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
#define BY_REFUSAL(id, english, spanish) BY_REFUSED_##id,
#include "refusals.def"
#undef BY_REFUSAL
    BY_REFUSALS,
    BY_REFUSED_BY_RULES,                /* with a by_err: its code and the sentence of its fault */
    BY_NOT_REFUSED
};

enum by_field_kind {
    BY_FIELD_TEXT, BY_FIELD_NUMBER, BY_FIELD_BOOL, BY_FIELD_BYTES, BY_FIELD_TEXTS, BY_FIELD_NUMBERS, BY_FIELD_OBJECT,
    BY_FIELD_OBJECTS
};
struct by_field { const char *name; int kind; int64_t low, high; bool must; const char *words; };
struct by_message {
    const char *name;
    int cost;
    bool journal;
    const char *words;
    const struct by_field *fields;
    int n;
};

struct by_entry_kind { const char *name, *words; };
struct by_refusal_kind { const char *id, *english, *spanish; };     /* the code is the id with '-' for '_' */

extern const struct by_message by_asks[BY_ASKS], by_tells[BY_TELLS];
extern const struct by_entry_kind by_entries[BY_ENTRIES];
extern const struct by_refusal_kind by_refusals[BY_REFUSALS];

/* A message from a person: which it is; its fields stay in the JSON.  Yours: by_json_free(*body).  A refusal
 * otherwise, with a sentence in the fault, *body NULL, and the key if one could be read (an empty text if not).
 * BY_NOT_REFUSED: it is one. */
struct by_asked_for { int id; char key[33]; };
enum by_refusal by_message_read(const char *line, size_t n, struct by_asked_for *what, by_json **body,
                                struct by_fault *f);

/* Fields of a message that was read: there, and of their kind.  NULL, `otherwise` or false where one was left out. */
const char *by_field_text(const by_json *body, const char *name);
int64_t by_field_number(const by_json *body, const char *name, int64_t otherwise);
bool by_field_true(const by_json *body, const char *name, bool otherwise);
bool by_field_bytes(const by_json *body, const char *name, uint8_t *out, size_t n);    /* exactly n of them */

/* {"is":"reply","key":...,"ok":true}, to which members can be added; and the refusal, with the sentence of `f` or its
 * own. */
by_json *by_reply_done(const char *key);
by_json *by_reply_refused(const char *key, enum by_refusal why, const struct by_fault *f);
/* Blanks into a refusal: all that a move can be refused with are of one length, whoever's hand says why. */
void by_reply_pad(by_json *refusal);

/* A refusal's code ("bad-message", or of errors.def with BY_REFUSED_BY_RULES).  `f` may be NULL otherwise. */
#define BY_CODE_ROOM 32
const char *by_refusal_code(enum by_refusal why, const struct by_fault *f, char out[BY_CODE_ROOM]);

/* base64url without '='.  `out` has room for (4 * n + 2) / 3 + 1.  Read: false if the text is not exactly n bytes. */
void by_base64(const uint8_t *bytes, size_t n, char *out);
bool by_unbase64(const char *text, uint8_t *out, size_t n);

#endif
