/* SPDX-License-Identifier: MIT */
/* systemd.h: notifies systemd if it started the server (sd_notify(3), LISTEN_FDS); otherwise does nothing. */
#ifndef BY_SERVER_OPERATE_SYSTEMD_H
#define BY_SERVER_OPERATE_SYSTEMD_H

#include <stdbool.h>

/* Sends "READY=1", "STOPPING=1", "WATCHDOG=1" or "STATUS=...". */
void by_systemd_notify(const char *words);

/* Returns whether systemd expects WATCHDOG=1 at regular intervals. */
bool by_systemd_watched(void);

/* Returns the listening socket passed by systemd, or -1. */
int by_systemd_socket(void);

#endif
