#include "client/typed.h"

#include "client/client-messages.h"
#include "shared/wire.h"

struct typed_write {
	uint64_t from, end; /* offsets */
};

static size_t count_of(const struct typed *t)
{
	return buffer_size(&t->writes) / sizeof(struct typed_write);
}

static const struct typed_write *writes_of(const struct typed *t)
{
	return (const struct typed_write *)(const void *)buffer_data(&t->writes);
}

/* The end of an earlier piece that begins at this offset. */
static uint64_t same_piece(const struct typed *t, uint64_t from)
{
	uint64_t end = t->sent_before;

	for (size_t i = 0; i < count_of(t); i++) {
		if (writes_of(t)[i].from == from)
			return writes_of(t)[i].end;
		if (writes_of(t)[i].from > from) {
			end = writes_of(t)[i].from;
			break;
		}
	}
	return end - from < TYPED_SINGLY_BYTES ? end : from + TYPED_SINGLY_BYTES;
}

static uint64_t new_piece(struct typed *t, uint64_t from)
{
	struct typed_write write = {.from = from, .end = t->taken + typed_size(t)};

	if (write.end - from > TYPED_SINGLY_BYTES)
		buffer_append(&t->writes, &write, sizeof write);
	t->sent_before = write.end;
	return write.end;
}

void typed_send(struct typed *t, struct buffer *out, bool raw)
{
	uint64_t end = t->taken + typed_size(t), piece_end;

	for (; t->sent < end; t->sent = piece_end) {
		piece_end = !raw ? end : t->sent < t->sent_before ? same_piece(t, t->sent) : new_piece(t, t->sent);
		put_stdin(out, buffer_data(&t->bytes) + (t->sent - t->taken), (size_t)(piece_end - t->sent));
	}
}

void typed_taken(struct typed *t, uint64_t offset)
{
	if (offset < t->taken || offset > t->sent)
		return;
	buffer_consume(&t->bytes, (size_t)(offset - t->taken));
	t->taken = offset;
	while (count_of(t) > 0 && writes_of(t)->end <= offset)
		buffer_consume(&t->writes, sizeof(struct typed_write));
}

void typed_again(struct typed *t)
{
	t->sent = t->taken;
}
