/*
 * Stdin bytes that the client may have to send again, because no daemon has acknowledged them.
 *
 * On a terminal in raw mode the piece boundaries matter: keys go into panes under ids, by which a holder discards keys
 * that it already received from a daemon that died. A small piece is typed key by key, a larger one in one write. So
 * the client resends bytes in the same pieces.
 */
#ifndef MULLION_TYPED_H
#define MULLION_TYPED_H

#include "shared/io.h"

struct typed {
	struct buffer bytes;    /* starts at offset `taken` */
	uint64_t taken;         /* stdin offset: a daemon has acknowledged everything before it */
	uint64_t sent;          /* stdin offset sent on this connection */
	uint64_t sent_before;   /* stdin offset sent on any connection */
	struct buffer writes;   /* struct typed_write for each larger piece that was sent and not acknowledged, in order */
};

static inline size_t typed_size(const struct typed *t) { return buffer_size(&t->bytes); }
/* Encodes all unsent bytes as frames; `raw`: keeps the piece boundaries. */
void typed_send(struct typed *t, struct buffer *out, bool raw);
/* A daemon has acknowledged everything before the offset. Impossible offsets are ignored. */
void typed_taken(struct typed *t, uint64_t offset);
/* Prepares for the next connection. */
void typed_again(struct typed *t);

#endif
