#ifndef MULLION_HOLDER_H
#define MULLION_HOLDER_H

#include "pane.h"

/* Sets the signals. Comes before the pane's start, so that its end is not missed. */
bool holder_prepare(void);
/* Holds a pane to its end. */
void hold(const struct pane *pane, int listener, const char *socket_path);

#endif
