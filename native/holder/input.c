#include "holder/input.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "shared/platform.h"

#define PIECE_BYTES 16384
/* Interval for checking whether a partial line was read: short for an active reader, doubling for a busy one. */
#define WAIT_FIRST_MS 1
#define WAIT_MOST_MS 50

bool input_full(const struct input *in)
{
	return buffer_size(&in->queue) >= HOLDER_QUEUE_BYTES || in->ids_added - in->ids_taken >= HOLDER_MOST_INPUT_IDS;
}

/* The count of the oldest id in the table. */
static uint64_t oldest_id(const struct input *in)
{
	return in->ids_added > in->id_room ? in->ids_added - in->id_room : 0;
}

static struct input_id *id_at(const struct input *in, uint64_t count)
{
	return &in->ids[count & (in->id_room - 1)];
}

static enum input_known look_up(const struct input *in, uint64_t id)
{
	for (uint64_t i = oldest_id(in); id != 0 && i < in->ids_added; i++)
		if (id_at(in, i)->id == id)
			return i < in->ids_taken ? INPUT_TAKEN : INPUT_WAITING;
	return INPUT_NEW;
}

/* Doubles the table if every id in it waits: an id must not be overwritten before it is acknowledged. */
static void reserve_id(struct input *in)
{
	struct input grown = *in;

	if (in->id_room > 0 && in->ids_added - in->ids_taken < in->id_room)
		return;
	grown.id_room = in->id_room == 0 ? HOLDER_INPUT_IDS : in->id_room * 2;
	grown.ids = allocate(grown.id_room * sizeof *grown.ids);
	memset(grown.ids, 0, grown.id_room * sizeof *grown.ids); /* no input has the id 0 */
	for (uint64_t i = oldest_id(in); i < in->ids_added; i++)
		*id_at(&grown, i) = *id_at(in, i);
	free(in->ids);
	*in = grown;
}

enum input_known input_add(struct input *in, uint64_t id, const uint8_t *bytes, size_t size)
{
	enum input_known known = look_up(in, id);

	if (known != INPUT_NEW)
		return known;
	buffer_append(&in->queue, bytes, size);
	in->received += size;
	if (id != 0) {
		reserve_id(in);
		*id_at(in, in->ids_added) = (struct input_id){.id = id, .end = in->received};
		in->ids_added++;
	}
	return INPUT_NEW;
}

uint64_t input_next_taken(struct input *in)
{
	const struct input_id *next;

	if (in->ids_taken == in->ids_added)
		return 0;
	next = id_at(in, in->ids_taken);
	if (next->end > in->written)
		return 0;
	in->ids_taken++;
	return next->id;
}

void input_clear(struct input *in)
{
	buffer_release(&in->queue);
	in->ids_taken = in->ids_added;
	in->wait_until = 0;
}

static bool is_control(const struct termios *modes, int which, uint8_t byte)
{
	return modes->c_cc[which] != _POSIX_VDISABLE && modes->c_cc[which] == byte;
}

/* Whether a byte leaves the tty with an empty unfinished line: it ends the line, or discards it. */
static bool empties_line(const struct termios *modes, uint8_t byte)
{
	if (byte == '\n' || (byte == '\r' && (modes->c_iflag & ICRNL) != 0))
		return true;
	if (is_control(modes, VEOL, byte) || is_control(modes, VEOL2, byte) || is_control(modes, VEOF, byte) ||
	    is_control(modes, VKILL, byte))
		return true;
	return (modes->c_lflag & ISIG) != 0 &&
	       (is_control(modes, VINTR, byte) || is_control(modes, VQUIT, byte) || is_control(modes, VSUSP, byte));
}

static size_t line_after(size_t line_bytes, const struct termios *modes, uint8_t byte)
{
	if (empties_line(modes, byte))
		return 0;
	if (is_control(modes, VERASE, byte))
		return line_bytes > 0 ? line_bytes - 1 : 0;
	return line_bytes + 1;
}

/* How many of the next `size` bytes fit before the unfinished line must be passed on. */
static size_t fitting(const struct input *in, const struct termios *modes, size_t size)
{
	const uint8_t *bytes = buffer_data(&in->queue);
	size_t line_bytes = in->line_bytes, count = 0;

	if (modes->c_cc[VEOF] == _POSIX_VDISABLE)
		return size; /* no end-of-file character is set to pass the line on */
	while (count < size && (line_bytes < PLATFORM_LINE_BYTES || empties_line(modes, bytes[count])))
		line_bytes = line_after(line_bytes, modes, bytes[count++]);
	return count;
}

static void look_again_later(struct input *in)
{
	in->wait_ms = in->wait_ms == 0 ? WAIT_FIRST_MS : in->wait_ms * 2 < WAIT_MOST_MS ? in->wait_ms * 2 : WAIT_MOST_MS;
	in->wait_until = platform_clock() + in->wait_ms;
}

/* False: the line is at its limit or its last part is unread, so nothing may be written now. */
static bool line_has_room(struct input *in, const struct termios *modes, int master, int slave)
{
	bool at_limit = fitting(in, modes, 1) == 0;

	if (!at_limit && !in->handed_over)
		return true;
	if (platform_lines_unread(slave)) {
		look_again_later(in);
		return false;
	}
	in->handed_over = false;
	in->wait_ms = 0;
	if (!at_limit)
		return true;
	if (write(master, &modes->c_cc[VEOF], 1) == 1) {
		in->line_bytes = 0;
		in->handed_over = true;
	}
	look_again_later(in);
	return false;
}

/* False: the PTY accepts no more for now. */
static bool write_piece(struct input *in, const struct termios *modes, int master, size_t size)
{
	const uint8_t *bytes = buffer_data(&in->queue);
	ssize_t count = write(master, bytes, size);

	if (count <= 0)
		return false;
	for (ssize_t i = 0; modes != NULL && i < count; i++)
		in->line_bytes = line_after(in->line_bytes, modes, bytes[i]);
	in->written += (uint64_t)count;
	buffer_consume(&in->queue, (size_t)count);
	return (size_t)count == size;
}

void input_pump(struct input *in, int master, int slave)
{
	bool going = true;

	in->wait_until = 0;
	while (going && buffer_size(&in->queue) > 0) {
		size_t size = buffer_size(&in->queue) < PIECE_BYTES ? buffer_size(&in->queue) : PIECE_BYTES;
		struct termios modes;

		if (tcgetattr(slave, &modes) != 0 || (modes.c_lflag & ICANON) == 0) {
			in->line_bytes = 0;
			in->handed_over = false;
			going = write_piece(in, NULL, master, size);
		} else if (!line_has_room(in, &modes, master, slave)) {
			going = false;
		} else {
			going = write_piece(in, &modes, master, fitting(in, &modes, size));
		}
	}
}
