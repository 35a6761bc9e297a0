#include "lending/drawing-pen.h"

#include <stdio.h>
#include <string.h>

static bool append(struct drawing_text *text, const char *more)
{
	size_t size = strlen(more);

	if (size > sizeof text->at - text->size)
		return false;
	memcpy(text->at + text->size, more, size);
	text->size += size;
	return true;
}

bool pen_reset(struct drawing *d)
{
	d->pen.size = d->background.size = 0;
	return append(&d->pen, NO_PEN);
}

static uint32_t ability_for(int parameter)
{
	static const struct {
		uint8_t first, last;
		uint32_t ability;
	} needs[] = {
		{2, 2, DRAW_DIM},       {3, 3, DRAW_ITALIC},         {5, 5, DRAW_BLINK},     {8, 8, DRAW_HIDDEN},
		{23, 23, DRAW_ITALIC},  {9, 9, DRAW_STRIKETHROUGH},  {25, 25, DRAW_BLINK},   {28, 28, DRAW_HIDDEN},
		{30, 37, DRAW_COLOURS}, {29, 29, DRAW_STRIKETHROUGH}, {40, 47, DRAW_COLOURS}, {90, 97, DRAW_BRIGHT},
		{1, 1, DRAW_ALL},       {4, 4, DRAW_ALL},            {7, 7, DRAW_ALL},       {100, 107, DRAW_BRIGHT},
		{22, 22, DRAW_ALL},     {24, 24, DRAW_ALL},          {27, 27, DRAW_ALL},     {39, 39, DRAW_ALL},
		{49, 49, DRAW_ALL},
	};

	for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
		if (parameter >= needs[i].first && parameter <= needs[i].last)
			return needs[i].ability;
	return 0;
}

static bool set_pen(struct drawing *d, int parameter, const char *text)
{
	bool background = (parameter >= 40 && parameter <= 49) || parameter >= 100;

	if (background)
		d->background.size = 0;
	return append(&d->pen, text) && (!background || parameter == 49 || append(&d->background, text));
}

/* 38;5;N and 38;2;R;G;B, and 48 likewise. Returns the number of parameters consumed; 0: unknown form. */
static int set_colour(struct drawing *d, const int *parameters, int count)
{
	bool rgb = count > 1 && parameters[1] == 2;
	int used = rgb ? 5 : 3;
	char text[40];

	if (count < used || (!rgb && parameters[1] != 5) || !drawing_can(d, rgb ? DRAW_RGB : DRAW_PALETTE))
		return 0;
	for (int i = 2; i < used; i++)
		if (parameters[i] > 255)
			return 0;
	if (rgb)
		(void)snprintf(text, sizeof text, "\033[%d;2;%d;%d;%dm", parameters[0], parameters[2], parameters[3], parameters[4]);
	else
		(void)snprintf(text, sizeof text, "\033[%d;5;%dm", parameters[0], parameters[2]);
	return set_pen(d, parameters[0], text) ? used : 0;
}

static bool set_attribute(struct drawing *d, int parameter)
{
	char text[16];

	(void)snprintf(text, sizeof text, "\033[%dm", parameter);
	return drawing_can(d, ability_for(parameter)) && set_pen(d, parameter, text);
}

bool pen_select(struct drawing *d, const int *parameters, int count)
{
	for (int i = 0, used; i < count; i += used) {
		int parameter = parameters[i];

		used = 1;
		if (parameter == 38 || parameter == 48)
			used = set_colour(d, parameters + i, count - i);
		else if (!(parameter == 0 ? pen_reset(d) : set_attribute(d, parameter)))
			used = 0;
		if (used == 0)
			return false;
	}
	return true;
}
