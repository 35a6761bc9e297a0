/*
 * What was typed and the PTY has not taken yet.
 *
 * Two promises are kept here. An input id is written once, however often it is sent: the last HOLDER_INPUT_IDS ids are
 * remembered (up to HOLDER_MOST_INPUT_IDS while they wait for a child that does not read), each with the offset in the
 * stream of input where its bytes end. And a long line arrives whole: a tty
 * in canonical mode keeps about 4 KB of an unfinished line (macOS 1 KB) and silently drops the rest, so before that
 * limit the part line is handed to its reader by writing the tty's end-of-file character, which ends no line and is not
 * echoed, and the pump waits until the part was read. Only one such character is ever on its way, and only while the
 * tty is canonical and has nothing else unread, so that a program which switches to raw mode does not meet it.
 */
#ifndef MULLION_INPUT_H
#define MULLION_INPUT_H

#include "io.h"
#include "wire.h"

struct input {
	struct buffer queue;
	uint64_t received, written; /* offsets in the stream of input */
	struct input_id {
		uint64_t id, end;
	} *ids;
	size_t id_room;                /* entries in the table; a power of two */
	uint64_t ids_added, ids_taken; /* counts; an id stands at its count modulo the table */
	size_t line_bytes;             /* of the unfinished line, while the tty is canonical */
	bool handed_over;              /* a part line was handed over and may not be read yet */
	int64_t wait_until;            /* when to look again whether it was; 0: not waiting */
	int wait_ms;
};

bool input_full(const struct input *in);
enum input_known { INPUT_NEW, INPUT_WAITING, INPUT_TAKEN };
/* Queues input whose id is new, and tells what was known of it before. */
enum input_known input_add(struct input *in, uint64_t id, const uint8_t *bytes, size_t size);
/* Writes what the PTY accepts now. */
void input_pump(struct input *in, int master, int slave);
/* The next id whose bytes are all written; 0: none. */
uint64_t input_next_taken(struct input *in);
void input_clear(struct input *in);

#endif
