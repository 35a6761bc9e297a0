/*
 * Closing a pane. The holder sends SIGHUP and SIGCONT to the foreground group and the child's group at once, a moment
 * later to the whole session if any process is left, and SIGKILL to the rest after the grace period. A process that
 * made its own session (setsid, a proper daemon) has left the pane and gets no signal; a process of another user cannot
 * be signalled.
 */
#ifndef MULLION_CLOSING_H
#define MULLION_CLOSING_H

#include "holder/pane.h"

struct closing {
	bool active;
	bool widened; /* the whole session has received SIGHUP */
	int64_t deadline, next_check; /* times of platform_clock */
};

void closing_begin(struct closing *c, const struct pane *pane, uint32_t grace_ms);
/* Call this at next_check and when the child has ended. */
void closing_check(struct closing *c, const struct pane *pane, int64_t now);

#endif
