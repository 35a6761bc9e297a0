#include "client/said.h"

#include <string.h>

static size_t smaller(size_t one, size_t other)
{
	return one < other ? one : other;
}

void said_repeats(struct said *s)
{
	s->unrepeated = buffer_size(&s->bytes);
}

void said_continues(struct said *s)
{
	buffer_consume(&s->bytes, buffer_size(&s->bytes) - s->unrepeated);
}

size_t said_before(struct said *s, const uint8_t *bytes, size_t size)
{
	size_t before = smaller(s->unrepeated, size), left;

	if (before > 0 && memcmp(buffer_data(&s->bytes) + buffer_size(&s->bytes) - s->unrepeated, bytes, before) != 0) {
		s->bytes.end -= s->unrepeated; /* another answer from here on */
		s->unrepeated = before = 0;
	}
	s->unrepeated -= before;
	left = SAID_BYTES - buffer_size(&s->bytes);
	if (size > before)
		buffer_append(&s->bytes, bytes + before, smaller(size - before, left));
	return before;
}

void said_release(struct said *s)
{
	buffer_release(&s->bytes);
	s->unrepeated = 0;
}
