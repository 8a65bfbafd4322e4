/* SPDX-License-Identifier: MIT */
/* caller.h: handles messages to a caller, and a caller's lifetime. */
#ifndef BY_SERVER_TABLES_CALLER_H
#define BY_SERVER_TABLES_CALLER_H

#include "inside.h"

/* Completes the reply (messages.h), sends it, stores it for retries if necessary, and frees it. */
void by_caller_answer(struct by_caller *c, int ask, const char *key, struct by_out *reply);
void by_caller_done(struct by_caller *c, int ask, const char *key); /* a reply without members */
void by_caller_refuse(struct by_caller *c, int ask, const char *key, enum by_refusal why, const struct by_fault *f);
void by_caller_hold(struct by_caller *c);                                   /* an answer is pending */
void by_caller_drop(struct by_caller *c);                                   /* the answer was sent */
void by_caller_dismiss(struct by_caller *c, enum by_refusal why, int code); /* sends the reason and closes the socket */
struct by_out by_caller_message(const char *is);                            /* begins a message: {"is":... */
void by_caller_say(struct by_caller *c, struct by_out *text);               /* completes the JSON object, sends it and
                                                                             * frees it */

/* Resends the original reply to the request with this key. Returns false if there was none. */
bool by_caller_repeat(struct by_caller *c, int ask, const char *key);
/* by_caller_pause makes the caller's further requests wait, in order, until by_caller_resume has been called as many
 * times. If too many are waiting, further ones are refused. */
void by_caller_pause(struct by_caller *c);
void by_caller_resume(struct by_caller *c); /* may free the caller */
/* Puts a request at the front of the queue, to be handled when the caller resumes. */
void by_caller_wait_first(struct by_caller *c, const struct by_asked_for *what);
bool by_caller_waits(struct by_caller *c, const struct by_asked_for *what);
void by_caller_free(struct by_caller *c);
void by_caller_forget_answers(struct by_hub *h);

#endif
