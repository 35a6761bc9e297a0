#ifndef MULLION_BRIDGE_H
#define MULLION_BRIDGE_H

/* What `mullion-pane-backend` does: the daemon's pane-backend protocol on stdin and stdout. Answers the exit status. */
int bridge(char *const *arguments);

#endif
