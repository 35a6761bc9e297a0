/* All state of a client, and the parts of client.c that have files of their own. */
#ifndef MULLION_CLIENT_STATE_H
#define MULLION_CLIENT_STATE_H

#include "client/answer-watch.h"
#include "client/patience.h"
#include "client/said.h"
#include "client/typed.h"
#include "lending/client-lending.h"
#include "shared/frame.h"

#define UNTAKEN_KEYS_BYTES (64u * 1024)

struct client {
	const char *program;
	char **arguments;
	uint64_t request;
	int socket;
	struct buffer in, out;
	/* Bytes written to stdout since the cursor, and how many bytes of a repeated answer are not printed again. */
	uint64_t printed, skip;
	struct said said;
	bool shows_progress; /* DAEMON_PROGRESS_LINE */
	char *cursor; /* where a repeated answer begins; NULL: at its first byte */
	struct typed typed;
	struct buffer screen;         /* bytes that the raw terminal has not accepted yet */
	uint32_t drawn;               /* bytes that the terminal accepted and the client has not reported */
	bool typed_too_long;
	bool wants_stdin, stdin_ended, end_sent, raw;
	struct client_lending lending;
	const char *shared; /* the socket of another user's daemon; NULL: the daemon is ours */
	bool answered;      /* the daemon has sent a frame */
	uint8_t control; /* the mode from DAEMON_CONTROL */
	int signals; /* descriptor; -1: no signals are watched */
	int retries;
	int64_t reads_keys_from; /* while no daemon runs: when to start reading keys, by platform_clock() */
	bool said_full;          /* the notice that keys are no longer read has been shown */
	struct patience patience;
	struct answer_watch watch;
	const char *directory;
};

enum { RELAYING = -1, LOST = -2 }; /* results of relaying other than an exit status */

/* daemon-frames.c */

/* Handles the frames that have arrived; returns RELAYING, LOST or the exit status. */
int take_frames(struct client *c);
/* Writes as much as the terminal accepts now; false: the terminal is gone. */
bool draw(struct client *c);
void erase_progress(struct client *c);
/* Flushes pending output before another process uses the terminal. */
void finish_drawing(struct client *c);
/* Forwards signals only while the daemon handles this client's keys; otherwise they keep their default effect. */
void watch_signals(struct client *c);
void say_stdin_end(struct client *c);

/* waiting-terminal.c */

/* An attached terminal does not give up while its panes live, and supplies its own hooks for reading keys and showing
 * messages. */
void wait_as_terminal(struct client *c);

#endif
