/*
 * What was read from stdin and may have to be sent again, because no daemon has acknowledged it.
 *
 * On a terminal in raw mode the pieces matter: keys are typed into panes under ids, by which a holder drops what it had from a
 * daemon that died. A small piece is typed key by key, a larger one in one write. So what comes again comes in the same pieces.
 */
#ifndef MULLION_TYPED_H
#define MULLION_TYPED_H

#include "io.h"

struct typed {
	struct buffer bytes;    /* from `taken` on */
	uint64_t taken;         /* offset in stdin: a daemon has handled everything before it */
	uint64_t sent;          /* offset: on this connection */
	uint64_t sent_before;   /* offset: on any connection */
	struct buffer writes;   /* struct typed_write, for each larger piece that was sent and not taken, in order */
};

static inline size_t typed_size(const struct typed *t) { return buffer_size(&t->bytes); }
/* Puts everything that was not sent yet in frames; `raw`: in pieces that can be told apart. */
void typed_send(struct typed *t, struct buffer *out, bool raw);
/* A daemon has handled everything before the offset. Ignored where that cannot be. */
void typed_taken(struct typed *t, uint64_t offset);
/* The next connection begins. */
void typed_again(struct typed *t);

#endif
