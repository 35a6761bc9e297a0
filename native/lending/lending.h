/*
 * The holder's port to lending: how a holder uses a client's terminal, and what it reports to the daemon. The rest of
 * the holder sees only these functions.
 */
#ifndef MULLION_LENDING_H
#define MULLION_LENDING_H

#include <poll.h>

#include "lending/lent-terminal.h"
#include "shared/frame.h"

struct holder;

struct lending {
	struct lent_terminal terminal;
	struct buffer unread; /* bytes that the holder read on the terminal and no daemon has handled */
	uint64_t unread_lease, unread_client;
	int64_t tell_at;   /* when to report typed keys and drawn output to the daemon; 0: at once */
	uint32_t typed;    /* bytes typed on the terminal and not yet reported */
	int64_t typed_us;  /* time of the last of these bytes, by platform_clock_us */
};

void lending_open(struct lending *l);
void lending_close(struct lending *l);

/* Handles a frame of lending-wire.h. Returns NULL, or the sentence with which the holder refuses the connection. */
const char *lending_on_frame(struct holder *h, uint8_t type, struct reader *r);
/* A new daemon has sent HOLDER_RESUME. */
void lending_on_resume(struct holder *h);
/* No daemon is connected. */
void lending_on_disconnect(struct holder *h);
/* The pane has printed these bytes, the newest of its output. */
void lending_on_output(struct holder *h, const uint8_t *bytes, size_t size);
/* The pane's child has exited. */
void lending_on_exit(struct holder *h);

/* What to poll for; lending_turn receives the result in every turn of the holder's loop. */
struct pollfd lending_poll(const struct holder *h);
void lending_turn(struct holder *h, short events);

/* Whether output and reports to the daemon may wait: for a key whose echo may follow, or an echo that is already drawn.
 * They wait until lending_due (by platform_clock; 0: nothing waits) or lending_hurry. */
bool lending_has_time(const struct holder *h);
int64_t lending_due(const struct holder *h);
void lending_hurry(struct holder *h);
/* The daemon has received everything that waited. */
void lending_on_told(struct holder *h);
/* Whether no key and no report waits. */
bool lending_is_idle(const struct holder *h);

#endif
