#include "shared/frame.h"

#include <stdlib.h>
#include <string.h>

#include "shared/wire.h"

enum preamble_status preamble_read(struct buffer *in, uint8_t role, uint16_t version)
{
	const uint8_t expected[6] = {(uint8_t)WIRE_MAGIC[0], 'M', 'L', 'N', role, 0};
	size_t size = buffer_size(in);

	for (size_t i = 0; i < size && i < sizeof expected; i++)
		if (buffer_data(in)[i] != expected[i])
			return PREAMBLE_FOREIGN;
	if (size < WIRE_PREAMBLE_SIZE)
		return PREAMBLE_PARTIAL;
	if (decode_number(buffer_data(in) + sizeof expected, 2) != version)
		return PREAMBLE_OTHER_VERSION;
	buffer_consume(in, WIRE_PREAMBLE_SIZE);
	return PREAMBLE_READY;
}

void preamble_put(struct buffer *out, uint8_t role, uint16_t version)
{
	buffer_append(out, WIRE_MAGIC, 4);
	put_u8(out, role);
	put_u8(out, 0);
	put_u16(out, version);
}

static const uint8_t *take(struct reader *r, size_t size)
{
	const uint8_t *at = r->at;

	if (r->failed || r->left < size) {
		r->failed = true;
		return NULL;
	}
	r->at += size;
	r->left -= size;
	return at;
}

static uint64_t read_number(struct reader *r, size_t size)
{
	const uint8_t *at = take(r, size);

	return at == NULL ? 0 : decode_number(at, size);
}

uint8_t read_u8(struct reader *r) { return (uint8_t)read_number(r, 1); }
uint16_t read_u16(struct reader *r) { return (uint16_t)read_number(r, 2); }
uint32_t read_u32(struct reader *r) { return (uint32_t)read_number(r, 4); }
uint64_t read_u64(struct reader *r) { return read_number(r, 8); }

char *read_text(struct reader *r)
{
	size_t size = read_u32(r);
	const uint8_t *at = take(r, size);
	char *text;

	if (at == NULL || (size > 0 && memchr(at, 0, size) != NULL)) {
		r->failed = true;
		return NULL;
	}
	text = allocate(size + 1);
	memcpy(text, at, size);
	text[size] = '\0';
	return text;
}

char **read_list(struct reader *r)
{
	size_t count = read_u32(r);
	char **list;

	if (r->failed || count > r->left / 4) { /* each str takes at least its 4-byte count */
		r->failed = true;
		return NULL;
	}
	list = allocate((count + 1) * sizeof *list);
	for (size_t i = 0; i <= count; i++)
		list[i] = i < count ? read_text(r) : NULL;
	if (r->failed) {
		list_free(list);
		return NULL;
	}
	return list;
}

void list_free(char **list)
{
	for (char **item = list; item != NULL && *item != NULL; item++)
		free(*item);
	free(list);
}

size_t frame_begin(struct buffer *out, uint8_t type)
{
	size_t mark = buffer_size(out);

	put_u32(out, 0);
	put_u8(out, type);
	return mark;
}

void frame_end(struct buffer *out, size_t mark)
{
	encode_number(out->bytes + out->start + mark, 4, buffer_size(out) - mark - WIRE_HEADER_SIZE);
}

static void put_number(struct buffer *out, size_t size, uint64_t value)
{
	encode_number(buffer_reserve(out, size), size, value);
	buffer_added(out, size);
}

void put_u8(struct buffer *out, uint8_t value) { put_number(out, 1, value); }
void put_u16(struct buffer *out, uint16_t value) { put_number(out, 2, value); }
void put_u32(struct buffer *out, uint32_t value) { put_number(out, 4, value); }
void put_u64(struct buffer *out, uint64_t value) { put_number(out, 8, value); }

void put_text(struct buffer *out, const char *text)
{
	size_t size = strlen(text);

	put_u32(out, (uint32_t)size);
	buffer_append(out, text, size);
}
