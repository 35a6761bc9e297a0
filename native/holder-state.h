/* Everything that a holder knows. */
#ifndef MULLION_HOLDER_STATE_H
#define MULLION_HOLDER_STATE_H

#include "closing.h"
#include "connection.h"
#include "input.h"
#include "lent-terminal.h"
#include "output.h"
#include "pane.h"

#define HOLDER_READ_BYTES (64u * 1024) /* at most this much of one descriptor before the others are looked at */

struct holder {
	int listener;
	const char *socket_path;     /* where it listens */
	struct pane pane;
	struct buffer description; /* the daemon's words about the pane, for the next daemon */
	struct output output;
	struct input input;
	struct closing closing;
	struct connection daemon;    /* the one that gets the output */
	struct connection candidate; /* a newer one, until it has said HOLDER_RESUME */
	struct lent_terminal lent;
	struct buffer unread;        /* bytes that were read there and that no daemon has dealt with */
	uint64_t unread_lease, unread_client;
	int64_t tell_at;             /* when the daemon is told of what was typed and drawn there; 0: at once */
	uint32_t lent_typed;         /* bytes that were typed there and the daemon was not told of */
	int64_t lent_typed_us;       /* when the last of them were, by platform_clock_us */
	bool pty_ended;              /* the PTY has no more output to give */
	bool input_ended;            /* nothing more will be typed; the child is told after what is queued */
	bool input_shut;             /* it was told */
	uint64_t drain_limit;        /* offset where reading ends, once the child has exited */
	bool awake;                  /* something happened since memory was given back */
	bool heard;                  /* a daemon was there once */
	bool had_daemon;             /* a daemon was connected at the end of the last turn */
	bool forgotten;
};

/* Reads what the pane's program has printed, as far as there is room and HOLDER_READ_BYTES allow. */
void holder_read_pty(struct holder *h);

#endif
