/* One daemon's connection to a holder. */
#ifndef MULLION_CONNECTION_H
#define MULLION_CONNECTION_H

#include "frame.h"
#include "output.h"

struct connection {
	int fd; /* -1: none */
	struct buffer in, out;
	bool greeted;    /* its preamble was read and PANE_WELCOME sent */
	bool resumed;    /* its HOLDER_RESUME was read: output goes to it */
	bool held;       /* its next frame is input that does not fit yet */
	bool exit_sent;
	uint64_t cursor; /* offset of the next byte of output to send */
};

void connection_open(struct connection *c, int fd);
void connection_close(struct connection *c);
/* Says why in one last frame, as far as the peer takes it, and closes. */
void connection_refuse(struct connection *c, const char *sentence);
/* Adds frames of output to what is to be sent, up to a bounded backlog. */
void connection_fill(struct connection *c, const struct output *output);
/* Sends what the socket accepts now; a broken one is closed. */
void connection_flush(struct connection *c);

#endif
