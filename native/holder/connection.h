/* One daemon's connection to a holder. */
#ifndef MULLION_CONNECTION_H
#define MULLION_CONNECTION_H

#include "shared/frame.h"
#include "holder/output.h"

struct connection {
	int fd; /* -1: not connected */
	struct buffer in, out;
	bool greeted;    /* the holder has read the preamble and sent PANE_WELCOME */
	bool resumed;    /* the holder has read HOLDER_RESUME: this connection receives output */
	bool held;       /* the next frame is input that the queue has no room for yet */
	bool exit_sent;
	uint64_t cursor; /* offset of the next output byte to send */
};

void connection_open(struct connection *c, int fd);
void connection_close(struct connection *c);
/* Sends the reason in a last frame, as far as the socket accepts it now, and closes. */
void connection_refuse(struct connection *c, const char *sentence);
/* Queues output frames up to a bounded backlog. */
void connection_fill(struct connection *c, const struct output *output);
/* Sends what the socket accepts now; closes a broken connection. */
void connection_flush(struct connection *c);

#endif
