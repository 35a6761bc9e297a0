#include "holder/connection.h"

#include <sys/socket.h>
#include <unistd.h>

#include "shared/platform.h"
#include "shared/wire.h"

#define BACKLOG_BYTES (64u * 1024)
#define PIECE_BYTES (32u * 1024)

void connection_open(struct connection *c, int fd)
{
	*c = (struct connection){.fd = fd};
	fd_close_on_exec(fd);
	fd_unblock(fd);
	platform_no_sigpipe(fd);
}

void connection_close(struct connection *c)
{
	if (c->fd >= 0)
		(void)close(c->fd);
	buffer_release(&c->in);
	buffer_release(&c->out);
	*c = (struct connection){.fd = -1};
}

void connection_refuse(struct connection *c, const char *sentence)
{
	uint8_t unread[4096];
	size_t mark = frame_begin(&c->out, PANE_REFUSED);

	put_text(&c->out, sentence);
	frame_end(&c->out, mark);
	(void)buffer_write(&c->out, c->fd);
	(void)shutdown(c->fd, SHUT_WR);
	/* Closing with unread bytes would reset the connection before the peer reads the sentence. */
	for (int i = 0; i < 64 && read(c->fd, unread, sizeof unread) > 0; i++)
		;
	connection_close(c);
}

void connection_fill(struct connection *c, const struct output *output)
{
	while (c->cursor < output->end && buffer_size(&c->out) < BACKLOG_BYTES) {
		const uint8_t *piece;
		size_t size = output_piece(output, c->cursor, &piece);
		size_t mark = frame_begin(&c->out, PANE_OUTPUT);

		if (size > PIECE_BYTES)
			size = PIECE_BYTES;
		put_u64(&c->out, c->cursor);
		buffer_append(&c->out, piece, size);
		frame_end(&c->out, mark);
		c->cursor += size;
	}
}

void connection_flush(struct connection *c)
{
	if (c->fd >= 0 && buffer_write(&c->out, c->fd) == TRANSFER_ENDED)
		connection_close(c);
}
