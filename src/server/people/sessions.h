/* SPDX-License-Identifier: MIT */
/* sessions.h: manages sessions and links. */
#ifndef BY_SERVER_PEOPLE_SESSIONS_H
#define BY_SERVER_PEOPLE_SESSIONS_H

#include "devices.h"
#include "people.h"
#include "throttle.h"
#include "util/crypto.h"

enum { BY_DAY = 86400 };

struct people {
    struct by_hub *hub;
    struct passwords *passwords;
    struct by_arrivals *arrivals;
    bool copying; /* a person's data is being exported (export.c) */
    struct by_tries tries[BY_TRIES];
};

/* The stored value of a session or link. Numbers are little-endian. Rows of earlier versions end after `when`. */
struct owner {
    struct by_id person;
    uint8_t when[8];  /* when the session was last used, or when the link expires */
    uint8_t since[8]; /* when the session began; 0 if unknown */
    uint8_t device;   /* by_device_of */
};
enum { BY_OWNER_LEAST = 24 };

/* The columns of a session's or link's row, used to find it when it expires or its person is deleted. */
struct by_columns by_owner_columns(const struct owner *o); /* borrows o */
struct owner by_owner_of(const struct by_id *person, int64_t when);
int64_t by_time_of(const uint8_t bytes[8]);
struct by_hash by_secret_hash(const uint8_t secret[BY_TOKEN]);

int64_t by_people_oldest(const struct by_hub *h); /* sessions last used before this time are deleted */
enum by_served by_people_session(struct by_hub *h, const struct by_request *r, struct by_http_answer *out);
/* Identifies a request's session without reading it from the store. Returns 0 or 401. */
int by_people_admit(const struct by_request *r, struct by_pass *out);
/* Reads the session of a new socket. The socket's requests wait until the session has been read. Disconnects the client
 * if the session does not exist. */
void by_people_recognise(struct by_caller *c);

#endif
