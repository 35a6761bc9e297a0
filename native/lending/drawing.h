/*
 * Translates a pane's output into bytes for the terminal that shows the pane.
 *
 * The translation accepts only output that looks the same on that terminal: text of one column per character, colours
 * and attributes that the terminal has, cursor movement inside the pane, erasing. It rejects lines that wrap or scroll,
 * anything that changes how later output is read, and unknown sequences. A piece of output is drawn completely or not
 * at all.
 */
#ifndef MULLION_DRAWING_H
#define MULLION_DRAWING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lending/lending-wire.h"

#define DRAWING_PEN_BYTES 256
#define DRAWING_MOST_BYTES 4096 /* output for one piece: a terminal accepts this much at once */

struct drawing_bytes {
	uint8_t at[DRAWING_MOST_BYTES];
	size_t size;
	bool full;
};

struct drawing_text {
	uint8_t at[DRAWING_PEN_BYTES];
	size_t size;
};

/* Where and how a pane is drawn. Cells count from 0. */
struct drawing {
	uint16_t left, top, cols, rows; /* the pane's area on the terminal */
	uint16_t x, y;                  /* the pane's cursor; x equals cols after a character in the last column */
	uint16_t columns;               /* columns that text may fill when only text may be drawn */
	uint32_t abilities;             /* enum draw_ability */
	struct drawing_text pen;        /* the bytes that set the pen from any previous state */
	struct drawing_text background; /* the part of pen that sets the background; empty: default background */
	bool pen_is_set;                /* the terminal has the pen */
	int at_x, at_y;                 /* the terminal's cursor; -1: unknown */
	bool hidden, synchronized;      /* modes that this piece of output has switched on */
};

static inline bool drawing_can(const struct drawing *d, uint32_t ability)
{
	return (d->abilities & ability) != 0;
}

/* The caller has set `x`, `y`, the area, `columns` and `abilities`; `pen` holds the bytes that set the pen. */
bool drawing_begin(struct drawing *d, const uint8_t *pen, size_t size);

/* Appends the bytes that draw this output. False: the output cannot be drawn, and the state of `d` is undefined. */
bool drawing_draw(struct drawing *d, const uint8_t *bytes, size_t size, struct drawing_bytes *out);

#endif
