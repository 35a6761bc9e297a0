/*
 * A client's terminal, lent to the holder of the pane that receives its keys.
 *
 * A key's path through the daemon, and its echo's path back, wake five processes, although plain typing needs none of
 * them. So while keys have no binding, the daemon lends the client's terminal to the holder: plain bytes go straight
 * into the pane, and the pane's output goes straight to the terminal as long as it is simple (drawing.h) and the daemon
 * has sent the position of the pane and its cursor. Anything else ends the shortcut: at the first byte that is not
 * plain, the holder returns the terminal together with the bytes read; the first output that is not simple is drawn by
 * the daemon. The holder reports every key and drawing to the daemon, in order.
 *
 * While the loan lasts, only the holder reads the terminal, and only the holder draws on it while it is allowed to
 * draw. The holder closes the terminal as soon as it returns it, so that a process waiting for the terminal's hangup is
 * not delayed.
 */
#ifndef MULLION_LENT_TERMINAL_H
#define MULLION_LENT_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lending/drawing.h"
#include "shared/frame.h"

/* Identity of the terminal: the same name can mean another device in a container. */
struct terminal_identity {
	uint64_t device, inode, number;
};

struct lent_terminal {
	int fd; /* -1: no terminal is lent */
	uint64_t lease;
	uint64_t client; /* request id of the client */
	uint8_t typed_as_is[32];
	bool drawing;
	uint64_t offset; /* of the output to draw next */
	struct drawing place;
};

bool lent_open(struct lent_terminal *t, const char *name, const struct terminal_identity *identity);
void lent_close(struct lent_terminal *t);

/* Whether every one of these bytes may be typed unchanged. */
bool lent_typed_as_is(const struct lent_terminal *t, const uint8_t *bytes, size_t size);

/* Reads the place of HOLDER_DRAW, after lease and offset. Returns NULL, or the sentence that says what is wrong. */
const char *lent_read_place(struct drawing *place, struct reader *r);

enum lent_drawing { LENT_DRAWN, LENT_NOT_DRAWN, LENT_SPOILED };
/* Draws the output at this offset; any result other than DRAWN ends the drawing. */
enum lent_drawing lent_draw(struct lent_terminal *t, uint64_t offset, const uint8_t *bytes, size_t size);

#endif
