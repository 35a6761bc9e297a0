#include "client/client-messages.h"

#include <stdlib.h>
#include <unistd.h>

#include "client/terminal.h"
#include "shared/wire.h"

extern char **environ;

static uint32_t hello_flags(const struct hello *hello)
{
	return (hello->repeated ? CLIENT_FLAG_RETRY : 0) | (isatty(0) ? CLIENT_FLAG_STDIN_TTY : 0) |
	       (isatty(1) ? CLIENT_FLAG_STDOUT_TTY : 0) | (isatty(2) ? CLIENT_FLAG_STDERR_TTY : 0);
}

static void put_terminal_size(struct buffer *out)
{
	uint16_t cols, rows;

	(void)terminal_size(&cols, &rows);
	put_u16(out, cols);
	put_u16(out, rows);
}

void put_hello(struct buffer *out, const struct hello *hello)
{
	char cwd[4096];
	const char *home = getenv("HOME");
	size_t mark;

	preamble_put(out, WIRE_ROLE_CLIENT, CLIENT_WIRE_VERSION);
	mark = frame_begin(out, CLIENT_HELLO);
	put_u64(out, hello->request);
	put_u32(out, hello_flags(hello));
	put_terminal_size(out);
	put_u32(out, (uint32_t)getpid());
	put_u8(out, terminal_erase());
	put_u64(out, hello->typed_taken);
	put_text(out, hello->program);
	put_text(out, getcwd(cwd, sizeof cwd) != NULL ? cwd : home != NULL ? home : "/"); /* the cwd may have been removed */
	put_text(out, terminal_name());
	put_list(out, hello->arguments);
	put_list(out, environ);
	frame_end(out, mark);
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
