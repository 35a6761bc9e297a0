#include "lending/drawing.h"

#include <stdio.h>
#include <string.h>

#include "lending/drawing-pen.h"

#define MOST_PARAMETERS 16
#define MOST_PIECE 2048 /* a longer piece of output is no echo */
#define LARGEST_PARAMETER 9999

struct sequence {
	const uint8_t *bytes; /* the complete sequence */
	size_t size;
	bool private; /* starts with a question mark */
	int count;
	int parameters[MOST_PARAMETERS]; /* 0 for an absent parameter */
};

/* ---- writing ---- */

static void put(struct drawing_bytes *out, const void *bytes, size_t size)
{
	if (size > sizeof out->at - out->size) {
		out->full = true;
		return;
	}
	memcpy(out->at + out->size, bytes, size);
	out->size += size;
}

static void put_sequence(struct drawing_bytes *out, const char *text)
{
	put(out, text, strlen(text));
}

static void use_pen(struct drawing *d, struct drawing_bytes *out)
{
	if (!d->pen_is_set)
		put(out, d->pen.at, d->pen.size);
	d->pen_is_set = true;
}

/* Erased cells get only the background of the pen. */
static void use_eraser(struct drawing *d, struct drawing_bytes *out)
{
	if (d->pen.size == strlen(NO_PEN)) {
		use_pen(d, out);
		return;
	}
	put_sequence(out, NO_PEN);
	put(out, d->background.at, d->background.size);
	d->pen_is_set = false;
}

static void go(struct drawing *d, struct drawing_bytes *out, int x, int y)
{
	char text[32];

	x += d->left;
	y += d->top;
	if (d->at_x == x && d->at_y == y)
		return;
	(void)snprintf(text, sizeof text, "\033[%d;%dH", y + 1, x + 1);
	put_sequence(out, text);
	d->at_x = x;
	d->at_y = y;
}

/* Moves the known cursor right; in the terminal's last column its position becomes unknown, since a wrap may be
 * pending. */
static void went(struct drawing *d, int columns)
{
	d->at_x += columns;
	if (d->at_x >= d->left + d->cols)
		d->at_x = d->at_y = -1;
}

/* ---- text ---- */

/* Characters of one column that combine with no other character, including line drawing and spinners. */
static bool is_narrow(uint32_t code)
{
	static const uint32_t ranges[][2] = {
		{0x20, 0x7e},     {0xa1, 0xac},     {0xae, 0x2ff},    {0x391, 0x3a1},   {0x3a3, 0x3e1},  {0x400, 0x482},
		{0x2010, 0x2027}, {0x2030, 0x205e}, {0x20a0, 0x20bf}, {0x2190, 0x21ff}, {0x23b7, 0x23bf}, {0x2500, 0x25fc},
		{0x2720, 0x2727}, {0x2729, 0x274b}, {0x2768, 0x2775}, {0x2800, 0x28ff},
	};

	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
		if (code >= ranges[i][0] && code <= ranges[i][1])
			return true;
	return false;
}

/* The size of the character at the start of the bytes, up to U+FFFF; 0: no complete valid character. */
static size_t decode(const uint8_t *bytes, size_t size, uint32_t *code)
{
	size_t length = bytes[0] < 0x80 ? 1 : bytes[0] >= 0xe0 ? 3 : 2;

	if (bytes[0] >= 0xf0 || (bytes[0] >= 0x80 && bytes[0] < 0xc2) || length > size)
		return 0;
	*code = length == 1 ? bytes[0] : bytes[0] & (length == 2 ? 0x1f : 0x0f);
	for (size_t i = 1; i < length; i++) {
		if ((bytes[i] & 0xc0) != 0x80)
			return 0;
		*code = *code << 6 | (bytes[i] & 0x3f);
	}
	return length == 3 && *code < 0x800 ? 0 : length;
}

static bool draw_character(struct drawing *d, const uint8_t *bytes, size_t size, struct drawing_bytes *out)
{
	int room = drawing_can(d, DRAW_TO_EDGE) && !drawing_can(d, DRAW_LAST_COLUMN) ? d->cols - 1 : d->cols;

	if (d->x >= room)
		return false;
	go(d, out, d->x, d->y);
	use_pen(d, out);
	put(out, bytes, size);
	d->x++;
	went(d, 1);
	return true;
}

