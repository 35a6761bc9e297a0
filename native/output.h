/*
 * What the pane printed and nobody has durably accepted yet: the bytes [first, end) of an endless stream, in a ring.
 * Only output_accept drops bytes. When the ring is full the PTY is no longer read, so the child waits.
 */
#ifndef MULLION_OUTPUT_H
#define MULLION_OUTPUT_H

#include <stddef.h>
#include <stdint.h>

struct output {
	uint8_t *ring;
	size_t position; /* of the byte `first` in the ring */
	uint64_t first, end;
};

void output_open(struct output *o);
/* The longest piece without a break that can be written to (`output_added` then) or, from an offset on, read. */
size_t output_room(const struct output *o, uint8_t **piece);
void output_added(struct output *o, size_t count);
size_t output_piece(const struct output *o, uint64_t offset, const uint8_t **piece);
void output_accept(struct output *o, uint64_t offset);
/* Gives the memory of an empty ring back. */
void output_rest(struct output *o);

#endif
