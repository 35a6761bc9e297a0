/* Encoders for the frames that a client sends; each appends to an output buffer. */
#ifndef MULLION_CLIENT_MESSAGES_H
#define MULLION_CLIENT_MESSAGES_H

#include "shared/frame.h"

/* The fields of HELLO that the process cannot read from its own terminal, directory and environment. */
struct hello {
	uint64_t request;
	bool repeated;        /* retry: a daemon died before it answered this request */
	uint64_t typed_taken; /* raw mode: stdin bytes that a daemon has acknowledged */
	const char *program;
	char **arguments;
};

/* Appends the preamble and HELLO. */
void put_hello(struct buffer *out, const struct hello *hello);
void put_stdin(struct buffer *out, const uint8_t *bytes, size_t size);
void put_stdin_end(struct buffer *out);
void put_size(struct buffer *out);
void put_signal(struct buffer *out, int number);

#endif
