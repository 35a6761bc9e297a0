/*
 * Input that the PTY has not accepted yet.
 *
 * This queue keeps two promises. First, an input id is written once, however often a daemon sends it: the queue
 * remembers the last HOLDER_INPUT_IDS ids (up to HOLDER_MOST_INPUT_IDS while they wait for a child that does not read),
 * each with the offset in the input stream where its bytes end. Second, a long line arrives complete: a tty in
 * canonical mode keeps about 4 KB of an unfinished line (macOS 1 KB) and silently drops the rest. Before that limit the
 * queue passes the partial line to its reader by writing the tty's end-of-file character, which ends no line and is not
 * echoed, and waits until the reader has read it. At most one such character is in flight, and only while the tty is
 * canonical and has nothing else unread, so that a program that switches to raw mode never reads the character.
 */
#ifndef MULLION_INPUT_H
#define MULLION_INPUT_H

#include "shared/io.h"
#include "shared/wire.h"

struct input {
	struct buffer queue;
	uint64_t received, written; /* offsets in the input stream */
	struct input_id {
		uint64_t id, end;
	} *ids;
	size_t id_room;                /* entries in the table; a power of two */
	uint64_t ids_added, ids_taken; /* running counts; an id's slot is its count modulo id_room */
	size_t line_bytes;             /* length of the unfinished line while the tty is canonical */
	bool handed_over;              /* a partial line was passed on and may still be unread */
	int64_t wait_until;            /* when to check again whether it was read; 0: not waiting */
	int wait_ms;
};

bool input_full(const struct input *in);
enum input_known { INPUT_NEW, INPUT_WAITING, INPUT_TAKEN };
/* Queues input whose id is new; returns what the queue knew about the id. */
enum input_known input_add(struct input *in, uint64_t id, const uint8_t *bytes, size_t size);
/* Writes what the PTY accepts now. */
void input_pump(struct input *in, int master, int slave);
/* The next id whose bytes are all written; 0: none. */
uint64_t input_next_taken(struct input *in);
void input_clear(struct input *in);

#endif
