/* What a call has printed on stderr. A repeated answer is compared with it: its beginning is not printed again, but a
 * sentence that differs is, because the next daemon may have something else to say. */
#ifndef MULLION_SAID_H
#define MULLION_SAID_H

#include "shared/io.h"

#define SAID_BYTES (64u * 1024) /* what is kept; a repeat of anything after it is printed again */

struct said {
	struct buffer bytes; /* printed since the cursor */
	size_t unrepeated;   /* bytes at its end that the repeated answer has not come to */
};

/* The request is repeated, and so may be everything that its answer says. */
void said_repeats(struct said *s);
/* The repeated answer begins after what it has come to. */
void said_continues(struct said *s);
/* How many of these bytes, at their beginning, were printed before. The caller prints the others. */
size_t said_before(struct said *s, const uint8_t *bytes, size_t size);
void said_release(struct said *s);

#endif
