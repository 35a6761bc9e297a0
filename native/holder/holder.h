#ifndef MULLION_HOLDER_H
#define MULLION_HOLDER_H

#include "holder/pane.h"

/* Installs the signal handlers. Call it before the pane starts, so that the child's exit is not missed. */
bool holder_prepare(void);
/* Holds a pane until it ends. Of `launch` it uses the socket's path and the description. */
void hold(const struct pane *pane, int listener, const struct launch *launch);

#endif
