#ifndef MULLION_BRIDGE_H
#define MULLION_BRIDGE_H

/* The program `mullion-pane-backend`: carries the daemon's pane-backend protocol over stdin and stdout. Returns the
 * exit status. */
int bridge(char *const *arguments);

#endif
