/* SPDX-License-Identifier: MIT */
/* systemd.h: notifications to systemd if it started us (sd_notify(3), LISTEN_FDS); otherwise does nothing. */
#ifndef BY_SERVER_OPERATE_SYSTEMD_H
#define BY_SERVER_OPERATE_SYSTEMD_H

#include <stdbool.h>

/* "READY=1", "STOPPING=1", "WATCHDOG=1", "STATUS=..." */
void by_systemd_notify(const char *words);

/* Tells whether it expects WATCHDOG=1 regularly. */
bool by_systemd_watched(void);

/* Returns the socket on which it listens for us, or -1. */
int by_systemd_socket(void);

#endif