/* ---- the pen ---- */

static bool on_rendition(struct drawing *d, const struct sequence *s, struct drawing_bytes *out)
{
	if (!pen_select(d, s->parameters, s->count))
		return false;
	if (d->pen_is_set)
		put(out, s->bytes, s->size);
	return true;
}

/* ---- movement ---- */

static int counted(const struct sequence *s, int which)
{
	return which < s->count && s->parameters[which] > 0 ? s->parameters[which] : 1;
}

static int least(int a, int b)
{
	return a < b ? a : b;
}

/* After the last column, only an absolute movement means the same on every terminal. */
static bool on_place(struct drawing *d, const struct sequence *s, struct drawing_bytes *out)
{
	(void)out;
	d->y = (uint16_t)least(counted(s, 0) - 1, d->rows - 1);
	d->x = (uint16_t)least(counted(s, 1) - 1, d->cols - 1);
	return true;
}

static bool on_column(struct drawing *d, const struct sequence *s, struct drawing_bytes *out)
{
	(void)out;
	d->x = (uint16_t)least(counted(s, 0) - 1, d->cols - 1);
	return true;
}

static bool on_line(struct drawing *d, const struct sequence *s, struct drawing_bytes *out)
{
	(void)out;
	d->y = (uint16_t)least(counted(s, 0) - 1, d->rows - 1);
	return d->x < d->cols;
}

static bool on_up(struct drawing *d, const struct sequence *s, struct drawing_bytes *out)
{
	(void)out;
	d->y = (uint16_t)(d->y - least(counted(s, 0), d->y));
	return d->x < d->cols;
}

static bool on_down(struct drawing *d, const struct sequence *s, struct drawing_bytes *out)
{
	(void)out;
	d->y = (uint16_t)least(d->y + counted(s, 0), d->rows - 1);
	return d->x < d->cols;
}

static bool on_right(struct drawing *d, const struct sequence *s, struct drawing_bytes *out)
{
	(void)out;
	d->x = (uint16_t)least(d->x + counted(s, 0), d->cols - 1);
	return true;
}

static bool on_left(struct drawing *d, const struct sequence *s, struct drawing_bytes *out)
{
	(void)out;
	if (d->x == d->cols)
		return false;
	d->x = (uint16_t)(d->x - least(counted(s, 0), d->x));
	return true;
}

/* ---- erasing ---- */

/* Erases the cells of one line in [from, to). */
static bool erase(struct drawing *d, struct drawing_bytes *out, int y, int from, int to)
{
	bool plain = d->background.size == 0;

	if (from >= to)
		return true;
	if (to == d->cols && drawing_can(d, DRAW_TO_EDGE) && (plain || drawing_can(d, DRAW_ERASES))) {
		use_eraser(d, out);
		go(d, out, from, y);
		put_sequence(out, "\033[K");
		return true;
	}
	if (to == d->cols && drawing_can(d, DRAW_TO_EDGE) && !drawing_can(d, DRAW_LAST_COLUMN))
		return false;
	use_eraser(d, out);
	go(d, out, from, y);
	for (int x = from; x < to; x++)
		put(out, " ", 1);
	went(d, to - from);
	return true;
}

static bool erase_lines(struct drawing *d, struct drawing_bytes *out, int from, int to)
{
	for (int y = from; y < to; y++)
		if (!erase(d, out, y, 0, d->cols))
			return false;
	return true;
}

static bool on_erase_line(struct drawing *d, const struct sequence *s, struct drawing_bytes *out)
{
	int which = s->count > 0 ? s->parameters[0] : 0;

	if (d->x == d->cols || which > 2)
		return false;
	return erase(d, out, d->y, which == 0 ? d->x : 0, which == 1 ? d->x + 1 : d->cols);
}

static bool on_erase_screen(struct drawing *d, const struct sequence *s, struct drawing_bytes *out)
{
	int which = s->count > 0 ? s->parameters[0] : 0;

	if (d->x == d->cols || (which != 0 && which != 2))
		return false;
	if (which == 2)
		return erase_lines(d, out, 0, d->rows);
	return erase(d, out, d->y, d->x, d->cols) && erase_lines(d, out, d->y + 1, d->rows);
}

