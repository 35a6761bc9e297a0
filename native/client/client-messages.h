/* Encoders for the frames that a client sends; each appends to an output buffer. */
#ifndef MULLION_CLIENT_MESSAGES_H
#define MULLION_CLIENT_MESSAGES_H

#include "client/hello.h"
#include "shared/frame.h"

/* Appends the preamble and HELLO. The caller sets request, typed_taken, program, arguments and CLIENT_FLAG_RETRY; the
 * other fields are those of this process and its terminal. */
void put_hello(struct buffer *out, struct hello hello);
void put_stdin(struct buffer *out, const uint8_t *bytes, size_t size);
void put_stdin_end(struct buffer *out);
void put_size(struct buffer *out);
void put_signal(struct buffer *out, int number);

#endif
