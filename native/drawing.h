/*
 * What a pane prints, as it is written to the terminal that shows the pane.
 *
 * Only what looks the same there is taken: text of one column a character, colours and attributes that the terminal has,
 * movement inside the pane, erasing. Lines that wrap or scroll, anything that changes how later output is understood, and
 * anything that is not known is not, nor is anything that came with it: a piece of output is drawn whole or not at all.
 */
#ifndef MULLION_DRAWING_H
#define MULLION_DRAWING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire.h"

#define DRAWING_PEN_BYTES 256
#define DRAWING_MOST_BYTES 4096 /* written for one piece: what a terminal takes at once */

struct drawing_bytes {
	uint8_t at[DRAWING_MOST_BYTES];
	size_t size;
	bool full;
};

struct drawing_text {
	uint8_t at[DRAWING_PEN_BYTES];
	size_t size;
};

/* Where and how it is drawn. Cells are counted from 0. */
struct drawing {
	uint16_t left, top, cols, rows; /* the pane, on the terminal */
	uint16_t x, y;                  /* its cursor; x is cols behind a character in the last column */
	uint16_t columns;               /* that text may be written to, where nothing but text may be drawn */
	uint32_t abilities;             /* enum draw_ability */
	struct drawing_text pen;        /* sets the pen, whatever it was before */
	struct drawing_text background; /* the part of it that sets the background; empty: none */
	bool pen_is_set;                /* on the terminal */
	int at_x, at_y;                 /* the terminal's cursor; -1: nobody knows */
	bool hidden, synchronized;      /* switched so in this piece of output */
};

static inline bool drawing_can(const struct drawing *d, uint32_t ability)
{
	return (d->abilities & ability) != 0;
}

/* `x`, `y`, the area, `columns` and `abilities` are set; these bytes set the pen. */
bool drawing_begin(struct drawing *d, const uint8_t *pen, size_t size);

/* What is to be written for this output; false: it cannot be drawn, and nobody knows afterwards what `d` is. */
bool drawing_draw(struct drawing *d, const uint8_t *bytes, size_t size, struct drawing_bytes *out);

#endif
