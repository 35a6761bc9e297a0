/*
 * Numbers and texts as the frames of wire.h hold them. Plain code in a header: fast-path.c runs it before libc starts.
 */
#ifndef MULLION_ENCODE_H
#define MULLION_ENCODE_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t decode_number(const uint8_t *bytes, size_t size)
{
	uint64_t value = 0;

	while (size-- > 0)
		value = value << 8 | bytes[size];
	return value;
}

static inline void encode_number(uint8_t *bytes, size_t size, uint64_t value)
{
	for (size_t i = 0; i < size; i++)
		bytes[i] = (uint8_t)(value >> (8 * i));
}

/* Memory that is filled as snprintf fills it: `size` counts every byte, also those for which there is no room. */
struct encoder {
	uint8_t *bytes;
	size_t room, size;
};

/* Starts the next `size` bytes; NULL: there is no room for them. */
static inline uint8_t *encoder_take(struct encoder *e, size_t size)
{
	uint8_t *at = e->size <= e->room && size <= e->room - e->size ? e->bytes + e->size : NULL;

	e->size += size;
	return at;
}

static inline void encoder_number(struct encoder *e, size_t size, uint64_t value)
{
	uint8_t *at = encoder_take(e, size);

	if (at != NULL)
		encode_number(at, size, value);
}

static inline void encoder_bytes(struct encoder *e, const char *bytes, size_t size)
{
	uint8_t *at = encoder_take(e, size);

	for (size_t i = 0; at != NULL && i < size; i++)
		at[i] = (uint8_t)bytes[i];
}

static inline void encoder_text(struct encoder *e, const char *text)
{
	size_t size = 0;

	while (text[size] != '\0')
		size++;
	encoder_number(e, 4, size);
	encoder_bytes(e, text, size);
}

static inline void encoder_list(struct encoder *e, char *const *list)
{
	size_t count = 0;

	while (list[count] != NULL)
		count++;
	encoder_number(e, 4, count);
	for (size_t i = 0; i < count; i++)
		encoder_text(e, list[i]);
}

#endif
