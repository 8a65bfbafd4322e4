/* passwords.h: two threads that hash passwords, so that nobody else waits for it. */
#ifndef BY_SERVER_PASSWORDS_H
#define BY_SERVER_PASSWORDS_H

#include "errands.h"
#include "util/crypto.h"

struct passwords;
struct by_caller;

struct password_job {
    struct by_errand errand;            /* first */
    struct by_caller *caller;
    bool fresh;                         /* makes `hash`; else: does `password` fit to it? */
    bool known;                         /* there is a hash; otherwise the same work is done, and nothing fits */
    bool fits;                          /* the answer */
    struct by_id person;
    char key[33], name[100], folded[100], password[204], hash[BY_PASSWORD_TEXT];
};

/* `done` is called on the loop; the job is freed afterwards. */
struct passwords *by_passwords_new(struct by_loop *l, void (*done)(void *data, struct password_job *j), void *data);
void by_passwords_free(struct passwords *p);

/* Takes the job.  False: sixteen wait already; it stays yours. */
bool by_passwords_ask(struct passwords *p, struct password_job *j);

#endif
