/* notify.h: words to systemd, if it has started us (sd_notify(3), LISTEN_FDS): without it nothing happens. */
#ifndef BY_SERVER_NOTIFY_H
#define BY_SERVER_NOTIFY_H

#include <stdbool.h>

/* "READY=1", "STOPPING=1", "WATCHDOG=1", "STATUS=..." */
void by_notify(const char *words);

/* Does it want to hear WATCHDOG=1 now and then? */
bool by_notify_watched(void);

/* The socket that it listens at for us, or -1. */
int by_notify_socket(void);

#endif
