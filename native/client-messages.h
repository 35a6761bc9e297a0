/* The frames that a client sends, each added to what is to be sent. */
#ifndef MULLION_CLIENT_MESSAGES_H
#define MULLION_CLIENT_MESSAGES_H

#include "frame.h"

/* What HELLO tells beyond what the process itself knows: its terminal, directory and environment. */
struct hello {
	uint64_t request;
	bool repeated;        /* the daemon vanished before it had answered */
	uint64_t typed_taken; /* in raw mode: bytes of stdin that a daemon has dealt with */
	const char *program;
	char **arguments;
};

/* The preamble, then HELLO. */
void put_hello(struct buffer *out, const struct hello *hello);
void put_stdin(struct buffer *out, const uint8_t *bytes, size_t size);
void put_stdin_end(struct buffer *out);
void put_size(struct buffer *out);
void put_signal(struct buffer *out, int number);
/* Which terminal stdin is; false: none that others could open. */
bool put_lent(struct buffer *out);

#endif