static bool on_erase_characters(struct drawing *d, const struct sequence *s, struct drawing_bytes *out)
{
	return d->x < d->cols && erase(d, out, d->y, d->x, least(d->x + counted(s, 0), d->cols));
}

/* Inserts or deletes characters; allowed only when the pane reaches the edge of a terminal that supports it. */
static bool shift(struct drawing *d, const struct sequence *s, struct drawing_bytes *out, char direction)
{
	char text[16];

	if (d->x == d->cols || !drawing_can(d, DRAW_TO_EDGE) || !drawing_can(d, DRAW_ERASES) || d->background.size > 0)
		return false;
	use_eraser(d, out);
	go(d, out, d->x, d->y);
	(void)snprintf(text, sizeof text, "\033[%d%c", least(counted(s, 0), d->cols - d->x), direction);
	put_sequence(out, text);
	return true;
}

static bool on_insert(struct drawing *d, const struct sequence *s, struct drawing_bytes *out)
{
	return shift(d, s, out, '@');
}

static bool on_delete(struct drawing *d, const struct sequence *s, struct drawing_bytes *out)
{
	return shift(d, s, out, 'P');
}

/* ---- modes: one that ends in its initial state needs no output ---- */

static bool switch_private(struct drawing *d, const struct sequence *s, bool on)
{
	for (int i = 0; i < s->count; i++) {
		if (s->parameters[i] == 25)
			d->hidden = !on;
		else if (s->parameters[i] == 2026)
			d->synchronized = on;
		else
			return false;
	}
	return s->count > 0;
}

static bool on_set(struct drawing *d, const struct sequence *s, struct drawing_bytes *out)
{
	(void)out;
	if (s->private)
		return switch_private(d, s, true);
	return s->count == 1 && s->parameters[0] == 34; /* the default cursor style, which is already set */
}

static bool on_unset(struct drawing *d, const struct sequence *s, struct drawing_bytes *out)
{
	(void)out;
	return s->private && switch_private(d, s, false);
}

/* ---- sequences ---- */

typedef bool sequence_function(struct drawing *d, const struct sequence *s, struct drawing_bytes *out);

static sequence_function *function_for(uint8_t final)
{
	static const struct {
		uint8_t final;
		sequence_function *run;
	} functions[] = {
		{'m', on_rendition},    {'H', on_place},     {'f', on_place},  {'G', on_column},       {'`', on_column},
		{'d', on_line},         {'A', on_up},        {'B', on_down},   {'C', on_right},        {'D', on_left},
		{'K', on_erase_line},   {'J', on_erase_screen}, {'@', on_insert}, {'X', on_erase_characters}, {'P', on_delete},
		{'h', on_set},          {'l', on_unset},
	};

	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
		if (functions[i].final == final)
			return functions[i].run;
	return NULL;
}

/* Reads parameters up to the final byte; false: anything other than numbers separated by semicolons. */
static bool read_sequence(struct sequence *s, const uint8_t *bytes, size_t size)
{
	size_t i = 2;
	bool given = false;

	*s = (struct sequence){.bytes = bytes, .private = size > 2 && bytes[2] == '?'};
	for (i += s->private; i < size && (bytes[i] == ';' || (bytes[i] >= '0' && bytes[i] <= '9')); i++) {
		if (s->count == MOST_PARAMETERS || s->parameters[s->count] > LARGEST_PARAMETER / 10)
			return false;
		given = true;
		if (bytes[i] == ';')
			s->count++;
		else
			s->parameters[s->count] = s->parameters[s->count] * 10 + (bytes[i] - '0');
	}
	if (given && s->count == MOST_PARAMETERS)
		return false;
	s->count += given;
	s->size = i + 1;
	return i < size;
}

