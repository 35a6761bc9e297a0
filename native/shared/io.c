#include "shared/io.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "shared/platform.h"

void *allocate(size_t size)
{
	void *memory = malloc(size > 0 ? size : 1);

	if (memory == NULL)
		abort();
	return memory;
}

uint8_t *buffer_reserve(struct buffer *b, size_t count)
{
	size_t size = buffer_size(b);

	if (b->capacity - b->end >= count && b->bytes != NULL)
		return b->bytes + b->end;
	if (b->start > 0 && b->bytes != NULL)
		memmove(b->bytes, b->bytes + b->start, size);
	b->start = 0;
	b->end = size;
	if (b->capacity - size < count || b->bytes == NULL) {
		size_t capacity = b->capacity > 0 ? b->capacity : 1024;

		while (capacity < size + count)
			capacity *= 2;
		if ((b->bytes = realloc(b->bytes, capacity)) == NULL)
			abort();
		b->capacity = capacity;
	}
	return b->bytes + b->end;
}

void buffer_append(struct buffer *b, const void *bytes, size_t count)
{
	if (count == 0)
		return;
	memcpy(buffer_reserve(b, count), bytes, count);
	buffer_added(b, count);
}

void buffer_release(struct buffer *b)
{
	free(b->bytes);
	memset(b, 0, sizeof *b);
}

void fd_close_on_exec(int fd)
{
	(void)fcntl(fd, F_SETFD, FD_CLOEXEC);
}

void fd_unblock(int fd)
{
	(void)fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

bool fd_pipe(int ends[2])
{
	if (pipe(ends) != 0)
		return false;
	fd_close_on_exec(ends[0]);
	fd_close_on_exec(ends[1]);
	return true;
}

static enum transfer transfer_fault(void)
{
	return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? TRANSFER_LATER : TRANSFER_ENDED;
}

enum transfer buffer_read(struct buffer *b, int fd, size_t most)
{
	ssize_t count = read(fd, buffer_reserve(b, most), most);

	if (count < 0)
		return transfer_fault();
	if (count == 0)
		return TRANSFER_ENDED;
	buffer_added(b, (size_t)count);
	return TRANSFER_OK;
}

enum transfer buffer_write(struct buffer *b, int fd)
{
	while (buffer_size(b) > 0) {
		ssize_t count = send(fd, buffer_data(b), buffer_size(b), PLATFORM_NO_SIGPIPE);

		if (count < 0 && errno == ENOTSOCK)
			count = write(fd, buffer_data(b), buffer_size(b));
		if (count < 0)
			return transfer_fault();
		buffer_consume(b, (size_t)count);
	}
	return TRANSFER_OK;
}

bool fd_write_all(int fd, const void *bytes, size_t count)
{
	const uint8_t *at = bytes;

	while (count > 0) {
		ssize_t written = write(fd, at, count);

		if (written >= 0) {
			at += written;
			count -= (size_t)written;
		} else if (errno == EAGAIN || errno == EWOULDBLOCK) {
			struct pollfd ready = {.fd = fd, .events = POLLOUT};
			(void)platform_poll(&ready, 1, -1);
		} else if (errno != EINTR) {
			return false;
		}
	}
	return true;
}
