/*
 * Distinguishes a call that takes long from a daemon that hangs.
 *
 * Many calls wait by their nature (wait-for, run-shell, attach), and the daemon sends nothing meanwhile. So a client
 * that has received no answer for ANSWER_PROBE_MS opens a second connection and asks for a wire version that no daemon
 * speaks: any daemon that serves connections refuses it at once. An answer on that probe proves that the daemon serves
 * and has the call.
 */
#ifndef MULLION_ANSWER_WATCH_H
#define MULLION_ANSWER_WATCH_H

#include <stddef.h>

#include "client/patience.h"

#define ANSWER_PROBE_MS 1000

struct answer_watch {
	bool serves; /* the daemon has answered the call or a probe */
	int probe;   /* descriptor of the probe's connection; -1: no probe is open */
};

/* Starts the watch: the client has sent a call. */
void answer_watch_begin(struct answer_watch *w, struct patience *patience);
/* Stops the watch: the daemon has answered. */
void answer_watch_end(struct answer_watch *w);
/* Longest time to poll before answer_watch_step, in ms; -1: no limit. */
int answer_watch_timeout(const struct answer_watch *w, struct patience *patience);
/* Called when the probe is readable or answer_watch_timeout has passed. False: the daemon hangs, and `sentence` says
 * what to do. */
bool answer_watch_step(struct answer_watch *w, struct patience *patience, const char *directory, char *sentence, size_t size);

#endif
