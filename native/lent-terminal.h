/*
 * A client's terminal, lent to the holder of the pane that has its keys.
 *
 * The way of a key through the daemon, and of its echo back, wakes five processes; a person who types needs none of
 * that. So while keys mean nothing but themselves the daemon lends the client's terminal to the holder: bytes that are
 * typed there as they are go straight into the pane, and what the pane prints goes straight to the terminal as far as it is
 * simple (drawing.h) and the daemon has said where the pane and its cursor are. Whatever is not simple ends it: the first
 * other byte gives the terminal back, with what came with it, and the first other output is drawn by the daemon, which is
 * told everything that happened here, in order.
 *
 * Nobody else reads the terminal meanwhile, nor draws on it while the holder may. It is closed as soon as it is given
 * back, so that whoever waits for its end is not kept.
 */
#ifndef MULLION_LENT_TERMINAL_H
#define MULLION_LENT_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "drawing.h"

/* Which terminal it is: a name alone means another one elsewhere (containers). */
struct terminal_identity {
	uint64_t device, inode, number;
};

struct lent_terminal {
	int fd; /* -1: none */
	uint64_t lease;
	uint64_t client; /* its request id */
	uint8_t typed_as_is[32];
	bool drawing;
	uint64_t offset; /* of the output that is drawn next */
	struct drawing place;
};

bool lent_open(struct lent_terminal *t, const char *name, const struct terminal_identity *identity);
void lent_close(struct lent_terminal *t);

/* Whether all of them are typed as they are. */
bool lent_typed_as_is(const struct lent_terminal *t, const uint8_t *bytes, size_t size);

enum lent_drawing { LENT_DRAWN, LENT_NOT_DRAWN, LENT_SPOILED };
/* What the pane printed at this offset; anything but DRAWN ends the drawing. */
enum lent_drawing lent_draw(struct lent_terminal *t, uint64_t offset, const uint8_t *bytes, size_t size);

#endif
