/*
 * Finding the daemon of a runtime directory, and having it started exactly once where there is none.
 *
 * Clients that find no daemon race for a lock on `start.lock`. The winner looks again, and then starts a daemon
 * (daemon-start.h). A daemon that dies while it starts is no more final than one that dies later: another is started.
 */
#ifndef MULLION_REACH_DAEMON_H
#define MULLION_REACH_DAEMON_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "patience.h"

/* A connection that does not block. -1: `sentence` says why there is none. */
int daemon_connect(const char *directory, struct patience *patience, char *sentence, size_t sentence_size);

/* One attempt to connect to a socket, without waiting; -1: errno tells. EAGAIN: it is there, but accepts nothing now. */
int try_connect(const char *path);
/* The process that serves the runtime directory, as its lock names it; 0: not known. */
pid_t daemon_process(const char *directory);
/* Whether a holder's socket is there: only the holders know whether their panes live. */
bool panes_live(const char *directory);
/* How long to wait before the next attempt, the first of which is number 1. */
int retry_pause_ms(int attempt);

#define MOST_RETRIES 5 /* of what does not insist */

#endif
