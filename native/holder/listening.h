/* The socket on which a holder waits for its daemon. */
#ifndef MULLION_LISTENING_H
#define MULLION_LISTENING_H

/* Opens a socket at the path with owner-only permissions, replacing a stale file. -1: errno gives the reason. */
int listening_open(const char *path);
/*
 * Cleaners of /tmp and /run/user can remove a socket file under its listener, after which no daemon can connect. If the
 * file is gone, this creates it again with its directories and returns the new listener; otherwise, or on failure, it
 * returns the existing listener.
 */
int listening_renew(int listener, const char *path);

#endif
