/*
 * Reading and writing the frames of wire.h.
 *
 * Reading is incremental and never trusts a length: a buffer collects bytes, preamble_read and frame_peek look at what
 * has arrived, and a struct reader walks one payload. A reader that runs out of bytes sets `failed` and returns zeros
 * from then on, so a decoder reads every field and checks once at the end.
 */
#ifndef MULLION_FRAME_H
#define MULLION_FRAME_H

#include "shared/encode.h"
#include "shared/io.h"
#include "shared/wire.h"

enum preamble_status { PREAMBLE_PARTIAL, PREAMBLE_READY, PREAMBLE_FOREIGN, PREAMBLE_OTHER_VERSION };
/* Consumes the preamble when it is READY. Returns FOREIGN at the first byte that does not match. */
enum preamble_status preamble_read(struct buffer *in, uint8_t role, uint16_t version);
void preamble_put(struct buffer *out, uint8_t role, uint16_t version);

struct frame {
	uint8_t type;
	uint32_t size;
	const uint8_t *payload; /* points into the buffer: valid until the buffer changes */
};
enum frame_status { FRAME_PARTIAL, FRAME_READY, FRAME_TOO_LONG };
/* Looks at the first frame without consuming it. */
static inline enum frame_status frame_peek(const struct buffer *in, uint32_t longest, struct frame *frame)
{
	size_t size = buffer_size(in);

	if (size < 4)
		return FRAME_PARTIAL;
	frame->size = (uint32_t)decode_number(buffer_data(in), 4);
	if (frame->size > longest)
		return FRAME_TOO_LONG;
	if (size - 4 < (size_t)frame->size + 1)
		return FRAME_PARTIAL;
	frame->type = buffer_data(in)[4];
	frame->payload = buffer_data(in) + WIRE_HEADER_SIZE;
	return FRAME_READY;
}
static inline void frame_drop(struct buffer *in, const struct frame *frame)
{
	buffer_consume(in, WIRE_HEADER_SIZE + (size_t)frame->size);
}

struct reader {
	const uint8_t *at;
	size_t left;
	bool failed;
};
static inline struct reader frame_reader(const struct frame *frame)
{
	return (struct reader){.at = frame->payload, .left = frame->size};
}
uint8_t read_u8(struct reader *r);
uint16_t read_u16(struct reader *r);
uint32_t read_u32(struct reader *r);
uint64_t read_u64(struct reader *r);
/* A `str` as an allocated C string; NULL after a failure. A NUL byte inside the string is a failure. */
char *read_text(struct reader *r);
/* A `list` as a NULL-terminated vector of allocated strings; NULL after a failure. */
char **read_list(struct reader *r);
void list_free(char **list);

/* frame_begin returns a mark; frame_end uses it to fill in the length. */
size_t frame_begin(struct buffer *out, uint8_t type);
void frame_end(struct buffer *out, size_t mark);
void put_u8(struct buffer *out, uint8_t value);
void put_u16(struct buffer *out, uint16_t value);
void put_u32(struct buffer *out, uint32_t value);
void put_u64(struct buffer *out, uint64_t value);
void put_text(struct buffer *out, const char *text);

#endif
