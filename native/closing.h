/*
 * Closing a pane: SIGHUP and SIGCONT to the foreground group and the child's own group at once, a moment later to the
 * whole session if anything is left of it, and SIGKILL to what is left after the grace. A process that made a session of
 * its own (setsid, a proper daemon) has left the pane and is not touched; one that runs as another user cannot be.
 */
#ifndef MULLION_CLOSING_H
#define MULLION_CLOSING_H

#include "pane.h"

struct closing {
	bool active;
	bool widened; /* SIGHUP went to the whole session */
	int64_t deadline, next_check; /* of platform_clock */
};

void closing_begin(struct closing *c, const struct pane *pane, uint32_t grace_ms);
/* To be called at next_check, and when the child has ended. */
void closing_check(struct closing *c, const struct pane *pane, int64_t now);

#endif
