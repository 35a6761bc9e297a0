/* Byte queues, and the descriptor operations that every program here needs. */
#ifndef MULLION_IO_H
#define MULLION_IO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* A queue of bytes: appended at the end, consumed from the start. All zero is an empty queue. */
struct buffer {
	uint8_t *bytes;
	size_t start, end, capacity;
};

static inline size_t buffer_size(const struct buffer *b) { return b->end - b->start; }
/* NULL for a buffer that never held anything, because C defines no offset from NULL. */
static inline const uint8_t *buffer_data(const struct buffer *b) { return b->bytes == NULL ? NULL : b->bytes + b->start; }

/* Room for `count` more bytes; the caller fills it and then calls buffer_added. */
uint8_t *buffer_reserve(struct buffer *b, size_t count);
static inline void buffer_added(struct buffer *b, size_t count) { b->end += count; }
void buffer_append(struct buffer *b, const void *bytes, size_t count);
static inline void buffer_consume(struct buffer *b, size_t count)
{
	b->start += count;
	if (b->start == b->end)
		b->start = b->end = 0;
}
void buffer_release(struct buffer *b);

/* Ends the process when memory is exhausted: every requested size is bounded, so the machine as a whole is out of
 * memory. */
void *allocate(size_t size);

void fd_close_on_exec(int fd);
void fd_unblock(int fd);
/* A pipe whose ends are both close-on-exec. */
bool fd_pipe(int ends[2]);

enum transfer { TRANSFER_OK, TRANSFER_LATER, TRANSFER_ENDED };
/* At most one read of `most` bytes. ENDED: end of stream, or a broken stream. */
enum transfer buffer_read(struct buffer *b, int fd, size_t most);
/* Writes as much as the descriptor accepts now; LATER when bytes are left. Never raises SIGPIPE on a socket. */
enum transfer buffer_write(struct buffer *b, int fd);
/* Writes everything, waiting as long as needed, also on a non-blocking descriptor. False: see errno. */
bool fd_write_all(int fd, const void *bytes, size_t count);

#endif
