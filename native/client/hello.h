/* The first frame of a client. Plain code in a header: fast-path.c runs it before libc starts. */
#ifndef MULLION_HELLO_H
#define MULLION_HELLO_H

#include "shared/encode.h"
#include "shared/wire.h"

struct hello {
	uint64_t request;
	uint32_t flags;
	uint16_t cols, rows;
	uint32_t pid;
	uint8_t erase;
	uint64_t typed_taken; /* raw mode: stdin bytes that a daemon has acknowledged */
	const char *program, *cwd, *tty;
	char *const *arguments, *const *environment;
	const char *cursor; /* NULL: none */
};

static inline void encode_hello_fields(struct encoder *e, const struct hello *hello)
{
	encoder_number(e, 8, hello->request);
	encoder_number(e, 4, hello->flags);
	encoder_number(e, 2, hello->cols);
	encoder_number(e, 2, hello->rows);
	encoder_number(e, 4, hello->pid);
	encoder_number(e, 1, hello->erase);
	encoder_number(e, 8, hello->typed_taken);
	encoder_text(e, hello->program);
	encoder_text(e, hello->cwd);
	encoder_text(e, hello->tty);
	encoder_list(e, hello->arguments);
	encoder_list(e, hello->environment);
	if (hello->cursor != NULL)
		encoder_text(e, hello->cursor);
}

/* Writes the preamble and HELLO. Returns their size; with more than `room`, the bytes are not complete. */
static inline size_t encode_hello(uint8_t *bytes, size_t room, const struct hello *hello)
{
	struct encoder e = {.bytes = bytes, .room = room};
	uint8_t *length;
	size_t start;

	encoder_bytes(&e, WIRE_MAGIC, 4);
	encoder_number(&e, 2, WIRE_ROLE_CLIENT);
	encoder_number(&e, 2, CLIENT_WIRE_VERSION);
	length = encoder_take(&e, 4);
	encoder_number(&e, 1, CLIENT_HELLO);
	start = e.size;
	encode_hello_fields(&e, hello);
	if (length != NULL)
		encode_number(length, 4, e.size - start);
	return e.size;
}

#endif
