/* The client's port to lending: while its terminal is lent, a holder reads the terminal and the client must not. */
#ifndef MULLION_CLIENT_LENDING_H
#define MULLION_CLIENT_LENDING_H

#include "shared/frame.h"

struct client_lending {
	bool is_active; /* a holder reads the terminal */
};

/* Handles the daemon's frame and appends the answer; false: the frame is not of lending-wire.h. */
bool client_lending_on_frame(struct client_lending *l, const struct frame *frame, struct buffer *out);

/* The daemon is gone. Returns when the client may read its terminal, by platform_clock. */
int64_t client_lending_end(struct client_lending *l);

#endif
