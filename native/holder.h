#ifndef MULLION_HOLDER_H
#define MULLION_HOLDER_H

#include "pane.h"

/* Sets the signals. Comes before the pane's start, so that its end is not missed. */
bool holder_prepare(void);
/* Holds a pane to its end. Of the launch it uses the socket's path and the description. */
void hold(const struct pane *pane, int listener, const struct launch *launch);

#endif