/* Returns the size of the sequence at the start of the bytes; 0: it cannot be drawn. */
static size_t draw_sequence(struct drawing *d, const uint8_t *bytes, size_t size, struct drawing_bytes *out)
{
	struct sequence s;
	sequence_function *run;

	if (size > 2 && bytes[1] == '(' && bytes[2] == 'B')
		return 3; /* selects the active character set */
	if (size < 3 || bytes[1] != '[' || !read_sequence(&s, bytes, size))
		return 0;
	run = function_for(bytes[s.size - 1]);
	if (run == NULL || (s.private && run != on_set && run != on_unset))
		return 0;
	if (s.count == 0 && run == on_rendition)
		s.count = 1;
	return run(d, &s, out) ? s.size : 0;
}

static bool draw_control(struct drawing *d, uint8_t byte)
{
	switch (byte) {
	case '\r':
		d->x = 0;
		return true;
	case '\n':
		return d->x < d->cols && ++d->y < d->rows;
	case '\b':
		return d->x > 0 && d->x < d->cols && d->x-- > 0;
	case 0x0f: /* selects the active character set */
		return true;
	default:
		return false;
	}
}

static size_t draw_next(struct drawing *d, const uint8_t *bytes, size_t size, struct drawing_bytes *out)
{
	uint32_t code = 0;
	size_t length;

	if (bytes[0] == 0x1b)
		return draw_sequence(d, bytes, size, out);
	if (bytes[0] < 0x20)
		return draw_control(d, bytes[0]) ? 1 : 0;
	length = bytes[0] < 0x80 || drawing_can(d, DRAW_UTF8) ? decode(bytes, size, &code) : 0;
	return length > 0 && is_narrow(code) && draw_character(d, bytes, length, out) ? length : 0;
}

static bool draw_all(struct drawing *d, const uint8_t *bytes, size_t size, struct drawing_bytes *out)
{
	bool hidden = !drawing_can(d, DRAW_CURSOR_SHOWN);

	d->hidden = hidden;
	d->synchronized = false;
	for (size_t i = 0, length; i < size; i += length)
		if ((length = draw_next(d, bytes + i, size - i, out)) == 0)
			return false;
	if (d->x == d->cols || d->hidden != hidden || d->synchronized)
		return false;
	go(d, out, d->x, d->y);
	use_pen(d, out);
	return true;
}

static bool draw_text(struct drawing *d, const uint8_t *bytes, size_t size, struct drawing_bytes *out)
{
	if (size > d->columns)
		return false;
	for (size_t i = 0; i < size; i++)
		if (bytes[i] < 0x20 || bytes[i] > 0x7e)
			return false;
	use_pen(d, out);
	put(out, bytes, size);
	d->columns = (uint16_t)(d->columns - size);
	return true;
}

bool drawing_begin(struct drawing *d, const uint8_t *pen, size_t size)
{
	bool understood = pen_reset(d);

	d->pen_is_set = false;
	d->at_x = drawing_can(d, DRAW_AT_CURSOR) ? d->left + d->x : -1;
	d->at_y = drawing_can(d, DRAW_AT_CURSOR) ? d->top + d->y : -1;
	if (drawing_can(d, DRAW_ALL) && (d->x >= d->cols || d->y >= d->rows))
		return false;
	for (size_t i = 0; understood && i < size;) {
		struct sequence s;

		understood = size - i > 2 && pen[i] == 0x1b && pen[i + 1] == '[' && read_sequence(&s, pen + i, size - i) &&
			     pen[i + s.size - 1] == 'm';
		if (understood && s.count == 0)
			s.count = 1;
		understood = understood && pen_select(d, s.parameters, s.count);
		i += understood ? s.size : 0;
	}
	if (understood)
		return true;
	/* The pen can no longer be tracked, but text can still be drawn with the current pen. */
	d->abilities &= ~(uint32_t)DRAW_ALL;
	d->pen.size = d->background.size = 0;
	if (size > sizeof d->pen.at)
		return false;
	memcpy(d->pen.at, pen, size);
	d->pen.size = size;
	return true;
}

bool drawing_draw(struct drawing *d, const uint8_t *bytes, size_t size, struct drawing_bytes *out)
{
	out->size = 0;
	out->full = false;
	if (size > MOST_PIECE)
		return false;
	return (drawing_can(d, DRAW_ALL) ? draw_all : draw_text)(d, bytes, size, out) && !out->full;
}
