/*
 * Tells a call that takes long from a daemon that hangs.
 *
 * Many calls wait by their nature (wait-for, run-shell, attach), and the daemon says nothing meanwhile. So a client that has
 * had no answer for ANSWER_PROBE_MS asks on a second connection, with a version of the wire that no daemon speaks: any
 * daemon that serves refuses it at once. Whatever comes back there shows that the daemon serves, and has the call.
 */
#ifndef MULLION_ANSWER_WATCH_H
#define MULLION_ANSWER_WATCH_H

#include <stddef.h>

#include "patience.h"

#define ANSWER_PROBE_MS 1000

struct answer_watch {
	bool serves; /* the daemon has answered, or a probe of it was */
	int probe;   /* descriptor; -1: none */
};

/* A call was sent. */
void answer_watch_begin(struct answer_watch *w, struct patience *patience);
/* The daemon has answered. */
void answer_watch_end(struct answer_watch *w);
/* How long to wait at most before answer_watch_step; -1: until something happens. */
int answer_watch_timeout(const struct answer_watch *w, const struct patience *patience);
/* When the probe can be read, or the time is over. False: the daemon hangs, and the sentence says what to do. */
bool answer_watch_step(struct answer_watch *w, struct patience *patience, const char *directory, char *sentence, size_t size);

#endif
