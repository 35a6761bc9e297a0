#include "client/client-messages.h"

#include <stdlib.h>
#include <unistd.h>

#include "client/terminal.h"
#include "shared/wire.h"

extern char **environ;

static uint32_t terminal_flags(void)
{
	return (isatty(0) ? CLIENT_FLAG_STDIN_TTY : 0) | (isatty(1) ? CLIENT_FLAG_STDOUT_TTY : 0) |
	       (isatty(2) ? CLIENT_FLAG_STDERR_TTY : 0);
}

void put_hello(struct buffer *out, struct hello hello)
{
	char cwd[4096];
	const char *home = getenv("HOME");
	size_t size;

	hello.flags |= terminal_flags();
	(void)terminal_size(&hello.cols, &hello.rows);
	hello.pid = (uint32_t)getpid();
	hello.erase = terminal_erase();
	hello.cwd = getcwd(cwd, sizeof cwd) != NULL ? cwd : home != NULL ? home : "/"; /* the cwd may have been removed */
	hello.tty = terminal_name();
	hello.environment = environ;
	size = encode_hello(NULL, 0, &hello);
	(void)encode_hello(buffer_reserve(out, size), size, &hello);
	buffer_added(out, size);
}

void put_stdin(struct buffer *out, const uint8_t *bytes, size_t size)
{
	size_t mark;

	if (size == 0)
		return;
	mark = frame_begin(out, CLIENT_STDIN);
	buffer_append(out, bytes, size);
	frame_end(out, mark);
}

void put_stdin_end(struct buffer *out)
{
	frame_end(out, frame_begin(out, CLIENT_STDIN_EOF));
}

void put_size(struct buffer *out)
{
	uint16_t cols, rows;
	size_t mark;

	if (!terminal_size(&cols, &rows))
		return; /* a hung-up terminal has no size; its session keeps the previous one */
	mark = frame_begin(out, CLIENT_RESIZE);
	put_u16(out, cols);
	put_u16(out, rows);
	frame_end(out, mark);
}

void put_signal(struct buffer *out, int number)
{
	size_t mark = frame_begin(out, CLIENT_SIGNAL);

	put_u8(out, (uint8_t)number);
	frame_end(out, mark);
}
