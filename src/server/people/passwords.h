/* SPDX-License-Identifier: MIT */
/* passwords.h: hashes passwords on two threads, so that the loop never has to wait. */
#ifndef BY_SERVER_PEOPLE_PASSWORDS_H
#define BY_SERVER_PEOPLE_PASSWORDS_H

#include "server/operate/workers.h"
#include "util/crypto.h"

struct passwords;
struct by_caller;

struct password_job {
    struct by_work errand; /* must be first */
    struct by_caller *caller;
    bool fresh;                           /* true: computes `hash`; false: checks `password` against it */
    bool known;                           /* whether `hash` is set; if not, the check takes as long but never matches */
    bool fits;                            /* result of the check */
    char next[204];                       /* a new password, hashed into `hash` if `password` matches; may be empty */
    void (*then)(struct password_job *j); /* called in place of `done` */
    void *data;
    struct by_id person;
    char key[33], name[100], folded[100], password[204], hash[BY_PASSWORD_TEXT];
};

/* `done` is called on the loop's thread. The job is freed afterwards. */
struct passwords *by_passwords_new(struct by_loop *l, void (*done)(void *data, struct password_job *j), void *data);
void by_passwords_free(struct passwords *p);

/* Queues the job. If sixteen jobs are already queued, returns false and the caller keeps the job. */
bool by_passwords_ask(struct passwords *p, struct password_job *j);

#endif
