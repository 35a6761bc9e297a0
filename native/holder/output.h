/*
 * Output that no daemon has durably accepted yet: the bytes [first, end) of an endless stream, in a ring. Only
 * output_accept discards bytes. When the ring is full, the holder stops reading the PTY, so the child blocks.
 */
#ifndef MULLION_OUTPUT_H
#define MULLION_OUTPUT_H

#include <stddef.h>
#include <stdint.h>

struct output {
	uint8_t *ring;
	size_t position; /* index of the byte `first` in the ring */
	uint64_t first, end;
};

void output_open(struct output *o);
/* The longest contiguous piece to write to (then call `output_added`) or, from an offset, to read. */
size_t output_room(const struct output *o, uint8_t **piece);
void output_added(struct output *o, size_t count);
size_t output_piece(const struct output *o, uint64_t offset, const uint8_t **piece);
void output_accept(struct output *o, uint64_t offset);
/* Releases the memory of an empty ring. */
void output_rest(struct output *o);

#endif
