#include "holder/output.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "shared/wire.h"

void output_open(struct output *o)
{
	void *ring = mmap(NULL, HOLDER_KEEP_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (ring == MAP_FAILED)
		abort();
	*o = (struct output){.ring = ring};
}

static size_t index_of(const struct output *o, uint64_t offset)
{
	return (o->position + (size_t)(offset - o->first)) % HOLDER_KEEP_BYTES;
}

static size_t unbroken(size_t index, size_t count)
{
	return count < HOLDER_KEEP_BYTES - index ? count : HOLDER_KEEP_BYTES - index;
}

size_t output_room(const struct output *o, uint8_t **piece)
{
	size_t index = index_of(o, o->end);

	*piece = o->ring + index;
	return unbroken(index, HOLDER_KEEP_BYTES - (size_t)(o->end - o->first));
}

void output_added(struct output *o, size_t count)
{
	o->end += count;
}

size_t output_piece(const struct output *o, uint64_t offset, const uint8_t **piece)
{
	size_t index = index_of(o, offset);

	*piece = o->ring + index;
	return unbroken(index, (size_t)(o->end - offset));
}

void output_accept(struct output *o, uint64_t offset)
{
	if (offset <= o->first)
		return;
	/* an empty ring restarts at 0, so that fewer pages are touched */
	o->position = offset == o->end ? 0 : index_of(o, offset);
	o->first = offset;
}

void output_rest(struct output *o)
{
	if (o->first == o->end)
		(void)madvise(o->ring, HOLDER_KEEP_BYTES, MADV_DONTNEED);
}
