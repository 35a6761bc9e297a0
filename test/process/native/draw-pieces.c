/*
 * Draws what a test asks for: reads frames on stdin, HOLDER_DRAW for a place and HOLDER_INPUT for a piece of the pane's
 * output. Answers each piece with PANE_OUTPUT: u8 1: it was drawn; the bytes for the terminal.
 */
#include <stdlib.h>
#include <unistd.h>

#include "lending/lent-terminal.h"
#include "shared/io.h"
#include "shared/wire.h"

static bool drawing;
static struct drawing place;

static void on_place(struct reader *r)
{
	(void)read_u64(r); /* lease */
	(void)read_u64(r); /* offset */
	drawing = lent_read_place(&place, r) == NULL;
}

static void on_output(struct reader *r, struct buffer *out)
{
	static struct drawing_bytes drawn;
	size_t mark = frame_begin(out, PANE_OUTPUT);

	drawing = drawing && drawing_draw(&place, r->at, r->left, &drawn);
	put_u8(out, drawing);
	if (drawing)
		buffer_append(out, drawn.at, drawn.size);
	frame_end(out, mark);
}

int main(void)
{
	struct buffer in = {0}, out = {0};
	struct frame frame;

	while (buffer_read(&in, STDIN_FILENO, 64 * 1024) == TRANSFER_OK) {
		while (frame_peek(&in, WIRE_MAX_HOLDER_PAYLOAD, &frame) == FRAME_READY) {
			struct reader r = frame_reader(&frame);

			if (frame.type == HOLDER_DRAW)
				on_place(&r);
			else
				on_output(&r, &out);
			frame_drop(&in, &frame);
		}
		if (!fd_write_all(STDOUT_FILENO, buffer_data(&out), buffer_size(&out)))
			return EXIT_FAILURE;
		buffer_release(&out);
	}
	return EXIT_SUCCESS;
}
