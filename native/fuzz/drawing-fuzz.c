/*
 * Feeds arbitrary output to the drawing, in pieces as a pane prints it. The first bytes give the pane's size and the
 * terminal's abilities. For any input the cursor stays in the pane and nothing is written outside it.
 */
#include <stdlib.h>

#include "lending/drawing.h"
#include "fuzz/fuzz.h"

#define HEAD_BYTES 8
#define PIECE_ENDS '|'

/* Checks that the output has no control characters except in sequences, and addresses no cell outside the pane. */
static void check(const struct drawing *d, const struct drawing_bytes *out)
{
	if (d->x >= d->cols || d->y >= d->rows || out->size > sizeof out->at || out->full)
		abort();
	for (size_t i = 0; i + 1 < out->size; i++) {
		char *rest = NULL;
		long line, column;

		if (out->at[i] < 0x20 && out->at[i] != 0x1b)
			abort();
		if (out->at[i] != 0x1b || out->at[i + 1] != '[')
			continue;
		line = strtol((const char *)out->at + i + 2, &rest, 10);
		if (*rest != ';')
			continue;
		column = strtol(rest + 1, &rest, 10);
		if (*rest == 'H' && (line <= d->top || line > d->top + d->rows || column <= d->left || column > d->left + d->cols))
			abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct drawing d = {0};
	struct drawing_bytes out;

	if (size < HEAD_BYTES)
		return 0;
	d.left = bytes[0];
	d.top = bytes[1];
	d.cols = (uint16_t)(1 + bytes[2]);
	d.rows = (uint16_t)(1 + bytes[3] % 64);
	d.x = bytes[4] % d.cols;
	d.y = bytes[5] % d.rows;
	d.abilities = DRAW_ALL | (uint32_t)(bytes[6] | bytes[7] << 8);
	if (!drawing_begin(&d, (const uint8_t *)"\033[m\033[31m", 8))
		abort();
	for (size_t at = HEAD_BYTES, end; at < size; at = end + 1) {
		for (end = at; end < size && bytes[end] != PIECE_ENDS; end++)
			;
		if (!drawing_draw(&d, bytes + at, end - at, &out))
			return 0;
		if (out.size < sizeof out.at)
			out.at[out.size] = 0;
		else
			return 0;
		check(&d, &out);
	}
	return 0;
}
