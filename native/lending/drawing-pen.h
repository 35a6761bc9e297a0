/* The pen of a drawing: the colours and attributes of the next character, as far as the terminal can show them. */
#ifndef MULLION_DRAWING_PEN_H
#define MULLION_DRAWING_PEN_H

#include "lending/drawing.h"

#define NO_PEN "\033[m"

bool pen_reset(struct drawing *d);
/* Applies SGR with these parameters; false: the terminal cannot show the result, or a parameter is unknown. */
bool pen_select(struct drawing *d, const int *parameters, int count);

#endif
