/*
 * Connects to the daemon of a runtime directory, and starts it exactly once when none runs.
 *
 * Clients that find no daemon race for a lock on `start.lock`. The winner checks again, then starts a daemon
 * (daemon-start.h), unless a `mullion down` still runs. A daemon that dies during its start is retried like one that dies later.
 */
#ifndef MULLION_REACH_DAEMON_H
#define MULLION_REACH_DAEMON_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "client/patience.h"

/* A non-blocking connection. -1: `sentence` gives the reason. */
int daemon_connect(const char *directory, struct patience *patience, char *sentence, size_t sentence_size);

/* One attempt to connect to a socket, without waiting; -1: see errno. EAGAIN: the socket exists, but its backlog is
 * full. */
int try_connect(const char *path);
/* After try_connect has failed: no process has the socket. */
bool nobody_listens(void);
/* The process that serves the runtime directory, read from its lock; 0: unknown. */
pid_t daemon_process(const char *directory);
/* Whether a holder's socket exists: only the holders know whether their panes live. */
bool panes_live(const char *directory);
/* Pause before an attempt, in ms; the first attempt is number 1. */
int retry_pause_ms(int attempt);

#define MOST_RETRIES 5 /* for a wait without `insists` */

#endif
