/* All state of a holder. */
#ifndef MULLION_HOLDER_STATE_H
#define MULLION_HOLDER_STATE_H

#include "holder/closing.h"
#include "holder/connection.h"
#include "holder/input.h"
#include "holder/output.h"
#include "holder/pane.h"
#include "lending/lending.h"

#define HOLDER_READ_BYTES (64u * 1024) /* most bytes to read from one descriptor before the loop serves the others */

struct holder {
	int listener;
	const char *socket_path;     /* path of the listening socket */
	struct pane pane;
	struct buffer description; /* the daemon's description of the pane, stored for the next daemon */
	struct output output;
	struct input input;
	struct closing closing;
	struct connection daemon;    /* the connection that receives output */
	struct connection candidate; /* a newer connection that has not sent HOLDER_RESUME yet */
	struct lending lending;
	bool pty_ended;              /* the PTY has reached end of file */
	bool input_ended;            /* no more input follows; the child gets end of file after the queued input */
	bool input_shut;             /* the child's input has been shut down */
	uint64_t drain_limit;        /* offset at which reading stops once the child has exited */
	bool awake;                  /* the holder has been active since it last released memory */
	bool heard;                  /* a daemon has connected at least once */
	bool had_daemon;             /* a daemon was connected at the end of the previous turn */
	bool forgotten;
};

/* Reads the program's output, limited by the ring's room and HOLDER_READ_BYTES. */
void holder_read_pty(struct holder *h);

#endif
