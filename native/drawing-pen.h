/* The pen of a drawing: which colours and attributes the next character has, as far as the terminal can show them. */
#ifndef MULLION_DRAWING_PEN_H
#define MULLION_DRAWING_PEN_H

#include "drawing.h"

#define NO_PEN "\033[m"

bool pen_reset(struct drawing *d);
/* What SGR asks for with these parameters; false: the terminal cannot show it, or it is not understood. */
bool pen_select(struct drawing *d, const int *parameters, int count);

#endif
