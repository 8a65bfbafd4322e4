/* SPDX-License-Identifier: MIT */
/* passwords.h: hashes passwords on two threads, so that nobody else waits. */
#ifndef BY_SERVER_PEOPLE_PASSWORDS_H
#define BY_SERVER_PEOPLE_PASSWORDS_H

#include "server/operate/workers.h"
#include "util/crypto.h"

struct passwords;
struct by_caller;

struct password_job {
    struct by_work errand; /* first */
    struct by_caller *caller;
    bool fresh; /* makes `hash`; else checks whether `password` matches it */
    bool known; /* a hash exists; otherwise the same work is done, and nothing matches */
    bool fits;  /* the answer */
    struct by_id person;
    char key[33], name[100], folded[100], password[204], hash[BY_PASSWORD_TEXT];
};

/* `done` is called on the loop; the job is freed afterwards. */
struct passwords *by_passwords_new(struct by_loop *l, void (*done)(void *data, struct password_job *j), void *data);
void by_passwords_free(struct passwords *p);

/* Queues the job. Returns false if sixteen are queued already; the job stays the caller's. */
bool by_passwords_ask(struct passwords *p, struct password_job *j);

#endif
